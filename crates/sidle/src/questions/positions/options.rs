//! The options of a position, and what becomes of them in the canonical form.

use crate::{
    Position, PositionSource, Value,
    core::{Meter, Player},
    questions::prelude::*,
    solve::{self, AnySolver, Asking, SolveError},
    values::Game,
};

/// Asks for the options of a position, each with its value and its part in the canonical form.
///
/// ```
/// use sidle::{Job, Workspace, questions::{OptionStanding, OptionsQuestion}};
/// let question = OptionsQuestion { of: ("Clobber", "xox|o.o").into() };
/// let answer = Workspace::new().ask(&question, &Job::unlimited())?;
/// // Two of Left's four moves lead to ↑, the others to ∗.
/// assert!(matches!(answer.options[2].standing, Some(OptionStanding::SameAs { option: 1 })));
/// # Ok::<(), sidle::Error>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionsQuestion {
    /// The position.
    pub of: PositionSource,
}

/// A position with its options, Left's first, in the order of the rules.
#[derive(Clone, Debug, Serialize)]
pub struct OptionsAnswer {
    /// The position.
    #[serde(serialize_with = "crate::wire::text")]
    pub position: Position,
    /// Its value.
    pub value: Value,
    /// The options.
    pub options: Vec<OptionAnswer>,
}

/// An option.
#[derive(Clone, Debug, Serialize)]
pub struct OptionAnswer {
    /// The player who moves there.
    #[serde(serialize_with = "crate::wire::text")]
    pub player: Player,
    /// The position after the move.
    #[serde(serialize_with = "crate::wire::text")]
    pub to: Position,
    /// Its value.
    pub value: Value,
    /// What becomes of it in the canonical form; none with cycles.
    pub standing: Option<OptionStanding>,
}

/// What becomes of an option in the canonical form. Options are counted from 0 in the list of the answer.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OptionStanding {
    /// Its value is an option of the canonical form.
    Canonical,
    /// It has the value of an earlier option.
    SameAs {
        /// The earlier option.
        option: usize,
    },
    /// Another option of the player is better in every sum.
    Dominated {
        /// The better option.
        by: usize,
    },
    /// The opponent has a reply that is at least as good for them as the position before the move.
    Reversible {
        /// The position after the reply.
        #[serde(serialize_with = "crate::wire::text")]
        through: Position,
    },
}

/// An option as it is found.
struct Found {
    player: Player,
    at: solve::Position,
    value: crate::values::loopy::LoopyValue,
    standing: Standing,
}

enum Standing {
    Unknown,
    Known(OptionStanding),
    Reversible(solve::Position),
}

/// What becomes of an option. One that is neither dominated nor reversible is an option of the canonical form: of the canonical
/// form K of G, K^L lies between it and another option of G (Siegel, Combinatorial Game Theory, II.2).
fn standing(
    of: Game,
    option: usize,
    found: &[Found],
    solver: &mut AnySolver,
    asking: &mut Asking<'_>,
) -> Result<Standing, SolveError> {
    let Found {
        player, at, value, ..
    } = &found[option];
    let Some(game) = value.short() else {
        return Ok(Standing::Unknown);
    };
    let (store, meter) = (asking.store, asking.meter);
    let at_least = |better: Game, worse: Game| match player {
        Player::Left => store.try_le(worse, better, meter),
        Player::Right => store.try_le(better, worse, meter),
    };
    let rivals = found
        .iter()
        .enumerate()
        .filter(|(_, other)| other.player == *player);
    for (place, other) in rivals {
        match other.value.short() {
            Some(other) if other == game && place < option => {
                return Ok(Standing::Known(OptionStanding::SameAs { option: place }));
            }
            Some(other) if other != game && at_least(other, game)? => {
                return Ok(Standing::Known(OptionStanding::Dominated { by: place }));
            }
            _ => {}
        }
    }
    for (reply, value) in solver.options(at, -*player, asking)? {
        if let Some(value) = value.short() {
            let reverses = match player {
                Player::Left => store.try_le(value, of, meter)?,
                Player::Right => store.try_le(of, value, meter)?,
            };
            if reverses {
                return Ok(Standing::Reversible(reply));
            }
        }
    }
    Ok(Standing::Known(OptionStanding::Canonical))
}

impl Ask for OptionsQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<OptionsAnswer, Error> {
        let position = workspace.resolve(&self.of, job)?;
        let at = position.engine();
        let (store, (value, found)) = workspace.solve(&position, job, |solver, asking| {
            let value = solver.value(at, asking)?;
            let mut found: Vec<Found> = Vec::new();
            for player in Player::BOTH {
                let options = solver.options(at, player, asking)?;
                found.extend(options.into_iter().map(|(at, value)| Found {
                    player,
                    at,
                    value,
                    standing: Standing::Unknown,
                }));
            }
            if let Some(game) = value.short() {
                for option in 0..found.len() {
                    found[option].standing = standing(game, option, &found, solver, asking)?;
                }
            }
            Ok((value, found))
        })?;
        let reached: Vec<solve::Position> = found.iter().map(|one| one.at.clone()).collect();
        let reached = workspace.followers(&position, reached, job)?;
        let mut options = Vec::new();
        for (one, to) in found.into_iter().zip(reached) {
            let standing = match one.standing {
                Standing::Unknown => None,
                Standing::Known(standing) => Some(standing),
                Standing::Reversible(reply) => {
                    let through = workspace.followers(&position, vec![reply], job)?;
                    let through = through.into_iter().next();
                    through.map(|through| OptionStanding::Reversible { through })
                }
            };
            options.push(OptionAnswer {
                player: one.player,
                to,
                value: Value::new(&store, one.value),
                standing,
            });
        }
        Ok(OptionsAnswer {
            position,
            value: Value::new(&store, value),
            options,
        })
    }
}

impl Report for OptionsAnswer {
    fn text(&self, style: Style) -> String {
        let mut table = Table::new(["", "option", "value", "in the canonical form"]);
        for one in &self.options {
            let option = |place: usize| self.options[place].to.to_string();
            table.push([
                one.player.to_string(),
                one.to.to_string(),
                one.value
                    .text(style, Meter::none())
                    .unwrap_or_else(|_| "…".to_owned()),
                match &one.standing {
                    None => "—".to_owned(),
                    Some(OptionStanding::Canonical) => "an option".to_owned(),
                    Some(OptionStanding::SameAs { option: place }) => {
                        format!("the same as {}", option(*place))
                    }
                    Some(OptionStanding::Dominated { by }) => {
                        format!("dominated by {}", option(*by))
                    }
                    Some(OptionStanding::Reversible { through }) => {
                        format!("reversible through {through}")
                    }
                },
            ]);
        }
        table.text()
    }
}
