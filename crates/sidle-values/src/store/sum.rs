//! Disjunctive sums.
//!
//! Number-up-stars add by formula. Adding a number to anything else shifts all options (Number
//! Translation Theorem). Otherwise the options of G + H are the sums G^L + H and G + H^L; because G and
//! H are canonical and order is translation invariant, options from the same summand are incomparable,
//! so only the two groups have to be compared with each other.

use sidle_core::{Meter, Player, StopReason};
use smallvec::{SmallVec, smallvec};

use super::{
    Store,
    facts::{Facts, flag},
    landmarks::Signature,
    sum_table::Sums,
    work::{Sides, Work},
};
use crate::{Game, game::Id};

impl Store {
    /// The sum if no new work is needed.
    #[inline]
    fn known_sum(
        &self,
        a: Id,
        b: Id,
        sums: &Sums,
        work: &mut Work<'_>,
    ) -> Result<Option<Id>, StopReason> {
        if a.is_inline() && b.is_inline() {
            if let Some(sum) = a.add_inline(b) {
                return Ok(Some(sum));
            }
        } else if a == Id::ZERO {
            return Ok(Some(b));
        } else if b == Id::ZERO {
            return Ok(Some(a));
        } else if let Some(sum) = sums.get(a, b) {
            return Ok(Some(sum));
        }
        self.sum_of_number_up_stars(a, b, work)
    }

    /// The sum of two number-up-stars, of which at least one is too large for a handle.
    fn sum_of_number_up_stars(
        &self,
        a: Id,
        b: Id,
        work: &mut Work<'_>,
    ) -> Result<Option<Id>, StopReason> {
        if self.id_is_number_up_star(a) && self.id_is_number_up_star(b) {
            let both = (self.to_number_up_star(a), self.to_number_up_star(b));
            if let (Some(x), Some(y)) = both {
                let sum = x.checked_add(&y).ok_or(StopReason::StoreFull)?;
                return self.number_up_star_id(&sum, work).map(Some);
            }
        }
        Ok(None)
    }

    pub(super) fn add_in(&self, a: Id, b: Id, work: &mut Work<'_>) -> Result<Id, StopReason> {
        let mut sums = self.sums.now();
        if let Some(sum) = self.known_sum(a, b, &sums, work)? {
            return Ok(sum);
        }
        // Pairs whose sum is wanted; a pair is finished when the sums of its options are known.
        let mut stack: SmallVec<[(Id, Id); 16]> = smallvec![(a, b)];
        let mut last = Id::ZERO;
        while let Some(&(a, b)) = stack.last() {
            work.step()?;
            let height = stack.len();
            let mut sides = work.take_sides();
            let splits = self.options_of_sum([a, b], &mut sides, &mut stack, &sums, work)?;
            if stack.len() == height {
                last = self.sum_from_options(a, b, &mut sides, splits, work)?;
                self.sums.insert(a, b, last);
                stack.pop();
            }
            work.give_sides(sides);
            if stack.is_empty() {
                break;
            }
            sums = self.sums.now();
            while let Some(&(a, b)) = stack.last()
                && let Some(known) = self.known_sum(a, b, &sums, work)?
            {
                last = known;
                stack.pop();
            }
        }
        Ok(last)
    }

    /// Collects the options of `a + b`, those from `a` first, and returns how many those are. Sums that
    /// are not known yet go on the stack; the lists are then of no use.
    fn options_of_sum(
        &self,
        [a, b]: [Id; 2],
        sides: &mut Sides,
        stack: &mut SmallVec<[(Id, Id); 16]>,
        sums: &Sums,
        work: &mut Work<'_>,
    ) -> Result<[usize; 2], StopReason> {
        let mut splits = [0; 2];
        // A number does not move in a sum with something that is none (Number Avoidance).
        let (a_moves, b_moves) = (!self.id_is_number(a), !self.id_is_number(b));
        for player in Player::BOTH {
            let i = player.index();
            for (moves, from, other) in [(a_moves, a, b), (b_moves, b, a)] {
                if moves {
                    let start = sides[i].len();
                    self.append_options(from, player, &mut sides[i], work)?;
                    for option in &mut sides[i][start..] {
                        work.step()?;
                        match self.known_sum(*option, other, sums, work)? {
                            Some(sum) => *option = sum,
                            None => stack.push((*option, other)),
                        }
                    }
                }
                if from == a && splits[i] == 0 {
                    splits[i] = sides[i].len();
                }
            }
        }
        Ok(splits)
    }

