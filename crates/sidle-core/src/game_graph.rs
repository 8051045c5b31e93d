//! The one thing a ruleset must say.

use std::{hash::Hash, ops::ControlFlow};

use crate::Player;

/// A graph of positions: what each player may move to. Rulesets implement this and nothing else;
/// they never meet a store.
///
/// Options are pushed into `visit` so that a caller can stop early with [`ControlFlow::Break`].
///
/// ```
/// use std::ops::ControlFlow;
/// use sidle_core::{GameGraph, Player};
///
/// /// Heaps of Nim, one heap a position.
/// struct Nim;
/// impl GameGraph for Nim {
///     type Position = u32;
///     fn options(&self, at: &u32, _: Player, visit: &mut dyn FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
///         (0..*at).try_for_each(visit)
///     }
/// }
/// assert_eq!(Nim.collect_options(&3, Player::Left), [0, 1, 2]);
/// ```
pub trait GameGraph {
    /// A position. Equality is structural.
    type Position: Clone + Eq + Hash;

    /// Calls `visit` for every option of `at` for `player`.
    fn options(
        &self,
        at: &Self::Position,
        player: Player,
        visit: &mut dyn FnMut(Self::Position) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// All options of `at` for `player` in a vector.
    fn collect_options(&self, at: &Self::Position, player: Player) -> Vec<Self::Position> {
        let mut all = Vec::new();
        let _ = self.options(at, player, &mut |option| {
            all.push(option);
            ControlFlow::Continue(())
        });
        all
    }
}
