//! Room for tables that grow.

use sidle_core::{Meter, StopReason};

/// Asked before an entry is added to a table or a list: if that is full, there must be room for one that is twice as
/// large beside it. So a limit on memory stops the work in good order, and not in the middle of an allocation.
#[inline]
pub(crate) fn to_grow<T>(length: usize, capacity: usize, meter: &Meter) -> Result<(), StopReason> {
    if length < capacity {
        return Ok(());
    }
    meter.room(2 * (capacity * (size_of::<T>() + 1)) as u64)
}
