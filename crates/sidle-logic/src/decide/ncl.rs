//! Nondeterministic constraint logic: breadth-first search over packed configurations, from both ends where
//! the goals, the configurations right after the target's reversal, are few enough to be listed.

use std::path::Path;

use sidle_core::Meter;
use sidle_graph::Threads;

use super::{
    Answer, Options, Solution, goals,
    packed::{Packed, bit},
};
use crate::{
    Error,
    graph::{ConstraintGraph, EdgeId},
    search::{Folder, Key, OnDiskError, Space, Until, between, search, search_on_disk, way},
};

/// Configurations with the target as the goal.
struct Configurations<K> {
    graph: Packed<K>,
    goal: K,
}

impl<K: Key> Space for Configurations<K> {
    type Key = K;
    type Scratch = Vec<i64>;

    #[inline]
    fn neighbours(&self, key: K, slack: &mut Vec<i64>, out: &mut Vec<K>) {
        self.graph.slack(key, slack);
        for edge in 0..self.graph.edges() {
            if self.graph.can_reverse(key, edge, slack) {
                out.push(key.xor(bit(edge)));
            }
        }
    }

    #[inline]
    fn is_goal(&self, key: K) -> bool {
        key.and(self.goal) != K::ZERO
    }

    fn is_state(&self, key: K) -> bool {
        let mut slack = Vec::new();
        self.graph.slack(key, &mut slack);
        let edges: K = (0..self.graph.edges()).fold(K::ZERO, |all, edge| all.xor(bit(edge)));
        key.and(edges) == key && slack.iter().all(|&spare| spare >= 0)
    }
}

/// The most edges of a graph that is searched.
const MOST_EDGES: usize = 1023;

pub(super) fn solve(
    graph: &ConstraintGraph,
    target: EdgeId,
    options: Options,
    meter: &Meter,
) -> Result<Solution, Error> {
    Ok(match graph.edges().len() {
        0..=63 => packed::<u64>(graph, target, options, meter),
        64..=127 => packed::<u128>(graph, target, options, meter),
        128..=255 => packed::<[u64; 4]>(graph, target, options, meter),
        256..=MOST_EDGES => packed::<[u64; 16]>(graph, target, options, meter),
        _ => return Err(too_large(MOST_EDGES)),
    })
}

pub(super) fn too_large(most: usize) -> Error {
    Error::whole(format!(
        "this game is decided for graphs of at most {most} edges"
    ))
}

fn packed<K: Key>(
    graph: &ConstraintGraph,
    target: EdgeId,
    options: Options,
    meter: &Meter,
) -> Solution {
    let space = Configurations {
        graph: Packed::<K>::new(graph),
        goal: bit(target),
    };
    // First a look around; then, if the goals can be listed, from both ends.
    let near = Meter::new().with_max_nodes(LOOK_AROUND);
    let mut found = search(&space, vec![K::ZERO], Until::Goal, Threads::ONE, &near);
    if let Err(stop) = meter.ticker().nodes(found.states(), 0) {
        found.stopped = Some(stop);
    } else if found.stopped.is_some() {
        match goals::list::<K>(graph, target, meter) {
            Err(stop) => found.stopped = Some(stop),
            Ok(Some(goals)) => return both_ends(&space, graph, &goals, options, meter),
            Ok(None) => {
                found = search(&space, vec![K::ZERO], Until::Goal, options.threads, meter);
            }
        }
    }
    let states = found.states();
    if let Some(stop) = found.stopped {
        let distance = found.levels.len().saturating_sub(1);
        return Solution::stopped(
            stop,
            states,
            format!("no solution of fewer than {distance} moves"),
        );
    }
    let Some(goal) = found.goal else {
        return Solution::new(Answer::No, states);
    };
    let way = way(&space, &found.levels, goal);
    Solution::new(Answer::Yes, states).with_moves(moves(&way, graph))
}

