//! The partial order of games.
//!
//! G ≤ H iff no G^L ≥ H and no H^R ≤ G (Conway). Most questions are answered by the facts of the two
//! values; the rest by a search with an explicit stack and a bounded memory of earlier answers.

use std::{
    cmp::Ordering,
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use sidle_core::{Meter, Outcome, Player, Relation, StopReason};

use super::{
    Store,
    facts::{Facts, flag},
    landmarks::Signature,
    work::Work,
};
use crate::{Game, game::Id, number_up_star::compare_infinitesimal};

/// Stands for the form under canonicalisation in comparisons.
pub(super) const FORM: Id = Id(u32::MAX);

/// A form `{left|right}` with known facts that has no record (yet).
#[derive(Debug)]
pub(super) struct Form {
    pub(super) facts: Facts,
    pub(super) options: [Vec<Id>; 2],
}

impl Default for Form {
    fn default() -> Form {
        let facts = Facts {
            signature: Signature::default(),
            flags: 0,
            stops: [Id::ZERO; 2],
        };
        Form {
            facts,
            options: Default::default(),
        }
    }
}

/// A comparison `a ≤ b` under way: its children are `b ≤ a^L` and then `b^R ≤ a`; one that holds
/// refutes it.
#[derive(Debug)]
pub(super) struct Frame {
    a: Id,
    b: Id,
    next: usize,
}

/// What a running comparison does next.
enum Step {
    /// It is decided.
    Decided(bool),
    /// It asks a child, and goes on with the one of that index afterwards.
    Ask(Id, Id, usize),
}

/// A bounded, lossy memory of comparisons that took a search. One entry is one word: two 31-bit
/// handles, the answer and a mark, so that concurrent use needs no lock and can never mix two answers.
#[derive(Debug, Default)]
pub(super) struct OrderCache {
    small: OnceLock<Box<[AtomicU64]>>,
    large: OnceLock<Box<[AtomicU64]>>,
}

const SMALL: u32 = 12;
const LARGE: u32 = 20;
/// From this many records on the large cache is used.
const LARGE_FROM: u64 = 1 << 14;

impl OrderCache {
    fn cell(&self, a: Id, b: Id, records: u64) -> (&AtomicU64, u64) {
        let key = u64::from(a.0) << 31 | u64::from(b.0);
        let (cache, bits) = if records < LARGE_FROM {
            (&self.small, SMALL)
        } else {
            (&self.large, LARGE)
        };
        let cache = cache.get_or_init(|| (0..1usize << bits).map(|_| AtomicU64::new(0)).collect());
        let slot = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - bits);
        (&cache[slot as usize], key << 2)
    }

    pub(super) fn bytes(&self) -> usize {
        let size =
            |cache: &OnceLock<Box<[AtomicU64]>>| cache.get().map_or(0, |cells| 8 * cells.len());
        size(&self.small) + size(&self.large)
    }
}

impl Store {
    /// Facts of a value or of the form under canonicalisation.
    #[inline]
    fn facts_in(&self, id: Id, work: &Work<'_>) -> Facts {
        if id == FORM {
            work.form.facts
        } else {
            self.facts(id)
        }
    }

    /// `a ≤ b` from facts alone, if they decide it.
    #[inline]
    pub(super) fn le_by_facts(&self, a: &Facts, b: &Facts) -> Option<bool> {
        if !a.signature.allows_le(b.signature) {
            return Some(false);
        }
        if a.signature.proves_le(b.signature) {
            return Some(true);
        }
        if a.has(flag::LEFT_IN_LANDMARKS) && b.has(flag::RIGHT_IN_LANDMARKS) {
            return Some(true);
        }
        self.le_by_stops(a, b)
    }

