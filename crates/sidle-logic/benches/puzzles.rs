//! Speed of the puzzle solvers, with a plain search beside. Every figure is processor time of one thread unless it says otherwise.
#![allow(clippy::print_stdout)]

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use cpu_time::ProcessTime;
use sidle_core::Meter;
use sidle_graph::Threads;
use sidle_logic::blocks::{Axis, Metric, Options, Puzzle, component, solve};

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
    large();
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

fn large() {
    let puzzle = Puzzle::parse(DISTINCT).expect("a good board");
    let mut single = Duration::ZERO;
    for threads in [1, 2] {
        let options = Options {
            metric: Metric::Unit,
            threads: Threads::new(threads),
            ..Options::default()
        };
        let start = Instant::now();
        let processor = ProcessTime::now();
        let solution = solve(&puzzle, options, &Meter::unlimited()).expect("fits");
        let (wall, processor) = (start.elapsed(), processor.elapsed());
        assert_eq!(solution.length, Some(222));
        if threads == 1 {
            single = wall;
        }
        let speedup = single.as_secs_f64() / wall.as_secs_f64();
        let bytes = solution.key_bytes;
        row(
            &format!("Century upside down by letter, {threads} threads, wall time"),
            solution.states,
            wall,
            &format!(
                "{speedup:.2} times one thread; {:.2} s of processor time; {bytes} bytes a state in the lists",
                processor.as_secs_f64()
            ),
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
