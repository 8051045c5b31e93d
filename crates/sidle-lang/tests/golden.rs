//! Every row of the table of known values in the areas that the language covers.

mod support;
mod wanted;

use std::path::Path;

use sidle_lang::{Diagnostic, Session};

use wanted::is_wanted;

/// Areas that this crate answers for.
const AREAS: &[&str] = &[
    "tbcode.",
    "nimfield.constant_table",
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

/// Rows that we answer otherwise: the input, our answer (`!!` for an error) and the reason. They are
/// listed in docs/errata.md too.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    (
        "(-1823437481924).Thermograph",
        "Thermograph(-1823437481924,[],[0],-1823437481924,[],[0])",
        "a limit of the other program: numbers of any size have thermographs",
    ),
    (
        "{1|*16384}",
        "{1|*16384}",
        "a limit of the other program: option lists may be longer than 16,383",
    ),
    (
        "({1|^^^||^}).Incentives",
        "{{1v|^^||0},{{1v|^^},{1v||1v3|0}|0,{^^|0,{0|-1+^3}}}}",
        "`-1^3` would read as a power: (-1) + ^3 is written with a plus",
    ),
    (
        "9*(1+^.Pow(2)+*4)",
        "{9,9*,9+*2,9+*3,9+*4|{9+*4,9v*5||||9vv*4,9v*5|||9v3*5,9vv*4||9v4*4,9v3*5|{9v5*5,9v4*4||||9v6*4,9v5*5|||9v7*5,9v6*4||9v8*4,9v7*5|9v9*5}}}",
        "`9*2` would read as a product: 9 + *2 is written with a plus",
    ),
    (
        "((+-1) SelectiveSum (^^)).CanonicalForm",
        "{1^^|-1^*,-1^^}",
        "by the definition (move in one or both): Right cannot reach -1 in one move",
    ),
];

fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('n') => plain.push('\n'),
                Some('t') => plain.push('\t'),
                Some(other) => plain.push(other),
                None => plain.push('\\'),
            },
            other => plain.push(other),
        }
    }
    plain
}

fn evaluate(input: &str) -> Result<String, Diagnostic> {
    support::evaluate(&mut Session::new(), input)
}

/// The same text, or a text of the same value: the order of options, the letters of loops and the forms
/// of sides that are not stoppers are not part of a value.
fn agrees(input: &str, got: &Result<String, Diagnostic>, expected: &str) -> bool {
    match got {
        got if is_wanted(got, input, expected) => true,
        Ok(text) if !expected.starts_with("!!") => {
            evaluate(expected).as_ref() == Ok(text)
                || evaluate(&format!("({input}) == ({expected})")) == Ok("true".to_owned())
        }
        _ => false,
    }
}

fn rows() -> Vec<(String, String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/golden/cgsuite.tsv");
    let table = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let row = |line: &str| {
        let mut cells = line.splitn(3, '\t').map(unescape);
        Some((cells.next()?, cells.next()?, cells.next()?))
    };
    table
        .lines()
        .skip(1)
        .filter_map(row)
        .filter(|(area, _, _)| AREAS.iter().any(|prefix| area.starts_with(prefix)))
        .collect()
}

#[test]
fn golden_rows_agree() {
    let rows = rows();
    assert!(rows.len() > 1400, "only {} rows", rows.len());
    let mut failures = Vec::new();
    let mut identical = 0;
    for (area, input, expected) in &rows {
        let got = evaluate(input);
        identical += usize::from(got.as_ref() == Ok(expected));
        let exception = EXCEPTIONS.iter().find(|(other, _, _)| other == input);
        let good = match exception {
            Some((_, ours, _)) => {
                assert!(
                    !agrees(input, &got, expected),
                    "{input} agrees by now: it is no exception any more"
                );
                agrees(input, &got, ours)
            }
            None => agrees(input, &got, expected),
        };
        if !good {
            let got = got.unwrap_or_else(|error| format!("!!{error}"));
            failures.push(format!(
                "{area}\t{input}\n  wanted {expected}\n  got    {got}"
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    // Agreement by value is enough, but most rows agree to the letter.
    assert!(
        identical > 1200,
        "only {identical} rows agree to the letter"
    );
}

#[test]
fn exceptions_name_rows_of_the_table() {
    let rows = rows();
    for (input, _, _) in EXCEPTIONS {
        assert!(rows.iter().any(|(_, other, _)| other == input), "{input}");
    }
}
