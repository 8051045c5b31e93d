//! The last resort of the limits on time: a computation that does not poll its meter is ended by the watchdog.
//!
//! A computation stops by its meter, in good order, and its answer is printed within [`LAST_LINES`]. The [`alarm`] makes
//! meters check their limits at the next step. Some work polls no meter: printing a large number, writing to a full pipe,
//! drawing a picture. The watchdog thread ends the process [`GRACE`] after the deadline or Ctrl-C, with the same message and
//! the same exit status. It never ends a session of the calculator; there a second Ctrl-C does.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst},
    },
    thread,
    time::{Duration, Instant},
};

use sidle::core::StopReason;

use super::{ending, memory};

/// How long a computation may take to come back.
const GRACE: Duration = Duration::from_millis(250);
/// How long what was found may be told after a stop.
const LAST_LINES: Duration = Duration::from_millis(150);
/// How often the clock is looked at.
const PERIOD: Duration = Duration::from_millis(25);
const NEVER: u64 = u64::MAX;

/// Both in milliseconds since the first of them was set.
static DEADLINE: AtomicU64 = AtomicU64::new(NEVER);
static CANCELLED: AtomicU64 = AtomicU64::new(NEVER);
/// What the deadline stands for: a place in [`REASONS`].
static REASON: AtomicUsize = AtomicUsize::new(0);
const REASONS: [StopReason; 4] = [
    StopReason::Time,
    StopReason::Nodes,
    StopReason::Memory,
    StopReason::StoreFull,
];
/// The process keeps a session that outlives its computations.
static SESSION: AtomicBool = AtomicBool::new(false);

/// Set when a deadline has passed, memory runs short or Ctrl-C was pressed: every meter checks its limits at the next step.
static ALARM: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The alarm of the meters of this process.
pub(crate) fn alarm() -> Arc<AtomicBool> {
    ALARM.get_or_init(Arc::default).clone()
}

/// From now on nothing but its user ends the process.
pub(crate) fn keep_session() {
    SESSION.store(true, SeqCst);
    rest();
}

/// Does the process keep a session?
pub(crate) fn is_session() -> bool {
    SESSION.load(SeqCst)
}

/// A computation begins that may take so long.
pub(crate) fn watch(limit: Option<Duration>) {
    CANCELLED.store(NEVER, SeqCst);
    REASON.store(0, SeqCst);
    alarm().store(false, SeqCst);
    DEADLINE.store(limit.map_or(NEVER, from_now), SeqCst);
    if limit.is_some() {
        wake();
    }
}

/// Ctrl-C was pressed.
pub(crate) fn cancelled() {
    CANCELLED.store(from_now(Duration::ZERO), SeqCst);
    ring();
    wake();
}

/// Makes every meter check its limits at the next step. Allocates nothing.
pub(crate) fn ring() {
    if let Some(alarm) = ALARM.get() {
        alarm.store(true, SeqCst);
    }
}

/// A computation was stopped: what remains is to tell what it has found, and that soon. A stop by time or by Ctrl-C is known
/// already; one by another limit begins here.
pub(crate) fn stopped(reason: StopReason) {
    if let Some(place) = REASONS.iter().position(|&other| other == reason) {
        REASON.store(place, SeqCst);
        DEADLINE.store(from_now(GRACE - LAST_LINES), SeqCst);
        wake();
    }
}

/// Why nothing more may be written, once that is so.
pub(crate) fn silence() -> Option<StopReason> {
    let over = |since: &AtomicU64| match since.load(SeqCst) {
        NEVER => false,
        since => since.saturating_add(LAST_LINES.as_millis() as u64) <= from_now(Duration::ZERO),
    };
    if over(&CANCELLED) {
        Some(StopReason::Cancelled)
    } else if over(&DEADLINE) {
        Some(REASONS[REASON.load(SeqCst)])
    } else {
        None
    }
}

/// Nothing is computed; nothing is to be ended.
pub(crate) fn rest() {
    DEADLINE.store(NEVER, SeqCst);
    CANCELLED.store(NEVER, SeqCst);
}

fn from_now(wait: Duration) -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let elapsed = START.get_or_init(Instant::now).elapsed();
    u64::try_from(elapsed.saturating_add(wait).as_millis()).unwrap_or(NEVER)
}

/// Starts the thread, once.
fn wake() {
    static AWAKE: OnceLock<()> = OnceLock::new();
    AWAKE.get_or_init(|| {
        let _ = thread::Builder::new()
            .name("watchdog".to_owned())
            .spawn(|| {
                loop {
                    thread::sleep(PERIOD);
                    look();
                }
            });
    });
}

fn look() {
    let now = from_now(Duration::ZERO);
    if DEADLINE.load(SeqCst) <= now {
        ring();
    }
    if SESSION.load(SeqCst) {
        return;
    }
    // The system takes a sixteenth of a second to free a gigabyte.
    let freeing = (memory::taken() >> 24).min(150);
    let grace = GRACE.as_millis() as u64 - freeing;
    let overdue = |since: &AtomicU64| since.load(SeqCst).saturating_add(grace) <= now;
    if overdue(&CANCELLED) {
        ending::stop(StopReason::Cancelled);
    }
    if overdue(&DEADLINE) {
        ending::stop(REASONS[REASON.load(SeqCst)]);
    }
}
