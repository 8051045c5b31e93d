//! `sidle eval EXPR…`.

use serde_json::Value;

use crate::program::sidle;

#[test]
fn answers_come_one_a_line_and_share_a_session() {
    let ran = sidle(&["eval", "g := {0|*}", "g + g", "1/2 + 1/4", "* + *", "g > 0"]);
    assert_eq!(ran.good(), "^\n^^\n3/4\n0\ntrue\n");
}

#[test]
fn negatives_need_no_ceremony() {
    assert_eq!(sidle(&["eval", "-1/2"]).good(), "-1/2\n");
    assert_eq!(
        sidle(&["eval", "-{0|*}", "--latex"]).good(),
        "\\downarrow\n"
    );
    assert_eq!(sidle(&["eval", "--", "-3 + 1"]).good(), "-2\n");
}

#[test]
fn an_error_points_at_its_place() {
    let ran = sidle(&["eval", "1 + Tinny(2)"]);
    assert_eq!(ran.code, Some(2));
    assert_eq!(ran.stdout, "");
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert!(lines[0].starts_with("error: "), "{ran:?}");
    assert_eq!(lines[1], "1 | 1 + Tinny(2)", "{ran:?}");
    assert_eq!(lines[2], "  |     ^^^^^", "{ran:?}");
    assert!(ran.stderr.contains("Tiny"), "{ran:?}");
}

#[test]
fn answers_before_an_error_are_kept() {
    let ran = sidle(&["eval", "1 + 1", "{1|", "2 + 2"]);
    assert_eq!((ran.stdout.as_str(), ran.code), ("2\n", Some(2)));
}

#[test]
fn json_is_one_object_a_line() {
    let text = sidle(&["eval", "--json", "{0|*}", "[1,2]", "1 < 2"]).good();
    let objects: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    let values: Vec<&str> = objects
        .iter()
        .map(|object| object["answers"][0]["text"].as_str().expect("a text"))
        .collect();
    assert_eq!(values, ["^", "[1,2]", "true"]);
    assert_eq!(objects[0]["answers"][0]["latex"], "\\uparrow");
    assert_eq!(objects[0]["answers"][0]["type"], "game");
    assert_eq!(objects[2]["answers"][0]["value"], true);
    assert_eq!(objects[0]["input"], "{0|*}");
}

#[test]
fn arrows_are_printed_on_request() {
    assert_eq!(sidle(&["eval", "--unicode", "{0|*}"]).good(), "↑\n");
}

#[test]
fn errors_are_objects_too() {
    let ran = sidle(&["eval", "--json", "↑ + )"]);
    assert_eq!(ran.code, Some(2));
    let object: Value = serde_json::from_str(&ran.stdout).expect("an object");
    assert_eq!(object["error"]["kind"], "syntax", "{object}");
    // Bytes, not characters: the arrow takes three.
    assert_eq!(
        object["error"]["span"],
        serde_json::json!([6, 7]),
        "{object}"
    );
    assert!(object["error"]["message"].is_string(), "{object}");
}

#[test]
fn a_limit_ends_with_code_three() {
    let hard = "Sum := 0; for n from 1 to 60 do Sum := Sum + {n^2|-n^2} end; Sum";
    for limit in [
        ["--timeout", "100ms"],
        ["--max-nodes", "1000"],
        ["--max-memory", "10k"],
    ] {
        let ran = sidle(&["eval", limit[0], limit[1], hard]);
        assert_eq!(ran.code, Some(3), "{limit:?}: {ran:?}");
        assert!(ran.stderr.contains("stopped"), "{limit:?}: {ran:?}");
    }
}

#[test]
fn bad_usage_ends_with_code_two() {
    for arguments in [
        &["eval"][..],
        &["eval", "--timeout", "soon", "1"],
        &["eval", "--json", "--latex", "1"],
        &["eval", "--stdin", "1"],
        &["evaluate", "1"],
        &["--timeout", "1", "eval", "1"],
    ] {
        let ran = sidle(arguments);
        assert_eq!(ran.code, Some(2), "{arguments:?}: {ran:?}");
        assert!(ran.stderr.contains("error"), "{arguments:?}: {ran:?}");
    }
}

#[test]
fn powers_that_are_too_large_name_the_limit() {
    for power in ["2^1400000", "(2^700000)^2", "2^(2^100)"] {
        let ran = sidle(&["eval", power]);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.contains("more than 2^20 bits"), "{ran:?}");
    }
}
