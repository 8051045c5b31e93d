//! Answers about Go: certificates that the independent checker accepts, whole boards, play.

use sidle::{
    Ask, Error, ErrorKind, Job, Report, Source, Workspace,
    check::{check_bytes, ko_value},
    questions::{
        EvaluateQuestion, GoEndgameAnswer, GoEndgameQuestion, GoKosQuestion, GoPlayQuestion,
        GoTurn, GoValueQuestion, KoFight,
    },
    solve::go::KoGame,
};

const GAMES: [KoGame; 3] = [KoGame::Phi, KoGame::PhiLeft, KoGame::PhiRight];

fn ask<Q: Ask>(question: &Q) -> Result<Q::Answer, Error> {
    Workspace::new().ask(question, &Job::unlimited())
}

fn certificate(answer: &impl Report) -> Vec<u8> {
    let certificate = answer.certificate().expect("asked for");
    certificate.to_bytes().expect("memory")
}

fn is_valid(answer: &impl Report) -> bool {
    let verdict = check_bytes(&certificate(answer));
    verdict.expect("a certificate").is_valid()
}

#[test]
fn certificates_of_kos_and_regions_are_valid() {
    let kos: [(&[i64], &str, Option<usize>); 7] = [
        (&[1], "A", None),
        (&[3], "B", Some(1)),
        (&[1, 7], "BB", None),
        (&[2, 2], "AB", Some(2)),
        (&[0, 5], "BA", Some(1)),
        (&[1, 2, 2], "ABB", None),
        (&[-1, 3], "AA", None),
    ];
    for game in GAMES {
        let certified = |fight: KoFight| GoKosQuestion {
            game,
            certify: true,
            ..fight.into()
        };
        for (points, state, last) in kos {
            let fight = KoFight::Kos {
                points: points.to_vec(),
                state: Some(state.to_owned()),
                last,
            };
            let answer = ask(&certified(fight)).expect("small");
            assert!(is_valid(&answer), "{points:?} {state} {game:?}");
            let bytes = certificate(&answer);
            let mut forged: ko_value::Certificate = serde_json::from_slice(&bytes).expect("JSON");
            forged.onside = vec![[vec![], vec![]]];
            assert!(!ko_value::check(&forged).is_valid());
        }
        let triple = certified(KoFight::Triple {
            left: 3,
            right: -5,
            state: None,
        });
        assert!(is_valid(&ask(&triple).expect("small")));
        for text in [
            "#BW#\nBO.W\n#BW#\n",
            "ko b2\n#BW#\nB.XW\n#BW#\n",
            "#BBB#\nB...W\n#BBB#\n",
            "#BB#\nB.OB\n#WW#\n",
        ] {
            let question = GoValueQuestion {
                game,
                certify: true,
                ..GoValueQuestion::new(text)
            };
            let answer = ask(&question).expect("small");
            assert!(is_valid(&answer), "{text} {game:?}");
        }
    }
}

fn endgame(record: impl Into<Source>) -> GoEndgameAnswer {
    ask(&GoEndgameQuestion::new(record)).expect("no limit")
}

/// A whole board with corridors, a room and a ko.
#[test]
fn a_large_board_is_cut_and_bounded() {
    let text = include_str!("../../../examples/endgame19.sgf");
    let report = endgame(text);
    assert!(report.regions.iter().all(|region| region.value.is_some()));
    assert!(report.bounds.is_some());
    // The board is worth between its bounds, and the search finds the score.
    assert!(report.score.is_some());
}

/// A record with these rows, Black to move.
fn record(rows: &[&str]) -> String {
    let mut sgf = format!("(;SZ[{}:{}]PL[B]", rows[0].len(), rows.len());
    for (name, letter) in [("AB", 'X'), ("AW", 'O')] {
        sgf += name;
        for (r, row) in rows.iter().enumerate() {
            for (c, stone) in row.chars().enumerate() {
                if stone == letter {
                    let point = |n: usize| char::from(b'a' + n as u8);
                    sgf += &format!("[{}{}]", point(c), point(r));
                }
            }
        }
    }
    sgf + ")"
}

/// Two living groups, a ko, a corridor {1|*} and integers that add up to -1, as one game: whoever begins loses. If Black takes the ko,
/// White answers in the corridor, which lifts the ban; Black fills, White takes the star, and Black has no move left. If Black closes the
/// corridor, White fills the ko. If White fills the ko, Black closes the corridor; if White enters the corridor, Black takes the ko, White
/// takes the star, and Black fills.
#[test]
fn a_small_board_with_a_ko_is_played_exactly() {
    let mut rows = [
        ".XXXOOO.", "XX..OOOO", "XXXXOOO.", ".XXO.OOO", "XXXXOOO.", ".XXXOOOO", "XXXXOOO.",
    ];
    let report = endgame(record(&rows));
    assert!(report.bounds.is_some(), "{report:?}");
    assert!(report.trouble.is_none(), "{report:?}");
    let total = |report: &GoEndgameAnswer| report.total.as_ref().map(ToString::to_string);
    assert_eq!(total(&report).as_deref(), Some("0"), "{report:?}");
    assert_eq!(report.score, Some(0.into()), "{report:?}");
    // Without the corridor there is no threat: who plays first wins the ko.
    rows[1] = "XXXXOOOO";
    let report = endgame(record(&rows));
    assert_eq!(total(&report).as_deref(), Some("+-1"), "{report:?}");
    assert_eq!(report.line[0].to_string(), "B e4", "{report:?}");
    assert!(report.text(sidle::Style::Plain).contains("best move: e4"));
}

