//! Shortest solutions of sliding blocks.

use super::{DiskSearch, counted_moves, earlier_levels, puzzle};
use crate::{
    draw::puzzle::{blocks_film, blocks_picture},
    graph::Threads,
    logic::{
        self,
        blocks::{
            Metric, Options, Puzzle, Solution, certificate, replay, solve, solve_indexed,
            solve_on_disk,
        },
    },
    questions::prelude::*,
};

/// Asks for a shortest solution of a puzzle.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlocksSolveQuestion {
    /// The puzzle.
    pub puzzle: Source,
    /// What counts as one move.
    #[serde(default, with = "crate::wire::name")]
    pub metric: Metric,
    /// Pieces that the goal names are interchangeable with others of their shape.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_shape: bool,
    /// Keep two bits for every placement of the pieces instead of a list of states.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub index: bool,
    /// Prove the answer by a certificate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub certify: bool,
    /// Search in a folder instead of in memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disk: Option<DiskSearch>,
}

impl BlocksSolveQuestion {
    /// The question about a puzzle.
    pub fn new(puzzle: impl Into<Source>, metric: Metric) -> BlocksSolveQuestion {
        BlocksSolveQuestion {
            puzzle: puzzle.into(),
            metric,
            by_shape: false,
            index: false,
            certify: false,
            disk: None,
        }
    }
}

/// A shortest solution, or the result of an exhaustive search.
#[derive(Clone, Debug, Serialize)]
pub struct BlocksSolveAnswer {
    /// The solution.
    #[serde(flatten)]
    pub solution: Solution,
    #[serde(skip)]
    metric: Metric,
    #[serde(skip)]
    puzzle: Puzzle,
    #[serde(skip)]
    certificate: Option<Blob>,
}

/// The options of a solver on the threads of a job.
pub(super) fn options(metric: Metric, by_shape: bool, job: &Job) -> Options {
    Options {
        metric,
        by_shape,
        threads: Threads::new(job.threads().get()),
    }
}

impl Ask for BlocksSolveQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<BlocksSolveAnswer, Error> {
        let ways = [self.index, self.certify, self.disk.is_some()];
        if ways.iter().filter(|way| **way).count() > 1 {
            let message = "a search has an index, a certificate or a folder, and not two of them";
            return Err(Error::new(ErrorKind::Request, message));
        }
        let puzzle = puzzle(&self.puzzle, workspace, job)?;
        let (options, meter) = (options(self.metric, self.by_shape, job), job.meter());
        let explained = |error: logic::Error| self.puzzle.explain(error);
        let (solution, proof) = match &self.disk {
            _ if self.certify => {
                let name = self.puzzle.name();
                let (solution, proof) =
                    certificate(&puzzle, options, &name, meter).map_err(explained)?;
                if proof.is_none() && solution.stop.is_none() {
                    let message = "there are too many states to list in a certificate";
                    return Err(Error::new(ErrorKind::NotDetermined, message));
                }
                (solution, proof)
            }
            _ if self.index => {
                let solution = solve_indexed(&puzzle, options, meter);
                (solution.map_err(explained)?, None)
            }
            Some(disk) => {
                let folder = workspace.file(&disk.folder)?;
                let found = solve_on_disk(&puzzle, options, &folder, disk.buffer_bytes(), meter);
                (found.map_err(|error| self.puzzle.explain(error))?, None)
            }
            None => (solve(&puzzle, options, meter).map_err(explained)?, None),
        };
        Ok(BlocksSolveAnswer {
            solution,
            metric: self.metric,
            puzzle,
            certificate: proof.map(|proof| Blob::text("application/json", proof)),
        })
    }
}

impl Report for BlocksSolveAnswer {
    fn text(&self, _: Style) -> String {
        let Solution {
            length,
            moves,
            states,
            believed,
            stopped,
            ..
        } = &self.solution;
        let mut lines = Vec::new();
        match (stopped, length) {
            (Some(stopped), _) => lines.extend([stopped.clone(), format!("states: {states}")]),
            (None, None) => lines.push(format!(
                "no solution: none of the {states} states that can be reached is the goal"
            )),
            (None, Some(length)) => {
                lines.push(format!("{} ({})", counted_moves(*length), self.metric));
                if !moves.is_empty() {
                    let moves = moves.iter().map(|(name, path)| format!("{name} {path}"));
                    lines.push(moves.collect::<Vec<_>>().join(", "));
                }
                lines.push(format!("states: {states}"));
            }
        }
        lines.extend(earlier_levels(*believed));
        lines.join("\n")
    }

    /// A film of the solution, or the start if there is no solution.
    fn picture(&self) -> Option<Drawing> {
        puzzle_drawing(&self.puzzle, &self.solution.moves).ok()
    }

    fn certificate(&self) -> Option<Blob> {
        self.certificate.clone()
    }

    /// `frames`: the text, and the board before the first move and after each.
    fn form(&self, name: &str) -> Option<Blob> {
        self.solution.length.filter(|_| name == "frames")?;
        let (text, frames) = (self.text(Style::Plain), self.picture()?.text);
        Some(Blob::text("text/plain", format!("{text}\n\n{frames}\n")))
    }
}

/// A puzzle at its start, and after each move.
pub(super) fn puzzle_drawing(
    puzzle: &Puzzle,
    moves: &[(char, String)],
) -> Result<Drawing, logic::Error> {
    let frames = replay(puzzle, moves)?;
    let shown = frames.iter().enumerate().map(|(number, frame)| {
        let head = match number {
            0 => "start".to_owned(),
            n => format!("{n}: {} {}", moves[n - 1].0, moves[n - 1].1),
        };
        format!("{head}\n{}", frame.rows.join("\n"))
    });
    Ok(Drawing {
        text: shown.collect::<Vec<_>>().join("\n\n"),
        svg: match moves.is_empty() {
            true => blocks_picture(puzzle),
            false => blocks_film(puzzle, moves)?,
        },
    })
}
