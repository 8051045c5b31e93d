//! `sidle loopy sidle`: traces, nested sets, exit codes.

use std::{
    env, fs,
    path::PathBuf,
    process::{self, Output},
};

use assert_cmd::Command;
use serde_json::{Value, json};

/// A file of this process's own that is removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, text: &str) -> Scratch {
        let path = env::temp_dir().join(format!("sidle-sidling-{}-{name}", process::id()));
        fs::write(&path, text).expect("a file");
        Scratch(path)
    }

    fn sidle(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_sidle"))
            .args(["loopy", "sidle"])
            .arg(&self.0)
            .args(arguments)
            .output()
            .expect("the binary runs")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const FIGURE_1: &str = "a L \"0\"\na L b @M\nb L \"0\"\nb R a @M\n";

#[test]
fn the_first_figure_from_both_ends() {
    let file = Scratch::new("figure", FIGURE_1);
    let on = file.sidle(&["--moves", "@M", "--trace"]);
    assert_eq!(on.status.code(), Some(0));
    assert_eq!(
        text(&on),
        "step  a   b\nK_1   on  1\nK_2   2   1\nK_3   2   1\n\
         a = 2\nb = 1\nfixed after 3 steps (onside)\n"
    );
    let off = file.sidle(&[
        "--moves",
        "a L b, b R a",
        "--from",
        "off",
        "--json",
        "--at",
        "a",
    ]);
    let answer: Value = serde_json::from_slice(&off.stdout).expect("one object");
    let expected = json!({
        "fixed": true, "steps": 3, "side": "offside", "start": "a", "values": {"a": "1"},
    });
    assert_eq!(answer, expected);
}

#[test]
fn fixed_points_are_verified() {
    let file = Scratch::new("verified", FIGURE_1);
    for (arguments, side) in [
        (&["--moves", "@M"][..], "onside"),
        (&["--from", "off"], "offside"),
        (
            &["--moves", "a L b", "--moves", "b R a", "--from", "off"],
            "offside",
        ),
    ] {
        let output = file.sidle(&[arguments, &["--verify"]].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let text = text(&output);
        assert!(
            text.ends_with(&format!(" steps ({side}), verified\n")),
            "{text}"
        );
        let json = file.sidle(&[arguments, &["--verify", "--json"]].concat());
        let answer: Value = serde_json::from_slice(&json.stdout).expect("one object");
        assert_eq!(
            (&answer["verified"], &answer["otherwise"]),
            (&json!(true), &Value::Null)
        );
    }
    // Without a fixed point there is nothing to verify, and with mixed ends nothing to compare with.
    let over = Scratch::new("over-verified", "a L \"0\"\na R a\n");
    let output = over.sidle(&["--steps", "5", "--verify", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(answer["verified"], Value::Null);
    let mixed = [
        "--moves", "a L b", "--from", "on", "--moves", "b R a", "--from", "off", "--verify",
    ];
    let output = file.sidle(&mixed);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn traces_of_nested_sets_are_numbered_twice() {
    let file = Scratch::new("nested", "a L b @x\nb R a @y\na R \"1\"\nb L \"0\"\n");
    let output = file.sidle(&[
        "--moves", "@x", "--from", "off", "--moves", "@y", "--from", "on", "--trace", "--json",
    ]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = text(&output);
    let first: Value = serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
    assert_eq!(first["step"], json!([1, 1]));
    let last: Value = serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["fixed"], json!(true));
}

#[test]
fn no_fixed_point_is_code_3_with_a_bound() {
    let file = Scratch::new("over", "a L \"0\"\na R a\n");
    let output = file.sidle(&["--steps", "5"]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(
        text(&output),
        "a <= 1/16\nno fixed point within 5 steps (onside)\n"
    );
}

#[test]
fn bad_sets_are_code_2() {
    let file = Scratch::new("bad", FIGURE_1);
    for arguments in [
        &["--moves", "@N"][..],
        &["--moves", "a L c"],
        &["--moves", "a R b"],
        &["--from", "on", "--from", "off"],
        &["--from", "up"],
        &["--at", "z"],
    ] {
        let output = file.sidle(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}
