//! The boards of positions: what a position of a ruleset was made of.

use std::cmp::Ordering;

use sidle_solve::{AnyPosition, Form, Position};

use crate::{
    diagnostic::Failure,
    evaluate::{Machine, to_form},
    library,
    value::Value,
};

/// The signs of each ruleset on a grid or a strip, in the order of the numbers of the cells.
const SIGNS: &[(&str, &str)] = &[
    ("Domineering", ".#"),
    ("Cram", ".#"),
    ("Clobber", ".xo"),
    ("GenClobber", ".xo"),
    ("Fission", ".x#"),
    ("Amazons", ".xo#"),
    ("GenToadsAndFrogs", ".tf"),
    ("TopplingDominoes", ".lre"),
    ("Turning", "th"),
];

/// The text of a position of a ruleset. Misère games have none, and their own takes long to find.
fn text(atom: &dyn AnyPosition) -> Option<String> {
    if library::misere_of_position(atom).is_some() {
        return None;
    }
    let mut text = String::new();
    atom.write(&mut text).ok()?;
    Some(text)
}

/// The class of the ruleset and the text of a position: `GenClobber` and `xo|ox` of
/// `GenClobber.Position("xo|ox")`.
pub(super) fn parts(position: &Position) -> Option<(String, String)> {
    let Form::Atom(atom) = position.form() else {
        return None;
    };
    let text = text(&**atom)?;
    let (name, rest) = text.split_once("(\"")?;
    let name = name.strip_suffix(".Position").unwrap_or(name);
    let name = name.rsplit('.').next().unwrap_or(name);
    Some((name.to_owned(), rest.strip_suffix("\")")?.to_owned()))
}

/// The text of a position by itself: `xo|ox` of `GenClobber.Position("xo|ox")`, `3,4` of `GenWythoff.Position((3,4))`.
pub(super) fn written(position: &Position) -> Option<String> {
    let Form::Atom(atom) = position.form() else {
        return None;
    };
    let text = text(&**atom)?;
    let (_, rest) = text.split_once(".Position(")?;
    let rest = rest.trim_end_matches(')').trim_start_matches('(');
    Some(rest.trim_matches('"').to_owned())
}

/// The order of two positions of the same ruleset on grids or strips: by their sizes, then by their cells.
/// `None` if they are something else.
pub(crate) fn compare(a: &Position, b: &Position) -> Option<Ordering> {
    let (Form::Atom(first), Form::Atom(second)) = (a.form(), b.form()) else {
        return None;
    };
    if first.class_name() != second.class_name() {
        return None;
    }
    let ((name, first), (_, second)) = (parts(a)?, parts(b)?);
    let (_, signs) = SIGNS.iter().find(|(known, _)| *known == name)?;
    Some(key(&first, signs).cmp(&key(&second, signs)))
}

/// Rows, columns, and the numbers of the cells.
fn key(text: &str, signs: &str) -> (usize, usize, Vec<Option<usize>>) {
    let rows = text.split('|').count();
    let cells: Vec<_> = text
        .chars()
        .filter(|&sign| sign != '|')
        .map(|sign| signs.find(sign))
        .collect();
    (rows, cells.len() / rows, cells)
}

/// The squares of the geese and of the fox, row 1 at the bottom; `None` for other positions, and when the
/// fox is free.
fn fox_squares(position: &Position) -> Option<(Vec<(i32, i32)>, (i32, i32))> {
    let (name, text) = parts(position)?;
    if name != "GenFoxAndGeese" {
        return None;
    }
    let (mut geese, mut fox) = (Vec::new(), None);
    for (row, cells) in (1..).zip(text.rsplit('|')) {
        for (column, cell) in (1..).zip(cells.chars()) {
            match cell {
                'x' => geese.push((row, column)),
                'o' => fox = Some((row, column)),
                _ => {}
            }
        }
    }
    Some((geese, fox?))
}

/// The set of the squares of the geese and the square of the fox.
pub(crate) fn geese_and_fox(
    machine: &mut Machine<'_>,
    value: &Value,
) -> Result<(Value, Value), Failure> {
    let position = to_form(machine, value)?;
    let (geese, fox) = fox_squares(&position).ok_or_else(|| {
        Failure::new(
            "only positions of Fox and Geese in which the fox is not free have geese and a fox",
        )
    })?;
    let square = |(row, column)| Value::Coordinates(row, column);
    Ok((
        Value::set(geese.into_iter().map(square).collect())?,
        square(fox),
    ))
}

/// The arguments that make a position, if it is not made of one text: `{(3,1),(3,3)}, (1,1)`.
pub(crate) fn arguments_text(position: &Position) -> Option<String> {
    let (geese, fox) = fox_squares(position)?;
    let square = |(row, column)| format!("({row},{column})");
    let squares: Vec<String> = geese.into_iter().map(square).collect();
    Some(format!("{{{}}}, {}", squares.join(","), square(fox)))
}

/// The text of a position.
pub(crate) fn board_text(machine: &mut Machine<'_>, value: &Value) -> Result<Value, Failure> {
    let position = to_form(machine, value)?;
    let (_, text) = parts(&position).ok_or_else(|| Failure::new("this position has no board"))?;
    Ok(Value::text(text))
}

/// The grid or strip of a position: what the class of that name reads from its text.
pub(crate) fn board(
    machine: &mut Machine<'_>,
    value: &Value,
    class: &str,
) -> Result<Value, Failure> {
    let none = || {
        Failure::new(format!(
            "this position is not on a {}",
            class.to_lowercase()
        ))
    };
    let position = to_form(machine, value)?;
    let (name, text) = parts(&position).ok_or_else(none)?;
    let reader = machine.load_class(&format!("cgsuite.util.{class}"))?;
    let signs = SIGNS.iter().find(|(known, _)| *known == name);
    let (_, signs) = signs.ok_or_else(none)?;
    let arguments = vec![Value::text(text), Value::text(signs)];
    machine.call_method(Value::Class(reader), "Parse", arguments)
}
