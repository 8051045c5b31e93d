//! Coordinates: a row and a column.

use std::sync::OnceLock;

use sidle_core::Relation;
use sidle_rules::packed::KNIGHT;

use super::{Member, NativeClass, class, extract::coordinates, property};
use crate::{ast::BinaryOp, diagnostic::Failure, evaluate::Machine, value::Value};

pub(super) const CLASSES: &[NativeClass] = &[NativeClass {
    statics: STATICS,
    members: MEMBERS,
    ..class(
        "cgsuite.lang.Coordinates",
        &["cgsuite.lang.Object"],
        "A row and a column.",
        "(1,2) + (3,4)",
    )
}];

const MEMBERS: &[Member] = &[
    property("Row", "The row.", "(1,2).Row", |_, a| {
        Ok(Value::small(coordinates(&a[0])?.0.into()))
    }),
    property("Col", "The column.", "(1,2).Col", |_, a| {
        Ok(Value::small(coordinates(&a[0])?.1.into()))
    }),
    property(
        "IsUnit",
        "Is neither coordinate more than 1 away from 0?",
        "(1,-1).IsUnit",
        |_, a| {
            let (row, column) = coordinates(&a[0])?;
            let unit = -1..=1;
            Ok(Value::Bool(unit.contains(&row) && unit.contains(&column)))
        },
    ),
    property("Swap", "The column first.", "(5,7).Swap", |_, a| {
        let (row, column) = coordinates(&a[0])?;
        Ok(Value::Coordinates(column, row))
    }),
];

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

const fn step(name: &'static str, example: &'static str, run: super::Run) -> Member {
    property(name, "A step in one direction.", example, run)
}

const fn steps(name: &'static str, example: &'static str, run: super::Run) -> Member {
    property(name, "A list of steps.", example, run)
}

fn one((row, column): (i32, i32)) -> Result<Value, Failure> {
    Ok(Value::Coordinates(row, column))
}

const STATICS: &[Member] = &[
    step("North", "Coordinates.North", |_, _| one(NORTH)),
    step("Northeast", "Coordinates.Northeast", |_, _| one(NORTHEAST)),
    step("East", "Coordinates.East", |_, _| one(EAST)),
    step("Southeast", "Coordinates.Southeast", |_, _| one(SOUTHEAST)),
    step("South", "Coordinates.South", |_, _| one(SOUTH)),
    step("Southwest", "Coordinates.Southwest", |_, _| one(SOUTHWEST)),
    step("West", "Coordinates.West", |_, _| one(WEST)),
    step("Northwest", "Coordinates.Northwest", |_, _| one(NORTHWEST)),
    steps("Orthogonal", "Coordinates.Orthogonal", |_, _| {
        list(&ORTHOGONAL)
    }),
    steps("Diagonal", "Coordinates.Diagonal", |_, _| {
        list(&[NORTHEAST, SOUTHEAST, SOUTHWEST, NORTHWEST])
    }),
    steps("Compass", "Coordinates.Compass", |_, _| {
        list(&[
            NORTH, NORTHEAST, EAST, SOUTHEAST, SOUTH, SOUTHWEST, WEST, NORTHWEST,
        ])
    }),
    steps("Hexagonal", "Coordinates.Hexagonal", |_, _| {
        list(&[NORTH, NORTHEAST, EAST, SOUTH, SOUTHWEST, WEST])
    }),
    steps("KnightsMove", "Coordinates.KnightsMove", |_, _| {
        list(&KNIGHT)
    }),
];

/// Sums, differences and multiples by integers, which stand on the right.
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
        (BinaryOp::Multiply, Value::Number(_)) if !left => {
            return Some(Err(Failure::new(
                "`*` does not apply to a number and coordinates",
            )
            .with_help("the number stands on the right: `(row,col) * n`")));
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
