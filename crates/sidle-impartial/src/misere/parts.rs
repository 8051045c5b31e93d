//! Parts and partitions: the ways to write a game as a sum.

use rustc_hash::FxHashSet;
use sidle_core::{Meter, StopReason};

use super::{Form, Forms};
use crate::walk::{Known, Step, settle, unknown};

impl Forms {
    /// The even one of G and G + *.
    fn even_one(&mut self, form: Form, meter: &Meter) -> Result<Form, StopReason> {
        if self.is_even(form) {
            return Ok(form);
        }
        self.add(form, self.star(), meter)
    }

    pub(super) fn is_unit(&self, form: Form) -> bool {
        form == self.zero() || form == self.star()
    }

    /// The parts of a game up to `*`: the even H other than 0 and the game itself with H + X = G for some X, each
    /// followed by its X, smaller ones first.
    ///
    /// If G = H + X and X is not 0, then H + X' is an option of G for every option X' of X, so that parts are found
    /// among the parts of options, and their differences with G.
    pub fn parts(&mut self, form: Form, meter: &Meter) -> Result<Vec<Form>, StopReason> {
        let root = self.even_one(form, meter)?;
        let known = self.all_parts(root, meter)?;
        let mut listed: Vec<Form> = Vec::new();
        let mut found: Vec<Form> = known[&root].clone();
        found.sort_by(|&a, &b| self.compare(a, b));
        for part in found {
            if part == root || listed.contains(&part) {
                continue;
            }
            listed.push(part);
            if let Some(rest) = self.difference(root, part, meter)?
                && !listed.contains(&rest)
            {
                listed.push(rest);
            }
        }
        Ok(listed)
    }

    /// The even X with H + X = G up to `*`.
    fn difference(&mut self, g: Form, h: Form, meter: &Meter) -> Result<Option<Form>, StopReason> {
        match self.minus(g, h, meter)? {
            Some(rest) => Ok(Some(self.even_one(rest, meter)?)),
            None => Ok(None),
        }
    }

    /// The parts of a game and of all its followers, the games themselves included.
    fn all_parts(
        &mut self,
        root: Form,
        meter: &Meter,
    ) -> Result<Known<Form, Vec<Form>>, StopReason> {
        let mut known: Known<Form, Vec<Form>> = Known::default();
        let mut ticker = meter.ticker();
        settle(root, &mut known, meter, |form, known| {
            let mut options = Vec::new();
            for option in self.options(form).to_vec() {
                options.push(self.even_one(option, meter)?);
            }
            if let Some(first) = unknown(known, options.iter().copied()) {
                return Ok(first);
            }
            let mut parts: FxHashSet<Form> = FxHashSet::default();
            if !self.is_unit(form) {
                parts.insert(form);
            }
            let of_options = options.iter().flat_map(|option| known[option].iter());
            let candidates: FxHashSet<Form> = of_options.copied().collect();
            for candidate in candidates {
                ticker.step()?;
                if parts.contains(&candidate) {
                    continue;
                }
                if let Some(rest) = self.difference(form, candidate, meter)?
                    && !self.is_unit(rest)
                {
                    parts.extend([candidate, rest]);
                }
            }
            let mut parts: Vec<Form> = parts.into_iter().collect();
            parts.sort_by(|&a, &b| self.compare(a, b));
            Ok(Step::Is(parts))
        })?;
        Ok(known)
    }

    /// Is it not a unit, and not a sum of two games that are not units?
    pub fn is_prime(&mut self, form: Form, meter: &Meter) -> Result<bool, StopReason> {
        Ok(!self.is_unit(form) && self.parts(form, meter)?.is_empty())
    }

    /// Is every option a part of the game, units included?
    pub fn is_extraverted(&mut self, form: Form, meter: &Meter) -> Result<bool, StopReason> {
        let root = self.even_one(form, meter)?;
        for option in self.options(form).to_vec() {
            let option = self.even_one(option, meter)?;
            if !self.is_unit(option) && self.difference(root, option, meter)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Is the game a part of each of its options?
    pub fn is_introverted(&mut self, form: Form, meter: &Meter) -> Result<bool, StopReason> {
        let root = self.even_one(form, meter)?;
        for option in self.options(form).to_vec() {
            let option = self.even_one(option, meter)?;
            if option != root && self.difference(option, root, meter)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// All ways to write a game as a sum of primes, up to `*`.
    pub fn partitions(&mut self, form: Form, meter: &Meter) -> Result<Vec<Vec<Form>>, StopReason> {
        if self.is_unit(form) {
            return Ok(vec![Vec::new()]);
        }
        let parts = self.parts(form, meter)?;
        if parts.is_empty() {
            return Ok(vec![vec![form]]);
        }
        let root = self.even_one(form, meter)?;
        let mut primes = Vec::new();
        for part in parts {
            if self.is_prime(part, meter)? {
                primes.push(part);
            }
        }
        primes.sort_by(|&a, &b| self.compare(a, b));
        // What is left, the primes so far, and the first prime that may still be used.
        let mut waiting = vec![(root, Vec::new(), 0)];
        let mut found: Vec<Vec<Form>> = Vec::new();
        let mut ticker = meter.ticker();
        while let Some((left, chosen, first)) = waiting.pop() {
            ticker.step()?;
            for (at, &prime) in primes.iter().enumerate().skip(first) {
                let Some(rest) = self.difference(left, prime, meter)? else {
                    continue;
                };
                ticker.node(size_of::<Form>() * (chosen.len() + 1))?;
                let mut chosen: Vec<Form> = chosen.clone();
                chosen.push(prime);
                if self.is_unit(rest) {
                    found.push(chosen);
                } else {
                    waiting.push((rest, chosen, at));
                }
            }
        }
        found.sort_by(|a, b| {
            let pairs = a.iter().zip(b).map(|(&a, &b)| self.compare(a, b));
            let first = pairs.into_iter().find(|order| order.is_ne());
            first.unwrap_or_else(|| a.len().cmp(&b.len()))
        });
        found.dedup();
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_small_games_are_those_that_a_search_finds() {
        let meter = Meter::unlimited();
        let mut forms = Forms::new();
        let games = forms.born_by(3, usize::MAX, usize::MAX, &meter).unwrap();
        for &a in &games {
            for &b in &games {
                let sum = forms.add(a, b, &meter).unwrap();
                let (a, b) = (
                    forms.even_one(a, &meter).unwrap(),
                    forms.even_one(b, &meter).unwrap(),
                );
                if forms.is_unit(a) || forms.is_unit(b) {
                    continue;
                }
                let parts = forms.parts(sum, &meter).unwrap();
                assert!(parts.contains(&a) && parts.contains(&b));
                assert!(!forms.is_prime(sum, &meter).unwrap());
                let even = forms.even_one(sum, &meter).unwrap();
                for &part in &parts {
                    let fits = |&rest: &Form| forms.add(part, rest, &meter).unwrap() == even;
                    assert!(parts.iter().any(fits), "a part without its rest");
                }
                assert!(!forms.partitions(sum, &meter).unwrap().is_empty());
            }
        }
    }
}
