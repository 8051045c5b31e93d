//! Who wins, without canonical forms of large parts.
//!
//! A sum is kept as its parts that are too large to be worked out, and one canonical value for all the
//! others together. Because Right to move in G is Left to move in −G, there is only one question: does
//! Left, to move, win? After each move the sum falls into parts again; small parts go into the value,
//! and a part and its negative cancel where the game is known to end.
//!
//! The search is depth first with an explicit stack and a table of decided sums. A line that comes back
//! to a sum on its own path gives the search up ([`SolveError::Loopy`]); every answer rests on finite
//! lines only, so it holds whether or not there are cycles elsewhere.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};
use sidle_core::{Meter, Outcome, Player, Relation, Ticker};
use sidle_values::{Game, Store, loopy::LoopyValue};

use crate::{SolveError, moves::Part};

/// What the search asks about positions.
pub(crate) trait Summands {
    type Position: Clone + Eq + Hash;

    /// Appends the independent parts of a position.
    fn parts(
        &mut self,
        at: Self::Position,
        out: &mut Vec<Part<Self::Position>>,
    ) -> Result<(), SolveError>;

    /// Appends the options.
    fn options(
        &mut self,
        at: &Self::Position,
        player: Player,
        out: &mut Vec<Self::Position>,
    ) -> Result<(), SolveError>;

    /// The value of a part that is known or quickly worked out.
    fn small_value(&mut self, at: &Self::Position) -> Result<Option<LoopyValue>, SolveError>;

    /// How many moves Left has more than Right.
    fn freedom(&mut self, at: &Self::Position) -> Result<i64, SolveError>;

    /// Is the part known to have no cycle below it?
    fn ends(&self, at: &Self::Position) -> bool;
}

/// A sum with Left to move.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sum<P> {
    /// The large parts, and whether they are negated; in an order that depends on them alone.
    parts: Box<[(P, bool)]>,
    /// All the rest.
    value: Game,
}

impl<P: Hash> Hash for Sum<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for part in &self.parts {
            part.hash(state);
        }
        self.value.hash(state);
    }
}

/// What is known of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    OnPath,
    Wins,
    Loses,
}

struct Frame<P> {
    sum: Sum<P>,
    /// The sums after Left's moves, negated so that Left is to move again; the best last.
    replies: Vec<Sum<P>>,
}

/// Sums that have been decided.
#[derive(Debug)]
pub(crate) struct Decided<P> {
    sums: FxHashMap<Sum<P>, Verdict>,
}

impl<P> Default for Decided<P> {
    fn default() -> Decided<P> {
        Decided {
            sums: FxHashMap::default(),
        }
    }
}

impl<P> Decided<P> {
    pub(crate) fn len(&self) -> usize {
        self.sums.len()
    }
}

/// A search with its table.
pub(crate) struct Search<'a, S: Summands> {
    summands: S,
    store: &'a Store,
    decided: &'a mut Decided<S::Position>,
    meter: &'a Meter,
    ticker: Ticker<'a>,
    max_sums: usize,
}

