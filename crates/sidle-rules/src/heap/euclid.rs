//! Partizan Euclid.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Flow, Player, Rules, Visit};

use crate::card::{BoardKind, Card, Choose, Family, Input, Opener, game};
use crate::sample;

use super::pair;
use crate::{notation::NotationError, ruleset::Ruleset};

/// Partizan Euclid (McKay and Nowakowski 2012). From `(p, q)`, where `q` does not divide `p`, Left
/// moves to `(q, r)` with the remainder `r` of `p` by `q`, Right to `(q, q - r)`.
///
/// ```
/// use sidle_core::{Player, Rules};
/// use sidle_rules::heap::PartizanEuclid;
/// assert_eq!(PartizanEuclid.collect_options(&(8, 3), Player::Left), [(3, 2)]);
/// assert_eq!(PartizanEuclid.collect_options(&(8, 3), Player::Right), [(3, 1)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PartizanEuclid;

impl Rules for PartizanEuclid {
    type Position = (u32, u32);

    fn options(&self, &(p, q): &(u32, u32), player: Player, visit: Visit<'_, (u32, u32)>) -> Flow {
        match p.checked_rem(q) {
            None | Some(0) => ControlFlow::Continue(()),
            Some(r) if player == Player::Left => visit((q, r)),
            Some(r) => visit((q, q - r)),
        }
    }

    fn name(&self) -> Cow<'static, str> {
        "game.heap.PartizanEuclid".into()
    }

    fn write(&self, at: &(u32, u32), f: &mut dyn fmt::Write) -> fmt::Result {
        write!(f, "{},{}", at.0, at.1)
    }

    fn write_argument(&self, at: &(u32, u32), f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_char('(')?;
        self.write(at, f)?;
        f.write_char(')')
    }
}

impl Ruleset for PartizanEuclid {
    fn parse(&self, text: &str) -> Result<(u32, u32), NotationError> {
        pair(text)
    }
}

impl Family for PartizanEuclid {
    const CARD: &'static Card = &Card {
        declares_positions: true,
        input: Input::Pair,
        games: &[
            game(
                "game.heap.PartizanEuclid",
                "Left goes on with the remainder, Right with what is missing to the divisor.",
                "8,3",
            ),
        ],
        ..Card::new("game.heap.PartizanEuclid", BoardKind::Heaps, "two numbers")
    };

    fn games() -> Vec<PartizanEuclid> {
        vec![PartizanEuclid]
    }

    fn open<O: Opener>(self, opener: &O) -> O::Opened {
        opener.small(self)
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::pair(0, 2 * size, choose)
    }
}
