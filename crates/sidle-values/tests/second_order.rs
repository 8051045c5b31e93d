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
    store.try_second_order_classes(games, &meter).expect("no limit")
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

#[test]
fn classes_of_all_small_games() {
    let store = Store::new();
    let small = classes(&store, &infinitesimals(&store, true));
    let all = classes(&store, &infinitesimals(&store, false));
    let summary = |classes: &[SecondOrderClass]| {
        let count = |test: &dyn Fn(&SecondOrderClass) -> bool| {
            classes.iter().filter(|class| test(class)).count()
        };
        let members: usize = classes.iter().map(|class| class.members.len()).sum();
        [
            members,
            classes.len(),
            count(&|class| class.members.len() > 1),
            count(&|class| class.earliest.len() > 1),
            count(&|class| class.smallest.len() > 1),
            count(&|class| class.earliest.len() > 1 && class.smallest.len() > 1),
        ]
    };
    println!("{:?} {:?}", summary(&small), summary(&all));
    for class in all.iter().filter(|class| class.members.len() > 1) {
        println!("class of {:?}: {} members, earliest {:?}, smallest {:?}", class.members[0], class.members.len(), class.earliest, class.smallest);
        for &member in &class.members {
            println!("   {:?} aw {:?} L {:?} R {:?} small {}", member, store.atomic_weight(member), store.options(member, sidle_core::Player::Left), store.options(member, sidle_core::Player::Right), store.is_all_small(member));
        }
    }
}
