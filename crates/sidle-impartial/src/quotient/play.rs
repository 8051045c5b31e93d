//! Winning moves by multiplying in a quotient.

use std::fmt;

use serde::{Deserialize, Serialize};
use sidle_core::{Meter, Outcome, StopReason};

use super::QuotientSearch;

/// A move: a heap is replaced by others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeapMove {
    /// The heap that is moved in.
    pub heap: u32,
    /// What is left of it.
    pub left: Vec<u32>,
}

impl HeapMove {
    /// A sum of heaps: `3+4`, and `0` for none.
    #[must_use]
    pub fn heaps_text(heaps: &[u32]) -> String {
        match heaps {
            [] => "0".to_owned(),
            heaps => heaps
                .iter()
                .map(u32::to_string)
                .collect::<Vec<_>>()
                .join("+"),
        }
    }
}

/// `9 -> 4+4`, and `1 -> 0` if nothing is left.
impl fmt::Display for HeapMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {}", self.heap, HeapMove::heaps_text(&self.left))
    }
}

/// Who wins a sum of heaps under misère play, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MiserePosition {
    /// The heaps, increasing.
    pub heaps: Vec<u32>,
    /// The previous player wins, or the next.
    pub outcome: Outcome,
    /// The element of the quotient.
    pub element: String,
    /// All moves to P-positions.
    pub winning_moves: Vec<HeapMove>,
}

impl QuotientSearch {
    /// The element of a sum of heaps as text, and whether it is a P-position; `None` if a heap has not been looked at. Where the
    /// quotient is infinite, the element is a sum of heaps.
    fn place_of(&self, heaps: &[u32]) -> Option<(String, bool)> {
        let quotient = &self.partial().quotient;
        match self.element(heaps) {
            Some(element) => Some((quotient.normal_form(element).text(), quotient.is_p(element))),
            None => {
                let counted = self.counted()?;
                Some((counted.text(heaps)?, counted.is_p(heaps)?))
            }
        }
    }

    /// Judges a sum of heaps; `None` if one of them has not been looked at.
    pub fn judge(
        &self,
        heaps: &[u32],
        meter: &Meter,
    ) -> Result<Option<MiserePosition>, StopReason> {
        let Some((element, is_p)) = self.place_of(heaps) else {
            return Ok(None);
        };
        let mut heaps = heaps.to_vec();
        heaps.sort_unstable();
        let mut winning_moves = Vec::new();
        for (place, &heap) in heaps.iter().enumerate() {
            if place > 0 && heaps[place - 1] == heap {
                continue;
            }
            let mut others = heaps.clone();
            others.remove(place);
            for left in self.game().options(heap, meter)? {
                let after = [others.as_slice(), &left].concat();
                if self.place_of(&after).is_some_and(|(_, is_p)| is_p) {
                    winning_moves.push(HeapMove { heap, left });
                }
            }
        }
        Ok(Some(MiserePosition {
            outcome: match is_p {
                true => Outcome::Previous,
                false => Outcome::Next,
            },
            element,
            heaps,
            winning_moves,
        }))
    }
}
