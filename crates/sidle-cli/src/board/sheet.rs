//! Where an answer about a board goes, and in which form.

use std::{
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};

use crate::{files, verbs::limits::Placed};

/// The forms of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
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

/// How an answer about a board is written.
#[derive(Args, Clone, Debug)]
pub(crate) struct Sheet {
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
    format: Format,

    /// Write to a file, which appears only when it is whole; `-` is the standard output
    #[arg(help_heading = "Output", long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Placed for Sheet {
    fn place(&self) -> Option<&Path> {
        self.output.as_deref()
    }
}

impl Sheet {
    pub(crate) fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }

    /// Opens the file or the standard output, lets `content` write, and makes it last.
    pub(crate) fn write(
        &self,
        content: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        match &self.output {
            None => {
                let mut out = BufWriter::with_capacity(1 << 16, files::answers());
                content(&mut out)?;
                out.flush()?;
                Ok(())
            }
            Some(path) => files::write_whole(path, content),
        }
    }
}
