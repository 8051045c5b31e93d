//! `sidle graph epimorphism GRAPH ONTO MAP`: does a map between digraphs preserve all labels?

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use sidle::{Report, Style, questions::GraphEpimorphismQuestion};

use crate::{
    door,
    verbs::{limits::CommonOptions, output::Output},
};

const EXAMPLES: &str = "\
Examples:
  sidle graph epimorphism board.txt small.txt map.csv
  sidle graph quotient --json -o small.json board.txt && sidle graph epimorphism board.txt small.json small.json
  sidle graph epimorphism alternating.txt board.txt map.txt --start 0:a --onto-start a

Each line of the map has a vertex and its image, `a b` or `a,b`; JSON has the pairs under the key \"map\". A vertex that is not
listed is mapped to the vertex of the same name. Labels, distances and γ are the same at a vertex and at its image.

The exit code is 0 if the map is a bounded epimorphism and 1 if not.";

/// Check that a map between two digraphs is a bounded epimorphism
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The graph file that is mapped
    file: PathBuf,

    /// The graph file onto which it is mapped
    onto: PathBuf,

    /// The file with the map
    map: PathBuf,

    /// The start of the first graph, which must be mapped to the start of the second
    #[arg(long, value_name = "VERTEX", requires = "onto_start")]
    start: Option<String>,

    /// The start of the second graph
    #[arg(long, value_name = "VERTEX", requires = "start")]
    onto_start: Option<String>,

    #[command(flatten)]
    common: CommonOptions<Output>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let job = arguments.common.limits.job();
    let starts = arguments.start.clone().zip(arguments.onto_start.clone());
    let question = GraphEpimorphismQuestion {
        graph: door::stream(&arguments.file, &job),
        onto: door::stream(&arguments.onto, &job),
        map: door::stream(&arguments.map, &job),
        starts: starts.map(|(from, to)| [from, to]),
    };
    let answer = door::ask(&question, &job, "reading", &[])?;
    let output = &arguments.common.form;
    output.answer(&answer.text(Style::Plain), &answer)?;
    Ok(ExitCode::from(u8::from(!answer.is_epimorphism)))
}
