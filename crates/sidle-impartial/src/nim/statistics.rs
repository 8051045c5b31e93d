//! What can be told about a nim-sequence: its largest values, and its sparse space.

use serde::Serialize;

use super::{Sequence, kernel::sparsest_space};

/// The sparse space: the values with an even number of ones under the mask are rare; with a twist, this number plus
/// the size of the heap plus that parity is even.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SparseSpace {
    /// The mask, in binary.
    pub mask: String,
    /// The parity of the tokens taken, if the sizes of heaps count.
    pub twist: Option<u32>,
    /// How many heaps are rare, heap 0 among them.
    pub rare: u64,
    /// The last rare heap.
    pub last_rare: usize,
}

/// Counts over a nim-sequence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// How many heaps were looked at, heap 0 included.
    pub heaps: usize,
    /// The largest value.
    pub largest: u32,
    /// Heaps whose value is larger than all before: heap and value.
    pub champions: Vec<(usize, u32)>,
    /// The last heap of value 0.
    pub last_zero: Option<usize>,
    /// The mask under which the fewest heaps are rare.
    pub sparse_space: Option<SparseSpace>,
}

impl Statistics {
    /// The counts of some values.
    #[must_use]
    pub fn of(sequence: &Sequence) -> Statistics {
        let values = sequence.values();
        let parity = sequence.parity();
        let mut champions: Vec<(usize, u32)> = Vec::new();
        let mut counts: [Vec<u64>; 2] = Default::default();
        let mut last_zero = None;
        for (heap, value) in values.iter().enumerate() {
            if champions.last().is_none_or(|last| last.1 < value) {
                champions.push((heap, value));
            }
            if value == 0 {
                last_zero = Some(heap);
            }
            if let Some(most) = Some(value as usize).filter(|&most| most < 1 << 16) {
                if counts[0].len() <= most {
                    let wide = (most + 1).next_power_of_two();
                    counts.iter_mut().for_each(|counts| counts.resize(wide, 0));
                }
                counts[heap % 2][most] += 1;
            }
        }
        let largest = champions.last().map_or(0, |last| last.1);
        let sparse_space = (largest > 0 && largest < 1 << 16).then(|| {
            let (space, rare) = sparsest_space(&counts[0], &counts[1], parity);
            let heaps = values.iter().enumerate();
            let rare_heaps = heaps.filter(|&(heap, value)| space.is_rare(value, heap));
            SparseSpace {
                mask: format!("{:b}", space.mask),
                twist: space.twist,
                rare,
                last_rare: rare_heaps.last().map_or(0, |(heap, _)| heap),
            }
        });
        Statistics {
            heaps: values.len(),
            largest,
            champions,
            last_zero,
            sparse_space,
        }
    }
}
