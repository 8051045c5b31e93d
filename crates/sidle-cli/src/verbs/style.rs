//! How answers of the calculator are written: plain text, LaTeX or JSON.

use clap::Args;
use sidle::{Report, questions::Form};

/// The style of the answers.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Style {
    /// Print one JSON object a line (see `sidle man formats`)
    #[arg(help_heading = "Output", long, conflicts_with_all = ["latex", "unicode"])]
    pub(crate) json: bool,

    /// With --json: add the mean and the temperature of every game
    #[arg(help_heading = "Output", long, requires = "json")]
    pub(crate) temperature: bool,

    /// Print LaTeX
    #[arg(help_heading = "Output", long, conflicts_with = "unicode")]
    pub(crate) latex: bool,

    /// Print arrows and other signs of Unicode
    #[arg(help_heading = "Output", long)]
    pub(crate) unicode: bool,
}

impl Style {
    /// The form of results that belongs to this style.
    pub(crate) fn form(&self) -> Form {
        match self {
            Style {
                json: true,
                temperature: true,
                ..
            } => Form::JsonWithTemperatures,
            Style { json: true, .. } => Form::Json,
            Style { latex: true, .. } => Form::Latex,
            Style { unicode: true, .. } => Form::Unicode,
            _ => Form::Text,
        }
    }

    /// The notation of text.
    pub(crate) fn notation(&self) -> sidle::Style {
        match self {
            Style { latex: true, .. } => sidle::Style::Latex,
            Style { unicode: true, .. } => sidle::Style::Unicode,
            _ => sidle::Style::Plain,
        }
    }

    /// An answer in this style.
    pub(crate) fn printed(&self, answer: &impl Report) -> anyhow::Result<String> {
        Ok(match self.json {
            true => serde_json::to_string(answer)?,
            false => answer.text(self.notation()),
        })
    }
}
