//! `sidle graph`, `sidle tokens`, `sidle annihilate` and `sidle play` on files.

mod certificates;
mod files;
mod play;

use std::{fs, path::PathBuf};

use assert_cmd::Command;
use serde_json::{Value, json};

const FIG8: &str =
    "1 2\n2 1\n4 3\n4 5\n5 4\n7 6\n8 7\n8 9\n9 8\n11 10\n12 10\n11 12\n12 11\n# a comment\n4 3\n";
const FIG14A: &str = "z0 z1\nz0 z2\nz1 z2\nz2 z3\nz3 z4\nz4 z0\nz1 z4\n";
const CYCLE: &str = "z1 z2\nz2 z3\nz3 z4\nz4 z1\n";

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

fn run_with(arguments: &[&str], input: &[u8]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_sidle"))
        .args(arguments)
        .write_stdin(input)
        .output()
        .expect("the binary runs");
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

fn json_of(arguments: &[&str], input: &str) -> Value {
    let run = run_with(arguments, input.as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(run.out.lines().count(), 1, "one object on one line");
    serde_json::from_str(&run.out).expect("JSON")
}

fn scratch(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("boards");
    fs::create_dir_all(&directory).expect("a scratch directory");
    let path = directory.join(name);
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn labels_as_json() {
    let answer = json_of(&["graph", "label", "-", "--json"], FIG8);
    assert_eq!(
        answer,
        json!({"vertices": [
            {"id": "1", "label": "D", "distance": null},
            {"id": "2", "label": "D", "distance": null},
            {"id": "4", "label": "N", "distance": 1},
            {"id": "3", "label": "P", "distance": 0},
            {"id": "5", "label": "P", "distance": 2},
            {"id": "7", "label": "N", "distance": 1},
            {"id": "6", "label": "P", "distance": 0},
            {"id": "8", "label": "D", "distance": null},
            {"id": "9", "label": "D", "distance": null},
            {"id": "11", "label": "N", "distance": 1},
            {"id": "10", "label": "P", "distance": 0},
            {"id": "12", "label": "N", "distance": 1},
        ]})
    );
    let misere = json_of(
        &["graph", "label", "-", "--json", "--game", "misere"],
        "b a\n",
    );
    assert_eq!(
        misere,
        json!({"vertices": [
            {"id": "b", "label": "P", "distance": 1},
            {"id": "a", "label": "N", "distance": 0},
        ]})
    );
    let both = json_of(
        &["graph", "label", "-", "--json", "--game", "asymmetric"],
        "0 1\n1 0\n1 2\n",
    );
    assert_eq!(
        both,
        json!({"vertices": [
            {"id": "0", "l0": "L", "l1": "L"},
            {"id": "1", "l0": "W", "l1": "W"},
            {"id": "2", "l0": "D", "l1": "L"},
        ]})
    );
}

#[test]
fn the_play_can_end_elsewhere() {
    let path = scratch("ends.json");
    let proof = path.to_str().expect("UTF-8");
    // b would be lost without the draw at c, where the play ends although c has an option.
    let board = "b a\na c\nc d\n";
    let label = ["graph", "label", "-", "--json", "--certify", proof];
    let drawn = json_of(&[&label[..], &["--end", "c=D"]].concat(), board);
    let letters = |answer: &Value| -> Vec<String> {
        let all = answer["vertices"].as_array().expect("a list").iter();
        all.map(|vertex| vertex["label"].as_str().expect("a label").to_owned())
            .collect()
    };
    assert_eq!(letters(&drawn), ["D", "D", "D", "P"]);
    assert_eq!(run_with(&["check", proof], b"").code, Some(0));
    let won = json_of(&[&label[..], &["--end", "c=W"]].concat(), board);
    assert_eq!(letters(&won), ["N", "P", "N", "P"]);
    let both = ["--game", "asymmetric", "--end", "c=LW"];
    let both = json_of(&[&label[..], &both].concat(), board);
    assert_eq!(
        both["vertices"][1],
        json!({"id": "a", "l0": "L", "l1": "W"})
    );
    assert_eq!(run_with(&["check", proof], b"").code, Some(0));
    for bad in ["c", "x=W", "c=WL", "c=", "c=Q"] {
        let run = run_with(&["graph", "label", "-", "--end", bad], board.as_bytes());
        assert_eq!(run.code, Some(2), "{bad}");
        assert!(run.err.contains(bad), "{}", run.err);
    }
}

#[test]
fn gamma_as_json() {
    let answer = json_of(&["graph", "gamma", "-", "--json"], "8 7\n8 9\n9 8\n7 6\n");
    assert_eq!(
        answer,
        json!({"vertices": [
            {"id": "8", "gamma": "inf", "finite_options": [1]},
            {"id": "7", "gamma": 1, "counter": 1},
            {"id": "9", "gamma": "inf", "finite_options": []},
            {"id": "6", "gamma": 0, "counter": 0},
        ]})
    );
    assert_eq!(
        json_of(&["graph", "gamma", "-", "--json"], ""),
        json!({"vertices": []})
    );
}

#[test]
fn tokens_as_json() {
    let answer = json_of(&["tokens", "-", "--at", "4,8", "--json"], FIG8);
    assert_eq!(
        answer,
        json!({
            "value": "inf", "finite_options": [0], "outcome": "N",
            "winning_moves": [["8", "7"]],
            "drawing_moves": [["4", "3"], ["4", "5"], ["8", "9"]],
        })
    );
    let lost = json_of(&["tokens", "-", "--at", "4 7", "--json"], FIG8);
    assert_eq!(
        lost,
        json!({
            "value": 0, "finite_options": [], "outcome": "P",
            "winning_moves": [], "drawing_moves": [],
        })
    );
    let same = json_of(&["tokens", "-", "--at", "11", "--at", "11", "--json"], FIG8);
    assert_eq!(same["outcome"], "D");
    assert_eq!(same["drawing_moves"], json!([["11", "12"]]));
    let none = json_of(&["tokens", "-", "--at", "", "--json"], FIG8);
    assert_eq!(none["outcome"], "P");
}

/// The move that ends the game comes first: 4 → 3 and not 4 → 5, which only goes round.
#[test]
fn the_first_winning_move_ends_the_game() {
    let answer = json_of(&["tokens", "-", "--at", "4", "--json"], "4 5\n5 4\n4 3\n");
    assert_eq!(answer["winning_moves"], json!([["4", "3"], ["4", "5"]]));
}

#[test]
fn names_with_commas_can_be_written() {
    let graph = "a,b c\nc d\n";
    for at in ["a,b", "a,b c"] {
        let run = run_with(&["tokens", "-", "--at", at], graph.as_bytes());
        assert_eq!(run.code, Some(0), "{}", run.err);
    }
}

#[test]
fn several_boards() {
    let (one, two) = (scratch("one.txt"), scratch("two.txt"));
    fs::write(&one, "a b\n").expect("writable");
    fs::write(&two, "x y\ny x\n").expect("writable");
    let paths = [one.to_str().expect("UTF-8"), two.to_str().expect("UTF-8")];
    let answer = json_of(
        &[
            "tokens", paths[0], paths[1], "--at", "a", "--at", "x", "--json",
        ],
        "",
    );
    assert_eq!(answer["outcome"], "D");
    assert_eq!(
        answer["drawing_moves"],
        json!([["1:a", "1:b"], ["2:x", "2:y"]])
    );
    let run = run_with(&["tokens", paths[0], paths[1], "--at", "a"], b"");
    assert_eq!(run.code, Some(2));
}

#[test]
fn annihilation_as_json() {
    let answer = json_of(&["annihilate", "-", "--at", "z0,z2", "--json"], FIG14A);
    assert_eq!(
        answer,
        json!({
            "value": 2, "finite_options": [], "outcome": "N",
            "winning_moves": [["z0", "z2"]], "drawing_moves": [],
            "sigma": 2, "t": 2,
        })
    );
    let lost = json_of(&["annihilate", "-", "--at", "z1,z3", "--json"], CYCLE);
    assert_eq!(
        (&lost["outcome"], &lost["value"], &lost["t"]),
        (&json!("P"), &json!(0), &json!(1))
    );
    let twice = run_with(&["annihilate", "-", "--at", "z1,z1"], CYCLE.as_bytes());
    assert_eq!(twice.code, Some(2));
    assert!(twice.err.contains("z1"), "{}", twice.err);
}

#[test]
fn sigma_may_be_large() {
    // 70 disjoint loops make 70 independent infinite tokens.
    let graph: String = (0..70).map(|v| format!("v{v} v{v}\n")).collect();
    let run = run_with(
        &["annihilate", "-", "--at", "v69", "--json"],
        graph.as_bytes(),
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(
        run.out.contains("\"sigma\":590295810358705651712,\"t\":0"),
        "{}",
        run.out
    );
}

#[test]
fn every_form_is_written() {
    for verb in [
        &["graph", "label"][..],
        &["graph", "label", "--game", "asymmetric"],
        &["graph", "gamma"],
        &["tokens", "--at", "4,8"],
        &["annihilate", "--at", "4,8"],
    ] {
        for (format, beginning) in [
            ("text", ""),
            ("csv", ""),
            ("json", "{\""),
            ("dot", "digraph sidle {"),
            ("svg", "<svg xmlns"),
        ] {
            let arguments = [verb, &["-", "--format", format]].concat();
            let run = run_with(&arguments, FIG8.as_bytes());
            assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.err);
            assert!(run.out.starts_with(beginning), "{arguments:?}: {}", run.out);
            assert!(run.out.ends_with('\n'), "{arguments:?}");
        }
    }
    let csv = run_with(&["graph", "label", "-", "--format", "csv"], b"a,b c\n");
    assert_eq!(
        csv.out,
        "vertex,label,distance,move\n\"a,b\",N,1,c\nc,P,0,-\n"
    );
}

#[test]
fn an_empty_board_can_be_drawn() {
    let run = run_with(&["graph", "gamma", "-", "--format", "svg"], b"");
    assert_eq!(run.code, Some(0), "{}", run.err);
}

#[test]
fn limits_end_with_code_3() {
    let cycle: String = (0..40).map(|v| format!("{v} {}\n", (v + 1) % 40)).collect();
    let run = run_with(
        &["annihilate", "-", "--at", "0", "--max-nodes", "1000"],
        cycle.as_bytes(),
    );
    assert_eq!(run.code, Some(3), "{}", run.err);
}

#[test]
fn too_large_for_a_drawing_is_said() {
    let path: String = (0..500).map(|v| format!("{v} {}\n", v + 1)).collect();
    let run = run_with(&["graph", "label", "-", "--format", "svg"], path.as_bytes());
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("too many for a drawing"), "{}", run.err);
}

#[test]
fn examples_are_printed() {
    let run = run_with(&["graph", "example"], b"");
    assert!(run.out.contains("craig") && run.out.contains("scoring"));
    let craig = run_with(&["graph", "example", "craig"], b"");
    let answer = json_of(&["tokens", "-", "--at", "2,1,3,0", "--json"], &craig.out);
    assert_eq!(answer["winning_moves"], json!([["0", "4"]]));
    let scoring = run_with(
        &["graph", "example", "scoring", "--size", "8", "--step", "3"],
        b"",
    );
    let answer = json_of(&["tokens", "-", "--at", "5,6,7,8", "--json"], &scoring.out);
    assert_eq!(answer["outcome"], "P");
    assert_eq!(run_with(&["graph", "example", "nobody"], b"").code, Some(2));
    let huge = run_with(&["graph", "example", "nim", "--size", "99999999999"], b"");
    assert_eq!(huge.code, Some(2), "{}", huge.err);
}
