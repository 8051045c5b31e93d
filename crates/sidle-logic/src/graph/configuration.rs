//! Configurations: which edges are reversed.

use std::fmt;

/// The edges that are reversed against the start, a bit each.
///
/// ```
/// use sidle_logic::graph::Configuration;
/// let mut configuration = Configuration::new(3);
/// configuration.reverse(2);
/// assert_eq!(configuration.reversed().collect::<Vec<_>>(), [2]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Configuration {
    words: Box<[u64]>,
}

impl Configuration {
    /// So many edges, none reversed.
    #[must_use]
    pub fn new(edges: usize) -> Configuration {
        Configuration {
            words: vec![0; edges.div_ceil(64)].into_boxed_slice(),
        }
    }

    /// So many edges, those of a mask reversed.
    #[must_use]
    pub fn from_mask(edges: usize, mask: u64) -> Configuration {
        let mut configuration = Configuration::new(edges);
        if let Some(word) = configuration.words.first_mut() {
            *word = mask;
        }
        configuration
    }

    /// Is the edge reversed?
    #[must_use]
    pub fn is_reversed(&self, edge: usize) -> bool {
        self.words[edge / 64] >> (edge % 64) & 1 == 1
    }

    /// Turns an edge round.
    pub fn reverse(&mut self, edge: usize) {
        self.words[edge / 64] ^= 1 << (edge % 64);
    }

    /// The reversed edges, ascending.
    pub fn reversed(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.words.len() * 64).filter(|&edge| self.is_reversed(edge))
    }

    /// The words of bits, edge 0 in the lowest bit of the first.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

impl fmt::Debug for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.reversed()).finish()
    }
}
