//! Making games out of values.

use sidle_core::Dyadic;
use sidle_solve::{AnySolver, Asking, Compound, Form, Position, SolveError};
use sidle_values::{Game, Store, loopy::LoopyValue};

use super::{Machine, loopy};
use crate::{
    ast::BinaryOp, diagnostic::Failure, library, positions, rational::Rational, value::Value,
};

/// A game as a value: numbers are numbers.
pub(crate) fn value_of(store: &Store, game: Game) -> Value {
    match store.as_number(game) {
        Some(number) => Value::Number(Rational::from(&number)),
        None => Value::Game(game),
    }
}

/// A number as a dyadic one.
pub(crate) fn to_dyadic(number: &Rational) -> Result<Dyadic, Failure> {
    number.to_dyadic().ok_or_else(|| {
        Failure::new(format!(
            "{number} is not a dyadic rational, so it is not a short game"
        ))
        .with_help("the denominator must be a power of two")
    })
}

/// The canonical game of a value.
pub(crate) fn to_game(machine: &mut Machine<'_>, value: &Value) -> Result<Game, Failure> {
    match value {
        Value::Game(game) => Ok(*game),
        Value::Number(number) => {
            // A million of them may be the options of one game.
            machine.tick()?;
            Ok(machine.store.number(&to_dyadic(number)?))
        }
        Value::Form(form) => worth(machine, form)?.short().ok_or_else(has_loops),
        Value::Instance(instance) if positions::is_game(instance) => {
            let position = to_form(machine, value)?;
            worth(machine, &position)?.short().ok_or_else(has_loops)
        }
        Value::Loopy(_) => Err(has_loops()),
        other => Err(other.unlike("a game")),
    }
}

/// The value of a game, worked out if only its form was known.
pub(crate) fn canonical(machine: &mut Machine<'_>, value: &Value) -> Result<Value, Failure> {
    match value {
        Value::Form(form) => {
            let worth = worth(machine, form)?;
            Ok(loopy::value_of_loopy(machine.store, worth))
        }
        Value::Instance(instance) if positions::is_game(instance) => worth_of(machine, value),
        other => Ok(other.clone()),
    }
}

/// The form of a value.
pub(crate) fn to_form(machine: &mut Machine<'_>, value: &Value) -> Result<Position, Failure> {
    match value {
        Value::Form(form) => Ok(form.clone()),
        Value::Instance(instance) => positions::position_of(instance).ok_or_else(|| {
            Failure::new(format!(
                "an object of the class {} is not a game",
                instance.class.name
            ))
        }),
        Value::Loopy(value) => Ok(Position::loopy(*value)),
        Value::Object(object) => object.position().ok_or_else(|| value.unlike("a game")),
        other => Ok(Position::value(to_game(machine, other)?)),
    }
}

impl Machine<'_> {
    /// Pushes what the language itself means by a name.
    pub(super) fn push_named(&mut self, name: &Value) -> Result<(), Failure> {
        let named = match name {
            Value::Text(name) => library::constant(self.store, name),
            _ => None,
        };
        let value = named.ok_or_else(|| Failure::new("a name of the language has no value"))??;
        self.stack.push(value);
        Ok(())
    }
}

/// A position as a value: canonical values are values.
pub(crate) fn of_position(store: &Store, position: Position) -> Value {
    match position.form() {
        Form::Value(game) => value_of(store, game),
        Form::Loopy(value) => loopy::value_of_loopy(store, value),
        _ => match positions::object_of(&position) {
            Some(object) => object,
            None => Value::Form(position),
        },
    }
}

