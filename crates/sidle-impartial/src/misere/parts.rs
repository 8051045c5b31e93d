//! Differences, parts and partitions into primes.
//!
//! Misère games cancel (Conway, *On Numbers and Games*, chapter 12): there is at most one X with X + H = G. The games 0 and *
//! are units: G and G + * have the same parts. A part is proper if neither it nor what is left is a unit, and a game
//! without proper parts that is not a unit is prime.

use rustc_hash::{FxHashMap, FxHashSet};
use sidle_core::{Meter, StopReason};

use super::{Form, Forms};

impl Forms {
    /// The X with X + H = G, if there is one.
    ///
    /// Let X be in canonical form. For each option X′, the sum X′ + H is an option of G, or it reverts through G: then
    /// G is one of its options, not X″ + H, for X would be an option of its option X′, and so X′ + H′. So every
    /// option of X is G′ − H or G − H′ for an option of G or of H. The game with all these options is X if anything is, which its sum
    /// with H tells.
    ///
    /// ```
    /// use sidle_core::Meter;
    /// use sidle_impartial::misere::{Forms, parse_form};
    /// let (mut forms, meter) = (Forms::new(), Meter::unlimited());
    /// let g = parse_form(&mut forms, "*[[2]]", &meter)?;
    /// let two = forms.nim_heap(2, &meter)?;
    /// let rest = forms.minus(g, two, &meter)?.expect("*2 is a part");
    /// assert_eq!(forms.add(rest, two, &meter)?, g);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn minus(&mut self, g: Form, h: Form, meter: &Meter) -> Result<Option<Form>, StopReason> {
        let mut known: FxHashMap<(Form, Form), Option<Form>> = FxHashMap::default();
        let mut stack = vec![(g, h)];
        let mut ticker = meter.ticker();
        while let Some(&(g, h)) = stack.last() {
            ticker.step()?;
            if known.contains_key(&(g, h)) {
                stack.pop();
                continue;
            }
            let simple = if h == self.zero() {
                Some(g)
            } else if g == h {
                Some(self.zero())
            } else if h == self.star() {
                Some(self.add(g, h, meter)?)
            } else {
                None
            };
            if simple.is_some() {
                known.insert((g, h), simple);
                stack.pop();
                continue;
            }
            let of_g = self.options(g).iter().map(|&option| (option, h));
            let of_h = self.options(h).iter().map(|&option| (g, option));
            let pairs: Vec<(Form, Form)> = of_g.chain(of_h).collect();
            let missing = pairs.iter().filter(|pair| !known.contains_key(pair));
            let missing: Vec<(Form, Form)> = missing.copied().collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            let from_g = self.options(g).len();
            let rests: Vec<Option<Form>> = pairs.iter().map(|pair| known[pair]).collect();
            let mut found = None;
            for tried in [&rests[..], &rests[..from_g], &rests[from_g..]] {
                let options: Vec<Form> = tried.iter().flatten().copied().collect();
                if options.is_empty() {
                    continue;
                }
                let candidate = self.game(&options, meter)?;
                if self.add(candidate, h, meter)? == g {
                    found = Some(candidate);
                    break;
                }
            }
            ticker.node(32)?;
            known.insert((g, h), found);
            stack.pop();
        }
        Ok(known[&(g, h)])
    }

    /// The even one of a game and the game + *.
    fn even(&self, form: Form) -> Form {
        self.record(form).even
    }

    /// All even parts, the improper ones included, increasing.
    ///
    /// If G = X + Y, then an option G′ of G is X′ + Y or X + Y′. So one of X and Y is a part of G′, whichever option G′ is.
    fn even_parts(&mut self, form: Form, meter: &Meter) -> Result<Vec<Form>, StopReason> {
        // The way down through one option each, and the parts on the way up.
        let mut way = vec![self.even(form)];
        while let Some(&last) = way.last() {
            let smallest = self.options(last).first().copied();
            match smallest {
                Some(option) if last != self.zero() => way.push(self.even(option)),
                _ => break,
            }
        }
        let mut parts = vec![self.zero()];
        way.pop();
        while let Some(game) = way.pop() {
            meter.check()?;
            let mut found: FxHashSet<Form> = FxHashSet::default();
            for &part in &parts {
                if let Some(rest) = self.minus(game, part, meter)? {
                    found.insert(part);
                    found.insert(self.even(rest));
                }
            }
            parts = found.into_iter().collect();
            parts.sort_unstable_by(|&a, &b| self.compare(a, b));
        }
        Ok(parts)
    }

    /// The proper parts up to units, as even games: each that is not the rest of an earlier one, followed by what is left of
    /// the game. Those born first come first, and among them those with the fewest options.
    pub fn parts(&mut self, form: Form, meter: &Meter) -> Result<Vec<Form>, StopReason> {
        let whole = self.even(form);
        let mut parts: Vec<Form> = Vec::new();
        let mut listed: FxHashSet<Form> = FxHashSet::default();
        let mut all = self.even_parts(form, meter)?;
        all.sort_by_key(|&part| (self.birthday(part), self.options(part).len()));
        for part in all {
            if part == self.zero() || part == whole || !listed.insert(part) {
                continue;
            }
            parts.push(part);
            if let Some(rest) = self.minus(form, part, meter)? {
                let rest = self.even(rest);
                if listed.insert(rest) {
                    parts.push(rest);
                }
            }
        }
        Ok(parts)
    }

    /// Is it no unit, and without proper parts?
    pub fn is_prime(&mut self, form: Form, meter: &Meter) -> Result<bool, StopReason> {
        Ok(self.even(form) != self.zero() && self.even_parts(form, meter)?.len() == 2)
    }

    /// All ways to write the game as a sum of primes, each increasing; all primes but the last are even.
    pub fn partitions(&mut self, form: Form, meter: &Meter) -> Result<Vec<Vec<Form>>, StopReason> {
        let mut all = Vec::new();
        if self.even(form) == self.zero() {
            return Ok(all);
        }
        let mut pending: Vec<(Vec<Form>, Form)> = vec![(Vec::new(), form)];
        while let Some((taken, rest)) = pending.pop() {
            meter.check()?;
            let whole = self.even(rest);
            let is_next = |forms: &Forms, part: Form| {
                let last = taken.last();
                last.is_none_or(|&last| forms.compare(last, part).is_le())
            };
            let mut ways: Vec<(Vec<Form>, Form)> = Vec::new();
            let parts = self.even_parts(rest, meter)?;
            if parts.len() == 2 {
                if is_next(self, whole) {
                    let mut whole = taken;
                    whole.push(rest);
                    all.push(whole);
                }
                continue;
            }
            for part in parts {
                let proper = part != self.zero() && part != whole;
                if !proper || !is_next(self, part) || !self.is_prime(part, meter)? {
                    continue;
                }
                if let Some(left) = self.minus(rest, part, meter)? {
                    let mut more = taken.clone();
                    more.push(part);
                    ways.push((more, left));
                }
            }
            pending.extend(ways.into_iter().rev());
        }
        Ok(all)
    }
}
