//! The functions that the module exports, and its memory.
#![allow(unsafe_code)]

use std::{cell::RefCell, time::Duration};

use crate::queue::Engine;

#[link(wasm_import_module = "sidle")]
unsafe extern "C" {
    /// Milliseconds since some fixed moment.
    safe fn now() -> f64;
    /// 1 to cancel the running request.
    safe fn stop() -> u32;
}

fn clock() -> Duration {
    Duration::from_secs_f64(now().max(0.0) / 1000.0)
}

thread_local! {
    static ENGINE: Engine = Engine::new(clock, || stop() != 0);
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// A buffer of at least `length` bytes for the next message of the host; with 0, the one that is there.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn message_buffer(length: usize) -> *const u8 {
    BUFFER.with_borrow_mut(|buffer| {
        if length > 0 {
            buffer.clear();
            buffer.resize(length, 0);
        }
        buffer.as_ptr()
    })
}

/// Answers the message in the buffer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn serve() {
    let message = BUFFER.with_borrow_mut(std::mem::take);
    ENGINE.with(|engine| engine.serve(&String::from_utf8_lossy(&message)));
}

/// Puts the next message to the host into the buffer and returns its length; 0 if there is none.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn next_message() -> usize {
    let message = ENGINE.with(Engine::next_message).unwrap_or_default();
    BUFFER.with_borrow_mut(|buffer| {
        *buffer = message.into_bytes();
        buffer.len()
    })
}
