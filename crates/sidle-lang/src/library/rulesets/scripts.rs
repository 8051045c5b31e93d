//! The scripts of native rulesets: what they would be in the language. They answer for members that the
//! native rulesets do not have, and say how these are printed.

use std::sync::Arc;

use sidle_rules::card::{BoardKind, Input};
use sidle_solve::Variant;

use super::{RulesetObject, boards, read::board_kind, variants};
use crate::{
    diagnostic::Failure, evaluate::Machine, library::object, loader::Classes, value::Value,
};

/// How a native ruleset came to be.
#[derive(Clone, Debug)]
pub(crate) enum Construction {
    /// It is a constant of its package.
    Constant(&'static str),
    /// A class was called: its name, the arguments by place and those by name.
    Called(Arc<str>, Vec<Value>, Vec<(Arc<str>, Value)>),
    /// It is a variant of another.
    Variant(Variant, Value),
}

/// Notes how a ruleset came to be, if this is one and nothing is known yet.
pub(crate) fn note(ruleset: &Value, made: impl FnOnce() -> Construction) {
    if let Some(ruleset) = object::<RulesetObject>(ruleset) {
        let _ = ruleset.made.get_or_init(made);
    }
}

/// The object in the language that is the same ruleset.
pub(crate) fn twin(machine: &mut Machine<'_>, ruleset: &Value) -> Result<Option<Value>, Failure> {
    let Some(made) = object::<RulesetObject>(ruleset).and_then(|object| object.made.get()) else {
        return Ok(None);
    };
    match made {
        Construction::Constant(name) => constant(machine, name),
        Construction::Called(class, arguments, named) => {
            let Some(script) = Classes::script_of(class) else {
                return Ok(None);
            };
            let class = machine.class_value(&script)?;
            machine
                .call_with(&class, arguments.clone(), named)
                .map(Some)
        }
        Construction::Variant(..) => Ok(None),
    }
}

/// The ruleset of the scripts that is called as a native constant is.
fn constant(machine: &mut Machine<'_>, qualified: &str) -> Result<Option<Value>, Failure> {
    if let Some(script) = Classes::script_of(qualified) {
        return machine.class_value(&script).map(Some);
    }
    let Some((package, name)) = qualified
        .strip_prefix("game.")
        .and_then(|rest| rest.split_once('.'))
    else {
        return Ok(None);
    };
    let package = format!("{}{package}", crate::library::prelude::SCRIPTS_PACKAGE);
    if !machine
        .classes
        .constants_of(&package, machine.meter)
        .contains(name)
    {
        return Ok(None);
    }
    machine
        .package_constant(&format!("{package}.{name}"))
        .map(Some)
}

/// The position in the language that is the same as a position of a native ruleset.
pub(crate) fn twin_position(
    machine: &mut Machine<'_>,
    position: &Value,
) -> Result<Option<Value>, Failure> {
    let Value::Form(form) = position else {
        return Ok(None);
    };
    let Some((card, atom)) = boards::parts(form) else {
        return Ok(None);
    };
    let (Input::Text, Some(text)) = (card.input, atom.notation()) else {
        return Ok(None);
    };
    let name = atom.class_name();
    let known = machine.rulesets.get(&*name).cloned();
    let twin = match known {
        Some(ruleset) => twin(machine, &ruleset)?,
        None => constant(machine, &name)?,
    };
    // A member of a family without a script of its own is like the first game of the family.
    let twin = match (twin, card.games.first()) {
        (None, Some(game)) => constant(machine, game.name)?,
        (twin, _) => twin,
    };
    let Some(twin) = twin else {
        return Ok(None);
    };
    let position = match board_kind(&name) {
        Some(BoardKind::WeightedGraph) => weighted_graph(machine, &text)?,
        _ => Value::text(text),
    };
    machine.call_back(&twin, vec![position]).map(Some)
}

/// A graph whose vertices are weights: a ruleset is called with the graph, since its text knows no weights.
fn weighted_graph(machine: &mut Machine<'_>, text: &str) -> Result<Value, Failure> {
    let weight = |n: u8| {
        let label = Value::integer(i64::from(n));
        Value::pair(Value::text(n.to_string()), label)
    };
    let labels = Value::map((0..=u8::MAX).map(weight).collect())?;
    let graphs = machine.class_value("cgsuite.util.Graph")?;
    machine.call_method(graphs, "Parse", vec![Value::text(text), labels])
}

/// A member of the script behind a native ruleset or position: read, or called with arguments. `None` if
/// there is no script, or it has no such member.
pub(crate) fn member(
    machine: &mut Machine<'_>,
    receiver: &Value,
    name: &str,
    arguments: &[Value],
) -> Result<Option<Value>, Failure> {
    let twin = match receiver {
        Value::Object(_) => twin(machine, receiver)?,
        Value::Form(_) => twin_position(machine, receiver)?,
        _ => None,
    };
    match twin {
        Some(Value::Instance(instance)) if instance.class.members.get(name).is_some() => machine
            .call_method(Value::Instance(instance), name, arguments.to_vec())
            .map(Some),
        _ if arguments.is_empty() => Ok(parameter(receiver, name)),
        _ => Ok(None),
    }
}

/// The argument with which a ruleset was made, by the name of the parameter.
fn parameter(ruleset: &Value, name: &str) -> Option<Value> {
    let (class, arguments, named) = match object::<RulesetObject>(ruleset)?.made.get()? {
        Construction::Called(class, arguments, named) => (class, arguments, named),
        Construction::Variant(_, base) => return (name == "base").then(|| base.clone()),
        Construction::Constant(_) => return None,
    };
    if let Some((_, value)) = named.iter().find(|(given, _)| **given == *name) {
        return Some(value.clone());
    }
    let class = crate::library::native(class)?;
    let native = class.native.as_ref()?;
    native.calls.iter().find_map(|call| {
        let place = call
            .parameters?
            .iter()
            .position(|parameter| parameter.name == name)?;
        arguments.get(place).cloned()
    })
}

/// Works out how a native ruleset is printed.
pub(crate) fn prepare_text(machine: &mut Machine<'_>, ruleset: &Value) -> Result<(), Failure> {
    let Some(object) = object::<RulesetObject>(ruleset) else {
        return Ok(());
    };
    if object.shown.get().is_some() {
        return Ok(());
    }
    let text = match object.made.get() {
        Some(Construction::Variant(variant, base)) => {
            machine.prepare_texts(std::slice::from_ref(base))?;
            let class = variants::ruleset_class(*variant);
            Some(format!("{class}({})", crate::print::plain(machine, base)?))
        }
        _ => match twin(machine, ruleset)? {
            Some(Value::Instance(twin)) => Some(machine.instance_text(&twin)?.to_string()),
            _ => None,
        },
    };
    if let Some(text) = text {
        let _ = object.shown.set(text);
    }
    Ok(())
}
