//! Output options of the verbs about puzzles and Go: a file, or text and JSON on standard output.

use std::path::{Path, PathBuf};

use clap::Args;
use sidle::{Blob, Report, Style};

use super::{limits::Placed, output};
use crate::files::write_whole;

/// Output options: destination and format.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct FileOutput {
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

impl FileOutput {
    /// Writes an answer as plain text or as JSON.
    pub(crate) fn write(&self, answer: &impl Report) -> anyhow::Result<()> {
        self.write_in(Style::Plain, answer)
    }

    /// Writes an answer as text in a style, or as JSON.
    pub(crate) fn write_in(&self, style: Style, answer: &impl Report) -> anyhow::Result<()> {
        let text = match self.json {
            true => serde_json::to_string(answer)?,
            false => answer.text(style),
        };
        self.file
            .write(&format!("{}\n", text.trim_end_matches('\n')))
    }
}

impl Placed for FileOutput {
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
            Some(path) => write_whole(path, |out| Ok(out.write_all(text.as_bytes())?)),
        }
    }

    /// Writes a picture or another format of an answer.
    pub(crate) fn write_blob(&self, blob: &Blob) -> anyhow::Result<()> {
        self.write(&String::from_utf8_lossy(&blob.to_bytes()?))
    }
}
