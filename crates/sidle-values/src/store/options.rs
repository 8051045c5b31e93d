//! Options of a value, stored or computed.

use std::{
    fmt,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

use sidle_core::{Dyadic, Player, StopReason};

use super::{
    Store, UNLIMITED,
    facts::flag,
    inline::{InlineOptions, inline_options},
    work::{Side, Work},
};
use crate::{Game, NumberUpStar, game::Id};

/// The canonical options of one value for one player, by index.
#[derive(Clone)]
pub(crate) enum OptionList<'s> {
    Stored(&'s [AtomicU32]),
    Inline(InlineOptions),
    /// Options of a big number-up-star: `base + *k` for all k below `stars`, or the list.
    Stars {
        store: &'s Store,
        base: Box<NumberUpStar>,
        stars: usize,
    },
    Few(smallvec::SmallVec<[Id; 2]>),
}

impl OptionList<'_> {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        match self {
            OptionList::Stored(ids) => ids.len(),
            OptionList::Inline(options) => options.len(),
            OptionList::Stars { stars, .. } => *stars,
            OptionList::Few(ids) => ids.len(),
        }
    }

    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> Id {
        match self {
            OptionList::Stored(ids) => Id(ids[index].load(Relaxed)),
            OptionList::Inline(options) => options.get(index),
            _ => self.get_big(index),
        }
    }

    /// The options of number-up-stars that are too large for a handle.
    #[cold]
    fn get_big(&self, index: usize) -> Id {
        match self {
            OptionList::Stored(ids) => Id(ids[index].load(Relaxed)),
            OptionList::Inline(options) => options.get(index),
            OptionList::Stars { store, base, .. } => store.big_id(&NumberUpStar {
                star: index as u64,
                ..(**base).clone()
            }),
            OptionList::Few(ids) => ids[index],
        }
    }

    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = Id> + '_ {
        (0..self.len()).map(|index| self.get(index))
    }
}

/// Iterator over the canonical options of a game, from [`Store::options`].
#[derive(Clone)]
pub struct Options<'s> {
    store: &'s Store,
    list: OptionList<'s>,
    next: usize,
}

