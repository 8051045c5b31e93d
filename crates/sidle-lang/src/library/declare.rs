//! Declarations of classes and their members: each in one place, with its name, its parameters, a sentence and an example
//! for the help, and the code.
//!
//! ```text
//! classes! { m;
//!     /// Whole numbers.
//!     class INTEGER: ["game.DyadicRational"] "3 is Integer"
//!     static {
//!         /// Reads an integer.
//!         fn Parse(str: &str) "Integer.Parse(\"-12\")" => parse(str);
//!     }
//!     {
//!         /// The greatest common divisor.
//!         fn Gcd(x: IBig, n: IBig) "(35).Gcd(25)" => gcd(x, n);
//!         /// Is this a prime below 2^64?
//!         get IsPrime(x: IBig) "97.IsPrime" => is_prime(x)?;
//!     }
//! }
//! ```
//!
//! A property (`get`) is read without parentheses, a method (`fn`) is called. The first parameter of a member is the object
//! itself; members under `new` (the class is called) and `static` have none. The type of a parameter converts its value
//! and words the error ([`Argument`]); it also names the class that the value must have, unless `as CLASS` names another.
//! `= Default::…` makes a parameter optional. The type of the body converts the answer ([`Answer`]). The machine has the
//! name that stands first. Further parts of a class: `with CONSTANT …` for members that several classes share, `elements
//! CONSTANT` for the named objects of an enum, `is { … }` for the single object that the name stands for.

use std::borrow::Cow;

use dashu_int::{IBig, UBig};
use sidle_core::{Dyadic, Outcome, Player};
use sidle_solve::Position;
use sidle_values::{
    Game,
    loopy::{LoopyValue, Stopper},
};

use super::{
    Object,
    class_names::{BOOLEAN, COLLECTION, COORDINATES, INTEGER, STRING},
    extract, object,
};
use crate::{
    diagnostic::Failure,
    evaluate::{
        Machine,
        loopy::{to_loopy, to_stopper, value_of_loopy},
        of_position, to_form, to_game, value_of,
    },
    rational::Rational,
    value::Value,
};

