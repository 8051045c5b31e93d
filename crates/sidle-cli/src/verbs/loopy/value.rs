//! `sidle loopy value`, `sides`, `canonical` and `sum`.

use std::{process::ExitCode, sync::Arc};

use clap::{Args, ValueEnum};
use sidle::{
    core::Meter,
    game_file::{Asked, GameFile, ValueAnswer},
    graph::bigraph::Side,
    values::loopy::LoopyValue,
};

use super::input::{Work, read};
use crate::verbs::{
    limits::Terms,
    output::{Output, line},
};

const VALUE_EXAMPLES: &str = "\
Examples:
  sidle loopy value game.txt
  sidle loopy value game.txt --at a --json
  printf 'a L \"0\"\\na R a\\n' | sidle loopy value -

The answer is one of: a short game; a stopper in its canonical form; `S & T`, the onside and the offside as
stoppers; or two simplified sides that are not known to be stoppers (kind `sided`).";

/// A question about the values in a graph file.
#[derive(Args, Debug)]
struct Question {
    /// The graph file
    file: String,

    #[command(flatten)]
    work: Work,
    #[command(flatten)]
    terms: Terms<Output>,
}

impl Question {
    /// The game, how hard to try with it, and the limits.
    fn read(&self) -> anyhow::Result<(GameFile, Asked, Arc<Meter>)> {
        let meter = self.terms.meter();
        Ok((read(&self.file, &meter)?, self.work.asked(), meter))
    }
}

/// The value of a vertex
#[derive(Args, Debug)]
#[command(after_help = VALUE_EXAMPLES)]
pub(crate) struct ValueArguments {
    #[command(flatten)]
    question: Question,

    /// The vertex (default: the start of the file)
    #[arg(long, value_name = "VERTEX")]
    at: Option<String>,
}

/// The sides of every vertex, or of one
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  sidle loopy sides game.txt\n  sidle loopy sides game.txt --json"
)]
pub(crate) struct SidesArguments {
    #[command(flatten)]
    question: Question,

    /// One vertex instead of all
    #[arg(long, value_name = "VERTEX")]
    at: Option<String>,
}

/// The canonical form of a vertex, as a graph file
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  sidle loopy canonical game.txt\n  sidle loopy canonical game.txt --side onside > simple.txt"
)]
pub(crate) struct CanonicalArguments {
    #[command(flatten)]
    question: Question,

    /// The vertex (default: the start of the file)
    #[arg(long, value_name = "VERTEX")]
    at: Option<String>,

    /// Which side; without it a game that is not a stopper gives two graphs, onside and offside
    #[arg(long)]
    side: Option<SideName>,
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
pub(crate) struct SumArguments {
    #[command(flatten)]
    question: Question,

    /// The vertices to add
    #[arg(required = true, value_name = "VERTEX")]
    vertices: Vec<String>,

    /// A vertex to subtract; may be repeated
    #[arg(long, value_name = "VERTEX")]
    minus: Vec<String>,
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
    let (game, asked, meter) = arguments.question.read()?;
    let vertex = game.vertex(arguments.at.as_deref())?;
    let mut answer = game.value(vertex, asked, &meter)?;
    answer.vertex = None;
    print(&arguments.question.terms.form, &answer)
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
    let (game, asked, meter) = arguments.question.read()?;
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
        arguments.question.terms.form.answer(&text, &answer)?;
    }
    Ok(code(worst))
}

pub(super) fn canonical(arguments: &CanonicalArguments) -> anyhow::Result<ExitCode> {
    let (game, asked, meter) = arguments.question.read()?;
    let vertex = game.vertex(arguments.at.as_deref())?;
    let side = arguments.side.map(|side| match side {
        SideName::Onside => Side::Onside,
        SideName::Offside => Side::Offside,
    });
    for graph in game.canonical(vertex, side, asked, &meter)? {
        arguments
            .question
            .terms
            .form
            .answer(&graph.to_string(), &graph)?;
    }
    let value = game.loopy_value(vertex, asked, &meter)?;
    let verified = game.verified(vertex, value, asked, &meter)?;
    if verified == Some(false) {
        line("# DIFFERS FROM THE GRAPH")?;
    }
    Ok(code(verified))
}

pub(super) fn sum(arguments: &SumArguments) -> anyhow::Result<ExitCode> {
    let (game, asked, meter) = arguments.question.read()?;
    let vertices = |names: &[String]| {
        let found = names.iter().map(|name| game.vertex(Some(name)));
        found.collect::<Result<Vec<u32>, _>>()
    };
    let added = vertices(&arguments.vertices)?;
    let subtracted = vertices(&arguments.minus)?;
    let answer = game.sum(&added, &subtracted, asked, &meter)?;
    print(&arguments.question.terms.form, &answer)
}
