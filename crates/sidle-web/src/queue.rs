//! Requests in, messages out: what the module does, without its memory.

use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use sidle::{Incoming, Job, Outgoing, Workspace};

/// A workspace whose answers wait to be fetched.
///
/// ```
/// use sidle_web::queue::Engine;
/// let engine = Engine::new(|| std::time::Duration::ZERO, || false);
/// engine.serve(r#"{"id": 1, "question": {"ask": "nim-sequence", "code": "0.77", "values": 4}}"#);
/// let answer = engine.next_message().unwrap();
/// assert!(answer.contains(r#""values":[0,1,2,3]"#));
/// assert_eq!(engine.next_message(), None);
/// ```
pub struct Engine {
    workspace: Workspace,
    job: Job,
    messages: Arc<Mutex<VecDeque<String>>>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine with the clock and the stop of its host.
    pub fn new(
        clock: impl Fn() -> Duration + Send + Sync + 'static,
        stop: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Engine {
        Engine {
            workspace: Workspace::new(),
            job: Job::unlimited().with_clock(clock).with_poll(stop),
            messages: Arc::default(),
        }
    }

    /// Answers a message of the wire. Requests are answered one after the other, so a cancellation that comes as a
    /// message is late and is ignored: `stop` is for that.
    pub fn serve(&self, message: &str) {
        match Incoming::read(message) {
            Ok(Incoming::Ask(request)) => {
                let messages = self.messages.clone();
                self.workspace.serve(&request, &self.job, move |message| {
                    push(&messages, &message);
                });
            }
            Ok(Incoming::Cancel(_)) => {}
            Err(error) => push(&self.messages, &Outgoing::unreadable(message, error)),
        }
    }

    /// The next message to the host.
    pub fn next_message(&self) -> Option<String> {
        let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        messages.pop_front()
    }
}

fn push(messages: &Mutex<VecDeque<String>>, message: &Outgoing) {
    if let Ok(json) = serde_json::to_string(message) {
        let mut messages = messages.lock().unwrap_or_else(PoisonError::into_inner);
        messages.push_back(json);
    }
}
