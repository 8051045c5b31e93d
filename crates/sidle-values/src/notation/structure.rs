//! Values as data, for programs that do not read notation.
//!
//! A value is a list of nodes and the place of its root. A node that is a number, ups and a star says so;
//! any other names its options by their places, so that what occurs twice is written once, and a game
//! with cycles is a graph.

use std::collections::HashMap;

use serde::Serialize;
use sidle_core::{Dyadic, Meter, Player, StopReason};
use sidle_numbers::Rational;

use super::NotationOrder;
use crate::{
    Game, NumberUpStar, Store,
    loopy::{LoopyValue, Side, SideForm, Stopper},
};

/// A value as data; serialized, the `game` of a JSON answer (see `sidle man formats`).
///
/// ```
/// use sidle_core::Meter;
/// use sidle_values::{Store, notation::Structure};
/// let store = Store::new();
/// let half = store.game(&[store.zero()], &[store.integer(1)]);
/// let data = Structure::of(&store, half, false, &Meter::unlimited())?;
/// let Structure::Number { short } = data else { panic!("1/2 is a number") };
/// assert_eq!((short.stops.left, short.graph.nodes.len()), ("1/2".to_owned(), 1));
/// # Ok::<(), sidle_core::StopReason>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Structure {
    /// A number.
    Number {
        /// Its graph and stops.
        #[serde(flatten)]
        short: Short,
    },
    /// A number, ups and a star.
    NumberUpStar {
        /// Its graph and stops.
        #[serde(flatten)]
        short: Short,
    },
    /// Any other short game.
    Short {
        /// Its graph and stops.
        #[serde(flatten)]
        short: Short,
    },
    /// A stopper with cycles.
    Stopper {
        /// Its graph.
        #[serde(flatten)]
        graph: Graph,
    },
    /// Any other game with cycles, by its two sides.
    Sided {
        /// The onside.
        onside: Graph,
        /// The offside.
        offside: Graph,
    },
}

/// A short game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Short {
    /// The game and its followers.
    #[serde(flatten)]
    pub graph: Graph,
    /// The stops.
    pub stops: Stops,
    /// The mean and the temperature, on request.
    #[serde(flatten)]
    pub heat: Option<Heat>,
}

/// The Left and the Right stop, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Stops {
    pub left: String,
    pub right: String,
}

/// The mean and the temperature, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Heat {
    pub mean: String,
    pub temperature: String,
}

/// Nodes, and which of them is the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Graph {
    /// The place of the game in `nodes`.
    pub root: usize,
    /// The game and its followers.
    pub nodes: Vec<Node>,
}

/// A game or a follower of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Node {
    /// A number, ups and a star.
    Sum(Sum),
    /// Any other, by the places of its options.
    #[allow(missing_docs)]
    Options { left: Vec<usize>, right: Vec<usize> },
}

/// `number + ups·↑ + *star`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Sum {
    pub number: Fraction,
    pub ups: i64,
    pub star: u64,
}

/// A fraction in lowest terms; integers of any size as digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Fraction {
    pub numerator: String,
    pub denominator: String,
}

impl Sum {
    fn new(parts: &NumberUpStar) -> Sum {
        let number = Rational::from(&parts.number);
        Sum {
            number: Fraction {
                numerator: number.numerator().to_string(),
                denominator: number.denominator().to_string(),
            },
            ups: parts.ups,
            star: parts.star,
        }
    }
}

impl Structure {
    /// A value as data; for a short game with its mean and temperature if `heat` is set.
    ///
    /// # Errors
    /// If a limit of `meter` is met.
    pub fn of(
        store: &Store,
        value: impl Into<LoopyValue>,
        heat: bool,
        meter: &Meter,
    ) -> Result<Structure, StopReason> {
        let value = value.into();
        if let Some(game) = value.short() {
            return Structure::of_short(store, game, heat, meter);
        }
        if let Some(stopper) = value.stopper() {
            let graph = side_graph(store, SideForm::Stopper(stopper), meter)?;
            return Ok(Structure::Stopper { graph });
        }
        let side = |side: Side| side_graph(store, value.side(side), meter);
        Ok(Structure::Sided {
            onside: side(Side::Onside)?,
            offside: side(Side::Offside)?,
        })
    }

