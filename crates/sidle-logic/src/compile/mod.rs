//! Planar AND/OR constraint graphs made into puzzles (survey, Figures 28, 30 and 31).

mod bands;
mod hitori;
mod sliding;
mod visibility;

pub use hitori::to_hitori;
pub use sliding::to_sliding_blocks;

use crate::{
    Error,
    graph::{ConstraintGraph, VertexKind},
};

/// Larger graphs make boards that nobody reads.
const MOST_EDGES: usize = 300;

/// Only graphs of AND and OR vertices have gadgets.
fn require_and_or(graph: &ConstraintGraph) -> Result<(), Error> {
    if graph.edges().len() > MOST_EDGES {
        return Err(Error::whole(format!(
            "puzzles are made of graphs of at most {MOST_EDGES} edges"
        )));
    }
    let odd = (0..graph.vertices().len()).find(|&v| {
        !matches!(
            graph.kind(v),
            VertexKind::And | VertexKind::Fanout | VertexKind::Or
        )
    });
    match odd {
        None => Ok(()),
        Some(v) => Err(Error::whole(format!(
            "vertex {} is neither an AND nor an OR vertex",
            graph.vertices()[v].name
        ))
        .help("puzzles are made of vertices with edges 1, 1, 2 or 2, 2, 2 and minimum inflow 2")),
    }
}

fn not_planar() -> Error {
    Error::whole("the graph is not planar")
}
