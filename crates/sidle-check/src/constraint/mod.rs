//! Certificates of constraint logic, kind `constraint-logic`: the answer to a game on a constraint graph.
//!
//! Everything is checked by the definitions. A solution is played move by move. That none is shorter, or that there is
//! none, follows from `levels`: lists of configurations, a bit an edge, such that every legal move from a
//! configuration of level d leads into a level up to d + 1; so what can be reached in d moves lies in the first
//! d + 1 levels, and none of those may show the target reversed. A game of two players is given by the value of
//! every state that can be reached, and values are compared with those of the options. Unsatisfiability is shown
//! by clauses, each of which follows from the graph and the clauses before it by unit propagation. That a team wins is
//! shown by its decisions, which are played against everything the opponents can do.

mod games;
mod refutation;
mod teams;

use serde::{Deserialize, Serialize};

pub(crate) use refutation::propagate;
pub use teams::{Decision, Player, Refutation};

use sidle_core::Meter;

use crate::{Failure, Verdict, certificate::certificate};

/// The graph: edges from tail to head with weights, owners, minimum inflows of the vertices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Graph {
    /// The minimum inflow of each vertex.
    pub minimums: Vec<u32>,
    /// Tail, head and weight of each edge.
    pub edges: Vec<(usize, usize, u32)>,
    /// `W`, `B` or `null` for each edge; empty if nobody owns any.
    #[serde(default)]
    pub owners: Vec<Option<char>>,
    /// The edges just reversed, for deterministic logic.
    #[serde(default)]
    pub last: Vec<usize>,
}

/// The value of one state of a game of two players: configuration, `W` or `B` to move, the winner or `null`,
/// the number of moves to the end.
pub type Valued = (u64, char, Option<char>, u64);

certificate! {
    "constraint-logic" version 1:
    /// A whole certificate.
    #[derive(Default)]
    pub struct Certificate {
        /// `satisfy`, `bounded-ncl`, `ncl`, `bounded-2cl`, `2cl`, `bounded-dcl`, `dcl`, `bounded-tpcl` or `tpcl`.
        pub game: String,
        /// The graph.
        pub graph: Graph,
        /// The target of games of one player or none; White's and Black's of games of two.
        pub targets: Vec<usize>,
        /// What is claimed.
        pub answer: String,
        /// The least number of moves, or the step of the reversal.
        pub length: Option<u64>,
        /// The edges to reverse for a legal configuration (`satisfy`, yes).
        #[serde(default)]
        pub reversed: Vec<usize>,
        /// Clauses over the edges, from 1, positive when reversed (`satisfy`, no).
        #[serde(default)]
        pub refutation: Vec<Vec<i32>>,
        /// The moves of a solution; `null` is a pass.
        #[serde(default)]
        pub moves: Vec<Option<usize>>,
        /// Configurations by distance.
        #[serde(default)]
        pub levels: Vec<Vec<u64>>,
        /// The values of all states that can be reached.
        #[serde(default)]
        pub states: Vec<Valued>,
        /// For a deterministic "no": two steps after which the states are the same.
        #[serde(default)]
        pub cycle: Option<(u64, u64)>,
        /// The players of a team game, in the order of their turns.
        #[serde(default)]
        pub players: Vec<Player>,
        /// What the players of the winning team do after what they have seen.
        #[serde(default)]
        pub decisions: Vec<Decision>,
        /// For a draw of a team game: White's strategies refuted, then Black's.
        #[serde(default)]
        pub refutations: Vec<Vec<Refutation>>,
        /// For `tpcl`: within so many turns.
        #[serde(default)]
        pub horizon: Option<u64>,
        /// For `tpcl`: so many edges may be reversed on a turn.
        #[serde(default)]
        pub reversals: Option<usize>,
    }
}

pub(crate) fn wrong(step: impl Into<String>, reason: impl Into<String>) -> Failure {
    Failure::new(step, "the definition", reason)
}

