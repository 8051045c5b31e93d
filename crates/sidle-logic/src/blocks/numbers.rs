//! Numbers of the states of a puzzle.
//!
//! By the combinatorial number system a sorted list p₀ < p₁ < … of placements has the number C(p₀, 1) + C(p₁, 2) + …; the numbers of
//! the classes are the digits of the number of a state. Lists of placements that overlap have numbers too.

use super::{cover::Scratch, space::Blocks};
use crate::search::{Indexed, Key, Space};

/// A puzzle whose states have numbers.
pub(super) struct Numbered<'b, K: Key> {
    blocks: &'b Blocks<K>,
    /// For each field what each placement there adds to the number of its class.
    ranks: Vec<Vec<u64>>,
    /// For each class what its number is multiplied by.
    weights: Vec<u64>,
    size: u64,
}

/// The most entries of the tables.
const MOST_RANKS: usize = 1 << 20;

impl<'b, K: Key> Numbered<'b, K> {
    /// `None` if the numbers do not fit into a word.
    pub(super) fn new(blocks: &'b Blocks<K>) -> Option<Numbered<'b, K>> {
        let classes = &blocks.layout.classes;
        let entries = classes
            .iter()
            .map(|class| class.pieces.len() * class.placements.len());
        if entries.sum::<usize>() > MOST_RANKS {
            return None;
        }
        let mut numbered = Numbered {
            blocks,
            ranks: Vec::new(),
            weights: Vec::new(),
            size: 1,
        };
        for class in classes {
            numbered.weights.push(numbered.size);
            // C(p, i) for every p, from i = 0 on.
            let mut binomials: Vec<u64> = vec![1; class.placements.len() + 1];
            for _ in &class.pieces {
                let mut next = vec![0u64; binomials.len()];
                for p in 1..next.len() {
                    next[p] = next[p - 1].saturating_add(binomials[p - 1]);
                }
                binomials = next;
                numbered.ranks.push(binomials.clone());
            }
            let count = binomials
                .last()
                .copied()
                .filter(|&count| count < u64::MAX)?;
            numbered.size = numbered.size.checked_mul(count)?;
        }
        Some(numbered)
    }
}

impl<K: Key> Space for Numbered<'_, K> {
    type Key = K;
    type Scratch = Scratch;

    #[inline]
    fn neighbours(&self, key: K, scratch: &mut Scratch, out: &mut Vec<K>) {
        self.blocks.neighbours(key, scratch, out);
    }

    fn is_goal(&self, key: K) -> bool {
        self.blocks.is_goal(key)
    }

    fn is_state(&self, key: K) -> bool {
        self.blocks.is_state(key)
    }
}

impl<K: Key> Indexed for Numbered<'_, K> {
    fn size(&self) -> u64 {
        self.size
    }

    #[inline]
    fn number(&self, key: K) -> u64 {
        let fields = self.blocks.layout.fields.iter().zip(&self.ranks);
        fields
            .map(|(&(at, width, class), ranks)| {
                ranks[key.field(at, width) as usize] * self.weights[class]
            })
            .sum()
    }
}
