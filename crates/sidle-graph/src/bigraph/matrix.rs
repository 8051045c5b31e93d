//! The answer of an all-pairs comparison.

use serde::{Serialize, Serializer};

use crate::certificate::List;

/// For every vertex `g` of one graph and `h` of another: is `g <= h`? One bit a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderMatrix {
    columns: usize,
    row_words: usize,
    words: Vec<u64>,
}

impl OrderMatrix {
    /// The matrix with every bit set by `le`.
    pub(crate) fn from_fn(
        rows: usize,
        columns: usize,
        mut le: impl FnMut(usize, usize) -> bool,
    ) -> OrderMatrix {
        let row_words = columns.div_ceil(64);
        let mut words = vec![0u64; rows * row_words];
        for (g, row) in words.chunks_mut(row_words.max(1)).enumerate().take(rows) {
            for (i, word) in row.iter_mut().enumerate() {
                for bit in 0..64.min(columns - 64 * i) {
                    *word |= u64::from(le(g, 64 * i + bit)) << bit;
                }
            }
        }
        OrderMatrix {
            columns,
            row_words,
            words,
        }
    }

    /// The matrix with these rows of words; bits behind the last column are cleared.
    pub(crate) fn from_words(columns: usize, mut words: Vec<u64>) -> OrderMatrix {
        let row_words = columns.div_ceil(64);
        if !columns.is_multiple_of(64) {
            for last in words.iter_mut().skip(row_words - 1).step_by(row_words) {
                *last &= (1 << (columns % 64)) - 1;
            }
        }
        OrderMatrix {
            columns,
            row_words,
            words,
        }
    }

    /// The same for the first so many vertices of both graphs.
    #[must_use]
    pub fn of_first(&self, count: usize) -> OrderMatrix {
        let kept = count.div_ceil(64);
        let rows = self.words.chunks(self.row_words.max(1)).take(count);
        let words = rows.flat_map(|row| &row[..kept]).copied().collect();
        OrderMatrix::from_words(count, words)
    }

    /// How many vertices the second graph has.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many vertices the first graph has.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.words.len() / self.row_words.max(1)
    }

    /// Is `g <= h`?
    ///
    /// # Panics
    /// If `g` or `h` is out of range.
    #[inline]
    #[must_use]
    pub fn le(&self, g: u32, h: u32) -> bool {
        let h = h as usize;
        assert!(h < self.columns, "no such column");
        self.words[g as usize * self.row_words + h / 64] >> (h % 64) & 1 != 0
    }

    /// Is `g = h` (in a matrix of a graph with itself)?
    #[inline]
    #[must_use]
    pub fn eq(&self, g: u32, h: u32) -> bool {
        self.le(g, h) && self.le(h, g)
    }

    /// Are both matrices true at `g, h`?
    #[must_use]
    pub fn le_both(&self, other: &OrderMatrix, g: u32, h: u32) -> bool {
        self.le(g, h) && other.le(g, h)
    }
}

/// Rows of `true` and `false`.
impl Serialize for OrderMatrix {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = |g| List(move || (0..self.columns as u32).map(move |h| self.le(g, h)));
        serializer.collect_seq((0..self.rows() as u32).map(row))
    }
}
