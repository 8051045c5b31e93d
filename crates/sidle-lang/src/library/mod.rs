//! The class library: every native class, in tables.
//!
//! # To add a native class
//!
//! 1. Write a file in this folder with a constant `CLASSES: &[NativeClass]`. A class is one line made by
//!    [`class`] with its qualified name (`cgsuite.util.MutableList`), its superclasses by their qualified
//!    names, a sentence and an example for the help; then
//!    - [`NativeClass::calls`]: what the class object does when it is called, `Table(rows)`: the
//!      constructors and `static def Eval`s; several lines are overloads;
//!    - [`NativeClass::statics`]: `Grid.Parse(…)`, `Coordinates.North`;
//!    - [`NativeClass::members`]: properties and methods of the objects; [`property`] is read without
//!      parentheses, [`method`] needs them. Lines of the same name are overloads: they are told apart
//!      by the number, names and classes of the arguments.
//! 2. Add the file's constant to [`TABLES`]. The order of the tables is the universal order of classes.
//! 3. If the objects have a state of their own, implement [`Object`] for it and make values with
//!    `Value::object(…)`; get them back with [`object`]. Members also work for values that have a variant
//!    of their own in [`Value`] (numbers, strings, lists …): [`class_of`] tells their class, and the older
//!    tables in [`crate::builtins`] are asked first.
//!
//! A member's function gets the machine and the arguments: the object first (for calls and statics there
//! is none), then one value for each parameter, defaults filled in. To call back use
//! `machine.call_back(function, arguments)` and `machine.call_method(object, name, arguments)`; count long
//! work with `machine.tick()` and stored values with `machine.count_value()`.
//!
//! Classes written in CGScript itself live in `prelude/` and are listed in [`prelude`].

mod arguments;
mod bases;
mod bound;
mod cells;
mod code;
mod collection;
mod compounds;
mod coordinates;
mod documentation;
mod enums;
mod extract;
mod game;
mod graph;
mod graph_text;
mod grid;
mod heap;
mod heap_products;
mod icon;
mod integer;
mod lattice;
mod list;
mod long_range;
mod map;
mod misere;
mod mutable;
mod network;
mod object;
mod operators;
mod output;
mod pattern;
mod plot;
pub(crate) mod prelude;
mod random;
pub(crate) mod rulesets;
mod set;
mod string;
mod strip;
mod surreal;
mod symmetry;
mod system;
mod table;
mod thermograph;

use std::{
    any::Any,
    cmp::Ordering,
    collections::HashMap,
    fmt,
    sync::{Arc, OnceLock},
};

use rustc_hash::FxHashMap;
use sidle_solve::{Position, catalogue::Entry};

#[cfg(test)]
pub(crate) use self::documentation::examples;
pub(crate) use self::{
    arguments::{bind, default_value, place},
    bound::BoundClass,
    cells::BoardCell,
    collection::{extreme, mex, sum},
    coordinates::relation as coordinates_relation,
    documentation::documentation,
    enums::element,
    game::{canonical_form, game_value},
    heap::heaps_in_full,
    lattice::{class_of, value_class},
    long_range::{LongRange, long_range},
    misere::{from_entries as misere_game, misere_of_position, prepare_misere},
    mutable::Mutable,
    network::graph_picture,
    operators::operate,
    plot::plotted,
    rulesets::{
        board, board_text, colour_ink, compare_boards, coord, public_class, ruleset_name,
        scripts as ruleset_scripts,
    },
    string::index as string_index,
    surreal::{
        compare as compare_numbers, excess, is_ordinal, is_transfinite_nimber, nimber_of, omega,
        q_set, size as size_of_number,
    },
};
use crate::{
    ast::BinaryOp,
    class::{Body, Class, Fallback, Members, Method, Parameter as ClassParameter, TypeTest},
    diagnostic::Failure,
    evaluate::Machine,
    value::{Equality, Order, Value},
};

/// What a line runs.
pub(crate) type Run = fn(&mut Machine<'_>, &[Value]) -> Result<Value, Failure>;

/// The tables of native classes, in the universal order of classes.
const TABLES: &[&[NativeClass]] = &[
    object::CLASSES,
    lattice::CLASSES,
    game::CLASSES,
    compounds::CLASSES,
    compounds::VARIANTS,
    surreal::CLASSES,
    integer::CLASSES,
    mutable::CLASSES,
    string::CLASSES,
    coordinates::CLASSES,
    collection::CLASSES,
    list::CLASSES,
    set::CLASSES,
    map::CLASSES,
    strip::CLASSES,
    grid::CLASSES,
    random::CLASSES,
    symmetry::CLASSES,
    graph::DIRECTED_CLASSES,
    graph::CLASSES,
    table::CLASSES,
    icon::CLASSES,
    system::CLASSES,
    plot::CLASSES,
    output::CLASSES,
    thermograph::CLASSES,
    enums::CLASSES,
    misere::CLASSES,
    heap_products::CLASSES,
    heap::CLASSES,
    rulesets::CLASSES,
    rulesets::PAIRS,
    rulesets::FAMILIES,
    code::CLASSES,
];

/// All lines: those of the tables, and those of the registry of rulesets.
fn all_lines() -> impl Iterator<Item = &'static NativeClass> {
    TABLES
        .iter()
        .copied()
        .flatten()
        .chain(rulesets::from_cards())
}

