//! Ending the process from wherever it is, with a message and without leaving anything behind.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering::SeqCst},
};

use sidle::{
    core::{Meter, StopReason},
    graph::io::remove_unfinished,
};

use super::metered;
use crate::progress::reached;

/// The exit code of a run that a limit stopped.
pub(crate) const STOPPED: u8 = 3;

type Words = Box<dyn Fn(StopReason) -> String + Send>;

/// What is printed when the process is stopped: a program that reads JSON expects an object.
static LAST_WORDS: Mutex<Option<Words>> = Mutex::new(None);

/// The meter of the computation that was begun last.
static METER: Mutex<Option<Arc<Meter>>> = Mutex::new(None);

/// A computation begins: if the process is stopped, its meter tells how far it had come.
pub(crate) fn computing(meter: &Arc<Meter>) {
    if let Ok(mut place) = METER.lock() {
        *place = Some(meter.clone());
    }
}

/// How far the computation had come that a limit has stopped, as a line below the message; empty if that is not known.
pub(crate) fn how_far(reason: StopReason) -> String {
    let meter = METER.try_lock().ok().and_then(|place| place.clone());
    let reached = meter.and_then(|meter| reached(&meter.snapshot(), reason));
    reached.map_or_else(String::new, |text| format!("\n  = help: {text}"))
}

/// Says what goes to the standard output if the process is stopped from now on.
pub(crate) fn last_words(words: impl Fn(StopReason) -> String + Send + 'static) {
    if let Ok(mut place) = LAST_WORDS.lock() {
        *place = Some(Box::new(words));
    }
}

/// Nothing more is to be printed when the process is stopped.
pub(crate) fn no_last_words() {
    if let Ok(mut place) = LAST_WORDS.lock() {
        *place = None;
    }
}

/// Ends the process now. Nothing is freed and nobody is waited for: freeing the tables of a long search takes longer than
/// a user waits, and a pipe that nobody reads takes for ever.
pub(crate) fn leave(code: i32) -> ! {
    #[cfg(unix)]
    signal_hook::low_level::exit(code);
    #[cfg(not(unix))]
    std::process::exit(code)
}

/// Only one of the threads that find a limit passed says so.
fn alone() {
    static ENDING: AtomicBool = AtomicBool::new(false);
    while ENDING.swap(true, SeqCst) {
        std::thread::sleep(std::time::Duration::from_secs(1));
    }
}

/// A limit was passed and whoever computes does not come back: ends the process with code 3.
pub(crate) fn stop(reason: StopReason) -> ! {
    alone();
    remove_unfinished();
    if let Ok(mut place) = LAST_WORDS.try_lock()
        && let Some(words) = place.take()
    {
        // The thread that computes may hold the standard output; it is not waited for.
        let line = words(reason) + "\n";
        past_locks::output(line.as_bytes());
    } else {
        let cut = match metered::is_writing() {
            true => metered::NOT_WHOLE,
            false => "",
        };
        let message = format!("error: {reason}{cut}{}\n", how_far(reason));
        past_locks::error(message.as_bytes());
    }
    leave(i32::from(STOPPED))
}

/// The system has no memory left.
pub(crate) fn out_of_memory(size: usize) -> ! {
    alone();
    remove_unfinished();
    let message = format!("error: stopped: the system has no memory left for {size} bytes more\n");
    past_locks::error(message.as_bytes());
    leave(i32::from(STOPPED))
}

/// Writing past the buffers and the locks of the standard streams, which a thread that is stopped may hold, and without
/// waiting for a reader who does not read.
#[cfg(unix)]
mod past_locks {
    use std::{
        os::fd::BorrowedFd,
        time::{Duration, Instant},
    };

    use rustix::{
        event::{PollFd, PollFlags, Timespec, poll},
        io::write,
        stdio::{stderr, stdout},
    };

    /// How long a reader may take in all.
    const PATIENCE: Duration = Duration::from_millis(50);
    /// A pipe that can be written to takes so much without waiting (`PIPE_BUF`).
    const BLOCK: usize = 4096;

    pub(super) fn output(bytes: &[u8]) {
        all(stdout(), bytes);
    }

    pub(super) fn error(bytes: &[u8]) {
        all(stderr(), bytes);
    }

    fn all(stream: BorrowedFd<'_>, mut bytes: &[u8]) {
        let start = Instant::now();
        while !bytes.is_empty() {
            let patience = PATIENCE.saturating_sub(start.elapsed());
            let patience = Timespec {
                tv_sec: 0,
                tv_nsec: i64::from(patience.subsec_nanos()) as _,
            };
            let mut waiting = [PollFd::new(&stream, PollFlags::OUT)];
            match poll(&mut waiting, Some(&patience)) {
                Ok(1..) => {}
                _ => return,
            }
            match write(stream, &bytes[..bytes.len().min(BLOCK)]) {
                Ok(written) if written > 0 => bytes = &bytes[written..],
                _ => return,
            }
        }
    }
}

#[cfg(not(unix))]
mod past_locks {
    use std::io::{self, Write};

    pub(super) fn output(bytes: &[u8]) {
        let _ = io::stdout().write_all(bytes);
    }

    pub(super) fn error(bytes: &[u8]) {
        let _ = io::stderr().write_all(bytes);
    }
}
