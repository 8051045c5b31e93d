//! The lemmas and theorems about reductions, one row each: on all values born by day 3, or on all pairs of values born by
//! day 2.

use crate::{
    core::{Meter, Player, Relation, StopReason},
    values::{Game, NumberUpStar, Store},
};

use super::Page;

type Holds<T> = fn(&Store, T, &Meter) -> Result<bool, StopReason>;

/// Statements about one game.
const OF_ONE: &[(&str, &str, Holds<Game>)] = &[
    (
        "infinitesimal iff both stops are 0",
        "Proposition 2.5(a)",
        |store, g, meter| {
            let [left, right] = stops(store, g);
            let zero = store.zero();
            let is_infinitesimal = store.try_inf_compare(g, zero, meter)? == Relation::Equal;
            Ok(is_infinitesimal == (left == zero && right == zero))
        },
    ),
    (
        "stops of a game and of its options",
        "Proposition 2.5(d)",
        |store, g, meter| {
            let [left, right] = stops(store, g);
            let mut holds = true;
            for option in store.options(g, Player::Left) {
                holds &= store.try_le(stops(store, option)[1], left, meter)?;
            }
            for option in store.options(g, Player::Right) {
                holds &= store.try_le(right, stops(store, option)[0], meter)?;
            }
            Ok(holds)
        },
    ),
    (
        "a Right stop of at least 0 makes G at least a multiple of down",
        "Lemma 2.7",
        |store, g, meter| {
            let is_positive = store.try_le(store.zero(), stops(store, g)[1], meter)?;
            Ok(!is_positive || store.try_le(downs(store, g), g, meter)?)
        },
    ),
    (
        "options with * added give an infinitesimally close game",
        "Theorem 2.10",
        |store, g, meter| {
            if store.is_number(g) {
                return Ok(true);
            }
            let star = store.nimber(1);
            let mut sides = [Vec::new(), Vec::new()];
            for player in Player::BOTH {
                for option in store.options(g, player) {
                    sides[player.index()].push(store.try_add(option, star, meter)?);
                }
            }
            let other = store.try_game(&sides[0], &sides[1], meter)?;
            Ok(store.try_inf_compare(g, other, meter)? == Relation::Equal)
        },
    ),
    (
        "an even-tempered game with a Right stop of at least 0 is at least 0",
        "Lemma 3.6",
        |store, g, meter| {
            let applies = store.is_even_tempered(g)
                && store.try_le(store.zero(), stops(store, g)[1], meter)?;
            Ok(!applies || store.try_le(store.zero(), g, meter)?)
        },
    ),
    (
        "G reduced by ^ has the stops of G",
        "Lemma 5.1",
        |store, g, meter| Ok(stops(store, by_up(store, g, meter)?) == stops(store, g)),
    ),
    (
        "a Right stop of at least 0 makes G reduced by ^ at least 0",
        "Lemma 5.2",
        |store, g, meter| {
            let applies = store.try_le(store.zero(), stops(store, g)[1], meter)?;
            Ok(!applies || store.try_le(store.zero(), by_up(store, g, meter)?, meter)?)
        },
    ),
    (
        "G is infinitesimal iff G reduced by ^ is 0",
        "Theorem 5.3",
        |store, g, meter| Ok(store.is_infinitesimal(g) == (by_up(store, g, meter)? == store.zero())),
    ),
    (
        "reduction by ^ commutes with the negative",
        "Theorem 5.4",
        |store, g, meter| {
            let reduced = by_up(store, store.try_negative(g, meter)?, meter)?;
            Ok(reduced == store.try_negative(by_up(store, g, meter)?, meter)?)
        },
    ),
    (
        "reduction by ^ commutes with adding 1/2",
        "Lemma 5.8",
        |store, g, meter| {
            let half = store.try_game(&[store.zero()], &[store.integer(1)], meter)?;
            let reduced = by_up(store, store.try_add(g, half, meter)?, meter)?;
            Ok(reduced == store.try_add(by_up(store, g, meter)?, half, meter)?)
        },
    ),
    (
        "G reduced by ^ is infinitesimally close to G",
        "Theorem 5.9(b)",
        |store, g, meter| {
            let reduced = by_up(store, g, meter)?;
            Ok(store.try_inf_compare(g, reduced, meter)? == Relation::Equal)
        },
    ),
    (
        "reducing by ^ again changes nothing",
        "Theorem 5.9(c)",
        |store, g, meter| {
            let reduced = by_up(store, g, meter)?;
            Ok(by_up(store, reduced, meter)? == reduced)
        },
    ),
    (
        "G reduced by ^, if no number, has incentives of at least v",
        "Theorem 5.11",
        |store, g, meter| {
            let reduced = by_up(store, g, meter)?;
            let down = ups(store, -1);
            incentives(store, reduced, |one| store.try_le(down, one, meter), meter)
        },
    ),
    (
        "G reduced by ^, if no number, has different stops",
        "Lemma 6.1",
        |store, g, meter| {
            let reduced = by_up(store, g, meter)?;
            let [left, right] = stops(store, reduced);
            Ok(store.is_number(reduced) || left != right)
        },
    ),
    (
        "G reduced by ^, if no number, has incentives that exceed those of ^",
        "Theorem 6.2",
        |store, g, meter| {
            let reduced = by_up(store, g, meter)?;
            let all = store.try_all_incentives(ups(store, 1), meter)?;
            let exceeds = |one: Game| {
                for &other in &all {
                    if store.try_compare(one, other, meter)? != Relation::Greater {
                        return Ok(false);
                    }
                }
                Ok(true)
            };
            incentives(store, reduced, exceeds, meter)
        },
    ),
];

