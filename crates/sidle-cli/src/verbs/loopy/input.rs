//! Graph files and the values in them.

use std::{
    fs::File,
    io::{self, BufReader},
};

use anyhow::{Context, bail};
use clap::Args;
use sidle::{
    core::Meter,
    graph::bigraph::{Bigraph, BigraphFile, Side, read_bigraph},
    lang::{Format, Session},
    values::loopy::{Effort, Loopy, LoopyGraph, LoopyValue, SideForm},
};

/// How hard to try, and whether to check.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Simplification")]
pub(crate) struct Work {
    /// How often an edge of a cycle may be unravelled when a side does not become a stopper by itself
    #[arg(long, value_name = "TIMES", default_value_t = Effort::default().unravel)]
    unravel: u32,

    /// Compare the answer with the graph by an independent path; exit code 1 if they differ
    #[arg(long)]
    pub(crate) verify: bool,
}

impl Work {
    pub(crate) fn effort(&self) -> Effort {
        Effort {
            unravel: self.unravel,
        }
    }
}

/// A graph file whose exits have been evaluated.
pub(crate) struct Loaded {
    pub(crate) session: Session,
    pub(crate) file: BigraphFile,
    pub(crate) graph: LoopyGraph,
}

impl Loaded {
    /// Reads a file, `-` for standard input, and evaluates the values in quotes.
    pub(crate) fn read(path: &str, meter: &Meter) -> anyhow::Result<Loaded> {
        let file = if path == "-" {
            read_bigraph(io::stdin().lock())
        } else {
            let handle = File::open(path).with_context(|| format!("cannot open `{path}`"))?;
            read_bigraph(BufReader::new(handle))
        };
        let file = file.with_context(|| path.to_owned())?;
        let mut session = Session::new();
        let mut graph = LoopyGraph::new(file.graph.clone());
        for (vertex, exit) in (file.names.len() as u32..).zip(&file.exits) {
            let value = evaluate(&mut session, &exit.text, meter).with_context(|| {
                let place = match exit.line {
                    0 => String::new(),
                    line => format!(": line {line}"),
                };
                format!("{path}{place}: the value \"{}\"", exit.text)
            })?;
            graph = graph.with_exit(vertex, value);
        }
        Ok(Loaded {
            session,
            file,
            graph,
        })
    }

    pub(crate) fn loopy(&self) -> Loopy<'_> {
        self.session.store().loopy()
    }

    /// The vertex a user has named, or the start.
    pub(crate) fn vertex(&self, name: Option<&str>) -> anyhow::Result<u32> {
        let Some(name) = name else {
            return Ok(self.file.start);
        };
        match self.file.vertex(name) {
            Some(vertex) => Ok(vertex),
            None => bail!("the graph has no vertex `{name}`"),
        }
    }

    /// The text of a value.
    pub(crate) fn text(&self, value: LoopyValue, meter: &Meter) -> anyhow::Result<String> {
        let answer = self.session.answer(value);
        Ok(self.session.show(&answer, Format::Plain, meter)?)
    }

    /// The text of one side.
    pub(crate) fn side_text(&self, side: SideForm, meter: &Meter) -> anyhow::Result<String> {
        let text = self.loopy().side_notation(side, meter)?;
        let short = |game: sidle::values::Game| {
            self.text(game.into(), meter)
                .unwrap_or_else(|error| format!("<{error}>"))
        };
        Ok(text.text(&short))
    }

    /// The graph with its exits written out. The named vertices keep their numbers.
    pub(crate) fn expanded(&self, side: Side) -> Bigraph {
        self.loopy().expanded_graph(&self.graph, side)
    }

    /// Are all exits stoppers, so that both sides of the exits are one graph?
    pub(crate) fn exits_are_stoppers(&self) -> bool {
        let exits = self.file.names.len() as u32..self.graph.graph().vertex_count() as u32;
        exits
            .filter_map(|v| self.graph.exit(v))
            .all(|value| value.stopper().is_some())
    }
}

fn evaluate(session: &mut Session, text: &str, meter: &Meter) -> anyhow::Result<LoopyValue> {
    let answers = session
        .evaluate(text, meter)
        .map_err(|diagnostic| anyhow::anyhow!("{diagnostic}"))?;
    match &answers[..] {
        [answer] => session
            .loopy_value(answer, meter)
            .map_err(|diagnostic| anyhow::anyhow!("{diagnostic}")),
        [] => bail!("there is no value"),
        _ => bail!("there is more than one value"),
    }
}
