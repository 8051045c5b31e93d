//! Methods of games.

use dashu_int::IBig;
use sidle_core::{Outcome, Player};
use sidle_rules::card::Input;
use sidle_solve::{Compound, Form, catalogue};
use sidle_values::Game;

use super::{Builtin, On, line, player};
use crate::{
    ast::BinaryOp,
    class::{Body, Class},
    diagnostic::Failure,
    evaluate::{
        Machine, ask, binary, canonical,
        loopy::{to_stopper, value_of_loopy},
        relation, to_form, to_game, value_of,
    },
    library,
    loader::Classes,
    rational::Rational,
    value::Value,
};

pub(super) const TABLE: &[Builtin] = &[
    line(
        On::Any,
        "Class",
        "",
        "The class of a value.",
        "(^).Class",
        |m, a| class(m, &a[0]),
    ),
    line(
        On::Game,
        "CanonicalForm",
        "",
        "The canonical form: forms and compounds are worked out.",
        "('{*|*}' : 1).CanonicalForm",
        |m, a| library::canonical_form(m, &a[0]),
    ),
    line(
        On::Game,
        "GameValue",
        "",
        "The value, like CanonicalForm.",
        "('{*|*}' + 1).GameValue",
        |m, a| library::game_value(m, &a[0]),
    ),
    line(
        On::Number,
        "Birthday",
        "",
        "The birthday: the depth of the canonical form.",
        "(5/8).Birthday",
        number_birthday,
    ),
    line(
        On::Game,
        "Birthday",
        "",
        "The birthday: the depth of the canonical form.",
        "(^^).Birthday",
        |m, a| {
            let game = to_game(m, &a[0])?;
            Ok(Value::integer(IBig::from(m.store.birthday(game))))
        },
    ),
    line(
        On::Game,
        "LeftOptions",
        "",
        "The set of Left's canonical options.",
        "(^*).LeftOptions",
        |m, a| options(m, &a[0], &[Player::Left]),
    ),
    line(
        On::Game,
        "RightOptions",
        "",
        "The set of Right's canonical options.",
        "(^*).RightOptions",
        |m, a| options(m, &a[0], &[Player::Right]),
    ),
    line(
        On::Game,
        "Options",
        "player?",
        "The set of a player's canonical options, or of both players'.",
        "(^*).Options(Left)",
        |m, a| match a.get(1) {
            Some(mover) => {
                let player = player(mover)?;
                options(m, &a[0], &[player])
            }
            None => options(m, &a[0], &Player::BOTH),
        },
    ),
    line(On::Position, "Tiny", "", "{0||0|-G}.", "2.Tiny", |m, a| {
        super::call_function(m, "Tiny", a.to_vec())
    }),
    line(On::Position, "Miny", "", "{G|0||0}.", "2.Miny", |m, a| {
        super::call_function(m, "Miny", a.to_vec())
    }),
    line(
        On::Game,
        "StrongStop",
        "player",
        "The number that play ends at when a player begins.",
        "{3|1}.StrongStop(Left)",
        |m, a| {
            let player = player(&a[1])?;
            stop(m, &a[0], player)
        },
    ),
    line(
        On::Game,
        "IsFinite",
        "",
        "Are there finitely many positions?",
        "(^).IsFinite",
        |_, _| Ok(Value::Bool(true)),
    ),
    line(
        On::Game,
        "Followers",
        "",
        "The set of all positions that can be reached, the game itself included.",
        "(^).Followers",
        |m, a| {
            let game = to_game(m, &a[0])?;
            let followers = m.store.try_followers(game, m.meter)?;
            set_of(m, followers)
        },
    ),
    line(
        On::Game,
        "FollowerCount",
        "",
        "How many positions can be reached, the game itself included.",
        "(^).FollowerCount",
        |m, a| {
            let game = to_game(m, &a[0])?;
            Ok(Value::integer(IBig::from(
                m.store.try_follower_count(game, m.meter)?,
            )))
        },
    ),
    line(
        On::Game,
        "Incentives",
        "",
        "The undominated incentives of both players.",
        "(v*).Incentives",
        |m, a| {
            let game = to_game(m, &a[0])?;
            let incentives = m.store.try_all_incentives(game, m.meter)?;
            set_of(m, incentives)
        },
    ),
    line(
        On::Game,
        "LeftIncentives",
        "",
        "The undominated G^L - G.",
        "(v*).LeftIncentives",
        |m, a| incentives(m, &a[0], Player::Left),
    ),
    line(
        On::Game,
        "RightIncentives",
        "",
        "The undominated G - G^R.",
        "(v*).RightIncentives",
        |m, a| incentives(m, &a[0], Player::Right),
    ),
    line(
        On::Game,
        "LeftStop",
        "",
        "The number that play ends at when Left begins.",
        "{3||2|1}.LeftStop",
        |m, a| stop(m, &a[0], Player::Left),
    ),
    line(
        On::Game,
        "RightStop",
        "",
        "The number that play ends at when Right begins.",
        "{3||2|1}.RightStop",
        |m, a| stop(m, &a[0], Player::Right),
    ),
    line(
        On::Game,
        "Stop",
        "player",
        "The number that play ends at when a player begins.",
        "{3||2|1}.Stop(Left)",
        |m, a| {
            let player = player(&a[1])?;
            stop(m, &a[0], player)
        },
    ),
    line(
        On::Game,
        "StopCount",
        "",
        "How many lines of play there are down to a number.",
        "(*8).StopCount",
        stop_count,
    ),
    line(
        On::Number,
        "OutcomeClass",
        "",
        "Who wins: L, R, N (the next player) or P (the previous one).",
        "(1/3).OutcomeClass",
        |_, a| {
            Ok(Value::Outcome(match super::number(&a[0])?.signum() {
                1 => Outcome::Left,
                -1 => Outcome::Right,
                _ => Outcome::Previous,
            }))
        },
    ),
    line(
        On::Game,
        "OutcomeClass",
        "",
        "Who wins: L, R, N (the next player) or P (the previous one).",
        "(v*).OutcomeClass",
        |m, a| {
            let game = to_game(m, &a[0])?;
            let zero = m.store.zero();
            Ok(Value::Outcome(Outcome::from(
                m.store.try_compare(game, zero, m.meter)?,
            )))
        },
    ),
    line(
        On::Game,
        "MisereOutcomeClass",
        "",
        "Who wins the canonical form when the last move loses. `'{*2|*2}'` keeps a form, `*[2]+*[2]` a misère game.",
        "(5).MisereOutcomeClass",
        |m, a| {
            let game = to_game(m, &a[0])?;
            Ok(Value::Outcome(m.store.try_misere_outcome(game, m.meter)?))
        },
    ),
    line(
        On::Game,
        "Onside",
        "",
        "The value when infinite play is won by Left; of a game without loops, itself.",
        "(^).Onside",
        |m, a| canonical(m, &a[0]),
    ),
    line(
        On::Game,
        "Offside",
        "",
        "The value when infinite play is won by Right; of a game without loops, itself.",
        "(^).Offside",
        |m, a| canonical(m, &a[0]),
    ),
    line(
        On::Game,
        "Degree",
        "",
        "The degree of loopiness, 0 for a game without loops.",
        "(^).Degree",
        |_, _| Ok(Value::integer(0)),
    ),
    line(
        On::Game,
        "Variety",
        "",
        "The variety, 0 for a game without loops.",
        "(^).Variety",
        |_, _| Ok(Value::integer(0)),
    ),
    line(
        On::Game,
        "Companion",
        "",
        "The companion: 0 and * change places at the ends of play.",
        "(^).Companion",
        game_of!(try_companion, 0),
    ),
    line(
        On::Game,
        "NimValue",
        "",
        "The n of a nimber *n.",
        "(*3).NimValue",
        |m, a| {
            let game = to_game(m, &a[0])?;
            let nimber = m
                .store
                .as_nimber(game)
                .ok_or_else(|| Failure::new("that game is not a nimber"))?;
            Ok(Value::integer(nimber))
        },
    ),
    line(
        On::Game,
        "UptimalExpansion",
        "",
        "The digits of an uptimal: number and nimber, then multiples of ^, ^<2>, ^<3> …",
        "^<2>.UptimalExpansion",
        |m, a| {
            let game = to_game(m, &a[0])?;
            match m.store.try_uptimal_expansion(game, m.meter)? {
                Some(expansion) => Ok(Value::Uptimal(expansion.into())),
                None => Err(Failure::new("that game is not an uptimal")),
            }
        },
    ),
    line(
        On::Game,
        "Pow",
        "x",
        "The power ^<n> for G = ^, in general {0 | H - G.PowTo(n - 1)} for G = {0|H}.",
        "^.Pow(3)",
        pow,
    ),
    line(
        On::Game,
        "PowTo",
        "x",
        "The sum ^[n] of the first n powers for G = ^, in general G : (n Subordinate 1).",
        "^.PowTo(3)",
        pow_to,
    ),
    line(
        On::Game,
        "Subordinate",
        "base",
        "The X with G equal to H : X, if there is one.",
        "(1/8).Subordinate(1)",
        subordinate,
    ),
    line(
        On::Game,
        "OrdinalSum",
        "that",
        "G : H, where a move in G destroys H.",
        "(*5).OrdinalSum(*6)",
        |m, a| crate::evaluate::compound_or_value(m, Compound::OrdinalSum, &a[0], &a[1]),
    ),
    line(
        On::Position,
        "ConwayProduct",
        "that",
        "Conway's product.",
        "*4.ConwayProduct(*4)",
        |m, a| crate::evaluate::compound_or_value(m, Compound::ConwayProduct, &a[0], &a[1]),
    ),
    line(
        On::Position,
        "OrdinalProduct",
        "that",
        "Every move of H replaced by a copy of G or -G; kept as a form.",
        "((1/2) OrdinalProduct (1/4)).CanonicalForm",
        |m, a| crate::evaluate::compound(m, Compound::OrdinalProduct, &a[0], &a[1]),
    ),
    line(
        On::Position,
        "ConjunctiveSum",
        "that",
        "Move in both games; kept as a form.",
        "((^) ConjunctiveSum *2).CanonicalForm",
        |m, a| crate::evaluate::compound(m, Compound::ConjunctiveSum, &a[0], &a[1]),
    ),
    line(
        On::Position,
        "SelectiveSum",
        "that",
        "Move in one game or both; kept as a form.",
        "((+-1) SelectiveSum (^^)).CanonicalForm",
        |m, a| crate::evaluate::compound(m, Compound::SelectiveSum, &a[0], &a[1]),
    ),
];

