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
    work::{Sides, Work},
};
use crate::{Game, game::Id, number_up_star::compare_infinitesimal};

/// Stands for the form under canonicalisation in comparisons.
pub(super) const FORM: Id = Id(u32::MAX);

/// A form `{left|right}` with known facts that has no record (yet).
#[derive(Debug)]
pub(super) struct Form {
    pub(super) facts: Facts,
    pub(super) options: Sides,
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

/// A comparison `a ≤ b` under way: its children are `b ≤ a^L` and `b^R ≤ a`; one that holds refutes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    a: Id,
    b: Id,
    /// Where its undecided children start in the list of pending ones.
    pending: usize,
}

/// A bounded, lossy memory of comparisons that took a search. One entry is one word: two 31-bit
/// handles, the answer and a mark, so that concurrent use needs no lock and can never mix two answers.
#[derive(Debug, Default)]
pub(super) struct OrderCache {
    tiers: [OnceLock<Box<[AtomicU64]>>; TIERS.len()],
}

/// log2 of the sizes of the caches, and the index of the first record for which each is used: a store of few
/// values does not touch much memory.
const TIERS: [(u32, u32); 3] = [(12, 0), (16, 1 << 14), (20, 1 << 17)];

impl OrderCache {
    /// Asks the handles, not the store, how large the store is: the count of records is written by every
    /// thread that makes one, and this is read at every comparison.
    fn cell(&self, a: Id, b: Id) -> (&AtomicU64, u64) {
        let key = u64::from(a.0) << 31 | u64::from(b.0);
        let is_late = |id: Id, from: u32| !id.is_inline() && id.0 >= from;
        let tier = (1..TIERS.len()).rev().find(|&tier| {
            let from = TIERS[tier].1;
            self.tiers[tier].get().is_some() || is_late(a, from) || is_late(b, from)
        });
        let tier = tier.unwrap_or(0);
        let bits = TIERS[tier].0;
        let cache = self.tiers[tier]
            .get_or_init(|| (0..1usize << bits).map(|_| AtomicU64::new(0)).collect());
        let slot = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - bits);
        (&cache[slot as usize], key << 2)
    }

    pub(super) fn bytes(&self) -> usize {
        let cells = |tier: &OnceLock<Box<[AtomicU64]>>| tier.get().map_or(0, |cells| cells.len());
        8 * self.tiers.iter().map(cells).sum::<usize>()
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
        self.le_beyond_landmarks(a, b)
    }

    /// `other ≤ option` for an option of Left, `option ≤ other` for one of Right, if facts decide it. Most
    /// options fall at the landmarks, before the rest of the record is looked at.
    #[inline]
    pub(super) fn le_with_facts(&self, option: Id, player: Player, other: &Facts) -> Option<bool> {
        let signature = self.signature(option);
        let (allowed, proved) = match player {
            Player::Left => (
                other.signature.allows_le(signature),
                other.signature.proves_le(signature),
            ),
            Player::Right => (
                signature.allows_le(other.signature),
                signature.proves_le(other.signature),
            ),
        };
        if !allowed || proved {
            return Some(allowed);
        }
        let facts = self.facts_with(option, signature);
        match player {
            Player::Left => self.le_beyond_landmarks(other, &facts),
            Player::Right => self.le_beyond_landmarks(&facts, other),
        }
    }

    /// [`Store::le_by_facts`] when the signatures leave it open.
    #[inline]
    fn le_beyond_landmarks(&self, a: &Facts, b: &Facts) -> Option<bool> {
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

    /// `a ≤ b` without a search, if possible, for values (not the form).
    #[inline]
    fn le_at_once(&self, a: Id, b: Id) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        if a.is_inline() && b.is_inline() {
            return Some(Store::le_inline(a, b));
        }
        self.le_by_facts(&self.facts(a), &self.facts(b))
    }

    fn remembered(&self, a: Id, b: Id, work: &Work<'_>) -> Option<bool> {
        if a == FORM {
            return work.form_memo.get((b, true));
        }
        if b == FORM {
            return work.form_memo.get((a, false));
        }
        let (cell, key) = self.order_cache.cell(a, b);
        let entry = cell.load(Relaxed);
        (entry & !1 == key | 2).then_some(entry & 1 == 1)
    }

    fn remember(&self, a: Id, b: Id, answer: bool, work: &mut Work<'_>) {
        if a == FORM {
            work.form_memo.insert((b, true), answer);
        } else if b == FORM {
            work.form_memo.insert((a, false), answer);
        } else {
            let (cell, key) = self.order_cache.cell(a, b);
            cell.store(key | 2 | u64::from(answer), Relaxed);
        }
    }

    /// `a ≤ b` for two handles (or the form under canonicalisation).
    #[inline]
    pub(super) fn le_in(&self, a: Id, b: Id, work: &mut Work<'_>) -> Result<bool, StopReason> {
        let at_once = if a == FORM || b == FORM {
            self.le_by_facts(&self.facts_in(a, work), &self.facts_in(b, work))
        } else {
            self.le_at_once(a, b)
        };
        match at_once {
            Some(answer) => Ok(answer),
            None => self.le_by_search(a, b, work),
        }
    }

    /// `a ≤ b` by looking at options, for a question that facts leave open.
    pub(super) fn le_by_search(
        &self,
        a: Id,
        b: Id,
        work: &mut Work<'_>,
    ) -> Result<bool, StopReason> {
        let floor = (work.frames.len(), work.pending.len());
        let answer = match self.expand(a, b, work) {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => self.run_frames(floor.0, work),
            Err(stop) => Err(stop),
        };
        work.frames.truncate(floor.0);
        work.pending.truncate(floor.1);
        answer
    }

    /// Looks at the children of `a ≤ b`. If facts decide them all, that is the answer; otherwise the
    /// undecided ones become pending under a new frame.
    fn expand(&self, a: Id, b: Id, work: &mut Work<'_>) -> Result<Option<bool>, StopReason> {
        let start = work.pending.len();
        let (a_facts, b_facts) = (self.facts_in(a, work), self.facts_in(b, work));
        let refuted = self.expand_side(a, Player::Left, b, &b_facts, work)?
            || self.expand_side(b, Player::Right, a, &a_facts, work)?;
        if refuted {
            work.pending.truncate(start);
            return Ok(Some(false));
        }
        if work.pending.len() == start {
            return Ok(Some(true));
        }
        // Only questions that need more than facts are worth remembering.
        if let Some(answer) = self.remembered(a, b, work) {
            work.pending.truncate(start);
            return Ok(Some(answer));
        }
        work.frames.push(Frame {
            a,
            b,
            pending: start,
        });
        Ok(None)
    }

    /// The children from the options of one game: `other ≤ x` for its Left options x, `x ≤ other` for its
    /// Right options. True as soon as one is known to hold.
    #[inline]
    fn expand_side(
        &self,
        game: Id,
        player: Player,
        other: Id,
        other_facts: &Facts,
        work: &mut Work<'_>,
    ) -> Result<bool, StopReason> {
        if game == FORM {
            for index in 0..work.form.options[player.index()].len() {
                let option = work.form.options[player.index()][index];
                if self.expand_child(option, player, other, other_facts, work)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        self.any_option(game, player, |option| {
            self.expand_child(option, player, other, other_facts, work)
        })
    }

    #[inline]
    fn expand_child(
        &self,
        option: Id,
        player: Player,
        other: Id,
        other_facts: &Facts,
        work: &mut Work<'_>,
    ) -> Result<bool, StopReason> {
        work.step()?;
        if option == other {
            return Ok(true);
        }
        match self.le_with_facts(option, player, other_facts) {
            Some(holds) => Ok(holds),
            None => {
                work.pending.push(match player {
                    Player::Left => (other, option),
                    Player::Right => (option, other),
                });
                Ok(false)
            }
        }
    }

    /// Works off the frames above `floor`; the answer is that of the lowest of them.
    fn run_frames(&self, floor: usize, work: &mut Work<'_>) -> Result<bool, StopReason> {
        loop {
            work.step()?;
            let Some(&top) = work.frames.last() else {
                return Ok(true);
            };
            let mut answer = true;
            if work.pending.len() > top.pending
                && let Some((a, b)) = work.pending.pop()
            {
                match self.expand(a, b, work)? {
                    None | Some(false) => continue,
                    Some(true) => answer = false,
                }
            }
            // Hand the answer up; a child that holds settles its parent, and so on.
            loop {
                let Some(done) = work.frames.pop() else {
                    return Ok(answer);
                };
                work.pending.truncate(done.pending);
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

    pub(super) fn compare_in(
        &self,
        a: Id,
        b: Id,
        work: &mut Work<'_>,
    ) -> Result<Relation, StopReason> {
        if a == b {
            return Ok(Relation::Equal);
        }
        if a.is_inline() && b.is_inline() {
            let (le, ge) = (Store::le_inline(a, b), Store::le_inline(b, a));
            return Ok(Relation::from_le_ge(le, ge));
        }
        // Equal values have equal handles, so at most one direction holds.
        let (a_facts, b_facts) = (self.facts(a), self.facts(b));
        let le = self.le_by_facts(&a_facts, &b_facts);
        if le == Some(true) {
            return Ok(Relation::Less);
        }
        let ge = self.le_by_facts(&b_facts, &a_facts);
        if ge == Some(true) {
            return Ok(Relation::Greater);
        }
        if le.is_none() && self.le_by_search(a, b, work)? {
            return Ok(Relation::Less);
        }
        let ge = ge.is_none() && self.le_by_search(b, a, work)?;
        Ok(Relation::from_le_ge(false, ge))
    }

    /// How two values compare, if facts decide it.
    #[inline]
    fn compare_at_once(&self, a: Id, b: Id) -> Option<Relation> {
        if a == b {
            return Some(Relation::Equal);
        }
        if a.is_inline() && b.is_inline() {
            let (le, ge) = (Store::le_inline(a, b), Store::le_inline(b, a));
            return Some(Relation::from_le_ge(le, ge));
        }
        if !a.is_inline() && !b.is_inline() {
            const EXACT: u16 = flag::LEFT_IN_LANDMARKS | flag::RIGHT_IN_LANDMARKS;
            let (x, y) = (self.record(a), self.record(b));
            let exact = x.flags() & y.flags() & EXACT == EXACT;
            let (x, y) = (x.signature(), y.signature());
            let (le, ge) = (x.allows_le(y), y.allows_le(x));
            if exact || !(le | ge) {
                return Some(Relation::from_le_ge(le, ge));
            }
        }
        let (a, b) = (self.facts(a), self.facts(b));
        let le = self.le_by_facts(&a, &b)?;
        if le {
            return Some(Relation::Less);
        }
        let ge = self.le_by_facts(&b, &a)?;
        Some(Relation::from_le_ge(false, ge))
    }

    /// `a ≤ b`: Left, moving second, wins `b - a`.
    #[must_use]
    #[inline]
    pub fn le(&self, a: Game, b: Game) -> bool {
        let (a, b) = (self.unwrap(a), self.unwrap(b));
        match self.le_at_once(a, b) {
            Some(answer) => answer,
            None => self.unlimited(|work| self.le_by_search(a, b, work)),
        }
    }

    /// [`Store::le`] under a meter.
    #[inline]
    pub fn try_le(&self, a: Game, b: Game, meter: &Meter) -> Result<bool, StopReason> {
        let (a, b) = (self.unwrap(a), self.unwrap(b));
        match self.le_at_once(a, b) {
            Some(answer) => Ok(answer),
            None => self.le_in(a, b, &mut Work::new(meter)),
        }
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
        match self.compare_at_once(a, b) {
            Some(relation) => relation,
            None => self.unlimited(|work| self.compare_in(a, b, work)),
        }
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