/// Classes in the order of their declarations, as a slice.
macro_rules! classes {
    ($m:ident; $(
        $(#[doc = $doc:literal])+
        class $name:tt : $supers:tt $example:literal
        $(is $single:block)?
        $(elements $elements:ident)?
        $(new { $($call:tt)* })?
        $(static { $($static:tt)* })?
        $(with $($shared:ident)+)?
        { $($member:tt)* }
    )*) => {
        &[$($crate::library::NativeClass {
            name: $name,
            supers: &$supers,
            doc: str::trim_ascii(concat!($($doc),+)),
            example: $example,
            calls: $crate::library::declare::statics!($m; $($($call)*)?),
            statics: $crate::library::declare::statics!($m; $($($static)*)?),
            elements: &[$($elements)?],
            members: $crate::library::declare::members!($m; $($member)*),
            shared: &[$($($shared),+)?],
            singleton: $crate::library::declare::singleton!($m $($single)?),
        }),*]
    };
}

macro_rules! singleton {
    ($m:ident) => {
        None
    };
    ($m:ident $single:block) => {{
        fn make(
            $m: &mut $crate::evaluate::Machine<'_>,
        ) -> Result<$crate::value::Value, $crate::diagnostic::Failure> {
            $crate::library::declare::Answer::answer($single, $m)
        }
        Some($crate::library::Singleton::Made(make))
    }};
}

/// Members of objects, as a slice.
macro_rules! members {
    ($m:ident; $(
        $(#[doc = $doc:literal])+
        $kind:ident $name:ident ( $($parameter:tt)* ) $example:tt => $body:expr;
    )*) => {
        &[$($crate::library::declare::member!(
            $kind $m, $name, [$($doc),+], $example, ($($parameter)*), $body
        )),*]
    };
}

/// Members of class objects, and functions, as a slice.
macro_rules! statics {
    ($m:ident; $(
        $(#[doc = $doc:literal])+
        $kind:ident $name:ident $(( $($parameter:tt)* ))? $example:literal => $body:expr;
    )*) => {
        &[$($crate::library::declare::member!(
            static $kind $m, $name, [$($doc),+], $example, ($($($parameter)*)?), $body
        )),*]
    };
}

macro_rules! member {
    (get $m:ident, $name:ident, [$($doc:literal),+], $example:tt, ($($p:ident : $t:ty)?), $body:expr) => {
        $crate::library::Member {
            name: stringify!($name),
            parameters: None,
            doc: str::trim_ascii(concat!($($doc),+)),
            example: $example,
            run: $crate::library::declare::run!($m ($($p: $t)?) $body),
        }
    };
    (
        fn $m:ident, $name:ident, [$($doc:literal),+], $example:tt,
        ($own:ident : $class:ty $(, $p:ident : $t:ty $(as $of:tt)? $(= $default:expr)?)*), $body:expr
    ) => {
        $crate::library::Member {
            name: stringify!($name),
            parameters: Some(&[$($crate::library::declare::parameter!($p: $t $(as $of)? $(= $default)?)),*]),
            doc: str::trim_ascii(concat!($($doc),+)),
            example: $example,
            run: $crate::library::declare::run!($m ($own: $class $(, $p: $t)*) $body),
        }
    };
    (static get $m:ident, $name:ident, [$($doc:literal),+], $example:tt, (), $body:expr) => {
        $crate::library::declare::member!(get $m, $name, [$($doc),+], $example, (), $body)
    };
    (
        static fn $m:ident, $name:ident, [$($doc:literal),+], $example:tt,
        ($($p:ident : $t:ty $(as $of:tt)? $(= $default:expr)?),*), $body:expr
    ) => {
        $crate::library::Member {
            name: stringify!($name),
            parameters: Some(&[$($crate::library::declare::parameter!($p: $t $(as $of)? $(= $default)?)),*]),
            doc: str::trim_ascii(concat!($($doc),+)),
            example: $example,
            run: $crate::library::declare::run!($m ($($p: $t),*) $body),
        }
    };
}

/// Named objects of an enum, which are read of its class.
macro_rules! elements {
    ($doc:literal $class:literal; $($name:ident => $value:expr),+) => {
        &[$($crate::library::declare::member!(
            get m, $name, [$doc], {concat!($class, ".", stringify!($name))}, (), $value
        )),+]
    };
}

macro_rules! parameter {
    ($p:ident : $t:ty) => {
        $crate::library::declare::parameter!($p: $t as (<$t as $crate::library::declare::Argument>::CLASS))
    };
    ($p:ident : $t:ty = $default:expr) => {
        $crate::library::declare::parameter!(
            $p: $t as (<$t as $crate::library::declare::Argument>::CLASS) = $default
        )
    };
    ($p:ident : $t:ty as $of:tt) => {
        $crate::library::declare::parameter!($p: $t as $of = $crate::library::Default::Required)
    };
    ($p:ident : $t:ty as $of:tt = $default:expr) => {
        $crate::library::Parameter {
            name: $crate::library::declare::unescaped(stringify!($p)),
            class: $of,
            default: $default,
        }
    };
}

/// The function of a member: it converts the arguments by their types, and the answer to a value.
macro_rules! run {
    ($m:ident () $body:expr) => {{
        fn run(
            $m: &mut $crate::evaluate::Machine<'_>,
            _: &[$crate::value::Value],
        ) -> Result<$crate::value::Value, $crate::diagnostic::Failure> {
            let answer = $body;
            $crate::library::declare::Answer::answer(answer, $m)
        }
        run
    }};
    ($m:ident ($($p:ident : $t:ty),+) $body:expr) => {{
        #[allow(non_snake_case)]
        fn run(
            $m: &mut $crate::evaluate::Machine<'_>,
            arguments: &[$crate::value::Value],
        ) -> Result<$crate::value::Value, $crate::diagnostic::Failure> {
            let [$($p),+] = arguments else {
                return Err($crate::library::declare::incomplete());
            };
            $(let $p = <$t as $crate::library::declare::Argument<'_>>::of($m, $p)?;)+
            let answer = $body;
            $crate::library::declare::Answer::answer(answer, $m)
        }
        run
    }};
}

pub(crate) use {classes, elements, member, members, parameter, run, singleton, statics};

/// The name of a parameter that is a word of Rust.
pub(crate) const fn unescaped(name: &str) -> &str {
    match name.as_bytes() {
        [b'r', b'#', ..] => name.split_at(2).1,
        _ => name,
    }
}

/// A member was run with fewer or more arguments than it has parameters.
#[cold]
pub(crate) fn incomplete() -> Failure {
    Failure::new("the arguments are not complete")
}

/// The type of a parameter: it converts values.
pub(crate) trait Argument<'v>: Sized {
    /// The qualified name of the class that the value must have; empty for any.
    const CLASS: &'static str = "";

    /// Converts a value.
    ///
    /// # Errors
    /// The value is something else; the message names what was expected.
    fn of(machine: &mut Machine<'_>, value: &'v Value) -> Result<Self, Failure>;
}

/// The type of an answer.
pub(crate) trait Answer {
    /// The answer as a value.
    fn answer(self, machine: &Machine<'_>) -> Result<Value, Failure>;
}

/// Types whose values are converted by a function of the machine and the value.
macro_rules! arguments {
    ($($t:ty, $class:expr, |$m:ident, $v:ident| $take:expr;)*) => {
        $(impl<'v> Argument<'v> for $t {
            const CLASS: &'static str = $class;

            #[inline]
            fn of($m: &mut Machine<'_>, $v: &'v Value) -> Result<Self, Failure> {
                let _ = &$m;
                $take
            }
        })*
    };
}

arguments! {
    &'v Value, "", |m, v| Ok(v);
    bool, BOOLEAN, |m, v| extract::boolean(v);
    IBig, INTEGER, |m, v| extract::integer(v);
    i64, INTEGER, |m, v| extract::index(v);
    i32, INTEGER, |m, v| extract::small(v);
    &'v str, STRING, |m, v| extract::text(v);
    (i32, i32), COORDINATES, |m, v| extract::coordinates(v);
    Cow<'v, [Value]>, COLLECTION, |m, v| extract::items(v);
    &'v Rational, "", |m, v| match v {
        Value::Number(number) => Ok(number),
        other => Err(other.unlike("a number")),
    };
    Player, "", |m, v| match v {
        Value::Player(player) => Ok(*player),
        other => Err(other.unlike("Left or Right")),
    };
    Game, "", |m, v| to_game(m, v);
    Position, "", |m, v| to_form(m, v);
    LoopyValue, "", |m, v| to_loopy(m, v);
    Stopper, "", |m, v| to_stopper(m, v);
    Vec<Game>, "", |m, v| extract::items(v)?.iter().map(|value| to_game(m, value)).collect();
}

/// A native object with a state of its own, as the members of its class take it.
pub(crate) trait State: Object + Sized {
    /// The qualified name of the class.
    const CLASS: &'static str;

    /// The state in words: `a grid`.
    const WHAT: &'static str;
}

impl<'v, T: State> Argument<'v> for &'v T {
    const CLASS: &'static str = T::CLASS;

    #[inline]
    fn of(_: &mut Machine<'_>, value: &'v Value) -> Result<Self, Failure> {
        object(value).ok_or_else(|| value.unlike(T::WHAT))
    }
}

/// Types that are converted to values by a function of the machine.
macro_rules! answers {
    ($($t:ty, |$m:ident, $a:ident| $give:expr;)*) => {
        $(impl Answer for $t {
            #[inline]
            fn answer(self, $m: &Machine<'_>) -> Result<Value, Failure> {
                let ($a, _) = (self, &$m);
                Ok($give)
            }
        })*
    };
}

answers! {
    Value, |m, a| a;
    bool, |m, a| Value::Bool(a);
    i64, |m, a| Value::small(a);
    u32, |m, a| Value::small(a.into());
    u64, |m, a| Value::integer(a);
    usize, |m, a| Value::integer(a);
    IBig, |m, a| Value::integer(a);
    UBig, |m, a| Value::integer(IBig::from(a));
    Rational, |m, a| Value::Number(a);
    Dyadic, |m, a| Value::Number(Rational::from(&a));
    (i32, i32), |m, a| Value::Coordinates(a.0, a.1);
    &str, |m, a| Value::text(a);
    String, |m, a| Value::Text(a.into());
    Player, |m, a| Value::Player(a);
    Outcome, |m, a| Value::Outcome(a);
    Game, |m, a| value_of(m.store, a);
    Stopper, |m, a| value_of_loopy(m.store, a.into());
    LoopyValue, |m, a| value_of_loopy(m.store, a);
    Position, |m, a| of_position(m.store, a);
    Vec<Value>, |m, a| Value::list(a)?;
}

impl<T: Answer> Answer for Result<T, Failure> {
    #[inline]
    fn answer(self, machine: &Machine<'_>) -> Result<Value, Failure> {
        self?.answer(machine)
    }
}
