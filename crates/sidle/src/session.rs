//! The sessions of the language that a workspace keeps.
//!
//! A session may go on for days. Its store remembers all that was ever computed; when memory grows short, what its names
//! lead to moves to a new store, and the rest is forgotten ([`Sessions::tidy`]).

use std::{
    collections::HashMap,
    fmt,
    path::{Path, PathBuf},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread::{self, ThreadId},
    time::Duration,
};

use crate::{
    Error, ErrorKind, Event, FileLocation, Job, Trace,
    lang::{Diagnostic, DiagnosticKind, Session},
    solve::{AnySolver, Asking, SolveError},
    values::Store,
};

/// Sessions by name. A session is made when it is first named.
#[derive(Default)]
pub(crate) struct Sessions {
    slots: Mutex<HashMap<String, Arc<Slot>>>,
    folders: Mutex<Vec<PathBuf>>,
    /// Numbers the stores of all sessions.
    stores: AtomicU64,
}

impl fmt::Debug for Sessions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sessions").finish_non_exhaustive()
    }
}

struct Slot {
    state: Mutex<State>,
    freed: Condvar,
}

enum State {
    Idle(Box<Running>),
    /// At work for a question of this thread.
    Busy(ThreadId),
}

/// A session with what is known about its memory.
struct Running {
    session: Session,
    /// Has `startup.cgs` been run?
    is_started: bool,
    /// The number of its store: values of one store cannot be used in another.
    store: u64,
    /// How many questions it has answered since it was tidied.
    answered: u32,
    /// It is left alone while less memory is in use.
    tidy_at: u64,
}

/// How long a question waits for a session before it checks its limits.
const WAIT: Duration = Duration::from_millis(20);
/// A session is left alone while the process uses less memory than this.
const MODEST: u64 = 20 << 20;
/// A session that has answered fewer questions keeps its store while memory is not short.
const MANY: u32 = 10_000;
/// The call that runs `startup.cgs`.
const STARTUP: &str = "startup();";

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Sessions {
    /// Sessions that are begun from now on see the classes of this folder.
    pub(crate) fn add_folder(&self, folder: &Path) {
        lock(&self.folders).push(folder.to_owned());
    }

    /// The folders of classes.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        lock(&self.folders).clone()
    }

    /// A session without names.
    fn begin(&self) -> Box<Running> {
        let mut session = Session::new();
        for folder in &*lock(&self.folders) {
            session.add_folder(folder);
        }
        Box::new(Running {
            session,
            is_started: false,
            store: self.stores.fetch_add(1, Relaxed),
            answered: 0,
            tidy_at: MODEST,
        })
    }

    /// Runs the solver of a session on positions of its store number `store`, which holds the answer.
    pub(crate) fn solve<T>(
        &self,
        (name, store): (&str, u64),
        job: &Job,
        question: impl FnOnce(&mut AnySolver, &mut Asking<'_>) -> Result<T, SolveError>,
    ) -> Result<(Arc<Store>, T), Error> {
        self.with(name, job, |running| {
            if running.store != store {
                return Err(renewed(name));
            }
            let session = &mut running.session;
            let answer = session.solve(job.meter(), question);
            let store = session.store().clone();
            let answer = answer.map_err(|error| from_diagnostic(error, "position"))?;
            Ok((store, answer))
        })?
    }

    /// Runs a session that is to evaluate a text, after `startup.cgs`: what programs print goes to the sink of the job. The
    /// second argument of `question` is the number of the session's store.
    pub(crate) fn run<T>(
        &self,
        name: &str,
        job: &Job,
        question: impl FnOnce(&mut Session, u64) -> T,
    ) -> Result<T, Error> {
        self.with(name, job, |running| {
            let sink = job.sink().cloned();
            running.session.print_with(move |text| {
                if let Some(sink) = &sink {
                    let text = text.to_owned();
                    sink.event(Event::Printed { text });
                }
            });
            running.answered = running.answered.saturating_add(1);
            running.session.refresh();
            if !running.is_started {
                running.is_started = true;
                running.start(job);
            }
            question(&mut running.session, running.store)
        })
    }

    /// A session of which only its names and classes are read. Classes whose files have changed are read again.
    pub(crate) fn inspect<T>(
        &self,
        name: &str,
        job: &Job,
        question: impl FnOnce(&mut Session) -> T,
    ) -> Result<T, Error> {
        self.with(name, job, |running| {
            running.session.refresh();
            question(&mut running.session)
        })
    }

    /// Holds a session. Questions about one session are answered one after the other; a question that would wait for
    /// itself is an error. A session that panics is forgotten.
    fn with<T>(
        &self,
        name: &str,
        job: &Job,
        work: impl FnOnce(&mut Running) -> T,
    ) -> Result<T, Error> {
        let slot = {
            let mut slots = lock(&self.slots);
            if !slots.contains_key(name) {
                let slot = Slot {
                    state: Mutex::new(State::Idle(self.begin())),
                    freed: Condvar::new(),
                };
                slots.insert(name.to_owned(), Arc::new(slot));
            }
            slots[name].clone()
        };
        let mut lease = Lease {
            running: Some(slot.take(name, job)?),
            slot: &slot,
            sessions: self,
        };
        let running = lease.running.as_mut().expect("a lease holds its session");
        Ok(work(running))
    }

    /// Forgets a session: it is made anew when it is named again.
    pub(crate) fn forget(&self, name: &str, job: &Job) -> Result<(), Error> {
        self.with(name, job, |running| *running = *self.begin())
    }

    /// Is one of the sessions to be tidied, when `taken` of `limit` bytes are in use?
    pub(crate) fn is_crowded(&self, taken: u64, limit: u64) -> bool {
        taken >= MODEST
            && lock(&self.slots)
                .values()
                .any(|slot| match &*lock(&slot.state) {
                    State::Idle(running) => running.is_crowded(taken, limit),
                    State::Busy(_) => false,
                })
    }

    /// Moves what the names of each crowded session lead to into a new store and forgets the rest; sessions whose names
    /// alone hold more than the limit are forgotten. True if there was one.
    pub(crate) fn tidy(&self, taken: &dyn Fn() -> u64, limit: u64, job: &Job) -> bool {
        let names: Vec<String> = lock(&self.slots).keys().cloned().collect();
        let mut lost = false;
        for name in names {
            // A session that is in use after all is tidied later.
            let tidied = self.with(&name, job, |running| {
                if !running.is_crowded(taken(), limit) {
                    return false;
                }
                if running.session.renew(job.meter()) {
                    running.store = self.stores.fetch_add(1, Relaxed);
                } else {
                    running.session.forget_found();
                }
                let is_full = taken() > limit.saturating_add(limit / 4);
                if is_full {
                    *running = *self.begin();
                }
                // What cannot be forgotten may leave little room: then it is tried again before none is left.
                let kept = taken();
                let half = limit.saturating_sub(kept) / 2;
                running.tidy_at = MODEST.max(kept.saturating_add(half.min(kept)));
                running.answered = 0;
                is_full
            });
            lost |= tidied.unwrap_or(false);
        }
        lost
    }
}

