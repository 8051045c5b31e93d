//! Deep and wide games: no operation recurses on the machine's stack, and none is quadratic where a
//! chain makes it so.

use std::thread;

use sidle_core::{
    Dyadic, Outcome,
    Player::{Left, Right},
    Relation, UBig,
};
use sidle_values::{Game, Store};

const DEPTH: usize = 100_000;

/// Runs in a thread with a small stack: recursion that follows the depth would end it.
fn on_a_small_stack(run: impl FnOnce() + Send) {
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(256 * 1024);
        let handle = builder.spawn_scoped(scope, run).expect("a thread starts");
        handle.join().expect("it does not overflow");
    });
}

/// `{{…{0|0}…|0}|0}` is a multiple of down, with or without a star.
#[test]
fn a_chain_of_zeros_is_a_number_of_downs() {
    on_a_small_stack(|| {
        let store = Store::new();
        let mut chain = store.zero();
        for _ in 0..DEPTH {
            chain = store.game(&[chain], &[store.zero()]);
        }
        let value = store.as_number_up_star(chain).expect("a number-up-star");
        assert_eq!(value.ups, -(DEPTH as i64 - 1));
        assert_eq!(store.outcome(chain), Outcome::Right);
        let negative = store.negative(chain);
        assert_eq!(store.add(chain, negative), store.zero());
        assert_eq!(store.birthday(chain), UBig::from(DEPTH as u64));
    });
}

/// A chain that is not a number-up-star: `G_n = {G_{n-1} | -2}` with `G_0 = 3`, say, is `{3|-2}` at once;
/// so take switches that get hotter, `{n | G_{n-1}}`, all in canonical form.
fn hot_chain(store: &Store, depth: usize) -> Game {
    let mut chain = store.integer(-1);
    for n in 0..depth as i64 {
        chain = store.game(&[store.integer(n)], &[chain]);
    }
    chain
}

#[test]
fn a_hot_chain_is_as_deep_as_it_is_made() {
    on_a_small_stack(|| {
        let store = Store::new();
        let chain = hot_chain(&store, DEPTH);
        assert!(store.birthday(chain) >= UBig::from(DEPTH as u64));
        assert_eq!(store.option_count(chain, Left), 1);
        assert_eq!(store.followers(chain).len(), 2 * DEPTH + 1);
        assert_eq!(store.stop(chain, Left), Dyadic::from(DEPTH as i64 - 1));
        let negative = store.negative(chain);
        assert_eq!(store.negative(negative), chain);
        assert_eq!(store.compare(chain, chain), Relation::Equal);
        assert_eq!(
            store.compare(chain, store.integer(DEPTH as i64)),
            Relation::Less
        );
    });
}

/// The sum of a deep game with something small.
#[test]
fn a_deep_game_plus_something() {
    on_a_small_stack(|| {
        let store = Store::new();
        let chain = hot_chain(&store, DEPTH);
        let half = store.number(&Dyadic::new(1, 1));
        let sum = store.add(chain, half);
        assert_eq!(
            store.stop(sum, Right),
            &store.stop(chain, Right) + &Dyadic::new(1, 1)
        );
        assert_eq!(store.sub(sum, half), chain);
        let star = store.nimber(1);
        let sum = store.add(chain, star);
        assert_eq!(store.add(sum, star), chain);
    });
}

/// `*100000`, and sums of such heaps.
#[test]
fn wide_nimbers() {
    let store = Store::new();
    let heap = store.nimber(100_000);
    assert_eq!(store.as_nimber(heap), Some(100_000));
    assert_eq!(store.option_count(heap, Left), 100_000);
    assert_eq!(store.add(heap, heap), store.zero());
    assert_eq!(store.add(heap, store.nimber(1)), store.nimber(100_001));
    assert_eq!(store.birthday(heap), UBig::from(100_000_u32));
}

/// An option list of 20,000 entries, most of them dominated.
#[test]
fn long_lists_of_numbers() {
    let store = Store::new();
    let left: Vec<Game> = (0..20_000)
        .map(|n| store.number(&Dyadic::new(n, 8)))
        .collect();
    let right: Vec<Game> = (0..20_000).map(|n| store.integer(n - 10_000)).collect();
    let game = store.game(&left, &right);
    assert_eq!(store.option_count(game, Left), 1);
    assert_eq!(store.stop(game, Left), Dyadic::new(19_999, 8));
    assert_eq!(store.stop(game, Right), Dyadic::from(-10_000));
}

/// An option list of 20,000 entries, none of them dominated; and with gaps, so that the later half is
/// reversible.
#[test]
fn long_lists_of_nimbers() {
    let store = Store::new();
    let nimbers: Vec<Game> = (0..20_000).map(|n| store.nimber(n)).collect();
    assert_eq!(store.game(&nimbers, &nimbers), store.nimber(20_000));
    let quarter = store.number(&Dyadic::new(1, 2));
    let shift = |games: &[Game]| -> Vec<Game> {
        games.iter().map(|&game| store.add(game, quarter)).collect()
    };
    let gap = [&nimbers[..30], &nimbers[31..]].concat();
    let other_gap = [&nimbers[..30], &nimbers[40..50]].concat();
    let expected = store.add(store.nimber(30), quarter);
    assert_eq!(store.game(&shift(&gap), &shift(&other_gap)), expected);
    let without_0 = shift(&nimbers[1..]);
    assert_eq!(store.game(&without_0, &without_0), quarter);
    // Shorter lists take the general way, with the same result.
    let (few, more) = ([0, 1, 3, 4], [0, 1, 5]);
    let pick = |indices: &[usize]| -> Vec<Game> { indices.iter().map(|&i| nimbers[i]).collect() };
    assert_eq!(store.game(&pick(&few), &pick(&more)), store.nimber(2));
}

/// `10^30/2^200 + ^` and other numbers that fit no machine word.
#[test]
fn large_numbers() {
    let store = Store::new();
    let ten: Dyadic = Dyadic::from(10);
    let large = (0..30).fold(Dyadic::from(1), |power, _| &power * &ten);
    let small = large.mul_pow2(-200);
    let up = store.game(&[store.zero()], &[store.nimber(1)]);
    let game = store.add(store.number(&small), up);
    assert_eq!(store.sub(game, up), store.number(&small));
    assert_eq!(store.compare(game, store.number(&small)), Relation::Greater);
    assert_eq!(store.stop(game, Left), small);
    let options: Vec<Game> = store.options(game, Left).collect();
    assert_eq!(options, [store.number(&small)]);
    let huge = store.number(&large);
    assert_eq!(store.compare(huge, game), Relation::Greater);
    assert_eq!(store.options(huge, Right).len(), 0);
    let before: Vec<Game> = store.options(huge, Left).collect();
    assert_eq!(before, [store.number(&(&large - &Dyadic::from(1)))]);
}
