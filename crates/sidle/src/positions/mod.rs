//! Questions about positions of rulesets, answered with everything a front end shows: the moves with
//! their values, tables of boards, a partner to play against.

mod drawing;
mod match_play;
mod value_table;

use thiserror::Error;

use crate::{
    lang::{Diagnostic, Session},
    rules::card::{Card, Input},
    solve::{Position, catalogue},
};

pub use drawing::{NotDrawn, drawing};
pub use match_play::{Match, Standing};
pub use value_table::{Asked, Family, TableCell, TableError, ValueTable, value_table};

/// A name or a position that cannot be asked about.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadQuestion {
    /// A name without a ruleset.
    #[error("there is no ruleset `{name}`; {help}")]
    Ruleset {
        /// The name.
        name: String,
        /// What to do.
        help: String,
    },
    /// Quotes in a position.
    #[error("a position does not contain quotes")]
    Quotes,
}

/// The name of a ruleset with its package and its parameters: `game.grid.Clobber` for `clobber`.
///
/// # Errors
/// If there is no such ruleset, with the names nearest to it.
pub fn ruleset_named(name: &str) -> Result<String, BadQuestion> {
    let base = name.split(['(', ' ', '.']).next().unwrap_or(name);
    if let Some(entry) = catalogue::find(name) {
        return Ok(entry.name.to_owned());
    }
    if base == "game" {
        return Ok(name.to_owned());
    }
    // A variant, or a ruleset with parameters.
    if let Some(entry) = catalogue::find(base)
        && base.len() < name.len()
    {
        return Ok(format!("{}{}", entry.name, &name[base.len()..]));
    }
    let family = catalogue::families().iter().map(|family| family.card);
    let family = family.filter(|card| card.class.rsplit('.').next() == Some(base));
    let package = match family.map(Card::package).next() {
        Some(package) => package,
        None if name[base.len()..].starts_with('(') => "heap",
        None => {
            let near = catalogue::suggestions(base);
            let help = match near.is_empty() {
                true => "`sidle rulesets` lists them".to_owned(),
                false => format!("did you mean {}?", near.join(", ")),
            };
            return Err(BadQuestion::Ruleset {
                name: name.to_owned(),
                help,
            });
        }
    };
    Ok(format!("game.{package}.{name}"))
}

/// A position as the calculator reads it: `game.grid.Clobber("xo")`, and for heaps `3,4` their sum.
///
/// ```
/// use sidle::positions::written;
/// assert_eq!(written("game.grid.Clobber", "xo")?, "game.grid.Clobber(\"xo\")");
/// assert_eq!(written("game.heap.Nim", "3,4")?, "(game.heap.Nim(3) + game.heap.Nim(4))");
/// # Ok::<(), sidle::positions::BadQuestion>(())
/// ```
///
/// # Errors
/// If the position has quotes in it.
pub fn written(ruleset: &str, position: &str) -> Result<String, BadQuestion> {
    if position.contains(['"', '\\']) {
        return Err(BadQuestion::Quotes);
    }
    if is_heap_game(ruleset) {
        let heaps: Vec<&str> = position.split(',').map(str::trim).collect();
        let number = |text: &&str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if heaps.iter().all(number) {
            let heaps: Vec<String> = heaps
                .iter()
                .map(|heap| format!("{ruleset}({heap})"))
                .collect();
            return Ok(match &heaps[..] {
                [heap] => heap.clone(),
                _ => format!("({})", heaps.join(" + ")),
            });
        }
    }
    if !ruleset.starts_with("game.") && is_written_out(position) {
        return Ok(format!("{ruleset}({position})"));
    }
    Ok(format!("{ruleset}(\"{position}\")"))
}

/// Is this a number, a tuple or a list, which classes of users take as it stands, and not a board?
fn is_written_out(position: &str) -> bool {
    let is_number = !position.is_empty() && position.bytes().all(|b| b.is_ascii_digit());
    let brackets = [('(', ')'), ('[', ']')];
    is_number
        || brackets
            .iter()
            .any(|&(open, close)| position.starts_with(open) && position.ends_with(close))
}

/// Are the positions heaps, each a number? Other games of the package have positions of two or more.
fn is_heap_game(ruleset: &str) -> bool {
    let Some(name) = ruleset.strip_prefix("game.heap.") else {
        return false;
    };
    match catalogue::card_of(ruleset) {
        Some(card) => card.input == Input::Heaps,
        // Rules that are functions of pairs of numbers.
        None => !name.starts_with("TakeAway") && !name.starts_with("CoordinateRuleset"),
    }
}

/// A position as its ruleset writes it.
#[must_use]
pub fn board_text(position: &Position) -> String {
    position
        .notation()
        .unwrap_or_else(|| format!("{position:?}"))
}

/// The text of a value, in the notation asked for.
fn shown(
    session: &Session,
    value: crate::values::loopy::LoopyValue,
    format: crate::lang::Format,
    meter: &crate::core::Meter,
) -> Result<String, Diagnostic> {
    session.show_loopy(value, format, meter)
}
