//! Automatic nim-sequences, the ruler regularity among them.
//!
//! Grossman and Nowakowski (*A ruler regularity in hexadecimal games*, Games of No Chance 4, 2015) describe games, 0.2048 first, whose values rise by a
//! saltus s with each period p, but for one heap in each period, whose value falls back by a power of two as the ruler function says. Such a
//! sequence is neither periodic nor arithmetic periodic. It is *automatic*: if heap A + i + px is written by its residue i and its round x, and its
//! value as sh + ρ with 0 ≤ ρ < s, then a finite [`Machine`] reads the binary digits of x and h and accepts the right h and ρ.
//!
//! **Theorem** (after Büchi, *Weak second-order arithmetic and finite automata*, 1960). Let s be a power of two, and let a machine accept something with each i and x. Whether
//! G(A + i + px) = sh + ρ for all (x, h, ρ) that it accepts, given the values of the heaps below A, can be decided.
//!
//! *Proof.* A move from A + i + pm takes t tokens and leaves some heaps below A, which have constant sizes and values, and up to three heaps A + iₖ + pxₖ.
//! Counting tokens, m = Σ xₖ + d, where d depends on t, the constants and the residues only; it is not negative. So m has the digits of Σ xₖ + d, which an adder
//! makes from those of the xₖ, lowest first, with d as its first carry. As s is a power of two, the move reaches sw + ρ exactly if w is the nim sum of the hₖ
//! and of a constant, digit by digit, and ρ is the nim sum of the rests and of a constant. All this is done by a nondeterministic machine that reads m and w
//! and guesses the digits of the xₖ and hₖ; there are finitely many ways in which it may begin, and its carries are bounded. The construction
//! of Rabin and Scott makes it deterministic: after the digits of m and w have been read, its state tells which sw + ρ′ the moves from m reach. Beside it, the machine of the claim reads
//! m and h, and w is compared with h. All states that the three reach together are looked at; there are finitely many. If in each of them, with sh + ρ the value that is
//! accepted, sw + ρ′ is reached whenever it is less and never if it is the same, then sh + ρ is the least number that is not reached, and the claim holds
//! by induction over the heaps; in particular, only one value is accepted for each heap. ∎
//!
//! What to claim is guessed from computed values: the machine is the smallest that fits them (`learn`). A wrong guess is refused by the
//! decision. Every arithmetic period whose saltus is a power of two is a special case.

mod formula;
mod learn;
mod machine;
mod moves;
mod proof;

use serde::{Deserialize, Serialize};
use sidle_core::{Meter, StopReason};

use self::formula::Rounds;
pub use self::{
    formula::{Residue, Ruler},
    machine::{Machine, State},
};
use crate::{
    code::Code,
    period::{Periodicity, Proof},
};

/// Larger machines are not tried.
const MOST_STATES: usize = 64;
/// Longer periods and larger saltus are not tried.
const LONGEST: usize = 256;
const LARGEST_SALTUS: u32 = 1 << 10;
/// So often rounds are taken together.
const DOUBLINGS: usize = 4;
/// Later beginnings are not tried.
const LATEST: usize = 512;
/// Fewer values do not show what to claim.
const LEAST_VALUES: usize = 256;

/// How much work a decision may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// As much as some thousand values cost.
    Little,
    /// Seconds.
    Much,
}

impl Effort {
    /// How many states of all machines together may be looked at.
    fn most_states(self) -> usize {
        match self {
            Effort::Little => 1 << 15,
            Effort::Much => 1 << 20,
        }
    }
}

/// A nim-sequence whose values a machine gives, with proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Automatic {
    /// A, the first heap whose value the machine gives.
    pub first: usize,
    /// The machine. It starts for heap A + i + px, with p the number of its functions, where it starts for function i.
    pub machine: Machine,
    /// The s of the machine, a power of two.
    pub rise: u32,
    /// The period of the formulas: p, or that doubled.
    pub period: usize,
    /// What a period adds: s, or that doubled.
    pub saltus: u32,
    /// What is known about the heaps that are 0, 1, … modulo the period.
    pub residues: Vec<Residue>,
    /// How many values showed it, heap 0 included.
    pub searched: usize,
}

