//! Help texts of the binary and of the verbs of the calculator.

use crate::program::sidle;

#[test]
fn the_first_page_names_the_verbs_and_the_exit_codes() {
    let text = sidle(&["--help"]).good();
    for part in [
        "eval",
        "run",
        "completions",
        "man",
        "Examples:",
        "Exit codes: 0 done",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
}

#[test]
fn help_of_eval_shows_every_option_and_examples() {
    let text = sidle(&["eval", "--help"]).good();
    for part in [
        "--stdin",
        "--json",
        "--latex",
        "--timeout <TIME>",
        "--max-nodes <COUNT>",
        "--max-memory <BYTES>",
        "sidle eval '{1|0} + ^*'",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
}

#[test]
fn the_version_is_the_one_of_the_manifest() {
    let expected = format!("sidle {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(sidle(&["--version"]).good(), expected);
}
