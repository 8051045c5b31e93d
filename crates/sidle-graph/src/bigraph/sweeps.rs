//! The order of stoppers by sweeps over bit rows: 64 states at a time.
//!
//! `Y(g, h, mover)` says that Left still seems to survive `h - g`. It is the greatest solution of
//!
//! * `Y(g, h, Left)` iff some move in `h` or in `-g` leads into `Y`,
//! * `Y(g, h, Right)` iff all moves do.
//!
//! The moves in `-g` keep `h`, so with one row of bits for each `g` they are handled for all `h` at once; with the
//! matrix transposed, the moves in `h` likewise. The state graph of a stopper has no cycle, so in one pass
//! from the ends upwards a whole chain of moves in one component is carried through. A sweep is such a
//! pass in `h` and one in `-g`, with what the other component offers held fixed; sweeps are repeated until
//! nothing changes, which takes as many as the play changes between the components.

use sidle_core::{Meter, Player, StopReason};

use super::{Bigraph, OrderMatrix};

/// After so many sweeps the counting algorithm is faster.
const MOST_SWEEPS: usize = 128;

/// The survival matrix, or `None` if a graph has alternating cycles or too many sweeps would be needed.
pub(super) fn survival_by_sweeps(
    g: &Bigraph,
    h: &Bigraph,
    meter: &Meter,
) -> Result<Option<OrderMatrix>, StopReason> {
    let against = g.negative();
    let (Some(order_g), Some(order_h)) = (bottom_up(&against), bottom_up(h)) else {
        return Ok(None);
    };
    let (rows, columns) = (g.vertex_count(), h.vertex_count());
    let mut ticker = meter.ticker();
    // In rows of g (bits: h) and in rows of h (bits: g): what survives, and what the others offer.
    let mut in_g = Layer::full(rows, columns);
    let mut in_h = Layer::full(columns, rows);
    let mut offer_g = Layer::full(rows, columns);
    let mut offer_h = Layer::full(columns, rows);
    ticker.node(in_g.bytes() + in_h.bytes() + offer_g.bytes() + offer_h.bytes())?;
    for _ in 0..MOST_SWEEPS {
        ticker.steps(1 + rows * columns / 16)?;
        let before = in_g.checksum();
        offer_g.offers(&against, &in_g);
        offer_h.transpose_of(&offer_g, rows, columns);
        in_h.pass(h, &order_h, &offer_h);
        offer_h.offers(h, &in_h);
        offer_g.transpose_of(&offer_h, columns, rows);
        in_g.pass(&against, &order_g, &offer_g);
        // Bits are only ever cleared, so equal counts mean equal rows.
        if in_g.checksum() == before {
            return Ok(Some(in_g.into_matrix(columns)));
        }
    }
    Ok(None)
}

/// All states in an order where the moves of a state lead to earlier ones; `None` if there is a cycle.
fn bottom_up(graph: &Bigraph) -> Option<Vec<(u32, Player)>> {
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let mut mark = vec![[0u8; 2]; graph.vertex_count()];
    let mut order = Vec::with_capacity(2 * graph.vertex_count());
    let mut path: Vec<(u32, Player, usize)> = Vec::new();
    for root in graph.vertices() {
        for mover in Player::BOTH {
            if mark[root as usize][mover.index()] != 0 {
                continue;
            }
            mark[root as usize][mover.index()] = OPEN;
            path.push((root, mover, 0));
            while let Some((v, mover, next)) = path.last_mut() {
                let (v, mover) = (*v, *mover);
                let Some(&w) = graph.options(v, mover).get(*next) else {
                    mark[v as usize][mover.index()] = DONE;
                    order.push((v, mover));
                    path.pop();
                    continue;
                };
                *next += 1;
                let seen = &mut mark[w as usize][(-mover).index()];
                match *seen {
                    OPEN => return None,
                    DONE => {}
                    _ => {
                        *seen = OPEN;
                        path.push((w, -mover, 0));
                    }
                }
            }
        }
    }
    Some(order)
}

/// For each mover a matrix of bits.
struct Layer {
    words: usize,
    bits: [Vec<u64>; 2],
}

