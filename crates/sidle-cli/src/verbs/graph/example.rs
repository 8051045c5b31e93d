//! `sidle graph example NAME`: boards of the literature as text digraphs.

use std::{io::Write, process::ExitCode};

use anyhow::bail;
use clap::Args;
use sidle::graph::{
    NamedGraph,
    classics::{EXAMPLES as BOARDS, Example, nim, scoring},
    io::write_text,
};

use crate::verbs::output;

const EXAMPLES: &str = "\
Examples:
  sidle graph example
  sidle graph example craig > craig.txt
  sidle graph example scoring --size 8 --step 3 | sidle tokens - --at 5,6,7,8";

/// The most vertices and edges we write: a file nobody wants is a mistake in the arguments.
const MOST_EDGES: usize = 100_000_000;

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
    let Some(name) = &arguments.name else {
        list()?;
        return Ok(ExitCode::SUCCESS);
    };
    let &Arguments { size, step, .. } = arguments;
    let board = BOARDS.iter().find(|board| board.name == name);
    match (name.as_str(), board) {
        (_, Some(board)) => output::bytes(board.text.as_bytes())?,
        ("nim", _) => generated(size, size)?,
        ("scoring", _) => generated(size, step)?,
        _ => {
            let known: Vec<_> = BOARDS.iter().map(|board| board.name).collect();
            bail!(
                "there is no board `{name}`; the boards are {}, nim, scoring",
                known.join(", ")
            );
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn generated(size: usize, step: usize) -> anyhow::Result<()> {
    if size.saturating_add(1).saturating_mul(step.min(size).max(1)) > MOST_EDGES {
        bail!(
            "a board of {size} with steps up to {step} has too many edges (at most {MOST_EDGES})"
        );
    }
    let graph = if step == size {
        nim(size)
    } else {
        scoring(size, step)
    };
    let mut text = Vec::new();
    write_text(&NamedGraph::<u32>::unnamed(graph), &mut text)?;
    text.flush()?;
    output::bytes(&text)
}

fn list() -> anyhow::Result<()> {
    for Example {
        name,
        title,
        tokens,
        ..
    } in BOARDS
    {
        output::line(&format!("{name:<8} {title}; tokens {}", tokens.join(",")))?;
    }
    output::line("nim      Heaps of Nim up to --size; a token is a heap")?;
    output::line("scoring  Scores up to --size, moves subtract up to --step; a token is a score")
}
