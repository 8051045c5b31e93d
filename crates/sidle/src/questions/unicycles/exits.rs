//! Where exits come from, as typed.

use crate::{
    core::Meter,
    lang::Session,
    questions::prelude::*,
    session::from_diagnostic,
    unicycles::Stage,
    values::{
        Game,
        unicycle::{Exits, ExitsError, SearchError},
    },
};

/// The sets of exits that are tried in turn if none are given.
const USUAL: [&str; 2] = ["nimbers:4", "day:1"];

/// The sets of exits, each with the search over it.
pub(super) fn stages(
    session: &mut Session,
    sets: &[String],
    meter: &Meter,
) -> Result<Vec<Stage>, Error> {
    let usual = USUAL.map(str::to_owned);
    let sets = if sets.is_empty() { &usual } else { sets };
    let stage = |set: &String| {
        let set = set.trim();
        let exits = exits(session, set, meter).map_err(|error| match error.stopped {
            Some(_) => error,
            None => Error {
                message: format!("cannot take exits from `{set}`: {}", error.message),
                ..error
            },
        })?;
        Ok(Stage::new(set, exits, meter)?)
    };
    sets.iter().map(stage).collect()
}

fn exits(session: &mut Session, set: &str, meter: &Meter) -> Result<Exits, Error> {
    let number = |text: &str, example: &str| {
        let message = format!("`{text}` is not a number");
        let help = format!("write a number, such as `{example}`");
        Error::new(ErrorKind::Notation, message).with_help(help)
    };
    if let Some(count) = set.strip_prefix("nimbers:") {
        let count = count.parse().map_err(|_| number(count, "nimbers:4"))?;
        return Ok(Exits::nimbers(session.store(), count, meter)?);
    }
    if let Some(day) = set.strip_prefix("day:") {
        let day = day.parse().map_err(|_| number(day, "day:1"))?;
        return Ok(Exits::born_by(session.store(), day, meter)?);
    }
    let games = values(session, set, meter)?;
    Ok(Exits::new(session.store(), &games, meter)?)
}

/// Values separated by commas that stand outside of braces, brackets and parentheses.
pub(super) fn values(session: &mut Session, text: &str, meter: &Meter) -> Result<Vec<Game>, Error> {
    let value = |part| {
        session.game(part, meter).map_err(|error| {
            let error = from_diagnostic(error, "exits");
            match error.stopped {
                Some(_) => error,
                None => Error {
                    message: format!("`{part}` is not a short game: {}", error.message),
                    place: None,
                    ..error
                },
            }
        })
    };
    split(text).into_iter().map(value).collect()
}

fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0i64;
    let mut start = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            ',' if depth <= 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

impl From<ExitsError> for Error {
    fn from(error: ExitsError) -> Error {
        match error {
            ExitsError::Stopped(reason) => reason.into(),
            error => Error::new(ErrorKind::Request, error.to_string()),
        }
    }
}

impl From<SearchError> for Error {
    fn from(error: SearchError) -> Error {
        match error {
            SearchError::Stopped(reason) => reason.into(),
            error => Error::new(ErrorKind::NotApplicable, error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_inside_braces_do_not_separate() {
        assert_eq!(split("0, {1,*|-1},(2)"), ["0", "{1,*|-1}", "(2)"]);
        assert_eq!(split(""), [""]);
    }
}
