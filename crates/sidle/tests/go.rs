//! Answers about Go: certificates that the independent checker believes, whole boards, play.

use sidle::{
    check::ko_value,
    core::{Meter, Player},
    go::{self, RegionPlay, Wishes},
    rules::go::{Diagram, Sgf, Suicide},
    solve::go::KoGame,
};

const GAMES: [KoGame; 3] = [KoGame::Phi, KoGame::PhiLeft, KoGame::PhiRight];

#[test]
fn certificates_of_kos_and_regions_are_valid() {
    let meter = Meter::unlimited();
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
        for (points, state, last) in kos {
            let certificate = go::certify_kos(points, state, last, game, &meter).expect("small");
            let verdict = ko_value::check(&certificate);
            assert!(verdict.is_valid(), "{points:?} {state} {game:?}: {verdict}");
            let mut forged = certificate;
            forged.onside = vec![[vec![], vec![]]];
            assert!(!ko_value::check(&forged).is_valid());
        }
        let triple = go::certify_triple(3, -5, game, &meter).expect("small");
        assert!(ko_value::check(&triple).is_valid());
        for text in [
            "#BW#\nBO.W\n#BW#\n",
            "ko b2\n#BW#\nB.XW\n#BW#\n",
            "#BBB#\nB...W\n#BBB#\n",
            "#BB#\nB.OB\n#WW#\n",
        ] {
            let diagram = Diagram::parse(text).expect("a diagram");
            let certificate = go::certify_region(&diagram, game, &meter).expect("small");
            let verdict = ko_value::check(&certificate);
            assert!(verdict.is_valid(), "{text} {game:?}: {verdict}");
        }
    }
}

/// A whole board with corridors, a room and a ko.
#[test]
fn a_large_board_is_cut_and_bounded() {
    let text = include_str!("../../../examples/endgame19.sgf");
    let record = Sgf::parse(text).expect("a record");
    let meter = Meter::unlimited();
    let report = go::endgame(&record, Suicide::Forbidden, &meter).expect("no limit");
    assert!(report.regions.iter().all(|region| region.value.is_some()));
    assert!(report.bounds.is_some());
    assert!(report.total.is_some() || report.trouble.is_some());
}

/// A record with these rows, Black to move.
fn record(rows: &[&str]) -> Sgf {
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
    sgf += ")";
    Sgf::parse(&sgf).expect("a record")
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
    let meter = Meter::unlimited();
    let report = go::endgame(&record(&rows), Suicide::Forbidden, &meter).expect("no limit");
    assert!(report.bounds.is_some(), "{report:?}");
    assert!(report.trouble.is_none(), "{report:?}");
    assert_eq!(report.total.as_deref(), Some("0"), "{report:?}");
    assert_eq!(report.score.as_deref(), Some("0"), "{report:?}");
    // Without the corridor there is no threat: who plays first wins the ko.
    rows[1] = "XXXXOOOO";
    let report = go::endgame(&record(&rows), Suicide::Forbidden, &meter).expect("no limit");
    assert_eq!(report.total.as_deref(), Some("+-1"), "{report:?}");
    assert_eq!(
        report.line.first().map(String::as_str),
        Some("B e4"),
        "{report:?}"
    );
}

/// Mathematical Go, corridors: the blocked corridor of n points chills to n - 2 + 2^(1-n).
#[test]
fn corridors_chill_to_numbers() {
    let meter = Meter::unlimited();
    let wishes = Wishes {
        moves: true,
        ..Wishes::default()
    };
    for (length, chilled) in [(2, "1/2"), (3, "5/4"), (4, "17/8")] {
        let wall = "B".repeat(length);
        let text = format!("#{wall}#\nB{}W\n#{wall}#\n", ".".repeat(length));
        let diagram = Diagram::parse(&text).expect("a corridor");
        let report = go::region(&diagram, Suicide::Forbidden, KoGame::Phi, wishes, &meter);
        let incentives = report.expect("no limit").incentives.expect("asked for");
        assert_eq!(incentives.chilled.as_deref(), Some(chilled), "{length}");
        assert!(incentives.warmed.is_some());
    }
}

#[test]
fn the_engine_plays_a_region_to_its_end() {
    let meter = Meter::unlimited();
    let diagram = Diagram::parse("#BW#\nBO.W\n#BW#\n").expect("a ko");
    let mut play = RegionPlay::new(diagram, Suicide::Forbidden, &meter).expect("small");
    let (point, _) = play.best(Player::Left).expect("no limit").expect("a move");
    assert_eq!(point, "c2");
    assert!(play.make(Player::Left, &point).expect("no limit"));
    // White may not take back at once; after a pass he may.
    assert!(!play.make(Player::Right, "b2").expect("no limit"));
    play.pass();
    assert!(play.make(Player::Right, "b2").expect("no limit"));
    // Now Black may not take back at once, and the region is worth -1.
    assert_eq!(play.score().as_deref(), Some("-1"));
}

#[test]
fn superko_has_short_values() {
    let diagram = Diagram::parse("#BW#\nBO.W\n#BW#\n").expect("a ko");
    let meter = Meter::unlimited();
    let report = go::region_under_superko(&diagram, Suicide::Forbidden, &meter).expect("small");
    assert_eq!(report.answer.onside, report.answer.offside);
}
