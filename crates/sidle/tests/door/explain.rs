//! Explanations: their steps lead to the values of the engine, and their certificates stand the checker; changed ones fall.

use sidle::{
    Expression, Job, Report, Workspace, check,
    questions::{
        ExplainAnswer, ExplainQuestion, GraphExplainQuestion, GraphGame, LoopyExplainQuestion,
    },
};

fn line(text: &str) -> ExplainQuestion {
    let line = Expression {
        line: text.to_owned(),
        session: String::new(),
    };
    ExplainQuestion {
        of: line.into(),
        reduced: false,
        after: Vec::new(),
        pictures: false,
    }
}

fn explained(workspace: &Workspace, question: &ExplainQuestion) -> ExplainAnswer {
    let answer = workspace.ask(question, &Job::unlimited());
    answer.unwrap_or_else(|error| panic!("{question:?}: {error}"))
}

fn assert_checked(answer: &ExplainAnswer) {
    for certificate in answer.certificates() {
        let bytes = certificate.to_bytes().expect("in memory");
        let verdict = check::check_bytes(&bytes).expect("readable");
        assert!(verdict.is_valid(), "{verdict}");
    }
}

/// Braces of a random depth.
fn form(random: &mut fastrand::Rng, depth: u32) -> String {
    const LEAVES: [&str; 8] = ["0", "1", "-1", "*", "^", "1/2", "v*", "*2"];
    if depth == 0 || random.u32(..4) == 0 {
        return LEAVES[random.usize(..LEAVES.len())].to_owned();
    }
    let mut side = || {
        let options: Vec<String> = (0..random.u32(..4))
            .map(|_| form(random, depth - 1))
            .collect();
        options.join(",")
    };
    let (left, right) = (side(), side());
    format!("{{{left}|{right}}}")
}

#[test]
fn random_forms_and_comparisons() {
    let workspace = Workspace::new();
    let mut random = fastrand::Rng::with_seed(35);
    let mut steps = 0;
    for round in 0..150 {
        let [one, other] = [form(&mut random, 3), form(&mut random, 2)];
        let answer = explained(&workspace, &line(&one));
        assert_checked(&answer);
        steps += answer.explanations[0].steps.len();
        // The answer has been compared with the value of the engine already; here with the notation.
        let again = explained(
            &workspace,
            &line(&format!("{one} == {}", answer.value.unwrap())),
        );
        assert_eq!(again.holds, Some(true), "{one}");
        if round % 3 == 0 {
            assert_checked(&explained(&workspace, &line(&format!("{one} + {other}"))));
            assert_checked(&explained(&workspace, &line(&format!("{one} <= {other}"))));
        }
    }
    assert!(steps > 150, "{steps}");
}

#[test]
fn reduced_canonical_forms() {
    let workspace = Workspace::new();
    let mut random = fastrand::Rng::with_seed(48);
    let reduced = |text: &str| {
        let question = ExplainQuestion {
            reduced: true,
            ..line(text)
        };
        let answer = explained(&workspace, &question);
        assert_checked(&answer);
        answer.value.unwrap().to_string()
    };
    let golden = [
        ("{1,{2|0}|0}", "{1|0}"),
        ("{1|0} + {2||1|0}", "{3|2||1}"),
        ("{2|0||0}", "0"),
        ("{1*|-1}", "+-1"),
        ("upon", "0"),
        ("{on|1*}", "{on|1}"),
        ("a{2|-1,pass}", "{2|-1}"),
    ];
    for (text, result) in golden {
        assert_eq!(reduced(text), result, "{text}");
    }
    for _ in 0..150 {
        reduced(&form(&mut random, 3));
    }
}

#[test]
fn boards() {
    let workspace = Workspace::new();
    let boards = [
        ("Clobber", "xoxo|ox.x"),
        ("Domineering", "...|..#|..."),
        ("ToadsAndFrogs", "tt..ff"),
        ("Amazons", "x..|..o"),
        ("Hackenbush", "l(r;ee)"),
    ];
    for (rules, board) in boards {
        let question = ExplainQuestion {
            of: (rules, board).into(),
            reduced: false,
            after: Vec::new(),
            pictures: true,
        };
        let answer = explained(&workspace, &question);
        assert_checked(&answer);
        let one = &answer.explanations[0];
        assert_eq!(one.pictures.len(), one.steps.len() + 1);
    }
}

#[test]
fn strategies_are_played_to_their_end() {
    let workspace = Workspace::new();
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..40 {
        let text = format!("{} >= {}", form(&mut random, 3), form(&mut random, 2));
        let mut question = line(&text);
        loop {
            let answer = explained(&workspace, &question);
            let replies = answer.strategies[0].replies.len();
            if replies == 0 {
                break;
            }
            question.after.push(random.usize(..replies));
            assert!(question.after.len() < 50, "{text}");
        }
    }
}

