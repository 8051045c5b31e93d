//! The classes of values that have no state of their own here: the lattice of numbers and games.

use std::sync::Arc;

use super::{NativeClass, class, native};
use sidle_solve::{Form, Variant};

use crate::{class::Class, evaluate::Machine, value::Value};

const OBJECT: &[&str] = &["cgsuite.lang.Object"];

pub(super) const CLASSES: &[NativeClass] = &[
    class(
        "cgsuite.lang.Script",
        OBJECT,
        "A file without a class.",
        "3 is Object",
    ),
    NativeClass {
        singleton: Some(|_| Ok(Value::Nothing)),
        ..class(
            "cgsuite.lang.Nothing",
            OBJECT,
            "The class of `Nothing`.",
            "Nothing",
        )
    },
    class(
        "game.NormalValue",
        OBJECT,
        "Values under normal play.",
        "^ is NormalValue",
    ),
    class(
        "game.SidedValue",
        &["game.NormalValue"],
        "A value with an onside and an offside.",
        "dud is SidedValue",
    ),
    class(
        "game.StopperSidedValue",
        &["game.SidedValue"],
        "A value whose sides are stoppers.",
        "(on & off) is StopperSidedValue",
    ),
    class(
        "game.CanonicalStopper",
        &["game.StopperSidedValue", "game.Game"],
        "A stopper in canonical form.",
        "over is CanonicalStopper",
    ),
    class(
        "game.CanonicalShortGame",
        &["game.CanonicalStopper"],
        "A short game in canonical form.",
        "{3|1} is CanonicalShortGame",
    ),
    class(
        "game.Pseudonumber",
        &["game.CanonicalStopper"],
        "Numbers, on, off and their kin.",
        "over is Pseudonumber",
    ),
    class(
        "game.Uptimal",
        &["game.CanonicalShortGame"],
        "Sums of numbers, ups of all orders and nimbers.",
        "^ is Uptimal",
    ),
    class(
        "game.DyadicRational",
        &["game.Uptimal", "game.Pseudonumber", "game.Rational"],
        "Numbers whose denominator is a power of two.",
        "3/4 is DyadicRational",
    ),
    class(
        "game.Nimber",
        &[
            "game.ImpartialGame",
            "game.Uptimal",
            "game.TransfiniteNimber",
        ],
        "Nimbers.",
        "*2 is Nimber",
    ),
    class(
        "game.Zero",
        &["game.Integer", "game.Nimber"],
        "The class of 0.",
        "0.Class",
    ),
    class(
        "cgsuite.lang.Boolean",
        OBJECT,
        "`true` and `false`.",
        "true",
    ),
    class(
        "cgsuite.lang.Function",
        OBJECT,
        "What can be called.",
        "(x -> x + 1)(2)",
    ),
    class(
        "cgsuite.util.UptimalExpansion",
        OBJECT,
        "The expansion of an uptimal.",
        "^.UptimalExpansion",
    ),
    class(
        "game.ExplicitGame",
        &["game.Game"],
        "A game whose written form is kept.",
        "'{*|*}'",
    ),
];

/// The qualified name of a value's class.
fn name_of(machine: &Machine<'_>, value: &Value) -> &'static str {
    match value {
        Value::Number(x) if x.is_zero() => "game.Zero",
        Value::Number(x) if x.is_integer() => "game.Integer",
        Value::Number(x) if x.to_dyadic().is_some() => "game.DyadicRational",
        Value::Number(_) => "game.Rational",
        Value::Game(game) if machine.store.is_nimber(*game) => "game.Nimber",
        Value::Game(game) if machine.store.as_number_up_star(*game).is_some() => "game.Uptimal",
        Value::Game(game) if !machine.store.is_numberish(*game) => "game.CanonicalShortGame",
        Value::Game(game) => match machine.store.try_uptimal_expansion(*game, machine.meter) {
            Ok(Some(_)) => "game.Uptimal",
            _ => "game.CanonicalShortGame",
        },
        Value::Form(form) => match form.form() {
            Form::Explicit(..) => "game.ExplicitGame",
            Form::Negative(_) => "game.NegativeGame",
            Form::Compound(..) if form.is_impartial(machine.store) => "game.CompoundImpartialGame",
            Form::Compound(..) => "game.CompoundGame",
            Form::Variant(Variant::Dicotic, _) => "game.variant.DicoticVariantGame",
            Form::Variant(Variant::Impartial, _) => "game.ImpartialGame",
            Form::Variant(Variant::Twisted, _) => "game.variant.TwistedVariantGame",
            _ if form.is_impartial(machine.store) => "game.ImpartialGame",
            _ => "game.Game",
        },
        Value::Surreal(number) if number.to_ordinal().is_some() => "game.GeneralizedOrdinal",
        Value::Surreal(_) => "game.SurrealNumber",
        Value::Player(_) => "game.Player",
        Value::Outcome(_) | Value::LoopyOutcome(_) => "game.OutcomeClass",
        Value::Loopy(value) => match (value.stopper(), value.stopper_sides()) {
            (Some(stopper), _) if machine.store.loopy().as_pseudonumber(stopper).is_some() => {
                "game.Pseudonumber"
            }
            (Some(_), _) => "game.CanonicalStopper",
            (None, Some(_)) => "game.StopperSidedValue",
            (None, None) => "game.SidedValue",
        },
        Value::Uptimal(_) => "cgsuite.util.UptimalExpansion",
        Value::Thermograph(_) => "cgsuite.util.Thermograph",
        Value::Text(_) => "cgsuite.lang.String",
        Value::List(items) if items.range.is_some() => "cgsuite.lang.Range",
        Value::List(_) => "cgsuite.lang.List",
        Value::Set(_) => "cgsuite.lang.Set",
        Value::Map(_) => "cgsuite.lang.Map",
        Value::Coordinates(..) => "cgsuite.lang.Coordinates",
        Value::Pair(_) => "cgsuite.lang.MapEntry",
        Value::Bool(_) => "cgsuite.lang.Boolean",
        Value::Nothing => "cgsuite.lang.Nothing",
        Value::Class(_) | Value::Namespace(_) => "cgsuite.lang.Class",
        Value::Function(_) | Value::Builtin(_) => "cgsuite.lang.Function",
        Value::Script(_) => "cgsuite.lang.Script",
        Value::Cell(_) => "cgsuite.lang.Object",
        Value::Instance(_) | Value::Object(_) => "cgsuite.lang.Object",
    }
}

/// The most specific class of a value.
pub(crate) fn class_of(machine: &Machine<'_>, value: &Value) -> Arc<Class> {
    match value {
        Value::Instance(instance) => instance.class.clone(),
        Value::Object(object) => object.class(),
        other => {
            let name = name_of(machine, other);
            // The names are lines of the table above.
            native(name).unwrap_or_else(|| panic!("no class {name}"))
        }
    }
}
