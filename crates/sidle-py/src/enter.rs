//! The gateway to the engine: the only way in which a long computation runs.
//!
//! The computation has a thread of its own and never waits for the interpreter; the calling thread waits without holding
//! the interpreter, looks for signals twenty times a second, and cancels this computation alone when one raises. A call from
//! a ruleset that is at work runs in the thread of its computation, with the job of that computation.

use std::{
    any::Any,
    cell::RefCell,
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use pyo3::{exceptions::PyValueError, prelude::*};
use sidle::{
    CancelSource, Error, Event, Job,
    core::{Meter, StopReason},
};

use crate::error;

/// How often signals are looked for.
const WAIT: Duration = Duration::from_millis(50);

/// The stack of a computation: that of a main thread.
const STACK: usize = 8 << 20;

/// Limits of a computation. `None` is no limit.
///
/// Args:
///     time: seconds.
///     nodes: new games, positions and vertices.
///     bytes: memory of those nodes.
#[pyclass(module = "sidle_cgt", frozen, eq, hash, from_py_object)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Limits {
    time_ms: Option<u64>,
    #[pyo3(get)]
    nodes: Option<u64>,
    #[pyo3(get)]
    bytes: Option<u64>,
}

#[pymethods]
impl Limits {
    #[new]
    #[pyo3(signature = (*, time=None, nodes=None, bytes=None))]
    fn new(time: Option<f64>, nodes: Option<u64>, bytes: Option<u64>) -> PyResult<Limits> {
        if time.is_some_and(|time| !(time >= 0.0 && time.is_finite())) {
            return Err(PyValueError::new_err("a time limit is a number of seconds"));
        }
        Ok(Limits {
            time_ms: time.map(|seconds| (seconds * 1000.0).ceil() as u64),
            nodes,
            bytes,
        })
    }

    /// Seconds.
    #[getter]
    fn time(&self) -> Option<f64> {
        self.time_ms.map(|time| time as f64 / 1000.0)
    }

    fn __repr__(&self) -> String {
        let time = self.time().map(|time| format!("time={time:?}"));
        let nodes = self.nodes.map(|nodes| format!("nodes={nodes}"));
        let bytes = self.bytes.map(|bytes| format!("bytes={bytes}"));
        let parts: Vec<String> = [time, nodes, bytes].into_iter().flatten().collect();
        format!("Limits({})", parts.join(", "))
    }
}

impl From<Limits> for sidle::Limits {
    fn from(limits: Limits) -> sidle::Limits {
        sidle::Limits {
            time_ms: limits.time_ms,
            nodes: limits.nodes,
            bytes: limits.bytes,
        }
    }
}

/// The owner's end of a computation that runs in another thread.
#[pyclass(module = "sidle_cgt", frozen)]
#[derive(Debug, Default)]
pub(crate) struct Cancel(CancelSource);

#[pymethods]
impl Cancel {
    #[new]
    fn new() -> Cancel {
        Cancel::default()
    }

    /// Stops every computation that was given this object.
    fn cancel(&self) {
        self.0.cancel();
    }
}

/// How a computation is to run.
#[derive(Default)]
pub(crate) struct Settings {
    pub(crate) limits: Option<Limits>,
    pub(crate) threads: Option<NonZeroUsize>,
    /// Called with the counters of the computation, and with the rows of its answer.
    pub(crate) progress: Option<Py<PyAny>>,
    pub(crate) cancel: Option<Py<Cancel>>,
}

/// A computation that rulesets in Python may continue.
#[derive(Clone)]
pub(crate) struct Outer {
    job: Arc<Job>,
    source: CancelSource,
    /// The threads in which rulesets are at work, as the interpreter names them. Changes only while the interpreter is held.
    busy: Arc<Mutex<Vec<u64>>>,
}

impl Outer {
    /// The computation of this thread.
    pub(crate) fn current() -> Option<Outer> {
        OUTER.with_borrow(Clone::clone)
    }

    fn busy(&self) -> MutexGuard<'_, Vec<u64>> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Raises `KeyboardInterrupt` in the rulesets that are at work.
    fn interrupt(&self, py: Python<'_>) -> PyResult<()> {
        let idents = self.busy().clone();
        let raise = py.import("sidle_cgt._interrupt")?.getattr("raise_in")?;
        idents
            .into_iter()
            .try_for_each(|ident| raise.call1((ident,)).map(drop))
    }
}

/// Calls a ruleset in Python, in a thread of a computation.
pub(crate) fn call_ruleset<T>(call: impl FnOnce(Python<'_>) -> PyResult<T>) -> PyResult<T> {
    Python::attach(|py| {
        let Some(outer) = Outer::current() else {
            return call(py);
        };
        let ident = py
            .import("threading")?
            .call_method0("get_ident")?
            .extract()?;
        outer.busy().push(ident);
        let result = call(py);
        let mut busy = outer.busy();
        let last = busy.iter().rposition(|busy| *busy == ident);
        last.map(|last| busy.swap_remove(last));
        drop(busy);
        result
    })
}

/// What a computation hands to the thread that waits for it.
struct Shared<T> {
    state: Mutex<State<T>>,
    ready: Condvar,
}

struct State<T> {
    events: Vec<String>,
    result: Option<Result<T, Box<dyn Any + Send>>>,
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn finish(&self, result: Result<T, Box<dyn Any + Send>>) {
        self.lock().result = Some(result);
        self.ready.notify_one();
    }

    /// Waits for the result, but not long.
    fn wait(&self) -> bool {
        let state = self.lock();
        let waits = |state: &mut State<T>| state.result.is_none();
        let waited = self.ready.wait_timeout_while(state, WAIT, waits);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.result.is_some()
    }

    fn take(&self) -> T {
        match self.lock().result.take() {
            Some(Ok(result)) => result,
            Some(Err(panic)) => resume_unwind(panic),
            None => unreachable!("the computation has finished"),
        }
    }
}

thread_local! {
    /// The computation of this thread, while a ruleset in Python is at work for it.
    static OUTER: RefCell<Option<Outer>> = const { RefCell::new(None) };
}

/// Runs a computation with the interpreter released.
pub(crate) fn enter<T: Send + 'static>(
    py: Python<'_>,
    settings: &Settings,
    work: impl FnOnce(&Arc<Job>) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let result = match Outer::current() {
        Some(outer) => py.detach(|| inside(&outer, settings.limits, settings.threads, work)),
        None => alone(py, settings, work)?,
    };
    result.map_err(|error| error::exception(py, &error))
}

