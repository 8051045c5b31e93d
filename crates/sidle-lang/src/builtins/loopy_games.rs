//! Methods of games with loops, and those that short games share with them.

use sidle_core::{Player, Relation};
use sidle_values::loopy::{LoopyValue, Pseudonumber, SideForm, Stopper};

use super::{Builtin, On, line, player};
use crate::{
    ast::BinaryOp,
    diagnostic::Failure,
    evaluate::{
        Machine, binary,
        loopy::{self, to_loopy, to_stopper, value_of_loopy},
    },
    value::Value,
};

/// What a line does that asks the theory of loopy games for a stopper, of stoppers at these places.
macro_rules! stopper_of {
    ($ask:ident, $($place:literal),+) => {
        |m, a| {
            let loopy = m.store.loopy();
            let stopper = loopy.$ask($(to_stopper(m, &a[$place])?,)+ m.meter)?;
            Ok(of_stopper(m, stopper))
        }
    };
}

pub(super) const TABLE: &[Builtin] = &[
    line(
        On::Loopy,
        "CanonicalForm",
        "",
        "The canonical form of a stopper.",
        "over.CanonicalForm",
        |_, a| Ok(a[0].clone()),
    ),
    line(
        On::Loopy,
        "GameValue",
        "",
        "The value.",
        "dud.GameValue",
        |_, a| Ok(a[0].clone()),
    ),
    line(
        On::Loopy,
        "OutcomeClass",
        "",
        "Who wins: L, R, N, P, or one of the five classes with draws.",
        "dud.OutcomeClass",
        |m, a| {
            let value = to_loopy(m, &a[0])?;
            let outcome = m.store.loopy().try_outcome(value, m.meter)?;
            Ok(Value::LoopyOutcome(outcome))
        },
    ),
    line(
        On::Loopy,
        "Onside",
        "",
        "The value when infinite play is won by Left.",
        "dud.Onside",
        |m, a| side(m, &a[0], LoopyValue::onside),
    ),
    line(
        On::Loopy,
        "Offside",
        "",
        "The value when infinite play is won by Right.",
        "dud.Offside",
        |m, a| side(m, &a[0], LoopyValue::offside),
    ),
    line(
        On::Loopy,
        "LeftOptions",
        "",
        "The set of Left's canonical options.",
        "over.LeftOptions",
        |m, a| options(m, &a[0], Player::Left),
    ),
    line(
        On::Loopy,
        "RightOptions",
        "",
        "The set of Right's canonical options.",
        "over.RightOptions",
        |m, a| options(m, &a[0], Player::Right),
    ),
    line(
        On::Loopy,
        "Options",
        "player?",
        "The set of a player's canonical options, or of both players'.",
        "over.Options(Right)",
        |m, a| match a.get(1) {
            Some(mover) => {
                let player = player(mover)?;
                options(m, &a[0], player)
            }
            None => {
                let mut all = Vec::new();
                for player in Player::BOTH {
                    if let Value::Set(items) = options(m, &a[0], player)? {
                        all.extend(items.values.iter().cloned());
                    }
                }
                Value::set(all)
            }
        },
    ),
    line(
        On::Loopy,
        "StrongStop",
        "player",
        "The number, on or off that play ends at when a player begins; over and under do not count.",
        "over.StrongStop(Left)",
        |m, a| {
            let player = player(&a[1])?;
            let stopper = to_stopper(m, &a[0])?;
            let loopy = m.store.loopy();
            let stop = match loopy.stop(stopper, player) {
                Pseudonumber::Over(number) | Pseudonumber::Under(number) => {
                    Pseudonumber::Number(number)
                }
                other => other,
            };
            Ok(of_stopper(m, loopy.pseudonumber_value(&stop)))
        },
    ),
    line(
        On::Loopy,
        "IsAllSmall",
        "",
        "Can both players move in every follower of both sides, or neither?",
        "over.IsAllSmall",
        |m, a| {
            let Some((onside, offside)) = to_loopy(m, &a[0])?.stopper_sides() else {
                return Err(Failure::new("its sides are not known to be stoppers"));
            };
            let loopy = m.store.loopy();
            let small = loopy.try_is_all_small(onside, m.meter)?
                && loopy.try_is_all_small(offside, m.meter)?;
            Ok(Value::Bool(small))
        },
    ),
    line(
        On::Loopy,
        "IsFinite",
        "",
        "Are there finitely many positions?",
        "over.IsFinite",
        |_, _| Ok(Value::Bool(true)),
    ),
    line(
        On::Loopy,
        "Followers",
        "",
        "The set of all positions that can be reached, the game itself included.",
        "over.Followers",
        |m, a| {
            let stopper = to_stopper(m, &a[0])?;
            let followers = m.store.loopy().try_followers(stopper, m.meter)?;
            set_of(m, followers)
        },
    ),
    line(
        On::Loopy,
        "FollowerCount",
        "",
        "How many positions can be reached, the game itself included.",
        "over.FollowerCount",
        |m, a| {
            let stopper = to_stopper(m, &a[0])?;
            let followers = m.store.loopy().try_followers(stopper, m.meter)?;
            Ok(Value::integer(followers.len()))
        },
    ),
    line(
        On::Loopy,
        "LeftStop",
        "",
        "The pseudonumber that play ends at when Left begins.",
        "over.LeftStop",
        |m, a| stop(m, &a[0], Player::Left),
    ),
    line(
        On::Loopy,
        "RightStop",
        "",
        "The pseudonumber that play ends at when Right begins.",
        "over.RightStop",
        |m, a| stop(m, &a[0], Player::Right),
    ),
    line(
        On::Loopy,
        "Stop",
        "player",
        "The pseudonumber that play ends at when a player begins.",
        "over.Stop(Left)",
        |m, a| {
            let player = player(&a[1])?;
            stop(m, &a[0], player)
        },
    ),
    line(
        On::Loopy,
        "Degree",
        "",
        "The degree of loopiness: the onside of G - G.",
        "upon.Degree",
        stopper_of!(degree, 0),
    ),
    line(
        On::Loopy,
        "Variety",
        "",
        "The variety of a stopper.",
        "upon.Variety",
        stopper_of!(variety, 0),
    ),
    line(
        On::Position,
        "Upsum",
        "that",
        "The onside of the sum.",
        "upon.Upsum(^<on>)",
        stopper_of!(upsum, 0, 1),
    ),
    line(
        On::Position,
        "Downsum",
        "that",
        "The offside of the sum.",
        "upon.Downsum(^<on>)",
        stopper_of!(downsum, 0, 1),
    ),
    line(
        On::Position,
        "UpsumVariety",
        "degree",
        "The upsum variety of a stopper for an idempotent degree.",
        "upon.UpsumVariety(^<on>)",
        stopper_of!(upsum_variety, 0, 1),
    ),
    line(
        On::Position,
        "DownsumVariety",
        "degree",
        "The downsum variety of a stopper for an idempotent degree.",
        "upon.DownsumVariety(^<on>)",
        stopper_of!(downsum_variety, 0, 1),
    ),
    line(
        On::Loopy,
        "ReducedCanonicalForm",
        "",
        "The simplest game infinitesimally close.",
        "upon.ReducedCanonicalForm",
        stopper_of!(try_reduced, 0),
    ),
    line(
        On::Loopy,
        "OrdinalSum",
        "that",
        "G : H, where a move in G destroys H.",
        "over.OrdinalSum(1)",
        |m, a| loopy::ordinal_sum(m, &a[0], &a[1]),
    ),
    line(
        On::Loopy,
        "Subordinate",
        "base",
        "The X with G equal to H : X, if there is one.",
        "over.Subordinate(1)",
        super::games::subordinate,
    ),
    line(
        On::Loopy,
        "IsIdempotent",
        "",
        "Is G + G equal to G?",
        "on.IsIdempotent",
        |m, a| {
            let value = to_loopy(m, &a[0])?;
            Ok(Value::Bool(m.store.loopy().is_idempotent(value, m.meter)?))
        },
    ),
    line(
        On::Loopy,
        "IsInfinitesimal",
        "",
        "Is G less than every positive number and greater than every negative one?",
        "over.IsInfinitesimal",
        |m, a| both_sides(m, &a[0], |m, s| m.store.loopy().is_infinitesimal(s)),
    ),
    line(
        On::Loopy,
        "IsNumberish",
        "",
        "Is this a number plus an infinitesimal?",
        "over.IsNumberish",
        is_numberish,
    ),
    line(
        On::Loopy,
        "IsNumberTiny",
        "",
        "Is this a number plus a tiny or miny?",
        "Tiny(on).IsNumberTiny",
        is_number_tiny,
    ),
    line(
        On::Loopy,
        "IsPlumtree",
        "",
        "Are passes the only cycles?",
        "over.IsPlumtree",
        |m, a| stopper_test(m, &a[0], |m, s| m.store.loopy().is_plumtree(s)),
    ),
    line(
        On::Loopy,
        "IsPseudonumber",
        "",
        "Is this a number, on, off, or a number plus over or under?",
        "over.IsPseudonumber",
        |m, a| {
            stopper_test(m, &a[0], |m, s| {
                m.store.loopy().as_pseudonumber(s).is_some()
            })
        },
    ),
    line(
        On::Loopy,
        "IsStable",
        "",
        "Do the upsum variety and the downsum variety agree?",
        "upon.IsStable",
        |m, a| {
            let stopper = to_stopper(m, &a[0])?;
            Ok(Value::Bool(m.store.loopy().is_stable(stopper, m.meter)?))
        },
    ),
    line(
        On::Loopy,
        "IsStopper",
        "",
        "Does every play with alternating moves end?",
        "over.IsStopper",
        |m, a| stopper_test(m, &a[0], |_, _| true),
    ),
    line(
        On::Loopy,
        "IsStopperSided",
        "",
        "Are both sides stoppers?",
        "dud.IsStopperSided",
        |m, a| Ok(Value::Bool(to_loopy(m, &a[0])?.stopper_sides().is_some())),
    ),
    line(
        On::Loopy,
        "IsLoopfree",
        "",
        "Does every play end?",
        "over.IsLoopfree",
        |_, _| Ok(Value::Bool(false)),
    ),
    line(
        On::Loopy,
        "IsNimber",
        "",
        "Is this the value of a nim heap?",
        "over.IsNimber",
        |_, _| Ok(Value::Bool(false)),
    ),
    line(
        On::Loopy,
        "IsUptimal",
        "",
        "Is this a number plus a nimber plus multiples of powers of up?",
        "over.IsUptimal",
        |_, _| Ok(Value::Bool(false)),
    ),
];

