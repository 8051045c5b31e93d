//! Links, distinguishers, differences and parts.

use sidle_core::{Meter, StopReason};

use super::{Form, Forms};

impl Forms {
    /// Is there a T such that G + T and H + T are both P-positions? By the theorem on links (Siegel, V.3.5), G and
    /// H are linked exactly if G is not equal to any option of H, nor H to any option of G.
    #[must_use]
    pub fn is_linked(&self, g: Form, h: Form) -> bool {
        !self.options(g).contains(&h) && !self.options(h).contains(&g)
    }

    /// A T such that G + T and H + T are both P-positions, if they are linked.
    ///
    /// T has as options a distinguisher of every option of G from H, of every option of H from G, chosen so that the
    /// sums with T are won by answering; mates of the options make up the rest.
    pub fn link(&mut self, g: Form, h: Form, meter: &Meter) -> Result<Option<Form>, StopReason> {
        if !self.is_linked(g, h) {
            return Ok(None);
        }
        self.search_test(meter, |forms, test, meter| {
            let (with_g, with_h) = (forms.add(g, test, meter)?, forms.add(h, test, meter)?);
            Ok(forms.is_p(with_g) && forms.is_p(with_h))
        })
    }

    /// A T such that exactly one of G + T and H + T is a P-position, if G and H differ.
    pub fn distinguisher(
        &mut self,
        g: Form,
        h: Form,
        meter: &Meter,
    ) -> Result<Option<Form>, StopReason> {
        if g == h {
            return Ok(None);
        }
        self.search_test(meter, |forms, test, meter| {
            let (with_g, with_h) = (forms.add(g, test, meter)?, forms.add(h, test, meter)?);
            Ok(forms.is_p(with_g) != forms.is_p(with_h))
        })
    }

    /// The first game, by days, that passes a test; games of four days are tried.
    fn search_test(
        &mut self,
        meter: &Meter,
        mut test: impl FnMut(&mut Forms, Form, &Meter) -> Result<bool, StopReason>,
    ) -> Result<Option<Form>, StopReason> {
        for day in 0..=4 {
            let games = self.born_by(day, usize::MAX, usize::MAX, meter);
            let games = match games {
                Ok(games) => games,
                Err(super::DayError::Stopped(reason)) => return Err(reason),
                Err(super::DayError::TooMany(_)) => return Ok(None),
            };
            for game in games {
                if test(self, game, meter)? {
                    return Ok(Some(game));
                }
            }
        }
        Ok(None)
    }

    /// The X with X + H = G, if it is found.
    ///
    /// G and H are looked at as they are, and with a star on either or both, since * + * = 0.
    pub fn minus(&mut self, g: Form, h: Form, meter: &Meter) -> Result<Option<Form>, StopReason> {
        for (star_on_g, star_on_h) in [(false, false), (true, false), (false, true), (true, true)] {
            let mut shifted = |form: Form, shift: bool| match shift {
                true => self.add(form, self.star(), meter),
                false => Ok(form),
            };
            let (g, h) = (shifted(g, star_on_g)?, shifted(h, star_on_h)?);
            if let Some(rest) = self.plain_minus(g, h, meter)? {
                return match star_on_g != star_on_h {
                    true => self.add(rest, self.star(), meter).map(Some),
                    false => Ok(Some(rest)),
                };
            }
        }
        Ok(None)
    }

    /// An option X' of X with X' + H an option of G is a difference of an option of G and H. A sum of an option H' of H
    /// and X need not be an option of G: it may be reversible through G, and then X has the option G - H'. So X is
    /// made of some of both kinds, and the sum decides.
    fn plain_minus(&mut self, g: Form, h: Form, meter: &Meter) -> Result<Option<Form>, StopReason> {
        let mut known: rustc_hash::FxHashMap<(Form, Form), Option<Form>> =
            rustc_hash::FxHashMap::default();
        let mut stack = vec![(g, h)];
        let mut ticker = meter.ticker();
        while let Some(&(g, h)) = stack.last() {
            ticker.step()?;
            if known.contains_key(&(g, h)) {
                stack.pop();
                continue;
            }
            let at_once = if g == h {
                Some(Some(self.zero()))
            } else if h == self.zero() {
                Some(Some(g))
            } else if h == self.star() {
                Some(Some(self.add(g, h, meter)?))
            } else if self.birthday(g) < self.birthday(h) {
                // Only odd games have sums with smaller birthdays: G + * + * = G.
                let other = self.add(h, self.star(), meter)?;
                Some((other == g).then_some(self.star()))
            } else {
                None
            };
            if let Some(found) = at_once {
                known.insert((g, h), found);
                stack.pop();
                continue;
            }
            let smaller: Vec<(Form, Form)> = self.options(g).iter().map(|&g| (g, h)).collect();
            let larger: Vec<(Form, Form)> = self.options(h).iter().map(|&h| (g, h)).collect();
            let height = stack.len();
            let missing = smaller.iter().chain(&larger);
            stack.extend(missing.filter(|pair| !known.contains_key(*pair)));
            if stack.len() > height {
                continue;
            }
            let first: Vec<Form> = smaller.iter().filter_map(|pair| known[pair]).collect();
            let second: Vec<Form> = larger.iter().filter_map(|pair| known[pair]).collect();
            let found = self.summand(g, h, &first, &second, meter)?;
            known.insert((g, h), found);
            stack.pop();
        }
        Ok(known[&(g, h)])
    }

    /// The game with some of these options whose sum with H is G. All of the first kind are likeliest, then all of
    /// both kinds; if they are few, every choice is tried.
    fn summand(
        &mut self,
        g: Form,
        h: Form,
        first: &[Form],
        second: &[Form],
        meter: &Meter,
    ) -> Result<Option<Form>, StopReason> {
        let mut all = [first, second].concat();
        all.sort_unstable_by(|&a, &b| self.compare(a, b));
        all.dedup();
        let every_choice = if all.len() <= MOST_CHOICES {
            0..1_u32 << all.len()
        } else {
            0..0
        };
        let chosen = every_choice.map(|choice| {
            let places = (0..all.len()).filter(|place| choice >> place & 1 == 1);
            places.map(|place| all[place]).collect::<Vec<Form>>()
        });
        let mut ticker = meter.ticker();
        for options in [first.to_vec(), all.clone()].into_iter().chain(chosen) {
            ticker.step()?;
            let candidate = self.game(&options, meter)?;
            if self.add(candidate, h, meter)? == g {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }
}

/// Every choice of options is tried for at most so many.
const MOST_CHOICES: usize = 6;
