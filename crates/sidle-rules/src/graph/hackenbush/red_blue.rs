//! Red–blue Hackenbush: every value is a number.

use rustc_hash::FxHashMap;
use sidle_core::{Dyadic, Player};
use smallvec::SmallVec;

use super::BLUE;
use crate::graph::LabelledGraph;

/// How many questions [`red_blue_value`] asks before it gives up.
const PATIENCE: usize = 50_000;

/// The value of an edge with the number `x` on top of it: `1 : x` for a blue edge, `-1 : x` for a
/// red one. For blue it is `(x + n) / 2^(n-1)` with the least `n ≥ 1` such that `x + n > 1`
/// (Winning Ways, chapter 2).
///
/// ```
/// use sidle_core::{Dyadic, Player};
/// use sidle_rules::graph::stalk;
/// assert_eq!(stalk(Player::Left, &Dyadic::from(-1)), Dyadic::new(1, 1));
/// assert_eq!(stalk(Player::Right, &Dyadic::from(-2)), Dyadic::from(-3));
/// ```
pub fn stalk(colour: Player, x: &Dyadic) -> Dyadic {
    if colour == Player::Right {
        return -stalk(Player::Left, &-x.clone());
    }
    match x.to_i64() {
        Some(n) if n > 0 => return x + &Dyadic::from(1),
        Some(n) if n > -1000 => return Dyadic::new(1, n.unsigned_abs() as u32),
        _ => {}
    }
    let one = Dyadic::from(1);
    let mut n = 1i64;
    if *x <= Dyadic::ZERO {
        // The least n with n > 1 - x.
        let gap = (one - x.clone()).floor();
        n = i64::try_from(gap).unwrap_or(i64::MAX - 1) + 1;
    }
    let shift = i32::try_from(n - 1).unwrap_or(i32::MAX);
    (x.clone() + Dyadic::from(n)).mul_pow2(-shift)
}

/// The value of a connected graph of blue and red edges with vertex 0 on the ground, unless that
/// takes too long.
///
/// Trees are folded by the colon principle. What is left lies on cycles, or between a cycle and the
/// ground; since all values are numbers, it is placed by questions "is it greater than `s`?" along
/// the tree of simplest numbers, and each question is a game of its own, `G - s`, searched with a
/// table of bounds.
///
/// ```
/// use sidle_core::Dyadic;
/// use sidle_rules::{Ruleset, graph::{Hackenbush, red_blue_value}};
/// let game = Hackenbush::default();
/// assert_eq!(red_blue_value(&game.parse("lrlrr").unwrap()), Some(Dyadic::new(9, 4)));
/// assert_eq!(red_blue_value(&game.parse("r:Allr:A").unwrap()), Some(Dyadic::new(-1, 1)));
/// ```
pub fn red_blue_value(graph: &LabelledGraph) -> Option<Dyadic> {
    let ends: Vec<Ends> = graph
        .edges()
        .iter()
        .map(|e| {
            let colour = match e.label == BLUE {
                true => Player::Left,
                false => Player::Right,
            };
            (e.from, e.to, colour)
        })
        .collect();
    let mut alive = vec![true; ends.len()];
    let mut hung = vec![Dyadic::ZERO; graph.vertex_count()];
    fold(&ends, &mut alive, &mut hung);
    let core: Vec<Ends> = (0..ends.len())
        .filter(|&i| alive[i])
        .map(|i| ends[i])
        .collect();
    let at_ground = std::mem::replace(&mut hung[0], Dyadic::ZERO);
    if core.is_empty() {
        return Some(at_ground);
    }
    let mut search = Search::new(&core)?;
    let numbers = search.numbers.clone();
    let hung: Vec<(u8, Dyadic)> = numbers
        .iter()
        .enumerate()
        .map(|(i, &v)| (i as u8, hung[v as usize].clone()))
        .filter(|(_, x)| !x.is_zero())
        .collect();
    let (state, shift) = search.place(u64::MAX >> (64 - core.len()), &hung)?;
    Some(at_ground + shift + search.value(&state)?)
}

/// An edge: its ends and who may cut it.
type Ends = (u32, u32, Player);

