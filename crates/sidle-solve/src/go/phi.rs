//! φ, φ_L and φ_R of a game with a ko ban.
//!
//! A position of φ(G) is a position of G together with the position before the last move, to which
//! nobody may move back; infinite play is drawn. In φ_L Left may make the banned moves as well, and a
//! play with infinitely many of them is lost for her, since she needs a ko threat for each; φ_R likewise
//! for Right.
//!
//! The onside of φ_R and the offside of φ_L, and both sides of φ, are sides of a plain loopy game: on
//! the offside of φ_L, say, all infinite play is lost for Left, whatever moves it has. The onside of
//! φ_L is sidled up from `off` over the banned moves (Moews, §5), each step a plain onside.
//!
//! Where a cycle changes the number of prisoners there are infinitely many positions; `bounds` cuts them off.

use std::{
    fmt::{self, Debug},
    hash::Hash,
    str::FromStr,
};

use rustc_hash::{FxHashMap, FxHashSet};
use sidle_core::{Meter, Player, StopReason};
use sidle_graph::bigraph::{BigraphBuilder, Components, Side};
use sidle_values::{
    Store,
    loopy::{Effort, LoopyGraph, LoopyValue, Move, MoveSet, SideForm, SidesError, Sidling, Start},
};
use thiserror::Error;

use super::bounds::{Cut, bounds_of_ko};

/// Which of the three games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoGame {
    /// φ: the ban binds both players.
    Phi,
    /// φ_L: Left may make the banned moves.
    PhiLeft,
    /// φ_R: Right may make the banned moves.
    PhiRight,
}

impl KoGame {
    /// Who may make banned moves.
    #[must_use]
    pub fn free_player(self) -> Option<Player> {
        match self {
            KoGame::Phi => None,
            KoGame::PhiLeft => Some(Player::Left),
            KoGame::PhiRight => Some(Player::Right),
        }
    }
}

impl fmt::Display for KoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KoGame::Phi => "phi",
            KoGame::PhiLeft => "phi-left",
            KoGame::PhiRight => "phi-right",
        })
    }
}

impl FromStr for KoGame {
    type Err = String;

    fn from_str(name: &str) -> Result<KoGame, String> {
        let games = [KoGame::Phi, KoGame::PhiLeft, KoGame::PhiRight];
        let found = games.into_iter().find(|game| game.to_string() == name);
        found.ok_or_else(|| format!("`{name}` is not a game; write phi, phi-left or phi-right"))
    }
}

/// A move of a game with a ko ban.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KoMove<P> {
    /// Where it leads, with the ban that then holds.
    pub to: P,
    /// Points for Left that the move makes: an integer that stands beside the game from now on.
    pub points: i64,
    /// Does the ban forbid it?
    pub banned: bool,
}

/// A game with a ko ban.
pub trait KoRules {
    /// A position with the ban that holds in it.
    type Position: Clone + Eq + Hash + Debug;

    /// The moves of a player, the banned ones among them.
    fn moves(&self, at: &Self::Position, player: Player) -> Vec<KoMove<Self::Position>>;

    /// The same position without a ban.
    fn lifted(&self, at: &Self::Position) -> Self::Position;

    /// A short name of a position, for tables.
    fn name(&self, at: &Self::Position) -> String;
}

impl<R: KoRules> KoRules for &R {
    type Position = R::Position;

    fn moves(&self, at: &R::Position, player: Player) -> Vec<KoMove<R::Position>> {
        (**self).moves(at, player)
    }

    fn lifted(&self, at: &R::Position) -> R::Position {
        (**self).lifted(at)
    }

    fn name(&self, at: &R::Position) -> String {
        (**self).name(at)
    }
}

/// Why there is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum KoFailure {
    /// The meter stopped the computation.
    #[error("{0}")]
    Stopped(#[from] StopReason),
    /// A cycle changes the score, and the question cannot be answered by bounds.
    #[error("a cycle of moves changes the number of prisoners: this is not determined")]
    Gain,
    /// A cycle changes the score, and the bounds do not meet.
    #[error(
        "a cycle of moves changes the number of prisoners, and up to {cut} of them the bounds of the value do not meet: it is \
         not determined"
    )]
    Between {
        /// The value is at least this.
        low: LoopyValue,
        /// The value is at most this.
        high: LoopyValue,
        /// How many net prisoners were played out.
        cut: u32,
    },
    /// There are more positions than the caller wants to look at.
    #[error("more than {0} positions: too large")]
    TooLarge(usize),
    /// Sidling over the banned moves did not settle.
    #[error("the approximations over the banned moves did not settle within {0} rounds")]
    Unsettled(usize),
}

