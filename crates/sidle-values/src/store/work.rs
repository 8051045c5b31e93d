//! Scratch space and meter of one running operation.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, StopReason, Ticker};
use smallvec::SmallVec;

use super::order::{Form, Frame};
use crate::game::Id;

/// The options of one player.
pub(super) type Side = SmallVec<[Id; 12]>;

/// Left options and Right options.
pub(super) type Sides = [Side; 2];

/// What one call carries along: its meter and buffers that are reused instead of allocated anew.
#[derive(Debug)]
pub(super) struct Work<'m> {
    pub(super) ticker: Ticker<'m>,
    /// Explicit stack of running comparisons.
    pub(super) frames: SmallVec<[Frame; 16]>,
    /// Their children that are not decided yet: those of the last frame on top.
    pub(super) pending: SmallVec<[(Id, Id); 32]>,
    /// The form that is being canonicalised, when comparisons with it are asked.
    pub(super) form: Form,
    /// Comparisons with that form that took a search: (other, form on the left?) to answer.
    pub(super) form_memo: FxHashMap<(Id, bool), bool>,
    spare: Vec<Sides>,
}

impl<'m> Work<'m> {
    pub(super) fn new(meter: &'m Meter) -> Work<'m> {
        Work {
            ticker: meter.ticker(),
            frames: SmallVec::new(),
            pending: SmallVec::new(),
            form: Form::default(),
            form_memo: FxHashMap::default(),
            spare: Vec::new(),
        }
    }

    /// Two empty lists, with room if earlier ones had grown.
    #[inline]
    pub(super) fn take_sides(&mut self) -> Sides {
        self.spare.pop().unwrap_or_default()
    }

    /// Returns two lists; those that have grown beyond their inline room are kept for reuse.
    #[inline]
    pub(super) fn give_sides(&mut self, mut sides: Sides) {
        if sides.iter().any(SmallVec::spilled) {
            sides.iter_mut().for_each(SmallVec::clear);
            self.spare.push(sides);
        }
    }

    #[inline]
    pub(super) fn step(&mut self) -> Result<(), StopReason> {
        self.ticker.step()
    }
}
