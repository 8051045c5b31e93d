//! Constraint logic, gadgets and puzzles through the door.

use std::num::NonZeroUsize;

use serde_json::{Value, json};
use sidle::{
    Ask, Error, ErrorKind, FileAccess, Job, Limits, Report, Style, Workspace,
    check::check_bytes,
    logic::{
        blocks::Metric,
        decide::{Answer, Game},
        hitori::Solutions,
    },
    questions::{
        BlocksHint, BlocksPlayQuestion, BlocksSolveQuestion, CompiledPuzzle, GadgetFindQuestion,
        HitoriNewQuestion, HitoriPlayQuestion, HitoriSolveQuestion, LogicCheckQuestion,
        LogicCompileQuestion, LogicSolveQuestion, Question,
    },
};

const GRAPH: &str = "0 1 2\n0 1 2\n1 0 2\ntarget 2\n";
const EIGHT: &str = "12.\n453\n786\ngoal\n123\n456\n78.\n";

fn ask<Q: Ask>(question: &Q) -> Result<Q::Answer, Error> {
    Workspace::new().ask(question, &Job::unlimited())
}

fn is_certified(answer: &impl Report) -> bool {
    let certificate = answer.certificate().expect("asked for");
    let bytes = certificate.to_bytes().expect("memory");
    check_bytes(&bytes).expect("a certificate").is_valid()
}

#[test]
fn certificates_of_puzzles_are_valid() {
    let logic = LogicSolveQuestion {
        certify: true,
        ..LogicSolveQuestion::new(GRAPH, Game::Ncl)
    };
    let answer = ask(&logic).expect("small");
    assert_eq!(answer.solution.answer, Answer::Yes);
    assert!(is_certified(&answer));
    let blocks = BlocksSolveQuestion {
        certify: true,
        ..BlocksSolveQuestion::new(EIGHT, Metric::Unit)
    };
    assert!(is_certified(&ask(&blocks).expect("small")));
    let hitori = HitoriSolveQuestion {
        board: "11\n12\n".into(),
        certify: true,
    };
    let answer = ask(&hitori).expect("small");
    assert_eq!(answer.solutions, Some(Solutions::One));
    assert!(is_certified(&answer));
}

