//! Certificates of boards, for `sidle check`. The format is described in docs/formats.md.

use serde_json::{Value, json};
use sidle_core::{Meter, StopReason};

use super::{Board, Cell, Outcome, Solutions, solve, solve::refutation};
use crate::sat::ProofStep;

/// What the solver found, with a certificate of it as JSON.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_logic::hitori::{certificate, Board};
/// let board = Board::parse("111\n123\n231\n")?;
/// let (_, proof) = certificate(&board, "", &Meter::unlimited()).expect("no limit");
/// assert!(sidle_check::check_bytes(proof.as_bytes()).expect("a certificate").is_valid());
/// # Ok::<(), sidle_logic::Error>(())
/// ```
pub fn certificate(
    board: &Board,
    text: &str,
    meter: &Meter,
) -> Result<(Outcome, String), StopReason> {
    let outcome = solve(board, meter)?;
    let steps = if outcome.solutions == Solutions::Many {
        Vec::new()
    } else {
        refutation(board, outcome.painted(), meter)?
    };
    let refutation: Vec<Value> = steps
        .into_iter()
        .map(|step| match step {
            // Clauses that are added on the way are cuts.
            ProofStep::Given(clause) => {
                let cells: Vec<Cell> = clause
                    .iter()
                    .map(|literal| board.place(literal.unsigned_abs() as usize - 1))
                    .collect();
                json!({"cut": cells})
            }
            ProofStep::Learnt(clause) => json!({"clause": clause}),
        })
        .collect();
    let proof = json!({
        "format": "sidle-certificate",
        "version": 1,
        "kind": "hitori",
        "text": text,
        "board": board.rows(),
        "examples": outcome.examples,
        "refutation": refutation,
    });
    Ok((outcome, proof.to_string()))
}
