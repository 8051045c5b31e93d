//! Numbers, and number-up-stars that are too large for a handle.

use std::cmp::Ordering;

use parking_lot::RwLock;
use rustc_hash::FxHashMap;
use sidle_core::{Dyadic, StopReason};

use super::{
    Store,
    facts::{Facts, compare_inline_numbers, flag, number_up_star_flags},
    work::Work,
};
use crate::{
    Game, NumberUpStar,
    game::{INLINE_EXPONENTS, Id},
};

/// Number-up-stars with a field out of the handle's range, each with its record.
#[derive(Debug, Default)]
pub(super) struct BigNumbers {
    inner: RwLock<BigInner>,
}

#[derive(Debug, Default)]
struct BigInner {
    values: Vec<NumberUpStar>,
    records: FxHashMap<NumberUpStar, Id>,
}

impl BigNumbers {
    fn get(&self, index: u32) -> NumberUpStar {
        self.inner.read().values[index as usize].clone()
    }

    pub(super) fn bytes(&self) -> usize {
        self.inner.read().values.capacity() * 2 * size_of::<NumberUpStar>()
    }
}

impl Store {
    /// The handle of a number-up-star of any size.
    pub(super) fn number_up_star_id(
        &self,
        value: &NumberUpStar,
        work: &mut Work<'_>,
    ) -> Result<Id, StopReason> {
        match Id::pack(value) {
            Some(id) => Ok(id),
            None => self.big_number_up_star(value, work),
        }
    }

    fn big_number_up_star(
        &self,
        value: &NumberUpStar,
        work: &mut Work<'_>,
    ) -> Result<Id, StopReason> {
        if let Some(&id) = self.big_numbers.inner.read().records.get(value) {
            return Ok(id);
        }
        work.ticker.node(size_of::<NumberUpStar>() * 2 + 48)?;
        // The stop of a value is its number, which gets its own record first.
        let number = if value.is_number() {
            None
        } else {
            Some(self.number_up_star_id(&NumberUpStar::from_number(value.number.clone()), work)?)
        };
        let mut inner = self.big_numbers.inner.write();
        if let Some(&id) = inner.records.get(value) {
            return Ok(id);
        }
        let meter = work.ticker.meter();
        meter.room_to_grow::<NumberUpStar>(inner.values.len(), inner.values.capacity())?;
        meter.room_to_grow::<(NumberUpStar, Id)>(inner.records.len(), inner.records.capacity())?;
        let id = self.new_record()?;
        let stop = number.unwrap_or(id);
        let signature =
            self.inline_facts
                .big_signature(&value.number, value.ups, value.star, &self.landmarks);
        let flags = flag::BIG
            | number_up_star_flags(value.number.is_zero(), i128::from(value.ups), value.star)
            | flag::BIRTHDAY_MAX << flag::BIRTHDAY_SHIFT;
        let index = u32::try_from(inner.values.len()).map_err(|_| StopReason::StoreFull)?;
        let facts = Facts {
            signature,
            flags,
            stops: [stop; 2],
        };
        self.record(id).write(&facts, index, [0, 0]);
        inner.values.push(value.clone());
        inner.records.insert(value.clone(), id);
        Ok(id)
    }

    /// A value as a number-up-star, if it is one.
    pub(crate) fn to_number_up_star(&self, id: Id) -> Option<NumberUpStar> {
        if id.is_inline() {
            return id.unpack();
        }
        let record = self.record(id);
        (record.flags() & flag::BIG != 0).then(|| self.big_numbers.get(record.start()))
    }

    /// Is this value a number?
    #[inline]
    pub(super) fn id_is_number(&self, id: Id) -> bool {
        if id.is_inline() {
            id.is_inline_number()
        } else {
            self.record(id).flags() & flag::NUMBER != 0
        }
    }

    /// Is this a number-up-star?
    #[inline]
    pub(crate) fn id_is_number_up_star(&self, id: Id) -> bool {
        id.is_inline() || self.record(id).flags() & flag::BIG != 0
    }

