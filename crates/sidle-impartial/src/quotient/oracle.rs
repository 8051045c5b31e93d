//! Misère outcomes of products of generators, one of which is new.
//!
//! Without the new generator H an outcome is read off the quotient before. With one H beside y, the position is P
//! exactly if no option of H makes it P with y, which is a matter of the class of y, and no option of y does with H.
//! The first condition fails for nearly all y, so that the search goes through few positions.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, StopReason, Ticker};

use super::{element::Monomial, monoid::Quotient};

pub(super) struct Oracle<'q, 'm> {
    old: &'q Quotient,
    /// The options of each generator, as monomials in the earlier ones. `symbols` are the classes of all but the
    /// newest in the old quotient.
    options: &'q [Vec<Monomial>],
    /// The classes of these in the old quotient.
    classes: Vec<Vec<u32>>,
    /// The classes of the powers of each generator but the newest.
    powers: Vec<Vec<u32>>,
    newest: usize,
    /// Generators with the single option 0: two of them cancel, always.
    stars: Vec<usize>,
    /// For each old class: does no option of the new generator make it P?
    quiet: Vec<bool>,
    memo: FxHashMap<Monomial, bool>,
    /// How many positions may still be looked at.
    left: u64,
    ticker: Ticker<'m>,
}

struct Frame {
    monomial: Monomial,
    options: Vec<Monomial>,
}

enum Sight {
    Known(bool),
    Open(Vec<Monomial>),
}

impl<'q, 'm> Oracle<'q, 'm> {
    pub(super) fn new(
        old: &'q Quotient,
        options: &'q [Vec<Monomial>],
        symbols: &[u32],
        meter: &'m Meter,
    ) -> Oracle<'q, 'm> {
        let newest = options.len() - 1;
        let powers: Vec<Vec<u32>> = symbols
            .iter()
            .map(|&class| {
                let next = |power: &u32| Some(old.product(*power, class));
                std::iter::successors(Some(0), next).take(256).collect()
            })
            .collect();
        let class = |option: &Monomial| class_of(old, &powers, option);
        let classes: Vec<Vec<u32>> = options
            .iter()
            .map(|options| options.iter().map(class).collect())
            .collect();
        let quiet = (0..old.order() as u32)
            .map(|y| {
                classes[newest]
                    .iter()
                    .all(|&f| !old.is_p(old.product(y, f)))
            })
            .collect();
        let stars = (0..=newest)
            .filter(|&g| options[g] == [Monomial::ONE])
            .collect();
        Oracle {
            old,
            options,
            classes,
            powers,
            newest,
            stars,
            quiet,
            memo: FxHashMap::default(),
            left: u64::MAX,
            ticker: meter.ticker(),
        }
    }

    /// The class of a product without the newest generator.
    fn class(&self, monomial: &Monomial) -> u32 {
        class_of(self.old, &self.powers, monomial)
    }

    fn simplified(&self, mut monomial: Monomial) -> Monomial {
        for &star in &self.stars {
            monomial.set_power(star, monomial.power(star) & 1);
        }
        monomial
    }

    /// Counts work that is done beside the search.
    pub(super) fn spend(&mut self, steps: usize) -> Result<(), StopReason> {
        self.ticker.steps(steps)
    }

    /// Is the product a P-position?
    pub(super) fn is_p(&mut self, monomial: &Monomial) -> Result<bool, StopReason> {
        self.left = u64::MAX;
        Ok(self.search(monomial)?.unwrap_or(false))
    }

    /// The same, with an answer only if few positions need be looked at.
    pub(super) fn is_p_within(
        &mut self,
        monomial: &Monomial,
        positions: u64,
    ) -> Result<Option<bool>, StopReason> {
        self.left = positions;
        self.search(monomial)
    }

    fn search(&mut self, monomial: &Monomial) -> Result<Option<bool>, StopReason> {
        let start = self.simplified(*monomial);
        let mut stack = match self.look(start)? {
            Sight::Known(answer) => return Ok(Some(answer)),
            Sight::Open(options) => vec![Frame {
                monomial: start,
                options,
            }],
        };
        let mut last = None;
        while let Some(frame) = stack.last_mut() {
            // An option that is P makes the position N.
            let settled = match last.take() {
                Some(true) => Some(false),
                _ if frame.options.is_empty() => Some(true),
                _ => None,
            };
            if let Some(answer) = settled {
                self.memo.insert(frame.monomial, answer);
                self.ticker.node(80)?;
                last = Some(answer);
                stack.pop();
                continue;
            }
            let Some(next) = frame.options.pop() else {
                continue;
            };
            self.left -= 1;
            if self.left == 0 {
                return Ok(None);
            }
            match self.look(next)? {
                Sight::Known(answer) => last = Some(answer),
                Sight::Open(options) => stack.push(Frame {
                    monomial: next,
                    options,
                }),
            }
        }
        Ok(Some(last.unwrap_or(false)))
    }

    /// The answer, or the options that could be P (the last is to be tried first).
    fn look(&mut self, monomial: Monomial) -> Result<Sight, StopReason> {
        self.ticker.step()?;
        let copies = monomial.power(self.newest);
        if copies == 0 {
            return Ok(Sight::Known(self.old.is_p(self.class(&monomial))));
        }
        let old = self.old;
        let mut rest = monomial;
        rest.set_power(self.newest, 0);
        if copies == 1 && !self.quiet[self.class(&rest) as usize] {
            return Ok(Sight::Known(false));
        }
        if let Some(&answer) = self.memo.get(&monomial) {
            return Ok(Sight::Known(answer));
        }
        let mut options = Vec::new();
        for generator in 0..self.newest {
            if rest.power(generator) == 0 {
                continue;
            }
            let without = rest.without(generator);
            let class = self.class(&without);
            let others = self.options[generator].iter().zip(&self.classes[generator]);
            for (option, &option_class) in others {
                if copies == 1 && !self.quiet[old.product(class, option_class) as usize] {
                    continue;
                }
                let mut next = without.product(option);
                next.set_power(self.newest, copies);
                options.push(self.simplified(next));
            }
        }
        if copies > 1 {
            let without = monomial.without(self.newest);
            let more = self.options[self.newest].iter();
            options.extend(more.map(|option| self.simplified(without.product(option))));
        }
        Ok(Sight::Open(options))
    }
}

fn class_of(old: &Quotient, powers: &[Vec<u32>], monomial: &Monomial) -> u32 {
    // The newest generator is not among the powers.
    powers
        .iter()
        .enumerate()
        .fold(0, |class, (generator, powers)| {
            match monomial.power(generator) {
                0 => class,
                power => old.product(class, powers[power as usize]),
            }
        })
}
