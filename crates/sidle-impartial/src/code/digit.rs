//! One digit of a take-and-break code: how many heaps a move may leave, and of which sizes.

use std::fmt;

/// A condition on the sizes of the heaps that a move leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sizes {
    /// Any sizes.
    #[default]
    Any,
    /// `!`: pairwise different.
    Distinct,
    /// `?`: not all equal.
    Mixed,
    /// `=`: all equal.
    Equal,
}

impl Sizes {
    /// The modifier as it is written.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Sizes::Any => "",
            Sizes::Distinct => "!",
            Sizes::Mixed => "?",
            Sizes::Equal => "=",
        }
    }
}

/// The largest number of heaps that can be named.
pub const MOST_HEAPS: u32 = 63;

/// One digit: for every number of heaps, whether a move may leave so many, and under which condition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digit {
    /// The counts that are named, increasing. With fewer than two heaps the condition is [`Sizes::Any`].
    counts: Vec<(u32, Sizes)>,
    /// Every count from this one on.
    tail: Option<(u32, Sizes)>,
}

impl Digit {
    /// The digit without moves.
    #[must_use]
    pub fn zero() -> Digit {
        Digit::default()
    }

    /// The digit whose binary expansion names the counts.
    #[must_use]
    pub fn from_mask(mask: u64, sizes: Sizes) -> Digit {
        let mut digit = Digit::default();
        for count in (0..64).filter(|count| mask >> count & 1 == 1) {
            digit.allow(count, sizes);
        }
        digit
    }

    /// Allows `count` heaps; says whether that is new.
    pub(super) fn allow(&mut self, count: u32, sizes: Sizes) -> bool {
        let sizes = if count < 2 { Sizes::Any } else { sizes };
        match self.counts.binary_search_by_key(&count, |entry| entry.0) {
            Ok(_) => false,
            Err(place) => {
                self.counts.insert(place, (count, sizes));
                self.settle();
                true
            }
        }
    }

    /// Allows `count` heaps and more.
    pub(super) fn allow_from(&mut self, count: u32, sizes: Sizes) {
        let mut count = count;
        while count < 2 {
            self.allow(count, Sizes::Any);
            count += 1;
        }
        self.tail = Some((count, sizes));
        self.settle();
    }

    /// Named counts that the tail continues become part of it.
    fn settle(&mut self) {
        if let Some((start, sizes)) = &mut self.tail {
            while let Some(&(count, last)) = self.counts.last() {
                if count + 1 == *start && last == *sizes && count >= 2 {
                    *start = count;
                    self.counts.pop();
                } else {
                    break;
                }
            }
        }
    }

    /// Does the digit allow nothing?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.counts.is_empty() && self.tail.is_none()
    }

    /// May a move leave `count` heaps, and under which condition?
    #[must_use]
    pub fn leaves(&self, count: u32) -> Option<Sizes> {
        if let Ok(place) = self.counts.binary_search_by_key(&count, |entry| entry.0) {
            return Some(self.counts[place].1);
        }
        self.tail
            .and_then(|(start, sizes)| (count >= start).then_some(sizes))
    }

    /// The largest count that is named, or `None` if there is no largest one.
    #[must_use]
    pub fn most(&self) -> Option<u32> {
        if self.tail.is_some() {
            return None;
        }
        Some(self.counts.last().map_or(0, |entry| entry.0))
    }

    /// The least count that is allowed.
    #[must_use]
    pub fn least(&self) -> Option<u32> {
        let named = self.counts.first().map(|entry| entry.0);
        named.or(self.tail.map(|(start, _)| start))
    }

    /// Every count up to `most` that is allowed, with its condition.
    pub fn up_to(&self, most: u32) -> impl Iterator<Item = (u32, Sizes)> + '_ {
        let named = self.counts.iter().copied();
        let named = named.take_while(move |entry| entry.0 <= most);
        let tail = self.tail.into_iter();
        let tail = tail.flat_map(move |(start, sizes)| (start..=most).map(move |c| (c, sizes)));
        named.chain(tail)
    }

    /// Does a condition on sizes stand anywhere in the digit?
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let named = self.counts.iter().all(|entry| entry.1 == Sizes::Any);
        named && self.tail.is_none_or(|(_, sizes)| sizes == Sizes::Any)
    }

    /// All conditions that matter, if they are the same.
    fn common_sizes(&self) -> Option<Sizes> {
        let named = self.counts.iter().filter(|entry| entry.0 >= 2);
        let mut all = named.map(|entry| entry.1).chain(self.tail.map(|t| t.1));
        let first = all.next().unwrap_or_default();
        all.all(|sizes| sizes == first).then_some(first)
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let common = self.common_sizes();
        let outer = common.unwrap_or_default();
        let is_star = self.tail.is_some_and(|(start, _)| start == 2) && self.counts.len() == 2;
        if is_star && common.is_some() {
            return write!(f, "*{}", outer.symbol());
        }
        let small = self.counts.last().is_none_or(|entry| entry.0 < 5);
        if self.tail.is_none() && small && common.is_some() {
            let value: u32 = self.counts.iter().map(|entry| 1 << entry.0).sum();
            let digit = char::from_digit(value, 32).unwrap_or('0');
            return write!(f, "{}{}", digit.to_ascii_uppercase(), outer.symbol());
        }
        f.write_str("{")?;
        let mut first = true;
        let tail = self.tail.map(|(start, sizes)| (start, sizes, "+"));
        let named = self.counts.iter().map(|&(count, sizes)| (count, sizes, ""));
        for (count, sizes, plus) in named.chain(tail) {
            let comma = if first { "" } else { "," };
            first = false;
            let inner = if common.is_some() { "" } else { sizes.symbol() };
            write!(f, "{comma}{count}{inner}{plus}")?;
        }
        write!(f, "}}{}", outer.symbol())
    }
}