fn add_to(sum: &mut Dyadic, x: Dyadic) {
    *sum = std::mem::replace(sum, Dyadic::ZERO) + x;
}

/// Drops what is not connected to the ground, and folds trees: the value of what hangs on a vertex is
/// added to `hung`, edge by edge from the leaves down, and the edges are no longer alive.
fn fold(ends: &[Ends], alive: &mut [bool], hung: &mut [Dyadic]) {
    let n = hung.len();
    let mut around: Vec<SmallVec<[u32; 4]>> = vec![SmallVec::new(); n];
    for (i, &(a, b, _)) in ends.iter().enumerate() {
        if alive[i] {
            around[a as usize].push(i as u32);
            around[b as usize].push(i as u32);
        }
    }
    let mut reached = vec![false; n];
    reached[0] = true;
    let mut stack = vec![0u32];
    while let Some(v) = stack.pop() {
        for &i in &around[v as usize] {
            let (a, b, _) = ends[i as usize];
            let other = a ^ b ^ v;
            let other = if a == b { v } else { other };
            if !std::mem::replace(&mut reached[other as usize], true) {
                stack.push(other);
            }
        }
    }
    let mut degree = vec![0u32; n];
    for (i, &(a, b, colour)) in ends.iter().enumerate() {
        if !alive[i] {
            continue;
        }
        if !reached[a as usize] {
            alive[i] = false;
        } else if a == b {
            // A loop falls with nothing: it is an edge of its own.
            alive[i] = false;
            add_to(&mut hung[a as usize], stalk(colour, &Dyadic::ZERO));
        } else {
            degree[a as usize] += 1;
            degree[b as usize] += 1;
        }
    }
    for v in 0..n {
        if !reached[v] {
            hung[v] = Dyadic::ZERO;
        }
    }
    let mut leaves: Vec<u32> = (1..n as u32).filter(|&v| degree[v as usize] == 1).collect();
    while let Some(leaf) = leaves.pop() {
        let Some(&i) = around[leaf as usize].iter().find(|&&i| alive[i as usize]) else {
            continue;
        };
        let (a, b, colour) = ends[i as usize];
        let below = a ^ b ^ leaf;
        alive[i as usize] = false;
        let top = std::mem::replace(&mut hung[leaf as usize], Dyadic::ZERO);
        add_to(&mut hung[below as usize], stalk(colour, &top));
        degree[below as usize] -= 1;
        degree[leaf as usize] = 0;
        if below != 0 && degree[below as usize] == 1 {
            leaves.push(below);
        }
    }
}

/// The numbers that hang on vertices, in the order of the vertices, none of them 0.
type Hung = SmallVec<[(u8, Dyadic); 4]>;

/// What is left of the picture: edges on or below cycles, and the numbers hung on vertices.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    edges: u64,
    hung: Hung,
}

/// What is known about a value: at least `low` (more than it if the flag is set), at most `high`.
#[derive(Clone, Debug, Default)]
struct Bounds {
    low: Option<(Dyadic, bool)>,
    high: Option<(Dyadic, bool)>,
}

/// Up to 64 edges between up to 64 vertices, as bits.
struct Search {
    ends: Vec<(u8, u8)>,
    /// The edges of each vertex; the ground is vertex 0.
    around: Vec<u64>,
    /// The edges of each colour.
    coloured: [u64; 2],
    /// The vertices as they were numbered before.
    numbers: Vec<u32>,
    bounds: FxHashMap<State, Bounds>,
    patience: usize,
}

/// The numbers of the bits that are set.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        bit
    })
}

fn hang(hung: &mut Hung, vertex: u8, x: &Dyadic) {
    match hung.iter().position(|(v, _)| *v >= vertex) {
        Some(i) if hung[i].0 == vertex => {
            hung[i].1 = &hung[i].1 + x;
            if hung[i].1.is_zero() {
                hung.remove(i);
            }
        }
        _ if x.is_zero() => {}
        Some(i) => hung.insert(i, (vertex, x.clone())),
        None => hung.push((vertex, x.clone())),
    }
}

fn take(hung: &mut Hung, vertex: u8) -> Dyadic {
    match hung.iter().position(|(v, _)| *v == vertex) {
        Some(i) => hung.remove(i).1,
        None => Dyadic::ZERO,
    }
}

