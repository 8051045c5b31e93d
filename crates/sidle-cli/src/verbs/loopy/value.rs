//! `sidle loopy value`, `sides`, `canonical` and `sum`.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use sidle::{game_file::ValueAnswer, graph::bigraph::Side, values::loopy::LoopyValue};

use super::input::{Work, read};
use crate::verbs::{
    limits::Limits,
    output::{Output, line},
};

const VALUE_EXAMPLES: &str = "\
Examples:
  sidle loopy value game.txt
  sidle loopy value game.txt --at a --json
  printf 'a L \"0\"\\na R a\\n' | sidle loopy value -

The answer is one of: a short game; a stopper in its canonical form; `S & T`, the onside and the offside as
stoppers; or two simplified sides that are not known to be stoppers (kind `sided`).";

/// The value of a vertex
#[derive(Args, Debug)]
#[command(after_help = VALUE_EXAMPLES)]
pub(super) struct ValueArguments {
    /// The graph file
    file: String,

    /// The vertex (default: the start of the file)
    #[arg(long, value_name = "VERTEX")]
    at: Option<String>,

    #[command(flatten)]
    work: Work,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limits: Limits,
}

/// The sides of every vertex, or of one
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  sidle loopy sides game.txt --json")]
pub(super) struct SidesArguments {
    /// The graph file
    file: String,

    /// One vertex instead of all
    #[arg(long, value_name = "VERTEX")]
    at: Option<String>,

    #[command(flatten)]
    work: Work,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limits: Limits,
}

/// The canonical form of a vertex, as a graph file
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  sidle loopy canonical game.txt --side onside > simple.txt")]
pub(super) struct CanonicalArguments {
    /// The graph file
    file: String,

    /// The vertex (default: the start of the file)
    #[arg(long, value_name = "VERTEX")]
    at: Option<String>,

    /// Which side; without it a game that is not a stopper gives two graphs, onside and offside
    #[arg(long)]
    side: Option<SideName>,

    #[command(flatten)]
    work: Work,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limits: Limits,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SideName {
    /// Infinite play is a win for Left
    Onside,
    /// Infinite play is a win for Right
    Offside,
}

/// The value of a sum of vertices
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  sidle loopy sum game.txt a b\n  sidle loopy sum game.txt a --minus b --json"
)]
pub(super) struct SumArguments {
    /// The graph file
    file: String,

    /// The vertices to add
    #[arg(required = true, value_name = "VERTEX")]
    vertices: Vec<String>,

    /// A vertex to subtract; may be repeated
    #[arg(long, value_name = "VERTEX")]
    minus: Vec<String>,

    #[command(flatten)]
    work: Work,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limits: Limits,
}

fn code(verified: Option<bool>) -> ExitCode {
    ExitCode::from(u8::from(verified == Some(false)))
}

fn note(verified: Option<bool>) -> &'static str {
    match verified {
        Some(true) => ", verified",
        Some(false) => ", DIFFERS FROM THE GRAPH",
        None => "",
    }
}

pub(super) fn value(arguments: &ValueArguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.limits.meter();
    let game = read(&arguments.file, &meter)?;
    let vertex = game.vertex(arguments.at.as_deref())?;
    let mut answer = game.value(vertex, arguments.work.asked(), &meter)?;
    answer.vertex = None;
    print(&arguments.output, &answer)
}

/// Prints the answer about one value.
fn print(output: &Output, answer: &ValueAnswer) -> anyhow::Result<ExitCode> {
    let ValueAnswer {
        value,
        kind,
        outcome,
        verified,
        ..
    } = answer;
    let text = format!("{value}\n{kind}, outcome {outcome}{}", note(*verified));
    output.answer(&text, answer)?;
    Ok(code(*verified))
}

pub(super) fn sides(arguments: &SidesArguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.limits.meter();
    let game = read(&arguments.file, &meter)?;
    let asked = arguments.work.asked();
    let chosen: Vec<(u32, LoopyValue)> = match &arguments.at {
        Some(name) => {
            let vertex = game.vertex(Some(name))?;
            vec![(vertex, game.loopy_value(vertex, asked, &meter)?)]
        }
        None => (0..).zip(game.values(asked, &meter)?).collect(),
    };
    let mut worst = None;
    for (vertex, value) in chosen {
        let answer = game.answer(vertex, value, asked, &meter)?;
        if answer.verified == Some(false) || worst.is_none() {
            worst = answer.verified;
        }
        let text = format!(
            "{}: onside {}, offside {} ({}, outcome {}){}",
            answer.vertex.as_deref().unwrap_or_default(),
            answer.onside,
            answer.offside,
            answer.kind,
            answer.outcome,
            note(answer.verified)
        );
        arguments.output.answer(&text, &answer)?;
    }
    Ok(code(worst))
}

pub(super) fn canonical(arguments: &CanonicalArguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.limits.meter();
    let game = read(&arguments.file, &meter)?;
    let vertex = game.vertex(arguments.at.as_deref())?;
    let asked = arguments.work.asked();
    let side = arguments.side.map(|side| match side {
        SideName::Onside => Side::Onside,
        SideName::Offside => Side::Offside,
    });
    for graph in game.canonical(vertex, side, asked, &meter)? {
        arguments.output.answer(&graph.to_string(), &graph)?;
    }
    let value = game.loopy_value(vertex, asked, &meter)?;
    let verified = game.verified(vertex, value, asked, &meter)?;
    if verified == Some(false) {
        line("# DIFFERS FROM THE GRAPH")?;
    }
    Ok(code(verified))
}

pub(super) fn sum(arguments: &SumArguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.limits.meter();
    let game = read(&arguments.file, &meter)?;
    let vertices = |names: &[String]| {
        let found = names.iter().map(|name| game.vertex(Some(name)));
        found.collect::<Result<Vec<u32>, _>>()
    };
    let added = vertices(&arguments.vertices)?;
    let subtracted = vertices(&arguments.minus)?;
    let answer = game.sum(&added, &subtracted, arguments.work.asked(), &meter)?;
    print(&arguments.output, &answer)
}
