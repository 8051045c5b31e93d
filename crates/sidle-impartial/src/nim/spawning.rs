//! Spawning games, the heaps behind coin-turning games.
//!
//! A code such as `1-3`, `1+C` or `4FS` says which sets of coins may be turned with the rightmost one from heads
//! to tails. The heap n has an option for each such set with largest element n: the other elements, as heaps.

use std::{ops::Range, str::FromStr};

use rustc_hash::FxHashSet;
use sidle_core::{Meter, StopReason};

/// What one element of the code allows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Element {
    least: u32,
    /// `None`: any number.
    most: Option<u32>,
    consecutive: bool,
    spaced: bool,
    symmetric: bool,
    first: bool,
    /// All within so many adjacent places.
    within: Option<u32>,
}

/// A spawning game.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_impartial::nim::spawning::Spawning;
/// let ruler: Spawning = "1+C".parse()?;
/// assert_eq!(ruler.nim_values(8, &Meter::unlimited())?, [0, 1, 2, 1, 4, 1, 2, 1, 8]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spawning {
    elements: Vec<Element>,
}

/// What is wrong with a spawning code, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SpawningError {
    message: &'static str,
    start: usize,
    end: usize,
}

impl SpawningError {
    /// The message with the place in the code, in one line.
    #[must_use]
    pub fn in_code(&self, code: &str) -> String {
        match code.get(self.start..self.end) {
            Some("") | None => format!("{self} (at the end of \"{code}\")"),
            Some(wrong) => format!("{self} (at `{wrong}` in \"{code}\")"),
        }
    }

    /// The bytes that are wrong.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

impl FromStr for Spawning {
    type Err = SpawningError;

    fn from_str(text: &str) -> Result<Spawning, SpawningError> {
        let mut elements = Vec::new();
        let mut at = 0;
        let bytes = text.as_bytes();
        let number = |at: &mut usize| {
            let start = *at;
            while bytes.get(*at).is_some_and(u8::is_ascii_digit) {
                *at += 1;
            }
            let fail = |message| SpawningError {
                message,
                start,
                end: (*at).max(start + usize::from(start < text.len())),
            };
            if start == *at {
                return Err(fail("a number of coins is expected here"));
            }
            let value = text[start..*at]
                .parse::<u32>()
                .ok()
                .filter(|&value| value <= 1 << 20);
            value.ok_or_else(|| fail("this number is too large"))
        };
        loop {
            let start = at;
            let mut element = Element {
                least: number(&mut at)?,
                ..Element::default()
            };
            element.most = Some(element.least);
            match bytes.get(at) {
                Some(b'-') => {
                    at += 1;
                    element.most = Some(number(&mut at)?);
                }
                Some(b'+') => {
                    at += 1;
                    element.most = None;
                }
                _ => {}
            }
            if element.least == 0 || element.most.is_some_and(|most| most < element.least) {
                return Err(SpawningError {
                    message: "at least one coin is turned, and a range goes up",
                    start,
                    end: at,
                });
            }
            loop {
                match bytes.get(at).map(u8::to_ascii_uppercase) {
                    Some(b'C') if bytes.get(at + 1) == Some(&b'(') => {
                        let open = at + 1;
                        at += 2;
                        element.within = Some(number(&mut at)?);
                        if bytes.get(at) != Some(&b')') {
                            return Err(SpawningError {
                                message: "this `(` is never closed",
                                start: open,
                                end: open + 1,
                            });
                        }
                    }
                    Some(b'C') => element.consecutive = true,
                    Some(b'E') => element.spaced = true,
                    Some(b'S') => element.symmetric = true,
                    Some(b'F') => element.first = true,
                    _ => break,
                }
                at += 1;
            }
            elements.push(element);
            match bytes.get(at) {
                None => return Ok(Spawning { elements }),
                Some(b',') => at += 1,
                Some(_) => {
                    let width = text[at..].chars().next().map_or(1, char::len_utf8);
                    return Err(SpawningError {
                        message: "`,`, a modifier C, C(w), E, S or F, or the end is expected here",
                        start: at,
                        end: at + width,
                    });
                }
            }
        }
    }
}

impl Element {
    /// Is this set, increasing and with its largest element, admissible?
    fn admits(&self, coins: &[u32]) -> bool {
        let count = coins.len() as u32;
        let (low, high) = (coins[0], coins[coins.len() - 1]);
        let width = high - low + 1;
        count >= self.least
            && self.most.is_none_or(|most| count <= most)
            && (!self.first || low == 1)
            && (!self.consecutive || width == count)
            && self.within.is_none_or(|within| width <= within)
            && (!self.spaced
                || coins
                    .windows(2)
                    .all(|pair| pair[1] - pair[0] == coins[1] - coins[0]))
            && (!self.symmetric
                || coins
                    .iter()
                    .zip(coins.iter().rev())
                    .all(|(a, b)| a + b == low + high))
    }

