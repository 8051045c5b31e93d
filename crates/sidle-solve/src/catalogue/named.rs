//! Rulesets by name, with parameters and variants.

use std::sync::Arc;

use sidle_rules::{Call, NotationError, card::Misfit};

use super::{AnyRuleset, Entry, FamilyEntry, entries, families, find, suggestions};
use crate::Variant;

/// Why a name is not that of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing has this name.
    #[error("{0}")]
    Unknown(NotationError),
    /// The parameters or variants are wrong.
    #[error("{0}")]
    Parameters(NotationError),
}

impl NameError {
    /// What is wrong, with its place.
    #[must_use]
    pub fn fault(&self) -> &NotationError {
        match self {
            NameError::Unknown(fault) | NameError::Parameters(fault) => fault,
        }
    }
}

impl From<NotationError> for NameError {
    fn from(fault: NotationError) -> NameError {
        NameError::Parameters(fault)
    }
}

/// The ruleset of a name: of the catalogue, a member of a family, or a variant of these.
///
/// ```
/// use sidle_solve::catalogue::named;
/// assert!(named("Clobber")?.parse("xo|ox").is_ok());
/// let jumping = named("GenToadsAndFrogs(maxJump => 2)")?;
/// assert_eq!(jumping.name(), "game.strip.GenToadsAndFrogs(1, 1, 2, false)");
/// assert!(named("Clobber.DicoticVariant")?.parse("xo").is_ok());
/// assert_eq!(named("Clober").unwrap_err().fault().help.as_deref(), Some("did you mean Clobber, HotClobber?"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there is no such ruleset, with the names nearest to it.
pub fn named(text: &str) -> Result<Arc<dyn AnyRuleset>, NameError> {
    if let Some(entry) = find(text) {
        return Ok(entry.ruleset());
    }
    let call = Call::read(text)?;
    let mut rules = match (&call.arguments, family(call.name)) {
        (Some(_), Some(family)) => member(&family, &call)?,
        (None, Some(family)) => return Err(without_arguments(&family, text).into()),
        (Some(_), None) if find(call.name).is_some() => {
            let message = format!("`{}` has no parameters", call.name);
            return Err(NotationError::new(message, call.name.len()..text.len()).into());
        }
        (_, None) => match find(call.name).or_else(|| named_itself(text)) {
            Some(entry) => entry.ruleset(),
            None => return Err(NameError::Unknown(unknown(call.name))),
        },
    };
    for word in &call.variants {
        let variant = match *word {
            "DicoticVariant" => Variant::Dicotic,
            "ImpartialVariant" => Variant::Impartial,
            "TwistedVariant" => Variant::Twisted,
            _ => {
                let start = word.as_ptr() as usize - text.as_ptr() as usize;
                let message = format!("there is no variant `{word}`");
                let error = NotationError::new(message, start..start + word.len());
                let error = error.with_help(
                    "the variants are DicoticVariant, ImpartialVariant and TwistedVariant",
                );
                return Err(error.into());
            }
        };
        rules = rules.variant(variant);
    }
    Ok(rules)
}

/// The entry whose rules have a name of their own with which the text begins: `game.heap.TakeAway(2)` for Fibonacci Nim.
fn named_itself(text: &str) -> Option<&'static Entry> {
    let begins = |entry: &&Entry| text.starts_with(&*entry.ruleset().name());
    entries().iter().find(begins).filter(|_| text.contains('('))
}

/// The family of a name, with its package or without.
fn family(name: &str) -> Option<FamilyEntry> {
    let short = name.strip_prefix("game.").unwrap_or(name);
    let is_named = |class: &str| {
        let full = class.strip_prefix("game.").unwrap_or(class);
        full == short || full.rsplit('.').next() == Some(short)
    };
    families()
        .iter()
        .find(|family| is_named(family.card.class))
        .copied()
}

fn member(family: &FamilyEntry, call: &Call<'_>) -> Result<Arc<dyn AnyRuleset>, NotationError> {
    let arguments = call.bind(family.card)?;
    family.member(&arguments).map_err(|misfit: Misfit| {
        let passed = call.arguments.as_deref().unwrap_or_default();
        let (first, last) = (passed.first(), passed.last());
        let whole = first.zip(last).map(|(a, b)| a.span.start..b.span.end);
        let blamed = misfit.inside.and_then(|(place, _)| passed.get(place));
        let span = blamed.map(|argument| argument.span.clone()).or(whole);
        NotationError::new(misfit.message, span.unwrap_or(0..call.name.len()))
    })
}

fn without_arguments(family: &FamilyEntry, text: &str) -> NotationError {
    let names: Vec<&str> = family.card.parameters.iter().map(|of| of.name).collect();
    NotationError::whole(format!("`{text}` is a family of rulesets"), text)
        .with_help(format!("pass its parameters: {}", names.join(", ")))
}

fn unknown(name: &str) -> NotationError {
    let near = suggestions(name);
    let help = match near.is_empty() {
        true => "`sidle rulesets` lists them".to_owned(),
        false => format!("did you mean {}?", near.join(", ")),
    };
    NotationError::new(format!("there is no ruleset `{name}`"), 0..name.len()).with_help(help)
}
