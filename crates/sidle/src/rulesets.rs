//! Built-in rulesets by name: no language is needed to read their positions.

use crate::{
    Error, ErrorKind,
    rules::card::Input,
    solve::{
        Position,
        catalogue::{self, AnyRuleset},
    },
};
use std::sync::Arc;

/// The ruleset of a name, with its package or without: `Clobber`, `game.grid.Clobber`.
pub(crate) fn ruleset(name: &str) -> Result<Arc<dyn AnyRuleset>, Error> {
    match catalogue::find(name) {
        Some(entry) => Ok(entry.ruleset()),
        None => Err(unknown(name)),
    }
}

fn unknown(name: &str) -> Error {
    let near = catalogue::suggestions(name);
    let help = match near.is_empty() {
        true => "`sidle rulesets` lists them".to_owned(),
        false => format!("did you mean {}?", near.join(", ")),
    };
    Error::new(
        ErrorKind::UnknownName,
        format!("there is no ruleset `{name}`"),
    )
    .with_help(help)
    .at("rules", 0..name.len())
}

/// A position of a built-in ruleset. Several heaps are a sum.
pub(crate) fn position(name: &str, text: &str) -> Result<Position, Error> {
    let rules = ruleset(name)?;
    let heaps = catalogue::card_of(&rules.name()).is_some_and(|card| card.input == Input::Heaps);
    let mut at = 0;
    let mut parts = Vec::new();
    for part in text.split(|c| heaps && c == ',') {
        let start = at + part.len() - part.trim_start().len();
        let read = rules.parse(part.trim());
        parts.push(read.map_err(|mut error| {
            error.span = error.span.start + start..error.span.end + start;
            Error::notation("position", error)
        })?);
        at += part.len() + 1;
    }
    Position::sum(&parts).ok_or_else(|| unknown(name))
}
