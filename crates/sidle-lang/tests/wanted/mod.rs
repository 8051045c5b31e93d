//! The errors that tables want.

use sidle_lang::{Diagnostic, DiagnosticKind};

/// How tables name an error of syntax: our own, and those that tell what CGSuite says.
const SYNTAX: [&str; 3] = ["!!syntax", "!!Syntax error", "!!Unexpected `"];

/// Whether an answer is what a row wants: the text `expected`, or after `!!` an error of the right sort with a place in the input or
/// in the file of a class. `!!` alone, and with any other message of CGSuite, is an error of evaluation. A limit is neither.
pub(crate) fn is_wanted(got: &Result<String, Diagnostic>, input: &str, expected: &str) -> bool {
    let error = match got {
        Ok(text) => return text == expected,
        Err(error) => error,
    };
    let is_right_sort = match error.kind {
        DiagnosticKind::Syntax | DiagnosticKind::Incomplete => {
            SYNTAX.iter().any(|words| expected.starts_with(words))
        }
        DiagnosticKind::Evaluation => {
            expected.starts_with("!!") && !SYNTAX.iter().any(|words| expected.starts_with(words))
        }
        _ => false,
    };
    let source = error.file.as_ref().map_or(input, |(_, text)| text);
    let place = source.get(error.span.start..error.span.end);
    is_right_sort && place.is_some() && !error.message.is_empty()
}

#[test]
fn errors_of_another_sort_and_limits_are_not_wanted() {
    use sidle_core::{Meter, StopReason};
    let error = |input: &str| -> Result<String, Diagnostic> {
        let mut session = sidle_lang::Session::new();
        Err(session
            .evaluate(input, &Meter::unlimited())
            .expect_err(input))
    };
    let stopped = Err(Diagnostic::stopped(StopReason::Time));
    for (got, input, wanted) in [
        (error("1/0-1/0"), "1/0-1/0", "!!/ by zero"),
        (error("1 = 1"), "1 = 1", "!!syntax"),
        (error("[1,2"), "[1,2", "!!Syntax error."),
    ] {
        assert!(is_wanted(&got, input, wanted), "{got:?}");
        for other in ["!!", "!!/ by zero", "!!syntax", "!!Syntax error.", "1"] {
            let is_syntax = |text: &str| text.to_lowercase().contains("syntax");
            let is_same = other.starts_with("!!") && is_syntax(other) == is_syntax(wanted);
            assert_eq!(is_wanted(&got, input, other), is_same, "{got:?}, {other}");
            assert!(!is_wanted(&stopped, input, other), "{other}");
        }
        // A place that is not in the input.
        assert!(!is_wanted(&got, "", wanted), "{got:?}");
    }
}