/// Statements about two games.
const OF_TWO: &[(&str, &str, Holds<(Game, Game)>)] =
    &[
        (
            "the stops of a sum",
            "Proposition 2.5(b)",
            |store, (g, h), meter| {
                let ([gl, gr], [hl, hr]) = (stops(store, g), stops(store, h));
                let [left, right] = stops(store, store.try_add(g, h, meter)?);
                let sum = |a, b| store.try_add(a, b, meter);
                let chain = [sum(gr, hr)?, right, sum(gr, hl)?, left, sum(gl, hl)?];
                let mut holds = true;
                for pair in chain.windows(2) {
                    holds &= store.try_le(pair[0], pair[1], meter)?;
                }
                Ok(holds)
            },
        ),
        (
            "G >= H orders the stops",
            "Proposition 2.5(c)",
            |store, (g, h), meter| {
                if !store.try_le(h, g, meter)? {
                    return Ok(true);
                }
                let ([gl, gr], [hl, hr]) = (stops(store, g), stops(store, h));
                Ok(store.try_le(hl, gl, meter)? && store.try_le(hr, gr, meter)?)
            },
        ),
        (
            "G >= H up to infinitesimals iff G - H is at least a multiple of down",
            "Corollary 2.8",
            |store, (g, h), meter| {
                let difference = store.try_sub(g, h, meter)?;
                let found = store.try_le(downs(store, difference), difference, meter)?;
                Ok(found == store.try_inf_ge(g, h, meter)?)
            },
        ),
        (
            "the temper of a sum",
            "Lemma 3.4",
            |store, (g, h), meter| {
                let sum = store.try_add(g, h, meter)?;
                let temper = |game| (store.is_even_tempered(game), store.is_odd_tempered(game));
                Ok(match (temper(g), temper(h)) {
                    ((true, _), (true, _)) | ((_, true), (_, true)) => store.is_even_tempered(sum),
                    ((true, _), (_, true)) | ((_, true), (true, _)) => store.is_odd_tempered(sum),
                    _ => true,
                })
            },
        ),
        (
            "even-tempered and infinitesimally close games are equal",
            "Theorem 3.3",
            |store, (g, h), meter| {
                let even = store.is_even_tempered(g) && store.is_even_tempered(h);
                let close = even && store.try_inf_compare(g, h, meter)? == Relation::Equal;
                Ok(!close || g == h)
            },
        ),
        (
            "infinitesimally close iff the reduced canonical forms are equal",
            "Theorem 4.4",
            |store, (g, h), meter| {
                let close = store.try_inf_compare(g, h, meter)? == Relation::Equal;
                let [one, other] = [
                    store.try_reduced_canonical_form(g, meter)?,
                    store.try_reduced_canonical_form(h, meter)?,
                ];
                Ok(close == (one == other))
            },
        ),
        (
            "G >= H orders the games reduced by ^",
            "Corollary 5.6",
            |store, (g, h), meter| {
                let applies = store.try_le(h, g, meter)?;
                Ok(!applies
                    || store.try_le(by_up(store, h, meter)?, by_up(store, g, meter)?, meter)?)
            },
        ),
    ];

