//! Tables of values: all positions of a family at once.

use super::{
    super::{Member, method, native, required},
    read, receiver,
};
use crate::{builtins, diagnostic::Failure, evaluate::Machine, value::Value};

const INTEGER: &str = "game.Integer";
const SIZES: &[super::super::Parameter] =
    &[required("maxRow", INTEGER), required("maxCol", INTEGER)];

pub(super) const NIM_VALUE_TABLE: &[Member] = &[method(
    "NimValueTable",
    SIZES,
    "The nim values of all pairs, from (0,0) on.",
    "game.heap.Wythoff.NimValueTable(3, 3)",
    |machine, a| {
        let (rows, cols) = (read::natural(&a[1])?, read::natural(&a[2])?);
        table(machine, a, 0..=rows, 0..=cols, |machine, position| {
            machine.call_method(position, "NimValue", Vec::new())
        })
    },
)];

pub(super) const GAME_VALUE_TABLE: &[Member] = &[method(
    "GameValueTable",
    SIZES,
    "The values of all pairs, from (1,1) on.",
    "game.heap.Cutcake.GameValueTable(3, 3)",
    |machine, a| {
        let (rows, cols) = (read::natural(&a[1])?, read::natural(&a[2])?);
        table(machine, a, 1..=rows, 1..=cols, |machine, position| {
            machine.call_method(position, "GameValue", Vec::new())
        })
    },
)];

pub(super) const GAME_VALUE_SEQUENCE: &[Member] = &[method(
    "GameValueSequence",
    &[required("n", INTEGER)],
    "The values of the heaps from 1 to `n`.",
    "game.heap.PartizanSubtraction({1,3}, {1,2,4}).GameValueSequence(5)",
    |machine, a| {
        let most = read::natural(&a[1])?;
        let mut values = Vec::new();
        for heap in 1..=most {
            machine.count_value()?;
            let ruleset = receiver(a)?;
            let position = read::position(machine, ruleset, &[Value::integer(heap)])?;
            values.push(machine.call_method(position, "GameValue", Vec::new())?);
        }
        Value::list(values)
    },
)];

/// The table of what is asked of each position.
fn table(
    machine: &mut Machine<'_>,
    arguments: &[Value],
    rows: std::ops::RangeInclusive<u32>,
    cols: std::ops::RangeInclusive<u32>,
    ask: impl Fn(&mut Machine<'_>, Value) -> Result<Value, Failure>,
) -> Result<Value, Failure> {
    let ruleset = receiver(arguments)?;
    let mut lines = Vec::new();
    for row in rows {
        let mut line = Vec::new();
        for col in cols.clone() {
            machine.count_value()?;
            let at = [Value::integer(row), Value::integer(col)];
            let position = read::position(machine, ruleset, &at)?;
            line.push(ask(machine, position)?);
        }
        lines.push(Value::list(line)?);
    }
    as_table(machine, lines)
}

/// The lines as a table, where there are tables.
fn as_table(machine: &mut Machine<'_>, lines: Vec<Value>) -> Result<Value, Failure> {
    let lines = Value::list(lines)?;
    match native("cgsuite.util.Table") {
        Some(class) => builtins::construct(machine, &class, vec![lines], &[]),
        None => Ok(lines),
    }
}

pub(super) const VALUES_TABLE: &[Member] = &[method(
    "ValuesTable",
    &[required("geese", "")],
    "The values of all positions with these pieces, by the square of the other one.",
    "game.grid.FoxAndGeese.ValuesTable({(2,2),(2,4),(2,6),(2,8)})",
    values_table,
)];

/// The values with some pieces on given squares: rows from the top one down to row 1.
fn values_table(machine: &mut Machine<'_>, a: &[Value]) -> Result<Value, Failure> {
    let ruleset = receiver(a)?;
    let (Value::List(items) | Value::Set(items)) = &a[1] else {
        return Err(a[1].unlike("a collection of coordinates"));
    };
    let taken: Vec<(u32, u32)> = items
        .values
        .iter()
        .map(read::pair)
        .collect::<Result<_, _>>()?;
    // A square where a piece cannot stand is an error, as it is for a position.
    let stands = |&(row, col): &(u32, u32)| {
        let columns = ruleset.ruleset.squares_of_row(row);
        (col as usize)
            .checked_sub(1)
            .and_then(|col| columns.get(col))
            == Some(&true)
    };
    if let Some(place) = taken.iter().position(|square| !stands(square)) {
        read::position(
            machine,
            ruleset,
            &[a[1].clone(), items.values[place].clone()],
        )?;
    }
    let top = taken.iter().map(|square| square.0).max().unwrap_or(0);
    let mut lines = Vec::new();
    for row in (1..=top).rev() {
        let mut line = Vec::new();
        for (col, is_square) in (1..).zip(ruleset.ruleset.squares_of_row(row)) {
            machine.count_value()?;
            line.push(if taken.contains(&(row, col)) {
                unquoted(machine, "X")?
            } else if !is_square {
                Value::Nothing
            } else {
                let square = Value::Coordinates(row as i32, col as i32);
                let position = read::position(machine, ruleset, &[a[1].clone(), square])?;
                machine.call_method(position, "GameValue", Vec::new())?
            });
        }
        lines.push(Value::list(line)?);
    }
    as_table(machine, lines)
}

/// A text that a table shows without quotes, where there is such a thing.
fn unquoted(machine: &mut Machine<'_>, text: &str) -> Result<Value, Failure> {
    let plain = Value::text(text);
    match machine.call_method(plain.clone(), "ToUnquotedOutput", Vec::new()) {
        Ok(output) => Ok(output),
        Err(_) => Ok(plain),
    }
}
