//! `sidle loopy value`, `sides`, `canonical` and `sum`.

use std::{path::PathBuf, process::ExitCode};

use clap::{Args, ValueEnum};
use sidle::{
    Job, Report, Source, Style,
    questions::{
        self, LoopyCanonicalQuestion, LoopySidesQuestion, LoopySumQuestion, LoopyValueAnswer,
        LoopyValueQuestion,
    },
};

use crate::{
    door,
    verbs::{
        limits::{CommonOptions, count},
        output::{Output, line},
    },
};

const VALUE_EXAMPLES: &str = "\
Examples:
  sidle loopy value game.txt
  sidle loopy value game.txt --at a --json
  printf 'a L \"0\"\\na R a\\n' | sidle loopy value -

The answer is one of: a short game; a stopper in its canonical form; `S & T`, the onside and the offside as
stoppers; or two simplified sides that are not known to be stoppers (kind `sided`).";

/// What the questions about values in a graph file share.
#[derive(Args, Debug)]
struct Game {
    /// The graph file
    file: PathBuf,

    /// How much to spend on unravelling cycles when a side does not become a stopper by itself, in pairs
    /// of vertices looked at: `0`, `20k`, `2G`, or `unlimited` (until a limit stops it)
    #[arg(help_heading = "Simplification", long, value_name = "PAIRS", default_value = "20k", value_parser = pairs)]
    unravel: u64,

    /// Compare the answer with the graph by an independent path; exit code 1 if they differ
    #[arg(help_heading = "Simplification", long)]
    verify: bool,

    #[command(flatten)]
    common: CommonOptions<Output>,
}

fn pairs(text: &str) -> Result<u64, String> {
    match text {
        "unlimited" => Ok(u64::MAX),
        _ => count(text),
    }
}

impl Game {
    /// The job, and the file as a question carries it.
    fn begin(&self) -> (Job, Source) {
        let job = self.common.limits.job();
        let graph = door::stream(&self.file, &job);
        (job, graph)
    }

    /// Prints the answer about one value.
    fn print(&self, answer: &LoopyValueAnswer) -> anyhow::Result<()> {
        let output = &self.common.form;
        output.answer(&answer.text(Style::Plain), answer)
    }
}

/// The value of a vertex
#[derive(Args, Debug)]
#[command(after_help = VALUE_EXAMPLES)]
pub(crate) struct ValueArguments {
    #[command(flatten)]
    game: Game,

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
    game: Game,

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
    game: Game,

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
    game: Game,

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

pub(super) fn value(arguments: &ValueArguments) -> anyhow::Result<ExitCode> {
    let game = &arguments.game;
    let (job, graph) = game.begin();
    let question = LoopyValueQuestion {
        graph,
        vertex: arguments.at.clone(),
        unravel: Some(game.unravel),
        verify: game.verify,
    };
    let answer = door::ask(&question, &job, "simplifying", &[])?;
    game.print(&answer)?;
    Ok(code(answer.verified))
}

pub(super) fn sides(arguments: &SidesArguments) -> anyhow::Result<ExitCode> {
    let game = &arguments.game;
    let (job, graph) = game.begin();
    let question = LoopySidesQuestion {
        graph,
        vertex: arguments.at.clone(),
        unravel: Some(game.unravel),
        verify: game.verify,
    };
    let answer = door::ask(&question, &job, "simplifying", &[])?;
    for vertex in &answer.vertices {
        game.print(vertex)?;
    }
    Ok(code(answer.verified()))
}

pub(super) fn canonical(arguments: &CanonicalArguments) -> anyhow::Result<ExitCode> {
    let game = &arguments.game;
    let (job, graph) = game.begin();
    let question = LoopyCanonicalQuestion {
        graph,
        vertex: arguments.at.clone(),
        side: arguments.side.map(|side| match side {
            SideName::Onside => questions::SideName::Onside,
            SideName::Offside => questions::SideName::Offside,
        }),
        unravel: Some(game.unravel),
        verify: game.verify,
    };
    let answer = door::ask(&question, &job, "simplifying", &[])?;
    match game.common.form.json {
        true => {
            for graph in &answer.graphs {
                game.common.form.answer("", graph)?;
            }
        }
        false => line(&answer.text(Style::Plain))?,
    }
    Ok(code(answer.verified))
}

pub(super) fn sum(arguments: &SumArguments) -> anyhow::Result<ExitCode> {
    let game = &arguments.game;
    let (job, graph) = game.begin();
    let question = LoopySumQuestion {
        graph,
        plus: arguments.vertices.clone(),
        minus: arguments.minus.clone(),
        unravel: Some(game.unravel),
        verify: game.verify,
    };
    let answer = door::ask(&question, &job, "adding", &[])?;
    game.print(&answer)?;
    Ok(code(answer.verified))
}
