//! The way from a game to its simplest form, step by step: dominated options, reversible options, equal vertices.
//!
//! The steps keep the value of every vertex (Siegel, Theorem 15 and Lemma 16, as corrected in `docs/errata.md`), so one
//! comparison of all vertices at the beginning serves all of them. `sidle-check` verifies each step by itself.
//!
//! Steps are made from the start downwards: an option that is deleted is not simplified before.

use sidle_core::{Meter, Player, StopReason};

use super::{
    AlternatingReach, Bigraph, BigraphBuilder, OrderMatrix, Side, State, side_matrix,
    survival_matrix,
};

/// Which values the steps keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// The value of a game without alternating cycles.
    Stopper,
    /// One side of any game.
    Side(Side),
    /// The value of a game without alternating cycles, up to infinitesimals.
    Infinitesimal,
}

/// A step towards the simplest form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The option is deleted, because the player has another one that is at least as good.
    Dominated {
        /// Where.
        vertex: u32,
        /// Whose option.
        player: Player,
        /// The option that is deleted.
        option: u32,
        /// The option that is at least as good.
        by: u32,
    },
    /// Options are replaced by those of the same player after a reply that is at least as good for the opponent as the
    /// vertex.
    Reversible {
        /// Where.
        vertex: u32,
        /// Whose options.
        player: Player,
        /// Each option that is replaced, with the reply.
        through: Vec<[u32; 2]>,
    },
    /// All edges to a vertex are led to an equal one.
    Fused {
        /// The vertex that disappears.
        vertex: u32,
        /// The vertex that takes its place.
        into: u32,
    },
}

/// The steps, and what they lead to.
#[derive(Clone, Debug)]
pub struct Simplified {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The options of each vertex after the last step, Left's and Right's. All vertices of the beginning are there.
    pub rows: Vec<[Vec<u32>; 2]>,
    /// The vertex that stands for the start.
    pub start: u32,
    /// Has the game that is left no alternating cycle?
    pub is_stopper: bool,
}

/// Simplifies the game at a vertex. `numbers` are vertices that are canonical numbers; up to infinitesimals, a vertex that is
/// equal to one of them becomes that number.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_graph::bigraph::{Bigraph, Keeps, simplify};
/// // 2 = {0,*|0}: Left's option 0 stays, since 0 and * are confused, and * reverses through 0.
/// let rows: [(&[u32], &[u32]); 3] = [(&[], &[]), (&[0], &[0]), (&[0, 1], &[0])];
/// let graph = Bigraph::from_rows(rows);
/// let simple = simplify(&graph, 2, Keeps::Stopper, &[], &Meter::unlimited())?;
/// assert!(simple.steps.is_empty());
/// # Ok::<(), sidle_core::StopReason>(())
/// ```
///
/// # Cost
/// One comparison of all pairs of vertices, then linear in the graph for each step.
pub fn simplify(
    graph: &Bigraph,
    start: u32,
    keeps: Keeps,
    numbers: &[u32],
    meter: &Meter,
) -> Result<Simplified, StopReason> {
    let rows = graph
        .vertices()
        .map(|v| Player::BOTH.map(|player| graph.options(v, player).to_vec()));
    let mut work = Simplifier {
        order: Order::new(graph, keeps, meter)?,
        loser: match keeps {
            Keeps::Side(Side::Onside) => Some(Player::Right),
            Keeps::Side(Side::Offside) => Some(Player::Left),
            Keeps::Stopper | Keeps::Infinitesimal => None,
        },
        numbers: match keeps {
            Keeps::Infinitesimal => numbers.to_vec(),
            _ => Vec::new(),
        },
        rows: rows.collect(),
        start,
        steps: Vec::new(),
        meter,
    };
    work.run()?;
    let left = work.graph();
    Ok(Simplified {
        is_stopper: left.is_stopper(work.start),
        steps: work.steps,
        rows: work.rows,
        start: work.start,
    })
}

/// The comparisons of all vertices.
struct Order {
    matrix: OrderMatrix,
    /// What is added to the number of the second vertex.
    shift: u32,
}

