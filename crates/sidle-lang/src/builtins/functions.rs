//! Functions that belong to no value.

use sidle_core::Player;

use super::{Builtin, On, line};
use crate::{
    ast::BinaryOp,
    diagnostic::Failure,
    evaluate::{Machine, game, negative, value_of},
    library,
    value::Value,
};

pub(super) const TABLE: &[Builtin] = &[
    line(
        On::Nothing,
        "Tiny",
        "x",
        "Tiny(G) = {0||0|-G}.",
        "Tiny(2)",
        |m, a| tiny(m, &a[0], Player::Left),
    ),
    line(
        On::Nothing,
        "Miny",
        "x",
        "Miny(G) = {G|0||0}.",
        "Miny(2)",
        |m, a| tiny(m, &a[0], Player::Right),
    ),
    line(
        On::Nothing,
        "Sum",
        "values",
        "The sum of the entries of a collection.",
        "Sum(n^2 for n from 1 to 10)",
        |m, a| library::sum(m, &a[0]),
    ),
    line(
        On::Nothing,
        "Max",
        "values",
        "The greatest entry of a collection.",
        "Max(n % 7 for n from 1 to 10)",
        |m, a| library::extreme(m, &a[0], BinaryOp::Greater),
    ),
    line(
        On::Nothing,
        "Min",
        "values",
        "The least entry of a collection.",
        "Min([3,1,2])",
        |m, a| library::extreme(m, &a[0], BinaryOp::Less),
    ),
    line(
        On::Nothing,
        "Mex",
        "values",
        "The least natural number that is not in a collection.",
        "Mex([0,1,3])",
        |_, a| library::mex(&a[0]),
    ),
    line(
        On::Nothing,
        "BornBy",
        "day",
        "The list of all values born by day 0, 1, 2 or 3.",
        "BornBy(2).Size",
        |m, a| {
            let day = u32::try_from(super::integer(&a[0])?)
                .ok()
                .filter(|day| *day <= 3);
            let day = day.ok_or_else(|| {
                Failure::new("BornBy wants a day from 0 to 3")
                    .with_help("day 4 has more values than any memory")
            })?;
            let mut values = m.store.try_born_by(day, m.meter)?;
            let mut order = crate::value::Order::new(m.store);
            values.sort_by(|&a, &b| order.compare_games(a, b));
            Value::list(
                values
                    .into_iter()
                    .map(|game| value_of(m.store, game))
                    .collect(),
            )
        },
    ),
    line(
        On::Nothing,
        "excess",
        "p",
        "Lenstra's excess of a prime.",
        "excess(19)",
        |m, a| library::excess(m, &a[0]),
    ),
    line(
        On::Nothing,
        "qSet",
        "p",
        "Lenstra's set of prime powers of a prime, in the order of the primes.",
        "qSet(13)",
        |m, a| library::q_set(m, &a[0]),
    ),
    line(
        On::Nothing,
        "error",
        "message",
        "Stops with a message.",
        "[error(\"no\") for n from 1 to 0]",
        |m, a| {
            let message = match &a[0] {
                Value::Text(text) => text.to_string(),
                other => crate::print::plain(m, other)?,
            };
            Err(Failure::new(message))
        },
    ),
];

/// `{0||0|-G}` for Left, its negative for Right.
fn tiny(machine: &mut Machine<'_>, value: &Value, player: Player) -> Result<Value, Failure> {
    let zero = || vec![Value::integer(0)];
    match player {
        Player::Left => {
            let negative = negative(machine, value)?;
            let threat = game(machine, zero(), vec![negative])?;
            game(machine, zero(), vec![threat])
        }
        Player::Right => {
            let threat = game(machine, vec![value.clone()], zero())?;
            game(machine, vec![threat], zero())
        }
    }
}
