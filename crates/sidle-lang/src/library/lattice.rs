//! The classes of values that have no state of their own here: the lattice of numbers and games.

use std::sync::Arc;

use super::{NativeClass, class, known, property, rulesets};
use sidle_solve::{Form, Variant};

use crate::{class::Class, evaluate::Machine, value::Value};

const OBJECT: &[&str] = &["cgsuite.lang.Object"];

pub(super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        members: &[
            property("Name", "The name.", "3 is Object", |_, a| {
                Ok(Value::text(script_name(&a[0])))
            }),
            property(
                "QualifiedName",
                "The name; scripts are in no package.",
                "3 is Object",
                |_, a| Ok(Value::text(script_name(&a[0]))),
            ),
            property(
                "Ordinal",
                "The place in the universal order, the same for all scripts.",
                "3 is Object",
                |_, _| Ok(Value::integer(0)),
            ),
        ],
        ..class(
            "cgsuite.lang.Script",
            OBJECT,
            "A file without a class.",
            "3 is Object",
        )
    },
    class(
        "cgsuite.lang.InstanceClass",
        OBJECT,
        "A nested class together with the object it belongs to.",
        "3 is Object",
    ),
    NativeClass {
        singleton: Some(super::Singleton::Made(|_| Ok(Value::Nothing))),
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
    NativeClass {
        singleton: Some(super::Singleton::Made(|_| Ok(Value::integer(0)))),
        ..class(
            "game.Zero",
            &["game.Integer", "game.Nimber"],
            "The class of 0; its name denotes 0.",
            "0.Class",
        )
    },
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

fn script_name(value: &Value) -> &str {
    match value {
        Value::Script(script) => &script.name,
        _ => "",
    }
}

/// The class of a value that is not an object.
pub(crate) fn value_class(machine: &Machine<'_>, value: &Value) -> &'static Arc<Class> {
    match value {
        Value::Number(x) if x.is_zero() => known!("game.Zero"),
        Value::Number(x) if x.is_integer() => known!("game.Integer"),
        Value::Number(x) if x.to_dyadic().is_some() => known!("game.DyadicRational"),
        Value::Number(_) => known!("game.Rational"),
        Value::Game(game) if machine.store.is_nimber(*game) => known!("game.Nimber"),
        Value::Game(game) if machine.store.as_number_up_star(*game).is_some() => {
            known!("game.Uptimal")
        }
        Value::Game(game) if !machine.store.is_numberish(*game) => {
            known!("game.CanonicalShortGame")
        }
        Value::Game(game) => match machine.store.try_uptimal_expansion(*game, machine.meter) {
            Ok(Some(_)) => known!("game.Uptimal"),
            _ => known!("game.CanonicalShortGame"),
        },
        Value::Form(form) => match form.form() {
            Form::Explicit(..) => known!("game.ExplicitGame"),
            Form::Negative(_) => known!("game.NegativeGame"),
            Form::Compound(..) if form.is_impartial(machine.store) => {
                known!("game.CompoundImpartialGame")
            }
            Form::Compound(..) => known!("game.CompoundGame"),
            _ if rulesets::is_dicotic(form) => known!("game.variant.DicoticVariantGame"),
            Form::Variant(Variant::Impartial, _) => known!("game.variant.ImpartialVariantGame"),
            Form::Variant(..) => known!("game.variant.TwistedVariantGame"),
            _ if form.is_impartial(machine.store) => known!("game.ImpartialGame"),
            _ => known!("game.Game"),
        },
        Value::Surreal(number) if number.to_ordinal().is_some() => {
            known!("game.GeneralizedOrdinal")
        }
        Value::Surreal(_) => known!("game.SurrealNumber"),
        Value::Player(_) => known!("game.Player"),
        Value::Outcome(_) | Value::LoopyOutcome(_) => known!("game.OutcomeClass"),
        Value::Loopy(value) => match (value.stopper(), value.stopper_sides()) {
            (Some(stopper), _) if machine.store.loopy().as_pseudonumber(stopper).is_some() => {
                known!("game.Pseudonumber")
            }
            (Some(_), _) => known!("game.CanonicalStopper"),
            (None, Some(_)) => known!("game.StopperSidedValue"),
            (None, None) => known!("game.SidedValue"),
        },
        Value::Uptimal(_) => known!("cgsuite.util.UptimalExpansion"),
        Value::Thermograph(_) => known!("cgsuite.util.Thermograph"),
        Value::Text(_) => known!("cgsuite.lang.String"),
        Value::List(items) if items.range.is_some() => known!("cgsuite.lang.Range"),
        Value::List(_) => known!("cgsuite.lang.List"),
        Value::Set(_) => known!("cgsuite.lang.Set"),
        Value::Map(_) => known!("cgsuite.lang.Map"),
        Value::Coordinates(..) => known!("cgsuite.lang.Coordinates"),
        Value::Pair(_) => known!("cgsuite.lang.MapEntry"),
        Value::Bool(_) => known!("cgsuite.lang.Boolean"),
        Value::Nothing => known!("cgsuite.lang.Nothing"),
        Value::Class(_) => known!("cgsuite.lang.Class"),
        Value::Function(_) | Value::Builtin(_) => known!("cgsuite.lang.Function"),
        Value::Script(_) => known!("cgsuite.lang.Script"),
        Value::Cell(_) | Value::Missing => known!("cgsuite.lang.Object"),
        Value::Instance(_) | Value::Object(_) => known!("cgsuite.lang.Object"),
    }
}

/// The most specific class of a value.
pub(crate) fn class_of(machine: &Machine<'_>, value: &Value) -> Arc<Class> {
    match value {
        Value::Instance(instance) => instance.class.clone(),
        Value::Object(object) => object.class().clone(),
        other => value_class(machine, other).clone(),
    }
}
