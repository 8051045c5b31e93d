//! Certificates of all puzzles are accepted by the independent checker, and changed ones are not believed.

#[path = "graphs/mod.rs"]
mod constraint_graphs;

use constraint_graphs::{owned, set_targets};
use proptest::prelude::*;
use serde_json::{Value, json};
use sidle_check::check_bytes;
use sidle_core::Meter;
use sidle_logic::{
    blocks::{self, Metric, Puzzle},
    decide::{Game, Options, certificate, decide},
    graph::ConstraintGraph,
    hitori,
};

fn is_valid(proof: &Value) -> bool {
    check_bytes(proof.to_string().as_bytes()).is_ok_and(|verdict| verdict.is_valid())
}

fn graphs() -> impl Strategy<Value = ConstraintGraph> {
    let edge = (0usize..5, 0usize..5, 1u32..=2, any::<bool>());
    let edges = proptest::collection::vec(edge, 2..=8);
    (
        edges,
        proptest::collection::vec(0u32..4, 5),
        any::<[u16; 4]>(),
        any::<bool>(),
    )
        .prop_map(|(edges, minimums, picks, legal)| {
            let mut graph = owned(&edges);
            for (v, &least) in minimums.iter().enumerate().take(graph.vertices().len()) {
                let inflow = graph.inflow(v, &graph.start()) as u32;
                graph.set_minimum(v, if legal { least.min(inflow) } else { least });
            }
            set_targets(&mut graph, &picks);
            graph.set_last(
                (0..edges.len())
                    .filter(|e| picks[3] >> e & 1 == 1)
                    .collect(),
            );
            graph
        })
}

/// Other claims about the same thing must not be believed.
fn forged(proof: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    let mut forge = |change: &dyn Fn(&mut Value)| {
        let mut other = proof.clone();
        change(&mut other);
        if other != *proof {
            all.push(other);
        }
    };
    for answer in ["yes", "no", "white", "black", "draw"] {
        forge(&|other| {
            other["answer"] = json!(answer);
            if matches!(answer, "no" | "draw") {
                other["length"] = Value::Null;
            }
        });
    }
    if let Some(length) = proof["length"].as_u64() {
        forge(&|other| other["length"] = json!(length + 1));
        forge(&|other| other["length"] = json!(length.saturating_sub(1)));
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn certificates_of_constraint_logic(graph in graphs()) {
        for game in Game::all() {
            let made = certificate(&graph, game, Options::default(), "", &Meter::unlimited());
            let (solution, proof) = match made {
                Ok(made) => made,
                Err(refused) => {
                    let decided = decide(&graph, game, Options::default(), &Meter::unlimited());
                    prop_assert!(decided.is_err(), "{:?}\n{}", refused, graph.to_text());
                    continue;
                }
            };
            let proof: Value = serde_json::from_str(&proof).expect("JSON");
            let verdict = check_bytes(proof.to_string().as_bytes()).expect("a certificate");
            prop_assert!(verdict.is_valid(), "{} {:?}\n{}\n{}", verdict, solution, graph.to_text(), proof);
            for other in forged(&proof) {
                prop_assert!(!is_valid(&other), "{}", other);
            }
        }
    }

    #[test]
    fn certificates_of_hitori(labels in proptest::collection::vec(0usize..5, 16)) {
        let rows = labels.chunks(4).map(|row| row.iter().map(ToString::to_string).collect());
        let board = hitori::Board::from_labels(rows.collect()).expect("a rectangle");
        let (_, proof) = hitori::certificate(&board, "", &Meter::unlimited()).expect("no limit");
        let proof: Value = serde_json::from_str(&proof).expect("JSON");
        let verdict = check_bytes(proof.to_string().as_bytes()).expect("a certificate");
        prop_assert!(verdict.is_valid(), "{}\n{}", verdict, proof);
        let examples = proof["examples"].as_array().expect("a list").len();
        let mut fewer = proof.clone();
        if examples > 0 {
            fewer["examples"].as_array_mut().expect("a list").pop();
            prop_assert!(!is_valid(&fewer));
        }
    }
}

#[test]
fn certificates_of_sliding_blocks() {
    let texts = [
        "ab\n..\ngoal\nba\n..\n",
        "ab\ngoal\nba\n",
        ".//.\n..|.\ngoal\n....\n//..\n",
        "AABB\nAACC\nde..\nFGHH\nFGII\ngoal\n....\n....\n....\nAA..\nAA..\n",
        "BCDDE.BCF.EGB.FAAGHHHI.G..JIKKLLJMM.",
    ];
    for text in texts {
        let puzzle = Puzzle::parse(text).expect("a board");
        for metric in [Metric::Unit, Metric::Straight, Metric::Finger] {
            let options = blocks::Options {
                metric,
                ..blocks::Options::default()
            };
            let made = blocks::certificate(&puzzle, options, "", &Meter::unlimited());
            let (solution, proof) = made.expect("a small board");
            let proof: Value = serde_json::from_str(&proof.expect("a proof")).expect("JSON");
            let verdict = check_bytes(proof.to_string().as_bytes()).expect("a certificate");
            assert!(verdict.is_valid(), "{verdict}");
            let mut other = proof.clone();
            other["length"] = json!(solution.length.map_or(1, |length| length + 1));
            assert!(!is_valid(&other));
            if solution.length.is_some() {
                let mut other = proof.clone();
                other["length"] = Value::Null;
                assert!(!is_valid(&other));
                let mut other = proof.clone();
                other["moves"].as_array_mut().expect("a list").pop();
                assert!(!is_valid(&other));
            }
        }
    }
}

#[test]
fn runs_that_are_claimed_to_be_endless_are_checked_in_time() {
    let graph = "a b 2\nb c 2\nc a 2\nd a 1\nmin d 0\nlast 0\ntarget 3\n";
    let graph = ConstraintGraph::parse(graph).expect("a graph");
    for game in [Game::Deterministic, Game::BoundedDeterministic] {
        let made = certificate(&graph, game, Options::default(), "", &Meter::unlimited());
        let proof = made.expect("a small graph").1;
        let proof: Value = serde_json::from_str(&proof).expect("JSON");
        assert!(is_valid(&proof), "{proof}");
        assert_eq!(proof["answer"], "no");
        let mut other = proof.clone();
        other["cycle"] = json!([3, 1u64 << 63]);
        let _ = is_valid(&other);
        other["cycle"] = json!([1u64 << 62, (1u64 << 62) + 12]);
        assert!(is_valid(&other), "true, though late: {other}");
        other["answer"] = json!("yes");
        other["length"] = json!(1u64 << 63);
        assert!(!is_valid(&other));
    }
}
