//! Misère outcomes of products of generators, one of which is new.
//!
//! Without the new generator H an outcome is read off the quotient before. With one H beside y, the position is P
//! exactly if no option of H makes it P with y, which is a matter of the class of y, and no option of y does with H.
//! The first condition fails for nearly all y, so that the search goes through few positions.

use sidle_core::{Meter, StopReason, Ticker};

use super::{context::Context, element::Monomial, monoid::Quotient, outcomes::Outcomes};

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
    context: &'q Context,
    /// The classes of the powers of the newest generator in the monoid of the context.
    newest_powers: Vec<u32>,
    /// The classes of the parts of a monomial that end before each generator, and of those that begin with it.
    before: Vec<u32>,
    after: Vec<u32>,
    /// By a hash of the position alone: a guess that rests on a wrong outcome would not be verified.
    memo: Outcomes,
    /// How many positions may still be looked at.
    left: u64,
    /// How many may be looked at in all, and whether they did not suffice.
    patience: u64,
    given_up: bool,
    ticker: Ticker<'m>,
}

/// A position whose options are being tried.
struct Frame {
    monomial: Monomial,
    copies: u8,
    /// The generators that have not been moved in, the last one first, and the class of what is left, but for the newest
    /// ones, when one of them is taken away.
    moves: Vec<(usize, u32)>,
    /// Options that could be P and have not been tried.
    options: Vec<Monomial>,
}

