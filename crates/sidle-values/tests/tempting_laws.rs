//! Laws that one would like to hold and that do not: one test each, with the counterexample.

use sidle_check::naive::{Form, Forms};
use sidle_core::{
    Dyadic, Outcome,
    Player::{Left, Right},
    Relation, UBig,
};
use sidle_values::{Game, Store};

fn up(store: &Store) -> Game {
    store.game(&[store.zero()], &[store.nimber(1)])
}

fn switch(store: &Store, left: i64, right: i64) -> Game {
    store.game(&[store.integer(left)], &[store.integer(right)])
}

/// `{*|*}`, which equals 0.
fn other_zero(forms: &mut Forms) -> Form {
    let star = forms.nimber(1);
    let form = forms.form(&[star], &[star]);
    let zero = forms.zero();
    assert!(forms.equal(form, zero) && form != zero);
    form
}

#[test]
fn the_order_is_not_total() {
    let store = Store::new();
    assert_eq!(
        store.compare(store.nimber(1), store.zero()),
        Relation::Fuzzy
    );
}

/// 0 is confused with *, * is confused with ^, but 0 < ^.
#[test]
fn being_confused_is_not_transitive() {
    let store = Store::new();
    let (zero, star, up) = (store.zero(), store.nimber(1), up(&store));
    assert_eq!(store.compare(zero, star), Relation::Fuzzy);
    assert_eq!(store.compare(star, up), Relation::Fuzzy);
    assert_eq!(store.compare(zero, up), Relation::Less);
}

/// `2·* = 2·0`.
#[test]
fn multiples_do_not_cancel() {
    let store = Store::new();
    let star = store.nimber(1);
    assert_eq!(store.multiple(star, 2), store.multiple(store.zero(), 2));
    assert_ne!(star, store.zero());
}

/// `2·* >= 0`, but not `* >= 0`.
#[test]
fn a_game_whose_double_is_not_negative_may_be_confused_with_0() {
    let store = Store::new();
    let (zero, star) = (store.zero(), store.nimber(1));
    assert!(store.le(zero, store.multiple(star, 2)));
    assert!(!store.le(zero, star));
}

/// No multiple of ^ reaches 1, or 2^-20.
#[test]
fn the_order_is_not_archimedean() {
    let store = Store::new();
    let tiny_number = store.number(&Dyadic::new(1, 20));
    for n in [1, 10, 1_000_000] {
        let multiple = store.multiple(up(&store), n);
        assert_eq!(store.compare(multiple, tiny_number), Relation::Less);
        assert_eq!(store.compare(multiple, store.zero()), Relation::Greater);
    }
}

/// The Left stop of `{1|-1} + {1|-1} = 0` is not 1 + 1.
#[test]
fn stops_do_not_add() {
    let store = Store::new();
    let hot = switch(&store, 1, -1);
    let sum = store.add(hot, hot);
    assert_eq!(store.stop(hot, Left), Dyadic::from(1));
    assert_eq!(store.stop(sum, Left), Dyadic::ZERO);
}

/// Between `G` and `H` with the same stops anything can happen.
#[test]
fn stops_do_not_decide_the_order() {
    let store = Store::new();
    let games = [store.zero(), store.nimber(1), up(&store)];
    for game in games {
        assert_eq!(store.stop(game, Left), Dyadic::ZERO);
        assert_eq!(store.stop(game, Right), Dyadic::ZERO);
    }
    assert_eq!(store.compare(games[0], games[1]), Relation::Fuzzy);
    assert_eq!(store.compare(games[0], games[2]), Relation::Less);
}

#[test]
fn birthdays_do_not_add() {
    let store = Store::new();
    let star = store.nimber(1);
    assert_eq!(store.birthday(store.add(star, star)), UBig::ZERO);
    assert_eq!(store.birthday(star), UBig::ONE);
}

/// Moving in the hottest summand need not win: what matters is what is left.
#[test]
fn two_first_player_wins_can_sum_to_anything() {
    let store = Store::new();
    let star = store.nimber(1);
    let outcomes: Vec<Outcome> = [
        store.add(star, star),
        store.add(star, store.nimber(2)),
        store.add(switch(&store, 3, -1), star),
        store.add(switch(&store, 3, -1), switch(&store, 3, -1)),
        store.add(switch(&store, 1, -3), switch(&store, 1, -3)),
    ]
    .map(|sum| store.outcome(sum))
    .into();
    assert_eq!(
        outcomes,
        [
            Outcome::Previous,
            Outcome::Next,
            Outcome::Next,
            Outcome::Left,
            Outcome::Right
        ]
    );
}

/// `0 : 1 = 1`, but `{*|*} : 1` is another value although `{*|*} = 0`.
#[test]
fn an_ordinal_sum_depends_on_the_form_of_its_base() {
    let mut forms = Forms::new();
    let (zero, one) = (forms.zero(), forms.integer(1));
    let base = other_zero(&mut forms);
    let (plain, other) = (forms.ordinal_sum(zero, one), forms.ordinal_sum(base, one));
    assert!(!forms.equal(plain, other));
}

/// Conway's product of equal forms differs: `{|0,-1} = -2`, but `{|0,-1}·* = *2` and `-2·* = 0`.
#[test]
fn conways_product_depends_on_the_forms() {
    let mut forms = Forms::new();
    let (zero, star, minus_one) = (forms.zero(), forms.nimber(1), forms.integer(-1));
    let form = forms.form(&[], &[zero, minus_one]);
    let minus_two = forms.integer(-2);
    assert!(forms.equal(form, minus_two));
    assert_eq!(forms.conway_product(form, star), forms.nimber(2));
    assert_eq!(forms.conway_product(minus_two, star), zero);
}

/// A conjunctive sum with 0 is over at once, with `{*|*} = 0` it is not; and in a selective sum with
/// `{*|*}` there are moves in it.
#[test]
fn conjunctive_and_selective_sums_depend_on_the_forms() {
    let mut forms = Forms::new();
    let (zero, star) = (forms.zero(), forms.nimber(1));
    let base = other_zero(&mut forms);
    let (plain, other) = (
        forms.conjunctive_sum(zero, star),
        forms.conjunctive_sum(base, star),
    );
    assert!(!forms.equal(plain, other));
    let (plain, other) = (
        forms.selective_sum(zero, star),
        forms.selective_sum(base, star),
    );
    assert!(!forms.equal(plain, other));
}

/// If each Left option of `G` is `<=` one of `H`, and each Right option of `H` is `>=` one of `G`, then
/// `G <= H`. The converse fails even for canonical forms: `* <= ^^ = {0|^*}`, but `^*` is not `>= 0`.
#[test]
fn options_of_a_larger_game_need_not_be_larger() {
    let store = Store::new();
    let (star, double_up) = (store.nimber(1), store.multiple(up(&store), 2));
    assert!(store.le(star, double_up));
    let right: Vec<Game> = store.options(double_up, Right).collect();
    let right_of_star: Vec<Game> = store.options(star, Right).collect();
    assert_eq!(right, [store.add(up(&store), star)]);
    assert_eq!(right_of_star, [store.zero()]);
    assert!(!store.le(right_of_star[0], right[0]));
}

/// `*·(1 + 1) = {1|-1}`, but `*·1 + *·1 = 0`.
#[test]
fn the_norton_product_does_not_distribute_over_its_second_factor() {
    let store = Store::new();
    let (star, one) = (store.nimber(1), store.integer(1));
    let product = store.norton_product(star, store.integer(2));
    assert_eq!(product, switch(&store, 1, -1));
    let part = store.norton_product(star, one);
    assert_eq!(store.add(part, part), store.zero());
}
