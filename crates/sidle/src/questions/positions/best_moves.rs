//! The best moves of a player, each with what is proved about it.

use super::play::{Standing, after_move};
use crate::{
    Position, PositionSource, Value,
    core::{Dyadic, Meter, Player},
    questions::prelude::*,
    values::{Game, Store, loopy::LoopyValue},
};

/// Asks for the best moves of a player.
///
/// ```
/// use sidle::{Job, Workspace, core::Player, questions::{BestMovesQuestion, MoveReason}};
/// let question = BestMovesQuestion { of: ("Clobber", "xoxo").into(), player: Player::Left };
/// let answer = Workspace::new().ask(&question, &Job::unlimited())?;
/// assert!(answer.moves.iter().any(|best| best.reasons.contains(&MoveReason::Wins)));
/// # Ok::<(), sidle::Error>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestMovesQuestion {
    /// The position.
    pub of: PositionSource,
    /// The player to move.
    #[serde(with = "crate::wire::name")]
    pub player: Player,
}

/// The best moves of a player. A move that has no reason is left out.
#[derive(Clone, Debug, Serialize)]
pub struct BestMovesAnswer {
    /// The position.
    #[serde(serialize_with = "crate::wire::text")]
    pub position: Position,
    /// The player to move.
    #[serde(with = "crate::wire::name")]
    pub player: Player,
    /// What the player to move can reach when the position is played alone.
    pub standing: Standing,
    /// The moves, in the order of the rules.
    pub moves: Vec<BestMove>,
}

/// A move with what speaks for it.
#[derive(Clone, Debug, Serialize)]
pub struct BestMove {
    /// The position after the move.
    #[serde(serialize_with = "crate::wire::text")]
    pub to: Position,
    /// Its value.
    pub value: Value,
    /// What is proved about the move.
    pub reasons: Vec<MoveReason>,
}

/// What is proved about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveReason {
    /// Played alone, the position after the move is lost for the opponent, who is to move.
    Wins,
    /// Played alone, no move wins, and neither player can force the end after this one.
    Draws,
    /// Its value is at least that of every other move: no other move is better in any sum.
    BestInEverySum,
    /// No other move is better in every sum; which of several such moves is best depends on the rest of the sum.
    Undominated,
    /// It attains the player's wall of the thermograph at the temperature of the position: an orthodox move, which is
    /// optimal in a rich enough environment of that temperature (Berlekamp). Elsewhere it may lose.
    Orthodox,
}

impl MoveReason {
    /// The reason in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            MoveReason::Wins => "wins",
            MoveReason::Draws => "draws",
            MoveReason::BestInEverySum => "best in every sum",
            MoveReason::Undominated => "not dominated",
            MoveReason::Orthodox => "orthodox",
        }
    }
}

/// Is the option at least as good for the player as the other?
fn at_least(
    store: &Store,
    player: Player,
    option: LoopyValue,
    other: LoopyValue,
    meter: &Meter,
) -> Result<bool, Error> {
    let (less, greater) = match player {
        Player::Left => (other, option),
        Player::Right => (option, other),
    };
    Ok(store.loopy().try_le_values(less, greater, meter)?)
}

/// Does a move to the option attain the player's wall at the temperature of the game?
fn is_orthodox(
    store: &Store,
    game: Game,
    option: Game,
    player: Player,
    meter: &Meter,
) -> Result<bool, Error> {
    let thermograph = store.try_thermograph(game, meter)?;
    let temperature: &Dyadic = thermograph.temperature();
    let wall = thermograph.wall(player).value_at(temperature);
    let aim = match player {
        Player::Left => &wall + temperature,
        Player::Right => &wall - temperature,
    };
    let after = store.try_thermograph(option, meter)?;
    Ok(after.wall(-player).value_at(temperature) == aim)
}

impl Ask for BestMovesQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<BestMovesAnswer, Error> {
        let position = workspace.resolve(&self.of, job)?;
        let (at, player, meter) = (position.engine(), self.player, job.meter());
        let (store, (value, outcome, found)) =
            workspace.solve(&position, job, |solver, asking| {
                let value = solver.value(at, asking)?;
                let outcome = solver.outcome(at, asking)?;
                let mut found = Vec::new();
                for (option, worth) in solver.options(at, player, asking)? {
                    let outcome = solver.outcome(&option, asking)?;
                    found.push((option, worth, after_move(player, outcome)));
                }
                Ok((value, outcome, found))
            })?;
        let reached = found.iter().map(|(option, ..)| option.clone()).collect();
        let reached = workspace.followers(&position, reached, job)?;
        let standing = Standing::of(player, outcome);
        let mut moves = Vec::new();
        for ((_, worth, result), to) in found.iter().zip(reached) {
            let mut reasons = Vec::new();
            match (standing, result) {
                (_, Standing::Wins) => reasons.push(MoveReason::Wins),
                (Standing::Draws, Standing::Draws) => reasons.push(MoveReason::Draws),
                _ => {}
            }
            let (mut best, mut undominated) = (true, true);
            for (_, other, _) in &found {
                let at_least_other = at_least(&store, player, *worth, *other, meter)?;
                best &= at_least_other;
                undominated &= at_least_other || !at_least(&store, player, *other, *worth, meter)?;
            }
            match (best, undominated) {
                (true, _) => reasons.push(MoveReason::BestInEverySum),
                (false, true) => reasons.push(MoveReason::Undominated),
                (false, false) => {}
            }
            if let (Some(game), Some(option)) = (value.short(), worth.short())
                && is_orthodox(&store, game, option, player, meter)?
            {
                reasons.push(MoveReason::Orthodox);
            }
            if !reasons.is_empty() {
                let value = Value::new(&store, *worth);
                moves.push(BestMove { to, value, reasons });
            }
        }
        Ok(BestMovesAnswer {
            position,
            player,
            standing,
            moves,
        })
    }
}

impl Report for BestMovesAnswer {
    fn text(&self, style: Style) -> String {
        let mut table = Table::new(["move to", "value", "reasons"]);
        for best in &self.moves {
            let value = best.value.text(style, Meter::none());
            let reasons: Vec<&str> = best.reasons.iter().map(|reason| reason.words()).collect();
            table.push([
                best.to.to_string(),
                value.unwrap_or_else(|_| "…".to_owned()),
                reasons.join(", "),
            ]);
        }
        table.text()
    }
}
