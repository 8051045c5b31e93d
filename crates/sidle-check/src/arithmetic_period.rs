//! Certificates of arithmetic periods of games that leave three heaps, kind `arithmetic-period`.
//!
//! The certificate holds the digits of a hexadecimal game, a period p, a saltus s and the heap n₀ from which on
//! G(n + p) = G(n) + s; a heap A ≤ n₀ and a length P with which heaps are divided into rounds, and a number N of heaps.
//!
//! **Why N heaps are enough.** P is p, or p doubled some times, S is s doubled as often, and S is a power of two. Heap A + i + Px,
//! 0 ≤ i < P, is in round x. Heaps below n₀ are in round 0. Let r(i) be the value of A + i in round 1, less S; all r(i), and the values of
//! round 0, are below S. The claim is that heap A + i + Px has the value r(i) + Sx wherever it is not below n₀. Residues with A + i < n₀ are *late*:
//! they follow the rule from round 1 on. Let n = A + i + Pm be the first heap that might break the rule.
//!
//! A move from n to heaps in rounds x, y, z takes m − (x + y + z) rounds, d, from round 0: with all rounds made 0, the heaps and
//! the tokens taken have dP tokens more than A + i. If the heaps have the claimed value of n, x ⊕ y ⊕ z = m. That is possible
//! only with d = 0 (d is not negative if one of the heaps is at least A, and one is if m > 0). So it is enough that no move from A + i with
//! d = 0 has the value r(i), where a late residue is looked at both ways, as the heap itself and as one in a later round.
//!
//! A value S(m − δ) + ρ below that of n is reached by three residues of value ρ with this d if d ≤ δ and δ − d is even:
//! rounds m − δ, (δ − d)/2 and (δ − d)/2. Late residues need round 1, which the two equal rounds have if d + 2 ≤ δ. It is also
//! reached by a heap in round m − δ beside heaps below A + P. The checker verifies that one of the two works for each i, ρ and δ; for
//! δ beyond the largest d that is needed the first works always. Where m − δ = 0 is late in the second, n is below N, and
//! its value has been computed.

use sidle_core::{Meter, StopReason};

use crate::{Failure, Verdict, certificate::certificate, nim_period};

/// More heaps, and larger values, than this are not computed again.
const MOST_HEAPS: u64 = 1 << 18;
const LARGEST_SALTUS: u64 = 1 << 16;

certificate! {
    "arithmetic-period" version 1:
    /// A whole `arithmetic-period` certificate.
    pub struct Certificate {
        /// The digits, 0 to 15, for 0, 1, 2, … tokens taken; the 8 leaves three heaps.
        pub digits: Vec<u8>,
        /// The least period.
        pub period: u64,
        /// The least heap from which on it holds.
        pub preperiod: u64,
        /// What each period adds.
        pub saltus: u64,
        /// The first heap of round 0.
        pub first: u64,
        /// How many heaps a round has: the period, or that doubled some times.
        pub round: u64,
        /// How many heaps are to be computed, heap 0 included.
        pub heaps: u64,
    }

    /// Checks a certificate that has been read. Cost: that of computing the values, and a round squared times the saltus.
    pub fn check;
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    Verdict::new(KIND.name, claim(certificate), verify(certificate, meter))
}

fn claim(c: &Certificate) -> String {
    let code = nim_period::code(&c.digits);
    let (p, s, n0) = (c.period, c.saltus, c.preperiod);
    format!("the nim values of {code} have period {p} and saltus {s} from heap {n0} on")
}

