//! Strategies that no solver wrote: parts of any values in any order, as far as the checker accepts them.
//! Whatever is accepted must be lost for the mover, since the checker leans on nothing else.

use std::collections::BTreeMap;

use sidle_check::annihilation::{Certificate, Outcome, Part, Proof, Strategy, check};
use sidle_graph::{Digraph, label::Label};

use crate::{
    reference::{Random, retrograde},
    subset,
};

/// Positions as bits.
fn after(position: u32, from: u32, to: u32) -> u32 {
    position ^ (1 << from) ^ (1 << to)
}

fn moves(graph: &Digraph, position: u32) -> Vec<(u32, u32)> {
    let tokens = subset(position).into_iter();
    tokens
        .flat_map(|from| {
            let targets = graph.successors(from).iter();
            targets.map(move |&to| (from, to)).collect::<Vec<_>>()
        })
        .collect()
}

/// Who wins from each position.
fn truth(graph: &Digraph) -> Vec<Label> {
    let options = |position: u32| -> Vec<usize> {
        let moves = moves(graph, position).into_iter();
        moves.map(|(i, j)| after(position, i, j) as usize).collect()
    };
    let rows: Vec<Vec<usize>> = (0..1u32 << graph.vertex_count()).map(options).collect();
    retrograde(&rows)
}

/// The answers to the moves of a part, as far as there are any: `ranked` has value and rank of each part.
fn part(graph: &Digraph, position: u32, ranked: &BTreeMap<u32, (u32, usize)>) -> Option<Part> {
    let (value, rank) = ranked[&position];
    let mut reached = vec![false; value as usize];
    let mut answers = Vec::new();
    for (i, j) in moves(graph, position) {
        let next = after(position, i, j);
        match ranked.get(&next) {
            Some((lower, _)) if *lower < value => {
                reached[*lower as usize] = true;
                answers.push(None);
            }
            _ => {
                let mut replies = moves(graph, next).into_iter();
                let restores = |&(k, l): &(u32, u32)| {
                    let found = ranked.get(&after(next, k, l));
                    found.is_some_and(|found| found.0 == value && found.1 < rank)
                };
                answers.push(Some(replies.find(restores)?));
            }
        }
    }
    reached.iter().all(|&reached| reached).then(|| Part {
        tokens: subset(position),
        value,
        answers,
    })
}

/// The largest strategy within random values and a random order, by taking out what has no answer.
fn forge(graph: &Digraph, random: &mut Random) -> Vec<Part> {
    let all = 1u32 << graph.vertex_count();
    let mut order: Vec<u32> = (1..all).filter(|bits| bits.count_ones() <= 4).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, random.below(i + 1));
    }
    let most = 1 + random.below(3);
    let mut ranked = BTreeMap::from([(0, (0, 0))]);
    for (place, &position) in order.iter().enumerate() {
        ranked.insert(position, (random.below(most) as u32, place + 1));
    }
    loop {
        let kept = order
            .iter()
            .filter(|position| ranked.contains_key(position));
        let parts: Vec<_> = kept.map(|&p| (p, part(graph, p, &ranked))).collect();
        if parts.iter().all(|(_, part)| part.is_some()) {
            return parts.into_iter().filter_map(|(_, part)| part).collect();
        }
        for (position, part) in parts {
            if part.is_none() {
                ranked.remove(&position);
            }
        }
    }
}

fn certificate(graph: &Digraph, tokens: u32, strategy: Strategy) -> Certificate {
    let vertices = graph.vertices().map(|v| v.to_string()).collect();
    let options = graph.vertices().map(|v| graph.successors(v).to_vec());
    let (options, proof) = (options.collect(), Proof::Strategy(strategy));
    Certificate::new(
        "",
        vertices,
        options,
        subset(tokens),
        Outcome::P,
        None,
        proof,
    )
}

/// Checks every sum of nim-sum 0 that a forged strategy allows; returns how many parts were of a value above 0,
/// and how many parts there were.
pub(crate) fn try_forging(graph: &Digraph, random: &mut Random) -> (usize, usize) {
    let parts = forge(graph, random);
    let truth = truth(graph);
    let bits = |part: &Part| part.tokens.iter().fold(0u32, |bits, v| bits | 1 << v);
    for _ in 0..20 {
        let sum = (0..parts.len() as u32).filter(|_| random.below(2) == 0);
        let sum: Vec<u32> = sum.collect();
        let chosen = sum.iter().map(|&place| &parts[place as usize]);
        let (position, nim_sum) = chosen.fold((0, 0), |(position, nim_sum), part| {
            (position ^ bits(part), nim_sum ^ part.value)
        });
        let strategy = Strategy {
            parts: parts.clone(),
            sum,
        };
        let verdict = check(&certificate(graph, position, strategy));
        assert_eq!(verdict.is_valid(), nim_sum == 0, "{verdict} on {graph:?}");
        if nim_sum == 0 {
            let label = truth[position as usize];
            assert_eq!(label, Label::P, "{verdict} on {graph:?}, {parts:?}");
        }
    }
    let raised = parts.iter().filter(|part| part.value > 0).count();
    (raised, parts.len())
}
