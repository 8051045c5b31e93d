//! What a move does to one heap.

use std::{fmt, ops::ControlFlow, sync::Arc};

use sidle_core::{Flow, Visit};
use smallvec::SmallVec;

/// The heaps that a move leaves of one heap.
pub type Heaps = SmallVec<[u32; 2]>;

/// What a move may do to a heap of `n` tokens.
///
/// ```
/// use sidle_rules::heap::HeapRule;
/// let halves = HeapRule::SplitInTwo.options(5);
/// assert_eq!(halves.len(), 2);
/// assert_eq!(halves[1].as_slice(), [2, 3]);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub enum HeapRule {
    /// Take any number of tokens: Nim.
    Any,
    /// Split into two nonempty heaps: the code `4.0`.
    SplitInTwo,
    /// Split into two or more equal heaps: the code `{2+}=.0`.
    SplitEqually,
    /// Take a number of tokens from a set.
    Take(Numbers),
    /// Take a number of tokens from a set and leave the rest as at most two heaps.
    TakeAndSplit(Numbers),
    /// Options from a list: entry `n` for a heap of `n` tokens. The text names the game.
    Listed {
        /// The name of the rule.
        name: Arc<str>,
        /// For each size the options.
        options: Arc<[Vec<Heaps>]>,
    },
}

/// A set of numbers: those listed, or all positive ones but those. Whoever takes 0 tokens passes, or only splits the
/// heap, so that a game with 0 in the set can go on for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// The listed numbers, in order.
    pub listed: Arc<[u32]>,
    /// Whether the set is everything else.
    pub all_but: bool,
}

impl Numbers {
    /// The set of these numbers, or of all other positive ones.
    pub fn new(mut listed: Vec<u32>, all_but: bool) -> Numbers {
        listed.sort_unstable();
        listed.dedup();
        Numbers {
            listed: listed.into(),
            all_but,
        }
    }

    /// The members up to `most`; none if that is 0, because a heap that is gone has no moves.
    pub fn up_to(&self, most: u32) -> impl Iterator<Item = u32> + '_ {
        let range = match self.all_but {
            true => most,
            false => self.listed.last().copied().unwrap_or(0).min(most),
        };
        let zero = !self.all_but && most > 0 && self.listed.first() == Some(&0);
        let first = u32::from(!zero);
        (first..=range).filter(|n| self.listed.binary_search(n).is_ok() != self.all_but)
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.listed.iter().map(u32::to_string).collect();
        write!(f, "{{{}}}", all.join(","))
    }
}

impl fmt::Debug for HeapRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeapRule::Any => f.write_str("0.[3]"),
            HeapRule::SplitInTwo => f.write_str("4.0"),
            HeapRule::SplitEqually => f.write_str("{2+}=.0"),
            HeapRule::Take(set) => write!(f, "take {set}{}", but(set)),
            HeapRule::TakeAndSplit(set) => write!(f, "take and split {set}{}", but(set)),
            HeapRule::Listed { name, .. } => f.write_str(name),
        }
    }
}

fn but(set: &Numbers) -> &'static str {
    if set.all_but { " all but" } else { "" }
}

impl HeapRule {
    /// Eatcake's rule, the code `0.7`: take one token and leave the rest as at most two heaps.
    pub fn eatcake() -> HeapRule {
        HeapRule::TakeAndSplit(Numbers::new(vec![1], false))
    }

    /// Is there anything to do with a heap?
    pub(super) fn has_options(&self, n: u32) -> bool {
        match self {
            HeapRule::Any => n > 0,
            HeapRule::SplitInTwo | HeapRule::SplitEqually => n > 1,
            HeapRule::Take(set) | HeapRule::TakeAndSplit(set) => set.up_to(n).next().is_some(),
            HeapRule::Listed { options, .. } => {
                options.get(n as usize).is_some_and(|all| !all.is_empty())
            }
        }
    }

    /// What a heap can become: by tokens taken, then by the number of heaps, then in order.
    /// A listed rule has no options for a heap beyond its list.
    pub fn options(&self, n: u32) -> Vec<Heaps> {
        let mut all = Vec::new();
        let _ = self.visit_options(n, &mut |heaps| {
            all.push(heaps);
            ControlFlow::Continue(())
        });
        all
    }

    /// The same one by one: a large heap has more options than there may be room for.
    pub fn visit_options(&self, n: u32, visit: Visit<'_, Heaps>) -> Flow {
        let heap = |rest: u32| match rest {
            0 => Heaps::new(),
            rest => Heaps::from_slice(&[rest]),
        };
        let halves = |n: u32| (1..=n / 2).map(move |a| Heaps::from_slice(&[a, n - a]));
        match self {
            HeapRule::Any => (1..=n).map(|k| heap(n - k)).try_for_each(visit),
            HeapRule::SplitInTwo => halves(n).try_for_each(visit),
            HeapRule::SplitEqually => (2..=n)
                .filter(|&k| n.is_multiple_of(k))
                .map(|k| SmallVec::from_elem(n / k, k as usize))
                .try_for_each(visit),
            HeapRule::Take(set) => set.up_to(n).map(|k| heap(n - k)).try_for_each(visit),
            HeapRule::TakeAndSplit(set) => {
                let each = |k: u32| std::iter::once(heap(n - k)).chain(halves(n - k));
                set.up_to(n).flat_map(each).try_for_each(visit)
            }
            HeapRule::Listed { options, .. } => {
                let listed = options.get(n as usize).into_iter().flatten();
                listed.cloned().try_for_each(visit)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_options_where_some_are_listed() {
        let rules = [
            HeapRule::Any,
            HeapRule::SplitInTwo,
            HeapRule::SplitEqually,
            HeapRule::eatcake(),
            HeapRule::Take(Numbers::new(vec![0, 3], false)),
            HeapRule::TakeAndSplit(Numbers::new(vec![1, 2, 5], true)),
            HeapRule::Listed {
                name: "one".into(),
                options: vec![vec![], vec![Heaps::new()], vec![]].into(),
            },
        ];
        for rule in rules {
            for n in 0..12 {
                assert_eq!(
                    rule.has_options(n),
                    !rule.options(n).is_empty(),
                    "{rule:?} {n}"
                );
            }
        }
    }

    #[test]
    fn zero_tokens_may_be_taken() {
        let pass = HeapRule::Take(Numbers::new(vec![0, 2], false));
        let options = |rule: &HeapRule, n| -> Vec<Vec<u32>> {
            rule.options(n).iter().map(|heaps| heaps.to_vec()).collect()
        };
        assert_eq!(options(&pass, 3), [vec![3], vec![1]]);
        assert_eq!(options(&pass, 1), [vec![1]]);
        assert!(options(&pass, 0).is_empty());
        let split = HeapRule::TakeAndSplit(Numbers::new(vec![0], false));
        assert_eq!(options(&split, 4), [vec![4], vec![1, 3], vec![2, 2]]);
        // All but 1 are 2, 3, ….
        let all_but = HeapRule::Take(Numbers::new(vec![1], true));
        assert_eq!(options(&all_but, 3), [vec![1], vec![]]);
    }
}
