//! The gadget lab: what a gadget can do at its ports, compared with what it should do.
//!
//! A gadget is a piece of a puzzle with named ports. Each port is *away* (its edge points away from the vertex) or not. The states of the ports
//! that can be reached, and the changes of one port between them, must be exactly those of a vertex of constraint logic, and every
//! change must be possible from every inner state, after inner moves only. For a puzzle that is not played, such as
//! Hitori, the states of the ports in all solutions are compared.

mod file;
mod find;
mod graphs;
mod sliding;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    hash::Hash,
};

pub use file::GadgetFile;
pub use find::{Chamber, Findings, find};
pub use graphs::GraphGadget;
use serde::Serialize;
use sidle_core::{Meter, StopReason};
pub use sliding::SlidingGadget;

use crate::Error;

/// The ports of a gadget that are away, a bit each, the first port lowest.
pub type PortState = u32;

/// A gadget that is played: states with moves.
pub trait Gadget {
    /// An inner state.
    type State: Clone + Eq + Hash;
    /// The names of the ports.
    fn ports(&self) -> Vec<String>;
    /// Where it begins.
    fn start(&self) -> Self::State;
    /// All moves, each with a few words.
    fn moves(&self, state: &Self::State) -> Vec<(String, Self::State)>;
    /// Which ports are away.
    fn port_state(&self, state: &Self::State) -> PortState;
}

/// What a gadget should do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behaviour {
    /// How many ports it has.
    pub ports: usize,
    /// The states of the ports that must occur; between two that differ in one port there must be a change.
    pub states: BTreeSet<PortState>,
}

