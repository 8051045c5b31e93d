//! `sidle eval --stdin`: exactly one line out for each line in.

use std::{
    io::{BufRead, BufReader, Write},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::program::{command, finish, sidle_reading};

#[test]
fn errors_stay_on_their_line_and_the_stream_goes_on() {
    let input = b"1 + 1\n{1|\nx\nx := 5\n\n   \nx + 1; x + 2\n^ > 0\r\nlast + 1";
    let text = sidle_reading(&["eval", "--stdin"], input).good();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 9, "{lines:#?}");
    assert_eq!(lines[0], "2");
    for at in [1, 2, 8] {
        assert!(lines[at].starts_with("error: "), "{lines:#?}");
    }
    assert_eq!(lines[3..8], ["5", "", "", "7", "true"], "{lines:#?}");
}

#[test]
fn a_line_that_fails_changes_nothing() {
    let text = sidle_reading(&["eval", "--stdin"], b"x := 1\nx := 2; nowhere\nx\n").good();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[0], lines[2]), ("1", "1"), "{lines:#?}");
    assert!(lines[1].starts_with("error: "), "{lines:#?}");
}

#[test]
fn bytes_that_are_no_text_are_an_error_on_their_line() {
    let text = sidle_reading(&["eval", "--stdin"], b"1\n\xff\xfe{|}\n\0\n2\n").good();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{lines:#?}");
    assert_eq!((lines[0], lines[3]), ("1", "2"));
    assert!(
        lines[1].starts_with("error: ") && lines[2].starts_with("error: "),
        "{lines:#?}"
    );
}

#[test]
fn every_line_is_flushed_before_the_next_is_read() {
    let mut child = command(&["eval", "--stdin"])
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    for (question, answer) in [("1 + 2", "3\n"), ("* + *", "0\n")] {
        writeln!(stdin, "{question}").expect("the question is sent");
        stdin.flush().expect("the question is sent");
        let mut line = String::new();
        stdout.read_line(&mut line).expect("an answer");
        assert_eq!(line, answer);
    }
    drop(stdin);
    assert_eq!(finish(child).code, Some(0));
}

#[test]
fn limits_hold_for_each_line_by_itself() {
    let hard = "Sum := 0; for n from 1 to 60 do Sum := Sum + {n^2|-n^2} end; Sum";
    let input = format!("1\n{hard}\n2\n{hard}\n3\n");
    let text = sidle_reading(&["eval", "--stdin", "--timeout", "50ms"], input.as_bytes()).good();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        [lines[0], lines[2], lines[4]],
        ["1", "2", "3"],
        "{lines:#?}"
    );
    assert!(lines[1].starts_with("error: stopped"), "{lines:#?}");
    assert!(lines[3].starts_with("error: stopped"), "{lines:#?}");
}

#[test]
fn json_lines_carry_values_and_errors() {
    let text = sidle_reading(&["eval", "--stdin", "--json"], b"1 + 1\n)\n\n1; 2\n").good();
    let objects: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    assert_eq!(objects.len(), 4, "{text}");
    assert_eq!(objects[0]["answers"][0]["text"], "2");
    assert!(objects[1]["error"]["message"].is_string(), "{text}");
    assert_eq!(objects[2]["answers"], serde_json::json!([]));
    assert_eq!(objects[3]["answers"][1]["text"], "2");
}

