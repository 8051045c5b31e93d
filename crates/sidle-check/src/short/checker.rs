//! The checker: each step by itself, then the claim.

use std::{borrow::Cow, collections::HashSet};

use sidle_core::{Meter, Player};

use super::{Certificate, Claim, Position, Step, Symbol, names::name, numbers::Numbers};
use crate::Failure;

/// A statement about two positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Fact {
    /// `G <= H`
    Le(u32, u32),
    /// Not `G <= H`
    Nle(u32, u32),
}

struct Checker<'c> {
    numbers: &'c Numbers,
    positions: &'c [Position],
    names: &'c [String],
    shown: HashSet<Fact>,
}

/// The number of steps verified, or the first that fails.
pub(super) fn run(
    certificate: &Certificate,
    numbers: &Numbers,
    names: &[String],
    claim: &str,
    meter: &Meter,
) -> Result<usize, Failure> {
    let mut checker = Checker {
        numbers,
        positions: &certificate.positions,
        names,
        shown: HashSet::with_capacity(certificate.steps.len()),
    };
    checker.positions_are_in_order()?;
    let mut ticker = meter.ticker();
    for (index, step) in certificate.steps.iter().enumerate() {
        ticker.step()?;
        let fact = match *step {
            Step::Le(g, h) => Fact::Le(g, h),
            Step::NleLeft(g, h, _) | Step::NleRight(g, h, _) => Fact::Nle(g, h),
            Step::Numbers(g, h) if numbers.le(g, h) == Some(false) => Fact::Nle(g, h),
            Step::Numbers(g, h) => Fact::Le(g, h),
        };
        checker.step(step).map_err(|reason| {
            Failure::new(format!("step {index}"), checker.describe(fact), reason)
        })?;
        checker.shown.insert(fact);
    }
    checker
        .claim(&certificate.claim)
        .map_err(|reason| Failure::new("claim", claim, reason))?;
    Ok(certificate.steps.len())
}

impl<'c> Checker<'c> {
    /// Options before the games that have them: so the positions are short games.
    fn positions_are_in_order(&self) -> Result<(), Failure> {
        for (index, Position(left, right)) in self.positions.iter().enumerate() {
            let index = self.numbers.len() + index;
            if let Some(option) = left.iter().chain(right).find(|&&o| o as usize >= index) {
                return Err(Failure::new(
                    format!("position {index}"),
                    "options come before the position that has them",
                    format!("option {option} does not"),
                ));
            }
        }
        Ok(())
    }

    fn exists(&self, index: u32) -> Result<(), String> {
        if (index as usize) < self.numbers.len() + self.positions.len() {
            Ok(())
        } else {
            Err(format!("there is no position {index}"))
        }
    }

