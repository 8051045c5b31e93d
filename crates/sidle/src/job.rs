//! Jobs: what a computation may use, who can stop it, and who watches it.

use std::{
    fmt,
    num::NonZeroUsize,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use serde::{Deserialize, Serialize};

use crate::{
    Error, ErrorKind, Event, ProgressEvent,
    core::{Meter, Progress},
};

/// The limits of a job. A missing limit is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Milliseconds, from the first question of the job on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// New nodes: games, positions, vertices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Bytes that those nodes take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

impl Limits {
    /// A limit on time alone.
    #[must_use]
    pub fn time(limit: Duration) -> Limits {
        Limits {
            time_ms: Some(u64::try_from(limit.as_millis()).unwrap_or(u64::MAX)),
            ..Limits::default()
        }
    }

    /// The smaller of each two limits.
    #[must_use]
    pub fn and(self, other: Limits) -> Limits {
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        Limits {
            time_ms: least(self.time_ms, other.time_ms),
            nodes: least(self.nodes, other.nodes),
            bytes: least(self.bytes, other.bytes),
        }
    }
}

/// The owner's end of a cancellation: it can cancel, and hands out [`CancelToken`]s.
#[derive(Clone, Debug, Default)]
pub struct CancelSource(Arc<AtomicBool>);

/// The computation's end of a cancellation: it can only be read.
#[derive(Clone, Debug)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelSource {
    /// A source that has not cancelled.
    #[must_use]
    pub fn new() -> CancelSource {
        CancelSource::default()
    }

    /// A token of this source.
    #[must_use]
    pub fn token(&self) -> CancelToken {
        CancelToken(self.0.clone())
    }

    /// Cancels every job that has a token of this source, for good.
    pub fn cancel(&self) {
        self.0.store(true, Relaxed);
    }
}

impl CancelToken {
    /// True once the source has cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// The time since some fixed moment.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// Receives the events of a running question. Any `Fn(Event)` is a sink.
pub trait Sink: Send + Sync {
    /// Takes an event. The computation waits meanwhile, so a slow sink slows it down.
    fn event(&self, event: Event);
}

impl<F: Fn(Event) + Send + Sync> Sink for F {
    fn event(&self, event: Event) {
        self(event);
    }
}

type Poll = Arc<dyn Fn() -> bool + Send + Sync>;
type Gauge = Arc<dyn Fn() -> u64 + Send + Sync>;

/// Progress is reported at most this often.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// What a computation may use, who can stop it, and who watches it.
///
/// A job is configured first and then shared by reference: its counters, limits and clock hold for all questions
/// that are asked with it together, nested ones included. Its clock starts with the first question.
///
/// ```
/// use sidle::{Job, Limits, Workspace, questions::ValueQuestion};
/// let job = Job::unlimited().with_limits(Limits { nodes: Some(20), ..Limits::default() });
/// let answer = Workspace::new().ask(&ValueQuestion::of("Clobber", "xoxo|oxox|xoxo"), &job)?;
/// assert!(answer.value.is_none());
/// assert_eq!(answer.stopped.map(|stop| stop.to_string()).as_deref(), Some("stopped: the limit on nodes was reached"));
/// # Ok::<(), sidle::Error>(())
/// ```
pub struct Job {
    limits: Limits,
    cancel: Option<CancelToken>,
    clock: Option<Clock>,
    poll: Option<Poll>,
    sink: Option<Arc<dyn Sink>>,
    threads: NonZeroUsize,
    gauge: Option<(Gauge, u64)>,
    alarm: Option<Arc<AtomicBool>>,
    meter: OnceLock<Arc<Meter>>,
}

impl Job {
    /// A job without limits, on one thread. Its clock is that of the operating system, if there is one.
    #[must_use]
    pub fn unlimited() -> Job {
        Job {
            limits: Limits::default(),
            cancel: None,
            clock: system_clock(),
            poll: None,
            sink: None,
            threads: NonZeroUsize::MIN,
            gauge: None,
            alarm: None,
            meter: OnceLock::new(),
        }
    }

