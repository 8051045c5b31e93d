//! State graphs: who is to move belongs to the position.
//!
//! The state `(v, Left)` leads to `(w, Right)` for every Left option `w` of `v`, and the mirror image
//! (Siegel, Definition 17). An alternating cycle of the game is a cycle here.

use sidle_core::Player;

use super::Bigraph;

/// A vertex together with the player who is to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Where the game stands.
    pub vertex: u32,
    /// Who moves next.
    pub mover: Player,
}

impl State {
    /// The state of `mover` at `vertex`.
    #[must_use]
    pub const fn new(vertex: u32, mover: Player) -> State {
        State { vertex, mover }
    }

    fn index(self) -> usize {
        2 * self.vertex as usize + self.mover.index()
    }
}

impl Bigraph {
    /// Is every vertex a stopper: is there no alternating closed walk? Cost: linear.
    #[must_use]
    pub fn is_stopper_graph(&self) -> bool {
        self.is_stopper_within(self.vertices())
    }

    /// Is the game at `start` a stopper? Only what can be reached from there counts.
    #[must_use]
    pub fn is_stopper(&self, start: u32) -> bool {
        self.is_stopper_within(self.reachable(&[start]))
    }

    /// Depth-first search for a cycle of states with their vertices in `roots`.
    fn is_stopper_within(&self, roots: impl IntoIterator<Item = u32>) -> bool {
        const OPEN: u8 = 1;
        const DONE: u8 = 2;
        let mut mark = vec![0u8; 2 * self.vertex_count()];
        let mut path: Vec<(State, usize)> = Vec::new();
        for root in roots {
            for mover in Player::BOTH {
                let start = State::new(root, mover);
                if mark[start.index()] != 0 {
                    continue;
                }
                mark[start.index()] = OPEN;
                path.push((start, 0));
                while let Some((state, next)) = path.last_mut() {
                    let state = *state;
                    let Some(&w) = self.options(state.vertex, state.mover).get(*next) else {
                        mark[state.index()] = DONE;
                        path.pop();
                        continue;
                    };
                    *next += 1;
                    let to = State::new(w, -state.mover);
                    match mark[to.index()] {
                        OPEN => return false,
                        DONE => {}
                        _ => {
                            mark[to.index()] = OPEN;
                            path.push((to, 0));
                        }
                    }
                }
            }
        }
        true
    }
}

/// Reachability by alternating moves from one state.
///
/// ```
/// use sidle_core::Player::{Left, Right};
/// use sidle_graph::bigraph::{AlternatingReach, Bigraph, State};
/// // 0 = {1|}, 1 = {|0}: Left and Right can go round for ever.
/// let graph = Bigraph::from_rows([(&[1u32][..], &[][..]), (&[], &[0])]);
/// let reach = AlternatingReach::new(&graph, State::new(0, Left));
/// assert!(reach.contains(State::new(0, Left)) && !reach.contains(State::new(0, Right)));
/// ```
#[derive(Clone, Debug)]
pub struct AlternatingReach {
    seen: Vec<bool>,
}

impl AlternatingReach {
    /// Everything that can be reached from `start` by one alternating move or more. Cost: linear.
    #[must_use]
    pub fn new(graph: &Bigraph, start: State) -> AlternatingReach {
        let mut seen = vec![false; 2 * graph.vertex_count()];
        let mut todo = vec![start];
        while let Some(state) = todo.pop() {
            for &w in graph.options(state.vertex, state.mover) {
                let to = State::new(w, -state.mover);
                if !std::mem::replace(&mut seen[to.index()], true) {
                    todo.push(to);
                }
            }
        }
        AlternatingReach { seen }
    }

    /// Can `state` be reached (by at least one move)?
    #[must_use]
    pub fn contains(&self, state: State) -> bool {
        self.seen[state.index()]
    }
}
