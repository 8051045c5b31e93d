//! Temperatures of kos: walls beside coupons against play with finite stacks, and known temperatures.

mod kos;

use std::collections::HashMap;

use sidle_check::naive::{KoPlay, KoStep, coupon_scores};
use sidle_core::{Meter, Player};
use sidle_solve::go::{KoMove, KoRules, Kos, StagedKo, walls_of_ko};
use sidle_values::{CouponWalls, Store};

/// A small graph under the ko ban: from each of a few positions each player may go to some others, or end
/// the fight with some score.
#[derive(Clone, Debug)]
struct Graph {
    /// For each position and player: the positions and the scores that he can move to.
    moves: Vec<[(Vec<usize>, Vec<i64>); 2]>,
}

/// A position and the one before the last move; `None` is the end.
type Place = (Option<usize>, Option<usize>);

impl KoRules for Graph {
    type Position = Place;

    fn moves(&self, &(at, before): &Place, player: Player) -> Vec<KoMove<Place>> {
        let Some(at) = at else { return Vec::new() };
        let (places, scores) = &self.moves[at][player.index()];
        let within = places.iter().map(|&to| KoMove {
            to: (Some(to), Some(at)),
            points: 0,
            banned: before == Some(to),
        });
        let over = scores.iter().map(|&points| KoMove {
            to: (None, None),
            points,
            banned: false,
        });
        within.chain(over).collect()
    }

    fn lifted(&self, &(at, _): &Place) -> Place {
        (at, None)
    }

    fn name(&self, at: &Place) -> String {
        format!("{at:?}")
    }
}

/// All positions for play by hand, and each without its ban; the first is the start.
fn play_of<R: KoRules>(rules: &R, start: &R::Position) -> (KoPlay, Vec<usize>) {
    let mut list = vec![start.clone()];
    let mut number: HashMap<R::Position, usize> = HashMap::from([(start.clone(), 0)]);
    let mut play = KoPlay::default();
    let mut lifted = Vec::new();
    while let Some(at) = list.get(play.moves.len()).cloned() {
        let mut place = |position: R::Position| {
            *number.entry(position).or_insert_with_key(|position| {
                list.push(position.clone());
                list.len() - 1
            })
        };
        lifted.push(place(rules.lifted(&at)));
        play.moves.push(Player::BOTH.map(|player| {
            let moves = rules.moves(&at, player).into_iter();
            let steps = moves.map(|made| KoStep {
                to: place(made.to),
                points: made.points,
                banned: made.banned,
            });
            steps.collect()
        }));
    }
    (play, lifted)
}

/// So many coupons make a point.
const PER: i64 = 64;
const TOP: i64 = 5;
/// Coupons of -1 at the bottom of the stack.
const TAIL: usize = 40;

/// The walls by play with a stack, at the temperatures -1, -1/2, 0, 1/2, …, in coupons.
fn walls_by_play(play: &KoPlay, lifted: &[usize], for_left: bool) -> Vec<[i64; 2]> {
    let nothing = KoPlay {
        moves: vec![Default::default()],
    };
    // The last coupon is half as large, so that nobody gains by leaving it to the other.
    let mut coupons = vec![-PER / 2];
    coupons.extend([-PER; TAIL]);
    let bottom = coupons.len() as i64;
    coupons.extend(-PER + 1..=TOP * PER);
    let scores = coupon_scores(play, lifted, &coupons, PER, for_left);
    let alone = coupon_scores(&nothing, &[0], &coupons, PER, for_left);
    let at = |half: i64| (bottom + PER + half * PER / 2) as usize;
    let walls = (-2..=2 * TOP).map(|half| {
        let (scores, alone) = (&scores[at(half)], &alone[at(half)]);
        [0, 1].map(|p| scores[0][p] - alone[0][p])
    });
    walls.collect()
}

fn value(walls: &CouponWalls, player: Player, half: i64) -> f64 {
    let t = sidle_numbers_value(half);
    let value = walls.wall(player).value_at(&t).expect("a value");
    let text = value.to_string();
    match text.split_once('/') {
        Some((n, d)) => n.parse::<f64>().expect("a number") / d.parse::<f64>().expect("a number"),
        None if text.contains("inf") => {
            f64::INFINITY * if text.starts_with('-') { -1.0 } else { 1.0 }
        }
        None => text.parse().expect("a number"),
    }
}

