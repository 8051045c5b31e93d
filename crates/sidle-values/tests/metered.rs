//! Metered stops: whenever an operation is stopped, the store stays valid and the work can be redone.

mod common;

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};
use std::time::Duration;

use common::{Bridge, Random, day_3, forms_of};
use sidle_check::naive::{Form, Forms};
use sidle_core::{Meter, StopReason};
use sidle_values::{Game, Store};

/// Three hot games whose sum makes some hundreds of new values.
fn summands(store: &Store, forms: &Forms, chosen: &[Form]) -> Vec<Game> {
    let mut bridge = Bridge::default();
    chosen
        .iter()
        .map(|&form| bridge.game(store, forms, form))
        .collect()
}

fn total(store: &Store, games: &[Game], meter: &Meter) -> Result<Game, StopReason> {
    let first = store.zero();
    games
        .iter()
        .try_fold(first, |sum, &game| store.try_add(sum, game, meter))
}

/// Stopped by the limit on nodes at every possible place, then redone in the same store.
#[test]
fn stopped_at_every_node_and_redone() {
    let mut forms = Forms::new();
    let day_3 = day_3(&mut forms);
    let mut random = Random(5);
    for _ in 0..8 {
        let chosen: Vec<Form> = (0..3).map(|_| day_3[random.below(1474)]).collect();
        let fresh = Store::new();
        let games = summands(&fresh, &forms, &chosen);
        let meter = Meter::new();
        let expected = total(&fresh, &games, &meter).expect("no limit");
        let nodes = meter.snapshot().nodes;
        let expected = forms_of(&fresh, &mut forms, &[expected])[0];
        let stride = (nodes / 60).max(1);
        for limit in (0..nodes).step_by(stride as usize) {
            let store = Store::new();
            let games = summands(&store, &forms, &chosen);
            let stopped = total(&store, &games, &Meter::new().with_max_nodes(limit));
            assert_eq!(stopped, Err(StopReason::Nodes), "{limit} of {nodes}");
            let redone = total(&store, &games, &Meter::unlimited()).expect("no limit");
            assert_eq!(forms_of(&store, &mut forms, &[redone])[0], expected);
            // What was asked before is still there.
            assert_eq!(summands(&store, &forms, &chosen), games);
        }
        let store = Store::new();
        let games = summands(&store, &forms, &chosen);
        let enough = total(&store, &games, &Meter::new().with_max_nodes(nodes));
        assert!(enough.is_ok(), "the limit itself is allowed");
    }
}

/// Stopped again and again by a clock that strikes at every k-th look, in one store, until it is done:
/// the work already done is kept, so this ends.
#[test]
fn stopped_by_the_clock_until_done() {
    let mut forms = Forms::new();
    let day_3 = day_3(&mut forms);
    let chosen: Vec<Form> = [1470, 1300, 1111, 999, 1234].map(|i| day_3[i]).into();
    let fresh = Store::new();
    let games = summands(&fresh, &forms, &chosen);
    let expected = total(&fresh, &games, &Meter::unlimited()).expect("no limit");
    let expected = forms_of(&fresh, &mut forms, &[expected])[0];

    let store = Store::new();
    let games = summands(&store, &forms, &chosen);
    let mut stops = 0;
    let sum = loop {
        // Each round looks at the clock a few more times before it strikes.
        let looks = Arc::new(AtomicU64::new(0));
        let clock = move || Duration::from_secs(looks.fetch_add(1, Relaxed));
        let meter = Meter::new().with_deadline(clock, Duration::from_secs(1 + stops));
        match total(&store, &games, &meter) {
            Ok(sum) => break sum,
            Err(reason) => assert_eq!(reason, StopReason::Time),
        }
        stops += 1;
        assert!(stops < 100_000, "it never ends");
    };
    assert!(stops > 0, "the clock never struck");
    assert_eq!(forms_of(&store, &mut forms, &[sum])[0], expected);
}

#[test]
fn cancelled_before_it_begins() {
    let mut forms = Forms::new();
    let day_3 = day_3(&mut forms);
    let store = Store::new();
    let games = summands(&store, &forms, &day_3[1400..1406]);
    let flag = Arc::new(AtomicBool::new(true));
    let meter = Meter::new().with_cancel(flag.clone());
    assert_eq!(total(&store, &games, &meter), Err(StopReason::Cancelled));
    flag.store(false, Relaxed);
    let sum = total(&store, &games, &meter).expect("nobody cancels any more");
    assert_eq!(Ok(sum), total(&store, &games, &Meter::unlimited()));
}
