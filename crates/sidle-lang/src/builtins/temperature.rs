//! Methods of temperature theory, atomic weights and reductions.

use std::cmp::Ordering;

use sidle_core::{Dyadic, Player, Relation, StopReason};
use sidle_values::{Game, Initiative, loopy::Stopper};

use super::{Builtin, On, line, player};
use crate::{
    ast::BinaryOp,
    diagnostic::Failure,
    evaluate::{Machine, binary, canonical, loopy::to_loopy, relation, to_game, value_of},
    library,
    rational::Rational,
    value::Value,
};

pub(super) const TABLE: &[Builtin] = &[
    line(
        On::Game,
        "Mean",
        "",
        "The mean: what one of very many copies is worth.",
        "{3||2|1}.Mean",
        |m, a| {
            let game = to_game(m, &a[0])?;
            Ok(number(&m.store.try_mean(game, m.meter)?))
        },
    ),
    line(
        On::Game,
        "Temperature",
        "",
        "The temperature: -1 for integers, -1/2^k for other numbers m/2^k.",
        "{3||2|1}.Temperature",
        |m, a| {
            let game = to_game(m, &a[0])?;
            Ok(number(&m.store.try_temperature(game, m.meter)?))
        },
    ),
    line(
        On::Game,
        "Thermograph",
        "",
        "The thermograph: for each wall its mast, critical points and slopes from the top down.",
        "{3||2|1}.Thermograph",
        |m, a| {
            let game = to_game(m, &a[0])?;
            let thermograph = m.store.try_thermograph(game, m.meter)?;
            Ok(Value::Thermograph(thermograph.into()))
        },
    ),
    line(
        On::Game,
        "Wall",
        "player, t",
        "The wall of a player at a temperature: the stop of the cooled game.",
        "{3||2|1}.Wall(Left, 1/2)",
        |m, a| {
            let (game, player) = (to_game(m, &a[0])?, player(&a[1])?);
            let t = temperature(m, &a[2])?;
            let thermograph = m.store.try_thermograph(game, m.meter)?;
            Ok(number(&thermograph.wall(player).value_at(&t)))
        },
    ),
    line(
        On::Game,
        "Cool",
        "t",
        "The game cooled by a temperature above -1: every move costs it until the game freezes.",
        "{3||2|1}.Cool(1/2)",
        |m, a| {
            let (game, t) = (to_game(m, &a[0])?, temperature(m, &a[1])?);
            let cooled = m.store.try_cool(game, &t, m.meter)?;
            let cooled = cooled.ok_or_else(|| not_above_minus_one(&t))?;
            Ok(value_of(m.store, cooled))
        },
    ),
    line(
        On::Game,
        "Freeze",
        "",
        "The game cooled by its own temperature; numbers stay.",
        "{3||2|1}.Freeze",
        game_of!(try_freeze, 0),
    ),
    line(
        On::Game,
        "Heat",
        "t",
        "The game heated by another: {G^L + H | G^R - H} all the way down to numbers.",
        "(*).Heat(3)",
        game_of!(try_heat, 0, 1),
    ),
    line(
        On::Game,
        "Overheat",
        "s, t",
        "The game overheated from s to t: integers n become n copies of s.",
        "(7/16).Overheat(0, 0)",
        game_of!(try_overheat, 0, 1, 2),
    ),
    line(
        On::Game,
        "OrthodoxMoves",
        "player, t",
        "The options of a player that attain the wall at an ambient temperature.",
        "{3||2|1}.OrthodoxMoves(Left, 0)",
        |m, a| {
            let (game, player) = (to_game(m, &a[0])?, player(&a[1])?);
            let t = temperature(m, &a[2])?;
            let moves = m.store.try_orthodox_moves(game, player, &t, m.meter)?;
            let moves = moves.into_iter().map(|game| value_of(m.store, game));
            Value::set(moves.collect())
        },
    ),
    line(
        On::Game,
        "Initiative",
        "t?",
        "Gote, sente of a player, double sente or frozen, at a temperature or just below the own one.",
        "{10|0||-1}.Initiative",
        initiative,
    ),
    line(
        On::Game,
        "NortonProduct",
        "unit",
        "The Norton product G.U, for U > 0.",
        "(*).NortonProduct(^)",
        game_of!(try_norton_product, 0, 1),
    ),
    line(
        On::Game,
        "AtomicWeight",
        "",
        "The atomic weight of an infinitesimal that has one, as all-small games do.",
        "{^^^|vv}.AtomicWeight",
        |m, a| {
            let game = to_game(m, &a[0])?;
            let weight = m.store.try_atomic_weight(game, m.meter)?;
            let weight = weight.ok_or_else(|| Failure::new("that game is not atomic"))?;
            Ok(value_of(m.store, weight))
        },
    ),
    line(
        On::Game,
        "IsAtomic",
        "",
        "Does the game have an atomic weight?",
        "{1|^^||^}.IsAtomic",
        |m, a| {
            let game = to_game(m, &a[0])?;
            Ok(Value::Bool(m.store.try_is_atomic(game, m.meter)?))
        },
    ),
    line(
        On::Game,
        "FarStar",
        "",
        "A nimber *N that is remote from the game.",
        "(^*5).FarStar",
        game_of!(try_far_star, 0),
    ),
    line(
        On::Game,
        "ReducedCanonicalForm",
        "",
        "The simplest game that differs from G by an infinitesimal.",
        "{1,{2|0}|0}.ReducedCanonicalForm",
        game_of!(try_reduced_canonical_form, 0),
    ),
    line(
        On::Game,
        "ReduceBy",
        "infinitesimals...",
        "The reduction by one or several infinitesimals, each greater than 0 or confused with it.",
        "{2||1|0}.ReduceBy(^)",
        |m, a| {
            let game = to_game(m, &a[0])?;
            let epsilons = games(m, &a[1..])?;
            let reduced = m.store.try_reduce_by_all(game, &epsilons, m.meter)?;
            let reduced = reduced.ok_or_else(bad_reducer)?;
            Ok(value_of(m.store, reduced))
        },
    ),
    line(
        On::Game,
        "StarProjection",
        "",
        "Calistrate's projection: x* becomes x throughout the canonical form.",
        "{2*||1|0*}.StarProjection",
        game_of!(try_star_projection, 0),
    ),
    line(
        On::Game,
        "WeightedStops",
        "",
        "The numbers that play stops at, each with Left moves minus Right moves on the way.",
        "{2||1|0}.WeightedStops",
        |m, a| {
            let game = to_game(m, &a[0])?;
            weighted(m.store.try_weighted_stops(game, m.meter)?)
        },
    ),
    line(
        On::Game,
        "InfCompare",
        "that",
        "How two games compare up to infinitesimals: \"<\", \"==\", \">\" or \"<>\".",
        "(*).InfCompare(0)",
        inf_compare,
    ),
    line(
        On::Loopy,
        "InfCompare",
        "that",
        "How two games compare up to infinitesimals: \"<\", \"==\", \">\" or \"<>\".",
        "over.InfCompare(0)",
        inf_compare,
    ),
    line(
        On::Game,
        "InfinitesimalShift",
        "that",
        "The least n with n·down <= G - H <= n·up, if G and H are infinitesimally close.",
        "(*2).InfinitesimalShift(0)",
        |m, a| {
            let (g, h) = (to_game(m, &a[0])?, to_game(m, &a[1])?);
            let shift = m.store.try_infinitesimal_shift(g, h, m.meter)?;
            let shift =
                shift.ok_or_else(|| Failure::new("the games are not infinitesimally close"))?;
            Ok(Value::integer(shift.ups))
        },
    ),
];

