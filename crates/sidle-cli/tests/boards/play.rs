//! Playing against the program.

use super::*;

/// A person who is lost against the engine loses, and one who can win may.
#[test]
fn people_can_play() {
    let file = scratch("play.txt");
    fs::write(&file, "4 3\n4 5\n5 4\n").expect("writable");
    let path = file.to_str().expect("UTF-8");
    let lost = run_with(
        &["play", "tokens", path, "--at", "5"],
        b"moves\nhint\nnonsense\n5 9\n5 4\n",
    );
    assert_eq!(lost.code, Some(0), "{}", lost.err);
    assert!(lost.out.contains("I move 4 -> 3"), "{}", lost.out);
    assert!(
        lost.out.contains("You cannot move: you lose."),
        "{}",
        lost.out
    );
    let won = run_with(&["play", "tokens", path, "--at", "4"], b"4 -> 3\n");
    assert!(won.out.contains("you win"), "{}", won.out);
    let second = run_with(
        &["play", "tokens", path, "--at", "4", "--as", "second"],
        b"",
    );
    assert!(second.out.contains("I move 4 -> 3"), "{}", second.out);
}

#[test]
fn people_can_annihilate() {
    let file = scratch("cycle.txt");
    fs::write(&file, CYCLE).expect("writable");
    let path = file.to_str().expect("UTF-8");
    let run = run_with(&["annihilate", path, "--at", "z1,z3", "--play"], b"z1 z2\n");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("I move z2 -> z3"), "{}", run.out);
    assert!(run.out.contains("you lose"), "{}", run.out);
    let drawn = run_with(
        &["play", "annihilate", path, "--at", "z1"],
        b"draw\nz1 z2\nquit\n",
    );
    assert!(drawn.out.contains("A draw, then."), "{}", drawn.out);
}

/// Welter's game on coins 3, 5 and 8 has the value 3 ^ 5 ^ 8 ^ 3 ^ 1 ^ 1 = 13.
#[test]
fn matter_and_antimatter() {
    let nim = run_with(&["graph", "example", "nim", "--size", "9"], b"");
    let welter = json_of(&["matter", "-", "--electrons", "3,5,8", "--json"], &nim.out);
    assert_eq!(
        (&welter["value"], &welter["outcome"]),
        (&json!(13), &json!("N"))
    );
    let meet = json_of(
        &[
            "matter",
            "-",
            "--electrons",
            "a",
            "--positrons",
            "b",
            "--json",
        ],
        "a b\nb a\n",
    );
    assert_eq!(
        meet,
        json!({
            "value": 1, "finite_options": [], "outcome": "N",
            "winning_moves": [["a", "b"], ["b", "a"]], "drawing_moves": [],
        })
    );
    let both = run_with(
        &["matter", "-", "--electrons", "a", "--positrons", "a"],
        b"a b\n",
    );
    assert_eq!(both.code, Some(2), "{}", both.err);
    let limited = run_with(
        &["matter", "-", "--electrons", "3,5,8", "--max-nodes", "10"],
        nim.out.as_bytes(),
    );
    assert_eq!(limited.code, Some(3), "{}", limited.err);
}
