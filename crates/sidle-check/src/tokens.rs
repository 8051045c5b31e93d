//! Certificates of sums of tokens, kind `tokens`: the value and the outcome of tokens on digraphs, and a
//! move that keeps the outcome.
//!
//! The certificate holds every digraph with its γ and counter, checked as in the kind `gamma`. The
//! checker adds the values by the generalized nim-sum: finite ones by exclusive or,
//! a ⊕ ∞(K) = ∞({a ⊕ k : k ∈ K}), and ∞(∅) from two infinite ones on. 0 is P, other finite values are N, and
//! ∞(K) is N if 0 ∈ K and D otherwise (Fraenkel and Yesha 1986; Smith 1966).

use serde::{Deserialize, Serialize};

use sidle_core::Meter;

use crate::{
    Failure, Verdict,
    certificate::certificate,
    digraph::{Rows, listed, misfit, nullable},
    gamma::{self, Value},
};

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// The previous player.
    P,
    /// The next player.
    N,
    /// Nobody: a draw.
    D,
}

/// A digraph with its γ; the lists are those of a [`gamma::Certificate`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The names of the vertices.
    pub vertices: Vec<String>,
    /// The options of each vertex, as places in `vertices`.
    pub options: Vec<Vec<u32>>,
    /// γ of each vertex.
    pub gamma: Vec<Value>,
    /// The counter of each vertex of finite value.
    pub counters: Vec<Option<u64>>,
}

certificate! {
    "tokens" version 1:
    /// A whole `tokens` certificate.
    pub struct Certificate {
        /// The digraphs.
        pub boards: Vec<Board>,
        /// Each token: its digraph and its vertex.
        pub tokens: Vec<(u32, u32)>,
        /// The value of the sum.
        pub value: Value,
        /// If the value is infinite, the finite values of the options, increasing; else nothing.
        pub finite_options: Vec<u32>,
        /// Who wins.
        pub outcome: Outcome,
        /// Digraph, source and target: from N a move to P, from D a move to D, from P nothing.
        #[serde(rename = "move", deserialize_with = "nullable")]
        pub chosen: Option<(u32, u32, u32)>,
    }

    /// Checks a certificate that has been read. Cost: O(vertices + edges + tokens), but for the sorting of
    /// the options of one vertex.
    pub fn check;
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    let result = Sum::read(certificate, meter).and_then(|sum| sum.verify());
    Verdict::new(KIND.name, claim(certificate), result)
}

fn claim(certificate: &Certificate) -> String {
    let name = |board: u32, v: u32| {
        let vertices = certificate
            .boards
            .get(board as usize)
            .map(|board| &board.vertices);
        let name = vertices.and_then(|names| names.get(v as usize));
        let name = name.map_or("?", String::as_str);
        if certificate.boards.len() > 1 {
            format!("{}:{name}", u64::from(board) + 1)
        } else {
            name.to_owned()
        }
    };
    let tokens = certificate.tokens.iter();
    let tokens = listed(tokens.map(|&(board, v)| name(board, v)), "no vertex", ", ");
    let value = shown(certificate.value, &certificate.finite_options);
    let outcome = certificate.outcome;
    let chosen = certificate.chosen.map_or(String::new(), |(board, u, v)| {
        format!(", {} -> {}", name(board, u), name(board, v))
    });
    format!("tokens on {tokens}: value {value}, outcome {outcome:?}{chosen}")
}

/// A number, or ∞(K).
fn shown(value: Value, set: &[u32]) -> String {
    match value {
        Value::Finite(value) => value.to_string(),
        Value::Infinite => format!("inf{{{}}}", listed(set.iter(), "", ",")),
    }
}

/// The tokens on digraphs whose γ has been checked.
struct Sum<'c> {
    certificate: &'c Certificate,
    rows: Vec<Rows>,
}

/// A generalized nim-sum: a value, and the set K if it is infinite.
type Total = (Value, Vec<u32>);

impl<'c> Sum<'c> {
    fn read(certificate: &'c Certificate, meter: &Meter) -> Result<Sum<'c>, Failure> {
        let mut rows = Vec::new();
        for (number, board) in certificate.boards.iter().enumerate() {
            meter.check()?;
            let place = format!("board {number}, ");
            let Board {
                vertices,
                options,
                gamma,
                counters,
            } = board;
            rows.push(gamma::verify(vertices, options, gamma, counters, &place)?);
        }
        for &(board, v) in &certificate.tokens {
            let rows = rows.get(board as usize);
            if rows.is_none_or(|rows| v as usize >= rows.len()) {
                let reason = format!("there is no vertex {v} on a board {board} for a token");
                return Err(misfit(reason));
            }
        }
        Ok(Sum { certificate, rows })
    }

    fn verify(&self) -> Result<usize, Failure> {
        let c = self.certificate;
        let (value, finite_options) = self.total(&c.tokens);
        if (c.value, &c.finite_options) != (value, &finite_options) {
            let claim = format!("the value is {}", shown(c.value, &c.finite_options));
            let reason = format!("the nim-sum is {}", shown(value, &finite_options));
            return Err(Failure::new("value", claim, reason));
        }
        let found = outcome(&(value, finite_options));
        if found != c.outcome {
            let claimed = format!("the outcome is {:?}", c.outcome);
            return Err(Failure::new(
                "outcome",
                claimed,
                format!("it is {found:?} by the value"),
            ));
        }
        let moved = self.check_move(found);
        moved.map_err(|reason| Failure::new("move", "the move keeps the outcome", reason))?;
        let vertices: usize = self.rows.iter().map(Rows::len).sum();
        Ok(vertices + 3)
    }

    fn check_move(&self, found: Outcome) -> Result<(), &'static str> {
        let wanted = match (found, self.certificate.chosen) {
            (Outcome::P, None) => return Ok(()),
            (Outcome::P, Some(_)) => return Err("from P no move keeps it"),
            (_, None) => return Err("there is no move"),
            (Outcome::N, Some(_)) => Outcome::P,
            (Outcome::D, Some(_)) => Outcome::D,
        };
        let (board, from, to) = self.certificate.chosen.unwrap_or_default();
        let mut tokens = self.certificate.tokens.clone();
        let moving = tokens.iter_mut().find(|token| **token == (board, from));
        let moving = moving.ok_or("there is no token at its source")?;
        if !self.rows[board as usize].of(from as usize).contains(&to) {
            return Err("the target is not an option of the source");
        }
        moving.1 = to;
        if outcome(&self.total(&tokens)) == wanted {
            Ok(())
        } else {
            Err("it leads to another outcome")
        }
    }

