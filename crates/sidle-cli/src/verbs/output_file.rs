//! Output options of the verbs about puzzles and Go: a file, or text and JSON on standard output.

use std::{
    fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use anyhow::Context;
use clap::Args;
use serde::Serialize;
use sidle::{Blob, Report, Style};

use super::{limits::Placed, output};
use crate::files::write_whole;

/// Output options: destination and format.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ReportFormat {
    /// Print one JSON object (see `sidle man formats`)
    #[arg(help_heading = "Output", long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) file: OutputFile,
}

/// The file that a verb writes.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct OutputFile {
    /// Write to a file, which appears only when it is whole; `-` is the standard output
    #[arg(help_heading = "Output", long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

impl ReportFormat {
    /// Writes the text, or the object if JSON was asked for.
    pub(crate) fn answer(&self, text: &str, object: &impl Serialize) -> anyhow::Result<()> {
        let line = if self.json {
            serde_json::to_string(object)?
        } else {
            text.to_owned()
        };
        self.file
            .write(&format!("{}\n", line.trim_end_matches('\n')))
    }
}

impl ReportFormat {
    /// Writes an answer as text or as JSON.
    pub(crate) fn write(&self, answer: &impl Report) -> anyhow::Result<()> {
        self.answer(&answer.text(Style::Plain), answer)
    }
}

impl Placed for ReportFormat {
    fn place(&self) -> Option<&Path> {
        self.file.place()
    }
}

impl Placed for OutputFile {
    fn place(&self) -> Option<&Path> {
        self.output.as_deref()
    }
}

impl OutputFile {
    /// Writes text as it is.
    pub(crate) fn write(&self, text: &str) -> anyhow::Result<()> {
        match self.output.as_deref() {
            None => output::text(text),
            Some(path) => write_text(path, text),
        }
    }

    /// Writes a picture or another format of an answer.
    pub(crate) fn write_blob(&self, blob: &Blob) -> anyhow::Result<()> {
        self.write(&String::from_utf8_lossy(&blob.to_bytes()?))
    }
}

/// Writes a file that is whole or not there.
pub(crate) fn write_text(path: &Path, text: &str) -> anyhow::Result<()> {
    write_whole(path, |out: &mut dyn Write| {
        Ok(out.write_all(text.as_bytes())?)
    })
}

/// Files larger than this are no puzzles.
const LARGEST: u64 = 64 << 20;

/// Reads a file as text; `-` is the standard input.
pub(crate) fn read(path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().take(LARGEST).read_to_end(&mut bytes)?;
    } else {
        let file = fs::File::open(path).with_context(|| path.display().to_string())?;
        file.take(LARGEST)
            .read_to_end(&mut bytes)
            .with_context(|| path.display().to_string())?;
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        anyhow::anyhow!("{}: not text from byte {place} on", path.display())
    })
}
