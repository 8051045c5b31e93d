//! Thermographs against cooled stops on a grid of temperatures, and the operators against their
//! definitions.

use std::collections::HashMap;

use sidle_core::{Dyadic, Player};

use crate::{
    Game, Initiative, NumberUpStar, Store,
    test_worlds::{Random, born_by, random_games},
};

/// Cooled stops by definition, at all multiples of 1/2^GRID from -1 on, in units of that size. A game
/// freezes at the first of these temperatures at which Left's taxed stop does not exceed Right's; the
/// grid is fine enough if they are equal then, which is asserted.
const GRID: u32 = 6;
const UNIT: i64 = 1 << GRID;
const TOP: i64 = 9 * UNIT;

#[derive(Default)]
struct Grid {
    stops: HashMap<Game, Vec<[i64; 2]>>,
}

impl Grid {
    /// Depth of the recursion: the birthday of these small games.
    fn stops(&mut self, store: &Store, game: Game) -> Vec<[i64; 2]> {
        if let Some(known) = self.stops.get(&game) {
            return known.clone();
        }
        let number = store.as_number(game).filter(Dyadic::is_integer);
        let table = match number {
            Some(n) => {
                let n = n.to_i64().expect("small") * UNIT;
                vec![[n, n]; (UNIT + TOP) as usize]
            }
            None => self.table_from_options(store, game),
        };
        self.stops.insert(game, table.clone());
        table
    }

    fn table_from_options(&mut self, store: &Store, game: Game) -> Vec<[i64; 2]> {
        let options = Player::BOTH.map(|player| {
            let options: Vec<Game> = store.options(game, player).collect();
            options
                .into_iter()
                .map(|option| self.stops(store, option))
                .collect::<Vec<_>>()
        });
        let mut frozen = None;
        (0..UNIT + TOP)
            .map(|i| {
                let (i, t) = (i as usize, i - UNIT);
                let left = options[0].iter().map(|o| o[i][1] - t).max();
                let right = options[1].iter().map(|o| o[i][0] + t).min();
                let (left, right) = (left.expect("hot"), right.expect("hot"));
                if frozen.is_none() && left <= right {
                    assert_eq!(left, right, "the grid is fine enough");
                    frozen = Some(left);
                }
                frozen.map_or([left, right], |mean| [mean; 2])
            })
            .collect()
    }
}

fn check_against_grid(store: &Store, games: &[Game]) {
    let mut grid = Grid::default();
    for &game in games {
        let expected = grid.stops(store, game);
        let thermograph = store.thermograph(game);
        for (i, stops) in expected.iter().enumerate().skip(1) {
            let t = Dyadic::new(i as i64 - UNIT, GRID);
            for player in Player::BOTH {
                assert_eq!(
                    thermograph.wall(player).value_at(&t),
                    Dyadic::new(stops[player.index()], GRID),
                    "{thermograph} at {t}"
                );
            }
        }
        let met = expected.iter().position(|stops| stops[0] == stops[1]);
        let met = met.expect("everything freezes") as i64 - UNIT;
        assert_eq!(*thermograph.temperature(), Dyadic::new(met, GRID));
        assert_eq!(store.temperature(game), *thermograph.temperature());
        assert_eq!(store.mean(game), *thermograph.mean());
    }
}

#[test]
fn day_three_against_the_grid() {
    let store = Store::new();
    check_against_grid(&store, &born_by(&store, 3));
}

#[test]
fn random_games_against_the_grid() {
    let store = Store::new();
    let day3 = born_by(&store, 3);
    for shift in [0, 1, 2] {
        check_against_grid(&store, &random_games(&store, &day3, 200, shift));
    }
}

/// The closed formula for number-up-stars against the recursion on their options.
#[test]
fn number_up_stars_against_the_grid() {
    let store = Store::new();
    let mut games = Vec::new();
    for numerator in -9..=9 {
        for exponent in 0..4 {
            for ups in -3..=3 {
                for star in 0..4 {
                    let number = Dyadic::new(numerator, exponent);
                    games.push(store.number_up_star(&NumberUpStar { number, ups, star }));
                }
            }
        }
    }
    check_against_grid(&store, &games);
}

/// The stops of G cooled by t, as a game, are the walls at t.
#[test]
fn stops_of_cooled_games_are_walls() {
    let store = Store::new();
    let day3 = born_by(&store, 3);
    let random = random_games(&store, &day3, 100, 2);
    let temperatures = [
        "-3/4", "-1/4", "0", "1/8", "1/2", "3/4", "1", "5/4", "2", "3",
    ];
    for (i, &game) in day3.iter().chain(&random).enumerate() {
        let thermograph = store.thermograph(game);
        // Two temperatures a game keep this quick; all of them are used in turn.
        for k in 0..2 {
            let t: Dyadic = temperatures[(i + 5 * k) % 10].parse().expect("dyadic");
            let cooled = store.cool(game, &t).expect("above -1");
            for player in Player::BOTH {
                let wall = thermograph.wall(player);
                assert_eq!(store.stop(cooled, player), wall.value_at(&t));
            }
        }
    }
}

