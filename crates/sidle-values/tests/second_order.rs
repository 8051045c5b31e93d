//! What the experiment modulo infinitesimals of order 2 finds on the values born by day 3.

use sidle_core::Meter;
use sidle_values::{Game, SecondOrderClass, Store};

fn infinitesimals(store: &Store, all_small: bool) -> Vec<Game> {
    let mut games = store.try_born_by(3, &Meter::unlimited()).expect("no limit");
    games.retain(|&game| store.is_infinitesimal(game) && (!all_small || store.is_all_small(game)));
    games
}

fn classes(store: &Store, games: &[Game]) -> Vec<SecondOrderClass> {
    let meter = Meter::unlimited();
    store
        .try_second_order_classes(games, &meter)
        .expect("no limit")
}

/// The tests of closeness do not change when k may be three times as large.
#[test]
fn the_bound_on_k_is_generous() {
    let store = Store::new();
    let meter = Meter::unlimited();
    let games = infinitesimals(&store, true);
    for &g in &games {
        for &h in &games {
            let difference = store.sub(g, h);
            let bound = |most| store.try_second_order_bound(difference, most, &meter);
            let short = bound(8).expect("no limit");
            assert!(short.is_none_or(|k| k <= 4), "{short:?}");
            if short.is_none() {
                assert_eq!(bound(24), Ok(None));
            }
        }
    }
}

/// Members, classes, classes with several members, with several members of the least birthday, and with
/// several members of the fewest edges.
fn summary(classes: &[SecondOrderClass]) -> [usize; 5] {
    let count = |several: fn(&SecondOrderClass) -> &Vec<Game>| {
        classes
            .iter()
            .filter(|class| several(class).len() > 1)
            .count()
    };
    let members = classes.iter().map(|class| class.members.len()).sum();
    [
        members,
        classes.len(),
        count(|class| &class.members),
        count(|class| &class.earliest),
        count(|class| &class.smallest),
    ]
}

/// The least birthday does not single out a representative; the fewest edges do, in this world.
#[test]
fn classes_of_infinitesimals() {
    let store = Store::new();
    let all_small = classes(&store, &infinitesimals(&store, true));
    assert_eq!(summary(&all_small), [67, 53, 10, 4, 0]);
    let all = classes(&store, &infinitesimals(&store, false));
    assert_eq!(summary(&all), [292, 176, 32, 26, 0]);
    // Every class of the list stays together when the test is asked of all its pairs.
    let meter = Meter::unlimited();
    for class in &all_small {
        for &g in &class.members {
            for &h in &class.members {
                assert_eq!(store.try_second_order_close(g, h, &meter), Ok(true));
            }
        }
    }
}
