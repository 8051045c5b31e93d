//! Searches by several threads and on disk give what a search in memory gives.

use std::path::PathBuf;

use sidle_core::{Meter, StopReason};
use sidle_graph::Threads;
use sidle_logic::blocks::{
    Metric, Options, Puzzle, component, solve, solve_indexed, solve_on_disk,
};
use sidle_logic::search::{DiskError, OnDiskError};

/// The eight-puzzle in one of its two hardest starts.
const EIGHT: &str = "867\n254\n3.1\ngoal\n123\n456\n78.\n";
/// The same pieces, only the first of them told apart.
const LOOSE: &str = "867\n254\n3.1\ngoal\n...\n...\n.1.\n";

fn options(metric: Metric, threads: usize) -> Options {
    Options {
        metric,
        threads: Threads::new(threads),
        ..Options::default()
    }
}

/// A folder that is removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("sidle-large-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn threads_change_nothing() {
    let eight = Puzzle::parse(EIGHT).expect("a board");
    let alone = component(&eight, options(Metric::Unit, 1), &Meter::unlimited()).expect("small");
    assert_eq!((alone.states, alone.eccentricity), (181_440, 31));
    for threads in [2, 3, 5] {
        let meter = Meter::unlimited();
        let all = component(&eight, options(Metric::Unit, threads), &meter).expect("small");
        assert_eq!(all, alone);
    }
    // One state is the goal, so this is a search from both ends.
    for metric in [Metric::Unit, Metric::Straight, Metric::Finger] {
        let [one, two] = [1, 2].map(|threads| {
            solve(&eight, options(metric, threads), &Meter::unlimited()).expect("small")
        });
        assert_eq!(one, two);
        assert_eq!(one.length.is_some(), alone.goals > 0);
    }
    let solution = solve(&eight, options(Metric::Unit, 1), &Meter::unlimited()).expect("small");
    assert_eq!(solution.length, Some(31));
    assert!(solution.states < 100_000, "both ends: {}", solution.states);
}

#[test]
fn a_stopped_search_of_many_threads_says_how_far_it_came() {
    let eight = Puzzle::parse(EIGHT).expect("a board");
    for nodes in [1, 100, 20_000, 60_000, 100_000] {
        let meter = Meter::new().with_max_nodes(nodes);
        let all = component(&eight, options(Metric::Unit, 3), &meter).expect("small");
        assert_eq!(all.stop, Some(StopReason::Nodes));
        assert!(all.states <= nodes + 3 * 1024, "{} of {nodes}", all.states);
    }
}

#[test]
fn on_disk_as_in_memory() {
    for (text, name) in [
        (EIGHT, "eight"),
        (LOOSE, "loose"),
        ("ab\ngoal\nba\n", "stuck"),
    ] {
        let puzzle = Puzzle::parse(text).expect("a board");
        for threads in [1, 2] {
            let scratch = Scratch::new(&format!("{name}-{threads}"));
            let how = options(Metric::Unit, threads);
            let expected = solve(&puzzle, how, &Meter::unlimited()).expect("small");
            let on_disk = || solve_on_disk(&puzzle, how, &scratch.0, 1 << 16, &Meter::unlimited());
            let found = on_disk().expect("a folder");
            assert_eq!(found.length, expected.length);
            assert_eq!(found.moves.len(), expected.moves.len());
            // Asked again it answers from what it has.
            let again = on_disk().expect("a folder");
            assert_eq!((again.length, again.states), (found.length, found.states));
            assert_eq!(again.moves, found.moves);
            // It tells that it tested its own large levels at some states only.
            assert_eq!((found.believed, again.believed > 0), (0, name == "eight"));
            let other = options(Metric::Finger, threads);
            let refused = solve_on_disk(&puzzle, other, &scratch.0, 1 << 16, &Meter::unlimited());
            assert!(
                matches!(refused, Err(OnDiskError::Disk(DiskError::Other(_)))),
                "{refused:?}"
            );
        }
    }
}

#[test]
fn two_bits_a_state_are_enough() {
    for text in [
        EIGHT,
        LOOSE,
        "ab\ngoal\nba\n",
        "a**b\na**b\ncd.e\ngoal\n.**.\n.**.\n....\n",
    ] {
        let puzzle = Puzzle::parse(text).expect("a board");
        for metric in [Metric::Unit, Metric::Straight, Metric::Finger] {
            for by_shape in [false, true] {
                let how = Options {
                    by_shape,
                    ..options(metric, 1)
                };
                let expected = solve(&puzzle, how, &Meter::unlimited()).expect("small");
                let found = solve_indexed(&puzzle, how, &Meter::unlimited()).expect("numbers");
                assert_eq!(found.length, expected.length);
                assert_eq!(found.moves.len(), expected.moves.len());
                let meter = Meter::new().with_max_nodes(10);
                let stopped = solve_indexed(&puzzle, how, &meter).expect("numbers");
                assert!(stopped.stop.is_some() || stopped.states <= 11);
            }
        }
    }
}

