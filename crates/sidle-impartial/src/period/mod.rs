//! Periodicity, with proof.
//!
//! **Guy and Smith (1956)**: let moves take at most t tokens and leave at most M heaps, of any sizes. If
//! G(n + p) = G(n) for all n₀ ≤ n < M(n₀ + p − 1) + t − p + 1 (with n₀ ≥ 1), then for all n ≥ n₀. For a move from a
//! larger n + p leaves a heap of at least n₀ + p, which can be made smaller by p without changing its value, and a
//! move from n leaves one of at least n₀, which can be made larger.
//!
//! Games in which a move leaves at most one heap and digits repeat: see `tail`; games that break heaps into three:
//! see `arithmetic`.

mod arithmetic;
mod search;
mod tail;

use serde::{Deserialize, Serialize};
use sidle_core::{Meter, StopReason};

use crate::{code::Code, nim::Values};

/// A sequence that repeats for ever: G(n + period) = G(n) + saltus for all n ≥ preperiod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Periodicity {
    /// The least period.
    pub period: usize,
    /// The least heap from which on it holds, heap 0 included.
    pub preperiod: usize,
    /// What each period adds.
    pub saltus: u32,
    /// How many values the proof needs, heap 0 included.
    pub needs: usize,
    /// Why it holds for ever.
    pub proof: Proof,
}

/// The theorem behind a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// Guy and Smith.
    GuySmith,
    /// The state that decides all later values has come back.
    StateRepeats,
    /// What the values of the first round reach is reached in all rounds.
    Rounds {
        /// The first heap of round 0.
        first: usize,
        /// How many heaps a round has: the period, or that doubled some times.
        length: usize,
    },
    /// A machine gives the values, which was decided ([`automatic`](crate::automatic)).
    Machine,
}

impl Periodicity {
    /// The proof in words.
    #[must_use]
    pub fn explanation(&self, code: &Code) -> String {
        let (p, n0, s) = (self.period, self.preperiod, self.saltus);
        let what = match s {
            0 => format!("G(n+{p}) = G(n)"),
            s => format!("G(n+{p}) = G(n)+{s}"),
        };
        match self.proof {
            Proof::GuySmith => {
                let most = code.most_heaps().unwrap_or(1).max(1);
                let t = code.length();
                let end = self.needs - p;
                format!(
                    "Guy-Smith: {what} was computed for {n0} <= n < {end} = {most}*(n0+p-1)+t-p+1 \
                     with n0 = {}, p = {p}, t = {t}, so it holds for all n >= {n0}",
                    n0.max(1)
                )
            }
            Proof::StateRepeats => format!(
                "{what} for all n >= {n0}: the values reached by the repeated digits and the last {} values, \
                 relative to the least value not reached, are the same at heaps {} and {}",
                code.taken().len() + 1,
                self.needs - p,
                self.needs
            ),
            Proof::Rounds { .. } => format!(
                "{what} for all n >= {n0}: by the values of the heaps below {} every move to a smaller value has its \
                 counterpart in all rounds, and no move reaches the value itself",
                self.needs
            ),
            Proof::Machine => format!(
                "{what} for all n >= {n0}: what moves reach was decided for all heaps by machines that read binary digits"
            ),
        }
    }
}

/// How many values Guy and Smith ask for, heap 0 included; `None` if the theorem does not apply to the code.
#[must_use]
pub fn guy_smith_bound(code: &Code, preperiod: usize, period: usize) -> Option<usize> {
    guy_smith(code)?.needs(preperiod, period)
}

/// What the bound of Guy and Smith depends on.
#[derive(Clone, Copy)]
pub(crate) struct GuySmith {
    most: usize,
    length: usize,
}

/// The bound for a code, if the theorem applies to it.
pub(crate) fn guy_smith(code: &Code) -> Option<GuySmith> {
    if !code.is_plain() || !code.repeated().is_empty() {
        return None;
    }
    Some(GuySmith {
        most: code.most_heaps()?.max(1) as usize,
        length: code.length(),
    })
}

impl GuySmith {
    /// How many values are asked for.
    pub(crate) fn needs(self, preperiod: usize, period: usize) -> Option<usize> {
        let start = preperiod.max(1);
        // A period must be seen twice in any case.
        let base = self
            .most
            .checked_mul(start.checked_add(period)? - 1)?
            .checked_add(self.length + 1)?;
        Some(base.max(preperiod + period + 1))
    }
}

/// Period and preperiod as CGSuite's `CheckPeriodicity(heaps)` gives them: the least period whose bound
/// h (n₀ + p + 1) + d is met by the values of heaps 0 to `heaps`, with h − 1 the largest number of heaps left by a move and
/// d the number of digits. The bound is larger than that of [`guy_smith_bound`].
pub fn check_periodicity(
    code: &Code,
    values: &Values,
    heaps: usize,
    meter: &Meter,
) -> Result<Option<(usize, usize)>, StopReason> {
    let Some(most) = code
        .most_heaps()
        .filter(|_| code.is_plain() && code.repeated().is_empty())
    else {
        return Ok(None);
    };
    let h = most as usize + 1;
    let bound = |preperiod: usize, period: usize| {
        h.checked_mul(preperiod.checked_add(period)? + 1)?
            .checked_add(code.length() + 1)
    };
    let latest = |n: usize| n / h;
    let mut shown = values.clone();
    shown.truncate(heaps + 1);
    let found = match &shown {
        Values::Narrow(cells) => search::least_period(cells, bound, latest, meter)?,
        Values::Middle(cells) => search::least_period(cells, bound, latest, meter)?,
        Values::Wide(cells) => search::least_period(cells, bound, latest, meter)?,
    };
    Ok(found.map(|(period, preperiod, _)| (period, preperiod)))
}

/// The least period that the values prove.
pub fn prove(
    code: &Code,
    values: &Values,
    meter: &Meter,
) -> Result<Option<Periodicity>, StopReason> {
    if code.repeated().is_empty() {
        let Some(theorem) = guy_smith(code) else {
            return Ok(None);
        };
        let bound = |preperiod, period| theorem.needs(preperiod, period);
        let latest = |n: usize| n.saturating_sub(theorem.length + 1) / theorem.most + 1;
        let found = match values {
            Values::Narrow(cells) => search::least_period(cells, bound, latest, meter)?,
            Values::Middle(cells) => search::least_period(cells, bound, latest, meter)?,
            Values::Wide(cells) => search::least_period(cells, bound, latest, meter)?,
        };
        return match found {
            Some((period, preperiod, needs)) => Ok(Some(Periodicity {
                period,
                preperiod,
                saltus: 0,
                needs,
                proof: Proof::GuySmith,
            })),
            None => arithmetic::prove(code, values, meter),
        };
    }
    tail::prove(code, values, meter)
}

#[cfg(test)]
mod tests;
