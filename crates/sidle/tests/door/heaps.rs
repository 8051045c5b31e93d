//! Heap games: nim-sequences, tables, misère quotients, play.

use std::{
    fs,
    num::NonZeroUsize,
    sync::{Arc, Mutex},
};

use serde_json::json;
use sidle::{
    Event, Job, Report, Style, Workspace,
    check::check_bytes,
    core::Outcome,
    impartial::{partizan::Universe, quotient::HeapMove},
    questions::{
        HeapMovesQuestion, MisereCompareQuestion, MisereFormKind, MisereFormsQuestion,
        MisereQuotientQuestion, MisereTableQuestion, NimSequenceQuestion, OctalTableQuestion,
    },
};

fn periodic(code: &str) -> NimSequenceQuestion {
    NimSequenceQuestion {
        until_periodic: true,
        ..NimSequenceQuestion::new(code, 0)
    }
}

#[test]
fn nim_sequences() {
    let (workspace, job) = (Workspace::new(), Job::unlimited());
    let question = NimSequenceQuestion {
        exceptions: true,
        cousins: true,
        values: 3,
        ..periodic("kayles")
    };
    let answer = workspace.ask(&question, &job).expect("an answer");
    let period = answer.period.as_ref().expect("it was searched for");
    assert_eq!((period.period, period.preperiod), (Some(12), Some(71)));
    let exceptions = answer.exceptions.as_ref().expect("they were asked for");
    assert_eq!(exceptions.exceptions.len(), 14);
    let text = answer.text(Style::Plain);
    assert!(
        text.starts_with("0.77: period 12 from heap 71 on\n"),
        "{text}"
    );
    assert!(text.contains("\n0 1 2\nperiod: 4 1 2 8"), "{text}");
    let picture = answer.picture().expect("a plot");
    assert!(picture.svg.starts_with("<svg"));
    let certificate = answer.certificate().expect("a proof");
    let bytes = certificate.to_bytes().expect("memory");
    assert!(check_bytes(&bytes).expect("a certificate").is_valid());

    let coins = NimSequenceQuestion::new("1+C", 5);
    let answer = workspace.ask(&coins, &job).expect("an answer");
    assert_eq!(
        answer.json(),
        json!({"code": "1+C", "values": [0, 1, 2, 1, 4]})
    );
    for (code, field) in [("1+C", "until_periodic"), ("0.7x", "cannot begin a digit")] {
        let error = workspace.ask(&periodic(code), &job).expect_err("refused");
        assert!(error.message.contains(field), "{error}");
    }
    let certify = NimSequenceQuestion {
        limit: Some(500),
        certify: true,
        ..periodic("0.6")
    };
    let error = workspace.ask(&certify, &job).expect_err("no period");
    assert!(error.message.contains("nothing to certify"), "{error}");
}

/// Rows are reported in the order of the codes, on any number of threads.
#[test]
fn rows_of_tables() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sink = {
        let seen = seen.clone();
        move |event| {
            if let Event::Row { row } = event {
                seen.lock().expect("no panic").push(row["code"].clone());
            }
        }
    };
    let job = Job::unlimited()
        .with_sink(sink)
        .with_threads(NonZeroUsize::new(3).expect("three"));
    let workspace = Workspace::new();
    let question = OctalTableQuestion {
        digits: 2,
        limit: Some(300),
        ..OctalTableQuestion::default()
    };
    let answer = workspace.ask(&question, &job).expect("a table");
    let codes: Vec<_> = answer.rows.iter().map(|row| json!(row.code)).collect();
    assert_eq!((codes.len(), answer.games), (63, 63));
    assert_eq!(std::mem::take(&mut *seen.lock().expect("no panic")), codes);
    let text = answer.text(Style::Plain);
    assert!(
        text.starts_with("| code | period | preperiod | searched |\n|---|---|---|---|\n| 0.01 |")
    );

    let question = MisereTableQuestion {
        digits: 1,
        each: Some(2000),
        ..MisereTableQuestion::default()
    };
    let answer = workspace.ask(&question, &job).expect("a table");
    assert_eq!((answer.rows.len(), answer.rows[2].order), (7, 2));
    assert_eq!(seen.lock().expect("no panic").len(), 7);
}

