//! Games that break heaps into three: arithmetic periodicity.
//!
//! **Theorem** (in the spirit of Austin; *Winning Ways*, chapter 4). Let s be a power of two. Write a heap a ≥ A as
//! a = A + i + px with 0 ≤ i < p; x is its *round*. The claim is G(a) = r(i) + sx with r(i) < s, for all a ≥ n₀; heaps below n₀ have
//! values less than s and count as round 0. Residues i with A + i < n₀ are *late*: they obey the rule from round 1 on only. By
//! induction over heaps:
//!
//! *The value is not reached.* Let a move from n, in round m, lead to heaps in rounds x, y, … that have the claimed value
//! of n. Then x ⊕ y ⊕ … = m, since s is a power of two. Counting tokens, m = x + y + … + d with d ≥ 0, because some heap is not
//! below n₀ if m > 0. As x ⊕ y ⊕ … ≤ x + y + …, d = 0. If no residue is late, the same move with all rounds made 0 reaches the value
//! of a heap of round 0, which is wrong; moves with late residues are listed, with all rounds made 0, and none may do so.
//!
//! *Smaller values are reached.* Let v = sw + ρ be such a value, ρ < s, w = m − δ. If a move leaves heaps of residues i, j, k
//! that are not late with r(i) ⊕ r(j) ⊕ r(k) = ρ, and d ≤ δ, d ≡ δ mod 2 for its d, then rounds w and (δ − d)/2 twice reach v; the second and third may be late
//! if d + 2 ≤ δ. If δ is smaller than all such d, a heap of round w beside heaps of round 0 must do. Both are finite questions, for each residue of n,
//! each ρ, and finitely many δ. For w = 0 and such a small δ the heap is one whose value has been computed.

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
        if long > LONGEST || rise > LARGEST_SALTUS || from + 2 * long > len {
            break;
        }
        // The last beginning of the rounds that gives all heaps of round 1 values from s to 2s.
        let fits = |first: &usize| {
            let second = &list[first + long..first + 2 * long];
            second
                .iter()
                .all(|&value| value >= rise && value < 2 * rise)
        };
        let Some(first) = (0..=from).rev().find(fits) else {
            continue;
        };
        let rounds = Rounds {
            values: &list,
            first,
            regular: from.max(1),
            saltus: rise,
            residues: list[first + long..first + 2 * long]
                .iter()
                .map(|value| value - rise)
                .collect(),
        };
        if let Some(needs) = rules.hold_for_ever(&rounds, meter)? {
            return Ok(Some(Periodicity {
                period,
                preperiod: from,
                saltus,
                needs: needs.max(from + 2 * long),
                proof: Proof::Rounds {
                    first,
                    length: long,
                },
            }));
        }
    }
    Ok(None)
}

/// The claim.
struct Rounds<'v> {
    values: &'v [u32],
    /// A.
    first: usize,
    /// n₀, at least 1: heap 0 is not a heap.
    regular: usize,
    saltus: u32,
    /// r.
    residues: Vec<u32>,
}

