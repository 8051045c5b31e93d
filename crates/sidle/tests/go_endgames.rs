//! Scores of endgames against a plain search, in which a pass costs a point and lifts no ban.

use std::collections::{HashMap, HashSet};

use sidle::{
    Job, Report, Style, Workspace,
    check::naive::{Rows, go_move},
    core::Player,
    questions::{GoEndgameAnswer, GoEndgameQuestion},
    rules::go::{BoardPoint, Colour, Sgf},
};

/// The records of `examples/endgames`, all made for the purpose, and the stones that are assumed to live.
const RECORDS: [(&str, &str, &[&str]); 5] = [
    (
        "a ko and corridors",
        include_str!("../../../examples/endgames/ko_and_corridors.sgf"),
        &[],
    ),
    (
        "two kos",
        include_str!("../../../examples/endgames/two_kos.sgf"),
        &[],
    ),
    (
        "stones in danger",
        include_str!("../../../examples/endgames/stones_in_danger.sgf"),
        &[],
    ),
    (
        "assumed life",
        include_str!("../../../examples/endgames/assumed_life.sgf"),
        &["a9", "j9"],
    ),
    (
        "large territory",
        include_str!("../../../examples/endgames/large_territory.sgf"),
        &[],
    ),
];

fn solved(record: &str, alive: &[&str]) -> GoEndgameAnswer {
    let question = GoEndgameQuestion {
        alive: alive.iter().map(|&name| name.to_owned()).collect(),
        territory: true,
        ..GoEndgameQuestion::new(record)
    };
    let answer = Workspace::new().ask(&question, &Job::unlimited());
    answer.expect("no limit")
}

/// The regions that are not settled, between stones that live, and what the rest counts.
fn reduced(record: &Sgf, answer: &GoEndgameAnswer) -> (Rows, i64) {
    let board = &record.board;
    let (width, height) = (board.width(), board.height());
    let place = |at: &BoardPoint| (height - 1 - at.row) * width + at.column;
    let mut letters = vec!['?'; width * height];
    let mut settled = record.prisoners;
    for region in &answer.regions {
        let value = region.value.as_ref().expect("all regions have values");
        if region.territory.is_some() {
            let number = value.number().and_then(|number| number.to_i64());
            settled += number.expect("territory is an integer");
        }
        for at in region.points.iter().map(place) {
            letters[at] = match (region.territory, board.at(at)) {
                (Some(_), _) => '#',
                (None, Colour::Empty) => '.',
                (None, Colour::Black) => 'X',
                (None, Colour::White) => 'O',
            };
        }
    }
    for (at, letter) in letters.iter_mut().enumerate() {
        if *letter == '?' {
            *letter = if board.at(at) == Colour::Black {
                'B'
            } else {
                'W'
            };
        }
    }
    let rows = letters.chunks(width).map(<[char]>::to_vec);
    (rows.collect(), settled)
}

type Situation = (Rows, Option<Rows>, Player, bool);

/// Minimax over all plays of a board; two passes end it.
#[derive(Default)]
struct PlainSearch {
    known: HashMap<Situation, i64>,
    open: HashSet<Situation>,
}

impl PlainSearch {
    fn score(&mut self, rows: &Rows, before: Option<Rows>, mover: Player, passed: bool) -> i64 {
        // Where the ban forbids nothing, there might as well be none.
        let before = before.filter(|before| {
            let taken_back = |player| moves(rows, player).any(|(board, _)| board == *before);
            Player::BOTH.into_iter().any(taken_back)
        });
        let situation = (rows.clone(), before, mover, passed);
        if let Some(&known) = self.known.get(&situation) {
            return known;
        }
        self.open.insert(situation.clone());
        let before = situation.1.clone();
        let sign = if mover == Player::Left { 1 } else { -1 };
        let mut best = match passed {
            true => territory(rows),
            false => self.score(rows, before.clone(), -mover, true),
        } - sign;
        let all: Vec<(Rows, i64)> = moves(rows, mover).collect();
        for (board, captured) in all {
            let back = before.as_ref() == Some(&board);
            let again = |passed| self.open.contains(&(board.clone(), None, -mover, passed));
            if back || again(false) {
                continue;
            }
            let score = self.score(&board, Some(rows.clone()), -mover, false) + sign * captured;
            best = if sign * score > sign * best {
                score
            } else {
                best
            };
        }
        self.open.remove(&situation);
        self.known.insert(situation, best);
        best
    }
}

/// The boards after the moves of a player, and the prisoners.
fn moves(rows: &Rows, player: Player) -> impl Iterator<Item = (Rows, i64)> {
    let places = (0..rows.len()).flat_map(|r| (0..rows[r].len()).map(move |c| (r, c)));
    places.filter_map(move |place| {
        let (board, captured) = go_move(rows, place, player)?;
        Some((board, captured as i64))
    })
}

