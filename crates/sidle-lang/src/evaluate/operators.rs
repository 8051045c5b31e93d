//! What the operators do.

use std::sync::Arc;

use dashu_int::IBig;
use sidle_core::{Nimber, Relation};
use sidle_solve::{Compound, Position};
use sidle_values::{Game, NumberUpStar};

use super::{
    Machine,
    games::{ask, canonical, to_form, to_game, value_of},
    loopy,
};
use crate::{
    ast::{BinaryOp, UnaryOp},
    diagnostic::Failure,
    library, positions,
    rational::{NumberError, Rational},
    value::{self, Value},
};

impl From<NumberError> for Failure {
    fn from(error: NumberError) -> Failure {
        match error {
            NumberError::Stopped(reason) => Failure::Stopped(reason),
            other => Failure::new(other.to_string()),
        }
    }
}

/// Applies an operator with one operand.
pub(super) fn unary(
    machine: &mut Machine<'_>,
    op: UnaryOp,
    value: Value,
) -> Result<Value, Failure> {
    if is_object(&value) {
        return unary(machine, op, lifted(value)).map(lowered);
    }
    match op {
        UnaryOp::Negative => negative(machine, &value).map(lowered),
        UnaryOp::Identity => match value {
            Value::Number(_) | Value::Surreal(_) => Ok(value),
            Value::Game(_) | Value::Form(_) | Value::Loopy(_) => Ok(value),
            other => Err(no_operator("+", &[&other])),
        },
        UnaryOp::Not => match value {
            Value::Bool(truth) => Ok(Value::Bool(!truth)),
            other => Err(no_operator("not", &[&other])),
        },
        UnaryOp::PlusMinus => switch(machine, &value),
        UnaryOp::Nimber => nimber(machine, &value),
        UnaryOp::Ups => ups(machine, &value, 1),
        UnaryOp::Downs => ups(machine, &value, -1),
        UnaryOp::Tiny => library::call_function(machine, "Tiny", vec![value], &[]),
        UnaryOp::Miny => library::call_function(machine, "Miny", vec![value], &[]),
    }
}

fn no_operator(sign: &str, operands: &[&Value]) -> Failure {
    let kinds: Vec<&str> = operands.iter().map(|value| value.kind()).collect();
    Failure::new(format!(
        "`{sign}` does not apply to {}",
        kinds.join(" and ")
    ))
}

pub(crate) fn negative(machine: &mut Machine<'_>, value: &Value) -> Result<Value, Failure> {
    match value {
        Value::Number(number) => Ok(Value::Number(number.negative())),
        Value::Game(game) => {
            let game = machine.store.try_negative(*game, machine.meter)?;
            Ok(value_of(machine.store, game))
        }
        Value::Form(form) => {
            let negative = ask(machine, |_, asking| asking.negative(form))?;
            Ok(Value::Form(negative))
        }
        Value::Loopy(value) => Ok(loopy::negative(machine, *value)?),
        Value::Surreal(number) => Ok(Value::Surreal(Arc::new(number.negative()))),
        other => Err(no_operator("-", &[other])),
    }
}

/// `+-x` is `{x|-x}`; a set stands for several Left options.
fn switch(machine: &mut Machine<'_>, value: &Value) -> Result<Value, Failure> {
    let left = match value {
        Value::Set(items) => items.values.clone(),
        Value::Number(_) | Value::Game(_) | Value::Form(_) | Value::Loopy(_) => {
            vec![value.clone()]
        }
        other => return Err(no_operator("+-", &[other])),
    };
    let right = left
        .iter()
        .map(|option| negative(machine, option))
        .collect::<Result<Vec<_>, _>>()?;
    super::games::game(machine, left, right)
}