    /// The generalized nim-sum.
    fn total(&self, tokens: &[(u32, u32)]) -> Total {
        let gamma = |&(board, v): &(u32, u32)| {
            self.certificate.boards[board as usize].gamma[v as usize].finite()
        };
        let finite = tokens.iter().filter_map(gamma).fold(0, |sum, k| sum ^ k);
        let mut infinite = tokens.iter().filter(|token| gamma(token).is_none());
        match (infinite.next(), infinite.next()) {
            (None, _) => (Value::Finite(finite), Vec::new()),
            (Some(_), Some(_)) => (Value::Infinite, Vec::new()),
            (Some(&(board, u)), None) => {
                let options = self.rows[board as usize].of(u as usize).iter();
                let values = options.filter_map(|&v| gamma(&(board, v)));
                let mut set: Vec<u32> = values.map(|k| k ^ finite).collect();
                set.sort_unstable();
                set.dedup();
                (Value::Infinite, set)
            }
        }
    }
}

fn outcome((value, finite_options): &Total) -> Outcome {
    match value {
        Value::Finite(0) => Outcome::P,
        Value::Finite(_) => Outcome::N,
        Value::Infinite if finite_options.first() == Some(&0) => Outcome::N,
        Value::Infinite => Outcome::D,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On one board 0 ⇄ 1 → 2; on the other a loop beside an edge to a leaf.
    fn sample() -> Certificate {
        serde_json::from_str(
            r#"{"format":"sidle-certificate","version":1,"kind":"tokens","text":"",
            "boards":[
              {"vertices":["a","b","c"],"options":[[1],[0,2],[]],"gamma":[0,1,0],"counters":[1,2,0]},
              {"vertices":["x","y"],"options":[[0,1],[]],"gamma":["inf",0],"counters":[null,0]}],
            "tokens":[[0,1],[0,1],[1,0]],"value":"inf","finite_options":[0],"outcome":"N",
            "move":[1,0,1]}"#,
        )
        .expect("a good certificate")
    }

    fn changed(change: impl Fn(&mut Certificate)) -> String {
        let mut certificate = sample();
        change(&mut certificate);
        let verdict = check(&certificate);
        verdict.result().expect_err("not valid").to_string()
    }

    #[test]
    fn a_good_certificate_is_valid() {
        let verdict = check(&sample());
        assert_eq!(verdict.result(), Ok(8), "{verdict}");
        let claim = "tokens on 1:b, 1:b, 2:x: value inf{0}, outcome N, 2:x -> 2:y";
        assert_eq!(verdict.claim(), claim);
    }

    #[test]
    fn everything_a_certificate_can_get_wrong_is_named() {
        let cases = [
            (
                changed(|c| c.boards[1].gamma[0] = Value::Finite(1)),
                "board 1, vertex 0 (x)",
            ),
            (
                changed(|c| c.tokens.push((0, 3))),
                "no vertex 3 on a board 0",
            ),
            (
                changed(|c| c.tokens.push((2, 0))),
                "no vertex 0 on a board 2",
            ),
            (
                changed(|c| c.value = Value::Finite(0)),
                "the nim-sum is inf{0}",
            ),
            (
                changed(|c| c.finite_options = vec![]),
                "the nim-sum is inf{0}",
            ),
            (changed(|c| c.tokens.truncate(2)), "the nim-sum is 0"),
            (changed(|c| c.tokens.push((1, 0))), "the nim-sum is inf{}"),
            (changed(|c| c.outcome = Outcome::D), "it is N by the value"),
            (changed(|c| c.chosen = None), "there is no move"),
            (changed(|c| c.chosen = Some((0, 1, 0))), "another outcome"),
            (
                changed(|c| c.chosen = Some((0, 0, 1))),
                "no token at its source",
            ),
            (
                changed(|c| c.chosen = Some((7, 0, 1))),
                "no token at its source",
            ),
            (
                changed(|c| c.chosen = Some((0, 1, 1))),
                "not an option of the source",
            ),
        ];
        for (reason, part) in cases {
            assert!(reason.contains(part), "{reason}");
        }
        let lost = changed(|c| {
            c.tokens.pop();
            c.value = Value::Finite(0);
            c.finite_options.clear();
            c.outcome = Outcome::P;
        });
        assert!(lost.contains("from P no move keeps it"), "{lost}");
    }

    #[test]
    fn a_field_that_may_be_null_may_not_be_missing() {
        let mut value = serde_json::to_value(sample()).expect("JSON");
        value.as_object_mut().expect("an object").remove("move");
        assert!(crate::check_bytes(value.to_string().as_bytes()).is_err());
    }

    #[test]
    fn long_claims_are_cut() {
        let mut certificate = sample();
        certificate.tokens = vec![(0, 0); 1000];
        assert!(check(&certificate).claim().contains("988 more"));
        assert!(check(&certificate).claim().len() < 200);
    }
}
