//! Questions and answers as JSON.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use sidle::{Incoming, Job, Workspace, questions};

/// All messages that a request is answered with.
fn serve(workspace: &Workspace, request: &Value) -> Vec<Value> {
    let Incoming::Ask(request) = Incoming::read(&request.to_string()).expect("a request") else {
        panic!("not a cancellation");
    };
    let messages = Arc::new(Mutex::new(Vec::new()));
    let out = messages.clone();
    workspace.serve(&request, &Job::unlimited(), move |message| {
        let message = serde_json::to_value(message).expect("JSON");
        out.lock().expect("no panic").push(message);
    });
    std::mem::take(&mut *messages.lock().expect("no panic"))
}

#[test]
fn each_request_has_one_end() {
    let workspace = Workspace::new();
    let good = json!({"id": 7, "question": {"ask": "value", "of": {"rules": "Clobber", "position": "xox"}}});
    let messages = serve(&workspace, &good);
    let answer = json!({
        "id": 7, "event": "done",
        "answer": {"answers": "value", "position": "xox", "value": "*"},
    });
    assert_eq!(messages[..messages.len() - 1], [] as [Value; 0]);
    assert_eq!(messages[0]["id"], answer["id"]);
    assert_eq!(messages[0]["answer"]["value"], "*");
    let bad = json!({"id": 8, "question": {"ask": "value", "of": {"rules": "Clobber", "position": "xux"}}});
    let messages = serve(&workspace, &bad);
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0]["event"], "failed");
    assert_eq!(
        messages[0]["error"]["place"],
        json!({"field": "position", "start": 1, "end": 2})
    );
    let stopped = json!({
        "question": {"ask": "value", "of": {"rules": "Domineering", "position": "......|......|......|......"}},
        "limits": {"nodes": 10},
    });
    let messages = serve(&workspace, &stopped);
    assert_eq!(messages[0]["answer"]["stopped"], "nodes");
}

#[test]
fn printed_lines_come_before_the_answer() {
    let line = r#"System.Print(1 + 1); "two""#;
    let request = json!({"id": 1, "question": {"ask": "evaluate", "line": line}});
    let messages = serve(&Workspace::new(), &request);
    assert_eq!(
        messages[0],
        json!({"id": 1, "event": "printed", "text": "2"})
    );
    assert_eq!(messages[1]["answer"]["results"][1]["text"], r#""two""#);
    assert_eq!(messages.len(), 2);
}

#[test]
fn unknown_fields_and_questions_are_refused() {
    for (json, named) in [
        (
            r#"{"question": {"ask": "value", "of": {"rules": "Nim", "position": "3", "size": 3}}}"#,
            "size",
        ),
        (
            r#"{"question": {"ask": "nim-sequence", "code": "0.77", "colour": 1}}"#,
            "colour",
        ),
        (r#"{"question": {"ask": "divine"}}"#, "divine"),
        (
            r#"{"question": {"ask": "nim-sequence"}, "limit": 3}"#,
            "limit",
        ),
        (r#"{"cancel": "x"}"#, "cancel"),
        ("{", "EOF"),
        ("[3]", "object"),
        (r#" [3, 1, {"ask": "rulesets"}, {}, []]"#, "object"),
    ] {
        let error = Incoming::read(json).expect_err(json);
        assert!(error.message.contains(named), "{json}: {}", error.message);
    }
    assert!(
        matches!(Incoming::read(r#"{"cancel": 3}"#), Ok(Incoming::Cancel(cancel)) if cancel.cancel == 3)
    );
}

#[test]
fn questions_read_back() {
    for question in [
        json!({"ask": "value", "of": {"rules": "Nim", "position": "3"}}),
        json!({"ask": "evaluate", "session": "s", "line": "1+1"}),
        json!({"ask": "nim-sequence", "code": "0.77", "values": 3, "until_periodic": true, "limit": 100}),
    ] {
        let read: questions::Question =
            serde_json::from_value(question.clone()).expect("a question");
        assert_eq!(serde_json::to_value(&read).expect("JSON"), question);
        assert!(
            questions::INDEX
                .iter()
                .any(|(kind, _)| *kind == read.kind())
        );
    }
}

#[test]
fn another_version_is_refused() {
    let request = json!({"version": 999, "question": {"ask": "nim-sequence", "code": "0.77"}});
    let messages = serve(&Workspace::new(), &request);
    assert_eq!(
        (messages.len(), &messages[0]["event"]),
        (1, &json!("failed"))
    );
}

#[test]
fn parts_of_an_answer_come_before_it() {
    let request = json!({
        "id": 1,
        "question": {"ask": "value", "of": {"rules": "Domineering", "position": "..|.."}},
        "include": ["text", "unicode", "mathml", "certificate"],
    });
    let messages = serve(&Workspace::new(), &request);
    let part = |name: &str, media_type: &str, chunk: &str| {
        json!({
            "id": 1, "event": "part", "name": name, "media_type": media_type, "chunk": chunk, "last": true,
        })
    };
    assert_eq!(messages[0], part("text", "text/plain", "+-1"));
    assert_eq!(messages[1], part("unicode", "text/plain", "±1"));
    let formula = messages[2]["chunk"].as_str().expect("a text");
    assert!(formula.starts_with("<math"), "{formula}");
    // The answer has no certificate: one piece says so.
    assert_eq!(messages[3]["media_type"], Value::Null);
    assert_eq!(messages[3]["last"], true);
    assert_eq!(messages[4]["event"], "done");
    assert_eq!(messages.len(), 5);
}
