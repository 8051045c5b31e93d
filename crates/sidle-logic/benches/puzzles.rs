//! Speed of the puzzle solvers, with a plain search beside. Every figure is processor time of one thread unless it says otherwise.
#![allow(clippy::print_stdout)]

#[path = "../tests/graphs/mod.rs"]
mod graphs;

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use cpu_time::ProcessTime;
use sidle_core::Meter;
use sidle_graph::Threads;
use sidle_logic::{
    blocks::{Axis, Metric, Options, Puzzle, component, solve},
    decide::{self, Answer, Game, decide},
    hitori::{self, NewBoard, Solutions, generate},
};

const KLOTSKI: &str = "a**b\na**b\ncdde\ncfge\nh..i\ngoal\n....\n....\n....\n.**.\n.**.\n";
const CENTURY: &str = "a**b\nc**d\nc.ed\nf.eg\nhhii\ngoal\n....\n....\n....\n.**.\n.**.\n";
const DISTINCT: &str = "a**b\nc**d\nc.ed\nf.eg\nhhii\ngoal\nhhii\nf.eg\nc.ed\nc**d\na**b\n";
const HARDEST: &str = "BCDDE.BCF.EGB.FAAGHHHI.G..JIKKLLJMM.";
const WIDE: &str = "BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ...";

fn main() {
    println!("| workload | size | time | rate | notes |");
    println!("|---|---|---|---|---|");
    for (name, text, states) in [
        ("Klotski, whole component, unit", KLOTSKI, 25_955),
        ("Century, whole component, unit", CENTURY, 81_340),
        ("Rush Hour, whole component, unit", WIDE, 541_934),
    ] {
        compare(name, text, states);
    }
    rush_hour();
    both_ends();
    scaling();
    threads();
    hitori();
    constraint_logic();
}

fn timed<T>(mut work: impl FnMut() -> T) -> (T, Duration) {
    let mut best = Duration::MAX;
    let mut result = None;
    let begin = Instant::now();
    while result.is_none() || begin.elapsed() < Duration::from_millis(300) {
        let start = ProcessTime::now();
        let value = work();
        best = best.min(start.elapsed());
        result = Some(value);
    }
    (result.expect("one run at least"), best)
}

fn row(name: &str, size: u64, time: Duration, notes: &str) {
    let rate = size as f64 / time.as_secs_f64() / 1e6;
    println!(
        "| {name} | {size} | {:.2} ms | {rate:.2} M states/s | {notes} |",
        time.as_secs_f64() * 1e3
    );
}

fn compare(name: &str, text: &str, states: u64) {
    let puzzle = Puzzle::parse(text).expect("a good board");
    let options = Options {
        metric: Metric::Unit,
        ..Options::default()
    };
    // The component is searched from the start and once more from the goals.
    let (all, ours) = timed(|| component(&puzzle, options, &Meter::unlimited()).expect("small"));
    assert_eq!(all.states, states);
    let (found, plain) = timed(|| plain_search(&puzzle));
    assert_eq!(found, states);
    let ratio = plain.as_secs_f64() / (ours.as_secs_f64() / 2.0);
    row(
        name,
        2 * states,
        ours,
        &format!("{ratio:.1} times the plain search"),
    );
    row(
        &format!("{name}, plain search"),
        states,
        plain,
        "24-byte keys, HashSet of std",
    );
}

fn rush_hour() {
    let puzzle = Puzzle::parse(HARDEST).expect("a good board");
    for metric in [Metric::Unit, Metric::Straight] {
        let options = Options {
            metric,
            ..Options::default()
        };
        let (solution, time) =
            timed(|| solve(&puzzle, options, &Meter::unlimited()).expect("small"));
        let notes = format!("{} moves", solution.length.unwrap_or(0));
        row(
            &format!("hardest 6×6 Rush Hour, {metric}"),
            solution.states,
            time,
            &notes,
        );
    }
}

/// The goal is one state, so that the search can go on from both ends.
fn both_ends() {
    let puzzle = Puzzle::parse(DISTINCT).expect("a good board");
    let options = Options {
        metric: Metric::Unit,
        ..Options::default()
    };
    let processor = ProcessTime::now();
    let solution = solve(&puzzle, options, &Meter::unlimited()).expect("fits");
    let time = processor.elapsed();
    assert_eq!(solution.length, Some(222));
    row(
        "Century upside down by letter, from both ends",
        solution.states,
        time,
        &format!("{} bytes a state in the lists", solution.key_bytes),
    );
}

