//! Moves of games on pairs of numbers, and rulesets made of two such.

use sidle_core::Player;
use sidle_solve::{Form, Position};

use super::{super::Member, read, receiver};
use crate::{
    diagnostic::Failure,
    evaluate::{Machine, ask, to_form},
    library::{NativeClass, class, method, required},
    value::Value,
};

const PAIRS: &str = "game.heap.CoordinateRuleset";

const MEMBERS: &[Member] = &[
    method(
        "CoordinateOptions",
        &[required("coord", "cgsuite.lang.Coordinates")],
        "The pairs that can be reached in one move.",
        "game.heap.Wythoff.CoordinateOptions((1,2))",
        |m, a| {
            let start = read::position(m, receiver(a)?, &a[1..])?;
            let position = to_form(m, &start)?;
            let options = ask(m, |_, asking| asking.options(&position, Player::Left))?;
            let mut pairs = Vec::with_capacity(options.len());
            for option in &options {
                m.count_value()?;
                pairs.push(pair(option)?);
            }
            Value::list(pairs)
        },
    ),
    method(
        "Adjoin",
        &[required("that", PAIRS)],
        "The game with the moves of both.",
        "game.heap.Wythoff.Adjoin(game.heap.Mem)((2,3)).NimValue",
        |m, a| {
            let class = m.load_class("game.heap.AdaptedCoordinateRuleset")?;
            let adapted = m.make(&class, None, vec![a[0].clone()])?;
            m.call_method(Value::Instance(adapted), "Adjoin", vec![a[1].clone()])
        },
    ),
];

pub(in crate::library) const CLASSES: &[NativeClass] = &[NativeClass {
    members: MEMBERS,
    ..class(
        "game.heap.PairMoves",
        &["game.NativeRuleset", PAIRS],
        "What impartial games on pairs of numbers have in common.",
        "game.heap.Wythoff.CoordinateOptions((1,2))",
    )
}];

/// The pair of numbers of a position.
fn pair(position: &Position) -> Result<Value, Failure> {
    let missing = || Failure::new("this position is not a pair of numbers");
    let Form::Atom(atom) = position.form() else {
        return Err(missing());
    };
    let text = atom.notation().ok_or_else(missing)?;
    let (row, column) = text.split_once(',').ok_or_else(missing)?;
    match (row.trim().parse(), column.trim().parse()) {
        (Ok(row), Ok(column)) => Ok(Value::Coordinates(row, column)),
        _ => Err(missing()),
    }
}

/// `Coord` of a position of a game on pairs.
pub(crate) fn coord(machine: &mut Machine<'_>, value: &Value) -> Result<Value, Failure> {
    let position = to_form(machine, value)?;
    pair(&position)
}