#[test]
fn a_stopped_search_on_disk_goes_on() {
    let puzzle = Puzzle::parse(EIGHT).expect("a board");
    let how = options(Metric::Unit, 1);
    let scratch = Scratch::new("resumed");
    let mut stops = 0;
    let found = loop {
        // More than the largest level, less than all.
        let meter = Meter::new().with_max_nodes(30_000);
        let found = solve_on_disk(&puzzle, how, &scratch.0, 1 << 16, &meter).expect("a folder");
        if found.stop.is_none() {
            break found;
        }
        stops += 1;
        assert!(stops < 100);
    };
    assert!(stops > 2);
    assert_eq!((found.length, found.states), (Some(31), 181_440));
}

#[test]
fn files_of_others_are_left_alone() {
    let puzzle = Puzzle::parse(EIGHT).expect("a board");
    let (scratch, how) = (Scratch::new("others"), options(Metric::Unit, 1));
    let run = || {
        let meter = Meter::new().with_max_nodes(2000);
        solve_on_disk(&puzzle, how, &scratch.0, 1 << 16, &meter)
    };
    run().expect("a folder");
    for name in ["run-notes.txt", "thesis.part"] {
        let file = scratch.0.join(name);
        std::fs::write(&file, "mine").expect("a file");
        let refused = run().expect_err("a file of somebody else");
        assert!(refused.to_string().contains(name), "{refused}");
        assert_eq!(std::fs::read_to_string(&file).expect("still there"), "mine");
        std::fs::remove_file(file).expect("a file");
    }
    let part = scratch.0.join("run-0-3.part");
    std::fs::write(&part, "half").expect("a file");
    run().expect("what a killed search leaves is swept");
    assert!(!part.exists());
}

#[test]
fn a_search_that_could_not_begin_begins_again() {
    let puzzle = Puzzle::parse(EIGHT).expect("a board");
    let (scratch, how) = (Scratch::new("begins"), options(Metric::Unit, 1));
    let run = |nodes| {
        let meter = Meter::new().with_max_nodes(nodes);
        solve_on_disk(&puzzle, how, &scratch.0, 1 << 16, &meter)
    };
    run(1).expect("a folder");
    let manifest = scratch.0.join("search.json");
    std::fs::remove_file(&manifest).expect("there");
    run(1).expect("level 0 alone is the beginning of any search");
    // Further levels are worth keeping.
    run(2000).expect("a folder");
    std::fs::remove_file(&manifest).expect("there");
    let refused = run(2000);
    assert!(
        matches!(refused, Err(OnDiskError::Disk(DiskError::Other(_)))),
        "{refused:?}"
    );
}

#[test]
fn damaged_folders_are_refused() {
    let puzzle = Puzzle::parse(EIGHT).expect("a board");
    let how = options(Metric::Unit, 1);
    let run = |scratch: &Scratch| {
        let meter = Meter::new().with_max_nodes(2000);
        solve_on_disk(&puzzle, how, &scratch.0, 1 << 16, &meter)
    };
    let damage: [(&str, &dyn Fn(&PathBuf)); 4] = [
        ("short", &|last| {
            let bytes = std::fs::read(last).expect("a level");
            std::fs::write(last, &bytes[..bytes.len() / 2]).expect("a level");
        }),
        ("changed", &|last| {
            let mut bytes = std::fs::read(last).expect("a level");
            bytes[3] ^= 0xFF;
            std::fs::write(last, bytes).expect("a level");
        }),
        ("missing", &|last| {
            std::fs::remove_file(last).expect("a level");
        }),
        ("foreign", &|last| {
            let folder = last.parent().expect("a folder");
            std::fs::write(folder.join("search.json"), "{}").expect("a folder");
        }),
    ];
    for (name, damage) in damage {
        let scratch = Scratch::new(name);
        let stopped = run(&scratch).expect("a folder");
        assert_eq!(stopped.stop, Some(StopReason::Nodes));
        let mut levels: Vec<PathBuf> = std::fs::read_dir(&scratch.0)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_none())
            .filter(|path| path.to_string_lossy().contains("level-"))
            .collect();
        levels.sort_unstable();
        damage(levels.last().expect("a level"));
        let refused = run(&scratch);
        assert!(
            matches!(
                refused,
                Err(OnDiskError::Disk(
                    DiskError::Damaged(..) | DiskError::Envelope(..)
                ))
            ),
            "{name}: {refused:?}"
        );
    }
    // A folder with other files is left alone.
    let scratch = Scratch::new("taken");
    std::fs::create_dir_all(&scratch.0).expect("a folder");
    std::fs::write(scratch.0.join("letter.txt"), "dear").expect("a file");
    let refused = run(&scratch);
    assert!(
        matches!(refused, Err(OnDiskError::Disk(DiskError::Other(_)))),
        "{refused:?}"
    );
}
