//! How far a game behaves like Nim heaps.

use sidle_core::{Meter, StopReason};

use super::{Form, Forms, forms::mex};
use crate::walk::{Known, Step, settle, unknown};

/// The classes of games by the simplicity of their theory, tamest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Species {
    /// A Nim heap.
    NimHeap,
    /// Genus of a Nim position, and all options tame in this sense.
    Tame,
    /// Tame after options that revert to tame games of the same values are left out.
    ReversiblyTame,
    /// Its genus is determined beside any tame games.
    Tameable,
    /// Nim value 0 or 1, not tame, all options tame.
    Restive,
    /// Restive after reversible options are left out.
    ReversiblyRestive,
    /// Misère nim value 0 or 1, not tame, all options tame.
    Restless,
    /// None of these.
    Wild,
}

impl Species {
    /// Acts like a Nim position among tame games.
    #[must_use]
    pub fn is_generally_tame(self) -> bool {
        self <= Species::ReversiblyTame
    }

    /// Restive, perhaps after leaving out reversible options.
    #[must_use]
    pub fn is_generally_restive(self) -> bool {
        matches!(self, Species::Restive | Species::ReversiblyRestive)
    }
}

/// What the nim values alone allow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Genre {
    Tame,
    Restive,
    Restless,
    Wild,
}

impl Forms {
    /// The class of a game.
    pub fn species(&self, form: Form, meter: &Meter) -> Result<Species, StopReason> {
        let mut known = Known::default();
        settle(form, &mut known, meter, |form, known| {
            let first = unknown(known, self.options(form).iter().copied());
            Ok(first.unwrap_or_else(|| Step::Is(self.classify(form, known))))
        })?;
        Ok(known[&form])
    }

    fn classify(&self, form: Form, known: &Known<Form, Species>) -> Species {
        let (plus, minus) = (self.nim_value(form), self.misere_nim_value(form));
        let genre = if plus == minus || (plus < 2 && minus < 2) {
            Genre::Tame
        } else if plus < 2 {
            Genre::Restive
        } else if minus < 2 {
            Genre::Restless
        } else {
            Genre::Wild
        };
        if self.as_nim_heap(form).is_some() {
            return Species::NimHeap;
        }
        let options = self.options(form);
        let wildest = options.iter().map(|option| known[option]).max();
        let wildest = wildest.unwrap_or(Species::NimHeap);
        match (genre, wildest) {
            (Genre::Tame, species) if species <= Species::Tame => return Species::Tame,
            (Genre::Restive, species) if species <= Species::Tame => return Species::Restive,
            (Genre::Tame, Species::ReversiblyTame) => return Species::ReversiblyTame,
            (Genre::Restive, Species::ReversiblyTame) => return Species::ReversiblyRestive,
            (Genre::Restless, species) if species.is_generally_tame() => return Species::Restless,
            _ => {}
        }
        match genre {
            Genre::Tame => self.reverts_to_tame(form, known),
            Genre::Restive => self.reverts_to_restive(form, known),
            Genre::Restless | Genre::Wild => Species::Wild,
        }
    }

    /// Options that are not tame must revert: some tame option of theirs has the same nim value, and some (perhaps
    /// another) the same misère nim value. Tameable games may also count, and revert to, tameable ones.
    fn reverts_to_tame(&self, form: Form, known: &Known<Form, Species>) -> Species {
        let (plus, minus) = (self.nim_value(form), self.misere_nim_value(form));
        let options = self.options(form);
        let species_of = |option: &Form| known[option];
        let reverts = |option: &Form, may: &dyn Fn(Species) -> bool| {
            let smaller = self
                .options(*option)
                .iter()
                .filter(|small| may(species_of(small)));
            let smaller: Vec<&Form> = smaller.collect();
            smaller.iter().any(|small| self.nim_value(**small) == plus)
                && smaller
                    .iter()
                    .any(|small| self.misere_nim_value(**small) == minus)
        };
        let tame = |species: Species| species.is_generally_tame();
        let tameable = |species: Species| species <= Species::Tameable;
        let right_values = |counted: &[Form]| {
            mex(counted.iter().map(|&option| self.nim_value(option))) == plus
                && mex(counted.iter().map(|&option| self.misere_nim_value(option))) == minus
        };
        let counted: Vec<Form> = options
            .iter()
            .copied()
            .filter(|o| tame(species_of(o)))
            .collect();
        let others = options.iter().filter(|option| !tame(species_of(option)));
        if right_values(&counted) && others.clone().all(|option| reverts(option, &tame)) {
            return Species::ReversiblyTame;
        }
        let counted: Vec<Form> = options
            .iter()
            .copied()
            .filter(|o| tameable(species_of(o)))
            .collect();
        let mut others = others.filter(|option| !tameable(species_of(option)));
        let nothing_left = counted.is_empty() && plus == 0;
        if (right_values(&counted) || nothing_left)
            && others.all(|option| reverts(option, &tameable))
        {
            return Species::Tameable;
        }
        Species::Wild
    }

    /// Options that are not tame must revert to tame or restive games of the same values.
    fn reverts_to_restive(&self, form: Form, known: &Known<Form, Species>) -> Species {
        let (plus, minus) = (self.nim_value(form), self.misere_nim_value(form));
        let close = |value: u32| value < 2 || value | 1 == minus | 1;
        let options = self.options(form);
        let tame: Vec<Form> = options
            .iter()
            .copied()
            .filter(|option| known[option].is_generally_tame())
            .collect();
        let right = mex(tame.iter().map(|&option| self.nim_value(option))) == plus
            && mex(tame.iter().map(|&option| self.misere_nim_value(option))) == minus;
        let reverts = |option: &Form| {
            let fits = |small: &&Form| {
                let species = known[*small];
                species.is_generally_tame() || species.is_generally_restive()
            };
            let smaller: Vec<Form> = self.options(*option).iter().filter(fits).copied().collect();
            smaller
                .iter()
                .any(|&small| self.misere_nim_value(small) == minus && close(self.nim_value(small)))
                && smaller.iter().any(|&small| {
                    self.nim_value(small) == plus && close(self.misere_nim_value(small))
                })
        };
        let mut others = options
            .iter()
            .filter(|option| !known[option].is_generally_tame());
        if right && others.all(reverts) {
            Species::ReversiblyRestive
        } else {
            Species::Wild
        }
    }

    /// Not tame, but G + G is tame of genus 0^0.
    pub fn is_half_tame(&mut self, form: Form, meter: &Meter) -> Result<bool, StopReason> {
        if self.species(form, meter)?.is_generally_tame() {
            return Ok(false);
        }
        let double = self.add(form, form, meter)?;
        Ok(self.species(double, meter)?.is_generally_tame()
            && self.nim_value(double) == 0
            && self.misere_nim_value(double) == 0)
    }
}
