//! Questions about programs of the language.

use std::{
    fs,
    path::PathBuf,
    sync::{Arc, Mutex},
};

use sidle::{
    Ask, Error, ErrorKind, Event, Expression, Job, Report, Source, Style, Workspace, check,
    questions::{
        CertifyQuestion, CheckScriptQuestion, CompleteQuestion, EvaluateAnswer, EvaluateQuestion,
        ForgetQuestion, Form, HelpQuestion, NamesQuestion, NotationQuestion, OutcomeQuestion,
        ThermographQuestion, ValueQuestion,
    },
};

fn ask<Q: Ask>(workspace: &Workspace, question: &Q) -> Q::Answer {
    let answer = workspace.ask(question, &Job::unlimited());
    answer.unwrap_or_else(|error| panic!("{}", error.render(None)))
}

fn line(workspace: &Workspace, text: &str) -> Result<EvaluateAnswer, Error> {
    workspace.ask(&EvaluateQuestion::line(text), &Job::unlimited())
}

/// A folder of classes of its own for each test.
fn folder(name: &str, classes: &[(&str, &str)]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("sidle-door-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in classes {
        fs::write(folder.join(name), text).expect("a class");
    }
    folder
}

#[test]
fn results_have_the_forms_that_are_asked_for() {
    let workspace = Workspace::new();
    let mut question = EvaluateQuestion::line("{0|*}; for n from 1 to 3 do n end; \"a\"");
    let plain = ask(&workspace, &question);
    let kinds: Vec<&str> = plain.results.iter().map(|result| result.kind).collect();
    assert_eq!(kinds, ["game", "nothing", "string"]);
    assert_eq!(plain.text(Style::Plain), "^\n\"a\"");
    assert!(plain.results[0].latex.is_none() && plain.results[0].json.is_none());
    question.forms = vec![
        Form::Unicode,
        Form::Latex,
        Form::Mathml,
        Form::JsonWithTemperatures,
    ];
    let all = ask(&workspace, &question);
    let first = &all.results[0];
    assert!(first.text.is_none());
    assert_eq!(first.unicode.as_deref(), Some("↑"));
    assert_eq!(first.latex.as_deref(), Some("\\uparrow"));
    assert!(
        first
            .mathml
            .as_ref()
            .is_some_and(|row| row.contains("<mi>↑</mi>"))
    );
    let json = first
        .json
        .as_ref()
        .map(|json| json.get())
        .unwrap_or_default();
    assert!(json.contains("\"temperature\":\"0\""), "{json}");
}

#[test]
fn a_plot_is_drawn_and_not_quoted() {
    let answer = line(&Workspace::new(), "x := {3|1}; x.Plot").expect("a plot");
    let drawn = answer.results[1].text(Style::Plain);
    assert!(
        answer.results[1].kind == "object" && drawn.contains("/   \\\n"),
        "{drawn}"
    );
    let svg = line(&Workspace::new(), "{3|1}.Plot.ToSvg").expect("a picture");
    assert!(svg.text(Style::Plain).contains("<svg"));
}

#[test]
fn a_file_has_the_answer_of_its_last_statement() {
    let question = EvaluateQuestion {
        file: Some("sum.cgs".to_owned()),
        ..EvaluateQuestion::line("x := 1;\nx\n+ 1")
    };
    assert_eq!(ask(&Workspace::new(), &question).text(Style::Plain), "2");
}

#[test]
fn kept_results_and_names_are_positions() {
    let workspace = Workspace::new();
    let keep = |text: &str| EvaluateQuestion {
        keep: true,
        session: "s".to_owned(),
        ..EvaluateQuestion::line(text)
    };
    let board = ask(&workspace, &keep("g := game.grid.Clobber(\"xoxo\")"));
    assert_eq!(board.results[0].kept, Some(1));
    assert_eq!(ask(&workspace, &keep("{2|1}")).results[0].kept, Some(2));
    let of = |line: &str| Expression {
        line: line.to_owned(),
        session: "s".to_owned(),
    };
    for name in ["g", "$1"] {
        let outcome = ask(&workspace, &OutcomeQuestion::new(of(name)));
        assert_eq!(outcome.text(Style::Plain), "N", "{name}");
    }
    let value = ask(&workspace, &ValueQuestion::new(of("$2 - 1 + $1 - $1")));
    assert_eq!(value.text(Style::Plain), "{1|0}");
    let walls = ask(&workspace, &ThermographQuestion::of("s", "$2"));
    assert_eq!(walls.thermographs[0].thermograph.mean, "3/2");
    let names = ask(
        &workspace,
        &NamesQuestion {
            session: "s".to_owned(),
            forms: Vec::new(),
        },
    );
    assert_eq!(names.names.len(), 1, "kept results are not among the names");
    let error = workspace.ask(&ValueQuestion::new(of("$9")), &Job::unlimited());
    assert_eq!(
        error.expect_err("there is no $9").kind,
        ErrorKind::Evaluation
    );
    let forget = ForgetQuestion {
        session: "s".to_owned(),
        names: vec!["$1".to_owned(), "h".to_owned()],
    };
    assert_eq!(ask(&workspace, &forget).names, ["$1"]);
    assert!(
        workspace
            .ask(&ValueQuestion::new(of("$1")), &Job::unlimited())
            .is_err()
    );
}

