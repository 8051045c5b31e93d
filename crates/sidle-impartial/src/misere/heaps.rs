//! Misère canonical forms of the heaps of a game.

use sidle_core::{Meter, StopReason};

use super::{Form, Forms, Genus};
use crate::quotient::HeapGame;

/// The canonical forms of heaps, as far as they have been asked for.
#[derive(Debug)]
pub struct HeapForms {
    game: HeapGame,
    forms: Forms,
    heaps: Vec<Form>,
}

impl HeapForms {
    /// Nothing computed yet.
    #[must_use]
    pub fn new(game: HeapGame) -> HeapForms {
        let forms = Forms::new();
        HeapForms {
            heaps: vec![forms.zero()],
            game,
            forms,
        }
    }

    /// The store.
    #[must_use]
    pub fn forms(&self) -> &Forms {
        &self.forms
    }

    /// The store, to compute with.
    pub fn forms_mut(&mut self) -> &mut Forms {
        &mut self.forms
    }

    /// The canonical form of a heap.
    pub fn heap(&mut self, heap: u32, meter: &Meter) -> Result<Form, StopReason> {
        while self.heaps.len() <= heap as usize {
            let next = self.heaps.len() as u32;
            let mut options = Vec::new();
            for option in self.game.options(next, meter)? {
                let mut sum = self.forms.zero();
                for heap in option {
                    let form = self.heaps.get(heap as usize).copied();
                    sum = self.forms.add(sum, form.unwrap_or(Form(0)), meter)?;
                }
                options.push(sum);
            }
            let form = self.forms.game(&options, meter)?;
            self.heaps.push(form);
        }
        Ok(self.heaps[heap as usize])
    }

    /// The genus of a heap.
    pub fn genus(&mut self, heap: u32, meter: &Meter) -> Result<Genus, StopReason> {
        let form = self.heap(heap, meter)?;
        self.forms.genus(form, meter)
    }
}