impl From<SidesError> for KoFailure {
    fn from(error: SidesError) -> KoFailure {
        match error {
            SidesError::Stopped(reason) => reason.into(),
            _ => unreachable!("the offside of a game is at most its onside"),
        }
    }
}

/// The value of a position with a ko ban.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KoAnswer {
    /// The value.
    pub value: LoopyValue,
    /// How many positions (with their bans) there are.
    pub states: usize,
    /// Does the ban ever forbid a move? If not, the three games are one.
    pub has_ban: bool,
    /// How many net prisoners were played out where a cycle changes their number; 0 where none does.
    pub cut: u32,
}

/// The value of a position in one of the three games.
///
/// # Errors
/// [`KoFailure::Between`] if only bounds are known; see [`bounds_of_ko`](super::bounds_of_ko).
pub fn value_of_ko<R: KoRules>(
    rules: &R,
    start: &R::Position,
    game: KoGame,
    store: &Store,
    meter: &Meter,
) -> Result<KoAnswer, KoFailure> {
    value_of_ko_within(rules, start, game, usize::MAX, store, meter)
}

/// [`value_of_ko`], unless there are more than `most` positions.
pub fn value_of_ko_within<R: KoRules>(
    rules: &R,
    start: &R::Position,
    game: KoGame,
    most: usize,
    store: &Store,
    meter: &Meter,
) -> Result<KoAnswer, KoFailure> {
    let bounds = bounds_of_ko(rules, start, game, most, store, meter)?;
    match (bounds.value(), bounds.stopped) {
        (Some(value), _) => Ok(KoAnswer {
            value,
            states: bounds.states,
            has_ban: bounds.has_ban,
            cut: bounds.cut,
        }),
        (None, Some(reason)) => Err(reason.into()),
        (None, None) => Err(KoFailure::Between {
            low: bounds.low,
            high: bounds.high,
            cut: bounds.cut,
        }),
    }
}

/// How many rounds of sidling over banned moves are tried.
pub(super) const ROUNDS: usize = 10_000;

/// A move between numbered positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) player: Player,
    pub(super) to: usize,
    pub(super) points: i64,
    pub(super) banned: bool,
}

/// All positions that a start leads to.
pub(super) struct KoGraph<P> {
    pub(super) positions: Vec<P>,
    edges: Vec<Vec<Edge>>,
    /// Is there a move that the ban forbids?
    pub(super) has_ban: bool,
}

/// A component of such a graph as a loopy game: its positions, each with the points that were made
/// inside it so far; what it leads to hangs on it as exits. The first vertices are the positions with
/// no points made.
pub(super) struct Piece {
    pub(super) graph: LoopyGraph,
    /// The moves inside the component that the ban forbids.
    pub(super) banned: Vec<Move>,
    /// The other moves inside the component.
    pub(super) free: Vec<Move>,
    /// How many positions the component has.
    pub(super) size: usize,
}

impl<P: Clone + Eq + Hash> KoGraph<P> {
    pub(super) fn explore<R: KoRules<Position = P>>(
        rules: &R,
        start: &P,
        game: KoGame,
        meter: &Meter,
    ) -> Result<KoGraph<P>, KoFailure> {
        KoGraph::explore_within(rules, start, game, usize::MAX, meter)
    }

    pub(super) fn explore_within<R: KoRules<Position = P>>(
        rules: &R,
        start: &P,
        game: KoGame,
        most: usize,
        meter: &Meter,
    ) -> Result<KoGraph<P>, KoFailure> {
        KoGraph::explore_with(rules, start, game, false, most, meter)
    }