/// The answer does not depend on the number of threads.
#[test]
fn threads_change_nothing() {
    let question = BlocksSolveQuestion::new(EIGHT, Metric::Finger);
    let on = |threads| {
        let threads = NonZeroUsize::new(threads).expect("positive");
        let job = Job::unlimited().with_threads(threads);
        Workspace::new().ask(&question, &job).expect("small").json()
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn graphs_are_checked_and_compiled() {
    let graph = "a b 2\na b 2\nb a 2\ntarget 2\n";
    let checked = ask(&LogicCheckQuestion {
        graph: graph.into(),
    })
    .expect("a graph");
    assert!(checked.legal && checked.planar == Some(true));
    let picture = checked.picture().expect("a picture");
    assert!(picture.svg.starts_with("<svg"));
    let question = LogicCompileQuestion {
        graph: "a b 7\n".into(),
        to: CompiledPuzzle::Hitori,
    };
    let error = ask(&question).expect_err("a weight is 1 or 2");
    assert_eq!(error.kind, ErrorKind::Notation);
    assert!(error.message.starts_with("line 1, column 5"), "{error}");
}

#[test]
fn a_stop_is_an_answer() {
    let job = Job::unlimited().with_limits(Limits {
        nodes: Some(30),
        ..Limits::default()
    });
    let question = BlocksSolveQuestion::new("867\n254\n3.1\ngoal\n123\n456\n78.\n", Metric::Unit);
    let answer = Workspace::new().ask(&question, &job).expect("an answer");
    assert!(answer.solution.stop.is_some() && answer.solution.length.is_none());
    assert!(answer.json()["stopped"].is_string());
}

#[test]
fn puzzles_are_played_without_state() {
    let mut game = BlocksPlayQuestion {
        puzzle: "a..\ngoal\n..a\n".into(),
        moves: Vec::new(),
        hint: true,
        metric: Metric::Finger,
    };
    let start = ask(&game).expect("legal");
    assert_eq!(start.steps, [('a', 'R')]);
    let hint = BlocksHint::Move('a', "RR".to_owned(), 1);
    assert_eq!(start.hint, Some(hint));
    game.moves.push(('a', "RR".to_owned()));
    assert!(ask(&game).expect("legal").solved);
    game.moves.push(('a', "U".to_owned()));
    assert_eq!(
        ask(&game).expect_err("blocked").kind,
        ErrorKind::NotApplicable
    );
    let mut game = HitoriPlayQuestion {
        board: "11\n12\n".into(),
        moves: vec![(1, 1), (1, 1)],
        hint: true,
    };
    let now = ask(&game).expect("on the board");
    assert!(now.painted.is_empty() && now.hint.is_some());
    game.moves.push((0, 0));
    assert!(ask(&game).expect("on the board").solved);
}

#[test]
fn new_boards_and_films_are_made() {
    let new = HitoriNewQuestion {
        height: 5,
        width: 4,
        seed: 7,
        grade: None,
    };
    let board = ask(&new).expect("no limit").text(Style::Plain);
    let solved = ask(&HitoriSolveQuestion {
        board: board.into(),
        certify: false,
    });
    let solved = solved.expect("a board");
    assert_eq!(solved.solutions, Some(Solutions::One));
    assert!(solved.picture().is_some());
    let film = ask(&BlocksSolveQuestion::new(EIGHT, Metric::Unit)).expect("small");
    let film = film.picture().expect("a film");
    assert!(film.svg.contains("<animate") && film.text.starts_with("start"));
}

/// A path of a question is subject to the rules of its workspace.
#[test]
fn checkpoints_may_be_forbidden() {
    let workspace = Workspace::new().with_files(FileAccess::None);
    let question = GadgetFindQuestion {
        chamber: "blocks\nAA??BB\nport A A R\nport B B L\n".into(),
        behaviour: "wire".to_owned(),
        blocks: vec![(1, 1)],
        checkpoint: Some("search.json".into()),
    };
    let error = workspace.ask(&question, &Job::unlimited());
    assert_eq!(error.expect_err("forbidden").kind, ErrorKind::File);
}

/// Questions are read from JSON and answered with the documented fields.
#[test]
fn puzzles_cross_the_wire() {
    let answer = |question: Value| -> Value {
        let question: Question = serde_json::from_value(question).expect("a question");
        let answer = question.ask(&Workspace::new(), &Job::unlimited());
        serde_json::to_value(answer.expect("an answer")).expect("JSON")
    };
    let solved = answer(json!({"ask": "logic-solve", "graph": {"text": GRAPH}, "game": "ncl"}));
    assert_eq!(
        solved,
        json!({"answers": "logic-solve", "answer": "yes", "moves": [0, 2], "length": 2, "states": solved["states"]})
    );
    let hitori = answer(json!({"ask": "hitori-solve", "board": {"text": "1 2\n3 4\n"}}));
    assert_eq!(hitori["solutions"], "many");
    let ko =
        answer(json!({"ask": "go-kos", "fight": {"kos": {"points": [1, 7]}}, "game": "phi-left"}));
    assert_eq!(ko["value"], "{7||2|0}");
    let play = json!({"ask": "go-play", "region": {"text": "#BW#\nBO.W\n#BW#\n"}, "moves": ["c2", "pass"]});
    let play = answer(play);
    assert_eq!(
        (&play["to_move"], &play["passes"]),
        (&json!("B"), &json!(1))
    );
    let unknown = json!({"ask": "logic-solve", "graph": {"text": GRAPH}, "game": "chess"});
    assert!(serde_json::from_value::<Question>(unknown).is_err());
}
