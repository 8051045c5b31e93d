//! Questions about a game with the answers true and false.

use std::collections::HashMap;

use dashu_int::ops::BitTest;
use sidle_core::Player;
use sidle_values::Game;

use super::{Builtin, On, line};
use crate::{
    diagnostic::Failure,
    evaluate::{Machine, to_game},
    value::Value,
};

pub(super) const TABLE: &[Builtin] = &[
    line(
        On::Game,
        "IsAllSmall",
        "",
        "Can both players move in every follower but 0, or neither?",
        "(^).IsAllSmall",
        |m, a| flag(m, a, |m, g| m.store.is_all_small(g)),
    ),
    line(
        On::Position,
        "IsEven",
        "",
        "Is every option odd? Integers: is this even?",
        "(6).IsEven",
        |m, a| Ok(Value::Bool(parity(m, &a[0])?.0)),
    ),
    line(
        On::Position,
        "IsOdd",
        "",
        "Are there options, and are all of them even? Integers: is this odd?",
        "(5).IsOdd",
        |m, a| Ok(Value::Bool(parity(m, &a[0])?.1)),
    ),
    line(
        On::Game,
        "IsEvenTempered",
        "",
        "Does play take an even number of moves to any number?",
        "{3|1}.IsEvenTempered",
        |m, a| flag(m, a, |m, g| m.store.is_even_tempered(g)),
    ),
    line(
        On::Game,
        "IsOddTempered",
        "",
        "Does play take an odd number of moves to any number?",
        "{3|1}.IsOddTempered",
        |m, a| flag(m, a, |m, g| m.store.is_odd_tempered(g)),
    ),
    line(
        On::Game,
        "IsIdempotent",
        "",
        "Is G + G equal to G?",
        "(0).IsIdempotent",
        |m, a| flag(m, a, |m, g| g == m.store.zero()),
    ),
    line(
        On::Game,
        "IsInfinitesimal",
        "",
        "Is G less than every positive number and greater than every negative one?",
        "(^).IsInfinitesimal",
        |m, a| flag(m, a, |m, g| m.store.is_infinitesimal(g)),
    ),
    line(
        On::Value,
        "IsInteger",
        "",
        "Is this an integer?",
        "(5).IsInteger",
        |m, a| number_test(m, a, |x| x.is_integer()),
    ),
    line(
        On::Game,
        "IsLoopfree",
        "",
        "Does every play end?",
        "(^).IsLoopfree",
        |m, a| flag(m, a, |_, _| true),
    ),
    line(
        On::Game,
        "IsNimber",
        "",
        "Is this the value of a nim heap?",
        "(*8).IsNimber",
        |m, a| flag(m, a, |m, g| m.store.is_nimber(g)),
    ),
    line(
        On::Value,
        "IsNumber",
        "",
        "Is this a number?",
        "(-1/2).IsNumber",
        |m, a| match a[0] {
            Value::Surreal(_) => Ok(Value::Bool(true)),
            _ => number_test(m, a, |x| x.is_finite()),
        },
    ),
    line(
        On::Game,
        "IsNumberish",
        "",
        "Is this a number plus an infinitesimal?",
        "(3+^).IsNumberish",
        |m, a| flag(m, a, |m, g| m.store.is_numberish(g)),
    ),
    line(
        On::Game,
        "IsNumberTiny",
        "",
        "Is this a number, or a number plus a tiny or miny?",
        "(2+Tiny(1)).IsNumberTiny",
        number_tiny,
    ),
    line(
        On::Value,
        "IsOrdinal",
        "",
        "Is this an ordinal?",
        "(5).IsOrdinal",
        |m, a| {
            if let Value::Surreal(_) = a[0] {
                return Ok(Value::Bool(crate::library::is_ordinal(&a[0])));
            }
            number_test(m, a, |x| x.is_integer() && x.signum() >= 0)
        },
    ),
    line(
        On::Game,
        "IsPlumtree",
        "",
        "Has no follower of G any infinite play but by one player's passes?",
        "(^).IsPlumtree",
        |m, a| flag(m, a, |_, _| true),
    ),
    line(
        On::Game,
        "IsPseudonumber",
        "",
        "Is this a number, on, off, or a number plus over or under?",
        "(5).IsPseudonumber",
        |m, a| flag(m, a, |m, g| m.store.is_number(g)),
    ),
    line(
        On::Game,
        "IsStable",
        "",
        "Is the game its own variety plus something of degree 0?",
        "(^).IsStable",
        |m, a| flag(m, a, |_, _| true),
    ),
    line(
        On::Game,
        "IsStopper",
        "",
        "Does every play with alternating moves end?",
        "(^).IsStopper",
        |m, a| flag(m, a, |_, _| true),
    ),
    line(
        On::Game,
        "IsStopperSided",
        "",
        "Are both sides stoppers?",
        "(^).IsStopperSided",
        |m, a| flag(m, a, |_, _| true),
    ),
    line(
        On::Game,
        "IsUptimal",
        "",
        "Is this a number plus a nimber plus multiples of powers of up?",
        "^<3>.IsUptimal",
        |m, a| {
            let game = to_game(m, &a[0])?;
            Ok(Value::Bool(
                m.store.try_uptimal_expansion(game, m.meter)?.is_some(),
            ))
        },
    ),
    line(
        On::Value,
        "IsZero",
        "",
        "Is this 0?",
        "(*+*).IsZero",
        |m, a| number_test(m, a, |x| x.is_zero()),
    ),
];