#[test]
fn misere_quotients() {
    let (workspace, job) = (Workspace::new(), Job::unlimited());
    let question = MisereQuotientQuestion {
        game: "0.77".to_owned(),
        certify: true,
        ..MisereQuotientQuestion::default()
    };
    let answer = workspace.ask(&question, &job).expect("a quotient");
    assert_eq!(
        (answer.quotient.order, answer.quotient.period),
        (40, Some(12))
    );
    let certificate = answer.certificate().expect("a proof").to_bytes();
    let verdict = check_bytes(&certificate.expect("memory")).expect("a certificate");
    assert!(verdict.is_valid());
    for (form, start) in [("latex", "\\["), ("csv", "element,outcome")] {
        let bytes = answer.form(form).expect("a form").to_bytes();
        assert!(
            bytes.expect("memory").starts_with(start.as_bytes()),
            "{form}"
        );
    }
    assert!(answer.form("dot").is_none());
    let games = MisereQuotientQuestion {
        game: " cl(*2, *2+x)".to_owned(),
        ..MisereQuotientQuestion::default()
    };
    let error = workspace.ask(&games, &job).expect_err("not a game");
    assert_eq!(error.place.map(|place| place.start), Some(11));
}

#[test]
fn misere_forms_and_comparisons() {
    let (workspace, job) = (Workspace::new(), Job::unlimited());
    let mut question = MisereFormsQuestion {
        game: "0.77".to_owned(),
        what: MisereFormKind::Genus,
        heaps: Some(5),
    };
    let answer = workspace.ask(&question, &job).expect("an answer");
    let genus = json!(["0", "1", "2", "3", "1", "4^146"]);
    assert_eq!(answer.json(), json!({"code": "0.77", "genus": genus}));
    question.game = "*[[2],0]".to_owned();
    question.what = MisereFormKind::Canonical;
    let answer = workspace.ask(&question, &job).expect("an answer");
    assert_eq!(answer.json()["canonical"], "*[2#0]");

    let compare = |first: &str, second: &str| {
        let question = MisereCompareQuestion {
            first: first.to_owned(),
            second: second.to_owned(),
            universe: Universe::Dicot,
        };
        workspace.ask(&question, &job)
    };
    assert_eq!(
        compare("*+*", "0").expect("comparable").json()["relation"],
        "="
    );
    let error = compare("0", "1").expect_err("not dicot");
    assert_eq!(error.place.map(|place| place.field), Some("second"));
}

/// Stateless play: the moves that were made are part of the question. In both kinds of play a winning move leads to a
/// position that the previous player wins, and from a P-position no move does.
#[test]
fn heaps_are_played() {
    let (workspace, job) = (Workspace::new(), Job::unlimited());
    for misere in [false, true] {
        let mut question = HeapMovesQuestion {
            code: "kayles".to_owned(),
            at: vec![3, 0, 5],
            misere,
            all: true,
            ..HeapMovesQuestion::default()
        };
        let ask = |question: &HeapMovesQuestion| workspace.ask(question, &job);
        let answer = ask(&question).expect("a position");
        assert_eq!(
            (&answer.heaps[..], answer.outcome),
            (&[3, 5][..], Outcome::Next)
        );
        let mut winning = Vec::new();
        for made in answer.moves.iter().flatten() {
            question.made = vec![made.clone()];
            if ask(&question).expect("a move").outcome == Outcome::Previous {
                winning.push(made.clone());
            }
        }
        assert!(!winning.is_empty());
        assert_eq!(winning, answer.winning_moves);
        question.made = vec![HeapMove {
            heap: 5,
            left: vec![5],
        }];
        let error = ask(&question).expect_err("not a move");
        assert_eq!(error.message, "5 -> 5 is not a move here");
    }
}

/// A file that another question of the process has locked is refused, and a saved sequence is resumed.
#[test]
fn checkpoints() {
    let path = std::env::temp_dir().join(format!("sidle-door-heaps-{}", std::process::id()));
    let (workspace, job) = (Workspace::new(), Job::unlimited());
    let question = NimSequenceQuestion {
        checkpoint: Some(path.clone()),
        ..NimSequenceQuestion::new("0.6", 2000)
    };
    let first = workspace.ask(&question, &job).expect("values");
    let trusted = NimSequenceQuestion {
        trust: true,
        values: 2100,
        ..question.clone()
    };
    let second = workspace.ask(&trusted, &job).expect("values");
    assert_eq!((first.believed, second.believed), (None, Some(2000)));
    let other = NimSequenceQuestion {
        code: "0.7".to_owned(),
        ..question
    };
    let error = workspace.ask(&other, &job).expect_err("another game");
    assert!(error.message.contains("belongs to the code 0.6"), "{error}");
    let _ = fs::remove_file(&path);
}
