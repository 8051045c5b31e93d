//! Positions as their rulesets write them.

use sidle_rules::variant::EXCHANGED;

use crate::{Compound, Form, Position, Variant, atom::AnyPosition, catalogue};

impl Position {
    /// The position in the notation of its ruleset: `xo|ox` for a board, `3,4` for heaps by the same rules, without those
    /// that are empty, and the parts of other sums with `+` between them. A variant is written as the position it is made
    /// of, with `~` before it if the sides of a twisted game are exchanged. `None` if something in it has no notation: a
    /// value, a written form, a product.
    ///
    /// ```
    /// use sidle_solve::{Compound, Position, catalogue};
    /// let read = |name, text| catalogue::find(name).unwrap().ruleset().parse(text).unwrap();
    /// let heaps = Position::compound(Compound::Sum, &read("Nim", "3"), &read("Nim", "4"));
    /// assert_eq!(heaps.notation().as_deref(), Some("3,4"));
    /// let sum = Position::compound(Compound::Sum, &heaps, &Position::negative_form(&read("Clobber", "xo|ox")));
    /// assert_eq!(sum.notation().as_deref(), Some("3 + 4 + -(xo|ox)"));
    /// ```
    #[must_use]
    pub fn notation(&self) -> Option<String> {
        if let Some((_, text)) = self.by_ruleset() {
            return Some(text);
        }
        let (mut texts, mut rulesets, mut are_heaps) = (Vec::new(), Vec::new(), true);
        let mut stack = vec![(self.behind_variants(), false)];
        while let Some((part, negative)) = stack.pop() {
            match part.form() {
                Form::Compound(Compound::Sum, first, second) => {
                    stack.extend([(second, negative), (first, negative)]);
                }
                Form::Variant(_, of) => stack.push((of, negative)),
                Form::Negative(of) => stack.push((of, !negative)),
                Form::Value(value) if value.is_zero() => {}
                Form::Atom(atom) => {
                    let mut written = String::new();
                    atom.write(&mut written).ok()?;
                    let ruleset = written.rsplit_once('(').map(|(ruleset, _)| ruleset);
                    rulesets.push(ruleset.unwrap_or_default().to_owned());
                    let text = atom.notation().unwrap_or(written);
                    let is_heap = |byte: u8| byte.is_ascii_digit() || byte == b',';
                    let negative = negative && !atom.is_impartial();
                    are_heaps &= !negative && text.bytes().all(is_heap);
                    texts.push(if negative { format!("-({text})") } else { text });
                }
                _ => return None,
            }
        }
        let heaps = are_heaps && rulesets.windows(2).all(|pair| pair[0] == pair[1]);
        if heaps && texts.len() > 1 {
            texts.retain(|heap| heap != "0");
        }
        Some(match texts.is_empty() {
            true => "0".to_owned(),
            false => texts.join(if heaps { "," } else { " + " }),
        })
    }

    /// The name of the ruleset of the position and its notation, which [`named`](catalogue::named) and
    /// [`AnyRuleset::parse`](catalogue::AnyRuleset::parse) read; `None` for sums and other positions that are not those of
    /// one ruleset.
    ///
    /// ```
    /// use sidle_solve::catalogue::named;
    /// let twisted = named("Clobber.TwistedVariant").unwrap();
    /// let exchanged = twisted.parse("~xo.")?;
    /// let (name, text) = exchanged.by_ruleset().unwrap();
    /// assert_eq!((&*name, &*text), ("game.grid.Clobber.TwistedVariant", "~xo."));
    /// assert_eq!(named(&name).unwrap().parse(&text)?, exchanged);
    /// # Ok::<(), sidle_rules::NotationError>(())
    /// ```
    #[must_use]
    pub fn by_ruleset(&self) -> Option<(String, String)> {
        let (mut at, mut names, mut signs) = (self, Vec::new(), String::new());
        loop {
            match at.form() {
                Form::Atom(atom) => {
                    names.push(atom.class_name().into_owned());
                    names.reverse();
                    return Some((names.concat(), signs + &atom.notation()?));
                }
                Form::Variant(variant, of) => {
                    names.push(catalogue::suffix(variant).to_owned());
                    at = of;
                }
                Form::Negative(of) if matches!(of.form(), Form::Variant(Variant::Twisted, _)) => {
                    signs.push(EXCHANGED);
                    at = of;
                }
                _ => return None,
            }
        }
    }

    /// The position of which this one is a variant or the negative.
    fn behind_variants(&self) -> &Position {
        let mut at = self;
        while let Form::Variant(_, of) | Form::Negative(of) = at.form() {
            at = of;
        }
        at
    }

    /// The position of a ruleset or of a class behind variants and negatives; `None` for sums and values.
    #[must_use]
    pub fn as_atom(&self) -> Option<&dyn AnyPosition> {
        match self.behind_variants().form() {
            Form::Atom(atom) => Some(&**atom),
            _ => None,
        }
    }
}