    /// The number behind the handle of a number.
    pub(super) fn number_of(&self, id: Id) -> Dyadic {
        self.to_number_up_star(id)
            .map_or(Dyadic::ZERO, |nus| nus.number)
    }

    /// Compares two numbers.
    #[inline(always)]
    pub(super) fn compare_numbers(&self, a: Id, b: Id) -> Ordering {
        if a.is_inline() && b.is_inline() {
            return compare_inline_numbers(a, b);
        }
        self.compare_long_numbers(a, b)
    }

    #[cold]
    fn compare_long_numbers(&self, a: Id, b: Id) -> Ordering {
        self.number_of(a).cmp(&self.number_of(b))
    }

    /// The simplest number of an interval between numbers (closed ends belong to it).
    pub(super) fn simplest_between(
        &self,
        low: Option<(Id, bool)>,
        high: Option<(Id, bool)>,
        work: &mut Work<'_>,
    ) -> Result<Option<Id>, StopReason> {
        if let Some(answer) = simplest_inline(low, high) {
            return Ok(Some(answer));
        }
        let [low_number, high_number] =
            [low, high].map(|bound| bound.map(|(id, _)| self.number_of(id)));
        let simplest = Dyadic::simplest_between(
            low_number.as_ref(),
            low.is_some_and(|(_, closed)| closed),
            high_number.as_ref(),
            high.is_some_and(|(_, closed)| closed),
        );
        match simplest {
            None => Ok(None),
            Some(number) => self
                .number_up_star_id(&NumberUpStar::from_number(number), work)
                .map(Some),
        }
    }

    /// The number this game equals, if it does.
    ///
    /// ```
    /// # use sidle_values::Store;
    /// # use sidle_core::Dyadic;
    /// let store = Store::new();
    /// let half = store.game(&[store.zero()], &[store.integer(1)]);
    /// assert_eq!(store.as_number(half), Some(Dyadic::new(1, 1)));
    /// ```
    #[must_use]
    pub fn as_number(&self, game: Game) -> Option<Dyadic> {
        let id = self.unwrap(game);
        self.id_is_number(id).then(|| self.number_of(id))
    }

    /// `k` if this game equals `*k` (0 equals `*0`).
    #[must_use]
    pub fn as_nimber(&self, game: Game) -> Option<u64> {
        let nus = self.to_number_up_star(self.unwrap(game))?;
        (nus.ups == 0 && nus.number.is_zero()).then_some(nus.star)
    }

    /// The game as number + ups + nimber, if it is one.
    #[must_use]
    pub fn as_number_up_star(&self, game: Game) -> Option<NumberUpStar> {
        self.to_number_up_star(self.unwrap(game))
    }
}

/// The simplest number of an interval when everything fits into handles.
fn simplest_inline(low: Option<(Id, bool)>, high: Option<(Id, bool)>) -> Option<Id> {
    const MOST: i32 = 1 << 26;
    let bound = |bound: Option<(Id, bool)>, none: i32| match bound {
        Some((id, closed)) if id.is_inline() => Some((id.key(), closed)),
        Some(_) => None,
        None => Some((none, false)),
    };
    let (low, low_closed) = bound(low, -MOST)?;
    let (high, high_closed) = bound(high, MOST)?;
    let inside = |x: i32| {
        (if low_closed { x >= low } else { x > low })
            && (if high_closed { x <= high } else { x < high })
    };
    if inside(0) {
        return Some(Id::ZERO);
    }
    // The interval lies on one side of 0: step away from 0, ever finer.
    let (near, near_closed, sign) = if low >= 0 {
        (low, low_closed, 1)
    } else {
        (-high, high_closed, -1)
    };
    for exponent in 0..INLINE_EXPONENTS {
        let step = INLINE_EXPONENTS - 1 - exponent;
        let mut numerator = near >> step;
        if numerator << step < near || !near_closed {
            numerator += 1;
        }
        if numerator < 1 << 11 && inside(sign * (numerator << step)) {
            return Id::pack_small(i64::from(sign * numerator), exponent, 0, 0);
        }
    }
    None
}
