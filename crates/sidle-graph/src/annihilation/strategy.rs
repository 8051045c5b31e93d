//! The light positions that a broad strategy meets, with the answers to all their moves.

use hashbrown::HashSet;
use sidle_core::Meter;

use super::{Annihilation, AnnihilationError, light::Light};
use crate::VertexId;

/// Positions closed under the opponent's moves and our answers to them, ordered by value and, within a value,
/// so that answers lead backwards.
#[derive(Debug)]
pub(super) struct Strategy {
    pub(super) parts: Vec<Answered>,
    /// The places of the parts that the strategy starts with.
    pub(super) sum: Vec<usize>,
}

/// A light position of finite value with the answers to its moves.
#[derive(Debug)]
pub(super) struct Answered {
    pub(super) component: u32,
    pub(super) light: Light,
    pub(super) value: u32,
    counter: u64,
    /// For each move, by source and target: the move that restores the value with a smaller counter, or
    /// nothing if the move lowers the value.
    pub(super) answers: Vec<Option<(u32, u32)>>,
}

type LightComponent = (u32, Light);

impl Strategy {
    /// All that play from the given parts can meet. Every part must have a finite value.
    ///
    /// Cost: at most all light positions and their moves and the moves from there; each part listed counts
    /// as one node.
    pub(super) fn of<V: VertexId>(
        game: &Annihilation<'_, V>,
        start: Vec<LightComponent>,
        meter: &Meter,
    ) -> Result<Strategy, AnnihilationError> {
        let mut ticker = meter.ticker();
        let mut closure = Closure {
            game,
            listed: HashSet::new(),
            queue: Vec::new(),
        };
        start.iter().for_each(|&part| closure.list(part));
        let mut parts = Vec::new();
        while let Some(&part) = closure.queue.get(parts.len()) {
            let Some((answered, moves)) = closure.answer(part) else {
                unreachable!("condition B of γ gives every move an answer")
            };
            ticker.steps(moves)?;
            ticker.node(size_of::<Answered>() + size_of_val(answered.answers.as_slice()))?;
            parts.push(answered);
        }
        parts.sort_unstable_by_key(|part| (part.value, part.counter, part.component, part.light));
        let places: hashbrown::HashMap<LightComponent, usize> = parts
            .iter()
            .enumerate()
            .map(|(place, part)| ((part.component, part.light), place))
            .collect();
        let sum = start.iter().filter_map(|part| places.get(part).copied());
        let sum = sum.collect();
        Ok(Strategy { parts, sum })
    }
}

struct Closure<'g, V: VertexId> {
    game: &'g Annihilation<'g, V>,
    listed: HashSet<LightComponent>,
    queue: Vec<LightComponent>,
}

impl<V: VertexId> Closure<'_, V> {
    fn list(&mut self, part: LightComponent) {
        if !part.1.places().is_empty() && self.listed.insert(part) {
            self.queue.push(part);
        }
    }

    fn measure(&self, (component, light): LightComponent) -> Option<(u32, u64)> {
        self.game.component(component).light.measure(&light)
    }

    fn moves(&self, (component, light): LightComponent) -> Vec<(u32, u32)> {
        let rows = &self.game.component(component).rows;
        let moves_of = |&from: &u32| rows[from as usize].iter().map(move |&to| (from, to));
        light.places().iter().flat_map(moves_of).collect()
    }

    /// The answers to all moves from a part, and how many moves were looked at.
    fn answer(&mut self, part: LightComponent) -> Option<(Answered, usize)> {
        let (component, light) = part;
        let (value, counter) = self.measure(part)?;
        let moves = self.moves(part);
        let mut looked_at = moves.len() + 1;
        let mut answers = Vec::with_capacity(moves.len());
        for (from, to) in moves {
            let next = (component, light.after(from, to));
            if self.measure(next).is_some_and(|(lower, _)| lower < value) {
                self.list(next);
                answers.push(None);
                continue;
            }
            let replies = self.moves(next);
            looked_at += replies.len();
            let (chosen, reached) = self.choose(next, replies, (value, counter))?;
            self.list(reached);
            answers.push(Some(chosen));
        }
        let answered = Answered {
            component,
            light,
            value,
            counter,
            answers,
        };
        Some((answered, looked_at))
    }

    /// A move that restores the value with a smaller counter (condition B of γ): to a part that is listed
    /// already, if possible, to keep the list short.
    fn choose(
        &self,
        (component, light): LightComponent,
        replies: Vec<(u32, u32)>,
        (value, counter): (u32, u64),
    ) -> Option<((u32, u32), LightComponent)> {
        let reached = replies.into_iter().filter_map(|(k, l)| {
            let reached = (component, light.after(k, l));
            let (new, rank) = self.measure(reached)?;
            let known = reached.1.places().is_empty() || self.listed.contains(&reached);
            (new == value && rank < counter).then_some((!known, rank, (k, l), reached))
        });
        let best = reached.min_by_key(|&(new, rank, ..)| (new, rank))?;
        Some((best.2, best.3))
    }
}
