//! Every published result that `sidle reproduce` derives agrees.

use assert_cmd::Command;

fn sidle(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_sidle"))
        .args(arguments)
        .output()
        .expect("the binary starts");
    (
        output.status.code(),
        String::from_utf8(output.stdout).expect("UTF-8"),
        String::from_utf8(output.stderr).expect("UTF-8"),
    )
}

#[test]
fn everything_agrees() {
    let (code, out, err) = sidle(&["reproduce", "--json"]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(!out.is_empty());
    for line in out.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("one object a line");
        assert_eq!(row["agrees"], true, "{line}");
        for key in [
            "chapter", "claim", "citation", "place", "command", "computed", "expected",
        ] {
            assert!(row[key].is_string(), "{key} in {line}");
        }
        assert!(row["seconds"].is_number(), "{line}");
    }
}

#[test]
fn an_unknown_chapter_is_bad_input() {
    let (code, _, err) = sidle(&["reproduce", "no-such-chapter"]);
    assert_eq!(code, Some(2));
    assert!(
        err.contains("no-such-chapter") && err.contains("welter"),
        "{err}"
    );
}

/// The last argument of a command in quotation marks, and the words before it.
fn words(command: &str) -> Option<Vec<&str>> {
    let (verbs, quoted) = command.strip_prefix("sidle ")?.split_once(" '")?;
    let argument = quoted
        .strip_suffix('\'')
        .filter(|text| !text.contains('\''))?;
    Some(verbs.split(' ').chain([argument]).collect())
}

#[test]
fn commands_print_what_the_rows_show() {
    let (_, out, _) = sidle(&["reproduce", "loopy", "misere", "--json"]);
    let mut repeated = 0;
    for line in out.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("one object a line");
        let Some(words) = row["command"].as_str().and_then(words) else {
            continue;
        };
        let (_, printed, _) = sidle(&words);
        assert_eq!(Some(printed.trim_end()), row["computed"].as_str(), "{line}");
        repeated += 1;
    }
    assert!(repeated > 30, "{repeated}");
}

#[test]
fn each_work_has_one_name() {
    let (_, out, _) = sidle(&["reproduce", "--list"]);
    for name in ["Hearn, Siegel", "Conway and Guy", "Ways, ch."] {
        assert!(!out.contains(name), "{out}");
    }
}
