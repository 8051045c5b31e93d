//! The moves of a take-and-break game, one after the other.

use super::{Code, Sizes};

/// The moves from one heap; see [`Code::options`].
#[derive(Clone, Debug)]
pub struct Options<'c> {
    code: &'c Code,
    heap: u32,
    /// The number of tokens taken by the moves to come.
    taken: i64,
    /// The counts still to come for it, last first.
    counts: Vec<(u32, Sizes)>,
    current: Option<Partitions>,
}

impl<'c> Options<'c> {
    pub(super) fn new(code: &'c Code, heap: u32) -> Options<'c> {
        let added = if heap == 0 {
            0
        } else {
            code.added.len() as i64
        };
        let mut options = Options {
            code,
            heap,
            taken: -added,
            counts: Vec::new(),
            current: None,
        };
        options.list_counts();
        options
    }

    fn rest(&self) -> u32 {
        (i64::from(self.heap) - self.taken) as u32
    }

    fn list_counts(&mut self) {
        let rest = self.rest();
        let Some(digit) = self.code.digit(self.taken) else {
            return;
        };
        if self.heap == 0 {
            return;
        }
        let fits = |&(count, _): &(u32, Sizes)| (count == 0) == (rest == 0);
        self.counts.extend(digit.up_to(rest).filter(fits));
        self.counts.reverse();
    }
}

impl Iterator for Options<'_> {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        loop {
            if let Some(parts) = self.current.as_mut().and_then(Iterator::next) {
                return Some(parts);
            }
            self.current = None;
            if let Some((count, sizes)) = self.counts.pop() {
                self.current = Some(Partitions::new(self.rest(), count, sizes));
                continue;
            }
            let finite = self.code.repeated.is_empty();
            let last = if finite {
                i64::from(self.heap).min(self.code.taken.len() as i64)
            } else {
                i64::from(self.heap)
            };
            if self.taken >= last {
                return None;
            }
            self.taken += 1;
            self.list_counts();
        }
    }
}

/// The partitions of a number into a fixed number of positive parts, each nondecreasing, in lexicographic order.
///
/// ```
/// use sidle_impartial::code::{Partitions, Sizes};
/// let all: Vec<_> = Partitions::new(6, 3, Sizes::Distinct).collect();
/// assert_eq!(all, [vec![1, 2, 3]]);
/// ```
#[derive(Clone, Debug)]
pub struct Partitions {
    parts: Vec<u32>,
    /// 1 if parts must differ, else 0.
    gap: u32,
    sizes: Sizes,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Fresh,
    Running,
    Done,
}

impl Partitions {
    /// The partitions of `total` into `count` parts.
    #[must_use]
    pub fn new(total: u32, count: u32, sizes: Sizes) -> Partitions {
        let gap = u32::from(sizes == Sizes::Distinct && count > 1);
        let count_u = count as usize;
        let mut state = State::Fresh;
        let mut parts: Vec<u32> = (0..count).map(|i| 1 + i * gap).collect();
        let least: u64 = parts.iter().map(|&part| u64::from(part)).sum();
        if count == 0 {
            if total != 0 {
                state = State::Done;
            }
        } else if least > u64::from(total) {
            state = State::Done;
        } else if sizes == Sizes::Equal && count > 1 {
            if total % count == 0 {
                parts = vec![total / count; count_u];
            } else {
                state = State::Done;
            }
        } else {
            parts[count_u - 1] += total - least as u32;
        }
        Partitions {
            parts,
            gap,
            sizes,
            state,
        }
    }

    /// Goes to the next partition: the last part but one that can grow does, those behind it are as small as
    /// can be, and the last takes the rest.
    fn advance(&mut self) -> bool {
        let count = self.parts.len();
        if count < 2 || self.sizes == Sizes::Equal {
            return false;
        }
        let mut rest = self.parts[count - 1];
        for i in (0..count - 1).rev() {
            rest += self.parts[i];
            let behind = (count - i) as u32;
            let start = self.parts[i] + 1;
            let least = u64::from(start) * u64::from(behind)
                + u64::from(self.gap) * u64::from(behind) * u64::from(behind - 1) / 2;
            if least <= u64::from(rest) {
                for (step, part) in (0..behind).zip(&mut self.parts[i..]) {
                    *part = start + step * self.gap;
                }
                self.parts[count - 1] += (u64::from(rest) - least) as u32;
                return true;
            }
        }
        false
    }
}

impl Iterator for Partitions {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        loop {
            match self.state {
                State::Done => return None,
                State::Fresh => self.state = State::Running,
                State::Running => {
                    if !self.advance() {
                        self.state = State::Done;
                        return None;
                    }
                }
            }
            let all_equal = self.parts.windows(2).all(|pair| pair[0] == pair[1]);
            let mixed = self.sizes == Sizes::Mixed && self.parts.len() > 1;
            if !(mixed && all_equal) {
                return Some(self.parts.clone());
            }
        }
    }
}
