//! What the fast methods need to know of a code: which numbers of tokens may be taken, and what is left.

use crate::code::{Code, Sizes};

/// An octal game with finitely many digits, move by move: k tokens are taken and …
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    /// … nothing is left.
    pub(crate) finish: Vec<usize>,
    /// … one heap is left.
    pub(crate) take: Vec<usize>,
    /// … two heaps are left.
    pub(crate) split: Vec<usize>,
    /// … two different heaps are left.
    pub(crate) unequal: Vec<usize>,
    /// … two equal heaps are left.
    pub(crate) equal: Vec<usize>,
}

impl Shape {
    /// The shape, if no digit repeats, adds tokens or leaves more than two heaps.
    pub(crate) fn of(code: &Code) -> Option<Shape> {
        let few = code.most_heaps().is_some_and(|most| most <= 2);
        if !few || !code.repeated().is_empty() || !code.added().is_empty() {
            return None;
        }
        let mut shape = Shape::default();
        for taken in 0..=code.taken().len() {
            let Some(digit) = code.digit(taken as i64) else {
                continue;
            };
            if digit.leaves(0).is_some() && taken > 0 {
                shape.finish.push(taken);
            }
            if digit.leaves(1).is_some() {
                shape.take.push(taken);
            }
            match digit.leaves(2) {
                None => {}
                Some(Sizes::Any) => shape.split.push(taken),
                Some(Sizes::Distinct | Sizes::Mixed) => shape.unequal.push(taken),
                Some(Sizes::Equal) => shape.equal.push(taken),
            }
        }
        Some(shape)
    }

    /// The parity of the tokens taken by all moves that leave two heaps, if it is the same.
    pub(crate) fn parity(&self) -> Option<u32> {
        let mut all = self.breaking().map(|taken| taken as u32 % 2);
        let first = all.next()?;
        all.all(|parity| parity == first).then_some(first)
    }

    /// The numbers of tokens whose moves leave two heaps that need not be equal.
    pub(crate) fn breaking(&self) -> impl Iterator<Item = usize> + '_ {
        self.split.iter().chain(&self.unequal).copied()
    }
}
