//! Methods of positions as they are written: explicit forms, compounds, boards. Of what is not found here a
//! few methods work out the value by themselves; the others are asked of the value.

use sidle_core::Player;
use sidle_solve::{Compound, Form, Position, Variant};
use sidle_values::loopy::LoopyOutcome;

use super::{Builtin, On, line, player};
use crate::{
    diagnostic::Failure,
    evaluate::{Machine, ask, of_position, to_form},
    library::rulesets::{self, geese_and_fox},
    value::Value,
};

pub(super) const TABLE: &[Builtin] = &[
    line(
        On::Form,
        "LeftOptions",
        "",
        "The options of Left, as they are written.",
        "'{0|1}'.LeftOptions",
        |m, a| options(m, &a[0], &[Player::Left]),
    ),
    line(
        On::Form,
        "RightOptions",
        "",
        "The options of Right, as they are written.",
        "'{0|1}'.RightOptions",
        |m, a| options(m, &a[0], &[Player::Right]),
    ),
    line(
        On::Form,
        "Options",
        "player?",
        "The options of a player, or of both, as they are written.",
        "'{0|1}'.Options(Left)",
        |m, a| match a.get(1) {
            Some(mover) => {
                let player = player(mover)?;
                options(m, &a[0], &[player])
            }
            None => options(m, &a[0], &Player::BOTH),
        },
    ),
    line(
        On::Form,
        "Followers",
        "",
        "The set of all positions that can be reached, as they are written, the game itself included.",
        "'{|*}'.Followers",
        |m, a| {
            let position = to_form(m, &a[0])?;
            let followers = ask(m, |_, asking| asking.followers(&position))?;
            let values = followers
                .into_iter()
                .map(|follower| of_position(m.store, follower))
                .collect();
            Value::set(values)
        },
    ),
    line(
        On::Form,
        "FollowerCount",
        "",
        "How many positions can be reached, as they are written, the game itself included.",
        "'{|*}'.FollowerCount",
        |m, a| {
            let position = to_form(m, &a[0])?;
            let followers = ask(m, |_, asking| asking.followers(&position))?;
            Ok(Value::integer(followers.len()))
        },
    ),
    line(
        On::Form,
        "OutcomeClass",
        "",
        "Who wins: L, R, N (the next player), P (the previous one), or a draw.",
        "'{*|*}'.OutcomeClass",
        |m, a| {
            let position = to_form(m, &a[0])?;
            let outcome = ask(m, |solver, asking| solver.outcome(&position, asking))?;
            Ok(outcome_value(outcome))
        },
    ),
    line(
        On::Form,
        "MisereOutcomeClass",
        "",
        "Who wins when the last move loses, on the form as written.",
        "'{*|*}'.MisereOutcomeClass",
        |m, a| {
            let position = to_form(m, &a[0])?;
            let outcome = ask(m, |solver, asking| solver.misere_outcome(&position, asking))?;
            Ok(Value::Outcome(outcome))
        },
    ),
    line(
        On::Form,
        "NimValue",
        "",
        "The nim value of a position in which both players have the same moves.",
        "'{0,*|0,*}'.NimValue",
        |m, a| {
            let position = to_form(m, &a[0])?;
            let (nim, endless) = ask(m, |solver, asking| {
                let nim = solver.nim_value(&position, asking)?;
                Ok((nim, solver.met_cycle()))
            })?;
            match nim.finite() {
                Some(value) if !endless => Ok(Value::integer(value)),
                _ => Err(Failure::new(format!(
                    "the game can go on for ever: its nim value is {nim}"
                ))),
            }
        },
    ),
    line(
        On::Position,
        "SensibleOptions",
        "player",
        "For each canonical option of a player the first option that is at least as good.",
        "'{0,*,-1|*}'.SensibleOptions(Left)",
        |m, a| {
            let player = player(&a[1])?;
            sensible_options(m, &a[0], player)
        },
    ),
    line(
        On::Position,
        "SensibleLeftOptions",
        "",
        "For each canonical option of Left the first option that is at least as good.",
        "'{0,*,-1|*}'.SensibleLeftOptions",
        |m, a| sensible_options(m, &a[0], Player::Left),
    ),
    line(
        On::Position,
        "SensibleRightOptions",
        "",
        "For each canonical option of Right the first option that is at least as good.",
        "'{0|*,0,1}'.SensibleRightOptions",
        |m, a| sensible_options(m, &a[0], Player::Right),
    ),
    line(
        On::Position,
        "SensibleLines",
        "player",
        "For each canonical option of a player the line of play that leads to it.",
        "'{0,*,-1|*}'.SensibleLines(Left)",
        |m, a| {
            let player = player(&a[1])?;
            let position = to_form(m, &a[0])?;
            let lines = ask(m, |solver, asking| {
                solver.sensible_lines(&position, player, asking)
            })?;
            let lines = lines.into_iter().map(|line| list(m, line));
            Value::list(lines.collect::<Result<_, _>>()?)
        },
    ),
    line(
        On::Form,
        "GridString",
        "",
        "The rows of the grid of a position.",
        "game.grid.Clobber(\"xo|ox\").GridString",
        |m, a| crate::library::board_text(m, &a[0]),
    ),
    line(
        On::Form,
        "grid",
        "",
        "The grid of a position.",
        "game.grid.Clobber(\"xo|ox\").grid",
        |m, a| crate::library::board(m, &a[0], "Grid"),
    ),
    line(
        On::Form,
        "strip",
        "",
        "The strip of a position.",
        "game.strip.ToadsAndFrogs(\"t.f\").strip",
        |m, a| crate::library::board(m, &a[0], "Strip"),
    ),
    line(
        On::Form,
        "Coord",
        "",
        "The pair of numbers of a position of a game on pairs.",
        "game.heap.Wythoff((3,5)).Coord",
        |m, a| crate::library::coord(m, &a[0]),
    ),
    line(
        On::Form,
        "geese",
        "",
        "The squares of the geese of a position of Fox and Geese.",
        "game.grid.FoxAndGeese({(3,1),(3,3),(3,5),(3,7)}, (1,1)).geese",
        |m, a| Ok(geese_and_fox(m, &a[0])?.0),
    ),
    line(
        On::Form,
        "fox",
        "",
        "The square of the fox of a position of Fox and Geese.",
        "game.grid.FoxAndGeese({(3,1),(3,3),(3,5),(3,7)}, (1,1)).fox",
        |m, a| Ok(geese_and_fox(m, &a[0])?.1),
    ),
    line(
        On::Position,
        "DicoticVariant",
        "",
        "The game in which a player may move only where the opponent could move, too.",
        "'{1|}'.DicoticVariant.CanonicalForm",
        |m, a| variant(m, &a[0], Variant::Dicotic),
    ),
    line(
        On::Position,
        "ImpartialVariant",
        "",
        "The game in which both players have the moves of both.",
        "'{0|*}'.ImpartialVariant.CanonicalForm",
        |m, a| variant(m, &a[0], Variant::Impartial),
    ),
    line(
        On::Position,
        "TwistedVariant",
        "",
        "The game in which the players change sides after each move.",
        "'{1|}'.TwistedVariant.CanonicalForm",
        |m, a| variant(m, &a[0], Variant::Twisted),
    ),
];

