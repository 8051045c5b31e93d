//! Every labelling's certificate is accepted by the checker, which knows nothing of the solver, and a
//! certificate for another game is not.

use sidle::{
    check::check_bytes,
    core::Meter,
    graph::{
        Csr, Digraph, NamedGraph, Threads,
        label::{
            AsymmetricEnds, Ends, Value, try_label_asymmetric, try_label_symmetric,
            write_bicertificate, write_certificate,
        },
    },
};

fn random_graph(random: &mut fastrand::Rng) -> NamedGraph {
    let n = 1 + random.usize(..12);
    let edges: Vec<(u32, u32)> = (0..random.usize(..3 * n))
        .map(|_| (random.usize(..n) as u32, random.usize(..n) as u32))
        .collect();
    NamedGraph::unnamed(Csr::from_edges(n, &edges).expect("good edges"))
}

const VALUES: [Value; 3] = [Value::Loss, Value::Draw, Value::Win];

#[test]
fn certificates_of_random_games_are_valid() {
    let mut random = fastrand::Rng::with_seed(1);
    let meter = Meter::unlimited();
    for _ in 0..3000 {
        let graph = random_graph(&mut random);
        let both = Digraph::new(graph.graph.clone());
        let n = both.vertex_count();
        let mut value = || VALUES[random.usize(..3)];
        let (leaf, pair, other) = (value(), [value(), value()], [value(), value()]);
        let end = random.usize(..n) as u32;
        let ends = Ends::with_leaf(leaf).with_end(end, other[0]);
        let labels = try_label_symmetric(&both, &ends, Threads::ONE, &meter).expect("no limit");
        let mut bytes = Vec::new();
        write_certificate(&graph, &ends, &labels, "a test", &mut bytes).expect("memory");
        let verdict = check_bytes(&bytes).expect("readable");
        assert!(verdict.is_valid(), "{verdict}");
        let ends = AsymmetricEnds::with_leaf(pair).with_end(end, other);
        let labels = try_label_asymmetric(&both, &ends, Threads::ONE, &meter).expect("no limit");
        let mut bytes = Vec::new();
        write_bicertificate(&graph, &ends, &labels, "a \"test\"", &mut bytes).expect("memory");
        let verdict = check_bytes(&bytes).expect("readable");
        assert!(verdict.is_valid(), "{verdict}");
    }
}

#[test]
fn labels_of_another_game_are_not_accepted() {
    let mut random = fastrand::Rng::with_seed(2);
    let meter = Meter::unlimited();
    let mut refused = 0;
    for _ in 0..500 {
        let graph = random_graph(&mut random);
        let both = Digraph::new(graph.graph.clone());
        let normal = try_label_symmetric(&both, &Ends::normal(), Threads::ONE, &meter);
        let misere = try_label_symmetric(&both, &Ends::misere(), Threads::ONE, &meter);
        let mut bytes = Vec::new();
        let labels = misere.as_ref().expect("no limit");
        write_certificate(&graph, &Ends::normal(), labels, "", &mut bytes).expect("memory");
        let valid = check_bytes(&bytes).expect("readable").is_valid();
        assert_eq!(valid, normal == misere);
        refused += usize::from(!valid);
    }
    assert!(refused > 100);
}
