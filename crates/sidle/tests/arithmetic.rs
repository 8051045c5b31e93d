//! Arithmetic of values from several stores, within a budget.

use std::sync::Arc;

use sidle::{
    Arithmetic, Value,
    core::{Meter, Relation},
    values::Store,
};

/// `{n|{0|-n}}` in a store.
fn hot(store: &Arc<Store>, n: i64) -> Value {
    let low = store.game(&[store.zero()], &[store.integer(-n)]);
    Value::new(store, store.game(&[store.integer(n)], &[low]))
}

#[test]
fn stores_make_no_difference() {
    let (here, there) = (Arc::new(Store::new()), Arc::new(Store::new()));
    let arithmetic = Arithmetic::new();
    let none = Meter::none();
    for n in 1..8 {
        for m in 1..8 {
            let (g, h) = (hot(&here, n), hot(&there, m));
            let sum = arithmetic.add(&g, &h, none).expect("no limit");
            let handles = (hot(&here, n).short(), hot(&here, m).short());
            let (Some(x), Some(y)) = handles else {
                panic!("short games");
            };
            assert_eq!(sum, Value::new(&here, here.add(x, y)));
            let relation = arithmetic.compare(&g, &h, none).expect("no limit");
            assert_eq!(relation, here.compare(x, y));
            assert_eq!(relation == Relation::Equal, g == h);
            let back = arithmetic.negative(&h, none).expect("no limit");
            assert_eq!(arithmetic.add(&sum, &back, none).expect("no limit"), g);
        }
    }
}

#[test]
fn loopy_values_are_brought_along() {
    let (here, arithmetic) = (Arc::new(Store::new()), Arithmetic::new());
    let (on, off) = (here.loopy().on(), here.loopy().off());
    let (on, off) = (Value::new(&here, on), Value::new(&here, off));
    let none = Meter::none();
    let dud = arithmetic.add(&on, &off, none).expect("no limit");
    assert_eq!(dud, Value::new(&here, here.loopy().dud()));
    let braces = arithmetic.game(std::slice::from_ref(&on), &[off], none);
    assert_eq!(braces.expect("no limit").handle().kind(), "stopper");
    assert_eq!(arithmetic.multiple(&on, 7, none).expect("no limit"), on);
}

#[test]
fn a_budget_begins_new_stores_and_values_stay_valid() {
    let arithmetic = Arithmetic::with_budget(1 << 20);
    let none = Meter::none();
    let first = hot(&arithmetic.store(), 5);
    let text = first.to_string();
    let (mut stores, mut last) = (0, arithmetic.store());
    for n in 1..20_000 {
        let next = arithmetic.number(&n.into());
        let game = arithmetic.game(&[next, first.clone()], std::slice::from_ref(&first), none);
        game.expect("no limit");
        let store = arithmetic.store();
        if !Arc::ptr_eq(&store, &last) {
            (stores, last) = (stores + 1, store);
        }
    }
    assert!(stores >= 2, "{stores} stores");
    assert_eq!(first.to_string(), text);
    assert_eq!(first, hot(&last, 5));
    let twice = arithmetic.add(&first, &first, none).expect("no limit");
    assert_eq!(
        twice,
        arithmetic.multiple(&first, 2, none).expect("no limit")
    );
}