#[test]
fn a_reader_that_goes_away_ends_the_stream_quietly() {
    let mut child = command(&["eval", "--stdin"])
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    drop(child.stdout.take());
    let writer = thread::spawn(move || {
        for _ in 0..1000 {
            if writeln!(stdin, "1").is_err() {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
    });
    let ran = finish(child);
    writer.join().expect("the writer ends");
    assert_eq!((ran.stderr.as_str(), ran.code), ("", Some(0)));
}

/// Each of these hung, ended the session or crashed it.
const HARD_LINES: &[&str] = &[
    "10^9*4000000000over; 1",
    "({10^9||0|under}).IsPlumtree",
    "(*1000000000).LeftOptions",
    "(*1000000000).OrthodoxMoves(Left, 0)",
    "game.heap.Cutcake((1000000000,1000000000)).CanonicalForm",
    "g := '{0|1}'; for n from 1 to 60 do g := g + g end; g.LeftOptions",
    "g := game.grid.Domineering(\"....|....\"); for n from 1 to 25 do g := g + g end; g.LeftOptions",
    "r := game.grid.Domineering; for n from 1 to 40 do r := r.ImpartialVariant end; r(\"...|...\").CanonicalForm",
    "x := {k for k from 1 to 500000}; while true do x.Union({1}) end",
    "x := {k => k for k from 1 to 300000}; while true do x.Keys end",
    "x := MutableList(k for k from 1 to 500000); while true do x.Contains(-1) end",
    "s := \"a\"; for n from 1 to 21 do s := s + s end; while true do s.Replace(\"aab\",\"b\") end",
    "s := \"a\"; for n from 1 to 21 do s := s + s end; while true do s[5] end",
    "t := \"ab\"; for n from 1 to 18 do t := t + t end; t.ReplaceRegex(\".*[^ab]|a\",\"x\")",
    "s := \"a\"; for n from 1 to 21 do s := s + s end; t := s + \"b\"; u := s + \"c\"; [t for k from 1 to 10^5].Contains(u)",
    "s := \"a\"; for n from 1 to 21 do s := s + s end; t := s + \"b\"; u := s + \"b\"; ([t for k from 1 to 10^5] Concat [u]).ToSet.Size",
    "{(^n).UptimalExpansion for n from 1 to 30000}.Size",
    "x := omega; for n from 1 to 60 do x := omega^x + x end; x",
    "e := 0; for n from 1 to 20000 do for x in {1 => e} do e := x end end; e",
    "e := 0; for n from 1 to 40 do for x in {e => e} do e := x end end; 1",
    "g := Graph.Singleton(1); for n from 1 to 50000 do g := Graph.Singleton(g) end; g",
    "r := game.heap.Nim; for n from 1 to 50000 do r := r.Join(game.heap.Kayles) end; r.HeapOptions(3)",
    "r := game.heap.Nim; for n from 1 to 60 do r := r.Join(r) end; s := game.heap.Nim; for n from 1 to 60 do s := s.Join(s) end; r == s",
    "x := \"a\"; for n from 1 to 20 do x := x + x end; x.Matches(\"(?:[ab]*a[ab]{5000})+c\")",
    "Strip.Empty(2^24)",
    "begin var g := Strip.Empty(2^24); var y := [[g,k] for k from 1 to 10000]; y.ToSet.Size end",
    "begin var g := Strip.Empty(2^24); var y := [[g,k] for k from 1 to 10000]; y.Sorted.Size end",
    "begin var g := Grid.Empty(4000,4000); var y := [[g,k] for k from 1 to 10000]; y.ToSet.Size end",
    "begin var t := Table([[k for k from 1 to 1000] for j from 1 to 400]); for k from 1 to 1000 do t.ToLatex end end",
    "begin var x := 3^300000; var y := [[x,k] for k from 1 to 1000000]; y.ToSet.Size end",
    "begin var x := 3^300000; var y := [[x,k] for k from 1 to 1000000]; y.Sorted.Size end",
    "1/3^1000+1/5^6000+1/7^10000 > 0",
    "begin var x := *[4000]; var y := *[4000]; for k from 1 to 1000 do x == y end end",
    "begin var g := Graph.Clique(1000); {[g,k] for k from 1 to 10000}.Size end",
    "begin var g := Graph.Clique(1000); [[g,k] for k from 1 to 10000].Sorted.Size end",
    "begin var g := Grid.Empty(4000,4000); g.SymmetryInvariant([Symmetry.EightWay[(k % 8)+1] for k from 1 to 1000]) end",
    "Strip.Empty(2^24).FindAll(0).Size",
    "Grid.Empty(4000,4000).FindAll(0).Size",
    "begin var x := \"a.\"; for n from 1 to 21 do x := x + x end; Strip.Parse(x, \".a\").Decomposition(0).Size end",
    "begin var x := \"--\"; for n from 1 to 20 do x := x + x end; Graph(x).VertexCount end",
    "begin var x := \"e\"; for n from 1 to 15 do x := x + x end; game.graph.GenHackenbush([game.graph.Color.Green])(x).OutcomeClass end",
    "begin var x := \"e\"; for n from 1 to 15 do x := x + x end; game.graph.GenHackenbush([game.graph.Color.Green])(x).Options(Left).Size end",
    "begin var g := Graph.Clique(700); for k from 1 to 500 do g.IsSimple end end",
    "begin var g := Graph.Clique(700); for k from 1 to 500 do g := g.DeleteVertex(1) end end",
    "begin var x := \"a\"; for n from 1 to 17 do x := x + x end; x.ReplaceRegex(\"(?:[ab]*a[ab]{5000})+c\", \"b\") end",
];

#[test]
fn hard_lines_come_back() {
    let mut child = command(&[
        "eval",
        "--stdin",
        "--timeout",
        "0.5",
        "--max-memory",
        "300M",
    ])
    .spawn()
    .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    for line in HARD_LINES.iter().chain(&["1 + 1"]) {
        let start = Instant::now();
        writeln!(stdin, "{line}").expect("the session listens");
        let mut answer = String::new();
        stdout.read_line(&mut answer).expect("an answer");
        assert!(!answer.is_empty(), "no answer to {line}");
        // The machine may be busy with other things.
        assert!(start.elapsed() < Duration::from_secs(5), "late: {line}");
        if *line == "1 + 1" {
            assert_eq!(answer, "2\n");
        }
    }
    drop(stdin);
    finish(child).good();
}

/// What fills the memory can be given up again, and steps on the way do not fill it.
#[test]
fn a_full_session_goes_on() {
    const FILL: &str = "for k from 1 to 10^9 do m.Add([k,k]) end";
    let lines = [
        ("m := MutableList()", "MutableList()"),
        (FILL, "error: stopped: the limit on memory"),
        ("1 + 1", "2"),
        ("m.Clear()", "Nothing"),
        (FILL, "error: stopped: the limit on memory"),
        ("m := 0", "0"),
        ("{2|1} + {3|1}", "{5|4||3|2}"),
        ("[k for k from 1 to 100000].Size", "100000"),
    ];
    let input: String = lines.iter().map(|(line, _)| format!("{line}\n")).collect();
    let text = sidle_reading(
        &["eval", "--stdin", "--max-memory", "60M"],
        input.as_bytes(),
    )
    .good();
    let answers: Vec<&str> = text.lines().collect();
    assert_eq!(answers.len(), lines.len(), "{text}");
    for (answer, (line, expected)) in answers.iter().zip(lines) {
        assert!(answer.starts_with(expected), "{line}: {answer}");
    }
}
