//! Games that break heaps into three: arithmetic periodicity.
//!
//! **Theorem** (in the spirit of Austin; *Winning Ways*, chapter 4). Let s be a power of two, n₀ ≥ 1, and let
//! G(n) < s for all n < n₀ + p. Write a heap a ≥ n₀ as a = n₀ + i + px with 0 ≤ i < p; x is its *round*. The claim is
//! G(a) = G(n₀ + i) + sx for all of them. By induction over heaps:
//!
//! *The value is not reached.* Let a move from n, in round m, lead to heaps in rounds x, y, … (heaps below n₀ are in
//! round 0) that have the claimed value of n. Then x ⊕ y ⊕ … = m, since s is a power of two. Counting tokens, m = x + y +
//! … + d with d ≥ 0, because some heap is not below n₀ if m > 0. As x ⊕ y ⊕ … ≤ x + y + …, d = 0: then the same
//! move with all rounds made 0 reaches the value of the heap n₀ + i of the first round, which is wrong.
//!
//! *Smaller values are reached.* Let v = sw + ρ be such a value, ρ < s, w = m − δ. If a move leaves heaps of
//! residues i, j, k with G(n₀ + i) ⊕ G(n₀ + j) ⊕ G(n₀ + k) = ρ, and d ≤ δ, d ≡ δ mod 2 for its d, then rounds w and
//! (δ − d)/2 twice reach v. If δ is smaller than all such d, a heap of round w beside heaps of round 0 must do. Both are
//! finite questions, for each residue of n, each ρ, and finitely many δ; they are answered here.

use sidle_core::{Meter, StopReason};

use super::{Periodicity, Proof, search};
use crate::{code::Code, nim::Values};

/// Rounds are doubled at most so often to make all values of the first one smaller than the saltus.
const DOUBLINGS: u32 = 6;
/// Longer periods and larger values are not tried.
const LONGEST: usize = 2048;
const LARGEST_SALTUS: u32 = 4096;

/// The arithmetic period that the values prove.
pub(super) fn prove(
    code: &Code,
    values: &Values,
    meter: &Meter,
) -> Result<Option<Periodicity>, StopReason> {
    let Some(rules) = Rules::of(code) else {
        return Ok(None);
    };
    // The differences repeat. The last few periods suggest what to prove.
    let len = values.len();
    let most = (0..len).filter_map(|n| values.get(n)).max().unwrap_or(0);
    if len < 16 || most < 8 {
        return Ok(None);
    }
    let list: Vec<u32> = values.iter().collect();
    let steps: Vec<u32> = list.windows(2).map(|w| w[1].wrapping_sub(w[0])).collect();
    let bound = |preperiod: usize, period: usize| Some(2 * (preperiod + period) + 2 * period + 8);
    let Some((period, from, _)) = search::least_period(&steps, bound, |n| n / 2, meter)? else {
        return Ok(None);
    };
    let saltus = list[from + period].wrapping_sub(list[from]);
    let plausible = saltus.is_power_of_two() && saltus <= LARGEST_SALTUS && period <= LONGEST;
    if !plausible {
        return Ok(None);
    }
    for doublings in 0..=DOUBLINGS {
        let (long, rise) = (period << doublings, saltus << doublings);
        let start = from.max(1);
        // One period more shows that the short period holds within the long one.
        if long > LONGEST || rise > LARGEST_SALTUS || start + long + period > len {
            break;
        }
        if list[..start + long].iter().all(|&value| value < rise)
            && rules.hold_for_ever(&list, start, long, rise, meter)?
        {
            return Ok(Some(Periodicity {
                period,
                preperiod: from,
                saltus,
                needs: start + long + period,
                proof: Proof::Rounds,
            }));
        }
    }
    Ok(None)
}

/// A set of numbers below the saltus.
#[derive(Clone)]
struct Set(Vec<u64>);

impl Set {
    fn new(size: u32) -> Set {
        Set(vec![0; (size as usize).div_ceil(64)])
    }

    fn add(&mut self, number: u32) {
        self.0[number as usize / 64] |= 1 << (number % 64);
    }

    fn has(&self, number: u32) -> bool {
        self.0[number as usize / 64] >> (number % 64) & 1 == 1
    }

    fn members(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().zip(0_u32..).flat_map(|(&word, place)| {
            (0..64)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| 64 * place + bit)
        })
    }
}

/// How many tokens a move takes, and how many heaps (1 to 3) it may leave.
struct Rules {
    moves: Vec<(usize, [bool; 4])>,
}

