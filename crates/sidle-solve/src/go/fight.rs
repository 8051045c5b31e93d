//! φ of a fight as a graph with its banned and its live moves.

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};
use sidle_core::{Meter, Player};
use sidle_values::{
    Store,
    loopy::{Effort, LoopyValue},
};

use super::{
    bounds::values_of_all,
    phi::{KoFailure, KoGame, KoGraph, KoRules},
};

/// φ, φ_L or φ_R of a fight as a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FightGraph {
    /// The names of the positions, that of the start first. Points that were made stand behind the name.
    pub names: Vec<String>,
    /// The moves between positions.
    pub edges: Vec<FightEdge>,
    /// The moves that leave the fight, with the values that they lead to.
    pub exits: Vec<(u32, Player, LoopyValue)>,
}

/// A move between positions of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FightEdge {
    /// From where.
    pub from: u32,
    /// Whose move it is.
    pub player: Player,
    /// Where to.
    pub to: u32,
    /// Does the ban forbid it?
    pub banned: bool,
    /// Is it on a cycle?
    pub live: bool,
}

/// The graph of a game with all its positions, or, unless `whole` asks for them, of the first fight alone: the start and
/// what can come back, with the values of everything below.
///
/// # Errors
/// If a cycle changes the score (the graph is infinite), or there are more than `most` positions.
pub fn fight_graph<R: KoRules>(
    rules: &R,
    start: &R::Position,
    game: KoGame,
    (whole, most): (bool, usize),
    store: &Store,
    meter: &Meter,
) -> Result<FightGraph, KoFailure> {
    let graph = KoGraph::explore_within(rules, start, game, most, meter)?;
    let components = graph.components();
    if components.iter().any(|members| graph.gains(members)) {
        return Err(KoFailure::Gain);
    }
    let mut component = vec![0; graph.positions.len()];
    for (number, members) in components.iter().enumerate() {
        for &at in members {
            component[at] = number;
        }
    }
    let (members, values) = match whole {
        true => ((0..graph.positions.len()).collect(), Vec::new()),
        false => (
            first_fight(&graph, &components, &component),
            values_of_all(&graph, game, store, meter)?,
        ),
    };
    let mut writer = Writer::new(rules, &graph);
    while let Some(&(at, points)) = writer.vertices.get(writer.next) {
        let from = writer.next as u32;
        writer.next += 1;
        meter.ticker().node(256)?;
        if writer.vertices.len() > most {
            return Err(KoFailure::TooLarge(most));
        }
        for edge in graph.edges(at) {
            let sum = points + edge.points;
            if members.contains(&edge.to) {
                let to = writer.vertex((edge.to, sum));
                writer.fight.edges.push(FightEdge {
                    from,
                    player: edge.player,
                    to,
                    banned: edge.banned,
                    live: component[at] == component[edge.to],
                });
            } else {
                let (value, points) = (values[edge.to], store.integer(sum).into());
                let value = store
                    .loopy()
                    .try_add(value, points, Effort::default(), meter)?;
                writer.fight.exits.push((from, edge.player, value));
            }
        }
        // The points are an integer beside the position.
        let player = if points > 0 {
            Player::Left
        } else {
            Player::Right
        };
        if points != 0 {
            let to = writer.vertex((at, points - points.signum()));
            writer.fight.edges.push(FightEdge {
                from,
                player,
                to,
                banned: false,
                live: false,
            });
        }
    }
    // A move may be banned as one edge and free as another; then it is free.
    let mut edges: Vec<FightEdge> = Vec::new();
    let mut place: FxHashMap<(u32, Player, u32), usize> = FxHashMap::default();
    for edge in writer.fight.edges {
        let at = *place
            .entry((edge.from, edge.player, edge.to))
            .or_insert(edges.len());
        match edges.get_mut(at) {
            Some(known) => known.banned &= edge.banned,
            None => edges.push(edge),
        }
    }
    writer.fight.edges = edges;
    Ok(writer.fight)
}

/// The start with its component, and, if that is the start alone, the fights that one move leads to.
fn first_fight<P: Clone + Eq + Hash>(
    graph: &KoGraph<P>,
    components: &[Vec<usize>],
    component: &[usize],
) -> FxHashSet<usize> {
    let own = &components[component[0]];
    let mut members: FxHashSet<usize> = own.iter().copied().collect();
    if own.len() == 1 {
        let next = graph.edges(0).iter();
        let next = next.map(|edge| &components[component[edge.to]]);
        members.extend(next.filter(|fight| fight.len() > 1).flatten());
    }
    members
}

/// The vertices that were met.
struct Writer<'w, R: KoRules> {
    rules: &'w R,
    graph: &'w KoGraph<R::Position>,
    vertices: Vec<(usize, i64)>,
    number: FxHashMap<(usize, i64), u32>,
    used: FxHashSet<String>,
    next: usize,
    fight: FightGraph,
}

impl<'w, R: KoRules> Writer<'w, R> {
    fn new(rules: &'w R, graph: &'w KoGraph<R::Position>) -> Writer<'w, R> {
        let mut writer = Writer {
            rules,
            graph,
            vertices: Vec::new(),
            number: FxHashMap::default(),
            used: FxHashSet::default(),
            next: 0,
            fight: FightGraph {
                names: Vec::new(),
                edges: Vec::new(),
                exits: Vec::new(),
            },
        };
        writer.vertex((0, 0));
        writer
    }

    fn vertex(&mut self, key: (usize, i64)) -> u32 {
        if let Some(&number) = self.number.get(&key) {
            return number;
        }
        let number = self.vertices.len() as u32;
        self.number.insert(key, number);
        self.vertices.push(key);
        let mut name = self.rules.name(&self.graph.positions[key.0]);
        if key.1 != 0 {
            name += &format!("{:+}", key.1);
        }
        // Different positions of a game may look alike.
        while !self.used.insert(name.clone()) {
            name.push('\'');
        }
        self.fight.names.push(name);
        number
    }
}
