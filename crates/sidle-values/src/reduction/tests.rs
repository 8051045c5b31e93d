//! The theorems of the paper on small worlds, and its examples.

use sidle_core::{Meter, Player, Relation};

use crate::{
    Game, Store,
    test_worlds::{Random, born_by, random_games, ups},
};

fn integers<const N: usize>(store: &Store, values: [i64; N]) -> [Game; N] {
    values.map(|n| store.integer(n))
}

/// All kinds of infinitesimals that are greater than 0 or confused with it.
fn reducers(store: &Store) -> Vec<Game> {
    let up_second = store.game(&[store.zero()], &[ups(store, -1, 1)]);
    vec![
        store.nimber(1),
        ups(store, 1, 0),
        ups(store, 1, 1),
        store.nimber(2),
        up_second,
        store.tiny(store.integer(2)),
    ]
}

#[test]
fn both_constructions_on_day_three() {
    let store = Store::new();
    let mut forms = std::collections::HashSet::new();
    for game in born_by(&store, 3) {
        let form = store.reduced_canonical_form(game);
        assert_eq!(form, store.reduced_canonical_form_by_elimination(game));
        assert_eq!(store.inf_compare(game, form), Relation::Equal);
        assert_eq!(form, store.reduced_canonical_form(form));
        let star = store.nimber(1);
        let even = store.reduce_by(game, star).expect("* is confused with 0");
        assert!(store.is_even_tempered(even));
        assert_eq!(
            store.try_reduce_by_star(game, &Meter::unlimited()),
            Ok(even)
        );
        forms.insert(form);
    }
    assert_eq!(forms.len(), 61);
}

#[test]
fn both_constructions_on_random_games() {
    let store = Store::new();
    let day3 = born_by(&store, 3);
    for shift in [0, 1, 2] {
        for game in random_games(&store, &day3, 150, shift) {
            let form = store.reduced_canonical_form(game);
            assert_eq!(form, store.reduced_canonical_form_by_elimination(game));
        }
    }
}

/// Definition 4.2, on every follower.
#[test]
fn reduced_forms_have_nothing_to_remove() {
    let store = Store::new();
    let meter = Meter::unlimited();
    for game in born_by(&store, 3) {
        for follower in store.followers(store.reduced_canonical_form(game)) {
            if store.is_number(follower) {
                continue;
            }
            assert!(!store.is_numberish(follower));
            for player in Player::BOTH {
                for option in store.options(follower, player) {
                    let dominating = store.try_inf_dominating(follower, option, player, &meter);
                    assert_eq!(dominating, Ok(None));
                    let reversing = store.try_inf_reversing(follower, option, player, &meter);
                    assert_eq!(reversing, Ok(None));
                }
            }
        }
    }
}

/// The order modulo infinitesimals by stops, against the order of the even-tempered representatives.
#[test]
fn order_modulo_infinitesimals() {
    let store = Store::new();
    let day3 = born_by(&store, 3);
    let mut random = Random(5);
    for _ in 0..4000 {
        let (g, h) = (random.pick(&day3), random.pick(&day3));
        let [g_star, h_star] = [g, h].map(|game| store.reduce_by(game, store.nimber(1)));
        let stars = (g_star.expect("reduces"), h_star.expect("reduces"));
        let relation = store.inf_compare(g, h);
        assert_eq!(relation, store.compare(stars.0, stars.1));
        let same = store.reduced_canonical_form(g) == store.reduced_canonical_form(h);
        assert_eq!(relation == Relation::Equal, same);
        let shift = store.infinitesimal_shift(g, h);
        assert_eq!(shift.is_some(), same);
        if let Some(shift) = shift {
            let bound = ups(&store, shift.ups, 0);
            assert!(store.le(shift.difference, bound));
            assert!(store.le(store.negative(bound), shift.difference));
        }
    }
}