pub(super) fn set_of(machine: &Machine<'_>, games: Vec<Game>) -> Result<Value, Failure> {
    Value::set(
        games
            .into_iter()
            .map(|game| value_of(machine.store, game))
            .collect(),
    )
}

/// The options of these players, counted before any is listed: a nimber has billions.
fn options(machine: &mut Machine<'_>, value: &Value, players: &[Player]) -> Result<Value, Failure> {
    let game = to_game(machine, value)?;
    let mut options = Vec::new();
    /// About so many bytes does an option take in a set.
    const EACH: u64 = 96;
    for &player in players {
        let count = machine.store.option_count(game, player) as u64;
        machine.meter.room(count.saturating_mul(EACH))?;
        for _ in 0..count {
            machine.count_value()?;
        }
        options.extend(machine.store.options(game, player));
    }
    set_of(machine, options)
}

fn incentives(machine: &mut Machine<'_>, value: &Value, player: Player) -> Result<Value, Failure> {
    let game = to_game(machine, value)?;
    let incentives = machine.store.try_incentives(game, player, machine.meter)?;
    set_of(machine, incentives)
}

fn stop(machine: &mut Machine<'_>, value: &Value, player: Player) -> Result<Value, Failure> {
    let game = to_game(machine, value)?;
    Ok(Value::Number(Rational::from(
        &machine.store.stop(game, player),
    )))
}

