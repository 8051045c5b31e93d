//! `sidle graph convert FILE OUTPUT`: the same graph in another form.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context;
use clap::Args;
use sidle::graph::io::{FileFormat, write_file};

use crate::{board::Board, verbs::limits::Limits};

const EXAMPLES: &str = "\
Examples:
  sidle graph convert edges.txt edges.csr
  sidle graph convert edges.csr edges.json

The form of the output follows from its name: `.csr` is binary (mapped into memory when read), `.json` is JSON,
everything else is text. All forms are specified in docs/formats.md.";

/// Write a graph file in another form
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The graph file to read; `-` is the standard input
    file: PathBuf,

    /// The graph file to write; it appears only when it is whole
    output: PathBuf,

    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let named = Board::load(&arguments.file, &arguments.limits.meter())?.to_named();
    let output = &arguments.output;
    write_file(&named, output, FileFormat::from_name(output))
        .with_context(|| output.display().to_string())?;
    Ok(ExitCode::SUCCESS)
}
