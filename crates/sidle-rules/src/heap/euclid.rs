//! Partizan Euclid.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Flow, Player, Rules, Visit};

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
}

impl Ruleset for PartizanEuclid {
    fn parse(&self, text: &str) -> Result<(u32, u32), NotationError> {
        pair(text)
    }
}
