//! The least period at the end of a sequence.

use sidle_core::{Meter, StopReason};

/// How many cells are compared together.
const CHUNK: usize = 256;

/// The least period p, the least n₀ from which on it holds to the end, and what `bound(n₀, p)` asks for, such
/// that the sequence is at least so long. The bound grows with both.
///
/// No n₀ + p that the bound allows is larger than `latest`: a period holds between all heaps from there on and those
/// before. Among these heaps one is chosen whose value is rare; only the distances to earlier heaps of the same value
/// are tried.
pub(super) fn least_period<V: Copy + Eq + Into<u32>>(
    values: &[V],
    bound: impl Fn(usize, usize) -> Option<usize>,
    latest: impl Fn(usize) -> usize,
    meter: &Meter,
) -> Result<Option<(usize, usize, usize)>, StopReason> {
    let n = values.len();
    let longest = longest(n, &bound);
    let Some(place) = rarest(values, latest(n).min(n.saturating_sub(1))) else {
        return Ok(None);
    };
    let wanted = values[place];
    let mut work = 0_usize;
    let mut end = place;
    // Distances from 1 on: earlier heaps from the last to the first, many at a time.
    while end > 0 && place - end < longest {
        let start = end.saturating_sub(CHUNK);
        let chunk = &values[start..end];
        work += CHUNK;
        if chunk
            .iter()
            .fold(false, |any, &value| any | (value == wanted))
        {
            for at in (start..end).rev().filter(|&at| values[at] == wanted) {
                let period = place - at;
                if period > longest {
                    break;
                }
                let matching = matching_end(values, period);
                work += matching + 64;
                let preperiod = n - period - matching;
                if let Some(needs) = bound(preperiod, period).filter(|&needs| needs <= n) {
                    return Ok(Some((period, preperiod, needs)));
                }
            }
        }
        if work > 1 << 20 {
            work = 0;
            meter.check()?;
        }
        end = start;
    }
    Ok(None)
}

/// The largest period that the bound allows for a sequence of this length.
fn longest(n: usize, bound: &impl Fn(usize, usize) -> Option<usize>) -> usize {
    let (mut fits, mut too_long) = (0, n.max(1));
    while too_long - fits > 1 {
        let middle = fits + (too_long - fits) / 2;
        if bound(0, middle).is_some_and(|needs| needs <= n) {
            fits = middle;
        } else {
            too_long = middle;
        }
    }
    fits
}

/// The last heap, from `from` on, with a value that is rarest among these.
fn rarest<V: Copy + Into<u32>>(values: &[V], from: usize) -> Option<usize> {
    /// More values than these need not be looked at to find a rare one.
    const LOOK: usize = 1 << 16;
    let from = from.max(values.len().saturating_sub(LOOK));
    let mut counts: Vec<u32> = Vec::new();
    for &value in &values[from..] {
        let value = value.into() as usize;
        if counts.len() <= value {
            // Differences may be negative, which makes them huge: then the last heap must do.
            if value > 1 << 24 {
                return Some(values.len() - 1);
            }
            counts.resize(value + 1, 0);
        }
        counts[value] += 1;
    }
    let places = from..values.len();
    places
        .rev()
        .min_by_key(|&place| counts[values[place].into() as usize])
}

/// How many values at the end equal the value one period before.
fn matching_end<V: Copy + Eq>(values: &[V], period: usize) -> usize {
    let n = values.len();
    let most = n - period;
    let mut matching = 0;
    // Most periods are refuted by the last values.
    while matching < most.min(16) && values[n - 1 - matching] == values[n - 1 - matching - period] {
        matching += 1;
    }
    if matching < most.min(16) {
        return matching;
    }
    while matching + CHUNK <= most {
        let end = n - matching;
        if values[end - CHUNK..end] != values[end - CHUNK - period..end - period] {
            break;
        }
        matching += CHUNK;
    }
    while matching < most && values[n - 1 - matching] == values[n - 1 - matching - period] {
        matching += 1;
    }
    matching
}
