//! Shortest solutions.

use serde::Serialize;
use sidle_core::{Meter, StopReason};
use sidle_graph::Threads;

use super::{
    Metric, Puzzle,
    space::{Blocks, Layout},
};
use crate::{
    Error,
    search::{Key, Until, between, search, way},
};

/// How a puzzle is solved.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What counts as one move.
    pub metric: Metric,
    /// Are pieces that the goal names interchangeable with others of their shape?
    pub by_shape: bool,
    /// How many threads may be used.
    pub threads: Threads,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            metric: Metric::default(),
            by_shape: false,
            threads: Threads::ONE,
        }
    }
}

/// A shortest solution, or the proof by exhaustion that there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Solution {
    /// The least number of moves; `null` if there is no solution.
    pub length: Option<u64>,
    /// The moves: a piece and its steps.
    pub moves: Vec<(char, String)>,
    /// How many states were found: all within `length` moves (from both ends, if the goal is one state), or, without a solution, all that can be reached.
    pub states: u64,
    /// Of a search that went on in a folder: how many levels were tested at some of their states only.
    #[serde(skip_serializing_if = "crate::is_zero")]
    pub believed: u64,
    /// Why the search stopped, and how far it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// The reason as the meter knows it.
    #[serde(skip)]
    pub stop: Option<StopReason>,
    /// How many bytes a packed state has.
    #[serde(skip)]
    pub key_bytes: usize,
}

impl Solution {
    /// The solution that follows a way through the states.
    pub(super) fn of<K: Key>(
        blocks: &Blocks<K>,
        layout: &Layout,
        puzzle: &Puzzle,
        way: Option<&[K]>,
        states: u64,
    ) -> Solution {
        Solution {
            length: way.map(|way| way.len() as u64 - 1),
            moves: way.map_or_else(Vec::new, |way| named(blocks, layout, puzzle, way)),
            states,
            believed: 0,
            stopped: None,
            stop: None,
            key_bytes: 8 * K::WORDS,
        }
    }

    pub(super) fn stopped(stop: StopReason, states: u64, depth: usize) -> Solution {
        Solution {
            length: None,
            moves: Vec::new(),
            states,
            believed: 0,
            stopped: Some(format!("{stop}; no solution of fewer than {depth} moves")),
            stop: Some(stop),
            key_bytes: 0,
        }
    }
}

/// Something done with the packed states of a puzzle, whatever their size.
pub(super) trait Task {
    type Output;
    fn run<K: Key>(self, blocks: Blocks<K>, start: K, layout: &Layout) -> Self::Output;
}

/// Chooses the sizes of keys and masks.
pub(super) fn packed<T: Task>(
    puzzle: &Puzzle,
    metric: Metric,
    by_shape: bool,
    task: T,
) -> Result<T::Output, Error> {
    let layout = Layout::new(puzzle, by_shape).ok_or_else(|| too_large(puzzle))?;
    let places = layout.start(puzzle);
    fn with<K: Key, T: Task>(layout: Layout, places: &[u32], metric: Metric, task: T) -> T::Output {
        let blocks = match layout.cells {
            0..=64 => Blocks::<K>::new::<u64>(layout.clone(), metric),
            65..=128 => Blocks::new::<u128>(layout.clone(), metric),
            129..=512 => Blocks::new::<[u64; 8]>(layout.clone(), metric),
            _ => Blocks::new::<[u64; 64]>(layout.clone(), metric),
        };
        let start = blocks.pack(places);
        task.run(blocks, start, &layout)
    }
    // Every size of keys is compiled for every task.
    if layout.cells > MOST_CELLS {
        return Err(too_large(puzzle));
    }
    Ok(match layout.bits {
        0..=63 => with::<u64, T>(layout, &places, metric, task),
        64..=127 => with::<u128, T>(layout, &places, metric, task),
        128..=255 => with::<[u64; 4], T>(layout, &places, metric, task),
        256..=1023 => with::<[u64; 16], T>(layout, &places, metric, task),
        _ => return Err(too_large(puzzle)),
    })
}

/// The most cells of a board.
const MOST_CELLS: usize = 4096;

fn too_large(puzzle: &Puzzle) -> Error {
    Error::whole(format!(
        "a board of {} × {} cells with {} pieces is too large to be searched",
        puzzle.height(),
        puzzle.width(),
        puzzle.pieces().len()
    ))
}

/// Finds a shortest solution.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_logic::blocks::{solve, Options, Puzzle};
/// let puzzle = Puzzle::parse("ab\n..\ngoal\nba\n..\n")?;
/// let solution = solve(&puzzle, Options::default(), &Meter::unlimited())?;
/// assert_eq!(solution.length, Some(3));
/// # Ok::<(), sidle_logic::Error>(())
/// ```
pub fn solve(puzzle: &Puzzle, options: Options, meter: &Meter) -> Result<Solution, Error> {
    struct Solve<'a> {
        puzzle: &'a Puzzle,
        options: Options,
        meter: &'a Meter,
    }
    impl Task for Solve<'_> {
        type Output = Solution;

        fn run<K: Key>(self, blocks: Blocks<K>, start: K, layout: &Layout) -> Solution {
            let threads = self.options.threads;
            if let Some(goal) = blocks.only_goal() {
                let meeting = between(&blocks, &[start], &[goal], threads, self.meter);
                if let Some(stop) = meeting.stopped {
                    return Solution::stopped(stop, meeting.states, meeting.least);
                }
                if let Some(way) = meeting.way {
                    return Solution::of(&blocks, layout, self.puzzle, Some(&way), meeting.states);
                }
                // Without a solution the states that can be reached from the start are counted.
            }
            let found = search(&blocks, vec![start], Until::Goal, threads, self.meter);
            let states = found.states();
            if let Some(stop) = found.stopped {
                let depth = found.levels.len().saturating_sub(1);
                return Solution::stopped(stop, states, depth);
            }
            let way = found.goal.map(|goal| way(&blocks, &found.levels, goal));
            Solution::of(&blocks, layout, self.puzzle, way.as_deref(), states)
        }
    }
    let task = Solve {
        puzzle,
        options,
        meter,
    };
    packed(puzzle, options.metric, options.by_shape, task)
}

/// The moves between the states of a way: which piece went where.
pub(super) fn named<K: Key>(
    blocks: &Blocks<K>,
    layout: &Layout,
    puzzle: &Puzzle,
    way: &[K],
) -> Vec<(char, String)> {
    // Who stands at which placement of his class.
    let mut standing: Vec<Vec<(u32, char)>> = layout
        .classes
        .iter()
        .map(|class| {
            class
                .pieces
                .iter()
                .filter_map(|&p| {
                    let piece = &puzzle.pieces()[p];
                    let place = class.placements.binary_search(&piece.corner()).ok()?;
                    Some((place as u32, piece.name))
                })
                .collect()
        })
        .collect();
    let mut moves = Vec::new();
    for step in way.windows(2) {
        let [before, after] = [step[0], step[1]].map(|key| blocks.unpack(key));
        for (number, class) in layout.classes.iter().enumerate() {
            let [old, new] = [&before, &after].map(|places| &places[class.range.clone()]);
            if old == new {
                continue;
            }
            let gone = old.iter().find(|place| !new.contains(place));
            let come = new.iter().find(|place| !old.contains(place));
            let (Some(&from), Some(&to)) = (gone, come) else {
                continue;
            };
            let path = blocks.path(step[0], number, from, to);
            if let Some(entry) = standing[number]
                .iter_mut()
                .find(|(place, _)| *place == from)
            {
                entry.0 = to;
                moves.push((entry.1, path));
            }
        }
    }
    moves
}
