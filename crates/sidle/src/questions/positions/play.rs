//! Play: the state of a match, and the engine's move.

use crate::{
    Position, PositionSource,
    core::{Outcome, Player},
    questions::prelude::*,
    values::loopy::LoopyOutcome,
};

/// Asks how a match stands. The question carries the whole match: where it began, who began, and the moves so far.
///
/// ```
/// use sidle::{Job, Workspace, core::Player, questions::{PlayQuestion, Standing}};
/// let mut question = PlayQuestion::new(("Clobber", "xoxo"), Player::Left);
/// question.advise = true;
/// let workspace = Workspace::new();
/// let answer = workspace.ask(&question, &Job::unlimited())?;
/// assert_eq!(answer.standing, Some(Standing::Wins));
/// question.moves.push(answer.best.unwrap().number.into());
/// let answer = workspace.ask(&question, &Job::unlimited())?;
/// assert_eq!((answer.mover, answer.standing), (Player::Right, Some(Standing::Loses)));
/// # Ok::<(), sidle::Error>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayQuestion {
    /// The position in which the match began.
    pub start: PositionSource,
    /// The player who began.
    #[serde(with = "crate::wire::name")]
    pub first: Player,
    /// The moves so far.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<ChosenMove>,
    /// Also answer who wins, and with a move for the player who is to move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub advise: bool,
}

impl PlayQuestion {
    /// The question about a match that begins.
    pub fn new(start: impl Into<PositionSource>, first: Player) -> PlayQuestion {
        PlayQuestion {
            start: start.into(),
            first,
            moves: Vec::new(),
            advise: false,
        }
    }
}

/// A move: its number among the legal moves, from 0, or the position after it in the notation of the ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ChosenMove {
    /// The number.
    Number(usize),
    /// The position.
    Position(String),
}

impl From<usize> for ChosenMove {
    fn from(number: usize) -> ChosenMove {
        ChosenMove::Number(number)
    }
}

/// What the player to move can reach with perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// The player wins.
    Wins,
    /// Neither player can force the end.
    Draws,
    /// The player loses.
    Loses,
}

impl Standing {
    /// What the player who is to move reaches in a position of this outcome.
    pub(crate) fn of(mover: Player, outcome: LoopyOutcome) -> Standing {
        let wins = |outcome: Outcome| match mover {
            Player::Left => matches!(outcome, Outcome::Left | Outcome::Next),
            Player::Right => matches!(outcome, Outcome::Right | Outcome::Next),
        };
        // The side on which endless play counts against the mover, and the one on which it counts for them.
        let (hard, kind) = match mover {
            Player::Left => (outcome.offside, outcome.onside),
            Player::Right => (outcome.onside, outcome.offside),
        };
        match (wins(hard), wins(kind)) {
            (true, _) => Standing::Wins,
            (false, true) => Standing::Draws,
            (false, false) => Standing::Loses,
        }
    }
}

/// What a player reaches who has just moved to a position of this outcome.
pub(crate) fn after_move(player: Player, outcome: LoopyOutcome) -> Standing {
    match Standing::of(-player, outcome) {
        Standing::Wins => Standing::Loses,
        Standing::Draws => Standing::Draws,
        Standing::Loses => Standing::Wins,
    }
}

/// How a match stands.
#[derive(Clone, Debug, Serialize)]
pub struct PlayAnswer {
    /// The present position.
    #[serde(serialize_with = "crate::wire::text")]
    pub position: Position,
    /// The player to move.
    #[serde(with = "crate::wire::name")]
    pub mover: Player,
    /// The positions that the mover can move to, each once.
    #[serde(serialize_with = "crate::wire::texts")]
    pub legal: Vec<Position>,
    /// The player who has won, if the mover cannot move.
    #[serde(serialize_with = "crate::wire::optional_text")]
    pub winner: Option<Player>,
    /// What the mover can reach, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
    /// A move for the mover, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<AdvisedMove>,
}

/// A move that the engine would make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AdvisedMove {
    /// Its number among the legal moves.
    pub number: usize,
    /// Why it is chosen.
    pub reason: AdvisedReason,
}

/// Why the engine chooses a move. It prefers a win to a draw and a draw to a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AdvisedReason {
    /// It wins.
    Wins,
    /// It draws, and no move wins.
    Draws,
    /// Every move loses; after this one the fewest replies win. This is a rule of thumb, nothing is proved by it.
    FewestWinningReplies {
        /// How many replies win.
        replies: usize,
    },
}

impl PlayQuestion {
    fn advice(
        legal: &[Position],
        mover: Player,
        workspace: &Workspace,
        job: &Job,
    ) -> Result<Option<AdvisedMove>, Error> {
        let mut best: Option<(usize, AdvisedMove)> = None;
        for (number, option) in legal.iter().enumerate() {
            let at = option.engine();
            let outcome = workspace.solve(option, job, |solver, asking| solver.outcome(at, asking));
            let (rank, reason) = match after_move(mover, outcome?.1) {
                Standing::Wins => {
                    let reason = AdvisedReason::Wins;
                    return Ok(Some(AdvisedMove { number, reason }));
                }
                Standing::Draws => (0, AdvisedReason::Draws),
                Standing::Loses => {
                    let replies = workspace.solve(option, job, |solver, asking| {
                        solver.winning_moves(at, -mover, asking)
                    });
                    let replies = replies?.1.len();
                    let reason = AdvisedReason::FewestWinningReplies { replies };
                    (replies.max(1), reason)
                }
            };
            if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                best = Some((rank, AdvisedMove { number, reason }));
            }
        }
        Ok(best.map(|(_, best)| best))
    }
}

impl Ask for PlayQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<PlayAnswer, Error> {
        let (mut position, mut mover) = (workspace.resolve(&self.start, job)?, self.first);
        let mut legal = workspace.moves(&position, mover, job)?;
        for (place, chosen) in self.moves.iter().enumerate() {
            let number = match chosen {
                ChosenMove::Number(number) => Some(*number),
                ChosenMove::Position(text) => legal
                    .iter()
                    .position(|option| option.to_string().eq_ignore_ascii_case(text.trim())),
            };
            let Some(option) = number.and_then(|number| legal.get(number)) else {
                let message = format!("move {} of the match is not legal", place + 1);
                return Err(Error::new(ErrorKind::NotApplicable, message));
            };
            (position, mover) = (option.clone(), -mover);
            legal = workspace.moves(&position, mover, job)?;
        }
        let (mut standing, mut best) = (None, None);
        if self.advise {
            let at = position.engine();
            let outcome =
                workspace.solve(&position, job, |solver, asking| solver.outcome(at, asking));
            standing = Some(Standing::of(mover, outcome?.1));
            best = PlayQuestion::advice(&legal, mover, workspace, job)?;
        }
        Ok(PlayAnswer {
            position,
            mover,
            winner: legal.is_empty().then_some(-mover),
            legal,
            standing,
            best,
        })
    }
}

impl Report for PlayAnswer {
    fn text(&self, _: Style) -> String {
        let mut lines = vec![self.position.to_string()];
        let moves = self.legal.iter().enumerate();
        lines.extend(moves.map(|(number, option)| format!("{:>3}  {option}", number + 1)));
        lines.join("\n")
    }
}
