//! Satisfiability: a witness, or clauses that end in a contradiction.

use sidle_core::Meter;

use super::{Certificate, Graph, wrong};
use crate::Failure;

pub(super) fn satisfy(certificate: &Certificate, meter: &Meter) -> Result<usize, Failure> {
    let graph = &certificate.graph;
    match certificate.answer.as_str() {
        "yes" => {
            let mut reversed = vec![false; graph.edges.len()];
            for &edge in &certificate.reversed {
                *reversed
                    .get_mut(edge)
                    .ok_or_else(|| wrong("reversed", format!("there is no edge {edge}")))? = true;
            }
            if !graph.is_legal(|edge| reversed[edge]) {
                return Err(wrong("reversed", "the configuration is not legal"));
            }
            Ok(1)
        }
        "no" => refute(graph, &certificate.refutation, meter),
        _ => Err(wrong("answer", "satisfiability is answered yes or no")),
    }
}

/// What is assumed or follows: for each edge whether it is reversed.
pub(crate) type Values = Vec<Option<bool>>;

fn refute(graph: &Graph, clauses: &[Vec<i32>], meter: &Meter) -> Result<usize, Failure> {
    let edges = graph.edges.len();
    for (number, clause) in clauses.iter().enumerate() {
        meter.check()?;
        let known = |literal: &i32| *literal != 0 && literal.unsigned_abs() as usize <= edges;
        if !clause.iter().all(known) {
            return Err(wrong(format!("clause {number}"), "a literal names no edge"));
        }
        let mut values: Values = vec![None; edges];
        for &literal in clause {
            values[literal.unsigned_abs() as usize - 1] = Some(literal < 0);
        }
        if !contradicts(graph, &clauses[..number], values) {
            return Err(wrong(
                format!("clause {number}"),
                "it does not follow by unit propagation from what stands before",
            ));
        }
    }
    if !contradicts(graph, clauses, vec![None; edges]) {
        return Err(wrong("end", "the clauses do not end in a contradiction"));
    }
    Ok(clauses.len() + 1)
}

/// Unit propagation until something is contradictory or nothing follows.
fn contradicts(graph: &Graph, clauses: &[Vec<i32>], mut values: Values) -> bool {
    loop {
        let mut changed = false;
        for (vertex, &minimum) in graph.minimums.iter().enumerate() {
            // What can still come in, and which edges decide it.
            let mut most = 0u64;
            let mut open = Vec::new();
            for (edge, &(tail, head, weight)) in graph.edges.iter().enumerate() {
                if tail != vertex && head != vertex {
                    continue;
                }
                if tail == head {
                    most += u64::from(weight);
                } else {
                    match values[edge] {
                        None => {
                            most += u64::from(weight);
                            open.push((edge, weight));
                        }
                        Some(reversed) if graph.head(edge, reversed) == vertex => {
                            most += u64::from(weight);
                        }
                        Some(_) => {}
                    }
                }
            }
            if most < u64::from(minimum) {
                return true;
            }
            for (edge, weight) in open {
                if most - u64::from(weight) < u64::from(minimum) {
                    values[edge] = Some(graph.edges[edge].0 == vertex);
                    changed = true;
                }
            }
        }
        match propagate(clauses, &mut values) {
            None => return true,
            Some(more) => changed |= more,
        }
        if !changed {
            return false;
        }
    }
}

/// Unit clauses; `None` if one is contradicted, else whether something followed.
pub(crate) fn propagate(clauses: &[Vec<i32>], values: &mut Values) -> Option<bool> {
    let mut changed = false;
    for clause in clauses {
        let mut open = None;
        let mut count = 0;
        let mut holds = false;
        for &literal in clause {
            match values[literal.unsigned_abs() as usize - 1] {
                Some(value) => holds |= value == (literal > 0),
                None => {
                    // The same literal twice is one.
                    if open != Some(literal) {
                        count += 1;
                    }
                    open = Some(literal);
                }
            }
        }
        if holds {
            continue;
        }
        match (count, open) {
            (0, _) => return None,
            (1, Some(literal)) => {
                values[literal.unsigned_abs() as usize - 1] = Some(literal > 0);
                changed = true;
            }
            _ => {}
        }
    }
    Some(changed)
}
