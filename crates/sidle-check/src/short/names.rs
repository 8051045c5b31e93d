//! Readable names for the positions of a certificate, read off their structure.

use sidle_core::Dyadic;

use super::Position;

/// Names longer than this give way to the position's number.
const LONGEST: usize = 80;

/// What the options of a position are recognised as.
#[derive(Clone)]
enum Shape {
    /// The canonical form of a number.
    Number(Dyadic),
    /// The canonical form of a nimber other than 0.
    Nimber(usize),
    Other,
}

/// One name a position: a number, a nimber, braces, or `#i` when the braces would be long.
///
/// The list may be malformed: an option that does not come before its position is shown as `?`.
pub(crate) fn names(positions: &[Position]) -> Vec<String> {
    names_behind(&[], positions)
}

/// The same behind numbers that are not played out.
pub(crate) fn names_behind(numbers: &[Dyadic], positions: &[Position]) -> Vec<String> {
    let mut shapes: Vec<Shape> = numbers.iter().cloned().map(Shape::Number).collect();
    let mut names: Vec<String> = numbers.iter().map(short_name).collect();
    for (index, position) in positions.iter().enumerate() {
        let index = numbers.len() + index;
        let shape = shape(position, &shapes);
        let name = match &shape {
            Shape::Number(number) => short_name(number),
            Shape::Nimber(1) => "*".to_owned(),
            Shape::Nimber(n) => format!("*{n}"),
            Shape::Other => braces(position, &names).unwrap_or_else(|| format!("#{index}")),
        };
        shapes.push(shape);
        names.push(name);
    }
    names
}

/// A number of many digits is named by its beginning.
fn short_name(number: &Dyadic) -> String {
    let text = number.to_string();
    if text.len() <= LONGEST {
        return text;
    }
    let digits = text.chars().filter(char::is_ascii_digit).count();
    format!("{}… ({digits} digits)", &text[..16])
}

/// The name of one position; a number that is no position at all is shown as such.
pub(crate) fn name(names: &[String], position: u32) -> &str {
    names
        .get(position as usize)
        .map_or("(no such position)", String::as_str)
}

fn braces(position: &Position, names: &[String]) -> Option<String> {
    let mut text = String::from("{");
    for (side, options) in [&position.0, &position.1].into_iter().enumerate() {
        if side == 1 {
            text.push('|');
        }
        for (i, &option) in options.iter().enumerate() {
            if i > 0 {
                text.push(',');
            }
            text.push_str(names.get(option as usize).map_or("?", String::as_str));
            if text.len() >= LONGEST {
                return None;
            }
        }
    }
    text.push('}');
    Some(text)
}

fn shape(position: &Position, shapes: &[Shape]) -> Shape {
    number(position, shapes)
        .map(Shape::Number)
        .or_else(|| nimber(position, shapes).map(Shape::Nimber))
        .unwrap_or(Shape::Other)
}

fn number(position: &Position, shapes: &[Shape]) -> Option<Dyadic> {
    let side = |options: &[u32]| match options {
        [] => Some(None),
        [option] => match shapes.get(*option as usize) {
            Some(Shape::Number(number)) => Some(Some(number.clone())),
            _ => None,
        },
        _ => None,
    };
    let options = (side(&position.0)?, side(&position.1)?);
    let number = match &options {
        (None, None) => Dyadic::ZERO,
        (Some(left), None) => left + &Dyadic::from(1),
        (None, Some(right)) => right - &Dyadic::from(1),
        (Some(left), Some(right)) => (left + right).mul_pow2(-1),
    };
    (number.canonical_options() == options).then_some(number)
}

/// `*n` has the options `0, *, …, *(n-1)` on both sides.
fn nimber(position: &Position, shapes: &[Shape]) -> Option<usize> {
    let n = position.0.len();
    let has_all = |options: &[u32]| {
        let mut seen = vec![false; n];
        for &option in options {
            let value = match shapes.get(option as usize) {
                Some(Shape::Number(number)) if number.is_zero() => 0,
                Some(Shape::Nimber(value)) => *value,
                _ => return false,
            };
            match seen.get_mut(value) {
                Some(seen) => *seen = true,
                None => return false,
            }
        }
        seen.into_iter().all(|seen| seen)
    };
    (n > 0 && position.1.len() == n && has_all(&position.0) && has_all(&position.1)).then_some(n)
}
