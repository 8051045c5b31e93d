//! Every method and function of the language, in tables: a line holds the class it belongs to, its
//! name, the names of its parameters, a sentence, an example that the tests run, and the function.
//!
//! To add a method, add one line to a table.

/// What a line does that asks the store for a game: the receiver and the arguments at these places are games.
macro_rules! game_of {
    ($ask:ident, $($place:literal),+) => {
        |m, a| {
            let store = m.store;
            let game = store.$ask($(to_game(m, &a[$place])?,)+ m.meter)?;
            Ok(value_of(store, game))
        }
    };
}

mod documentation;
mod forms;
mod functions;
mod games;
mod loopy_games;
mod parameters;
mod pictures;
mod positions;
mod predicates;
mod suggest;
mod temperature;

pub(crate) use self::pictures::outcome_page;

#[cfg(test)]
pub(crate) use self::documentation::examples;
pub use self::suggest::nearest_names;
use self::{
    documentation::signature,
    parameters::{called_property, check_arguments, count, no_parameter, place_named},
};
pub(crate) use self::{
    documentation::{Documentation, documentation, members, names, page},
    forms::upwards,
    parameters::check_use,
    positions::variant,
    suggest::{near_methods, similar, similar_in_package, topics, unknown_name},
    temperature::inf_compare,
};
use std::{
    collections::HashMap,
    slice,
    sync::{Arc, OnceLock},
};

use sidle_core::Player;
use sidle_values::Store;

use crate::{
    class::{Body, Class, Method},
    diagnostic::Failure,
    evaluate::{Machine, loopy},
    library,
    rational::Rational,
    symbols::{self, Symbol},
    value::Value,
};

/// What a line of the tables runs: the receiver is the first argument.
type Run = fn(&mut Machine<'_>, &[Value]) -> Result<Value, Failure>;

/// Which values have a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum On {
    Any,
    /// Rational numbers and the infinities.
    Number,
    /// Numbers and games, also forms, which are then worked out.
    Game,
    /// Games with loops.
    Loopy,
    /// All of these.
    Position,
    /// Numbers, games and whatever else has a value: ordinals, transfinite nimbers, misère games.
    Value,
    /// Forms alone: the method looks at the form.
    Form,
    /// A function without receiver, as in `Tiny(2)`.
    Nothing,
}

/// One line of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Builtin {
    on: On,
    name: &'static str,
    /// The parameters: `s, t`. One that may be left out ends with `?`, one that takes all the rest with `...`.
    parameters: &'static str,
    /// Least and greatest number of arguments, the receiver not counted.
    arguments: (u8, u8),
    doc: &'static str,
    example: &'static str,
    pub(crate) run: Run,
}

/// Makes a line.
const fn line(
    on: On,
    name: &'static str,
    parameters: &'static str,
    doc: &'static str,
    example: &'static str,
    run: Run,
) -> Builtin {
    Builtin {
        on,
        name,
        parameters,
        arguments: count(parameters.as_bytes()),
        doc,
        example,
        run,
    }
}

const TABLES: &[&[Builtin]] = &[
    positions::TABLE,
    forms::TABLE,
    predicates::TABLE,
    games::TABLE,
    loopy_games::TABLE,
    temperature::TABLE,
    pictures::TABLE,
    functions::TABLE,
];

fn table() -> impl Iterator<Item = &'static Builtin> {
    TABLES.iter().copied().flatten()
}

/// May this word stand between two operands?
pub(crate) fn is_method(name: &str) -> bool {
    table().any(|line| line.name == name && line.on != On::Nothing && line.arguments.1 >= 1)
        || library::is_method(name)
}

/// Is this a constant or function of the language that belongs to the package?
pub(crate) fn is_constant_of(package: &str, name: &str) -> bool {
    let names: &[&str] = match package {
        "cgsuite.lang" => &["Max", "Mex", "Min", "Sum"],
        "game" => &[
            "Left", "Right", "Onside", "Offside", "inf", "omega", "on", "off", "dud", "over",
            "under", "upon", "Tiny", "Miny",
        ],
        _ => &[],
    };
    names.contains(&name)
}