/// Asks the solver of the session something about positions.
pub(crate) fn ask<T>(
    machine: &mut Machine<'_>,
    question: impl FnOnce(&mut AnySolver, &mut Asking<'_>) -> Result<T, SolveError>,
) -> Result<T, Failure> {
    // A method that the engine runs may ask in turn: it finds another solver meanwhile.
    let mut solver = std::mem::take(machine.solver);
    let (store, meter) = (machine.store, machine.meter);
    let mut asking = Asking {
        store,
        host: &mut *machine,
        meter,
    };
    let result = question(&mut solver, &mut asking);
    *machine.solver = solver;
    Ok(result?)
}

/// The value of any game, also of an object of a user's class.
pub(crate) fn worth_of(machine: &mut Machine<'_>, value: &Value) -> Result<Value, Failure> {
    let position = to_form(machine, value)?;
    let worth = worth(machine, &position)?;
    Ok(loopy::value_of_loopy(machine.store, worth))
}

/// The value of a position.
pub(crate) fn worth(machine: &mut Machine<'_>, of: &Position) -> Result<LoopyValue, Failure> {
    // So many copies are not played through: the value of one of them is multiplied.
    let (mut counts, mut one) = (Vec::new(), of.clone());
    while let Some((count, inner)) = many_copies(&one, machine.store) {
        machine.tick()?;
        counts.push(count);
        one = inner;
    }
    let mut worth = ask(machine, |solver, asking| solver.value(&one, asking))?;
    while let Some(count) = counts.pop() {
        let value = loopy::value_of_loopy(machine.store, worth);
        let all = super::binary(machine, BinaryOp::Multiply, Value::Number(count), value)?;
        worth = loopy::to_loopy(machine, &all)?;
    }
    Ok(worth)
}

/// The number of copies and the game, if the position is a multiple beyond 64 bits.
fn many_copies(of: &Position, store: &Store) -> Option<(Rational, Position)> {
    let Form::Compound(Compound::Multiple, count, of) = of.form() else {
        return None;
    };
    let count = store.as_number(count.as_value()?)?;
    count
        .to_i64()
        .is_none()
        .then(|| (Rational::from(&count), of.clone()))
}

fn has_loops() -> Failure {
    Failure::new("that does not apply to a game with loops")
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Failure {
        if let Some(failure) = positions::unpack(&error) {
            return failure;
        }
        match error {
            SolveError::Stopped(reason) => Failure::Stopped(reason),
            other => Failure::new(other.to_string()),
        }
    }
}

/// `{left|right}`. A form among the options keeps the whole game a form.
pub(crate) fn game(
    machine: &mut Machine<'_>,
    left: Vec<Value>,
    right: Vec<Value>,
) -> Result<Value, Failure> {
    machine.tick()?;
    let (left, right) = (spliced(left), spliced(right));
    if left.iter().chain(&right).any(|option| {
        matches!(
            option,
            Value::Form(_) | Value::Instance(_) | Value::Object(_)
        )
    }) {
        return explicit(machine, left, right);
    }
    if loopy::any_loopy(left.iter().chain(&right)) {
        return loopy::game(machine, &left, &right);
    }
    let mut sides = [
        Vec::with_capacity(left.len()),
        Vec::with_capacity(right.len()),
    ];
    for (side, options) in sides.iter_mut().zip([left, right]) {
        for option in options {
            side.push(to_game(machine, &option)?);
        }
    }
    let game = machine
        .store
        .try_game(&sides[0], &sides[1], machine.meter)?;
    Ok(value_of(machine.store, game))
}

/// Options, with the members of collections among them in their places.
fn spliced(options: Vec<Value>) -> Vec<Value> {
    let is_collection =
        |value: &Value| matches!(value, Value::List(_) | Value::Set(_) | Value::Object(_));
    if !options.iter().any(is_collection) {
        return options;
    }
    let mut all = Vec::with_capacity(options.len());
    for option in options {
        match option {
            Value::List(items) | Value::Set(items) => all.extend(items.values.iter().cloned()),
            Value::Object(object) => match object.items() {
                Some(items) => all.extend(items),
                None => all.push(Value::Object(object)),
            },
            other => all.push(other),
        }
    }
    all
}

/// `'{left|right}'`.
pub(super) fn explicit(
    machine: &mut Machine<'_>,
    left: Vec<Value>,
    right: Vec<Value>,
) -> Result<Value, Failure> {
    let mut sides: [Vec<Position>; 2] = [Vec::new(), Vec::new()];
    for (side, options) in sides.iter_mut().zip([left, right]) {
        for option in spliced(options) {
            side.push(to_form(machine, &option)?);
        }
    }
    machine.count_value()?;
    let [left, right] = sides;
    Ok(Value::Form(Position::explicit(left, right)))
}

/// `*[…]`: an impartial game. One entry is that game itself, several are its options; inside, a list
/// is a game by its options and a number a heap.
pub(super) fn impartial(machine: &mut Machine<'_>, entries: Vec<Value>) -> Result<Value, Failure> {
    crate::library::misere_game(machine, entries)
}
