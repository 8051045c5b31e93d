//! Misère outcomes by the walk.

use sidle_core::{Outcome, Player};

use crate::{
    SolveError,
    moves::Known,
    walk::{Algebra, Edge},
};

/// Who wins when the last move loses: does Left win moving first, does Right?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MisereWins(pub(crate) [bool; 2]);

impl MisereWins {
    pub(crate) fn outcome(self) -> Outcome {
        match self.0 {
            [true, true] => Outcome::Next,
            [true, false] => Outcome::Left,
            [false, true] => Outcome::Right,
            [false, false] => Outcome::Previous,
        }
    }
}

/// Misère outcomes. They do not add, so sums are played as they are.
pub(crate) struct MiserePlay;

impl Algebra for MiserePlay {
    type Value = MisereWins;
    const ADDS: bool = false;

    fn players(&self) -> &'static [Player] {
        &Player::BOTH
    }

    fn known(&mut self, _: &Known) -> Result<Option<MisereWins>, SolveError> {
        Ok(None)
    }

    fn zero(&mut self) -> MisereWins {
        MisereWins([true, true])
    }

    fn add(&mut self, _: MisereWins, _: MisereWins) -> Result<MisereWins, SolveError> {
        unreachable!("misère outcomes are not added")
    }

    fn times(&mut self, value: MisereWins, times: i64) -> Result<MisereWins, SolveError> {
        let [left, right] = value.0;
        Ok(if times < 0 {
            MisereWins([right, left])
        } else {
            value
        })
    }

    fn game(&mut self, sides: &[Vec<MisereWins>; 2]) -> Result<MisereWins, SolveError> {
        Ok(MisereWins(Player::BOTH.map(|player| {
            let options = &sides[player.index()];
            options.is_empty() || options.iter().any(|option| !option.0[(-player).index()])
        })))
    }

    fn component(
        &mut self,
        _: &[[Vec<Edge<MisereWins>>; 2]],
    ) -> Result<Vec<MisereWins>, SolveError> {
        Err(SolveError::Loopy {
            asked: "misère outcome",
        })
    }
}