/// Mathematical Go, corridors: the blocked corridor of n points chills to n - 2 + 2^(1-n).
#[test]
fn corridors_chill_to_numbers() {
    for (length, chilled) in [(2, "1/2"), (3, "5/4"), (4, "17/8")] {
        let wall = "B".repeat(length);
        let text = format!("#{wall}#\nB{}W\n#{wall}#\n", ".".repeat(length));
        let question = GoValueQuestion {
            moves: true,
            ..GoValueQuestion::new(text)
        };
        let incentives = ask(&question).expect("no limit").incentives;
        let incentives = incentives.expect("asked for");
        let found = incentives.chilled.expect("a short game").to_string();
        assert_eq!(found, chilled, "{length}");
        assert!(incentives.warmed.is_some());
    }
}

#[test]
fn a_region_is_played_to_its_end() {
    let workspace = Workspace::new();
    let play = |moves: &[&str]| {
        let question = GoPlayQuestion {
            region: "#BW#\nBO.W\n#BW#\n".into(),
            moves: moves
                .iter()
                .map(|word| word.parse().expect("a turn"))
                .collect(),
            suicide: false,
        };
        workspace.ask(&question, &Job::unlimited())
    };
    let start = play(&[]).expect("small");
    let best = start.best.expect("a move").point;
    assert_eq!(best.to_string(), "c2");
    // White may not take back at once; after two passes he may.
    let refused = play(&["c2", "b2"]).expect_err("banned");
    assert_eq!(refused.kind, ErrorKind::NotApplicable);
    let taken = play(&["c2", "pass", "pass", "b2"]).expect("legal");
    // Now Black may not take back at once, and the region is worth -1.
    assert_eq!(taken.score, Some((-1).into()));
    assert_eq!((taken.passes, taken.prisoners), (0, 0));
}

#[test]
fn a_game_without_a_person_ends() {
    let mut question = GoPlayQuestion {
        region: "to move O\n#BBBB\nB...W\n#BBBB\n".into(),
        moves: Vec::new(),
        suicide: false,
    };
    let workspace = Workspace::new();
    for _ in 0..10 {
        let now = workspace.ask(&question, &Job::unlimited()).expect("small");
        if now.score.is_some() {
            return;
        }
        let best = now.best.expect("a move").point;
        assert!(now.moves.contains(&best));
        question.moves.push(GoTurn::Stone(best));
    }
    panic!("the corridor is not over");
}

#[test]
fn superko_has_short_values() {
    let question = GoValueQuestion {
        superko: true,
        ..GoValueQuestion::new("#BW#\nBO.W\n#BW#\n")
    };
    let answer = ask(&question).expect("small");
    assert!(answer.value.and_then(|value| value.short()).is_some());
    let both = GoValueQuestion {
        trace: true,
        ..question
    };
    assert_eq!(ask(&both).expect_err("refused").kind, ErrorKind::Request);
}

/// The certificate is valid, and it is not when a side is another one.
fn assert_certified(answer: &impl Report, row: &str) {
    assert!(is_valid(answer), "{row}");
    let bytes = certificate(answer);
    let honest: ko_value::Certificate = serde_json::from_slice(&bytes).expect("JSON");
    // Left has one more move, to a large integer.
    let raised = |graph: &ko_value::Graph| {
        let mut graph = graph.clone();
        graph.push([vec![], vec![]]);
        for _ in 0..40 {
            let last = graph.len() as u32 - 1;
            graph.push([vec![last], vec![]]);
        }
        let top = graph.len() as u32 - 1;
        graph[0][0].push(top);
        graph
    };
    let mut forged = honest.clone();
    forged.onside = raised(&honest.onside);
    assert!(!ko_value::check(&forged).is_valid(), "{row}");
    let mut forged = honest;
    forged.offside = raised(&forged.offside);
    assert!(!ko_value::check(&forged).is_valid(), "{row}");
}

/// Regions whose cycles change the number of prisoners, and others: `data/golden/go_regions.tsv`.
#[test]
fn golden_regions() {
    let table = include_str!("../../../data/golden/go_regions.tsv");
    let (workspace, job) = (Workspace::new(), Job::unlimited());
    let mut tried = 0;
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let game = match cells[1] {
            "phi" => KoGame::Phi,
            "phi-left" => KoGame::PhiLeft,
            _ => KoGame::PhiRight,
        };
        let text = cells[0].replace('/', "\n");
        let question = GoValueQuestion {
            game,
            certify: true,
            ..GoValueQuestion::new(Source::Text(text))
        };
        let answer = workspace.ask(&question, &job);
        let answer = answer.unwrap_or_else(|error| panic!("{row}: {error}"));
        assert_eq!(answer.prisoners.is_some(), cells[4] == "yes", "{row}");
        assert_certified(&answer, row);
        for (found, expected) in [(&answer.onside, cells[2]), (&answer.offside, cells[3])] {
            let found = found.as_ref().expect("a value");
            let line = format!("({found}) == ({expected})");
            let same = workspace
                .ask(&EvaluateQuestion::line(&line), &job)
                .expect(&line);
            assert_eq!(
                same.results[0].text.as_deref(),
                Some("true"),
                "{row}: {found}"
            );
        }
        tried += 1;
    }
    assert_eq!(tried, 18);
}
