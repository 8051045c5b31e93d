//! `sidle graph gamma FILE`: the generalized Sprague–Grundy function.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use serde::Serialize;
use sidle::draw::OUTCOMES;
use sidle::graph::gamma::{Gamma, LoopyNimber, write_certificate};

use super::label::tone;
use crate::{
    board::{Sheet, VertexRow, VertexTable, load_board},
    files,
    progress::run_with_progress,
    verbs::limits::Terms,
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
    terms: Terms<Sheet>,
}

/// One vertex in JSON.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Finite {
        id: String,
        gamma: u32,
        counter: u64,
    },
    Infinite {
        id: String,
        gamma: &'static str,
        finite_options: Vec<u32>,
    },
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let meter = arguments
        .terms
        .begin([arguments.file.as_path()], [arguments.certify.as_deref()])?;
    let board = load_board(&arguments.file, &meter)?;
    let gamma = run_with_progress(&meter, "computing γ", || {
        Gamma::try_of(&board.graph, &meter)
    })?;
    let graph = board.graph.forward();
    if let Some(path) = &arguments.certify {
        let text = arguments.file.display().to_string();
        files::write_whole(path, |out| {
            Ok(write_certificate(graph, &board.names, &gamma, &text, out)?)
        })?;
    }
    let row = |v| {
        let id = board.name(v).into_owned();
        let value = gamma.value(graph, v);
        let measure = gamma.finite(v).zip(gamma.counter(v));
        let counter = measure.map_or_else(|| "-".to_owned(), |(_, counter)| counter.to_string());
        VertexRow {
            cells: vec![value.to_string(), counter],
            caption: caption(&value),
            tone: tone(value.outcome()),
            json: match measure {
                Some((gamma, counter)) => Answer::Finite { id, gamma, counter },
                None => Answer::Infinite {
                    id,
                    gamma: "inf",
                    finite_options: gamma.finite_options(graph, v),
                },
            },
        }
    };
    let finite = board
        .graph
        .vertices()
        .filter(|&v| gamma.finite(v).is_some());
    let finite = finite.count();
    VertexTable {
        board: &board,
        header: &["gamma", "counter"],
        row,
        summary: format!(
            "finite {finite}, infinite {}",
            gamma.vertex_count() - finite
        ),
        legend: OUTCOMES,
    }
    .write(&arguments.terms.form)?;
    Ok(ExitCode::SUCCESS)
}

/// A value as a drawing shows it.
pub(crate) fn caption(value: &LoopyNimber) -> String {
    value.to_string().replace("inf", "∞")
}