/// How two values compare up to infinitesimals. Sides are compared with each other; a transfinite nimber is an
/// infinitesimal, and two numbers that are no short games compare by their difference.
pub(crate) fn inf_compare(
    machine: &mut Machine<'_>,
    arguments: &[Value],
) -> Result<Value, Failure> {
    let nimbers_gone = |value: &Value| match library::is_transfinite_nimber(value) {
        true => Value::integer(0),
        false => value.clone(),
    };
    let [a, b] = [&arguments[0], &arguments[1]].map(nimbers_gone);
    let is_foreign = |value: &Value| match value {
        Value::Number(number) => number.to_dyadic().is_none(),
        value => matches!(value, Value::Surreal(_)),
    };
    let relation = match (is_foreign(&a), is_foreign(&b)) {
        (false, false) => {
            let (a, b) = (canonical(machine, &a)?, canonical(machine, &b)?);
            match matches!(a, Value::Loopy(_)) || matches!(b, Value::Loopy(_)) {
                true => inf_compare_sides(machine, &a, &b)?,
                false => {
                    let (g, h) = (to_game(machine, &a)?, to_game(machine, &b)?);
                    machine.store.try_inf_compare(g, h, machine.meter)?
                }
            }
        }
        _ => {
            let relation = relation(machine, &a, &b)?.ok_or_else(|| b.unlike("a number"))?;
            match relation {
                Relation::Less | Relation::Greater if are_infinitely_close(machine, &a, &b)? => {
                    Relation::Equal
                }
                relation => relation,
            }
        }
    };
    Ok(Value::text(relation.to_string()))
}