/// What is to be decided.
struct Claim<'c> {
    /// A.
    first: usize,
    saltus: u32,
    /// The values of the heaps below A.
    small: &'c [u32],
    machine: &'c Machine,
}

impl Automatic {
    /// The value of a heap from [`first`](Self::first) on; none if it does not fit into 32 bits.
    #[must_use]
    pub fn value(&self, heap: usize) -> Option<u32> {
        let residue = &self.residues[heap % self.period];
        let formula = match residue {
            Residue::Steady { from, value } if heap >= *from => i64::try_from(heap / self.period)
                .ok()
                .and_then(|rounds| rounds.checked_mul(self.saltus.into())?.checked_add(*value)),
            Residue::Ruler(ruler) if heap >= ruler.from => {
                ruler.value(heap, self.period, self.saltus)
            }
            _ => None,
        };
        match formula {
            Some(value) => u32::try_from(value).ok(),
            None => self.read(heap),
        }
    }

    /// The value of a heap from [`first`](Self::first) on as the machine reads it.
    fn read(&self, heap: usize) -> Option<u32> {
        let beyond = heap.checked_sub(self.first)?;
        let start = self.machine.starts[beyond % self.machine.starts.len()];
        let round = (beyond / self.machine.starts.len()) as u64;
        self.machine.value(start, round, self.rise)
    }

    /// The least heap from which on formulas give all values; none if something is not known but by the machine.
    #[must_use]
    pub fn regular_from(&self) -> Option<usize> {
        let mut from = self.residues.iter().map(Residue::from);
        // The last heap of a residue that is not regular is a period before the first that is.
        from.try_fold(0, |last, from| {
            Some(last.max((from? + 1).saturating_sub(self.period)))
        })
    }

    /// The arithmetic period, if nothing is exceptional.
    #[must_use]
    pub fn periodicity(&self) -> Option<Periodicity> {
        let steady = |residue: &Residue| matches!(residue, Residue::Steady { .. });
        let regular = self.residues.iter().all(steady);
        Some(Periodicity {
            period: self.period,
            preperiod: self.regular_from().filter(|_| regular)?,
            saltus: self.saltus,
            needs: self.searched,
            proof: Proof::Machine,
        })
    }

    /// The ruler residues.
    pub fn rulers(&self) -> impl Iterator<Item = &Ruler> {
        self.residues.iter().filter_map(Residue::ruler)
    }

    /// The proof in words.
    #[must_use]
    pub fn explanation(&self) -> String {
        let (first, p) = (self.first, self.machine.starts.len());
        let states = self.machine.states.len();
        format!(
            "a machine with {states} states reads the value of heap {first}+i+{p}x off the binary digits of x; that no move reaches it, \
             and moves reach all smaller ones, was decided for all x by the products of this machine"
        )
    }
}

/// Can the values of this game be decided by machines? Some move must leave exactly three heaps.
#[must_use]
pub fn applies(code: &Code) -> bool {
    moves::rules(code).is_some()
}

/// The automatic sequence that growing values suggest and that is proved to go on for ever, if there is one. Some move must leave three heaps, and none more.
pub fn prove(
    code: &Code,
    values: &[u32],
    effort: Effort,
    meter: &Meter,
) -> Result<Option<Automatic>, StopReason> {
    let Some(rules) = moves::rules(code).filter(|_| values.len() >= LEAST_VALUES) else {
        return Ok(None);
    };
    // Values that do not grow are left to the theorem of Guy and Smith, which names their period.
    let (early, late) = values.split_at(values.len() / 2);
    if late.iter().max() <= early.iter().max() {
        return Ok(None);
    }
    let mut without_formulas = None;
    for (period, saltus) in likely_periods(values, meter)? {
        let found = attempt(values, &rules, period, saltus, effort, meter)?;
        match found {
            Some(found) if found.regular_from().is_some() => return Ok(Some(found)),
            found => without_formulas = without_formulas.or(found),
        }
    }
    Ok(without_formulas)
}

