//! The boards of positions: what a position of a ruleset was made of.

use std::{borrow::Cow, cmp::Ordering};

use sidle_core::Picture;
use sidle_rules::card::{Card, Input};
use sidle_solve::{AnyPosition, Form, Position, catalogue};

use crate::{diagnostic::Failure, evaluate::Machine, value::Value};

/// A position of a ruleset of the registry, not of a variant of one: its card, and the position itself.
pub(super) fn parts(position: &Position) -> Option<(&'static Card, &dyn AnyPosition)> {
    let Form::Atom(atom) = position.form() else {
        return None;
    };
    let name = atom.class_name();
    let card = catalogue::card_of(&name).filter(|_| !name.ends_with(catalogue::DICOTIC));
    Some((card?, &**atom))
}

/// The text of a position by itself: `xo|ox` of `GenClobber.Position("xo|ox")`, `3,4` of `GenWythoff.Position((3,4))`.
pub(super) fn written(position: &Position) -> Option<String> {
    match position.form() {
        Form::Atom(atom) => atom.notation(),
        _ => None,
    }
}

/// The rows and the letters of a position on a grid or a strip.
fn rows_of(position: &Position) -> Option<(String, Cow<'static, str>)> {
    match parts(position)?.1.picture()? {
        Picture::Board { rows, letters } => Some((rows, letters)),
        Picture::Row(_) | Picture::Lines(_) | Picture::Graph { .. } => None,
    }
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
    let ((first, letters), (second, _)) = (rows_of(a)?, rows_of(b)?);
    Some(key(&first, &letters).cmp(&key(&second, &letters)))
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

/// The squares of the pieces and of the one piece, of a position that is made of these.
fn squares(position: &Position) -> Option<(Vec<(i32, i32)>, (i32, i32))> {
    let (card, atom) = parts(position)?;
    if card.input != Input::Squares {
        return None;
    }
    let mut text = String::new();
    atom.write(&mut text).ok()?;
    let (_, arguments) = text.split_once('{')?;
    let (several, one) = arguments.split_once('}')?;
    let numbers = |text: &str| -> Vec<i32> {
        text.split(|c: char| !c.is_ascii_digit())
            .filter_map(|digits| digits.parse().ok())
            .collect()
    };
    let pairs = |numbers: &[i32]| {
        numbers
            .chunks_exact(2)
            .map(|pair| (pair[0], pair[1]))
            .collect()
    };
    let one: Vec<(i32, i32)> = pairs(&numbers(one));
    Some((pairs(&numbers(several)), *one.first()?))
}

/// The set of the squares of the geese and the square of the fox.
pub(crate) fn geese_and_fox(position: &Position) -> Result<(Value, Value), Failure> {
    let (geese, fox) = squares(position).ok_or_else(|| {
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

/// The text of a position.
pub(crate) fn board_text(position: &Position) -> Result<String, Failure> {
    let text = parts(position).and_then(|(card, atom)| match card.input {
        Input::Text | Input::Squares => atom.notation(),
        Input::Pair | Input::Heaps | Input::Rows => None,
    });
    text.ok_or_else(|| Failure::new("this position has no board"))
}

/// The grid or strip of a position: what the class of that name reads from its text.
pub(crate) fn board(
    machine: &mut Machine<'_>,
    position: &Position,
    class: &str,
) -> Result<Value, Failure> {
    let none = || {
        Failure::new(format!(
            "this position is not on a {}",
            class.to_lowercase()
        ))
    };
    let (text, signs) = rows_of(position).ok_or_else(none)?;
    let reader = machine.load_class(&format!("cgsuite.util.{class}"))?;
    let arguments = vec![Value::text(text), Value::text(&*signs)];
    machine.call_method(Value::Class(reader), "Parse", arguments)
}