impl<'q, 'm> Oracle<'q, 'm> {
    pub(super) fn new(
        old: &'q Quotient,
        options: &'q [Vec<Monomial>],
        symbols: &[u32],
        (context, heap): (&'q Context, u32),
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
        let class = context.class(heap);
        let next = |power: &u32| Some(context.product(*power, class));
        let newest_powers: Vec<u32> = std::iter::successors(Some(0), next).take(256).collect();
        let quiet = (0..old.order() as u32)
            .map(|y| {
                !context.answers(context.product(class, old.class(y)))
                    && classes[newest]
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
            context,
            newest_powers,
            before: Vec::new(),
            after: Vec::new(),
            memo: Outcomes::default(),
            left: u64::MAX,
            patience: u64::MAX,
            given_up: false,
            ticker: meter.ticker(),
        }
    }

    /// Hands over what is remembered.
    pub(super) fn take_memo(&mut self) -> Outcomes {
        std::mem::take(&mut self.memo)
    }

    /// The class of a product without the newest generator.
    fn class(&self, monomial: &Monomial) -> u32 {
        class_of(self.old, &self.powers, monomial)
    }

    /// Does no move in the context win beside so many copies of the newest generator and something of an old class?
    #[inline]
    fn is_open(&self, copies: u8, class: u32) -> bool {
        let newest = self.newest_powers[copies as usize];
        let class = self.context.product(newest, self.old.class(class));
        !self.context.answers(class)
    }

    /// Fills in the classes of all beginnings and ends of a product, leaving the newest generator out.
    fn part(&mut self, rest: &Monomial) {
        let old = self.old;
        self.before.clear();
        self.before.push(0);
        self.after.clear();
        self.after.resize(self.newest + 1, 0);
        let class = |generator: usize| match rest.power(generator) {
            0 => None,
            power => Some(self.powers[generator][power as usize]),
        };
        let mut product = 0;
        for generator in (0..self.newest).rev() {
            if let Some(class) = class(generator) {
                product = old.product(product, class);
            }
            self.after[generator] = product;
        }
        product = 0;
        for generator in 0..self.newest {
            if let Some(class) = class(generator) {
                product = old.product(product, class);
            }
            self.before.push(product);
        }
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

    /// Looks at no more positions than this in all.
    pub(super) fn set_patience(&mut self, patience: u64) {
        self.patience = patience;
    }

    /// Did the positions not suffice for some answer?
    pub(super) fn has_given_up(&self) -> bool {
        self.given_up
    }

    /// Is the product a P-position?
    pub(super) fn is_p(&mut self, monomial: &Monomial) -> Result<bool, StopReason> {
        let before = self.patience;
        self.left = before;
        let answer = self.search(monomial)?;
        self.given_up |= answer.is_none();
        if before != u64::MAX {
            self.patience = self.left.max(1);
        }
        Ok(answer.unwrap_or(false))
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
        if let Some(answer) = self.look(&start)? {
            return Ok(Some(answer));
        }
        let mut stack = vec![self.open(start)];
        let answer = self.search_from(&mut stack);
        let left = stack.len();
        give_back(stack, left);
        answer
    }

    /// Works on the stack until it is empty or something stops that.
    fn search_from(&mut self, stack: &mut Vec<Frame>) -> Result<Option<bool>, StopReason> {
        let mut last = None;
        while let Some(frame) = stack.last_mut() {
            // An option that is P makes the position N.
            let settled = match last.take() {
                Some(true) => Some(false),
                _ if frame.options.is_empty() && !self.refill(frame) => Some(true),
                _ => None,
            };
            if let Some(answer) = settled {
                let meter = self.ticker.meter();
                self.memo
                    .insert(frame.monomial.fingerprint(), answer, meter)?;
                self.ticker.node(9)?;
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
            // What the class tells has been told.
            self.ticker.step()?;
            last = self.memo.get(next.fingerprint());
            if last.is_none() {
                let meter = self.ticker.meter();
                meter.room_to_grow::<Frame>(stack.len(), stack.capacity())?;
                let frame = self.open(next);
                stack.push(frame);
            }
        }
        Ok(Some(last.unwrap_or(false)))
    }

    /// The answer, if it is known at a glance.
    fn look(&mut self, monomial: &Monomial) -> Result<Option<bool>, StopReason> {
        self.ticker.step()?;
        let copies = monomial.power(self.newest);
        if copies > 1 {
            let mut rest = *monomial;
            rest.set_power(self.newest, 0);
            if !self.is_open(copies, self.class(&rest)) {
                return Ok(Some(false));
            }
        } else {
            // The newest generator is not among the powers.
            let class = self.class(monomial);
            if copies == 0 {
                return Ok(Some(self.old.is_p(class)));
            }
            if !self.quiet[class as usize] {
                return Ok(Some(false));
            }
        }
        Ok(self.memo.get(monomial.fingerprint()))
    }

    /// Begins to try the options of a position.
    fn open(&mut self, monomial: Monomial) -> Frame {
        let (old, newest) = (self.old, self.newest);
        self.part(&monomial);
        let mut moves = Vec::new();
        for (generator, power) in monomial.factors().take_while(|&(g, _)| g < newest) {
            let one_less = self.powers[generator][power as usize - 1];
            let others = old.product(self.before[generator], self.after[generator + 1]);
            moves.push((generator, old.product(others, one_less)));
        }
        let copies = monomial.power(newest);
        if copies > 1 {
            // The last of the beginnings is all but the newest ones.
            moves.push((newest, self.before[newest]));
        }
        Frame {
            monomial,
            copies,
            moves,
            options: Vec::new(),
        }
    }

    /// Finds more options that could be P: those of the next generator that has any (the last is to be tried first).
    /// The newest generator has no options with itself in them, so classes tell all about what is left of one or two.
    fn refill(&self, frame: &mut Frame) -> bool {
        while let Some((generator, class)) = frame.moves.pop() {
            let without = frame.monomial.without(generator);
            let copies = frame.copies - u8::from(generator == self.newest);
            let row = self.old.row(class);
            let others = self.options[generator].iter().zip(&self.classes[generator]);
            for (option, &option_class) in others {
                // Beside one copy of the newest generator few classes can be P.
                let class = row[option_class as usize];
                let can_be_p = match copies {
                    0 | 1 => self.quiet[class as usize],
                    _ => self.is_open(copies, class),
                };
                if can_be_p {
                    frame.options.push(self.simplified(without.product(option)));
                }
            }
            if !frame.options.is_empty() {
                return true;
            }
        }
        false
    }
}

/// Drops a value with so many parts. Gigabytes of small parts take seconds to give back; that is done beside, so that a
/// search that is stopped can tell at once what it has found.
pub(super) fn give_back<T: Send + 'static>(value: T, parts: usize) {
    const MANY: usize = 1 << 14;
    if parts > MANY {
        // If there is no thread to be had, it is dropped here.
        let _ = std::thread::Builder::new().spawn(move || drop(value));
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
