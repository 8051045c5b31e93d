//! Bringing a won position home: a strategy with memory.

use super::{Annihilation, light::Light};
use crate::{VertexId, gamma::TokenMove};

/// The player who has moved to a P-position and now wins, whatever the other one does.
///
/// The counter of γ is known for positions of at most four tokens only, so the winner does not look at
/// the position alone. He writes it as a sum of light positions of finite value (the *parts*) and plays the
/// sum of these: the opponent's move i → j is made in some part that contains i, and answered there as in
/// any sum of tokens, so that (sum of γ, sum of counters) over the parts drops. If the answer k → l moves
/// a token that is on the board, it is the reply. If not, another part contains k as well, the move k → l
/// is made there too, which leaves the sum of the parts as it is, and answered again. The pair drops each
/// time, so this ends, and so does the game (a *broad* strategy in the sense of Fraenkel).
///
/// ```
/// use sidle_graph::{Digraph, annihilation::{Annihilation, Winner}};
/// let cycle = Digraph::<u32>::from_edges(4, &[(0, 1), (1, 2), (2, 3), (3, 0)])?;
/// let game = Annihilation::of(&cycle)?;
/// let mut winner = Winner::new(&game, &[0, 2]).expect("a P-position");
/// let attack = game.moves(&[0, 2])[0];
/// let reply = winner.reply(attack).expect("a legal move");
/// assert_eq!((reply.from, reply.to), (1, 2));
/// assert!(winner.position().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Winner<'a, V: VertexId = u32> {
    game: &'a Annihilation<'a, V>,
    position: Vec<V>,
    parts: Vec<Part>,
    inner_moves: u64,
}

/// A light position of finite value on one component.
#[derive(Clone, Copy, Debug)]
struct Part {
    component: u32,
    light: Light,
}

/// A move of a token within a part.
#[derive(Clone, Copy)]
struct Step {
    part: usize,
    from: u32,
    to: u32,
}

impl<'a, V: VertexId> Winner<'a, V> {
    /// The winner who has just moved to `position`; nothing if it is no P-position.
    #[must_use]
    pub fn new(game: &'a Annihilation<'a, V>, position: &[V]) -> Option<Winner<'a, V>> {
        let sigma = game.sigma(position);
        if !sigma.is_finite() || sigma.finite != 0 {
            return None;
        }
        let mut parts = Vec::new();
        let mut tokens: Vec<(u32, u32)> = position.iter().map(|&v| game.place(v)).collect();
        tokens.sort_unstable();
        for tokens in tokens.chunk_by(|a, b| a.0 == b.0) {
            let component = tokens[0].0;
            let places: Vec<u32> = tokens.iter().map(|token| token.1).collect();
            let lights = game.component(component).decompose(&places);
            parts.extend(lights.into_iter().map(|light| Part { component, light }));
        }
        Some(Winner {
            game,
            position: position.to_vec(),
            parts,
            inner_moves: 0,
        })
    }

    /// The parts: each the number of its component and a position there.
    pub(super) fn lights(&self) -> impl Iterator<Item = (u32, Light)> + '_ {
        self.parts.iter().map(|part| (part.component, part.light))
    }

    /// The position as it stands.
    #[must_use]
    pub fn position(&self) -> &[V] {
        &self.position
    }

    /// How many moves have been made within the parts only, where the board did not change.
    #[must_use]
    pub fn inner_moves(&self) -> u64 {
        self.inner_moves
    }

    /// (sum of γ, sum of counters) over the parts. It drops from reply to reply.
    #[must_use]
    pub fn measure(&self) -> (u128, u128) {
        let measures = self.parts.iter().filter_map(|part| self.part_measure(part));
        measures.fold((0, 0), |sum, (gamma, counter)| {
            (sum.0 + u128::from(gamma), sum.1 + u128::from(counter))
        })
    }

    /// The reply to the opponent's move, already made on [`position`](Winner::position); nothing if the
    /// move was not legal.
    pub fn reply(&mut self, attack: TokenMove<V>) -> Option<TokenMove<V>> {
        let TokenMove { from, to, .. } = attack;
        let legal = self.position.binary_search(&from).is_ok()
            && self.game.graph().forward().has_edge(from, to);
        if !legal {
            return None;
        }
        self.position = self.game.after(&self.position, attack);
        let (component, start) = self.game.place(from);
        let mut last = None;
        let mut attack = (component, start, self.game.place(to).1);
        loop {
            let hit = self.part_with(attack.0, attack.1, last)?;
            let answer = self.answer(hit, attack.1, attack.2)?;
            let Step { part, from, to } = answer;
            let component = self.parts[part].component;
            self.parts[part].light = self.parts[part].light.after(from, to);
            let source = self.game.vertex(component, from);
            if self.position.binary_search(&source).is_ok() {
                let reply = TokenMove {
                    board: 0,
                    from: source,
                    to: self.game.vertex(component, to),
                };
                self.position = self.game.after(&self.position, reply);
                self.parts.retain(|part| !part.light.places().is_empty());
                return Some(reply);
            }
            self.inner_moves += 1;
            last = Some(part);
            attack = (component, from, to);
        }
    }

    /// A part other than `except` with a token at a place of a component.
    fn part_with(&self, component: u32, place: u32, except: Option<usize>) -> Option<usize> {
        let mut parts = self.parts.iter().enumerate();
        let fits = |part: &Part| part.component == component && part.light.contains(place);
        parts.find_map(|(number, part)| (Some(number) != except && fits(part)).then_some(number))
    }

    /// Makes the opponent's move in part `hit` and finds the answer in the sum of the parts.
    fn answer(&mut self, hit: usize, from: u32, to: u32) -> Option<Step> {
        let before = self.part_measure(&self.parts[hit])?;
        let attacked = &mut self.parts[hit];
        attacked.light = attacked.light.after(from, to);
        match self.part_measure(&self.parts[hit]) {
            Some((lowered, _)) if lowered < before.0 => self.nim_answer(hit, lowered ^ before.0),
            _ => self.steps(hit).into_iter().find(|step| {
                let after = self.measure_after(step);
                after.is_some_and(|after| after.0 == before.0 && after.1 < before.1)
            }),
        }
    }

    /// The nim-sum of the parts has become `excess`: lower another part to make it 0 again.
    fn nim_answer(&self, hit: usize, excess: u32) -> Option<Step> {
        let parts = self
            .parts
            .iter()
            .enumerate()
            .filter(|(number, _)| *number != hit);
        for (number, part) in parts {
            let value = self.part_measure(part)?.0;
            if value ^ excess < value {
                let mut steps = self.steps(number).into_iter();
                let wanted = Some(value ^ excess);
                return steps.find(|step| self.measure_after(step).map(|after| after.0) == wanted);
            }
        }
        None
    }

    /// All moves in one part.
    fn steps(&self, part: usize) -> Vec<Step> {
        let Part { component, light } = self.parts[part];
        let rows = &self.game.component(component).rows;
        let steps_of = |&from: &u32| {
            let options = rows[from as usize].iter();
            options.map(move |&to| Step { part, from, to })
        };
        light.places().iter().flat_map(steps_of).collect()
    }

    fn part_measure(&self, part: &Part) -> Option<(u32, u64)> {
        self.game
            .component(part.component)
            .light
            .measure(&part.light)
    }

    fn measure_after(&self, step: &Step) -> Option<(u32, u64)> {
        let Part { component, light } = self.parts[step.part];
        let light = light.after(step.from, step.to);
        self.game.component(component).light.measure(&light)
    }
}
