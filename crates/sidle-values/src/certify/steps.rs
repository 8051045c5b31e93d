//! The strategy behind a certificate: every fact that the claim needs, down to the games without
//! options, each after the ones that it leans on.

use std::collections::HashSet;

use sidle_core::{
    Meter,
    Player::{self, Left, Right},
    Relation, StopReason, Ticker,
};

use super::{Certificate, CertifyError, Claim, Form, Forms, Symbol};

/// One step of a certificate, about forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// `G <= H`, by the steps before.
    Le(Form, Form),
    /// Not `G <= H`, because the third form is a Left option of `G` and `>= H`.
    NleLeft(Form, Form, Form),
    /// Not `G <= H`, because the third form is a Right option of `H` and `<= G`.
    NleRight(Form, Form, Form),
    /// How two numbers compare.
    Numbers(Form, Form),
}

/// `(true, G, H)` is `G <= H`, `(false, G, H)` its negation.
type Fact = (bool, Form, Form);

enum Task {
    /// Show this fact.
    Show(Fact),
    /// Everything this step leans on has been shown: write it down.
    Write(Step),
}

struct Proof<'f, 's, 'm> {
    forms: &'f mut Forms<'s>,
    meter: &'m Meter,
    ticker: Ticker<'m>,
    shown: HashSet<Fact>,
    steps: Vec<Step>,
}

impl Forms<'_> {
    /// The certificate of a claim; `text` is kept in it as a comment.
    ///
    /// Fails if the claim is false, or when the meter stops it.
    ///
    /// # Cost
    /// At most two steps for each pair of followers of the two games.
    pub fn certify(
        &mut self,
        claim: Claim,
        text: &str,
        meter: &Meter,
    ) -> Result<Certificate, CertifyError> {
        let (left, symbol, right) = match claim {
            Claim::Relation(left, symbol, right) => (left, symbol, right),
            Claim::CanonicalForm(of) => {
                let form = self.canonical(self.value(of), meter)?;
                (form, Symbol::Equal, of)
            }
        };
        let mut proof = Proof {
            forms: self,
            meter,
            ticker: meter.ticker(),
            shown: HashSet::new(),
            steps: Vec::new(),
        };
        proof.relation(left, symbol, right)?;
        if let Claim::CanonicalForm(_) = claim {
            proof.canonical(left)?;
        }
        let steps = proof.steps;
        let positions = self.followers(&[left, right]);
        Ok(Certificate::new(
            self,
            &positions,
            &steps,
            (left, symbol, right),
            matches!(claim, Claim::CanonicalForm(_)),
            text,
        ))
    }
}

impl Proof<'_, '_, '_> {
    fn le(&self, g: Form, h: Form) -> Result<bool, StopReason> {
        let store = self.forms.store();
        store.try_le(self.forms.value(g), self.forms.value(h), self.meter)
    }

    fn relation(&mut self, g: Form, symbol: Symbol, h: Form) -> Result<(), CertifyError> {
        let (le, ge) = (self.le(g, h)?, self.le(h, g)?);
        let wanted = match symbol {
            Symbol::NotEqual if !le => (Some(false), None),
            Symbol::NotEqual => (None, Some(false)),
            _ => symbol.facts(),
        };
        if wanted.0.is_some_and(|wanted| wanted != le)
            || wanted.1.is_some_and(|wanted| wanted != ge)
        {
            return Err(CertifyError::False(Relation::from_le_ge(le, ge)));
        }
        if wanted.0.is_some() {
            self.show((le, g, h))?;
        }
        if wanted.1.is_some() {
            self.show((ge, h, g))?;
        }
        Ok(())
    }

    fn options(&mut self, form: Form, player: Player) -> Result<Vec<Form>, StopReason> {
        self.forms.opened(form, player, self.meter)
    }

    /// No position below `form` has a dominated or a reversible option. Numbers that stand for themselves
    /// are canonical.
    fn canonical(&mut self, form: Form) -> Result<(), StopReason> {
        for position in self.forms.followers(&[form]) {
            if self.forms.as_number(position).is_some() {
                continue;
            }
            for player in Player::BOTH {
                let options = self.options(position, player)?;
                for &one in &options {
                    for &other in options.iter().filter(|&&other| other != one) {
                        self.show((false, one, other))?;
                    }
                    for reply in self.options(one, -player)? {
                        self.show(match player {
                            Left => (false, reply, position),
                            Right => (false, position, reply),
                        })?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes the steps for a true fact.
    fn show(&mut self, fact: Fact) -> Result<(), StopReason> {
        let mut tasks = vec![Task::Show(fact)];
        while let Some(task) = tasks.pop() {
            let fact = match task {
                Task::Write(step) => {
                    self.ticker.node(size_of::<Step>() + size_of::<Fact>())?;
                    self.steps.push(step);
                    continue;
                }
                Task::Show(fact) => fact,
            };
            self.ticker.step()?;
            if !self.shown.insert(fact) {
                continue;
            }
            // Whatever is shown while the step waits lies below it, so nothing is needed too early.
            match fact {
                (_, g, h) if self.are_numbers(g, h) => {
                    tasks.push(Task::Write(Step::Numbers(g, h)));
                }
                (true, g, h) => {
                    tasks.push(Task::Write(Step::Le(g, h)));
                    let left = self.options(g, Left)?;
                    let right = self.options(h, Right)?;
                    tasks.extend(left.iter().map(|&x| Task::Show((false, h, x))));
                    tasks.extend(right.iter().map(|&y| Task::Show((false, y, g))));
                }
                (false, g, h) => {
                    let (step, needed) = self.witness(g, h)?;
                    tasks.extend([Task::Write(step), Task::Show(needed)]);
                }
            }
        }
        Ok(())
    }

    fn are_numbers(&self, g: Form, h: Form) -> bool {
        self.forms.as_number(g).is_some() && self.forms.as_number(h).is_some()
    }

    /// The option that refutes `G <= H`; one whose win has been shown already if there is one, and else one
    /// that leads to two numbers if there is one.
    fn witness(&mut self, g: Form, h: Form) -> Result<(Step, Fact), StopReason> {
        let left = self.options(g, Left)?.into_iter();
        let right = self.options(h, Right)?.into_iter();
        let mut candidates: Vec<(Step, Fact)> = left
            .map(|x| (Step::NleLeft(g, h, x), (true, h, x)))
            .chain(right.map(|y| (Step::NleRight(g, h, y), (true, y, g))))
            .collect();
        if let Some(found) = candidates
            .iter()
            .find(|(_, fact)| self.shown.contains(fact))
        {
            return Ok(*found);
        }
        candidates.sort_by_key(|(_, fact)| !self.are_numbers(fact.1, fact.2));
        for (step, fact) in candidates {
            if self.le(fact.1, fact.2)? {
                return Ok((step, fact));
            }
        }
        unreachable!("a game that is not <= another has an option that shows it")
    }
}
