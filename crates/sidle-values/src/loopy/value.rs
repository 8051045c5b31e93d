//! The types of loopy values.

use std::fmt;

use sidle_core::Outcome;
pub use sidle_graph::bigraph::Side;

use super::{Kind, Loopy, tables::Node};
use crate::Game;

/// A canonical stopper that is not a short game, in some [`Store`](crate::Store).
///
/// # Equality
/// Two handles of one store are equal exactly when the values are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct StopperRef {
    node: Node,
    store: u32,
}

impl fmt::Debug for StopperRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StopperRef(#{} of store {})", self.node.0, self.store)
    }
}

/// The value of a stopper: a game in which nobody can go on for ever by alternating moves.
///
/// # Equality
/// Two stoppers of one store are equal exactly when their values are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stopper {
    /// A short game.
    Short(Game),
    /// A stopper with cycles in its graph-canonical form.
    Loopy(StopperRef),
}

impl From<Game> for Stopper {
    fn from(game: Game) -> Stopper {
        Stopper::Short(game)
    }
}

impl Stopper {
    /// The short game, if this is one.
    #[must_use]
    pub fn short(self) -> Option<Game> {
        match self {
            Stopper::Short(game) => Some(game),
            Stopper::Loopy(_) => None,
        }
    }
}

/// One side of a loopy game.
///
/// # Equality
/// Of stoppers: by value. Two forms that are not known to be stoppers are equal when their simplified
/// graphs are; unequal forms may still have equal values, see [`Loopy::compare_sides`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SideForm {
    /// The side equals this stopper.
    Stopper(Stopper),
    /// A simplified form of the side, which is not known to equal a stopper.
    Unresolved(Unresolved),
}

/// A simplified loopy game, up to bisimulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unresolved {
    node: Node,
    store: u32,
}

impl From<Stopper> for SideForm {
    fn from(stopper: Stopper) -> SideForm {
        SideForm::Stopper(stopper)
    }
}

impl SideForm {
    /// The stopper, if this side is known to be one.
    #[must_use]
    pub fn stopper(self) -> Option<Stopper> {
        match self {
            SideForm::Stopper(stopper) => Some(stopper),
            SideForm::Unresolved(_) => None,
        }
    }
}

/// The value of a loopy game: its two sides, which are one when the game is a stopper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoopyValue {
    sides: [SideForm; 2],
}

impl From<Stopper> for LoopyValue {
    fn from(stopper: Stopper) -> LoopyValue {
        LoopyValue {
            sides: [stopper.into(); 2],
        }
    }
}

impl From<Game> for LoopyValue {
    fn from(game: Game) -> LoopyValue {
        Stopper::Short(game).into()
    }
}

impl LoopyValue {
    /// The value with these sides. The caller vouches for `offside <= onside`;
    /// [`Loopy::sided`] checks that.
    pub(super) fn from_sides(onside: SideForm, offside: SideForm) -> LoopyValue {
        LoopyValue {
            sides: [onside, offside],
        }
    }

    /// `γ⁺`: infinite play counts as a win for Left.
    #[must_use]
    pub fn onside(self) -> SideForm {
        self.sides[0]
    }

    /// `γ⁻`: infinite play counts as a win for Right.
    #[must_use]
    pub fn offside(self) -> SideForm {
        self.sides[1]
    }

    /// One of the two.
    #[must_use]
    pub fn side(self, side: Side) -> SideForm {
        self.sides[side as usize]
    }

    /// The stopper that this game equals, if both sides are known to be that stopper.
    #[must_use]
    pub fn stopper(self) -> Option<Stopper> {
        self.stopper_sides()
            .and_then(|(onside, offside)| (onside == offside).then_some(onside))
    }

    /// Both sides, if both are known to be stoppers.
    #[must_use]
    pub fn stopper_sides(self) -> Option<(Stopper, Stopper)> {
        Some((self.sides[0].stopper()?, self.sides[1].stopper()?))
    }

    /// The short game that this game equals, if there is one.
    #[must_use]
    pub fn short(self) -> Option<Game> {
        self.stopper()?.short()
    }

    /// One word for what is known: `short`, `stopper`, `stopper-sided` or `sided`.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match (self.stopper(), self.stopper_sides()) {
            (Some(Stopper::Short(_)), _) => "short",
            (Some(_), _) => "stopper",
            (None, Some(_)) => "stopper-sided",
            (None, None) => "sided",
        }
    }
}

/// Who wins a loopy game, from the outcomes of its two sides: nine classes.
///
/// With the onside first: `L`, `N`, `P`, `R` when both agree, `NHat` = (L, N), `PHat` = (L, P),
/// `D` = (L, R), `NCheck` = (N, R), `PCheck` = (P, R).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoopyOutcome {
    /// The outcome when infinite play is a win for Left.
    pub onside: Outcome,
    /// The outcome when infinite play is a win for Right.
    pub offside: Outcome,
}

impl fmt::Display for LoopyOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Outcome::{Left, Next, Previous, Right};
        match (self.onside, self.offside) {
            (on, off) if on == off => on.fmt(f),
            (Left, Next) => f.write_str("NHat"),
            (Left, Previous) => f.write_str("PHat"),
            (Left, Right) => f.write_str("D"),
            (Next, Right) => f.write_str("NCheck"),
            (Previous, Right) => f.write_str("PCheck"),
            (on, off) => write!(f, "({on},{off})"),
        }
    }
}

impl Loopy<'_> {
    /// The node of a stopper.
    #[track_caller]
    pub(super) fn node(self, stopper: Stopper) -> Node {
        match stopper {
            Stopper::Short(game) => {
                self.check_tag(game.store_tag());
                self.tables().short(game)
            }
            Stopper::Loopy(handle) => {
                self.check_tag(handle.store);
                handle.node
            }
        }
    }

    /// The node of a side.
    #[track_caller]
    pub(super) fn side_node(self, side: SideForm) -> Node {
        match side {
            SideForm::Stopper(stopper) => self.node(stopper),
            SideForm::Unresolved(handle) => {
                self.check_tag(handle.store);
                handle.node
            }
        }
    }

    #[track_caller]
    fn check_tag(self, tag: u32) {
        assert!(
            tag == self.tag(),
            "this handle belongs to another store; handles stay in the store that made them"
        );
    }

    fn tag(self) -> u32 {
        self.store.zero().store_tag()
    }

    /// The side that a node is.
    pub(super) fn form(self, node: Node) -> SideForm {
        let store = self.tag();
        match self.kind(node) {
            Kind::Short(game) => Stopper::Short(game).into(),
            Kind::Stopper => Stopper::Loopy(StopperRef { node, store }).into(),
            Kind::General => SideForm::Unresolved(Unresolved { node, store }),
        }
    }

    /// The stopper that a node is; `None` for a general one.
    pub(super) fn as_stopper(self, node: Node) -> Option<Stopper> {
        self.form(node).stopper()
    }
}
