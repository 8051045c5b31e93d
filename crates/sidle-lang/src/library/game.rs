//! What games have whose classes users write: they say their options, the rest follows.

use sidle_core::Player;
use sidle_solve::Form;

use super::{
    NativeClass,
    class_names::{GAME, IMPARTIAL, OBJECT, PLAYER},
    classes,
    lookup::run_member,
    misere,
};
use crate::{
    diagnostic::Failure,
    evaluate::{Machine, canonical, nimber, of_position, worth_of},
    value::Value,
};

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// Everything that has options.
    class GAME: [OBJECT] "'{*|*}' is Game" {
        /// The options of a player: what every class of games must say.
        fn Options(x: &Value, _player: &Value as PLAYER) "'{0|1}'.Options(Left)" => Err::<Value, _>(silent(m, x));
        /// The options of both players.
        get Options(x: &Value) "'{0|1}'.Options" => {
            let left = options(m, x, Player::Left)?;
            let mut all = items(left.clone())?;
            all.extend(items(options(m, x, Player::Right)?)?);
            super::collection::alike(&left, all)
        };
        /// The options of Left.
        get LeftOptions(x: &Value) "'{0|1}'.LeftOptions" => options(m, x, Player::Left);
        /// The options of Right.
        get RightOptions(x: &Value) "'{0|1}'.RightOptions" => options(m, x, Player::Right);
        /// The parts of which the position is the sum; the position itself unless a class says more.
        get Decomposition(x: &Value) "'{0|1}'.Options" => {
            let Value::Form(position) = x else {
                return Value::list(vec![x.clone()]);
            };
            let parts = super::rulesets::parts_of(m, position)?;
            let parts = parts.unwrap_or_else(|| vec![position.clone()]).into_iter();
            parts.map(|part| of_position(m.store, part)).collect::<Vec<_>>()
        };
        /// A number that no move increases. Loops are found without it.
        get DepthHint(x: &Value) "'{0|1}'.Options" => match x {
            Value::Form(form) => match form.form() {
                Form::Atom(atom) => Value::integer(atom.depth_hint()),
                _ => Value::small(0),
            },
            _ => Value::small(0),
        };
        /// The simplest game of the same value, if play must end.
        get CanonicalForm(x: &Value) "'{*|*}'.CanonicalForm" => canonical_form(m, x);
        /// The value, with loops or without.
        get GameValue(x: &Value) "'{*|*}'.GameValue" => game_value(m, x);
        /// The atomic weight of the canonical form.
        get AtomicWeight(x: &Value) "'{0|*}'.AtomicWeight" => of_value(m, x, "AtomicWeight");
        /// The reduced canonical form.
        get ReducedCanonicalForm(x: &Value) "'{1|-1}'.ReducedCanonicalForm" => of_value(m, x, "ReducedCanonicalForm");
        /// Who wins.
        get OutcomeClass(x: &Value) "'{*|*}'.OutcomeClass" => run_member(m, "OutcomeClass", x);
        /// Who wins when the last move loses.
        get MisereOutcomeClass(x: &Value) "'{*|*}'.MisereOutcomeClass" => run_member(m, "MisereOutcomeClass", x);
        /// All positions that can be reached.
        get Followers(x: &Value) "'{|*}'.Followers" => run_member(m, "Followers", x);
        /// How many positions can be reached.
        get FollowerCount(x: &Value) "'{|*}'.FollowerCount" => run_member(m, "FollowerCount", x);
        /// The set that holds for each canonical option of Left the first option that is at least as good.
        get SensibleLeftOptions(x: &Value) "'{0,*,-1|*}'.SensibleLeftOptions"
            => run_member(m, "SensibleLeftOptions", x);
        /// The set that holds for each canonical option of Right the first option that is at least as good.
        get SensibleRightOptions(x: &Value) "'{0|*,0,1}'.SensibleRightOptions"
            => run_member(m, "SensibleRightOptions", x);
        /// A player may move only where the opponent could move, too.
        get DicoticVariant(x: &Value) "'{1|}'.DicoticVariant.CanonicalForm" => run_member(m, "DicoticVariant", x);
        /// Both players have the moves of both.
        get ImpartialVariant(x: &Value) "'{0|*}'.ImpartialVariant.CanonicalForm"
            => run_member(m, "ImpartialVariant", x);
        /// The players change sides after each move.
        get TwistedVariant(x: &Value) "'{1|}'.TwistedVariant.CanonicalForm" => run_member(m, "TwistedVariant", x);
    }
    /// Games in which both players have the same moves.
    class IMPARTIAL: [GAME] "*2 is ImpartialGame" {
        /// The options: what every class of impartial games must say.
        get Options(x: &Value) "'{0|0}'.Options" => Err::<Value, _>(silent(m, x));
        /// The options, the same for both players.
        fn Options(x: &Value, _player: &Value as PLAYER) "'{0|0}'.Options(Left)" => m.read_member(x, "Options");
        /// The options.
        get LeftOptions(x: &Value) "'{0|0}'.LeftOptions" => m.read_member(x, "Options");
        /// The options.
        get RightOptions(x: &Value) "'{0|0}'.RightOptions" => m.read_member(x, "Options");
        /// The nim value.
        get NimValue(x: &Value) "'{0,*|0,*}'.NimValue" => run_member(m, "NimValue", x);
        /// The misère canonical form.
        get MisereCanonicalForm(x: &Value) "(*[2]).MisereCanonicalForm" => misere::of_position(m, x);
        /// The genus symbol.
        get Genus(x: &Value) "(*[2]).Genus" => {
            let form = misere::of_position(m, x)?;
            m.read_member(&form, "Genus")
        };
        /// The m for which the game + *m is lost.
        get MisereNimValue(x: &Value) "(*[2]).MisereNimValue" => {
            let form = misere::of_position(m, x)?;
            m.read_member(&form, "MisereNimValue")
        };
    }
};

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
