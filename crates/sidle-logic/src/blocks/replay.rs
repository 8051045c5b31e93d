//! Solutions played on the board, cell by cell.

use super::{Cell, Puzzle};
use crate::Error;

/// The board at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The rows: `.` empty, `%` wall, else pieces.
    pub rows: Vec<String>,
    /// The upper left corner of each piece, in the order of the puzzle.
    pub corners: Vec<Cell>,
}

impl Frame {
    /// The board at the start.
    #[must_use]
    pub fn start(puzzle: &Puzzle) -> Frame {
        let corners = puzzle.pieces().iter().map(super::Piece::corner).collect();
        Frame::at(puzzle, corners)
    }

    /// The board with the pieces at the given corners.
    #[must_use]
    pub fn at(puzzle: &Puzzle, corners: Vec<Cell>) -> Frame {
        let mut rows = vec![vec!['.'; puzzle.width()]; puzzle.height()];
        for (r, row) in rows.iter_mut().enumerate() {
            for (c, cell) in row.iter_mut().enumerate() {
                if puzzle.is_wall((r, c)) {
                    *cell = '%';
                }
            }
        }
        for (piece, &(r, c)) in puzzle.pieces().iter().zip(&corners) {
            for (y, x) in piece.shape() {
                rows[r + y][c + x] = piece.name;
            }
        }
        Frame {
            rows: rows
                .into_iter()
                .map(|row| row.into_iter().collect())
                .collect(),
            corners,
        }
    }
}

impl Puzzle {
    /// The board after one piece has made some steps, or an error that says which of them is blocked.
    pub fn moved(&self, frame: &Frame, name: char, path: &str) -> Result<Frame, Error> {
        let Some(number) = self.pieces().iter().position(|piece| piece.name == name) else {
            return Err(Error::whole(format!("there is no piece {name}")));
        };
        let piece = &self.pieces()[number];
        let shape = piece.shape();
        let mut corners = frame.corners.clone();
        let rows: Vec<Vec<char>> = frame.rows.iter().map(|row| row.chars().collect()).collect();
        for (step, letter) in path.chars().enumerate() {
            let (r, c) = corners[number];
            let along_row = matches!(letter, 'L' | 'R');
            let next = match letter {
                'U' => r.checked_sub(1).map(|r| (r, c)),
                'D' => Some((r + 1, c)),
                'L' => c.checked_sub(1).map(|c| (r, c)),
                'R' => Some((r, c + 1)),
                _ => {
                    return Err(Error::whole(format!("`{letter}` is not a direction"))
                        .help("write U, D, L or R"));
                }
            };
            let fits = match piece.axis {
                super::Axis::Any => true,
                super::Axis::Row => along_row,
                super::Axis::Column => !along_row,
            };
            let free = |&(y, x): &Cell| {
                next.is_some_and(|(r, c)| {
                    let cell = rows.get(r + y).and_then(|row| row.get(c + x));
                    cell.is_some_and(|&found| found == '.' || found == name)
                })
            };
            match next {
                Some(next) if fits && shape.iter().all(free) => corners[number] = next,
                _ => {
                    let step = step + 1;
                    return Err(Error::whole(format!(
                        "piece {name} cannot make step {step} ({letter})"
                    )));
                }
            }
        }
        Ok(Frame::at(self, corners))
    }

    /// The same puzzle with the pieces at other corners.
    #[must_use]
    pub fn starting_at(&self, corners: &[Cell]) -> Puzzle {
        let mut puzzle = self.clone();
        puzzle.place(corners);
        puzzle
    }

    /// Do the pieces of the goal stand as they should? Of each shape or, unless `by_shape`, the very ones.
    #[must_use]
    pub fn is_solved(&self, frame: &Frame, by_shape: bool) -> bool {
        self.goals().iter().all(|&(goal, corner)| {
            if !by_shape {
                return frame.corners[goal] == corner;
            }
            let shape = self.pieces()[goal].shape();
            let same = |p: usize| self.pieces()[p].shape() == shape;
            (0..self.pieces().len()).any(|p| same(p) && frame.corners[p] == corner)
        })
    }
}

/// The board before the first move and after each of them.
pub fn replay(puzzle: &Puzzle, moves: &[(char, String)]) -> Result<Vec<Frame>, Error> {
    let mut frames = vec![Frame::start(puzzle)];
    for (name, path) in moves {
        let next = puzzle.moved(&frames[frames.len() - 1], *name, path)?;
        frames.push(next);
    }
    Ok(frames)
}
