//! The moves of a position, with their values.

use serde::Serialize;

use super::{position_text, shown};
use crate::{
    core::{Meter, Outcome, Player},
    lang::{Diagnostic, Format, Session},
    solve::Position,
    values::loopy::{LoopyOutcome, LoopyValue},
};

/// One move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveReport {
    /// `Left` or `Right`.
    pub player: &'static str,
    /// The position after the move.
    pub to: String,
    /// Its value.
    pub value: String,
    /// What the player gains: G^L − G for Left, G − G^R for Right; `null` with loops.
    pub incentive: Option<String>,
    /// The mean of the position after the move; `null` with loops.
    pub mean: Option<String>,
    /// Its temperature; `null` with loops.
    pub temperature: Option<String>,
    /// Does the player who makes the move win with it?
    pub wins: bool,
}

/// A position and its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MovesReport {
    /// The position.
    pub position: String,
    /// Its value.
    pub value: String,
    /// Who wins.
    pub outcome: String,
    /// Its mean; `null` with loops.
    pub mean: Option<String>,
    /// Its temperature; `null` with loops.
    pub temperature: Option<String>,
    /// Left's moves, then Right's, in the order of the rules.
    pub moves: Vec<MoveReport>,
}

/// Does a player who has just moved to a position of this outcome win?
pub(super) fn wins_after(player: Player, outcome: LoopyOutcome) -> bool {
    match player {
        Player::Left => matches!(outcome.offside, Outcome::Left | Outcome::Previous),
        Player::Right => matches!(outcome.onside, Outcome::Right | Outcome::Previous),
    }
}

/// The moves of the position that a text stands for.
///
/// # Errors
/// As [`Session::position`], and when a limit stops the work.
pub fn moves(
    session: &mut Session,
    source: &str,
    format: Format,
    meter: &Meter,
) -> Result<MovesReport, Diagnostic> {
    let at = session.position(source, meter)?;
    moves_of(session, &at, format, meter)
}

/// The moves of a position of the session.
pub(super) fn moves_of(
    session: &mut Session,
    at: &Position,
    format: Format,
    meter: &Meter,
) -> Result<MovesReport, Diagnostic> {
    let value = session.solve(meter, |solver, asking| solver.value(at, asking))?;
    let outcome = session.solve(meter, |solver, asking| solver.outcome(at, asking))?;
    let mut found = Vec::new();
    for player in Player::BOTH {
        let options = session.solve(meter, |solver, asking| solver.options(at, player, asking))?;
        for (option, worth) in options {
            let after = session.solve(meter, |solver, asking| solver.outcome(&option, asking))?;
            let incentive = match (value.short(), worth.short()) {
                (Some(from), Some(to)) => {
                    let difference = session.solve(meter, |_, asking| {
                        let (a, b) = match player {
                            Player::Left => (to, from),
                            Player::Right => (from, to),
                        };
                        Ok(asking.store.try_sub(a, b, meter)?)
                    })?;
                    Some(shown(session, difference.into(), format, meter)?)
                }
                _ => None,
            };
            let (mean, temperature) = heat(session, worth, meter)?;
            found.push(MoveReport {
                player: match player {
                    Player::Left => "Left",
                    Player::Right => "Right",
                },
                to: position_text(session, &option, meter)?,
                value: shown(session, worth, format, meter)?,
                incentive,
                mean,
                temperature,
                wins: wins_after(player, after),
            });
        }
    }
    let (mean, temperature) = heat(session, value, meter)?;
    Ok(MovesReport {
        position: position_text(session, at, meter)?,
        value: shown(session, value, format, meter)?,
        outcome: outcome.to_string(),
        mean,
        temperature,
        moves: found,
    })
}

/// Mean and temperature of a game without loops.
fn heat(
    session: &mut Session,
    value: LoopyValue,
    meter: &Meter,
) -> Result<(Option<String>, Option<String>), Diagnostic> {
    let Some(game) = value.short() else {
        return Ok((None, None));
    };
    session.solve(meter, |_, asking| {
        let mean = asking.store.try_mean(game, meter)?;
        let temperature = asking.store.try_temperature(game, meter)?;
        Ok((Some(mean.to_string()), Some(temperature.to_string())))
    })
}