impl Search {
    fn new(edges: &[Ends]) -> Option<Search> {
        let mut numbers = vec![0u32];
        let mut search = Search {
            ends: Vec::new(),
            around: vec![0],
            coloured: [0; 2],
            numbers: Vec::new(),
            bounds: FxHashMap::default(),
            patience: PATIENCE,
        };
        if edges.len() > 64 {
            return None;
        }
        for (i, &(a, b, colour)) in edges.iter().enumerate() {
            let [a, b] = [a, b].map(|v| match numbers.iter().position(|&w| w == v) {
                Some(known) => known,
                None => {
                    numbers.push(v);
                    search.around.push(0);
                    numbers.len() - 1
                }
            });
            if numbers.len() > 64 {
                return None;
            }
            search.ends.push((a as u8, b as u8));
            search.around[a] |= 1 << i;
            search.around[b] |= 1 << i;
            search.coloured[colour.index()] |= 1 << i;
        }
        search.numbers = numbers;
        Some(search)
    }

    fn other_end(&self, edge: usize, vertex: u8) -> u8 {
        let (a, b) = self.ends[edge];
        a ^ b ^ vertex
    }

    /// The edges that can be reached from a vertex without passing the ground, and the vertices.
    fn reach(&self, from: u8, edges: u64, through_ground: bool) -> (u64, u64) {
        let (mut reached, mut frontier, mut found) = (1u64 << from, 1u64 << from, 0u64);
        while frontier != 0 {
            let v = frontier.trailing_zeros() as u8;
            frontier &= frontier - 1;
            let here = self.around[v as usize] & edges;
            found |= here;
            for edge in bits(here) {
                let other = self.other_end(edge, v);
                if reached >> other & 1 == 0 && (through_ground || other != 0) {
                    reached |= 1 << other;
                    frontier |= 1 << other;
                }
            }
        }
        (found, reached)
    }

    /// The state with these edges and hung numbers, and the number it is to be shifted by: trees
    /// are folded, and of several pieces that meet only at the ground all but the largest are
    /// replaced by their values.
    fn place(&mut self, edges: u64, hung: &[(u8, Dyadic)]) -> Option<(State, Dyadic)> {
        let (mut edges, reached) = self.reach(0, edges, true);
        let mut hung: Hung = hung
            .iter()
            .filter(|(v, _)| reached >> v & 1 == 1)
            .cloned()
            .collect();
        let is_leaf = |v: usize, edges: u64| (self.around[v] & edges).count_ones() == 1;
        let mut leaves: u64 = bits(reached & !1)
            .filter(|&v| is_leaf(v, edges))
            .fold(0, |set, v| set | 1 << v);
        while leaves != 0 {
            let leaf = leaves.trailing_zeros() as u8;
            leaves &= leaves - 1;
            let edge = (self.around[leaf as usize] & edges).trailing_zeros() as usize;
            edges &= !(1 << edge);
            let colour = match self.coloured[0] >> edge & 1 {
                1 => Player::Left,
                _ => Player::Right,
            };
            let below = self.other_end(edge, leaf);
            let top = take(&mut hung, leaf);
            hang(&mut hung, below, &stalk(colour, &top));
            if below != 0 && is_leaf(below as usize, edges) {
                leaves |= 1 << below;
            }
        }
        let mut shift = take(&mut hung, 0);
        let mut pieces: SmallVec<[State; 2]> = SmallVec::new();
        let mut rest = edges;
        while rest != 0 {
            let (a, b) = self.ends[rest.trailing_zeros() as usize];
            let (piece, vertices) = self.reach(if a == 0 { b } else { a }, rest, false);
            rest &= !piece;
            let on_piece = hung.iter().filter(|(v, _)| vertices >> v & 1 == 1);
            pieces.push(State {
                edges: piece,
                hung: on_piece.cloned().collect(),
            });
        }
        pieces.sort_by_key(|piece| piece.edges.count_ones());
        let largest = pieces.pop().unwrap_or(State {
            edges: 0,
            hung: Hung::new(),
        });
        for piece in pieces {
            add_to(&mut shift, self.value(&piece)?);
        }
        Some((largest, shift))
    }

