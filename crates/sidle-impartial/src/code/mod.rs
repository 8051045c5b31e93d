//! Take-and-break codes: octal, hexadecimal and beyond.
//!
//! A code `d₀.d₁d₂…` says for every number k of tokens how many heaps a move may leave after taking k of
//! them: bit i of d_k is set if the rest may be left as exactly i heaps that are not empty (Guy and Smith 1956;
//! *Winning Ways*, chapter 4). Digits to the left of d₀ add tokens, a part in brackets at the end is repeated
//! for ever.

mod cousin;
mod digit;
mod names;
mod options;
mod parse;

use std::fmt;

pub use digit::{Digit, MOST_HEAPS, Sizes};
pub use options::{Options, Partitions};
pub use parse::{CodeError, CodeErrorKind};

/// A take-and-break game on heaps.
///
/// ```
/// use sidle_impartial::code::Code;
/// let kayles: Code = "0.77".parse()?;
/// assert_eq!(kayles.options(3).collect::<Vec<_>>(), [vec![2], vec![1, 1], vec![1]]);
/// assert_eq!("04.30".parse::<Code>()?.to_string(), "4.3");
/// let error = "0.7x".parse::<Code>().unwrap_err();
/// assert_eq!(error.span(), 3..4);
/// # Ok::<(), sidle_impartial::code::CodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// The digits that add 1, 2, … tokens.
    added: Vec<Digit>,
    /// The digit that takes nothing.
    zero: Digit,
    /// The digits that take 1, 2, … tokens.
    taken: Vec<Digit>,
    /// What follows for ever after these; empty if nothing does.
    repeated: Vec<Digit>,
}

impl Code {
    /// A code from its digits; `added` and `taken` begin with one token. Zeros that say nothing are dropped.
    #[must_use]
    pub fn new(
        mut added: Vec<Digit>,
        zero: Digit,
        mut taken: Vec<Digit>,
        mut repeated: Vec<Digit>,
    ) -> Code {
        while added.last().is_some_and(Digit::is_zero) {
            added.pop();
        }
        if repeated.iter().all(Digit::is_zero) {
            repeated.clear();
            while taken.last().is_some_and(Digit::is_zero) {
                taken.pop();
            }
        }
        Code {
            added,
            zero,
            taken,
            repeated,
        }
    }

    /// The game in which so many tokens as `set` has (or, with `all_but`, has not) are taken; `digit` says
    /// what may be left.
    #[must_use]
    pub fn from_set(set: &[u32], digit: &Digit, all_but: bool) -> Code {
        let most = set.iter().copied().max().unwrap_or(0);
        let allowed = |k: &u32| set.contains(k) != all_but;
        let pick = |k: u32| {
            if allowed(&k) {
                digit.clone()
            } else {
                Digit::zero()
            }
        };
        let repeated = if all_but {
            vec![digit.clone()]
        } else {
            Vec::new()
        };
        Code::new(
            Vec::new(),
            Digit::zero(),
            (1..=most).map(pick).collect(),
            repeated,
        )
    }

    /// The digit that takes `tokens`, adds them if negative.
    #[must_use]
    pub fn digit(&self, tokens: i64) -> Option<&Digit> {
        let after = |k: usize| {
            self.taken.get(k - 1).or_else(|| {
                let length = self.repeated.len();
                (length > 0).then(|| &self.repeated[(k - 1 - self.taken.len()) % length])
            })
        };
        match tokens {
            0 => Some(&self.zero),
            k if k > 0 => after(k as usize),
            k => self.added.get(k.unsigned_abs() as usize - 1),
        }
    }

    /// How many digits stand after the point, the repeated part once.
    #[must_use]
    pub fn length(&self) -> usize {
        self.taken.len() + self.repeated.len()
    }

    /// The digits that add tokens.
    #[must_use]
    pub fn added(&self) -> &[Digit] {
        &self.added
    }

    /// The digits after the point, without the repeated part.
    #[must_use]
    pub fn taken(&self) -> &[Digit] {
        &self.taken
    }

    /// The part that is repeated for ever; empty if nothing is.
    #[must_use]
    pub fn repeated(&self) -> &[Digit] {
        &self.repeated
    }

    /// Every digit.
    pub fn digits(&self) -> impl Iterator<Item = &Digit> {
        let own = self.added.iter().chain([&self.zero]);
        own.chain(&self.taken).chain(&self.repeated)
    }

    /// The largest number of heaps that a move can leave; `None` if there is no bound.
    #[must_use]
    pub fn most_heaps(&self) -> Option<u32> {
        self.digits()
            .map(Digit::most)
            .try_fold(0, |most, digit| Some(most.max(digit?)))
    }

    /// Is every digit free of conditions on sizes?
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.digits().all(Digit::is_plain)
    }

    /// The digit that takes as many as it adds, if some move could go on for ever: it takes j tokens less than
    /// none and leaves fewer than j + 2 heaps.
    #[must_use]
    pub fn endless(&self) -> Option<i64> {
        let zero_loops = self.zero.up_to(1).any(|(count, _)| count == 1);
        if zero_loops {
            return Some(0);
        }
        let places = self.added.iter().zip(1_u32..);
        let mut bad = places.filter(|(digit, j)| digit.up_to(j + 1).any(|(count, _)| count > 0));
        bad.next().map(|(_, j)| -i64::from(j))
    }

    /// The moves from a heap of `heap` tokens: the sizes of the heaps left, nondecreasing; additions first,
    /// then by the number taken, then by the number of heaps, then in lexicographic order.
    #[must_use]
    pub fn options(&self, heap: u32) -> Options<'_> {
        Options::new(self, heap)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for digit in self.added.iter().rev() {
            digit.fmt(f)?;
        }
        write!(f, "{}.", self.zero)?;
        if self.length() == 0 {
            f.write_str("0")?;
        }
        for digit in &self.taken {
            digit.fmt(f)?;
        }
        if !self.repeated.is_empty() {
            f.write_str("[")?;
            self.repeated.iter().try_for_each(|digit| digit.fmt(f))?;
            f.write_str("]")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
