//! # Limits
//!
//! Sums of games can grow beyond any memory. Whatever can run long therefore has a form that takes
//! a [`Meter`](crate::core::Meter): it counts the work, and stops it at a limit on nodes, bytes or
//! time, or when somebody asks. Stopping is an ordinary answer, the
//! [`StopReason`](crate::core::StopReason), and the store stays as good as before.
//!
//! ```
//! use sidle::{core::{Meter, StopReason}, values::Store};
//!
//! let store = Store::new();
//! // Switches of different temperature: the canonical form of their sum grows exponentially.
//! let switch = |n: i64| store.game(&[store.integer(n)], &[store.integer(-n)]);
//! let meter = Meter::new().with_max_nodes(100);
//! let mut sum = store.zero();
//! let mut stopped = None;
//! for n in 1..=40 {
//!     match store.try_add(sum, switch(n * n), &meter) {
//!         Ok(next) => sum = next,
//!         Err(reason) => {
//!             stopped = Some(reason);
//!             break;
//!         }
//!     }
//! }
//! assert_eq!(stopped, Some(StopReason::Nodes));
//!
//! // The store is as usable as ever.
//! assert_eq!(store.add(switch(1), switch(1)), store.zero());
//! ```
//!
//! A meter reads no clock of its own. A program that wants a deadline hands one in, and a flag that
//! another thread can set cancels:
//!
//! ```
//! use std::{sync::{Arc, atomic::AtomicBool}, time::{Duration, Instant}};
//! use sidle::core::Meter;
//!
//! let start = Instant::now();
//! let cancel = Arc::new(AtomicBool::new(false));
//! let meter = Meter::new()
//!     .with_deadline(move || start.elapsed(), Duration::from_secs(10))
//!     .with_cancel(cancel.clone());
//! # let _ = meter;
//! ```
//!
//! [`Meter::snapshot`](crate::core::Meter::snapshot) tells a progress bar how far things are.
//!
//! Next: [the calculator from Rust](super::_04_calculator).
