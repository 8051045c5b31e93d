//! Child processes that speak the wire, and the messages that wait for their clients.

use std::{
    collections::{HashMap, VecDeque},
    io::{BufRead, BufReader, Read, Write},
    path::PathBuf,
    process::{Child, ChildStdin, Command, Stdio},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use serde::Deserialize;

/// The most engines at a time.
pub(crate) const MOST_ENGINES: usize = 24;
/// How long an engine without a client lives on.
const ORPHAN: Duration = Duration::from_secs(60);
/// The most bytes of messages that wait for a client; an engine that sends more is ended.
const MOST_WAITING: usize = 64 << 20;
/// The longest line that an engine sends.
const LONGEST_LINE: u64 = 48 << 20;

/// All engines of a server.
pub(crate) struct Engines {
    program: (PathBuf, Vec<String>),
    folder: PathBuf,
    all: Mutex<HashMap<String, Arc<Engine>>>,
}

/// The engine of one worksheet: a child process, which may be replaced by another.
pub(crate) struct Engine {
    state: Mutex<State>,
    /// Rings when there are messages or the client has changed.
    news: Condvar,
}

#[derive(Default)]
struct State {
    child: Option<(Child, ChildStdin)>,
    /// Counts the child processes, so that the messages of an old one are dropped.
    turn: u64,
    /// The number of questions that came.
    received: u64,
    /// The question that is being answered.
    running: Option<u64>,
    /// Messages since the last question, and how many came before them.
    waiting: VecDeque<String>,
    before: u64,
    bytes: usize,
    /// Counts the clients; an old one ends when there is a new one.
    client: u64,
    /// Since when there has been no client.
    alone: Option<Instant>,
}

/// What the server reads of a message: the rest is the business of page and engine.
#[derive(Default, Deserialize)]
struct Head {
    #[serde(default)]
    id: Option<u64>,
    #[serde(default)]
    event: Option<String>,
    #[serde(default)]
    cancel: Option<u64>,
    #[serde(default)]
    end: Option<u64>,
}

impl Engines {
    pub(crate) fn new(program: (PathBuf, Vec<String>), folder: PathBuf) -> Engines {
        Engines {
            program,
            folder,
            all: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Engine>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The engine of a worksheet; none if there are too many.
    pub(crate) fn open(&self, sheet: &str) -> Option<Arc<Engine>> {
        let mut all = self.lock();
        all.retain(|_, engine| !engine.is_orphan());
        if let Some(engine) = all.get(sheet) {
            return Some(engine.clone());
        }
        if all.len() >= MOST_ENGINES {
            return None;
        }
        let engine = Arc::new(Engine {
            state: Mutex::default(),
            news: Condvar::new(),
        });
        all.insert(sheet.to_owned(), engine.clone());
        Some(engine)
    }

    /// Ends all engines.
    pub(crate) fn close(&self) {
        for (_, engine) in self.lock().drain() {
            engine.lock().end();
        }
    }

    fn spawn(&self) -> std::io::Result<Child> {
        Command::new(&self.program.0)
            .args(&self.program.1)
            .current_dir(&self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
    }
}

impl State {
    /// Ends the child process.
    fn end(&mut self) {
        self.turn += 1;
        self.running = None;
        if let Some((mut child, input)) = self.child.take() {
            drop(input);
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    fn push(&mut self, line: String) {
        self.bytes += line.len();
        self.waiting.push_back(line);
    }

    /// The client has all messages that came before its question.
    fn forget(&mut self) {
        self.before += self.waiting.len() as u64;
        self.waiting.clear();
        self.bytes = 0;
    }
}

impl Drop for State {
    fn drop(&mut self) {
        self.end();
    }
}

impl Engine {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_orphan(&self) -> bool {
        self.lock()
            .alone
            .is_some_and(|since| since.elapsed() > ORPHAN)
    }

    /// A client has come. Returns its number and how many questions were received.
    pub(crate) fn attach(&self) -> (u64, u64) {
        let mut state = self.lock();
        state.client += 1;
        state.alone = None;
        self.news.notify_all();
        (state.client, state.received)
    }

    /// A client has gone.
    pub(crate) fn detach(&self, client: u64) {
        let mut state = self.lock();
        if state.client == client {
            state.client += 1;
            state.alone = Some(Instant::now());
        }
        self.news.notify_all();
    }

    /// The messages after the first `after`, and how many there are with them, waiting for at most a second; `None` when
    /// the client is not the last one.
    pub(crate) fn messages(&self, client: u64, after: u64) -> Option<(Vec<String>, u64)> {
        let mut state = self.lock();
        if state.client == client && state.before + state.waiting.len() as u64 <= after {
            let waited = self.news.wait_timeout(state, Duration::from_secs(1));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if state.client != client {
            return None;
        }
        let skip = usize::try_from(after.saturating_sub(state.before)).unwrap_or(usize::MAX);
        let messages = state.waiting.iter().skip(skip).cloned().collect();
        let end = state.before + state.waiting.len() as u64;
        Some((messages, end.max(after)))
    }

    /// A message of the client: a question, `{"cancel": ID}`, or `{"end": ID}`, which costs the child process its life.
    pub(crate) fn receive(self: &Arc<Engine>, engines: &Engines, text: &str) {
        let head: Head = serde_json::from_str(text).unwrap_or_default();
        let mut state = self.lock();
        if let Some(id) = head.end {
            if state.running == Some(id) {
                state.end();
                state.push(failed(id, "cancelled"));
                state.push(r#"{"ended":"the engine was stopped"}"#.to_owned());
                self.news.notify_all();
            }
            return;
        }
        if head.cancel.is_none() {
            state.received += 1;
            state.forget();
            state.running = head.id;
        }
        if state.child.is_none() {
            match engines.spawn() {
                Ok(child) => self.adopt(&mut state, child),
                Err(error) => {
                    let message = serde_json::json!({ "ended": format!("the engine cannot be started: {error}") });
                    state.push(message.to_string());
                    self.news.notify_all();
                    return;
                }
            }
        }
        // One message is one line.
        let line = text.replace(['\n', '\r'], " ") + "\n";
        if let Some((_, input)) = &mut state.child {
            let _ = input
                .write_all(line.as_bytes())
                .and_then(|()| input.flush());
        }
    }

    /// Takes a child process and reads what it says.
    fn adopt(self: &Arc<Engine>, state: &mut State, mut child: Child) {
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return;
        };
        state.turn += 1;
        let turn = state.turn;
        state.child = Some((child, input));
        let engine = self.clone();
        thread::spawn(move || engine.listen(turn, BufReader::new(output)));
    }

    /// Keeps the messages of a child process until it ends.
    fn listen(&self, turn: u64, mut output: impl BufRead) {
        loop {
            let mut line = Vec::new();
            let read = output
                .by_ref()
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut line);
            let mut state = self.lock();
            if state.turn != turn {
                return;
            }
            let complete = read.is_ok() && line.last() == Some(&b'\n');
            if !complete || state.bytes > MOST_WAITING {
                let reason = if complete { "sent too much" } else { "ended" };
                state.end();
                let message = serde_json::json!({ "ended": format!("the engine {reason}") });
                state.push(message.to_string());
                self.news.notify_all();
                return;
            }
            let text = String::from_utf8_lossy(&line).trim_end().to_owned();
            let head: Head = serde_json::from_str(&text).unwrap_or_default();
            let last = matches!(head.event.as_deref(), Some("done" | "failed"));
            if last && head.id == state.running {
                state.running = None;
            }
            state.push(text);
            self.news.notify_all();
        }
    }
}

/// The end of a question whose child process was ended.
fn failed(id: u64, stopped: &str) -> String {
    let error = serde_json::json!({ "kind": "stopped", "message": "stopped", "stopped": stopped });
    serde_json::json!({ "id": id, "event": "failed", "error": error }).to_string()
}