impl<'a, S: Summands> Search<'a, S> {
    pub(crate) fn new(
        summands: S,
        store: &'a Store,
        decided: &'a mut Decided<S::Position>,
        meter: &'a Meter,
        max_bytes: usize,
    ) -> Search<'a, S> {
        let bytes = size_of::<(Sum<S::Position>, Verdict)>() + 2 * size_of::<S::Position>() + 16;
        Search {
            summands,
            store,
            decided,
            meter,
            ticker: meter.ticker(),
            max_sums: (max_bytes / bytes).max(1000),
        }
    }

    /// Who wins the sum of some positions.
    pub(crate) fn outcome(&mut self, of: &[Part<S::Position>]) -> Result<Outcome, SolveError> {
        let [left, right] = [self.wins(of, Player::Left)?, self.wins(of, Player::Right)?];
        Ok(match (left, right) {
            (true, true) => Outcome::Next,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::Previous,
        })
    }

    /// Does the player, to move, win the sum?
    pub(crate) fn wins(
        &mut self,
        of: &[Part<S::Position>],
        mover: Player,
    ) -> Result<bool, SolveError> {
        let mut found = Vec::new();
        for part in of {
            let begin = found.len();
            self.summands.parts(part.position.clone(), &mut found)?;
            for inner in &mut found[begin..] {
                inner.times = inner.times.saturating_mul(part.times);
            }
        }
        if mover == Player::Right {
            found.iter_mut().for_each(|part| part.times = -part.times);
        }
        let sum = self.sum(found, self.store.zero(), &[])?;
        let answer = self.decide(sum);
        if answer.is_err() {
            self.decided
                .sums
                .retain(|_, verdict| *verdict != Verdict::OnPath);
        }
        answer
    }

    /// A sum of new parts, a value, and parts that are known to be large.
    fn sum(
        &mut self,
        new: Vec<Part<S::Position>>,
        value: Game,
        large: &[(S::Position, bool)],
    ) -> Result<Sum<S::Position>, SolveError> {
        let mut value = value;
        let mut parts: Vec<(S::Position, bool)> = large.to_vec();
        for part in new {
            self.ticker.step()?;
            let small = self.summands.small_value(&part.position)?;
            if let Some(small) = small {
                let short = small.short().ok_or(SolveError::Loopy {
                    asked: "outcome by search",
                })?;
                let scaled = match part.times {
                    1 => short,
                    -1 => self.store.try_negative(short, self.meter)?,
                    times => self.store.try_multiple(short, times, self.meter)?,
                };
                value = self.store.try_add(value, scaled, self.meter)?;
                continue;
            }
            let negated = part.times < 0;
            for _ in 0..part.times.unsigned_abs() {
                self.ticker.step()?;
                let opposite = (part.position.clone(), !negated);
                let twin = if self.summands.ends(&part.position) {
                    parts.iter().position(|other| *other == opposite)
                } else {
                    None
                };
                match twin {
                    Some(place) => {
                        parts.swap_remove(place);
                    }
                    None => parts.push((part.position.clone(), negated)),
                }
            }
        }
        parts.sort_by_cached_key(|part| {
            let mut hasher = FxHasher::default();
            part.hash(&mut hasher);
            hasher.finish()
        });
        Ok(Sum {
            parts: parts.into(),
            value,
        })
    }

    /// What is known of a sum at once.
    fn known(&mut self, sum: &Sum<S::Position>) -> Result<Option<bool>, SolveError> {
        if sum.parts.is_empty() {
            let relation = self
                .store
                .try_compare(sum.value, self.store.zero(), self.meter)?;
            return Ok(Some(matches!(
                relation,
                Relation::Greater | Relation::Fuzzy
            )));
        }
        match self.decided.sums.get(sum) {
            Some(Verdict::Wins) => Ok(Some(true)),
            Some(Verdict::Loses) => Ok(Some(false)),
            Some(Verdict::OnPath) => Err(SolveError::Loopy {
                asked: "outcome by search",
            }),
            None => Ok(None),
        }
    }

    fn decide(&mut self, root: Sum<S::Position>) -> Result<bool, SolveError> {
        if let Some(answer) = self.known(&root)? {
            return Ok(answer);
        }
        let mut path = Vec::new();
        let mut last = self.enter(root, &mut path)?.unwrap_or_default();
        // `last` is the answer for the reply that was looked at last; a reply that loses wins here.
        let mut fresh = true;
        while let Some(frame) = path.last_mut() {
            self.ticker.step()?;
            if !fresh && !last {
                self.leave(&mut path, Verdict::Wins);
                last = true;
                continue;
            }
            fresh = true;
            let Some(reply) = frame.replies.pop() else {
                self.leave(&mut path, Verdict::Loses);
                (last, fresh) = (false, false);
                continue;
            };
            if let Some(answer) = self.known(&reply)? {
                (last, fresh) = (answer, false);
                continue;
            }
            if let Some(answer) = self.enter(reply, &mut path)? {
                (last, fresh) = (answer, false);
            }
        }
        Ok(last)
    }

    fn leave(&mut self, path: &mut Vec<Frame<S::Position>>, verdict: Verdict) {
        if let Some(frame) = path.pop() {
            if self.decided.sums.len() >= self.max_sums {
                self.decided
                    .sums
                    .retain(|_, verdict| *verdict == Verdict::OnPath);
            }
            self.decided.sums.insert(frame.sum, verdict);
        }
    }

    /// Puts a sum at the end of the path, or answers at once if one of the replies is known to lose.
    fn enter(
        &mut self,
        sum: Sum<S::Position>,
        path: &mut Vec<Frame<S::Position>>,
    ) -> Result<Option<bool>, SolveError> {
        self.ticker
            .node(size_of::<Sum<S::Position>>() + 2 * sum.parts.len() * size_of::<S::Position>())?;
        let mut replies: Vec<(i64, Sum<S::Position>)> = Vec::new();
        let mut options = Vec::new();
        for (i, (part, negated)) in sum.parts.iter().enumerate() {
            // The same part twice has the same moves.
            if sum.parts[..i].contains(&(part.clone(), *negated)) {
                continue;
            }
            let rest: Vec<(S::Position, bool)> = sum
                .parts
                .iter()
                .enumerate()
                .filter(|(j, _)| *j != i)
                .map(|(_, (part, negated))| (part.clone(), !negated))
                .collect();
            let minus = self.store.try_negative(sum.value, self.meter)?;
            let player = if *negated {
                Player::Right
            } else {
                Player::Left
            };
            options.clear();
            self.summands.options(part, player, &mut options)?;
            for option in options.drain(..) {
                self.ticker.step()?;
                let mut found = Vec::new();
                self.summands.parts(option, &mut found)?;
                if !negated {
                    found.iter_mut().for_each(|part| part.times = -part.times);
                }
                let reply = self.sum(found, minus, &rest)?;
                match self.known(&reply)? {
                    Some(false) => {
                        self.decided.sums.insert(sum, Verdict::Wins);
                        return Ok(Some(true));
                    }
                    Some(true) => {}
                    None => {
                        let worth = self.freedom(&reply)?;
                        replies.push((worth, reply));
                    }
                }
            }
        }
        let values: Vec<Game> = self.store.options(sum.value, Player::Left).collect();
        for option in values {
            self.ticker.step()?;
            let minus = self.store.try_negative(option, self.meter)?;
            let turned = sum.parts.iter().map(|(part, sign)| (part.clone(), !sign));
            let turned: Vec<_> = turned.collect();
            let reply = self.sum(Vec::new(), minus, &turned)?;
            match self.known(&reply)? {
                Some(false) => {
                    self.decided.sums.insert(sum, Verdict::Wins);
                    return Ok(Some(true));
                }
                Some(true) => {}
                None => {
                    let worth = self.freedom(&reply)?;
                    replies.push((worth, reply));
                }
            }
        }
        // Least freedom for the opponent is tried first; replies are taken from the end.
        replies.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        self.decided.sums.insert(sum.clone(), Verdict::OnPath);
        path.push(Frame {
            sum,
            replies: replies.into_iter().map(|(_, reply)| reply).collect(),
        });
        Ok(None)
    }

    /// How much better the player to move is off, roughly: moves of theirs less moves of the opponent,
    /// with the stops of the value in the same unit.
    fn freedom(&mut self, sum: &Sum<S::Position>) -> Result<i64, SolveError> {
        let mut freedom = 0;
        for (part, negated) in &sum.parts {
            let more = 4 * self.summands.freedom(part)?;
            freedom += if *negated { -more } else { more };
        }
        let mean = self.store.try_mean(sum.value, self.meter)?;
        let scaled = mean.mul_pow2(2).floor();
        Ok(freedom + i64::try_from(scaled).unwrap_or(0))
    }
}
