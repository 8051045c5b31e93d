//! Ordinal sums, incentives and products of random games against the definitions.

mod common;

use std::collections::HashSet;

use common::{BIRTHDAY, World, recipe, small};
use proptest::prelude::*;
use sidle_check::naive::Forms;
use sidle_core::{
    Meter, Outcome,
    Player::{self, Left, Right},
    UBig,
};
use sidle_values::Game;

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn ordinal_sums(g in small(), h in small(), k in small()) {
        let mut world = World::default();
        let ((_, g), (form_h, h), (_, k)) = (world.cook(&g), world.cook(&h), world.cook(&k));
        let form_g = world.form(g);
        let sum = world.store.ordinal_sum(g, h);
        // The form of the subordinate does not matter, that of the base is the canonical one.
        let form_sum = world.forms.ordinal_sum(form_g, form_h);
        prop_assert!(world.agrees(sum, form_sum));
        let store = &world.store;
        let zero = store.zero();
        prop_assert_eq!(store.ordinal_sum(g, zero), g);
        prop_assert_eq!(store.ordinal_sum(zero, h), h);
        prop_assert_eq!(
            store.negative(sum),
            store.ordinal_sum(store.negative(g), store.negative(h))
        );
        // Colon Principle.
        if store.le(h, k) {
            prop_assert!(store.le(sum, store.ordinal_sum(g, k)));
        }
        prop_assert_eq!(store.compare(sum, g), store.compare(h, zero));
    }

    /// On forms the ordinal sum is associative.
    #[test]
    fn ordinal_sums_of_forms_associate(g in small(), h in small(), k in small()) {
        let mut forms = Forms::new();
        let [g, h, k] = [g, h, k].map(|recipe| recipe.cook(&mut forms, BIRTHDAY));
        let (gh, hk) = (forms.ordinal_sum(g, h), forms.ordinal_sum(h, k));
        prop_assert_eq!(forms.ordinal_sum(gh, k), forms.ordinal_sum(g, hk));
    }

    /// A base that is typed as a form, with its dominated and reversible options.
    #[test]
    fn ordinal_sums_on_forms(g in small(), h in small()) {
        let mut world = World::default();
        let ((form_g, _), (form_h, h)) = (world.cook(&g), world.cook(&h));
        let sides = Player::BOTH.map(|player| {
            let options = world.forms.options(form_g, player).to_vec();
            options.into_iter().map(|option| world.game(option)).collect::<Vec<Game>>()
        });
        let meter = Meter::unlimited();
        let sum = world.store.try_ordinal_sum_on_form(&sides[0], &sides[1], h, &meter);
        let sum = sum.expect("no limit");
        let form_sum = world.forms.ordinal_sum(form_g, form_h);
        prop_assert!(world.agrees(sum, form_sum));
        // The subordinate is recovered: base:H' = base:H (H' is the one the store finds).
        let (left, right) = (&sides[0], &sides[1]);
        let found = world.store.try_subordinate(sum, left, right, &meter).expect("no limit");
        prop_assert!(found.is_some(), "{} is no subordinate", world.forms.expanded(form_h));
        let again = found.map(|h| world.store.try_ordinal_sum_on_form(left, right, h, &meter));
        prop_assert_eq!(again, Some(Ok(sum)));
    }

    /// Incentives are the maximal differences with the options.
    #[test]
    fn incentives(g in small()) {
        let mut world = World::default();
        let (_, g) = world.cook(&g);
        let store = &world.store;
        let meter = Meter::unlimited();
        for player in Player::BOTH {
            let gain = |option| match player {
                Left => store.sub(option, g),
                Right => store.sub(g, option),
            };
            let all: HashSet<Game> = store.options(g, player).map(gain).collect();
            let maximal: HashSet<Game> = all
                .iter()
                .copied()
                .filter(|&x| !all.iter().any(|&y| y != x && store.le(x, y)))
                .collect();
            let found = store.try_incentives(g, player, &meter).expect("no limit");
            prop_assert_eq!(found.len(), maximal.len());
            prop_assert_eq!(found.into_iter().collect::<HashSet<Game>>(), maximal);
        }
    }

    #[test]
    fn norton_products(g in recipe(4, 2), h in recipe(4, 2), u in recipe(4, 2)) {
        let mut world = World::default();
        let ((form_g, g), (_, h), (form_u, u)) = (world.cook(&g), world.cook(&h), world.cook(&u));
        prop_assume!(world.store.outcome(u) == Outcome::Left && world.store.birthday(u) <= UBig::from(3_u32));
        let product = world.store.norton_product(g, u);
        let form_product = world.forms.norton_product(form_g, form_u);
        prop_assert!(world.agrees(product, form_product));
        // Distributive over the first factor, and order-preserving.
        let store = &world.store;
        prop_assert_eq!(
            store.norton_product(store.add(g, h), u),
            store.add(product, store.norton_product(h, u))
        );
        if store.le(g, h) {
            prop_assert!(store.le(product, store.norton_product(h, u)));
        }
    }
}
