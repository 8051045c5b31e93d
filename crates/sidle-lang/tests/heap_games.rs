//! The rows of known values about heap games and misère games.

mod support;
mod wanted;

use std::path::Path;

use sidle_lang::Session;

use wanted::is_wanted;

/// Rows that have tests of their own.
const LEFT_OUT: &[&str] = &[
    "Product(",
    "Cutcake",
    "Eatcake",
    "MaundyCake",
    "Wythoff",
    "Mem(",
    "TakeAway",
    "Euclid",
    "Partizan",
    "game.grid",
    "NimFieldCalculator",
];

#[test]
fn golden_rows_agree() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/golden");
    let mut failures = Vec::new();
    let mut seen = 0;
    for name in ["cgsuite.tsv", "cgsuite_runs.tsv"] {
        let path = folder.join(name);
        let table = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for row in table.lines() {
            let cells: Vec<&str> = row.splitn(3, '\t').collect();
            let &[area, input, expected] = cells.as_slice() else {
                continue;
            };
            let ours = area.starts_with("heap.") || area.starts_with("misere.");
            if !ours || LEFT_OUT.iter().any(|word| input.contains(word)) {
                continue;
            }
            seen += 1;
            let input = input.replace("\\n", "\n");
            let found = support::evaluate(&mut Session::new(), &input);
            if !is_wanted(&found, &input, expected) {
                failures.push(format!("{input}: {found:?}, expected {expected}"));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {seen}:\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert!(seen > 250, "{seen}");
}

/// A heap that is too large is refused with its size and the limit.
#[test]
fn heaps_beyond_the_limit_are_named() {
    let heap = "1000000000000000000000000000000";
    for (input, limit) in [
        ("game.heap.Nim(10^30)", "1073741824"),
        ("game.heap.Kayles(10^30)", "1073741824"),
        ("game.heap.Wythoff((3, 10^30))", "2147483647"),
        ("game.heap.Wythoff(10^30, 3)", "4294967295"),
    ] {
        let error = support::evaluate(&mut Session::new(), input).expect_err("too large");
        let text = format!("{} {:?}", error.message, error.help);
        for part in [heap, limit] {
            assert!(text.contains(part), "{input}: {text}");
        }
    }
}
