//! Games of one player, of two and of none.

use std::collections::HashMap;

use sidle_core::Meter;

use super::{Certificate, Graph, wrong};
use crate::Failure;

/// The edges that may be reversed.
fn moves(graph: &Graph, mask: u64, bounded: bool) -> impl Iterator<Item = usize> + '_ {
    (0..graph.edges.len()).filter(move |&edge| {
        !(bounded && mask >> edge & 1 == 1) && graph.is_legal_mask(mask ^ 1 << edge)
    })
}

pub(super) fn one_player(
    certificate: &Certificate,
    target: usize,
    bounded: bool,
    meter: &Meter,
) -> Result<usize, Failure> {
    let mut ticker = meter.ticker();
    let graph = &certificate.graph;
    let length = match (certificate.answer.as_str(), certificate.length) {
        ("yes", Some(length)) => {
            play(certificate, target, bounded)?;
            if certificate.moves.len() as u64 != length {
                return Err(wrong("length", "it is not the number of moves"));
            }
            Some(length as usize)
        }
        ("no", None) => None,
        _ => return Err(wrong("answer", "yes with a length, or no without")),
    };
    let mut distance: HashMap<u64, usize> = HashMap::new();
    for (level, masks) in certificate.levels.iter().enumerate() {
        for &mask in masks {
            distance.entry(mask).or_insert(level);
        }
    }
    if distance.get(&0) != Some(&0) {
        return Err(wrong("levels", "the first does not hold the start"));
    }
    // A configuration at distance d is looked at if d + 1 moves must not be enough.
    let looked_at = |&(_, &level): &(&u64, &usize)| length.is_none_or(|length| level + 1 < length);
    for (&mask, &level) in distance.iter().filter(looked_at) {
        ticker.steps(graph.edges.len())?;
        for edge in moves(graph, mask, bounded) {
            if edge == target && mask >> target & 1 == 0 {
                return Err(wrong(
                    format!("level {level}"),
                    format!("from configuration {mask} the target can be reversed"),
                ));
            }
            let next = mask ^ 1 << edge;
            if distance.get(&next).is_none_or(|&other| other > level + 1) {
                return Err(wrong(
                    format!("level {level}"),
                    format!("configuration {mask} and edge {edge} lead to none of the next level"),
                ));
            }
        }
    }
    Ok(distance.len() + certificate.moves.len())
}

fn play(certificate: &Certificate, target: usize, bounded: bool) -> Result<(), Failure> {
    let graph = &certificate.graph;
    let mut reversed = vec![false; graph.edges.len()];
    for (number, edge) in certificate.moves.iter().enumerate() {
        let step = format!("move {number}");
        let edge = edge
            .filter(|&edge| edge < graph.edges.len())
            .ok_or_else(|| wrong(step.clone(), "it reverses no edge"))?;
        if bounded && reversed[edge] {
            return Err(wrong(step, "the edge was reversed before"));
        }
        reversed[edge] = !reversed[edge];
        if !graph.is_legal(|edge| reversed[edge]) {
            return Err(wrong(step, "the configuration is not legal"));
        }
    }
    if reversed[target] {
        Ok(())
    } else {
        Err(wrong("moves", "the target is not reversed in the end"))
    }
}

pub(super) fn two_player(
    certificate: &Certificate,
    targets: [usize; 2],
    bounded: bool,
    meter: &Meter,
) -> Result<usize, Failure> {
    let mut ticker = meter.ticker();
    let graph = &certificate.graph;
    let players = ['W', 'B'];
    for (player, target) in players.into_iter().zip(targets) {
        if graph.owner(target) != Some(player) {
            return Err(wrong("targets", "a target does not belong to its player"));
        }
    }
    let mut values: HashMap<(u64, char), (Option<char>, u64)> = HashMap::new();
    for &(mask, player, winner, distance) in &certificate.states {
        let fine = |name: char| players.contains(&name);
        if !fine(player) || !winner.is_none_or(fine) {
            return Err(wrong("states", "players are W and B"));
        }
        if values.insert((mask, player), (winner, distance)).is_some() {
            return Err(wrong(
                "states",
                format!("configuration {mask} stands there twice"),
            ));
        }
    }
    for (&(mask, player), &(winner, distance)) in &values {
        ticker.steps(1 + graph.edges.len())?;
        let place = || format!("configuration {mask}, {player} to move");
        let other = if player == 'W' { 'B' } else { 'W' };
        let lost = mask >> targets[usize::from(other == 'B')] & 1 == 1;
        if lost {
            if (winner, distance) != (Some(other), 0) {
                return Err(wrong(place(), "the target of the opponent is reversed"));
            }
            continue;
        }
        let mut options: Vec<u64> = moves(graph, mask, bounded)
            .filter(|&edge| graph.owner(edge) == Some(player))
            .map(|edge| mask ^ 1 << edge)
            .collect();
        if options.is_empty() {
            options.push(mask);
        }
        let mut after = Vec::new();
        for option in options {
            let value = values.get(&(option, other));
            after.push(*value.ok_or_else(|| {
                wrong(
                    place(),
                    format!("the option {option} is not among the states"),
                )
            })?);
        }
        let wins = after.iter().filter(|(winner, _)| *winner == Some(player));
        let soonest = wins.map(|(_, distance)| *distance).min();
        let all_lost = after.iter().all(|(winner, _)| *winner == Some(other));
        let latest = after
            .iter()
            .map(|(_, distance)| *distance)
            .max()
            .unwrap_or(0);
        let expected = match soonest {
            Some(soonest) => Some((Some(player), soonest.checked_add(1))),
            None if all_lost => Some((Some(other), latest.checked_add(1))),
            None => None,
        };
        let agrees = match expected {
            Some((who, when)) => winner == who && Some(distance) == when,
            None => winner.is_none(),
        };
        if !agrees {
            return Err(wrong(
                place(),
                "its value does not follow from those of its options",
            ));
        }
    }
    let Some(&(winner, distance)) = values.get(&(0, 'W')) else {
        return Err(wrong("states", "the start is not among them"));
    };
    let claimed = match (certificate.answer.as_str(), certificate.length) {
        ("white", Some(length)) => winner == Some('W') && distance == length,
        ("black", Some(length)) => winner == Some('B') && distance == length,
        ("draw", None) => winner.is_none(),
        _ => false,
    };
    if !claimed {
        return Err(wrong("answer", "it is not the value of the start"));
    }
    best_play(certificate, &values)?;
    Ok(values.len() + certificate.moves.len())
}

