//! The memory of the process, counted where it is handed out.
//!
//! Every allocation of the binary and its libraries passes [`Counting`], so that `--max-memory` is what
//! the process takes and not what some structure believes to take. Two bounds follow from a limit: the
//! meter stops a computation a little below it, in good order; what nobody asked the meter about is
//! refused a little above it, with a message and exit code 3.
//!
//! Mapped files lie in no allocation. Under a limit that the user has set they count with their whole length, since all of a
//! file may come to be resident; under the default limit they do not, since the system takes such pages back when memory runs
//! short, and a graph larger than the memory can still be converted.
//!
//! The count of a thread is handed over to the shared one every few thousand bytes; so much can the
//! shared count be wrong for each thread.
#![allow(unsafe_code)]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    fs,
    sync::{
        OnceLock,
        atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed},
    },
};

use sidle::{core::StopReason, graph::io::mapped_bytes};

use super::{ending, watchdog};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The system's allocator, and a count of what it has handed out.
struct Counting;

/// Bytes in use, apart from what threads have not handed over yet.
static TAKEN: AtomicI64 = AtomicI64::new(0);
/// No allocation may lift the count above this.
static CEILING: AtomicI64 = AtomicI64::new(i64::MAX);
/// From this count on a computation is to stop in good order.
static LOUD: AtomicI64 = AtomicI64::new(i64::MAX);
/// What the user asked for, or the share that is the default.
static LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);

/// Do mapped files count?
static COUNTS_MAPS: AtomicBool = AtomicBool::new(false);

/// What a thread hands over at a time.
const BATCH: i64 = 1 << 15;

thread_local! {
    static PENDING: Cell<i64> = const { Cell::new(0) };
}

/// Adds to the count; `false` if an allocation must be refused.
#[inline]
fn add(change: i64) -> bool {
    let pending = PENDING
        .try_with(|pending| {
            let sum = pending.get() + change;
            let whole = sum.abs() >= BATCH;
            pending.set(if whole { 0 } else { sum });
            whole.then_some(sum)
        })
        .unwrap_or(Some(change));
    match pending {
        None => true,
        Some(sum) => hand_over(sum, change),
    }
}

#[cold]
fn hand_over(sum: i64, change: i64) -> bool {
    let taken = TAKEN.fetch_add(sum, Relaxed).saturating_add(sum);
    if taken > LOUD.load(Relaxed) {
        watchdog::ring();
    }
    let ceiling = CEILING.load(Relaxed);
    change <= 0 || taken <= ceiling && taken.saturating_add_unsigned(mapped()) <= ceiling
}

/// What a block costs: the usual allocators put a word in front, round up, and hand out nothing smaller than four words.
#[inline]
fn cost(size: usize) -> i64 {
    let whole = size.max(9).saturating_add(8 + 15);
    whole.min(isize::MAX as usize).cast_signed() as i64 & !15
}

#[cold]
fn refuse() -> ! {
    // What is said on the way out needs a little room.
    CEILING.store(i64::MAX, Relaxed);
    ending::stop(StopReason::Memory)
}

#[cold]
fn exhausted(size: usize) -> ! {
    CEILING.store(i64::MAX, Relaxed);
    ending::out_of_memory(size)
}

// SAFETY: every call is passed on to the system's allocator with the same arguments, which the caller
// vouches for; counting allocates nothing (the thread's count is a constant-initialised cell without a
// destructor) and never unwinds. A refused allocation ends the process.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !add(cost(layout.size())) {
            refuse();
        }
        // SAFETY: as above.
        let block = unsafe { System.alloc(layout) };
        if block.is_null() {
            exhausted(layout.size());
        }
        block
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !add(cost(layout.size())) {
            refuse();
        }
        // SAFETY: as above.
        let block = unsafe { System.alloc_zeroed(layout) };
        if block.is_null() {
            exhausted(layout.size());
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        add(-cost(layout.size()));
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !add(cost(size) - cost(layout.size())) {
            refuse();
        }
        // SAFETY: as above.
        let block = unsafe { System.realloc(block, layout, size) };
        if block.is_null() {
            exhausted(size);
        }
        block
    }
}

