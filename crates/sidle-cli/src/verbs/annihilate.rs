//! `sidle annihilate FILE --at VERTICES`: tokens that vanish when they meet.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use sidle::questions::{AnnihilationQuestion, TokenPlayQuestion};

use super::{
    forms::ReportOutput,
    limits::CommonOptions,
    play::{self, Side},
    tokens::At,
};
use crate::door;

const EXAMPLES: &str = "\
Examples:
  sidle annihilate board.txt --at z0,z2
  sidle annihilate board.txt --at z0,z2 --json
  sidle annihilate board.txt --at z0,z2 --certify proof.json && sidle check proof.json
  sidle graph example anne > anne.txt
  sidle annihilate anne.txt --at z0a,z1a,y0a,y1a --play

A move takes one token along an edge; if it meets another one, both vanish. Who cannot move loses and an endless
play is a draw. sigma is linear: the sum (exclusive or) of the values of the tokens, equal to the value where that
is finite, and at least 2^t where it is not.";

/// Say who wins an annihilation game, and by which moves
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The graph file (text, JSON or binary; `sidle man formats`); `-` is the standard input
    file: PathBuf,

    #[command(flatten)]
    at: At,

    /// Play the position against the engine in the terminal
    #[arg(long)]
    play: bool,

    /// Also write a certificate (a strategy, or the values that show a draw) that `sidle check` verifies
    #[arg(long, value_name = "FILE", conflicts_with = "play")]
    certify: Option<PathBuf>,

    #[command(flatten)]
    common: CommonOptions<ReportOutput>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let job = arguments
        .common
        .begin_job([arguments.file.as_path()], [arguments.certify.as_deref()])?;
    let (graph, at) = (door::stream(&arguments.file, &job), arguments.at.at.clone());
    if arguments.play {
        let question = TokenPlayQuestion {
            graphs: vec![graph],
            at,
            annihilating: true,
            moves: Vec::new(),
        };
        return play::with_tokens(&question, &job, Side::First);
    }
    let answer = door::ask(&AnnihilationQuestion { graph, at }, &job, "solving", &[])?;
    door::answer(
        &answer,
        arguments.certify.as_deref(),
        &arguments.common.form,
    )
}