/// `*n`.
pub(crate) fn nimber(machine: &mut Machine<'_>, value: &Value) -> Result<Value, Failure> {
    match value {
        Value::Surreal(number) => return library::nimber_of(machine, number),
        Value::List(items) | Value::Set(items) => {
            return library::misere_game(machine, items.values.clone());
        }
        _ => {}
    }
    let Value::Number(number) = value else {
        return Err(no_operator("*", &[value]).with_help("a nimber is `*n` with a whole number n"));
    };
    if number.signum() < 0 {
        return Err(Failure::new(format!("the nim value {number} is negative")));
    }
    let star = number.to_integer().and_then(|n| u32::try_from(n).ok());
    let Some(star) = star else {
        return Err(Failure::new(format!(
            "*{number} is not a nimber below *4294967296"
        )));
    };
    Ok(value_of(
        machine.store,
        machine.store.nimber(u64::from(star)),
    ))
}

/// `^n` and `vn`.
fn ups(machine: &mut Machine<'_>, value: &Value, sign: i64) -> Result<Value, Failure> {
    let Value::Number(number) = value else {
        return Err(no_operator(if sign > 0 { "^" } else { "v" }, &[value]));
    };
    let count = number
        .to_i64()
        .filter(|count| i32::try_from(*count).is_ok());
    let Some(count) = count else {
        return Err(Failure::new(format!(
            "{number} is not a number of ups that fits 32 bits"
        )));
    };
    let game = NumberUpStar {
        ups: sign * count,
        ..NumberUpStar::ZERO
    };
    Ok(value_of(machine.store, machine.store.number_up_star(&game)))
}

/// Applies an operator with two operands.
pub(crate) fn binary(
    machine: &mut Machine<'_>,
    op: BinaryOp,
    a: Value,
    b: Value,
) -> Result<Value, Failure> {
    if let Some(result) = library::operate(machine, op, &a, &b) {
        return result;
    }
    let structural = matches!(op, BinaryOp::Identical | BinaryOp::NotIdentical);
    if let (true, false) = (is_object(&a) || is_object(&b), structural) {
        if value::equal(&a, &b) && matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
            return Ok(Value::Bool(op == BinaryOp::Equal));
        }
        if let (Value::Instance(_), Value::Instance(_))
        | (Value::Instance(_), _)
        | (_, Value::Instance(_)) = (&a, &b)
            && !(is_object(&a) || is_game(&a)) | !(is_object(&b) || is_game(&b))
            && matches!(op, BinaryOp::Equal | BinaryOp::NotEqual)
        {
            return Ok(Value::Bool(op == BinaryOp::NotEqual));
        }
        let value = binary(machine, op, lifted(a), lifted(b))?;
        return Ok(lowered(value));
    }
    match op {
        BinaryOp::Add => add(machine, "+", &a, &b).map(lowered),
        BinaryOp::Subtract => match (&a, &b) {
            (Value::Number(a), Value::Number(b)) => Ok(Value::Number(a.sub(b)?)),
            _ => {
                let b = negative(machine, &b).map_err(|_| no_operator("-", &[&a, &b]))?;
                add(machine, "-", &a, &b).map(lowered)
            }
        },
        BinaryOp::Multiply => multiply(machine, &a, &b),
        BinaryOp::Divide | BinaryOp::Remainder | BinaryOp::Power => arithmetic(machine, op, &a, &b),
        BinaryOp::OrdinalSum => compound_or_value(machine, Compound::OrdinalSum, &a, &b),
        BinaryOp::Sides => loopy::sides(machine, &a, &b),
        BinaryOp::PowerTo => library::member(machine, a, "PowTo", Some(vec![b]), &[]),
        BinaryOp::PowerOf => library::member(machine, a, "Pow", Some(vec![b]), &[]),
        BinaryOp::Identical => Ok(Value::Bool(value::equal(&a, &b))),
        BinaryOp::NotIdentical => Ok(Value::Bool(!value::equal(&a, &b))),
        BinaryOp::Equal => equality(machine, &a, &b).map(Value::Bool),
        BinaryOp::NotEqual => equality(machine, &a, &b).map(|same| Value::Bool(!same)),
        _ => comparison(machine, op, &a, &b),
    }
}