fn sidle_numbers_value(half: i64) -> sidle_numbers::Rational {
    sidle_numbers::Rational::from(half)
        .div(&sidle_numbers::Rational::from(2))
        .expect("two is not zero")
}

/// Compares the exact walls with play; returns whether play determined them, and `None` if there are none.
fn check<R: KoRules>(rules: &R, start: &R::Position, what: &str) -> Option<bool> {
    let walls = walls_of_ko(rules, start, &Store::new(), &Meter::unlimited());
    let walls = walls.ok()?;
    let (play, lifted) = play_of(rules, start);
    let [high, low] = [true, false].map(|for_left| walls_by_play(&play, &lifted, for_left));
    let mut determined = true;
    for (i, half) in (-2..=2 * TOP).enumerate() {
        for player in Player::BOTH {
            let [high, low] = [&high, &low].map(|w| w[i][player.index()] as f64 / PER as f64);
            let slack = 10.0 / PER as f64;
            for exact in [&walls.onside, &walls.offside] {
                let exact = value(exact, player, half);
                assert!(
                    low - slack <= exact && exact <= high + slack,
                    "{what}: {player:?} at {half}/2: {exact}, by play {low} to {high}"
                );
            }
            determined &= high - low < slack;
        }
    }
    Some(determined)
}

/// Every fight about two positions in which each player may move to the other position, and may end the
/// fight in one of a few ways.
#[test]
fn all_fights_about_two_positions() {
    let scores: [&[i64]; 4] = [&[], &[0], &[3], &[-2]];
    let (mut determined, mut endless) = (0, 0);
    for code in 0..8usize.pow(4) {
        let digit = |i: u32| code / 8usize.pow(i) % 8;
        let side = |at: usize, player: usize| {
            let choice = digit((2 * at + player) as u32);
            let places = if choice % 2 == 1 {
                vec![1 - at]
            } else {
                vec![]
            };
            (places, scores[choice / 2].to_vec())
        };
        let graph = Graph {
            moves: (0..2).map(|at| [side(at, 0), side(at, 1)]).collect(),
        };
        let what = format!("{graph:?}");
        match check(&graph, &(Some(0), None), &what) {
            Some(clear) => determined += usize::from(clear),
            // One player moves for ever and gains.
            None => endless += 1,
        }
    }
    assert!(determined > 1000, "{determined}");
    assert!(endless < 1000, "{endless}");
}

/// A direct ko about `s` points has temperature s/3, and the masts of its two positions are a third apart.
#[test]
fn direct_kos() {
    let (store, meter) = (Store::new(), Meter::unlimited());
    for points in [1, 2, 5, 9, 100] {
        let kos = Kos::new(vec![points]);
        let third = |n: i64| {
            let x = sidle_numbers::Rational::from(n * points);
            x.div(&sidle_numbers::Rational::from(3))
                .expect("three is not zero")
        };
        for (state, mast) in [("A", third(2)), ("B", third(1))] {
            let start = kos.position(state, None).expect("a position");
            let walls = walls_of_ko(&kos, &start, &store, &meter).expect("walls");
            let walls = walls.determined().expect("a ko ends").clone();
            assert_eq!(walls.temperature(), Some(third(1)), "{points} {state}");
            assert_eq!(walls.mast(), Some(&mast), "{points} {state}");
        }
    }
}

/// Several kos, against play.
#[test]
fn several_kos() {
    for points in [vec![3], vec![1, 2], vec![3, 3], vec![4, 1]] {
        kos::every_position(&points, |kos, start, what| {
            assert!(check(kos, start, what).is_some(), "{what}");
        });
    }
}

/// A ko of n stages about s points has temperature s/(n + 2), and masts a step apart.
#[test]
fn kos_of_several_stages() {
    let (store, meter) = (Store::new(), Meter::unlimited());
    for (stages, points) in [(1, 6), (2, 12), (2, 5), (3, 10)] {
        let ko = StagedKo { stages, points };
        let part = |n: usize| {
            let whole = sidle_numbers::Rational::from(n as i64 * points);
            let parts = sidle_numbers::Rational::from(stages as i64 + 2);
            whole.div(&parts).expect("not zero")
        };
        for at in 0..=stages {
            let walls = walls_of_ko(&ko, &(Some(at), None), &store, &meter).expect("walls");
            let walls = walls.determined().expect("a ko ends");
            assert_eq!(walls.temperature(), Some(part(1)), "{ko:?} {at}");
            assert_eq!(walls.mast(), Some(&part(at + 1)), "{ko:?} {at}");
        }
    }
}
