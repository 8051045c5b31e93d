//! Welter's game, by search and by its closed formula.

use std::{collections::BTreeMap, ops::ControlFlow};

use sidle_core::{Flow, Player, Rules, Visit};

/// Welter's game: coins on distinct squares 0, 1, 2, … of a strip; a move takes one coin to any
/// empty square with a smaller number. It is Nim with all heaps distinct.
///
/// ```
/// use sidle_graph::classics::Welter;
/// assert_eq!(Welter::value(&[1, 2, 3]), 0 ^ 1 ^ 2 ^ 3 ^ 3 ^ 1 ^ 1);
/// assert_eq!(Welter::value(&[3, 8]), (3 ^ 8) - 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Welter {
    squares: u32,
}

impl Welter {
    /// Welter's game on a strip with `squares` squares.
    #[must_use]
    pub fn new(squares: u32) -> Welter {
        Welter { squares }
    }

    /// The Grundy value of a position with coins on distinct squares: Welter's function
    ///
    /// `a₁ ⊕ … ⊕ aₖ ⊕ ⨁_{i<j} (aᵢ|aⱼ)`, where the mating function `(a|b)` is `2^(n+1) − 1` and `2^n` the
    /// highest power of two that divides `a − b` (Conway, *On Numbers and Games*, ch. 13).
    ///
    /// Cost: O(k²) for k coins.
    #[must_use]
    pub fn value(coins: &[u32]) -> u32 {
        let mut value = 0;
        for (i, &a) in coins.iter().enumerate() {
            value ^= a;
            for &b in &coins[..i] {
                // a − b and a ⊕ b are divisible by the same powers of two.
                let difference = a ^ b;
                value ^= difference ^ difference.wrapping_sub(1);
            }
        }
        value
    }

    /// All positions with `coins` coins, each an increasing list of squares, in lexicographic order.
    #[must_use]
    pub fn positions(&self, coins: usize) -> Vec<Vec<u32>> {
        let mut all = vec![Vec::new()];
        for _ in 0..coins {
            let longer = |prefix: &Vec<u32>| {
                let first = prefix.last().map_or(0, |last| last + 1);
                let prefix = prefix.clone();
                (first..self.squares).map(move |square| [&prefix[..], &[square]].concat())
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    /// Grundy values of all positions with `coins` coins by the definition: mex over the options.
    ///
    /// Cost: one table entry a position; O(k · squares) look-ups each.
    #[must_use]
    pub fn search(&self, coins: usize) -> BTreeMap<Vec<u32>, u32> {
        let mut values = BTreeMap::new();
        let mut positions = self.positions(coins);
        // Every move lowers the sum of the squares.
        positions.sort_by_key(|position| position.iter().sum::<u32>());
        for position in positions {
            let options = self.collect_options(&position, Player::Left);
            let seen: Vec<u32> = options.iter().map(|option| values[option]).collect();
            let mex = (0..).find(|value| !seen.contains(value));
            let mex = mex.expect("finitely many options leave a number out");
            values.insert(position, mex);
        }
        values
    }
}

/// A position is an increasing list of distinct squares. The game is impartial.
impl Rules for Welter {
    type Position = Vec<u32>;

    fn options(&self, at: &Vec<u32>, _: Player, visit: Visit<'_, Vec<u32>>) -> Flow {
        for (i, &coin) in at.iter().enumerate() {
            for square in (0..coin).filter(|square| !at.contains(square)) {
                let mut option = at.clone();
                option[i] = square;
                option.sort_unstable();
                visit(option)?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_is_the_grundy_value() {
        for (coins, squares) in [(0, 3), (1, 12), (2, 16), (3, 12), (4, 11), (5, 11), (6, 11)] {
            for (position, value) in Welter::new(squares).search(coins) {
                assert_eq!(Welter::value(&position), value, "{position:?}");
            }
        }
    }

    #[test]
    fn positions_are_binomial() {
        assert_eq!(Welter::new(7).positions(3).len(), 35);
        assert_eq!(Welter::new(2).positions(3).len(), 0);
    }
}
