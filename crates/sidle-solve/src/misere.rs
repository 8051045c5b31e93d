//! Misère outcomes by the walk.

use sidle_core::{Outcome, Player};

use crate::{
    SolveError,
    moves::Known,
    walk::{Algebra, Answer, Edge},
};

/// Who wins when the last move loses: does Left win moving first, does Right?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MisereWins(pub(crate) [bool; 2]);

impl MisereWins {
    pub(crate) fn of(answer: Answer) -> MisereWins {
        match answer {
            Answer::Numbered(bits) => MisereWins([bits & 1 != 0, bits & 2 != 0]),
            Answer::Short(_) => unreachable!("misère outcomes are not values"),
        }
    }

    fn answer(self) -> Answer {
        let [left, right] = self.0.map(u32::from);
        Answer::Numbered(left | right << 1)
    }

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
    fn adds(&self) -> bool {
        false
    }

    fn players(&self) -> &'static [Player] {
        &Player::BOTH
    }

    fn known(&mut self, _: &Known) -> Result<Option<Answer>, SolveError> {
        Ok(None)
    }

    fn zero(&mut self) -> Answer {
        MisereWins([true, true]).answer()
    }

    fn add(&mut self, _: Answer, _: Answer) -> Result<Answer, SolveError> {
        unreachable!("misère outcomes are not added")
    }

    fn times(&mut self, value: Answer, times: i64) -> Result<Answer, SolveError> {
        let [left, right] = MisereWins::of(value).0;
        Ok(if times < 0 {
            MisereWins([right, left]).answer()
        } else {
            value
        })
    }

    fn game(&mut self, sides: &[Vec<Answer>; 2]) -> Result<Answer, SolveError> {
        let wins = Player::BOTH.map(|player| {
            let options = &sides[player.index()];
            let loses = |option: &Answer| !MisereWins::of(*option).0[(-player).index()];
            options.is_empty() || options.iter().any(loses)
        });
        Ok(MisereWins(wins).answer())
    }

    fn component(&mut self, _: &[[Vec<Edge>; 2]]) -> Result<Vec<Answer>, SolveError> {
        Err(SolveError::Loopy {
            asked: "misère outcome",
        })
    }
}
