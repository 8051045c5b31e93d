//! The finite world a search lives in: candidate exits with all their followers and their order.

use sidle_core::Player;

/// Candidate exits together with every follower of theirs, and the order among all of them.
///
/// The games are numbered so that options come before the games that have them. Everything a
/// search asks about loop-free games is answered from here, without a store.
#[derive(Clone, Debug)]
pub struct ExitTable {
    /// Per player, the options of each game.
    options: [Vec<Vec<u32>>; 2],
    /// The numbers of the candidates, in the caller's order.
    candidates: Vec<u32>,
    /// Row `g`: the games that are at least `g`.
    above: Vec<u64>,
    /// Words in a row.
    words: usize,
}

/// A list of options that does not describe a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The two players have different numbers of option lists.
    #[error("{left} lists of Left options but {right} of Right options")]
    Lengths {
        /// How many games have Left options listed.
        left: usize,
        /// How many games have Right options listed.
        right: usize,
    },
    /// An option is not listed before the game that has it.
    #[error("game {game} has the option {option}, which is not listed before it")]
    Order {
        /// The game.
        game: usize,
        /// Its option.
        option: usize,
    },
    /// A candidate is not in the list.
    #[error("candidate {0} is not in the list of games")]
    Candidate(usize),
    /// Two games of the list are equal.
    #[error("games {0} and {1} of the list are equal")]
    Equal(usize, usize),
}

impl ExitTable {
    /// A table from option lists in canonical form: `left[g]` and `right[g]` hold numbers smaller
    /// than `g`, no two games are equal, and every candidate is the number of a game.
    ///
    /// Cost: the number of pairs of games times their options.
    pub fn from_options(
        left: Vec<Vec<u32>>,
        right: Vec<Vec<u32>>,
        candidates: Vec<u32>,
    ) -> Result<ExitTable, TableError> {
        let len = left.len();
        if right.len() != len {
            let right = right.len();
            return Err(TableError::Lengths { left: len, right });
        }
        let options = [left, right];
        for lists in &options {
            for (game, list) in lists.iter().enumerate() {
                if let Some(&option) = list.iter().find(|&&x| x as usize >= game) {
                    let option = option as usize;
                    return Err(TableError::Order { game, option });
                }
            }
        }
        if let Some(&stray) = candidates.iter().find(|&&c| c as usize >= len) {
            return Err(TableError::Candidate(stray as usize));
        }
        let words = len.div_ceil(64).max(1);
        let mut table = ExitTable {
            options,
            candidates,
            above: vec![0; len * words],
            words,
        };
        table.fill_order();
        table.check_distinct()?;
        Ok(table)
    }

    /// The nimbers 0, `*`, `*2`, … below `*k`, all of them candidates.
    ///
    /// ```
    /// use sidle_values::unicycle::ExitTable;
    /// assert_eq!(ExitTable::nimbers(4).len(), 4);
    /// ```
    #[must_use]
    pub fn nimbers(k: u32) -> ExitTable {
        let lists: Vec<Vec<u32>> = (0..k).map(|g| (0..g).collect()).collect();
        ExitTable::from_options(lists.clone(), lists, (0..k).collect())
            .expect("nimbers are different and have smaller options")
    }

    /// The values born by day 1 as candidates, in the order 0, `*`, 1, -1.
    #[must_use]
    pub fn day_one() -> ExitTable {
        let left = vec![vec![], vec![0], vec![0], vec![]];
        let right = vec![vec![], vec![0], vec![], vec![0]];
        ExitTable::from_options(left, right, vec![0, 1, 2, 3])
            .expect("the four values of day 1 are different")
    }

    /// The number of games: the candidates and their followers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.options[0].len()
    }

    /// Whether there is no game at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.options[0].is_empty()
    }

    /// The numbers of the candidates in the caller's order.
    #[must_use]
    pub fn candidates(&self) -> &[u32] {
        &self.candidates
    }

    /// The options of game `g`.
    #[must_use]
    pub fn options(&self, g: u32, player: Player) -> &[u32] {
        &self.options[player.index()][g as usize]
    }

    /// Whether game `a` is at most game `b`.
    #[must_use]
    pub fn le(&self, a: u32, b: u32) -> bool {
        bit(self.above(a), b)
    }

    /// The games that are at least `g`, as a row of bits.
    fn above(&self, g: u32) -> &[u64] {
        &self.above[g as usize * self.words..][..self.words]
    }

    /// The number of 64-bit words in a row.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// `a ≤ b` iff no Left option of `a` is at least `b` and no Right option of `b` is at most `a`.
    fn fill_order(&mut self) {
        let len = self.len() as u32;
        // By the sum of the two numbers: both recursive questions have a smaller one.
        for sum in 0..(2 * len).saturating_sub(1) {
            for a in sum.saturating_sub(len - 1)..=sum.min(len - 1) {
                let b = sum - a;
                let lefts = self.options(a, Player::Left);
                let rights = self.options(b, Player::Right);
                let le =
                    !lefts.iter().any(|&x| self.le(b, x)) && !rights.iter().any(|&y| self.le(y, a));
                if le {
                    set(&mut self.above[a as usize * self.words..], b);
                }
            }
        }
    }

    fn check_distinct(&self) -> Result<(), TableError> {
        for a in 0..self.len() as u32 {
            if let Some(b) = (0..a).find(|&b| self.le(a, b) && self.le(b, a)) {
                return Err(TableError::Equal(b as usize, a as usize));
            }
        }
        Ok(())
    }
}

/// Whether bit `i` of a row is set.
#[inline]
pub(super) fn bit(row: &[u64], i: u32) -> bool {
    row[i as usize / 64] >> (i % 64) & 1 != 0
}

/// Sets bit `i` of a row.
#[inline]
pub(super) fn set(row: &mut [u64], i: u32) {
    row[i as usize / 64] |= 1 << (i % 64);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nimbers_are_pairwise_confused() {
        let table = ExitTable::nimbers(6);
        for a in 0..6 {
            for b in 0..6 {
                assert_eq!(table.le(a, b), a == b);
            }
        }
    }

    #[test]
    fn day_one_is_ordered_as_it_should_be() {
        let table = ExitTable::day_one();
        let le: Vec<(u32, u32)> = (0..4)
            .flat_map(|a| (0..4).map(move |b| (a, b)))
            .filter(|&(a, b)| a != b && table.le(a, b))
            .collect();
        assert_eq!(le, [(0, 2), (1, 2), (3, 0), (3, 1), (3, 2)]);
    }

    #[test]
    fn bad_lists_are_refused() {
        let order = ExitTable::from_options(vec![vec![0]], vec![vec![]], vec![]);
        assert_eq!(order.unwrap_err(), TableError::Order { game: 0, option: 0 });
        let stray = ExitTable::from_options(vec![vec![]], vec![vec![]], vec![1]);
        assert_eq!(stray.unwrap_err(), TableError::Candidate(1));
        // {-1|1} with -1 = {|0}, 1 = {0|} equals 0.
        let left = vec![vec![], vec![0], vec![], vec![2]];
        let right = vec![vec![], vec![], vec![0], vec![1]];
        let equal = ExitTable::from_options(left, right, vec![]);
        assert_eq!(equal.unwrap_err(), TableError::Equal(0, 3));
    }
}
