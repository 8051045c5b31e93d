//! Methods of temperature theory, atomic weights and reductions.

use std::cmp::Ordering;

use sidle_core::{Dyadic, Player, Relation, StopReason};
use sidle_values::{Game, Initiative, loopy::Stopper};

use crate::{
    ast::BinaryOp,
    diagnostic::Failure,
    evaluate::{Machine, binary, canonical, loopy::to_loopy, relation, to_game, value_of},
    library::{self, Argument, Default, Member, members},
    rational::Rational,
    value::Value,
};

pub(super) const GAME: &[Member] = members! { m;
    /// The mean: what one of very many copies is worth.
    get Mean(g: Game) "{3||2|1}.Mean" => m.store.try_mean(g, m.meter)?;
    /// The temperature: -1 for integers, -1/2^k for other numbers m/2^k.
    get Temperature(g: Game) "{3||2|1}.Temperature" => m.store.try_temperature(g, m.meter)?;
    /// The thermograph: for each wall its mast, critical points and slopes from the top down.
    get Thermograph(g: Game) "{3||2|1}.Thermograph" => Value::Thermograph(m.store.try_thermograph(g, m.meter)?.into());
    /// The wall of a player at a temperature: the stop of the cooled game.
    fn Wall(g: Game, player: Player, t: Temperature) "{3||2|1}.Wall(Left, 1/2)"
        => m.store.try_thermograph(g, m.meter)?.wall(player).value_at(&t.0);
    /// The game cooled by a temperature above -1: every move costs it until the game freezes.
    fn Cool(g: Game, t: Temperature) "{3||2|1}.Cool(1/2)"
        => m.store.try_cool(g, &t.0, m.meter)?.ok_or_else(|| not_above_minus_one(&t.0));
    /// The game cooled by its own temperature; numbers stay.
    get Freeze(g: Game) "{3||2|1}.Freeze" => m.store.try_freeze(g, m.meter)?;
    /// The game heated by another: {G^L + H | G^R - H} all the way down to numbers.
    fn Heat(g: Game, t: Game) "(*).Heat(3)" => m.store.try_heat(g, t, m.meter)?;
    /// The game overheated from s to t: integers n become n copies of s.
    fn Overheat(g: Game, s: Game, t: Game) "(7/16).Overheat(0, 0)" => m.store.try_overheat(g, s, t, m.meter)?;
    /// The options of a player that attain the wall at an ambient temperature.
    fn OrthodoxMoves(g: Game, player: Player, t: Temperature) "{3||2|1}.OrthodoxMoves(Left, 0)" => {
        let moves = m.store.try_orthodox_moves(g, player, &t.0, m.meter)?;
        Value::set(moves.into_iter().map(|game| value_of(m.store, game)).collect())
    };
    /// Gote, sente of a player, double sente or frozen, just below the own temperature.
    get Initiative(g: Game) "{10|0||-1}.Initiative"
        => initiative(m.store.try_thermograph(g, m.meter)?.initiative());
    /// Gote, sente of a player, double sente or frozen, at a temperature.
    fn Initiative(g: Game, t: Temperature) "{10|0||-1}.Initiative(1)"
        => initiative(m.store.try_thermograph(g, m.meter)?.initiative_at(&t.0));
    /// The Norton product G.U, for U > 0.
    fn NortonProduct(g: Game, unit: Game) "(*).NortonProduct(^)" => m.store.try_norton_product(g, unit, m.meter)?;
    /// The atomic weight of an infinitesimal that has one, as all-small games do.
    get AtomicWeight(g: Game) "{^^^|vv}.AtomicWeight" => {
        let weight = m.store.try_atomic_weight(g, m.meter)?;
        weight.ok_or_else(|| Failure::new("that game is not atomic"))
    };
    /// Does the game have an atomic weight?
    get IsAtomic(g: Game) "{1|^^||^}.IsAtomic" => m.store.try_is_atomic(g, m.meter)?;
    /// A nimber *N that is remote from the game.
    get FarStar(g: Game) "(^*5).FarStar" => m.store.try_far_star(g, m.meter)?;
    /// The simplest game that differs from G by an infinitesimal.
    get ReducedCanonicalForm(g: Game) "{1,{2|0}|0}.ReducedCanonicalForm"
        => m.store.try_reduced_canonical_form(g, m.meter)?;
    /// The reduction by one or several infinitesimals, each greater than 0 or confused with it.
    fn ReduceBy(g: Game, infinitesimal: Game, more: Vec<Game> = Default::Rest) "{2||1|0}.ReduceBy(^)" => {
        let epsilons = [vec![infinitesimal], more].concat();
        m.store.try_reduce_by_all(g, &epsilons, m.meter)?.ok_or_else(bad_reducer)
    };
    /// Calistrate's projection: x* becomes x throughout the canonical form.
    get StarProjection(g: Game) "{2*||1|0*}.StarProjection" => m.store.try_star_projection(g, m.meter)?;
    /// The numbers that play stops at, each with Left moves minus Right moves on the way.
    get WeightedStops(g: Game) "{2||1|0}.WeightedStops" => weighted(m.store.try_weighted_stops(g, m.meter)?);
    /// How two games compare up to infinitesimals: "<", "==", ">" or "<>".
    fn InfCompare(g: &Value, that: &Value) "(*).InfCompare(0)" => inf_compare(m, g, that);
    /// The least n with n·down <= G - H <= n·up, if G and H are infinitesimally close.
    fn InfinitesimalShift(g: Game, that: Game) "(*2).InfinitesimalShift(0)" => {
        let shift = m.store.try_infinitesimal_shift(g, that, m.meter)?;
        shift.ok_or_else(|| Failure::new("the games are not infinitesimally close"))?.ups
    };
};

pub(super) const LOOPY: &[Member] = members! { m;
    /// How two games compare up to infinitesimals: "<", "==", ">" or "<>".
    fn InfCompare(g: &Value, that: &Value) "over.InfCompare(0)" => inf_compare(m, g, that);
};

/// How two values compare up to infinitesimals. Sides are compared with each other; a transfinite nimber is an
/// infinitesimal, and two numbers that are no short games compare by their difference.
pub(crate) fn inf_compare(
    machine: &mut Machine<'_>,
    a: &Value,
    b: &Value,
) -> Result<String, Failure> {
    let nimbers_gone = |value: &Value| match library::is_transfinite_nimber(value) {
        true => Value::integer(0),
        false => value.clone(),
    };
    let [a, b] = [a, b].map(nimbers_gone);
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
    Ok(relation.to_string())
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
    let pairs = stops.into_iter().map(|(stop, weight)| {
        Value::list(vec![
            Value::Number(Rational::from(&stop)),
            Value::integer(weight),
        ])
    });
    Value::list(pairs.collect::<Result<_, _>>()?)
}

/// An argument that is a temperature.
struct Temperature(Dyadic);

impl Argument<'_> for Temperature {
    fn of(machine: &mut Machine<'_>, value: &Value) -> Result<Self, Failure> {
        let game = to_game(machine, value)?;
        let number = machine.store.as_number(game).map(Temperature);
        number.ok_or_else(|| Failure::new("a temperature is a number"))
    }
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

fn initiative(found: Initiative) -> &'static str {
    match found {
        Initiative::Gote => "gote",
        Initiative::Sente(Player::Left) => "Left's sente",
        Initiative::Sente(Player::Right) => "Right's sente",
        Initiative::DoubleSente => "double sente",
        Initiative::Frozen => "frozen",
    }
}
