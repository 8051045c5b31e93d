//! Suggestions where a name is not known.

use std::sync::Arc;

use super::{
    classes,
    help::signature,
    lookup::{names, of_kinds},
    values::FUNCTIONS,
    visible,
};
use crate::{class::Class, diagnostic::Failure, symbols, value::Value};

/// Names that resemble this one, in words.
pub(crate) fn similar(name: &str, known: &[Arc<str>]) -> Option<String> {
    let known = known.iter().map(|name| &**name);
    let names = known.chain(names()).map(itself);
    let near = quoted(&nearest(name, names.chain(written_classes())));
    (!near.is_empty()).then_some(near)
}

/// Classes that resemble a name that a package does not have: those of the package, and those of that name elsewhere.
pub(crate) fn similar_in_package(package: &str, name: &str) -> Option<String> {
    let candidates = classes().filter(|class| {
        let beside = class.qualified.strip_suffix(&*class.name);
        beside.and_then(|beside| beside.strip_suffix('.')) == Some(package)
            || class.name.eq_ignore_ascii_case(name)
    });
    let candidates = candidates.map(|class| (&*class.name, &*class.qualified));
    let near = quoted(&nearest(name, candidates));
    (!near.is_empty()).then_some(near)
}

/// What help can be asked about that resembles this, best first.
pub(crate) fn topics(topic: &str, known: &[&str]) -> Vec<String> {
    let lower = topic.to_lowercase();
    let synonyms = || SYNONYMS.iter().filter(|(theirs, _)| theirs.len() > 3);
    let same = SYNONYMS.iter().filter(|(theirs, _)| *theirs == lower);
    let all = || {
        let names = known.iter().copied().chain(names());
        names.map(itself).chain(written_classes())
    };
    let inside = all().filter(|(name, _)| name.to_lowercase().contains(&lower));
    let near = nearest(
        topic,
        all().chain(synonyms().map(|(theirs, ours)| (*theirs, *ours))),
    );
    let mut found: Vec<String> = Vec::new();
    for name in same
        .map(|(_, ours)| *ours)
        .chain(near)
        .chain(inside.map(|(_, name)| name))
        .flat_map(|name| name.split("` and `"))
    {
        if !found.iter().any(|other| other == name) {
            found.push(name.to_owned());
        }
    }
    found.truncate(8);
    found
}

/// Native classes by their names, as they are written: with the package where the name alone means nothing.
fn written_classes<'a>() -> impl Iterator<Item = (&'a str, &'a str)> {
    classes().map(|class| {
        let seen = visible(&class.name).is_some_and(|seen| Arc::ptr_eq(&seen, class));
        let written = if seen { &class.name } else { &class.qualified };
        (&*class.name, &**written)
    })
}

/// The error about a name that means nothing, with the names that look like it.
pub(crate) fn unknown_name(name: &str, known: &[Arc<str>]) -> Failure {
    let failure = Failure::new(format!("`{name}` is not defined"));
    let of_a_game = |class: &&Arc<Class>| {
        class.qualified.starts_with("game.") && class.name.eq_ignore_ascii_case(name)
    };
    if let Some(class) = classes().find(of_a_game) {
        return failure.with_help(format!("write `{}`, with its package", class.qualified));
    }
    let lower = name.to_lowercase();
    if let Some((_, ours)) = WORDS.iter().find(|(theirs, _)| *theirs == lower) {
        return failure.with_help(format!("write `{ours}`"));
    }
    let mut functions = FUNCTIONS.iter().map(|function| function.name);
    if let Some(ours) = functions.find(|ours| ours.eq_ignore_ascii_case(name)) {
        return failure.with_help(format!("there is a function: write `{ours}(…)`"));
    }
    if let Some(ours) = names().find(|ours| ours.eq_ignore_ascii_case(name)) {
        return failure.with_help(format!("`{ours}` is a method: write `G.{ours}`"));
    }
    let near = near_names(name, known);
    if !near.is_empty() {
        return failure.with_help(format!("did you mean {near}?"));
    }
    if let Some((_, ours)) = SYNONYMS.iter().find(|(theirs, _)| *theirs == lower) {
        return failure.with_help(format!("there is a method for that: write `G.{ours}`"));
    }
    failure.with_help(format!("give it a value with `{name} := …`"))
}

/// Functions, words of the notation, classes and names of the session that look like a name.
fn near_names(name: &str, known: &[Arc<str>]) -> String {
    let functions = FUNCTIONS.iter().map(|function| function.name);
    let words = symbols::SYMBOLS.iter().flat_map(|line| line.input).copied();
    let known = known.iter().map(|name| &**name);
    let names = functions.chain(words).chain(known).map(itself);
    quoted(&nearest(name, names.chain(written_classes())))
}

/// Words for what has a sign.
const WORDS: &[(&str, &str)] = &[
    ("up", "^"),
    ("down", "v"),
    ("star", "*"),
    ("doubleup", "^^"),
    ("doubledown", "vv"),
    ("plusminus", "+-"),
    ("switch", "+-1"),
    ("true", "true"),
    ("false", "false"),
    (
        "infinity",
        "on` for the game, `omega` for the ordinal, `inf` for the number",
    ),
];

