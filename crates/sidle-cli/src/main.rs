//! The command line of Sidle.
//!
//! One file a verb in `verbs/`; each holds its arguments and a `run`.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod verbs;

use std::process::ExitCode;

use clap::Parser;

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
    match verb.run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
