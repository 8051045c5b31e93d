//! The moves of a position, with their values.

use std::sync::Arc;

use super::play::{Standing, after_move};
use crate::{
    Position, PositionSource, Value,
    core::{Dyadic, Player},
    questions::prelude::*,
    solve,
    values::{
        Game, Store,
        loopy::{LoopyOutcome, LoopyValue},
    },
};

/// Asks for the moves of both players.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovesQuestion {
    /// The position.
    pub of: PositionSource,
    /// How many moves deep the tree is; one if nothing is said.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub depth: u32,
}

fn one() -> u32 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_one(depth: &u32) -> bool {
    *depth == 1
}

impl MovesQuestion {
    /// The question about a position.
    pub fn new(of: impl Into<PositionSource>) -> MovesQuestion {
        MovesQuestion {
            of: of.into(),
            depth: 1,
        }
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
    /// The moves after this one, in a tree that is deeper.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<MoveAnswer>,
}

/// A move as it is found: the player, the option, its value, the incentive if there is one, and whether it wins.
type Found = (Player, solve::Position, LoopyValue, Option<Game>, bool);

/// The moves of a position and what they lead to.
struct Level {
    store: Arc<Store>,
    value: LoopyValue,
    outcome: LoopyOutcome,
    moves: Vec<MoveAnswer>,
}

impl Level {
    fn of(of: &Position, depth: u32, workspace: &Workspace, job: &Job) -> Result<Level, Error> {
        let (at, meter) = (of.engine(), job.meter());
        let (store, (value, outcome, found)) = workspace.solve(of, job, |solver, asking| {
            let value = solver.value(at, asking)?;
            let outcome = solver.outcome(at, asking)?;
            let mut found: Vec<Found> = Vec::new();
            for player in Player::BOTH {
                for (option, worth) in solver.options(at, player, asking)? {
                    let outcome = solver.outcome(&option, asking)?;
                    let wins = after_move(player, outcome) == Standing::Wins;
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
        let options = found.iter().map(|(_, option, ..)| option.clone());
        let options = workspace.followers(of, options.collect(), job)?;
        let mut ticker = meter.ticker();
        let moves = found.into_iter().zip(options);
        let moves = moves.map(|((player, _, worth, incentive, wins), to)| {
            ticker.node(size_of::<MoveAnswer>())?;
            let value = Value::new(&store, worth);
            Ok(MoveAnswer {
                player,
                incentive: incentive.map(|game| Value::new(&store, game)),
                mean: value.mean(meter)?,
                temperature: value.temperature(meter)?,
                value,
                wins,
                moves: match depth {
                    0 | 1 => Vec::new(),
                    _ => Level::of(&to, depth - 1, workspace, job)?.moves,
                },
                to,
            })
        });
        let moves = moves.collect::<Result<_, Error>>()?;
        Ok(Level {
            store,
            value,
            outcome,
            moves,
        })
    }
}

/// The largest depth of a tree of moves.
const DEEPEST: u32 = 64;

impl Ask for MovesQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<MovesAnswer, Error> {
        if self.depth > DEEPEST {
            let message = format!("the depth of a tree of moves is at most {DEEPEST}");
            return Err(Error::new(ErrorKind::Request, message));
        }
        let position = workspace.resolve(&self.of, job)?;
        let level = Level::of(&position, self.depth, workspace, job)?;
        let value = Value::new(&level.store, level.value);
        Ok(MovesAnswer {
            mean: value.mean(job.meter())?,
            temperature: value.temperature(job.meter())?,
            value,
            outcome: level.outcome,
            moves: level.moves,
            position,
        })
    }
}

/// A value as text; one that is too long is `…`.
fn shown(value: &Value, style: Style) -> String {
    let text = value.text(style, crate::core::Meter::none());
    text.unwrap_or_else(|_| "…".to_owned())
}

impl Report for MovesAnswer {
    /// The moves as a table; those that win are marked with `+`, and those of a deeper tree are indented.
    fn text(&self, style: Style) -> String {
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "—".to_owned());
        let number = |number: &Option<Dyadic>| or_dash(number.as_ref().map(Dyadic::to_string));
        let mut table = Table::new(["", "move to", "value", "incentive", "mean", "temperature"]);
        let mut open: Vec<(usize, &MoveAnswer)> =
            self.moves.iter().rev().map(|one| (0, one)).collect();
        while let Some((depth, found)) = open.pop() {
            let mark = if found.wins { " +" } else { "" };
            table.push([
                format!("{}{}{mark}", "  ".repeat(depth), found.player),
                found.to.to_string(),
                shown(&found.value, style),
                or_dash(found.incentive.as_ref().map(|value| shown(value, style))),
                number(&found.mean),
                number(&found.temperature),
            ]);
            open.extend(found.moves.iter().rev().map(|one| (depth + 1, one)));
        }
        let mut text = format!(
            "{}: value {}, outcome {}",
            self.position,
            shown(&self.value, style),
            self.outcome
        );
        if let (Some(mean), Some(temperature)) = (&self.mean, &self.temperature) {
            text.push_str(&format!(", mean {mean}, temperature {temperature}"));
        }
        format!("{text}\n{}", table.text())
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
                    format!("{mark}{} = {}", found.to, shown(&found.value, style))
                })
                .collect();
            format!("{player}: {}", moves.join(", "))
        });
        sides.join("; ")
    }
}
