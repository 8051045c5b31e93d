//! The order of stoppers, all pairs at once.
//!
//! For stoppers `g <= h` iff Left, playing second, survives `h - g` (Siegel, Algorithms 1 and 2). The
//! states of the product are `(g, h, mover)`; Left moves in `h` by a Left edge and in `-g` by a Right
//! edge of `g`. Left loses the states where he has no move, and the losses are carried back along the
//! reverse edges with one counter a Left state, so every product edge is looked at once at most.

use sidle_core::{Meter, Player, StopReason};

use super::{Bigraph, OrderMatrix, sweeps::survival_by_sweeps};

/// The order of all vertices of `g` against all vertices of `h`: bit `(i, j)` says that Left, playing
/// second, survives `h_j - g_i`. For stoppers that is `g_i <= h_j`; for other games it is the weaker
/// relation `g_i⁻ <= h_j⁺`.
///
/// Stopper graphs are swept 64 states at a time first (see `sweeps`); if that does not settle them, and for
/// other graphs, losses are carried back with counters.
///
/// Cost: linear in the product graph; one byte a pair of vertices while it sweeps, two to five bytes while
/// it counts. Stops with [`StopReason::Memory`] when it has to count and the product has 2^32 pairs or more.
pub fn survival_matrix(g: &Bigraph, h: &Bigraph, meter: &Meter) -> Result<OrderMatrix, StopReason> {
    if let Some(order) = survival_by_sweeps(g, h, meter)? {
        return Ok(order);
    }
    survival_by_counting(g, h, meter)
}

/// The linear algorithm with one counter a Left state.
pub(super) fn survival_by_counting(
    g: &Bigraph,
    h: &Bigraph,
    meter: &Meter,
) -> Result<OrderMatrix, StopReason> {
    let widest = most_options(g, Player::Right) + most_options(h, Player::Left);
    if widest < usize::from(u8::MAX) {
        Survival::<u8>::run(g, h, meter)
    } else if widest < usize::from(u16::MAX) {
        Survival::<u16>::run(g, h, meter)
    } else {
        Survival::<u32>::run(g, h, meter)
    }
}

fn most_options(graph: &Bigraph, player: Player) -> usize {
    graph
        .vertices()
        .map(|v| graph.options(v, player).len())
        .max()
        .unwrap_or(0)
}

/// A counter just wide enough for the number of Left's moves.
trait Counter: Copy + Eq + Default {
    fn of(n: usize) -> Self;
    fn minus_one(self) -> Self;
}

macro_rules! counter {
    ($($word:ty),*) => {$(
        impl Counter for $word {
            fn of(n: usize) -> $word {
                n as $word
            }
            #[inline]
            fn minus_one(self) -> $word {
                self - 1
            }
        }
    )*};
}
counter!(u8, u16, u32);

struct Survival<C> {
    columns: usize,
    /// Left's moves at `(g, h, Left)` that are not yet known to lose.
    hopes: Vec<C>,
    /// Is `(g, h, Right)` lost for Left?
    lost: Vec<bool>,
    /// Lost states whose predecessors have not been told.
    left_lost: Vec<(u32, u32)>,
    right_lost: Vec<(u32, u32)>,
}

impl<C: Counter> Survival<C> {
    fn run(g: &Bigraph, h: &Bigraph, meter: &Meter) -> Result<OrderMatrix, StopReason> {
        let (rows, columns) = (g.vertex_count(), h.vertex_count());
        let pairs = rows.checked_mul(columns).ok_or(StopReason::Memory)?;
        if u32::try_from(pairs).is_err() {
            return Err(StopReason::Memory);
        }
        let mut ticker = meter.ticker();
        ticker.node(pairs * (size_of::<C>() + 1))?;
        let mut game = Survival::<C>::start(g, h);
        let (back_g, back_h) = (g.reversed(), h.reversed());
        loop {
            if let Some((i, j)) = game.right_lost.pop() {
                game.left_hears(&back_g, &back_h, i, j);
            } else if let Some((i, j)) = game.left_lost.pop() {
                game.right_hears(&back_g, &back_h, i, j);
            } else {
                break;
            }
            ticker.step()?;
        }
        Ok(OrderMatrix::from_fn(rows, columns, |i, j| {
            !game.lost[i * columns + j]
        }))
    }