/// A value that a name has from the beginning.
pub(crate) fn constant(store: &Store, name: &str) -> Option<Result<Value, Failure>> {
    let value = match name {
        "Left" => Value::Player(Player::Left),
        "Right" => Value::Player(Player::Right),
        "Onside" | "Offside" => library::element(
            "game.Side",
            if name == "Onside" {
                "Onside"
            } else {
                "Offside"
            },
        ),
        "Nothing" | "nil" | "Nil" => Value::Nothing,
        _ => match symbols::word_symbol(name) {
            Some(Symbol::Infinity) => Value::Number(Rational::infinity(false)),
            Some(Symbol::Omega) => library::omega(),
            Some(symbol) if loopy::named(store, symbol).is_some() => loopy::named(store, symbol)?,
            _ => {
                if let Some(class) = library::visible(name) {
                    Value::Class(class)
                } else {
                    let line = table().find(|line| line.on == On::Nothing && line.name == name)?;
                    Value::Builtin(line.name)
                }
            }
        },
    };
    Some(Ok(value))
}

/// The lines of the tables with a name, functions without receiver aside.
pub(crate) fn lines(name: &str) -> Vec<&'static Builtin> {
    static LINES: OnceLock<HashMap<&'static str, Vec<&'static Builtin>>> = OnceLock::new();
    let lines = LINES.get_or_init(|| {
        let mut lines: HashMap<&'static str, Vec<&'static Builtin>> = HashMap::new();
        for line in table().filter(|line| line.on != On::Nothing) {
            lines.entry(line.name).or_default().push(line);
        }
        lines
    });
    lines.get(name).cloned().unwrap_or_default()
}