impl Graph {
    fn is_sound(&self) -> bool {
        let vertices = self.minimums.len();
        let edges = self.edges.len();
        self.edges.iter().all(|&(tail, head, weight)| {
            tail < vertices && head < vertices && (1..=2).contains(&weight)
        }) && (self.owners.is_empty() || self.owners.len() == edges)
            && self.last.iter().all(|&edge| edge < edges)
    }

    fn owner(&self, edge: usize) -> Option<char> {
        self.owners.get(edge).copied().flatten()
    }

    fn head(&self, edge: usize, reversed: bool) -> usize {
        let (tail, head, _) = self.edges[edge];
        if reversed { tail } else { head }
    }

    fn is_legal(&self, reversed: impl Fn(usize) -> bool) -> bool {
        let mut inflow = vec![0u64; self.minimums.len()];
        for (edge, &(_, _, weight)) in self.edges.iter().enumerate() {
            inflow[self.head(edge, reversed(edge))] += u64::from(weight);
        }
        inflow
            .iter()
            .zip(&self.minimums)
            .all(|(have, &need)| *have >= u64::from(need))
    }

    fn is_legal_mask(&self, mask: u64) -> bool {
        self.is_legal(|edge| mask >> edge & 1 == 1)
    }
}

impl Certificate {
    fn claim(&self) -> String {
        let length = self
            .length
            .map_or(String::new(), |length| format!(" in {length}"));
        let targets: Vec<String> = self.targets.iter().map(ToString::to_string).collect();
        let about = if targets.is_empty() {
            String::new()
        } else {
            format!(", target {}", targets.join(" and "))
        };
        let about = match (self.players.len(), self.horizon) {
            (0, _) => about,
            (players, None) => format!(", {players} players"),
            (players, Some(turns)) => format!(", {players} players, within {turns} turns"),
        };
        format!(
            "{} on {} vertices and {} edges{about}: {}{length}",
            self.game,
            self.graph.minimums.len(),
            self.graph.edges.len(),
            self.answer
        )
    }

