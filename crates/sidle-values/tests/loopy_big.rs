//! Large graphs: nothing recurses, and what is small stays fast.

use std::sync::{Arc, atomic::AtomicBool};

use sidle_core::{Dyadic, Meter, Player, StopReason};
use sidle_graph::bigraph::BigraphBuilder;
use sidle_values::{
    Store,
    loopy::{Effort, LoopyGraph, LoopyValue},
    notation::{Item, Notation},
};

/// {0|{0|{0| … upon*}}}: a long canonical chain above a loop, and a long ring that is `over`.
#[test]
fn a_stopper_graph_with_a_million_vertices() {
    let (n, ring) = (150_000u32, 850_000u32);
    let store = Store::new();
    let loopy = store.loopy();
    let meter = Meter::unlimited();
    let mut builder = BigraphBuilder::new((n + ring) as usize + 2);
    let (zero, bottom) = (n + ring, n + ring + 1);
    builder
        .edge(bottom, Player::Left, zero)
        .edge(bottom, Player::Left, bottom)
        .edge(bottom, Player::Right, zero);
    for v in 0..n {
        let below = if v == 0 { bottom } else { v - 1 };
        builder
            .edge(v, Player::Left, zero)
            .edge(v, Player::Right, below);
    }
    for i in 0..ring {
        builder
            .edge(n + i, Player::Left, zero)
            .edge(n + i, Player::Right, n + (i + 1) % ring);
    }
    let graph = LoopyGraph::new(builder.build());
    let values = loopy
        .try_graph_values(&graph, Effort::default(), &meter)
        .expect("unlimited");
    let top = values[n as usize - 1].stopper().expect("a stopper");
    assert_eq!(values[(n + ring) as usize - 1], loopy.over().into());
    assert_eq!(values[bottom as usize], loopy.upon_star().into());
    assert_eq!(loopy.followers(top).len(), n as usize + 2);
    // upon* < {0|upon*} < … : an odd and an even one are compared from the top.
    let below = values[n as usize - 3].stopper().expect("a stopper");
    assert!(!loopy.le(top, below));
    assert!(layout(&store, values[n as usize - 1]).len() > n as usize);
}

/// A general game with 100,000 vertices in small components.
#[test]
fn a_general_game_in_small_components() {
    let count = 25_000u32;
    let store = Store::new();
    let loopy = store.loopy();
    let meter = Meter::unlimited();
    let mut builder = BigraphBuilder::new(4 * count as usize + 2);
    let (zero, one) = (4 * count, 4 * count + 1);
    builder.edge(one, Player::Left, zero);
    for i in 0..count {
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| 4 * i + k);
        let exit = if i == 0 {
            zero
        } else {
            4 * (i - 1) + (i * 7 + 3) % 4
        };
        // A carousel of alternating moves with exits to the component below.
        builder
            .edge(a, Player::Left, b)
            .edge(a, Player::Right, zero)
            .edge(b, Player::Right, c)
            .edge(b, Player::Left, if i % 3 == 0 { one } else { exit })
            .edge(c, Player::Left, d)
            .edge(c, Player::Right, exit)
            .edge(d, Player::Right, a)
            .edge(d, Player::Left, zero);
    }
    let graph = LoopyGraph::new(builder.build());
    let values = loopy
        .try_graph_values(&graph, Effort::default(), &meter)
        .expect("unlimited");
    assert_eq!(values.len(), 4 * count as usize + 2);
    for i in [0, 5, 77, 500] {
        let v = 4 * i;
        assert_eq!(loopy.verify(&graph, v, values[v as usize], &meter), Ok(()));
    }
}

#[test]
fn a_stopped_computation_leaves_the_store_valid() {
    let store = Store::new();
    let loopy = store.loopy();
    let flag = Arc::new(AtomicBool::new(true));
    let stopped = Meter::new().with_cancel(flag);
    let upon = loopy.upon().into();
    let mut value = upon;
    for round in 0..30u64 {
        match loopy.try_add(value, upon, Effort::default(), &stopped) {
            Ok(sum) => value = sum,
            Err(reason) => {
                assert_eq!(reason, StopReason::Cancelled);
                value = loopy.add(value, upon);
            }
        }
        let few = Meter::new().with_max_nodes(round);
        let over = loopy.number_over(&Dyadic::from(round as i64)).into();
        let _ = loopy.try_add(value, over, Effort::default(), &few);
    }
    let fresh = Store::new();
    let expected = fresh.loopy().multiple(fresh.loopy().upon().into(), 31);
    assert_eq!(layout(&store, value), layout(&fresh, expected));
}

/// All items of a value's notation.
fn layout(store: &Store, value: LoopyValue) -> Vec<Item> {
    let mut notation = Notation::new(store);
    let first = notation
        .loopy(value, &Meter::unlimited())
        .expect("unlimited");
    let mut items = Vec::new();
    let mut todo = vec![first];
    while let Some(id) = todo.pop() {
        let item = notation.item(id).clone();
        if let Item::Braces { sides, .. } = &item {
            todo.extend(sides.iter().flatten());
        }
        items.push(item);
    }
    items
}
