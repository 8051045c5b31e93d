//! What questions about misère play are about: a code or a list of games.

use std::ops::Range;

use super::code::{code, misfit};
use crate::{
    core::Meter,
    impartial::{
        code::Code,
        misere::{Form, Forms, parse_form},
        nim::Sequence,
        quotient::HeapGame,
    },
    questions::prelude::*,
};

/// A code, or games.
pub(super) enum MisereGame {
    Code(Code),
    Games(Forms, Vec<Form>),
}

impl MisereGame {
    /// Reads a code, if there is a point in the text or it is the usual name of a game; else games between commas, also
    /// as `cl(…)`.
    pub(super) fn read(text: &str, meter: &Meter) -> Result<MisereGame, Error> {
        if text.contains('.') || Code::by_name(text).is_some() {
            return Ok(MisereGame::Code(misere_code(text)?));
        }
        let mut forms = Forms::new();
        let mut games = Vec::new();
        for part in parts(text) {
            let start = part.start;
            let game = parse_form(&mut forms, &text[part], meter).map_err(|error| {
                let span = error.span();
                match error.stopped() {
                    Some(reason) => reason.into(),
                    None => Error::new(ErrorKind::Notation, error.to_string())
                        .at("game", start + span.start..start + span.end),
                }
            })?;
            games.push(game);
        }
        Ok(MisereGame::Games(forms, games))
    }

    /// The game that a quotient is taken of, and its name.
    pub(super) fn heaps(self, text: &str, meter: &Meter) -> Result<(HeapGame, String), Error> {
        Ok(match self {
            MisereGame::Code(code) => {
                let name = code.to_string();
                (HeapGame::Code(code), name)
            }
            MisereGame::Games(forms, games) => {
                let (game, _) = HeapGame::closure(&forms, &games, meter)?;
                (game, text.to_owned())
            }
        })
    }
}

/// Reads a code whose games come to an end.
pub(super) fn misere_code(text: &str) -> Result<Code, Error> {
    let code = code(text)?;
    Sequence::new(code.clone()).map_err(|error| misfit(&error, text))?;
    Ok(code)
}

/// The parts between commas outside of brackets; a closure `cl(…)` around all of them is left out.
fn parts(text: &str) -> Vec<Range<usize>> {
    let trimmed = text.trim();
    let inner = trimmed.strip_prefix("cl(");
    let inner = inner.and_then(|rest| rest.strip_suffix(')'));
    let begin = text.len() - text.trim_start().len() + if inner.is_some() { 3 } else { 0 };
    let (mut depth, mut start) = (0_i32, begin);
    let mut parts = Vec::new();
    let inner = inner.unwrap_or(trimmed);
    for (at, c) in inner.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(start..begin + at);
                start = begin + at + 1;
            }
            _ => {}
        }
    }
    parts.push(start..begin + inner.len());
    parts
}
