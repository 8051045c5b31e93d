//! Rulesets with positions of one type, of which only that type is remembered.

use std::{borrow::Cow, ops::ControlFlow, sync::Arc};

use sidle_core::{Player, Rules, Shortcuts};
use sidle_rules::Ruleset;

use crate::moves::Key;

/// A ruleset behind a virtual call: variants of it are compiled once for each type of positions, not for each of
/// the many rulesets.
pub(crate) struct Book<P: Key + 'static>(pub(crate) Arc<dyn Ruleset<Position = P>>);

impl<P: Key> Rules for Book<P> {
    type Position = P;

    fn options(
        &self,
        at: &P,
        player: Player,
        visit: &mut dyn FnMut(P) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.options(at, player, visit)
    }

    fn shortcuts(&self) -> Shortcuts<'_, P> {
        self.0.shortcuts()
    }

    fn name(&self) -> Cow<'static, str> {
        self.0.name()
    }

    fn impartial_name(&self) -> Cow<'static, str> {
        self.0.impartial_name()
    }

    sidle_core::same_positions!(0);
}

impl<P: Key> Ruleset for Book<P> {
    sidle_rules::same_readings!(0);

    fn negative(&self, at: &P) -> Option<P> {
        self.0.negative(at)
    }
}
