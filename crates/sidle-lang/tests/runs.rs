//! Random lines and what CGSuite printed for them.

mod support;
mod wanted;

use std::path::Path;

use sidle_lang::{Diagnostic, Session};

use wanted::is_wanted;

fn evaluate(input: &str) -> Result<String, Diagnostic> {
    support::evaluate(&mut Session::new(), input)
}

/// The same text, or a text of the same value.
fn agrees(input: &str, got: &Result<String, Diagnostic>, expected: &str) -> bool {
    let same_value = |text: &String| {
        evaluate(expected).as_ref() == Ok(text)
            || evaluate(&format!("({input}) == ({expected})")) == Ok("true".to_owned())
    };
    is_wanted(got, input, expected)
        || !expected.starts_with("!!") && got.as_ref().is_ok_and(same_value)
}

#[test]
fn runs_agree() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/golden/cgsuite_runs3.tsv");
    let table = std::fs::read_to_string(path).expect("the table");
    let (mut count, mut failures) = (0, Vec::new());
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.splitn(3, '\t').collect();
        let [area, input, expected] = cells[..] else {
            panic!("a row of three cells: {line}");
        };
        let (input, expected) = (input.replace("\\n", "\n"), expected.replace("\\n", "\n"));
        let got = evaluate(&input);
        count += 1;
        if !agrees(&input, &got, &expected) {
            let got = got.unwrap_or_else(|error| format!("!!{error}"));
            failures.push(format!("{area}\t{input}\n  CGSuite {expected}\n  here    {got}"));
        }
    }
    assert_eq!(count, 6945);
    assert!(failures.is_empty(), "{}\n{} differ", failures.join("\n"), failures.len());
}
