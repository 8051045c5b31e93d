//! Links, distinguishers and differences.

use sidle_core::{Meter, StopReason};

use super::{Form, Forms};
use crate::walk::{Known, Step, settle, unknown};

/// A game that is sought for two games G and H.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Sought {
    /// A T such that G + T and H + T are both P-positions.
    Link(Form, Form),
    /// A T such that exactly one of them is.
    Apart(Form, Form),
    /// A T such that the first is, the second not.
    Directed(Form, Form),
}

impl Forms {
    /// Is there a T such that G + T and H + T are both P-positions? By the theorem on links (Siegel, V.3.5), G and
    /// H are linked exactly if G is not equal to any option of H, nor H to any option of G.
    #[must_use]
    pub fn is_linked(&self, g: Form, h: Form) -> bool {
        !self.options(g).contains(&h) && !self.options(h).contains(&g)
    }

    /// A T such that G + T and H + T are both P-positions, if they are linked.
    ///
    /// Its options are, for each option G' of G, a game X with G' + X a P-position and H + X an N-position, and the
    /// same with G and H exchanged: then every move from G + T or H + T can be answered.
    pub fn link(&mut self, g: Form, h: Form, meter: &Meter) -> Result<Option<Form>, StopReason> {
        if !self.is_linked(g, h) {
            return Ok(None);
        }
        self.seek(Sought::Link(g, h), meter).map(Some)
    }

    /// A T such that G + T is a P-position and H + T is not, if G and H differ.
    ///
    /// If an option of one is linked to the other, the link tells the two apart. If none is, one of them is 0 and
    /// the other a P-position. A T that tells them apart the wrong way round becomes an option of the answer,
    /// beside the mates of the options of G (Conway's lemma).
    pub fn distinguisher(
        &mut self,
        g: Form,
        h: Form,
        meter: &Meter,
    ) -> Result<Option<Form>, StopReason> {
        if g == h {
            return Ok(None);
        }
        self.seek(Sought::Directed(g, h), meter).map(Some)
    }

    fn seek(&mut self, sought: Sought, meter: &Meter) -> Result<Form, StopReason> {
        let mut known = Known::default();
        settle(sought, &mut known, meter, |sought, known| match sought {
            Sought::Link(g, h) => {
                let of_g = self.options(g).iter().map(|&g| Sought::Directed(g, h));
                let of_h = self.options(h).iter().map(|&h| Sought::Directed(h, g));
                let needs: Vec<Sought> = of_g.chain(of_h).collect();
                if needs.is_empty() {
                    return Ok(Step::Is(self.star()));
                }
                if let Some(first) = unknown(known, needs.iter().copied()) {
                    return Ok(first);
                }
                let options: Vec<Form> = needs.iter().map(|need| known[need]).collect();
                self.game(&options, meter).map(Step::Is)
            }
            Sought::Apart(g, h) => {
                if self.is_p(g) != self.is_p(h) {
                    return Ok(Step::Is(self.zero()));
                }
                let of_g = self.options(g).iter().map(|&g| (g, h));
                let of_h = self.options(h).iter().map(|&h| (h, g));
                let linked = of_g.chain(of_h).find(|&(a, b)| self.is_linked(a, b));
                Ok(match linked.map(|(a, b)| Sought::Link(a, b)) {
                    Some(link) => match known.get(&link) {
                        Some(&link) => Step::Is(link),
                        None => Step::Needs(vec![link]),
                    },
                    None => Step::Is(self.zero()),
                })
            }
            Sought::Directed(g, h) => {
                let Some(&apart) = known.get(&Sought::Apart(g, h)) else {
                    return Ok(Step::Needs(vec![Sought::Apart(g, h)]));
                };
                let with_g = self.add(g, apart, meter)?;
                if self.is_p(with_g) {
                    return Ok(Step::Is(apart));
                }
                let mut options = vec![apart];
                for option in self.options(g).to_vec() {
                    options.push(self.mate(option, meter)?);
                }
                self.game(&options, meter).map(Step::Is)
            }
        })?;
        Ok(known[&sought])
    }

    /// The X with X + H = G, if there is one.
    ///
    /// Let X be in canonical form and look at an option X' of it. The sum X' + H is an option of G, or reversible
    /// through G; and then X' + H' = G for some option H' of H, since X'' = X is impossible. So X' is
    /// G' − H or G − H'. Conversely each such difference may be added to the options of X: it adds an option
    /// that G has, or one that is reversible through G. By cancellation X is the game of all these differences,
    /// if it exists at all; their sum with H decides.
    pub fn minus(&mut self, g: Form, h: Form, meter: &Meter) -> Result<Option<Form>, StopReason> {
        let mut known: Known<(Form, Form), Option<Form>> = Known::default();
        settle((g, h), &mut known, meter, |(g, h), known| {
            if g == h {
                return Ok(Step::Is(Some(self.zero())));
            }
            if self.is_unit(h) {
                return Ok(Step::Is(Some(self.add(g, h, meter)?)));
            }
            // Only units are parts of units.
            if self.is_unit(g) {
                return Ok(Step::Is(None));
            }
            let of_g = self.options(g).iter().map(|&g| (g, h));
            let of_h = self.options(h).iter().map(|&h| (g, h));
            let pairs: Vec<(Form, Form)> = of_g.chain(of_h).collect();
            if let Some(first) = unknown(known, pairs.iter().copied()) {
                return Ok(first);
            }
            let options: Vec<Form> = pairs.iter().filter_map(|pair| known[pair]).collect();
            let rest = self.game(&options, meter)?;
            let sum = self.add(rest, h, meter)?;
            Ok(Step::Is((sum == g).then_some(rest)))
        })?;
        Ok(known[&(g, h)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_distinguishers_do_what_they_should() {
        let meter = Meter::unlimited();
        let mut forms = Forms::new();
        let games = forms.born_by(4, usize::MAX, usize::MAX, &meter).unwrap();
        for &g in &games {
            for &h in &games {
                if let Some(link) = forms.link(g, h, &meter).unwrap() {
                    let with_g = forms.add(g, link, &meter).unwrap();
                    let with_h = forms.add(h, link, &meter).unwrap();
                    assert!(forms.is_p(with_g) && forms.is_p(with_h));
                }
                if let Some(apart) = forms.distinguisher(g, h, &meter).unwrap() {
                    let with_g = forms.add(g, apart, &meter).unwrap();
                    let with_h = forms.add(h, apart, &meter).unwrap();
                    assert!(forms.is_p(with_g) && !forms.is_p(with_h));
                } else {
                    assert_eq!(g, h);
                }
            }
        }
    }

    #[test]
    fn differences_are_found_exactly_where_sums_are() {
        let meter = Meter::unlimited();
        let mut forms = Forms::new();
        let games = forms.born_by(4, usize::MAX, usize::MAX, &meter).unwrap();
        for &g in &games {
            for &h in &games {
                let sum = forms.add(g, h, &meter).unwrap();
                assert_eq!(forms.minus(sum, h, &meter).unwrap(), Some(g));
                assert_eq!(forms.minus(sum, g, &meter).unwrap(), Some(h));
                if let Some(rest) = forms.minus(g, h, &meter).unwrap() {
                    assert_eq!(forms.add(rest, h, &meter).unwrap(), g);
                }
            }
        }
    }
}
