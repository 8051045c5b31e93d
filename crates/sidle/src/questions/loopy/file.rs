//! Game files: bigraphs whose exits are values in notation.

use std::{io::BufReader, sync::Arc};

use crate::{
    SideValue, Value,
    core::Meter,
    graph::bigraph::{Bigraph, BigraphFile, Side, read_bigraph},
    lang::Session,
    questions::prelude::*,
    session::from_diagnostic,
    values::{
        Store,
        loopy::{Effort, Loopy, LoopyGraph, LoopyValue, SideForm, VerifyError},
    },
};

/// A graph file whose exits have been evaluated.
#[derive(Debug)]
pub(crate) struct GameFile {
    store: Arc<Store>,
    pub(crate) file: BigraphFile,
    /// The graph with the values of its exits. The named vertices come first.
    pub(crate) graph: LoopyGraph,
}

impl GameFile {
    /// Reads a bigraph, as text or JSON, and evaluates the values in quotes.
    pub(crate) fn read(
        source: &Source,
        workspace: &Workspace,
        job: &Job,
    ) -> Result<GameFile, Error> {
        let meter = job.meter();
        let before = meter.snapshot().nodes;
        let file = read_bigraph(BufReader::new(source.reader(workspace)?), meter)
            .map_err(|error| source.refused(error, meter))?;
        let counted = meter.snapshot().nodes.saturating_sub(before);
        let missing = (file.graph.vertex_count() as u64).saturating_sub(counted);
        meter.ticker().nodes(missing, 0)?;
        let mut session = Session::new();
        let mut graph = LoopyGraph::new(file.graph.clone());
        for (vertex, exit) in (file.names.len() as u32..).zip(&file.exits) {
            let value = session.loopy(&exit.text, meter).map_err(|error| {
                let error = from_diagnostic(error, "graph");
                if error.stopped.is_some() {
                    return error;
                }
                let line = match exit.line {
                    0 => String::new(),
                    line => format!("line {line}: "),
                };
                let (name, text) = (source.name(), &exit.text);
                Error {
                    message: format!("{name}: {line}the value \"{text}\": {}", error.message),
                    place: None,
                    ..error
                }
            })?;
            graph = graph.with_exit(vertex, value);
        }
        Ok(GameFile {
            store: session.store().clone(),
            file,
            graph,
        })
    }

    /// The store of the values.
    pub(crate) fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// The loopy values of the store.
    pub(crate) fn loopy(&self) -> Loopy<'_> {
        self.store.loopy()
    }

    /// The vertex of that name, or the start.
    pub(crate) fn vertex(&self, name: Option<&str>) -> Result<u32, Error> {
        let Some(name) = name else {
            return Ok(self.file.start);
        };
        self.file.vertex(name).ok_or_else(|| {
            let message = format!("the graph has no vertex `{name}`");
            Error::new(ErrorKind::UnknownName, message)
        })
    }

    /// The name of a named vertex.
    pub(crate) fn name(&self, vertex: u32) -> &str {
        &self.file.names[vertex as usize]
    }

    /// A value with its store.
    pub(crate) fn held(&self, value: LoopyValue) -> Value {
        Value::new(&self.store, value)
    }

    /// A side with its store.
    pub(crate) fn held_side(&self, form: SideForm) -> SideValue {
        SideValue::new(&self.store, form)
    }

    /// The value of a vertex.
    pub(crate) fn value(
        &self,
        vertex: u32,
        effort: Effort,
        meter: &Meter,
    ) -> Result<LoopyValue, Error> {
        Ok(self
            .loopy()
            .try_graph_value(&self.graph, vertex, effort, meter)?)
    }

    /// The values of all named vertices, in order.
    pub(crate) fn values(&self, effort: Effort, meter: &Meter) -> Result<Vec<LoopyValue>, Error> {
        let mut values = self.loopy().try_graph_values(&self.graph, effort, meter)?;
        values.truncate(self.file.names.len());
        Ok(values)
    }

    /// Does the value agree with the graph, which is compared by an independent path?
    pub(crate) fn agrees(
        &self,
        vertex: u32,
        value: LoopyValue,
        meter: &Meter,
    ) -> Result<bool, Error> {
        match self.loopy().verify(&self.graph, vertex, value, meter) {
            Ok(()) => Ok(true),
            Err(VerifyError::Differs(_)) => Ok(false),
            Err(VerifyError::Stopped(reason)) => Err(reason.into()),
        }
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