impl Running {
    fn is_crowded(&self, taken: u64, limit: u64) -> bool {
        taken >= self.tidy_at && (self.answered >= MANY || taken >= limit / 2) && self.answered > 0
    }

    /// Runs `startup.cgs`, if one of the folders has it. An error in it is reported, and the session goes on.
    fn start(&mut self, job: &Job) {
        if !self.session.has_script("startup", job.meter()) {
            return;
        }
        if let Err(error) = self.session.evaluate(STARTUP, job.meter())
            && let Some(sink) = job.sink()
        {
            let text = from_diagnostic(error, "line").render(Some(STARTUP));
            sink.event(Event::Notice { text });
        }
    }
}

impl Slot {
    fn take(&self, name: &str, job: &Job) -> Result<Box<Running>, Error> {
        let own = thread::current().id();
        let mut state = lock(&self.state);
        loop {
            match &*state {
                State::Idle(_) => break,
                State::Busy(by) if *by == own => {
                    let message = format!("the session `{name}` is at work for this very question");
                    return Err(
                        Error::new(ErrorKind::Busy, message).with_help("name another session")
                    );
                }
                State::Busy(_) => job.meter().check()?,
            }
            let waited = self.freed.wait_timeout(state, WAIT);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        match std::mem::replace(&mut *state, State::Busy(own)) {
            State::Idle(running) => Ok(running),
            State::Busy(_) => unreachable!("the loop ends when the session is idle"),
        }
    }
}

/// A session at work; it is idle again afterwards, and a new one after a panic.
struct Lease<'s> {
    running: Option<Box<Running>>,
    slot: &'s Slot,
    sessions: &'s Sessions,
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let running = self.running.take().filter(|_| !thread::panicking());
        let running = running.unwrap_or_else(|| self.sessions.begin());
        *lock(&self.slot.state) = State::Idle(running);
        self.slot.freed.notify_one();
    }
}

/// The error of a position whose values are in a store that the session has no longer.
pub(crate) fn renewed(session: &str) -> Error {
    let message = format!("the session `{session}` has a new store since the position was made");
    Error::new(ErrorKind::NotApplicable, message).with_help("evaluate the position again")
}

/// An error of the language, about a line.
impl From<Diagnostic> for Error {
    fn from(error: Diagnostic) -> Error {
        from_diagnostic(error, "line")
    }
}

/// An error of the language, about a field of a question.
pub(crate) fn from_diagnostic(error: Diagnostic, field: &'static str) -> Error {
    let (kind, stopped) = match error.kind {
        DiagnosticKind::Stopped(reason) => (ErrorKind::Stopped, Some(reason)),
        DiagnosticKind::Syntax => (ErrorKind::Notation, None),
        DiagnosticKind::Incomplete => (ErrorKind::Incomplete, None),
        _ => (ErrorKind::Evaluation, None),
    };
    let (start, end) = (error.span.start, error.span.end);
    let in_question = error.file.is_none();
    let file = error.file.map(|(name, text)| {
        let before = &text.as_bytes()[..start.min(text.len())];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        FileLocation {
            name,
            line,
            start,
            end,
            text,
        }
    });
    let more = error.more.into_iter();
    let trace = Trace {
        file,
        calls: error.calls,
        more: more.map(|error| from_diagnostic(error, field)).collect(),
    };
    let is_plain = trace.file.is_none() && trace.calls.is_empty() && trace.more.is_empty();
    let found = Error {
        help: error.help,
        stopped,
        trace: (!is_plain).then(|| Box::new(trace)),
        ..Error::new(kind, error.message)
    };
    match in_question {
        true => found.at(field, start..end),
        false => found,
    }
}