fn verify(c: &Certificate, meter: &Meter) -> Result<usize, Failure> {
    let fail = |step: &str, claim: &str, reason: String| Err(Failure::new(step, claim, reason));
    let first_digit = c.digits.first().is_some_and(|&digit| digit % 4 == 0);
    if !first_digit || c.digits.iter().any(|&digit| digit > 15) {
        let reason = "the first is a multiple of 4, the others are 0 to 15".to_owned();
        return fail("digits", "they are those of a hexadecimal game", reason);
    }
    let doubled = c.round.checked_div(c.period).unwrap_or(0);
    let rise = c.saltus.saturating_mul(doubled);
    if c.period == 0 || !doubled.is_power_of_two() || c.period.checked_mul(doubled) != Some(c.round)
    {
        let reason = format!("the period is {}", c.period);
        return fail("round", &format!("{} is it, doubled", c.round), reason);
    }
    if !rise.is_power_of_two() || rise > LARGEST_SALTUS {
        let reason = format!("it is {rise} for a round");
        return fail("saltus", "it is a power of two that can be counted", reason);
    }
    let end = c.preperiod.max(1).max(c.first.saturating_add(c.round));
    let needed = end.saturating_add(c.round.saturating_mul(2));
    if c.first > c.preperiod || c.heaps > MOST_HEAPS || c.heaps < needed {
        let reason = format!("{} heaps are computed, {needed} are needed", c.heaps);
        return fail("heaps", "there are two rounds that follow the rule", reason);
    }
    let values = nim_period::plain_values(&c.digits, c.heaps as usize, meter)?;
    let (p, n0, s) = (c.period as usize, c.preperiod as usize, c.saltus as u32);
    let agrees = |n: usize, p: usize, s: u32| values[n].checked_add(s) == Some(values[n + p]);
    if let Some(n) = (n0..values.len() - p).find(|&n| !agrees(n, p, s)) {
        let reason = format!("they are {} and {}", values[n], values[n + p]);
        let claim = format!("the values of heaps {n} and {} differ by the saltus", n + p);
        return fail(&format!("heap {n}"), &claim, reason);
    }
    if n0 > 0 && agrees(n0 - 1, p, s) {
        let reason = format!("heaps {} and {} agree", n0 - 1, n0 - 1 + p);
        return fail("preperiod", "it is the least one", reason);
    }
    for q in (1..p).filter(|q| p.is_multiple_of(*q)) {
        let parts = (p / q) as u32;
        let regular = n0..n0 + p - q;
        if s.is_multiple_of(parts) && regular.into_iter().all(|n| agrees(n, q, s / parts)) {
            return fail("period", "it is the least one", format!("{q} is a period"));
        }
    }
    let (first, round, rise) = (c.first as usize, c.round as usize, rise as u32);
    let small = &values[..end as usize];
    if let Some(n) = small.iter().position(|&value| value >= rise) {
        let reason = format!("heap {n} has the value {}", values[n]);
        return fail("round 0", &format!("its values are below {rise}"), reason);
    }
    let second = &values[first + round..first + 2 * round];
    if second
        .iter()
        .any(|&value| value < rise || value >= 2 * rise)
    {
        let claim = format!("its values lie from {rise} to {}", 2 * rise - 1);
        return fail("round 1", &claim, "some do not".to_owned());
    }
    let rounds = Rounds {
        digits: &c.digits,
        values: &values,
        first,
        regular: n0.max(1),
        rise,
        residues: second.iter().map(|value| value - rise).collect(),
    };
    for i in 0..round {
        rounds.keeps_clear(i, meter)?;
    }
    let triples = rounds.triples(meter)?;
    for i in 0..round {
        rounds.reaches_all(i, &triples, meter)?;
    }
    Ok(values.len())
}

/// Heaps divided into rounds.
struct Rounds<'c> {
    digits: &'c [u8],
    values: &'c [u32],
    first: usize,
    /// n₀, but heap 0 is not a heap.
    regular: usize,
    rise: u32,
    residues: Vec<u32>,
}

/// A heap with its round made 0.
#[derive(Clone, Copy)]
struct Part {
    value: u32,
    /// Does it stand for heaps of later rounds only?
    late: bool,
    /// Does it stand for a heap that follows the rule?
    regular: bool,
}

/// For each number of tokens, which nim sums of three residues there are; without and with late ones among the last two.
type Triples = [Vec<Vec<bool>>; 2];

