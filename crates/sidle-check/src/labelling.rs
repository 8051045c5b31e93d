//! Certificates of labellings, kind `labelling`: who wins a token game on a digraph from every vertex,
//! in how many moves, and by which move.
//!
//! The certificate holds the graph and, for every vertex and mover, a value (`W`, `D` or `L`, seen by the
//! mover), a rank and a move. Each vertex is checked alone, against its options only, so the check takes
//! linear time. There are three sorts of claim about a vertex that is not an end:
//!
//! * *hurry*: the move keeps the value and has rank one less; no option that keeps the value has a
//!   smaller rank;
//! * *delay*: the move keeps the value and has rank one less; no option that keeps the value has a
//!   greater rank;
//! * *endless*: no rank; the move keeps the value.
//!
//! In all three no option is better for the mover than the claimed value. A ranked claim is proved by
//! induction on the rank, an endless one by playing the moves for ever.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use sidle_core::Meter;

use crate::{Failure, Verdict, certificate::certificate, digraph::edge_count};

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Game {
    /// Both players play by the same rules; infinite play is a draw.
    Symmetric,
    /// Infinite play is won by player 1.
    Asymmetric,
}

/// A result for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Value {
    /// A loss.
    L,
    /// A draw.
    D,
    /// A win.
    W,
}

impl Value {
    fn from_letter(letter: u8) -> Option<Value> {
        match letter {
            b'L' => Some(Value::L),
            b'D' => Some(Value::D),
            b'W' => Some(Value::W),
            _ => None,
        }
    }

    fn for_the_other(self) -> Value {
        match self {
            Value::L => Value::W,
            Value::D => Value::D,
            Value::W => Value::L,
        }
    }
}

certificate! {
    "labelling" version 1:
    /// A whole `labelling` certificate. The lists `leaf`, `values`, `ranks` and `moves` have one entry in the
    /// symmetric game and two in the asymmetric one: for player 0 to move and for player 1 to move.
    pub struct Certificate {
        /// Which game is played.
        pub game: Game,
        /// What the mover gets at a vertex without options.
        pub leaf: Vec<Value>,
        /// Vertices at which the play ends all the same, and what the mover gets there.
        pub ends: Vec<(u32, Vec<Value>)>,
        /// The names of the vertices.
        pub vertices: Vec<String>,
        /// The options of each vertex, as places in `vertices`.
        pub options: Vec<Vec<u32>>,
        /// One letter `W`, `D` or `L` for each vertex.
        pub values: Vec<String>,
        /// The rank of each vertex.
        pub ranks: Vec<Vec<Option<u64>>>,
        /// The move at each vertex.
        pub moves: Vec<Vec<Option<u32>>>,
    }

    /// Checks a certificate that has been read. Cost: O(vertices + edges).
    pub fn check;
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    let result = Claims::read(certificate).and_then(|claims| claims.verify(meter));
    Verdict::new(KIND.name, claim(certificate), result)
}

/// What is claimed, in words that come from the data alone.
fn claim(certificate: &Certificate) -> String {
    let edges = edge_count(&certificate.options);
    let count = |values: &String| {
        let of = |letter: char| values.chars().filter(|&c| c == letter).count();
        format!("{} W, {} D, {} L", of('W'), of('D'), of('L'))
    };
    let counts: Vec<String> = certificate.values.iter().map(count).collect();
    let game = match certificate.game {
        Game::Symmetric => "symmetric",
        Game::Asymmetric => "asymmetric",
    };
    format!(
        "{game} game on {} vertices and {edges} edges, a leaf is {:?} for the mover, {} other ends: {}",
        certificate.vertices.len(),
        certificate.leaf,
        certificate.ends.len(),
        counts.join("; ")
    )
}

/// The sort of a claim about a vertex.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Hurry,
    Delay,
    Endless,
}

/// The certificate with all lists known to fit.
struct Claims<'c> {
    certificate: &'c Certificate,
    values: Vec<Vec<Value>>,
    /// For each vertex, where the play ends.
    ends: Vec<Option<&'c [Value]>>,
}

fn misfit(reason: String) -> Failure {
    Failure::new("reading", "all lists fit together", reason)
}

