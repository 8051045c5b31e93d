//! `sidle graph convert FILE OUTPUT`: the same graph in another form.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, bail};
use clap::Args;
use sidle::{
    core::Meter,
    graph::{
        NamedGraph, VertexId,
        io::{AnyGraph, FileFormat, write_graph},
    },
};

use crate::{
    board::{load_graph, load_wide, narrow},
    files,
    verbs::limits::Limits,
};

const EXAMPLES: &str = "\
Examples:
  sidle graph convert edges.txt edges.csr
  sidle graph convert edges.csr edges.json
  sidle graph convert --wide edges.txt edges.csr

The form of the output follows from its name: `.csr` is binary (mapped into memory when read), `.json` is JSON,
everything else is text. All forms are specified in `sidle man formats`. With 32-bit ids a graph has at most
2^30 vertices and less than 2^32 edges; `--wide` writes a binary file with 64-bit ids, twice as large.";

/// Write a graph file in another form
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The graph file to read; `-` is the standard input
    file: PathBuf,

    /// The graph file to write; it appears only when it is whole
    output: PathBuf,

    /// Write a binary file with 64-bit ids
    #[arg(long)]
    wide: bool,

    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.limits.begin(
        [arguments.file.as_path()],
        [Some(arguments.output.as_path())],
    )?;
    let form = FileFormat::from_name(&arguments.output);
    if arguments.wide && form != FileFormat::Binary {
        bail!(
            "{}: only binary files have ids of a width; give the output a name that ends in `.csr`, \
             or leave --wide away",
            arguments.output.display()
        );
    }
    convert(arguments, form, &meter)?;
    Ok(ExitCode::SUCCESS)
}

fn convert(arguments: &Arguments, form: FileFormat, meter: &Meter) -> anyhow::Result<()> {
    let output = &arguments.output;
    if arguments.wide {
        return write(&load_wide(&arguments.file, meter)?, output, form);
    }
    match load_graph(&arguments.file, meter)? {
        AnyGraph::Wide(named) if form != FileFormat::Binary => write(&named, output, form),
        graph => {
            let named = narrow(graph).with_context(|| arguments.file.display().to_string())?;
            write(&named, output, form)
        }
    }
}

fn write<V: VertexId>(
    named: &NamedGraph<V>,
    output: &Path,
    form: FileFormat,
) -> anyhow::Result<()> {
    files::write_whole(output, |out| Ok(write_graph(named, form, out)?))
}
