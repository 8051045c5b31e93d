//! Shortcuts: facts about a ruleset that an engine could find out from the options alone, only later.

use crate::{KnownValue, Meter, Normal, Player, StopReason};

/// The shortcuts of a ruleset, each of them optional. Every shortcut claims something about the game, and the
/// game stays the same without it.
///
/// A wrapper takes the struct apart by name, without `..`: it cannot forget a field.
///
/// ```
/// use sidle_core::{Flow, Normal, Normalize, Player, Rules, Shortcuts, Visit};
///
/// /// Two heaps of Nim, in either order.
/// struct TwoHeaps;
/// impl Rules for TwoHeaps {
///     type Position = (u32, u32);
///     fn options(&self, &(m, n): &(u32, u32), _: Player, visit: Visit<'_, (u32, u32)>) -> Flow {
///         (0..m).try_for_each(|m| visit((m, n)))?;
///         (0..n).try_for_each(|n| visit((m, n)))
///     }
///     fn shortcuts(&self) -> Shortcuts<'_, (u32, u32)> {
///         Shortcuts { normalize: Some(self), impartial: true, ends: true, ..Shortcuts::NONE }
///     }
/// }
/// impl Normalize<(u32, u32)> for TwoHeaps {
///     fn normalize(&self, (m, n): (u32, u32)) -> Normal<(u32, u32)> {
///         Normal::same((m.min(n), m.max(n)))
///     }
/// }
/// assert_eq!(TwoHeaps.shortcuts().normalize((5, 2)).position, (2, 5));
/// ```
pub struct Shortcuts<'r, P> {
    /// Splits a position into independent parts.
    pub decompose: Option<&'r dyn Decompose<P>>,
    /// Chooses one of the images of a position under the symmetries of the game.
    pub normalize: Option<&'r dyn Normalize<P>>,
    /// Names values without a look at the options.
    pub known_value: Option<&'r dyn KnownValues<P>>,
    /// Bounds a position by taking moves away from one player.
    pub tie: Option<&'r dyn Tie<P>>,
    /// Refuses positions whose options leave something out.
    pub no_value: Option<&'r dyn NoValue<P>>,
    /// Both players have the same moves, in every position.
    pub impartial: bool,
    /// Every play comes to an end, even one in which a player moves several times in a row. Then a position and its
    /// negative cancel.
    pub ends: bool,
}

impl<P> Clone for Shortcuts<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Shortcuts<'_, P> {}

impl<P> std::fmt::Debug for Shortcuts<'_, P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shortcuts")
            .field("decompose", &self.decompose.is_some())
            .field("normalize", &self.normalize.is_some())
            .field("known_value", &self.known_value.is_some())
            .field("tie", &self.tie.is_some())
            .field("no_value", &self.no_value.is_some())
            .field("impartial", &self.impartial)
            .field("ends", &self.ends)
            .finish()
    }
}

impl<P> Shortcuts<'_, P> {
    /// No shortcut: the options alone.
    pub const NONE: Self = Shortcuts {
        decompose: None,
        normalize: None,
        known_value: None,
        tie: None,
        no_value: None,
        impartial: false,
        ends: false,
    };

    /// [`Decompose::decompose`]; false without this shortcut.
    #[inline]
    pub fn decompose(&self, at: &P, part: &mut dyn FnMut(P)) -> bool {
        self.decompose
            .is_some_and(|shortcut| shortcut.decompose(at, part))
    }

    /// [`Normalize::normalize`]; the position itself without this shortcut.
    #[inline]
    pub fn normalize(&self, at: P) -> Normal<P> {
        match self.normalize {
            Some(shortcut) => shortcut.normalize(at),
            None => Normal::same(at),
        }
    }

    /// [`KnownValues::prepare`]; nothing without this shortcut.
    ///
    /// # Errors
    /// If the meter stops it.
    #[inline]
    pub fn prepare(&self, at: &P, meter: &Meter) -> Result<(), StopReason> {
        match self.known_value {
            Some(shortcut) => shortcut.prepare(at, meter),
            None => Ok(()),
        }
    }

    /// [`KnownValues::known_value`]; `None` without this shortcut.
    #[inline]
    pub fn known_value(&self, at: &P) -> Option<KnownValue> {
        self.known_value?.known_value(at)
    }

    /// [`Tie::tie`]; false without this shortcut.
    #[inline]
    pub fn tie(&self, at: &P, player: Player, way: usize, part: &mut dyn FnMut(P)) -> bool {
        self.tie
            .is_some_and(|shortcut| shortcut.tie(at, player, way, part))
    }

    /// [`NoValue::no_value`]; `None` without this shortcut.
    #[inline]
    pub fn no_value(&self, at: &P, misere: bool) -> Option<&'static str> {
        self.no_value?.no_value(at, misere)
    }
}

/// Splits positions into independent parts.
pub trait Decompose<P>: Sync {
    /// Calls `part` for each part and returns true; or returns false, without a call, if the position is in one
    /// piece. The position is equal to the disjunctive sum of the parts, and has its moves. No part at all means that
    /// neither player can move. Parts are not split again.
    fn decompose(&self, at: &P, part: &mut dyn FnMut(P)) -> bool;
}

/// Chooses representatives of positions.
pub trait Normalize<P>: Sync {
    /// The representative of a position under the symmetries of the game: a mirror image has the same game tree, an
    /// exchange of the players has the negative one.
    ///
    /// The representative of a representative is itself, not negated.
    fn normalize(&self, at: P) -> Normal<P>;
}

/// Names the values of some positions.
pub trait KnownValues<P>: Sync {
    /// Computes what [`known_value`](KnownValues::known_value) needs where that takes long. The engine calls it
    /// first; without it a value need not be known.
    ///
    /// # Errors
    /// If the meter stops it.
    fn prepare(&self, at: &P, meter: &Meter) -> Result<(), StopReason> {
        let _ = (at, meter);
        Ok(())
    }

    /// The value of a position in normal play, if it is known without a look at the options.
    fn known_value(&self, at: &P) -> Option<KnownValue>;
}

/// Bounds positions by sums of small parts.
pub trait Tie<P>: Sync {
    /// Ties a hand of `player`: takes moves of theirs away, now and later, so that the position falls into small
    /// parts. Their sum is at most as good for that player as the position: at least the position if Right's hand is
    /// tied, at most the position if Left's is.
    ///
    /// Calls `part` for each part and returns true; or returns false, without a call, if there are not so many
    /// `way`s, which are counted from 0.
    fn tie(&self, at: &P, player: Player, way: usize, part: &mut dyn FnMut(P)) -> bool;
}

/// Refuses positions that can be played, but whose options leave out something that matters.
pub trait NoValue<P>: Sync {
    /// Why a position has no value; with `misere`, why it has no outcome when the last move loses.
    fn no_value(&self, at: &P, misere: bool) -> Option<&'static str>;
}
