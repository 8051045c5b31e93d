//! Winning moves by multiplying in a quotient.

use serde::Serialize;
use sidle_core::{Meter, StopReason};

use super::{Partial, QuotientSearch};

/// A move: a heap is replaced by others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeapMove {
    /// The heap that is moved in.
    pub heap: u32,
    /// What is left of it.
    pub left: Vec<u32>,
}

/// Who wins a sum of heaps under misère play, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MiserePosition {
    /// The heaps, increasing.
    pub heaps: Vec<u32>,
    /// `P` (the previous player wins) or `N` (the next).
    pub outcome: char,
    /// The element of the quotient.
    pub element: String,
    /// All moves to P-positions.
    pub winning_moves: Vec<HeapMove>,
}

impl QuotientSearch {
    /// Judges a sum of heaps; `None` if one of them has not been looked at.
    pub fn judge(
        &self,
        heaps: &[u32],
        meter: &Meter,
    ) -> Result<Option<MiserePosition>, StopReason> {
        let Some(element) = self.element(heaps) else {
            return Ok(None);
        };
        let mut heaps = heaps.to_vec();
        heaps.sort_unstable();
        let Partial { quotient, .. } = self.partial();
        let mut winning_moves = Vec::new();
        for (place, &heap) in heaps.iter().enumerate() {
            if place > 0 && heaps[place - 1] == heap {
                continue;
            }
            let mut others = heaps.clone();
            others.remove(place);
            let rest = self.element(&others).unwrap_or(0);
            for left in self.game().options(heap, meter)? {
                let after = self.element(&left).map(|x| quotient.product(rest, x));
                if after.is_some_and(|after| quotient.is_p(after)) {
                    winning_moves.push(HeapMove { heap, left });
                }
            }
        }
        Ok(Some(MiserePosition {
            outcome: if quotient.is_p(element) { 'P' } else { 'N' },
            element: quotient.normal_form(element).text(),
            heaps,
            winning_moves,
        }))
    }
}
