//! Coordinates: a row and a column.

use std::sync::OnceLock;

use sidle_core::Relation;
use sidle_rules::packed::KNIGHT;

use super::{
    NativeClass,
    class_names::{COORDINATES, OBJECT},
    classes,
};
use crate::{ast::BinaryOp, diagnostic::Failure, evaluate::Machine, value::Value};

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// A row and a column.
    class COORDINATES: [OBJECT] "(1,2) + (3,4)"
    static {
        /// A step in one direction.
        get North "Coordinates.North" => NORTH;
        /// A step in one direction.
        get Northeast "Coordinates.Northeast" => NORTHEAST;
        /// A step in one direction.
        get East "Coordinates.East" => EAST;
        /// A step in one direction.
        get Southeast "Coordinates.Southeast" => SOUTHEAST;
        /// A step in one direction.
        get South "Coordinates.South" => SOUTH;
        /// A step in one direction.
        get Southwest "Coordinates.Southwest" => SOUTHWEST;
        /// A step in one direction.
        get West "Coordinates.West" => WEST;
        /// A step in one direction.
        get Northwest "Coordinates.Northwest" => NORTHWEST;
        /// A list of steps.
        get Orthogonal "Coordinates.Orthogonal" => list(&ORTHOGONAL);
        /// A list of steps.
        get Diagonal "Coordinates.Diagonal" => list(&[NORTHEAST, SOUTHEAST, SOUTHWEST, NORTHWEST]);
        /// A list of steps.
        get Compass "Coordinates.Compass"
            => list(&[NORTH, NORTHEAST, EAST, SOUTHEAST, SOUTH, SOUTHWEST, WEST, NORTHWEST]);
        /// A list of steps.
        get Hexagonal "Coordinates.Hexagonal" => list(&[NORTH, NORTHEAST, EAST, SOUTH, SOUTHWEST, WEST]);
        /// A list of steps.
        get KnightsMove "Coordinates.KnightsMove" => list(&KNIGHT);
    }
    {
        /// The row.
        get Row(at: (i32, i32)) "(1,2).Row" => i64::from(at.0);
        /// The column.
        get Col(at: (i32, i32)) "(1,2).Col" => i64::from(at.1);
        /// Is neither coordinate more than 1 away from 0?
        get IsUnit(at: (i32, i32)) "(1,-1).IsUnit" => (-1..=1).contains(&at.0) && (-1..=1).contains(&at.1);
        /// The column first.
        get Swap(at: (i32, i32)) "(5,7).Swap" => (at.1, at.0);
    }
};

const NORTH: (i32, i32) = (-1, 0);
const NORTHEAST: (i32, i32) = (-1, 1);
const EAST: (i32, i32) = (0, 1);
const SOUTHEAST: (i32, i32) = (1, 1);
const SOUTH: (i32, i32) = (1, 0);
const SOUTHWEST: (i32, i32) = (1, -1);
const WEST: (i32, i32) = (0, -1);
const NORTHWEST: (i32, i32) = (-1, -1);

/// North, east, south, west.
pub(super) const ORTHOGONAL: [(i32, i32); 4] = [NORTH, EAST, SOUTH, WEST];

fn list(steps: &[(i32, i32)]) -> Result<Value, Failure> {
    let steps = steps.iter();
    Value::list(
        steps
            .map(|&(row, column)| Value::Coordinates(row, column))
            .collect(),
    )
}

/// The list of the four orthogonal steps.
pub(super) fn orthogonal(_machine: &mut Machine<'_>) -> Result<Value, Failure> {
    static STEPS: OnceLock<Value> = OnceLock::new();
    if let Some(steps) = STEPS.get() {
        return Ok(steps.clone());
    }
    let steps = list(&ORTHOGONAL)?;
    Ok(STEPS.get_or_init(|| steps).clone())
}

/// Sums, differences and multiples by integers.
pub(super) fn operate(
    op: BinaryOp,
    a: (i32, i32),
    b: &Value,
    left: bool,
) -> Option<Result<Value, Failure>> {
    let overflow = || Failure::new("overflow: coordinates must fit 32 bits");
    let result = match (op, b) {
        (BinaryOp::Add, &Value::Coordinates(row, column)) => {
            a.0.checked_add(row).zip(a.1.checked_add(column))
        }
        (BinaryOp::Subtract, &Value::Coordinates(row, column)) => {
            let (first, second) = if left {
                (a, (row, column))
            } else {
                ((row, column), a)
            };
            first
                .0
                .checked_sub(second.0)
                .zip(first.1.checked_sub(second.1))
        }
        (BinaryOp::Multiply, Value::Number(factor)) if factor.is_integer() => factor
            .to_i64()
            .and_then(|factor| i32::try_from(factor).ok())
            .and_then(|factor| a.0.checked_mul(factor).zip(a.1.checked_mul(factor))),
        _ => return None,
    };
    let result = result.map(|(row, column)| Value::Coordinates(row, column));
    Some(result.ok_or_else(overflow))
}

/// The order in each coordinate.
pub(crate) fn relation(a: (i32, i32), b: (i32, i32)) -> Relation {
    Relation::from_le_ge(a.0 <= b.0 && a.1 <= b.1, a.0 >= b.0 && a.1 >= b.1)
}
