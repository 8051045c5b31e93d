//! Handles: [`Game`] for values, [`In`] for writing arithmetic with them.

use std::{
    cmp::Ordering,
    fmt,
    num::NonZeroU32,
    ops::{Add, Neg, Sub},
};

use sidle_core::{Dyadic, Relation};

use crate::{NumberUpStar, Store};

/// A canonical value of a short game in some [`Store`].
///
/// Eight bytes, `Copy`. There is deliberately no order on handles: games are only partially ordered,
/// see [`Store::compare`].
///
/// ```compile_fail
/// # use sidle_values::Store;
/// let store = Store::new();
/// assert!(store.integer(1) < store.integer(2));
/// ```
///
/// # Equality
/// Two handles of one store are equal exactly when the values are equal. Handles of different stores
/// are never equal, and using a handle in another store panics.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Game {
    id_plus_one: NonZeroU32,
    store: u32,
}

impl Game {
    #[inline]
    pub(crate) fn new(id: Id, store: u32) -> Game {
        // Ids have 31 bits, so this never overflows.
        let id_plus_one = NonZeroU32::new(id.0 + 1).unwrap_or(NonZeroU32::MIN);
        Game { id_plus_one, store }
    }

    /// Is it the value 0?
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.id() == Id::ZERO
    }

    #[inline]
    pub(crate) fn id(self) -> Id {
        Id(self.id_plus_one.get() - 1)
    }

    #[inline]
    pub(crate) fn store_tag(self) -> u32 {
        self.store
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.id().unpack() {
            Some(nus) => write!(f, "Game({}, {}^, *{})", nus.number, nus.ups, nus.star),
            None => write!(f, "Game(#{} of store {})", self.id().0, self.store),
        }
    }
}

/// A value inside one store: 31 bits. Either the index of a record, or (bit 30) a small
/// number-up-star packed into the handle itself:
///
/// ```text
/// bit 30: 1   numerator: 12 bits, signed   exponent: 4 bits   ups: 7 bits, signed   star: 7 bits
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Id(pub(crate) u32);

const INLINE: u32 = 1 << 30;
/// Exponents of inline numbers are below this.
pub(crate) const INLINE_EXPONENTS: u32 = 16;

impl Id {
    pub(crate) const ZERO: Id = Id(INLINE);

    /// Packs a number-up-star if it is small enough.
    pub(crate) fn pack(nus: &NumberUpStar) -> Option<Id> {
        let (numerator, exponent) = nus.number.to_small()?;
        Id::pack_small(numerator, exponent, nus.ups, nus.star)
    }

    #[inline]
    pub(crate) fn pack_small(numerator: i64, exponent: u32, ups: i64, star: u64) -> Option<Id> {
        let fits = (-2048..2048).contains(&numerator)
            && exponent < INLINE_EXPONENTS
            && (-64..64).contains(&ups)
            && star < 128;
        fits.then(|| {
            let numerator = (numerator as u32 & 0xfff) << 18;
            let ups = (ups as u32 & 0x7f) << 7;
            Id(INLINE | numerator | exponent << 14 | ups | star as u32)
        })
    }

    #[inline]
    pub(crate) fn is_inline(self) -> bool {
        self.0 & INLINE != 0
    }

    #[inline]
    pub(crate) fn numerator(self) -> i32 {
        ((self.0 << 2) as i32) >> 20
    }

    #[inline]
    pub(crate) fn exponent(self) -> u32 {
        (self.0 >> 14) & 0xf
    }

    #[inline]
    pub(crate) fn ups(self) -> i32 {
        ((self.0 << 18) as i32) >> 25
    }

    #[inline]
    pub(crate) fn star(self) -> u32 {
        self.0 & 0x7f
    }

    /// Is this an inline number?
    #[inline]
    pub(crate) fn is_inline_number(self) -> bool {
        self.0 & (INLINE | 0x3fff) == INLINE
    }

    /// The number part of an inline value.
    #[inline]
    pub(crate) fn number_part(self) -> Id {
        Id(self.0 & !0x3fff)
    }

