//! The reduced canonical form of a position, from its options.

use std::{cmp::Ordering, collections::HashMap};

use crate::{
    Position, PositionSource, Value,
    core::{Dyadic, Meter, Player},
    questions::prelude::*,
    solve::{self, Asking, SolveError},
    values::Game,
};

/// Asks for the reduced canonical form of a position: its value up to infinitesimals. It is found from the reduced forms and the
/// stops of the options; canonical forms are not computed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReducedValueQuestion {
    /// The position. Play from it must end.
    pub of: PositionSource,
}

/// The reduced canonical form of a position.
#[derive(Clone, Debug, Serialize)]
pub struct ReducedValueAnswer {
    /// The position.
    #[serde(serialize_with = "crate::wire::text")]
    pub position: Position,
    /// Its reduced canonical form.
    pub value: Value,
    /// Is it a number, also before it is reduced?
    pub is_number: bool,
    /// How many different positions were met.
    pub positions: u64,
}

/// The number at which play stops, and who is to move there. For Left, of two equal stops the one with Right to move is better.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stop {
    number: Dyadic,
    mover: Player,
}

impl Ord for Stop {
    fn cmp(&self, other: &Stop) -> Ordering {
        let last = |stop: &Stop| stop.mover == Player::Right;
        (&self.number, last(self)).cmp(&(&other.number, last(other)))
    }
}

impl PartialOrd for Stop {
    fn partial_cmp(&self, other: &Stop) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What is kept of a position.
#[derive(Clone, Debug)]
struct Found {
    form: Game,
    /// The stops when Left begins and when Right begins.
    stops: [Stop; 2],
    is_number: bool,
}

impl Found {
    fn number(number: Dyadic, asking: &Asking<'_>) -> Found {
        Found {
            form: asking.store.number(&number),
            stops: Player::BOTH.map(|mover| Stop {
                number: number.clone(),
                mover,
            }),
            is_number: true,
        }
    }

    /// Puts a position together.
    ///
    /// A number x lies above an option of Left's unless that option is at least x, that is, unless its Right stop is above x, or x
    /// with Right to move. If some number lies between the options, the game is the simplest one. Otherwise the game is no
    /// number, its stops are those of its options, and options that are infinitesimally close may take the place of the
    /// options (Grossman and Siegel, Theorem 2.10).
    fn of_options(options: &[Vec<Found>; 2], asking: &Asking<'_>) -> Result<Found, SolveError> {
        let [left, right] = options;
        let low = left.iter().map(|option| &option.stops[1]).max();
        let high = right.iter().map(|option| &option.stops[0]).min();
        let between = Dyadic::simplest_between(
            low.map(|stop| &stop.number),
            low.is_some_and(|stop| stop.mover == Player::Left),
            high.map(|stop| &stop.number),
            high.is_some_and(|stop| stop.mover == Player::Right),
        );
        let (low, high) = match (between, low, high) {
            (Some(number), _, _) => return Ok(Found::number(number, asking)),
            (None, Some(low), Some(high)) => (low.clone(), high.clone()),
            // Where a player has no options there is always a number.
            (None, _, _) => return Ok(Found::number(Dyadic::ZERO, asking)),
        };
        let form = match low.number == high.number {
            true => asking.store.number(&low.number),
            false => {
                let forms = |side: &[Found]| side.iter().map(|one| one.form).collect::<Vec<_>>();
                let (store, meter) = (asking.store, asking.meter);
                let game = store.try_game(&forms(left), &forms(right), meter)?;
                store.try_reduced_canonical_form(game, meter)?
            }
        };
        Ok(Found {
            form,
            stops: [low, high],
            is_number: false,
        })
    }
}

/// A position whose options are being found.
struct Open {
    position: solve::Position,
    options: [Vec<solve::Position>; 2],
}

/// The reduced form of a position and the number of positions that were met.
fn reduced(of: &solve::Position, asking: &mut Asking<'_>) -> Result<(Found, u64), SolveError> {
    // None while the options of a position are being found.
    let mut known: HashMap<solve::Position, Option<Found>> = HashMap::new();
    let mut path: Vec<Open> = Vec::new();
    let mut ticker = asking.meter.ticker();
    open(of.clone(), &mut known, &mut path, asking)?;
    while let Some(top) = path.last() {
        ticker.step()?;
        let missing = top
            .options
            .iter()
            .flatten()
            .find(|option| known.get(*option).is_none_or(Option::is_none));
        if let Some(missing) = missing.cloned() {
            if known.contains_key(&missing) {
                return Err(SolveError::Loopy {
                    asked: "reduced canonical form",
                });
            }
            ticker.node(size_of::<Found>() + size_of::<Open>())?;
            open(missing, &mut known, &mut path, asking)?;
            continue;
        }
        let Some(done) = path.pop() else {
            break;
        };
        let options = done.options.each_ref().map(|side| {
            let side = side.iter().filter_map(|option| known[option].clone());
            side.collect::<Vec<Found>>()
        });
        let found = Found::of_options(&options, asking)?;
        known.insert(done.position, Some(found));
    }
    let count = known.len() as u64;
    match known.remove(of).flatten() {
        Some(found) => Ok((found, count)),
        None => Err(SolveError::Loopy {
            asked: "reduced canonical form",
        }),
    }
}

/// Begins with a position: numbers are known at once.
fn open(
    position: solve::Position,
    known: &mut HashMap<solve::Position, Option<Found>>,
    path: &mut Vec<Open>,
    asking: &mut Asking<'_>,
) -> Result<(), SolveError> {
    let number = position
        .as_value()
        .and_then(|game| asking.store.as_number(game));
    if let Some(number) = number {
        let found = Found::number(number, asking);
        known.insert(position, Some(found));
        return Ok(());
    }
    let mut options = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        options[player.index()] = asking.options(&position, player)?;
    }
    known.insert(position.clone(), None);
    path.push(Open { position, options });
    Ok(())
}

impl Ask for ReducedValueQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<ReducedValueAnswer, Error> {
        let position = workspace.resolve(&self.of, job)?;
        let (store, (found, positions)) = workspace.solve(&position, job, |_, asking| {
            reduced(position.engine(), asking)
        })?;
        Ok(ReducedValueAnswer {
            position,
            value: Value::new(&store, found.form),
            is_number: found.is_number,
            positions,
        })
    }
}

impl Report for ReducedValueAnswer {
    fn text(&self, style: Style) -> String {
        let text = self.value.text(style, Meter::none());
        text.unwrap_or_else(|error| error.to_string())
    }
}
