//! Who wins, without canonical forms of large parts.
//!
//! A sum is kept as its parts that are too large to be worked out, and one canonical value for all the
//! others together. Because Right to move in G is Left to move in −G, there is only one question: does
//! Left, to move, win? After each move the sum falls into parts again; small parts go into the value,
//! and a part and its negative cancel where the game is known to end.
//!
//! Large parts are numbered, and what a move in a part leads to is worked out once for each part, however
//! many sums it occurs in. A sum is then a few numbers and a value.
//!
//! What is decided becomes a [fact](crate::facts) about the parts, from which answers for other values follow. A
//! part that turns out to be at most and at least the same value is replaced by it from then on (equal games
//! can be exchanged in sums). Of moves that leave the same parts only those with the best values are looked at (domination).
//!
//! The search is depth first with an explicit stack. A line that comes back
//! to a sum on its own path gives the search up ([`SolveError::Loopy`]); every answer rests on finite
//! lines only, so it holds whether or not there are cycles elsewhere.

use std::sync::Arc;

use sidle_core::{Meter, Player, Relation, Ticker};
use sidle_values::{Game, Store};

use crate::{
    SolveError,
    bounds::{self, Bounds},
    decided::{Change, Large, Ledger, Sum},
    facts::{NEGATED, Signed},
};

/// What the moves of a player in a large part lead to: all that the search asks of positions, so that it is
/// compiled once and not for each type of them.
pub(crate) trait Expand {
    fn changes(
        &mut self,
        number: u32,
        player: Player,
        ledger: &mut Ledger,
    ) -> Result<Vec<Change>, SolveError>;
}

/// A line of play with more moves is taken for one that never ends.
pub(crate) const MOST_MOVES: usize = 1_000_000;

struct Frame {
    sum: Sum,
    /// The sums after Left's moves, negated so that Left is to move again; the best last.
    replies: Vec<Sum>,
}

