//! Graph files and the values in them.

use std::{fs::File, io::BufReader};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use sidle::{
    core::Meter,
    graph::bigraph::{Bigraph, BigraphFile, Side, read_bigraph},
    lang::{Diagnostic, DiagnosticKind, Format, Session},
    values::loopy::{Effort, Loopy, LoopyGraph, LoopyValue, SideForm},
};

use crate::{standard_input::StandardInput, verbs::limits::count};

/// How hard to try, and whether to check.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Simplification")]
pub(crate) struct Work {
    /// How much to spend on unravelling cycles when a side does not become a stopper by itself, in pairs
    /// of vertices looked at: `0`, `20k`, `2G`, or `unlimited` (until a limit stops it)
    #[arg(long, value_name = "PAIRS", default_value = "20k", value_parser = pairs)]
    unravel: u64,

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

fn pairs(text: &str) -> Result<u64, String> {
    match text {
        "unlimited" => Ok(u64::MAX),
        _ => count(text),
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
            read_bigraph(BufReader::new(StandardInput::new(meter)))
        } else {
            let handle = File::open(path).with_context(|| format!("cannot open `{path}`"))?;
            read_bigraph(BufReader::new(handle))
        };
        if file.is_err() {
            // A stop while the input is awaited looks like any other failure to read it.
            meter.check()?;
        }
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
        self.session
            .show_loopy(value, Format::Plain, meter)
            .map_err(|error| refusal(error, ""))
    }

    /// The text of one side.
    pub(crate) fn side_text(&self, side: SideForm, meter: &Meter) -> anyhow::Result<String> {
        self.session
            .show_side(side, Format::Plain, meter)
            .map_err(|error| refusal(error, ""))
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

/// A limit stays a limit; everything else says where in the text it is.
fn refusal(error: Diagnostic, source: &str) -> anyhow::Error {
    match error.kind {
        DiagnosticKind::Stopped(reason) => reason.into(),
        _ if source.is_empty() => anyhow!("{}", error.message),
        _ => anyhow!("{}", error.render(source)),
    }
}

fn evaluate(session: &mut Session, text: &str, meter: &Meter) -> anyhow::Result<LoopyValue> {
    session
        .loopy(text, meter)
        .map_err(|error| refusal(error, text))
}
