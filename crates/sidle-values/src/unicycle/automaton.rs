//! The automaton of vertices: every vertex that can stand on the cycle of a unicycle with exits
//! from a table, and which vertex can stand before which.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, StopReason, Ticker};

use super::{
    profile::{self, Rows},
    table::{ExitTable, bit},
};

/// No vertex.
pub(super) const NONE: u32 = u32::MAX;

/// A vertex as far as its colour, its exit and its comparisons with the table determine it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Kind {
    pub(super) colour: Player,
    /// The index of its exit among the candidates.
    pub(super) choice: u32,
    /// The number of its profile.
    pub(super) profile: u32,
}

/// What a kind looks like: its colour, its choice, its comparisons with the candidates.
type Looks = (Player, u32, Vec<u8>);

/// All kinds of vertices that satisfy every condition on a single vertex and its exits, and the
/// steps (backwards along the cycle) that satisfy every condition on a vertex and the next exit.
///
/// What remains to be tested of a closed walk are the comparisons of cycle vertices with each other.
#[derive(Debug)]
pub(super) struct Automaton {
    pub(super) kinds: Vec<Kind>,
    choices: usize,
    /// For kind, colour and choice: the kind that stands before.
    steps: Vec<u32>,
    /// For kind and choice: bit 0, the vertex is at least that candidate; bit 1, at most.
    against: Vec<u8>,
    /// For each choice the last smaller one it can be exchanged with.
    twin: Vec<Option<u32>>,
}

impl Automaton {
    /// Builds the automaton of a table.
    ///
    /// The profiles of any cycle that does not strictly alternate are the limit of the backward
    /// iteration from an arbitrary start, so the closure of one start holds them all.
    ///
    /// Cost: profiles times candidates times the options in the table.
    pub(super) fn new(table: &ExitTable, meter: &Meter) -> Result<Automaton, StopReason> {
        let closure = Closure::new(table, meter)?;
        let mut automaton = closure.kinds_and_steps(table, meter)?;
        automaton.trim();
        automaton.find_twins(meter)?;
        Ok(automaton)
    }

    /// The last smaller choice whose exchange with this one turns closed walks that are unicycles
    /// into such walks. In the first unicycle of a pattern the smaller one is chosen earlier.
    pub(super) fn twin(&self, choice: u32) -> Option<u32> {
        self.twin[choice as usize]
    }

    /// Finds the exchangeable choices. If `a` is exchangeable with `b` and `b` with `c`, then `a` is
    /// with `c`, so it is enough to remember the nearest.
    ///
    /// Cost: kinds times choices for each pair of choices that looks alike at first sight.
    fn find_twins(&mut self, meter: &Meter) -> Result<(), StopReason> {
        let Some(by_looks) = self.by_looks() else {
            return Ok(());
        };
        let mut ticker = meter.ticker();
        let marks: Vec<Vec<[usize; 4]>> = (0..self.choices as u32).map(|c| self.marks(c)).collect();
        for b in 0..self.choices as u32 {
            for a in (0..b).rev() {
                if marks[a as usize] != marks[b as usize] {
                    continue;
                }
                ticker.steps(self.kinds.len() * self.choices)?;
                if self.is_symmetric(a, b, &by_looks) {
                    self.twin[b as usize] = Some(a);
                    break;
                }
            }
        }
        Ok(())
    }

    /// The comparisons of a kind with the candidates.
    fn row(&self, kind: usize) -> &[u8] {
        &self.against[kind * self.choices..][..self.choices]
    }

    /// Each kind under its colour, its choice and its comparisons with the candidates; `None` if two
    /// kinds differ in comparisons with other followers only, so that this does not tell them apart.
    fn by_looks(&self) -> Option<FxHashMap<Looks, u32>> {
        let mut by_looks = FxHashMap::default();
        for (number, kind) in self.kinds.iter().enumerate() {
            let looks = (kind.colour, kind.choice, self.row(number).to_vec());
            if by_looks.insert(looks, number as u32).is_some() {
                return None;
            }
        }
        Some(by_looks)
    }

    /// Counts that exchangeable choices have in common: one row for each kind with that choice.
    fn marks(&self, choice: u32) -> Vec<[usize; 4]> {
        let with = self.kinds.iter().enumerate();
        let mut marks: Vec<[usize; 4]> = with
            .filter(|(_, kind)| kind.choice == choice)
            .map(|(number, kind)| {
                let row = self.row(number);
                let count = |bit: u8| row.iter().filter(|&&bits| bits & bit != 0).count();
                let own = row[choice as usize] as usize;
                [kind.colour.index(), count(1), count(2), own]
            })
            .collect();
        marks.sort_unstable();
        marks
    }

