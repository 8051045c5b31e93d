//! `sidle loopy draw`.

use std::{path::PathBuf, process::ExitCode};

use clap::{Args, ValueEnum};
use sidle::questions::{LoopyDrawQuestion, LoopyExplainQuestion};

use crate::{
    door,
    verbs::{explain::write_pictures, limits::Limits},
};

/// A drawing of the graph: Left's moves blue, Right's red
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  sidle loopy draw game.txt > game.svg\n  \
sidle loopy draw game.txt --format dot | dot -Tpdf > game.pdf\n  sidle loopy draw game.txt --values -o game.svg\n  \
sidle loopy draw game.txt --steps pictures")]
pub(crate) struct DrawArguments {
    /// The graph file
    file: PathBuf,

    /// The form of the drawing
    #[arg(long, value_enum, default_value_t = Form::Svg)]
    format: Form,

    /// Write the value of each vertex below its name
    #[arg(long)]
    values: bool,

    /// Write to this file instead of standard output, which is `-`
    #[arg(long, short, alias = "out", value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Draw the steps to the simplest form of the start into this folder: those that `sidle loopy explain` prints
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["format", "values", "output"])]
    steps: Option<PathBuf>,

    #[command(flatten)]
    limits: Limits,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    /// Scalable vector graphics, laid out here
    Svg,
    /// Text for Graphviz
    Dot,
}

pub(super) fn draw(arguments: &DrawArguments) -> anyhow::Result<ExitCode> {
    let output = arguments.output.as_path();
    let job = arguments
        .limits
        .begin_job([arguments.file.as_path()], [Some(output)])?;
    if let Some(folder) = &arguments.steps {
        let question = LoopyExplainQuestion {
            graph: door::stream(&arguments.file, &job),
            vertex: None,
            with: None,
            after: Vec::new(),
            pictures: true,
        };
        let answer = door::ask(&question, &job, "drawing", &[])?;
        write_pictures(folder, &answer.pictures())?;
        return Ok(ExitCode::SUCCESS);
    }
    let question = LoopyDrawQuestion {
        graph: door::stream(&arguments.file, &job),
        values: arguments.values,
    };
    let answer = door::ask(&question, &job, "drawing", &[])?;
    let form = match arguments.format {
        Form::Svg => "svg",
        Form::Dot => "dot",
    };
    door::write_form(&answer, form, output)?;
    Ok(ExitCode::SUCCESS)
}
