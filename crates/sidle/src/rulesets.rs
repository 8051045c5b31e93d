//! Built-in rulesets by name: no language is needed to read their positions.

use std::sync::Arc;

use crate::{
    Error, ErrorKind,
    rules::card::Input,
    solve::{
        Position,
        catalogue::{self, AnyRuleset, NameError},
    },
};

/// Is there a built-in ruleset of this name, whatever its parameters?
pub(crate) fn is_built_in(name: &str) -> bool {
    !matches!(catalogue::named(name), Err(NameError::Unknown(_)))
}

/// A built-in ruleset by its name.
pub(crate) fn named(name: &str) -> Result<Arc<dyn AnyRuleset>, Error> {
    catalogue::named(name).map_err(|error| Error {
        kind: match error {
            NameError::Unknown(_) => ErrorKind::UnknownName,
            NameError::Parameters(_) => ErrorKind::Notation,
        },
        ..Error::notation("rules", error.fault().clone())
    })
}

/// A position of a built-in ruleset. Several heaps are a sum.
pub(crate) fn position(name: &str, text: &str) -> Result<Position, Error> {
    let rules = named(name)?;
    let heaps = catalogue::card_of(&rules.name()).is_some_and(|card| card.input == Input::Heaps);
    let mut at = 0;
    let mut parts = Vec::new();
    for part in text.split(|c| heaps && c == ',') {
        let start = at + part.len() - part.trim_start().len();
        let read = rules.parse(part.trim());
        parts.push(read.map_err(|error| Error::notation("position", error.shifted(start)))?);
        at += part.len() + 1;
    }
    let sum = Position::sum(&parts);
    sum.ok_or_else(|| Error::new(ErrorKind::Notation, "there is no heap"))
}