/// Both stops as games.
fn stops(store: &Store, game: Game) -> [Game; 2] {
    Player::BOTH.map(|player| store.number(&store.stop(game, player)))
}

fn ups(store: &Store, ups: i64) -> Game {
    store.number_up_star(&NumberUpStar {
        ups,
        ..NumberUpStar::ZERO
    })
}

/// The multiple of down that Lemma 2.7 needs: more than the birthday and one.
fn downs(store: &Store, game: Game) -> Game {
    let birthday = i64::try_from(store.birthday(game)).unwrap_or(i64::MAX - 2);
    ups(store, -birthday - 2)
}

fn by_up(store: &Store, game: Game, meter: &Meter) -> Result<Game, StopReason> {
    let reduced = store.try_reduce_by(game, ups(store, 1), meter)?;
    Ok(reduced.unwrap_or(game))
}

/// Has a game that is not a number an incentive of either player with the property?
fn incentives(
    store: &Store,
    game: Game,
    mut holds: impl FnMut(Game) -> Result<bool, StopReason>,
    meter: &Meter,
) -> Result<bool, StopReason> {
    if store.is_number(game) {
        return Ok(true);
    }
    for player in Player::BOTH {
        let mut found = false;
        for incentive in store.try_incentives(game, player, meter)? {
            found |= holds(incentive)?;
        }
        if !found {
            return Ok(false);
        }
    }
    Ok(true)
}

pub(super) fn rows(page: &mut Page<'_>, store: &Store, day3: &[Game]) -> anyhow::Result<()> {
    let meter = page.meter();
    for &(claim, place, holds) in OF_ONE {
        let all = day3.len();
        page.equal(claim, place, format!("{all} of {all} values"), || {
            let mut good = 0;
            for &game in day3 {
                good += usize::from(holds(store, game, meter)?);
            }
            Ok(format!("{good} of {all} values"))
        })?;
    }
    let day2 = store.try_born_by(2, meter)?;
    let all = day2.len().pow(2);
    for &(claim, place, holds) in OF_TWO {
        page.equal(claim, place, format!("{all} of {all} pairs"), || {
            let mut good = 0;
            for &g in &day2 {
                for &h in &day2 {
                    good += usize::from(holds(store, (g, h), meter)?);
                }
            }
            Ok(format!("{good} of {all} pairs"))
        })?;
    }
    second_order(page, store, day3)
}

/// Classes of infinitesimals up to those of order 2.
fn second_order(page: &mut Page<'_>, store: &Store, day3: &[Game]) -> anyhow::Result<()> {
    let meter = page.meter();
    let kinds: [(&str, fn(&Store, Game) -> bool, &str); 2] = [
        ("all-small", Store::is_all_small, "67 values, 53 classes"),
        (
            "infinitesimal",
            Store::is_infinitesimal,
            "292 values, 176 classes",
        ),
    ];
    for (name, is_of_kind, expected) in kinds {
        let claim = format!("{name} values born by day 3 up to infinitesimals of order 2");
        page.equal(
            claim,
            "section 7, open problem (our count)",
            expected,
            || {
                let games: Vec<Game> = day3
                    .iter()
                    .copied()
                    .filter(|&g| is_of_kind(store, g))
                    .collect();
                let classes = store.try_second_order_classes(&games, meter)?;
                Ok(format!("{} values, {} classes", games.len(), classes.len()))
            },
        )?;
    }
    Ok(())
}
