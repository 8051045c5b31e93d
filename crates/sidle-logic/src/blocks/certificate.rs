//! Certificates of sliding-block puzzles, for `sidle check`. The format is described in docs/formats.md.

use serde_json::json;
use sidle_core::Meter;

use super::{
    Frame, Options, Puzzle, Solution,
    hardest::shown,
    solve,
    solve::{Task, packed},
    space::{Blocks, Layout},
};
use crate::{
    Error,
    search::{Key, Until, search},
};

/// More boards than this are not listed: the certificate then shows the solution alone.
const MOST_LISTED: u64 = 1_000_000;

/// The solution with a certificate of it as JSON; `None` if a limit stopped the work, or if there is no solution and too
/// many boards to list.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_logic::blocks::{certificate, Options, Puzzle};
/// let puzzle = Puzzle::parse("ab\n..\ngoal\nba\n..\n")?;
/// let (_, proof) = certificate(&puzzle, Options::default(), "", &Meter::unlimited())?;
/// let proof = proof.expect("a small puzzle");
/// assert!(sidle_check::check_bytes(proof.as_bytes()).expect("a certificate").is_valid());
/// # Ok::<(), sidle_logic::Error>(())
/// ```
pub fn certificate(
    puzzle: &Puzzle,
    options: Options,
    text: &str,
    meter: &Meter,
) -> Result<(Solution, Option<String>), Error> {
    let solution = solve(puzzle, options, meter)?;
    let listed = solution.states <= MOST_LISTED;
    if solution.stop.is_some() || !listed && solution.length.is_none() {
        return Ok((solution, None));
    }
    let levels = if listed {
        let list = List {
            puzzle,
            options,
            meter,
            length: solution.length,
        };
        packed(puzzle, options.metric, options.by_shape, list)?
    } else {
        Vec::new()
    };
    let mut goal = vec![vec!['.'; puzzle.width()]; puzzle.height()];
    for &(piece, (r, c)) in puzzle.goals() {
        for (y, x) in puzzle.pieces()[piece].shape() {
            goal[r + y][c + x] = puzzle.pieces()[piece].name;
        }
    }
    let goal: Vec<String> = goal
        .into_iter()
        .map(|row| row.into_iter().collect())
        .collect();
    let proof = json!({
        "format": "sidle-certificate",
        "version": 1,
        "kind": "sliding-blocks",
        "text": text,
        "rows": Frame::start(puzzle).rows,
        "goal": goal,
        "cars": puzzle.is_rush_hour(),
        "metric": options.metric.to_string(),
        "by_shape": options.by_shape,
        "length": solution.length,
        "moves": solution.moves,
        "levels": levels,
    });
    Ok((solution, Some(proof.to_string())))
}

struct List<'a> {
    puzzle: &'a Puzzle,
    options: Options,
    meter: &'a Meter,
    length: Option<u64>,
}

impl Task for List<'_> {
    type Output = Vec<Vec<String>>;

    fn run<K: Key>(self, blocks: Blocks<K>, start: K, layout: &Layout) -> Self::Output {
        let mut found = search(
            &blocks,
            vec![start],
            Until::Goal,
            self.options.threads,
            self.meter,
        );
        // The last level of a solution is not needed.
        if let Some(length) = self.length {
            found.levels.truncate(length.max(1) as usize);
        }
        found
            .levels
            .iter_mut()
            .for_each(|level| level.sort_unstable());
        let board = |&key: &K| shown(&blocks, layout, self.puzzle, key).join("/");
        found
            .levels
            .iter()
            .map(|level| level.iter().map(board).collect())
            .collect()
    }
}