    /// Whether exchanging two choices is an automorphism: kinds can be mapped one to one so that
    /// colours, choices, comparisons with candidates and steps correspond. Everything the search
    /// asks about a closed walk is read off these.
    fn is_symmetric(&self, a: u32, b: u32, by_looks: &FxHashMap<Looks, u32>) -> bool {
        let exchange = |choice: u32| match choice {
            c if c == a => b,
            c if c == b => a,
            c => c,
        };
        let choices = self.choices as u32;
        let exchanged = |(number, kind): (usize, &Kind)| {
            let row = self.row(number);
            let row = (0..choices).map(|c| row[exchange(c) as usize]).collect();
            let looks = (kind.colour, exchange(kind.choice), row);
            by_looks.get(&looks).copied()
        };
        let Some(image) = self
            .kinds
            .iter()
            .enumerate()
            .map(exchanged)
            .collect::<Option<Vec<u32>>>()
        else {
            return false;
        };
        let corresponds = |kind: u32, colour: Player, choice: u32| {
            let to = self.step(kind, colour, choice as usize);
            let mapped = self.step(image[kind as usize], colour, exchange(choice) as usize);
            mapped == if to == NONE { NONE } else { image[to as usize] }
        };
        (0..self.kinds.len() as u32).all(|kind| {
            Player::BOTH
                .into_iter()
                .all(|colour| (0..choices).all(|choice| corresponds(kind, colour, choice)))
        })
    }

    /// The number of candidates.
    pub(super) fn choices(&self) -> usize {
        self.choices
    }

    /// The kind that stands before `kind` with the given colour and choice, or [`NONE`].
    #[inline]
    pub(super) fn step(&self, kind: u32, colour: Player, choice: usize) -> u32 {
        self.steps[(kind as usize * 2 + colour.index()) * self.choices + choice]
    }

    /// Whether a vertex of this kind is at least, and at most, the candidate.
    #[inline]
    pub(super) fn against(&self, kind: u32, choice: u32) -> (bool, bool) {
        let bits = self.against[kind as usize * self.choices + choice as usize];
        (bits & 1 != 0, bits & 2 != 0)
    }

    /// Removes kinds that lie on no two-sided infinite walk, since no closed walk meets them.
    fn trim(&mut self) {
        let len = self.kinds.len();
        let mut alive = vec![true; len];
        loop {
            let mut entered = vec![false; len];
            let mut leaves = vec![false; len];
            let row = 2 * self.choices;
            for kind in (0..len).filter(|&k| alive[k]) {
                for &to in &self.steps[kind * row..][..row] {
                    if to != NONE && alive[to as usize] {
                        leaves[kind] = true;
                        entered[to as usize] = true;
                    }
                }
            }
            let keep = |k: usize| alive[k] && entered[k] && leaves[k];
            let next: Vec<bool> = (0..len).map(keep).collect();
            if next == alive {
                break;
            }
            alive = next;
        }
        self.renumber(&alive);
    }

    fn renumber(&mut self, alive: &[bool]) {
        let mut number = vec![NONE; alive.len()];
        let kept = |kind: usize| alive[kind];
        for (count, kind) in (0..alive.len()).filter(|&k| kept(k)).enumerate() {
            number[kind] = count as u32;
        }
        let row = 2 * self.choices;
        let kept_steps = (0..alive.len()).filter(|&k| kept(k)).flat_map(|k| {
            let steps = &self.steps[k * row..][..row];
            steps.iter().map(|&to| match to {
                NONE => NONE,
                to => number[to as usize],
            })
        });
        self.steps = kept_steps.collect();
        let choices = self.choices;
        let kept_against = (0..alive.len())
            .filter(|&k| kept(k))
            .flat_map(|k| self.against[k * choices..][..choices].iter().copied());
        self.against = kept_against.collect();
        let mut at = 0;
        self.kinds.retain(|_| {
            at += 1;
            alive[at - 1]
        });
    }
}

/// All profiles that arise from a start, and the backward steps between them.
struct Closure {
    profiles: Vec<Rows>,
    /// For profile, colour and choice: the profile of the vertex before.
    steps: Vec<u32>,
    choices: usize,
}

