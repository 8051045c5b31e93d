//! `sidle tokens FILE --at VERTICES`: any number of tokens on any number of digraphs.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use sidle::questions::TokensQuestion;

use super::{
    forms::ReportOutput,
    limits::{self, CommonOptions},
};
use crate::door;

const EXAMPLES: &str = "\
Examples:
  sidle tokens board.txt --at 5,6,7,8
  sidle tokens board.txt --at 'a b b' --json
  sidle tokens one.txt two.txt --at 3,4 --at x # 3, 4 on one, x on two
  sidle tokens board.txt --at 4,8 --format svg -o board.svg
  sidle tokens board.txt --at 4,8 --certify proof.json && sidle check proof.json

A move takes one token along an edge; tokens may share a vertex; who cannot move loses and an endless play is a
draw. The first winning move is the one that, chosen every time, provably ends the game.";

/// Say who wins with tokens on digraphs, and by which moves
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The graph files (text, JSON or binary; `sidle man formats`); `-` is the standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    at: At,

    /// Also write a certificate (values, counters and a move) that `sidle check` verifies
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,

    #[command(flatten)]
    common: CommonOptions<ReportOutput>,
}

/// Where the tokens are.
#[derive(Args, Clone, Debug)]
pub(crate) struct At {
    /// The vertices that hold a token, separated by commas or white space
    #[arg(long, value_name = "VERTICES", required = true)]
    pub(crate) at: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let inputs = arguments.files.iter().map(PathBuf::as_path);
    let job = arguments
        .common
        .begin_job(inputs, [arguments.certify.as_deref()])?;
    let job = job.with_threads(limits::or_all(None));
    let graphs = arguments.files.iter().map(|file| door::stream(file, &job));
    let question = TokensQuestion {
        graphs: graphs.collect(),
        at: arguments.at.at.clone(),
    };
    let answer = door::ask(&question, &job, "computing γ", &[])?;
    door::answer(
        &answer,
        arguments.certify.as_deref(),
        &arguments.common.form,
    )
}