/// `a + b`; the sign is the one that was written.
fn add(machine: &mut Machine<'_>, sign: &str, a: &Value, b: &Value) -> Result<Value, Failure> {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => Ok(Value::Number(a.add(b)?)),
        (Value::Form(_), Value::Number(zero)) if zero.is_zero() => Ok(a.clone()),
        (Value::Number(zero), Value::Form(_)) if zero.is_zero() => Ok(b.clone()),
        (Value::Form(_), Value::Form(_) | Value::Game(_) | Value::Number(_) | Value::Loopy(_))
        | (Value::Game(_) | Value::Number(_) | Value::Loopy(_), Value::Form(_)) => {
            compound(machine, Compound::Sum, a, b)
        }
        (Value::Game(_) | Value::Number(_), Value::Game(_) | Value::Number(_)) => {
            let (a, b) = (to_game(machine, a)?, to_game(machine, b)?);
            let sum = machine.store.try_add(a, b, machine.meter)?;
            Ok(value_of(machine.store, sum))
        }
        (Value::Loopy(_), Value::Loopy(_) | Value::Game(_) | Value::Number(_))
        | (Value::Game(_) | Value::Number(_), Value::Loopy(_)) => loopy::add(machine, a, b),
        (Value::List(_), Value::List(_)) => {
            Err(no_operator(sign, &[a, b]).with_help("write `a Concat b`"))
        }
        _ => Err(no_operator(sign, &[a, b])),
    }
}

/// Combines two games without working the compound out.
pub(crate) fn compound(
    machine: &mut Machine<'_>,
    kind: Compound,
    a: &Value,
    b: &Value,
) -> Result<Value, Failure> {
    let (a, b) = (to_form(machine, a)?, to_form(machine, b)?);
    machine.count_value()?;
    Ok(Value::Form(Position::compound(kind, &a, &b)))
}

/// A compound of values is worked out, a compound of forms is kept.
pub(crate) fn compound_or_value(
    machine: &mut Machine<'_>,
    kind: Compound,
    a: &Value,
    b: &Value,
) -> Result<Value, Failure> {
    let is_written = |value: &Value| {
        matches!(
            value,
            Value::Form(_) | Value::Instance(_) | Value::Object(_)
        )
    };
    let written = is_written(a) || is_written(b);
    if kind == Compound::OrdinalSum && !written && loopy::any_loopy([a, b].into_iter()) {
        return loopy::ordinal_sum(machine, a, b);
    }
    if kind == Compound::ConwayProduct
        && let (Some(x), Some(y)) = (as_nimber(machine, a), as_nimber(machine, b))
    {
        // On nimbers Conway's product is the nim-product.
        return Ok(value_of(machine.store, machine.store.nimber((x * y).0)));
    }
    if kind == Compound::ConwayProduct && !written && loopy::any_loopy([a, b].into_iter()) {
        return match (a, b) {
            (Value::Number(count), _) | (_, Value::Number(count)) if count.is_integer() => {
                multiply(machine, a, b)
            }
            // The product of other games with loops need not have a value of finitely many positions.
            _ => compound(machine, kind, a, b),
        };
    }
    let form = compound(machine, kind, a, b)?;
    if written {
        return Ok(form);
    }
    super::canonical(machine, &form)
}

fn as_nimber(machine: &Machine<'_>, value: &Value) -> Option<Nimber> {
    match value {
        Value::Number(number) if number.is_zero() => Some(Nimber::ZERO),
        // Products of larger ones need not fit the store.
        Value::Game(game) => machine
            .store
            .as_nimber(*game)
            .filter(|star| *star <= 0xFFFF)
            .map(Nimber),
        _ => None,
    }
}