    /// The value of a state, found between the numbers it is known to lie between.
    fn value(&mut self, state: &State) -> Option<Dyadic> {
        if state.edges == 0 {
            return Some(Dyadic::ZERO);
        }
        let (mut low, mut high) = (None, None);
        loop {
            let s = Dyadic::simplest_between(low.as_ref(), false, high.as_ref(), false)?;
            if self.exceeds(state, &s, true)? {
                low = Some(s);
            } else if self.exceeds(state, &s, false)? {
                return Some(s);
            } else {
                high = Some(s);
            }
        }
    }

    /// Whether the state is greater than `s` (`strictly`), or at least `s`.
    fn exceeds(&mut self, state: &State, s: &Dyadic, strictly: bool) -> Option<bool> {
        if state.edges == 0 {
            return Some(if strictly {
                s.signum() < 0
            } else {
                s.signum() <= 0
            });
        }
        // If all edges on the ground are blue, Left can cut them one by one and make the last move.
        let ground = state.edges & self.around[0];
        if s.signum() <= 0 && ground & self.coloured[1] == 0 {
            return Some(true);
        }
        if s.signum() >= 0 && ground & self.coloured[0] == 0 {
            return Some(false);
        }
        if let Some(known) = self.bounds.get(state).and_then(|b| b.decide(s, strictly)) {
            return Some(known);
        }
        self.patience = self.patience.checked_sub(1)?;
        let yes = match strictly {
            true => self.left_wins_first(state, s)?,
            false => self.right_loses_first(state, s)?,
        };
        let bounds = self.bounds.entry(state.clone()).or_default();
        match (yes, strictly) {
            (true, strict) => bounds.low = Some((s.clone(), strict)),
            (false, strict) => bounds.high = Some((s.clone(), !strict)),
        }
        Some(yes)
    }

    /// Whether Left, to move, wins `state - s`.
    fn left_wins_first(&mut self, state: &State, s: &Dyadic) -> Option<bool> {
        if let (_, Some(simpler)) = s.canonical_options()
            && self.exceeds(state, &simpler, false)?
        {
            return Some(true);
        }
        self.some_option(state, Player::Left, |search, next, shift| {
            search.exceeds(&next, &(s - &shift), false)
        })
    }

    /// Whether Right, to move, loses `state - s`.
    fn right_loses_first(&mut self, state: &State, s: &Dyadic) -> Option<bool> {
        if let (Some(simpler), _) = s.canonical_options()
            && !self.exceeds(state, &simpler, true)?
        {
            return Some(false);
        }
        let refuted = self.some_option(state, Player::Right, |search, next, shift| {
            search.exceeds(&next, &(s - &shift), true).map(|yes| !yes)
        });
        refuted.map(|found| !found)
    }

    /// Whether some move of the player leads to a state, with its shift, that passes the test.
    fn some_option(
        &mut self,
        state: &State,
        player: Player,
        mut test: impl FnMut(&mut Search, State, Dyadic) -> Option<bool>,
    ) -> Option<bool> {
        for edge in bits(state.edges & self.coloured[player.index()]) {
            let (next, shift) = self.place(state.edges & !(1 << edge), &state.hung)?;
            if test(self, next, shift)? {
                return Some(true);
            }
        }
        for i in 0..state.hung.len() {
            let (left, right) = state.hung[i].1.canonical_options();
            let option = match player {
                Player::Left => left,
                Player::Right => right,
            };
            if let Some(option) = option {
                let mut hung = state.hung.clone();
                hung[i].1 = option;
                hung.retain(|(_, x)| !x.is_zero());
                let next = State {
                    edges: state.edges,
                    hung,
                };
                if test(self, next, Dyadic::ZERO)? {
                    return Some(true);
                }
            }
        }
        Some(false)
    }
}

impl Bounds {
    /// Whether the value is greater than `s` (`strictly`), or at least `s`, if that is known.
    fn decide(&self, s: &Dyadic, strictly: bool) -> Option<bool> {
        if let Some((low, open)) = &self.low
            && (low > s || low == s && (*open || !strictly))
        {
            return Some(true);
        }
        if let Some((high, open)) = &self.high
            && (high < s || high == s && (*open || strictly))
        {
            return Some(false);
        }
        None
    }
}
