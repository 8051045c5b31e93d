//! A finished certificate and its JSON.

use std::{collections::HashMap, fmt};

use sidle_core::{Dyadic, Player};

use super::{Form, Forms, Step, Symbol};

/// A certificate of kind `short-game`. `Display` writes it as JSON, one position and one step a line.
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

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{\n\"format\": \"sidle-certificate\",\n\"version\": 1,\n")?;
        f.write_str("\"kind\": \"short-game\",\n\"text\": ")?;
        write_string(f, &self.text)?;
        if !self.numbers.is_empty() {
            f.write_str(",\n\"numbers\": [")?;
            for (i, number) in self.numbers.iter().enumerate() {
                write!(f, "{}\"{number}\"", if i == 0 { "" } else { ", " })?;
            }
            f.write_str("]")?;
        }
        f.write_str(",\n\"positions\": [")?;
        for (i, [left, right]) in self.positions.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma}\n  [{left:?}, {right:?}]")?;
        }
        let (left, symbol, right) = self.claim;
        f.write_str("\n],\n\"claim\": ")?;
        if self.is_canonical_form {
            write!(
                f,
                r#"{{"type": "canonical-form", "form": {left}, "of": {right}}}"#
            )?;
        } else {
            let symbol = symbol.text();
            write!(
                f,
                r#"{{"type": "relation", "left": {left}, "relation": "{symbol}", "right": {right}}}"#
            )?;
        }
        f.write_str(",\n\"steps\": [")?;
        for (i, step) in self.steps.iter().enumerate() {
            f.write_str(if i == 0 { "\n  " } else { ",\n  " })?;
            write_step(f, step)?;
        }
        f.write_str("\n]\n}\n")
    }
}

fn write_step(f: &mut fmt::Formatter<'_>, step: &Step) -> fmt::Result {
    match step {
        Step::Le(g, h) => write!(f, r#"{{"le": [{}, {}]}}"#, g.0, h.0),
        Step::NleLeft(g, h, x) => write!(f, r#"{{"nle-left": [{}, {}, {}]}}"#, g.0, h.0, x.0),
        Step::Numbers(g, h) => write!(f, r#"{{"numbers": [{}, {}]}}"#, g.0, h.0),
        Step::NleRight(g, h, y) => write!(f, r#"{{"nle-right": [{}, {}, {}]}}"#, g.0, h.0, y.0),
    }
}

/// A JSON string (RFC 8259, section 7).
fn write_string(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for letter in text.chars() {
        match letter {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\0'..='\u{1f}' => write!(f, "\\u{:04x}", u32::from(letter))?,
            _ => write!(f, "{letter}")?,
        }
    }
    f.write_str("\"")
}
