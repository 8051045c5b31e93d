//! What the help says about the built-in functions.

use super::{Builtin, On, fits, table};
use std::sync::Arc;

use crate::{class::Class, library, value::Value};

/// Help on one line of the tables.
pub(crate) struct Documentation {
    pub(crate) signature: String,
    pub(crate) doc: &'static str,
    pub(crate) example: &'static str,
}

/// The lines about a name.
pub(crate) fn documentation(name: &str) -> Vec<Documentation> {
    let describe = |line: &Builtin| Documentation {
        signature: signature(line),
        doc: line.doc,
        example: line.example,
    };
    let lines = table().filter(|line| line.name == name).map(describe);
    lines.chain(library::documentation(name)).collect()
}

pub(super) fn signature(line: &Builtin) -> String {
    let receiver = match line.on {
        On::Nothing => String::new(),
        On::Game | On::Form | On::Loopy | On::Position | On::Value => "G.".to_owned(),
        On::Any => "x.".to_owned(),
        other => format!("{}.", format!("{other:?}").to_lowercase()),
    };
    let arguments = match line.parameters {
        "" => String::new(),
        parameters => format!("({parameters})"),
    };
    format!("{receiver}{}{arguments}", line.name)
}

/// A page with all methods and functions, one line each, under what they belong to.
pub(crate) fn page() -> String {
    let mut sections: Vec<(&'static str, Vec<(String, &'static str)>)> = Vec::new();
    for line in table() {
        let section = match line.on {
            On::Any => "Any value",
            On::Number => "Numbers",
            On::Game | On::Position | On::Value | On::Form => "Games",
            On::Loopy => "Games with loops",
            On::Nothing => "Functions",
        };
        let entry = (signature(line), first_sentence(line.doc));
        match sections.iter_mut().find(|(name, _)| *name == section) {
            Some((_, entries)) => entries.push(entry),
            None => sections.push((section, vec![entry])),
        }
    }
    for class in library::classes() {
        let Some(native) = class.native else { continue };
        let members = native.members.iter().chain(native.statics);
        let entries: Vec<_> = members
            .map(|member| {
                let call = if member.parameters.is_some() {
                    "(…)"
                } else {
                    ""
                };
                let head = format!("{}.{}{call}", class.name, member.name);
                (head, first_sentence(member.doc))
            })
            .collect();
        if !entries.is_empty() {
            match sections.iter_mut().find(|(name, _)| *name == "Classes") {
                Some((_, all)) => all.extend(entries),
                None => sections.push(("Classes", entries)),
            }
        }
    }
    let mut text = String::new();
    for (section, mut entries) in sections {
        entries.sort();
        entries.dedup_by(|a, b| a.0 == b.0);
        text.push_str(&format!("{section}\n"));
        for (head, doc) in entries {
            text.push_str(&format!("  {head:<26} {doc}\n"));
        }
        text.push('\n');
    }
    text.push_str("`:help NAME` says more about one of them.\n");
    text
}

/// As much of a text as fits on a line behind a name.
pub(super) fn first_sentence(doc: &'static str) -> &'static str {
    let end = doc.find("; ").into_iter().chain(doc.find(". "));
    end.min().map_or(doc, |end| &doc[..end])
}

/// The methods that a value has, or all of them.
pub(crate) fn members(receiver: Option<&Value>) -> Vec<String> {
    let mut names: Vec<String> = table()
        .filter(|line| line.on != On::Nothing)
        .filter(|line| receiver.is_none_or(|value| fits(line.on, value)))
        .map(|line| line.name.to_owned())
        .collect();
    for class in library::classes() {
        if receiver.is_none_or(|value| is_of(value, class)) {
            names.extend(class.members.names().map(|name| name.to_string()));
        }
    }
    names.sort();
    names.dedup();
    names
}

/// Is this the class whose members a value has? Told by the kind of the value alone.
pub(super) fn is_of(value: &Value, class: &Arc<Class>) -> bool {
    let name = match value {
        Value::Instance(instance) => return Arc::ptr_eq(&instance.class, class),
        Value::Object(object) => return Arc::ptr_eq(object.class(), class),
        Value::List(_) => "List",
        Value::Set(_) => "Set",
        Value::Map(_) => "Map",
        Value::Text(_) => "String",
        Value::Coordinates(..) => "Coordinates",
        Value::Number(_) => "Integer",
        Value::Game(_) | Value::Form(_) => "Game",
        _ => return false,
    };
    *class.name == *name
}

/// All names in the tables.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    table().map(|line| line.name)
}

/// All examples in the tables.
#[cfg(test)]
pub(crate) fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    table().map(|line| (line.name, line.example))
}
