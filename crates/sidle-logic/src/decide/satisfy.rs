//! Constraint graph satisfiability by a SAT solver.
//!
//! A variable says of each edge whether it is reversed. A vertex forbids exactly the sets of outward edges that
//! leave it with too little inflow: a clause for each least such set, or, at a vertex with very many, a
//! counter of auxiliary variables.

use sidle_core::{Meter, StopReason};

use super::{Answer, Solution};
use crate::{
    graph::ConstraintGraph,
    sat::{Literal, ProofStep, Sat},
};

/// A vertex with more clauses than this gets a counter.
const MOST_CLAUSES: usize = 2000;

/// For one vertex: the literals "edge points inward" with their weights, and the weight that is missing beside
/// what loops bring. `literal` turns an edge into the literal "it is reversed".
pub(super) fn inward(
    graph: &ConstraintGraph,
    vertex: usize,
    literal: impl Fn(usize) -> Literal,
) -> (Vec<(Literal, u32)>, i64) {
    let mut missing = i64::from(graph.vertices()[vertex].minimum);
    let mut terms = Vec::new();
    for &e in graph.incident(vertex) {
        let edge = &graph.edges()[e];
        if edge.tail == edge.head {
            missing -= i64::from(edge.weight);
        } else if edge.head == vertex {
            terms.push((-literal(e), edge.weight));
        } else {
            terms.push((literal(e), edge.weight));
        }
    }
    (terms, missing)
}

/// The clauses of "these terms weigh at least `missing`", unless there are too many.
pub(super) fn clauses(terms: &[(Literal, u32)], missing: i64) -> Option<Vec<Vec<Literal>>> {
    let total: i64 = terms.iter().map(|&(_, weight)| i64::from(weight)).sum();
    if missing <= 0 {
        return Some(Vec::new());
    }
    if total < missing {
        return Some(vec![Vec::new()]);
    }
    let spare = total - missing;
    // Heavy terms first: then a set is least exactly when it is light enough without its last term.
    let mut terms = terms.to_vec();
    terms.sort_by_key(|&(literal, weight)| (std::cmp::Reverse(weight), literal));
    let mut clauses = Vec::new();
    let mut stack: Vec<(usize, i64, Vec<Literal>)> = vec![(0, 0, Vec::new())];
    let mut work = 0;
    while let Some((next, weight, chosen)) = stack.pop() {
        work += 1;
        if clauses.len() > MOST_CLAUSES || work > 20 * MOST_CLAUSES {
            return None;
        }
        if weight > spare {
            clauses.push(chosen);
            continue;
        }
        for (place, &(literal, heavy)) in terms.iter().enumerate().skip(next).rev() {
            let mut more = chosen.clone();
            more.push(literal);
            stack.push((place + 1, weight + i64::from(heavy), more));
        }
    }
    Some(clauses)
}

/// Adds "these terms weigh at least `missing`" to a solver.
pub(super) fn require(sat: &mut Sat<'_>, terms: &[(Literal, u32)], missing: i64) {
    if let Some(clauses) = clauses(terms, missing) {
        clauses.iter().for_each(|clause| sat.add(clause));
        return;
    }
    // reach[j]: the terms so far weigh at least j + 1.
    let most = missing as usize;
    let mut reach: Vec<Option<Literal>> = vec![None; most];
    for &(literal, weight) in terms {
        let before = reach.clone();
        for j in (0..most).rev() {
            let now = sat.variable();
            // now → before[j] or literal, and now → before[j] or before[j - weight].
            let mut clause = vec![-now, literal];
            clause.extend(before[j]);
            sat.add(&clause);
            if j >= weight as usize {
                let mut clause = vec![-now];
                clause.extend(before[j]);
                clause.extend(before[j - weight as usize]);
                sat.add(&clause);
            }
            reach[j] = Some(now);
        }
    }
    match reach[most - 1] {
        Some(enough) => sat.add(&[enough]),
        None => sat.add(&[]),
    }
}

/// Solves; with the proof of unsatisfiability beside.
pub(super) fn solve(graph: &ConstraintGraph, meter: &Meter) -> (Solution, Vec<ProofStep>) {
    let edges = graph.edges().len();
    let mut sat = Sat::new(edges, true, meter);
    let literal = |edge: usize| edge as Literal + 1;
    for v in 0..graph.vertices().len() {
        let (terms, missing) = inward(graph, v, literal);
        require(&mut sat, &terms, missing);
    }
    let answer: Result<bool, StopReason> = sat.solve(&[]);
    let states = sat.conflicts() + 1;
    let solution = match answer {
        Ok(true) => Solution {
            reversed: Some((0..edges).filter(|&e| sat.value(literal(e))).collect()),
            ..Solution::new(Answer::Yes, states)
        },
        Ok(false) => Solution::new(Answer::No, states),
        Err(stop) => Solution::stopped(stop, states, format!("after {states} conflicts")),
    };
    (solution, sat.into_proof())
}

/// Can the clauses of every vertex be listed, so that a proof needs no other variables?
pub(super) fn is_listed(graph: &ConstraintGraph) -> bool {
    (0..graph.vertices().len()).all(|v| {
        let (terms, missing) = inward(graph, v, |edge| edge as Literal + 1);
        clauses(&terms, missing).is_some()
    })
}
