//! Many threads in one store give the values that one thread gives.

mod common;

use std::{sync::Barrier, thread};

use common::{Bridge, Random, day_3, forms_of};
use sidle_check::naive::Forms;
use sidle_values::{Game, Store};

const THREADS: usize = 8;

/// The sums of a fixed list of pairs of values, and of those sums with the next.
fn sums(store: &Store, games: &[Game], pairs: &[(usize, usize)]) -> Vec<Game> {
    let mut sums = Vec::with_capacity(pairs.len());
    let mut last = store.zero();
    for (i, &(one, other)) in pairs.iter().enumerate() {
        let sum = store.add(games[one], games[other]);
        sums.push(sum);
        if i % 16 == 0 {
            last = store.negative(sum);
        } else if i % 16 == 1 {
            sums.push(store.sub(sum, last));
        }
    }
    sums
}

#[test]
fn threads_agree_with_one_another_and_with_one_thread() {
    let mut forms = Forms::new();
    let day_3 = day_3(&mut forms);
    let mut random = Random(99);
    let pairs: Vec<(usize, usize)> = (0..3_000)
        .map(|_| (random.below(1474), random.below(1474)))
        .collect();

    let alone = Store::new();
    let mut bridge = Bridge::default();
    let games: Vec<Game> = day_3
        .iter()
        .map(|&f| bridge.game(&alone, &forms, f))
        .collect();
    let expected = sums(&alone, &games, &pairs);

    let shared = Store::new();
    let barrier = Barrier::new(THREADS);
    let run = |thread: usize| -> Vec<Game> {
        let mut bridge = Bridge::default();
        barrier.wait();
        // All threads make the same values at the same time, each beginning elsewhere.
        let mut games = vec![shared.zero(); day_3.len()];
        for i in 0..day_3.len() {
            let i = (i + thread * 200) % day_3.len();
            games[i] = bridge.game(&shared, &forms, day_3[i]);
        }
        barrier.wait();
        sums(&shared, &games, &pairs)
    };
    let found: Vec<Vec<Game>> = thread::scope(|scope| {
        let run = &run;
        let threads: Vec<_> = (0..THREADS).map(|t| scope.spawn(move || run(t))).collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined.map(|sums| sums.expect("no thread panics")).collect()
    });
    for other in &found[1..] {
        assert_eq!(
            other, &found[0],
            "one value, one handle, whichever thread made it"
        );
    }
    let shared_forms = forms_of(&shared, &mut forms, &found[0]);
    let alone_forms = forms_of(&alone, &mut forms, &expected);
    assert!(shared_forms == alone_forms, "the same values as one thread");
}

/// Readers never meet a value that is half made.
#[test]
fn comparing_while_others_add() {
    let store = Store::new();
    let mut forms = Forms::new();
    let day_3 = day_3(&mut forms);
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let (store, forms, day_3) = (&store, &forms, &day_3);
            scope.spawn(move || {
                let (mut bridge, mut random) = (Bridge::default(), Random(thread as u64 + 1));
                for _ in 0..500 {
                    let [g, h] =
                        [0, 1].map(|_| bridge.game(store, forms, day_3[random.below(day_3.len())]));
                    let sum = store.add(g, h);
                    let zero = store.zero();
                    assert_eq!(store.sub(sum, h), g);
                    assert_eq!(
                        store.compare(g, store.negative(h)),
                        store.compare(sum, zero)
                    );
                }
            });
        }
    });
}
