//! The search for a unicycle of a given pattern.
//!
//! Exits are chosen from the last vertex of the cycle back to the first, because a vertex compares
//! with loop-free games as its successor tells it. At each node the search keeps every hypothesis
//! about the vertex the cycle closes with (vertex 0) that can still be met; a hypothesis fixes the
//! comparisons of all chosen vertices with all loop-free games exactly. What bounds the rest are
//! the comparisons of the chosen vertices with each other: as long as vertices are missing they are
//! known from one side only (see [`Frontier`]), and one certain violation cuts the branch.

use sidle_core::{Meter, Player, StopReason, Ticker};

use super::{
    Pattern,
    automaton::{Automaton, NONE},
    frontier::Frontier,
    order::Pairs,
};

/// A hypothesis of a search node: what vertex 0 is, what the vertex chosen last is.
#[derive(Clone, Debug)]
struct Hypothesis {
    closing: u32,
    last: u32,
    /// The kinds of the chosen vertices, by position; position 0 is the hypothesis itself.
    path: Vec<u32>,
    frontier: Frontier,
}

/// What bounds a search before it starts: from which kinds at which positions vertex 0 can still be
/// reached as which kind.
#[derive(Debug)]
struct Closing {
    /// Words in a set of kinds.
    words: usize,
    kinds: usize,
    sets: Vec<u64>,
}

impl Closing {
    /// Cost: length times kinds times candidates times the words of a set.
    fn new(automaton: &Automaton, pattern: &Pattern) -> Closing {
        let kinds = automaton.kinds.len();
        let words = kinds.div_ceil(64).max(1);
        let mut sets = vec![0; (pattern.len() + 1) * kinds * words];
        for (kind, it) in automaton.kinds.iter().enumerate() {
            if it.colour == pattern.colour(0) {
                sets[kind * words + kind / 64] |= 1 << (kind % 64);
            }
        }
        for position in 1..=pattern.len() {
            let (done, rest) = sets.split_at_mut(position * kinds * words);
            let below = &done[(position - 1) * kinds * words..];
            for (kind, it) in automaton.kinds.iter().enumerate() {
                if it.colour != pattern.colour(position) {
                    continue;
                }
                let set = &mut rest[kind * words..][..words];
                for choice in 0..automaton.choices() {
                    let to = automaton.step(kind as u32, pattern.colour(position - 1), choice);
                    if to != NONE {
                        let from = &below[to as usize * words..][..words];
                        set.iter_mut().zip(from).for_each(|(a, b)| *a |= b);
                    }
                }
            }
        }
        Closing { words, kinds, sets }
    }

    /// Whether vertex 0 can be `closing` if the vertex at `position` is `kind`.
    #[inline]
    fn reaches(&self, position: usize, kind: u32, closing: u32) -> bool {
        let row = (position * self.kinds + kind as usize) * self.words;
        self.sets[row + closing as usize / 64] >> (closing % 64) & 1 != 0
    }
}

/// One search: a pattern over an automaton.
#[derive(Debug)]
pub(super) struct Search<'a> {
    automaton: &'a Automaton,
    pattern: &'a Pattern,
    closing: Closing,
}

