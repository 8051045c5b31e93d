//! The calculator on a pipe (`--interactive`): the loop a terminal runs, as a transcript.

use crate::program::sidle_reading;

fn transcript(input: &str) -> String {
    sidle_reading(&["--interactive"], input.as_bytes()).good()
}

#[test]
fn lines_are_echoed_and_answered() {
    assert_eq!(transcript("x := 1\nx + 1\n"), "> x := 1\n1\n> x + 1\n2\n");
}

#[test]
fn unfinished_lines_are_continued() {
    assert_eq!(transcript("{0|\n*}\n3\n"), "> {0|\n. *}\n^\n> 3\n3\n");
}

#[test]
fn errors_are_shown_with_carets_and_the_session_goes_on() {
    let text = transcript("1 + Tinny(2)\n1 + 1\n");
    assert!(text.contains("  |     ^^^^^\n"), "{text}");
    assert!(text.ends_with("> 1 + 1\n2\n"), "{text}");
}

#[test]
fn commands_work_and_unknown_ones_are_named() {
    let text = transcript(":latex\n{0|*}\n:plain\n{0|*}\n:frobnicate\n:quit\n1\n");
    let expected = "> :latex\n> {0|*}\n\\uparrow\n> :plain\n> {0|*}\n^\n> :frobnicate\nerror: there is no command `:frobnicate`; `:help` lists them\n> :quit\n";
    assert_eq!(text, expected);
}

#[test]
fn help_lists_symbols_and_commands_and_explains_one() {
    let text = transcript(":help\n");
    for part in ["+-", "over", ":load", "Ctrl-C"] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    assert!(transcript(":help ^\n").contains("{0|*}"));
    assert!(transcript(":help Birthday\n").contains("Birthday"));
    assert!(transcript(":help Nonsense\n").contains("no help for `Nonsense`"));
}

#[test]
fn limits_can_be_set_shown_and_lifted() {
    let text = transcript(":limits\n:limits --timeout 50ms\n:limits --timeout x\n:limits none\n");
    let answers: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("> "))
        .collect();
    assert_eq!(
        (answers[0], answers[1]),
        ("no limits", "limits: time 50ms"),
        "{text}"
    );
    assert!(answers[2].starts_with("error: "), "{text}");
    assert_eq!(answers[3], "no limits", "{text}");
}

#[test]
fn names_are_listed_and_forgotten() {
    let text = transcript("up2 := {0|*}\n:names\n:reset\n:names\nup2\n");
    assert!(
        text.contains("> :names\nup2 := ^\n> :reset\n> :names\nnothing yet"),
        "{text}"
    );
    assert!(text.contains("error: "), "{text}");
}

#[test]
fn drawings_have_both_walls() {
    for line in ["{3|1}.Plot", "({3|1}.Plot)", "{3|1}.Plot // a roof"] {
        let text = transcript(&format!("{line}\n"));
        assert!(text.contains("/   \\\n"), "{text}");
        assert!(
            text.lines().all(|line| line.chars().count() <= 80),
            "{text}"
        );
    }
    let text = transcript("{2^100|0}.Plot\n");
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
}

#[test]
fn misspelt_words_lead_on() {
    for (line, wanted) in [
        (":helpp", "did you mean `:help`?"),
        (":exit", "did you mean `:quit`?"),
        (":l x", "did you mean `:load` or `:latex` or `:limits`?"),
        (":help :plot", "draw the thermograph"),
        (":help Outcme", "OutcomeClass"),
        (":help ||", "separates Left options"),
        (":help for", "example: ["),
        (":plot c.png", "`:plot` writes SVG"),
        ("Clober(\"xo\")", "`game.grid.Clobber`"),
        ("game.grid.Clobbr(\"xo\")", "`game.grid.Clobber`"),
        ("sum([1,2])", "`Sum(…)`"),
        ("quit;", ":quit"),
    ] {
        let text = transcript(&format!("{line}\n"));
        assert!(text.contains(wanted), "{line}: {text}");
    }
    let text = transcript("help Cool\n1 + 1\n");
    assert_eq!(text, "> help Cool\n`:help Cool` explains it\n> 1 + 1\n2\n");
}

#[test]
fn pages_of_help_fit() {
    let text = transcript(":help\n:help methods\n");
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}