/// Packages whose classes and constants are visible everywhere by their short names.
pub(crate) const VISIBLE: [&str; 4] = ["cgsuite.lang", "cgsuite.util", "game", "cgsuite.ui"];

/// What a parameter is when nothing is given for it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Default {
    /// It must be given.
    Required,
    Nothing,
    Bool(bool),
    Integer(i64),
    Text(&'static str),
    /// Made by a function, as `Coordinates.Orthogonal`.
    Made(fn(&mut Machine<'_>) -> Result<Value, Failure>),
}

/// A parameter of a native member.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    /// The qualified name of the class of its values; empty for any.
    pub(crate) class: &'static str,
    pub(crate) default: Default,
}

/// A parameter that must be given.
pub(crate) const fn required(name: &'static str, class: &'static str) -> Parameter {
    Parameter {
        name,
        class,
        default: Default::Required,
    }
}

/// A parameter that may be left out.
pub(crate) const fn optional(
    name: &'static str,
    class: &'static str,
    default: Default,
) -> Parameter {
    Parameter {
        name,
        class,
        default,
    }
}

/// A member of a native class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    pub(crate) name: &'static str,
    /// `None` for a property.
    pub(crate) parameters: Option<&'static [Parameter]>,
    pub(crate) doc: &'static str,
    /// Run by the tests.
    pub(crate) example: &'static str,
    pub(crate) run: Run,
}

/// A member that is read without parentheses.
pub(crate) const fn property(
    name: &'static str,
    doc: &'static str,
    example: &'static str,
    run: Run,
) -> Member {
    let mut member = method(name, &[], doc, example, run);
    member.parameters = None;
    member
}

/// A member that is called.
pub(crate) const fn method(
    name: &'static str,
    parameters: &'static [Parameter],
    doc: &'static str,
    example: &'static str,
    run: Run,
) -> Member {
    Member {
        name,
        parameters: Some(parameters),
        doc,
        example,
        run,
    }
}

/// A native class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NativeClass {
    pub(crate) name: &'static str,
    pub(crate) supers: &'static [&'static str],
    pub(crate) doc: &'static str,
    pub(crate) example: &'static str,
    pub(crate) calls: &'static [Member],
    pub(crate) statics: &'static [Member],
    pub(crate) members: &'static [Member],
    /// The single object, where the name itself stands for it.
    pub(crate) singleton: Option<Singleton>,
}