impl Layer {
    fn full(rows: usize, columns: usize) -> Layer {
        let words = columns.div_ceil(64);
        Layer {
            words,
            bits: [vec![u64::MAX; rows * words], vec![u64::MAX; rows * words]],
        }
    }

    fn bytes(&self) -> usize {
        16 * self.bits[0].len()
    }

    /// How many bits are set.
    fn checksum(&self) -> u64 {
        let ones = |bits: &Vec<u64>| {
            bits.iter()
                .map(|word| u64::from(word.count_ones()))
                .sum::<u64>()
        };
        ones(&self.bits[0]) + ones(&self.bits[1])
    }

    /// What one move in this component offers from each state, given what survives after it.
    fn offers(&mut self, graph: &Bigraph, after: &Layer) {
        for v in graph.vertices() {
            for mover in Player::BOTH {
                let at = v as usize * self.words;
                let row = &mut self.bits[mover.index()][at..at + self.words];
                row.fill(neutral(mover));
                for &w in graph.options(v, mover) {
                    let from = w as usize * self.words;
                    let other = &after.bits[(-mover).index()][from..from + self.words];
                    join(row, other, mover);
                }
            }
        }
    }

    /// One pass from the ends upwards: what survives by moves in this component and the given offers.
    fn pass(&mut self, graph: &Bigraph, order: &[(u32, Player)], offers: &Layer) {
        for &(v, mover) in order {
            let at = v as usize * self.words;
            let [left, right] = &mut self.bits;
            let (mine, theirs) = match mover {
                Player::Left => (left, &*right),
                Player::Right => (right, &*left),
            };
            let row = &mut mine[at..at + self.words];
            row.copy_from_slice(&offers.bits[mover.index()][at..at + self.words]);
            for &w in graph.options(v, mover) {
                let from = w as usize * self.words;
                join(row, &theirs[from..from + self.words], mover);
            }
        }
    }

    /// Becomes the transpose of `source`, which has `rows` rows and `columns` columns.
    fn transpose_of(&mut self, source: &Layer, rows: usize, columns: usize) {
        for mover in Player::BOTH {
            let from = &source.bits[mover.index()];
            let to = &mut self.bits[mover.index()];
            let mut block = [0u64; 64];
            for i in 0..rows.div_ceil(64) {
                for j in 0..source.words {
                    let height = 64.min(rows - 64 * i);
                    for (k, word) in block.iter_mut().enumerate() {
                        *word = if k < height {
                            from[(64 * i + k) * source.words + j]
                        } else {
                            0
                        };
                    }
                    transpose_block(&mut block);
                    let width = 64.min(columns - 64 * j);
                    for (k, &word) in block.iter().enumerate().take(width) {
                        to[(64 * j + k) * self.words + i] = word;
                    }
                }
            }
        }
    }

    fn into_matrix(self, columns: usize) -> OrderMatrix {
        let [_, right] = self.bits;
        OrderMatrix::from_words(columns, right)
    }
}

/// Left needs one good move, Right needs all his moves bad: what no move at all amounts to.
fn neutral(mover: Player) -> u64 {
    match mover {
        Player::Left => 0,
        Player::Right => u64::MAX,
    }
}

fn join(row: &mut [u64], other: &[u64], mover: Player) {
    let pairs = row.iter_mut().zip(other);
    match mover {
        Player::Left => pairs.for_each(|(word, other)| *word |= other),
        Player::Right => pairs.for_each(|(word, other)| *word &= other),
    }
}

/// Transposes 64 x 64 bits by exchanging ever smaller squares.
fn transpose_block(block: &mut [u64; 64]) {
    let mut size = 32;
    let mut mask = u64::MAX >> 32;
    while size > 0 {
        let mut k = 0;
        while k < 64 {
            let swap = (block[k] >> size ^ block[k + size]) & mask;
            block[k + size] ^= swap;
            block[k] ^= swap << size;
            k = (k + size + 1) & !size;
        }
        size /= 2;
        mask ^= mask << size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_transposed() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut block = [0u64; 64];
        block.fill_with(|| random.u64(..));
        let old = block;
        transpose_block(&mut block);
        for (i, row) in old.iter().enumerate() {
            for (j, column) in block.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1);
            }
        }
    }
}
