//! Methods of positions as they are written: explicit forms, compounds, boards. Of what is not found here a
//! few methods work out the value by themselves; the others are asked of the value.

use sidle_core::Player;
use sidle_solve::{Compound, Form, Position, Variant};
use sidle_values::loopy::LoopyOutcome;

use crate::{
    diagnostic::Failure,
    evaluate::{Machine, ask, of_position, to_form},
    library::{Member, members, rulesets},
    value::Value,
};

pub(super) const FORM: &[Member] = members! { m;
    /// The options of Left, as they are written.
    get LeftOptions(form: Position) "'{0|1}'.LeftOptions" => options(m, &form, &[Player::Left]);
    /// The options of Right, as they are written.
    get RightOptions(form: Position) "'{0|1}'.RightOptions" => options(m, &form, &[Player::Right]);
    /// The options of both players, as they are written.
    get Options(form: Position) "'{0|1}'.Options" => options(m, &form, &Player::BOTH);
    /// The options of a player, as they are written.
    fn Options(form: Position, player: Player) "'{0|1}'.Options(Left)" => options(m, &form, &[player]);
    /// The set of all positions that can be reached, as they are written, the game itself included.
    get Followers(form: Position) "'{|*}'.Followers" => {
        let followers = ask(m, |_, asking| asking.followers(&form))?.into_iter();
        Value::set(followers.map(|follower| of_position(m.store, follower)).collect())
    };
    /// How many positions can be reached, as they are written, the game itself included.
    get FollowerCount(form: Position) "'{|*}'.FollowerCount" => ask(m, |_, asking| asking.followers(&form))?.len();
    /// Who wins: L, R, N (the next player), P (the previous one), or a draw.
    get OutcomeClass(form: Position) "'{*|*}'.OutcomeClass"
        => outcome_value(ask(m, |solver, asking| solver.outcome(&form, asking))?);
    /// Who wins when the last move loses, on the form as written.
    get MisereOutcomeClass(form: Position) "'{*|*}'.MisereOutcomeClass"
        => ask(m, |solver, asking| solver.misere_outcome(&form, asking))?;
    /// The nim value of a position in which both players have the same moves.
    get NimValue(form: Position) "'{0,*|0,*}'.NimValue" => {
        let (nim, endless) = ask(m, |solver, asking| {
            let nim = solver.nim_value(&form, asking)?;
            Ok((nim, solver.met_cycle()))
        })?;
        match nim.finite() {
            Some(value) if !endless => Ok(Value::integer(value)),
            _ => Err(Failure::new(format!("the game can go on for ever: its nim value is {nim}"))),
        }
    };
    /// The rows of the grid of a position.
    get GridString(form: Position) "game.grid.Clobber(\"xo|ox\").GridString" => rulesets::board_text(&form);
    /// The grid of a position.
    get grid(form: Position) "game.grid.Clobber(\"xo|ox\").grid" => rulesets::board(m, &form, "Grid");
    /// The strip of a position.
    get strip(form: Position) "game.strip.ToadsAndFrogs(\"t.f\").strip" => rulesets::board(m, &form, "Strip");
    /// The pair of numbers of a position of a game on pairs.
    get Coord(form: Position) "game.heap.Wythoff((3,5)).Coord" => rulesets::pair(&form);
    /// The squares of the geese of a position of Fox and Geese.
    get geese(form: Position) "game.grid.FoxAndGeese({(3,1),(3,3),(3,5),(3,7)}, (1,1)).geese"
        => rulesets::geese_and_fox(&form)?.0;
    /// The square of the fox of a position of Fox and Geese.
    get fox(form: Position) "game.grid.FoxAndGeese({(3,1),(3,3),(3,5),(3,7)}, (1,1)).fox"
        => rulesets::geese_and_fox(&form)?.1;
};

pub(super) const POSITION: &[Member] = members! { m;
    /// The set that holds for each canonical option of a player the first option that is at least as good.
    fn SensibleOptions(form: Position, player: Player) "'{0,*,-1|*}'.SensibleOptions(Left)"
        => sensible_options(m, &form, player);
    /// The set that holds for each canonical option of Left the first option that is at least as good.
    get SensibleLeftOptions(form: Position) "'{0,*,-1|*}'.SensibleLeftOptions"
        => sensible_options(m, &form, Player::Left);
    /// The set that holds for each canonical option of Right the first option that is at least as good.
    get SensibleRightOptions(form: Position) "'{0|*,0,1}'.SensibleRightOptions"
        => sensible_options(m, &form, Player::Right);
    /// The set that holds for each canonical option of a player the line of play that leads to it.
    fn SensibleLines(form: Position, player: Player) "'{0,*,-1|*}'.SensibleLines(Left)" => {
        let lines = ask(m, |solver, asking| solver.sensible_lines(&form, player, asking))?;
        let lines = lines.into_iter().map(|line| list(m, line));
        Value::set(lines.collect::<Result<Vec<_>, _>>()?)?
    };
    /// The game in which a player may move only where the opponent could move, too.
    get DicoticVariant(x: &Value) "'{1|}'.DicoticVariant.CanonicalForm" => variant(m, x, Variant::Dicotic);
    /// The game in which both players have the moves of both.
    get ImpartialVariant(x: &Value) "'{0|*}'.ImpartialVariant.CanonicalForm" => variant(m, x, Variant::Impartial);
    /// The game in which the players change sides after each move.
    get TwistedVariant(x: &Value) "'{1|}'.TwistedVariant.CanonicalForm" => variant(m, x, Variant::Twisted);
};

/// An outcome as a value: one of four where that is all there is to say.
fn outcome_value(outcome: LoopyOutcome) -> Value {
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

fn options(
    machine: &mut Machine<'_>,
    position: &Position,
    players: &[Player],
) -> Result<Value, Failure> {
    // In an impartial game both players have the same options, which are listed once.
    let players = match position.is_impartial(machine.store) {
        true => &players[..1],
        false => players,
    };
    let mut all = Vec::new();
    for &player in players {
        all.extend(ask(machine, |_, asking| asking.options(position, player))?);
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
    if !atom.class_name().starts_with("game.heap.") {
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
    of: &Position,
    player: Player,
) -> Result<Value, Failure> {
    let options = ask(machine, |solver, asking| {
        solver.sensible_options(of, player, asking)
    })?;
    let values = options
        .into_iter()
        .map(|option| of_position(machine.store, option));
    Value::set(values.collect())
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
