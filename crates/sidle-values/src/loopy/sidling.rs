//! Sidling: approximating a loopy game by games in which some moves lead to what is known already.
//!
//! Let `M` be a set of moves of a game `G` such that every infinite play with infinitely many of
//! them is won by Left. Then `K_0 = on`, and `K_{i+1}` is `G` with each move of `M` led to the
//! corresponding position of `K_i`. These approximations go down, and if two of them are equal at
//! every position, they are equal to `G` (the Sidling Theorem: *Winning Ways*, ch. 11; for any `M`,
//! D. Moews, "Loopy games and Go", §3). If such plays are lost for Left, the same holds upwards from
//! `off`.
//!
//! Infinite play with only finitely many moves of `M` can be sidled in turn, with a second set of
//! moves and its own convention inside each step of the first; what is left in the innermost step is
//! judged by the convention of the last set.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, Relation, StopReason};
use sidle_graph::bigraph::{BigraphBuilder, Side};

use super::{Effort, Loopy, LoopyGraph, LoopyValue, SideForm};

/// A move: from a vertex, by a player, to a vertex.
pub type Move = (u32, Player, u32);

/// Where sidling starts, which is who wins an infinite play with infinitely many moves of the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// From `on`, downwards: such plays are won by Left.
    On,
    /// From `off`, upwards: such plays are won by Right.
    Off,
}

/// A set of moves with its convention.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveSet {
    /// The moves `M`. A move into an exit of the graph may be listed and changes nothing.
    pub moves: Vec<Move>,
    /// Who wins a play with infinitely many of them.
    pub start: Start,
}

/// Move sets that cannot be sidled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SidlingError {
    /// There is no set of moves.
    #[error("there is no set of moves to sidle with")]
    NoSet,
    /// A move of a set is not a move of the graph.
    #[error("{1} cannot move from vertex {0} to vertex {2}")]
    NotAMove(u32, Player, u32),
}

/// One approximation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approximation {
    /// Which one: for nested sets `[i, j]` is the j-th approximation inside the i-th of the first
    /// set, all counted from 1 (the starts `on` and `off` have number 0).
    pub place: Vec<usize>,
    /// The value at each vertex.
    pub values: Vec<SideForm>,
    /// How many of the innermost sets have reached a fixed point with this approximation; when it is
    /// the number of all sets, these are the values of the game.
    pub fixed: usize,
}

/// A sidling under way: each [`Sidling::step`] computes the next approximation.
///
/// ```
/// use sidle_core::{Meter, Player};
/// use sidle_graph::bigraph::BigraphBuilder;
/// use sidle_values::{Store, loopy::{LoopyGraph, MoveSet, Sidling, Start, Stopper}};
/// // a = {0, b | }, b = {0 | a}: the first figure of Moews's paper.
/// let mut graph = BigraphBuilder::new(3);
/// graph.edge(0, Player::Left, 1).edge(0, Player::Left, 2);
/// graph.edge(1, Player::Left, 2).edge(1, Player::Right, 0);
/// let graph = LoopyGraph::new(graph.build());
/// let moves = vec![(0, Player::Left, 1), (1, Player::Right, 0)];
/// let sets = vec![MoveSet { moves, start: Start::On }];
/// let store = Store::new();
/// let mut sidling = Sidling::new(store.loopy(), &graph, sets).unwrap();
/// let values = sidling.run(100, &Meter::unlimited()).unwrap().expect("a fixed point");
/// assert_eq!(values[0], Stopper::Short(store.integer(2)).into());
/// ```
#[derive(Clone, Debug)]
pub struct Sidling<'s, 'g> {
    loopy: Loopy<'s>,
    graph: &'g LoopyGraph,
    /// Per set: its start, the number of the current approximation and its values.
    sets: Vec<Stage>,
    /// The set a move belongs to; of several sets the outermost counts.
    set_of: FxHashMap<Move, usize>,
    finished: bool,
    effort: Effort,
    side: Option<Side>,
}

#[derive(Clone, Debug)]
struct Stage {
    start: Start,
    round: usize,
    values: Vec<SideForm>,
}

impl<'s, 'g> Sidling<'s, 'g> {
    /// Begins with `sets`, the outermost first.
    pub fn new(
        loopy: Loopy<'s>,
        graph: &'g LoopyGraph,
        sets: Vec<MoveSet>,
    ) -> Result<Sidling<'s, 'g>, SidlingError> {
        if sets.is_empty() {
            return Err(SidlingError::NoSet);
        }
        let mut set_of = FxHashMap::default();
        for (number, set) in sets.iter().enumerate() {
            for &(v, player, w) in &set.moves {
                let vertices = 0..graph.graph().vertex_count() as u32;
                if !vertices.contains(&v) || !graph.graph().has_edge(v, player, w) {
                    return Err(SidlingError::NotAMove(v, player, w));
                }
                set_of.entry((v, player, w)).or_insert(number);
            }
        }
        let mut sidling = Sidling {
            loopy,
            graph,
            sets: Vec::new(),
            set_of,
            finished: false,
            side: None,
            effort: Effort::default(),
        };
        sidling.sets = sets
            .iter()
            .map(|set| Stage {
                start: set.start,
                round: 0,
                values: sidling.start(set.start),
            })
            .collect();
        Ok(sidling)
    }