fn multiply(machine: &mut Machine<'_>, a: &Value, b: &Value) -> Result<Value, Failure> {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => Ok(Value::Number(a.mul(b)?)),
        (Value::Number(zero), Value::Form(_)) | (Value::Form(_), Value::Number(zero))
            if zero.is_zero() =>
        {
            Ok(Value::integer(0))
        }
        (Value::Number(count), Value::Form(_)) | (Value::Form(_), Value::Number(count))
            if !count.is_integer() =>
        {
            Err(not_copies(count))
        }
        (Value::Number(_), Value::Form(_)) => compound(machine, Compound::Multiple, a, b),
        (Value::Form(_), Value::Number(_)) => compound(machine, Compound::ConwayProduct, a, b),
        (Value::Number(count), Value::Game(game)) | (Value::Game(game), Value::Number(count)) => {
            multiple(machine, *game, count)
        }
        (Value::Number(count), Value::Loopy(value))
        | (Value::Loopy(value), Value::Number(count)) => {
            let copies = match copies(count) {
                // If two copies are as good as one, so are many.
                Err(_)
                    if count.is_integer()
                        && count.signum() > 0
                        && equality(
                            machine,
                            &loopy::multiple(machine, *value, 2)?,
                            &Value::Loopy(*value),
                        )? =>
                {
                    1
                }
                copies => copies?,
            };
            Ok(loopy::multiple(machine, *value, copies)?)
        }
        (Value::Game(_) | Value::Form(_), Value::Game(_) | Value::Form(_)) => {
            Err(no_operator("*", &[a, b])
                .with_help("write `G.ConwayProduct(H)` or `G.NortonProduct(H)`"))
        }
        _ => Err(no_operator("*", &[a, b])),
    }
}

fn multiple(machine: &mut Machine<'_>, game: Game, count: &Rational) -> Result<Value, Failure> {
    let count = match (copies(count), count.to_integer()) {
        // Pairs of games of order two cancel, however many there are.
        (Err(_), Some(integer))
            if machine.store.try_multiple(game, 2, machine.meter)? == machine.store.zero() =>
        {
            i64::from(integer % IBig::from(2) != IBig::ZERO)
        }
        (count, _) => count?,
    };
    let game = machine.store.try_multiple(game, count, machine.meter)?;
    Ok(value_of(machine.store, game))
}

/// How many copies of a game are wanted.
fn copies(count: &Rational) -> Result<i64, Failure> {
    let integer = count.to_integer().ok_or_else(|| not_copies(count))?;
    i64::try_from(integer).map_err(|_| Failure::new("overflow: too many copies of a game"))
}

fn not_copies(count: &Rational) -> Failure {
    Failure::new(format!(
        "a game can be multiplied by an integer, not by {count}"
    ))
    .with_help("write `G.ConwayProduct(H)` or `G.NortonProduct(H)`")
}

fn arithmetic(
    machine: &mut Machine<'_>,
    op: BinaryOp,
    a: &Value,
    b: &Value,
) -> Result<Value, Failure> {
    let sign = match op {
        BinaryOp::Divide => "/",
        BinaryOp::Remainder => "%",
        _ => "^",
    };
    let (Value::Number(x), Value::Number(y)) = (a, b) else {
        return Err(no_operator(sign, &[a, b]));
    };
    machine.tick()?;
    Ok(Value::Number(match op {
        BinaryOp::Divide => x.div(y)?,
        BinaryOp::Remainder => x.rem(y)?,
        _ => x.pow(y)?,
    }))
}

