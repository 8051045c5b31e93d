//! Certificates of arithmetic periods of subtraction games, kind `subtraction-period`.
//!
//! The certificate holds the digits of a game whose moves leave one heap at most: those for 1, …, K tokens taken, and
//! t digits that repeat for ever after them; a period p, a saltus s, the heap n₀ from which on
//! G(n + p) = G(n) + s, and a number N of heaps.
//!
//! **Why N heaps are enough.** At heap N let S(ρ), for each residue ρ mod t, be the set of values that a heap n ≥ N, n ≡ ρ,
//! reaches by repeated digits through heaps below N − K. They depend on n mod t only. Let b be the least number that
//! one of them misses. All values from heap N on are at least b, and they are decided by the sets above b and the values of the last K heaps,
//! those below b being of no account, all relative to b. So if this state is the same at N and at N − L, where L is the least common
//! multiple of p and t, and b is larger by r, then G(n + L) = G(n) + r for all n ≥ N − L. The checker computes the values by the
//! definition of the mex, compares the two states, and verifies the claim for n₀ ≤ n < N; for larger n it follows.

use sidle_core::{Meter, StopReason};

use crate::{Failure, Verdict, certificate::certificate};

/// More heaps than this are not computed again.
const MOST_HEAPS: u64 = 1 << 24;

certificate! {
    "subtraction-period" version 1:
    /// A whole `subtraction-period` certificate.
    pub struct Certificate {
        /// The digits, 0 to 3, for 1, 2, …, K tokens taken.
        pub taken: Vec<u8>,
        /// The digits that follow, again and again.
        pub repeated: Vec<u8>,
        /// The least period.
        pub period: u64,
        /// The least heap from which on it holds.
        pub preperiod: u64,
        /// What each period adds.
        pub saltus: u32,
        /// At which heap the state has come back.
        pub heaps: u64,
    }

    /// Checks a certificate that has been read. Cost: O(heaps²).
    pub fn check;
}

impl Certificate {
    /// The digit for a number of tokens taken, from 1 on.
    fn digit(&self, tokens: usize) -> u8 {
        match self.taken.get(tokens - 1) {
            Some(&digit) => digit,
            None => self.repeated[(tokens - 1 - self.taken.len()) % self.repeated.len()],
        }
    }
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    Verdict::new(KIND.name, claim(certificate), verify(certificate, meter))
}

fn claim(certificate: &Certificate) -> String {
    let digits = |digits: &[u8]| -> String { digits.iter().map(u8::to_string).collect() };
    let (taken, repeated) = (digits(&certificate.taken), digits(&certificate.repeated));
    let (p, n0) = (certificate.period, certificate.preperiod);
    let saltus = match certificate.saltus {
        0 => String::new(),
        s => format!(" and saltus {s}"),
    };
    format!("the nim values of 0.{taken}[{repeated}] have period {p}{saltus} from heap {n0} on")
}

fn verify(c: &Certificate, meter: &Meter) -> Result<usize, Failure> {
    let fail = |step: &str, claim: &str, reason: String| Err(Failure::new(step, claim, reason));
    if c.repeated.is_empty() || c.taken.iter().chain(&c.repeated).any(|&digit| digit > 3) {
        let reason = "digits are 0 to 3, and some repeat".to_owned();
        return fail("digits", "they are those of a subtraction game", reason);
    }
    let (k, t) = (c.taken.len(), c.repeated.len());
    let long = least_common_multiple(c.period, t as u64);
    let Some(long) = long.filter(|&long| {
        c.period > 0 && c.heaps <= MOST_HEAPS && long.saturating_add(k as u64 + 1) < c.heaps
    }) else {
        let reason = format!(
            "there are {} heaps, the period is {} and {t} digits repeat",
            c.heaps, c.period
        );
        return fail("heaps", "the state can come back", reason);
    };
    let (long, end, p) = (long as usize, c.heaps as usize, c.period as usize);
    if c.preperiod > (end - long) as u64 {
        let reason = format!("it is after heap {}", end - long);
        return fail("preperiod", "the state has come back since", reason);
    }
    let values = values(c, end + p, meter)?;
    let (before, after) = (
        state(c, &values, end - long, meter)?,
        state(c, &values, end, meter)?,
    );
    if before.relative != after.relative {
        let reason = format!("heaps {} and {end} have different states", end - long);
        return fail("state", "it has come back", reason);
    }
    let rise = u64::from(after.least) - u64::from(before.least.min(after.least));
    let rounds = (long / p) as u64;
    if rise != rounds * u64::from(c.saltus) {
        let reason = format!("values rise by {rise} in {long} heaps");
        return fail("saltus", &format!("it is {}", c.saltus), reason);
    }
    let n0 = c.preperiod as usize;
    let agrees = |n: usize, p: usize, s: u32| values[n].checked_add(s) == Some(values[n + p]);
    if let Some(n) = (n0..end).find(|&n| !agrees(n, p, c.saltus)) {
        let reason = format!("they are {} and {}", values[n], values[n + p]);
        let claim = format!("the values of heaps {n} and {} differ by the saltus", n + p);
        return fail(&format!("heap {n}"), &claim, reason);
    }
    if n0 > 0 && agrees(n0 - 1, p, c.saltus) {
        let reason = format!("heaps {} and {} agree", n0 - 1, n0 - 1 + p);
        return fail("preperiod", "it is the least one", reason);
    }
    // A smaller period would divide this one, and its saltus would be in proportion.
    for q in (1..p).filter(|q| p.is_multiple_of(*q)) {
        let parts = (p / q) as u32;
        let less = c.saltus / parts;
        if c.saltus.is_multiple_of(parts) && (end - long..end).all(|n| agrees(n, q, less)) {
            return fail("period", "it is the least one", format!("{q} is a period"));
        }
    }
    Ok(values.len())
}

