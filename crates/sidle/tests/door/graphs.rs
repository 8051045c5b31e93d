//! Digraphs and tokens on them.

use std::{
    fs,
    io::Cursor,
    num::NonZeroUsize,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    thread,
};

use serde_json::json;
use sidle::{
    CancelSource, Error, ErrorKind, Job, Limits, Report, Source, Stream, Style, Workspace, check,
    core::StopReason,
    graph::{gamma::LoopyNimber, label::Label},
    questions::{
        AnnihilationQuestion, GraphConvertQuestion, GraphExampleQuestion, GraphForm, GraphGame,
        GraphGammaQuestion, GraphLabelQuestion, GraphQuotientQuestion, LabelRow, MatterQuestion,
        TokenMoveReason, TokenPlayQuestion, TokensQuestion,
    },
};

const BOARD: &str = "4 3\n4 5\n5 4\n8 7\n8 9\n9 8\n7 6\n";
const CYCLE: &str = "z1 z2\nz2 z3\nz3 z4\nz4 z1\n";

fn job() -> Job {
    Job::unlimited()
}

fn large_cycle(vertices: u32) -> Source {
    let lines = (0..vertices).map(|v| format!("{v} {}\n{v} {}\n", (v + 1) % vertices, v / 2));
    Source::Text(lines.collect())
}

#[test]
fn labels_are_typed_and_certified() {
    let workspace = Workspace::new();
    let answer = workspace.ask(&GraphLabelQuestion::new(BOARD), &job());
    let answer = answer.expect("labels");
    let four = LabelRow::Symmetric {
        id: "4".to_owned(),
        label: Label::N,
        distance: Some(1),
    };
    assert_eq!(answer.vertices.find("4"), Some(four.clone()));
    assert_eq!(answer.vertices.iter().next(), Some(four));
    assert_eq!(answer.vertices.len(), 7);
    let certificate = answer.certificate().expect("a proof").to_bytes();
    let verdict = check::check_bytes(&certificate.expect("memory")).expect("a certificate");
    assert!(verdict.is_valid());
    let table = answer.table().expect("rows");
    assert_eq!(table.header, ["vertex", "label", "distance", "move"]);
    assert_eq!(table.rows[0], ["4", "N", "1", "3"]);
    assert!(answer.picture().expect("small").svg.starts_with("<svg"));
    let asymmetric = GraphLabelQuestion {
        game: GraphGame::Asymmetric,
        ends: vec!["5=LW".parse().expect("an end")],
        quotient: true,
        ..GraphLabelQuestion::new(BOARD)
    };
    let wire = serde_json::to_value(&asymmetric).expect("JSON");
    assert_eq!(wire["ends"], json!(["5=LW"]));
    let answer = workspace.ask(&asymmetric, &job()).expect("labels");
    assert_eq!(
        answer.json()["vertices"][2],
        json!({"id": "5", "l0": "L", "l1": "W"})
    );
}

#[test]
fn one_graph_in_all_forms_has_one_answer() {
    let workspace = Workspace::new();
    let converted = |to, wide| {
        let question = GraphConvertQuestion {
            graph: BOARD.into(),
            to,
            wide,
            from: None,
            alternating: false,
        };
        let answer = workspace.ask(&question, &job()).expect("a file");
        answer.file.to_bytes().expect("memory")
    };
    let mut sources = vec![Source::Text(BOARD.to_owned())];
    for (to, wide) in [
        (GraphForm::Text, false),
        (GraphForm::Json, false),
        (GraphForm::Binary, false),
        (GraphForm::Binary, true),
    ] {
        let bytes = converted(to, wide);
        sources.push(Source::Stream(Stream::new("-", Cursor::new(bytes.clone()))));
        let path = std::env::temp_dir().join(format!(
            "sidle-door-{}-{}",
            std::process::id(),
            sources.len()
        ));
        fs::write(&path, &bytes).expect("written");
        sources.push(Source::Path(path));
        sources.push(Source::Bytes(bytes.into()));
    }
    for source in sources {
        let question = GraphLabelQuestion::new(BOARD);
        let expected = workspace.ask(&question, &job()).expect("labels").json();
        let asked = GraphLabelQuestion {
            graph: source.clone(),
            ..question
        };
        let answer = workspace.ask(&asked, &job()).expect("labels");
        assert_eq!(answer.json(), expected, "{source:?}");
        match source {
            // A stream is read once.
            Source::Stream(_) => {
                let again = workspace.ask(&asked, &job()).expect_err("read before");
                assert_eq!(again.kind, ErrorKind::Request);
            }
            Source::Path(path) => fs::remove_file(path).expect("removed"),
            _ => {}
        }
    }
}

