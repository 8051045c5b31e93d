//! Suggestions where a name is not known.

use super::{On, table};
use std::sync::Arc;

use crate::{
    class::Class,
    diagnostic::Failure,
    library,
    symbols::{self},
};

/// Names that resemble this one, in words.
pub(crate) fn similar(name: &str, known: &[Arc<str>]) -> Option<String> {
    let known = known.iter().map(|name| &**name);
    let builtins = table().map(|line| line.name);
    let classes = library::classes().map(|class| &*class.name);
    let near = near(name, known.chain(builtins).chain(classes));
    (!near.is_empty()).then_some(near)
}

/// The error about a name that means nothing, with the names that look like it.
pub(crate) fn unknown_name(name: &str, known: &[std::sync::Arc<str>]) -> Failure {
    let functions = table()
        .filter(|line| line.on == On::Nothing)
        .map(|line| line.name);
    let words = symbols::SYMBOLS.iter().flat_map(|line| line.input).copied();
    let all = functions
        .chain(words)
        .chain(library::classes().map(|class| &*class.name))
        .chain(known.iter().map(|name| &**name));
    let near = near(name, all);
    let failure = Failure::new(format!("`{name}` is not defined"));
    let of_a_game = |class: &&Arc<Class>| {
        class.qualified.starts_with("game.") && class.name.eq_ignore_ascii_case(name)
    };
    if let Some(class) = library::classes().find(of_a_game) {
        return failure.with_help(format!("write `{}`, with its package", class.qualified));
    }
    let lower = name.to_lowercase();
    if let Some((_, ours)) = WORDS.iter().find(|(theirs, _)| *theirs == lower) {
        return failure.with_help(format!("write `{ours}`"));
    }
    if let Some(line) = table().find(|line| line.name.eq_ignore_ascii_case(name)) {
        let ours = line.name;
        return failure.with_help(format!("`{ours}` is a method: write `G.{ours}`"));
    }
    if !near.is_empty() {
        return failure.with_help(format!("did you mean {near}?"));
    }
    if let Some((_, ours)) = SYNONYMS.iter().find(|(theirs, _)| *theirs == lower) {
        return failure.with_help(format!("there is a method for that: write `G.{ours}`"));
    }
    failure.with_help(format!("give it a value with `{name} := …`"))
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
    near(
        name,
        table()
            .filter(|line| line.on != On::Nothing)
            .map(|line| line.name),
    )
}

pub(super) fn near<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> String {
    let limit = 1 + name.chars().count() / 4;
    let mut found: Vec<(usize, &str)> = candidates
        .filter(|candidate| candidate.chars().count() > 1)
        .map(|candidate| (distance(name, candidate, limit), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .collect();
    found.sort_unstable();
    found.dedup();
    let names: Vec<String> = found
        .into_iter()
        .take(3)
        .map(|(_, name)| format!("`{name}`"))
        .collect();
    names.join(" or ")
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
