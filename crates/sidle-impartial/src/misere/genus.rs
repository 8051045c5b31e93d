//! Genus symbols.

use std::fmt;

use sidle_core::{Meter, StopReason};

use super::{Form, Forms, Species};
use crate::walk::{Known, Step, settle, unknown};

/// The genus g^{γ₀γ₁γ₂…} of a game G: its nim value, and the misère nim values of G, G + *2, G + *2 + *2, … up to the
/// point from which on they alternate between two values that differ by nim addition of 2.
///
/// Nim heaps are shown by their nim value alone, other tame and restive games with one superscript. Superscripts of several
/// digits are told apart by commas: `9^(1,9,12)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    /// The nim value.
    pub base: u32,
    /// All superscripts up to the first two that alternate for ever.
    pub superscripts: Vec<u32>,
    /// How many of them are shown.
    shown: usize,
}

impl Genus {
    /// The superscripts as they are shown.
    #[must_use]
    pub fn shown(&self) -> &[u32] {
        &self.superscripts[..self.shown]
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.base)?;
        let shown: Vec<String> = self.shown().iter().map(u32::to_string).collect();
        if shown.iter().any(|value| value.len() > 1) {
            write!(f, "^({})", shown.join(","))?;
        } else if !shown.is_empty() {
            write!(f, "^{}", shown.concat())?;
        }
        Ok(())
    }
}

impl Forms {
    /// The genus of a game.
    ///
    /// The superscripts of G are, place by place, the mex of those of its options and, from the second place on, of
    /// the places before with the bits of 1 and of 3 changed (the moves from *2). They are computed until they
    /// alternate for good: if those of all options do from place k on, those of G do from place k + 2 on at the latest.
    pub fn genus(&self, form: Form, meter: &Meter) -> Result<Genus, StopReason> {
        let mut known = Known::from_iter([(self.zero(), vec![1, 2, 0])]);
        settle(form, &mut known, meter, |form, known| {
            let options = self.options(form);
            if let Some(first) = unknown(known, options.iter().copied()) {
                return Ok(first);
            }
            let options: Vec<&Vec<u32>> = options.iter().map(|option| &known[option]).collect();
            Ok(Step::Is(superscripts(&options)))
        })?;
        let superscripts = known.remove(&form).unwrap_or_default();
        let species = self.species(form, meter)?;
        let shown = match species {
            Species::NimHeap => 0,
            species if species.is_generally_tame() || species.is_generally_restive() => 1,
            _ => superscripts.len(),
        };
        Ok(Genus {
            base: self.nim_value(form),
            superscripts,
            shown,
        })
    }
}

/// The superscript at a place beyond the end alternates.
fn at(superscripts: &[u32], place: usize) -> u32 {
    let last = superscripts.len() - 1;
    if place <= last {
        superscripts[place]
    } else {
        superscripts[last - (place - last) % 2]
    }
}

fn superscripts(options: &[&Vec<u32>]) -> Vec<u32> {
    let deepest = options.iter().map(|option| option.len()).max().unwrap_or(2);
    // The moves from one *2 lead to the place before and to that with * added.
    let mut all: Vec<u32> = Vec::new();
    let mut place = 0;
    loop {
        let mut reached: Vec<u32> = options.iter().map(|option| at(option, place)).collect();
        if place > 0 {
            let before = all[place - 1];
            reached.extend([before, before ^ 1]);
        }
        all.push(super::forms::mex(reached.iter().copied()));
        // Beyond the options' own ends everything repeats with period two, and so do we after two equal steps.
        let settled = place >= deepest + 2
            && all[place] == all[place - 2]
            && all[place - 1] == at(&all[..place - 1], place - 1)
            && all[place] == all[place - 1] ^ 2;
        if settled {
            break;
        }
        place += 1;
    }
    // Shorten: the last two alternate for ever.
    while all.len() > 2 && {
        let n = all.len();
        all[n - 1] == all[n - 3] && all[n - 2] == all[n - 1] ^ 2
    } {
        all.pop();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::Genus;

    #[test]
    fn large_superscripts_are_told_apart() {
        let genus = |base, superscripts: &[u32], shown| Genus {
            base,
            superscripts: superscripts.to_vec(),
            shown,
        };
        assert_eq!(genus(9, &[1, 9, 12], 3).to_string(), "9^(1,9,12)");
        assert_eq!(genus(4, &[1, 4, 6], 3).to_string(), "4^146");
        assert_eq!(genus(2, &[2, 0], 1).to_string(), "2^2");
        assert_eq!(genus(2, &[2, 0], 0).to_string(), "2");
    }
}