    /// All positions that a start leads to, those after a pass among them if `passes` says so.
    pub(super) fn explore_with<R: KoRules<Position = P>>(
        rules: &R,
        start: &P,
        game: KoGame,
        passes: bool,
        most: usize,
        meter: &Meter,
    ) -> Result<KoGraph<P>, KoFailure> {
        let mut graph = KoGraph {
            positions: vec![start.clone()],
            edges: Vec::new(),
            has_ban: false,
        };
        let mut number: FxHashMap<P, usize> = [(start.clone(), 0)].into_iter().collect();
        let mut ticker = meter.ticker();
        while let Some(at) = graph.positions.get(graph.edges.len()).cloned() {
            ticker.node(size_of::<P>() * 2 + 96)?;
            let mut edges = Vec::new();
            for player in Player::BOTH {
                for KoMove { to, points, banned } in rules.moves(&at, player) {
                    ticker.step()?;
                    graph.has_ban |= banned;
                    if banned && game.free_player() != Some(player) {
                        continue;
                    }
                    let to = *number.entry(to).or_insert_with_key(|to| {
                        graph.positions.push(to.clone());
                        graph.positions.len() - 1
                    });
                    edges.push(Edge {
                        player,
                        to,
                        points,
                        banned,
                    });
                }
            }
            graph.edges.push(edges);
            if passes {
                number.entry(rules.lifted(&at)).or_insert_with_key(|to| {
                    graph.positions.push(to.clone());
                    graph.positions.len() - 1
                });
            }
            if graph.positions.len() > most {
                return Err(KoFailure::TooLarge(most));
            }
        }
        Ok(graph)
    }

    /// All moves from a position.
    pub(super) fn edges(&self, at: usize) -> &[Edge] {
        &self.edges[at]
    }

    /// The moves of a player from a position: where they lead and the points they make.
    pub(super) fn moves(
        &self,
        at: usize,
        player: Player,
    ) -> impl Iterator<Item = (usize, i64)> + '_ {
        let edges = self.edges[at].iter();
        edges
            .filter(move |edge| edge.player == player)
            .map(|edge| (edge.to, edge.points))
    }

    /// The strongly connected components, what lies below first.
    pub(super) fn components(&self) -> Vec<Vec<usize>> {
        let mut builder = BigraphBuilder::new(self.positions.len());
        for (from, edges) in self.edges.iter().enumerate() {
            for edge in edges {
                builder.edge(from as u32, edge.player, edge.to as u32);
            }
        }
        let components = Components::new(&builder.build());
        (0..components.count() as u32)
            .map(|c| components.members(c).iter().map(|&v| v as usize).collect())
            .collect()
    }

    /// One component as a loopy game; `below` has the values of everything below. A component in which a cycle
    /// changes the score needs a cut.
    ///
    /// The points that are made inside the component are an integer beside it, in which the players
    /// may move: leaving that out would be wrong where the component is worth a number.
    pub(super) fn piece(
        &self,
        members: &[usize],
        below: impl Fn(usize) -> LoopyValue,
        cut: Option<Cut>,
        store: &Store,
        meter: &Meter,
    ) -> Result<Piece, KoFailure> {
        if cut.is_none() && self.gains(members) {
            return Err(KoFailure::Gain);
        }
        let inside: FxHashSet<usize> = members.iter().copied().collect();
        let mut builder = PieceBuilder::new(members);
        let mut ticker = meter.ticker();
        let mut next = 0;
        while let Some(&(at, points)) = builder.vertices.get(next) {
            let from = builder.number[&(at, points)];
            next += 1;
            ticker.node(128)?;
            for edge in &self.edges[at] {
                let sum = points + edge.points;
                if !inside.contains(&edge.to) {
                    let points = store.integer(sum).into();
                    let value =
                        store
                            .loopy()
                            .try_add(below(edge.to), points, Effort::default(), meter)?;
                    builder.exit(from, edge.player, value);
                    continue;
                }
                match cut.filter(|cut| sum.unsigned_abs() > u64::from(cut.at)) {
                    Some(cut) => builder.exit(from, edge.player, cut.beyond),
                    None => builder.inner(from, edge, sum),
                }
            }
            match points {
                0 => {}
                1.. => builder.integer_move(from, Player::Left, at, points - 1),
                _ => builder.integer_move(from, Player::Right, at, points + 1),
            }
        }
        Ok(builder.build(members.len()))
    }

    /// Is there a cycle that changes the score? If not, the points of a move inside a component are the difference of a
    /// potential.
    pub(super) fn gains(&self, members: &[usize]) -> bool {
        let mut potential: FxHashMap<usize, Option<i64>> =
            members.iter().map(|&at| (at, None)).collect();
        potential.insert(members[0], Some(0));
        let mut todo = vec![members[0]];
        while let Some(at) = todo.pop() {
            let here = potential[&at].expect("only known positions are worked on");
            for edge in &self.edges[at] {
                match potential.get(&edge.to) {
                    None => {}
                    Some(None) => {
                        potential.insert(edge.to, Some(here + edge.points));
                        todo.push(edge.to);
                    }
                    Some(&Some(there)) if there == here + edge.points => {}
                    Some(_) => return true,
                }
            }
        }
        false
    }

    /// The positions outside of a component that its moves lead to.
    pub(super) fn exits<'a>(&'a self, members: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
        let inside: FxHashSet<usize> = members.iter().copied().collect();
        let edges = members.iter().flat_map(|&at| &self.edges[at]);
        edges
            .map(|edge| edge.to)
            .filter(move |to| !inside.contains(to))
    }
}

