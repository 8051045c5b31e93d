//! The order of the sides of arbitrary loopy games, all pairs at once.
//!
//! `g⁺ <= h⁺` iff Left, playing second in `h - g`, gets the last move or makes the play visit `h`
//! infinitely often; `g⁻ <= h⁻` likewise with `g` for `h` (Siegel, §2 and Algorithm 3). This is a Büchi
//! game on the product, solved as the greatest fixpoint of a least one:
//!
//! * *good* moves are those in the component that must be visited for ever (`h` or `g`);
//! * `X(Y)` is the least set of states from which Left reaches, without leaving `X`, a good move into
//!   `Y`, or the end of the game after his own move; the answer is the greatest `Y = X(Y)`.
//!
//! The other moves change one coordinate only, so `X(Y)` falls apart into one small problem for each
//! vertex of the good component (a *strand*): a strand is solved again only when `Y` has shrunk at an
//! option of its vertex.

use sidle_core::{Meter, Player, StopReason};

use super::{Bigraph, OrderMatrix, Side};

/// The order on one side of all vertices of `g` against all vertices of `h`: bit `(i, j)` says
/// `g_i⁺ <= h_j⁺` (onside) or `g_i⁻ <= h_j⁻` (offside).
///
/// Cost: linear in the product graph times the number of rounds, which is two or three in practice and
/// at most the number of states; two bytes a pair of vertices.
pub fn side_matrix(
    g: &Bigraph,
    h: &Bigraph,
    side: Side,
    meter: &Meter,
) -> Result<OrderMatrix, StopReason> {
    let (rows, columns) = (g.vertex_count(), h.vertex_count());
    match side {
        Side::Onside => {
            let strands = Strands::solve(g, h, meter)?;
            Ok(OrderMatrix::from_fn(rows, columns, |i, j| {
                strands.survives(j, i)
            }))
        }
        // g⁻ <= h⁻ iff (-h)⁺ <= (-g)⁺.
        Side::Offside => {
            let strands = Strands::solve(&h.negative(), &g.negative(), meter)?;
            Ok(OrderMatrix::from_fn(rows, columns, |i, j| {
                strands.survives(i, j)
            }))
        }
    }
}

/// The states `(other, good, mover)` that still look survivable, one strand of `other` vertices for
/// each `good` vertex. Left moves by Left edges of the good graph and Right edges of the other.
struct Strands {
    width: usize,
    /// Left to move, then Right to move.
    alive: [Vec<bool>; 2],
}

impl Strands {
    fn survives(&self, good: usize, other: usize) -> bool {
        self.alive[Player::Right.index()][good * self.width + other]
    }

    fn solve(other: &Bigraph, good: &Bigraph, meter: &Meter) -> Result<Strands, StopReason> {
        let width = other.vertex_count();
        let pairs = width
            .checked_mul(good.vertex_count())
            .ok_or(StopReason::Memory)?;
        let mut ticker = meter.ticker();
        ticker.node(2 * pairs)?;
        let mut strands = Strands {
            width,
            alive: [vec![true; pairs], vec![true; pairs]],
        };
        let mut solver = StrandSolver::new(other);
        let back = good.reversed();
        let mut waiting = vec![true; good.vertex_count()];
        // Options tend to have small numbers in graphs built bottom-up, so start from there.
        let mut queue: std::collections::VecDeque<u32> = good.vertices().collect();
        while let Some(j) = queue.pop_front() {
            waiting[j as usize] = false;
            ticker.steps(2 * width)?;
            if !solver.shrink(&mut strands, good, j) {
                continue;
            }
            for player in Player::BOTH {
                for &before in back.options(j, player) {
                    if !std::mem::replace(&mut waiting[before as usize], true) {
                        queue.push_back(before);
                    }
                }
            }
        }
        Ok(strands)
    }
}

/// Solves one strand at a time; the vectors are kept from one to the next.
struct StrandSolver<'g> {
    other: &'g Bigraph,
    back: Bigraph,
    seeds: Vec<bool>,
    allowed: Vec<bool>,
    /// Right's moves in the other graph that do not yet lead into `X`.
    open: Vec<u32>,
    reached: [Vec<bool>; 2],
    todo: Vec<(u32, Player)>,
}

impl<'g> StrandSolver<'g> {
    fn new(other: &'g Bigraph) -> StrandSolver<'g> {
        let width = other.vertex_count();
        StrandSolver {
            other,
            back: other.reversed(),
            seeds: vec![false; width],
            allowed: vec![false; width],
            open: vec![0; width],
            reached: [vec![false; width], vec![false; width]],
            todo: Vec::new(),
        }
    }

    /// Replaces strand `j` of `Y` by `X(Y)`; has it shrunk?
    fn shrink(&mut self, strands: &mut Strands, good: &Bigraph, j: u32) -> bool {
        self.look_at_good_moves(strands, good, j);
        self.start();
        self.spread();
        let range = j as usize * strands.width..(j as usize + 1) * strands.width;
        let mut shrunk = false;
        for player in Player::BOTH {
            let old = &mut strands.alive[player.index()][range.clone()];
            let new = &self.reached[player.index()];
            if old != &new[..] {
                shrunk = true;
                old.copy_from_slice(new);
            }
        }
        shrunk
    }

    /// Left states with a good move into `Y`, and Right states whose good moves all lead into `Y`.
    fn look_at_good_moves(&mut self, strands: &Strands, good: &Bigraph, j: u32) {
        let width = strands.width;
        let strand = |player: Player, k: u32| {
            &strands.alive[player.index()][k as usize * width..(k as usize + 1) * width]
        };
        self.seeds.fill(false);
        for &k in good.options(j, Player::Left) {
            for (seed, alive) in self.seeds.iter_mut().zip(strand(Player::Right, k)) {
                *seed |= alive;
            }
        }
        self.allowed.fill(true);
        for &k in good.options(j, Player::Right) {
            for (allowed, alive) in self.allowed.iter_mut().zip(strand(Player::Left, k)) {
                *allowed &= alive;
            }
        }
    }

    fn start(&mut self) {
        self.todo.clear();
        for player in Player::BOTH {
            self.reached[player.index()].fill(false);
        }
        for i in self.other.vertices() {
            let at = i as usize;
            if self.seeds[at] {
                self.reached[0][at] = true;
                self.todo.push((i, Player::Left));
            }
            self.open[at] = self.other.options(i, Player::Left).len() as u32;
            if self.open[at] == 0 && self.allowed[at] {
                self.reached[1][at] = true;
                self.todo.push((i, Player::Right));
            }
        }
    }

    /// Carries membership of `X` back along the moves in the other graph.
    fn spread(&mut self) {
        while let Some((i, mover)) = self.todo.pop() {
            match mover {
                // Left to move at i: Right came there by a Left edge of the other graph (it is negated).
                Player::Left => {
                    for &before in self.back.options(i, Player::Left) {
                        let at = before as usize;
                        self.open[at] -= 1;
                        if self.open[at] == 0 && self.allowed[at] && !self.reached[1][at] {
                            self.reached[1][at] = true;
                            self.todo.push((before, Player::Right));
                        }
                    }
                }
                Player::Right => {
                    for &before in self.back.options(i, Player::Right) {
                        let at = before as usize;
                        if !self.reached[0][at] {
                            self.reached[0][at] = true;
                            self.todo.push((before, Player::Left));
                        }
                    }
                }
            }
        }
    }
}