    fn sum_from_options(
        &self,
        a: Id,
        b: Id,
        sides: &mut Sides,
        splits: [usize; 2],
        work: &mut Work<'_>,
    ) -> Result<Id, StopReason> {
        if self.id_is_number(a) {
            return self.translated(b, a, sides, work);
        }
        if self.id_is_number(b) {
            return self.translated(a, b, sides, work);
        }
        self.canonicalise_sets(sides, splits, work)
    }

    /// The signature of the game with these options.
    pub(super) fn signature_above(&self, sides: &Sides) -> Signature {
        let mut unions = [0; 2];
        for (player, side) in Player::BOTH.into_iter().zip(sides.iter()) {
            for &option in side {
                let signature = self.facts(option).signature;
                unions[player.index()] |= if player == Player::Left {
                    signature.below
                } else {
                    signature.above
                };
            }
        }
        self.landmarks.signature(unions[0], unions[1])
    }

    /// `game + number`, given the shifted options: they are canonical as they are.
    fn translated(
        &self,
        game: Id,
        number: Id,
        sides: &mut Sides,
        work: &mut Work<'_>,
    ) -> Result<Id, StopReason> {
        sides.iter_mut().for_each(|side| side.sort_unstable());
        let facts = self.facts(game);
        let mut stops = facts.stops;
        for stop in &mut stops {
            *stop = self.add_in(*stop, number, work)?;
        }
        let signature = self.signature_above(sides);
        let flags = facts.flags & (flag::MEETS_LEFT_STOP | flag::MEETS_RIGHT_STOP);
        self.intern_canonical(
            sides,
            Facts {
                signature,
                flags,
                stops,
            },
            work,
        )
    }

    /// The sum `a + b`.
    ///
    /// ```
    /// # use sidle_values::Store;
    /// let store = Store::new();
    /// let star = store.nimber(1);
    /// assert_eq!(store.add(star, star), store.zero());
    /// ```
    #[must_use]
    pub fn add(&self, a: Game, b: Game) -> Game {
        let (a, b) = (self.unwrap(a), self.unwrap(b));
        self.wrap(self.unlimited(|work| self.add_in(a, b, work)))
    }

    /// [`Store::add`] under a meter. What was computed before a stop is kept, so asking again goes on
    /// from there.
    pub fn try_add(&self, a: Game, b: Game, meter: &Meter) -> Result<Game, StopReason> {
        let (a, b) = (self.unwrap(a), self.unwrap(b));
        if a.is_inline()
            && b.is_inline()
            && let Some(sum) = a.add_inline(b)
        {
            return Ok(self.wrap(sum));
        }
        let sum = self.add_in(a, b, &mut Work::new(meter))?;
        Ok(self.wrap(sum))
    }

    /// The difference `a - b`.
    #[must_use]
    pub fn sub(&self, a: Game, b: Game) -> Game {
        self.add(a, self.negative(b))
    }

    /// [`Store::sub`] under a meter.
    pub fn try_sub(&self, a: Game, b: Game, meter: &Meter) -> Result<Game, StopReason> {
        let negative = self.try_negative(b, meter)?;
        self.try_add(a, negative, meter)
    }

    /// `n` copies of a game added up (of its negative, if `n < 0`).
    #[must_use]
    pub fn multiple(&self, game: Game, n: i64) -> Game {
        let id = self.unwrap(game);
        self.wrap(self.unlimited(|work| self.multiple_in(id, n, work)))
    }

    /// [`Store::multiple`] under a meter.
    pub fn try_multiple(&self, game: Game, n: i64, meter: &Meter) -> Result<Game, StopReason> {
        let id = self.unwrap(game);
        self.multiple_in(id, n, &mut Work::new(meter))
            .map(|id| self.wrap(id))
    }

    fn multiple_in(&self, id: Id, n: i64, work: &mut Work<'_>) -> Result<Id, StopReason> {
        let mut power = if n < 0 {
            self.negative_in(id, work)?
        } else {
            id
        };
        let mut rest = n.unsigned_abs();
        let mut sum = Id::ZERO;
        while rest > 0 {
            if rest & 1 == 1 {
                sum = self.add_in(sum, power, work)?;
            }
            rest >>= 1;
            if rest > 0 {
                power = self.add_in(power, power, work)?;
            }
        }
        Ok(sum)
    }
}
