//! Formulas for what a machine accepts.

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::{Claim, machine::Machine};

/// What is known about the heaps n = r + pk of one residue r mod p.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Residue {
    /// G(n) = v + sk for n ≥ `from`.
    Steady {
        /// The least heap from which on it holds.
        from: usize,
        /// v.
        value: i64,
    },
    /// The ruler function.
    Ruler(Ruler),
    /// What the machine accepts, and no formula known here.
    Unknown,
}

/// A residue whose values fall back as the ruler function says. With heap n = z + py, y ≥ 1, and 2^ν the largest power of two that divides y:
/// G(n) = sy + u if y is a power of two, else G(n) = s(y − 2·2^ν) + v.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruler {
    /// z, the heap at which the ruler begins.
    pub zero: usize,
    /// The least heap, beyond z, from which on it holds.
    pub from: usize,
    /// u.
    pub power: i64,
    /// v.
    pub other: i64,
}

impl Residue {
    /// The least heap from which on a formula is known.
    #[must_use]
    pub fn from(&self) -> Option<usize> {
        match self {
            Residue::Steady { from, .. } => Some(*from),
            Residue::Ruler(ruler) => Some(ruler.from),
            Residue::Unknown => None,
        }
    }

    /// The ruler, if it is one.
    #[must_use]
    pub fn ruler(&self) -> Option<&Ruler> {
        match self {
            Residue::Ruler(ruler) => Some(ruler),
            _ => None,
        }
    }
}

impl Ruler {
    /// The value of a heap of this residue, beyond z.
    #[must_use]
    pub fn value(&self, heap: usize, period: usize, saltus: u32) -> Option<i64> {
        let y = heap.checked_sub(self.zero)? / period;
        let (y, s) = (i64::try_from(y).ok().filter(|&y| y > 0)?, i64::from(saltus));
        Some(match y & (y - 1) {
            0 => s * y + self.power,
            _ => s * (y - 2 * (y & -y)) + self.other,
        })
    }
}

/// Heaps taken together as formulas may need it: 2^`doublings` rounds of a claim make one.
pub(super) struct Rounds<'c> {
    claim: &'c Claim<'c>,
    doublings: usize,
    /// p and s of these rounds.
    pub(super) period: usize,
    pub(super) saltus: u32,
    values: &'c [u32],
}

impl<'c> Rounds<'c> {
    pub(super) fn new(claim: &'c Claim<'c>, doublings: usize, values: &'c [u32]) -> Rounds<'c> {
        Rounds {
            claim,
            doublings,
            period: claim.machine.starts.len() << doublings,
            saltus: claim.saltus << doublings,
            values,
        }
    }

    /// What is known about each residue, once the claim is proved. The values suggest it.
    pub(super) fn residues(&self) -> Vec<Residue> {
        let residue = |r: usize| self.steady(r).or_else(|| self.ruler(r));
        (0..self.period)
            .map(|r| residue(r).unwrap_or(Residue::Unknown))
            .collect()
    }

    /// The first of the heaps from which on all have the value that `expected` says, if that is early enough.
    fn agree_from(
        &self,
        heaps: impl DoubleEndedIterator<Item = usize>,
        expected: impl Fn(usize) -> Option<i64>,
    ) -> Option<usize> {
        let right = |&n: &usize| expected(n) == Some(i64::from(self.values[n]));
        let from = heaps.rev().take_while(right).last()?;
        (from < self.values.len() / 2).then_some(from)
    }

    fn steady(&self, r: usize) -> Option<Residue> {
        let (period, s) = (self.period, i64::from(self.saltus));
        let expected = |value: i64, n: usize| value + s * (n / period) as i64;
        let heaps = || (r..self.values.len()).step_by(period);
        let last = heaps().next_back()?;
        let value = i64::from(self.values[last]) - expected(0, last);
        let from = self.agree_from(heaps(), |n| Some(expected(value, n)))?;
        let case = (Phase::Any, 0, value);
        self.follows(r, from, &[case])
            .then_some(Residue::Steady { from, value })
    }

    fn ruler(&self, r: usize) -> Option<Residue> {
        let (period, saltus) = (self.period, self.saltus);
        let mut zeros = (r..self.values.len()).step_by(period).take(LATEST_ZERO);
        zeros.find_map(|zero| {
            let heaps = || (zero + period..self.values.len()).step_by(period);
            let is_power = |n: usize| ((n - zero) / period).is_power_of_two();
            let mut ruler = Ruler {
                zero,
                from: zero + period,
                power: 0,
                other: 0,
            };
            let beyond = |n: usize, ruler: &Ruler| {
                Some(i64::from(self.values[n]) - ruler.value(n, period, saltus)?)
            };
            let power = beyond(heaps().rev().find(|&n| is_power(n))?, &ruler)?;
            let other = beyond(heaps().rev().find(|&n| !is_power(n))?, &ruler)?;
            (ruler.power, ruler.other) = (power, other);
            ruler.from = self.agree_from(heaps(), |n| ruler.value(n, period, saltus))?;
            let begun = (zero / period) as i64;
            let cases = [(Phase::Before, begun, power), (Phase::Zeros, begun, other)];
            self.follows(r, ruler.from, &cases)
                .then_some(Residue::Ruler(ruler))
        })
    }

    /// Does the machine accept, for all heaps r + pk ≥ `from`, what the cases of a formula make of them? A case is a phase, a number c with y = k − c, and what is added
    /// to s times the number that the phase makes of y. It is a machine itself, which reads x and writes h; the two run side by side.
    fn follows(&self, r: usize, from: usize, cases: &[(Phase, i64, i64)]) -> bool {
        let (machine, first) = (self.claim.machine, self.claim.first);
        let (period, saltus) = (self.period, i64::from(self.saltus));
        // Heap r + pk is A + i + px with k = x + rounds.
        let i = (r + period - first % period) % period;
        let rounds = ((first + i) / period) as i64;
        // The least x: heaps below A are computed and have been compared.
        let least = from.saturating_sub(first + i).div_ceil(period);
        let round = machine.starts.len();
        let mut waiting: Vec<(u32, Branch, usize, bool)> = Vec::new();
        for &(phase, begun, value) in cases {
            let rest = value.rem_euclid(saltus) as u32;
            // The lowest digits of the round of the claim are known, and so are those of h.
            let (mut x, mut h) = (i / round, rest / self.claim.saltus);
            let mut state = machine.starts[i % round];
            for _ in 0..self.doublings {
                let next = machine.states[state as usize].next[x & 1][(h & 1) as usize];
                let Some(next) = next else { return false };
                (state, x, h) = (next, x >> 1, h >> 1);
            }
            let branch = Branch {
                phase,
                shift: rounds - begun,
                offset: value.div_euclid(saltus),
                rest: rest % self.claim.saltus,
            };
            waiting.push((state, branch, least, true));
        }
        accepts(machine, waiting)
    }
}

/// Rulers that begin later than in this round are not looked for.
const LATEST_ZERO: usize = 32;

/// What has been read of y = x + c and made of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Phase {
    /// All y; y is handed on.
    Any,
    /// Powers of two, before and after their 1; y is handed on.
    Before,
    After,
    /// Other positive y; y − 2·2^ν is handed on: up to the lowest 1, from there to the next one, and beyond.
    Zeros,
    Borrow,
    Done,
}

