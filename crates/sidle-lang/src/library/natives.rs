//! The declarations of native classes as classes of the language, each after its superclasses.

use std::{
    collections::HashMap,
    ops::Deref,
    sync::{Arc, OnceLock},
};

use rustc_hash::FxHashMap;

use super::{Default, Member, NativeClass, Parameter, VISIBLE, all_lines};
use crate::class::{
    Body, Class, Fallback, Group, Members, Method, Parameter as ClassParameter, TypeTest,
};

/// All native classes by qualified name.
struct Natives {
    classes: FxHashMap<&'static str, Arc<Class>>,
    in_order: Vec<Arc<Class>>,
}

fn natives() -> &'static Natives {
    static NATIVES: OnceLock<Natives> = OnceLock::new();
    NATIVES.get_or_init(|| {
        let mut natives = Natives {
            classes: FxHashMap::default(),
            in_order: Vec::new(),
        };
        let mut lines: HashMap<&'static str, (u32, &'static NativeClass)> = HashMap::new();
        for (ordinal, line) in all_lines().enumerate() {
            lines.insert(line.name, (ordinal as u32, line));
        }
        for line in all_lines() {
            build(&mut natives, &lines, line.name);
        }
        natives.in_order.sort_by_key(|class| class.ordinal);
        natives
    })
}

/// Builds a class after its superclasses. The lattice is a table of ours, no deeper than a dozen.
fn build(
    natives: &mut Natives,
    lines: &HashMap<&'static str, (u32, &'static NativeClass)>,
    name: &'static str,
) -> Option<Arc<Class>> {
    if let Some(class) = natives.classes.get(name) {
        return Some(class.clone());
    }
    let &(ordinal, line) = lines.get(name)?;
    let supers: Vec<Arc<Class>> = line
        .supers
        .iter()
        .filter_map(|name| build(natives, lines, name))
        .collect();
    let mut ancestors: Vec<Arc<str>> = vec![name.into()];
    // A class of the prelude that it stands for: it counts as one of its kind.
    let prelude = line
        .supers
        .iter()
        .filter(|above| !lines.contains_key(*above));
    ancestors.extend(prelude.map(|above| Arc::from(*above)));
    let mut members = Members::default();
    for class in supers.iter().rev() {
        for ancestor in &class.ancestors {
            if !ancestors.contains(ancestor) {
                ancestors.push(ancestor.clone());
            }
        }
        inherit(&mut members, class);
    }
    for member in line.all_members() {
        members.add(Arc::new(native_method(member, name)));
    }
    let short = name.rsplit('.').next().unwrap_or(name);
    let class = Arc::new(Class {
        name: short.into(),
        qualified: name.into(),
        ordinal,
        supers,
        ancestors,
        members,
        native: Some(Native::of(line)),
        user: None,
        games: OnceLock::new(),
    });
    natives.classes.insert(name, class.clone());
    natives.in_order.push(class.clone());
    Some(class)
}

/// The class object of a native class.
#[derive(Debug)]
pub(crate) struct Native {
    /// Its declaration.
    line: &'static NativeClass,
    /// The forms in which it is called.
    calls: Group,
    /// Its properties and methods.
    statics: Members,
}

impl Native {
    fn of(line: &'static NativeClass) -> Native {
        let method = |member: &'static Member| Arc::new(native_method(member, line.name));
        let mut native = Native {
            line,
            calls: Group::default(),
            statics: Members::default(),
        };
        native.calls.methods.extend(line.calls.iter().map(method));
        for member in line.all_statics() {
            native.statics.add(method(member));
        }
        native
    }
}

impl Deref for Native {
    type Target = NativeClass;

    fn deref(&self) -> &NativeClass {
        self.line
    }
}

/// Adds the members of a superclass.
fn inherit(members: &mut Members, class: &Class) {
    let mut names: Vec<&Arc<str>> = class.members.names().collect();
    names.sort();
    for name in names {
        if let Some(group) = class.members.get(name) {
            for method in &group.methods {
                members.add(method.clone());
            }
        }
    }
}

/// A line of the tables as a member of a class.
pub(super) fn native_method(member: &'static Member, owner: &str) -> Method {
    Method {
        name: member.name.into(),
        owner: owner.into(),
        parameters: member.parameters.map(class_parameters),
        body: Body::Native(member),
    }
}

fn class_parameters(parameters: &'static [Parameter]) -> Arc<[ClassParameter]> {
    parameters
        .iter()
        .map(|parameter| ClassParameter {
            name: parameter.name.into(),
            class: TypeTest::new(parameter.class),
            default: match parameter.default {
                Default::Required | Default::Rest => None,
                other => Some(Fallback::Native(other)),
            },
            rest: matches!(parameter.default, Default::Rest),
        })
        .collect()
}

/// The native class of a qualified name.
pub(crate) fn native(qualified: &str) -> Option<Arc<Class>> {
    natives().classes.get(qualified).cloned()
}

/// The native class of a qualified name that is known to be in the tables.
pub(crate) fn in_tables(qualified: &str) -> &'static Arc<Class> {
    let class = natives().classes.get(qualified);
    class.unwrap_or_else(|| panic!("no class {qualified}"))
}

/// A native class that is in the tables, looked up once for each place that asks.
macro_rules! known {
    ($name:expr) => {{
        static CLASS: std::sync::OnceLock<std::sync::Arc<$crate::class::Class>> =
            std::sync::OnceLock::new();
        CLASS.get_or_init(|| {
            $crate::library::native($name).unwrap_or_else(|| panic!("no class {}", $name))
        })
    }};
}
pub(crate) use known;

/// The native class that a short name means everywhere.
pub(crate) fn visible(name: &str) -> Option<Arc<Class>> {
    VISIBLE
        .iter()
        .find_map(|package| native(&format!("{package}.{name}")))
}

/// Is this a package with native classes, `game.heap` say, or one that contains such?
pub(crate) fn is_package(name: &str) -> bool {
    natives().classes.keys().any(|class| {
        class
            .strip_prefix(name)
            .is_some_and(|rest| rest.starts_with('.'))
    })
}

/// All native classes in the universal order.
pub(crate) fn classes() -> impl Iterator<Item = &'static Arc<Class>> {
    natives().in_order.iter()
}

/// The methods that are called on the class object: its call forms if the name is empty, else its static members.
pub(crate) fn static_methods<'c>(class: &'c Class, name: &str) -> &'c [Arc<Method>] {
    let native = class.native.as_ref();
    let group = native.and_then(|native| match name.is_empty() {
        true => Some(&native.calls),
        false => native.statics.get(name),
    });
    group.map_or(&[], |group| &group.methods)
}