    /// A field that belongs to other games and is filled: nobody looks at it, so the claim must not mention it.
    fn foreign_field(&self) -> Option<&'static str> {
        let satisfy = self.game == "satisfy";
        let team = self.game.ends_with("tpcl");
        let two = self.game.ends_with("2cl");
        let one = self.game.ends_with("ncl");
        let none = self.game.ends_with("dcl");
        let fields = [
            ("targets", satisfy || team, !self.targets.is_empty()),
            ("length", satisfy || team, self.length.is_some()),
            ("reversed", !satisfy, !self.reversed.is_empty()),
            ("refutation", !satisfy, !self.refutation.is_empty()),
            ("moves", !(one || two), !self.moves.is_empty()),
            ("levels", !one, !self.levels.is_empty()),
            ("states", !two, !self.states.is_empty()),
            ("cycle", !none, self.cycle.is_some()),
            ("players", !team, !self.players.is_empty()),
            ("decisions", !team, !self.decisions.is_empty()),
            ("refutations", !team, !self.refutations.is_empty()),
            ("horizon", self.game != "tpcl", self.horizon.is_some()),
            ("reversals", self.game != "tpcl", self.reversals.is_some()),
        ];
        let found = fields
            .iter()
            .find(|(_, foreign, filled)| *foreign && *filled);
        found.map(|(name, ..)| *name)
    }

    fn verify(&self, meter: &Meter) -> Result<usize, Failure> {
        if !self.graph.is_sound() {
            return Err(wrong(
                "graph",
                "an edge names a vertex that is not there, or a weight is not 1 or 2",
            ));
        }
        let edges = self.graph.edges.len();
        if self.targets.iter().any(|&target| target >= edges) {
            return Err(wrong("targets", "there is no such edge"));
        }
        let masked = !self.levels.is_empty() || !self.states.is_empty();
        if masked && edges > 63 {
            return Err(wrong(
                "graph",
                "configurations are given for at most 63 edges",
            ));
        }
        if let Some(field) = self.foreign_field() {
            let reason = format!("a certificate of {} says nothing there", self.game);
            return Err(wrong(field, reason));
        }
        if self.game != "satisfy" && !self.graph.is_legal(|_| false) {
            return Err(wrong("graph", "the start is not legal"));
        }
        match (self.game.as_str(), self.targets.as_slice()) {
            ("satisfy", _) => refutation::satisfy(self, meter),
            ("ncl", &[target]) => games::one_player(self, target, false, meter),
            ("bounded-ncl", &[target]) => games::one_player(self, target, true, meter),
            ("2cl", &[white, black]) => games::two_player(self, [white, black], false, meter),
            ("bounded-2cl", &[white, black]) => {
                games::two_player(self, [white, black], true, meter)
            }
            ("dcl", &[target]) => games::no_player(self, target, false, meter),
            ("bounded-dcl", &[target]) => games::no_player(self, target, true, meter),
            ("bounded-tpcl" | "tpcl", &[]) => teams::verify(self, meter),
            _ => Err(wrong(
                "game",
                "no such game, or not as many targets as it has",
            )),
        }
    }
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    Verdict::new(KIND.name, certificate.claim(), certificate.verify(meter))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::check_bytes;

    fn is_valid(certificate: &Value) -> bool {
        let verdict = check_bytes(certificate.to_string().as_bytes());
        verdict.expect("it is a certificate").is_valid()
    }

    fn certificate(game: &str, extra: Value) -> Value {
        let mut certificate = json!({
            "format": "sidle-certificate", "version": 1, "kind": "constraint-logic", "text": "",
            "game": game, "targets": [], "answer": "yes", "length": null,
        });
        for (name, value) in extra.as_object().expect("fields") {
            certificate[name] = value.clone();
        }
        certificate
    }

    /// What nobody looks at must not be claimed.
    #[test]
    fn fields_of_other_games_are_refused() {
        let graph = json!({"minimums": [1, 0], "edges": [[1, 0, 1]]});
        let satisfied = certificate("satisfy", json!({"graph": graph, "reversed": []}));
        assert!(is_valid(&satisfied));
        let free = json!({"minimums": [0, 0], "edges": [[1, 0, 1]]});
        let solved = certificate(
            "ncl",
            json!({"graph": free, "targets": [0], "length": 1, "moves": [0], "levels": [[0]]}),
        );
        assert!(is_valid(&solved));
        let player = json!([{"team": "W", "reverses": [], "sees": [], "target": null}]);
        for (field, value) in [
            ("targets", json!([0])),
            ("length", json!(99)),
            ("moves", json!([0])),
            ("players", player),
            ("horizon", json!(7)),
            ("reversals", json!(2)),
            ("cycle", json!([1, 2])),
            ("states", json!([[0, "W", null, 0]])),
        ] {
            for honest in [&satisfied, &solved] {
                let mut forged = honest.clone();
                if forged[field].is_null() || forged["game"] == "satisfy" {
                    forged[field] = value.clone();
                    assert!(!is_valid(&forged), "{field} in {}", forged["game"]);
                }
            }
        }
    }

    #[test]
    fn the_moves_of_two_players_are_played() {
        // White reverses edge 0 and has won.
        let graph =
            json!({"minimums": [0, 0], "edges": [[1, 0, 1], [1, 0, 1]], "owners": ["W", "B"]});
        let states = json!([[0, "W", "W", 1], [1, "B", "W", 0]]);
        let won = certificate(
            "2cl",
            json!({
                "graph": graph, "targets": [0, 1], "answer": "white", "length": 1, "states": states, "moves": [0],
            }),
        );
        assert!(is_valid(&won));
        for moves in [json!([1]), json!([null]), json!([7]), json!([0, 1])] {
            let mut forged = won.clone();
            forged["moves"] = moves;
            assert!(!is_valid(&forged), "{}", forged["moves"]);
        }
    }
}
