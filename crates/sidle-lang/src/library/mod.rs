//! The library of the language: classes, members and functions, each declared in one place.
//!
//! # To add a native class
//!
//! 1. Write a file in this folder with a constant `CLASSES: &[NativeClass] = classes! { m; … }`; [`declare`] has the
//!    grammar. Declarations of the same name are overloads: they are told apart by the number, names and classes of the
//!    arguments.
//! 2. Add the file's constant to [`TABLES`]. The order of the tables is the universal order of classes.
//! 3. If the objects have a state of their own, implement [`Object`] for it, and [`State`] so that members take it; make
//!    values with `Value::object(…)`. Members also work for values that have a variant of their own in [`Value`]
//!    (numbers, strings, lists …): [`class_of`] gives their class.
//!
//! Members that values have whatever their class belong to a [`Receiver`](values::Receiver) in [`values`]; they come first
//! ([`lookup`]). To call back use `machine.call_back(function, arguments)` and
//! `machine.call_method(object, name, arguments)`; count long work with `machine.tick()` and stored values with
//! `machine.count_value()`.
//!
//! Classes written in CGScript itself live in `prelude/` and are listed in [`prelude`].

mod arguments;
mod bases;
mod bound;
mod cells;
mod class_names;
mod code;
mod collection;
mod compounds;
mod coordinates;
mod declare;
mod enums;
mod extract;
mod game;
mod graph;
mod graph_text;
mod grid;
mod heap;
mod heap_products;
mod help;
mod icon;
mod integer;
mod lattice;
mod list;
mod long_range;
mod lookup;
mod map;
mod misere;
mod mutable;
mod natives;
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
mod suggest;
mod surreal;
mod symmetry;
mod system;
mod table;
#[cfg(test)]
mod tests;
mod thermograph;
mod values;

use std::{any::Any, cmp::Ordering, fmt, sync::Arc};

use sidle_solve::{Position, catalogue::Entry};

use self::declare::{Argument, State, classes, members, statics};
pub use self::suggest::nearest_names;
pub(crate) use self::{
    arguments::{bind, default_value, place},
    bound::BoundClass,
    cells::BoardCell,
    coordinates::relation as coordinates_relation,
    enums::element,
    game::{canonical_form, game_value},
    heap::heaps_in_full,
    help::{documentation, members as members_of, page},
    lattice::{class_of, value_class},
    long_range::{LongRange, long_range},
    lookup::{
        Kinds, call_function, constant, construct, group_for, index, is_constant_of, is_method,
        kinds, member, names, read_method,
    },
    misere::{from_entries as misere_game, misere_of_position, prepare_misere},
    mutable::Mutable,
    natives::{Native, classes, in_tables, is_package, known, native, static_methods, visible},
    network::graph_picture,
    operators::operate,
    plot::plotted,
    rulesets::{
        colour_ink, compare_boards, public_class, ruleset_name, scripts as ruleset_scripts,
    },
    suggest::{near_methods, similar, similar_in_package, topics, unknown_name},
    surreal::{
        compare as compare_numbers, is_ordinal, is_transfinite_nimber, nimber_of, omega,
        size as size_of_number,
    },
    values::outcome_page,
};
use crate::{
    ast::BinaryOp,
    class::Class,
    diagnostic::Failure,
    evaluate::Machine,
    value::{Equality, Order, Value},
};

/// The code of a member.
pub(crate) type Run = fn(&mut Machine<'_>, &[Value]) -> Result<Value, Failure>;

/// The tables of native classes, in the universal order of classes.
const TABLES: &[&[NativeClass]] = &[
    object::CLASSES,
    lattice::CLASSES,
    game::CLASSES,
    compounds::CLASSES,
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

/// The value of a parameter for which nothing is given.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Default {
    /// It must be given.
    Required,
    Nothing,
    Bool(bool),
    Integer(i64),
    Text(&'static str),
    /// All arguments that are left, as a list.
    Rest,
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

impl Parameter {
    /// The parameter in the help: `t`, `t?` if it may be left out, `t...` if it takes all the rest.
    fn shown(&self) -> String {
        let sign = match self.default {
            Default::Required => "",
            Default::Rest => "...",
            _ => "?",
        };
        format!("{}{sign}", self.name)
    }
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
    /// The named objects of an enum.
    pub(crate) elements: &'static [&'static [Member]],
    /// Members that it has in common with other classes, before its own.
    pub(crate) shared: &'static [&'static [Member]],
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
    /// The members of the class object.
    pub(crate) fn all_statics(&self) -> impl Iterator<Item = &'static Member> + use<> {
        self.elements.iter().copied().flatten().chain(self.statics)
    }

    /// The members of its objects.
    pub(crate) fn all_members(&self) -> impl Iterator<Item = &'static Member> + use<> {
        self.shared.iter().copied().flatten().chain(self.members)
    }

    /// Are the properties of its class object always the same: directions, symmetries, elements of an enum?
    pub(crate) fn has_constants(&self) -> bool {
        self.name == "cgsuite.lang.Coordinates"
            || self.name == "cgsuite.util.Symmetry"
            || self.supers.contains(&"cgsuite.lang.Enum")
    }
}

/// A class without members, which are added to what it gives.
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
        elements: &[],
        members: &[],
        shared: &[],
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