/// The automatic sequence with a given period and saltus.
fn attempt(
    values: &[u32],
    rules: &[moves::Rule],
    period: usize,
    saltus: u32,
    effort: Effort,
    meter: &Meter,
) -> Result<Option<Automatic>, StopReason> {
    for first in likely_beginnings(values, period, saltus) {
        meter.check()?;
        let function = |i: usize| {
            let values = values.iter().skip(first + i).step_by(period);
            let parts = values.map(|value| Some((value / saltus, value % saltus)));
            parts.collect::<Vec<_>>()
        };
        let functions = (0..period).map(function).collect();
        let Some(machine) = learn::machine(functions, MOST_STATES) else {
            continue;
        };
        let claim = Claim {
            first,
            saltus,
            small: &values[..first],
            machine: &machine,
        };
        if proof::holds(&claim, rules, effort.most_states(), meter)? {
            // Some rounds together may have formulas where one has none.
            let known = |residues: &[Residue]| residues.iter().all(|one| one.from().is_some());
            let rounds = |doublings| {
                let rounds = Rounds::new(&claim, doublings, values);
                (rounds.period, rounds.saltus, rounds.residues())
            };
            let (period, saltus, residues) = (0..=DOUBLINGS)
                .map(rounds)
                .find(|(_, _, residues)| known(residues))
                .unwrap_or_else(|| rounds(0));
            return Ok(Some(Automatic {
                first,
                rise: claim.saltus,
                period,
                saltus,
                residues,
                machine,
                searched: values.len(),
            }));
        }
    }
    Ok(None)
}

/// Periods after which most values are larger by the same power of two, each one better than all shorter ones.
fn likely_periods(values: &[u32], meter: &Meter) -> Result<Vec<(usize, u32)>, StopReason> {
    let half = values.len() / 2;
    let mut found = Vec::new();
    let mut most = half * 2 / 5;
    let mut ticker = meter.ticker();
    for period in 1..(values.len() / 20).min(LONGEST) {
        ticker.steps(half)?;
        let mut counts = [0; 32];
        for n in half..values.len() - period {
            let rise = values[n + period].wrapping_sub(values[n]);
            if rise.is_power_of_two() && rise <= LARGEST_SALTUS {
                counts[rise.trailing_zeros() as usize] += 1;
            }
        }
        // The differences that a longer period leaves out at the end count as if they were right.
        let (shift, count) = (0..32)
            .map(|shift| (shift, counts[shift] + period))
            .max_by_key(|&(shift, count)| (count, std::cmp::Reverse(shift)))
            .unwrap_or((0, 0));
        if count > most + half / 64 {
            most = count;
            found.push((period, 1 << shift));
        }
    }
    Ok(found)
}

/// Heaps from which on a machine might give the values: from the beginning, and from where the residues that end up regular are.
fn likely_beginnings(values: &[u32], period: usize, saltus: u32) -> Vec<usize> {
    let wrong = |n: &usize| values[n + period].wrapping_sub(values[*n]) != saltus;
    let last = (0..period).filter_map(|residue| {
        let heaps = (residue..values.len() - period).step_by(period);
        let last = heaps.rev().find(wrong)?;
        (last < values.len() / 2).then_some(last)
    });
    let later = last.max().map(|last| [last + 1, last + 1 + period]);
    let later = later.into_iter().flatten();
    let all = std::iter::once(1).chain(later);
    all.filter(|&first| first <= LATEST).collect()
}

#[cfg(test)]
mod tests;