/// A search with its table.
pub(crate) struct Search<'a> {
    moves: &'a mut dyn Expand,
    store: &'a Store,
    ledger: &'a mut Ledger,
    meter: &'a Meter,
    ticker: Ticker<'a>,
    max_sums: usize,
    /// The parts of the sum that is being put together.
    scratch: Vec<Signed>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        moves: &'a mut dyn Expand,
        store: &'a Store,
        ledger: &'a mut Ledger,
        meter: &'a Meter,
        max_bytes: usize,
    ) -> Search<'a> {
        let bytes = size_of::<Sum>() + 64;
        Search {
            moves,
            store,
            ledger,
            meter,
            ticker: meter.ticker(),
            max_sums: (max_bytes / bytes).max(1000),
            scratch: Vec::new(),
        }
    }

    /// Does Left, to move, win the sum?
    pub(crate) fn wins(&mut self, sum: Sum) -> Result<bool, SolveError> {
        let answer = self.decide(sum);
        if answer.is_err() {
            self.ledger.on_path.clear();
        }
        answer
    }

    /// What the moves of a player in a large part lead to.
    fn changes(&mut self, number: u32, player: Player) -> Result<Arc<[Change]>, SolveError> {
        if let Some(changes) = &self.ledger.parts[number as usize].changes[player.index()] {
            return Ok(changes.clone());
        }
        let changes = self.moves.changes(number, player, self.ledger)?;
        let bytes = changes
            .iter()
            .map(|change| size_of::<Change>() + 4 * change.parts.len());
        self.ticker.node(bytes.sum())?;
        let changes: Arc<[Change]> = changes.into();
        self.ledger.parts[number as usize].changes[player.index()] = Some(changes.clone());
        Ok(changes)
    }

    /// What is known of the sum of the parts in `scratch` and a value at once.
    fn known(&mut self, parts: &[Signed], value: Game) -> Result<Option<bool>, SolveError> {
        if parts.is_empty() {
            let relation = self
                .store
                .try_compare(value, self.store.zero(), self.meter)?;
            return Ok(Some(matches!(
                relation,
                Relation::Greater | Relation::Fuzzy
            )));
        }
        let (facts, known) = (&self.ledger.facts, &self.ledger.parts);
        if let Some(answer) = facts.wins(parts, value, self.store, self.meter)? {
            return Ok(Some(answer));
        }
        let bounds = |part: Signed| known[(part >> 1) as usize].bounds;
        Ok(bounds::decide(
            parts, value, bounds, self.store, self.meter,
        )?)
    }

    fn decide(&mut self, root: Sum) -> Result<bool, SolveError> {
        if let Some(answer) = self.known(&root.parts, root.value)? {
            return Ok(answer);
        }
        let mut path = Vec::new();
        let mut last = self.enter(root, &mut path)?.unwrap_or_default();
        // `last` is the answer for the reply that was looked at last; a reply that loses wins here.
        let mut fresh = true;
        while let Some(frame) = path.last_mut() {
            self.ticker.step()?;
            if !fresh && !last {
                self.leave(&mut path, true)?;
                last = true;
                continue;
            }
            fresh = true;
            let Some(reply) = frame.replies.pop() else {
                self.leave(&mut path, false)?;
                (last, fresh) = (false, false);
                continue;
            };
            if let Some(answer) = self.known(&reply.parts, reply.value)? {
                (last, fresh) = (answer, false);
                continue;
            }
            if let Some(answer) = self.enter(reply, &mut path)? {
                (last, fresh) = (answer, false);
            }
        }
        Ok(last)
    }

    fn leave(&mut self, path: &mut Vec<Frame>, wins: bool) -> Result<(), SolveError> {
        if let Some(frame) = path.pop() {
            if !self.ledger.all_end {
                self.ledger.on_path.remove(&frame.sum);
            }
            self.settle(&frame.sum, wins)?;
        }
        Ok(())
    }

    fn settle(&mut self, sum: &Sum, wins: bool) -> Result<(), SolveError> {
        let (store, meter) = (self.store, self.meter);
        let facts = &mut self.ledger.facts;
        if facts.len() >= self.max_sums {
            facts.clear();
        }
        facts.settle(&sum.parts, sum.value, wins, store, meter)?;
        if let [part] = sum.parts[..] {
            let number = part >> 1;
            if !wins {
                // P + v ≤ 0, or −P + v ≤ 0.
                let bounds = Bounds::of(sum.value, store, meter)?;
                let own = &mut self.ledger.parts[number as usize].bounds;
                match part & NEGATED {
                    NEGATED => own.raise_to(bounds),
                    _ => own.lower_to(bounds.turned()),
                }
            }
            if let Some(value) = facts.value_of(number) {
                self.ledger.parts[number as usize].value = Some(value);
            }
        }
        Ok(())
    }

    /// Puts a sum at the end of the path, or answers at once if one of the replies is known to lose.
    fn enter(&mut self, sum: Sum, path: &mut Vec<Frame>) -> Result<Option<bool>, SolveError> {
        self.ticker
            .node(size_of::<Sum>() + 4 * sum.parts.len() + 16)?;
        self.meter.at_depth(path.len() + 1);
        if path.len() >= MOST_MOVES {
            return Err(SolveError::Endless(MOST_MOVES));
        }
        let mut replies = Replies::default();
        for (i, &signed) in sum.parts.iter().enumerate() {
            // The same part twice has the same moves.
            if i > 0 && sum.parts[i - 1] == signed {
                continue;
            }
            let player = match signed & NEGATED {
                NEGATED => Player::Right,
                _ => Player::Left,
            };
            let changes = self.changes(signed >> 1, player)?;
            for change in changes.iter() {
                self.ticker.step()?;
                // Of the sum after the move, negated.
                let turn = (signed & NEGATED) ^ NEGATED;
                let mut parts = std::mem::take(&mut self.scratch);
                parts.clear();
                let rest = sum.parts.iter().enumerate().filter(|(j, _)| *j != i);
                parts.extend(rest.map(|(_, part)| part ^ NEGATED));
                let own = match signed & NEGATED {
                    NEGATED => self.store.try_negative(change.value, self.meter)?,
                    _ => change.value,
                };
                let value = self.store.try_add(sum.value, own, self.meter)?;
                let mut value = self.store.try_negative(value, self.meter)?;
                for part in change.parts.iter() {
                    let part = part ^ turn;
                    match self.ledger.parts[(part >> 1) as usize].value {
                        Some(known) => {
                            let known = match part & NEGATED {
                                NEGATED => self.store.try_negative(known, self.meter)?,
                                _ => known,
                            };
                            value = self.store.try_add(value, known, self.meter)?;
                        }
                        None => join(&self.ledger.parts, &mut parts, part),
                    }
                }
                parts.sort_unstable();
                let wins = self.consider(&parts, value, &mut replies)?;
                self.scratch = parts;
                if wins {
                    self.settle(&sum, true)?;
                    return Ok(Some(true));
                }
            }
        }
        let values: Vec<Game> = self.store.options(sum.value, Player::Left).collect();
        let turned: Vec<Signed> = sum.parts.iter().map(|part| part ^ NEGATED).collect();
        let mut turned = turned;
        turned.sort_unstable();
        for option in values {
            self.ticker.step()?;
            let value = self.store.try_negative(option, self.meter)?;
            if self.consider(&turned, value, &mut replies)? {
                self.settle(&sum, true)?;
                return Ok(Some(true));
            }
        }
        if !self.ledger.all_end && !self.ledger.on_path.insert(sum.clone()) {
            return Err(SolveError::Loopy {
                asked: "outcome by search",
            });
        }
        path.push(Frame {
            sum,
            replies: replies.sorted(),
        });
        Ok(None)
    }

    /// The atomic weight of a value, in quarters, where it has one.
    fn weight(&mut self, value: Game) -> Result<i64, SolveError> {
        if let Some(&weight) = self.ledger.weights.get(&value) {
            return Ok(weight);
        }
        let weight = match self.store.is_all_small(value) {
            true => self.store.try_atomic_weight(value, self.meter)?,
            false => None,
        };
        let weight = match weight {
            Some(weight) => {
                let mean = self.store.try_mean(weight, self.meter)?;
                i64::try_from(mean.mul_pow2(2).floor()).unwrap_or(0)
            }
            None => 0,
        };
        self.ledger.weights.insert(value, weight);
        Ok(weight)
    }

    /// Looks at a reply: true if it is known to lose, which decides the sum before it.
    fn consider(
        &mut self,
        parts: &[Signed],
        value: Game,
        replies: &mut Replies,
    ) -> Result<bool, SolveError> {
        match self.known(parts, value)? {
            Some(false) => return Ok(true),
            Some(true) => return Ok(false),
            None => {}
        }
        let mut freedom = 0;
        let mut size = 0;
        for part in parts {
            let large = &self.ledger.parts[(part >> 1) as usize];
            let [left, right] = large.counts.map(i64::from);
            let more = 4 * (left - right) + large.bounds.middle().unwrap_or(0);
            freedom += if part & NEGATED == 0 { more } else { -more };
            size += left + right;
        }
        // Of replies with the same parts the one with the least value is enough: whoever is to move there
        // loses it if they lose another.
        let found = &mut replies.found;
        let mut i = 0;
        while i < found.len() {
            let other = &found[i].2;
            if found[i].1 != size || *other.parts != *parts {
                i += 1;
            } else if self.store.try_le(other.value, value, self.meter)? {
                return Ok(false);
            } else if self.store.try_le(value, other.value, self.meter)? {
                found.swap_remove(i);
            } else {
                i += 1;
            }
        }
        let weight = self.weight(value)?;
        let mean = self.store.try_mean(value, self.meter)?;
        let scaled = i64::try_from(mean.mul_pow2(2).floor()).unwrap_or(0);
        replies.found.push((
            freedom + scaled + 2 * (weight + size),
            size,
            Sum {
                parts: parts.into(),
                value,
            },
        ));
        Ok(false)
    }
}

/// Replies with a guess at how good they are for the player to move in them, and how many moves there are. The
/// guess is how free the player is (moves of theirs less moves of the opponent, with the middle of the bounds and the
/// mean of the value in the same unit, or its atomic weight) and how much there is left to play.
#[derive(Default)]
struct Replies {
    found: Vec<(i64, i64, Sum)>,
}

impl Replies {
    /// The best last: least freedom for the opponent, then least left to play.
    fn sorted(mut self) -> Vec<Sum> {
        self.found
            .sort_by_key(|(freedom, size, _)| std::cmp::Reverse((*freedom, *size)));
        self.found.into_iter().map(|(_, _, sum)| sum).collect()
    }
}

/// Adds a part; it cancels with its negative if the game is known to end.
pub(crate) fn join(known: &[Large], parts: &mut Vec<Signed>, signed: Signed) {
    if known[(signed >> 1) as usize].ends
        && let Some(twin) = parts.iter().position(|other| *other == signed ^ NEGATED)
    {
        parts.swap_remove(twin);
        return;
    }
    parts.push(signed);
}
