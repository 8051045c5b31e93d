//! Red–blue Hackenbush: every value is a number.

use std::collections::HashMap;

use sidle_core::{Dyadic, Player};
use smallvec::SmallVec;

use super::BLUE;
use crate::graph::LabelledGraph;

/// How many positions [`red_blue_value`] looks at before it gives up.
const PATIENCE: usize = 400_000;
/// The most edges that lie on cycles.
const MAX_EDGES: usize = 128;

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
    if core.len() > MAX_EDGES {
        return None;
    }
    let edges = u128::MAX >> (128 - core.len());
    let mut search = Search {
        vertices: graph.vertex_count(),
        ends: core,
        bounds: HashMap::new(),
        patience: PATIENCE,
    };
    let (state, shift) = search.place(edges, &hung)?;
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

/// What is left of the picture: edges on or below cycles, and the numbers hung on vertices.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    edges: u128,
    hung: SmallVec<[(u32, Dyadic); 4]>,
}

/// What is known about a value: at least `low` (more than it if the flag is set), at most `high`.
#[derive(Clone, Debug, Default)]
struct Bounds {
    low: Option<(Dyadic, bool)>,
    high: Option<(Dyadic, bool)>,
}

struct Search {
    vertices: usize,
    ends: Vec<Ends>,
    bounds: HashMap<State, Bounds>,
    patience: usize,
}

impl Search {
    /// The state with these edges and hung numbers, and the number it is to be shifted by: trees
    /// are folded, and of several pieces that meet only at the ground all but the largest are
    /// replaced by their values.
    fn place(&mut self, edges: u128, hung: &[Dyadic]) -> Option<(State, Dyadic)> {
        let mut hung = hung.to_vec();
        let mut alive: Vec<bool> = (0..self.ends.len()).map(|i| edges >> i & 1 == 1).collect();
        fold(&self.ends, &mut alive, &mut hung);
        let mut shift = std::mem::replace(&mut hung[0], Dyadic::ZERO);
        let mut pieces = self.pieces(&alive);
        pieces.sort_by_key(|piece| std::cmp::Reverse(piece.count_ones()));
        let mut states = pieces.into_iter().map(|edges| {
            let mut touched = vec![false; self.vertices];
            for (i, &(a, b, _)) in self.ends.iter().enumerate() {
                if edges >> i & 1 == 1 {
                    touched[a as usize] = true;
                    touched[b as usize] = true;
                }
            }
            let on = |v: &usize| touched[*v] && !hung[*v].is_zero();
            let hung = (0..self.vertices)
                .filter(on)
                .map(|v| (v as u32, hung[v].clone()));
            State {
                edges,
                hung: hung.collect(),
            }
        });
        let largest = states.next().unwrap_or(State {
            edges: 0,
            hung: SmallVec::new(),
        });
        let others: Vec<State> = states.collect();
        for piece in others {
            add_to(&mut shift, self.value(&piece)?);
        }
        Some((largest, shift))
    }

    /// The edges of each piece above the ground.
    fn pieces(&self, alive: &[bool]) -> Vec<u128> {
        let mut piece: Vec<u32> = (0..self.vertices as u32).collect();
        fn find(piece: &mut [u32], mut v: u32) -> u32 {
            while piece[v as usize] != v {
                piece[v as usize] = piece[piece[v as usize] as usize];
                v = piece[v as usize];
            }
            v
        }
        for (i, &(a, b, _)) in self.ends.iter().enumerate() {
            if alive[i] && a != 0 && b != 0 {
                let (a, b) = (find(&mut piece, a), find(&mut piece, b));
                piece[a as usize] = b;
            }
        }
        let mut found: Vec<(u32, u128)> = Vec::new();
        for (i, &(a, b, _)) in self.ends.iter().enumerate() {
            if !alive[i] {
                continue;
            }
            let root = find(&mut piece, if a == 0 { b } else { a });
            match found.iter_mut().find(|(r, _)| *r == root) {
                Some((_, edges)) => *edges |= 1 << i,
                None => found.push((root, 1 << i)),
            }
        }
        found.into_iter().map(|(_, edges)| edges).collect()
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
        for (edges, hung) in self.options(state, Player::Left) {
            let (next, shift) = self.place(edges, &hung)?;
            if self.exceeds(&next, &(s.clone() - shift), false)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether Right, to move, loses `state - s`.
    fn right_loses_first(&mut self, state: &State, s: &Dyadic) -> Option<bool> {
        if let (Some(simpler), _) = s.canonical_options()
            && !self.exceeds(state, &simpler, true)?
        {
            return Some(false);
        }
        for (edges, hung) in self.options(state, Player::Right) {
            let (next, shift) = self.place(edges, &hung)?;
            if !self.exceeds(&next, &(s.clone() - shift), true)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The moves of a player, before anything is folded.
    fn options(&self, state: &State, player: Player) -> Vec<(u128, Vec<Dyadic>)> {
        let mut hung = vec![Dyadic::ZERO; self.vertices];
        for (v, x) in &state.hung {
            hung[*v as usize] = x.clone();
        }
        let mut all = Vec::new();
        for (i, &(_, _, colour)) in self.ends.iter().enumerate() {
            if state.edges >> i & 1 == 1 && colour == player {
                all.push((state.edges & !(1 << i), hung.clone()));
            }
        }
        for (v, x) in &state.hung {
            let (left, right) = x.canonical_options();
            let option = match player {
                Player::Left => left,
                Player::Right => right,
            };
            if let Some(option) = option {
                let mut next = hung.clone();
                next[*v as usize] = option;
                all.push((state.edges, next));
            }
        }
        all
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
