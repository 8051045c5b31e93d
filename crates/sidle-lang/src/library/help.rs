//! The help on members, functions and classes, and the members that can follow a dot.

use std::sync::Arc;

use super::{Member, all_lines, bases, classes, lookup::of_kinds, values::FUNCTIONS};
use crate::{class::Class, value::Value};

/// Help on one class, member or function.
pub(crate) struct Documentation {
    pub(crate) signature: String,
    pub(crate) doc: &'static str,
    pub(crate) example: &'static str,
}

impl Documentation {
    fn of(receiver: &str, member: &Member) -> Documentation {
        Documentation {
            signature: signature(receiver, member),
            doc: member.doc,
            example: member.example,
        }
    }
}

/// The entries about a name: members, functions and classes.
pub(crate) fn documentation(name: &str) -> Vec<Documentation> {
    let mut all: Vec<Documentation> = Vec::new();
    for (kind, member) in of_kinds().filter(|(_, member)| member.name == name) {
        all.push(Documentation::of(kind.letter(), member));
    }
    let functions = FUNCTIONS.iter().filter(|member| member.name == name);
    all.extend(functions.map(|member| Documentation::of("", member)));
    for line in all_lines() {
        let short = line.name.rsplit('.').next().unwrap_or(line.name);
        if name == short || name == line.name {
            all.push(Documentation {
                signature: line.name.to_owned(),
                doc: line.doc,
                example: line.example,
            });
        }
        let members = line.all_statics().chain(line.all_members());
        let members = members.filter(|member| member.name == name);
        all.extend(members.map(|member| Documentation::of(short, member)));
    }
    all.extend(bases::documentation(name));
    all
}

/// `Class.Member(first, second?)`
pub(super) fn signature(receiver: &str, member: &Member) -> String {
    let parameters = member.parameters.map(|parameters| {
        let names: Vec<String> = parameters.iter().map(|each| each.shown()).collect();
        format!("({})", names.join(", "))
    });
    let dot = if receiver.is_empty() { "" } else { "." };
    format!(
        "{receiver}{dot}{}{}",
        member.name,
        parameters.unwrap_or_default()
    )
}

/// A page with all methods and functions, one line each, under what they belong to.
pub(crate) fn page() -> String {
    const HEADINGS: [&str; 6] = [
        "Games",
        "Any value",
        "Numbers",
        "Games with loops",
        "Functions",
        "Classes",
    ];
    let mut entries: Vec<(&str, String, &str)> = Vec::new();
    for (kind, member) in of_kinds() {
        entries.push((kind.heading(), signature(kind.letter(), member), member.doc));
    }
    for function in FUNCTIONS {
        entries.push(("Functions", signature("", function), function.doc));
    }
    for class in classes() {
        let Some(native) = &class.native else {
            continue;
        };
        for member in native.all_members().chain(native.all_statics()) {
            let call = if member.parameters.is_some() {
                "(…)"
            } else {
                ""
            };
            entries.push((
                "Classes",
                format!("{}.{}{call}", class.name, member.name),
                member.doc,
            ));
        }
    }
    entries.sort();
    entries.dedup_by(|a, b| (a.0, &a.1) == (b.0, &b.1));
    let mut text = String::new();
    for heading in HEADINGS {
        text.push_str(&format!("{heading}\n"));
        for (_, head, doc) in entries.iter().filter(|entry| entry.0 == heading) {
            text.push_str(&format!("  {head:<26} {}\n", first_sentence(doc)));
        }
        text.push('\n');
    }
    text.push_str("`:help NAME` says more about one of them.\n");
    text
}

/// As much of a text as fits on a line behind a name.
fn first_sentence(doc: &str) -> &str {
    let end = doc.find("; ").into_iter().chain(doc.find(". "));
    end.min().map_or(doc, |end| &doc[..end])
}

/// The methods that a value has, or all of them.
pub(crate) fn members(receiver: Option<&Value>) -> Vec<String> {
    let kinds = of_kinds().filter(|(kind, _)| receiver.is_none_or(|value| kind.has(value)));
    let mut names: Vec<String> = kinds.map(|(_, member)| member.name.to_owned()).collect();
    for class in classes() {
        if receiver.is_none_or(|value| is_of(value, class)) {
            names.extend(class.members.names().map(|name| name.to_string()));
        }
    }
    names.sort();
    names.dedup();
    names
}

/// Is this the class whose members a value has? Decided by the kind of the value alone.
fn is_of(value: &Value, class: &Arc<Class>) -> bool {
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

/// The examples of all classes, members and functions, with what they are of.
#[cfg(test)]
pub(crate) fn examples() -> impl Iterator<Item = (String, &'static str)> {
    let of = |receiver: &str, member: &Member| (signature(receiver, member), member.example);
    let kinds = of_kinds().map(move |(kind, member)| of(kind.letter(), member));
    let functions = FUNCTIONS.iter().map(move |member| of("", member));
    let lines = all_lines().flat_map(move |line| {
        let members = line
            .calls
            .iter()
            .chain(line.all_statics())
            .chain(line.all_members());
        let members = members.map(move |member| of(line.name, member));
        std::iter::once((line.name.to_owned(), line.example)).chain(members)
    });
    kinds.chain(functions).chain(lines).chain(bases::examples())
}