struct PieceBuilder {
    builder: BigraphBuilder,
    vertices: Vec<(usize, i64)>,
    number: FxHashMap<(usize, i64), u32>,
    exits: FxHashMap<LoopyValue, u32>,
    banned: Vec<Move>,
    free: Vec<Move>,
}

impl PieceBuilder {
    fn new(members: &[usize]) -> PieceBuilder {
        let vertices: Vec<(usize, i64)> = members.iter().map(|&at| (at, 0)).collect();
        PieceBuilder {
            builder: BigraphBuilder::new(members.len()),
            number: vertices.iter().copied().zip(0u32..).collect(),
            vertices,
            exits: FxHashMap::default(),
            banned: Vec::new(),
            free: Vec::new(),
        }
    }

    fn vertex(&mut self, key: (usize, i64)) -> u32 {
        *self.number.entry(key).or_insert_with(|| {
            self.vertices.push(key);
            self.builder.vertex()
        })
    }

    fn inner(&mut self, from: u32, edge: &Edge, points: i64) {
        let to = self.vertex((edge.to, points));
        self.builder.edge(from, edge.player, to);
        let list = match edge.banned {
            true => &mut self.banned,
            false => &mut self.free,
        };
        list.push((from, edge.player, to));
    }

    fn integer_move(&mut self, from: u32, player: Player, at: usize, points: i64) {
        let to = self.vertex((at, points));
        self.builder.edge(from, player, to);
        self.free.push((from, player, to));
    }

    fn exit(&mut self, from: u32, player: Player, value: LoopyValue) {
        let to = *self
            .exits
            .entry(value)
            .or_insert_with(|| self.builder.vertex());
        self.builder.edge(from, player, to);
    }

    fn build(self, size: usize) -> Piece {
        let mut graph = LoopyGraph::new(self.builder.build());
        for (value, at) in self.exits {
            graph = graph.with_exit(at, value);
        }
        // A move may be banned as one edge and free as another; then nobody minds.
        let mut banned = self.banned;
        let free: FxHashSet<Move> = self.free.iter().copied().collect();
        banned.retain(|edge| !free.contains(edge));
        Piece {
            graph,
            banned,
            free: self.free,
            size,
        }
    }
}

impl Piece {
    /// The values of the positions of the component.
    pub(super) fn values(
        &self,
        game: KoGame,
        store: &Store,
        meter: &Meter,
    ) -> Result<Vec<LoopyValue>, KoFailure> {
        let loopy = store.loopy();
        let plain = loopy.try_graph_values(&self.graph, Effort::default(), meter)?;
        let plain = &plain[..self.size];
        let Some(free) = game.free_player().filter(|_| !self.banned.is_empty()) else {
            return Ok(plain.to_vec());
        };
        let (side, start) = match free {
            Player::Left => (Side::Onside, Start::Off),
            Player::Right => (Side::Offside, Start::On),
        };
        let sidled = self.sidled(side, start, store, meter)?;
        let both = plain.iter().zip(sidled).map(|(value, form)| {
            let (onside, offside) = match side {
                Side::Onside => (form, value.offside()),
                Side::Offside => (value.onside(), form),
            };
            Ok(loopy.sided(onside, offside, meter)?)
        });
        both.collect()
    }

    fn sidled(
        &self,
        side: Side,
        start: Start,
        store: &Store,
        meter: &Meter,
    ) -> Result<Vec<SideForm>, KoFailure> {
        let moves = self.banned.clone();
        let sets = vec![MoveSet { moves, start }];
        let mut sidling = Sidling::new(store.loopy(), &self.graph, sets)
            .expect("the banned moves are moves of the graph")
            .with_side(side);
        let values = sidling.run(ROUNDS, meter)?;
        values.ok_or(KoFailure::Unsettled(ROUNDS))
    }
}
