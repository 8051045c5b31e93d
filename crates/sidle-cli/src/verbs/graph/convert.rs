//! `sidle graph convert FILE OUTPUT`: the same graph in another form.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use sidle::{graph::io::FileFormat, questions::GraphConvertQuestion};

use crate::{door, files, verbs::limits::Limits};

const EXAMPLES: &str = "\
Examples:
  sidle graph convert edges.txt edges.csr
  sidle graph convert edges.csr edges.json
  sidle graph convert --wide edges.txt edges.csr
  sidle graph convert --alternating --from 0 edges.txt alternating.txt

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

    /// Write only the vertices that can be reached from this one
    #[arg(long, value_name = "VERTEX")]
    from: Option<String>,

    /// Write the alternating graph: vertices `0:v` and `1:v` for each vertex v and the player who moves there
    #[arg(long)]
    alternating: bool,

    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let output = arguments.output.as_path();
    let job = arguments
        .limits
        .begin_job([arguments.file.as_path()], [Some(output)])?;
    let question = GraphConvertQuestion {
        graph: door::stream(&arguments.file, &job),
        to: FileFormat::from_name(output).into(),
        wide: arguments.wide,
        from: arguments.from.clone(),
        alternating: arguments.alternating,
    };
    let answer = door::ask(&question, &job, "reading", &[])?;
    files::write_whole(output, |out| Ok(answer.file.write(out)?))?;
    Ok(ExitCode::SUCCESS)
}