/// Bytes of mapped files, if they count.
fn mapped() -> u64 {
    match COUNTS_MAPS.load(Relaxed) {
        true => mapped_bytes(),
        false => 0,
    }
}

/// Bytes in use.
pub(crate) fn taken() -> u64 {
    let taken = TAKEN.load(Relaxed).max(0).cast_unsigned();
    taken.saturating_add(mapped())
}

/// The limit that holds.
pub(crate) fn limit() -> u64 {
    LIMIT.load(Relaxed)
}

/// From now on mapped files count, or do not.
pub(crate) fn count_maps(counted: bool) {
    COUNTS_MAPS.store(counted, Relaxed);
}

/// Sets the limit of the process and tells at which count a computation is to stop in good order.
pub(crate) fn set_limit(limit: u64) -> u64 {
    let slack = limit / 32;
    // A list that grows asks for twice its size and fills it slowly: where a session is kept, that much is
    // let pass, even if all lists grow at once, and the meter stops the computation before it is used.
    let generous = if watchdog::is_session() {
        limit.saturating_mul(2)
    } else {
        0
    };
    let ceiling = limit
        .saturating_add(slack)
        .saturating_add(2 << 20)
        .saturating_add(generous);
    let count = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
    LIMIT.store(limit, Relaxed);
    LOUD.store(count(limit - slack), Relaxed);
    CEILING.store(count(ceiling), Relaxed);
    limit - slack
}

/// A session that is full must still be able to empty itself: lets so many bytes more than are in use be taken, if that is more
/// than the limit allows. Tells at which count a computation is to stop in good order.
pub(crate) fn allow(bytes: u64) -> u64 {
    let taken = i64::try_from(taken().saturating_add(bytes)).unwrap_or(i64::MAX);
    let loud = LOUD.fetch_max(taken, Relaxed).max(taken);
    loud.cast_unsigned()
}

/// The limit without `--max-memory`: three quarters of the memory that is available at first, by the kernel
/// and by the control group of the process. No limit where neither can be told.
pub(crate) fn default_limit() -> u64 {
    static LIMIT: OnceLock<u64> = OnceLock::new();
    *LIMIT.get_or_init(|| {
        let available = [machine(), control_group()].into_iter().flatten().min();
        available.map_or(u64::MAX, |available| available / 4 * 3)
    })
}

fn machine() -> Option<u64> {
    let table = fs::read_to_string("/proc/meminfo").ok()?;
    let line = table
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}

fn control_group() -> Option<u64> {
    let number = |path: &str| -> Option<u64> { fs::read_to_string(path).ok()?.trim().parse().ok() };
    let room = |limit: &str, used: &str| Some(number(limit)?.saturating_sub(number(used)?));
    room("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current").or_else(|| {
        room(
            "/sys/fs/cgroup/memory/memory.limit_in_bytes",
            "/sys/fs/cgroup/memory/memory.usage_in_bytes",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_counted_and_given_back() {
        let before = taken();
        let block = vec![1_u8; 10 << 20];
        let during = taken();
        assert!(during >= before + (9 << 20), "{before} {during}");
        drop(block);
        assert!(taken() < during - (5 << 20));
    }

    #[test]
    fn a_computation_stops_below_the_limit() {
        let before = limit();
        assert!(set_limit(1 << 40) < 1 << 40);
        assert_eq!(limit(), 1 << 40);
        set_limit(before);
    }

    #[test]
    fn costs_are_rounded_up() {
        assert_eq!(cost(1), 32);
        assert_eq!(cost(24), 32);
        assert_eq!(cost(25), 48);
        assert!(cost(usize::MAX) > 0);
    }
}
