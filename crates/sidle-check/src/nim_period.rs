//! Certificates of periods of nim-sequences, kind `nim-period`.
//!
//! The certificate holds the digits of an octal or hexadecimal game, a period p, the heap n₀ from which on it holds, a number N of
//! heaps, and the mask of a sparse space. The checker computes the values of all heaps below N by the definition
//! of the mex (the mask only says in which order moves are looked at) and verifies G(n + p) = G(n) for
//! n₀ ≤ n < N − p, that N meets the bound of Guy and Smith, and that neither n₀ nor p can be smaller.

use sidle_core::{Meter, StopReason};

use crate::{Failure, Verdict, certificate::certificate};

/// More heaps than this are not computed again.
const MOST_HEAPS: u64 = 1 << 31;

certificate! {
    "nim-period" version 1:
    /// A whole `nim-period` certificate.
    pub struct Certificate {
        /// The digits for 0, 1, 2, … tokens taken; the 8 leaves three heaps, and then there is no mask.
        pub digits: Vec<u8>,
        /// The least period.
        pub period: u64,
        /// The least heap from which on it holds.
        pub preperiod: u64,
        /// How many heaps are to be computed, heap 0 included.
        pub heaps: u64,
        /// Values with an even number of ones under the mask are rare; 0 without a twist: no distinction.
        pub mask: u32,
        /// If given, the size of the heap and this parity (of all numbers of tokens whose digits have the 4) are added to
        /// the number of ones.
        #[serde(deserialize_with = "crate::digraph::nullable")]
        pub twist: Option<u32>,
    }

    /// Checks a certificate that has been read. Cost: that of computing the values, O(heaps²) without a mask.
    pub fn check;
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    Verdict::new(KIND.name, claim(certificate), verify(certificate, meter))
}

/// The digits as a code.
pub(crate) fn code(digits: &[u8]) -> String {
    let mut code = String::new();
    for (place, digit) in digits.iter().enumerate() {
        code.push_str(&format!("{digit:X}"));
        if place == 0 {
            code.push('.');
        }
    }
    code
}

fn claim(certificate: &Certificate) -> String {
    let code = code(&certificate.digits);
    let (p, n0) = (certificate.period, certificate.preperiod);
    format!("the nim values of {code} have period {p} from heap {n0} on")
}

fn verify(certificate: &Certificate, meter: &Meter) -> Result<usize, Failure> {
    let c = certificate;
    let fail = |step: &str, claim: &str, reason: String| Err(Failure::new(step, claim, reason));
    if c.digits.first().is_none_or(|&d| d % 4 != 0) || c.digits.iter().any(|&d| d > 15) {
        let reason = "the first is a multiple of 4, the others are 0 to 15".to_owned();
        return fail("digits", "they are those of a hexadecimal game", reason);
    }
    if c.period == 0 || c.heaps > MOST_HEAPS {
        return fail(
            "period",
            "it is positive, and the heaps can be counted",
            c.period.to_string(),
        );
    }
    let has = |bit: u8| c.digits.iter().any(|&digit| digit & bit != 0);
    let most = if has(8) {
        3
    } else if has(4) {
        2
    } else {
        1
    };
    // Overflow would need more heaps than there can be.
    let bound = u128::from(c.preperiod.max(1)) + u128::from(c.period) - 1;
    let bound = most * bound + c.digits.len() as u128;
    let bound = bound.max(u128::from(c.preperiod) + u128::from(c.period) + 1);
    if u128::from(c.heaps) < bound {
        let reason = format!("the bound asks for {bound}");
        return fail("heaps", &format!("{} heaps are enough", c.heaps), reason);
    }
    let mut breaking = (0..c.digits.len()).filter(|&k| c.digits[k] & 4 != 0);
    if let Some(parity) = c.twist
        && (parity > 1 || breaking.any(|k| k as u32 % 2 != parity))
    {
        let reason = "some digit with a 4 has another parity".to_owned();
        return fail("twist", "it is the parity of all digits with a 4", reason);
    }
    let space = Space {
        mask: c.mask,
        twist: c.twist,
    };
    if has(8) && space.is_used() {
        let reason = "three heaps may be left".to_owned();
        return fail("mask", "it divides the values", reason);
    }
    let values = values(&c.digits, c.heaps as usize, space, meter)?;
    let (p, n0) = (c.period as usize, c.preperiod as usize);
    if let Some(n) = (n0..values.len() - p).find(|&n| values[n] != values[n + p]) {
        let reason = format!("they are {} and {}", values[n], values[n + p]);
        return fail(
            &format!("heap {n}"),
            &format!("heaps {n} and {} agree", n + p),
            reason,
        );
    }
    if n0 > 0 && values[n0 - 1] == values[n0 - 1 + p] {
        let reason = format!("heaps {} and {} agree", n0 - 1, n0 - 1 + p);
        return fail("preperiod", "it is the least one", reason);
    }
    let is_period = |q: usize| (n0..n0 + p - q).all(|n| values[n] == values[n + q]);
    if let Some(q) = (1..p).filter(|q| p % q == 0).find(|&q| is_period(q)) {
        return fail("period", "it is the least one", format!("{q} is a period"));
    }
    Ok(values.len())
}