impl Rounds<'_> {
    fn is_late(&self, residue: usize) -> bool {
        self.first + residue < self.regular
    }

    /// The end of round 0.
    fn end(&self) -> usize {
        self.first + self.residues.len()
    }

    /// What a heap of round 0 may stand for: its value, whether it is a late residue, and whether it is regular.
    fn versions(&self, heap: usize) -> impl Iterator<Item = (u32, bool, bool)> {
        let own = (heap > 0).then(|| (self.values[heap], false, heap >= self.regular));
        let late = heap >= self.first && heap < self.regular;
        let late = late.then(|| (self.residues[heap - self.first], true, true));
        own.into_iter().chain(late)
    }
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

    /// Does the claim hold in all rounds? Then how many values the proof uses.
    fn hold_for_ever(
        &self,
        rounds: &Rounds<'_>,
        meter: &Meter,
    ) -> Result<Option<usize>, StopReason> {
        let (period, saltus) = (rounds.residues.len(), rounds.saltus);
        let small = &rounds.values[..rounds.end().max(rounds.regular)];
        if small.iter().any(|&value| value >= saltus) || self.reaches_late(rounds, meter)? {
            return Ok(None);
        }
        let beside = self.beside(&rounds.values[..rounds.end()], saltus, meter)?;
        // A late residue must be in round 1 at least: both heaps of the same round are, and d counts two more.
        let triples = [
            (0, triples(rounds, false, meter)?),
            (2, triples(rounds, true, meter)?),
        ];
        let mut ticker = meter.ticker();
        let mut used = rounds.end();
        for (i, &value) in rounds.residues.iter().enumerate() {
            // The least d of each parity at which three residues reach ρ.
            let mut least = [vec![None; saltus as usize], vec![None; saltus as usize]];
            for (taken, _) in self.moves.iter().filter(|(_, leaves)| leaves[3]) {
                let sums = triples.iter().flat_map(|(more, sets)| {
                    let sets = sets.iter().enumerate();
                    sets.map(move |(sum, set)| (more, sum, set))
                });
                for (more, sum, set) in sums {
                    let tokens = 2 * rounds.first + sum + taken;
                    if tokens < i || !(tokens - i).is_multiple_of(period) {
                        continue;
                    }
                    let d = (tokens - i) / period + more;
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
                return Ok(None);
            }
            used = used.max(rounds.end() + (deepest + 1) * period);
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
                    single[delta].add(rho ^ rounds.residues[residue]);
                }
            }
            for (delta, reached) in single.iter().enumerate().take(deepest) {
                let until = if delta == 0 { value } else { saltus };
                for rho in 0..until {
                    let by_three = least[delta % 2][rho as usize].is_some_and(|d| d <= delta);
                    if !by_three && !reached.has(rho) {
                        return Ok(None);
                    }
                }
            }
        }
        Ok((used <= rounds.values.len()).then_some(used))
    }

    /// Does a move with a late residue, or from one, reach the value itself, all rounds made 0?
    fn reaches_late(&self, rounds: &Rounds<'_>, meter: &Meter) -> Result<bool, StopReason> {
        if !rounds.is_late(0) {
            return Ok(false);
        }
        let mut ticker = meter.ticker();
        for (i, &value) in rounds.residues.iter().enumerate() {
            let from_late = rounds.is_late(i);
            let wrong = |versions: &[(u32, bool, bool)]| {
                let sum = versions.iter().fold(0, |sum, version| sum ^ version.0);
                let late = from_late || versions.iter().any(|version| version.1);
                sum == value && late && versions.iter().any(|version| version.2)
            };
            for (taken, leaves) in &self.moves {
                let Some(total) = (rounds.first + i).checked_sub(*taken) else {
                    continue;
                };
                if leaves[1] && rounds.versions(total).any(|one| wrong(&[one])) {
                    return Ok(true);
                }
                for a in 0..=total {
                    for one in rounds.versions(a) {
                        ticker.step()?;
                        let rest = total - a;
                        let mut others = rounds.versions(rest);
                        if leaves[2] && a <= rest && others.any(|other| wrong(&[one, other])) {
                            return Ok(true);
                        }
                        if !leaves[3] {
                            continue;
                        }
                        for b in a..=rest {
                            ticker.step()?;
                            let Some(c) = rest.checked_sub(b).filter(|&c| c >= b) else {
                                break;
                            };
                            for two in rounds.versions(b) {
                                if rounds.versions(c).any(|three| wrong(&[one, two, three])) {
                                    return Ok(true);
                                }
                            }
                        }
                    }
                }
            }
        }
        Ok(false)
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

/// For each sum of three residues, the first of which is not late, nor the others if they must not: the nim sums of their
/// values.
fn triples(rounds: &Rounds<'_>, late: bool, meter: &Meter) -> Result<Vec<Set>, StopReason> {
    let (period, saltus) = (rounds.residues.len(), rounds.saltus);
    let mut ticker = meter.ticker();
    let mut sets = vec![Set::new(saltus)];
    sets[0].add(0);
    for heaps in 1..=3 {
        let mut more = vec![Set::new(saltus); heaps * (period - 1) + 1];
        for (sum, set) in sets.iter().enumerate() {
            let start: Vec<u32> = set.members().collect();
            let residues = rounds.residues.iter().enumerate();
            let may = |i: usize| (late && heaps > 1) || !rounds.is_late(i);
            for (i, &value) in residues.filter(|(i, _)| may(*i)) {
                for &member in &start {
                    ticker.step()?;
                    more[sum + i].add(member ^ value);
                }
            }
        }
        sets = more;
    }
    Ok(sets)
}
