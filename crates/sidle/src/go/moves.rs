//! The chilled value of a region and what each of its moves gains.
//!
//! A region without kos whose stops are integers is *chilled* by a tax of one point on each move; who moves
//! last in the chilled game gets the last point of the warm one (E. Berlekamp and D. Wolfe, *Mathematical
//! Go: Chilling Gets the Last Point*, 1994). Warming, the overheating from 1* to 1, undoes it for most
//! positions, up to a star.

use std::sync::Arc;

use crate::{
    Error, Value,
    core::{Dyadic, Meter, Player},
    questions::{GoIncentives, GoMoveValue, Warming},
    rules::go::Diagram,
    solve::go::{KoFailure, KoGame, KoSurvey, PointRules, SuperkoAnswer},
    values::{Game, Store, loopy::LoopyValue},
};

/// A region has at most this number of positions.
const MOST_STATES: usize = 200_000;

/// The chilled value of a region and what each move gains.
pub(crate) fn incentives<R: PointRules>(
    diagram: &Diagram,
    rules: &R,
    game: KoGame,
    meter: &Meter,
) -> Result<GoIncentives, Error> {
    let store = &Arc::new(Store::new());
    let start = rules.position(&diagram.stones);
    let survey = KoSurvey::new(rules, &start, game, MOST_STATES, store, meter)?;
    let here = survey.value(&start).and_then(|value| value.short());
    let mut moves = Vec::new();
    for player in Player::BOTH {
        let points = rules.move_points(&start, player);
        for chosen in survey.moves(rules, &start, player, store, meter)? {
            moves.push((player, points[chosen.number], chosen.value));
        }
    }
    gains(diagram, store, here, moves, meter)
}

/// The same under situational superko.
pub(crate) fn superko_incentives<R: PointRules>(
    diagram: &Diagram,
    rules: &R,
    (store, found): &(Arc<Store>, SuperkoAnswer),
    meter: &Meter,
) -> Result<GoIncentives, Error> {
    let start = rules.position(&diagram.stones);
    let mut moves = Vec::new();
    for player in Player::BOTH {
        let values = &found.moves[player.index()];
        for (point, &value) in rules.move_points(&start, player).into_iter().zip(values) {
            moves.push((player, point, value.into()));
        }
    }
    gains(diagram, store, Some(found.value), moves, meter)
}

/// What moves gain that lead to these values.
fn gains(
    diagram: &Diagram,
    store: &Arc<Store>,
    here: Option<Game>,
    moves: Vec<(Player, u8, LoopyValue)>,
    meter: &Meter,
) -> Result<GoIncentives, Error> {
    let cold = match here {
        Some(game) => chilled(store, game, meter)?,
        None => None,
    };
    let shown = |game: Game| Value::new(store, game);
    let mut listed = Vec::new();
    for (player, point, value) in moves {
        let after = value.short();
        let chilled = match (cold, after) {
            (Some(before), Some(after)) => chilled_gain(store, before, after, player, meter)?,
            _ => None,
        };
        let incentive = match (here, after, player) {
            (Some(here), Some(after), Player::Left) => Some(store.try_sub(after, here, meter)?),
            (Some(here), Some(after), Player::Right) => Some(store.try_sub(here, after, meter)?),
            _ => None,
        };
        listed.push(GoMoveValue {
            player,
            point: diagram.point_at(point),
            value: Value::new(store, value),
            incentive: incentive.map(shown),
            chilled: chilled.map(shown),
        });
    }
    let warmed = match (here, cold) {
        (Some(warm), Some(cold)) => warmth(store, warm, cold, meter)?,
        _ => None,
    };
    Ok(GoIncentives {
        chilled: cold.map(shown),
        warmed,
        moves: listed,
    })
}

fn chilled(store: &Store, game: Game, meter: &Meter) -> Result<Option<Game>, KoFailure> {
    Ok(store.try_cool(game, &Dyadic::from(1), meter)?)
}

/// What a move gains in the chilled game, where it costs a point.
fn chilled_gain(
    store: &Store,
    before: Game,
    after: Game,
    player: Player,
    meter: &Meter,
) -> Result<Option<Game>, KoFailure> {
    let Some(after) = chilled(store, after, meter)? else {
        return Ok(None);
    };
    let gain = match player {
        Player::Left => store.try_sub(after, before, meter)?,
        Player::Right => store.try_sub(before, after, meter)?,
    };
    Ok(Some(store.try_sub(gain, store.integer(1), meter)?))
}

/// Does warming give the value back?
fn warmth(
    store: &Store,
    warm: Game,
    cold: Game,
    meter: &Meter,
) -> Result<Option<Warming>, KoFailure> {
    let one = store.integer(1);
    let star = store.nimber(1);
    let one_star = store.try_add(one, star, meter)?;
    let back = store.try_overheat(cold, one_star, one, meter)?;
    Ok(match store.try_sub(warm, back, meter)? {
        zero if zero == store.zero() => Some(Warming::Exact),
        other if other == star => Some(Warming::UpToStar),
        _ => None,
    })
}