/// Decides NCL with the levels of the search in a folder. A search that was stopped or killed goes on where it was when it
/// is asked for again with the same folder. `buffer` is about what it takes in memory, in bytes.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_logic::{decide::{ncl_on_disk, Options}, graph::ConstraintGraph};
/// let graph = ConstraintGraph::parse("0 1 2\n0 1 2\n1 0 2\ntarget 2\n")?;
/// let folder = std::env::temp_dir().join(format!("sidle-ncl-{}", std::process::id()));
/// let solution = ncl_on_disk(&graph, Options::default(), &folder, 1 << 20, &Meter::unlimited())?;
/// assert_eq!(solution.length, Some(2));
/// std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ncl_on_disk(
    graph: &ConstraintGraph,
    options: Options,
    path: &Path,
    buffer: usize,
    meter: &Meter,
) -> Result<Solution, OnDiskError> {
    graph.require_legal_start()?;
    let target = super::target(graph)?;
    let folder = Folder {
        path: path.to_owned(),
        task: format!("ncl {target} {}", graph.to_text()),
        buffer,
    };
    match graph.edges().len() {
        0..=63 => on_disk::<u64>(graph, target, &folder, options, meter),
        64..=MOST_ON_DISK => on_disk::<u128>(graph, target, &folder, options, meter),
        _ => Err(too_large(MOST_ON_DISK).into()),
    }
}

/// The most edges of a graph that is searched on disk.
const MOST_ON_DISK: usize = 127;

fn on_disk<K: Key>(
    graph: &ConstraintGraph,
    target: EdgeId,
    folder: &Folder,
    options: Options,
    meter: &Meter,
) -> Result<Solution, OnDiskError> {
    let space = Configurations {
        graph: Packed::<K>::new(graph),
        goal: bit(target),
    };
    let found = search_on_disk(&space, K::ZERO, folder, options.threads, meter)?;
    let states = found.levels.iter().sum();
    let solution = match (found.stopped, found.way) {
        (Some(stop), _) => {
            let distance = found.levels.len().saturating_sub(1);
            let far = format!("no solution of fewer than {distance} moves");
            Solution::stopped(stop, states, far)
        }
        (None, Some(way)) => Solution::new(Answer::Yes, states).with_moves(moves(&way, graph)),
        (None, None) => Solution::new(Answer::No, states),
    };
    Ok(Solution {
        believed: found.believed,
        ..solution
    })
}

/// So many states are found before the other end is looked at.
const LOOK_AROUND: u64 = 1 << 16;

fn both_ends<K: Key>(
    space: &Configurations<K>,
    graph: &ConstraintGraph,
    goals: &[K],
    options: Options,
    meter: &Meter,
) -> Solution {
    let meeting = between(space, &[K::ZERO], goals, options.threads, meter);
    match (meeting.stopped, meeting.way) {
        (Some(stop), _) => {
            let far = format!("no solution of fewer than {} moves", meeting.least);
            Solution::stopped(stop, meeting.states, far)
        }
        (None, Some(way)) => {
            Solution::new(Answer::Yes, meeting.states).with_moves(moves(&way, graph))
        }
        (None, None) => Solution::new(Answer::No, meeting.states),
    }
}

/// The edge that each step of a way reverses.
fn moves<K: Key>(way: &[K], graph: &ConstraintGraph) -> Vec<Option<EdgeId>> {
    let steps = way.windows(2).map(|step| {
        let changed = step[0].xor(step[1]);
        (0..graph.edges().len()).find(|&edge| changed.field(edge as u32, 1) == 1)
    });
    steps.collect()
}

/// The levels of the search, as masks: for certificates. At most 63 edges.
pub(super) fn levels(
    graph: &ConstraintGraph,
    target: EdgeId,
    options: Options,
    meter: &Meter,
) -> Result<Vec<Vec<u64>>, sidle_core::StopReason> {
    let space = Configurations {
        graph: Packed::<u64>::new(graph),
        goal: bit(target),
    };
    let found = search(&space, vec![0], Until::Goal, options.threads, meter);
    match found.stopped {
        Some(stop) => Err(stop),
        None => Ok(found.levels),
    }
}

/// All legal configurations of a small graph, as masks of the reversed edges, ascending.
///
/// ```
/// use sidle_logic::{decide::legal_configurations, graph::ConstraintGraph};
/// let graph = ConstraintGraph::from_edges([(0, 1, 2), (0, 1, 2), (1, 0, 2)]);
/// assert_eq!(legal_configurations(&graph).count(), 6);
/// ```
///
/// # Panics
///
/// If the graph has more than 30 edges.
pub fn legal_configurations(graph: &ConstraintGraph) -> impl Iterator<Item = u64> + use<> {
    assert!(graph.edges().len() <= 30, "too many configurations to list");
    let packed = Packed::<u64>::new(graph);
    let mut slack = Vec::new();
    (0..1u64 << graph.edges().len()).filter(move |&mask| {
        packed.slack(mask, &mut slack);
        slack.iter().all(|&spare| spare >= 0)
    })
}