/// Counts of one search, for measurements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Partial assignments looked at.
    pub nodes: u64,
    /// All-pairs comparisons of cycle vertices.
    pub comparisons: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(automaton: &'a Automaton, pattern: &'a Pattern) -> Search<'a> {
        Search {
            automaton,
            pattern,
            closing: Closing::new(automaton, pattern),
        }
    }

    /// The first list of choices (compared from the last vertex back to the first) that makes a
    /// unicycle and whose choices, in that order, begin with `prefix`. `None` also when
    /// `give_up` said so.
    pub(super) fn first(
        &self,
        prefix: &[u32],
        effort: &mut Effort,
        give_up: &dyn Fn() -> bool,
        meter: &Meter,
    ) -> Result<Option<Vec<u32>>, StopReason> {
        let mut ticker = meter.ticker();
        let n = self.pattern.len();
        let roots = self.roots();
        if roots.is_empty() {
            return Ok(None);
        }
        let mut levels = vec![Level::new(roots)];
        let mut spare = Vec::new();
        while let Some(level) = levels.last_mut() {
            ticker.step()?;
            if give_up() {
                return Ok(None);
            }
            let depth = level.depth;
            let forced = prefix.get(depth).copied();
            let Some(choice) = level.take_choice(forced, self.automaton.choices()) else {
                spare.append(&mut levels.pop().map(|l| l.alive).unwrap_or_default());
                continue;
            };
            let level = &levels[levels.len() - 1];
            if !self.in_turn(level, choice) {
                continue;
            }
            effort.nodes += 1;
            let position = n - 1 - depth;
            if position == 0 {
                // Only the hypotheses that choose this exit at vertex 0 and close the walk.
                let found = level.alive.iter().find(|h| self.closes(h, choice));
                if let Some(found) = found {
                    return Ok(Some(self.choices_of(found)));
                }
                continue;
            }
            let next = self.extend(level, position, choice, &mut spare, effort, &mut ticker)?;
            if !next.is_empty() {
                levels.push(Level {
                    alive: next,
                    choice: 0,
                    depth: depth + 1,
                });
            }
        }
        Ok(None)
    }

    /// Whether the exchangeable candidates before this one have all been chosen already: otherwise
    /// exchanging two of them gives a unicycle that comes first.
    fn in_turn(&self, level: &Level, choice: u32) -> bool {
        let n = self.pattern.len();
        let chosen = || &level.alive[0].path[n - level.depth..];
        self.automaton.twin(choice).is_none_or(|twin| {
            let choice_of = |&kind: &u32| self.automaton.kinds[kind as usize].choice;
            chosen().iter().any(|kind| choice_of(kind) == twin)
        })
    }

    /// One hypothesis for each kind that vertex 0 can have.
    fn roots(&self) -> Vec<Hypothesis> {
        let n = self.pattern.len();
        (0..self.automaton.kinds.len() as u32)
            .filter(|&kind| self.closing.reaches(n, kind, kind))
            .map(|kind| {
                let mut path = vec![NONE; n];
                path[0] = kind;
                let mut root = Hypothesis {
                    closing: kind,
                    last: kind,
                    path,
                    frontier: Frontier::default(),
                };
                let frontier =
                    Frontier::before(self.automaton, self.pattern, &root.path, n, &root.frontier);
                root.frontier = frontier;
                root
            })
            .collect()
    }

    /// The hypotheses that survive the choice of an exit at `position`.
    fn extend(
        &self,
        level: &Level,
        position: usize,
        choice: u32,
        spare: &mut Vec<Hypothesis>,
        effort: &mut Effort,
        ticker: &mut Ticker<'_>,
    ) -> Result<Vec<Hypothesis>, StopReason> {
        let mut alive = Vec::new();
        let colour: Player = self.pattern.colour(position);
        for old in &level.alive {
            let kind = self.automaton.step(old.last, colour, choice as usize);
            if kind == NONE || !self.closing.reaches(position, kind, old.closing) {
                continue;
            }
            ticker.step()?;
            let mut new = spare.pop().unwrap_or_else(|| old.clone());
            new.closing = old.closing;
            new.last = kind;
            new.path.copy_from_slice(&old.path);
            new.path[position] = kind;
            effort.comparisons += 1;
            new.frontier = Frontier::before(
                self.automaton,
                self.pattern,
                &new.path,
                position,
                &old.frontier,
            );
            if new.frontier.is_flawed(self.pattern, position) {
                spare.push(new);
            } else {
                alive.push(new);
            }
        }
        Ok(alive)
    }

    /// Whether the walk closes (the vertex before vertex 1, with this exit, is the hypothesis) and
    /// no comparison within the cycle, all of which are known then, forbids it.
    fn closes(&self, hypothesis: &Hypothesis, choice: u32) -> bool {
        let colour = self.pattern.colour(0);
        let kind = self
            .automaton
            .step(hypothesis.last, colour, choice as usize);
        if kind != hypothesis.closing {
            return false;
        }
        let mut pairs = Pairs::new(self.pattern.colours());
        for (a, &kind) in hypothesis.path.iter().enumerate() {
            for (b, &other) in hypothesis.path.iter().enumerate() {
                let choice = self.automaton.kinds[other as usize].choice;
                let (ge, le) = self.automaton.against(kind, choice);
                pairs.relate(a, b, ge, le);
            }
        }
        let le = pairs.le();
        pairs.reversible_edge(&le).is_none() && pairs.equal_pair(&le).is_none()
    }

    fn choices_of(&self, hypothesis: &Hypothesis) -> Vec<u32> {
        let kinds = &self.automaton.kinds;
        hypothesis
            .path
            .iter()
            .map(|&kind| kinds[kind as usize].choice)
            .collect()
    }
}

/// The hypotheses of one node of the search and the exit to try next.
#[derive(Debug)]
struct Level {
    alive: Vec<Hypothesis>,
    choice: u32,
    /// How many exits are chosen already.
    depth: usize,
}

impl Level {
    fn new(alive: Vec<Hypothesis>) -> Level {
        Level {
            alive,
            choice: 0,
            depth: 0,
        }
    }

    /// The next exit to try: the forced one once, or all in turn.
    fn take_choice(&mut self, forced: Option<u32>, choices: usize) -> Option<u32> {
        let choice = match forced {
            Some(forced) if self.choice == 0 => forced,
            Some(_) => return None,
            None if (self.choice as usize) < choices => self.choice,
            None => return None,
        };
        self.choice += 1;
        Some(choice)
    }
}
