//! A whole component: how far its states are from the goal and from the start.

use serde::Serialize;
use sidle_core::{Meter, StopReason};

use super::{
    Frame, Options, Puzzle,
    solve::{Task, packed},
    space::{Blocks, Layout},
};
use crate::{
    Error,
    search::{Key, Levels, Space, Until, search},
};

/// What there is to know about everything that can be reached from the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Component {
    /// The distance of the positions farthest from the goal; `null` if no goal can be reached.
    pub length: Option<u64>,
    /// The rows of one such position, the first in the order of the packed states.
    pub board: Option<Vec<String>>,
    /// How many positions are so far away.
    pub farthest: u64,
    /// How many states can be reached.
    pub states: u64,
    /// How many of them are goals.
    pub goals: u64,
    /// The distance of the start from the goal.
    pub start: Option<u64>,
    /// The distance of the state farthest from the start.
    pub eccentricity: u64,
    /// How many states have each distance from the start.
    pub from_start: Vec<u64>,
    /// How many states have each distance from the goal.
    pub from_goal: Vec<u64>,
    /// Why the work stopped, and how far it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// The reason as the meter knows it.
    #[serde(skip)]
    pub stop: Option<StopReason>,
}

fn sizes<K>(levels: &Levels<K>) -> Vec<u64> {
    levels
        .levels
        .iter()
        .map(|level| level.len() as u64)
        .collect()
}

/// Explores everything that can be reached and measures it.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_logic::blocks::{component, Options, Puzzle};
/// let puzzle = Puzzle::parse("a..\ngoal\n..a\n")?;
/// let all = component(&puzzle, Options::default(), &Meter::unlimited())?;
/// assert_eq!((all.states, all.goals, all.length), (3, 1, Some(1)));
/// # Ok::<(), sidle_logic::Error>(())
/// ```
pub fn component(puzzle: &Puzzle, options: Options, meter: &Meter) -> Result<Component, Error> {
    struct Measure<'a> {
        puzzle: &'a Puzzle,
        options: Options,
        meter: &'a Meter,
    }
    impl Task for Measure<'_> {
        type Output = Component;

        fn run<K: Key>(self, blocks: Blocks<K>, start: K, layout: &Layout) -> Component {
            let threads = self.options.threads;
            let forth = search(&blocks, vec![start], Until::Exhausted, threads, self.meter);
            let mut component = Component {
                length: None,
                board: None,
                farthest: 0,
                states: forth.states(),
                goals: 0,
                start: None,
                eccentricity: forth.levels.len() as u64 - 1,
                from_start: sizes(&forth),
                from_goal: Vec::new(),
                stopped: None,
                stop: None,
            };
            let stopped = |component: Component, stop: StopReason, what: &str| Component {
                stopped: Some(format!("{stop}; {what}")),
                stop: Some(stop),
                ..component
            };
            if let Some(stop) = forth.stopped {
                return stopped(component, stop, "not every state was found");
            }
            let is_goal = |level: &Vec<K>| level.iter().any(|&key| blocks.is_goal(key));
            component.start = forth
                .levels
                .iter()
                .position(is_goal)
                .map(|depth| depth as u64);
            let mut goals: Vec<K> = forth.levels.into_iter().flatten().collect();
            goals.retain(|&key| blocks.is_goal(key));
            component.goals = goals.len() as u64;
            let back = search(&blocks, goals, Until::Exhausted, threads, self.meter);
            component.from_goal = sizes(&back);
            if let Some(stop) = back.stopped {
                return stopped(
                    component,
                    stop,
                    "not every distance from the goal was found",
                );
            }
            if let Some(last) = back.levels.last() {
                component.length = Some(back.levels.len() as u64 - 1);
                component.farthest = last.len() as u64;
                let least = last.iter().min();
                component.board = least.map(|&key| shown(&blocks, layout, self.puzzle, key));
            }
            component
        }
    }
    let task = Measure {
        puzzle,
        options,
        meter,
    };
    packed(puzzle, options.metric, options.by_shape, task)
}

/// The rows of a packed state; pieces of a class stand in the order of their placements.
pub(super) fn shown<K: Key>(
    blocks: &Blocks<K>,
    layout: &Layout,
    puzzle: &Puzzle,
    key: K,
) -> Vec<String> {
    let places = blocks.unpack(key);
    let mut corners = vec![(0, 0); puzzle.pieces().len()];
    for class in &layout.classes {
        for (&piece, field) in class.pieces.iter().zip(class.range.clone()) {
            corners[piece] = class.placements[places[field] as usize];
        }
    }
    Frame::at(puzzle, corners).rows
}
