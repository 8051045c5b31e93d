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
