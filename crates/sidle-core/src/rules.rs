//! What a ruleset says about its positions.

use std::{borrow::Cow, fmt, hash::Hash, ops::ControlFlow};

use crate::{Dyadic, Picture, Player, Shortcuts};

/// Goes on, or stops early: what a [`Visit`] answers, and what [`Rules::options`] passes on.
pub type Flow = ControlFlow<()>;

/// What [`Rules::options`] calls with every option.
pub type Visit<'a, P> = &'a mut dyn FnMut(P) -> Flow;

/// The rules of a game: which positions there are, and what each player may move to. A ruleset
/// implements this once and nothing else; it never meets a store.
///
/// Only [`options`](Rules::options) is required. [`shortcuts`](Rules::shortcuts) makes solving faster: a position
/// falls into independent parts, two positions are mirror images, a value is known. [`Plain`] is the same game
/// without them.
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

    /// The shortcuts of the game: its symmetries, known values, independent parts. None, if the ruleset says nothing.
    fn shortcuts(&self) -> Shortcuts<'_, Self::Position> {
        Shortcuts::NONE
    }

    /// A number that no move increases. The engine finds cycles without it; people who read a ruleset may want it.
    fn depth_hint(&self, at: &Self::Position) -> u64 {
        let _ = at;
        0
    }

    /// The name of the game with its parameters: `game.grid.Domineering`. Two rules of one type with
    /// the same name are the same rules.
    fn name(&self) -> Cow<'static, str> {
        std::any::type_name::<Self>().into()
    }

    /// The name of the impartial variant of the game.
    fn impartial_name(&self) -> Cow<'static, str> {
        format!("{}.ImpartialVariant", self.name()).into()
    }

    /// Writes a position in the notation of the game, without the name of the game: `..|.#`.
    fn write(&self, at: &Self::Position, f: &mut dyn fmt::Write) -> fmt::Result {
        write!(f, "{at:?}")
    }

    /// Writes a position as the argument of a call: `"..|.#"`, or `(3,4)` for a pair of numbers.
    fn write_argument(&self, at: &Self::Position, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_char('"')?;
        self.write(at, f)?;
        f.write_char('"')
    }

    /// The letters of a board or strip, in the order of the values of cells; `None` for other games.
    fn letters(&self) -> Option<&'static str> {
        None
    }

    /// How a position is drawn. Boards and strips with letters need not say it.
    fn picture(&self, at: &Self::Position) -> Option<Picture> {
        let letters = self.letters()?;
        let mut rows = String::new();
        self.write(at, &mut rows).ok()?;
        Some(Picture::Board {
            rows,
            letters: letters.into(),
        })
    }
}

/// The part of [`Rules`] by which wrappers with the same positions pass on how these are written and drawn.
#[macro_export]
macro_rules! same_positions {
    ($inner:tt) => {
        fn write(&self, at: &Self::Position, f: &mut dyn ::std::fmt::Write) -> ::std::fmt::Result {
            self.$inner.write(at, f)
        }

        fn write_argument(
            &self,
            at: &Self::Position,
            f: &mut dyn ::std::fmt::Write,
        ) -> ::std::fmt::Result {
            self.$inner.write_argument(at, f)
        }

        fn letters(&self) -> Option<&'static str> {
            self.$inner.letters()
        }

        fn picture(&self, at: &Self::Position) -> Option<$crate::Picture> {
            self.$inner.picture(at)
        }

        fn depth_hint(&self, at: &Self::Position) -> u64 {
            self.$inner.depth_hint(at)
        }
    };
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

    fn shortcuts(&self) -> Shortcuts<'_, R::Position> {
        (**self).shortcuts()
    }

    fn name(&self) -> Cow<'static, str> {
        (**self).name()
    }

    fn impartial_name(&self) -> Cow<'static, str> {
        (**self).impartial_name()
    }

    fn depth_hint(&self, at: &Self::Position) -> u64 {
        (**self).depth_hint(at)
    }

    fn write(&self, at: &Self::Position, f: &mut dyn fmt::Write) -> fmt::Result {
        (**self).write(at, f)
    }

    fn write_argument(&self, at: &Self::Position, f: &mut dyn fmt::Write) -> fmt::Result {
        (**self).write_argument(at, f)
    }

    fn letters(&self) -> Option<&'static str> {
        (**self).letters()
    }

    fn picture(&self, at: &Self::Position) -> Option<Picture> {
        (**self).picture(at)
    }
}

/// The same game without any shortcut: an engine that solves it uses the options alone.
///
/// ```
/// use sidle_core::{Flow, Plain, Player, Rules, Shortcuts, Visit};
/// struct Nim;
/// impl Rules for Nim {
///     type Position = u32;
///     fn options(&self, at: &u32, _: Player, visit: Visit<'_, u32>) -> Flow {
///         (0..*at).try_for_each(visit)
///     }
///     fn shortcuts(&self) -> Shortcuts<'_, u32> {
///         Shortcuts { impartial: true, ..Shortcuts::NONE }
///     }
/// }
/// assert!(!Plain(Nim).shortcuts().impartial);
/// assert_eq!(Plain(Nim).collect_options(&2, Player::Right), [0, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain<R>(pub R);

impl<R: Rules> Rules for Plain<R> {
    type Position = R::Position;

    fn options(
        &self,
        at: &Self::Position,
        player: Player,
        visit: Visit<'_, Self::Position>,
    ) -> Flow {
        self.0.options(at, player, visit)
    }

    fn name(&self) -> Cow<'static, str> {
        self.0.name()
    }

    fn impartial_name(&self) -> Cow<'static, str> {
        self.0.impartial_name()
    }

    crate::same_positions!(0);
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
