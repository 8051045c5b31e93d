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

/// All plays of a board; two passes end them. Scores are bounded from below and from above, round by round, so that play that
/// never ends counts for neither.
#[derive(Default)]
struct PlainSearch {
    situations: Vec<Situation>,
    /// Where the moves lead, and what they score for Left; the end has no number.
    moves: Vec<Vec<(Option<usize>, i64)>>,
    bounds: [Vec<i64>; 2],
}

/// More than any score.
const FAR: i64 = 1_000;

impl PlainSearch {
    fn new(rows: &Rows, mover: Player) -> PlainSearch {
        let start = (rows.clone(), None, mover, false);
        let mut search = PlainSearch::default();
        let mut number = HashMap::from([(start.clone(), 0)]);
        search.situations.push(start);
        while let Some((rows, before, mover, passed)) =
            search.situations.get(search.moves.len()).cloned()
        {
            let sign = if mover == Player::Left { 1 } else { -1 };
            let mut next = Vec::new();
            if !passed {
                next.push(((rows.clone(), before.clone(), -mover, true), -sign));
            }
            for (board, captured) in moves(&rows, mover) {
                if before.as_ref() != Some(&board) {
                    let ban = banning(&board, &rows);
                    next.push(((board, ban, -mover, false), sign * captured));
                }
            }
            let mut edges: Vec<(Option<usize>, i64)> = Vec::new();
            if passed {
                edges.push((None, territory(&rows) - sign));
            }
            for (situation, score) in next {
                let to = *number.entry(situation).or_insert_with_key(|situation| {
                    search.situations.push(situation.clone());
                    search.situations.len() - 1
                });
                edges.push((Some(to), score));
            }
            search.moves.push(edges);
        }
        let count = search.moves.len();
        search.bounds = [vec![-FAR; count], vec![FAR; count]];
        search.settle();
        search
    }

    fn settle(&mut self) {
        for values in &mut self.bounds {
            loop {
                let mut changed = false;
                for at in (0..values.len()).rev() {
                    let ends = self.moves[at].iter();
                    let ends = ends.map(|&(to, score)| {
                        let rest = to.map_or(0, |to| values[to]);
                        if rest.abs() >= FAR {
                            rest
                        } else {
                            rest + score
                        }
                    });
                    let best = match self.situations[at].2 {
                        Player::Left => ends.max(),
                        Player::Right => ends.min(),
                    };
                    let best = best.expect("a pass is a move").clamp(-FAR, FAR);
                    changed |= best != values[at];
                    values[at] = best;
                }
                if !changed {
                    break;
                }
            }
        }
    }

    /// The score of a situation, if play that never ends helps neither player.
    fn score(&self, at: usize) -> Option<i64> {
        let [low, high] = [0, 1].map(|bound| self.bounds[bound][at]);
        (low == high).then_some(low)
    }
}

/// The board before a move, if a move could restore it.
fn banning(board: &Rows, before: &Rows) -> Option<Rows> {
    let restores = |player| moves(board, player).any(|(back, _)| back == *before);
    Player::BOTH
        .into_iter()
        .any(restores)
        .then(|| before.clone())
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
            let search = PlainSearch::new(&rows, mover);
            let plain = search.score(0).expect("a score");
            let found = answer.score.clone();
            assert_eq!(found, Some((plain + settled).into()), "{name}, {mover:?}");
            // Every best move keeps the score, and every other move does not.
            for &(to, score) in &search.moves[0] {
                let to = to.expect("nobody has passed");
                let board = &search.situations[to].0;
                let places = (0..rows.len() * rows[0].len()).find(|at| {
                    stone_at(board, *at) != stone_at(&rows, *at) && stone_at(&rows, *at) == '.'
                });
                // The first move may be a pass.
                let Some(at) = places else { continue };
                let point = BoardPoint::numbered(at, rows[0].len(), rows.len());
                let keeps = search.score(to).map(|rest| rest + score) == Some(plain);
                assert_eq!(
                    answer.best.contains(&point),
                    keeps,
                    "{name}, {mover:?} {point}"
                );
            }
        }
    }
}

fn stone_at(rows: &Rows, at: usize) -> char {
    rows[at / rows[0].len()][at % rows[0].len()]
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
