//! A finished certificate and its JSON.

use std::{collections::HashMap, fmt};

use serde::Serialize;
use sidle_core::{Dyadic, Player};

use super::{Form, Forms, Step, Symbol};

/// A certificate of kind `short-game`. `Display` writes it as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    text: String,
    /// The numbers that stand for themselves; positions are counted behind them.
    numbers: Vec<Dyadic>,
    /// Left and Right options of each position, by index.
    positions: Vec<[Vec<u32>; 2]>,
    claim: (u32, Symbol, u32),
    is_canonical_form: bool,
    /// The forms in the steps are indices of positions.
    steps: Vec<Step>,
}

impl Certificate {
    pub(super) fn new(
        forms: &Forms<'_>,
        positions: &[Form],
        steps: &[Step],
        (left, symbol, right): (Form, Symbol, Form),
        is_canonical_form: bool,
        text: &str,
    ) -> Certificate {
        let (values, positions): (Vec<Form>, Vec<Form>) = positions
            .iter()
            .partition(|&&form| forms.as_number(form).is_some());
        let order = values.iter().chain(&positions);
        let numbers: HashMap<Form, u32> = order.copied().zip(0..).collect();
        let side = |form, player| {
            let options = forms.options(form, player).iter();
            options.map(|option| numbers[option]).collect()
        };
        let form = |form| Form(numbers[&form]);
        Certificate {
            text: text.to_owned(),
            numbers: values
                .iter()
                .filter_map(|&form| forms.as_number(form).cloned())
                .collect(),
            positions: positions
                .iter()
                .map(|&form| Player::BOTH.map(|player| side(form, player)))
                .collect(),
            claim: (numbers[&left], symbol, numbers[&right]),
            is_canonical_form,
            steps: steps
                .iter()
                .map(|&step| match step {
                    Step::Le(g, h) => Step::Le(form(g), form(h)),
                    Step::NleLeft(g, h, x) => Step::NleLeft(form(g), form(h), form(x)),
                    Step::NleRight(g, h, y) => Step::NleRight(form(g), form(h), form(y)),
                    Step::Numbers(g, h) => Step::Numbers(form(g), form(h)),
                })
                .collect(),
        }
    }

    /// The steps; the forms in them are the positions of the certificate, by index.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How many positions the certificate lists.
    #[must_use]
    pub fn position_count(&self) -> usize {
        self.numbers.len() + self.positions.len()
    }
}

/// The fields as `docs/formats.md` has them.
#[derive(Serialize)]
struct Fields<'c> {
    format: &'static str,
    version: u32,
    kind: &'static str,
    text: &'c str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    numbers: Vec<String>,
    positions: &'c [[Vec<u32>; 2]],
    claim: Claim,
    steps: Vec<StepFields>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Claim {
    CanonicalForm {
        form: u32,
        of: u32,
    },
    Relation {
        left: u32,
        relation: &'static str,
        right: u32,
    },
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum StepFields {
    Le(u32, u32),
    NleLeft(u32, u32, u32),
    NleRight(u32, u32, u32),
    Numbers(u32, u32),
}

impl From<&Step> for StepFields {
    fn from(step: &Step) -> StepFields {
        match *step {
            Step::Le(g, h) => StepFields::Le(g.0, h.0),
            Step::NleLeft(g, h, x) => StepFields::NleLeft(g.0, h.0, x.0),
            Step::NleRight(g, h, y) => StepFields::NleRight(g.0, h.0, y.0),
            Step::Numbers(g, h) => StepFields::Numbers(g.0, h.0),
        }
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left, symbol, right) = self.claim;
        let claim = if self.is_canonical_form {
            Claim::CanonicalForm {
                form: left,
                of: right,
            }
        } else {
            let relation = symbol.text();
            Claim::Relation {
                left,
                relation,
                right,
            }
        };
        let fields = Fields {
            format: "sidle-certificate",
            version: 1,
            kind: "short-game",
            text: &self.text,
            numbers: self.numbers.iter().map(Dyadic::to_string).collect(),
            positions: &self.positions,
            claim,
            steps: self.steps.iter().map(StepFields::from).collect(),
        };
        let text = serde_json::to_string(&fields).map_err(|_| fmt::Error)?;
        writeln!(f, "{text}")
    }
}
