//! Where an answer about a board goes, and in which form.

use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

/// The forms of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A table to read
    #[default]
    Text,
    /// One JSON object (docs/formats.md)
    Json,
    /// Comma-separated values with a header
    Csv,
    /// Graphviz
    Dot,
    /// A drawing
    Svg,
}

/// How an answer about a board is written.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct Sheet {
    /// Print one JSON object (see docs/formats.md); the same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// The form of the answer
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    format: Format,

    /// Write to a file, which appears only when it is whole
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Sheet {
    pub(crate) fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }

    /// The certificate must go somewhere else than the answer.
    pub(crate) fn apart_from(&self, certificate: Option<&Path>) -> anyhow::Result<()> {
        match (&self.output, certificate) {
            (Some(answer), Some(certificate)) if answer == certificate => bail!(
                "the answer and the certificate would go to the same file {}; give --output another name",
                answer.display()
            ),
            _ => Ok(()),
        }
    }

    /// Opens the file or the standard output, lets `content` write, and makes it last.
    pub(crate) fn write(
        &self,
        content: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        match &self.output {
            None => {
                let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
                content(&mut out)?;
                out.flush()?;
                Ok(())
            }
            Some(path) => write_whole(path, content),
        }
    }
}

/// Writes a file that is whole or not there; an error names it.
pub(crate) fn write_whole(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    sidle::graph::io::write_whole(path, content).with_context(|| path.display().to_string())
}