/// The moves of a game that is won: each leads to a state that is won by the same player one move sooner. A pass leaves
/// the configuration as it is. Certificates may leave the moves out.
fn best_play(
    certificate: &Certificate,
    values: &HashMap<(u64, char), (Option<char>, u64)>,
) -> Result<(), Failure> {
    let mut state = (0, 'W');
    let mut value = values.get(&state).copied();
    for (number, edge) in certificate.moves.iter().enumerate() {
        let (mask, player) = state;
        let step = || format!("move {number}");
        let after = match edge {
            Some(edge) if *edge >= certificate.graph.edges.len() => {
                return Err(wrong(step(), "it reverses no edge"));
            }
            Some(edge) if certificate.graph.owner(*edge) != Some(player) => {
                return Err(wrong(step(), "the edge does not belong to the player"));
            }
            Some(edge) => mask ^ 1 << edge,
            None => mask,
        };
        state = (after, if player == 'W' { 'B' } else { 'W' });
        let sooner = match value {
            Some((Some(winner), distance)) => {
                distance.checked_sub(1).map(|one| (Some(winner), one))
            }
            _ => None,
        };
        value = values.get(&state).copied();
        if sooner.is_none() || value != sooner {
            return Err(wrong(
                step(),
                "it does not lead to the same end one move sooner",
            ));
        }
    }
    Ok(())
}

/// The configuration, what was just reversed and, in the bounded game, what has been reversed.
type Simulated = (Vec<bool>, Vec<bool>, Vec<bool>);

pub(super) fn no_player(
    certificate: &Certificate,
    target: usize,
    bounded: bool,
    meter: &Meter,
) -> Result<usize, Failure> {
    let mut ticker = meter.ticker();
    let graph = &certificate.graph;
    let edges = graph.edges.len();
    let mut last = vec![false; edges];
    graph.last.iter().for_each(|&edge| last[edge] = true);
    let used = if bounded {
        last.clone()
    } else {
        vec![false; edges]
    };
    let mut state: Simulated = (vec![false; edges], last, used);
    let (mut end, mut mark) = match (
        certificate.answer.as_str(),
        certificate.length,
        certificate.cycle,
    ) {
        ("yes", Some(length), _) => (length, None),
        ("no", None, Some((first, second))) if first < second => (second, Some(first)),
        _ => return Err(wrong("answer", "yes with a length, or no with a cycle")),
    };
    let mut remembered = None;
    // Brent: the anchor moves to the current state at every power of two, so that a run that repeats itself is
    // noticed, however many steps are claimed; whole periods of it are then skipped.
    let (mut anchor, mut anchored, mut whole) = (state.clone(), 0, false);
    let mut step = 0;
    loop {
        if mark == Some(step) {
            remembered = Some(state.clone());
        }
        if step >= end {
            break;
        }
        ticker.steps(1 + edges)?;
        let reversed = advance(graph, &mut state, bounded);
        step += 1;
        if reversed.contains(&target) {
            return if mark.is_none() && step == end {
                Ok(step as usize)
            } else {
                Err(wrong(format!("step {step}"), "the target is reversed here"))
            };
        }
        if whole {
            continue;
        }
        if state == anchor {
            whole = true;
            let period = step - anchored;
            let Some(first) = &mut mark else {
                return Err(wrong(format!("step {step}"), "the run repeats itself"));
            };
            let early = first.saturating_sub(step) / period * period;
            *first -= early;
            end -= early;
            end -= (end - step.max(*first)) / period * period;
        } else if step.is_power_of_two() {
            (anchor, anchored) = (state.clone(), step);
        }
    }
    if mark.is_some() && remembered.as_ref() == Some(&state) {
        Ok(step as usize)
    } else {
        Err(wrong("end", "the run does not show the claim"))
    }
}

fn advance(graph: &Graph, state: &mut Simulated, bounded: bool) -> Vec<usize> {
    let (at, last, used) = state;
    let mut signal = vec![0u64; graph.minimums.len()];
    for (edge, &(_, _, weight)) in graph.edges.iter().enumerate() {
        if last[edge] {
            signal[graph.head(edge, at[edge])] += u64::from(weight);
        }
    }
    let active = |vertex: usize| signal[vertex] >= u64::from(graph.minimums[vertex]);
    let next: Vec<usize> = (0..graph.edges.len())
        .filter(|&edge| {
            let active = active(graph.head(edge, at[edge]));
            if bounded {
                active && !used[edge]
            } else {
                active != last[edge]
            }
        })
        .collect();
    last.fill(false);
    for &edge in &next {
        at[edge] = !at[edge];
        last[edge] = true;
        if bounded {
            used[edge] = true;
        }
    }
    next
}
