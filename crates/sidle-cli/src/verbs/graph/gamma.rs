//! `sidle graph gamma FILE`: the generalized Sprague–Grundy function.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use sidle::questions::GraphGammaQuestion;

use crate::{
    door,
    verbs::{
        forms::ReportOutput,
        limits::{self, CommonOptions},
    },
};

const EXAMPLES: &str = "\
Examples:
  sidle graph gamma board.txt
  sidle graph gamma --json board.txt
  sidle graph example craig | sidle graph gamma --format svg -o craig.svg -
  sidle graph gamma --certify proof.json board.txt && sidle check proof.json

A value is a number, or inf{…} with the finite values among the options. The counter orders the vertices of
finite value: whoever moves to a larger value can be brought back to a smaller counter.";

/// Compute the generalized Sprague–Grundy function γ with its counter
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The graph file (text, JSON or binary; `sidle man formats`); `-` is the standard input
    file: PathBuf,

    /// Also write a certificate (values and counters) that `sidle check` verifies
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,

    #[command(flatten)]
    common: CommonOptions<ReportOutput>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let job = arguments
        .common
        .begin_job([arguments.file.as_path()], [arguments.certify.as_deref()])?;
    let job = job.with_threads(limits::or_all(None));
    let graph = door::stream(&arguments.file, &job);
    let answer = door::ask(&GraphGammaQuestion { graph }, &job, "computing γ", &[])?;
    door::answer(
        &answer,
        arguments.certify.as_deref(),
        &arguments.common.form,
    )
}
