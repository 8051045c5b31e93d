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
}
