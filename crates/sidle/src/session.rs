//! The sessions of the language that a workspace keeps.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread::{self, ThreadId},
    time::Duration,
};

use crate::{Error, ErrorKind, Job, lang::Session};

/// Sessions by name. A session is made when it is first named.
#[derive(Default)]
pub(crate) struct Sessions(Mutex<HashMap<String, Arc<Slot>>>);

impl fmt::Debug for Sessions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sessions").finish_non_exhaustive()
    }
}

#[derive(Default)]
struct Slot {
    state: Mutex<State>,
    freed: Condvar,
}

enum State {
    Idle(Box<Session>),
    /// At work for a question of this thread.
    Busy(ThreadId),
}

impl Default for State {
    fn default() -> State {
        State::Idle(Box::default())
    }
}

/// How long a question waits for a session before it looks at its limits.
const WAIT: Duration = Duration::from_millis(20);

impl Sessions {
    /// Runs a session. Questions about one session are answered one after the other; a question that would wait for
    /// itself is an error. A session that panics is forgotten.
    pub(crate) fn run<T>(
        &self,
        name: &str,
        job: &Job,
        question: impl FnOnce(&mut Session) -> T,
    ) -> Result<T, Error> {
        let slot = {
            let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            slots.entry(name.to_owned()).or_default().clone()
        };
        let mut lease = Lease {
            session: Some(slot.take(name, job)?),
            slot: &slot,
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
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let session = match thread::panicking() {
            true => Box::default(),
            false => self.session.take().unwrap_or_default(),
        };
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
