//! The command line of Sidle.
//!
//! One file a verb in `verbs/`; each holds its arguments and a `run`.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr)]
#![allow(
    dead_code,
    reason = "the shared limits and progress are used by the verbs that follow"
)]

mod board;
mod draw;
mod interrupt;
mod progress;
mod reproduce;
mod verbs;

use std::{io, process::ExitCode};

use clap::Parser;
use sidle::core::StopReason;

/// Exact combinatorial game theory: values of games, with and without cycles.
#[derive(Debug, Parser)]
#[command(name = "sidle", version)]
struct Arguments {
    #[command(subcommand)]
    verb: Option<verbs::Verb>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let Some(verb) = arguments.verb else {
        return ExitCode::SUCCESS;
    };
    verb.run().unwrap_or_else(|error| report(&error))
}

/// Prints what went wrong and picks the exit code: 3 for a limit, 2 for everything else, and
/// silence when nobody reads the output any more.
fn report(error: &anyhow::Error) -> ExitCode {
    let mut causes = error.chain();
    if causes.any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    }) {
        return ExitCode::SUCCESS;
    }
    eprintln!("error: {error:#}");
    ExitCode::from(if error.chain().any(|cause| cause.is::<StopReason>()) {
        3
    } else {
        2
    })
}