impl Iterator for Options<'_> {
    type Item = Game;

    #[inline]
    fn next(&mut self) -> Option<Game> {
        if self.next >= self.list.len() {
            return None;
        }
        let id = self.list.get(self.next);
        self.next += 1;
        Some(self.store.wrap(id))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.len() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Options<'_> {}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

impl Store {
    /// The only option of a player, if there is exactly one.
    #[must_use]
    pub fn only_option(&self, game: Game, player: Player) -> Option<Game> {
        let mut options = self.options(game, player);
        match (options.next(), options.next()) {
            (Some(option), None) => Some(option),
            _ => None,
        }
    }

    /// The stored options of a value for a player; `None` for number-up-stars, whose options are
    /// computed.
    #[inline(always)]
    pub(crate) fn stored_options(&self, id: Id, player: Player) -> Option<&[AtomicU32]> {
        if id.is_inline() {
            return None;
        }
        let record = self.record(id);
        if record.flags() & flag::BIG != 0 {
            return None;
        }
        let start = record.start();
        let Some([left, right]) = record.counts() else {
            return Some(self.long_options(start, player));
        };
        Some(match player {
            Player::Left => self.option_ids.run(start, left),
            Player::Right => self.option_ids.run(start + left as u32, right),
        })
    }

    /// Options whose counts stand in front of them.
    #[cold]
    fn long_options(&self, start: u32, player: Player) -> &[AtomicU32] {
        let counts = self.option_ids.run(start, 2);
        let [left, right] = [0, 1].map(|i| counts[i].load(Relaxed) as usize);
        let all = self.option_ids.run(start, 2 + left + right);
        match player {
            Player::Left => &all[2..2 + left],
            Player::Right => &all[2 + left..],
        }
    }

    /// Is there an option for which `holds`? Those of stored values, the most frequent ones, are read where they lie.
    #[inline(always)]
    pub(super) fn any_option(
        &self,
        id: Id,
        player: Player,
        mut holds: impl FnMut(Id) -> Result<bool, StopReason>,
    ) -> Result<bool, StopReason> {
        if let Some(options) = self.stored_options(id, player) {
            for option in options {
                if holds(Id(option.load(Relaxed)))? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        if id.is_inline() {
            for option in inline_options(id, player) {
                if holds(option)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        for option in self.option_list(id, player).iter() {
            if holds(option)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds the options of a value for a player to a list. A nimber can have more of them than there is memory for.
    #[inline]
    pub(super) fn append_options(
        &self,
        id: Id,
        player: Player,
        list: &mut Side,
        work: &mut Work<'_>,
    ) -> Result<(), StopReason> {
        if let Some(options) = self.stored_options(id, player) {
            list.reserve(options.len());
            for option in options {
                list.push(Id(option.load(Relaxed)));
            }
            return Ok(());
        }
        if id.is_inline() {
            for option in inline_options(id, player) {
                work.step()?;
                list.push(option);
            }
            return Ok(());
        }
        for option in self.option_list(id, player).iter() {
            work.step()?;
            list.push(option);
        }
        Ok(())
    }

    /// The options of a value for a player.
    #[inline]
    pub(crate) fn option_list(&self, id: Id, player: Player) -> OptionList<'_> {
        if let Some(options) = self.stored_options(id, player) {
            return OptionList::Stored(options);
        }
        if id.is_inline() {
            return OptionList::Inline(inline_options(id, player));
        }
        self.big_options(id, player)
    }

    fn big_options(&self, id: Id, player: Player) -> OptionList<'_> {
        let value = self.to_number_up_star(id).unwrap_or(NumberUpStar::ZERO);
        let few = |values: &[NumberUpStar]| {
            OptionList::Few(values.iter().map(|value| self.big_id(value)).collect())
        };
        let base = NumberUpStar::from_number(value.number.clone());
        let ups = if player == Player::Left {
            value.ups
        } else {
            value.ups.saturating_neg()
        };
        match (ups, value.star) {
            (0, 0) => {
                let (left, right) = value.number.canonical_options();
                let option: Option<Dyadic> = if player == Player::Left { left } else { right };
                let option: Vec<_> = option.into_iter().map(NumberUpStar::from_number).collect();
                few(&option)
            }
            (0, stars) => {
                let stars = usize::try_from(stars).unwrap_or(usize::MAX);
                OptionList::Stars {
                    store: self,
                    base: Box::new(base),
                    stars,
                }
            }
            (1, 1) => few(&[base.clone(), NumberUpStar { star: 1, ..base }]),
            (1.., _) | (-1, 1) => few(&[base]),
            (..=-1, star) => {
                let towards_zero = value.ups - value.ups.signum();
                few(&[NumberUpStar {
                    ups: towards_zero,
                    star: star ^ 1,
                    ..base
                }])
            }
        }
    }

    /// The handle of an option of a big number-up-star. Such options are interned when they are looked
    /// at: a few bytes each, outside any meter.
    fn big_id(&self, value: &NumberUpStar) -> Id {
        self.number_up_star_id(value, &mut Work::new(&UNLIMITED))
            .unwrap_or_else(|reason| panic!("{reason}"))
    }

    /// The canonical options of a game for a player. Their order carries no meaning.
    ///
    /// ```
    /// # use sidle_values::Store;
    /// # use sidle_core::Player;
    /// let store = Store::new();
    /// let star2 = store.nimber(2);
    /// let options: Vec<_> = store.options(star2, Player::Left).collect();
    /// assert_eq!(options, [store.zero(), store.nimber(1)]);
    /// ```
    #[must_use]
    pub fn options(&self, game: Game, player: Player) -> Options<'_> {
        let list = self.option_list(self.unwrap(game), player);
        Options {
            store: self,
            list,
            next: 0,
        }
    }

    /// How many canonical options a player has.
    #[must_use]
    pub fn option_count(&self, game: Game, player: Player) -> usize {
        self.option_list(self.unwrap(game), player).len()
    }
}
