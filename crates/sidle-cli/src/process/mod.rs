//! What the binary is as a process: its memory, its signals, its deadline, and how it ends.

pub(crate) mod ending;
pub(crate) mod interrupt;
pub(crate) mod memory;
pub(crate) mod metered;
pub(crate) mod watchdog;