fn of_stopper(machine: &Machine<'_>, stopper: Stopper) -> Value {
    value_of_loopy(machine.store, stopper.into())
}

fn set_of(machine: &Machine<'_>, stoppers: Vec<Stopper>) -> Result<Value, Failure> {
    let values = stoppers
        .into_iter()
        .map(|stopper| of_stopper(machine, stopper));
    Value::set(values.collect())
}

fn options(machine: &mut Machine<'_>, value: &Value, player: Player) -> Result<Value, Failure> {
    let stopper = to_stopper(machine, value)?;
    let loopy = machine.store.loopy();
    let options = loopy.try_options(stopper, player, machine.meter)?;
    set_of(machine, options)
}

fn side(
    machine: &mut Machine<'_>,
    value: &Value,
    side: fn(LoopyValue) -> SideForm,
) -> Result<Value, Failure> {
    let value = to_loopy(machine, value)?;
    match side(value).stopper() {
        Some(stopper) => Ok(of_stopper(machine, stopper)),
        None => Err(Failure::new("that side is not known to be a stopper")),
    }
}

fn stop(machine: &mut Machine<'_>, value: &Value, player: Player) -> Result<Value, Failure> {
    let stopper = to_stopper(machine, value)?;
    let loopy = machine.store.loopy();
    let stop = loopy.stop(stopper, player);
    Ok(of_stopper(machine, loopy.pseudonumber_value(&stop)))
}