fn least_common_multiple(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x.max(1)).checked_mul(b)
}

/// The values of the heaps below `heaps`, by the definition.
fn values(c: &Certificate, heaps: usize, meter: &Meter) -> Result<Vec<u32>, StopReason> {
    let mut ticker = meter.ticker();
    let mut values = vec![0_u32];
    let mut stamps: Vec<usize> = vec![0; 2];
    for n in 1..heaps {
        ticker.steps(n)?;
        for tokens in 1..=n {
            let digit = c.digit(tokens);
            let reached = match n - tokens {
                0 if digit & 1 != 0 => 0,
                rest if rest > 0 && digit & 2 != 0 => values[rest] as usize,
                _ => continue,
            };
            stamps[reached] = n;
        }
        let missing = stamps.iter().position(|&stamp| stamp != n);
        let value = missing.unwrap_or(stamps.len());
        // There is always room for the largest value and one more.
        if stamps.len() < value + 2 {
            stamps.resize(2 * value + 2, 0);
        }
        values.push(value as u32);
    }
    Ok(values)
}

/// What decides the values from a heap on.
struct State {
    /// The least number that one of the sets misses.
    least: u32,
    /// The sets above it and the last values, relative to it; a last value below it is `None`.
    relative: (Vec<Vec<u32>>, Vec<Option<u32>>),
}

fn state(c: &Certificate, values: &[u32], heap: usize, meter: &Meter) -> Result<State, StopReason> {
    let (k, t) = (c.taken.len(), c.repeated.len());
    let mut ticker = meter.ticker();
    let mut sets: Vec<Vec<u32>> = Vec::new();
    // The heaps n = heap, …, heap + t − 1 stand for their residues: heap 0 is reached by taking all of them.
    for n in heap..heap + t {
        ticker.steps(heap)?;
        let mut set = Vec::new();
        if c.digit(n) & 1 != 0 {
            set.push(0);
        }
        for rest in (1..heap - k).filter(|rest| c.digit(n - rest) & 2 != 0) {
            set.push(values[rest]);
        }
        set.sort_unstable();
        set.dedup();
        sets.push(set);
    }
    let missed = |set: &Vec<u32>| {
        let gap = set.iter().zip(0_u32..).find(|(value, n)| *value != n);
        gap.map_or(set.len() as u32, |(_, n)| n)
    };
    let least = sets.iter().map(missed).min().unwrap_or(0);
    for set in &mut sets {
        set.retain(|&value| value >= least);
        set.iter_mut().for_each(|value| *value -= least);
    }
    let last = values[heap - k..heap].iter();
    let last = last.map(|value| value.checked_sub(least)).collect();
    Ok(State {
        least,
        relative: (sets, last),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(taken: &[u8], repeated: &[u8], claim: (u64, u64, u32, u64)) -> Certificate {
        let (period, preperiod, saltus, heaps) = claim;
        Certificate::new(
            "",
            taken.to_vec(),
            repeated.to_vec(),
            period,
            preperiod,
            saltus,
            heaps,
        )
    }

    #[test]
    fn nim_and_games_in_which_one_number_of_tokens_is_forbidden() {
        // Nim rises by one for each heap.
        for heaps in [3, 4, 9] {
            let verdict = check(&game(&[], &[3], (1, 0, 1, heaps)));
            assert!(verdict.is_valid(), "{verdict}");
        }
        // All but one token: 0, 0, 1, 1, 2, 2, …
        let verdict = check(&game(&[0], &[3], (2, 0, 1, 12)));
        assert!(verdict.is_valid(), "{verdict}");
        for claim in [
            (1, 0, 1, 12),
            (2, 0, 2, 12),
            (4, 0, 2, 12),
            (2, 1, 1, 12),
            (2, 0, 1, 3),
        ] {
            let verdict = check(&game(&[0], &[3], claim));
            assert!(!verdict.is_valid(), "{verdict}");
        }
        for claim in [
            (0, 0, 1, 12),
            (u64::MAX, 0, 1, 12),
            (2, u64::MAX, 1, 12),
            (1, 0, 1, u64::MAX),
        ] {
            let verdict = check(&game(&[0], &[3], claim));
            assert!(!verdict.is_valid(), "{verdict}");
        }
        assert!(!check(&game(&[0], &[], (1, 0, 0, 12))).is_valid());
        assert!(!check(&game(&[4], &[3], (1, 0, 0, 12))).is_valid());
    }
}