impl Order {
    fn new(graph: &Bigraph, keeps: Keeps, meter: &Meter) -> Result<Order, StopReason> {
        let matrix = match keeps {
            Keeps::Stopper => survival_matrix(graph, graph, meter)?,
            Keeps::Side(side) => side_matrix(graph, graph, side, meter)?,
            Keeps::Infinitesimal => {
                let beside = with_over(graph);
                let shift = graph.vertex_count() as u32;
                let matrix = survival_matrix(graph, &beside, meter)?;
                return Ok(Order { matrix, shift });
            }
        };
        Ok(Order { matrix, shift: 0 })
    }

    fn le(&self, g: u32, h: u32) -> bool {
        self.matrix.le(g, h + self.shift)
    }

    fn eq(&self, g: u32, h: u32) -> bool {
        self.le(g, h) && self.le(h, g)
    }

    /// Is `better` at least as good for the player?
    fn at_least(&self, player: Player, better: u32, worse: u32) -> bool {
        match player {
            Player::Left => self.le(worse, better),
            Player::Right => self.le(better, worse),
        }
    }
}

/// The graph, and behind it the graph with `over = {0|over}` beside each vertex.
fn with_over(graph: &Bigraph) -> Bigraph {
    let count = graph.vertex_count() as u32;
    let mut builder = BigraphBuilder::new(2 * graph.vertex_count());
    for (v, player, w) in graph.edges() {
        builder.edge(v, player, w);
        builder.edge(v + count, player, w + count);
    }
    for v in graph.vertices() {
        builder.edge(v + count, Player::Left, v);
        builder.edge(v + count, Player::Right, v + count);
    }
    builder.build()
}

struct Simplifier<'m> {
    order: Order,
    /// The player who loses infinite play, if it counts.
    loser: Option<Player>,
    numbers: Vec<u32>,
    rows: Vec<[Vec<u32>; 2]>,
    start: u32,
    steps: Vec<Step>,
    meter: &'m Meter,
}

