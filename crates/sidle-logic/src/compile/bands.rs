//! What both compilers share: every vertex has a band of rows; in it a box with its gadget; edges run in columns between the bands and are
//! led to the box along arms that do not cross.

use super::visibility::Visibility;
use crate::graph::ConstraintGraph;

/// A row and a column; rows grow downwards.
pub(super) type Cell = (i64, i64);

/// A vertex with its edges from left to right, above and below its bar.
#[derive(Clone, Debug)]
pub(super) struct Bar {
    pub(super) vertex: usize,
    /// Edges to higher bars, with their columns.
    pub(super) up: Vec<(usize, i64)>,
    /// Edges to lower bars, with their columns.
    pub(super) down: Vec<(usize, i64)>,
}

/// The bars of a layout from the highest to the lowest; columns are `spacing` apart and begin at `first`.
pub(super) fn bars(
    graph: &ConstraintGraph,
    layout: &Visibility,
    spacing: i64,
    first: i64,
) -> Vec<Bar> {
    let rank = |v: usize| layout.order.iter().position(|&w| w == v);
    layout
        .order
        .iter()
        .rev()
        .map(|&vertex| {
            let mut bar = Bar {
                vertex,
                up: Vec::new(),
                down: Vec::new(),
            };
            for &(e, column) in &layout.columns {
                let edge = &graph.edges()[e];
                if edge.tail != vertex && edge.head != vertex {
                    continue;
                }
                let other = if edge.tail == vertex {
                    edge.head
                } else {
                    edge.tail
                };
                let side = if rank(other) > rank(vertex) {
                    &mut bar.up
                } else {
                    &mut bar.down
                };
                side.push((e, first + column as i64 * spacing));
            }
            bar.up.sort_by_key(|&(_, column)| column);
            bar.down.sort_by_key(|&(_, column)| column);
            bar
        })
        .collect()
}

impl Bar {
    /// The leftmost column of the bar.
    pub(super) fn left(&self) -> i64 {
        let all = self.up.iter().chain(&self.down);
        all.map(|&(_, column)| column).min().unwrap_or(0)
    }
}

/// How far from the box each arm runs: arms to the left farther out the later, arms to the right the earlier they come.
pub(super) fn levels(ports: &[i64], columns: &[i64]) -> Vec<i64> {
    let count = ports.len() as i64;
    ports
        .iter()
        .zip(columns)
        .enumerate()
        .map(|(i, (port, column))| {
            let i = i as i64;
            if column < port { i } else { count - 1 - i }
        })
        .collect()
}

/// All cells of a straight line, both ends among them.
pub(super) fn line((r, c): Cell, (s, d): Cell) -> Vec<Cell> {
    let steps = (s - r).abs().max((d - c).abs());
    (0..=steps)
        .map(|i| (r + i * (s - r).signum(), c + i * (d - c).signum()))
        .collect()
}
