//! The verbs about puzzles: their JSON, their exit codes, and searches that go on.

use serde_json::{Value, json};

use crate::program::{Ran, sidle_reading};

/// The eight-puzzle in one of its hardest starts.
const EIGHT: &str = "867\n254\n3.1\ngoal\n123\n456\n78.\n";
const CHAMBER: &str =
    "blocks\n%%T%%\n%%T%%\n%???%\n%???%\n%L%R%\n%L%R%\nport L L U\nport R R U\nport T T D\n";

fn on(arguments: &[&str], input: &str) -> Ran {
    sidle_reading(arguments, input.as_bytes())
}

fn json_of(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
}

#[test]
fn constraint_logic_is_answered_as_documented() {
    let graph = "0 1 2\n0 1 2\n1 0 2\ntarget 2\n";
    let answer = on(&["logic", "solve", "-", "--game", "ncl", "--json"], graph);
    let answer = json_of(&answer);
    assert_eq!(answer["answer"], "yes");
    assert_eq!(answer["moves"], json!([0, 2]));
    assert_eq!(answer["length"], 2);
    let illegal = on(&["logic", "solve", "-"], "a b 2\ntarget 0\n");
    assert_eq!(illegal.code, Some(2));
    assert!(illegal.stderr.contains("line 1"), "{illegal:?}");
}

#[test]
fn hitori_is_answered_as_documented() {
    for (board, expected) in [
        ("11\n12\n", r#"{"solutions":1,"painted":[[0,0]]}"#),
        ("111\n111\n111\n", r#"{"solutions":0,"painted":null}"#),
        ("1 2\n3 4\n", r#"{"solutions":"many","painted":null}"#),
    ] {
        let answer = on(&["hitori", "solve", "-", "--json"], board);
        assert_eq!(answer.stdout.trim_end(), expected);
    }
}

#[test]
fn searches_of_sliding_blocks_agree_and_go_on() {
    let folder = std::env::temp_dir().join(format!("sidle-eight-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let disk = folder.to_string_lossy().into_owned();
    let base = ["blocks", "solve", "-", "--metric", "unit", "--json"];
    let with = |more: &[&str]| on(&[&base[..], more].concat(), EIGHT);
    assert_eq!(json_of(&with(&[]))["length"], 31);
    assert_eq!(json_of(&with(&["--index"]))["length"], 31);
    let stopped = with(&["--disk", &disk, "--max-nodes", "50k"]);
    assert_eq!(stopped.code, Some(3), "{stopped:?}");
    assert_eq!(json_of(&stopped)["length"], Value::Null);
    let whole = with(&["--disk", &disk]);
    assert_eq!(json_of(&whole)["length"], 31);
    assert_eq!(json_of(&whole)["states"], 181_440);
    let other = on(&["blocks", "solve", "-", "--disk", &disk], EIGHT);
    assert_eq!(
        other.code,
        Some(2),
        "another metric is another search: {other:?}"
    );
    std::fs::remove_dir_all(folder).expect("the folder");
}

#[test]
fn a_search_for_gadgets_goes_on() {
    let file = std::env::temp_dir().join(format!("sidle-gadgets-{}.json", std::process::id()));
    let _ = std::fs::remove_file(&file);
    let checkpoint = file.to_string_lossy().into_owned();
    let base = ["gadget", "find", "-", "--as", "and", "--json"];
    let whole = json_of(&on(&base, CHAMBER));
    assert_eq!(whole["complete"], true);
    let first = [
        &base[..],
        &["--checkpoint", &checkpoint, "--max-nodes", "100"],
    ]
    .concat();
    assert_eq!(on(&first, CHAMBER).code, Some(3));
    let second = [&base[..], &["--checkpoint", &checkpoint]].concat();
    let mut resumed = json_of(&on(&second, CHAMBER));
    let believed = resumed
        .as_object_mut()
        .expect("an object")
        .remove("believed");
    assert!(believed.is_some_and(|count| count.as_u64() > Some(0)));
    assert_eq!(resumed, whole);
    let text = [&second[..5], &second[6..]].concat();
    let told = on(&text, CHAMBER).stdout;
    let says = format!("of them in earlier runs, as {checkpoint} says; there are no others");
    assert!(told.contains(&says), "{told}");
    // A byte is changed.
    let saved = std::fs::read_to_string(&file).expect("there");
    let edited = saved.replace("\"complete\":true", "\"complete\":tRue");
    assert_ne!(edited, saved);
    std::fs::write(&file, edited).expect("written");
    let refused = on(&second, CHAMBER);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("checksum"), "{refused:?}");
    std::fs::remove_file(file).expect("the checkpoint");
}

#[test]
fn puzzles_are_played_whatever_is_typed() {
    let folder = std::env::temp_dir();
    for (verb, board, moves, end) in [
        ("blocks", "a.\ngoal\n.a\n", "a R\n", "solved"),
        ("hitori", "11\n12\n", "0 0\n", "solved"),
    ] {
        let file = folder.join(format!("sidle-{verb}-{}.txt", std::process::id()));
        std::fs::write(&file, board).expect("a file");
        let path = file.to_string_lossy().into_owned();
        let typed = [b"\xff\xfe\0\x1b[A\n9 9 9\n-1 0\n", moves.as_bytes()].concat();
        let ran = sidle_reading(&[verb, "play", &path], &typed);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(ran.stdout.contains(end), "{ran:?}");
        std::fs::remove_file(file).expect("the file");
    }
}