impl Closure {
    fn new(table: &ExitTable, meter: &Meter) -> Result<Closure, StopReason> {
        let mut ticker = meter.ticker();
        let mut numbers: FxHashMap<Rows, u32> = FxHashMap::default();
        let start = profile::blank(table);
        let mut closure = Closure {
            profiles: vec![start.clone()],
            steps: Vec::new(),
            choices: table.candidates().len(),
        };
        numbers.insert(start, 0);
        let mut at = 0;
        while at < closure.profiles.len() {
            for colour in Player::BOTH {
                for &exit in table.candidates() {
                    ticker.steps(table.len())?;
                    let rows = profile::before(table, colour, exit, &closure.profiles[at]);
                    let to = closure.intern(&mut numbers, rows, &mut ticker)?;
                    closure.steps.push(to);
                }
            }
            at += 1;
        }
        Ok(closure)
    }

    fn intern(
        &mut self,
        numbers: &mut FxHashMap<Rows, u32>,
        rows: Rows,
        ticker: &mut Ticker<'_>,
    ) -> Result<u32, StopReason> {
        if let Some(&number) = numbers.get(&rows) {
            return Ok(number);
        }
        ticker.node(16 * rows.len() + 8 * self.choices)?;
        let number = u32::try_from(self.profiles.len()).map_err(|_| StopReason::StoreFull)?;
        self.profiles.push(rows.clone());
        numbers.insert(rows, number);
        Ok(number)
    }

    /// The kinds that satisfy the conditions on one vertex, with the steps that satisfy those on
    /// a vertex and the exit of the next.
    fn kinds_and_steps(&self, table: &ExitTable, meter: &Meter) -> Result<Automaton, StopReason> {
        let mut ticker = meter.ticker();
        let mut kinds = Vec::new();
        let mut number = vec![NONE; self.profiles.len() * 2 * self.choices];
        let mut arises = vec![false; number.len()];
        for (step, &to) in self.steps.iter().enumerate() {
            let label = step % (2 * self.choices);
            arises[to as usize * 2 * self.choices + label] = true;
        }
        for at in (0..number.len()).filter(|&at| arises[at]) {
            let kind = self.kind(at);
            if self.stands(table, &kind) {
                ticker.node(24 + 9 * self.choices)?;
                number[at] = u32::try_from(kinds.len()).map_err(|_| StopReason::StoreFull)?;
                kinds.push(kind);
            }
        }
        let mut steps = Vec::with_capacity(kinds.len() * 2 * self.choices);
        let mut against = Vec::with_capacity(kinds.len() * self.choices);
        for kind in &kinds {
            ticker.steps(2 * self.choices)?;
            for label in 0..2 * self.choices {
                let to = self.steps[kind.profile as usize * 2 * self.choices + label];
                let at = to as usize * 2 * self.choices + label;
                let follows = number[at] != NONE && self.may_precede(table, at, kind);
                steps.push(if follows { number[at] } else { NONE });
            }
            let rows = &self.profiles[kind.profile as usize];
            against.extend(table.candidates().iter().map(|&g| {
                u8::from(bit(profile::at_most_it(rows), g))
                    | u8::from(bit(profile::at_least_it(rows), g)) << 1
            }));
        }
        Ok(Automaton {
            kinds,
            choices: self.choices,
            steps,
            against,
            twin: vec![None; self.choices],
        })
    }

    fn kind(&self, at: usize) -> Kind {
        let (profile, label) = (at / (2 * self.choices), at % (2 * self.choices));
        Kind {
            colour: Player::BOTH[label / self.choices],
            choice: (label % self.choices) as u32,
            profile: profile as u32,
        }
    }

    /// Whether a vertex is different from every game of the table and its exit is not reversible.
    ///
    /// A vertex that equals any loop-free game is not in canonical form, whether or not that game
    /// is a follower of it.
    fn stands(&self, table: &ExitTable, kind: &Kind) -> bool {
        let rows = &self.profiles[kind.profile as usize];
        let exit = table.candidates()[kind.choice as usize];
        !profile::equals_a_game(rows)
            && !profile::exit_is_reversible(table, kind.colour, exit, rows)
    }

    /// Whether the edge from the kind numbered `at` to `next` is not reversible through `next`'s exit.
    fn may_precede(&self, table: &ExitTable, at: usize, next: &Kind) -> bool {
        let kind = self.kind(at);
        let rows = &self.profiles[kind.profile as usize];
        let exit = table.candidates()[next.choice as usize];
        kind.colour != next.colour || !profile::edge_reverses_through_exit(kind.colour, rows, exit)
    }
}
