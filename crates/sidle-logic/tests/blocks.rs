//! Sliding blocks: golden lengths, and a naive breadth-first search on small boards.

use std::collections::{HashMap, VecDeque};

use proptest::prelude::*;
use sidle_core::Meter;
use sidle_graph::Threads;
use sidle_logic::blocks::{Frame, Metric, Options, Puzzle, component, replay, solve};

const METRICS: [Metric; 3] = [Metric::Unit, Metric::Straight, Metric::Finger];

fn options(metric: Metric, by_shape: bool) -> Options {
    Options {
        metric,
        by_shape,
        ..Options::default()
    }
}

fn text(rows: &str, goal: &str) -> String {
    if goal.is_empty() {
        return rows.to_owned();
    }
    format!(
        "{}\ngoal\n{}\n",
        rows.replace('/', "\n"),
        goal.replace('/', "\n")
    )
}

/// Plays a solution: every move must be one of the metric and end at the goal.
fn check(puzzle: &Puzzle, metric: Metric, by_shape: bool, moves: &[(char, String)]) {
    let frames = replay(puzzle, moves).expect("a line of legal steps");
    let last = frames.last().expect("the start");
    assert!(puzzle.is_solved(last, by_shape));
    for (_, path) in moves {
        match metric {
            Metric::Unit => assert_eq!(path.len(), 1),
            Metric::Straight => {
                let mut letters = path.chars();
                let first = letters.next();
                assert!(first.is_some() && letters.all(|letter| Some(letter) == first));
            }
            Metric::Finger => assert!(!path.is_empty()),
        }
    }
}

#[test]
fn golden_lengths() {
    golden(|name| name != SLOW, 15);
}

/// With every piece told apart there are tens of millions of states.
const SLOW: &str = "Century upside down";

#[test]
#[ignore = "takes a minute"]
fn golden_lengths_with_every_piece_told_apart() {
    golden(|name| name == SLOW, 1);
}

fn golden(wanted: impl Fn(&str) -> bool, expected: usize) {
    let mut count = 0;
    let table = include_str!("../../../data/golden/sliding_blocks.tsv");
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, rows, goal, unit, straight, finger, by_shape] = fields[..] else {
            panic!("a row of seven fields: {line}");
        };
        if !wanted(name) {
            continue;
        }
        count += 1;
        let puzzle = Puzzle::parse(&text(rows, goal)).expect(name);
        for (metric, length) in METRICS.into_iter().zip([unit, straight, finger]) {
            let by_shape = by_shape == "1";
            let solution =
                solve(&puzzle, options(metric, by_shape), &Meter::unlimited()).expect(name);
            assert_eq!(solution.length, length.parse().ok(), "{name} {metric}");
            check(&puzzle, metric, by_shape, &solution.moves);
            let two = Options {
                threads: Threads::new(2),
                ..options(metric, by_shape)
            };
            assert_eq!(
                solve(&puzzle, two, &Meter::unlimited()).expect(name),
                solution
            );
        }
    }
    assert_eq!(count, expected);
}

#[test]
fn components_of_the_classics() {
    let centre = "..../..../..../.**./.**.";
    let rows = [
        (
            "a**b/a**b/cdde/cfge/h..i",
            25955,
            964,
            [126, 101, 93],
            [167, 133, 124],
        ),
        (
            "a**b/c**d/c.ed/f.eg/hhii",
            81340,
            6364,
            [179, 150, 138],
            [250, 209, 188],
        ),
    ];
    for (board, states, goals, lengths, eccentricities) in rows {
        let puzzle = Puzzle::parse(&text(board, centre)).expect("a classic");
        for (i, metric) in METRICS.into_iter().enumerate() {
            let all =
                component(&puzzle, options(metric, false), &Meter::unlimited()).expect("small");
            assert_eq!((all.states, all.goals), (states, goals), "{board} {metric}");
            assert_eq!(all.length, Some(lengths[i]), "{board} {metric}");
            assert_eq!(all.eccentricity, eccentricities[i], "{board} {metric}");
            if states == 81340 {
                assert_eq!(all.farthest, 6, "{metric}");
            }
            let hardest = text(&all.board.expect("a board").join("/"), centre);
            let hardest = Puzzle::parse(&hardest).expect("a board of the same pieces");
            let solution = solve(&hardest, options(metric, false), &Meter::unlimited());
            assert_eq!(solution.expect("small").length, Some(lengths[i]));
        }
    }
    let dad = text("AABB/AACC/de../FGHH/FGII", "..../..../..../AA../AA..");
    let dad = Puzzle::parse(&dad).expect("a classic");
    let all = component(&dad, Options::default(), &Meter::unlimited()).expect("small");
    assert_eq!(all.states, 1398);
}

#[test]
fn rush_hour_components() {
    for (board, states) in [
        ("BCDDE.BCF.EGB.FAAGHHHI.G..JIKKLLJMM.", 4780),
        ("BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ...", 541_934),
    ] {
        let puzzle = Puzzle::parse(board).expect("a board");
        let all = component(&puzzle, options(Metric::Unit, false), &Meter::unlimited());
        assert_eq!(all.expect("small").states, states);
    }
}

/// Neighbours of a board by trying every path of single steps.
fn naive_neighbours(puzzle: &Puzzle, frame: &Frame, metric: Metric) -> Vec<Frame> {
    let mut all = Vec::new();
    for piece in puzzle.pieces() {
        let name = piece.name;
        match metric {
            Metric::Unit => {
                all.extend(
                    ["U", "D", "L", "R"]
                        .iter()
                        .filter_map(|d| puzzle.moved(frame, name, d).ok()),
                );
            }
            Metric::Straight => {
                for letter in ["U", "D", "L", "R"] {
                    let far =
                        (1..20).map_while(|n| puzzle.moved(frame, name, &letter.repeat(n)).ok());
                    all.extend(far);
                }
            }
            Metric::Finger => {
                let mut found = vec![frame.clone()];
                let mut next = 0;
                while next < found.len() {
                    for letter in ["U", "D", "L", "R"] {
                        if let Ok(after) = puzzle.moved(&found[next], name, letter)
                            && !found.contains(&after)
                        {
                            found.push(after);
                        }
                    }
                    next += 1;
                }
                all.extend(found.into_iter().skip(1));
            }
        }
    }
    all
}

