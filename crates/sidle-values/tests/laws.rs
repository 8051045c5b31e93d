//! Laws on random games to birthday 6, in the store and against the definitions.

mod common;

use std::collections::HashSet;

use common::{BIRTHDAY, Bridge, Recipe, World, recipe, small};
use proptest::prelude::*;
use sidle_check::naive::Forms;
use sidle_core::{
    Dyadic,
    Player::{self, Left, Right},
    Relation, UBig,
};
use sidle_values::{Game, Store};

/// Games for laws of one or two games.
fn middling() -> impl Strategy<Value = Recipe> {
    recipe(9, 3)
}

fn number() -> impl Strategy<Value = Dyadic> {
    (-40_i64..40, 0_u32..5).prop_map(|(numerator, exponent)| Dyadic::new(numerator, exponent))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn canonical_form_agrees_with_the_definition(g in middling()) {
        let mut world = World::default();
        let (form, game) = world.cook(&g);
        prop_assert!(world.agrees(game, form), "{}", world.forms.expanded(form));
        let negative = world.forms.negative(form);
        let game_negative = world.store.negative(game);
        prop_assert!(world.agrees(game_negative, negative));
        for player in Player::BOTH {
            prop_assert_eq!(world.store.stop(game, player), world.forms.stop(form, player));
        }
        prop_assert_eq!(world.store.birthday(game), UBig::from(world.forms.birthday(form)));
        prop_assert_eq!(world.store.outcome(game), world.forms.outcome_by_play(form));
        prop_assert_eq!(world.store.as_number(game), world.forms.as_number(form));
    }

    #[test]
    fn comparison_and_sum_agree_with_the_definition(g in middling(), h in middling()) {
        let mut world = World::default();
        let ((form_g, g), (form_h, h)) = (world.cook(&g), world.cook(&h));
        prop_assert_eq!(world.store.compare(g, h), world.forms.compare(form_g, form_h));
        let (sum, form_sum) = (world.store.add(g, h), world.forms.sum(form_g, form_h));
        prop_assert!(world.agrees(sum, form_sum));
        let (difference, form_difference) =
            (world.store.sub(g, h), world.forms.difference(form_g, form_h));
        prop_assert!(world.agrees(difference, form_difference));
        prop_assert_eq!(
            world.store.compare(g, h),
            world.store.compare(difference, world.store.zero()),
            "the order is that of the difference and 0"
        );
    }

    #[test]
    fn games_are_a_group(g in small(), h in small(), k in small()) {
        let mut world = World::default();
        let [g, h, k] = [g, h, k].map(|recipe| world.cook(&recipe).1);
        let store = &world.store;
        prop_assert_eq!(store.add(g, h), store.add(h, g));
        prop_assert_eq!(
            store.add(store.add(g, h), k),
            store.add(g, store.add(h, k))
        );
        prop_assert_eq!(store.add(g, store.zero()), g);
        prop_assert_eq!(store.sub(g, g), store.zero());
        prop_assert_eq!(store.negative(store.negative(g)), g);
        prop_assert_eq!(
            store.negative(store.add(g, h)),
            store.add(store.negative(g), store.negative(h))
        );
        prop_assert_eq!(store.sub(store.add(g, h), h), g);
    }

    #[test]
    fn games_are_partially_ordered(g in middling(), h in middling(), k in middling()) {
        let mut world = World::default();
        let [g, h, k] = [g, h, k].map(|recipe| world.cook(&recipe).1);
        let store = &world.store;
        prop_assert!(store.le(g, g));
        prop_assert_eq!(store.compare(g, h) == Relation::Equal, g == h);
        prop_assert_eq!(store.compare(g, h), -store.compare(h, g));
        prop_assert_eq!(
            store.compare(store.negative(g), store.negative(h)),
            -store.compare(g, h)
        );
        prop_assert!(!(store.le(g, h) && store.le(h, k)) || store.le(g, k));
        // A Left option is never >= the game, a Right option never <= it.
        for option in store.options(g, Left) {
            prop_assert!(!store.le(g, option));
        }
        for option in store.options(g, Right) {
            prop_assert!(!store.le(option, g));
        }
    }

    #[test]
    fn adding_preserves_the_order(g in small(), h in small(), k in small()) {
        let mut world = World::default();
        let [g, h, k] = [g, h, k].map(|recipe| world.cook(&recipe).1);
        let store = &world.store;
        prop_assert_eq!(
            store.compare(store.add(g, k), store.add(h, k)),
            store.compare(g, h)
        );
    }

    #[test]
    fn multiples_are_repeated_sums(g in small(), n in -4_i64..=4) {
        let mut world = World::default();
        let game = world.cook(&g).1;
        let store = &world.store;
        let summand = if n < 0 { store.negative(game) } else { game };
        let sum = (0..n.abs()).fold(store.zero(), |sum, _| store.add(sum, summand));
        prop_assert_eq!(store.multiple(game, n), sum);
    }

    /// Number Translation Theorem: `G + x = {G^L + x | G^R + x}` if `G` is not a number.
    #[test]
    fn numbers_translate(g in middling(), x in number()) {
        let mut world = World::default();
        let game = world.cook(&g).1;
        let store = &world.store;
        prop_assume!(store.as_number(game).is_none());
        let number = store.number(&x);
        let shift = |player| -> Vec<Game> {
            store.options(game, player).map(|option| store.add(option, number)).collect()
        };
        let sum = store.add(game, number);
        prop_assert_eq!(store.game(&shift(Left), &shift(Right)), sum);
        let options: HashSet<Game> = store.options(sum, Left).collect();
        prop_assert_eq!(options, shift(Left).into_iter().collect(), "and that is canonical");
        for player in Player::BOTH {
            prop_assert_eq!(store.stop(sum, player), &store.stop(game, player) + &x);
        }
    }

    /// Number Avoidance Theorem: if `G` is not a number and a player wins `G + x` moving first, then by
    /// a move in `G`.
    #[test]
    fn numbers_can_be_avoided(g in middling(), x in number()) {
        let mut world = World::default();
        let game = world.cook(&g).1;
        let store = &world.store;
        prop_assume!(store.as_number(game).is_none());
        let (number, zero) = (store.number(&x), store.zero());
        let sum = store.add(game, number);
        let left_wins = !store.le(sum, zero);
        let in_g = |option| store.le(zero, store.add(option, number));
        prop_assert_eq!(left_wins, store.options(game, Left).any(in_g));
        let right_wins = !store.le(zero, sum);
        let in_g = |option| store.le(store.add(option, number), zero);
        prop_assert_eq!(right_wins, store.options(game, Right).any(in_g));
    }

    #[test]
    fn stops_of_sums_are_bounded(g in middling(), h in middling()) {
        let mut world = World::default();
        let [g, h] = [g, h].map(|recipe| world.cook(&recipe).1);
        let store = &world.store;
        let sum = store.add(g, h);
        let (left, right) = (|g| store.stop(g, Left), |g| store.stop(g, Right));
        prop_assert!(right(g) <= left(g));
        prop_assert_eq!(left(store.negative(g)), -right(g));
        prop_assert!(&right(g) + &right(h) <= right(sum));
        prop_assert!(right(sum) <= &right(g) + &left(h));
        prop_assert!(&right(g) + &left(h) <= left(sum));
        prop_assert!(left(sum) <= &left(g) + &left(h));
        prop_assert!(store.birthday(sum) <= store.birthday(g) + store.birthday(h));
        // A number above the Left stop is above the game.
        let above = store.number(&(&left(g) + &Dyadic::new(1, 5)));
        prop_assert_eq!(store.compare(g, above), Relation::Less);
    }

    /// A game made from any options is the value the definition gives, whatever is added that
    /// changes nothing: dominated options, and the options themselves twice.
    #[test]
    fn gift_horses_change_nothing(g in middling(), gift in middling()) {
        let mut world = World::default();
        let [g, gift] = [g, gift].map(|recipe| world.cook(&recipe).1);
        let store = &world.store;
        let mut left: Vec<Game> = store.options(g, Left).collect();
        let mut right: Vec<Game> = store.options(g, Right).collect();
        prop_assert_eq!(store.game(&left, &right), g);
        left.extend(left.clone());
        right.reverse();
        // Gift Horse Principle: a gift that is not >= G changes nothing as a Left option.
        if !store.le(g, gift) {
            left.push(gift);
        }
        if !store.le(gift, g) {
            right.push(gift);
        }
        prop_assert_eq!(store.game(&left, &right), g);
    }

    /// Printing aside, the value of a game does not depend on what else the store has seen.
    #[test]
    fn history_does_not_matter(g in middling(), h in middling()) {
        let mut forms = Forms::new();
        let form_g = g.cook(&mut forms, BIRTHDAY);
        let form_h = h.cook(&mut forms, BIRTHDAY);
        let (fresh, used) = (Store::new(), Store::new());
        let (mut bridge, mut other) = (Bridge::default(), Bridge::default());
        let game = bridge.game(&fresh, &forms, form_g);
        let other_h = other.game(&used, &forms, form_h);
        let _ = used.add(other_h, other_h);
        let other_g = other.game(&used, &forms, form_g);
        let form = bridge.form(&fresh, &mut forms, game);
        let other_form = other.form(&used, &mut forms, other_g);
        prop_assert_eq!(form, other_form);
    }
}