/// A call from a ruleset at work: the same thread, and the same job unless the call has limits of its own.
fn inside<T>(
    outer: &Outer,
    limits: Option<Limits>,
    threads: Option<NonZeroUsize>,
    work: impl FnOnce(&Arc<Job>) -> Result<T, Error>,
) -> Result<T, Error> {
    match limits {
        None => work(&outer.job),
        Some(limits) => {
            let own = Job::unlimited()
                .with_cancel(outer.source.token())
                .with_threads(threads.unwrap_or(NonZeroUsize::MIN))
                .with_limits(limits.into());
            let outer = Outer {
                job: Arc::new(own),
                ..outer.clone()
            };
            within(outer, work)
        }
    }
}

/// Runs a part of a computation in this thread, which rulesets at work there continue.
pub(crate) fn within<T>(outer: Outer, work: impl FnOnce(&Arc<Job>) -> T) -> T {
    let job = outer.job.clone();
    let before = OUTER.with_borrow_mut(|current| current.replace(outer));
    let result = catch_unwind(AssertUnwindSafe(|| work(&job)));
    OUTER.with_borrow_mut(|current| *current = before);
    result.unwrap_or_else(|panic| resume_unwind(panic))
}

fn alone<T: Send + 'static>(
    py: Python<'_>,
    settings: &Settings,
    work: impl FnOnce(&Arc<Job>) -> Result<T, Error> + Send + 'static,
) -> PyResult<Result<T, Error>> {
    let shared = Arc::new(Shared {
        state: Mutex::new(State {
            events: Vec::new(),
            result: None,
        }),
        ready: Condvar::new(),
    });
    let source = settings
        .cancel
        .as_ref()
        .map_or_else(CancelSource::new, |own| own.get().0.clone());
    let outer = Outer {
        job: Arc::new(job(settings, &source, &shared)),
        source: source.clone(),
        busy: Arc::default(),
    };
    let running = {
        let (shared, outer) = (shared.clone(), outer.clone());
        let run = move || shared.finish(catch_unwind(AssertUnwindSafe(|| known(outer, work))));
        thread::Builder::new().stack_size(STACK).spawn(run)?
    };
    let mut raised = None;
    while !py.detach(|| shared.wait()) {
        if raised.is_none() {
            raised = py
                .check_signals()
                .and_then(|()| report(py, settings, &shared))
                .err();
        }
        if raised.is_some() {
            source.cancel();
            outer.interrupt(py)?;
        }
    }
    let joined = py.detach(|| running.join());
    if let Err(panic) = joined {
        resume_unwind(panic);
    }
    match raised {
        Some(raised) => Err(raised),
        None => report(py, settings, &shared).map(|()| shared.take()),
    }
}

/// Runs a computation in a thread that stays known to the interpreter, so that calls of a ruleset begin soon.
fn known<T: Send>(outer: Outer, work: impl FnOnce(&Arc<Job>) -> T + Send) -> T {
    Python::attach(|py| py.detach(|| within(outer, work)))
}

fn job<T: Send + 'static>(
    settings: &Settings,
    source: &CancelSource,
    shared: &Arc<Shared<T>>,
) -> Job {
    let mut job = Job::unlimited().with_cancel(source.token());
    if let Some(limits) = settings.limits {
        job = job.with_limits(limits.into());
    }
    if settings.progress.is_some() {
        let shared = shared.clone();
        job = job.with_sink(move |event: Event| {
            let event = serde_json::to_string(&event).unwrap_or_default();
            shared.lock().events.push(event);
        });
    }
    job.with_threads(settings.threads.unwrap_or(NonZeroUsize::MIN))
}

/// Calls `progress` with the events so far.
fn report<T>(py: Python<'_>, settings: &Settings, shared: &Shared<T>) -> PyResult<()> {
    let Some(progress) = &settings.progress else {
        return Ok(());
    };
    let events = std::mem::take(&mut shared.lock().events);
    if events.is_empty() {
        return Ok(());
    }
    let read = py.import("sidle_cgt._events")?.getattr("read")?;
    for event in events {
        progress.call1(py, (read.call1((event,))?,))?;
    }
    Ok(())
}

/// Computes something that is usually done at once: with the interpreter held for some thousand steps, and through
/// [`enter`] when that is not enough.
pub(crate) fn quick<T: Send + 'static>(
    py: Python<'_>,
    work: impl Fn(&Meter) -> Result<T, StopReason> + Send + 'static,
) -> PyResult<T> {
    let polls = AtomicU32::new(0);
    let is_long = move |_: &Meter| polls.fetch_add(1, Relaxed) >= 4;
    let brief = Meter::new().with_max_nodes(200).with_poll(is_long);
    match work(&brief) {
        Ok(result) => Ok(result),
        Err(_) => enter(py, &Settings::default(), move |job| Ok(work(job.meter())?)),
    }
}
