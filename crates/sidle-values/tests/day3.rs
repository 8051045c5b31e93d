//! The whole small world: all values born by day 3 against the definitions.

mod common;

use std::collections::HashSet;

use common::{Bridge, Random, day_3};
use sidle_check::naive::{Form, Forms};
use sidle_core::{Player, Relation, UBig};
use sidle_values::{Game, Store};

struct World {
    store: Store,
    forms: Forms,
    bridge: Bridge,
    values: Vec<(Form, Game)>,
}

fn world() -> World {
    world_over(Store::new())
}

fn world_over(store: Store) -> World {
    let (mut forms, mut bridge) = (Forms::new(), Bridge::default());
    let values = day_3(&mut forms);
    let values = values
        .into_iter()
        .map(|form| (form, bridge.game(&store, &forms, form)))
        .collect();
    World {
        store,
        forms,
        bridge,
        values,
    }
}

#[test]
fn day_3_has_1474_different_values_in_canonical_form() {
    let mut world = world();
    let different: HashSet<Game> = world.values.iter().map(|&(_, game)| game).collect();
    assert_eq!(different.len(), 1474);
    for &(form, game) in &world.values {
        let stored = world.bridge.form(&world.store, &mut world.forms, game);
        assert_eq!(
            world.forms.expanded(stored),
            world.forms.expanded(form),
            "the canonical form in the store"
        );
    }
}

#[test]
fn all_comparisons_agree_with_the_definition() {
    let mut world = world();
    let mut counts = [0_usize; 4];
    for &(form, game) in &world.values {
        for &(other_form, other_game) in &world.values {
            let expected = world.forms.compare(form, other_form);
            let found = world.store.compare(game, other_game);
            assert_eq!(
                found,
                expected,
                "{} and {}",
                world.forms.expanded(form),
                world.forms.expanded(other_form)
            );
            assert_eq!(world.store.le(game, other_game), expected.is_le());
            counts[expected as usize] += 1;
        }
        world.forms.forget();
    }
    assert_eq!(counts[Relation::Equal as usize], 1474);
    assert_eq!(
        counts[Relation::Less as usize],
        counts[Relation::Greater as usize]
    );
}

#[test]
fn invariants_agree_with_the_definition() {
    let mut world = world();
    for &(form, game) in &world.values {
        let text = world.forms.expanded(form);
        for player in Player::BOTH {
            let expected = world.forms.stop(form, player);
            assert_eq!(world.store.stop(game, player), expected, "{text}");
        }
        let birthday = UBig::from(world.forms.birthday(form));
        assert_eq!(world.store.birthday(game), birthday, "{text}");
        assert_eq!(
            world.store.outcome(game),
            world.forms.outcome(form),
            "{text}"
        );
        assert_eq!(
            world.store.as_number(game),
            world.forms.as_number(form),
            "{text}"
        );
        let negative = world.forms.negative(form);
        let expected = world.bridge.game(&world.store, &world.forms, negative);
        assert_eq!(world.store.negative(game), expected, "{text}");
    }
}

/// Compares sums in the store with the canonical form of the sum by the definitions, for one `G` and
/// many `H`.
fn check_sums(world: &mut World, index: usize, others: impl Iterator<Item = usize>) {
    let (form, game) = world.values[index];
    for other in others {
        let (other_form, other_game) = world.values[other];
        let sum = world.forms.sum(form, other_form);
        let expected = world.forms.canonical(sum);
        let found = world.store.add(game, other_game);
        let found = world.bridge.form(&world.store, &mut world.forms, found);
        assert!(
            found == expected,
            "{} + {}: {} but should be {}",
            world.forms.expanded(form),
            world.forms.expanded(other_form),
            world.forms.expanded(found),
            world.forms.expanded(expected)
        );
    }
    world.forms.forget();
}

#[test]
fn fifty_thousand_sums_agree_with_the_definition() {
    let mut world = world();
    let mut random = Random(20_251);
    for round in 0..500 {
        let index = random.below(1474);
        let others: Vec<usize> = (0..100).map(|_| random.below(1474)).collect();
        check_sums(&mut world, index, others.into_iter());
        if round % 50 == 49 {
            // The naive forms of the sums are many: start a new arena, keep the store.
            world = world_over(world.store);
        }
    }
}

/// All 1,087,075 unordered pairs: `cargo test --release -p sidle-values --test day3 -- --ignored`.
#[test]
#[ignore = "minutes long in release; run when the sum changes"]
fn all_sums_agree_with_the_definition() {
    let mut world = world();
    for index in 0..1474 {
        check_sums(&mut world, index, index..1474);
        if index % 5 == 4 {
            world = world_over(world.store);
        }
    }
}
