//! Forms and compounds of random games against the definitions.

#[path = "../../sidle-values/tests/common/mod.rs"]
mod common;

use std::collections::HashMap;

use common::{World, recipe};
use proptest::prelude::*;
use sidle_check::naive::{Form, Forms};
use sidle_core::{Dyadic, Meter, Player};
use sidle_solve::{AnySolver, Asking, Compound, NoHost, Position, Variant};
use sidle_values::{Game, Store};

/// The position with the options of a naive form, as they are written.
fn written(forms: &Forms, form: Form) -> Position {
    let mut known: HashMap<Form, Position> = HashMap::new();
    for follower in forms.followers(form) {
        let [left, right] = Player::BOTH.map(|player| {
            let options = forms.options(follower, player).iter();
            options.map(|option| known[option].clone()).collect()
        });
        known.insert(follower, Position::explicit(left, right));
    }
    known[&form].clone()
}

fn value(store: &Store, of: &Position) -> Game {
    let meter = Meter::unlimited();
    let mut asking = Asking {
        store,
        host: &mut NoHost,
        meter: &meter,
    };
    let value = AnySolver::default()
        .value(of, &mut asking)
        .expect("no limit");
    value.short().expect("a game that ends")
}

fn followers(store: &Store, of: &Position) -> usize {
    let meter = Meter::unlimited();
    let mut asking = Asking {
        store,
        host: &mut NoHost,
        meter: &meter,
    };
    asking.followers(of).expect("no limit").len()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn compounds_of_written_forms(g in recipe(4, 2), h in recipe(4, 2)) {
        let mut world = World::default();
        let (form_g, form_h) = (world.cook(&g).0, world.cook(&h).0);
        let (g, h) = (written(&world.forms, form_g), written(&world.forms, form_h));
        let of = |kind| Position::compound(kind, &g, &h);
        let sum = value(&world.store, &of(Compound::Sum));
        let naive = world.forms.sum(form_g, form_h);
        prop_assert!(world.agrees(sum, naive));
        let sum = value(&world.store, &of(Compound::OrdinalSum));
        let naive = world.forms.ordinal_sum(form_g, form_h);
        prop_assert!(world.agrees(sum, naive));
        let sum = value(&world.store, &of(Compound::ConjunctiveSum));
        let naive = world.forms.conjunctive_sum(form_g, form_h);
        prop_assert!(world.agrees(sum, naive));
        let sum = value(&world.store, &of(Compound::SelectiveSum));
        let naive = world.forms.selective_sum(form_g, form_h);
        prop_assert!(world.agrees(sum, naive));
    }

    #[test]
    fn conway_products(g in recipe(3, 2), h in recipe(3, 2)) {
        let mut world = World::default();
        let (form_g, form_h) = (world.cook(&g).0, world.cook(&h).0);
        let (g, h) = (written(&world.forms, form_g), written(&world.forms, form_h));
        let product = |a: &Position, b: &Position| Position::compound(Compound::ConwayProduct, a, b);
        let found = value(&world.store, &product(&g, &h));
        let naive = world.forms.conway_product(form_g, form_h);
        prop_assert!(world.agrees(found, naive));
        let store = &world.store;
        prop_assert_eq!(value(store, &product(&h, &g)), found);
        let minus = Position::negative_form(&g);
        prop_assert_eq!(value(store, &product(&minus, &h)), store.negative(found));
        for n in [-3i64, 0, 1, 2] {
            let count = Position::value(store.integer(n));
            let multiple = Position::compound(Compound::Multiple, &count, &g);
            prop_assert_eq!(value(store, &multiple), value(store, &product(&count, &g)));
        }
    }

    #[test]
    fn conway_products_of_numbers_multiply(
        a in -6_i64..6, i in 0_u32..3, b in -6_i64..6, j in 0_u32..3
    ) {
        let store = Store::new();
        let (x, y) = (Dyadic::new(a, i), Dyadic::new(b, j));
        let [g, h] = [&x, &y].map(|z| Position::value(store.number(z)));
        let product = Position::compound(Compound::ConwayProduct, &g, &h);
        prop_assert_eq!(store.as_number(value(&store, &product)), Some(&x * &y));
    }

    /// Negatives of all kinds of forms are negatives, and variants follow their definitions.
    #[test]
    fn negatives_and_variants(g in recipe(4, 2), h in recipe(3, 2)) {
        let mut world = World::default();
        let (form_g, form_h) = (world.cook(&g).0, world.cook(&h).0);
        let (g, h) = (written(&world.forms, form_g), written(&world.forms, form_h));
        let (store, meter) = (&world.store, Meter::unlimited());
        let kinds = [
            Compound::Sum, Compound::OrdinalSum, Compound::ConjunctiveSum,
            Compound::SelectiveSum, Compound::OrdinalProduct, Compound::ConwayProduct,
        ];
        for kind in kinds {
            let both = Position::compound(kind, &g, &h);
            let mut asking = Asking { store, host: &mut NoHost, meter: &meter };
            let minus = asking.negative(&both).expect("no limit");
            prop_assert_eq!(value(store, &minus), store.negative(value(store, &both)));
            let sum = Position::compound(Compound::Sum, &minus, &both);
            prop_assert_eq!(value(store, &sum), store.zero());
        }
        let impartial = value(store, &Position::variant(Variant::Impartial, &g));
        prop_assert!(store.as_nimber(impartial).is_some());
        let dicotic = value(store, &Position::variant(Variant::Dicotic, &g));
        prop_assert!(store.is_all_small(dicotic));
        // Twice twisted is not the game itself; but the negative of a twist is the twist of the negative.
        let twisted = value(store, &Position::variant(Variant::Twisted, &g));
        let minus = Position::negative_form(&g);
        let other = value(store, &Position::variant(Variant::Twisted, &minus));
        prop_assert_eq!(other, store.negative(twisted));
    }

    /// The followers of a form are those of the definition.
    #[test]
    fn followers_are_those_written(g in recipe(5, 2)) {
        let mut world = World::default();
        let form = world.cook(&g).0;
        let position = written(&world.forms, form);
        prop_assert_eq!(followers(&world.store, &position), world.forms.followers(form).len());
    }

    /// Misère outcomes of sums of forms, against plain play.
    #[test]
    fn misere_outcomes(g in recipe(4, 2), h in recipe(3, 2)) {
        let mut world = World::default();
        let (form_g, form_h) = (world.cook(&g).0, world.cook(&h).0);
        let sum = world.forms.sum(form_g, form_h);
        let position = Position::compound(
            Compound::Sum,
            &written(&world.forms, form_g),
            &written(&world.forms, form_h),
        );
        let meter = Meter::unlimited();
        let mut asking = Asking { store: &world.store, host: &mut NoHost, meter: &meter };
        let found = AnySolver::default().misere_outcome(&position, &mut asking).expect("no limit");
        let wins = Player::BOTH.map(|player| wins_misere(&world.forms, sum, player));
        use sidle_core::Outcome::{Left, Next, Previous, Right};
        let plain = match wins {
            [true, true] => Next,
            [true, false] => Left,
            [false, true] => Right,
            [false, false] => Previous,
        };
        prop_assert_eq!(found, plain);
    }
}

