//! Questions about constraint graphs.

mod check;
mod compile;
mod draw;
mod solve;

pub use self::{check::*, compile::*, draw::*, solve::*};

use crate::{
    Error, Job, Source, Workspace,
    logic::{
        decide::Solution,
        graph::{Configuration, ConstraintGraph},
    },
};

/// Reads a graph; its vertices count as nodes.
fn graph(of: &Source, workspace: &Workspace, job: &Job) -> Result<ConstraintGraph, Error> {
    let graph = ConstraintGraph::parse(&of.text(workspace, job)?);
    let graph = graph.map_err(|error| of.explain(error))?;
    job.meter()
        .ticker()
        .nodes(graph.vertices().len() as u64, 0)?;
    Ok(graph)
}

/// The start of a graph, or the legal configuration that was found.
fn configuration(graph: &ConstraintGraph, solution: Option<&Solution>) -> Configuration {
    let mut at = graph.start();
    let reversed = solution.and_then(|solution| solution.reversed.as_ref());
    for &edge in reversed.into_iter().flatten() {
        at.reverse(edge);
    }
    at
}
