//! Completion scripts and the manual page.

use crate::program::sidle;

#[test]
fn every_shell_gets_a_script_that_knows_the_verbs() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = sidle(&["completions", shell]).good();
        assert!(
            script.contains("eval") && script.contains("max-nodes"),
            "{shell}"
        );
    }
    assert_eq!(sidle(&["completions", "abacus"]).code, Some(2));
}

#[test]
fn the_manual_has_a_page_for_the_binary_and_for_each_verb() {
    let page = sidle(&["man"]).good();
    assert!(page.contains(".TH sidle 1"), "{page}");
    assert!(sidle(&["man", "eval"]).good().contains("sidle\\-eval"));
    assert_eq!(sidle(&["man", "nothing"]).code, Some(2));
}