/// A marked cell among others of its size: the number of cells times a binomial coefficient.
const LOOSE: [(&str, u64); 5] = [
    ("Abb./...b/..../....", 7_280),
    ("Abbbb/...../...../.....", 77_520),
    ("Abbbb/b..../...../...../.....", 1_062_600),
    ("Abbbbb/....../....../....../....../......", 11_686_752),
    ("Abbbbb/bbb.../....../....../......", 128_764_350),
];

fn loose(rows: &str) -> Puzzle {
    let mut goal: Vec<char> = rows
        .chars()
        .map(|c| if c == '/' { c } else { '.' })
        .collect();
    if let Some(last) = goal.last_mut() {
        *last = 'A';
    }
    let goal: String = goal.into_iter().collect();
    // Equal pieces have names of their own.
    let mut names = ('a'..='z').chain('B'..='Z');
    let rows: String = rows
        .chars()
        .map(|c| {
            if c == 'b' {
                names.next().unwrap_or('b')
            } else {
                c
            }
        })
        .collect();
    let text = format!(
        "{}\ngoal\n{}\n",
        rows.replace('/', "\n"),
        goal.replace('/', "\n")
    );
    Puzzle::parse(&text).expect("a good board")
}

/// The most memory that the process has taken, in bytes; 0 where the system does not tell.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// With SIDLE_BENCH_LARGE set up to 10⁸ states, which takes some gigabytes.
fn scaling() {
    let large = std::env::var_os("SIDLE_BENCH_LARGE").is_some();
    let count = if large { LOOSE.len() } else { LOOSE.len() - 1 };
    for (rows, states) in &LOOSE[..count] {
        let puzzle = loose(rows);
        let options = Options {
            metric: Metric::Unit,
            ..Options::default()
        };
        let before = most_memory();
        let processor = ProcessTime::now();
        let found = explore(&puzzle, options);
        let time = processor.elapsed();
        assert_eq!(found, *states);
        let memory = most_memory();
        let notes = if memory > before {
            format!(
                "{:.1} bytes a state at the most",
                memory as f64 / *states as f64
            )
        } else {
            String::new()
        };
        row("loose cells, every state, unit", *states, time, &notes);
    }
}

/// Counts every state: an impossible goal makes the search exhaust them.
fn explore(puzzle: &Puzzle, options: Options) -> u64 {
    let all = solve(&impossible(puzzle), options, &Meter::unlimited()).expect("fits");
    assert_eq!(all.length, None);
    all.states
}

/// The same pieces with the goal behind a wall: a column is added, closed off, where A should stand.
fn impossible(puzzle: &Puzzle) -> Puzzle {
    let rows = sidle_logic::blocks::Frame::start(puzzle).rows;
    let board: Vec<String> = rows.iter().map(|row| format!("{row}%.")).collect();
    let mut goal = vec![".".repeat(puzzle.width() + 2); puzzle.height()];
    goal[0] = format!("{}A", ".".repeat(puzzle.width() + 1));
    Puzzle::parse(&format!(
        "{}\ngoal\n{}\n",
        board.join("\n"),
        goal.join("\n")
    ))
    .expect("a good board")
}

fn threads() {
    let puzzle = loose(LOOSE[3].0);
    let mut single = Duration::ZERO;
    for threads in [1, 2] {
        let options = Options {
            metric: Metric::Unit,
            threads: Threads::new(threads),
            ..Options::default()
        };
        let start = Instant::now();
        let processor = ProcessTime::now();
        let states = explore(&puzzle, options);
        let (wall, processor) = (start.elapsed(), processor.elapsed());
        if threads == 1 {
            single = wall;
        }
        let speedup = single.as_secs_f64() / wall.as_secs_f64();
        row(
            &format!("loose cells, {threads} threads, wall time"),
            states,
            wall,
            &format!(
                "{speedup:.2} times one thread; {:.2} s of processor time",
                processor.as_secs_f64()
            ),
        );
    }
}

