//! Certificates of the generalized Sprague–Grundy function, kind `gamma`: γ of every vertex of a
//! digraph, with a counter.
//!
//! The certificate holds the graph, γ and the counter. Three conditions are checked, each vertex against
//! its options and their options, in linear time all together; only γ satisfies them. The counter is the
//! rank, and the strategy is in the conditions: whoever raises a value is brought back to it with a smaller
//! counter.

pub(crate) mod conditions;
mod value;

use sidle_core::Meter;

use crate::{
    Failure, Verdict,
    certificate::certificate,
    digraph::{Rows, edge_count, misfit},
};
use conditions::Claims;
pub use value::Value;

certificate! {
    "gamma" version 1:
    /// A whole `gamma` certificate.
    pub struct Certificate {
        /// The names of the vertices.
        pub vertices: Vec<String>,
        /// The options of each vertex, as places in `vertices`.
        pub options: Vec<Vec<u32>>,
        /// γ of each vertex.
        pub gamma: Vec<Value>,
        /// The counter of each vertex of finite value.
        pub counters: Vec<Option<u64>>,
    }

    /// Checks a certificate that has been read. Cost: O(vertices + edges).
    pub fn check;
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    let Certificate {
        vertices, options, ..
    } = certificate;
    if let Err(reason) = meter.check() {
        return Verdict::new(KIND.name, "γ", Err(reason.into()));
    }
    let edges = edge_count(options);
    let finite = || certificate.gamma.iter().filter_map(|value| value.finite());
    let largest = finite().max();
    let claim = format!(
        "γ on {} vertices and {edges} edges: {} finite{}, {} infinite",
        vertices.len(),
        finite().count(),
        largest.map_or(String::new(), |largest| format!(", the largest {largest}")),
        certificate.gamma.len() - finite().count(),
    );
    let result = verify(
        vertices,
        options,
        &certificate.gamma,
        &certificate.counters,
        "",
    );
    Verdict::new(KIND.name, claim, result.map(|rows| rows.len()))
}

/// Checks γ and its counter on one digraph and returns the digraph. `place` goes in front of the vertex
/// in a failure.
pub(crate) fn verify(
    names: &[String],
    options: &[Vec<u32>],
    gamma: &[Value],
    counters: &[Option<u64>],
    place: &str,
) -> Result<Rows, Failure> {
    let rows = Rows::read(names, options)?;
    for (list, found) in [("gamma", gamma.len()), ("counters", counters.len())] {
        let expected = rows.len();
        if found != expected {
            return Err(misfit(format!(
                "{list}: {found} entries, {expected} expected"
            )));
        }
    }
    let claims = Claims {
        rows: &rows,
        gamma,
        counters,
    };
    let verified = claims.verify();
    verified.map_err(|breach| {
        let v = breach.vertex;
        Failure::new(
            format!("{place}vertex {v} ({})", names[v]),
            format!("γ = {}{}", gamma[v], with_counter(counters[v])),
            breach.reason,
        )
    })?;
    Ok(rows)
}

pub(crate) fn with_counter(counter: Option<u64>) -> String {
    counter.map_or(String::new(), |counter| format!(", counter {counter}"))
}

#[cfg(test)]
mod tests;
