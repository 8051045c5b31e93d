//! The moves of a position, with their values.

use serde::{Deserialize, Serialize};

use crate::Ask;
use crate::{
    Error, Job, Position, PositionSource, Report, Value, Workspace,
    core::{Dyadic, Meter, Outcome, Player, columns},
    values::{loopy::LoopyOutcome, notation::Style},
};

/// Asks for the moves of both players.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovesQuestion {
    /// The position.
    pub of: PositionSource,
}

impl MovesQuestion {
    /// The question about a position.
    pub fn new(of: impl Into<PositionSource>) -> MovesQuestion {
        MovesQuestion { of: of.into() }
    }
}

/// A position, what it is worth, and its moves.
#[derive(Clone, Debug, Serialize)]
pub struct MovesAnswer {
    /// The position.
    #[serde(serialize_with = "crate::wire::text")]
    pub position: Position,
    /// Its value.
    #[serde(serialize_with = "crate::wire::text")]
    pub value: Value,
    /// Who wins.
    #[serde(serialize_with = "crate::wire::text")]
    pub outcome: LoopyOutcome,
    /// Its mean; none with cycles.
    #[serde(serialize_with = "crate::wire::optional_text")]
    pub mean: Option<Dyadic>,
    /// Its temperature; none with cycles.
    #[serde(serialize_with = "crate::wire::optional_text")]
    pub temperature: Option<Dyadic>,
    /// Left's moves, then Right's, in the order of the rules.
    pub moves: Vec<MoveAnswer>,
}

/// A move.
#[derive(Clone, Debug, Serialize)]
pub struct MoveAnswer {
    /// The player who makes it.
    #[serde(serialize_with = "crate::wire::text")]
    pub player: Player,
    /// The position after the move.
    #[serde(serialize_with = "crate::wire::text")]
    pub to: Position,
    /// Its value.
    #[serde(serialize_with = "crate::wire::text")]
    pub value: Value,
    /// What the player gains: G^L − G for Left, G − G^R for Right; none with cycles.
    #[serde(serialize_with = "crate::wire::optional_text")]
    pub incentive: Option<Value>,
    /// The mean of the position after the move; none with cycles.
    #[serde(serialize_with = "crate::wire::optional_text")]
    pub mean: Option<Dyadic>,
    /// Its temperature; none with cycles.
    #[serde(serialize_with = "crate::wire::optional_text")]
    pub temperature: Option<Dyadic>,
    /// Does the player win with this move?
    pub wins: bool,
}

/// Does a player who has just moved to a position of this outcome win?
pub(crate) fn wins_after(player: Player, outcome: LoopyOutcome) -> bool {
    match player {
        Player::Left => matches!(outcome.offside, Outcome::Left | Outcome::Previous),
        Player::Right => matches!(outcome.onside, Outcome::Right | Outcome::Previous),
    }
}

impl Ask for MovesQuestion {
    const KIND: &'static str = "moves";

    type Answer = MovesAnswer;

    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<MovesAnswer, Error> {
        let of = workspace.resolve(&self.of, job)?;
        let (at, meter) = (of.engine(), job.meter());
        let (store, (value, outcome, found)) = workspace.solve(&of, job, |solver, asking| {
            let value = solver.value(at, asking)?;
            let outcome = solver.outcome(at, asking)?;
            let mut found = Vec::new();
            for player in Player::BOTH {
                for (option, worth) in solver.options(at, player, asking)? {
                    let wins = wins_after(player, solver.outcome(&option, asking)?);
                    let incentive = match (value.short(), worth.short(), player) {
                        (Some(from), Some(to), Player::Left) => Some((to, from)),
                        (Some(from), Some(to), Player::Right) => Some((from, to)),
                        _ => None,
                    };
                    let incentive = incentive.map(|(a, b)| asking.store.try_sub(a, b, meter));
                    found.push((player, option, worth, incentive.transpose()?, wins));
                }
            }
            Ok((value, outcome, found))
        })?;
        let moves = found
            .into_iter()
            .map(|(player, to, worth, incentive, wins)| {
                let value = Value::new(&store, worth);
                Ok(MoveAnswer {
                    player,
                    to: of.follower(to),
                    incentive: incentive.map(|game| Value::new(&store, game)),
                    mean: value.mean(meter)?,
                    temperature: value.temperature(meter)?,
                    value,
                    wins,
                })
            });
        let moves = moves.collect::<Result<_, Error>>()?;
        let value = Value::new(&store, value);
        Ok(MovesAnswer {
            mean: value.mean(meter)?,
            temperature: value.temperature(meter)?,
            value,
            outcome,
            moves,
            position: of,
        })
    }
}

impl Report for MovesAnswer {
    /// The moves as a table; those that win are marked with `+`.
    fn text(&self, style: Style) -> String {
        let shown = |value: &Value| {
            value
                .text(style, Meter::none())
                .unwrap_or_else(|_| "…".to_owned())
        };
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "—".to_owned());
        let number = |number: &Option<Dyadic>| or_dash(number.as_ref().map(Dyadic::to_string));
        let mut rows =
            vec![["", "move to", "value", "incentive", "mean", "temperature"].map(str::to_owned)];
        for found in &self.moves {
            rows.push([
                format!("{}{}", found.player, if found.wins { " +" } else { "" }),
                found.to.to_string(),
                shown(&found.value),
                or_dash(found.incentive.as_ref().map(shown)),
                number(&found.mean),
                number(&found.temperature),
            ]);
        }
        let widths = columns::widths(&rows);
        let mut text = format!(
            "{}: value {}, outcome {}",
            self.position,
            shown(&self.value),
            self.outcome
        );
        if let (Some(mean), Some(temperature)) = (&self.mean, &self.temperature) {
            text.push_str(&format!(", mean {mean}, temperature {temperature}"));
        }
        for row in rows {
            let cells = row.iter().zip(&widths);
            let line: Vec<String> = cells
                .map(|(cell, &width)| columns::flush_left(cell, width))
                .collect();
            text.push('\n');
            text.push_str(line.join("  ").trim_end());
        }
        text
    }
}

impl MovesAnswer {
    /// The moves on one line.
    #[must_use]
    pub fn line(&self, style: Style) -> String {
        let sides = Player::BOTH.map(|player| {
            let own = self.moves.iter().filter(|found| found.player == player);
            let moves: Vec<String> = own
                .map(|found| {
                    let mark = if found.wins { "+" } else { "" };
                    let value = found.value.text(style, Meter::none());
                    format!(
                        "{mark}{} = {}",
                        found.to,
                        value.unwrap_or_else(|_| "…".to_owned())
                    )
                })
                .collect();
            format!("{player}: {}", moves.join(", "))
        });
        sides.join("; ")
    }
}
