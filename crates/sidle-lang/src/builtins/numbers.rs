//! Methods of rational numbers.

use dashu_int::IBig;

use super::{Builtin, On, line, number};
use crate::{
    diagnostic::Failure,
    evaluate::{Machine, relation},
    value::Value,
};

pub(super) const TABLE: &[Builtin] = &[
    line(
        On::Number,
        "Numerator",
        (0, 0),
        "The numerator in lowest terms.",
        "(4/6).Numerator",
        |_, a| Ok(Value::integer(number(&a[0])?.numerator().clone())),
    ),
    line(
        On::Number,
        "Denominator",
        (0, 0),
        "The denominator in lowest terms.",
        "(4/6).Denominator",
        |_, a| {
            Ok(Value::integer(IBig::from(
                number(&a[0])?.denominator().clone(),
            )))
        },
    ),
    line(
        On::Number,
        "Abs",
        (0, 0),
        "The absolute value.",
        "(-3/4).Abs",
        |_, a| Ok(Value::Number(number(&a[0])?.abs())),
    ),
    line(
        On::Number,
        "Sign",
        (0, 0),
        "-1, 0 or 1.",
        "(-3/4).Sign",
        |_, a| Ok(Value::integer(number(&a[0])?.signum())),
    ),
    line(
        On::Number,
        "Floor",
        (0, 0),
        "The largest integer not above.",
        "(-3/4).Floor",
        |_, a| Ok(Value::integer(number(&a[0])?.floor()?)),
    ),
    line(
        On::Number,
        "Ceiling",
        (0, 0),
        "The least integer not below.",
        "(3/4).Ceiling",
        |_, a| Ok(Value::integer(number(&a[0])?.ceiling()?)),
    ),
    line(
        On::Number,
        "Reciprocal",
        (0, 0),
        "1/x.",
        "(3/4).Reciprocal",
        |_, a| Ok(Value::Number(number(&a[0])?.reciprocal()?)),
    ),
    line(
        On::Number,
        "Max",
        (1, 1),
        "The greater of two numbers.",
        "3 Max 5",
        |m, a| extreme(m, a, true),
    ),
    line(
        On::Number,
        "Min",
        (1, 1),
        "The lesser of two numbers.",
        "3 Min 5",
        |m, a| extreme(m, a, false),
    ),
];

fn extreme(
    machine: &mut Machine<'_>,
    arguments: &[Value],
    greatest: bool,
) -> Result<Value, Failure> {
    number(&arguments[1])?;
    let relation = relation(machine, &arguments[0], &arguments[1])?;
    let first_is_greater = relation.is_some_and(sidle_core::Relation::is_ge);
    Ok(arguments[usize::from(first_is_greater != greatest)].clone())
}
