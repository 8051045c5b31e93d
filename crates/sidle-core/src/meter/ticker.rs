//! Counting the steps of one thread.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{Meter, StopReason};

/// One thread's view of a [`Meter`]: steps and nodes are counted locally and handed over now and then,
/// when the clock and the cancel flag are looked at too. Where nodes or bytes are limited each node is
/// handed over at once, so that those limits are exact.
#[derive(Debug)]
pub struct Ticker<'m> {
    meter: &'m Meter,
    alarm: &'m AtomicBool,
    /// Steps since the last look at the limits, those of earlier tickers included.
    steps: u32,
    /// How many of these are in the shared counter.
    published: u32,
    nodes: u32,
    bytes: u64,
    /// Nodes since the last look at all limits.
    unchecked: u32,
}

impl<'m> Ticker<'m> {
    const STEPS: u32 = 1024;
    const NODES: u32 = 256;

    /// A ticker of a meter that was last looked at so many steps ago.
    #[inline]
    pub(super) fn new(meter: &'m Meter, steps: u32) -> Ticker<'m> {
        Ticker {
            meter,
            alarm: meter.alarm.as_deref().unwrap_or(&meter.silent),
            steps,
            published: steps,
            nodes: 0,
            bytes: 0,
            unchecked: 0,
        }
    }

    /// The meter behind this ticker.
    #[must_use]
    pub fn meter(&self) -> &'m Meter {
        self.meter
    }

    /// Counts one step.
    #[inline]
    pub fn step(&mut self) -> Result<(), StopReason> {
        self.steps += 1;
        if self.steps >= Self::STEPS || self.alarm.load(Relaxed) {
            self.hand_over()
        } else {
            Ok(())
        }
    }

    /// Counts `n` steps at once.
    #[inline]
    pub fn steps(&mut self, n: usize) -> Result<(), StopReason> {
        self.steps = self
            .steps
            .saturating_add(u32::try_from(n).unwrap_or(u32::MAX));
        if self.steps >= Self::STEPS || self.alarm.load(Relaxed) {
            self.hand_over()
        } else {
            Ok(())
        }
    }

    /// Counts one new node of the given size and checks the limits on nodes and bytes.
    #[inline]
    pub fn node(&mut self, bytes: usize) -> Result<(), StopReason> {
        if !self.meter.active {
            return Ok(());
        }
        self.nodes += 1;
        self.bytes = self.bytes.saturating_add(bytes as u64);
        self.unchecked += 1;
        // Nodes cost more than steps: whoever makes nothing but nodes is looked at too.
        if self.unchecked >= Self::NODES || self.alarm.load(Relaxed) {
            self.unchecked = 0;
            return self.hand_over();
        }
        if self.meter.max_nodes < u64::MAX || self.meter.max_bytes < u64::MAX {
            self.publish_nodes();
            return self.meter.check_counts();
        }
        Ok(())
    }

    /// Counts `count` new nodes of the given size together, before they are made, and checks the limits.
    pub fn nodes(&mut self, count: u64, bytes: u64) -> Result<(), StopReason> {
        if !self.meter.active {
            return Ok(());
        }
        let counts = self.meter.counts();
        counts.nodes.fetch_add(count, Relaxed);
        counts.bytes.fetch_add(bytes, Relaxed);
        self.meter.check()?;
        self.meter.room(bytes)
    }

    fn publish_nodes(&mut self) {
        let counts = self.meter.counts();
        counts
            .nodes
            .fetch_add(u64::from(std::mem::take(&mut self.nodes)), Relaxed);
        counts
            .bytes
            .fetch_add(std::mem::take(&mut self.bytes), Relaxed);
    }

    fn publish(&mut self) {
        if self.steps > self.published {
            let steps = u64::from(self.steps - self.published);
            self.meter.counts().steps.fetch_add(steps, Relaxed);
            self.published = self.steps;
        }
        if self.nodes > 0 {
            self.publish_nodes();
        }
    }

    #[cold]
    fn hand_over(&mut self) -> Result<(), StopReason> {
        if !self.meter.active {
            (self.steps, self.published) = (0, 0);
            return Ok(());
        }
        self.publish();
        (self.steps, self.published) = (0, 0);
        self.meter.check()?;
        if self.alarm.load(Relaxed) {
            self.alarm.store(false, Relaxed);
        }
        Ok(())
    }
}

impl Drop for Ticker<'_> {
    fn drop(&mut self) {
        if self.meter.active {
            self.publish();
            let unchecked = self.steps.min(Self::STEPS);
            self.meter.counts().unchecked.store(unchecked, Relaxed);
        }
    }
}
