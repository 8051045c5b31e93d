//! Steps, values and bytes that programs take, counted by the meter.

use super::Machine;
use crate::{diagnostic::Failure, value::Value};

/// So many values are counted together.
const VALUES_AT_ONCE: u32 = 64;

impl Machine<'_> {
    /// Counts one step of work that may be long.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), Failure> {
        self.ticker.step().map_err(Failure::from)
    }

    /// Counts the steps of something that looks at the whole of the values on the stack from this place on.
    #[inline]
    pub(crate) fn weigh(&mut self, at: usize) -> Result<(), Failure> {
        let extent = self.stack[at..].iter().map(Value::extent).sum();
        self.count_extent(extent)
    }

    /// The same for values that are not on the stack.
    #[inline]
    pub(crate) fn weigh_values(&mut self, values: &[Value]) -> Result<(), Failure> {
        self.count_extent(values.iter().map(Value::extent).sum())
    }

    fn count_extent(&mut self, extent: usize) -> Result<(), Failure> {
        /// So many parts are looked at in the time of a step.
        const AT_ONCE: usize = 64;
        /// The meter looks at the clock after so many steps, whatever there were more.
        const ENOUGH: usize = 1024;
        let steps = (extent / AT_ONCE).min(ENOUGH);
        if steps == 0 {
            return Ok(());
        }
        self.ticker.steps(steps).map_err(Failure::from)
    }

    /// Counts the memory of a value that a loop has made. The meter counts many values at once.
    #[inline]
    pub(crate) fn count_value(&mut self) -> Result<(), Failure> {
        self.uncounted += 1;
        if self.uncounted < VALUES_AT_ONCE {
            return Ok(());
        }
        self.count_values()
    }

    #[cold]
    fn count_values(&mut self) -> Result<(), Failure> {
        let count = std::mem::take(&mut self.uncounted);
        let bytes = u64::from(count) * std::mem::size_of::<Value>() as u64;
        self.ticker
            .nodes(u64::from(count), bytes)
            .map_err(Failure::from)
    }

    /// Counts memory that a program has taken.
    pub(crate) fn count_bytes(&mut self, bytes: usize) -> Result<(), Failure> {
        self.ticker.step()?;
        self.ticker.node(bytes).map_err(Failure::from)
    }
}