    /// What the stops say of `a ≤ b`. If one side is a number this always decides.
    #[inline]
    fn le_by_stops(&self, a: &Facts, b: &Facts) -> Option<bool> {
        if a.has(flag::NUMBER) || b.has(flag::NUMBER) {
            // G ≤ x iff LS(G) < x, or LS(G) = x and G ≤ LS(G); and dually for x ≤ G.
            let by = if b.has(flag::NUMBER) {
                Player::Left
            } else {
                Player::Right
            };
            let meets = if by == Player::Left {
                a.has(flag::MEETS_LEFT_STOP)
            } else {
                b.has(flag::MEETS_RIGHT_STOP)
            };
            return Some(
                match self.compare_numbers(a.stops[by.index()], b.stops[by.index()]) {
                    Ordering::Less => true,
                    Ordering::Equal => meets,
                    Ordering::Greater => false,
                },
            );
        }
        for (player, meets) in [
            (Player::Left, flag::MEETS_LEFT_STOP),
            (Player::Right, flag::MEETS_RIGHT_STOP),
        ] {
            let i = player.index();
            match self.compare_numbers(a.stops[i], b.stops[i]) {
                Ordering::Greater => return Some(false),
                Ordering::Less => {}
                Ordering::Equal => {
                    // a ≤ b ≤ LS needs a ≤ LS; RS ≤ a ≤ b needs RS ≤ b.
                    let (has, needs) = if player == Player::Left {
                        (b, a)
                    } else {
                        (a, b)
                    };
                    if has.has(meets) && !needs.has(meets) {
                        return Some(false);
                    }
                }
            }
        }
        // LS(a) < RS(b): every number in between separates them.
        if self.compare_numbers(a.stops[0], b.stops[1]) == Ordering::Less {
            return Some(true);
        }
        None
    }

