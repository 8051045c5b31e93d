//! `sidle graph quotient FILE`: bisimilar vertices made one.

use std::{io::Write, path::PathBuf, process::ExitCode};

use clap::Args;
use serde::Serialize;
use sidle::{
    core::Meter,
    draw::{Picture, Tone, graph_dot, graph_svg},
    graph::{
        NamedGraph, Names, VertexId,
        bisimulation::{Quotient, try_bisimulation},
        io::{JsonGraph, write_text},
    },
};

use crate::{
    board::{AnyBoard, Board, Format, Sheet, quoted},
    progress::run_with_progress,
    verbs::limits::Terms,
};

const EXAMPLES: &str = "\
Examples:
  sidle graph quotient board.txt
  sidle graph quotient board.txt | sidle graph gamma -
  sidle graph quotient --json -o small.json board.txt
  sidle graph quotient --format csv board.txt

Two vertices are bisimilar if each option of one has a bisimilar option of the other; labels, distances and γ are then
the same. A class is named by its first member. The text and the JSON form are graph files of the quotient; the text has the
map in its comments, JSON under the key \"map\", and CSV is the map alone.";

/// Make bisimilar vertices one, and say which became which
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The graph file (text, JSON or binary; `sidle man formats`); `-` is the standard input
    file: PathBuf,

    #[command(flatten)]
    terms: Terms<Sheet>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.terms.begin([arguments.file.as_path()], [])?;
    match AnyBoard::load(&arguments.file, &meter)? {
        AnyBoard::Narrow(board) => answer(arguments, board, &meter)?,
        AnyBoard::Wide(board) => answer(arguments, board, &meter)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn answer<V: VertexId>(
    arguments: &Arguments,
    board: Board<V>,
    meter: &Meter,
) -> anyhow::Result<()> {
    let quotient = run_with_progress(meter, "refining", || {
        try_bisimulation(&board.graph, |_| V::default(), meter)
    })?;
    let names = &board.names;
    let mut small_names = Names::new();
    for class in quotient.graph().vertices() {
        small_names.intern(&names.name(quotient.representative(class).index()));
    }
    let small = NamedGraph {
        graph: quotient.graph().clone(),
        names: small_names,
    };
    let map = Map {
        whole: names,
        small: &small,
        quotient: &quotient,
    };
    let sheet = &arguments.terms.form;
    sheet.write(|out| match sheet.format() {
        Format::Text => map.text(out),
        Format::Json => map.json(out),
        Format::Csv => map.csv(out),
        Format::Dot => Ok(graph_dot(&map.picture()?, out)?),
        Format::Svg => Ok(graph_svg(&map.picture()?, out)?),
    })
}

/// The quotient and the map onto it.
struct Map<'a, V: VertexId> {
    whole: &'a Names,
    small: &'a NamedGraph<V>,
    quotient: &'a Quotient<V>,
}

impl<V: VertexId> Map<'_, V> {
    /// The vertices of the whole graph with their classes, by name.
    fn pairs(&self) -> impl Iterator<Item = (String, String)> + '_ {
        let classes = self.quotient.classes().iter();
        self.whole
            .iter()
            .zip(classes)
            .map(|(name, &class)| (name.into_owned(), self.small.name(class).into_owned()))
    }

    fn text(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let (vertices, classes) = (self.whole.len(), self.small.graph.vertex_count());
        writeln!(out, "# {vertices} vertices in {classes} classes")?;
        for (name, class) in self.pairs().filter(|(name, class)| name != class) {
            writeln!(out, "# {name} is in the class of {class}")?;
        }
        Ok(write_text(self.small, out)?)
    }

    /// The object of a JSON graph with one more key, on one line.
    fn json(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        #[derive(Serialize)]
        #[serde(bound(serialize = ""))]
        struct Object<'a, V: VertexId> {
            #[serde(flatten)]
            graph: JsonGraph<'a, V>,
            map: Vec<(String, String)>,
        }
        let object = Object {
            graph: JsonGraph(self.small),
            map: self.pairs().collect(),
        };
        serde_json::to_writer(&mut *out, &object)?;
        Ok(writeln!(out)?)
    }

    fn csv(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "vertex,class")?;
        for (name, class) in self.pairs() {
            writeln!(out, "{},{}", quoted(&name), quoted(&class))?;
        }
        Ok(())
    }

    /// The quotient with the sizes of the classes.
    fn picture(&self) -> anyhow::Result<Picture> {
        let mut picture = Picture::of(&self.small.graph, &self.small.names)?;
        let mut sizes = vec![0usize; self.small.graph.vertex_count()];
        for class in self.quotient.classes() {
            sizes[class.index()] += 1;
        }
        // There are fewer than 400, or there would be no picture.
        for (class, &size) in (0..).zip(&sizes) {
            if size > 1 {
                picture.mark(class, format!("{size} vertices"), Tone::Plain);
            }
        }
        Ok(picture)
    }
}
