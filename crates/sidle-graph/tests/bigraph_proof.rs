//! Every comparison comes with a proof that the independent checker accepts.

mod bigraphs;

use bigraphs::random_graph;
use sidle_check::loopy::{Certificate, Rule, check};
use sidle_core::{Meter, Player};
use sidle_graph::bigraph::{Bigraph, Side, order_proof, side_matrix, survival_matrix};

/// A graph on at most seven vertices with up to three times as many edges.
fn any_graph(random: &mut fastrand::Rng) -> Bigraph {
    let n = random.u32(1..=7);
    let edges = random.u32(n..3 * n);
    random_graph(random, n, edges)
}

#[test]
fn proofs_are_accepted_and_agree_with_the_matrices() {
    let meter = Meter::unlimited();
    let mut random = fastrand::Rng::with_seed(21);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..400 {
        let graph = any_graph(&mut random);
        let rows: Vec<[Vec<u32>; 2]> = graph
            .vertices()
            .map(|v| Player::BOTH.map(|p| graph.options(v, p).to_vec()))
            .collect();
        let mut rules = vec![
            (Rule::Onside, Some(Side::Onside)),
            (Rule::Offside, Some(Side::Offside)),
        ];
        if graph.is_stopper_graph() {
            rules.push((Rule::Survival, None));
        }
        for (rule, side) in rules {
            let matrix = match side {
                Some(side) => side_matrix(&graph, &graph, side, &meter),
                None => survival_matrix(&graph, &graph, &meter),
            }
            .expect("unlimited");
            for g in graph.vertices() {
                let h = random.u32(..graph.vertex_count() as u32);
                let proof = order_proof(&graph, (g, h), side, &meter).expect("unlimited");
                assert_eq!(proof.le, matrix.le(g, h));
                let states = proof.states.iter();
                let states = states
                    .map(|&(g, h, p, n)| [g, h, p.index() as u32, n])
                    .collect();
                let certificate = Certificate::of(rows.clone(), (g, h), rule, proof.le, states);
                let verdict = check(&certificate);
                assert!(verdict.is_valid(), "{verdict}");
                let lie = Certificate {
                    le: !proof.le,
                    ..certificate
                };
                assert!(!check(&lie).is_valid());
                if proof.le { yes += 1 } else { no += 1 }
            }
        }
    }
    assert!(yes > 500 && no > 500, "{yes}, {no}");
}
