//! Tables of values: all positions of a family at once.

use std::ops::RangeInclusive;

use super::{
    super::{Argument, Member, class_names::INTEGER, construct, members, native},
    RulesetObject, read,
};
use crate::{diagnostic::Failure, evaluate::Machine, value::Value};

pub(super) const NIM_VALUE_TABLE: &[Member] = members! { m;
    /// The nim values of all pairs, from (0,0) on.
    fn NimValueTable(own: &RulesetObject, maxRow: Natural, maxCol: Natural) "game.heap.Wythoff.NimValueTable(3, 3)"
        => table(m, own, 0..=maxRow.0, 0..=maxCol.0, "NimValue");
};

pub(super) const GAME_VALUE_TABLE: &[Member] = members! { m;
    /// The values of all pairs, from (1,1) on.
    fn GameValueTable(own: &RulesetObject, maxRow: Natural, maxCol: Natural) "game.heap.Cutcake.GameValueTable(3, 3)"
        => table(m, own, 1..=maxRow.0, 1..=maxCol.0, "GameValue");
};

pub(super) const GAME_VALUE_SEQUENCE: &[Member] = members! { m;
    /// The values of the heaps from 1 to `n`.
    fn GameValueSequence(own: &RulesetObject, n: Natural)
        "game.heap.PartizanSubtraction({1,3}, {1,2,4}).GameValueSequence(5)" => {
        let mut values = Vec::new();
        for heap in 1..=n.0 {
            m.count_value()?;
            let position = read::position(m, own, &[Value::integer(heap)])?;
            values.push(m.call_method(position, "GameValue", Vec::new())?);
        }
        values
    };
};

/// A whole number from 0 on.
struct Natural(u32);

impl Argument<'_> for Natural {
    const CLASS: &'static str = INTEGER;

    fn of(_: &mut Machine<'_>, value: &Value) -> Result<Self, Failure> {
        read::natural(value).map(Natural)
    }
}

/// The table of a property of each position.
fn table(
    machine: &mut Machine<'_>,
    ruleset: &RulesetObject,
    rows: RangeInclusive<u32>,
    cols: RangeInclusive<u32>,
    property: &str,
) -> Result<Value, Failure> {
    let mut lines = Vec::new();
    for row in rows {
        let mut line = Vec::new();
        for col in cols.clone() {
            machine.count_value()?;
            let at = [Value::integer(row), Value::integer(col)];
            let position = read::position(machine, ruleset, &at)?;
            line.push(machine.call_method(position, property, Vec::new())?);
        }
        lines.push(Value::list(line)?);
    }
    as_table(machine, lines)
}

/// The lines as a table, where there are tables.
fn as_table(machine: &mut Machine<'_>, lines: Vec<Value>) -> Result<Value, Failure> {
    let lines = Value::list(lines)?;
    match native("cgsuite.util.Table") {
        Some(class) => construct(machine, &class, vec![lines], &[]),
        None => Ok(lines),
    }
}

pub(super) const VALUES_TABLE: &[Member] = members! { m;
    /// The values of all positions with these pieces, by the square of the other one.
    fn ValuesTable(own: &RulesetObject, geese: &Value) "game.grid.FoxAndGeese.ValuesTable({(2,2),(2,4),(2,6),(2,8)})"
        => values_table(m, own, geese);
};

/// The values with some pieces on given squares: rows from the top one down to row 1.
fn values_table(
    machine: &mut Machine<'_>,
    ruleset: &RulesetObject,
    geese: &Value,
) -> Result<Value, Failure> {
    let (Value::List(items) | Value::Set(items)) = geese else {
        return Err(geese.unlike("a collection of coordinates"));
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
            &[geese.clone(), items.values[place].clone()],
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
                let position = read::position(machine, ruleset, &[geese.clone(), square])?;
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