/// A test that only stoppers can pass.
fn stopper_test(
    machine: &mut Machine<'_>,
    value: &Value,
    test: fn(&Machine<'_>, Stopper) -> bool,
) -> Result<Value, Failure> {
    let value = to_loopy(machine, value)?;
    Ok(Value::Bool(
        value
            .stopper()
            .is_some_and(|stopper| test(machine, stopper)),
    ))
}

/// A test that both sides must pass.
fn both_sides(
    machine: &mut Machine<'_>,
    value: &Value,
    test: fn(&Machine<'_>, Stopper) -> bool,
) -> Result<Value, Failure> {
    let value = to_loopy(machine, value)?;
    let passes = value
        .stopper_sides()
        .is_some_and(|(onside, offside)| test(machine, onside) && test(machine, offside));
    Ok(Value::Bool(passes))
}

/// Both sides must be infinitely close to the same number.
fn is_numberish(machine: &mut Machine<'_>, arguments: &[Value]) -> Result<Value, Failure> {
    let value = to_loopy(machine, &arguments[0])?;
    let loopy = machine.store.loopy();
    let number = |stopper: Stopper| {
        let stop = loopy
            .is_numberish(stopper)
            .then(|| loopy.stop(stopper, Player::Left))?;
        stop.number().cloned()
    };
    let numberish = value.stopper_sides().is_some_and(|(onside, offside)| {
        number(onside).is_some() && number(onside) == number(offside)
    });
    Ok(Value::Bool(numberish))
}

/// `{0||0|-G}` or its negative, where G leaves its owner ahead even when the other moves first.
fn is_number_tiny(machine: &mut Machine<'_>, arguments: &[Value]) -> Result<Value, Failure> {
    let Some(stopper) = to_loopy(machine, &arguments[0])?.stopper() else {
        return Ok(Value::Bool(false));
    };
    let loopy = machine.store.loopy();
    let number = loopy
        .is_numberish(stopper)
        .then(|| loopy.stop(stopper, Player::Left));
    let Some(number) = number.as_ref().and_then(|stop| stop.number()) else {
        return Ok(Value::Bool(false));
    };
    let number = Value::Number(crate::Rational::from(number));
    let rest = binary(machine, BinaryOp::Subtract, arguments[0].clone(), number)?;
    let rest = to_stopper(machine, &rest)?;
    let zero = Stopper::Short(machine.store.zero());
    let only = |stopper: Stopper, player: Player| match loopy.options(stopper, player)[..] {
        [option] => Some(option),
        _ => None,
    };
    let tiny = |player: Player| {
        let threat = only(rest, -player)?;
        let prize = only(threat, -player)?;
        let shaped = only(rest, player)? == zero && only(threat, player)? == zero;
        let stop = loopy.pseudonumber_value(&loopy.stop(prize, player));
        let wanted = if player == Player::Left {
            Relation::Less
        } else {
            Relation::Greater
        };
        Some(shaped && loopy.compare(stop, zero) == wanted)
    };
    Ok(Value::Bool(
        Player::BOTH
            .into_iter()
            .any(|player| tiny(player) == Some(true)),
    ))
}
