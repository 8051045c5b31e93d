//! Why there is no answer.

use std::{error::Error, sync::Arc};

use sidle_core::StopReason;

/// Why a question about a position has no answer.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A limit or a person stopped the work.
    #[error("{0}")]
    Stopped(#[from] StopReason),
    /// The position has a cycle, and the question is about games that end.
    #[error("the game can go on for ever, so it has no {asked}")]
    Loopy {
        /// What was asked for.
        asked: &'static str,
    },
    /// Play goes on from one new position to the next for longer than any game that is meant to end.
    #[error("after {0} moves the game goes on to new positions; does it ever end?")]
    Endless(usize),
    /// The rules say why the position has no value.
    #[error("{0}")]
    NoValue(&'static str),
    /// Play leads to sums of ever more parts, as where a position leads back to itself with others beside it.
    #[error("the game leads to sums of ever more parts, {0} by now; does it ever end?")]
    Growing(usize),
    /// The position has no options to speak of: it is known by its sides only.
    #[error("the options of a game that is known by its two sides are not defined")]
    Sided,
    /// The two players have different moves.
    #[error("the players have different moves, so there is no nim value")]
    NotImpartial,
    /// A position that is worked out elsewhere (a script's class, say) failed to say what it is asked.
    #[error(transparent)]
    Foreign(Arc<dyn Error + Send + Sync>),
}

impl SolveError {
    /// An error of the host, which [`downcast`](SolveError::downcast) finds again.
    pub fn foreign(error: impl Error + Send + Sync + 'static) -> SolveError {
        SolveError::Foreign(Arc::new(error))
    }

    /// The error of the host behind this one, if it has that type.
    #[must_use]
    pub fn downcast<E: Error + Clone + 'static>(&self) -> Option<E> {
        match self {
            SolveError::Foreign(error) => error.downcast_ref::<E>().cloned(),
            _ => None,
        }
    }
}