/// An outcome as a value: one of four where that is all there is to say.
pub(super) fn outcome_value(outcome: LoopyOutcome) -> Value {
    if outcome.onside == outcome.offside {
        Value::Outcome(outcome.onside)
    } else {
        Value::LoopyOutcome(outcome)
    }
}

fn list(machine: &Machine<'_>, positions: Vec<Position>) -> Result<Value, Failure> {
    let values = positions
        .into_iter()
        .map(|position| of_position(machine.store, position));
    Value::list(values.collect())
}

fn options(machine: &mut Machine<'_>, of: &Value, players: &[Player]) -> Result<Value, Failure> {
    let position = to_form(machine, of)?;
    // In an impartial game both players have the same options, which are listed once.
    let players = match position.is_impartial(machine.store) {
        true => &players[..1],
        false => players,
    };
    let mut all = Vec::new();
    for &player in players {
        all.extend(ask(machine, |_, asking| asking.options(&position, player))?);
    }
    for option in &mut all {
        if let Some(sum) = sum_of_heaps(machine, option)? {
            *option = sum;
        }
    }
    list(machine, all)
}

/// Several heaps, or pairs of numbers, as the sum that they are; `None` for anything else.
fn sum_of_heaps(
    machine: &mut Machine<'_>,
    position: &Position,
) -> Result<Option<Position>, Failure> {
    let Form::Atom(atom) = position.form() else {
        return Ok(None);
    };
    if !atom.class_name().starts_with("game.heap.") || atom.class_name().contains("Chomp") {
        return Ok(None);
    }
    let (atom, meter) = (atom.clone(), machine.meter);
    let parts = atom.decompose(machine, meter)?.unwrap_or_default();
    let mut parts = parts.into_iter();
    let (Some(first), Some(second)) = (parts.next(), parts.next()) else {
        return Ok(None);
    };
    let sum = |a: Position, b: Position| Position::compound(Compound::Sum, &a, &b);
    Ok(Some(parts.fold(sum(first, second), sum)))
}

fn sensible_options(
    machine: &mut Machine<'_>,
    of: &Value,
    player: Player,
) -> Result<Value, Failure> {
    let position = to_form(machine, of)?;
    let options = ask(machine, |solver, asking| {
        solver.sensible_options(&position, player, asking)
    })?;
    list(machine, options)
}

/// The variant of a game.
pub(crate) fn variant(
    machine: &mut Machine<'_>,
    of: &Value,
    variant: Variant,
) -> Result<Value, Failure> {
    let position = to_form(machine, of)?;
    machine.count_value()?;
    Ok(Value::Form(rulesets::variant_of(
        machine, variant, &position,
    )))
}
