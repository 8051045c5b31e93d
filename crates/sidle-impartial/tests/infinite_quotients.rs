//! Certificates of infinite misère quotients, and the checker that knows only the rules.

use sidle_check::misere_counters::{Certificate, check};
use sidle_core::Meter;
use sidle_impartial::{
    code::Code,
    quotient::{Counted, HeapGame, QuotientError, QuotientOptions, QuotientSearch},
};

fn counted(code: &str) -> Counted {
    let game = HeapGame::Code(code.parse::<Code>().unwrap());
    let mut search = QuotientSearch::new(game, QuotientOptions::default());
    let ended = search.run(&Meter::unlimited());
    assert!(matches!(ended, Err(QuotientError::Infinite(..))), "{code}");
    search.counted().unwrap().clone()
}

fn certificate(counted: &Counted, digits: &[u8]) -> Certificate {
    let monoid = counted.monoid();
    let steps = (0..monoid.order() as u32).map(|x| {
        (0..monoid.generators())
            .map(|g| monoid.step(x, g))
            .collect()
    });
    let order = counted.infinite_order().unwrap();
    let place = |heap: u32| {
        let place = counted.counters().iter().position(|&c| c == heap);
        place.unwrap() as u32
    };
    Certificate::new(
        "",
        digits.to_vec(),
        counted.counters().to_vec(),
        counted.gap(),
        counted.period(),
        counted.phi().to_vec(),
        counted.generators().to_vec(),
        steps.collect(),
        counted.p_portions(),
        (place(order.heap), place(order.other), order.difference),
    )
}

#[test]
fn certificates_of_infinite_quotients_are_valid() {
    let right = certificate(&counted("0.76"), &[0, 7, 6]);
    let verdict = check(&right);
    assert!(verdict.is_valid(), "{verdict:?}");
}

#[test]
fn certificates_that_were_changed_are_refused() {
    let right = certificate(&counted("0.76"), &[0, 7, 6]);
    let refused = |change: &dyn Fn(&mut Certificate)| {
        let mut changed = right.clone();
        change(&mut changed);
        assert_ne!(changed, right);
        assert!(!check(&changed).is_valid(), "{changed:?}");
    };
    // Every outcome matters.
    for place in 0..right.p_portions.len() {
        refused(&|c| {
            let portion = &mut c.p_portions[place].1;
            match portion.iter().position(|&x| x == 0) {
                Some(identity) => drop(portion.remove(identity)),
                None => portion.push(0),
            }
        });
        refused(&|c| drop(c.p_portions.remove(place)));
    }
    for heap in 1..right.phi.len() {
        if !right.counters.contains(&(heap as u32)) {
            refused(&|c| c.phi[heap] = (c.phi[heap] + 1) % c.steps.len() as u32);
        }
    }
    refused(&|c| c.digits = vec![0, 7, 7]);
    refused(&|c| c.counters = vec![7, 11]);
    refused(&|c| c.counters = vec![12]);
    refused(&|c| c.gap += 1);
    refused(&|c| c.period += 1);
    refused(&|c| c.period = 0);
    refused(&|c| c.infinite = (0, 0, 0));
    refused(&|c| c.infinite = (0, 7, 0));
    refused(&|c| c.infinite.2 = i64::MAX);
    // Here the outcomes have the period.
    refused(&|c| c.infinite.2 = i64::from(c.gap));
    refused(&|c| c.steps[0][0] = 0);
    refused(&|c| c.steps.clear());
    refused(&|c| c.phi.clear());
    refused(&|c| c.p_portions.clear());
}

/// Dawson's Kayles takes a quarter of a minute: `cargo test --release -- --ignored`.
#[test]
#[ignore = "takes long"]
fn the_quotient_of_dawsons_kayles_is_infinite() {
    let counted = counted("0.07");
    assert_eq!(counted.counters(), [30, 34]);
    assert_eq!(counted.monoid().order(), 1456);
    for n in 0..12 {
        for m in 2..12 {
            let mut sum = vec![25];
            sum.extend(std::iter::repeat_n(30, n));
            sum.extend(std::iter::repeat_n(34, m));
            let expected = n >= m && (n - m) % 2 == 0;
            assert_eq!(counted.is_p(&sum), Some(expected), "{n} {m}");
        }
    }
    let verdict = check(&certificate(&counted, &[0, 0, 7]));
    assert!(verdict.is_valid(), "{verdict:?}");
}
