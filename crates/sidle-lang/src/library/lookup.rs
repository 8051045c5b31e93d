//! The look-up of names: members of values by kind and class, functions and constants; reading and calling them.

use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};
use sidle_core::Player;
use sidle_values::Store;

use super::{
    Member, all_lines, arguments,
    enums::element,
    lattice::class_of,
    natives::native_method,
    omega, rulesets, static_methods, suggest,
    values::{FUNCTIONS, KINDS, Receiver},
    visible,
};
use crate::{
    class::{Body, Class, Group, Method},
    diagnostic::Failure,
    evaluate::{Machine, loopy},
    rational::Rational,
    symbols::{self, Symbol},
    value::Value,
};

/// The members of a name for kinds of receivers, the narrower kinds first.
pub(crate) type Kinds = &'static [(Receiver, Group)];

/// The members of a name for kinds of receivers.
pub(crate) fn kinds(name: &str) -> Kinds {
    static KINDS_OF: OnceLock<FxHashMap<&'static str, Vec<(Receiver, Group)>>> = OnceLock::new();
    let by_name = KINDS_OF.get_or_init(|| {
        let mut by_name: FxHashMap<&'static str, Vec<(Receiver, Group)>> = FxHashMap::default();
        for (kind, member) in of_kinds() {
            let groups = by_name.entry(member.name).or_default();
            if groups.last().is_none_or(|(last, _)| *last != kind) {
                groups.push((kind, Group::default()));
            }
            if let Some((_, group)) = groups.last_mut() {
                group.methods.push(Arc::new(native_method(member, "")));
            }
        }
        by_name
    });
    by_name.get(name).map_or(&[], Vec::as_slice)
}

/// The first of these that a value has.
#[inline]
pub(crate) fn group_for(kinds: Kinds, receiver: &Value) -> Option<&'static Group> {
    let found = kinds.iter().find(|(kind, _)| kind.has(receiver));
    found.map(|(_, group)| group)
}

/// Every member of a kind of receivers.
pub(super) fn of_kinds() -> impl Iterator<Item = (Receiver, &'static Member)> {
    let kinds = KINDS.iter();
    kinds.flat_map(|(kind, members)| members.iter().map(move |member| (*kind, member)))
}

/// The names of all members of kinds and of all functions.
pub(crate) fn names<'n>() -> impl Iterator<Item = &'n str> {
    let members = of_kinds().map(|(_, member)| member);
    members
        .chain(FUNCTIONS)
        .map(|member| -> &'n str { member.name })
}

/// May this word stand between two operands?
pub(crate) fn is_method(name: &str) -> bool {
    static METHODS: OnceLock<FxHashSet<&'static str>> = OnceLock::new();
    let methods = METHODS.get_or_init(|| {
        let members = all_lines().flat_map(|class| class.all_members());
        let members = of_kinds().map(|(_, member)| member).chain(members);
        let takes_one = |member: &&Member| member.parameters.is_some_and(|all| !all.is_empty());
        members
            .filter(takes_one)
            .map(|member| member.name)
            .collect()
    });
    methods.contains(name)
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
        "Onside" => element("game.Side", "Onside"),
        "Offside" => element("game.Side", "Offside"),
        "Nothing" | "nil" | "Nil" => Value::Nothing,
        _ => match symbols::word_symbol(name) {
            Some(Symbol::Infinity) => Value::Number(Rational::infinity(false)),
            Some(Symbol::Omega) => omega(),
            Some(symbol) if loopy::named(store, symbol).is_some() => loopy::named(store, symbol)?,
            _ => match visible(name) {
                Some(class) => Value::Class(class),
                None => Value::Builtin(function(name)?.0),
            },
        },
    };
    Some(Ok(value))
}

/// The function of a name.
fn function(name: &str) -> Option<&'static (&'static str, Group)> {
    static GROUPS: OnceLock<Vec<(&'static str, Group)>> = OnceLock::new();
    let groups = GROUPS.get_or_init(|| {
        let group = |member: &'static Member| Group {
            methods: vec![Arc::new(native_method(member, ""))],
        };
        let functions = FUNCTIONS.iter();
        functions
            .map(|member| (member.name, group(member)))
            .collect()
    });
    groups.iter().find(|(found, _)| *found == name)
}

/// Calls a function by name.
pub(crate) fn call_function(
    machine: &mut Machine<'_>,
    name: &str,
    arguments: Vec<Value>,
    given: &[(Arc<str>, Value)],
) -> Result<Value, Failure> {
    match function(name) {
        Some((_, group)) => call_one_of(machine, name, &group.methods, None, arguments, given),
        None => Err(suggest::unknown_name(name, &[])),
    }
}

/// Runs the member of a kind for a receiver, which is the first argument: what a class says in its own name.
pub(crate) fn run_member(
    machine: &mut Machine<'_>,
    name: &str,
    receiver: &Value,
) -> Result<Value, Failure> {
    let position = match receiver {
        Value::Object(object) => object.position().map(Value::Form),
        _ => None,
    };
    let receiver = position.as_ref().unwrap_or(receiver);
    let group = group_for(kinds(name), receiver)
        .ok_or_else(|| Failure::new(format!("`{name}` does not apply here")))?;
    use_group(
        machine,
        name,
        &group.methods,
        Some(receiver.clone()),
        None,
        &[],
    )
}

