//! `sidle graph example NAME`: boards of the literature as text digraphs.

use std::process::ExitCode;

use clap::Args;
use sidle::{Job, Report, Style, questions::GraphExampleQuestion};

use crate::{
    door,
    verbs::{forms, output},
};

const EXAMPLES: &str = "\
Examples:
  sidle graph example
  sidle graph example craig > craig.txt
  sidle graph example scoring --size 8 --step 3 | sidle tokens - --at 5,6,7,8";

/// Print an example board as a text digraph, or list the boards
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The board: one of the list, or `nim` or `scoring`; without a name all are listed
    name: Option<String>,

    /// The largest heap or score (nim, scoring)
    #[arg(long, default_value_t = 8)]
    size: usize,

    /// The most that a move subtracts (scoring)
    #[arg(long, default_value_t = 3)]
    step: usize,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let question = GraphExampleQuestion {
        name: arguments.name.clone(),
        size: Some(arguments.size),
        step: Some(arguments.step),
    };
    let answer = door::ask(&question, &Job::unlimited(), "reading", &[])?;
    match &answer.graph {
        Some(graph) => forms::print(graph)?,
        None => output::line(&answer.text(Style::Plain))?,
    }
    Ok(ExitCode::SUCCESS)
}