#[derive(Clone, Copy)]
struct Space {
    mask: u32,
    twist: Option<u32>,
}

impl Space {
    fn is_used(self) -> bool {
        self.mask != 0 || self.twist.is_some()
    }

    fn is_rare(self, value: u32, heap: usize) -> bool {
        let size = self.twist.map_or(0, |parity| heap as u32 % 2 + parity);
        ((value & self.mask).count_ones() + size).is_multiple_of(2)
    }
}

/// The values of the heaps below `heaps`, by all moves.
pub(crate) fn plain_values(
    digits: &[u8],
    heaps: usize,
    meter: &Meter,
) -> Result<Vec<u32>, StopReason> {
    let all = Space {
        mask: 0,
        twist: None,
    };
    values(digits, heaps, all, meter)
}

/// The values of the heaps below `heaps`.
///
/// The class of G(a) ^ G(b) at a + b + k is the sum of the classes of a and b: two rare or two common heaps make a
/// rare value, a rare and a common one a common value. So whether a common value is reached is decided by the moves that leave a rare heap, or one heap
/// only; whether a rare one is, by all of them.
fn values(
    digits: &[u8],
    heaps: usize,
    space: Space,
    meter: &Meter,
) -> Result<Vec<u32>, StopReason> {
    let mut ticker = meter.ticker();
    let mut values = vec![0_u32];
    let mut rare: Vec<usize> = Vec::new();
    let mut stamps: Vec<usize> = Vec::new();
    let taken: Vec<usize> = (0..digits.len()).filter(|&k| digits[k] & 4 != 0).collect();
    let thrice: Vec<usize> = (0..digits.len()).filter(|&k| digits[k] & 8 != 0).collect();
    // The values of two heaps with so many tokens together, if three heaps may be left.
    let mut pairs: Vec<Vec<u32>> = vec![Vec::new(); 2];
    for n in 1..heaps {
        ticker.steps(1 + if space.is_used() { rare.len() } else { n })?;
        let mut reach = |value: u32| {
            let place = value as usize;
            if stamps.len() <= place {
                stamps.resize(place + 1, 0);
            }
            stamps[place] = n;
        };
        for (k, digit) in digits.iter().enumerate().skip(1) {
            if digit & 1 != 0 && n == k {
                reach(0);
            }
            if digit & 2 != 0 && n > k {
                reach(values[n - k]);
            }
        }
        for &k in taken.iter().filter(|&&k| n > k + 1) {
            let rest = n - k;
            if !space.is_used() {
                (1..=rest / 2).for_each(|a| reach(values[a] ^ values[rest - a]));
            } else {
                let partners = rare.iter().take_while(|&&a| a < rest);
                partners.for_each(|&a| reach(values[a] ^ values[rest - a]));
            }
        }
        for &k in thrice.iter().filter(|&&k| n > k + 2) {
            for a in 1..n - k - 1 {
                ticker.steps(1 + pairs[n - k - a].len())?;
                let others = pairs[n - k - a].iter();
                others.for_each(|&other| reach(values[a] ^ other));
            }
        }
        let reached = |value: u32| stamps.get(value as usize) == Some(&n);
        let by_any_pair = |value: u32| {
            let fits = |&k: &usize| {
                n > k + 1 && (1..=(n - k) / 2).any(|a| values[a] ^ values[n - k - a] == value)
            };
            taken.iter().any(fits)
        };
        let missing = |value: &u32| {
            !reached(*value)
                && (!space.is_used() || !space.is_rare(*value, n) || !by_any_pair(*value))
        };
        let value = (0..).find(missing).unwrap_or(u32::MAX);
        values.push(value);
        if !thrice.is_empty() {
            // Two heaps with n + 1 tokens together.
            let mut sums: Vec<u32> = (1..=n).map(|a| values[a] ^ values[n + 1 - a]).collect();
            sums.sort_unstable();
            sums.dedup();
            pairs.push(sums);
        }
        if space.is_used() && space.is_rare(value, n) {
            rare.push(n);
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kayles(period: u64, preperiod: u64, heaps: u64, mask: u32) -> Certificate {
        Certificate::new("0.77", vec![0, 7, 7], period, preperiod, heaps, mask, None)
    }

    #[test]
    fn the_period_of_kayles() {
        for mask in 0..16 {
            let verdict = check(&kayles(12, 71, 171, mask));
            assert!(verdict.is_valid(), "{verdict}");
        }
        for (period, preperiod, heaps) in [
            (12, 71, 150),
            (24, 71, 400),
            (12, 72, 400),
            (12, 70, 400),
            (0, 0, 9),
            (6, 71, 400),
            (u64::MAX, 3, 9),
        ] {
            let verdict = check(&kayles(period, preperiod, heaps, 0));
            assert!(!verdict.is_valid(), "{verdict}");
        }
    }
}