/// Theorems 5.3, 5.4 and 5.9.
#[test]
fn reduction_by_an_infinitesimal_is_a_projection() {
    let store = Store::new();
    let day3 = born_by(&store, 3);
    let mut random = Random(9);
    let pairs = [vec![store.nimber(1), store.nimber(2)], reducers(&store)];
    let singles = reducers(&store).into_iter().map(|epsilon| vec![epsilon]);
    for epsilons in singles.chain(pairs) {
        let reduce = |game| store.reduce_by_all(game, &epsilons).expect("reduces");
        for _ in 0..120 {
            let (g, h) = (random.pick(&day3), random.pick(&day3));
            let (g_reduced, h_reduced) = (reduce(g), reduce(h));
            assert_eq!(reduce(store.add(g, h)), store.add(g_reduced, h_reduced));
            assert_eq!(store.inf_compare(g, g_reduced), Relation::Equal);
            assert_eq!(reduce(g_reduced), g_reduced);
            assert_eq!(reduce(store.negative(g)), store.negative(g_reduced));
            assert_eq!(store.is_infinitesimal(g), g_reduced == store.zero());
        }
    }
}

#[test]
fn theorem_six_five_on_day_three() {
    let store = Store::new();
    let day3 = born_by(&store, 3);
    for (i, epsilon) in reducers(&store).into_iter().enumerate() {
        if !store.is_all_small(epsilon) {
            assert_eq!(store.reduce_by_weights(day3[7], epsilon), None);
            continue;
        }
        // * and ↑ on everything, the others on every seventh game.
        for &game in day3.iter().step_by(if i < 2 { 1 } else { 7 }) {
            let by_weights = store.reduce_by_weights(game, epsilon);
            assert_eq!(by_weights, store.reduce_by(game, epsilon));
        }
    }
}

#[test]
fn reducers_are_checked() {
    let store = Store::new();
    let game = store.game(&[store.integer(1)], &[store.zero()]);
    for bad in [store.zero(), ups(&store, -1, 0), store.integer(1), game] {
        assert_eq!(store.reduce_by(game, bad), None);
    }
    assert_eq!(store.reduce_by_all(game, &[]), None);
}

/// Section 2: the reduced canonical form is no homomorphism.
#[test]
fn example_of_section_two() {
    let store = Store::new();
    let [zero, one, two, three] = integers(&store, [0, 1, 2, 3]);
    let g = store.game(&[one], &[zero]);
    let h = store.game(&[two], &[g]);
    for game in [g, h] {
        assert_eq!(store.reduced_canonical_form(game), game);
    }
    let switch = store.game(&[three], &[two]);
    let sum = store.add(g, h);
    assert_eq!(sum, store.game(&[two, switch], &[one]));
    assert_eq!(
        store.reduced_canonical_form(sum),
        store.game(&[switch], &[one])
    );
}

/// Section 4: examples (i) and (ii), and miny-two, where nothing may be bypassed.
#[test]
fn examples_of_section_four() {
    let store = Store::new();
    let meter = Meter::unlimited();
    let [zero, one, two] = integers(&store, [0, 1, 2]);
    let hot = store.game(&[two], &[one]);
    let g = store.game(&[one, hot], &[zero]);
    assert_eq!(
        store.try_inf_dominating(g, one, Player::Left, &meter),
        Ok(Some(hot))
    );
    assert_eq!(store.reduced_canonical_form(g), store.game(&[hot], &[zero]));
    let wide = store.game(&[two], &[zero]);
    let h = store.game(&[one, wide], &[zero]);
    assert_eq!(
        store.try_inf_reversing(h, wide, Player::Left, &meter),
        Ok(Some(zero))
    );
    assert_eq!(store.reduced_canonical_form(h), store.game(&[one], &[zero]));
    let miny = store.miny(two);
    assert_eq!(
        store.try_inf_reversing(miny, wide, Player::Left, &meter),
        Ok(Some(zero))
    );
    assert_eq!(store.reduced_canonical_form_by_elimination(miny), zero);
    assert_eq!(
        store.game(&[], &[zero]),
        store.integer(-1),
        "what bypassing would give"
    );
}