#[test]
fn a_position_of_a_session_that_was_forgotten_is_refused() {
    let workspace = Workspace::new();
    let of = Expression {
        line: "{2|1}".to_owned(),
        session: String::new(),
    };
    let moves = ask(&workspace, &sidle::questions::MovesQuestion::new(of));
    let question = ValueQuestion::new(moves.position.clone());
    assert_eq!(ask(&workspace, &question).text(Style::Plain), "{2|1}");
    ask(&workspace, &ForgetQuestion::default());
    let error = workspace
        .ask(&question, &Job::unlimited())
        .expect_err("another store");
    assert_eq!(error.kind, ErrorKind::NotApplicable);
}

#[test]
fn errors_say_where() {
    let workspace = Workspace::new();
    let error = line(&workspace, "1 + Tinny(2)").expect_err("no such function");
    assert_eq!(error.kind, ErrorKind::Evaluation);
    let shown = error.render(Some("1 + Tinny(2)"));
    assert!(
        shown.contains("1 | 1 + Tinny(2)\n  |     ^^^^^\n"),
        "{shown}"
    );
    assert_eq!(
        line(&workspace, "1 + )").expect_err("syntax").kind,
        ErrorKind::Notation
    );
    assert_eq!(
        line(&workspace, "{1|").expect_err("more").kind,
        ErrorKind::Incomplete
    );
}

#[test]
fn errors_in_classes_name_the_file_and_the_calls() {
    let class = "class Half(n as Integer) extends Game\n\
        override def Options(player as Player) := [Half(1 / 0)];\nend";
    let workspace = Workspace::new();
    workspace.add_folder(&folder("half", &[("Half.cgs", class)]));
    let error = line(&workspace, "Half(3).CanonicalForm").expect_err("division by zero");
    let file = error.trace.as_ref().and_then(|trace| trace.file.as_ref());
    assert_eq!(file.map(|file| file.line), Some(2), "{error:?}");
    assert!(error.place.is_none());
    let shown = error.render(Some("Half(3).CanonicalForm"));
    assert!(shown.contains("Half.cgs:2\n2 | override"), "{shown}");
    let json = serde_json::to_value(&error).expect("JSON");
    assert_eq!(json["trace"]["file"]["line"], 2, "{json}");
    assert!(json["trace"]["file"].get("text").is_none());
}

#[test]
fn a_startup_script_runs_once_and_its_errors_are_notices() {
    let workspace = Workspace::new();
    workspace.add_folder(&folder(
        "startup",
        &[("startup.cgs", "seven := 7; nowhere")],
    ));
    let notices = Arc::new(Mutex::new(Vec::new()));
    let sink = notices.clone();
    let job = Job::unlimited().with_sink(move |event| {
        if let Event::Notice { text } = event {
            sink.lock().expect("no panic").push(text);
        }
    });
    for _ in 0..2 {
        let answer = workspace.ask(&EvaluateQuestion::line("1"), &job);
        assert_eq!(answer.expect("a number").text(Style::Plain), "1");
    }
    let notices = notices.lock().expect("no panic");
    assert_eq!(notices.len(), 1);
    assert!(notices[0].contains("nowhere"), "{}", notices[0]);
}

#[test]
fn certificates_are_checked_and_false_claims_have_none() {
    let claim = |claim: &str| CertifyQuestion {
        session: String::new(),
        claim: claim.to_owned(),
    };
    let workspace = Workspace::new();
    ask(&workspace, &EvaluateQuestion::line("g := {1|*}"));
    let proved = ask(&workspace, &claim("g > 0"));
    let bytes = proved
        .certificate()
        .expect("it holds")
        .to_bytes()
        .expect("in memory");
    let verdict = check::check_bytes(&bytes).expect("a certificate");
    assert!(verdict.is_valid(), "{verdict:?}");
    let refuted = ask(&workspace, &claim("g < 0"));
    assert!(!refuted.holds && refuted.certificate().is_none());
    assert_eq!(
        refuted.text(Style::Plain),
        "the claim is false, the truth is `>`"
    );
}