/// The single object of a class.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Singleton {
    /// Made by a function.
    Made(fn(&mut Machine<'_>) -> Result<Value, Failure>),
    /// A named ruleset of the registry.
    Ruleset(&'static Entry),
}

impl Singleton {
    /// Makes the object.
    pub(crate) fn make(self, machine: &mut Machine<'_>) -> Result<Value, Failure> {
        match self {
            Singleton::Made(make) => make(machine),
            Singleton::Ruleset(entry) => Ok(rulesets::object_of(entry)),
        }
    }
}

impl NativeClass {
    /// Are the properties of its class object always the same: directions, symmetries, elements of an enum?
    pub(crate) fn has_constants(&self) -> bool {
        self.name == "cgsuite.lang.Coordinates"
            || self.name == "cgsuite.util.Symmetry"
            || self.supers.contains(&"cgsuite.lang.Enum")
    }
}

/// A class without members yet.
pub(crate) const fn class(
    name: &'static str,
    supers: &'static [&'static str],
    doc: &'static str,
    example: &'static str,
) -> NativeClass {
    NativeClass {
        name,
        supers,
        doc,
        example,
        calls: &[],
        statics: &[],
        members: &[],
        singleton: None,
    }
}

/// What gives the text of a value inside another.
pub(crate) type Show<'a> = &'a mut dyn FnMut(&Value) -> Result<String, Failure>;

/// A native object with a state of its own.
pub(crate) trait Object: Any + Send + Sync + fmt::Debug {
    /// Its class: [`native`] of the qualified name.
    fn class(&self) -> &'static Arc<Class>;

    /// Structural equality.
    fn equal(&self, other: &dyn Object) -> bool;

    /// The same for an object that holds other values, while values are compared.
    fn equal_within(&self, other: &dyn Object, _equality: &mut Equality) -> bool {
        self.equal(other)
    }

    /// The hash that goes with [`Object::equal`].
    fn hash(&self) -> u64;

    /// The universal order within the class.
    fn compare(&self, _other: &dyn Object, _order: &mut Order<'_>) -> Ordering {
        Ordering::Equal
    }

    /// The text; `show` gives the text of a value inside.
    fn text(&self, show: Show<'_>) -> Result<String, Failure>;

    /// How many levels of collections are inside.
    fn depth(&self) -> u32 {
        0
    }

    /// About how many steps it takes to look at all of it, where that can be many.
    fn extent(&self) -> usize {
        0
    }

    /// Can it change? It may then not be stored in an immutable object.
    fn is_mutable(&self) -> bool {
        false
    }

    /// Is there certainly no game of a store in it, nor a value that can change? Then it may go on in another store.
    fn is_free_of_games(&self) -> bool {
        false
    }

    /// Forgets what it holds, if that can change: the session ends.
    fn empty(&self) {}

    /// The values that a loop runs over, if this is a collection.
    fn items(&self) -> Option<Vec<Value>> {
        None
    }

    /// A position by itself, in the notation of its ruleset: `3` for a heap. `None` if it has no such notation.
    fn notation(&self) -> Option<String> {
        None
    }

    /// The object as a position, if it is a game.
    fn position(&self) -> Option<Position> {
        None
    }

    /// `object[index]`; `None` if it cannot be indexed.
    fn index(&self, _machine: &mut Machine<'_>, _index: &Value) -> Option<Result<Value, Failure>> {
        None
    }

    /// `object[index]` where it is decided without the machine: a cell of a board.
    fn cell_at(&self, _index: &Value) -> Option<BoardCell> {
        None
    }

    /// A board with other values in some cells: places and values in turn. `None` if it is not a board.
    fn updated_cells(&self, _updates: &[Value]) -> Option<Result<Value, Failure>> {
        None
    }

    /// `object(arguments)`; `None` if it cannot be called.
    fn call(
        &self,
        _machine: &mut Machine<'_>,
        _arguments: &[Value],
    ) -> Option<Result<Value, Failure>> {
        None
    }

    /// An operator with this object on one side (`left` says on the left).
    fn operate(
        &self,
        _machine: &mut Machine<'_>,
        _op: BinaryOp,
        _other: &Value,
        _left: bool,
    ) -> Option<Result<Value, Failure>> {
        None
    }
}

impl dyn Object {
    /// The object, if it is of that type.
    pub(crate) fn downcast_ref<T: Any>(&self) -> Option<&T> {
        let any: &dyn Any = self;
        any.downcast_ref()
    }
}

/// The state of a native object, if it is of that type.
pub(crate) fn object<T: Object>(value: &Value) -> Option<&T> {
    match value {
        Value::Object(object) => object.downcast_ref(),
        _ => None,
    }
}

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
    for member in line.members {
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
        native: Some(line),
        user: None,
        games: OnceLock::new(),
    });
    natives.classes.insert(name, class.clone());
    natives.in_order.push(class.clone());
    Some(class)
}

/// Adds the members of a superclass.
pub(crate) fn inherit(members: &mut Members, class: &Class) {
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
fn native_method(member: &Member, owner: &str) -> Method {
    Method {
        name: member.name.into(),
        owner: owner.into(),
        parameters: member.parameters.map(class_parameters),
        body: Body::Native(member.run),
    }
}

fn class_parameters(parameters: &'static [Parameter]) -> Arc<[ClassParameter]> {
    parameters
        .iter()
        .map(|parameter| ClassParameter {
            name: parameter.name.into(),
            class: TypeTest::new(parameter.class),
            default: match parameter.default {
                Default::Required => None,
                other => Some(Fallback::Native(other)),
            },
            rest: false,
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

/// Has a native class a method of that name that takes arguments?
pub(crate) fn is_method(name: &str) -> bool {
    let lines = TABLES.iter().copied().flatten();
    let mut members = lines.flat_map(|class| class.members);
    members.any(|member| {
        member.name == name
            && member
                .parameters
                .is_some_and(|parameters| !parameters.is_empty())
    })
}

/// All native classes in the universal order.
pub(crate) fn classes() -> impl Iterator<Item = &'static Arc<Class>> {
    natives().in_order.iter()
}

/// The lines of a native class that are called on the class object: its call forms if the name is
/// empty, else its static members.
pub(crate) fn static_methods(class: &Class, name: &str) -> Vec<Arc<Method>> {
    let Some(native) = class.native else {
        return Vec::new();
    };
    let lines = if name.is_empty() {
        native.calls
    } else {
        native.statics
    };
    lines
        .iter()
        .filter(|line| name.is_empty() || line.name == name)
        .map(|line| Arc::new(native_method(line, native.name)))
        .collect()
}