impl Rules {
    /// The rules of a code to which the theorem applies and which can have a saltus by it.
    fn of(code: &Code) -> Option<Rules> {
        if !code.is_plain() || !code.repeated().is_empty() || !code.added().is_empty() {
            return None;
        }
        code.most_heaps()?;
        let moves: Vec<(usize, [bool; 4])> = (0..=code.length())
            .map(|taken| {
                let digit = code.digit(taken as i64);
                let leaves = |count| digit.is_some_and(|digit| digit.leaves(count).is_some());
                // Leaving the heap as it was is not a move.
                (taken, [false, taken > 0 && leaves(1), leaves(2), leaves(3)])
            })
            .collect();
        let breaks = moves.iter().any(|(_, leaves)| leaves[3]);
        breaks.then_some(Rules { moves })
    }

    /// Are all smaller values reached in all rounds?
    fn hold_for_ever(
        &self,
        values: &[u32],
        start: usize,
        period: usize,
        saltus: u32,
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        let round = &values[start..start + period];
        let beside = self.beside(&values[..start + period], saltus, meter)?;
        let triples = triples(round, saltus, meter)?;
        let mut ticker = meter.ticker();
        for (i, &value) in round.iter().enumerate() {
            // The least d of each parity at which three heaps of this round's residues reach ρ.
            let mut least = [vec![None; saltus as usize], vec![None; saltus as usize]];
            for (taken, _) in self.moves.iter().filter(|(_, leaves)| leaves[3]) {
                for (sum, set) in triples.iter().enumerate() {
                    let tokens = 2 * start + sum + taken;
                    if tokens < i || !(tokens - i).is_multiple_of(period) {
                        continue;
                    }
                    let d = (tokens - i) / period;
                    for rho in set.members() {
                        ticker.step()?;
                        let place = &mut least[d % 2][rho as usize];
                        *place = Some(place.map_or(d, |before: usize| before.min(d)));
                    }
                }
            }
            let deepest = least.iter().flatten().map(|d| d.unwrap_or(usize::MAX));
            let deepest = deepest.max().unwrap_or(usize::MAX);
            if deepest == usize::MAX {
                return Ok(false);
            }
            // What a heap of round m − δ beside heaps of round 0 reaches.
            let mut single: Vec<Set> = vec![Set::new(saltus); deepest + 1];
            for (tokens, set) in beside.iter().enumerate() {
                let delta = tokens.saturating_sub(i).div_ceil(period);
                if delta >= deepest {
                    continue;
                }
                let residue = (i + delta * period - tokens) % period;
                for rho in set.members() {
                    ticker.step()?;
                    single[delta].add(rho ^ round[residue]);
                }
            }
            for (delta, reached) in single.iter().enumerate().take(deepest) {
                let until = if delta == 0 { value } else { saltus };
                for rho in 0..until {
                    let by_three = least[delta % 2][rho as usize].is_some_and(|d| d <= delta);
                    if !by_three && !reached.has(rho) {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// For each number of tokens: the values of the heaps of round 0 that a move may leave beside one heap, where the move
    /// takes, and these heaps have, so many tokens together.
    fn beside(&self, small: &[u32], saltus: u32, meter: &Meter) -> Result<Vec<Set>, StopReason> {
        let reach = 2 * small.len() + self.moves.len();
        let mut sets = vec![Set::new(saltus); reach];
        let mut ticker = meter.ticker();
        for (taken, leaves) in &self.moves {
            if leaves[1] {
                sets[*taken].add(0);
            }
            for (b, &value) in small.iter().enumerate().skip(1) {
                if leaves[2] {
                    sets[taken + b].add(value);
                }
                if leaves[3] {
                    for (c, &other) in small.iter().enumerate().take(b + 1).skip(1) {
                        ticker.step()?;
                        sets[taken + b + c].add(value ^ other);
                    }
                }
            }
        }
        Ok(sets)
    }
}

/// For each sum of three residues: the nim sums of their values.
fn triples(round: &[u32], saltus: u32, meter: &Meter) -> Result<Vec<Set>, StopReason> {
    let period = round.len();
    let mut ticker = meter.ticker();
    let mut sets = vec![vec![Set::new(saltus)]];
    for heaps in 1..=3 {
        let mut more = vec![Set::new(saltus); heaps * (period - 1) + 1];
        for (sum, set) in sets[heaps - 1].iter().enumerate() {
            let start = if heaps == 1 {
                vec![0]
            } else {
                set.members().collect()
            };
            for (i, &value) in round.iter().enumerate() {
                for &member in &start {
                    ticker.step()?;
                    more[sum + i].add(member ^ value);
                }
            }
        }
        sets.push(more);
    }
    Ok(sets.pop().unwrap_or_default())
}
