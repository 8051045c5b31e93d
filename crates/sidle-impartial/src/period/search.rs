//! The least period at the end of a sequence.

use sidle_core::{Meter, StopReason};

/// How many of the last values are compared first.
const PROBE: usize = 24;

/// The least period p, the least n₀ from which on it holds to the end, and what `bound(n₀, p)` asks for, such
/// that the sequence is at least so long.
///
/// Periods are tried in order; all but few are given up after a few comparisons.
pub(super) fn least_period<V: Copy + Eq>(
    values: &[V],
    bound: impl Fn(usize, usize) -> Option<usize>,
    meter: &Meter,
) -> Result<Option<(usize, usize, usize)>, StopReason> {
    let n = values.len();
    let probe = PROBE.min(n / 2);
    let end = &values[n - probe..];
    let mut work = 0_usize;
    for period in 1..=n.saturating_sub(probe) {
        // The bound grows with the period and with n₀.
        if bound(0, period).is_none_or(|needs| needs > n) {
            break;
        }
        work += 1;
        if end == &values[n - probe - period..n - period] {
            let matching = matching_end(values, period);
            work += matching;
            let preperiod = n - period - matching;
            if let Some(needs) = bound(preperiod, period).filter(|&needs| needs <= n) {
                return Ok(Some((period, preperiod, needs)));
            }
        }
        if work > 1 << 20 {
            work = 0;
            meter.check()?;
        }
    }
    Ok(None)
}

/// How many values at the end equal the value one period before.
fn matching_end<V: Copy + Eq>(values: &[V], period: usize) -> usize {
    const CHUNK: usize = 256;
    let n = values.len();
    let most = n - period;
    let mut matching = 0;
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
