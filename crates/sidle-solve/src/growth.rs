//! Lines of play that never end: ever more moves, or sums of ever more parts.

use crate::{Position, SolveError, forms::summands, search::MOST_MOVES};

/// A line of play is watched for growth when its sums have more parts.
const MANY_PARTS: usize = 100;
/// With so many parts in the options along the line it is taken for one that grows for ever. (A game that adds a part
/// with each move gets there after two hundred moves.)
const MANY_IN_ALL: usize = 3_000_000;

/// The moves and the parts along a line of play.
#[derive(Clone, Debug)]
pub struct Growth {
    moves: usize,
    most_moves: usize,
    parts: usize,
}

impl Default for Growth {
    /// For positions of any kind.
    fn default() -> Growth {
        Growth::with_most_moves(MOST_MOVES)
    }
}

impl Growth {
    pub(crate) fn with_most_moves(most_moves: usize) -> Growth {
        Growth {
            moves: 0,
            most_moves,
            parts: 0,
        }
    }

    /// The line goes on to a sum with so many parts and options; what is to be given back when it is left.
    pub fn enter(&mut self, parts: usize, options: usize) -> Result<usize, SolveError> {
        if self.moves >= self.most_moves {
            return Err(SolveError::Endless(self.most_moves));
        }
        let cost = parts.saturating_mul(options);
        self.moves += 1;
        self.parts = self.parts.saturating_add(cost);
        if parts > MANY_PARTS && self.parts > MANY_IN_ALL {
            return Err(SolveError::Growing(parts));
        }
        Ok(cost)
    }

    /// The last sum of the line is left.
    pub fn leave(&mut self, cost: usize) {
        self.moves = self.moves.saturating_sub(1);
        self.parts = self.parts.saturating_sub(cost);
    }
}

impl Position {
    /// How many parts it has as a sum; 1 if it is not a sum.
    #[must_use]
    pub fn part_count(&self) -> usize {
        summands(self).len()
    }
}
