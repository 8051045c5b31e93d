//! The sessions of the language that a workspace keeps.

use std::{
    collections::HashMap,
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread::{self, ThreadId},
    time::Duration,
};

use crate::{
    Error, ErrorKind, Job,
    lang::{Diagnostic, DiagnosticKind, Session},
    solve::{AnySolver, Asking, SolveError},
    values::Store,
};

/// Sessions by name. A session is made when it is first named.
#[derive(Default)]
pub(crate) struct Sessions {
    slots: Mutex<HashMap<String, Arc<Slot>>>,
    folders: Mutex<Vec<PathBuf>>,
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
    Idle(Box<Session>),
    /// At work for a question of this thread.
    Busy(ThreadId),
}

/// How long a question waits for a session before it looks at its limits.
const WAIT: Duration = Duration::from_millis(20);

impl Sessions {
    /// Sessions that are begun from now on see the classes of this folder.
    pub(crate) fn add_folder(&self, folder: &Path) {
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        folders.push(folder.to_owned());
    }

    /// A session without names.
    fn begin(&self) -> Box<Session> {
        let mut session = Box::new(Session::new());
        let folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        for folder in &*folders {
            session.add_folder(folder);
        }
        session
    }

    /// Runs the solver of a session, whose store holds the answer.
    pub(crate) fn solve<T>(
        &self,
        name: &str,
        job: &Job,
        question: impl FnOnce(&mut AnySolver, &mut Asking<'_>) -> Result<T, SolveError>,
    ) -> Result<(Arc<Store>, T), Error> {
        self.run(name, job, |session| {
            let answer = session.solve(job.meter(), question);
            let store = session.store().clone();
            answer.map(|answer| (store, answer))
        })?
        .map_err(|error| from_diagnostic(error, "position"))
    }

    /// Runs a session. Questions about one session are answered one after the other; a question that would wait for
    /// itself is an error. A session that panics is forgotten.
    pub(crate) fn run<T>(
        &self,
        name: &str,
        job: &Job,
        question: impl FnOnce(&mut Session) -> T,
    ) -> Result<T, Error> {
        let slot = {
            let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            let slot = slots.entry(name.to_owned());
            slot.or_insert_with(|| {
                Arc::new(Slot {
                    state: Mutex::new(State::Idle(self.begin())),
                    freed: Condvar::new(),
                })
            })
            .clone()
        };
        let mut lease = Lease {
            session: Some(slot.take(name, job)?),
            slot: &slot,
            sessions: self,
        };
        let session = lease.session.as_mut().expect("a lease holds its session");
        Ok(question(session))
    }
}

impl Slot {
    fn take(&self, name: &str, job: &Job) -> Result<Box<Session>, Error> {
        let own = thread::current().id();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
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
            State::Idle(session) => Ok(session),
            State::Busy(_) => unreachable!("the loop ends when the session is idle"),
        }
    }
}

/// A session at work; it is idle again afterwards, and a new one after a panic.
struct Lease<'s> {
    session: Option<Box<Session>>,
    slot: &'s Slot,
    sessions: &'s Sessions,
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let session = self.session.take().filter(|_| !thread::panicking());
        let session = session.unwrap_or_else(|| self.sessions.begin());
        let mut state = self
            .slot
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *state = State::Idle(session);
        drop(state);
        self.slot.freed.notify_one();
    }
}

/// An error of the language, about a field of a question.
pub(crate) fn from_diagnostic(error: Diagnostic, field: &'static str) -> Error {
    let kind = match error.kind {
        DiagnosticKind::Stopped(reason) => return reason.into(),
        DiagnosticKind::Syntax | DiagnosticKind::Incomplete => ErrorKind::Notation,
        _ => ErrorKind::NotDetermined,
    };
    let help = error.help;
    match error.file {
        // The place is in the file of a class, not in the question.
        Some((file, source)) => {
            let line = source
                .bytes()
                .take(error.span.start)
                .filter(|byte| *byte == b'\n')
                .count()
                + 1;
            Error {
                help,
                ..Error::new(kind, format!("{} ({file}, line {line})", error.message))
            }
        }
        None => Error {
            help,
            ..Error::new(kind, error.message)
        }
        .at(field, error.span.start..error.span.end),
    }
}
