//! Scratch space and meter of one running operation.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, StopReason, Ticker};

use super::order::{Form, Frame};
use crate::game::Id;

/// What one call carries along: its meter and buffers that are reused instead of allocated anew.
#[derive(Debug)]
pub(super) struct Work<'m> {
    pub(super) ticker: Ticker<'m>,
    /// Explicit stack of running comparisons.
    pub(super) frames: Vec<Frame>,
    /// The form that is being canonicalised, when comparisons with it are asked.
    pub(super) form: Form,
    /// Comparisons with that form that took a search: (other, form on the left?) to answer.
    pub(super) form_memo: FxHashMap<(Id, bool), bool>,
    sides: Vec<[Vec<Id>; 2]>,
}

impl<'m> Work<'m> {
    pub(super) fn new(meter: &'m Meter) -> Work<'m> {
        Work {
            ticker: meter.ticker(),
            frames: Vec::new(),
            form: Form::default(),
            form_memo: FxHashMap::default(),
            sides: Vec::new(),
        }
    }

    /// Two empty lists.
    pub(super) fn take_sides(&mut self) -> [Vec<Id>; 2] {
        self.sides.pop().unwrap_or_default()
    }

    /// Returns two lists for reuse.
    pub(super) fn give_sides(&mut self, mut sides: [Vec<Id>; 2]) {
        sides.iter_mut().for_each(Vec::clear);
        self.sides.push(sides);
    }

    #[inline]
    pub(super) fn step(&mut self) -> Result<(), StopReason> {
        self.ticker.step()
    }
}
