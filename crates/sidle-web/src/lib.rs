//! Sidle for the browser: the engine as a WebAssembly module that speaks the wire.
//!
//! The module imports two functions from `sidle`: `now`, the milliseconds since some fixed moment, and `stop`, which
//! returns 1 to cancel the running request and 0 otherwise. It exports
//!
//! - `message_buffer(length)`: where the host writes a message of so many bytes
//! - `serve()`: answers the message in the buffer
//! - `next_message()`: the length of the next message to the host, 0 if there is none; it lies where `message_buffer(0)`
//!   says, until the next call
//!
//! On other targets the crate holds the server of `sidle workbench` and the files of its page.
//!
//! `stop` is called whenever the limits are checked. It may call `next_message` to take out progress, rows and printed
//! lines while a request runs; the last message of a request is there when `serve` returns.

#[cfg(not(target_arch = "wasm32"))]
pub mod link;
#[cfg(target_arch = "wasm32")]
mod module;
pub mod queue;
#[cfg(not(target_arch = "wasm32"))]
pub mod server;
