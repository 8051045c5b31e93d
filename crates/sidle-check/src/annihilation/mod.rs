//! Certificates of annihilation games, kind `annihilation`: who wins a position, and a move that keeps
//! the outcome.
//!
//! A position is a set of occupied vertices; a move i → j adds eᵢ + eⱼ over GF(2), so two tokens that meet
//! vanish. There are two sorts of proof.
//!
//! * [`Strategy`], for P and N: positions of few tokens with values and answers, such that any sum of
//!   them of nim-sum 0 is lost for the mover. It leans on no theorem; see `strategy.rs` for why it is one.
//! * [`Values`], for D: γ with its counter on all positions of at most four tokens. It leans on the
//!   linearity of γ; see `values.rs`.

mod light;
mod span;
mod strategy;
mod values;

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

pub use crate::tokens::Outcome;
use sidle_core::Meter;

use crate::{
    Failure, Verdict,
    certificate::certificate,
    digraph::{Rows, listed, misfit, nullable},
};
pub use strategy::{Part, Strategy};
pub use values::{Component, Values};

certificate! {
    "annihilation" version 1:
    /// A whole `annihilation` certificate.
    pub struct Certificate {
        /// The names of the vertices.
        pub vertices: Vec<String>,
        /// The options of each vertex, as places in `vertices`.
        pub options: Vec<Vec<u32>>,
        /// The occupied vertices, increasing.
        pub tokens: Vec<u32>,
        /// Who wins.
        pub outcome: Outcome,
        /// Source and target: from N a move to P, from D a move to D, from P nothing.
        #[serde(rename = "move", deserialize_with = "nullable")]
        pub chosen: Option<(u32, u32)>,
        /// Why.
        pub proof: Proof,
    }

    /// Checks a certificate that has been read.
    ///
    /// Cost: for a strategy expected linear in the certificate; for values linear in the graph of the listed
    /// light positions, and one Gaussian elimination.
    pub fn check;
}

/// The two sorts of proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Proof {
    /// The position, or the one after the move, is lost for the mover.
    Strategy(Strategy),
    /// Neither the position nor an option of it is lost for the mover.
    Values(Values),
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    Verdict::new(KIND.name, claim(certificate), verify(certificate, meter))
}

fn claim(certificate: &Certificate) -> String {
    let name = |v: u32| {
        let name = certificate.vertices.get(v as usize);
        name.map_or("?", String::as_str)
    };
    let tokens = listed(
        certificate.tokens.iter().map(|&v| name(v)),
        "no vertex",
        ", ",
    );
    let outcome = certificate.outcome;
    let chosen = certificate.chosen.map_or(String::new(), |(from, to)| {
        format!(", {} -> {}", name(from), name(to))
    });
    format!("annihilation, tokens on {tokens}: outcome {outcome:?}{chosen}")
}

fn verify(certificate: &Certificate, meter: &Meter) -> Result<usize, Failure> {
    let board = Board::read(certificate)?;
    let next = board.after_the_move(certificate);
    let next = next.map_err(|reason| Failure::new("move", "it is a move", reason))?;
    match (certificate.outcome, &next, &certificate.proof) {
        (Outcome::P, None, Proof::Strategy(proof)) => {
            proof.verify(&board, &certificate.tokens, meter)
        }
        (Outcome::N, Some(next), Proof::Strategy(proof)) => proof.verify(&board, next, meter),
        (Outcome::D, Some(next), Proof::Values(proof)) => {
            proof.verify(&board, &certificate.tokens, next, meter)
        }
        _ => Err(Failure::new(
            "outcome",
            format!("the outcome is {:?}", certificate.outcome),
            "P is shown by a strategy, N by a move and a strategy, D by a move and values",
        )),
    }
}

/// The digraph, ready for questions.
#[derive(Debug)]
struct Board {
    rows: Rows,
    edges: HashSet<(u32, u32)>,
}

impl Board {
    fn read(certificate: &Certificate) -> Result<Board, Failure> {
        let rows = Rows::read(&certificate.vertices, &certificate.options)?;
        if !is_position(&rows, &certificate.tokens) {
            return Err(misfit("the tokens are not on increasing vertices"));
        }
        let row = |v| rows.of(v).iter().map(move |&w| (v as u32, w));
        let edges = (0..rows.len()).flat_map(row).collect();
        Ok(Board { rows, edges })
    }

    /// The position after the move of the certificate, if it has one.
    fn after_the_move(&self, certificate: &Certificate) -> Result<Option<Vec<u32>>, &'static str> {
        let Some((from, to)) = certificate.chosen else {
            return Ok(None);
        };
        if certificate.tokens.binary_search(&from).is_err() {
            return Err("there is no token at its source");
        }
        if !self.edges.contains(&(from, to)) {
            return Err("the target is not an option of the source");
        }
        Ok(Some(after(&certificate.tokens, from, to)))
    }
}

/// Are these vertices of the graph, increasing?
fn is_position(rows: &Rows, tokens: &[u32]) -> bool {
    tokens.windows(2).all(|pair| pair[0] < pair[1])
        && tokens
            .last()
            .is_none_or(|&last| (last as usize) < rows.len())
}

/// The position after a move, which must start at a token.
fn after(tokens: &[u32], from: u32, to: u32) -> Vec<u32> {
    let mut next = tokens.to_vec();
    for vertex in [from, to] {
        match next.binary_search(&vertex) {
            Ok(place) => drop(next.remove(place)),
            Err(place) => next.insert(place, vertex),
        }
    }
    next
}

#[cfg(test)]
mod tests;