    /// The number part of an inline value, scaled by 2^15: inline numbers compare as these integers.
    #[inline]
    pub(crate) fn key(self) -> i32 {
        self.numerator() << (INLINE_EXPONENTS - 1 - self.exponent())
    }

    pub(crate) fn unpack(self) -> Option<NumberUpStar> {
        self.is_inline().then(|| NumberUpStar {
            number: Dyadic::new(i64::from(self.numerator()), self.exponent()),
            ups: i64::from(self.ups()),
            star: u64::from(self.star()),
        })
    }

    /// The sum of two inline values, if it is inline again.
    #[inline]
    pub(crate) fn add_inline(self, other: Id) -> Option<Id> {
        let (j, k) = (self.exponent(), other.exponent());
        let common = j.max(k);
        let sum = (self.numerator() << (common - j)) + (other.numerator() << (common - k));
        let shift = if sum == 0 {
            common
        } else {
            sum.trailing_zeros().min(common)
        };
        Id::pack_small(
            i64::from(sum >> shift),
            common - shift,
            i64::from(self.ups() + other.ups()),
            u64::from(self.star() ^ other.star()),
        )
    }

    /// The negative of an inline value, if it is inline.
    #[inline]
    pub(crate) fn neg_inline(self) -> Option<Id> {
        Id::pack_small(
            -i64::from(self.numerator()),
            self.exponent(),
            -i64::from(self.ups()),
            u64::from(self.star()),
        )
    }
}

/// A game together with its store, for writing arithmetic as mathematics does.
///
/// `<`, `<=` … are the order of games: `partial_cmp` is `None` for confused games.
///
/// ```
/// # use sidle_values::Store;
/// let store = Store::new();
/// let star = store.at(store.nimber(1));
/// let zero = store.at(store.zero());
/// assert_eq!(star + star, zero);
/// assert!(!(star < zero) && !(star > zero));
/// ```
#[derive(Clone, Copy)]
pub struct In<'s> {
    store: &'s Store,
    game: Game,
}

impl<'s> In<'s> {
    pub(crate) fn new(store: &'s Store, game: Game) -> In<'s> {
        In { store, game }
    }

    /// The handle.
    #[must_use]
    pub fn game(self) -> Game {
        self.game
    }

    /// The store.
    #[must_use]
    pub fn store(self) -> &'s Store {
        self.store
    }
}

impl Add for In<'_> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        In {
            game: self.store.add(self.game, other.game),
            ..self
        }
    }
}

impl Sub for In<'_> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        In {
            game: self.store.sub(self.game, other.game),
            ..self
        }
    }
}

impl Neg for In<'_> {
    type Output = Self;

    fn neg(self) -> Self {
        In {
            game: self.store.negative(self.game),
            ..self
        }
    }
}

impl PartialEq for In<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game
    }
}

impl PartialOrd for In<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match self.store.compare(self.game, other.game) {
            Relation::Less => Some(Ordering::Less),
            Relation::Equal => Some(Ordering::Equal),
            Relation::Greater => Some(Ordering::Greater),
            Relation::Fuzzy => None,
        }
    }
}

impl fmt::Debug for In<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_round_trips() {
        for numerator in [-2048i64, -2047, -3, -1, 0, 1, 5, 2047] {
            for exponent in [0u32, 1, 7, 15] {
                for ups in [-64i64, -1, 0, 1, 63] {
                    for star in [0u64, 1, 2, 127] {
                        let number = Dyadic::new(numerator, exponent);
                        let nus = NumberUpStar { number, ups, star };
                        let id = Id::pack(&nus).expect("fits");
                        assert_eq!(id.unpack(), Some(nus.clone()));
                        assert_eq!(id.is_inline_number(), nus.is_number());
                        let negative = nus.checked_neg().expect("fits");
                        assert_eq!(id.neg_inline(), Id::pack(&negative));
                        let double = nus.checked_add(&nus).expect("fits");
                        assert_eq!(id.add_inline(id), Id::pack(&double));
                    }
                }
            }
        }
        assert_eq!(Id::pack(&NumberUpStar::ZERO), Some(Id::ZERO));
        assert_eq!(size_of::<Option<Game>>(), 8);
    }
}
