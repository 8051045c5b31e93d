//! Comparing output with what a page shows: `…` alone on a line stands for any number of lines, and
//! inside a line for any text.

/// Where the output differs from the page, if it does.
pub(crate) fn compare(expected: &str, actual: &str) -> Result<(), String> {
    let lines = |text: &str| -> Vec<String> {
        text.trim_end()
            .lines()
            .map(|line| line.trim_end().to_owned())
            .collect()
    };
    if lines_match(&lines(expected), &lines(actual)) {
        return Ok(());
    }
    Err(format!(
        "--- the page shows\n{}\n--- the binary prints\n{}",
        expected.trim_end(),
        actual.trim_end()
    ))
}

fn lines_match(expected: &[String], actual: &[String]) -> bool {
    match expected.split_first() {
        None => actual.is_empty(),
        Some((first, rest)) if first == "…" => {
            (0..=actual.len()).any(|skip| lines_match(rest, &actual[skip..]))
        }
        Some((first, rest)) => actual
            .split_first()
            .is_some_and(|(line, others)| line_matches(first, line) && lines_match(rest, others)),
    }
}

fn line_matches(expected: &str, actual: &str) -> bool {
    let parts: Vec<&str> = expected.split('…').collect();
    let [first, middle @ .., last] = parts.as_slice() else {
        return expected == actual;
    };
    let Some(mut rest) = actual.strip_prefix(first) else {
        return false;
    };
    for part in middle {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[test]
fn ellipses_stand_for_lines_and_for_text() {
    for (expected, actual) in [
        ("a\nb", "a\nb\n"),
        ("a\n…\nd", "a\nb\nc\nd"),
        ("a\n…\nd", "a\nd"),
        ("took … s, … nodes", "took 0.1 s, 12 nodes"),
        ("…", ""),
    ] {
        assert_eq!(compare(expected, actual), Ok(()), "{expected}");
    }
    for (expected, actual) in [
        ("a", "b"),
        ("a", "a\nb"),
        ("a\n…\nd", "a\nb\nc"),
        ("took … s", "took 0.1 ms"),
        ("", "a"),
    ] {
        assert!(compare(expected, actual).is_err(), "{expected}");
    }
}
