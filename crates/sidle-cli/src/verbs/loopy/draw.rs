//! `sidle loopy draw`.

use std::{fs, process::ExitCode};

use anyhow::Context;
use clap::{Args, ValueEnum};
use sidle::{core::Player, values::loopy::Effort};

use super::input::Loaded;
use crate::{
    draw::{Node, Picture, Stroke, Tone, dot, svg},
    verbs::{limits::Limits, output::bytes},
};

/// A drawing of the graph: Left's moves blue, Right's red
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  sidle loopy draw game.txt > game.svg\n  \
sidle loopy draw game.txt --format dot | dot -Tpdf > game.pdf\n  sidle loopy draw game.txt --values --out game.svg")]
pub(super) struct DrawArguments {
    /// The graph file
    file: String,

    /// The form of the drawing
    #[arg(long, value_enum, default_value_t = Form::Svg)]
    format: Form,

    /// Write the value of each vertex below its name
    #[arg(long)]
    values: bool,

    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<String>,

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
        picture.nodes.push(Node {
            tone: Tone::Plain,
            tokens: 0,
            name,
            caption,
        });
    }
    for (from, player, to) in graph.edges() {
        let stroke = match player {
            Player::Left => Stroke::Left,
            Player::Right => Stroke::Right,
        };
        picture.edges.push((from as usize, to as usize, stroke));
    }
    let mut drawing = Vec::new();
    match arguments.format {
        Form::Svg => svg(&picture, &mut drawing)?,
        Form::Dot => dot(&picture, &mut drawing)?,
    }
    match &arguments.out {
        None => bytes(&drawing)?,
        Some(path) => fs::write(path, drawing).with_context(|| format!("cannot write `{path}`"))?,
    }
    Ok(ExitCode::SUCCESS)
}
