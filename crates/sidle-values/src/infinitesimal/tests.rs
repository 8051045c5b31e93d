//! Atomic weights, products and uptimals against their definitions and published values.

use sidle_core::{Dyadic, Meter, Player, Relation};

use crate::{
    Game, Store, UptimalExpansion,
    test_worlds::{Random, born_by, random_games, ups},
};

fn all_small(store: &Store) -> Vec<Game> {
    let mut games = born_by(store, 3);
    games.retain(|&game| store.is_all_small(game));
    games
}

#[test]
fn weights_of_all_small_games() {
    let store = Store::new();
    let meter = Meter::unlimited();
    let day3 = all_small(&store);
    assert_eq!(day3.len(), 67);
    let day4 = random_games(&store, &day3, 300, 0);
    for game in day3.iter().chain(&day4).copied() {
        let weight = store
            .atomic_weight(game)
            .expect("all-small games are atomic");
        assert_eq!(store.try_has_atomic_weight(game, weight, &meter), Ok(true));
        let negative = store.atomic_weight(store.negative(game));
        assert_eq!(negative, Some(store.negative(weight)));
        // The two-ahead rule.
        if store.le(store.integer(2), weight) {
            assert_eq!(store.compare(game, store.zero()), Relation::Greater);
        }
        if store.le(store.integer(1), weight) {
            assert!(!store.le(game, store.zero()));
        }
        // Atomic weight zero: confined by one up and a remote star.
        if weight == store.zero() {
            let above = store.try_compare_with_remote_ups(game, 1, &meter);
            let below = store.try_compare_with_remote_ups(game, -1, &meter);
            assert_eq!((above, below), (Ok(Relation::Less), Ok(Relation::Greater)));
        }
    }
}

#[test]
fn weights_are_additive() {
    let store = Store::new();
    let day3 = all_small(&store);
    let mut random = Random(3);
    for _ in 0..1500 {
        let (a, b) = (random.pick(&day3), random.pick(&day3));
        let weight = |game| store.atomic_weight(game).expect("all-small");
        assert_eq!(weight(store.add(a, b)), store.add(weight(a), weight(b)));
    }
}

#[test]
fn published_weights() {
    let store = Store::new();
    let [zero, one, two, three] = [0, 1, 2, 3].map(|n| store.integer(n));
    let up = |n| ups(&store, n, 0);
    let weight = |game| store.atomic_weight(game);
    let switch = store.game(&[up(2)], &[up(-1)]);
    let half = store.number(&Dyadic::new(1, 1));
    assert_eq!(weight(switch), Some(half));
    assert_eq!(
        weight(store.game(&[up(3)], &[up(-2)])),
        Some(store.game(&[one], &[zero]))
    );
    assert_eq!(weight(ups(&store, -9, 8)), Some(store.integer(-9)));
    assert_eq!(weight(store.tiny(two)), Some(zero));
    // {1|⇑||↑} has threats that are not small.
    let threat = store.game(&[one], &[up(2)]);
    assert_eq!(weight(store.game(&[threat], &[up(1)])), Some(two));
    let hot = store.game(&[three], &[one]);
    for not_atomic in [one, hot, store.add(one, up(1))] {
        assert_eq!(weight(not_atomic), None);
    }
}

/// The weight of any infinitesimal born by day 3, if there is one, is unique among small candidates.
#[test]
fn weights_of_other_infinitesimals_are_unique() {
    let store = Store::new();
    let meter = Meter::unlimited();
    let candidates = born_by(&store, 2);
    for game in born_by(&store, 3) {
        if !store.is_infinitesimal(game) || store.is_all_small(game) {
            continue;
        }
        let weight = store.atomic_weight(game);
        for &candidate in &candidates {
            let fits = store.try_has_atomic_weight(game, candidate, &meter);
            assert_eq!(fits, Ok(weight == Some(candidate)));
        }
    }
}

#[test]
fn norton_products() {
    let store = Store::new();
    let up = ups(&store, 1, 0);
    let product = |game| store.norton_product(game, up);
    assert_eq!(product(store.zero()), store.zero());
    assert_eq!(product(store.integer(-4)), ups(&store, -4, 0));
    let threat = store.game(&[store.zero()], &[ups(&store, -4, 0)]);
    assert_eq!(product(up), store.game(&[ups(&store, 2, 1)], &[threat]));
    // Norton multiplication by a positive unit respects order and sums.
    let day2 = born_by(&store, 2);
    for unit in [up, store.tiny(store.integer(1)), store.integer(2)] {
        for &a in &day2 {
            for &b in &day2 {
                let [x, y] = [a, b].map(|game| store.norton_product(game, unit));
                assert_eq!(store.norton_product(store.add(a, b), unit), store.add(x, y));
                assert_eq!(store.compare(a, b), store.compare(x, y));
            }
        }
    }
}