impl Behaviour {
    /// `and` and `fanout` (two red ports, then the blue one), `or` (three ports), `wire`, `turn` and `parity` (two ports), or a list of
    /// port states such as `000,001,010`.
    pub fn named(name: &str) -> Result<Behaviour, Error> {
        let where_legal = |ports: usize, legal: &dyn Fn(u32) -> bool| Behaviour {
            ports,
            states: (0..1 << ports).filter(|&state| legal(state)).collect(),
        };
        match name {
            // Inflow: red ports that are not away count 1, blue ones 2.
            "and" | "fanout" => Ok(where_legal(3, &|away| {
                let here = !away;
                (here & 1) + (here >> 1 & 1) + 2 * (here >> 2 & 1) >= 2
            })),
            "or" => Ok(where_legal(3, &|away| away != 0b111)),
            "wire" | "turn" | "parity" => Ok(where_legal(2, &|away| away != 0b11)),
            list => {
                let mut states = BTreeSet::new();
                let mut ports = 0;
                for word in list.split(',') {
                    ports = word.len();
                    let digits = word.chars().rev().map(|digit| digit.to_digit(2));
                    let state = digits
                        .collect::<Option<Vec<u32>>>()
                        .filter(|d| (1..=16).contains(&d.len()));
                    let Some(digits) = state else {
                        return Err(Error::whole(format!("`{name}` is not a behaviour")).help(
                            "write and, or, fanout, wire, turn, parity, or port states such as 000,001,010",
                        ));
                    };
                    states.insert(digits.iter().rev().enumerate().map(|(i, &d)| d << i).sum());
                }
                if list.split(',').any(|word| word.len() != ports) {
                    return Err(Error::whole(
                        "all port states have as many digits as there are ports",
                    ));
                }
                Ok(Behaviour { ports, states })
            }
        }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GadgetReport {
    /// Does the gadget do what it should?
    pub implements: bool,
    /// The states of the ports that occur, one digit a port, `1` for away.
    pub port_states: Vec<String>,
    /// How many inner states there are.
    pub states: u64,
    /// What is wrong first.
    pub discrepancy: Option<String>,
    /// How to play there.
    pub line: Option<Vec<String>>,
}

fn digits(state: PortState, ports: usize) -> String {
    (0..ports)
        .map(|port| if state >> port & 1 == 1 { '1' } else { '0' })
        .collect()
}

/// Compares a gadget that is played with a behaviour.
pub fn check<G: Gadget>(
    gadget: &G,
    behaviour: &Behaviour,
    meter: &Meter,
) -> Result<GadgetReport, StopReason> {
    let ports = gadget.ports().len();
    let mut ticker = meter.ticker();
    let start = gadget.start();
    let mut numbers: HashMap<G::State, usize> = HashMap::from([(start.clone(), 0)]);
    let mut states = vec![start];
    let mut before: Vec<(usize, String)> = vec![(0, String::new())];
    let mut moves: Vec<Vec<usize>> = Vec::new();
    while moves.len() < states.len() {
        let here = moves.len();
        ticker.node(64)?;
        let mut row = Vec::new();
        for (words, next) in gadget.moves(&states[here]) {
            let fresh = states.len();
            let number = *numbers.entry(next.clone()).or_insert(fresh);
            if number == fresh {
                states.push(next);
                before.push((here, words));
            }
            row.push(number);
        }
        moves.push(row);
    }
    let shown: Vec<PortState> = states
        .iter()
        .map(|state| gadget.port_state(state))
        .collect();
    let occurring: BTreeSet<PortState> = shown.iter().copied().collect();
    let line = |state: usize| {
        let mut line = Vec::new();
        let mut at = state;
        while at != 0 {
            line.push(before[at].1.clone());
            at = before[at].0;
        }
        line.reverse();
        line
    };
    let report = |wrong: Option<(String, Option<usize>)>| GadgetReport {
        implements: wrong.is_none(),
        port_states: occurring
            .iter()
            .map(|&state| digits(state, ports))
            .collect(),
        states: states.len() as u64,
        line: wrong.as_ref().and_then(|(_, at)| at.map(line)),
        discrepancy: wrong.map(|(words, _)| words),
    };
    if ports != behaviour.ports {
        let words = format!(
            "the gadget has {ports} ports and should have {}",
            behaviour.ports
        );
        return Ok(report(Some((words, None))));
    }
    if let Some(at) = (0..states.len()).find(|&at| !behaviour.states.contains(&shown[at])) {
        let words = format!(
            "the ports reach {}, which they should not",
            digits(shown[at], ports)
        );
        return Ok(report(Some((words, Some(at)))));
    }
    if let Some(&missing) = behaviour.states.difference(&occurring).next() {
        let words = format!("the ports never reach {}", digits(missing, ports));
        return Ok(report(Some((words, None))));
    }
    // Inner moves keep the ports as they are: parts of states joined by them.
    let parts = parts(&moves, &shown);
    let mut changes: BTreeMap<usize, BTreeSet<PortState>> = BTreeMap::new();
    for (at, row) in moves.iter().enumerate() {
        changes
            .entry(parts[at])
            .or_default()
            .extend(row.iter().map(|&next| shown[next]));
    }
    for at in 0..states.len() {
        for port in 0..ports {
            let wanted = shown[at] ^ 1 << port;
            if behaviour.states.contains(&wanted) && !changes[&parts[at]].contains(&wanted) {
                let (from, to) = (digits(shown[at], ports), digits(wanted, ports));
                let words = format!("from here the ports cannot go from {from} to {to}");
                return Ok(report(Some((words, Some(at)))));
            }
        }
    }
    Ok(report(None))
}

/// The least state of the part that each state belongs to.
fn parts(moves: &[Vec<usize>], shown: &[PortState]) -> Vec<usize> {
    let mut inner: Vec<Vec<usize>> = vec![Vec::new(); moves.len()];
    for (at, row) in moves.iter().enumerate() {
        for &next in row.iter().filter(|&&next| shown[next] == shown[at]) {
            inner[at].push(next);
            inner[next].push(at);
        }
    }
    let mut part = vec![usize::MAX; moves.len()];
    for root in 0..moves.len() {
        let mut open = vec![root];
        while let Some(at) = open.pop() {
            if part[at] == usize::MAX {
                part[at] = root;
                open.extend(&inner[at]);
            }
        }
    }
    part
}

/// Compares the port states of all solutions of a puzzle that is not played with a behaviour.
#[must_use]
pub fn check_solutions(
    ports: usize,
    occurring: &BTreeSet<PortState>,
    count: u64,
    behaviour: &Behaviour,
) -> GadgetReport {
    let extra = occurring.difference(&behaviour.states).next();
    let missing = behaviour.states.difference(occurring).next();
    let discrepancy = match (extra, missing) {
        _ if ports != behaviour.ports => Some(format!(
            "the gadget has {ports} ports and should have {}",
            behaviour.ports
        )),
        (Some(&state), _) => Some(format!(
            "a solution has the ports at {}",
            digits(state, ports)
        )),
        (None, Some(&state)) => Some(format!(
            "no solution has the ports at {}",
            digits(state, ports)
        )),
        (None, None) => None,
    };
    GadgetReport {
        implements: discrepancy.is_none(),
        port_states: occurring
            .iter()
            .map(|&state| digits(state, ports))
            .collect(),
        states: count,
        discrepancy,
        line: None,
    }
}