/// Breadth-first search over boards with every piece told apart.
fn naive(puzzle: &Puzzle, metric: Metric, by_shape: bool) -> Option<u64> {
    let start = Frame::start(puzzle);
    let mut distance = HashMap::from([(start.rows.clone(), 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(frame) = queue.pop_front() {
        let here = distance[&frame.rows];
        if puzzle.is_solved(&frame, by_shape) {
            return Some(here);
        }
        for next in naive_neighbours(puzzle, &frame, metric) {
            if !distance.contains_key(&next.rows) {
                distance.insert(next.rows.clone(), here + 1);
                queue.push_back(next);
            }
        }
    }
    None
}

/// Small boards: characters thrown on a grid, parts of a piece that do not touch renamed away; the goal is a board
/// some random steps from the start, or a random placement.
fn puzzles() -> impl Strategy<Value = Puzzle> {
    (2usize..=4, 2usize..=3, any::<u64>(), any::<bool>()).prop_filter_map(
        "a board",
        |(height, width, seed, far)| {
            let mut random_bits = fastrand::Rng::with_seed(seed | 1);
            let mut random = move |n: usize| random_bits.usize(..n);
            let mut rows = vec![vec!['.'; width]; height];
            let names = ['a', 'b', 'c', 'd', 'e', '*'];
            let mut used = Vec::new();
            for name in names {
                let (mut r, mut c) = (random(height), random(width));
                for _ in 0..=random(3) {
                    if rows[r][c] != '.' && rows[r][c] != name {
                        break;
                    }
                    rows[r][c] = name;
                    if !used.contains(&name) {
                        used.push(name);
                    }
                    if random(2) == 0 {
                        r = (r + 1).min(height - 1);
                    } else {
                        c = (c + 1).min(width - 1);
                    }
                }
            }
            if random(3) == 0 {
                let (r, c) = (random(height), random(width));
                if rows[r][c] == '.' {
                    rows[r][c] = '%';
                }
            }
            let board: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
            let board = board.join("\n");
            let name = used[random(used.len())];
            let blank = |goal: &str| -> String {
                goal.chars()
                    .map(|c| if c == name || c == '\n' { c } else { '.' })
                    .collect()
            };
            let first = Puzzle::parse(&format!("{board}\ngoal\n{}", blank(&board))).ok()?;
            let mut frame = Frame::start(&first);
            for _ in 0..if far { 40 } else { 3 } {
                let piece = first.pieces()[random(first.pieces().len())].name;
                let letter = ["U", "D", "L", "R"][random(4)];
                frame = first.moved(&frame, piece, letter).unwrap_or(frame);
            }
            let goal = if random(2) == 0 {
                blank(&frame.rows.join("\n"))
            } else {
                frame.rows.join("\n")
            };
            Puzzle::parse(&format!("{board}\ngoal\n{goal}")).ok()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn lengths_equal_a_naive_search(puzzle in puzzles()) {
        for metric in METRICS {
            for by_shape in [false, true] {
                let solution = solve(&puzzle, options(metric, by_shape), &Meter::unlimited()).expect("small");
                prop_assert_eq!(solution.length, naive(&puzzle, metric, by_shape));
                if solution.length.is_some() {
                    check(&puzzle, metric, by_shape, &solution.moves);
                }
            }
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "([ab.%*@ Ax\n]|goal){0,60}") {
        if let Ok(puzzle) = Puzzle::parse(&text) {
            let meter = Meter::new().with_max_nodes(2000);
            let _ = solve(&puzzle, Options::default(), &meter);
        }
    }
}

#[test]
fn bad_boards_are_refused_with_their_cell() {
    let at = |text: &str| {
        let error = Puzzle::parse(text).expect_err(text);
        (error.line(), error.column())
    };
    assert_eq!(at("ab\nc\ngoal\nab\nc.\n"), (2, 2));
    assert_eq!(at("a.a\ngoal\na.a\n"), (1, 3));
    assert_eq!(at("ab\n..\n"), (2, 0));
    assert_eq!(at("ab\n..\ngoal\n"), (3, 0));
    assert_eq!(at("ab\n..\ngoal\n.z\n..\n"), (4, 2));
    assert_eq!(at("aa\n..\ngoal\na.\na.\n"), (4, 1));
    assert_eq!(at("a b\n...\ngoal\na..\n...\n"), (1, 2));
    assert_eq!(at("ab.\ngoal\na..\n...\n"), (4, 0));
    assert_eq!(at("BCDDE.BCF.EGB.FAAGHHHI.G..JIKKLLJMM"), (1, 36));
    assert_eq!(at("............AA.....B................"), (1, 20));
}

#[test]
fn stopped_searches_say_how_far_they_came() {
    let puzzle = Puzzle::parse(&text(
        "a**b/a**b/cdde/cfge/h..i",
        "..../..../..../.**./.**.",
    ))
    .expect("a classic");
    let meter = Meter::new().with_max_nodes(1000);
    let solution = solve(&puzzle, options(Metric::Unit, false), &meter).expect("a good board");
    assert_eq!(solution.length, None);
    let stopped = solution.stopped.expect("a limit");
    assert!(stopped.contains("no solution of fewer than"), "{stopped}");
}