fn wins_misere(forms: &Forms, form: Form, mover: Player) -> bool {
    let options = forms.options(form, mover);
    options.is_empty()
        || options
            .iter()
            .any(|&option| !wins_misere(forms, option, -mover))
}

/// Conway's product on values does not distribute over the sum.
#[test]
fn conways_product_of_values_does_not_distribute() {
    let store = Store::new();
    let (one, star) = (store.integer(1), store.nimber(1));
    let up = store.game(&[store.zero()], &[star]);
    let times_up = |game: Game| {
        let (a, b) = (Position::value(game), Position::value(up));
        value(&store, &Position::compound(Compound::ConwayProduct, &a, &b))
    };
    let parts = store.add(times_up(one), times_up(star));
    assert_ne!(times_up(store.add(one, star)), parts);
}

/// Depth of forms costs no stack: written braces, ordinal sums to both sides, sums, negatives.
#[test]
fn deep_forms_use_no_stack() {
    let store = Store::new();
    let zero = Position::value(store.zero());
    let star = Position::value(store.nimber(1));
    let mut braces = zero.clone();
    let mut sum = star.clone();
    let mut tower = zero.clone();
    for _ in 0..100_000 {
        braces = Position::explicit(vec![braces.clone()], vec![]);
        sum = Position::compound(Compound::Sum, &star, &sum);
        tower = Position::variant(Variant::Twisted, &Position::negative_form(&tower));
    }
    assert_eq!(value(&store, &braces), store.integer(100_000));
    assert_eq!(value(&store, &sum), store.nimber(1));
    assert_eq!(value(&store, &tower), store.zero());
    assert_eq!(braces.clone(), braces);
    let base = Position::explicit(vec![star.clone()], vec![star]);
    let one = Position::value(store.integer(1));
    let (mut left, mut right) = (base.clone(), base.clone());
    for _ in 0..300 {
        left = Position::compound(Compound::OrdinalSum, &left, &one);
        right = Position::compound(Compound::OrdinalSum, &base, &right);
    }
    value(&store, &left);
    value(&store, &right);
}

/// A written form whose value is a number keeps its options under an ordinal sum, with loops too.
#[test]
fn written_bases_keep_their_options() {
    let (store, meter) = (Store::new(), Meter::unlimited());
    let mut asking = Asking {
        store: &store,
        host: &mut NoHost,
        meter: &meter,
    };
    let mut solver = AnySolver::default();
    let loopy = store.loopy();
    let number = |n| Position::value(store.integer(n));
    let base = Position::explicit(vec![number(-1)], vec![number(1)]);
    let on = Position::loopy(loopy.on().into());
    let sum = Position::compound(Compound::OrdinalSum, &base, &on);
    let found = solver.value(&sum, &mut asking).expect("no limit");
    assert_eq!(found.stopper(), Some(loopy.number_under(&1.into())));
    let written = Position::explicit(vec![], vec![Position::value(store.nimber(1))]);
    assert_eq!(followers(&store, &written), 3);
}