fn hitori() {
    for side in [12, 25, 50] {
        let wanted = NewBoard {
            height: side,
            width: side,
            seed: 1,
            grade: None,
        };
        let board = generate(wanted, &Meter::unlimited()).expect("no limit");
        let (outcome, time) =
            timed(|| hitori::solve(&board, &Meter::unlimited()).expect("no limit"));
        assert_eq!(outcome.solutions, Solutions::One);
        println!(
            "| Hitori {side}×{side}, solved and shown to be unique | {} | {:.2} ms | | one thread |",
            side * side,
            time.as_secs_f64() * 1e3
        );
    }
}

/// A chain of wires with the target at its far end, and free edges beside it, so many that the goals are not listed.
fn constraint_logic() {
    for (links, free) in [(8usize, 17usize), (10, 18), (12, 20)] {
        let graph = graphs::chain_of_wires(links, free);
        let (solution, time) = timed(|| {
            decide(
                &graph,
                Game::Ncl,
                decide::Options::default(),
                &Meter::unlimited(),
            )
            .expect("a good graph")
        });
        assert_eq!(solution.answer, Answer::Yes);
        assert_eq!(solution.length, Some(links as u64 + 1));
        row(
            &format!("NCL, chain of {links} wires and {free} free edges"),
            solution.states,
            time,
            "8 bytes a configuration in the lists",
        );
    }
}

/// What one would write first: boards as byte arrays in a hash set, one cell a step.
fn plain_search(puzzle: &Puzzle) -> u64 {
    type Places = [u8; 24];
    let width = puzzle.width();
    let cells = puzzle.height() * width;
    let shapes: Vec<Vec<(usize, usize)>> = puzzle.pieces().iter().map(|p| p.shape()).collect();
    let mut kinds: Vec<usize> = Vec::new();
    for (p, shape) in shapes.iter().enumerate() {
        let named = |q: usize| puzzle.goals().iter().any(|&(goal, _)| goal == q);
        let same = |q: &usize| {
            shapes[*q] == *shape && !named(*q) && !named(p) && puzzle.pieces()[p].axis == Axis::Any
        };
        kinds.push((0..p).find(same).unwrap_or(p));
    }
    let canonical = |places: Places| -> Places {
        let mut sorted = places;
        for kind in 0..shapes.len() {
            let members: Vec<usize> = (0..shapes.len()).filter(|&p| kinds[p] == kind).collect();
            let mut own: Vec<u8> = members.iter().map(|&p| places[p]).collect();
            own.sort_unstable();
            for (&p, place) in members.iter().zip(own) {
                sorted[p] = place;
            }
        }
        sorted
    };
    let mut start = [0u8; 24];
    for (p, piece) in puzzle.pieces().iter().enumerate() {
        let (r, c) = piece.corner();
        start[p] = (r * width + c) as u8;
    }
    let start = canonical(start);
    let mut seen: HashSet<Places> = HashSet::from([start]);
    let mut queue = vec![start];
    let mut next = 0;
    while next < queue.len() {
        let at = queue[next];
        next += 1;
        let mut board = vec![usize::MAX; cells];
        for (p, shape) in shapes.iter().enumerate() {
            let (r, c) = (at[p] as usize / width, at[p] as usize % width);
            shape
                .iter()
                .for_each(|(y, x)| board[(r + y) * width + c + x] = p);
        }
        for (p, shape) in shapes.iter().enumerate() {
            let (r, c) = (
                at[p] as isize / width as isize,
                at[p] as isize % width as isize,
            );
            let steps: &[(isize, isize)] = match puzzle.pieces()[p].axis {
                Axis::Any => &[(-1, 0), (1, 0), (0, -1), (0, 1)],
                Axis::Row => &[(0, -1), (0, 1)],
                Axis::Column => &[(-1, 0), (1, 0)],
            };
            for &(dr, dc) in steps {
                let free = shape.iter().all(|&(y, x)| {
                    let (y, x) = (r + dr + y as isize, c + dc + x as isize);
                    if y < 0 || x < 0 || y >= puzzle.height() as isize || x >= width as isize {
                        return false;
                    }
                    let found = board[y as usize * width + x as usize];
                    found == usize::MAX || found == p
                });
                if free {
                    let mut places = at;
                    places[p] = ((r + dr) * width as isize + c + dc) as u8;
                    let places = canonical(places);
                    if seen.insert(places) {
                        queue.push(places);
                    }
                }
            }
        }
    }
    seen.len() as u64
}