    /// How hard to simplify what is left without the moves of the sets, if that has cycles.
    #[must_use]
    pub fn with_effort(self, effort: Effort) -> Sidling<'s, 'g> {
        Sidling { effort, ..self }
    }

    /// Judges infinite play without moves of the sets by the given side, not by the convention of the
    /// last set.
    #[must_use]
    pub fn with_side(self, side: Side) -> Sidling<'s, 'g> {
        Sidling {
            side: Some(side),
            ..self
        }
    }

    /// The side that infinite play without moves of the sets is judged by: that of the last set,
    /// unless told otherwise.
    #[must_use]
    pub fn side(&self) -> Side {
        let last = match self.sets.last().map(|set| set.start) {
            Some(Start::Off) => Side::Offside,
            _ => Side::Onside,
        };
        self.side.unwrap_or(last)
    }

    /// Whether a fixed point has been reached.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// The values that the outermost approximation has now: an upper bound of the game for one that
    /// starts from `on`, a lower bound from `off`, the game itself when finished.
    #[must_use]
    pub fn bounds(&self) -> &[SideForm] {
        &self.sets[0].values
    }

    /// The next approximation. A stop changes nothing: the same step can be tried again.
    ///
    /// Cost: valuing the graph once, see [`Loopy::try_graph_values`].
    pub fn step(&mut self, meter: &Meter) -> Result<Approximation, StopReason> {
        let values = self.evaluate(meter)?;
        let place = self.sets.iter().map(|set| set.round + 1).collect();
        let mut fixed = 0;
        for set in self.sets.iter().rev() {
            if !self.same(&set.values, &values, meter)? {
                break;
            }
            fixed += 1;
        }
        // The sets that stand still hand their value to the one outside of them and start anew.
        match self.sets.len().checked_sub(fixed + 1) {
            None => self.finished = true,
            Some(advancing) => {
                self.sets[advancing].round += 1;
                self.sets[advancing].values.clone_from(&values);
                for inner in advancing + 1..self.sets.len() {
                    let start = self.start(self.sets[inner].start);
                    self.sets[inner].round = 0;
                    self.sets[inner].values = start;
                }
            }
        }
        Ok(Approximation {
            place,
            values,
            fixed,
        })
    }

    /// Steps until a fixed point; `None` if there is none within the given number of steps.
    pub fn run(
        &mut self,
        steps: usize,
        meter: &Meter,
    ) -> Result<Option<Vec<SideForm>>, StopReason> {
        for _ in 0..steps {
            let approximation = self.step(meter)?;
            if self.finished {
                return Ok(Some(approximation.values));
            }
        }
        Ok(None)
    }

    fn start(&self, start: Start) -> Vec<SideForm> {
        let value = match start {
            Start::On => self.loopy.on(),
            Start::Off => self.loopy.off(),
        };
        vec![value.into(); self.graph.graph().vertex_count()]
    }

    fn same(&self, old: &[SideForm], new: &[SideForm], meter: &Meter) -> Result<bool, StopReason> {
        for (v, (&a, &b)) in old.iter().zip(new).enumerate() {
            // An exit has its value from the first step on.
            if a == b || self.graph.exit(v as u32).is_some() {
                continue;
            }
            let stoppers = a.stopper().is_some() && b.stopper().is_some();
            if stoppers || self.loopy.compare_sides(a, b, self.side(), meter)? != Relation::Equal {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The graph with every move of a set led to the value that its target has in that set's
    /// current approximation.
    fn evaluate(&self, meter: &Meter) -> Result<Vec<SideForm>, StopReason> {
        let graph = self.graph.graph();
        let mut builder = BigraphBuilder::new(graph.vertex_count());
        let mut place: FxHashMap<(usize, u32), u32> = FxHashMap::default();
        let mut redirected = Vec::new();
        for (v, player, w) in graph.edges() {
            let set = self.set_of.get(&(v, player, w));
            let to = match set {
                Some(&set) if self.graph.exit(w).is_none() => {
                    *place.entry((set, w)).or_insert_with(|| {
                        let new = builder.vertex();
                        redirected.push((new, self.sets[set].values[w as usize]));
                        new
                    })
                }
                _ => w,
            };
            builder.edge(v, player, to);
        }
        let mut led = LoopyGraph::new(builder.build());
        for v in graph.vertices() {
            if let Some(value) = self.graph.exit(v) {
                led = led.with_exit(v, value);
            }
        }
        for (v, form) in redirected {
            led = led.with_exit(v, LoopyValue::from_sides(form, form));
        }
        let values = self.loopy.try_graph_values(&led, self.effort, meter)?;
        let side = self.side();
        Ok(values[..graph.vertex_count()]
            .iter()
            .map(|value| value.side(side))
            .collect())
    }
}