    /// `a ≤ b` for values that live in handles.
    #[inline]
    fn le_inline(a: Id, b: Id) -> bool {
        match a.key().cmp(&b.key()) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => {
                let ups = i128::from(a.ups()) - i128::from(b.ups());
                compare_infinitesimal(ups, u64::from(a.star() ^ b.star())).is_le()
            }
        }
    }

    /// `a ≤ b` without a search, if possible.
    #[inline]
    fn le_at_once(&self, a: Id, b: Id, work: &Work<'_>) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        if a != FORM && b != FORM && a.is_inline() && b.is_inline() {
            return Some(Store::le_inline(a, b));
        }
        self.le_by_facts(&self.facts_in(a, work), &self.facts_in(b, work))
            .or_else(|| self.remembered(a, b, work))
    }

    fn remembered(&self, a: Id, b: Id, work: &Work<'_>) -> Option<bool> {
        if a == FORM {
            return work.form_memo.get(&(b, true)).copied();
        }
        if b == FORM {
            return work.form_memo.get(&(a, false)).copied();
        }
        let (cell, key) = self.order_cache.cell(a, b, self.records.len());
        let entry = cell.load(Relaxed);
        (entry & !1 == key | 2).then_some(entry & 1 == 1)
    }

    fn remember(&self, a: Id, b: Id, answer: bool, work: &mut Work<'_>) {
        if a == FORM {
            work.form_memo.insert((b, true), answer);
        } else if b == FORM {
            work.form_memo.insert((a, false), answer);
        } else {
            let (cell, key) = self.order_cache.cell(a, b, self.records.len());
            cell.store(key | 2 | u64::from(answer), Relaxed);
        }
    }

    /// The children of the question `a ≤ b`.
    fn child(&self, a: Id, b: Id, index: usize, work: &Work<'_>) -> Option<(Id, Id)> {
        let count = self.option_count_in(a, Player::Left, work);
        if index < count {
            return Some((b, self.option_in(a, Player::Left, index, work)));
        }
        let index = index - count;
        (index < self.option_count_in(b, Player::Right, work))
            .then(|| (self.option_in(b, Player::Right, index, work), a))
    }

    #[inline]
    fn option_count_in(&self, id: Id, player: Player, work: &Work<'_>) -> usize {
        if id == FORM {
            work.form.options[player.index()].len()
        } else {
            self.option_list(id, player).len()
        }
    }

    #[inline]
    fn option_in(&self, id: Id, player: Player, index: usize, work: &Work<'_>) -> Id {
        if id == FORM {
            work.form.options[player.index()][index]
        } else {
            self.option_list(id, player).get(index)
        }
    }

    /// `a ≤ b` for two handles (or the form under canonicalisation).
    pub(super) fn le_in(&self, a: Id, b: Id, work: &mut Work<'_>) -> Result<bool, StopReason> {
        match self.le_at_once(a, b, work) {
            Some(answer) => Ok(answer),
            None => self.le_by_search(a, b, work),
        }
    }

    fn le_by_search(&self, a: Id, b: Id, work: &mut Work<'_>) -> Result<bool, StopReason> {
        let floor = work.frames.len();
        work.frames.push(Frame { a, b, next: 0 });
        let answer = self.run_frames(floor, work);
        work.frames.truncate(floor);
        answer
    }

    fn run_frames(&self, floor: usize, work: &mut Work<'_>) -> Result<bool, StopReason> {
        loop {
            work.step()?;
            let Some(frame) = work.frames.last() else {
                return Ok(true);
            };
            let (a, b, next) = (frame.a, frame.b, frame.next);
            let mut answer = match self.next_child(a, b, next, work)? {
                Step::Decided(answer) => answer,
                Step::Ask(a, b, next) => {
                    if let Some(frame) = work.frames.last_mut() {
                        frame.next = next;
                    }
                    work.frames.push(Frame { a, b, next: 0 });
                    continue;
                }
            };
            // Hand the answer up; a child that holds settles its parent, and so on.
            loop {
                let Some(done) = work.frames.pop() else {
                    return Ok(answer);
                };
                self.remember(done.a, done.b, answer, work);
                if work.frames.len() == floor {
                    return Ok(answer);
                }
                if !answer {
                    break;
                }
                answer = false;
            }
        }
    }

    /// Goes through the children of `a ≤ b` from `next` on until one needs a search of its own.
    fn next_child(
        &self,
        a: Id,
        b: Id,
        next: usize,
        work: &mut Work<'_>,
    ) -> Result<Step, StopReason> {
        // A child that is known to hold refutes at once, so look for one before any search.
        if next == 0 && self.has_known_child(a, b, work)? {
            return Ok(Step::Decided(false));
        }
        let mut next = next;
        while let Some((c, d)) = self.child(a, b, next, work) {
            next += 1;
            match self.le_at_once(c, d, work) {
                Some(true) => return Ok(Step::Decided(false)),
                Some(false) => {}
                None => return Ok(Step::Ask(c, d, next)),
            }
        }
        Ok(Step::Decided(true))
    }

    fn has_known_child(&self, a: Id, b: Id, work: &mut Work<'_>) -> Result<bool, StopReason> {
        let mut index = 0;
        while let Some((c, d)) = self.child(a, b, index, work) {
            work.step()?;
            if self.le_at_once(c, d, work) == Some(true) {
                return Ok(true);
            }
            index += 1;
        }
        Ok(false)
    }

    pub(super) fn compare_in(
        &self,
        a: Id,
        b: Id,
        work: &mut Work<'_>,
    ) -> Result<Relation, StopReason> {
        if a == b {
            return Ok(Relation::Equal);
        }
        // Equal values have equal handles, so at most one direction holds.
        let le = self.le_in(a, b, work)?;
        let ge = !le && self.le_in(b, a, work)?;
        Ok(Relation::from_le_ge(le, ge))
    }

    /// `a ≤ b`: Left, moving second, wins `b - a`.
    #[must_use]
    #[inline]
    pub fn le(&self, a: Game, b: Game) -> bool {
        let (a, b) = (self.unwrap(a), self.unwrap(b));
        self.unlimited(|work| self.le_in(a, b, work))
    }

    /// [`Store::le`] under a meter.
    pub fn try_le(&self, a: Game, b: Game, meter: &Meter) -> Result<bool, StopReason> {
        self.le_in(self.unwrap(a), self.unwrap(b), &mut Work::new(meter))
    }

    /// How `a` compares with `b`.
    ///
    /// ```
    /// # use sidle_values::Store;
    /// # use sidle_core::Relation;
    /// let store = Store::new();
    /// assert_eq!(store.compare(store.nimber(1), store.zero()), Relation::Fuzzy);
    /// ```
    #[must_use]
    #[inline]
    pub fn compare(&self, a: Game, b: Game) -> Relation {
        let (a, b) = (self.unwrap(a), self.unwrap(b));
        self.unlimited(|work| self.compare_in(a, b, work))
    }

    /// [`Store::compare`] under a meter.
    pub fn try_compare(&self, a: Game, b: Game, meter: &Meter) -> Result<Relation, StopReason> {
        self.compare_in(self.unwrap(a), self.unwrap(b), &mut Work::new(meter))
    }

    /// Who wins.
    #[must_use]
    pub fn outcome(&self, game: Game) -> Outcome {
        Outcome::from(self.compare(game, self.zero()))
    }
}
