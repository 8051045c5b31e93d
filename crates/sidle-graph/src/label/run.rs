//! Labels in the order in which they are given, each with the vertices that justify it.

use std::collections::VecDeque;

use sidle_core::{Meter, StopReason};

use super::{Mover, Value};
use crate::Digraph;

/// A label that is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelEvent {
    /// The vertex.
    pub vertex: u32,
    /// The player to move; player 0 in the symmetric game.
    pub mover: Mover,
    /// What that player gets.
    pub label: Value,
    /// The stage in the symmetric game: the number of moves until the end. In the asymmetric game the place of the event that
    /// caused this one, counted from 1, and 0 at a vertex without options.
    pub stage: u64,
    /// The options that justify the label: one, or all of them.
    pub because: Vec<u32>,
}

/// The labelling of Fraenkel and Levy, label by label: a vertex is lost when all its options are won, and won when an option is
/// lost. What gets no label is a draw.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_graph::{Digraph, label::symmetric_run};
/// let graph = Digraph::<u32>::from_edges(3, &[(0, 1), (1, 2)])?;
/// let run = symmetric_run(&graph, &Meter::unlimited())?;
/// let order: Vec<u32> = run.iter().map(|event| event.vertex).collect();
/// assert_eq!(order, [2, 1, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Cost
/// Linear in the graph.
pub fn symmetric_run(graph: &Digraph, meter: &Meter) -> Result<Vec<LabelEvent>, StopReason> {
    let count = graph.vertex_count();
    let mut open: Vec<usize> = (0..count as u32)
        .map(|v| graph.successors(v).len())
        .collect();
    let mut given: Vec<bool> = vec![false; count];
    let mut events: Vec<LabelEvent> = Vec::new();
    let mut queue = VecDeque::new();
    let mut ticker = meter.ticker();
    for v in (0..count as u32).filter(|&v| open[v as usize] == 0) {
        given[v as usize] = true;
        queue.push_back(LabelEvent::new(v, Value::Loss, 0, Vec::new()));
    }
    while let Some(event) = queue.pop_front() {
        for &p in graph.predecessors(event.vertex) {
            ticker.step()?;
            if given[p as usize] {
                continue;
            }
            if event.label == Value::Loss {
                given[p as usize] = true;
                let because = vec![event.vertex];
                queue.push_back(LabelEvent::new(p, Value::Win, event.stage + 1, because));
                continue;
            }
            open[p as usize] -= 1;
            if open[p as usize] == 0 {
                given[p as usize] = true;
                let because = graph.successors(p).to_vec();
                queue.push_back(LabelEvent::new(p, Value::Loss, event.stage + 1, because));
            }
        }
        events.push(event);
    }
    Ok(events)
}

/// Löwe's labelling, label by label: the labels of player 0 begin as losses and rise, those of player 1 begin as wins and fall.
/// Each change is processed once, and queues those that it causes.
///
/// # Cost
/// Linear in the graph: each label changes twice at most.
pub fn asymmetric_run(graph: &Digraph, meter: &Meter) -> Result<Vec<LabelEvent>, StopReason> {
    let count = graph.vertex_count();
    let mut labels = vec![[Value::Loss, Value::Win]; count];
    let mut events: Vec<LabelEvent> = Vec::new();
    let mut ticker = meter.ticker();
    for v in (0..count as u32).filter(|&v| graph.successors(v).is_empty()) {
        for (mover, label) in [(Mover::Zero, Value::Draw), (Mover::One, Value::Loss)] {
            labels[v as usize][index(mover)] = label;
            let event = LabelEvent::new(v, label, 0, Vec::new());
            events.push(LabelEvent { mover, ..event });
        }
    }
    let mut next = 0;
    while let Some(event) = events.get(next).cloned() {
        next += 1;
        let mover = match event.mover {
            Mover::Zero => Mover::One,
            Mover::One => Mover::Zero,
        };
        for &p in graph.predecessors(event.vertex) {
            ticker.steps(1 + graph.successors(p).len())?;
            let options = graph.successors(p);
            let gives = |w: u32| -labels[w as usize][1 - index(mover)];
            let Some(best) = options.iter().map(|&w| gives(w)).max() else {
                continue;
            };
            let old = labels[p as usize][index(mover)];
            let changes = match mover {
                Mover::Zero => best > old,
                Mover::One => best < old,
            };
            if !changes {
                continue;
            }
            // The option that has just changed is the reason for the label of player 0, unless a better one was processed earlier.
            let because = match mover {
                Mover::Zero if gives(event.vertex) != best => continue,
                Mover::Zero => vec![event.vertex],
                Mover::One => options.to_vec(),
            };
            labels[p as usize][index(mover)] = best;
            let caused = LabelEvent::new(p, best, next as u64, because);
            events.push(LabelEvent { mover, ..caused });
        }
    }
    Ok(events)
}

fn index(mover: Mover) -> usize {
    match mover {
        Mover::Zero => 0,
        Mover::One => 1,
    }
}

impl LabelEvent {
    fn new(vertex: u32, label: Value, stage: u64, because: Vec<u32>) -> LabelEvent {
        LabelEvent {
            vertex,
            mover: Mover::Zero,
            label,
            stage,
            because,
        }
    }
}