impl<'c> Claims<'c> {
    fn read(certificate: &'c Certificate) -> Result<Claims<'c>, Failure> {
        let movers = match certificate.game {
            Game::Symmetric => 1,
            Game::Asymmetric => 2,
        };
        let mut known = HashSet::with_capacity(certificate.vertices.len());
        let mut names = certificate.vertices.iter();
        if let Some(name) = names.find(|name| !known.insert(name.as_str())) {
            return Err(misfit(format!("two vertices are named {name:?}")));
        }
        let n = certificate.vertices.len();
        let c = certificate;
        let mut lengths = vec![
            ("options", c.options.len(), n),
            ("leaf", c.leaf.len(), movers),
        ];
        lengths.push(("values", c.values.len(), movers));
        lengths.push(("ranks", c.ranks.len(), movers));
        lengths.push(("moves", c.moves.len(), movers));
        lengths.extend(
            c.values
                .iter()
                .map(|list| ("a list of values", list.len(), n)),
        );
        lengths.extend(
            c.ranks
                .iter()
                .map(|list| ("a list of ranks", list.len(), n)),
        );
        lengths.extend(
            c.moves
                .iter()
                .map(|list| ("a list of moves", list.len(), n)),
        );
        lengths.extend(
            c.ends
                .iter()
                .map(|end| ("the values of an end", end.1.len(), movers)),
        );
        for (name, found, expected) in lengths {
            if found != expected {
                return Err(misfit(format!(
                    "{name}: {found} entries, {expected} expected"
                )));
            }
        }
        let letters = |list: &String| {
            list.bytes()
                .map(Value::from_letter)
                .collect::<Option<Vec<_>>>()
        };
        let values = c.values.iter().map(letters).collect::<Option<Vec<_>>>();
        let values = values.ok_or_else(|| misfit("a value is none of W, D and L".to_owned()))?;
        let ends = Claims::ends(certificate)?;
        Ok(Claims {
            certificate,
            values,
            ends,
        })
    }

    fn ends(certificate: &'c Certificate) -> Result<Vec<Option<&'c [Value]>>, Failure> {
        let n = certificate.vertices.len();
        let mut ends = Vec::with_capacity(n);
        for (v, options) in certificate.options.iter().enumerate() {
            if let Some(bad) = options.iter().find(|&&w| w as usize >= n) {
                return Err(misfit(format!("option {bad} of vertex {v} does not exist")));
            }
            ends.push(options.is_empty().then_some(certificate.leaf.as_slice()));
        }
        let mut listed = vec![false; n];
        for (v, values) in &certificate.ends {
            let Some(end) = ends.get_mut(*v as usize) else {
                return Err(misfit(format!("the end {v} does not exist")));
            };
            if std::mem::replace(&mut listed[*v as usize], true) {
                return Err(misfit(format!("the end {v} is listed twice")));
            }
            *end = Some(values);
        }
        Ok(ends)
    }

    fn verify(&self, meter: &Meter) -> Result<usize, Failure> {
        let mut ticker = meter.ticker();
        let movers = self.values.len();
        for mover in 0..movers {
            for v in 0..self.certificate.vertices.len() {
                ticker.steps(1 + self.certificate.options[v].len())?;
                self.vertex(mover, v)
                    .map_err(|reason| self.failure(mover, v, reason))?;
            }
        }
        Ok(movers * self.certificate.vertices.len())
    }

    fn failure(&self, mover: usize, v: usize, reason: &str) -> Failure {
        let step = format!(
            "vertex {v} ({}), mover {mover}",
            self.certificate.vertices[v]
        );
        let rank = self.certificate.ranks[mover][v];
        let rank = rank.map_or("no rank".to_owned(), |rank| format!("rank {rank}"));
        Failure::new(step, format!("{:?}, {rank}", self.values[mover][v]), reason)
    }

    fn sort(&self, mover: usize, value: Value) -> Sort {
        match (self.certificate.game, mover, value) {
            (Game::Symmetric, _, Value::W) => Sort::Hurry,
            (Game::Symmetric, _, Value::L) => Sort::Delay,
            (Game::Symmetric, _, Value::D) => Sort::Endless,
            (Game::Asymmetric, 0, Value::L) => Sort::Endless,
            (Game::Asymmetric, 0, _) => Sort::Hurry,
            (Game::Asymmetric, _, Value::W) => Sort::Endless,
            (Game::Asymmetric, _, _) => Sort::Delay,
        }
    }

    fn vertex(&self, mover: usize, v: usize) -> Result<(), &'static str> {
        let value = self.values[mover][v];
        let rank = self.certificate.ranks[mover][v];
        let moved = self.certificate.moves[mover][v];
        let sort = self.sort(mover, value);
        if rank.is_some() != (sort != Sort::Endless) {
            return Err("a rank is there exactly where the play ends in time");
        }
        if let Some(end) = self.ends[v] {
            return match () {
                () if end[mover] != value => Err("the play ends here with another value"),
                () if moved.is_some() => Err("the play ends here, but there is a move"),
                () if rank.is_some_and(|rank| rank != 0) => Err("the play ends here, at rank 0"),
                () => Ok(()),
            };
        }
        self.options(mover, v, value, rank, moved.ok_or("there is no move")?)
    }

    fn options(
        &self,
        mover: usize,
        v: usize,
        value: Value,
        rank: Option<u64>,
        moved: u32,
    ) -> Result<(), &'static str> {
        let other = self.values.len() - 1 - mover;
        let sort = self.sort(mover, value);
        let next_rank = match rank {
            Some(rank) => Some(
                rank.checked_sub(1)
                    .ok_or("rank 0, but the play does not end here")?,
            ),
            None => None,
        };
        let mut is_option = false;
        for &w in &self.certificate.options[v] {
            let reached = self.values[other][w as usize].for_the_other();
            let its_rank = self.certificate.ranks[other][w as usize];
            if reached > value {
                return Err("an option is better for the mover");
            }
            let keeps = reached == value;
            if w == moved {
                is_option = true;
                if !keeps || its_rank != next_rank {
                    return Err("the move does not lead to this value one rank lower");
                }
            }
            match sort {
                Sort::Hurry if keeps && its_rank < next_rank => {
                    return Err("an option gets there faster");
                }
                Sort::Delay if keeps && its_rank > next_rank => {
                    return Err("an option delays longer");
                }
                _ => {}
            }
        }
        if is_option {
            Ok(())
        } else {
            Err("the move is not an option")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 and 1 go round, 1 can leave for the leaf 2.
    fn sample() -> Certificate {
        serde_json::from_str(
            r#"{"format":"sidle-certificate","version":1,"kind":"labelling","text":"",
            "game":"symmetric","leaf":["L"],"ends":[],"vertices":["a","b","c"],
            "options":[[1],[0,2],[]],"values":["LWL"],"ranks":[[2,1,0]],"moves":[[1,2,null]]}"#,
        )
        .expect("a good certificate")
    }

    #[test]
    fn a_good_certificate_is_valid() {
        let verdict = check(&sample());
        assert_eq!(verdict.result(), Ok(3), "{verdict}");
    }

    #[test]
    fn an_option_that_is_listed_twice_is_one_edge() {
        let mut twice = sample();
        let claim = check(&twice).claim().to_owned();
        assert!(claim.contains("3 vertices and 3 edges"), "{claim}");
        twice.options[1].push(0);
        assert_eq!(check(&twice).claim(), claim);
    }

    #[test]
    fn every_single_change_is_seen() {
        let good = sample();
        let mut bad = Vec::new();
        for v in 0..3 {
            for letter in ["W", "D", "L"] {
                let mut c = good.clone();
                c.values[0].replace_range(v..=v, letter);
                bad.push(c);
            }
            for rank in [None, Some(0), Some(1), Some(2), Some(3)] {
                let mut c = good.clone();
                c.ranks[0][v] = rank;
                bad.push(c);
            }
            for moved in [None, Some(0), Some(1), Some(2), Some(7)] {
                let mut c = good.clone();
                c.moves[0][v] = moved;
                bad.push(c);
            }
        }
        for value in [Value::W, Value::D] {
            let mut c = good.clone();
            c.leaf[0] = value;
            bad.push(c);
        }
        let mut c = good.clone();
        c.options[1].push(9);
        bad.push(c);
        let mut c = good.clone();
        c.options.pop();
        bad.push(c);
        let mut c = good.clone();
        c.ends.push((0, vec![Value::W]));
        bad.push(c);
        let mut c = good.clone();
        c.game = Game::Asymmetric;
        bad.push(c);
        for c in bad.iter().filter(|&c| *c != good) {
            assert!(!check(c).is_valid(), "{c:?}");
        }
    }
}
