//! Ctrl-C: the first one asks the running computation to stop, the second ends the process. When
//! nothing is being computed (the binary waits for input) the first one ends it at once.
//!
//! The state is process-wide because the signal is.

use std::{
    process,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
};

/// The exit code of a process ended by Ctrl-C, as shells expect it.
const INTERRUPTED: i32 = 130;

struct State {
    cancel: Arc<AtomicBool>,
    computing: AtomicBool,
}

fn state() -> &'static State {
    static STATE: OnceLock<State> = OnceLock::new();
    STATE.get_or_init(|| {
        // Without a handler (some sandboxes refuse one) Ctrl-C simply ends the process.
        let _ = ctrlc::set_handler(on_signal);
        State {
            cancel: Arc::new(AtomicBool::new(false)),
            computing: AtomicBool::new(false),
        }
    })
}

fn on_signal() {
    let state = state();
    if !state.computing.load(SeqCst) || state.cancel.swap(true, SeqCst) {
        process::exit(INTERRUPTED);
    }
}

/// A computation begins: hands out the flag that Ctrl-C will set, cleared.
pub(crate) fn begin() -> Arc<AtomicBool> {
    let state = state();
    state.cancel.store(false, SeqCst);
    state.computing.store(true, SeqCst);
    state.cancel.clone()
}

/// Nothing is being computed any more; from here on Ctrl-C ends the process at once.
pub(crate) fn end() {
    state().computing.store(false, SeqCst);
}
