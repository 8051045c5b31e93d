//! Every row of the table of known values in the areas that the language covers.

use std::{collections::BTreeMap, path::Path};

use sidle_core::Meter;
use sidle_lang::{Format, Session};

/// Areas that this crate answers for.
const AREAS: &[&str] = &[
    "short.",
    "arith",
    "rational.",
    "integer",
    "nim.",
    "compare",
    "core.",
    "compound.",
    "uptimal.",
    "doc.fact",
    "thermo.",
    "stopper.",
    "sided.",
    "issue61",
];

fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (character, character == '\\') {
            (_, true) => match characters.next() {
                Some('n') => plain.push('\n'),
                Some('t') => plain.push('\t'),
                Some(other) => plain.push(other),
                None => plain.push('\\'),
            },
            (other, false) => plain.push(other),
        }
    }
    plain
}

fn evaluate(input: &str) -> Result<String, String> {
    let mut session = Session::new();
    let start = std::time::Instant::now();
    let meter = Meter::new()
        .with_max_nodes(5_000_000)
        .with_deadline(move || start.elapsed(), std::time::Duration::from_secs(20));
    let answers = session
        .evaluate(input, &meter)
        .map_err(|error| error.to_string())?;
    match answers.last() {
        Some(answer) => session
            .show(answer, Format::Plain, &meter)
            .map_err(|error| error.to_string()),
        None => Ok(String::new()),
    }
}

/// The same text, or a text of the same value: the order of options and the letters of loops are not
/// part of a value.
fn agrees(got: &Result<String, String>, expected: &str) -> bool {
    match (got, expected.strip_prefix("!!")) {
        (Err(_), Some(_)) => true,
        (Ok(text), None) => *text == expected || evaluate(expected).as_ref() == Ok(text),
        _ => false,
    }
}

#[test]
fn golden() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/golden/cgsuite.tsv");
    let table = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut failures = Vec::new();
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for row in table.lines().skip(1) {
        let mut cells = row.splitn(3, '\t');
        let (Some(area), Some(input), Some(expected)) = (cells.next(), cells.next(), cells.next())
        else {
            continue;
        };
        if !AREAS.iter().any(|prefix| area.starts_with(prefix)) {
            continue;
        }
        let (input, expected) = (unescape(input), unescape(expected));
        if std::env::var("GOLDEN_TRACE").is_ok() {
            println!("TRACE {input}");
        }
        let got = evaluate(&input);
        let good = agrees(&got, &expected);
        let count = counts.entry(area).or_default();
        count.0 += usize::from(good);
        count.1 += 1;
        if !good {
            failures.push(format!(
                "{area}\t{input}\n    wanted {expected}\n    got    {}",
                got.unwrap_or_else(|error| format!("!!{error}"))
            ));
        }
    }
    for (area, (good, all)) in counts {
        println!("{area}: {good}/{all}");
    }
    println!("{}", failures.join("\n"));
}
