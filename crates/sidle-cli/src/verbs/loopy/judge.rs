//! `sidle loopy judge` and `sidle loopy example`.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use sidle::{
    Job, Report, Style,
    questions::{LoopyExampleQuestion, LoopyJudgeQuestion},
};

use crate::{
    door,
    verbs::{
        forms,
        limits::CommonOptions,
        output::{self, Output},
    },
};

/// The cycles of a game with their patterns, and whether it equals a stopper or a plumtree
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  sidle loopy example carousel | sidle loopy judge -\n  \
sidle loopy example siegel-5 | sidle loopy judge - --json\n\n\
A plumtree has no cycles but loops. A side equals no stopper if moves that each such stopper must have lead\ninto an \
alternating cycle; these moves are printed."
)]
pub(crate) struct JudgeArguments {
    /// The graph file
    file: PathBuf,

    /// The vertex; the start if none is named
    #[arg(long)]
    vertex: Option<String>,

    /// The most cycles of each kind that are listed
    #[arg(long, default_value_t = 100)]
    most: usize,

    #[command(flatten)]
    common: CommonOptions<Output>,
}

pub(super) fn judge(arguments: &JudgeArguments) -> anyhow::Result<ExitCode> {
    let job = arguments.common.begin_job([arguments.file.as_path()], [])?;
    let question = LoopyJudgeQuestion {
        graph: door::stream(&arguments.file, &job),
        vertex: arguments.vertex.clone(),
        most: Some(arguments.most),
    };
    let answer = door::ask(&question, &job, "judging", &[])?;
    let output = &arguments.common.form;
    output.answer(&answer.text(Style::Plain), &answer)?;
    Ok(ExitCode::SUCCESS)
}

/// Print a loopy game of the literature as a text bigraph, or list the games
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  sidle loopy example\n  \
sidle loopy example moews-1 | sidle loopy value -")]
pub(crate) struct ExampleArguments {
    /// The game; without a name all are listed
    name: Option<String>,
}

pub(super) fn example(arguments: &ExampleArguments) -> anyhow::Result<ExitCode> {
    let question = LoopyExampleQuestion {
        name: arguments.name.clone(),
    };
    let answer = door::ask(&question, &Job::unlimited(), "reading", &[])?;
    match &answer.graph {
        Some(graph) => forms::print(graph)?,
        None => output::line(&answer.text(Style::Plain))?,
    }
    Ok(ExitCode::SUCCESS)
}