/// Equality of values. A form equals a game when their values do.
pub(crate) fn equality(machine: &mut Machine<'_>, a: &Value, b: &Value) -> Result<bool, Failure> {
    match (a, b) {
        (Value::Form(a), Value::Form(b)) if a == b => Ok(true),
        // Sides that are not known to be stoppers may be equal without being identical.
        (Value::Loopy(x), Value::Loopy(y))
            if x != y && (x.stopper_sides().is_none() || y.stopper_sides().is_none()) =>
        {
            Ok(loopy::relation(machine, a, b)? == Relation::Equal)
        }
        (Value::Form(_), Value::Game(_) | Value::Number(_) | Value::Loopy(_) | Value::Form(_))
        | (Value::Game(_) | Value::Number(_) | Value::Loopy(_), Value::Form(_)) => {
            let (a, b) = (canonical(machine, a)?, canonical(machine, b)?);
            equality(machine, &a, &b)
        }
        _ => Ok(value::equal(a, b)),
    }
}

fn comparison(
    machine: &mut Machine<'_>,
    op: BinaryOp,
    a: &Value,
    b: &Value,
) -> Result<Value, Failure> {
    if let (Value::Form(_), _) | (_, Value::Form(_)) = (a, b)
        && is_game(a)
        && is_game(b)
    {
        let (a, b) = (canonical(machine, a)?, canonical(machine, b)?);
        return comparison(machine, op, &a, &b);
    }
    // Half of the comparison is enough for these.
    let half = match op {
        BinaryOp::LessEqual => le(machine, a, b)?,
        BinaryOp::GreaterEqual => le(machine, b, a)?,
        BinaryOp::GreaterFuzzy => le(machine, a, b)?.map(|le| !le),
        BinaryOp::LessFuzzy => le(machine, b, a)?.map(|le| !le),
        _ => None,
    };
    if let Some(truth) = half {
        return Ok(Value::Bool(truth));
    }
    let relation = relation(machine, a, b)?.ok_or_else(|| no_operator(sign_of(op), &[a, b]))?;
    Ok(Value::Bool(match op {
        BinaryOp::Less => relation == Relation::Less,
        BinaryOp::Greater => relation == Relation::Greater,
        BinaryOp::LessEqual => relation.is_le(),
        BinaryOp::GreaterEqual => relation.is_ge(),
        BinaryOp::LessFuzzy => !relation.is_ge(),
        BinaryOp::GreaterFuzzy => !relation.is_le(),
        _ => relation == Relation::Fuzzy,
    }))
}

/// Is one canonical value at most another? `None` for values of other kinds.
fn le(machine: &mut Machine<'_>, a: &Value, b: &Value) -> Result<Option<bool>, Failure> {
    let (store, meter) = (machine.store, machine.meter);
    Ok(match (a, b) {
        (&Value::Game(a), &Value::Game(b)) => Some(store.try_le(a, b, meter)?),
        (Value::Loopy(_), _) | (_, Value::Loopy(_)) if is_game(a) && is_game(b) => {
            Some(loopy::le(machine, a, b)?)
        }
        _ => None,
    })
}

fn sign_of(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Less => "<",
        BinaryOp::Greater => ">",
        BinaryOp::LessEqual => "<=",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::LessFuzzy => "<|",
        BinaryOp::GreaterFuzzy => "|>",
        _ => "<>",
    }
}

