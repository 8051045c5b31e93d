//! Vectors over GF(2) and bases in echelon form that remember where they come from.

/// A vector over GF(2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub(super) fn zero(length: usize) -> Bits {
        Bits(vec![0; length.div_ceil(64)])
    }

    /// The sum of the unit vectors at `places`, so that a place given twice cancels.
    pub(super) fn sum_of_units(length: usize, places: impl IntoIterator<Item = usize>) -> Bits {
        let mut bits = Bits::zero(length);
        for place in places {
            bits.flip(place);
        }
        bits
    }

    pub(super) fn flip(&mut self, place: usize) {
        self.0[place / 64] ^= 1 << (place % 64);
    }

    /// Adds a vector that is not longer than this one.
    pub(super) fn add(&mut self, other: &Bits) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word ^= other;
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The places of the ones, increasing.
    pub(super) fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
                .take_while(|&word| word != 0)
                .map(move |word| index * 64 + word.trailing_zeros() as usize)
        })
    }

    fn first_one_from(&self, place: usize) -> Option<usize> {
        let index = place / 64;
        let first = self.0.get(index)? & (!0u64 << (place % 64));
        let rest = self.0[index + 1..].iter().copied();
        let mut words = std::iter::once(first).chain(rest).enumerate();
        let (skipped, word) = words.find(|&(_, word)| word != 0)?;
        Some((index + skipped) * 64 + word.trailing_zeros() as usize)
    }
}

/// A basis of a subspace of GF(2)^dimension in echelon form. Each row knows which of the vectors that
/// were put in (the *generators*, numbered as they came) it is the sum of.
#[derive(Clone, Debug)]
pub(super) struct Basis {
    dimension: usize,
    /// The row whose first one is at this place.
    by_pivot: Vec<Option<Row>>,
    rank: usize,
}

#[derive(Clone, Debug)]
struct Row {
    vector: Bits,
    generators: Bits,
}

impl Basis {
    pub(super) fn new(dimension: usize) -> Basis {
        Basis {
            dimension,
            by_pivot: vec![None; dimension],
            rank: 0,
        }
    }

    pub(super) fn dimension(&self) -> usize {
        self.dimension
    }

    /// Does the basis span the whole space?
    pub(super) fn is_full(&self) -> bool {
        self.rank == self.dimension
    }

    /// Makes `vector` a generator if it is independent of those before. Says whether it was.
    ///
    /// Cost: O(dimension²/64) words.
    pub(super) fn insert(&mut self, vector: Bits) -> bool {
        let (rest, mut generators) = self.reduce(vector);
        let Some(pivot) = rest.first_one_from(0) else {
            return false;
        };
        generators.flip(self.rank);
        self.rank += 1;
        self.by_pivot[pivot] = Some(Row {
            vector: rest,
            generators,
        });
        true
    }

    /// The generators whose sum is `vector`, if it is in the span.
    pub(super) fn decompose(&self, vector: Bits) -> Option<Bits> {
        let (rest, generators) = self.reduce(vector);
        rest.is_zero().then_some(generators)
    }

    /// What is left of `vector`, and the generators that were added to get there.
    fn reduce(&self, mut vector: Bits) -> (Bits, Bits) {
        let mut generators = Bits::zero(self.dimension);
        let mut place = 0;
        while let Some(one) = vector.first_one_from(place) {
            if let Some(row) = &self.by_pivot[one] {
                vector.add(&row.vector);
                generators.add(&row.generators);
            }
            place = one + 1;
        }
        (vector, generators)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ones_are_found_across_words() {
        let bits = Bits::sum_of_units(200, [3, 63, 64, 199, 3, 5]);
        assert_eq!(bits.ones().collect::<Vec<_>>(), [5, 63, 64, 199]);
        assert_eq!(bits.first_one_from(64), Some(64));
        assert_eq!(bits.first_one_from(65), Some(199));
        assert_eq!(bits.first_one_from(200), None);
    }

    #[test]
    fn a_vector_is_the_sum_of_its_generators() {
        let mut random_bits = fastrand::Rng::with_seed(7);
        let mut next = || random_bits.u64(..1 << 31);
        for dimension in [1usize, 5, 64, 70] {
            let mut basis = Basis::new(dimension);
            let mut generators = Vec::new();
            for _ in 0..2 * dimension {
                let places = (0..3).map(|_| next() as usize % dimension);
                let vector = Bits::sum_of_units(dimension, places);
                if basis.insert(vector.clone()) {
                    generators.push(vector.clone());
                }
                let parts = basis.decompose(vector.clone()).expect("inside the span");
                let mut sum = Bits::zero(dimension);
                parts.ones().for_each(|part| sum.add(&generators[part]));
                assert_eq!(sum, vector);
            }
            assert_eq!(basis.rank, generators.len());
        }
    }
}