impl Simplifier<'_> {
    fn run(&mut self) -> Result<(), StopReason> {
        loop {
            let before = self.steps.len();
            self.vertices()?;
            self.fusions()?;
            if self.steps.len() == before {
                return Ok(());
            }
        }
    }

    fn graph(&self) -> Bigraph {
        Bigraph::from_rows(
            self.rows
                .iter()
                .map(|[left, right]| (&left[..], &right[..])),
        )
    }

    /// What can be reached from the start, in the order of its distance.
    fn reachable(&self) -> Vec<u32> {
        let mut seen = vec![false; self.rows.len()];
        seen[self.start as usize] = true;
        let mut found = vec![self.start];
        let mut next = 0;
        while let Some(&v) = found.get(next) {
            next += 1;
            for &w in self.rows[v as usize].iter().flatten() {
                if !std::mem::replace(&mut seen[w as usize], true) {
                    found.push(w);
                }
            }
        }
        found
    }

    /// Simplifies vertex after vertex, each until nothing more changes.
    fn vertices(&mut self) -> Result<(), StopReason> {
        let mut done = vec![false; self.rows.len()];
        loop {
            let open = self.reachable().into_iter().find(|&v| !done[v as usize]);
            let Some(v) = open else {
                return Ok(());
            };
            done[v as usize] = true;
            if self.becomes_number(v) {
                continue;
            }
            while self.improve(v)? {
                self.meter.ticker().steps(self.rows.len())?;
            }
        }
    }

    /// Replaces a vertex that equals a number up to infinitesimals by that number. Its options are not simplified: bypassing
    /// may change the value of such a vertex.
    fn becomes_number(&mut self, v: u32) -> bool {
        if self.numbers.contains(&v) {
            return true;
        }
        let number = self.numbers.iter().find(|&&n| self.order.eq(v, n));
        let Some(&into) = number else {
            return false;
        };
        self.fuse(v, into);
        true
    }

    /// Makes a step at a vertex if there is one.
    fn improve(&mut self, v: u32) -> Result<bool, StopReason> {
        for player in Player::BOTH {
            if self.delete_dominated(v, player) || self.bypass(v, player)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn delete_dominated(&mut self, v: u32, player: Player) -> bool {
        let options = &self.rows[v as usize][player.index()];
        let found = options.iter().rev().find_map(|&x| {
            let by = options.iter().copied().filter(|&y| y != x);
            let mut by = by.filter(|&y| self.order.at_least(player, y, x));
            by.find(|&y| self.may_dominate(v, player, y))
                .map(|by| (x, by))
        });
        let Some((option, by)) = found else {
            return false;
        };
        self.rows[v as usize][player.index()].retain(|&x| x != option);
        self.steps.push(Step::Dominated {
            vertex: v,
            player,
            option,
            by,
        });
        true
    }

    /// Definition 14(b): the dominating move of the player who loses infinite play lies on no alternating cycle.
    fn may_dominate(&self, v: u32, player: Player, by: u32) -> bool {
        self.loser != Some(player)
            || !AlternatingReach::new(&self.graph(), State::new(by, -player))
                .contains(State::new(v, player))
    }

    fn bypass(&mut self, v: u32, player: Player) -> Result<bool, StopReason> {
        // One move at a time for the player who wins infinite play, since each move changes the cycles.
        let one_by_one = self.loser == Some(-player);
        let mut options = self.rows[v as usize][player.index()].clone();
        let mut through: Vec<[u32; 2]> = Vec::new();
        let mut next = 0;
        while let Some(&x) = options.get(next) {
            next += 1;
            let Some(y) = self.reversing(v, player, x) else {
                continue;
            };
            through.push([x, y]);
            for &z in &self.rows[y as usize][player.index()] {
                self.meter.ticker().step()?;
                if !options.contains(&z) {
                    options.push(z);
                }
            }
            if one_by_one {
                break;
            }
        }
        if through.is_empty() {
            return Ok(false);
        }
        options.retain(|x| through.iter().all(|[gone, _]| gone != x));
        options.sort_unstable();
        self.rows[v as usize][player.index()] = options;
        self.steps.push(Step::Reversible {
            vertex: v,
            player,
            through,
        });
        Ok(true)
    }

    /// A reply to the option `x` that is at least as good for the opponent as `v`.
    ///
    /// On a side, the two moves of the player who wins infinite play must lie on no alternating cycle. Definition 14(d) asks
    /// for less, and then a move may be bypassed for ever.
    fn reversing(&self, v: u32, player: Player, x: u32) -> Option<u32> {
        let replies = self.rows[x as usize][(-player).index()].iter().copied();
        let mut replies = replies.filter(|&y| self.order.at_least(-player, y, v));
        replies.find(|&y| {
            self.loser != Some(-player)
                || !AlternatingReach::new(&self.graph(), State::new(y, player))
                    .contains(State::new(x, -player))
        })
    }

    /// Fuses equal vertices of a graph with cycles. Without cycles equal vertices look alike in the end.
    fn fusions(&mut self) -> Result<(), StopReason> {
        loop {
            let reachable = self.reachable();
            let graph = self.graph();
            let (part, _) = graph.trimmed(self.start);
            if is_acyclic(&part) {
                return Ok(());
            }
            let mut found = None;
            for (place, &v) in reachable.iter().enumerate() {
                self.meter.ticker().steps(place)?;
                let equal = reachable[..place].iter().copied();
                let equal = equal.filter(|&u| self.order.eq(u, v));
                let mut equal = equal.filter(|&u| self.may_fuse(&graph, v, u));
                found = equal.next().map(|u| (v, u));
                if found.is_some() {
                    break;
                }
            }
            let Some((v, into)) = found else {
                return Ok(());
            };
            self.fuse(v, into);
        }
    }

    /// Lemma 16, corrected: no even alternating walk leads from `u` to `v`, and not odd ones that begin with either player.
    fn may_fuse(&self, graph: &Bigraph, v: u32, u: u32) -> bool {
        if self.loser.is_none() {
            return true;
        }
        let walks = Player::BOTH.map(|first| AlternatingReach::new(graph, State::new(u, first)));
        let reaches =
            |first: Player, mover: Player| walks[first.index()].contains(State::new(v, mover));
        let even = Player::BOTH.iter().any(|&first| reaches(first, first));
        let odd = Player::BOTH.iter().all(|&first| reaches(first, -first));
        !even && !odd
    }

    fn fuse(&mut self, v: u32, into: u32) {
        for list in self.rows.iter_mut().flatten() {
            let Some(place) = list.iter().position(|&w| w == v) else {
                continue;
            };
            list[place] = into;
            list.sort_unstable();
            list.dedup();
        }
        if self.start == v {
            self.start = into;
        }
        self.steps.push(Step::Fused { vertex: v, into });
    }
}

/// Has the graph no cycle at all?
fn is_acyclic(graph: &Bigraph) -> bool {
    let components = super::Components::new(graph);
    (0..components.count() as u32).all(|component| !components.is_cyclic(graph, component))
}
