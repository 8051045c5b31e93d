//! Runs of the labelling algorithms of Fraenkel and Levy and of Löwe, kind `labelling-run`: the labels in the order in which
//! they are given, each with the vertices that justify it.
//!
//! *Symmetric*: a vertex becomes `P` when all its options are `N`, and `N` when an option is `P`. The stage of a label is the
//! number of moves until the end. What has no label in the end is `D`.
//!
//! *Asymmetric*: each vertex has a label for either player to move, as that player sees it. The one for player 0 begins as
//! `L` and rises, the one for player 1 begins as `W` and falls:
//!
//! * for player 0 it rises to the best of what the options are for player 1, as player 0 sees it;
//! * for player 1 it falls to the best of what the options are for player 0, as player 1 sees it.
//!
//! The checker makes every change itself and looks whether another one is left at the end. The labels
//! change in one direction only, and each condition is monotone in the others; so the final labels do not depend on the order.

use serde::{Deserialize, Serialize};
use sidle_core::{Meter, StopReason};

use crate::{
    Failure, Verdict,
    certificate::certificate,
    digraph::{edge_count, misfit},
    labelling::{Game, Value},
};

/// A label that is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// The vertex.
    pub vertex: u32,
    /// The player to move, 0 or 1; 0 in the symmetric game.
    pub mover: u8,
    /// The label for the player to move: `P` is `L`, `N` is `W`.
    pub label: Value,
    /// The stage in the symmetric game; in the asymmetric game the place of the event that caused this one, counted from 1, and 0
    /// at a vertex without options.
    pub stage: u64,
    /// The options that justify the label: one, or all of them.
    pub because: Vec<u32>,
}

certificate! {
    "labelling-run" version 1:
    /// A whole `labelling-run` certificate.
    pub struct Certificate {
        /// Which game is played.
        pub game: Game,
        /// The names of the vertices.
        pub vertices: Vec<String>,
        /// The options of each vertex, as places in `vertices`.
        pub options: Vec<Vec<u32>>,
        /// The labels in order.
        pub events: Vec<Event>,
    }

    /// Checks a certificate that has been read. Cost: for each event the options of its vertex.
    pub fn check;
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    let game = match certificate.game {
        Game::Symmetric => "symmetric",
        Game::Asymmetric => "asymmetric",
    };
    let claim = format!(
        "the {game} game on {} vertices and {} edges is labelled by {} events",
        certificate.vertices.len(),
        edge_count(&certificate.options),
        certificate.events.len()
    );
    let result = shapes(certificate).and_then(|()| match certificate.game {
        Game::Symmetric => symmetric(certificate, meter),
        Game::Asymmetric => asymmetric(certificate, meter),
    });
    Verdict::new(KIND.name, claim, result)
}

fn shapes(certificate: &Certificate) -> Result<(), Failure> {
    let count = certificate.vertices.len();
    if certificate.options.len() != count {
        return Err(misfit("there is not one row for each vertex"));
    }
    let events = certificate.events.iter();
    let named = events.flat_map(|event| event.because.iter().chain([&event.vertex]));
    let mut all = named.chain(certificate.options.iter().flatten());
    match all.find(|&&v| v as usize >= count) {
        Some(v) => Err(misfit(format!("there is no vertex {v}"))),
        None => Ok(()),
    }
}

fn refuse<T>(place: usize, event: &Event, reason: &str) -> Result<T, Failure> {
    let claim = format!(
        "vertex {} is {:?} for player {}",
        event.vertex, event.label, event.mover
    );
    Err(Failure::new(format!("event {}", place + 1), claim, reason))
}

/// Are these the options of the vertex, each once?
fn are_all(options: &[u32], because: &[u32]) -> bool {
    let sorted = |list: &[u32]| {
        let mut list = list.to_vec();
        list.sort_unstable();
        list.dedup();
        list
    };
    sorted(options) == sorted(because)
}