    /// The options of a position; those of a number must be listed.
    fn options(&self, index: u32, player: Player) -> Result<Cow<'c, [u32]>, String> {
        self.exists(index)?;
        match (index as usize).checked_sub(self.numbers.len()) {
            None => self.numbers.options(index, player).map(Cow::Owned),
            Some(place) => {
                let Position(left, right) = &self.positions[place];
                Ok(Cow::Borrowed(match player {
                    Player::Left => left,
                    Player::Right => right,
                }))
            }
        }
    }

    fn step(&self, step: &Step) -> Result<(), String> {
        match *step {
            Step::Le(g, h) => {
                for &left in self.options(g, Player::Left)?.iter() {
                    self.needs(Fact::Nle(h, left))?;
                }
                for &right in self.options(h, Player::Right)?.iter() {
                    self.needs(Fact::Nle(right, g))?;
                }
                Ok(())
            }
            Step::NleLeft(g, h, left) => {
                self.exists(h)?;
                if !self.options(g, Player::Left)?.contains(&left) {
                    return Err(format!("{left} is not a Left option of {g}"));
                }
                self.needs(Fact::Le(h, left))
            }
            Step::NleRight(g, h, right) => {
                self.exists(g)?;
                if !self.options(h, Player::Right)?.contains(&right) {
                    return Err(format!("{right} is not a Right option of {h}"));
                }
                self.needs(Fact::Le(right, g))
            }
            Step::Numbers(g, h) => match self.numbers.le(g, h) {
                Some(_) => Ok(()),
                None => Err(format!("{g} and {h} are not both numbers")),
            },
        }
    }

    fn claim(&self, claim: &Claim) -> Result<(), String> {
        match *claim {
            Claim::Relation {
                left,
                relation,
                right,
            } => {
                self.exists(left)?;
                self.exists(right)?;
                self.relation(left, relation, right)
            }
            Claim::CanonicalForm { form, of } => {
                self.exists(form)?;
                self.exists(of)?;
                self.relation(form, Symbol::Equal, of)?;
                self.canonical(form)
            }
        }
    }

    fn relation(&self, g: u32, symbol: Symbol, h: u32) -> Result<(), String> {
        let (le, ge) = (Fact::Le(g, h), Fact::Le(h, g));
        let (nle, nge) = (Fact::Nle(g, h), Fact::Nle(h, g));
        match symbol {
            Symbol::LessOrEqual => self.needs(le),
            Symbol::GreaterOrEqual => self.needs(ge),
            Symbol::Equal => self.needs(le).and_then(|()| self.needs(ge)),
            Symbol::NotEqual => self.needs(nle).or_else(|_| self.needs(nge)),
            Symbol::Less => self.needs(le).and_then(|()| self.needs(nge)),
            Symbol::Greater => self.needs(ge).and_then(|()| self.needs(nle)),
            Symbol::Fuzzy => self.needs(nle).and_then(|()| self.needs(nge)),
            Symbol::LessOrFuzzy => self.needs(nge),
            Symbol::GreaterOrFuzzy => self.needs(nle),
        }
    }

    /// No position of the form has a dominated or a reversible option.
    fn canonical(&self, form: u32) -> Result<(), String> {
        let mut seen = HashSet::from([form]);
        let mut waiting = vec![form];
        while let Some(position) = waiting.pop() {
            // The canonical form of a number is canonical.
            let Some(place) = (position as usize).checked_sub(self.numbers.len()) else {
                continue;
            };
            let Position(left, right) = &self.positions[place];
            self.undominated(left)?;
            self.undominated(right)?;
            self.irreversible(position, left, right)?;
            let options = left.iter().chain(right);
            waiting.extend(options.copied().filter(|&option| seen.insert(option)));
        }
        Ok(())
    }

    /// Any two options of one player are confused (so none is listed twice, either).
    fn undominated(&self, options: &[u32]) -> Result<(), String> {
        for (i, &one) in options.iter().enumerate() {
            for &other in &options[i + 1..] {
                self.relation(one, Symbol::Fuzzy, other)?;
            }
        }
        Ok(())
    }

    /// No Right option of a Left option of `g` is `<= g`, no Left option of a Right option is `>= g`.
    fn irreversible(&self, g: u32, left: &[u32], right: &[u32]) -> Result<(), String> {
        for &option in left {
            for &reply in self.options(option, Player::Right)?.iter() {
                self.needs(Fact::Nle(reply, g))?;
            }
        }
        for &option in right {
            for &reply in self.options(option, Player::Left)?.iter() {
                self.needs(Fact::Nle(g, reply))?;
            }
        }
        Ok(())
    }

    fn needs(&self, fact: Fact) -> Result<(), String> {
        if self.shown.contains(&fact) {
            Ok(())
        } else {
            Err(format!(
                "needs {}, which no earlier step shows",
                self.describe(fact)
            ))
        }
    }

    /// Indices and names: the indices say where to look, the names what it is about.
    fn describe(&self, fact: Fact) -> String {
        let (not, g, h) = match fact {
            Fact::Le(g, h) => ("", g, h),
            Fact::Nle(g, h) => ("not ", g, h),
        };
        let (name_g, name_h) = (name(self.names, g), name(self.names, h));
        format!("{not}#{g} <= #{h} ({not}{name_g} <= {name_h})")
    }
}