    fn of_short(
        store: &Store,
        game: Game,
        heat: bool,
        meter: &Meter,
    ) -> Result<Structure, StopReason> {
        let heat = match heat {
            false => None,
            true => Some(Heat {
                mean: store.try_mean(game, meter)?.to_string(),
                temperature: store.try_temperature(game, meter)?.to_string(),
            }),
        };
        let stop = |player| -> Dyadic { store.stop(game, player) };
        let short = Short {
            graph: short_graph(store, game, meter)?,
            stops: Stops {
                left: stop(Player::Left).to_string(),
                right: stop(Player::Right).to_string(),
            },
            heat,
        };
        Ok(match store.as_number_up_star(game) {
            Some(parts) if parts.is_number() => Structure::Number { short },
            Some(_) => Structure::NumberUpStar { short },
            None => Structure::Short { short },
        })
    }
}

/// Options before the games that have them, in the order of the notation.
fn short_graph(store: &Store, game: Game, meter: &Meter) -> Result<Graph, StopReason> {
    let mut places: HashMap<Game, usize> = HashMap::new();
    let mut nodes = Vec::new();
    let mut order = NotationOrder::new(store);
    order.prepare(game, meter)?;
    let mut ticker = meter.ticker();
    let mut stack = vec![game];
    while let Some(&top) = stack.last() {
        ticker.step()?;
        if places.contains_key(&top) {
            stack.pop();
            continue;
        }
        let node = match store.as_number_up_star(top) {
            Some(parts) => Node::Sum(Sum::new(&parts)),
            None => {
                let height = stack.len();
                let mut sides = [Vec::new(), Vec::new()];
                for player in Player::BOTH {
                    let mut options: Vec<Game> = store.options(top, player).collect();
                    options.sort_by(|&a, &b| order.compare(a, b));
                    for option in options {
                        match places.get(&option) {
                            Some(&place) => sides[player.index()].push(place),
                            None => stack.push(option),
                        }
                    }
                }
                if stack.len() > height {
                    continue;
                }
                let [left, right] = sides;
                Node::Options { left, right }
            }
        };
        ticker.node(64)?;
        places.insert(top, nodes.len());
        nodes.push(node);
        stack.pop();
    }
    let root = places[&game];
    Ok(Graph { root, nodes })
}

/// The root first, then what it leads to, nearest first. A short game that is a number, ups and a
/// star is one node.
fn side_graph(store: &Store, side: SideForm, meter: &Meter) -> Result<Graph, StopReason> {
    let loopy = store.loopy();
    let mut places: HashMap<SideForm, usize> = HashMap::from([(side, 0)]);
    let mut forms = vec![side];
    let mut nodes = Vec::new();
    let mut ticker = meter.ticker();
    while let Some(&form) = forms.get(nodes.len()) {
        ticker.node(64)?;
        let sum = match form {
            SideForm::Stopper(Stopper::Short(game)) => store.as_number_up_star(game),
            _ => None,
        };
        if let Some(parts) = sum {
            nodes.push(Node::Sum(Sum::new(&parts)));
            continue;
        }
        let mut options = |player: Player| -> Result<Vec<usize>, StopReason> {
            let mut found = Vec::new();
            for option in loopy.side_options(form, player) {
                ticker.step()?;
                let next = forms.len();
                let place = *places.entry(option).or_insert(next);
                if place == next {
                    forms.push(option);
                }
                found.push(place);
            }
            Ok(found)
        };
        let (left, right) = (options(Player::Left)?, options(Player::Right)?);
        nodes.push(Node::Options { left, right });
    }
    Ok(Graph { root: 0, nodes })
}