/// The first of these lines that fits the receiver.
pub(crate) fn line_for(lines: &[&'static Builtin], receiver: &Value) -> Option<&'static Builtin> {
    lines.iter().find(|line| fits(line.on, receiver)).copied()
}

/// Runs the line of a name for a receiver, which is the first argument.
pub(crate) fn run_line(
    machine: &mut Machine<'_>,
    name: &str,
    arguments: &[Value],
) -> Result<Value, Failure> {
    let position = match arguments.first() {
        Some(Value::Object(object)) => object.position(),
        _ => None,
    };
    let mut lifted = Vec::new();
    let arguments = match position {
        Some(position) => {
            lifted.push(Value::Form(position));
            lifted.extend_from_slice(&arguments[1..]);
            lifted.as_slice()
        }
        None => arguments,
    };
    arguments
        .first()
        .and_then(|receiver| line_for(&lines(name), receiver))
        .map(|line| {
            check_arguments(line, arguments.len() - 1)?;
            machine.run_weighed(line.run, arguments)
        })
        .unwrap_or_else(|| Err(Failure::new(format!("`{name}` does not apply here"))))
}

/// Reads a property.
pub(crate) fn read(
    machine: &mut Machine<'_>,
    receiver: Value,
    name: &str,
) -> Result<Value, Failure> {
    member(machine, receiver, name, None, &[])
}

/// Calls a method.
pub(crate) fn call_method(
    machine: &mut Machine<'_>,
    receiver: Value,
    name: &str,
    arguments: Vec<Value>,
    given: &[(Arc<str>, Value)],
) -> Result<Value, Failure> {
    member(machine, receiver, name, Some(arguments), given)
}

/// The value of a property, or the result of a method if there are arguments, be it none.
fn member(
    machine: &mut Machine<'_>,
    receiver: Value,
    name: &str,
    arguments: Option<Vec<Value>>,
    given: &[(Arc<str>, Value)],
) -> Result<Value, Failure> {
    let called = arguments.is_some();
    let arguments = arguments.unwrap_or_default();
    let tabled = table().any(|line| line.name == name && fits(line.on, &receiver));
    if (!tabled || matches!(receiver, Value::Class(_)))
        && let Some(result) = native_member(
            machine,
            &receiver,
            name,
            called.then_some(&arguments),
            given,
        )
    {
        return result;
    }
    let position = match &receiver {
        Value::Object(object) if !tabled => object.position(),
        _ => None,
    };
    let receiver = match position {
        Some(position) => Value::Form(position),
        None => loopy_worth(machine, receiver, name)?,
    };
    let mut named = false;
    for line in table().filter(|line| line.name == name) {
        named = true;
        if !fits(line.on, &receiver) {
            continue;
        }
        let mut all = Vec::with_capacity(1 + arguments.len() + given.len());
        all.push(receiver);
        all.extend(arguments);
        place_named(line, &mut all, given)?;
        check_use(line, called.then_some(all.len() - 1))?;
        return machine.run_weighed(line.run, &all);
    }
    if let Some((name, _)) = given.first() {
        return Err(no_parameter(name));
    }
    if let Value::Map(_) = receiver {
        return Err(Failure::new(format!("a map has no method `{name}`")));
    }
    if let Some(value) = library::ruleset_scripts::member(machine, &receiver, name, &arguments)? {
        return Ok(value);
    }
    if named {
        let mut owners: Vec<String> = table()
            .filter(|line| line.name == name && line.on != On::Nothing)
            .map(signature)
            .collect();
        owners.dedup();
        let failure = Failure::new(format!("{} has no method `{name}`", receiver.kind()));
        return Err(if owners.is_empty() {
            failure
        } else {
            failure.with_help(format!("there is {}", owners.join(", ")))
        });
    }
    let failure = Failure::new(format!("there is no method `{name}`"));
    let near = near_methods(name);
    Err(if near.is_empty() {
        failure
    } else {
        failure.with_help(format!("did you mean {near}?"))
    })
}

/// A form whose value has loops stands for its value where a method knows games with loops but not
/// forms.
fn loopy_worth(machine: &mut Machine<'_>, receiver: Value, name: &str) -> Result<Value, Failure> {
    let Value::Form(form) = &receiver else {
        return Ok(receiver);
    };
    let has = |on: On| table().any(|line| line.name == name && line.on == on);
    if has(On::Form) || !has(On::Loopy) {
        return Ok(receiver);
    }
    let worth = crate::evaluate::worth(machine, form)?;
    Ok(match worth.short() {
        Some(_) => receiver,
        None => Value::Loopy(worth),
    })
}

fn fits(on: On, value: &Value) -> bool {
    match on {
        On::Any => true,
        On::Number => matches!(value, Value::Number(_)),
        On::Game => match value {
            Value::Number(number) => number.to_dyadic().is_some(),
            Value::Game(_) | Value::Form(_) => true,
            Value::Instance(instance) => crate::positions::is_game(instance),
            _ => false,
        },
        On::Loopy => matches!(value, Value::Loopy(_)),
        On::Position => fits(On::Game, value) || fits(On::Loopy, value),
        On::Value => match value {
            Value::Number(_) | Value::Surreal(_) => true,
            Value::Object(object) => {
                object.class().descends_from("game.NormalValue") || object.position().is_some()
            }
            value => fits(On::Position, value),
        },
        On::Form => match value {
            Value::Form(_) => true,
            Value::Instance(instance) => crate::positions::is_game(instance),
            _ => false,
        },
        On::Nothing => false,
    }
}

/// Calls a function by name.
pub(crate) fn call_function(
    machine: &mut Machine<'_>,
    name: &str,
    arguments: Vec<Value>,
) -> Result<Value, Failure> {
    let Some(line) = table().find(|line| line.on == On::Nothing && line.name == name) else {
        return Err(unknown_name(name, &[]));
    };
    check_arguments(line, arguments.len())?;
    machine.run_weighed(line.run, &arguments)
}

/// A class called like a function.
pub(crate) fn construct(
    machine: &mut Machine<'_>,
    class: &Class,
    arguments: Vec<Value>,
    given: &[(Arc<str>, Value)],
) -> Result<Value, Failure> {
    let methods = library::static_methods(class, "");
    if methods.is_empty() {
        return Err(Failure::new(format!(
            "the class `{}` cannot be called like a function",
            class.name
        )));
    }
    let by_place = arguments.clone();
    let made = call_one_of(machine, &class.name, &methods, None, arguments, given)?;
    library::ruleset_scripts::note(&made, || {
        library::ruleset_scripts::Made::Called(class.qualified.clone(), by_place, given.to_vec())
    });
    Ok(made)
}

/// Calls the native method among these that fits the arguments.
fn call_one_of(
    machine: &mut Machine<'_>,
    what: &str,
    methods: &[Arc<Method>],
    receiver: Option<Value>,
    arguments: Vec<Value>,
    given: &[(Arc<str>, Value)],
) -> Result<Value, Failure> {
    let (method, values) = library::bind(machine, what, methods, arguments, given)?;
    let Body::Native(run) = method.body else {
        return Err(Failure::new(format!("`{what}` cannot be called")));
    };
    let all: Vec<Value> = receiver.into_iter().chain(values).collect();
    machine.run_weighed(run, &all)
}

/// The value of a property, or the result of a method, of a native class.
fn native_member(
    machine: &mut Machine<'_>,
    receiver: &Value,
    name: &str,
    arguments: Option<&Vec<Value>>,
    given: &[(Arc<str>, Value)],
) -> Option<Result<Value, Failure>> {
    if let Value::Class(class) = receiver {
        let methods = library::static_methods(class, name);
        if !methods.is_empty() {
            return Some(read_or_call(
                machine, name, &methods, None, arguments, given,
            ));
        }
    }
    let class = library::class_of(machine, receiver);
    let group = class.members.get(name)?;
    let receiver = Some(receiver.clone());
    Some(read_or_call(
        machine,
        name,
        &group.methods,
        receiver,
        arguments,
        given,
    ))
}

fn read_or_call(
    machine: &mut Machine<'_>,
    name: &str,
    methods: &[Arc<Method>],
    receiver: Option<Value>,
    arguments: Option<&Vec<Value>>,
    given: &[(Arc<str>, Value)],
) -> Result<Value, Failure> {
    let property = methods.iter().find(|method| method.parameters.is_none());
    let Some(arguments) = arguments else {
        return match property.map(|method| &method.body) {
            Some(Body::Native(run)) => machine.run_weighed(*run, receiver.as_slice()),
            _ => Err(read_method(name)),
        };
    };
    let only = methods.iter().all(|method| method.parameters.is_none());
    if only && arguments.is_empty() && given.is_empty() {
        return Err(called_property(name));
    }
    call_one_of(machine, name, methods, receiver, arguments.clone(), given)
}

/// A method was read like a property.
pub(crate) fn read_method(name: &str) -> Failure {
    Failure::new(format!("`{name}` is a method")).with_help(format!("call it: `{name}(…)`"))
}

/// `object[i]`: entries count from 1.
pub(crate) fn index(
    machine: &mut Machine<'_>,
    object: &Value,
    indices: &[Value],
) -> Result<Value, Failure> {
    let [index] = indices else {
        return Err(Failure::new("one index is wanted"));
    };
    if let Value::Map(items) = object {
        let found = items.get(index).cloned();
        return found.ok_or_else(|| Failure::new("the map has no such key"));
    }
    if let Value::Object(object) = object
        && let Some(result) = object.index(machine, index)
    {
        return result;
    }
    if let Value::Text(text) = object {
        machine.weigh_values(slice::from_ref(object))?;
        return library::string_index(text, index);
    }
    let Value::List(items) = object else {
        return Err(Failure::new(format!(
            "{} has no entries to pick by index",
            object.kind()
        )));
    };
    let Value::Number(number) = index else {
        return Err(Failure::new(format!(
            "an index is an integer, this is {}",
            index.kind()
        )));
    };
    let position = number
        .to_i64()
        .and_then(|n| usize::try_from(n).ok())
        .and_then(|n| n.checked_sub(1));
    position
        .and_then(|at| items.values.get(at))
        .cloned()
        .ok_or_else(|| {
            Failure::new(format!(
                "index {number} is outside the list of {} entries",
                items.values.len()
            ))
            .with_help("entries count from 1")
        })
}

/// The i-th argument as a player.
fn player(value: &Value) -> Result<Player, Failure> {
    match value {
        Value::Player(player) => Ok(*player),
        other => Err(other.unlike("Left or Right")),
    }
}

/// An argument as a number.
fn number(value: &Value) -> Result<&Rational, Failure> {
    match value {
        Value::Number(number) => Ok(number),
        other => Err(other.unlike("a number")),
    }
}

/// An argument as an integer.
fn integer(value: &Value) -> Result<dashu_int::IBig, Failure> {
    number(value)?
        .to_integer()
        .ok_or_else(|| Failure::new("expected an integer"))
}

#[cfg(test)]
mod tests;
