//! Ending the process from wherever it is, with a message and without leaving anything behind.

use std::{
    io::{self, Write},
    process,
    sync::{Arc, Mutex},
};

use sidle::{
    core::{Meter, StopReason},
    graph::io::remove_unfinished,
};

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

/// A limit was passed and whoever computes does not come back: ends the process with code 3.
pub(crate) fn stop(reason: StopReason) -> ! {
    remove_unfinished();
    if let Ok(mut place) = LAST_WORDS.try_lock()
        && let Some(words) = place.take()
    {
        // The thread that computes may hold the standard output; it is not waited for.
        let line = words(reason) + "\n";
        raw_output(line.as_bytes());
    } else {
        say(format_args!("error: {reason}{}\n", how_far(reason)));
    }
    process::exit(i32::from(STOPPED))
}

/// The system has no memory left.
pub(crate) fn out_of_memory(size: usize) -> ! {
    remove_unfinished();
    say(format_args!(
        "error: stopped: the system has no memory left for {size} bytes more\n"
    ));
    process::exit(i32::from(STOPPED))
}

/// The standard error has no buffer and its lock is held for a moment only.
fn say(message: std::fmt::Arguments<'_>) {
    let _ = io::stderr().write_fmt(message);
}

/// Writes past the buffer and the lock of the standard output.
fn raw_output(bytes: &[u8]) {
    #[cfg(unix)]
    {
        let mut rest = bytes;
        while !rest.is_empty() {
            match rustix::io::write(rustix::stdio::stdout(), rest) {
                Ok(written) if written > 0 => rest = &rest[written..],
                _ => return,
            }
        }
    }
    #[cfg(not(unix))]
    let _ = io::stdout().write_all(bytes);
}