#[test]
fn scripts_are_checked_without_being_run() {
    let check = |text: &str| CheckScriptQuestion {
        script: Source::from(text),
        session: String::new(),
    };
    let workspace = Workspace::new();
    assert!(ask(&workspace, &check("class A\n def F(x) := x;\nend")).ok);
    let answer = ask(
        &workspace,
        &check("class A\n def F(x) := y;\n def G(x) := z;\nend"),
    );
    let lines: Vec<usize> = answer.mistakes.iter().map(|mistake| mistake.line).collect();
    assert_eq!((answer.ok, lines), (false, vec![2, 3]));
}

#[test]
fn words_are_completed_and_explained() {
    let workspace = Workspace::new();
    ask(&workspace, &EvaluateQuestion::line("Lengths := [1,2]"));
    let complete = |text: &str| {
        ask(
            &workspace,
            &CompleteQuestion {
                text: text.to_owned(),
                ..CompleteQuestion::default()
            },
        )
    };
    let found = complete("1 + Len");
    assert_eq!(found.start, 4);
    assert!(found.completions.iter().any(|name| name == "Lengths"));
    assert_eq!(complete("Lengths.Lengt").completions, ["Length"]);
    assert!(complete("{1|").incomplete && !complete("{1|}").incomplete);
    let help = |topic: &str| HelpQuestion {
        topic: topic.to_owned(),
    };
    assert!(ask(&workspace, &help("LeftStop")).page.contains("LeftStop"));
    let error = workspace
        .ask(&help("Outcme"), &Job::unlimited())
        .expect_err("no such topic");
    assert!(error.help.is_some_and(|help| help.contains("OutcomeClass")));
}

#[test]
fn values_are_written_in_other_notations() {
    let question = NotationQuestion {
        text: "x := {0|*} + 1/2".to_owned(),
        forms: Vec::new(),
        session: String::new(),
    };
    let workspace = Workspace::new();
    let written = ask(&workspace, &question).result;
    assert_eq!(written.text.as_deref(), Some("1/2^"));
    assert_eq!(written.unicode.as_deref(), Some("1/2↑"));
    assert!(written.latex.is_some() && written.mathml.is_some() && written.json.is_none());
    assert!(ask(&workspace, &NamesQuestion::default()).names.is_empty());
}

#[test]
fn thermographs_point_at_the_game_that_has_none() {
    let question = ThermographQuestion {
        session: String::new(),
        games: vec!["{3|1}".to_owned(), "1 + \"a\"".to_owned()],
        columns: Some(40),
    };
    let error = Workspace::new()
        .ask(&question, &Job::unlimited())
        .expect_err("no game");
    let place = error.place.expect("a place");
    assert_eq!((place.field, place.item), ("games", Some(1)));
    let answer = ask(&Workspace::new(), &ThermographQuestion::of("", "{3||1|-2}"));
    assert!(
        answer
            .picture()
            .is_some_and(|picture| picture.svg.contains("<svg"))
    );
    assert_eq!(answer.thermographs[0].thermograph.temperature, "7/4");
}

/// What its names lead to is all that a tidied session holds.
#[test]
fn a_crowded_session_is_tidied() {
    let workspace = Workspace::new();
    line(
        &workspace,
        "g := {2||1|0}; h := g + over; m := MutableList()",
    )
    .expect("names");
    assert!(!workspace.is_crowded(1 << 20, 1 << 30), "there is room");
    assert!(
        workspace.is_crowded(600 << 20, 1 << 30),
        "half of the limit is used"
    );
    let job = Job::unlimited().with_gauge(|| 600 << 20, 1 << 30);
    let of = Expression {
        line: "g".to_owned(),
        session: String::new(),
    };
    let before = ask(&workspace, &sidle::questions::MovesQuestion::new(of));
    assert!(!workspace.tidy(&job, 1 << 30), "the names are kept");
    assert!(
        !workspace.is_crowded(600 << 20, 1 << 30),
        "it has just been tidied"
    );
    let answer = line(&workspace, "[g, h - over - g == g - g + over - over]");
    assert!(
        answer
            .expect("names")
            .text(Style::Plain)
            .starts_with("[{2||1|0},")
    );
    let stale = workspace.ask(&ValueQuestion::new(before.position), &Job::unlimited());
    assert!(stale.is_err(), "the old store is gone");
    let full = Job::unlimited().with_gauge(|| 2 << 30, 1 << 30);
    assert!(workspace.tidy(&full, 1 << 30), "the names are too large");
    assert!(line(&workspace, "g").is_err());
}