    /// Calls `found` with every admissible set with largest element `heap`, increasing.
    fn sets(
        &self,
        heap: u32,
        meter: &Meter,
        found: &mut dyn FnMut(&[u32]),
    ) -> Result<(), StopReason> {
        let mut ticker = meter.ticker();
        let most = self.most.unwrap_or(heap).min(heap);
        let mut offer = |coins: &[u32]| {
            if self.admits(coins) {
                found(coins);
            }
        };
        if self.consecutive || self.spaced {
            for count in self.least..=most {
                let last = if self.consecutive || count == 1 {
                    1
                } else {
                    heap
                };
                for gap in 1..=last {
                    ticker.step()?;
                    if u64::from(gap) * u64::from(count - 1) >= u64::from(heap) {
                        break;
                    }
                    let coins: Vec<u32> = (0..count).rev().map(|i| heap - i * gap).collect();
                    offer(&coins);
                }
            }
            return Ok(());
        }
        let lowest = self
            .within
            .map_or(1, |within| (heap + 1).saturating_sub(within).max(1));
        if self.symmetric {
            for low in (lowest..=heap).rev() {
                if self.first && low != 1 {
                    continue;
                }
                if low == heap {
                    offer(&[heap]);
                    continue;
                }
                // Subsets of the lower half of what lies between, mirrored.
                let half = (heap - low) / 2;
                if half >= 63 {
                    return Err(StopReason::Nodes);
                }
                for choice in 0..1_u64 << half {
                    ticker.step()?;
                    let chosen = (1..=half).filter(|i| choice >> (i - 1) & 1 == 1);
                    let lower: Vec<u32> = chosen.map(|i| low + i).collect();
                    let mut coins = vec![low];
                    coins.extend(&lower);
                    let mirrored = lower.iter().rev().map(|&c| low + heap - c);
                    coins.extend(mirrored.filter(|c| !lower.contains(c)));
                    coins.push(heap);
                    offer(&coins);
                }
            }
            return Ok(());
        }
        // Any sets of the coins from `lowest` on: counts first, then in lexicographic order.
        for count in self.least..=most {
            let pool = heap - lowest;
            if count - 1 > pool {
                break;
            }
            let mut coins: Vec<u32> = (0..count - 1).map(|i| lowest + i).collect();
            coins.push(heap);
            loop {
                ticker.step()?;
                offer(&coins);
                let free = count as usize - 1;
                let Some(i) = (0..free).rev().find(|&i| coins[i] + 1 < coins[i + 1]) else {
                    break;
                };
                let start = coins[i] + 1;
                for (step, coin) in (0..).zip(&mut coins[i..free]) {
                    *coin = start + step;
                }
            }
        }
        Ok(())
    }

    fn is_free(&self) -> bool {
        !(self.consecutive || self.spaced || self.symmetric || self.first || self.within.is_some())
    }
}

impl Spawning {
    /// The options of a heap: the heaps left, increasing.
    pub fn options(&self, heap: u32, meter: &Meter) -> Result<Vec<Vec<u32>>, StopReason> {
        let mut options = Vec::new();
        let mut seen = FxHashSet::default();
        for element in &self.elements {
            element.sets(heap, meter, &mut |coins| {
                let left = coins[..coins.len() - 1].to_vec();
                if seen.insert(left.clone()) {
                    options.push(left);
                }
            })?;
        }
        Ok(options)
    }

    /// The nim values of heaps 0 to `most`.
    pub fn nim_values(&self, most: u32, meter: &Meter) -> Result<Vec<u64>, StopReason> {
        let mut values = vec![0_u64];
        // Nim sums of c different heaps among those below, for codes without modifiers.
        let free = self.elements.iter().all(Element::is_free);
        let mut sums: Vec<FxHashSet<u64>> = vec![FxHashSet::from_iter([0])];
        let mut ticker = meter.ticker();
        for heap in 1..=most {
            let mut reached: FxHashSet<u64> = FxHashSet::default();
            if free {
                for element in &self.elements {
                    let last = element.most.unwrap_or(heap).min(heap);
                    for count in element.least..=last {
                        reached.extend(sums.get(count as usize - 1).into_iter().flatten());
                        ticker.step()?;
                    }
                }
            } else {
                for option in self.options(heap, meter)? {
                    reached.insert(option.iter().fold(0, |sum, &h| sum ^ values[h as usize]));
                }
            }
            let mut value = 0;
            while reached.contains(&value) {
                value += 1;
                ticker.step()?;
            }
            values.push(value);
            if free {
                let deepest = self
                    .elements
                    .iter()
                    .map(|e| e.most.unwrap_or(most))
                    .max()
                    .unwrap_or(1);
                if sums.len() < deepest as usize {
                    sums.push(FxHashSet::default());
                }
                for count in (1..sums.len()).rev() {
                    let more: Vec<u64> = sums[count - 1].iter().map(|sum| sum ^ value).collect();
                    for sum in more {
                        if sums[count].insert(sum) {
                            ticker.node(16)?;
                        }
                    }
                }
            }
        }
        Ok(values)
    }
}
