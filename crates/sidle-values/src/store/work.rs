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

/// A comparison with the form: the other value, and whether the form is on the left.
type FormQuestion = (Id, bool);

/// Answers to comparisons with the form. Most forms have few, which are found sooner in a list; the others go to a
/// table.
#[derive(Debug, Default)]
pub(super) struct FormMemo {
    first: SmallVec<[(FormQuestion, bool); 8]>,
    others: FxHashMap<FormQuestion, bool>,
}

impl FormMemo {
    pub(super) fn get(&self, question: FormQuestion) -> Option<bool> {
        let first = self.first.iter().find(|(asked, _)| *asked == question);
        match first {
            Some(&(_, answer)) => Some(answer),
            None if self.others.is_empty() => None,
            None => self.others.get(&question).copied(),
        }
    }

    /// Remembers the answer to a question that has none yet.
    pub(super) fn insert(&mut self, question: FormQuestion, answer: bool) {
        if self.first.len() < self.first.inline_size() {
            self.first.push((question, answer));
        } else {
            self.others.insert(question, answer);
        }
    }

    pub(super) fn clear(&mut self) {
        self.first.clear();
        if !self.others.is_empty() {
            self.others.clear();
        }
    }
}

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
    /// Comparisons with that form that took a search.
    pub(super) form_memo: FormMemo,
    spare: Vec<Sides>,
}

impl<'m> Work<'m> {
    pub(super) fn new(meter: &'m Meter) -> Work<'m> {
        Work {
            ticker: meter.ticker(),
            frames: SmallVec::new(),
            pending: SmallVec::new(),
            form: Form::default(),
            form_memo: FormMemo::default(),
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
