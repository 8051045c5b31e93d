//! Every comparison comes with a proof that the independent checker accepts.

use sidle_check::loopy::{Certificate, Rule, check};
use sidle_core::{Meter, Player};
use sidle_graph::bigraph::{
    Bigraph, BigraphBuilder, Side, order_proof, side_matrix, survival_matrix,
};

struct Random(fastrand::Rng);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0.u32(..n)
    }

    fn graph(&mut self) -> Bigraph {
        let n = 1 + self.below(7);
        let mut builder = BigraphBuilder::new(n as usize);
        for _ in 0..n + self.below(2 * n) {
            let player = Player::BOTH[self.below(2) as usize];
            builder.edge(self.below(n), player, self.below(n));
        }
        builder.build()
    }
}

#[test]
fn proofs_are_accepted_and_agree_with_the_matrices() {
    let meter = Meter::unlimited();
    let mut random = Random(fastrand::Rng::with_seed(21));
    let (mut yes, mut no) = (0, 0);
    for _ in 0..400 {
        let graph = random.graph();
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
                let h = random.below(graph.vertex_count() as u32);
                let proof = order_proof(&graph, (g, h), side, &meter).expect("unlimited");
                assert_eq!(proof.le, matrix.le(g, h));
                let states = proof.states.iter();
                let states = states
                    .map(|&(g, h, p, n)| [g, h, p.index() as u32, n])
                    .collect();
                let certificate = Certificate::new(rows.clone(), (g, h), rule, proof.le, states);
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
