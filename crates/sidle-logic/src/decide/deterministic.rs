//! Deterministic constraint logic: a simulation with detection of cycles.
//!
//! A state is a configuration and the set R of edges just reversed. A vertex is active if the edges of R that
//! point to it weigh at least its minimum inflow. A step reverses the edges outside R that point to active
//! vertices, and the edges of R that point to vertices that are not active (the signal goes back); what was
//! reversed is the new R (Hearn and Demaine 2009). In the bounded game only the first kind is reversed, and each
//! edge once; the edges that the file calls just reversed have had their turn.

use sidle_core::Meter;

use super::{Answer, Solution};
use crate::graph::{Configuration, ConstraintGraph, EdgeId};

/// A state of the simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Which edges are reversed against the start.
    pub configuration: Configuration,
    /// Which edges were reversed by the last step.
    pub last: Configuration,
    /// In the bounded game: which edges have had their turn.
    used: Option<Configuration>,
}

impl Step {
    /// The start of the file.
    #[must_use]
    pub fn start(graph: &ConstraintGraph, bounded: bool) -> Step {
        let mut last = graph.start();
        graph.last().iter().for_each(|&edge| last.reverse(edge));
        Step {
            configuration: graph.start(),
            used: bounded.then(|| last.clone()),
            last,
        }
    }

    /// The edges that the next step reverses, ascending.
    #[must_use]
    pub fn next_edges(&self, graph: &ConstraintGraph) -> Vec<EdgeId> {
        let active: Vec<bool> = (0..graph.vertices().len())
            .map(|v| {
                let signal: u64 = graph
                    .incident(v)
                    .iter()
                    .filter(|&&e| {
                        self.last.is_reversed(e) && graph.head(e, &self.configuration) == v
                    })
                    .map(|&e| u64::from(graph.edges()[e].weight))
                    .sum();
                signal >= u64::from(graph.vertices()[v].minimum)
            })
            .collect();
        (0..graph.edges().len())
            .filter(|&e| {
                let active = active[graph.head(e, &self.configuration)];
                match &self.used {
                    Some(used) => active && !used.is_reversed(e),
                    None => active != self.last.is_reversed(e),
                }
            })
            .collect()
    }

    /// Makes one step and returns the edges it reversed.
    pub fn advance(&mut self, graph: &ConstraintGraph) -> Vec<EdgeId> {
        let edges = self.next_edges(graph);
        self.last = graph.start();
        for &edge in &edges {
            self.configuration.reverse(edge);
            self.last.reverse(edge);
            if let Some(used) = &mut self.used {
                used.reverse(edge);
            }
        }
        edges
    }
}

/// The first steps of a run: what each of them reverses.
#[must_use]
pub fn run(graph: &ConstraintGraph, bounded: bool, steps: usize) -> Vec<Vec<EdgeId>> {
    let mut state = Step::start(graph, bounded);
    (0..steps).map(|_| state.advance(graph)).collect()
}

pub(super) fn solve(
    graph: &ConstraintGraph,
    target: EdgeId,
    bounded: bool,
    meter: &Meter,
) -> Solution {
    let mut ticker = meter.ticker();
    let mut state = Step::start(graph, bounded);
    // Brent: the mark moves to the current state at every power of two, so the cycle is noticed within three
    // times the steps up to its end, in constant memory.
    let mut mark = state.clone();
    let mut power = 1u64;
    let mut since = 0u64;
    let mut step = 0u64;
    loop {
        if let Err(stop) = ticker.steps(graph.edges().len() + 16) {
            return Solution::stopped(
                stop,
                step,
                format!("not reversed in the first {step} steps"),
            );
        }
        step += 1;
        let edges = state.advance(graph);
        if edges.binary_search(&target).is_ok() {
            return Solution {
                length: Some(step),
                ..Solution::new(Answer::Yes, step)
            };
        }
        since += 1;
        if edges.is_empty() && bounded || state == mark {
            return Solution::new(Answer::No, step);
        }
        if since == power {
            mark = state.clone();
            power *= 2;
            since = 0;
        }
    }
}