/// Is the difference of two numbers an infinitesimal?
fn are_infinitely_close(machine: &mut Machine<'_>, a: &Value, b: &Value) -> Result<bool, Failure> {
    if !matches!((a, b), (Value::Surreal(_), _) | (_, Value::Surreal(_))) {
        return Ok(false);
    }
    match binary(machine, BinaryOp::Subtract, a.clone(), b.clone())? {
        Value::Number(difference) => Ok(difference.is_zero()),
        difference => Ok(library::size_of_number(&difference)? == Ordering::Less),
    }
}

/// The same for games with loops, whose sides must be known.
fn inf_compare_sides(machine: &mut Machine<'_>, a: &Value, b: &Value) -> Result<Relation, Failure> {
    let mut sides = Vec::new();
    for value in [a, b] {
        // Nimbers have too many options; reduced they are 0.
        let value = match value {
            Value::Game(game) => {
                let reduced = machine
                    .store
                    .try_reduced_canonical_form(*game, machine.meter)?;
                value_of(machine.store, reduced)
            }
            value => value.clone(),
        };
        let sided = to_loopy(machine, &value)?.stopper_sides();
        sides.push(sided.ok_or_else(|| Failure::new("its sides are not known to be stoppers"))?);
    }
    let (loopy, meter) = (machine.store.loopy(), machine.meter);
    let (g, h) = (sides[0], sides[1]);
    let le = |g: (Stopper, Stopper), h: (Stopper, Stopper)| -> Result<bool, StopReason> {
        Ok(loopy.try_le_inf(g.0, h.0, meter)? && loopy.try_le_inf(g.1, h.1, meter)?)
    };
    Ok(Relation::from_le_ge(le(g, h)?, le(h, g)?))
}

/// Numbers with their weights, as a list of pairs.
pub(super) fn weighted(stops: impl IntoIterator<Item = (Dyadic, i64)>) -> Result<Value, Failure> {
    let pairs = stops
        .into_iter()
        .map(|(stop, weight)| Value::list(vec![number(&stop), Value::integer(weight)]));
    Value::list(pairs.collect::<Result<_, _>>()?)
}

fn number(number: &Dyadic) -> Value {
    Value::Number(Rational::from(number))
}

fn games(machine: &mut Machine<'_>, values: &[Value]) -> Result<Vec<Game>, Failure> {
    values.iter().map(|value| to_game(machine, value)).collect()
}

/// An argument as a temperature.
fn temperature(machine: &mut Machine<'_>, value: &Value) -> Result<Dyadic, Failure> {
    let game = to_game(machine, value)?;
    let number = machine.store.as_number(game);
    number.ok_or_else(|| Failure::new("a temperature is a number"))
}

fn not_above_minus_one(t: &Dyadic) -> Failure {
    Failure::new(format!("cooling by {t} is not defined"))
        .with_help("the temperature must be greater than -1")
}

fn bad_reducer() -> Failure {
    Failure::new(
        "one can reduce only by infinitesimals that are greater than 0 or confused with it",
    )
    .with_help("for example `G.ReduceBy(^)` or `G.ReduceBy(*)`")
}

fn initiative(machine: &mut Machine<'_>, arguments: &[Value]) -> Result<Value, Failure> {
    let game = to_game(machine, &arguments[0])?;
    let thermograph = machine.store.try_thermograph(game, machine.meter)?;
    let found = match arguments.get(1) {
        Some(ambient) => thermograph.initiative_at(&temperature(machine, ambient)?),
        None => thermograph.initiative(),
    };
    Ok(Value::text(match found {
        Initiative::Gote => "gote",
        Initiative::Sente(Player::Left) => "Left's sente",
        Initiative::Sente(Player::Right) => "Right's sente",
        Initiative::DoubleSente => "double sente",
        Initiative::Frozen => "frozen",
    }))
}
