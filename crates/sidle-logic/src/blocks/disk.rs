//! Puzzles whose states do not fit into memory as lists: on disk, or with two bits a state.

use std::path::Path;

use sidle_core::Meter;

use super::{
    Frame, Options, Puzzle, Solution,
    numbers::Numbered,
    solve::{Task, packed},
    space::{Blocks, Layout},
};
use crate::{
    Error,
    search::{DiskError, Folder, Key, OnDiskError, search_indexed, search_on_disk},
};

/// Finds a shortest solution with the levels of the search in a folder. A search that was stopped or killed goes on where it was when
/// it is asked for again with the same folder. `buffer` is about what it takes in memory, in bytes.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_logic::blocks::{solve_on_disk, Options, Puzzle};
/// let puzzle = Puzzle::parse("ab\n..\ngoal\nba\n..\n")?;
/// let folder = std::env::temp_dir().join(format!("sidle-blocks-{}", std::process::id()));
/// let solution = solve_on_disk(&puzzle, Options::default(), &folder, 1 << 20, &Meter::unlimited())?;
/// assert_eq!(solution.length, Some(3));
/// std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_on_disk(
    puzzle: &Puzzle,
    options: Options,
    path: &Path,
    buffer: usize,
    meter: &Meter,
) -> Result<Solution, OnDiskError> {
    let mut goals: Vec<_> = puzzle.goals().iter().collect();
    goals.sort_unstable();
    let folder = Folder {
        path: path.to_owned(),
        task: format!(
            "blocks {} {} {} {:?} {}",
            options.metric,
            if options.by_shape {
                "by shape"
            } else {
                "by letter"
            },
            if puzzle.is_rush_hour() {
                "cars"
            } else {
                "pieces"
            },
            goals,
            Frame::start(puzzle).rows.join("/"),
        ),
        buffer,
    };
    let task = OnDisk {
        puzzle,
        options,
        folder: &folder,
        meter,
    };
    Ok(packed(puzzle, options.metric, options.by_shape, task)??)
}

struct OnDisk<'a> {
    puzzle: &'a Puzzle,
    options: Options,
    folder: &'a Folder,
    meter: &'a Meter,
}

impl Task for OnDisk<'_> {
    type Output = Result<Solution, DiskError>;

    fn run<K: Key>(self, blocks: Blocks<K>, start: K, layout: &Layout) -> Self::Output {
        let threads = self.options.threads;
        let found = search_on_disk(&blocks, start, self.folder, threads, self.meter)?;
        let states = found.levels.iter().sum();
        let solution = match found.stopped {
            Some(stop) => Solution::stopped(stop, states, found.levels.len().saturating_sub(1)),
            None => Solution::of(&blocks, layout, self.puzzle, found.way.as_deref(), states),
        };
        Ok(Solution {
            believed: found.believed,
            ..solution
        })
    }
}

/// Finds a shortest solution with two bits for every conceivable placement of the pieces instead of a list of the states found. That is less where
/// most placements can be reached.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_logic::blocks::{solve_indexed, Options, Puzzle};
/// let puzzle = Puzzle::parse("ab\n..\ngoal\nba\n..\n")?;
/// let solution = solve_indexed(&puzzle, Options::default(), &Meter::unlimited())?;
/// assert_eq!(solution.length, Some(3));
/// # Ok::<(), sidle_logic::Error>(())
/// ```
pub fn solve_indexed(puzzle: &Puzzle, options: Options, meter: &Meter) -> Result<Solution, Error> {
    let task = ByNumber { puzzle, meter };
    packed(puzzle, options.metric, options.by_shape, task)?
        .ok_or_else(|| Error::whole("there are too many placements of the pieces to be numbered"))
}

struct ByNumber<'a> {
    puzzle: &'a Puzzle,
    meter: &'a Meter,
}

impl Task for ByNumber<'_> {
    type Output = Option<Solution>;

    fn run<K: Key>(self, blocks: Blocks<K>, start: K, layout: &Layout) -> Self::Output {
        let walk = search_indexed(&Numbered::new(&blocks)?, start, self.meter);
        let states = walk.levels.iter().sum();
        Some(match walk.stopped {
            Some(stop) => Solution::stopped(stop, states, walk.levels.len().saturating_sub(1)),
            None => Solution::of(&blocks, layout, self.puzzle, walk.way.as_deref(), states),
        })
    }
}
