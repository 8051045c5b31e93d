//! What a ruleset says about its positions.

use std::{borrow::Cow, fmt, hash::Hash, ops::ControlFlow};

use crate::{Dyadic, Meter, Player, StopReason};

/// Goes on, or stops early: what a [`Visit`] answers, and what [`Rules::options`] passes on.
pub type Flow = ControlFlow<()>;

/// What [`Rules::options`] calls with every option.
pub type Visit<'a, P> = &'a mut dyn FnMut(P) -> Flow;

/// The rules of a game: which positions there are, and what each player may move to. A ruleset
/// implements this once and nothing else; it never meets a store.
///
/// Only [`options`](Rules::options) is required. Everything else says something about the game that
/// an engine could find out by itself, only later: that a position falls into independent parts, that
/// two positions are mirror images, that a value is known. A ruleset that says such a thing vouches
/// for it.
///
/// Options are pushed into `visit` so that a caller can stop early with [`ControlFlow::Break`].
///
/// ```
/// use sidle_core::{Flow, Player, Rules, Visit};
///
/// /// Heaps of Nim, one heap a position.
/// struct Nim;
/// impl Rules for Nim {
///     type Position = u32;
///     fn options(&self, at: &u32, _: Player, visit: Visit<'_, u32>) -> Flow {
///         (0..*at).try_for_each(visit)
///     }
///     fn is_impartial(&self) -> bool {
///         true
///     }
/// }
/// assert_eq!(Nim.collect_options(&3, Player::Left), [0, 1, 2]);
/// ```
pub trait Rules: Send + Sync {
    /// A position. Equality is structural, and the order is any total order that does not change from
    /// one run to the next. Positions are copied and hashed a great deal, so they should be small:
    /// bits rather than strings.
    type Position: Clone + Eq + Ord + Hash + fmt::Debug + Send + Sync;

    /// Calls `visit` for every option of `at` for `player`, in an order that the position alone decides.
    /// The same option may come twice.
    fn options(
        &self,
        at: &Self::Position,
        player: Player,
        visit: Visit<'_, Self::Position>,
    ) -> Flow;

    /// All options of `at` for `player` in a vector.
    fn collect_options(&self, at: &Self::Position, player: Player) -> Vec<Self::Position> {
        let mut all = Vec::new();
        let _ = self.options(at, player, &mut |option| {
            all.push(option);
            ControlFlow::Continue(())
        });
        all
    }

    /// Splits a position into parts that have nothing to do with each other: the position is equal to
    /// the disjunctive sum of the parts, and has its moves.
    ///
    /// Calls `part` for each part and returns true; or returns false, without a call, if the position
    /// is in one piece. No part at all means that neither player can move. Parts are not split again.
    fn decompose(&self, at: &Self::Position, part: &mut dyn FnMut(Self::Position)) -> bool {
        let _ = (at, part);
        false
    }

    /// The representative of a position under the symmetries of the game: a mirror image has the same
    /// game tree, an exchange of the players has the negative one.
    ///
    /// The representative of a representative is itself, not negated.
    fn normalize(&self, at: Self::Position) -> Normal<Self::Position> {
        Normal::same(at)
    }

    /// Works out what [`known_value`](Rules::known_value) needs where that takes long. It is asked for first, and
    /// stops when the meter says so; without it a value need not be known.
    ///
    /// # Errors
    /// If the meter stops it.
    fn prepare(&self, at: &Self::Position, meter: &Meter) -> Result<(), StopReason> {
        let _ = (at, meter);
        Ok(())
    }

    /// The value of a position in normal play, if it is known without looking at options.
    fn known_value(&self, at: &Self::Position) -> Option<KnownValue> {
        let _ = at;
        None
    }

