//! Canonical options of values that live in the handle.

use sidle_core::Player;

use crate::game::Id;

/// The canonical options of an inline number-up-star. They are inline again.
///
/// `n·↑ + *k` with n > 0 is `{0 | (n-1)·↑ + *(k xor 1)}`, except `↑* = {0,*|0}`; a nimber has all smaller
/// ones; a number has its neighbours (*Winning Ways*, ch. 3 and 8).
pub(super) fn inline_options(id: Id, player: Player) -> InlineOptions {
    let number = id.number_part();
    let star = id.star();
    // Right's options are the negatives of Left's options of the negative.
    let ups = if player == Player::Left {
        id.ups()
    } else {
        -id.ups()
    };
    match (ups, star) {
        (0, 0) => InlineOptions::from_option(number_option(id, player)),
        (0, _) => InlineOptions {
            number,
            next: 0,
            end: star,
            last: None,
        },
        (1, 1) => InlineOptions {
            number,
            next: 0,
            end: 2,
            last: None,
        },
        (1.., _) => InlineOptions {
            number,
            next: 0,
            end: 1,
            last: None,
        },
        (-1, 1) => InlineOptions {
            number,
            next: 0,
            end: 1,
            last: None,
        },
        (..=-1, _) => {
            let towards_zero = if id.ups() > 0 {
                id.ups() - 1
            } else {
                id.ups() + 1
            };
            let packed = Id::pack_small(
                i64::from(id.numerator()),
                id.exponent(),
                i64::from(towards_zero),
                u64::from(star ^ 1),
            );
            InlineOptions::from_option(packed)
        }
    }
}

fn number_option(id: Id, player: Player) -> Option<Id> {
    let step = if player == Player::Left { -1 } else { 1 };
    let (numerator, exponent) = (i64::from(id.numerator()), id.exponent());
    if exponent == 0 {
        let has_option = if player == Player::Left {
            numerator > 0
        } else {
            numerator < 0
        };
        return if has_option {
            Id::pack_small(numerator + step, 0, 0, 0)
        } else {
            None
        };
    }
    let numerator = numerator + step;
    let shift = if numerator == 0 {
        exponent
    } else {
        numerator.trailing_zeros().min(exponent)
    };
    Id::pack_small(numerator >> shift, exponent - shift, 0, 0)
}

/// Iterator over the options: `number + *next …` and then perhaps one more.
#[derive(Clone, Debug)]
pub(crate) struct InlineOptions {
    number: Id,
    next: u32,
    end: u32,
    last: Option<Id>,
}

impl InlineOptions {
    fn from_option(option: Option<Id>) -> InlineOptions {
        InlineOptions {
            number: Id::ZERO,
            next: 0,
            end: 0,
            last: option,
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        (self.end - self.next) as usize + usize::from(self.last.is_some())
    }

    /// The option at a position from here.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Id {
        let index = index as u32;
        if index < self.end - self.next {
            Id(self.number.0 | (self.next + index))
        } else {
            self.last.unwrap_or(Id::ZERO)
        }
    }
}

impl Iterator for InlineOptions {
    type Item = Id;

    fn next(&mut self) -> Option<Id> {
        if self.next < self.end {
            let id = Id(self.number.0 | self.next);
            self.next += 1;
            return Some(id);
        }
        self.last.take()
    }
}