fn symmetric(certificate: &Certificate, meter: &Meter) -> Result<usize, Failure> {
    let mut labels: Vec<Option<(Value, u64)>> = vec![None; certificate.vertices.len()];
    let mut ticker = meter.ticker();
    let mut reached = 0;
    for (place, event) in certificate.events.iter().enumerate() {
        let options = &certificate.options[event.vertex as usize];
        ticker.steps(1 + options.len())?;
        let label = |w: &u32| labels[*w as usize];
        if event.mover != 0 || labels[event.vertex as usize].is_some() {
            return refuse(place, event, "the vertex has its label already");
        }
        if event.stage < reached {
            return refuse(place, event, "a later stage came before");
        }
        reached = event.stage;
        let stage = match (event.label, event.because.as_slice()) {
            (Value::W, [reason]) => {
                let Some((Value::L, stage)) = label(reason) else {
                    return refuse(place, event, "the option is not P");
                };
                if !options.contains(reason) {
                    return refuse(place, event, "the vertex named is not an option");
                }
                stage + 1
            }
            (Value::L, because) if are_all(options, because) => {
                let mut stage = 0;
                for option in options {
                    let Some((Value::W, before)) = label(option) else {
                        return refuse(place, event, "not all options are N");
                    };
                    stage = stage.max(before + 1);
                }
                stage
            }
            _ => return refuse(place, event, "the options named do not justify the label"),
        };
        if stage != event.stage {
            return refuse(place, event, "the stage is another");
        }
        labels[event.vertex as usize] = Some((event.label, stage));
    }
    // What is left has a move that keeps the draw, and none that wins.
    for (v, options) in certificate.options.iter().enumerate() {
        ticker.steps(1 + options.len())?;
        let is_open = labels[v].is_none();
        let wins = |w: &u32| matches!(labels[*w as usize], Some((Value::L, _)));
        let holds = |w: &u32| labels[*w as usize].is_none();
        if is_open && (options.iter().any(wins) || !options.iter().any(holds)) {
            let claim = format!("vertex {v} is a draw");
            return Err(Failure::new("the end", claim, "it should have a label"));
        }
    }
    Ok(certificate.events.len())
}

fn inverse(value: Value) -> Value {
    match value {
        Value::W => Value::L,
        Value::D => Value::D,
        Value::L => Value::W,
    }
}

/// What the labels of the options make of a vertex.
fn due(options: &[u32], mover: usize, labels: &[[Value; 2]]) -> Value {
    let seen = options
        .iter()
        .map(|&w| inverse(labels[w as usize][1 - mover]));
    match (seen.max(), mover) {
        (Some(best), _) => best,
        (None, 0) => Value::D,
        (None, _) => Value::L,
    }
}

fn asymmetric(certificate: &Certificate, meter: &Meter) -> Result<usize, Failure> {
    let mut labels = vec![[Value::L, Value::W]; certificate.vertices.len()];
    let mut ticker = meter.ticker();
    for (place, event) in certificate.events.iter().enumerate() {
        let options = &certificate.options[event.vertex as usize];
        ticker.steps(1 + options.len())?;
        let mover = usize::from(event.mover);
        if mover > 1 {
            return refuse(place, event, "there are two players");
        }
        let old = labels[event.vertex as usize][mover];
        let moves_on = match mover {
            0 => event.label > old,
            _ => event.label < old,
        };
        if !moves_on {
            return refuse(place, event, "the label does not change in its direction");
        }
        justified(place, event, options, &labels)?;
        caused(place, event, &certificate.events)?;
        labels[event.vertex as usize][mover] = event.label;
    }
    stable(&certificate.options, &labels, meter)?;
    Ok(certificate.events.len())
}

/// Do the options named justify the label? One is enough for player 0, whose label rises to what it gives; for player 1 all
/// are needed, and none of them gives more.
fn justified(
    place: usize,
    event: &Event,
    options: &[u32],
    labels: &[[Value; 2]],
) -> Result<(), Failure> {
    let mover = usize::from(event.mover);
    let gives = |w: &u32| inverse(labels[*w as usize][1 - mover]);
    let fits = match (mover, event.because.as_slice()) {
        (0, []) => options.is_empty() && event.label == Value::D,
        (0, [reason]) => options.contains(reason) && gives(reason) == event.label,
        (1, because) => {
            let none_is_better = options.iter().all(|w| gives(w) <= event.label);
            let is_due = due(options, mover, labels) == event.label;
            are_all(options, because) && none_is_better && is_due
        }
        _ => false,
    };
    match fits {
        true => Ok(()),
        false => refuse(place, event, "the options named do not justify the label"),
    }
}

