//! The classes of values that have no state of their own here: the lattice of numbers and games.

use std::sync::Arc;

use super::{
    NativeClass,
    class_names::{GAME, IMPARTIAL, OBJECT},
    classes, known, rulesets,
};
use sidle_solve::{Form, Variant};

use crate::{class::Class, evaluate::Machine, value::Value};

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// A file without a class.
    class "cgsuite.lang.Script": [OBJECT] "3 is Object" {
        /// The name.
        get Name(x: &Value) "3 is Object" => script_name(x);
        /// The name; scripts are in no package.
        get QualifiedName(x: &Value) "3 is Object" => script_name(x);
        /// The place in the universal order, the same for all scripts.
        get Ordinal() "3 is Object" => 0i64;
    }
    /// A nested class together with the object it belongs to.
    class "cgsuite.lang.InstanceClass": [OBJECT] "3 is Object" {}
    /// The class of `Nothing`.
    class "cgsuite.lang.Nothing": [OBJECT] "Nothing" is { Value::Nothing } {}
    /// Values under normal play.
    class "game.NormalValue": [OBJECT] "^ is NormalValue" {}
    /// A value with an onside and an offside.
    class "game.SidedValue": ["game.NormalValue"] "dud is SidedValue" {}
    /// A value whose sides are stoppers.
    class "game.StopperSidedValue": ["game.SidedValue"] "(on & off) is StopperSidedValue" {}
    /// A stopper in canonical form.
    class "game.CanonicalStopper": ["game.StopperSidedValue", GAME] "over is CanonicalStopper" {}
    /// A short game in canonical form.
    class "game.CanonicalShortGame": ["game.CanonicalStopper"] "{3|1} is CanonicalShortGame" {}
    /// Numbers, on, off and their kin.
    class "game.Pseudonumber": ["game.CanonicalStopper"] "over is Pseudonumber" {}
    /// Sums of numbers, ups of all orders and nimbers.
    class "game.Uptimal": ["game.CanonicalShortGame"] "^ is Uptimal" {}
    /// Numbers whose denominator is a power of two.
    class "game.DyadicRational": ["game.Uptimal", "game.Pseudonumber", "game.Rational"] "3/4 is DyadicRational" {}
    /// Nimbers.
    class "game.Nimber": [IMPARTIAL, "game.Uptimal", "game.TransfiniteNimber"] "*2 is Nimber" {}
    /// The class of 0; its name denotes 0.
    class "game.Zero": ["game.Integer", "game.Nimber"] "0.Class" is { 0i64 } {}
    /// `true` and `false`.
    class "cgsuite.lang.Boolean": [OBJECT] "true" {}
    /// What can be called.
    class "cgsuite.lang.Function": [OBJECT] "(x -> x + 1)(2)" {}
    /// The expansion of an uptimal.
    class "cgsuite.util.UptimalExpansion": [OBJECT] "^.UptimalExpansion" {}
    /// A game whose written form is kept.
    class "game.ExplicitGame": [GAME] "'{*|*}'" {}
};

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
