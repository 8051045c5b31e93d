//! Signals. Ctrl-C: the first one asks the running computation to stop, the second ends the process;
//! when nothing is being computed (the binary waits for input) the first one ends it at once. In a stream of lines the
//! second one soon after the first ends the process, too, whatever line it has come to meanwhile. A
//! request to terminate or the end of the terminal ends the process and leaves no half-written file.
//!
//! The state is process-wide because the signals are.

use std::{
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    time::{Duration, Instant},
};

use sidle::graph::io::remove_unfinished;

use super::{ending, watchdog};

/// The exit code of a process ended by Ctrl-C, as shells expect it.
const INTERRUPTED: i32 = 130;

struct State {
    cancel: Arc<AtomicBool>,
    computing: AtomicBool,
    /// Lines are read that nobody types.
    stream: AtomicBool,
    /// Somebody types at a terminal.
    typed: AtomicBool,
    /// When Ctrl-C was last pressed.
    last: Mutex<Option<Instant>>,
}

/// Two signals this close together end a stream, not only its current line.
const TWICE: Duration = Duration::from_secs(2);

fn state() -> &'static State {
    static STATE: OnceLock<State> = OnceLock::new();
    STATE.get_or_init(|| {
        listen();
        State {
            cancel: Arc::new(AtomicBool::new(false)),
            computing: AtomicBool::new(false),
            stream: AtomicBool::new(false),
            typed: AtomicBool::new(false),
            last: Mutex::new(None),
        }
    })
}

/// Without a handler (some sandboxes refuse one) Ctrl-C simply ends the process.
#[cfg(unix)]
fn listen() {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
        low_level::emulate_default_handler,
    };
    let ignored = ignored_signals();
    // Who starts a program with `nohup`, or behind `&` in a script, has told it not to listen.
    let heard = [SIGINT, SIGTERM, SIGHUP]
        .into_iter()
        .filter(|&signal| ignored >> (signal - 1) & 1 == 0);
    let Ok(mut signals) = Signals::new(heard) else {
        return;
    };
    let listener = move || {
        for signal in signals.forever() {
            if signal == SIGINT {
                on_interrupt();
            } else {
                remove_unfinished();
                let _ = emulate_default_handler(signal);
            }
        }
    };
    let _ = std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(listener);
}

#[cfg(not(unix))]
fn listen() {
    let _ = ctrlc::set_handler(on_interrupt);
}

/// The signals that the process was started to ignore, one bit each; none where that cannot be told.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .map(str::trim);
    mask.and_then(|mask| u64::from_str_radix(mask, 16).ok())
        .unwrap_or(0)
}

fn on_interrupt() {
    let state = state();
    if state.typed.load(SeqCst) && !state.computing.load(SeqCst) {
        // The editor hears of Ctrl-C as of any other key; a signal from elsewhere has nothing to stop.
        return;
    }
    let before = {
        let mut last = state.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.replace(Instant::now())
    };
    let twice = state.stream.load(SeqCst) && before.is_some_and(|last| last.elapsed() < TWICE);
    if twice || !state.computing.load(SeqCst) || state.cancel.swap(true, SeqCst) {
        remove_unfinished();
        ending::leave(INTERRUPTED);
    }
    watchdog::cancelled();
}

/// From now on lines are read that nobody types.
pub(crate) fn in_stream() {
    state().stream.store(true, SeqCst);
}

/// From now on somebody types at a terminal.
pub(crate) fn at_terminal() {
    state().typed.store(true, SeqCst);
}

/// A computation begins: hands out the flag that Ctrl-C will set, cleared.
pub(crate) fn begin() -> Arc<AtomicBool> {
    let state = state();
    state.cancel.store(false, SeqCst);
    state.computing.store(true, SeqCst);
    state.cancel.clone()
}

/// Nothing is being computed any more; from here on Ctrl-C ends the process at once, and no limit
/// counts.
pub(crate) fn end() {
    watchdog::rest();
    state().computing.store(false, SeqCst);
}