#[test]
fn uptimal_expansions_round_trip() {
    let store = Store::new();
    for code in 0..5i64.pow(3) * 4 {
        let (digits, star) = (code / 4, (code % 4) as u64);
        let mut digits: Vec<i64> = [1, 5, 25].map(|unit| digits / unit % 5 - 2).to_vec();
        while digits.last() == Some(&0) {
            digits.pop();
        }
        let expansion = UptimalExpansion {
            number: Dyadic::new(code % 3 - 1, 1),
            star,
            digits,
        };
        let game = store.uptimal(&expansion);
        assert_eq!(store.uptimal_expansion(game), Some(expansion));
    }
}

/// Every all-small value of day 3 that is an uptimal is found by trying all short expansions.
#[test]
fn uptimals_of_day_three() {
    let store = Store::new();
    let mut found = 0;
    let mut uptimals = std::collections::HashMap::new();
    for code in 0..7i64.pow(3) * 4 {
        let (digits, star) = (code / 4, (code % 4) as u64);
        let mut digits: Vec<i64> = [1, 7, 49].map(|unit| digits / unit % 7 - 3).to_vec();
        while digits.last() == Some(&0) {
            digits.pop();
        }
        let number = Dyadic::ZERO;
        let expansion = UptimalExpansion {
            number,
            star,
            digits,
        };
        uptimals.insert(store.uptimal(&expansion), expansion);
    }
    for game in all_small(&store) {
        let expansion = store.uptimal_expansion(game);
        assert_eq!(expansion.as_ref(), uptimals.get(&game));
        found += usize::from(expansion.is_some());
    }
    assert!(found >= 20, "{found}");
}

#[test]
fn expansions_print_like_decimals() {
    let print = |number: i64, star, digits: &[i64]| {
        let number = Dyadic::from(number);
        let digits = digits.to_vec();
        UptimalExpansion {
            number,
            star,
            digits,
        }
        .to_string()
    };
    assert_eq!(print(0, 0, &[]), "0.0");
    assert_eq!(print(0, 1, &[-1]), "*.1-");
    assert_eq!(print(6, 1, &[1]), "6*.1");
    assert_eq!(print(0, 8, &[]), "*8.0");
    assert_eq!(print(0, 0, &[0, 2, 0, 2]), "0.0202");
    assert_eq!(print(0, 0, &[-12, 10, 35, 36]), "0.C-AZ(36)");
}

#[test]
fn powers_of_up_and_of_tiny() {
    let store = Store::new();
    let up = ups(&store, 1, 0);
    let zero = store.zero();
    let mut sum = zero;
    for n in 1..=5 {
        let exponent = store.integer(n);
        let power = store.power(up, exponent).expect("up is {0|*}");
        sum = store.add(sum, power);
        assert_eq!(store.power_to(up, exponent), sum);
        let mut digits = vec![0; n as usize];
        digits[n as usize - 1] = 1;
        let expansion = UptimalExpansion {
            number: Dyadic::ZERO,
            star: 0,
            digits,
        };
        assert_eq!(store.uptimal(&expansion), power);
        let minus = store.negative(power);
        assert_eq!(store.power(store.negative(up), exponent), Some(minus));
    }
    let tiny = store.tiny(store.integer(2));
    let threat = store.game(&[zero], &[store.integer(-2)]);
    let second = store.game(&[tiny], &[threat]);
    assert_eq!(store.power_to(tiny, store.integer(2)), second);
    assert_eq!(store.power(store.nimber(2), store.integer(2)), None);
}

#[test]
fn tinies() {
    let store = Store::new();
    let mut seen = 0;
    for game in born_by(&store, 3) {
        let tiny = store.tiny(game);
        if store.stop(game, Player::Right).signum() > 0 {
            // The threat -G may reverse to something simpler, or to several options.
            let base = store.as_tiny(tiny);
            seen += usize::from(base == Some(game));
            assert!(base == Some(game) || !store.is_number(game));
            assert!(base.is_none_or(|base| store.tiny(base) == tiny));
            assert_eq!(store.as_miny(store.miny(game)), base);
            assert!(store.is_infinitesimal(tiny));
            assert_eq!(store.compare(tiny, store.zero()), Relation::Greater);
        }
    }
    assert!(seen > 50);
    assert_eq!(store.as_tiny(ups(&store, 1, 0)), None);
}
