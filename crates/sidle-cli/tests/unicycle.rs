//! `sidle unicycle`: answers, JSON, certificates, checkpoints, exit codes.

use std::{
    env, fs,
    path::PathBuf,
    process::{self, Output},
};

use assert_cmd::Command;
use serde_json::{Value, json};

fn sidle(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sidle"))
        .args(arguments)
        .output()
        .expect("the binary runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn object(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("one object")
}

/// A file name of this process's own.
fn scratch(name: &str) -> PathBuf {
    env::temp_dir().join(format!("sidle-unicycle-{}-{name}", process::id()))
}

#[test]
fn a_pattern_gets_its_exits() {
    let output = sidle(&["unicycle", "LLRR"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output), "LLRR: *, *, 0, 0\n");
}

#[test]
fn the_open_question_is_answered_and_certified() {
    let file = scratch("answer.json");
    let path = file.to_str().expect("a plain name");
    let output = sidle(&["unicycle", "LLLRLRRRLR", "--json", "--certify", path]);
    assert_eq!(output.status.code(), Some(0));
    let answer = object(&output);
    assert_eq!(answer["pattern"], "LLLRLRRRLR");
    assert_eq!(answer["exits"].as_array().map(Vec::len), Some(10));
    assert_eq!(answer["from"], "day:1");
    let checked = sidle(&["check", path]);
    fs::remove_file(&file).expect("it was written");
    assert_eq!(checked.status.code(), Some(0), "{}", text(&checked));
}

#[test]
fn an_exhausted_search_says_so() {
    let output = sidle(&["unicycle", "LLRLLRLLR", "--exits", "nimbers:3", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let expected = json!({
        "pattern": "LLRLLRLLR", "exits": null, "exhausted": true, "from": ["nimbers:3"],
    });
    assert_eq!(object(&output), expected);
}

#[test]
fn lists_of_values_are_exits_too() {
    let output = sidle(&["unicycle", "LLLRLRRRLR", "--exits", "0,*,1", "--json"]);
    let answer = object(&output);
    let exits = answer["exits"].as_array().expect("a list");
    let listed = |exit: &Value| ["0", "*", "1"].iter().any(|name| exit == name);
    assert!(exits.len() == 10 && exits.iter().all(listed));
}

#[test]
fn given_exits_are_tested() {
    let good = sidle(&["unicycle", "LLRR", "--test", "0,0,*,*"]);
    assert_eq!(good.status.code(), Some(0));
    let bad = sidle(&["unicycle", "LLRR", "--test", "0,0,0,*", "--json"]);
    assert_eq!(bad.status.code(), Some(1));
    assert_eq!(object(&bad)["unicycle"], json!(false));
}

#[test]
fn all_patterns_of_a_length_come_in_order_whatever_the_threads() {
    let one = sidle(&["unicycle", "--all", "9", "--threads", "1", "--json"]);
    let three = sidle(&["unicycle", "--all", "9", "--threads", "3", "--json"]);
    assert_eq!(text(&one), text(&three));
    let patterns: Vec<String> = text(&one)
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("an object"))
        .map(|answer| answer["pattern"].as_str().expect("a pattern").to_owned())
        .collect();
    assert_eq!(patterns.len(), 56);
    assert!(patterns.is_sorted());
    let summary = sidle(&["unicycle", "--all", "10", "--summary", "--json"]);
    assert_eq!(object(&summary)["realized"], json!([102, 1]));
}

#[test]
fn a_checkpoint_belongs_to_one_search_and_is_gone_on_from() {
    let file = scratch("state.json");
    let path = file.to_str().expect("a plain name");
    let stopped = sidle(&[
        "unicycle",
        "--all",
        "12",
        "--timeout",
        "0",
        "--checkpoint",
        path,
    ]);
    assert_eq!(stopped.status.code(), Some(3));
    let begun = sidle(&["unicycle", "--all", "12", "--checkpoint", path]);
    assert_eq!(begun.status.code(), Some(0));
    let other = sidle(&["unicycle", "--all", "11", "--checkpoint", path]);
    assert_eq!(other.status.code(), Some(2));
    let resumed = sidle(&["unicycle", "--all", "12", "--summary", "--checkpoint", path]);
    assert_eq!(resumed.status.code(), Some(0));
    let again = sidle(&["unicycle", "--all", "12", "--summary", "--checkpoint", path]);
    assert_eq!(text(&resumed), text(&again));
    let state = fs::read_to_string(&file).expect("written");
    let (_, body) = state.split_once('\n').expect("a head and a body");
    let state: Value = serde_json::from_str(body).expect("JSON");
    fs::remove_file(&file).expect("it was written");
    assert_eq!(
        state["settled"].as_object().map(serde_json::Map::len),
        Some(347)
    );
}

#[test]
fn one_pattern_is_gone_on_with_as_well() {
    let file = scratch("pattern.json");
    let path = file.to_str().expect("a plain name");
    let arguments = [
        "unicycle",
        "LLLRLRRRLR",
        "--exits",
        "nimbers:5",
        "--checkpoint",
        path,
    ];
    let stopped = sidle(&[&arguments[..], &["--timeout", "0"]].concat());
    assert_eq!(stopped.status.code(), Some(3));
    let resumed = sidle(&arguments);
    assert_eq!(resumed.status.code(), Some(0));
    assert_eq!(
        text(&resumed),
        "LLLRLRRRLR: none with exits from nimbers:5\n"
    );
    // Now the answer is in the file, and it is believed.
    let again = sidle(&arguments);
    let told = sidle(&[&arguments[..], &["--json"]].concat());
    fs::remove_file(&file).expect("it was written");
    assert_eq!(
        text(&again),
        format!("LLLRLRRRLR: none with exits from nimbers:5, in part as {path} says\n")
    );
    assert_eq!(object(&told)["believed"], true);
}

#[test]
fn exhausted_patterns_of_a_checkpoint_are_told_apart() {
    let file = scratch("believed.json");
    let path = file.to_str().expect("a plain name");
    let arguments = [
        "unicycle",
        "--all",
        "6",
        "--exits",
        "nimbers:1",
        "--checkpoint",
        path,
    ];
    let first = text(&sidle(&arguments));
    assert!(
        first.contains(": none with exits from nimbers:1\n"),
        "{first}"
    );
    assert!(!first.contains("says"), "{first}");
    let again = text(&sidle(&arguments));
    let says = format!(": none with exits from nimbers:1, as {path} says\n");
    assert!(again.contains(&says), "{again}");
    assert!(
        again.ends_with(&format!(" of them as {path} says\n")),
        "{again}"
    );
    let summary = object(&sidle(&[&arguments[..], &["--summary", "--json"]].concat()));
    fs::remove_file(&file).expect("it was written");
    assert_eq!(summary["believed"], summary["exhausted"]);
}

#[test]
fn bad_input_is_code_2() {
    for arguments in [
        &["unicycle", "LRLR"][..],
        &["unicycle", "LLRX"],
        &["unicycle", ""],
        &["unicycle"],
        &["unicycle", "LLRR", "--exits", "day:9"],
        &["unicycle", "LLRR", "--exits", "nimbers:x"],
        &["unicycle", "LLRR", "--exits", "0,,1"],
        &["unicycle", "LLRR", "--test", "0,0"],
        &["unicycle", "--all", "70"],
    ] {
        let output = sidle(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn nothing_found_is_nothing_certified() {
    let file = scratch("none.json");
    let path = file.to_str().expect("a plain name");
    for arguments in [["--exits", "nimbers:1"], ["--test", "0,0,0,0"]] {
        let plain = [&["unicycle", "LLRR", "--certify", path], &arguments[..]].concat();
        let output = sidle(&plain);
        assert_eq!(output.status.code(), Some(1));
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(errors.contains("no certificate is written"), "{errors}");
        assert!(!file.exists());
    }
}
