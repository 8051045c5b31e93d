//! `sidle loopy draw`.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Args, ValueEnum};
use sidle::draw::{graph_dot, graph_svg};

use super::input::read;
use crate::{files, verbs::limits::Limits};

/// A drawing of the graph: Left's moves blue, Right's red
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  sidle loopy draw game.txt > game.svg\n  \
sidle loopy draw game.txt --format dot | dot -Tpdf > game.pdf\n  sidle loopy draw game.txt --values -o game.svg")]
pub(crate) struct DrawArguments {
    /// The graph file
    file: String,

    /// The form of the drawing
    #[arg(long, value_enum, default_value_t = Form::Svg)]
    format: Form,

    /// Write the value of each vertex below its name
    #[arg(long)]
    values: bool,

    /// Write to this file instead of standard output, which is `-`
    #[arg(long, short, alias = "out", value_name = "FILE", default_value = "-")]
    output: PathBuf,

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
    let meter = arguments.limits.begin(
        [Path::new(&arguments.file)],
        [Some(arguments.output.as_path())],
    )?;
    let picture = read(&arguments.file, &meter)?.picture(arguments.values, &meter)?;
    let mut drawing = Vec::new();
    match arguments.format {
        Form::Svg => graph_svg(&picture, &mut drawing)?,
        Form::Dot => graph_dot(&picture, &mut drawing)?,
    }
    files::write_whole(&arguments.output, |out| Ok(out.write_all(&drawing)?))?;
    Ok(ExitCode::SUCCESS)
}
