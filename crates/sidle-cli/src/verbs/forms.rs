//! Answers that are written in several forms.

use std::{
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};
use sidle::{Blob, Report};

use super::limits::Placed;
use crate::files;

/// The forms of an answer about a graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// A table to read
    #[default]
    Text,
    /// One JSON object (`sidle man formats`)
    Json,
    /// Comma-separated values with a header
    Csv,
    /// Graphviz
    Dot,
    /// A drawing
    Svg,
}

/// Output options of an answer about a graph: destination and format.
#[derive(Args, Clone, Debug)]
pub(crate) struct ReportOutput {
    /// Print one JSON object (see `sidle man formats`); the same as `--format json`
    #[arg(help_heading = "Output", long, conflicts_with = "format")]
    json: bool,

    /// The form of the answer
    #[arg(
        help_heading = "Output",
        long,
        value_enum,
        value_name = "FORM",
        default_value_t
    )]
    format: ReportFormat,

    /// Write to a file, which appears only when it is whole; `-` is the standard output
    #[arg(help_heading = "Output", long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Placed for ReportOutput {
    fn place(&self) -> Option<&Path> {
        self.output.as_deref()
    }
}

impl ReportOutput {
    /// Writes the answer in the chosen form.
    pub(crate) fn write(&self, answer: &impl Report) -> anyhow::Result<()> {
        let form = match self.format {
            _ if self.json => "json",
            ReportFormat::Text => "text",
            ReportFormat::Json => "json",
            ReportFormat::Csv => "csv",
            ReportFormat::Dot => "dot",
            ReportFormat::Svg => "svg",
        };
        let Some(blob) = answer.form(form) else {
            anyhow::bail!("this answer has no form `{form}`");
        };
        match &self.output {
            None => print(&blob),
            Some(path) => files::write_whole(path, |out| Ok(blob.write(out)?)),
        }
    }
}

/// Writes a large result to where answers go.
pub(crate) fn print(blob: &Blob) -> anyhow::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, files::answers());
    blob.write(&mut out)?;
    Ok(out.flush()?)
}
