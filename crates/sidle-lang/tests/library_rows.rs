//! Lines that use the class library with what they must print.

mod support;
mod wanted;

use std::path::Path;

use sidle_lang::{Diagnostic, Session};

use wanted::is_wanted;

fn evaluate(input: &str) -> Result<String, Diagnostic> {
    support::evaluate(&mut Session::new(), input)
}

/// Rows whose input is not a sentence of the language; the table does not say what sort of error the other program gives.
const SYNTAX: [&str; 3] = ["lang.220", "lang.228", "lang.464"];

#[test]
fn lines_print_as_they_must() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/golden");
    let table = std::fs::read_to_string(path.join("cgscript_library.tsv")).expect("the table");
    let (mut count, mut failures) = (0, Vec::new());
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.splitn(3, '\t').collect();
        let [id, input, expected] = cells[..] else {
            panic!("a row of three cells: {line}");
        };
        let expected = match (expected, SYNTAX.contains(&id)) {
            ("!!", true) => "!!syntax".to_owned(),
            (expected, false) => expected.replace("\\n", "\n"),
            (expected, true) => panic!("{id} wants an error, not {expected}"),
        };
        let got = evaluate(input);
        count += 1;
        if !is_wanted(&got, input, &expected) {
            failures.push(format!("{id}: {input}\n  {got:?}\n  {expected:?}"));
        }
    }
    assert!(count >= 112, "only {count} rows");
    assert!(
        failures.is_empty(),
        "{}\n{} fail",
        failures.join("\n"),
        failures.len()
    );
}

#[test]
fn ordinals_print_as_they_must() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/golden");
    let mut failures = Vec::new();
    let mut count = 0;
    for table in ["cgsuite.tsv", "cgsuite_runs.tsv"] {
        let table = std::fs::read_to_string(path.join(table)).expect("the table");
        for line in table.lines().skip(1) {
            let mut cells = line.splitn(3, '\t');
            let (area, input) = (cells.next().unwrap_or(""), cells.next().unwrap_or(""));
            let expected = cells.next().unwrap_or("");
            let ours = ["ordinal", "surreal", "nimfield.excess", "nimfield.qset"];
            if !ours.iter().any(|prefix| area.starts_with(prefix)) {
                continue;
            }
            count += 1;
            let got = evaluate(input);
            if !is_wanted(&got, input, expected) {
                failures.push(format!("{input}\n  {got:?}\n  {expected:?}"));
            }
        }
    }
    assert!(count > 90, "only {count} rows");
    assert!(
        failures.is_empty(),
        "{}\n{} fail",
        failures.join("\n"),
        failures.len()
    );
}

#[test]
fn errors_name_the_operator_and_the_place() {
    let error = evaluate("(1,2) - 1")
        .expect_err("no difference")
        .to_string();
    assert!(error.contains("`-` does not apply"), "{error}");
    let input = "game.strip.Turning(\"3,1-Q\")";
    let error = support::evaluate(&mut Session::new(), input).expect_err("no code");
    assert_eq!(&input[error.span.start..error.span.end], "1-Q", "{error}");
}