fn number_birthday(machine: &mut Machine<'_>, arguments: &[Value]) -> Result<Value, Failure> {
    let number = super::number(&arguments[0])?;
    match number.to_dyadic() {
        Some(dyadic) => {
            let game = machine.store.number(&dyadic);
            Ok(Value::integer(IBig::from(machine.store.birthday(game))))
        }
        None if number.is_finite() => Ok(library::omega()),
        None => Err(Failure::new(format!("{number} has no birthday"))),
    }
}

/// The class.
fn class(machine: &mut Machine<'_>, value: &Value) -> Result<Value, Failure> {
    if let Some(Value::Instance(twin)) = library::ruleset_scripts::twin_position(machine, value)? {
        return Ok(Value::Class(twin.class.clone()));
    }
    let class = library::class_of(machine, value);
    if let Some(base) = declaring_ruleset(&class, value) {
        let script = Classes::script_of(base);
        let base = machine.load_class(script.as_deref().unwrap_or(base))?;
        let nested = base.members.get("Position").and_then(|group| {
            let mut methods = group.methods.iter();
            methods.find_map(|method| match &method.body {
                Body::Nested(class) => Some(class.clone()),
                _ => None,
            })
        });
        return Ok(Value::Class(nested.unwrap_or(class)));
    }
    Ok(Value::Class(
        match library::public_class(&class.qualified) {
            Some(public) => machine.load_class(public)?,
            None => class,
        },
    ))
}