/// Names that other programs and papers use, with ours.
pub(super) const SYNONYMS: &[(&str, &str)] = &[
    ("outcome", "OutcomeClass"),
    ("winner", "OutcomeClass"),
    ("who", "OutcomeClass"),
    ("misereoutcome", "MisereOutcomeClass"),
    ("rcf", "ReducedCanonicalForm"),
    ("reduced", "ReducedCanonicalForm"),
    ("cf", "CanonicalForm"),
    ("canonical", "CanonicalForm"),
    ("simplify", "CanonicalForm"),
    ("value", "GameValue"),
    ("tau", "Temperature"),
    ("temp", "Temperature"),
    ("t", "Temperature"),
    ("mu", "Mean"),
    ("meanvalue", "Mean"),
    ("mast", "Mean"),
    ("aw", "AtomicWeight"),
    ("weight", "AtomicWeight"),
    ("draw", "Plot"),
    ("graph", "Plot"),
    ("show", "Plot"),
    ("thermo", "Thermograph"),
    ("stops", "LeftStop` and `RightStop"),
    ("confusion", "ConfusionInterval"),
    ("interval", "ConfusionInterval"),
    ("nim", "NimValue"),
    ("grundy", "NimValue"),
    ("grundyvalue", "NimValue"),
    ("nimber", "NimValue"),
    ("day", "Birthday"),
    ("depth", "Birthday"),
    ("positions", "Followers"),
    ("subpositions", "Followers"),
    ("moves", "Options"),
    ("left", "LeftOptions"),
    ("right", "RightOptions"),
    ("leftmoves", "LeftOptions"),
    ("rightmoves", "RightOptions"),
    ("count", "Length"),
    ("len", "Length"),
    ("cooled", "Cool"),
    ("chill", "Cool"),
    ("heated", "Heat"),
    ("warm", "Heat"),
    ("frozen", "Freeze"),
    ("uptimal", "UptimalExpansion"),
    ("words", "Meaning"),
    ("explain", "Meaning"),
    ("isinteger", "IsInteger"),
    ("heating", "Heat"),
    ("cooling", "Cool"),
    ("freezing", "Freeze"),
    ("reduction", "ReducedCanonicalForm"),
];

/// Methods whose names look like this one, or mean the same, for messages.
pub(crate) fn near_methods(name: &str) -> String {
    let lower = name.to_lowercase();
    if let Some((_, ours)) = SYNONYMS.iter().find(|(theirs, _)| *theirs == lower) {
        return format!("`{ours}`");
    }
    near(name, of_kinds().map(|(_, member)| member.name))
}

/// The error about a member that a value does not have: which values have it, or which names are like it.
pub(super) fn no_member(receiver: &Value, name: &str) -> Failure {
    let mut owners: Vec<String> = of_kinds()
        .filter(|(_, member)| member.name == name)
        .map(|(kind, member)| signature(kind.letter(), member))
        .collect();
    owners.dedup();
    if !owners.is_empty() {
        return Failure::new(format!("{} has no method `{name}`", receiver.kind()))
            .with_help(format!("there is {}", owners.join(", ")));
    }
    if names().any(|known| known == name) {
        return Failure::new(format!("{} has no method `{name}`", receiver.kind()));
    }
    let failure = Failure::new(format!("there is no method `{name}`"));
    match near_methods(name) {
        near if near.is_empty() => failure,
        near => failure.with_help(format!("did you mean {near}?")),
    }
}

pub(super) fn near<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> String {
    quoted(&nearest(name, candidates.map(itself)))
}

/// A name that is written as it is.
fn itself(name: &str) -> (&str, &str) {
    (name, name)
}

/// Of names, each with what is written for it, what is written for the three that are nearest to `name`, if they are near.
fn nearest<'a>(name: &str, candidates: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<&'a str> {
    let limit = 1 + name.chars().count() / 4;
    let mut found: Vec<(usize, &str)> = candidates
        .filter(|(candidate, _)| candidate.chars().count() > 1)
        .map(|(candidate, written)| (distance(name, candidate, limit), written))
        .filter(|(distance, _)| *distance <= limit)
        .collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().take(3).map(|(_, name)| name).collect()
}

/// `` `a` or `b` ``
fn quoted(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(" or ")
}

/// The names nearest to one that is not among them, best first.
///
/// ```
/// assert_eq!(sidle_lang::nearest_names("plto", &["plot", "plain"]), ["plot"]);
/// ```
#[must_use]
pub fn nearest_names<'a>(name: &str, candidates: &[&'a str]) -> Vec<&'a str> {
    nearest(name, candidates.iter().copied().map(|name| (name, name)))
}

/// The edit distance, a change of case counting nothing, or more than `limit` as soon as it exceeds
/// that.
pub(super) fn distance(a: &str, b: &str, limit: usize) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (
        a.to_lowercase().chars().collect(),
        b.to_lowercase().chars().collect(),
    );
    if a.len().abs_diff(b.len()) > limit {
        return limit + 1;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replace = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = replace.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}
