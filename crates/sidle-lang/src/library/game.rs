//! What games have whose classes users write: they say their options, the rest follows.

use sidle_core::Player;
use sidle_solve::Form;

use super::{Member, NativeClass, class, method, misere, property, required};
use crate::{
    builtins,
    diagnostic::Failure,
    evaluate::{Machine, canonical, nimber, of_position, worth_of},
    value::Value,
};

/// A property that the tables know for all positions.
macro_rules! asked {
    ($name:literal, $doc:literal, $example:literal) => {
        property($name, $doc, $example, |m, a| {
            builtins::run_line(m, $name, a)
        })
    };
}

const GAME: &[Member] = &[
    method(
        "Options",
        &[required("player", "game.Player")],
        "The options of a player: what every class of games must say.",
        "'{0|1}'.Options(Left)",
        |m, a| Err(silent(m, &a[0])),
    ),
    property(
        "Options",
        "The options of both players.",
        "'{0|1}'.Options",
        |m, a| {
            let left = options(m, &a[0], Player::Left)?;
            let mut all = items(left.clone())?;
            all.extend(items(options(m, &a[0], Player::Right)?)?);
            super::collection::alike(&left, all)
        },
    ),
    property(
        "LeftOptions",
        "The options of Left.",
        "'{0|1}'.LeftOptions",
        |m, a| options(m, &a[0], Player::Left),
    ),
    property(
        "RightOptions",
        "The options of Right.",
        "'{0|1}'.RightOptions",
        |m, a| options(m, &a[0], Player::Right),
    ),
    property(
        "Decomposition",
        "The parts of which the position is the sum; the position itself unless a class says more.",
        "'{0|1}'.Options",
        |m, a| {
            let position = match &a[0] {
                Value::Form(form) => form,
                other => return Value::list(vec![other.clone()]),
            };
            let parts = super::rulesets::parts_of(m, position)?;
            let parts = parts.unwrap_or_else(|| vec![position.clone()]);
            let parts = parts.into_iter().map(|part| of_position(m.store, part));
            Value::list(parts.collect())
        },
    ),
    property(
        "DepthHint",
        "A number that no move increases. Loops are found without it.",
        "'{0|1}'.Options",
        |_, a| {
            let hint = match &a[0] {
                Value::Form(form) => match form.form() {
                    Form::Atom(atom) => atom.depth_hint(),
                    _ => 0,
                },
                _ => 0,
            };
            Ok(Value::integer(hint))
        },
    ),
    property(
        "CanonicalForm",
        "The simplest game of the same value, if play must end.",
        "'{*|*}'.CanonicalForm",
        |m, a| canonical_form(m, &a[0]),
    ),
    property(
        "GameValue",
        "The value, with loops or without.",
        "'{*|*}'.GameValue",
        |m, a| game_value(m, &a[0]),
    ),
    property(
        "AtomicWeight",
        "The atomic weight of the canonical form.",
        "'{0|*}'.AtomicWeight",
        |m, a| of_value(m, &a[0], "AtomicWeight"),
    ),
    property(
        "ReducedCanonicalForm",
        "The reduced canonical form.",
        "'{1|-1}'.ReducedCanonicalForm",
        |m, a| of_value(m, &a[0], "ReducedCanonicalForm"),
    ),
    asked!("OutcomeClass", "Who wins.", "'{*|*}'.OutcomeClass"),
    asked!(
        "MisereOutcomeClass",
        "Who wins when the last move loses.",
        "'{*|*}'.MisereOutcomeClass"
    ),
    asked!(
        "Followers",
        "All positions that can be reached.",
        "'{|*}'.Followers"
    ),
    asked!(
        "FollowerCount",
        "How many positions can be reached.",
        "'{|*}'.FollowerCount"
    ),
    asked!(
        "SensibleLeftOptions",
        "For each canonical option of Left the first option that is at least as good.",
        "'{0,*,-1|*}'.SensibleLeftOptions"
    ),
    asked!(
        "SensibleRightOptions",
        "For each canonical option of Right the first option that is at least as good.",
        "'{0|*,0,1}'.SensibleRightOptions"
    ),
    asked!(
        "DicoticVariant",
        "A player may move only where the opponent could move, too.",
        "'{1|}'.DicoticVariant.CanonicalForm"
    ),
    asked!(
        "ImpartialVariant",
        "Both players have the moves of both.",
        "'{0|*}'.ImpartialVariant.CanonicalForm"
    ),
    asked!(
        "TwistedVariant",
        "The players change sides after each move.",
        "'{1|}'.TwistedVariant.CanonicalForm"
    ),
];