    fn start(g: &Bigraph, h: &Bigraph) -> Survival<C> {
        let (rows, columns) = (g.vertex_count(), h.vertex_count());
        let mut hopes = vec![C::default(); rows * columns];
        let mut left_lost = Vec::new();
        let of_h: Vec<usize> = h
            .vertices()
            .map(|j| h.options(j, Player::Left).len())
            .collect();
        for (i, row) in (0u32..).zip(hopes.chunks_mut(columns.max(1))) {
            let of_g = g.options(i, Player::Right).len();
            for (j, hope) in (0u32..).zip(row) {
                let moves = of_g + of_h[j as usize];
                *hope = C::of(moves);
                if moves == 0 {
                    left_lost.push((i, j));
                }
            }
        }
        Survival {
            columns,
            hopes,
            lost: vec![false; rows * columns],
            left_lost,
            right_lost: Vec::new(),
        }
    }

    /// `(i, j, Right)` is lost: one hope less at every Left state before it.
    #[inline]
    fn left_hears(&mut self, back_g: &Bigraph, back_h: &Bigraph, i: u32, j: u32) {
        for &before in back_h.options(j, Player::Left) {
            self.lose_hope(i, before);
        }
        for &before in back_g.options(i, Player::Right) {
            self.lose_hope(before, j);
        }
    }

    #[inline]
    fn lose_hope(&mut self, i: u32, j: u32) {
        let hope = &mut self.hopes[i as usize * self.columns + j as usize];
        *hope = hope.minus_one();
        if *hope == C::default() {
            self.left_lost.push((i, j));
        }
    }

    /// `(i, j, Left)` is lost: so is every Right state before it.
    #[inline]
    fn right_hears(&mut self, back_g: &Bigraph, back_h: &Bigraph, i: u32, j: u32) {
        for &before in back_h.options(j, Player::Right) {
            self.mark_lost(i, before);
        }
        for &before in back_g.options(i, Player::Left) {
            self.mark_lost(before, j);
        }
    }

    #[inline]
    fn mark_lost(&mut self, i: u32, j: u32) {
        let lost = &mut self.lost[i as usize * self.columns + j as usize];
        if !*lost {
            *lost = true;
            self.right_lost.push((i, j));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bigraph::BigraphBuilder;

    /// Chains of integers need a sweep for every two moves, so the long ones are left to the counters.
    #[test]
    fn sweeping_and_counting_agree() {
        let meter = Meter::unlimited();
        let mut random_bits = fastrand::Rng::with_seed(9);
        let mut below = |n: usize| random_bits.usize(..n);
        let mut swept = 0;
        for round in 0..60 {
            let n = [3, 20, 64, 65, 130][round % 5];
            let heights: Vec<[usize; 2]> =
                (0..n).map(|_| [below(1 << 20), below(1 << 20)]).collect();
            let mut builder = BigraphBuilder::new(n);
            for v in 0..n {
                for player in Player::BOTH {
                    for _ in 0..3 {
                        let w = below(n);
                        if heights[v][player.index()] > heights[w][(-player).index()] {
                            builder.edge(v as u32, player, w as u32);
                        }
                    }
                }
            }
            let graph = builder.build();
            let counted = survival_by_counting(&graph, &graph, &meter).expect("unlimited");
            if let Some(order) = survival_by_sweeps(&graph, &graph, &meter).expect("unlimited") {
                swept += 1;
                assert_eq!(order, counted);
            }
        }
        assert!(swept > 50);
        let mut chain = BigraphBuilder::new(2000);
        for v in 1..2000 {
            chain.edge(v, Player::Left, v - 1);
        }
        let chain = chain.build();
        assert_eq!(survival_by_sweeps(&chain, &chain, &meter), Ok(None));
        let order = survival_matrix(&chain, &chain, &meter).expect("unlimited");
        assert!(order.le(700, 1500) && !order.le(1500, 700));
    }
}