fn flag(
    machine: &mut Machine<'_>,
    arguments: &[Value],
    test: impl Fn(&Machine<'_>, Game) -> bool,
) -> Result<Value, Failure> {
    let game = to_game(machine, &arguments[0])?;
    Ok(Value::Bool(test(machine, game)))
}

/// A test that only numbers can pass.
fn number_test(
    machine: &mut Machine<'_>,
    arguments: &[Value],
    test: impl Fn(&crate::Rational) -> bool,
) -> Result<Value, Failure> {
    if let Value::Surreal(_) = arguments[0] {
        return Ok(Value::Bool(false));
    }
    let value = crate::evaluate::canonical(machine, &arguments[0])?;
    Ok(Value::Bool(matches!(&value, Value::Number(x) if test(x))))
}

/// Is a game even, and is it odd? It is even if all its options are odd, and odd if it has options and all
/// of them are even.
pub(super) fn parity(machine: &mut Machine<'_>, value: &Value) -> Result<(bool, bool), Failure> {
    let value = match value {
        Value::Surreal(_) => return Ok((false, false)),
        Value::Number(x) if x.to_dyadic().is_none() => return Ok((false, false)),
        value => value,
    };
    if let Value::Number(x) = value
        && let Some(n) = x.to_integer()
    {
        return Ok((!n.bit(0), n.bit(0)));
    }
    if let Value::Loopy(_) = value {
        return Ok((false, false));
    }
    let root = to_game(machine, value)?;
    let store = machine.store;
    let mut known: HashMap<Game, (bool, bool)> = HashMap::new();
    let start = |game| {
        let [left, right] = Player::BOTH.map(|player| store.options(game, player));
        let mut options = left.chain(right).peekable();
        let odd = options.peek().is_some();
        (game, options, (true, odd))
    };
    let mut stack = vec![start(root)];
    let mut answer = (false, false);
    while let Some((game, options, (even, odd))) = stack.last_mut() {
        machine.tick()?;
        if let Value::Number(x) = crate::evaluate::value_of(store, *game)
            && let Some(n) = x.to_integer()
        {
            (*even, *odd) = (!n.bit(0), n.bit(0));
        } else if (*even || *odd)
            && let Some(&option) = options.peek()
        {
            let Some(&(option_even, option_odd)) = known.get(&option) else {
                stack.push(start(option));
                continue;
            };
            options.next();
            (*even, *odd) = (*even && option_odd, *odd && option_even);
            continue;
        }
        answer = (*even, *odd);
        known.insert(*game, answer);
        stack.pop();
    }
    Ok(answer)
}

fn number_tiny(machine: &mut Machine<'_>, arguments: &[Value]) -> Result<Value, Failure> {
    let game = to_game(machine, &arguments[0])?;
    let tiny = machine.store.try_is_number_tiny(game, machine.meter)?;
    Ok(Value::Bool(tiny))
}
