//! A search on disk goes on from what it can verify, and from nothing else.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
};

use serde_json::{Value, json};
use sidle_core::{Envelope, Meter, StopReason};
use sidle_graph::Threads;
use sidle_logic::{
    blocks::{Metric, Options, Puzzle, Solution, solve, solve_on_disk},
    search::{DiskError, Folder, Found, OnDiskError, Space, search_on_disk},
};

/// The eight-puzzle in one of its two hardest starts.
const EIGHT: &str = "867\n254\n3.1\ngoal\n123\n456\n78.\n";

/// What the list of levels is saved in.
const ENVELOPE: Envelope = Envelope::new("search", 2);

/// The folder of a search, which is removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("sidle-resumed-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        Scratch(path)
    }

    /// A search for the solution of the eight-puzzle that was stopped after some levels.
    fn stopped(name: &str) -> Scratch {
        let scratch = Scratch::new(name);
        let meter = Meter::new().with_max_nodes(2000);
        let found = scratch.run(Metric::Unit, &meter).expect("a folder");
        assert_eq!(found.stop, Some(StopReason::Nodes));
        scratch
    }

    fn run(&self, metric: Metric, meter: &Meter) -> Result<Solution, OnDiskError> {
        let puzzle = Puzzle::parse(EIGHT).expect("a board");
        let options = Options {
            metric,
            ..Options::default()
        };
        solve_on_disk(&puzzle, options, &self.0, 1 << 16, meter)
    }

    fn manifest(&self) -> Value {
        let bytes = fs::read(self.0.join("search.json")).expect("a search");
        serde_json::from_slice(ENVELOPE.open(&bytes).expect("whole")).expect("a manifest")
    }

    fn set_manifest(&self, manifest: &Value) {
        let bytes = ENVELOPE.seal(manifest.to_string().as_bytes());
        fs::write(self.0.join("search.json"), bytes).expect("a file");
    }

    fn last(&self) -> usize {
        let manifest = self.manifest();
        assert_eq!(manifest["words"], 1);
        manifest["levels"].as_array().expect("levels").len() - 1
    }

    fn level(&self, depth: usize) -> PathBuf {
        self.0.join(format!("level-{depth:05}"))
    }

    fn states(&self, depth: usize) -> Vec<u64> {
        let bytes = fs::read(self.level(depth)).expect("a level");
        let words = bytes.chunks_exact(8);
        words
            .map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")))
            .collect()
    }

    /// Replaces a level, and the number of its states and their sum, too.
    fn forge(&self, depth: usize, mut states: Vec<u64>) {
        states.sort_unstable();
        let bytes: Vec<u8> = states.iter().flat_map(|key| key.to_le_bytes()).collect();
        fs::write(self.level(depth), bytes).expect("a level");
        let sum = states.iter().fold(0u64, |sum, key| {
            (sum.rotate_left(5) ^ key).wrapping_mul(0x2545_F491_4F6C_DD1D)
        });
        let mut manifest = self.manifest();
        let levels = manifest["levels"].as_array_mut().expect("levels");
        match levels.get_mut(depth) {
            Some(level) => *level = json!([states.len(), sum]),
            None => levels.push(json!([states.len(), sum])),
        }
        self.set_manifest(&manifest);
    }

    /// The search does not go on, because of this level.
    fn is_refused_for(&self, depth: usize) {
        let refused = self.run(Metric::Unit, &Meter::unlimited());
        let Err(OnDiskError::Disk(error @ DiskError::Damaged(..))) = refused else {
            panic!("{refused:?}");
        };
        let error = error.to_string();
        let file = self.level(depth).display().to_string();
        assert!(error.starts_with(&file), "{error}, not {depth}");
        assert!(
            error.ends_with("remove the folder and start again"),
            "{error}"
        );
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn honest_searches_go_on() {
    let puzzle = Puzzle::parse(EIGHT).expect("a board");
    for metric in [Metric::Unit, Metric::Straight, Metric::Finger] {
        let options = Options {
            metric,
            ..Options::default()
        };
        let expected = solve(&puzzle, options, &Meter::unlimited()).expect("small");
        let scratch = Scratch::new(&format!("honest-{metric}"));
        for nodes in [0, 1, 5, 100, 3000, 40_000] {
            let meter = Meter::new().with_max_nodes(nodes);
            let found = scratch.run(metric, &meter).expect("a folder");
            assert_eq!(found.stop, Some(StopReason::Nodes), "{metric} {nodes}");
        }
        let found = scratch.run(metric, &Meter::unlimited()).expect("a folder");
        assert_eq!(found.length, expected.length);
        let again = scratch.run(metric, &Meter::unlimited()).expect("a folder");
        // The levels that the last run added are believed now.
        assert!(again.believed > found.believed);
        let believed = found.believed;
        assert_eq!(Solution { believed, ..again }, found);
    }
}

#[test]
fn what_a_killed_search_leaves_is_no_forgery() {
    let scratch = Scratch::stopped("killed");
    // A run half written, and a level that is not in the list yet.
    fs::write(scratch.0.join("run-0-0.part"), [1; 20]).expect("a file");
    fs::write(scratch.level(scratch.last() + 1), [2; 20]).expect("a file");
    let found = scratch.run(Metric::Unit, &Meter::unlimited());
    assert_eq!(found.expect("a folder").length, Some(31));
}

#[test]
fn empty_levels_are_refused() {
    for name in ["end", "early"] {
        let scratch = Scratch::stopped(&format!("empty-{name}"));
        let depth = match name {
            "end" => scratch.last() + 1,
            _ => 3,
        };
        scratch.forge(depth, Vec::new());
        scratch.is_refused_for(depth);
    }
    let scratch = Scratch::stopped("no-level");
    let mut manifest = scratch.manifest();
    manifest["levels"] = json!([]);
    scratch.set_manifest(&manifest);
    let refused = scratch.run(Metric::Unit, &Meter::unlimited());
    let error = refused.expect_err("no level").to_string();
    assert!(error.contains("it names no level"), "{error}");
}

#[test]
fn thinned_levels_are_refused() {
    let scratch = Scratch::stopped("thin-last");
    let last = scratch.last();
    scratch.forge(last, scratch.states(last)[..1].to_vec());
    scratch.is_refused_for(last);
    // One state of the last level is missing, or too much.
    for (name, place) in [("first", 0), ("middle", 50)] {
        let scratch = Scratch::stopped(&format!("thin-{name}"));
        let mut states = scratch.states(last);
        states.remove(place);
        scratch.forge(last, states);
        scratch.is_refused_for(last);
    }
    let scratch = Scratch::stopped("fat-last");
    let states = [scratch.states(last), scratch.states(last - 3)].concat();
    scratch.forge(last, states);
    scratch.is_refused_for(last);
    for depth in [3, last - 1] {
        let scratch = Scratch::stopped(&format!("thin-{depth}"));
        scratch.forge(depth, scratch.states(depth)[..1].to_vec());
        scratch.is_refused_for(depth);
    }
}

#[test]
fn a_swapped_state_of_an_early_level_is_refused() {
    let scratch = Scratch::stopped("swapped");
    let depth = 4;
    let mut states = scratch.states(depth);
    states[1] = scratch.states(depth + 2)[0];
    scratch.forge(depth, states);
    scratch.is_refused_for(depth);
    // One state too much.
    let scratch = Scratch::stopped("added");
    let mut states = scratch.states(depth);
    states.push(scratch.states(depth + 4)[0]);
    scratch.forge(depth, states);
    scratch.is_refused_for(depth);
}

#[test]
fn truncated_levels_are_refused() {
    for (name, shorter) in [("half", 4), ("one", 8), ("two", 16)] {
        for depth in [0, 5, 8] {
            let scratch = Scratch::stopped(&format!("short-{name}-{depth}"));
            let path = scratch.level(depth);
            let length = fs::metadata(&path)
                .expect("a level")
                .len()
                .saturating_sub(shorter);
            let file = fs::File::options()
                .write(true)
                .open(&path)
                .expect("a level");
            file.set_len(length).expect("shorter");
            scratch.is_refused_for(depth);
        }
    }
    let scratch = Scratch::stopped("longer");
    let path = scratch.level(5);
    let bytes = [&fs::read(&path).expect("a level")[..], &[0; 3]].concat();
    fs::write(&path, bytes).expect("a level");
    scratch.is_refused_for(5);
    let scratch = Scratch::stopped("gone");
    fs::remove_file(scratch.level(5)).expect("a level");
    scratch.is_refused_for(5);
    let scratch = Scratch::stopped("folder");
    fs::remove_file(scratch.level(5)).expect("a level");
    fs::create_dir(scratch.level(5)).expect("a folder");
    scratch.is_refused_for(5);
}

#[test]
fn levels_that_hold_no_states_or_repeat_them_are_refused() {
    let scratch = Scratch::stopped("no-state");
    let mut states = scratch.states(6);
    states.push(u64::MAX >> 1);
    scratch.forge(6, states);
    scratch.is_refused_for(6);
    let scratch = Scratch::stopped("twice");
    let mut states = scratch.states(6);
    states.push(states[0]);
    scratch.forge(6, states);
    scratch.is_refused_for(6);
    let scratch = Scratch::stopped("start");
    scratch.forge(0, scratch.states(1)[..1].to_vec());
    scratch.is_refused_for(0);
}

/// The points of a square of 200 rows, of which one may not be entered.
struct Square {
    closed: Option<u64>,
    goal: u64,
}

impl Space for Square {
    type Key = u64;
    type Scratch = ();

    fn neighbours(&self, key: u64, (): &mut (), out: &mut Vec<u64>) {
        let (row, column) = (key / 200, key % 200);
        let up = (row > 0).then(|| key - 200);
        let down = (row < 199).then_some(key + 200);
        let left = (column > 0).then(|| key - 1);
        let right = (column < 199).then_some(key + 1);
        let steps = [up, down, left, right].into_iter().flatten();
        out.extend(steps.filter(|&next| Some(next) != self.closed));
    }

    fn is_goal(&self, key: u64) -> bool {
        key == self.goal
    }

    fn is_state(&self, key: u64) -> bool {
        key < 200 * 200
    }
}

fn on_square(square: &Square, path: &Path, meter: &Meter) -> Result<Found<u64>, DiskError> {
    let folder = Folder {
        path: path.to_owned(),
        task: "square".to_owned(),
        buffer: 1 << 16,
    };
    search_on_disk(square, 0, &folder, Threads::new(1), meter)
}

/// The folder of a search that went on after what was wrong.
#[test]
fn levels_that_follow_from_a_forged_one_are_refused() {
    let meter = || Meter::new().with_max_nodes(1000);
    let goal = 199 * 200 + 199;
    let open = Square { closed: None, goal };
    for closed in [1, 200, 402, 600] {
        let scratch = Scratch::new(&format!("closed-{closed}"));
        let other = Square {
            closed: Some(closed),
            goal,
        };
        let stopped = on_square(&other, &scratch.0, &meter()).expect("a folder");
        assert_eq!(stopped.stopped, Some(StopReason::Nodes));
        let refused = on_square(&open, &scratch.0, &Meter::unlimited());
        assert!(matches!(refused, Err(DiskError::Damaged(..))), "{closed}");
    }
    let scratch = Scratch::new("passed");
    on_square(&open, &scratch.0, &meter()).expect("a folder");
    let near = Square {
        closed: None,
        goal: 5,
    };
    let refused = on_square(&near, &scratch.0, &Meter::unlimited());
    let Err(error) = refused else {
        panic!("the goal was passed");
    };
    assert!(error.to_string().contains("level-00005"), "{error}");
    let found = on_square(&open, &scratch.0, &Meter::unlimited()).expect("a folder");
    assert_eq!(found.way.map(|way| way.len()), Some(399));
}

/// Nothing is told of levels that were not verified.
#[test]
fn limits_hold_while_a_folder_is_verified() {
    let scratch = Scratch::new("limits");
    let open = Square {
        closed: None,
        goal: u64::MAX,
    };
    let meter = Meter::new().with_max_nodes(10_000);
    let stopped = on_square(&open, &scratch.0, &meter).expect("a folder");
    assert!(stopped.levels.len() > 100);
    let cancelled = Meter::new().with_cancel(Arc::new(AtomicBool::new(true)));
    let stopped = on_square(&open, &scratch.0, &cancelled).expect("a folder");
    assert_eq!(stopped.stopped, Some(StopReason::Cancelled));
    assert!(stopped.levels.is_empty() && stopped.way.is_none());
    let found = on_square(&open, &scratch.0, &Meter::unlimited()).expect("a folder");
    assert_eq!(found.levels.iter().sum::<u64>(), 200 * 200);
    assert!(found.way.is_none() && found.stopped.is_none());
    // Nothing follows the last level, and so nothing is kept.
    scratch.forge(found.levels.len(), Vec::new());
    let refused = on_square(&open, &scratch.0, &Meter::unlimited());
    assert!(matches!(refused, Err(DiskError::Damaged(..))));
}
