//! Values that somebody hands over, computed again.
//!
//! A value follows from those before it. So stretches of a long list can be verified side by side, each from the values
//! before it as they were handed over: if every stretch is right, all values are, by induction over the heaps.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

use rayon::prelude::*;
use sidle_core::{Meter, StopReason};

use super::{Sequence, SequenceError, cell::Values};
use crate::code::Code;

/// So many values are computed at first, in which most periods show.
const FIRST: usize = 1 << 13;
/// Every stretch begins with a look at all values before it, so there are not many of them.
const STRETCHES_A_THREAD: usize = 12;
/// What one thread takes beside the list, in multiples of it.
const BESIDE: u64 = 6;

/// Why values are not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The code has no nim-sequence.
    #[error("{0}")]
    Sequence(#[from] SequenceError),
    /// A value is not what follows from those before it.
    #[error("the value of heap {0} is wrong")]
    Wrong(usize),
    /// A limit or a person stopped the work.
    #[error("{0}")]
    Stopped(#[from] StopReason),
}

/// Verifies that these are the values of the game, heap 0 first, with so many threads (0: one for each processor). Each
/// heap is a node of the meter.
pub fn verify_values(
    code: &Code,
    values: &Values,
    threads: usize,
    meter: &Meter,
) -> Result<(), VerifyError> {
    let all = values.len();
    let mut sequence = Sequence::new(code.clone())?;
    meter.announce(all as u64);
    let first = if sequence.has_pairs() {
        all.min(FIRST)
    } else {
        all
    };
    grow(&mut sequence, first, meter)?;
    same(&sequence, values, 0..first)?;
    if sequence.is_settled() {
        // A theorem gives the rest away.
        grow(&mut sequence, all, meter)?;
        return same(&sequence, values, first..all);
    }
    drop(sequence);
    in_stretches(code, values, first, threads, meter)
}

/// The values from `first` on, each stretch from the values before it.
fn in_stretches(
    code: &Code,
    values: &Values,
    first: usize,
    threads: usize,
    meter: &Meter,
) -> Result<(), VerifyError> {
    let (all, cell) = (values.len(), values.capacity().1);
    let mut threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let taken = (all * cell) as u64 * BESIDE;
    while threads > 1 && meter.room(taken * threads as u64).is_err() {
        threads -= 1;
    }
    let length = ((all - first) / (threads * STRETCHES_A_THREAD)).max(FIRST);
    let count = (all - first).div_ceil(length);
    let next = AtomicUsize::new(0);
    let failure: Mutex<Option<VerifyError>> = Mutex::new(None);
    let work = || -> Result<(), VerifyError> {
        let mut known = Values::default();
        loop {
            let stretch = next.fetch_add(1, Relaxed);
            if stretch >= count {
                return Ok(());
            }
            let (start, end) = (
                first + stretch * length,
                all.min(first + (stretch + 1) * length),
            );
            known.truncate(start);
            known.extend_from(values, start);
            let before = std::mem::take(&mut known);
            let sequence = Sequence::resume(code.clone(), Default::default(), before)?;
            let mut sequence = sequence.without_shortcut();
            grow(&mut sequence, end, meter)?;
            same(&sequence, values, start..end)?;
            known = sequence.into_values();
        }
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let run = |_| {
        if let Err(error) = work() {
            // The others end after the stretch that they are at.
            next.store(count, Relaxed);
            let mut first = failure.lock().unwrap_or_else(PoisonError::into_inner);
            let earlier = match (&*first, &error) {
                (Some(VerifyError::Wrong(a)), VerifyError::Wrong(b)) => b < a,
                (Some(VerifyError::Wrong(_)), _) => false,
                _ => true,
            };
            if earlier {
                *first = Some(error);
            }
        }
    };
    match pool {
        Ok(pool) => pool.install(|| (0..threads).into_par_iter().for_each(run)),
        // No threads are to be had.
        Err(_) => run(0),
    }
    match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Computes the values below `heaps`; each is a node.
fn grow(sequence: &mut Sequence, heaps: usize, meter: &Meter) -> Result<(), StopReason> {
    let count = heaps.saturating_sub(sequence.values().len()) as u64;
    meter.ticker().nodes(count, count)?;
    sequence.extend(heaps, meter)?;
    meter.advance(count);
    meter.check()
}

fn same(
    sequence: &Sequence,
    values: &Values,
    heaps: std::ops::Range<usize>,
) -> Result<(), VerifyError> {
    let mut computed = sequence.values().iter().skip(heaps.start);
    let mut given = values.iter().skip(heaps.start);
    for heap in heaps {
        if computed.next() != given.next() {
            return Err(VerifyError::Wrong(heap));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One wrong value, wherever it stands and even if all that follow fit it, is found.
    #[test]
    fn a_single_wrong_value_is_found() {
        let meter = Meter::unlimited();
        for (text, count) in [
            ("0.007", 20_000),
            ("0.104", 30_000),
            ("0.77", 20_000),
            ("0.3", 20_000),
            ("0.1[03]", 500),
            ("4!.0", 20_000),
            ("0.8", 100),
        ] {
            let code: Code = text.parse().expect("a code");
            let mut sequence = Sequence::new(code.clone()).expect("a sequence");
            sequence.extend(count, &meter).expect("no limit");
            let right = sequence.into_values();
            for threads in [1, 3] {
                assert_eq!(verify_values(&code, &right, threads, &meter), Ok(()));
            }
            for heap in [0, 1, count / 3, count / 2 + 1, count - 1] {
                let mut forged: Vec<u32> = right.iter().take(heap).collect();
                forged.push(right.get(heap).expect("a value") ^ 1);
                // What follows from it.
                let before = forged.iter().copied().collect();
                let mut rest = Sequence::resume(code.clone(), Default::default(), before)
                    .expect("a sequence")
                    .without_shortcut();
                if text != "0.8" {
                    rest.extend(count.min(heap + 3000), &meter)
                        .expect("no limit");
                }
                let forged = rest.into_values();
                let found = verify_values(&code, &forged, 2, &meter);
                assert_eq!(found, Err(VerifyError::Wrong(heap)), "{text}");
            }
        }
    }

    #[test]
    fn limits_stop_the_verification() {
        let code: Code = "0.007".parse().expect("a code");
        let mut sequence = Sequence::new(code.clone()).expect("a sequence");
        sequence
            .extend(30_000, &Meter::unlimited())
            .expect("no limit");
        let meter = Meter::new().with_max_nodes(20_000);
        let stopped = verify_values(&code, sequence.values(), 2, &meter);
        assert_eq!(stopped, Err(VerifyError::Stopped(StopReason::Nodes)));
    }
}