    /// Why a position has no value, although it can be played: its options leave something out that would matter. With
    /// `misere`, why it has no outcome when the last move loses.
    fn no_value(&self, at: &Self::Position, misere: bool) -> Option<&'static str> {
        let _ = (at, misere);
        None
    }

    /// Have both players the same moves, in every position? Then [`options`](Rules::options) answers
    /// the same for both.
    fn is_impartial(&self) -> bool {
        false
    }

    /// Does every play come to an end, even one in which a player moves several times in a row? Then a
    /// position and its negative cancel. Rules that do not say so are asked nothing that depends on it.
    fn always_ends(&self) -> bool {
        false
    }

    /// A number that no move increases. The engine finds cycles without it; people who read a ruleset may want it.
    fn depth_hint(&self, at: &Self::Position) -> u64 {
        let _ = at;
        0
    }

    /// Ties a hand of `player`: takes moves of theirs away, now and later, so that the position falls into small
    /// parts. Their sum is at most as good for that player as the position: at least the position if Right's hand is
    /// tied, at most the position if Left's is.
    ///
    /// Calls `part` for each part and returns true; or returns false, without a call, if there are not so many `way`s,
    /// which are counted from 0.
    fn tie(
        &self,
        at: &Self::Position,
        player: Player,
        way: usize,
        part: &mut dyn FnMut(Self::Position),
    ) -> bool {
        let _ = (at, player, way, part);
        false
    }

    /// The name of the game with its parameters: `game.grid.Domineering`. Two rules of one type with
    /// the same name are the same rules.
    fn name(&self) -> Cow<'static, str> {
        std::any::type_name::<Self>().into()
    }

    /// Writes a position in the notation of the game, without the name of the game: `"..|.#"`.
    fn write(&self, at: &Self::Position, f: &mut dyn fmt::Write) -> fmt::Result {
        write!(f, "{at:?}")
    }
}

/// Borrowed rules are rules.
impl<R: Rules + ?Sized> Rules for &R {
    type Position = R::Position;

    fn options(
        &self,
        at: &Self::Position,
        player: Player,
        visit: Visit<'_, Self::Position>,
    ) -> Flow {
        (**self).options(at, player, visit)
    }

    fn decompose(&self, at: &Self::Position, part: &mut dyn FnMut(Self::Position)) -> bool {
        (**self).decompose(at, part)
    }

    fn normalize(&self, at: Self::Position) -> Normal<Self::Position> {
        (**self).normalize(at)
    }

    fn prepare(&self, at: &Self::Position, meter: &Meter) -> Result<(), StopReason> {
        (**self).prepare(at, meter)
    }

    fn known_value(&self, at: &Self::Position) -> Option<KnownValue> {
        (**self).known_value(at)
    }

    fn is_impartial(&self) -> bool {
        (**self).is_impartial()
    }

    fn always_ends(&self) -> bool {
        (**self).always_ends()
    }

    fn depth_hint(&self, at: &Self::Position) -> u64 {
        (**self).depth_hint(at)
    }

    fn tie(
        &self,
        at: &Self::Position,
        player: Player,
        way: usize,
        part: &mut dyn FnMut(Self::Position),
    ) -> bool {
        (**self).tie(at, player, way, part)
    }

    fn name(&self) -> Cow<'static, str> {
        (**self).name()
    }

    fn write(&self, at: &Self::Position, f: &mut dyn fmt::Write) -> fmt::Result {
        (**self).write(at, f)
    }
}

/// A representative, and how the original position comes from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Normal<P> {
    /// The representative.
    pub position: P,
    /// Is the original the negative of the representative?
    pub negated: bool,
}

impl<P> Normal<P> {
    /// A representative with the same game tree.
    pub fn same(position: P) -> Normal<P> {
        Normal {
            position,
            negated: false,
        }
    }
}

/// A value that rules can name without a store.
///
/// ```
/// use sidle_core::{Dyadic, KnownValue};
/// assert_eq!(KnownValue::from(3), KnownValue::Number(Dyadic::from(3)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KnownValue {
    /// A number.
    Number(Dyadic),
    /// A nimber.
    Nimber(u64),
    /// `number + ups·↑ + *star`.
    NumberUpStar {
        /// The number.
        number: Dyadic,
        /// How many ups (negative: downs).
        ups: i64,
        /// The nimber, 0 for none.
        star: u64,
    },
    /// `on = {on|}`: Left can pass for ever.
    On,
    /// `off = {|off}`: Right can pass for ever.
    Off,
    /// `dud = {dud|dud}`: either can pass for ever.
    Dud,
}

impl KnownValue {
    /// 0.
    pub const ZERO: KnownValue = KnownValue::Nimber(0);
}

impl From<i64> for KnownValue {
    fn from(n: i64) -> KnownValue {
        KnownValue::Number(n.into())
    }
}

impl From<Dyadic> for KnownValue {
    fn from(number: Dyadic) -> KnownValue {
        KnownValue::Number(number)
    }
}
