//! Is a nim value reached by some pair of heaps?

use super::{cell::Cell, shape::Shape};

/// The values of a stretch of heaps, the largest of them first: beside a stretch of values read upwards they are the
/// partners.
pub(super) struct Mirror<V> {
    values: Vec<V>,
    first: usize,
}

/// How many heaps are mirrored.
const MIRRORED: usize = 1 << 13;
/// How many pairs are looked at together.
const STRIDE: usize = 64;
/// The same beyond the mirror.
const CHUNK: usize = 256;

impl<V: Cell> Mirror<V> {
    /// The mirror of the values so far, from the heap `first` on.
    pub(super) fn of(values: &[V], first: usize) -> Mirror<V> {
        let end = values.len().min(first.saturating_add(MIRRORED));
        let shown = values.get(first..end).unwrap_or(&[]);
        Mirror {
            values: shown.iter().rev().copied().collect(),
            first,
        }
    }

    /// The same as `of`, if it is not so already.
    pub(super) fn renew(&mut self, values: &[V], first: usize) {
        if self.first != first || self.values.len() < MIRRORED {
            *self = Mirror::of(values, first);
        }
    }

    /// The first heap mirrored.
    pub(super) fn first(&self) -> usize {
        self.first
    }

    /// How many heaps are mirrored.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// The heap after the last one mirrored.
    pub(super) fn end(&self) -> usize {
        self.first + self.values.len()
    }

    /// Are there a, b with a + b = `sum` and values of this nim sum, a at most `last` and one of the heaps mirrored (but
    /// for a few of the last ones) and b positive?
    #[inline(always)]
    pub(super) fn has_pair(&self, values: &[V], sum: usize, last: usize, wanted: V) -> bool {
        // A heap a lies at `end` − 1 − a in the mirror, its partner at `sum` − a: both are read downwards.
        let high = &values[..(sum + 1).saturating_sub(self.first)];
        let most = last.min(sum.saturating_sub(1));
        let beyond = self.end().saturating_sub(most + 1);
        let low = &self.values[beyond.min(self.values.len())..];
        let pairs = low.rchunks_exact(STRIDE).zip(high.rchunks_exact(STRIDE));
        for (low, high) in pairs {
            let mut there = V::of(0);
            for (&x, &y) in low.iter().zip(high) {
                there = there.or(x.xor(y).equals(wanted));
            }
            if there != V::of(0) {
                return true;
            }
        }
        false
    }
}

/// Are there positive a, b with a + b = `sum` and values of this nim sum?
pub(super) fn has_pair<V: Cell>(values: &[V], sum: usize, wanted: V) -> bool {
    pair_between(values, sum, 1, sum / 2, wanted)
}

/// Are there a, b with `first` ≤ a ≤ `last`, a + b = `sum` and values of this nim sum?
#[inline(always)]
fn pair_between<V: Cell>(values: &[V], sum: usize, first: usize, last: usize, wanted: V) -> bool {
    let mut a = first;
    while a <= last {
        let end = (a + CHUNK).min(last + 1);
        let low = &values[a..end];
        let high = &values[sum + 1 - end..sum + 1 - a];
        let mut there = 0_u8;
        for (&x, &y) in low.iter().zip(high.iter().rev()) {
            there |= u8::from(x.xor(y) == wanted);
        }
        if there != 0 {
            return true;
        }
        a = end;
    }
    false
}

/// Can a move leave two heaps of the same value, different ones where the code asks for that? `quick` finds most pairs
/// of the same value with a sum, the first of them at most so large.
pub(super) fn zero_by_different<V: Cell>(
    shape: &Shape,
    values: &[V],
    n: usize,
    quick: impl Fn(usize, usize) -> bool,
) -> bool {
    let zero = V::of(0);
    let pair =
        |sum: usize, last: usize| quick(sum, last) || pair_between(values, sum, 1, last, zero);
    let any = |k: &usize| {
        let rest = n.saturating_sub(*k);
        rest > 1 && (rest.is_multiple_of(2) || pair(rest, rest / 2))
    };
    let different = |k: &usize| {
        let rest = n.saturating_sub(*k);
        rest > 2 && pair(rest, (rest - 1) / 2)
    };
    shape.split.iter().any(any) || shape.unequal.iter().any(different)
}

/// The value after the last one, by the definition; for games that leave at most two heaps.
pub(super) fn next_by_definition<V: Cell>(shape: &Shape, values: &[V]) -> u32 {
    let n = values.len();
    let mut reached = vec![false; 16];
    let mut reach = |value: u32| {
        let place = value as usize;
        if reached.len() <= place {
            reached.resize(2 * place, false);
        }
        reached[place] = true;
    };
    if shape.finish.contains(&n) {
        reach(0);
    }
    for &k in shape.take.iter().filter(|&&k| k > 0 && k < n) {
        reach(values[n - k].get());
    }
    for (heaps, different) in [(&shape.split, false), (&shape.unequal, true)] {
        for &k in heaps.iter().filter(|&&k| k < n) {
            let rest = n - k;
            for a in (1..=rest / 2).filter(|&a| !(different && 2 * a == rest)) {
                reach(values[a].get() ^ values[rest - a].get());
            }
        }
    }
    if shape
        .equal
        .iter()
        .any(|&k| n >= k + 2 && (n - k).is_multiple_of(2))
    {
        reach(0);
    }
    reached
        .iter()
        .position(|&there| !there)
        .unwrap_or(reached.len()) as u32
}