const IMPARTIAL: &[Member] = &[
    property(
        "Options",
        "The options: what every class of impartial games must say.",
        "'{0|0}'.Options",
        |m, a| Err(silent(m, &a[0])),
    ),
    method(
        "Options",
        &[required("player", "game.Player")],
        "The options, the same for both players.",
        "'{0|0}'.Options(Left)",
        |m, a| m.read_member(&a[0], "Options"),
    ),
    property(
        "LeftOptions",
        "The options.",
        "'{0|0}'.LeftOptions",
        |m, a| m.read_member(&a[0], "Options"),
    ),
    property(
        "RightOptions",
        "The options.",
        "'{0|0}'.RightOptions",
        |m, a| m.read_member(&a[0], "Options"),
    ),
    asked!("NimValue", "The nim value.", "'{0,*|0,*}'.NimValue"),
    property(
        "MisereCanonicalForm",
        "The misère canonical form.",
        "(*[2]).MisereCanonicalForm",
        |m, a| misere::of_position(m, &a[0]),
    ),
    property("Genus", "The genus symbol.", "(*[2]).Genus", |m, a| {
        let form = misere::of_position(m, &a[0])?;
        m.read_member(&form, "Genus")
    }),
    property(
        "MisereNimValue",
        "The m for which the game + *m is lost.",
        "(*[2]).MisereNimValue",
        |m, a| {
            let form = misere::of_position(m, &a[0])?;
            m.read_member(&form, "MisereNimValue")
        },
    ),
];

pub(super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        members: GAME,
        ..class(
            "game.Game",
            &["cgsuite.lang.Object"],
            "Everything that has options.",
            "'{*|*}' is Game",
        )
    },
    NativeClass {
        members: IMPARTIAL,
        ..class(
            "game.ImpartialGame",
            &["game.Game"],
            "Games in which both players have the same moves.",
            "*2 is ImpartialGame",
        )
    },
];

/// The value of a game in which play must end. It is not enough that the value of one that can go on for ever
/// has no loops.
pub(crate) fn canonical_form(machine: &mut Machine<'_>, game: &Value) -> Result<Value, Failure> {
    match value_of(machine, game)? {
        (Value::Loopy(_), _) | (_, true) => Err(Failure::new(
            "the game can go on for ever, so it has no canonical form among short games",
        )
        .with_help(match is_impartial(machine, game) {
            true => LOOPY_NIMBERS,
            false => "ask for its `GameValue`",
        })),
        (value, false) => Ok(value),
    }
}

/// The value of a game. That of an impartial game is a nimber: among those with loops the theory of
/// sides tells a draw from a draw no better than the nim value does.
pub(crate) fn game_value(machine: &mut Machine<'_>, game: &Value) -> Result<Value, Failure> {
    let (value, endless) = value_of(machine, game)?;
    if (endless || matches!(value, Value::Loopy(_))) && is_impartial(machine, game) {
        return Err(Failure::new(
            "the game is impartial and can go on for ever, so its value is not a nimber",
        )
        .with_help(LOOPY_NIMBERS));
    }
    Ok(value)
}

/// What can be asked of impartial games with loops.
const LOOPY_NIMBERS: &str =
    "ask for its `OutcomeClass`, or its `NimValue`, which tells the loopy nim value";

fn is_impartial(machine: &Machine<'_>, game: &Value) -> bool {
    super::class_of(machine, game).descends_from("game.ImpartialGame")
}

/// The value of a game, and whether play can go on for ever.
fn value_of(machine: &mut Machine<'_>, game: &Value) -> Result<(Value, bool), Failure> {
    if let Some(value) = own_nimber(machine, game)? {
        return Ok((value, false));
    }
    let is_position = matches!(game, Value::Form(_) | Value::Instance(_) | Value::Object(_));
    let value = match game {
        Value::Object(_) => worth_of(machine, game),
        _ => canonical(machine, game),
    }?;
    Ok((value, is_position && machine.solver.met_cycle()))
}

/// The failure of a class that does not say its options.
fn silent(machine: &Machine<'_>, object: &Value) -> Failure {
    let class = super::class_of(machine, object);
    Failure::new(format!(
        "the class {} does not say what its options are",
        class.name
    ))
    .with_help("write `override def Options(player as Player) := …`, for impartial games `override def Options := …`")
}

fn options(machine: &mut Machine<'_>, of: &Value, player: Player) -> Result<Value, Failure> {
    machine.call_method(of.clone(), "Options", vec![Value::Player(player)])
}

fn items(collection: Value) -> Result<Vec<Value>, Failure> {
    match collection {
        Value::List(items) | Value::Set(items) => Ok(items.values.clone()),
        Value::Object(object) => object
            .items()
            .ok_or_else(|| Failure::new("`Options` must give a collection of games")),
        _ => Err(Failure::new("`Options` must give a collection of games")),
    }
}

/// A property of the value of a position.
fn of_value(machine: &mut Machine<'_>, of: &Value, name: &str) -> Result<Value, Failure> {
    let value = machine.read_member(of, "CanonicalForm")?;
    if let Value::Loopy(_) = value {
        return Err(Failure::new(format!("`{name}` is for games without loops")));
    }
    machine.read_member(&value, name)
}

/// The nimber of an impartial game whose class works out its nim value itself.
fn own_nimber(machine: &mut Machine<'_>, game: &Value) -> Result<Option<Value>, Failure> {
    match game {
        Value::Instance(instance)
            if instance.class.is_impartial()
                && instance.class.own_property("NimValue").is_some() =>
        {
            let value = machine.read_member(game, "NimValue")?;
            nimber(machine, &value).map(Some)
        }
        _ => Ok(None),
    }
}