/// The value of a property, or the result of a method if there are arguments, be it none.
pub(crate) fn member(
    machine: &mut Machine<'_>,
    receiver: Value,
    name: &str,
    arguments: Option<Vec<Value>>,
    given: &[(Arc<str>, Value)],
) -> Result<Value, Failure> {
    let kinds = kinds(name);
    let by_kind = group_for(kinds, &receiver).is_some();
    if !by_kind || matches!(receiver, Value::Class(_)) {
        if let Value::Class(class) = &receiver {
            let methods = static_methods(class, name);
            if !methods.is_empty() {
                return use_group(machine, name, methods, None, arguments, given);
            }
        }
        let class = class_of(machine, &receiver);
        if let Some(group) = class.members.get(name) {
            return use_group(
                machine,
                name,
                &group.methods,
                Some(receiver),
                arguments,
                given,
            );
        }
    }
    let position = match &receiver {
        Value::Object(object) if !by_kind => object.position(),
        _ => None,
    };
    let receiver = match position {
        Some(position) => Value::Form(position),
        None => loopy_worth(machine, receiver, kinds)?,
    };
    if let Some(group) = group_for(kinds, &receiver) {
        return use_group(
            machine,
            name,
            &group.methods,
            Some(receiver),
            arguments,
            given,
        );
    }
    if let Some((name, _)) = given.first() {
        return Err(arguments::no_parameter(name));
    }
    if let Value::Map(_) = receiver {
        return Err(Failure::new(format!("a map has no method `{name}`")));
    }
    let arguments = arguments.unwrap_or_default();
    match rulesets::scripts::member(machine, &receiver, name, &arguments)? {
        Some(value) => Ok(value),
        None => Err(suggest::no_member(&receiver, name)),
    }
}

/// A form whose value has loops stands for its value where a method knows games with loops but not
/// forms.
fn loopy_worth(machine: &mut Machine<'_>, receiver: Value, kinds: Kinds) -> Result<Value, Failure> {
    let Value::Form(form) = &receiver else {
        return Ok(receiver);
    };
    let has = |kind: Receiver| kinds.iter().any(|(found, _)| *found == kind);
    if has(Receiver::Form) || !has(Receiver::Loopy) {
        return Ok(receiver);
    }
    let worth = crate::evaluate::worth(machine, form)?;
    Ok(match worth.short() {
        Some(_) => receiver,
        None => Value::Loopy(worth),
    })
}

/// A class called like a function.
pub(crate) fn construct(
    machine: &mut Machine<'_>,
    class: &Class,
    arguments: Vec<Value>,
    given: &[(Arc<str>, Value)],
) -> Result<Value, Failure> {
    let methods = static_methods(class, "");
    if methods.is_empty() {
        return Err(Failure::new(format!(
            "the class `{}` cannot be called like a function",
            class.name
        )));
    }
    let by_place = arguments.clone();
    let made = call_one_of(machine, &class.name, methods, None, arguments, given)?;
    rulesets::scripts::note(&made, || {
        rulesets::scripts::Construction::Called(class.qualified.clone(), by_place, given.to_vec())
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
    let (method, values) = arguments::bind(machine, what, methods, arguments, given)?;
    let Body::Native(member) = method.body else {
        return Err(Failure::new(format!("`{what}` cannot be called")));
    };
    let all: Vec<Value> = receiver.into_iter().chain(values).collect();
    machine.run_weighed(member.run, &all)
}

/// Reads the property among these native members, or calls the method that fits the arguments.
fn use_group(
    machine: &mut Machine<'_>,
    name: &str,
    methods: &[Arc<Method>],
    receiver: Option<Value>,
    arguments: Option<Vec<Value>>,
    given: &[(Arc<str>, Value)],
) -> Result<Value, Failure> {
    let property = methods.iter().find(|method| method.parameters.is_none());
    let Some(arguments) = arguments else {
        return match property.map(|method| &method.body) {
            Some(Body::Native(member)) => machine.run_weighed(member.run, receiver.as_slice()),
            _ => Err(read_method(name, methods)),
        };
    };
    if methods.iter().all(|method| method.parameters.is_none()) {
        let help = format!("write `{name}` without parentheses");
        return Err(Failure::new(format!("`{name}` is a property, not a method")).with_help(help));
    }
    call_one_of(machine, name, methods, receiver, arguments, given)
}

/// A method was read like a property.
pub(crate) fn read_method(name: &str, methods: &[Arc<Method>]) -> Failure {
    let example = methods.iter().find_map(|method| match method.body {
        Body::Native(member) => Some(format!(", for example: {}", member.example)),
        _ => None,
    });
    let help = format!("call it: `{name}(…)`{}", example.unwrap_or_default());
    Failure::new(format!("`{name}` is a method")).with_help(help)
}

/// `object[i]`: entries count from 1.
pub(crate) fn index(
    machine: &mut Machine<'_>,
    object: &Value,
    indices: &[Value],
) -> Result<Value, Failure> {
    let [index] = indices else {
        return Err(Failure::new(format!(
            "expected one index, found {}",
            indices.len()
        )));
    };
    if let Value::Object(object) = object
        && let Some(result) = object.index(machine, index)
    {
        return result;
    }
    match (object, index) {
        (Value::Map(items), _) => items
            .get(index)
            .cloned()
            .ok_or_else(|| Failure::new("the map has no such key")),
        (Value::Text(text), _) => {
            machine.weigh_values(std::slice::from_ref(object))?;
            super::string::index(text, index)
        }
        (Value::List(items), Value::Number(number)) => {
            let place = number.to_i64().and_then(|n| usize::try_from(n).ok());
            let entry = place.and_then(|n| items.values.get(n.checked_sub(1)?));
            entry.cloned().ok_or_else(|| {
                Failure::new(format!(
                    "index {number} is outside the list of {} entries",
                    items.values.len()
                ))
                .with_help("entries count from 1")
            })
        }
        (Value::List(_), _) => Err(Failure::new(format!(
            "an index is an integer, this is {}",
            index.kind()
        ))),
        _ => Err(Failure::new(format!(
            "{} has no entries to pick by index",
            object.kind()
        ))),
    }
}