    /// The same job with limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Job {
        Job {
            limits,
            ..self.fresh()
        }
    }

    /// The same job, stopped when the source of the token cancels.
    #[must_use]
    pub fn with_cancel(self, token: CancelToken) -> Job {
        Job {
            cancel: Some(token),
            ..self.fresh()
        }
    }

    /// The same job with another clock; a host without an operating system passes its own.
    #[must_use]
    pub fn with_clock(self, clock: impl Fn() -> Duration + Send + Sync + 'static) -> Job {
        Job {
            clock: Some(Arc::new(clock)),
            ..self.fresh()
        }
    }

    /// The same job, with a function that is called whenever the limits are checked and stops the job by returning
    /// true: for pending signals, or the stop flag of a page.
    #[must_use]
    pub fn with_poll(self, poll: impl Fn() -> bool + Send + Sync + 'static) -> Job {
        Job {
            poll: Some(Arc::new(poll)),
            ..self.fresh()
        }
    }

    /// The same job, whose progress, rows and printed lines go to a sink.
    #[must_use]
    pub fn with_sink(self, sink: impl Sink + 'static) -> Job {
        Job {
            sink: Some(Arc::new(sink)),
            ..self.fresh()
        }
    }

    /// The same job on so many threads, for questions that can use them.
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> Job {
        Job { threads, ..self }
    }

    /// The same job, stopped when `gauge` shows more than `limit` bytes: a program that counts what its allocator hands
    /// out passes that count.
    #[must_use]
    pub fn with_gauge(self, gauge: impl Fn() -> u64 + Send + Sync + 'static, limit: u64) -> Job {
        Job {
            gauge: Some((Arc::new(gauge), limit)),
            ..self.fresh()
        }
    }

    /// The same job, whose limits are checked at the next step after `alarm` becomes true; see [`Meter::with_alarm`].
    #[must_use]
    pub fn with_alarm(self, alarm: Arc<AtomicBool>) -> Job {
        Job {
            alarm: Some(alarm),
            ..self.fresh()
        }
    }

    /// How many bytes are in use, and how many may be, if the job has a gauge.
    #[cfg(feature = "lang")]
    pub(crate) fn memory(&self) -> Option<(u64, u64)> {
        let (gauge, limit) = self.gauge.as_ref()?;
        Some((gauge(), *limit))
    }

    /// A job that moves sessions to new stores: old and new are both there for a moment, so that half the limit may be
    /// taken beside what is taken already, and there is time for it however short that of an answer is.
    #[cfg(feature = "lang")]
    pub(crate) fn for_tidying(&self, limit: u64) -> Job {
        const MOVING: u64 = 2000;
        let gauge = self.gauge.as_ref().map(|(gauge, _)| {
            let most = gauge().saturating_add(limit / 2);
            (gauge.clone(), most)
        });
        Job {
            limits: Limits {
                time_ms: self.limits.time_ms.map(|limit| limit.max(MOVING)),
                ..Limits::default()
            },
            cancel: self.cancel.clone(),
            clock: self.clock.clone(),
            poll: self.poll.clone(),
            sink: None,
            threads: self.threads,
            gauge,
            alarm: self.alarm.clone(),
            meter: OnceLock::new(),
        }
    }

    /// A job for one request: the same clock, cancellation and poll, its own counters and sink, and the smaller
    /// limits of both.
    #[must_use]
    pub(crate) fn for_request(&self, limits: Limits, sink: impl Sink + 'static) -> Job {
        Job {
            limits: self.limits.and(limits),
            cancel: self.cancel.clone(),
            clock: self.clock.clone(),
            poll: self.poll.clone(),
            sink: Some(Arc::new(sink)),
            threads: self.threads,
            gauge: self.gauge.clone(),
            alarm: self.alarm.clone(),
            meter: OnceLock::new(),
        }
    }

    fn fresh(self) -> Job {
        Job {
            meter: OnceLock::new(),
            ..self
        }
    }

    /// The meter of the job: library functions below the door take it.
    pub fn meter(&self) -> &Meter {
        self.shared_meter()
    }

