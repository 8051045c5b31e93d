//! Reduced canonical forms of stoppers.

use sidle_core::{Dyadic, Meter, Player};
use sidle_graph::bigraph::{Bigraph, BigraphBuilder};
use sidle_values::{
    NumberUpStar, Store,
    loopy::{Effort, LoopyGraph, Stopper},
};

#[test]
fn published_examples() {
    let store = Store::new();
    let loopy = store.loopy();
    let nus = |n: i64, star: u64| {
        Stopper::Short(store.number_up_star(&NumberUpStar {
            number: Dyadic::from(n),
            ups: 0,
            star,
        }))
    };
    let (zero, one, two) = (nus(0, 0), nus(1, 0), nus(2, 0));
    assert_eq!(loopy.reduced(loopy.upon()), zero);
    assert_eq!(loopy.reduced(loopy.number_under(&Dyadic::from(2))), two);
    assert_eq!(
        loopy.reduced(loopy.plain(&[loopy.on()], &[nus(1, 1)])),
        loopy.plain(&[loopy.on()], &[one])
    );
    let hot = loopy.plain(&[loopy.plain(&[two], &[zero])], &[loopy.off()]);
    assert_eq!(loopy.reduced(hot), hot);
    // a{1,1*,pass|*} -> {1|0}, a{2|-1,pass} -> {2|-1}
    let with_pass = |left: &[Stopper], right: &[Stopper], passes: Player| {
        let count = left.len() + right.len();
        let mut builder = BigraphBuilder::new(1 + count);
        builder.edge(0, passes, 0);
        for i in 0..count {
            let player = Player::BOTH[usize::from(i >= left.len())];
            builder.edge(0, player, 1 + i as u32);
        }
        let mut graph = LoopyGraph::new(builder.build());
        for (i, &exit) in left.iter().chain(right).enumerate() {
            graph = graph.with_exit(1 + i as u32, exit.into());
        }
        loopy.graph_value(&graph, 0).stopper().expect("a stopper")
    };
    assert_eq!(
        loopy.reduced(with_pass(&[one, nus(1, 1)], &[nus(0, 1)], Player::Left)),
        loopy.plain(&[one], &[zero])
    );
    let minus = nus(-1, 0);
    assert_eq!(
        loopy.reduced(with_pass(&[two], &[minus], Player::Right)),
        loopy.plain(&[two], &[minus])
    );
    assert_eq!(
        loopy.reduced(loopy.plain(&[nus(1, 1)], &[minus])),
        loopy.plain(&[one], &[minus])
    );
}

fn random_stopper_graph(random: &mut fastrand::Rng) -> Bigraph {
    let mut below = |n: u32| random.u32(..n);
    loop {
        let n = 2 + below(6);
        let mut builder = BigraphBuilder::new(n as usize);
        for _ in 0..n + below(n) {
            let player = Player::BOTH[below(2) as usize];
            builder.edge(below(n), player, below(n));
        }
        let graph = builder.build();
        if graph.is_stopper_graph() {
            return graph;
        }
    }
}

/// The form is Inf-equal to the game; two games are Inf-equal exactly when their forms are equal; and
/// `<=Inf` agrees with `<= x` for a small number x.
#[test]
fn forms_are_equal_exactly_when_games_are_inf_equal() {
    let store = Store::new();
    let loopy = store.loopy();
    let meter = Meter::unlimited();
    let mut random = fastrand::Rng::with_seed(11);
    let mut games: Vec<Stopper> = Vec::new();
    for _ in 0..300 {
        let graph = random_stopper_graph(&mut random);
        let whole = LoopyGraph::new(graph);
        let values = loopy
            .try_graph_values(&whole, Effort::default(), &meter)
            .expect("unlimited");
        games.extend(values.iter().filter_map(|value| value.stopper()));
    }
    let mut seen = std::collections::HashSet::new();
    games.retain(|game| seen.insert(*game));
    assert!(games.len() > 30);
    let reduced: Vec<Stopper> = games.iter().map(|&g| loopy.reduced(g)).collect();
    let le = |a, b| loopy.try_le_inf(a, b, &meter).expect("unlimited");
    let small = store.number(&Dyadic::new(1, 6)).into();
    for (i, &g) in games.iter().enumerate() {
        assert!(le(g, reduced[i]) && le(reduced[i], g));
        assert_eq!(loopy.reduced(reduced[i]), reduced[i]);
        for (j, &h) in games.iter().enumerate() {
            let equal = le(g, h) && le(h, g);
            assert_eq!(equal, reduced[i] == reduced[j], "{i}, {j}");
            let shifted = loopy.add(h.into(), small);
            let shifted = shifted.stopper().expect("a stopper and a number");
            assert_eq!(le(g, h), loopy.le(g, shifted), "{i}, {j}");
        }
    }
}
