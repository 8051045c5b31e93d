//! Games as data: what they are made of, so that no program has to read notation.
//!
//! A game is a list of nodes and the place of its root. A node that is a number, ups and a star says so;
//! any other names its options by their places, so that what occurs twice is written once, and a game
//! with loops is a graph.

use std::collections::HashMap;

use serde::Serialize;
use sidle_core::{Dyadic, Meter, Player, StopReason};
use sidle_values::{
    Game, NumberUpStar, Store,
    loopy::{LoopyValue, Side, SideForm, Stopper},
    notation::NotationOrder,
};

/// A game as data.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum Structure {
    /// A number.
    Number {
        #[serde(flatten)]
        short: Short,
    },
    /// A number, ups and a star.
    NumberUpStar {
        #[serde(flatten)]
        short: Short,
    },
    /// Any other game without loops.
    Short {
        #[serde(flatten)]
        short: Short,
    },
    /// A game with loops whose plays end unless somebody passes for ever.
    Stopper {
        #[serde(flatten)]
        graph: Graph,
    },
    /// A game with loops by its two sides.
    Sided { onside: Graph, offside: Graph },
}

/// A game without loops.
#[derive(Debug, Serialize)]
pub(super) struct Short {
    #[serde(flatten)]
    graph: Graph,
    stops: Stops,
    #[serde(flatten)]
    heat: Option<Heat>,
}

/// What play comes down to, when Left begins and when Right begins.
#[derive(Debug, Serialize)]
struct Stops {
    left: String,
    right: String,
}

/// On request.
#[derive(Debug, Serialize)]
struct Heat {
    mean: String,
    temperature: String,
}

/// Nodes, and which of them is the game.
#[derive(Debug, Serialize)]
pub(super) struct Graph {
    root: usize,
    nodes: Vec<Node>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Node {
    Sum(Sum),
    Options { left: Vec<usize>, right: Vec<usize> },
}

/// `number + ups·↑ + *star`.
#[derive(Debug, Serialize)]
struct Sum {
    number: Fraction,
    ups: i64,
    star: u64,
}

#[derive(Debug, Serialize)]
struct Fraction {
    numerator: String,
    denominator: String,
}

impl Sum {
    fn new(parts: &NumberUpStar) -> Sum {
        let text = parts.number.to_string();
        let (above, below) = text.split_once('/').unwrap_or((&text, "1"));
        Sum {
            number: Fraction {
                numerator: above.to_owned(),
                denominator: below.to_owned(),
            },
            ups: parts.ups,
            star: parts.star,
        }
    }
}

/// A game without loops as data, with its mean and temperature if `heat` is wanted.
pub(super) fn of_game(
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
        Some(parts) if parts.ups == 0 && parts.star == 0 => Structure::Number { short },
        Some(_) => Structure::NumberUpStar { short },
        None => Structure::Short { short },
    })
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

/// A game with loops as data.
pub(super) fn of_loopy(
    store: &Store,
    value: LoopyValue,
    heat: bool,
    meter: &Meter,
) -> Result<Structure, StopReason> {
    if let Some(game) = value.short() {
        return of_game(store, game, heat, meter);
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

/// The root first, then what it leads to, nearest first. What has no loops below and is a number, ups and a
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
