//! Answers about one position of tokens.

use std::io::Write;

use serde::Serialize;
use serde_json::value::RawValue;
use sidle::draw::{Picture, graph_dot, graph_svg};
use sidle::graph::{gamma::LoopyNimber, label::Label};

use super::{Format, Sheet, table::quoted};

/// A move by the names of its ends.
pub(crate) type NamedMove = [String; 2];

/// What is said of a position, in the shape of docs/formats.md.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PositionAnswer {
    value: Value,
    finite_options: Vec<u64>,
    outcome: String,
    /// The recommended one first.
    winning_moves: Vec<NamedMove>,
    drawing_moves: Vec<NamedMove>,
    /// σ and t, in annihilation games.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    linear: Option<Linear>,
    #[serde(skip)]
    pub(crate) losing_moves: Vec<NamedMove>,
    #[serde(skip)]
    shown: String,
    #[serde(skip)]
    label: Label,
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Value {
    Finite(u64),
    Infinite(&'static str),
}

#[derive(Clone, Debug, Serialize)]
struct Linear {
    /// A number of any size.
    sigma: Box<RawValue>,
    t: u32,
}

impl PositionAnswer {
    /// The answer for a position of this value. `moves` are all moves with the outcome after them, the
    /// recommended one first.
    pub(crate) fn new(value: &LoopyNimber, moves: Vec<(NamedMove, Label)>) -> PositionAnswer {
        let to = |wanted| -> Vec<NamedMove> {
            let chosen = moves.iter().filter(|(_, label)| *label == wanted);
            chosen.map(|(named, _)| named.clone()).collect()
        };
        let (shape, finite_options) = match value {
            LoopyNimber::Finite(value) => (Value::Finite(*value), Vec::new()),
            LoopyNimber::Infinite(set) => (Value::Infinite("inf"), set.clone()),
        };
        PositionAnswer {
            value: shape,
            finite_options,
            outcome: value.outcome().to_string(),
            winning_moves: to(Label::P),
            drawing_moves: to(Label::D),
            losing_moves: to(Label::N),
            linear: None,
            shown: value.to_string(),
            label: value.outcome(),
        }
    }

    /// Adds σ, a decimal number, and t.
    pub(crate) fn with_sigma(mut self, sigma: &str, t: u32) -> anyhow::Result<PositionAnswer> {
        let sigma = RawValue::from_string(sigma.to_owned())?;
        self.linear = Some(Linear { sigma, t });
        Ok(self)
    }

    /// Writes the answer in the form that was asked for; drawings are made by `picture`.
    pub(crate) fn write(
        &self,
        sheet: &Sheet,
        picture: impl FnOnce() -> anyhow::Result<Picture>,
    ) -> anyhow::Result<()> {
        sheet.write(|out| match sheet.format() {
            Format::Text => self.text(out),
            Format::Json => Ok(writeln!(out, "{}", serde_json::to_string(self)?)?),
            Format::Csv => self.csv(out),
            Format::Dot => Ok(graph_dot(&picture()?, out)?),
            Format::Svg => Ok(graph_svg(&picture()?, out)?),
        })
    }

    fn text(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "value    {}", self.shown)?;
        if let Some(Linear { sigma, t }) = &self.linear {
            writeln!(out, "sigma    {sigma} (finite below 2^{t})")?;
        }
        writeln!(out, "outcome  {}: {}", self.outcome, meaning(self.label))?;
        let lists = [
            ("wins", &self.winning_moves),
            ("draws", &self.drawing_moves),
            ("loses", &self.losing_moves),
        ];
        for (what, moves) in lists {
            let moves: Vec<String> = moves
                .iter()
                .map(|[from, to]| format!("{from} -> {to}"))
                .collect();
            if !moves.is_empty() {
                writeln!(out, "{what:<8} {}", moves.join(", "))?;
            }
        }
        Ok(())
    }

    fn csv(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "from,to,outcome")?;
        let lists = [
            ("P", &self.winning_moves),
            ("D", &self.drawing_moves),
            ("N", &self.losing_moves),
        ];
        for (outcome, moves) in lists {
            for [from, to] in moves {
                writeln!(out, "{},{},{outcome}", quoted(from), quoted(to))?;
            }
        }
        Ok(())
    }
}

/// An outcome in words.
pub(crate) fn meaning(label: Label) -> &'static str {
    match label {
        Label::P => "the previous player wins; every move loses",
        Label::N => "the next player wins",
        Label::D => "a draw",
    }
}
