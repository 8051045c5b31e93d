//! `sidle matter FILE`: electrons and positrons on a digraph, solved position by position.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use sidle::questions::MatterQuestion;

use super::{forms::ReportOutput, limits::CommonOptions};
use crate::door;

const EXAMPLES: &str = "\
Examples:
  sidle matter board.txt --electrons a,b --positrons c
  sidle graph example nim --size 9 | sidle matter - --electrons 3,5,8 # Welter

A move takes a particle along an edge to a vertex without another of its kind; a particle of the other kind there and
the one that arrives vanish. A loop is a pass. Who cannot move loses and an endless play is a draw. Every position that can be reached
is looked at, up to 3^n of them on n vertices; --max-nodes limits that.";

/// Solve matter and antimatter: electrons and positrons on a small digraph
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The graph file (text, JSON or binary; `sidle man formats`); `-` is the standard input
    file: PathBuf,

    /// The vertices that hold an electron, separated by commas or white space
    #[arg(long, value_name = "VERTICES", default_value = "")]
    electrons: String,

    /// The vertices that hold a positron
    #[arg(long, value_name = "VERTICES", default_value = "")]
    positrons: String,

    #[command(flatten)]
    common: CommonOptions<ReportOutput>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let job = arguments.common.begin_job([arguments.file.as_path()], [])?;
    let question = MatterQuestion {
        graph: door::stream(&arguments.file, &job),
        electrons: arguments.electrons.clone(),
        positrons: arguments.positrons.clone(),
    };
    let answer = door::ask(&question, &job, "exploring", &[])?;
    door::answer(&answer, None, &arguments.common.form)
}