/// Section 6: weights, {2||1|0} reduced by up, and ±1 reduced by tiny-two.
#[test]
fn examples_of_section_six() {
    let store = Store::new();
    let [zero, one, two, minus] = integers(&store, [0, 1, 2, -1]);
    let game = store.game(&[two], &[store.game(&[one], &[zero])]);
    let up = ups(&store, 1, 0);
    let right = store.game(&[one], &[ups(&store, 2, 0)]);
    let expected = store.game(&[store.sub(two, up)], &[right]);
    assert_eq!(store.reduce_by(game, up), Some(expected));
    let single = store.game(&[one], &[up]);
    assert_ne!(
        expected,
        store.game(&[store.sub(two, up)], &[single]),
        "as printed"
    );

    let tiny = store.tiny(two);
    let switch = store.game(&[one], &[minus]);
    let reduced = store.reduce_by(switch, tiny).expect("tiny is positive");
    let [three] = integers(&store, [3]);
    let left = store.game(&[store.game(&[three], &[one])], &[one]);
    assert_eq!(reduced, store.game(&[left], &[store.negative(left)]));
    // The Left incentive of the reduced game lies below the Right incentive of tiny-two, so that
    // Theorem 6.2 needs all-small infinitesimals.
    let meter = Meter::unlimited();
    let left = store
        .try_incentives(reduced, Player::Left, &meter)
        .expect("no limit");
    let right = store
        .try_incentives(tiny, Player::Right, &meter)
        .expect("no limit");
    assert_eq!((left.len(), right.len()), (1, 1));
    assert_eq!(store.compare(left[0], right[0]), Relation::Less);
}

/// Theorem 2.10 fails for numbers: {0|1} and {*|1}.
#[test]
fn perturbed_options_of_a_number() {
    let store = Store::new();
    let one = store.integer(1);
    let half = store.game(&[store.zero()], &[one]);
    assert_eq!(store.as_number(half), Some(sidle_core::Dyadic::new(1, 1)));
    assert_eq!(store.game(&[store.nimber(1)], &[one]), store.zero());
}

/// Theorem 2.9: a game that is not a number has incentives of both players that are at least 0 up to an
/// infinitesimal; Theorem 5.11: a reduced one has some of at least -ε.
#[test]
fn incentives_of_reduced_games() {
    let store = Store::new();
    let meter = Meter::unlimited();
    let zero = store.zero();
    for (i, game) in born_by(&store, 3).into_iter().enumerate() {
        if store.is_number(game) {
            continue;
        }
        for player in Player::BOTH {
            let incentives = store
                .try_incentives(game, player, &meter)
                .expect("no limit");
            assert!(incentives.iter().any(|&delta| store.inf_ge(delta, zero)));
        }
        if i % 10 > 0 {
            continue;
        }
        for epsilon in reducers(&store) {
            let reduced = store.reduce_by(game, epsilon).expect("reduces");
            if store.is_number(reduced) {
                continue;
            }
            let minus = store.negative(epsilon);
            for player in Player::BOTH {
                let incentives = store.try_incentives(reduced, player, &meter);
                let incentives = incentives.expect("no limit");
                assert!(incentives.iter().any(|&delta| store.le(minus, delta)));
            }
        }
    }
}

#[test]
fn second_order_infinitesimals() {
    let store = Store::new();
    let meter = Meter::unlimited();
    let up_second = store.game(&[store.zero()], &[ups(&store, -1, 1)]);
    let bound = |game| {
        store
            .try_second_order_bound(game, 8, &meter)
            .expect("no limit")
    };
    assert_eq!(bound(store.zero()), Some(0));
    assert_eq!(bound(up_second), Some(1));
    assert_eq!(bound(store.multiple(up_second, -3)), Some(3));
    assert_eq!(bound(store.nimber(1)), None);
    assert_eq!(bound(ups(&store, 1, 0)), None);
    assert_eq!(bound(store.tiny(store.integer(1))), Some(1));
    let classes = store.try_second_order_classes(&born_by(&store, 2), &meter);
    let classes = classes.expect("no limit");
    let members: usize = classes.iter().map(|class| class.members.len()).sum();
    assert_eq!(members, 22);
}