/// Two threads ask one workspace at the same time, each with jobs of its own.
#[test]
fn two_threads_ask_about_graphs() {
    let workspace = Workspace::new();
    let graph = large_cycle(20_000);
    let answers = || {
        let job = job().with_threads(NonZeroUsize::new(2).expect("not 0"));
        let label = GraphLabelQuestion::new(BOARD);
        let label = GraphLabelQuestion {
            graph: graph.clone(),
            ..label
        };
        let gamma = GraphGammaQuestion {
            graph: graph.clone(),
        };
        let quotient = GraphQuotientQuestion {
            graph: graph.clone(),
        };
        [
            workspace.ask(&label, &job).expect("labels").json(),
            workspace.ask(&gamma, &job).expect("values").json(),
            workspace.ask(&quotient, &job).expect("classes").json(),
        ]
    };
    let alone = answers();
    thread::scope(|scope| {
        let threads = [scope.spawn(answers), scope.spawn(answers)];
        for thread in threads {
            assert_eq!(thread.join().expect("no panic"), alone);
        }
    });
}

#[test]
fn a_label_is_cancelled_in_the_middle() {
    let (workspace, cancel) = (Workspace::new(), CancelSource::new());
    let path = (1..300_000).map(|v| format!("{v} {}\n", v - 1));
    let binary = GraphConvertQuestion {
        graph: Source::Text(path.collect()),
        to: GraphForm::Binary,
        from: None,
        alternating: false,
        wide: false,
    };
    let binary = workspace.ask(&binary, &job()).expect("a file").file;
    let polls = AtomicU64::new(0);
    let source = cancel.clone();
    // A binary file is read without a look at the limits, so that the third one is in the middle of the labelling.
    let job = job().with_cancel(cancel.token()).with_poll(move || {
        if polls.fetch_add(1, Relaxed) > 1 {
            source.cancel();
        }
        false
    });
    let question = GraphLabelQuestion {
        graph: Source::Bytes(binary.to_bytes().expect("memory").into()),
        ..GraphLabelQuestion::new("")
    };
    let error = workspace.ask(&question, &job).expect_err("cancelled");
    assert_eq!(error.stopped, Some(StopReason::Cancelled));
    // The workspace is as good as before.
    assert!(
        workspace
            .ask(&GraphLabelQuestion::new(BOARD), &Job::unlimited())
            .is_ok()
    );
}

#[test]
fn limits_and_bad_files_are_errors_with_their_place() {
    let workspace = Workspace::new();
    let limited = |nodes| {
        job().with_limits(Limits {
            nodes: Some(nodes),
            ..Limits::default()
        })
    };
    let stopped = |error: Error| error.stopped == Some(StopReason::Nodes);
    let graph = large_cycle(5000);
    let gamma = GraphGammaQuestion { graph };
    assert!(stopped(
        workspace
            .ask(&gamma, &limited(100))
            .expect_err("100 vertices")
    ));
    let annihilation = AnnihilationQuestion {
        graph: CYCLE.into(),
        at: vec!["z1".to_owned()],
    };
    // The limit holds for the proof, too, which is worked out when it is written.
    match workspace.ask(&annihilation, &limited(45)) {
        Err(error) => assert!(stopped(error)),
        Ok(answer) => {
            let written = answer.certificate().expect("a proof of a draw").to_bytes();
            let is_limit = |error: std::io::Error| error.to_string().contains("limit");
            assert!(written.is_ok() || written.is_err_and(is_limit));
        }
    }
    for (text, place) in [("a b\nb c d\n", "line 2"), ("{\"edges\": [[1]]}", "line 1")] {
        let error = workspace.ask(&GraphLabelQuestion::new(text), &job());
        let error = error.expect_err("no graph");
        assert_eq!(error.kind, ErrorKind::Notation);
        assert!(error.message.contains(place), "{error}");
    }
    let question = TokensQuestion {
        graphs: vec!["a b\n".into()],
        at: vec!["q".to_owned()],
    };
    let error = workspace.ask(&question, &job()).expect_err("no vertex");
    assert_eq!(error.kind, ErrorKind::UnknownName);
    assert_eq!(
        error.help.as_deref(),
        Some("the graph has 2 vertices: a, b")
    );
}