impl Phase {
    /// The phase after a digit of y, and the digit that is handed on.
    fn step(self, digit: i64) -> Option<(Phase, i64)> {
        Some(match (self, digit) {
            (Phase::Before, 1) => (Phase::After, 1),
            (Phase::After, 1) => return None,
            (Phase::Zeros, 1) => (Phase::Borrow, 1),
            (Phase::Borrow, 0) => (Phase::Borrow, 1),
            (Phase::Borrow, _) => (Phase::Done, 0),
            (same, digit) => (same, digit),
        })
    }

    fn may_end(self) -> bool {
        matches!(self, Phase::Any | Phase::After | Phase::Done)
    }
}

/// One case of a formula: h is what the phase makes of x + `shift`, plus `offset`, and the rest is `rest`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Branch {
    phase: Phase,
    shift: i64,
    offset: i64,
    rest: u32,
}

/// Does the machine accept what the branches write, for all x that are not less than a least one? Each branch begins in a state of the machine.
fn accepts(machine: &Machine, mut waiting: Vec<(u32, Branch, usize, bool)>) -> bool {
    let mut seen: FxHashSet<(u32, Branch, usize, bool)> = waiting.iter().copied().collect();
    while let Some((state, branch, least, enough)) = waiting.pop() {
        let state = &machine.states[state as usize];
        if branch.shift == 0 && branch.phase.may_end() && least == 0 && enough {
            // If zeros follow, x is what has been read, and h is what has been written: less than nothing, if something is owed.
            let wrong = branch.offset == 0 && state.rest != Some(branch.rest);
            if wrong || branch.offset < 0 {
                return false;
            }
        }
        for bit in 0..2_usize {
            let sum = bit as i64 + branch.shift;
            let Some((phase, digit)) = branch.phase.step(sum.rem_euclid(2)) else {
                continue;
            };
            let high = digit + branch.offset;
            let Some(next) = state.next[bit][high.rem_euclid(2) as usize] else {
                return false;
            };
            let branch = Branch {
                phase,
                shift: sum.div_euclid(2),
                offset: high.div_euclid(2),
                ..branch
            };
            let enough = match bit.cmp(&(least & 1)) {
                std::cmp::Ordering::Less => false,
                std::cmp::Ordering::Equal => enough,
                std::cmp::Ordering::Greater => true,
            };
            let later = (next, branch, least >> 1, enough);
            if seen.insert(later) {
                waiting.push(later);
            }
        }
    }
    true
}
