//! What a verb prints: lines of text, or with `--json` one object a line.
//!
//! Everything goes through these functions and not through `println!`, which panics when the reader
//! of a pipe goes away (`sidle … | head -1`); the binary then simply ends. The limits hold while it is printed.

use std::{
    fmt::Display,
    io::{self, Write},
    path::Path,
};

use clap::Args;
use serde::Serialize;

use super::limits::Placed;
use crate::files::{answers, standard_output};

/// How a verb prints its answer.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Output {
    /// Print JSON, one object a line (see `sidle man formats`)
    #[arg(help_heading = "Output", long)]
    pub(crate) json: bool,
}

impl Output {
    /// Prints `text`, or `object` if JSON was asked for.
    pub(crate) fn answer(&self, text: &str, object: &impl Serialize) -> anyhow::Result<()> {
        if self.json {
            json_line(object)
        } else {
            line(text)
        }
    }
}

impl Placed for Output {
    /// The answer goes to the standard output, or makes room for a certificate or a picture there.
    fn place(&self) -> Option<&Path> {
        None
    }
}

/// Prints one line of text and flushes it, so that a reader at the other end of a pipe sees it.
pub(crate) fn line(text: &str) -> anyhow::Result<()> {
    let mut out = answers();
    out.write_all(text.as_bytes())?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
}

/// Prints an answer that has its line ends.
pub(crate) fn text(text: &str) -> anyhow::Result<()> {
    let mut out = answers();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Prints one object on a line of its own.
pub(crate) fn json_line(object: &impl Serialize) -> anyhow::Result<()> {
    line(&serde_json::to_string(object)?)
}

/// Writes objects, one a line, without the last line end.
pub(crate) fn json_lines<T: Serialize>(out: &mut dyn Write, rows: &[T]) -> anyhow::Result<()> {
    for (place, row) in rows.iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        serde_json::to_writer(&mut *out, row)?;
    }
    Ok(())
}

/// Prints a line to the standard error. A failure to do so is not reported: the exit code remains.
pub(crate) fn note(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints bytes as they are (scripts, pages, figures).
pub(crate) fn bytes(content: &[u8]) -> anyhow::Result<()> {
    let mut out = standard_output();
    out.write_all(content)?;
    out.flush()?;
    Ok(())
}