/// Empty points that only one player's stones touch.
fn territory(rows: &Rows) -> i64 {
    let mut seen = HashSet::new();
    let mut total = 0;
    for start in (0..rows.len()).flat_map(|r| (0..rows[r].len()).map(move |c| (r, c))) {
        if rows[start.0][start.1] != '.' || !seen.insert(start) {
            continue;
        }
        let (mut area, mut next, mut touched) = (vec![start], 0, HashSet::new());
        while let Some(&(r, c)) = area.get(next) {
            next += 1;
            let near = [
                (r + 1, c),
                (r, c + 1),
                (r.wrapping_sub(1), c),
                (r, c.wrapping_sub(1)),
            ];
            for (r, c) in near {
                match rows.get(r).and_then(|row| row.get(c)) {
                    Some('.') if seen.insert((r, c)) => area.push((r, c)),
                    Some('X' | 'B') => drop(touched.insert(Player::Left)),
                    Some('O' | 'W') => drop(touched.insert(Player::Right)),
                    _ => {}
                }
            }
        }
        if touched.len() == 1 {
            let points = area.len() as i64;
            total += if touched.contains(&Player::Left) {
                points
            } else {
                -points
            };
        }
    }
    total
}

#[test]
fn five_endgames_by_plain_search() {
    for (name, text, alive) in RECORDS {
        let mut record = Sgf::parse(text).expect("a record");
        for mover in Player::BOTH {
            record.to_move = mover;
            let answer = solved(&record.write(), alive);
            assert_eq!(answer.missing, 0, "{name}");
            let (rows, settled) = reduced(&record, &answer);
            let plain = PlainSearch::default().score(&rows, None, mover, false) + settled;
            assert_eq!(answer.score, Some(plain.into()), "{name}, {mover:?}");
            // Every best move keeps the score, and every other move does not.
            for (board, captured) in moves(&rows, mover) {
                let changed = (0..rows.len() * rows[0].len()).find(|at| {
                    let (r, c) = (at / rows[0].len(), at % rows[0].len());
                    rows[r][c] == '.' && board[r][c] != '.'
                });
                let point =
                    BoardPoint::numbered(changed.expect("a move"), rows[0].len(), rows.len());
                let sign = if mover == Player::Left { 1 } else { -1 };
                let mut search = PlainSearch::default();
                let after = search.score(&board, Some(rows.clone()), -mover, false);
                let keeps = after + sign * captured + settled == plain;
                assert_eq!(
                    answer.best.contains(&point),
                    keeps,
                    "{name}, {mover:?} {point}"
                );
            }
        }
    }
}

/// The score of the large example: the moves elsewhere are the ko threats.
#[test]
fn the_large_example_has_a_score() {
    let answer = solved(include_str!("../../../examples/endgame19.sgf"), &[]);
    assert!(answer.score.is_some(), "{}", answer.text(Style::Plain));
    assert_eq!(answer.missing, 0);
    let temperatures: Vec<_> = answer
        .regions
        .iter()
        .map(|region| &region.temperature)
        .collect();
    assert!(temperatures.windows(2).all(|pair| pair[0] >= pair[1]));
    let sgf = answer
        .form("sgf")
        .expect("a record")
        .to_bytes()
        .expect("memory");
    let again = Sgf::parse(std::str::from_utf8(&sgf).expect("text")).expect("a record");
    assert!(answer.line.len() > 4 && again.board != Sgf::parse("(;SZ[19])").expect("empty").board);
    let svg = answer.picture().expect("a board").svg;
    assert!(svg.contains(">1</text>") && svg.contains(">2</text>"));
}

/// What is too large is named, and the rest is answered.
#[test]
fn large_regions_are_named_and_left_out() {
    let (_, text, _) = RECORDS[4];
    let answer = Workspace::new().ask(&GoEndgameQuestion::new(text), &Job::unlimited());
    let answer = answer.expect("no limit");
    assert_eq!(answer.missing, 2);
    assert!(
        answer
            .regions
            .iter()
            .rev()
            .take(2)
            .all(|region| region.trouble.is_some())
    );
    assert!(answer.score.is_some());
    assert!(
        answer
            .text(Style::Plain)
            .contains("2 regions have no value and are left out")
    );
}

/// With counted threats a board with kos has a value, which grows with Black's threats.
#[test]
fn a_number_of_threats() {
    let (_, text, _) = RECORDS[0];
    let score = |threats| {
        let question = GoEndgameQuestion {
            threats: Some(threats),
            ..GoEndgameQuestion::new(text)
        };
        let answer = Workspace::new()
            .ask(&question, &Job::unlimited())
            .expect("no limit");
        assert!(answer.total.is_some());
        answer.score.expect("a score")
    };
    assert!(score([0, 1]) <= score([0, 0]) && score([0, 0]) <= score([1, 0]));
    assert!(score([0, 1]) < score([1, 0]));
}