    /// The meter of the job, for a thread that watches it.
    pub fn shared_meter(&self) -> &Arc<Meter> {
        self.meter.get_or_init(|| Arc::new(self.new_meter()))
    }

    /// Reports a part of the answer that is known already.
    pub fn row(&self, row: &impl Serialize) {
        if let Some(sink) = &self.sink {
            let row = serde_json::to_value(row).unwrap_or_default();
            sink.event(Event::Row { row });
        }
    }

    /// The counters as they stand; another thread may read them while the job runs.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.meter().snapshot()
    }

    /// How many threads the job may use; one without the feature `parallel`.
    #[must_use]
    pub fn threads(&self) -> NonZeroUsize {
        match cfg!(feature = "parallel") {
            true => self.threads,
            false => NonZeroUsize::MIN,
        }
    }

    /// The clock of the job, if there is one.
    pub(crate) fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Where the events of the job go.
    #[cfg(feature = "lang")]
    pub(crate) fn sink(&self) -> Option<&Arc<dyn Sink>> {
        self.sink.as_ref()
    }

    /// Refuses a job that could not keep its limits.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.limits.time_ms.is_some() && self.clock.is_none() {
            let message = "a limit on time needs a clock, and this host has none";
            return Err(
                Error::new(ErrorKind::Request, message).with_help("pass one with `with_clock`")
            );
        }
        Ok(self.meter().check()?)
    }

    fn new_meter(&self) -> Meter {
        let mut meter = Meter::new();
        if let Some(nodes) = self.limits.nodes {
            meter = meter.with_max_nodes(nodes);
        }
        if let Some(bytes) = self.limits.bytes {
            meter = meter.with_max_bytes(bytes);
        }
        if let Some(token) = &self.cancel {
            meter = meter.with_cancel(token.0.clone());
        }
        if let (Some(limit), Some(clock)) = (self.limits.time_ms, &self.clock) {
            let (clock, begun) = (clock.clone(), clock());
            meter = meter.with_deadline(
                move || clock().saturating_sub(begun),
                Duration::from_millis(limit),
            );
        }
        if let Some((gauge, limit)) = &self.gauge {
            let gauge = gauge.clone();
            meter = meter.with_gauge(move || gauge(), *limit);
        }
        if let Some(alarm) = &self.alarm {
            meter = meter.with_alarm(alarm.clone());
        }
        match self.watch() {
            Some(watch) => meter.with_poll(watch),
            None => meter,
        }
    }

    /// What is done whenever the limits are checked: the poll of the host, and progress.
    fn watch(&self) -> Option<impl Fn(&Meter) -> bool + Send + Sync + use<>> {
        let (poll, sink, clock) = (self.poll.clone(), self.sink.clone(), self.clock.clone());
        if poll.is_none() && sink.is_none() {
            return None;
        }
        let begun = clock.as_ref().map_or(Duration::ZERO, |clock| clock());
        let last = AtomicU64::new(0);
        Some(move |meter: &Meter| {
            if poll.as_ref().is_some_and(|poll| poll()) {
                return true;
            }
            if let (Some(sink), Some(clock)) = (&sink, &clock) {
                let now = clock().saturating_sub(begun).as_millis() as u64;
                let before = last.load(Relaxed);
                let due = now.saturating_sub(before) >= PROGRESS_INTERVAL.as_millis() as u64;
                // Of several threads one reports.
                if due && last.compare_exchange(before, now, Relaxed, Relaxed).is_ok() {
                    sink.event(Event::Progress(ProgressEvent::from(meter.snapshot())));
                }
            }
            false
        })
    }
}

/// The clock of the operating system. `wasm32-unknown-unknown` has none.
fn system_clock() -> Option<Clock> {
    if cfg!(all(target_arch = "wasm32", target_os = "unknown")) {
        return None;
    }
    let begun = std::time::Instant::now();
    Some(Arc::new(move || begun.elapsed()))
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job")
            .field("limits", &self.limits)
            .field("threads", &self.threads)
            .field("progress", &self.meter.get().map(|meter| meter.snapshot()))
            .finish_non_exhaustive()
    }
}
