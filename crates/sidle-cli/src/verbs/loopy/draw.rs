//! `sidle loopy draw`.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Args, ValueEnum};
use sidle::draw::{Picture, Stroke, graph_dot, graph_svg};
use sidle::values::loopy::Effort;

use super::input::Loaded;
use crate::{files, verbs::limits::Limits};

/// A drawing of the graph: Left's moves blue, Right's red
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  sidle loopy draw game.txt > game.svg\n  \
sidle loopy draw game.txt --format dot | dot -Tpdf > game.pdf\n  sidle loopy draw game.txt --values -o game.svg")]
pub(super) struct DrawArguments {
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
    files::apart(
        [Path::new(&arguments.file)],
        [Some(arguments.output.as_path())],
    )?;
    let meter = arguments.limits.meter();
    let loaded = Loaded::read(&arguments.file, &meter)?;
    let graph = loaded.graph.graph();
    let mut picture = Picture::sized(graph.vertex_count(), graph.edge_count())?;
    let captions = if arguments.values {
        let values = loaded
            .loopy()
            .try_graph_values(&loaded.graph, Effort::default(), &meter)?;
        let named = values.iter().take(loaded.file.names.len());
        named
            .map(|&value| loaded.text(value, &meter))
            .collect::<anyhow::Result<Vec<_>>>()?
    } else {
        vec![String::new(); loaded.file.names.len()]
    };
    let exits = loaded.file.exits.iter();
    let named = loaded.file.names.iter().zip(captions);
    let all = named
        .map(|(name, caption)| (name.clone(), caption))
        .chain(exits.map(|exit| (String::new(), exit.text.clone())));
    for (name, caption) in all {
        picture.add(name, caption);
    }
    for (from, player, to) in graph.edges() {
        picture.connect(from as usize, to as usize, Stroke::of(player));
    }
    let mut drawing = Vec::new();
    match arguments.format {
        Form::Svg => graph_svg(&picture, &mut drawing)?,
        Form::Dot => graph_dot(&picture, &mut drawing)?,
    }
    files::write_whole(&arguments.output, |out| Ok(out.write_all(&drawing)?))?;
    Ok(ExitCode::SUCCESS)
}
