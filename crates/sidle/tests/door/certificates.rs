//! Certificates and published results.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use sidle::{
    Error, ErrorKind, Event, FileAccess, Job, Limits, Report, Source, Style, Workspace,
    core::StopReason,
    questions::{
        CertificateForm, CheckAnswer, CheckQuestion, ConvertCertificateQuestion, ReproduceQuestion,
    },
};

const STAR: &str = r#"{"format":"sidle-certificate","version":1,"kind":"short-game","text":"* <> 0",
    "positions":[[[],[]],[[0],[0]]],"claim":{"type":"relation","left":1,"relation":"<>","right":0},
    "steps":[{"le":[0,0]},{"nle-left":[1,0,0]},{"nle-right":[0,1,0]}]}"#;

fn check(of: Source) -> Result<CheckAnswer, Error> {
    let question = CheckQuestion { of, name: None };
    Workspace::new().ask(&question, &Job::unlimited())
}

#[test]
fn verdicts_have_a_place_and_a_reason() {
    let damaged = STAR.replace("[1,0,0]", "[1,0,1]");
    let three = format!("{STAR}\n{damaged}\n{{}}");
    let answer = check(three.as_str().into()).expect("it can be read");
    let json = answer.json();
    let certificates = json["certificates"].as_array().expect("a list");
    let valid = json!({
        "file": "input", "kind": "short-game", "claim": "* <> 0", "valid": true, "steps": 3
    });
    assert_eq!(certificates[0], valid);
    assert_eq!(certificates[1]["step"], "step 1");
    assert_eq!(certificates[1]["reason"], "1 is not a Left option of 1");
    assert!(certificates[2]["error"].is_string(), "{json}");
    let validity: Vec<Option<bool>> = answer.certificates.iter().map(|c| c.valid).collect();
    assert_eq!(validity, [Some(true), Some(false), None]);
    assert!(
        answer
            .text(Style::Plain)
            .starts_with("input: valid: * <> 0 (3 steps)\n")
    );
    let error = check("x".into()).expect_err("not a certificate");
    assert_eq!(error.kind, ErrorKind::Notation);
}

#[test]
fn certificates_are_converted_both_ways() {
    let convert = |of| {
        let question = ConvertCertificateQuestion { of };
        let answer = Workspace::new().ask(&question, &Job::unlimited());
        let answer = answer.expect("a certificate");
        let bytes = answer.certificate().expect("the other form").to_bytes();
        (answer.to, bytes.expect("memory"))
    };
    let (form, container) = convert(STAR.into());
    assert_eq!(form, CertificateForm::Container);
    let answer = check(Source::Bytes(container.clone().into())).expect("it can be read");
    assert_eq!(answer.certificates[0].valid, Some(true));
    let (form, json) = convert(Source::Bytes(container.clone().into()));
    assert_eq!(form, CertificateForm::Json);
    let back: Value = serde_json::from_slice(&json).expect("JSON");
    assert_eq!(back, serde_json::from_str::<Value>(STAR).expect("JSON"));
    // A container that is damaged is refused with the place.
    let mut damaged = container;
    damaged[200] ^= 1;
    let answer = check(Source::Bytes(damaged.into())).expect("an answer");
    let error = answer.certificates[0].error.as_ref().expect("damaged");
    assert!(error.contains("the checksum does not fit"), "{error}");
}

#[test]
fn files_are_read_only_where_the_workspace_allows() {
    let workspace = Workspace::new().with_files(FileAccess::None);
    let of = Source::Path("/etc/hostname".into());
    let question = CheckQuestion { of, name: None };
    let error = workspace
        .ask(&question, &Job::unlimited())
        .expect_err("refused");
    assert_eq!(error.kind, ErrorKind::File);
}

#[test]
fn published_results() {
    let rows = Arc::new(Mutex::new(0));
    let counted = rows.clone();
    let sink = move |event| {
        if let Event::Row { .. } = event {
            *counted.lock().expect("no panic") += 1;
        }
    };
    let workspace = Workspace::new();
    let mut question = ReproduceQuestion {
        chapters: vec!["welter".to_owned()],
        ..ReproduceQuestion::default()
    };
    let job = Job::unlimited().with_sink(sink);
    let answer = workspace.ask(&question, &job).expect("a chapter");
    assert!(answer.rows().count() > 0 && answer.rows().all(|row| row.agrees));
    assert_eq!(*rows.lock().expect("no panic"), answer.rows().count());
    question.row = Some(1);
    let one = workspace.ask(&question, &Job::unlimited()).expect("a row");
    assert_eq!(one.rows().count(), 1);
    question.row = Some(1000);
    let error = workspace
        .ask(&question, &Job::unlimited())
        .expect_err("no row");
    assert!(error.message.contains("no row 1000"), "{error}");
    question.chapters = vec!["nonsense".to_owned()];
    let error = workspace
        .ask(&question, &Job::unlimited())
        .expect_err("no chapter");
    assert_eq!(error.kind, ErrorKind::UnknownName);
    let list = ReproduceQuestion {
        list: true,
        ..ReproduceQuestion::default()
    };
    let list = workspace.ask(&list, &Job::unlimited()).expect("a list");
    assert!(list.chapters.len() > 10 && list.rows().count() == 0);
}

/// A stop is an answer, wherever in a chapter the limit is reached.
#[test]
fn published_results_that_are_stopped() {
    let workspace = Workspace::new();
    for chapter in ["reductions", "loopy", "go", "rulesets"] {
        let question = ReproduceQuestion {
            chapters: vec![chapter.to_owned()],
            ..ReproduceQuestion::default()
        };
        let mut stops = 0;
        for exponent in 4..13 {
            let nodes = Limits {
                nodes: Some(1 << exponent),
                ..Limits::default()
            };
            let job = Job::unlimited().with_limits(nodes);
            let answer = workspace.ask(&question, &job).expect("an answer");
            stops += u32::from(answer.stopped == Some(StopReason::Nodes));
        }
        assert!(stops > 0, "{chapter} is never stopped");
    }
}