#[test]
fn a_side_that_equals_no_stopper() {
    let bach = "a L \"0\"\na L b\na R \"0\"\nb L \"1\"\nb R \"1\"\nb R c\nc L \"*\"\nc R \"*\"\nc L d\n\
                d L \"1*\"\nd R \"1*\"\nd R a\n";
    let question = LoopyExplainQuestion {
        graph: bach.into(),
        vertex: None,
        with: None,
        after: Vec::new(),
        pictures: false,
    };
    let answer = Workspace::new().ask(&question, &Job::unlimited());
    let answer = answer.expect("an explanation");
    assert_eq!(answer.explanations.len(), 2);
    for side in &answer.explanations {
        assert_eq!(side.forced_cycle.len(), 4, "{side:?}");
    }
    for certificate in answer.certificates() {
        let bytes = certificate.to_bytes().expect("in memory");
        assert!(check::check_bytes(&bytes).expect("readable").is_valid());
        let text = String::from_utf8(bytes).expect("text");
        // Another witness in the first step.
        let damaged = text.replacen("\"by\":", "\"by\":1", 1);
        assert!(damaged != text);
        let verdict = check::check_bytes(damaged.as_bytes());
        assert!(!verdict.is_ok_and(|verdict| verdict.is_valid()));
    }
}

#[test]
fn labels_of_both_games() {
    let workspace = Workspace::new();
    for game in [GraphGame::Symmetric, GraphGame::Asymmetric] {
        let question = GraphExplainQuestion {
            graph: "1 2\n2 1\n4 3\n4 5\n5 4\n".into(),
            game,
        };
        let answer = workspace.ask(&question, &Job::unlimited());
        let answer = answer.expect("a run");
        let bytes = answer.certificate().map(|blob| blob.to_bytes());
        let bytes = bytes.expect("a certificate").expect("in memory");
        assert!(check::check_bytes(&bytes).expect("readable").is_valid());
    }
}

/// The reduced form from the options is that of the canonical form.
#[test]
fn reduced_values_of_boards() {
    use sidle::questions::{ReducedValueQuestion, ValueQuestion};
    let workspace = Workspace::new();
    let mut random = fastrand::Rng::with_seed(49);
    let letters = [
        ("Clobber", "xo."),
        ("Amazons", "xo#...."),
        ("Domineering", "..#"),
        ("ToadsAndFrogs", "tf."),
    ];
    let mut hot = 0;
    for round in 0..160 {
        let (rules, letters) = letters[round % letters.len()];
        let rows = if rules == "ToadsAndFrogs" { 1 } else { 3 };
        let columns = if rules == "Amazons" { 2 } else { 4 };
        let letters: Vec<char> = letters.chars().collect();
        let row = |random: &mut fastrand::Rng| -> String {
            (0..columns)
                .map(|_| letters[random.usize(..letters.len())])
                .collect()
        };
        let rows: Vec<String> = (0..rows).map(|_| row(&mut random)).collect();
        let board = rows.join("|");
        let value = workspace.ask(&ValueQuestion::of(rules, &board), &Job::unlimited());
        let value = value.expect("a value").value.expect("no limit");
        let of = (rules, &*board).into();
        let reduced = workspace.ask(&ReducedValueQuestion { of }, &Job::unlimited());
        let reduced = reduced.expect("a value").value;
        let store = value.store();
        let expected = store.reduced_canonical_form(value.short().expect("a short game"));
        assert_eq!(
            reduced,
            sidle::Value::new(store, expected),
            "{rules} {board}"
        );
        hot += usize::from(reduced.number().is_none());
    }
    assert!(hot > 10, "{hot}");
}

#[test]
fn large_games_are_refused_and_unresolved_sides_explained() {
    let workspace = Workspace::new();
    for text in ["1000000", "{1000000|*}", "*4000 + 1", "1000000.^ + {1|0}"] {
        let answer = workspace.ask(&line(text), &Job::unlimited());
        assert!(answer.is_err(), "{text}");
    }
    // A form whose text doubles with every brace.
    let mut nested = "{*|0}".to_owned();
    for _ in 0..9 {
        nested = format!("{{{nested},0|{nested}}}");
    }
    assert_checked(&explained(&workspace, &line(&nested)));
    let carousel = "a{0,{1|1,{*,{1*|1*,a}|*}}|0}";
    assert_checked(&explained(&workspace, &line(carousel)));
}