/// The ruleset that declares the class of a native position.
fn declaring_ruleset(class: &Class, value: &Value) -> Option<&'static str> {
    if &*class.qualified == "game.heap.HeapPosition" {
        return Some("game.heap.HeapRuleset");
    }
    let Value::Form(position) = value else {
        return None;
    };
    let Form::Atom(atom) = position.form() else {
        return None;
    };
    let name = atom.class_name();
    if let Some(card) = catalogue::card_of(&name) {
        return match card.input {
            _ if card.declares_positions => Some(card.class),
            Input::Pair => Some("game.heap.CoordinateRuleset"),
            Input::Text | Input::Heaps | Input::Rows | Input::Squares => None,
        };
    }
    match catalogue::class_of(&name) {
        "TakeAway" => Some("game.heap.CoordinateRuleset"),
        "PartizanSubtraction" | "PartizanSplittles" => Some("game.heap.PartizanTakeAndBreak"),
        _ => None,
    }
}

/// Counts lines of play down to numbers.
fn stop_count(machine: &mut Machine<'_>, arguments: &[Value]) -> Result<Value, Failure> {
    let game = to_game(machine, &arguments[0])?;
    let count = machine.store.try_stop_count(game, machine.meter)?;
    Ok(Value::integer(count))
}

/// `{0 | H - G raised up to n - 1}` for G = {0|H}; the mirror image for negatives of such.
fn pow(machine: &mut Machine<'_>, arguments: &[Value]) -> Result<Value, Failure> {
    let game = to_game(machine, &arguments[0])?;
    let one = Value::integer(1);
    check_exponent(machine, &arguments[1], &one)?;
    let store = machine.store;
    let zero = store.zero();
    let shape = Player::BOTH.into_iter().find_map(|player| {
        let own = store.only_option(game, player)?;
        let other = store.only_option(game, -player)?;
        (own == zero).then_some((player, value_of(store, other)))
    });
    let Some((player, other)) = shape else {
        return Err(Failure::new("Pow wants a game of the form {0|G} or {G|0}"));
    };
    let less = binary(machine, BinaryOp::Subtract, arguments[1].clone(), one)?;
    let sum = pow_to(machine, &[arguments[0].clone(), less])?;
    let option = vec![binary(machine, BinaryOp::Subtract, other, sum)?];
    let zero = vec![Value::integer(0)];
    match player {
        Player::Left => crate::evaluate::game(machine, zero, option),
        Player::Right => crate::evaluate::game(machine, option, zero),
    }
}

/// `G : Y` with `1 : Y` equal to the exponent; 0 for the exponent 0.
fn pow_to(machine: &mut Machine<'_>, arguments: &[Value]) -> Result<Value, Failure> {
    let (zero, one) = (Value::integer(0), Value::integer(1));
    check_exponent(machine, &arguments[1], &zero)?;
    if matches!(&arguments[1], Value::Number(number) if number.is_zero()) {
        return Ok(zero);
    }
    let large = relation(machine, &arguments[1], &one)?.is_some_and(|order| order.is_ge());
    let over_one = if large {
        binary(machine, BinaryOp::Subtract, arguments[1].clone(), one)?
    } else {
        subordinate(machine, &[arguments[1].clone(), one]).map_err(|failure| match failure {
            Failure::Error { .. } => invalid_exponent(),
            other => other,
        })?
    };
    binary(
        machine,
        BinaryOp::OrdinalSum,
        arguments[0].clone(),
        over_one,
    )
}

/// An exponent is a pseudonumber that is not less than `least`.
fn check_exponent(machine: &mut Machine<'_>, value: &Value, least: &Value) -> Result<(), Failure> {
    let number = match value {
        Value::Number(_) => true,
        Value::Loopy(loopy) => loopy
            .stopper()
            .is_some_and(|stopper| machine.store.loopy().as_pseudonumber(stopper).is_some()),
        _ => false,
    };
    if number && relation(machine, value, least)?.is_some_and(|order| order.is_ge()) {
        return Ok(());
    }
    Err(invalid_exponent())
}

fn invalid_exponent() -> Failure {
    Failure::new("invalid exponent")
        .with_help("an exponent is a positive number, on, or a number plus over or under")
}

pub(super) fn subordinate(
    machine: &mut Machine<'_>,
    arguments: &[Value],
) -> Result<Value, Failure> {
    let value = to_stopper(machine, &arguments[0])?;
    let base = to_form(machine, &arguments[1])?;
    let found = ask(machine, |solver, asking| {
        solver.subordinate(value, &base, asking)
    })?;
    match found {
        Some(found) => Ok(value_of_loopy(machine.store, found)),
        None => Err(Failure::new(
            "that game cannot be subordinated to the specified base",
        )),
    }
}