#[test]
fn means_and_negatives() {
    let store = Store::new();
    let day3 = born_by(&store, 3);
    let mut random = Random(7);
    for _ in 0..3000 {
        let (a, b) = (random.pick(&day3), random.pick(&day3));
        let sum = store.add(a, b);
        assert_eq!(store.mean(sum), &store.mean(a) + &store.mean(b));
        let hotter = store.temperature(a).max(store.temperature(b));
        assert!(store.is_number(sum) || store.temperature(sum) <= hotter.max(Dyadic::ZERO));
        let negative = store.thermograph(store.negative(a));
        assert_eq!(negative, store.thermograph(a).negative());
    }
}

/// Cooling is a homomorphism, also below 0.
#[test]
fn cooling_respects_sums() {
    let store = Store::new();
    let day3 = born_by(&store, 3);
    let mut random = Random(11);
    for t in ["-1/2", "0", "1/2", "3/4", "1"] {
        let t: Dyadic = t.parse().expect("dyadic");
        for _ in 0..150 {
            let (a, b) = (random.pick(&day3), random.pick(&day3));
            let cool = |game| store.cool(game, &t).expect("above -1");
            assert_eq!(cool(store.add(a, b)), store.add(cool(a), cool(b)));
        }
    }
}

/// Heating undoes cooling for even-tempered games is false in general; freezing leaves the mean and an
/// infinitesimal, always.
#[test]
fn freezing() {
    let store = Store::new();
    for game in born_by(&store, 3) {
        let frozen = store.freeze(game);
        for player in Player::BOTH {
            assert_eq!(store.stop(frozen, player), store.mean(game));
        }
    }
    let half = store.number(&Dyadic::new(1, 1));
    assert_eq!(store.freeze(half), half);
}

#[test]
fn deep_games_need_no_machine_stack() {
    let store = Store::new();
    let mut game = store.zero();
    for depth in 1..=100_000 {
        // Left's sente to `depth`; Right's reverse sente is worth 1.
        let threat = store.game(&[store.integer(depth + 10)], &[store.integer(depth)]);
        game = store.game(&[threat], &[game]);
    }
    assert!(store.birthday(game) > 100_000u32.into());
    assert_eq!(store.temperature(game), Dyadic::from(1));
    assert_eq!(store.mean(game), Dyadic::from(100_000));
    let deep = Dyadic::new(1, 60);
    assert_eq!(store.temperature(store.number(&deep)), -&deep);
    let far = store.number_up_star(&NumberUpStar {
        ups: 1 << 40,
        ..NumberUpStar::ZERO
    });
    assert_eq!(store.temperature(far), Dyadic::ZERO);
}

#[test]
fn sente_and_gote() {
    let store = Store::new();
    let [ten, zero, minus] = [10, 0, -1].map(|n| store.integer(n));
    let threat = store.game(&[ten], &[zero]);
    let back = store.negative(threat);
    let kind = |game| store.thermograph(game).initiative();
    assert_eq!(kind(store.game(&[ten], &[minus])), Initiative::Gote);
    assert_eq!(
        kind(store.game(&[threat], &[minus])),
        Initiative::Sente(Player::Left)
    );
    let mirrored = store.game(&[store.integer(1)], &[back]);
    assert_eq!(kind(mirrored), Initiative::Sente(Player::Right));
    let double = store.game(&[threat], &[store.sub(back, store.integer(2))]);
    let thermograph = store.thermograph(double);
    assert_eq!(
        thermograph.initiative_at(&Dyadic::from(1)),
        Initiative::DoubleSente
    );
    assert_eq!(
        thermograph.initiative_at(&Dyadic::from(100)),
        Initiative::Frozen
    );
    assert_eq!(store.thermograph(zero).initiative(), Initiative::Frozen);
}

/// Sentestrat answers a threat above the ambient temperature and otherwise plays the hottest.
#[test]
fn sentestrat_answers_threats() {
    let store = Store::new();
    let switch = |n: i64| store.game(&[store.integer(n)], &[store.integer(-n)]);
    let components = [switch(3), switch(7), switch(5)];
    let ambient = Dyadic::from(100);
    let choose = |ambient: &Dyadic, answered| {
        let choice = store.sentestrat(&components, Player::Right, ambient, answered);
        choice.map(|choice| (choice.component, choice.option, choice.ambient))
    };
    assert_eq!(
        choose(&ambient, None),
        Some((1, store.integer(-7), 7.into()))
    );
    assert_eq!(
        choose(&4.into(), Some(2)),
        Some((2, store.integer(-5), 4.into()))
    );
    assert_eq!(
        choose(&6.into(), Some(0)),
        Some((1, store.integer(-7), 6.into()))
    );
    let numbers = [store.integer(3)];
    assert_eq!(
        store.sentestrat(&numbers, Player::Left, &ambient, None),
        None
    );
}

/// Playing orthodox moves against each other reaches the stops.
#[test]
fn orthodox_play_at_temperature_zero_reaches_the_stops() {
    let store = Store::new();
    for start in born_by(&store, 3) {
        for first in Player::BOTH {
            let (mut game, mut player) = (start, first);
            while !store.is_number(game) {
                let moves = store.orthodox_moves(game, player, &Dyadic::ZERO);
                game = *moves
                    .last()
                    .expect("a game that is not a number is not frozen at 0");
                player = -player;
            }
            assert_eq!(store.as_number(game), Some(store.stop(start, first)));
        }
    }
}
