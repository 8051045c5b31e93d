//! Random lines and what CGSuite printed for them.

mod support;
mod wanted;

use std::path::Path;

use sidle_lang::{Diagnostic, Session};

use wanted::is_wanted;

/// How many rows may differ: names of rulesets that lose their parameters there, the order of sets, what a map becomes, and a few
/// values of games with loops (docs/errata.md).
const DIFFER: usize = 110;

fn evaluate(input: &str) -> Result<String, Diagnostic> {
    support::evaluate(&mut Session::new(), input)
}

/// The same text, a text of the same value, or an error where any error is wanted.
fn agrees(input: &str, got: &Result<String, Diagnostic>, expected: &str) -> bool {
    let same_value = |text: &String| {
        spelled(text) == spelled(expected)
            || evaluate(expected).as_ref() == Ok(text)
            || evaluate(&format!("({input}) == ({expected})")) == Ok("true".to_owned())
    };
    match got {
        Ok(text) => is_wanted(got, input, expected) || same_value(text),
        // `/*` begins a comment here.
        Err(error) => {
            let is_limit = matches!(error.kind, sidle_lang::DiagnosticKind::Stopped(_));
            !is_limit && (expected == "!!" || input.contains("/*"))
        }
    }
}

/// `3+*2` as CGSuite prints it, `3*2`, and its `1/ω×2` as we do, `1/(ω×2)`.
fn spelled(text: &str) -> String {
    let mut out = String::new();
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        let follows_digit = out.ends_with(|c: char| c.is_ascii_digit());
        let is_sum = follows_digit && signs.peek().is_some_and(|next| "*^v".contains(*next));
        if !matches!((sign, is_sum), ('+', true) | ('(' | ')', _)) {
            out.push(sign);
        }
    }
    out
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
            failures.push(format!(
                "{area}\t{input}\n  CGSuite {expected}\n  here    {got}"
            ));
        }
    }
    assert_eq!(count, 6945);
    let all = failures.join("\n");
    assert!(failures.len() <= DIFFER, "{all}\n{} differ", failures.len());
}