#[test]
fn positions_of_tokens() {
    let workspace = Workspace::new();
    let question = TokensQuestion {
        graphs: vec![BOARD.into()],
        at: vec!["4,8".to_owned()],
    };
    let answer = workspace.ask(&question, &job()).expect("solved");
    assert_eq!(answer.nimber(), LoopyNimber::infinite([0]));
    assert_eq!(answer.outcome, Label::N);
    assert_eq!(answer.winning_moves, [["8", "7"]]);
    assert_eq!(
        answer.table().expect("moves").csv(),
        "from,to,outcome\n8,7,P\n4,3,D\n4,5,D\n8,9,D"
    );
    let certificate = answer.certificate().expect("a proof").to_bytes();
    let verdict = check::check_bytes(&certificate.expect("memory")).expect("a certificate");
    assert!(verdict.is_valid());
    let welter = workspace.ask(
        &GraphExampleQuestion {
            name: Some("nim".to_owned()),
            size: Some(9),
            step: None,
        },
        &job(),
    );
    let nim = welter.expect("an example").text(Style::Plain);
    let question = MatterQuestion {
        graph: nim.into(),
        electrons: "3,5,8".to_owned(),
        positrons: String::new(),
    };
    let answer = workspace.ask(&question, &job()).expect("solved");
    assert_eq!(answer.nimber(), LoopyNimber::Finite(13));
    let annihilation = AnnihilationQuestion {
        graph: "z0 z1\nz0 z2\nz1 z2\nz2 z3\nz3 z4\nz4 z0\nz1 z4\n".into(),
        at: vec!["z0 z2".to_owned()],
    };
    let answer = workspace.ask(&annihilation, &job()).expect("solved");
    let linear = answer.linear.as_ref().expect("a linear value");
    assert_eq!((linear.sigma.finite, linear.t), (2, 2));
    assert_eq!(answer.json()["winning_moves"], json!([["z0", "z2"]]));
}

/// The engine wins every won game of annihilation against every opponent, and a game asked about with all its moves
/// stands where the answer after each move stands.
#[test]
fn play_by_moves_and_by_answers() {
    let workspace = Workspace::new();
    let mut question = TokenPlayQuestion {
        graphs: vec![CYCLE.into()],
        at: vec!["z1,z3".to_owned()],
        annihilating: true,
        moves: Vec::new(),
    };
    let start = workspace.ask(&question, &job()).expect("a game");
    assert_eq!(
        (start.outcome, start.reason),
        (Label::P, Some(TokenMoveReason::Loses))
    );
    for attack in &start.moves {
        let mut at = start.after(attack).expect("a move");
        question.moves = vec![attack.clone()];
        while let Some(best) = at.best.clone() {
            assert_eq!(at.reason, Some(TokenMoveReason::Wins));
            at = at.after(&best).expect("a move");
            question.moves.push(best);
            if let Some(next) = at.moves.last().cloned() {
                at = at.after(&next).expect("a move");
                question.moves.push(next);
            }
            let asked = workspace.ask(&question, &job()).expect("a game");
            assert_eq!((&asked.tokens, &asked.best), (&at.tokens, &at.best));
        }
        assert!(
            question.moves.len().is_multiple_of(2),
            "the engine moved last"
        );
    }
    question.moves = vec![["z1".to_owned(), "z4".to_owned()]];
    let error = workspace.ask(&question, &job()).expect_err("no edge");
    assert_eq!(error.kind, ErrorKind::Request);
}
