//! A linear function on a subspace of GF(2)ⁿ, given by its values on vectors that span it.

/// What is left of a vector beside the subspace, and the value of the function on the rest of it. Linear;
/// the vector is in the subspace if nothing is left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Remainder {
    /// Words of bits; zeros at the end may be missing.
    left: Vec<u64>,
    value: u32,
}

impl Remainder {
    /// The remainder of a vector inside, on which the function has this value.
    pub(super) fn inside(value: u32) -> Remainder {
        let left = Vec::new();
        Remainder { left, value }
    }

    pub(super) fn add(&mut self, other: &Remainder) {
        if self.left.len() < other.left.len() {
            self.left.resize(other.left.len(), 0);
        }
        let words = self.left.iter_mut().zip(&other.left);
        words.for_each(|(word, other)| *word ^= other);
        self.value ^= other.value;
    }

    /// The value of the function, if the vector is in the subspace.
    pub(super) fn value(&self) -> Option<u32> {
        self.left
            .iter()
            .all(|&word| word == 0)
            .then_some(self.value)
    }

    fn has(&self, place: usize) -> bool {
        self.left[place / 64] >> (place % 64) & 1 == 1
    }
}

/// Rows in echelon form, each with the value of the function.
#[derive(Debug)]
pub(super) struct Span {
    /// The row whose first one is at this place.
    by_pivot: Vec<Option<Remainder>>,
    rank: usize,
}

impl Span {
    pub(super) fn new(dimension: usize) -> Span {
        Span {
            by_pivot: vec![None; dimension],
            rank: 0,
        }
    }

    pub(super) fn is_everything(&self) -> bool {
        self.rank == self.by_pivot.len()
    }

    /// Adds a vector, given by the places of its ones, on which the function has this value.
    ///
    /// Cost: O(dimension²/64).
    pub(super) fn add(&mut self, ones: &[u32], value: u32) {
        let mut row = self.remainder(ones);
        row.value ^= value;
        let pivot = (0..self.by_pivot.len()).find(|&place| row.has(place));
        if let Some(pivot) = pivot {
            self.by_pivot[pivot] = Some(row);
            self.rank += 1;
        }
    }

    /// What is left of a vector.
    pub(super) fn remainder(&self, ones: &[u32]) -> Remainder {
        let mut vector = Remainder {
            left: vec![0u64; self.by_pivot.len().div_ceil(64)],
            value: 0,
        };
        for &place in ones {
            vector.left[place as usize / 64] ^= 1 << (place % 64);
        }
        for (place, row) in self.by_pivot.iter().enumerate() {
            if let Some(row) = row.as_ref().filter(|_| vector.has(place)) {
                vector.add(row);
            }
        }
        vector
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_have_the_sum_of_the_values() {
        let mut span = Span::new(70);
        span.add(&[0, 65], 1);
        span.add(&[65, 69], 2);
        span.add(&[0, 69], 3);
        assert_eq!(span.rank, 2);
        assert_eq!(span.remainder(&[0, 69]).value(), Some(3));
        assert_eq!(span.remainder(&[]).value(), Some(0));
        assert_eq!(span.remainder(&[0]).value(), None);
        let mut sum = span.remainder(&[0]);
        sum.add(&span.remainder(&[65]));
        assert_eq!(sum.value(), Some(1));
        assert!(!span.is_everything());
    }
}
