//! `sidle batch`: a child process that speaks the wire.

use std::{
    io::{BufRead, BufReader, Lines, Write},
    process::{Child, ChildStdin, ChildStdout, Stdio},
};

use serde_json::{Value, json};

use crate::program::{command, sidle_reading};

/// A client of a child process, as a server would be.
struct Client {
    child: Child,
    questions: ChildStdin,
    events: Lines<BufReader<ChildStdout>>,
}

impl Client {
    fn start(arguments: &[&str]) -> Client {
        let mut command = command(&[&["batch"], arguments].concat());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("started");
        let questions = child.stdin.take().expect("a pipe");
        let events = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Client {
            child,
            questions,
            events,
        }
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.questions, "{message}").expect("the child reads");
    }

    /// The next event; `None` when the child has gone.
    fn next(&mut self) -> Option<Value> {
        let line = self.events.next()?.ok()?;
        // A line of a killed child may be cut off.
        serde_json::from_str(&line).ok()
    }

    /// The events of a question up to its end.
    fn until_end(&mut self, id: u64) -> Vec<Value> {
        let mut events = Vec::new();
        loop {
            let event = self.next().expect("an end");
            assert_eq!(event["id"], id);
            let ends = event["event"] == "done" || event["event"] == "failed";
            events.push(event);
            if ends {
                return events;
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn value(id: u64, rules: &str, position: &str) -> Value {
    json!({"id": id, "question": {"ask": "value", "of": {"rules": rules, "position": position}}})
}

fn hard(id: u64) -> Value {
    value(id, "Domineering", &["......."; 7].join("|"))
}

fn text(event: &Value) -> &str {
    event["answer"]["value"].as_str().unwrap_or("none")
}

#[test]
fn a_question_is_cancelled_while_it_runs() {
    let mut client = Client::start(&[]);
    client.send(&hard(1));
    let first = client.next().expect("progress");
    assert_eq!(first["event"], "progress");
    client.send(&value(2, "Clobber", "xox"));
    client.send(&json!({"cancel": 1}));
    // A cancellation of what is unknown, or ended, is ignored.
    client.send(&json!({"cancel": 99}));
    let events = client.until_end(1);
    assert_eq!(
        events.last().expect("an end")["answer"]["stopped"],
        "cancelled"
    );
    let events = client.until_end(2);
    assert_eq!(text(&events[0]), "*");
}

#[test]
fn a_child_is_killed_in_the_middle_of_an_answer() {
    let mut client = Client::start(&[]);
    client.send(&value(1, "Clobber", "xox"));
    assert_eq!(text(&client.until_end(1)[0]), "*");
    client.send(&hard(2));
    client.send(&value(3, "Clobber", "xo"));
    assert_eq!(client.next().expect("progress")["id"], 2);
    client.child.kill().expect("killed");
    let ends = std::iter::from_fn(|| client.next())
        .filter(|event| event["event"] != "progress")
        .count();
    assert_eq!(ends, 0, "neither question was answered");
    // The client knows which questions are open, and asks another child.
    let mut client = Client::start(&[]);
    client.send(&value(3, "Clobber", "xo"));
    assert_eq!(text(&client.until_end(3)[0]), "*");
}

#[test]
fn limits_hold_for_each_question() {
    let mut client = Client::start(&["--timeout", "0.3"]);
    for id in 1..=3 {
        client.send(&hard(id));
        let events = client.until_end(id);
        assert_eq!(events.last().expect("an end")["answer"]["stopped"], "time");
    }
    let mut smaller = hard(4);
    smaller["limits"] = json!({"nodes": 10});
    client.send(&smaller);
    assert_eq!(client.until_end(4)[0]["answer"]["stopped"], "nodes");
}

#[test]
fn lines_that_are_not_questions_fail_and_the_rest_is_answered() {
    let input = format!("nonsense\n\n{}\n{{\"id\":5}}\n", value(7, "Nim", "3,3"));
    let ran = sidle_reading(&["batch"], input.as_bytes());
    let events: Vec<Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let kinds: Vec<&str> = events
        .iter()
        .filter_map(|event| event["event"].as_str())
        .collect();
    assert_eq!(kinds, ["failed", "done", "failed"]);
    assert_eq!(events[0]["error"]["kind"], "request");
    assert_eq!((events[1]["id"].as_u64(), text(&events[1])), (Some(7), "0"));
    assert_eq!(ran.code, Some(0));
}

#[test]
fn a_session_lasts_as_long_as_the_process() {
    let line = |id: u64, line: &str| json!({"id": id, "question": {"ask": "evaluate", "session": "a", "line": line}});
    let mut client = Client::start(&[]);
    client.send(&line(1, "g := {2||1|0}"));
    client.until_end(1);
    client.send(&line(2, "g + g"));
    let events = client.until_end(2);
    assert_eq!(events[0]["answer"]["results"][0]["text"], "{3||2,{3|2}|1}");
}