impl Rounds<'_> {
    fn is_late(&self, residue: usize) -> bool {
        self.first + residue < self.regular
    }

    fn parts(&self, heap: usize) -> Vec<Part> {
        let mut parts = Vec::new();
        if heap > 0 {
            parts.push(Part {
                value: self.values[heap],
                late: false,
                regular: heap >= self.regular,
            });
        }
        if heap >= self.first && self.is_late(heap - self.first) {
            parts.push(Part {
                value: self.residues[heap - self.first],
                late: true,
                regular: true,
            });
        }
        parts
    }

    /// The tokens taken by the moves that leave so many heaps.
    fn taken(&self, heaps: u8) -> impl Iterator<Item = usize> + '_ {
        let all = self.digits.iter().enumerate();
        let may = move |&(taken, digit): &(usize, &u8)| {
            digit >> heaps & 1 == 1 && (taken > 0 || heaps > 1)
        };
        all.filter(may).map(|(taken, _)| taken)
    }

    /// No move from a residue, all rounds made 0, reaches its value. Without late residues that is so by the values.
    fn keeps_clear(&self, i: usize, meter: &Meter) -> Result<(), Failure> {
        if !self.is_late(0) {
            return Ok(());
        }
        let mut ticker = meter.ticker();
        let wrong = |parts: &[Part]| {
            let late = self.is_late(i) || parts.iter().any(|part| part.late);
            let regular = parts.iter().any(|part| part.regular);
            let sum = parts.iter().fold(0, |sum, part| sum ^ part.value);
            late && regular && sum == self.residues[i]
        };
        let failure = |sizes: &[usize]| {
            let claim = "no move reaches the value in a later round";
            Failure::new(
                format!("heap {} and later rounds", self.first + i),
                claim,
                format!("heaps of the sizes {sizes:?}, or of later rounds, do"),
            )
        };
        let from = self.first + i;
        for rest in self.taken(1).filter_map(|taken| from.checked_sub(taken)) {
            if self.parts(rest).iter().any(|&one| wrong(&[one])) {
                return Err(failure(&[rest]));
            }
        }
        for rest in self.taken(2).filter_map(|taken| from.checked_sub(taken)) {
            for a in 0..=rest {
                ticker.step()?;
                for one in self.parts(a) {
                    if self.parts(rest - a).iter().any(|&two| wrong(&[one, two])) {
                        return Err(failure(&[a, rest - a]));
                    }
                }
            }
        }
        for rest in self.taken(3).filter_map(|taken| from.checked_sub(taken)) {
            for a in 0..=rest {
                let ones = self.parts(a);
                for b in a..=rest - a {
                    ticker.step()?;
                    let c = rest - a - b;
                    let (twos, threes) = (self.parts(b), self.parts(c));
                    for &one in &ones {
                        for &two in &twos {
                            if threes.iter().any(|&three| wrong(&[one, two, three])) {
                                return Err(failure(&[a, b, c]));
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn triples(&self, meter: &Meter) -> Result<Triples, StopReason> {
        let mut ticker = meter.ticker();
        let (round, rise) = (self.residues.len(), self.rise as usize);
        let mut both: Triples = [Vec::new(), Vec::new()];
        for (late, sets) in both.iter_mut().enumerate() {
            let may = |i: &usize| late == 1 || !self.is_late(*i);
            let mut pairs = vec![vec![false; rise]; 2 * round];
            for i in (0..round).filter(may) {
                for j in (0..round).filter(may) {
                    ticker.step()?;
                    pairs[i + j][(self.residues[i] ^ self.residues[j]) as usize] = true;
                }
            }
            *sets = vec![vec![false; rise]; 3 * round];
            for i in (0..round).filter(|&i| !self.is_late(i)) {
                for (sum, pair) in pairs.iter().enumerate() {
                    ticker.steps(rise)?;
                    for other in (0..rise).filter(|&other| pair[other]) {
                        sets[i + sum][other ^ self.residues[i] as usize] = true;
                    }
                }
            }
        }
        Ok(both)
    }

    /// All smaller values are reached from a residue in every round.
    fn reaches_all(&self, i: usize, triples: &Triples, meter: &Meter) -> Result<(), Failure> {
        let mut ticker = meter.ticker();
        let (round, rise) = (self.residues.len(), self.rise as usize);
        let end = self.first + round;
        // The least d of each parity with which three residues reach a value.
        let mut least = vec![[usize::MAX; 2]; rise];
        for taken in self.taken(3) {
            for (late, sets) in triples.iter().enumerate() {
                for (sum, set) in sets.iter().enumerate() {
                    // Three heaps from A on and what is taken, less one heap from A on.
                    let tokens = 2 * self.first + sum + taken;
                    if tokens < i || !(tokens - i).is_multiple_of(round) {
                        continue;
                    }
                    ticker.steps(rise)?;
                    let d = (tokens - i) / round + 2 * late;
                    for (least, _) in least.iter_mut().zip(set).filter(|(_, there)| **there) {
                        least[d % 2] = least[d % 2].min(d);
                    }
                }
            }
        }
        let name = format!("heap {} and later rounds", self.first + i);
        let claim = "all smaller values are reached";
        let deepest = least.iter().flatten().copied().max().unwrap_or(usize::MAX);
        if deepest == usize::MAX {
            let reason = "some are out of reach for three heaps of later rounds".to_owned();
            return Err(Failure::new(&name, claim, reason));
        }
        let computed = end.saturating_add((deepest + 1).saturating_mul(round));
        if computed > self.values.len() {
            let reason = format!("{computed} heaps would have to be computed");
            return Err(Failure::new(&name, claim, reason));
        }
        // What one heap, δ rounds earlier, reaches beside heaps below A + P.
        let mut beside = vec![vec![false; rise]; deepest];
        let mut reach = |tokens: usize, value: u32| {
            let delta = tokens.saturating_sub(i).div_ceil(round);
            if let Some(reached) = beside.get_mut(delta) {
                let residue = i + delta * round - tokens;
                if residue < round {
                    reached[(value ^ self.residues[residue]) as usize] = true;
                }
            }
        };
        self.taken(1).for_each(|taken| reach(taken, 0));
        for taken in self.taken(2) {
            (1..end).for_each(|b| reach(taken + b, self.values[b]));
        }
        for taken in self.taken(3) {
            for b in 1..end {
                ticker.steps(b)?;
                (1..=b).for_each(|c| reach(taken + b + c, self.values[b] ^ self.values[c]));
            }
        }
        for (delta, reached) in beside.iter().enumerate() {
            let below = if delta == 0 {
                self.residues[i] as usize
            } else {
                rise
            };
            let by_three = |rho: usize| least[rho][delta % 2] <= delta;
            if let Some(rho) = (0..below).find(|&rho| !by_three(rho) && !reached[rho]) {
                let reason = format!("{rho}, {delta} rounds below, may not be");
                return Err(Failure::new(&name, claim, reason));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0.8: take one token and leave three heaps.
    fn right() -> Certificate {
        Certificate::new("0.8", vec![0, 8], 3, 1, 1, 1, 3, 60)
    }

    #[test]
    fn three_heaps_by_taking_one() {
        let verdict = check(&right());
        assert!(verdict.is_valid(), "{verdict}");
    }

    #[test]
    fn forged_claims_are_refused() {
        let forgeries: [fn(&mut Certificate); 12] = [
            |c| (c.period, c.saltus, c.round) = (6, 2, 6),
            |c| c.saltus = 2,
            |c| c.saltus = 3,
            |c| c.preperiod = 2,
            |c| (c.preperiod, c.first) = (0, 0),
            |c| c.first = 2,
            |c| c.round = 9,
            |c| c.round = 0,
            |c| c.period = 0,
            |c| c.heaps = 9,
            |c| c.heaps = u64::MAX,
            |c| (c.period, c.round) = (u64::MAX, u64::MAX),
        ];
        for forge in forgeries {
            let mut forged = right();
            forge(&mut forged);
            let verdict = check(&forged);
            assert!(!verdict.is_valid(), "{verdict}");
        }
        // The values of 0.8 do not become those of a game with other moves.
        let mut other = right();
        other.digits = vec![0, 12, 8];
        assert!(!check(&other).is_valid());
    }
}