/// The event that caused this one came before it and was about an option and the other player.
fn caused(place: usize, event: &Event, events: &[Event]) -> Result<(), Failure> {
    if event.because.is_empty() && event.stage == 0 {
        return Ok(());
    }
    let cause = usize::try_from(event.stage).ok();
    let cause = cause.and_then(|stage| stage.checked_sub(1));
    let fits = cause.filter(|&cause| cause < place).is_some_and(|cause| {
        let cause = &events[cause];
        event.because.contains(&cause.vertex) && cause.mover != event.mover
    });
    match fits {
        true => Ok(()),
        false => refuse(place, event, "another event did not cause it"),
    }
}

/// No label is left to be changed.
fn stable(options: &[Vec<u32>], labels: &[[Value; 2]], meter: &Meter) -> Result<(), Failure> {
    let mut ticker = meter.ticker();
    for (v, options) in options.iter().enumerate() {
        ticker
            .steps(1 + options.len())
            .map_err(|stop: StopReason| Failure::from(stop))?;
        for mover in 0..2 {
            let due = due(options, mover, labels);
            if due != labels[v][mover] {
                let claim = format!("vertex {v} is {:?} for player {mover}", labels[v][mover]);
                let reason = format!("its options make it {due:?}");
                return Err(Failure::new("the end", claim, reason));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(vertex: u32, mover: u8, label: Value, stage: u64, because: &[u32]) -> Event {
        Event {
            vertex,
            mover,
            label,
            stage,
            because: because.to_vec(),
        }
    }

    fn run(game: Game, options: &[&[u32]], events: Vec<Event>) -> Certificate {
        let names = (0..options.len()).map(|v| v.to_string()).collect();
        let options = options.iter().map(|row| row.to_vec()).collect();
        Certificate::new("", game, names, options, events)
    }

    #[test]
    fn stages_of_the_symmetric_game() {
        // 0 → 1 → 2, and 3 is a loop.
        let options: [&[u32]; 4] = [&[1], &[2], &[], &[3]];
        let events = vec![
            event(2, 0, Value::L, 0, &[]),
            event(1, 0, Value::W, 1, &[2]),
            event(0, 0, Value::L, 2, &[1]),
        ];
        let good = run(Game::Symmetric, &options, events);
        assert!(check(&good).is_valid(), "{}", check(&good));
        let changes: [fn(&mut Certificate); 5] = [
            |run| drop(run.events.pop()),
            |run| run.events.swap(0, 1),
            |run| run.events[2].stage = 1,
            |run| run.events[1].label = Value::L,
            |run| run.events[2].because.clear(),
        ];
        for change in changes {
            let mut bad = good.clone();
            change(&mut bad);
            assert!(!check(&bad).is_valid(), "{bad:?}");
        }
    }

    #[test]
    fn calls_of_the_asymmetric_game() {
        // 0 → 1: player 0 wins by moving into the end, player 1 draws.
        let options: [&[u32]; 2] = [&[1], &[]];
        let events = vec![
            event(1, 0, Value::D, 0, &[]),
            event(1, 1, Value::L, 0, &[]),
            event(0, 1, Value::D, 1, &[1]),
            event(0, 0, Value::W, 2, &[1]),
        ];
        let good = run(Game::Asymmetric, &options, events);
        assert!(check(&good).is_valid(), "{}", check(&good));
        let changes: [fn(&mut Certificate); 5] = [
            |run| drop(run.events.pop()),
            |run| run.events[2].stage = 2,
            |run| run.events[2].label = Value::L,
            |run| run.events.swap(0, 2),
            |run| run.events[3].because.clear(),
        ];
        for change in changes {
            let mut bad = good.clone();
            change(&mut bad);
            assert!(!check(&bad).is_valid(), "{bad:?}");
        }
    }
}