/// How two values compare; `None` if their classes have no order.
pub(crate) fn relation(
    machine: &mut Machine<'_>,
    a: &Value,
    b: &Value,
) -> Result<Option<Relation>, Failure> {
    let total = |order: std::cmp::Ordering| Relation::from_le_ge(order.is_le(), order.is_ge());
    Ok(Some(match (a, b) {
        (Value::Number(a), Value::Number(b)) => total(a.cmp(b)),
        (Value::Text(a), Value::Text(b)) => total(a.cmp(b)),
        (&Value::Coordinates(a, b), &Value::Coordinates(c, d)) => {
            library::coordinates_relation((a, b), (c, d))
        }
        (Value::Surreal(_), Value::Surreal(_) | Value::Number(_))
        | (Value::Number(_), Value::Surreal(_)) => {
            total(library::compare_numbers(a, b, machine.meter)?)
        }
        (Value::Loopy(_), _) | (_, Value::Loopy(_)) if is_game(a) && is_game(b) => {
            loopy::relation(machine, a, b)?
        }
        (Value::Form(_), _) | (_, Value::Form(_)) if is_game(a) && is_game(b) => {
            let (a, b) = (canonical(machine, a)?, canonical(machine, b)?);
            return relation(machine, &a, &b);
        }
        // A number that is not a game still lies between the stops of a game, or beyond them.
        (Value::Number(x), Value::Game(_)) if x.to_dyadic().is_none() => {
            let game = to_game(machine, b)?;
            -to_foreign_number(machine, game, x)
        }
        (Value::Game(_), Value::Number(x)) if x.to_dyadic().is_none() => {
            let game = to_game(machine, a)?;
            to_foreign_number(machine, game, x)
        }
        (Value::Number(_) | Value::Game(_), Value::Number(_) | Value::Game(_)) => {
            let (a, b) = (to_game(machine, a)?, to_game(machine, b)?);
            machine.store.try_compare(a, b, machine.meter)?
        }
        _ => return Ok(None),
    }))
}

fn is_game(value: &Value) -> bool {
    matches!(
        value,
        Value::Number(_) | Value::Game(_) | Value::Form(_) | Value::Loopy(_)
    )
}

/// A game against a number that is not dyadic: a stop never equals it, so the stops decide.
fn to_foreign_number(machine: &Machine<'_>, game: Game, number: &Rational) -> Relation {
    let stop = |player| Rational::from(&machine.store.stop(game, player));
    let below = stop(sidle_core::Player::Left) < *number;
    let above = stop(sidle_core::Player::Right) > *number;
    Relation::from_le_ge(below, above)
}

/// Is this an object that is a game?
fn is_object(value: &Value) -> bool {
    match value {
        Value::Instance(instance) => positions::is_game(instance),
        Value::Object(object) => object.position().is_some(),
        _ => false,
    }
}

/// An object that is a game as a form, so that it can be combined with others.
fn lifted(value: Value) -> Value {
    let position = match &value {
        Value::Instance(instance) => positions::position_of(instance),
        Value::Object(object) => object.position(),
        _ => None,
    };
    position.map_or(value, Value::Form)
}

/// A form that is an object, as that object.
fn lowered(value: Value) -> Value {
    match value {
        Value::Form(position) => match positions::object_of(&position) {
            Some(object) => object,
            None => Value::Form(position),
        },
        other => other,
    }
}

/// `value is class`.
pub(super) fn is(machine: &Machine<'_>, value: &Value, class: &Value) -> Result<Value, Failure> {
    let Value::Class(class) = class else {
        return Err(Failure::new(format!(
            "`is` wants a class, this is {}",
            class.kind()
        )));
    };
    let found = library::class_of(machine, value);
    Ok(Value::Bool(found.descends_from(&class.qualified)))
}

/// `first..last..step`.
pub(crate) fn range(
    machine: &mut Machine<'_>,
    first: &Value,
    last: &Value,
    step: Option<&Value>,
) -> Result<Value, Failure> {
    let integer = |value: &Value| match value {
        Value::Number(number) if number.is_integer() => Ok(number.clone()),
        other => Err(Failure::new(format!(
            "a range goes from integer to integer, this is {}",
            other.kind()
        ))),
    };
    let bounds = [
        integer(first)?,
        integer(last)?,
        match step {
            Some(step) => integer(step)?,
            None => Rational::from(1),
        },
    ];
    if let Some(long) = library::LongRange::new(&bounds) {
        return Ok(Value::object(long));
    }
    let [first, last, step] = &bounds;
    let mut values = Vec::new();
    let mut at = first.clone();
    while step.signum() != 0
        && (if step.signum() > 0 {
            at <= *last
        } else {
            at >= *last
        })
    {
        machine.count_value()?;
        values.push(Value::Number(at.clone()));
        at = at.add(step)?;
    }
    Value::range(values, bounds)
}
