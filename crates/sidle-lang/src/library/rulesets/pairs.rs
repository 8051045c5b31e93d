//! Moves of games on pairs of numbers, and rulesets made of two such.

use sidle_core::Player;
use sidle_solve::{Form, Position};

use super::{RulesetObject, read};
use crate::{
    diagnostic::Failure,
    evaluate::{ask, to_form},
    library::{NativeClass, class_names::COORDINATES, classes},
    value::Value,
};

const PAIRS: &str = "game.heap.CoordinateRuleset";

pub(in crate::library) const CLASSES: &[NativeClass] = classes! { m;
    /// What impartial games on pairs of numbers have in common.
    class "game.heap.PairMoves": ["game.NativeRuleset", PAIRS] "game.heap.Wythoff.CoordinateOptions((1,2))" {
        /// The pairs that can be reached in one move.
        fn CoordinateOptions(own: &RulesetObject, coord: &Value as COORDINATES)
            "game.heap.Wythoff.CoordinateOptions((1,2))" => {
            let start = read::position(m, own, std::slice::from_ref(coord))?;
            let position = to_form(m, &start)?;
            let options = ask(m, |_, asking| asking.options(&position, Player::Left))?;
            let mut pairs = Vec::with_capacity(options.len());
            for option in &options {
                m.count_value()?;
                pairs.push(pair(option)?);
            }
            pairs
        };
        /// The game with the moves of both.
        fn Adjoin(own: &Value, that: &Value as PAIRS) "game.heap.Wythoff.Adjoin(game.heap.Mem)((2,3)).NimValue" => {
            let class = m.load_class("game.heap.AdaptedCoordinateRuleset")?;
            let adapted = m.make(&class, None, vec![own.clone()])?;
            m.call_method(Value::Instance(adapted), "Adjoin", vec![that.clone()])
        };
    }
};

/// The pair of numbers of a position.
pub(crate) fn pair(position: &Position) -> Result<Value, Failure> {
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
