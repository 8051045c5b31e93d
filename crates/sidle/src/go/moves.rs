//! The chilled value of a region and what each of its moves gains.
//!
//! A region without kos whose stops are integers is *chilled* by a tax of one point on each move; who moves
//! last in the chilled game gets the last point of the warm one (E. Berlekamp and D. Wolfe, *Mathematical
//! Go: Chilling Gets the Last Point*, 1994). Warming, the overheating from 1* to 1, undoes it for most
//! positions, up to a star.

use serde::Serialize;

use super::GoError;
use crate::{
    core::{Dyadic, Meter, Player},
    rules::go::{Diagram, Suicide},
    solve::go::{GoRegion, KoFailure, KoGame, KoSurvey},
    values::{Game, Store, notation::Style},
};

/// What one move of a region does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveReport {
    /// `B` or `W`.
    pub player: char,
    /// The point, as in `c3`.
    pub point: String,
    /// The value after the move, prisoners included.
    pub value: String,
    /// What the mover gains: `G^L - G` or `G - G^R`; `null` unless both values are short games.
    pub incentive: Option<String>,
    /// What he gains in the chilled game.
    pub chilled: Option<String>,
}

/// The chilled value of a region and its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Incentives {
    /// The value chilled by one point; `null` unless it is a short game.
    pub chilled: Option<String>,
    /// Is the value what warming makes of the chilled one: exactly (`G`), up to a star (`G*`), or neither
    /// (`null`)?
    pub warmed: Option<&'static str>,
    /// All moves of both players.
    pub moves: Vec<MoveReport>,
}

/// So many positions are valued for this.
const MOST_STATES: usize = 200_000;

pub(super) fn incentives(
    diagram: &Diagram,
    suicide: Suicide,
    game: KoGame,
    meter: &Meter,
) -> Result<Incentives, GoError> {
    let rules = GoRegion {
        region: &diagram.region,
        suicide,
    };
    let store = &Store::new();
    let survey = KoSurvey::new(&rules, &diagram.stones, game, MOST_STATES, store, meter)?;
    let here = survey
        .value(&diagram.stones)
        .and_then(|value| value.short());
    let cold = match here {
        Some(game) => chilled(store, game, meter)?,
        None => None,
    };
    let show = |game: Game| store.text(game, Style::Plain, meter);
    let mut moves = Vec::new();
    for player in Player::BOTH {
        let points = rules.move_points(&diagram.stones, player);
        for chosen in survey.moves(&rules, &diagram.stones, player, store, meter)? {
            let gain = match (cold, chosen.value.short()) {
                (Some(before), Some(after)) => chilled_gain(store, before, after, player, meter)?,
                _ => None,
            };
            moves.push(MoveReport {
                player: match player {
                    Player::Left => 'B',
                    Player::Right => 'W',
                },
                point: diagram.place_name(diagram.place_of(points[chosen.number])),
                value: store.text(chosen.value, Style::Plain, meter)?,
                incentive: chosen.incentive.map(show).transpose()?,
                chilled: gain.map(show).transpose()?,
            });
        }
    }
    let warmed = match (here, cold) {
        (Some(warm), Some(cold)) => warmth(store, warm, cold, meter)?,
        _ => None,
    };
    Ok(Incentives {
        chilled: cold.map(show).transpose()?,
        warmed,
        moves,
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
) -> Result<Option<&'static str>, KoFailure> {
    let one = store.integer(1);
    let star = store.nimber(1);
    let one_star = store.try_add(one, star, meter)?;
    let back = store.try_overheat(cold, one_star, one, meter)?;
    Ok(match store.try_sub(warm, back, meter)? {
        zero if zero == store.zero() => Some("G"),
        other if other == star => Some("G*"),
        _ => None,
    })
}
