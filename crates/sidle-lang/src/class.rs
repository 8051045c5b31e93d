//! Classes and their objects.
//!
//! A [`Class`] is native (its lines stand in the tables of [`crate::library`]) or written by a user.
//! Both have a flat table of members, inherited ones included, so that a look-up never climbs.
//! An [`Instance`] is an object of a user's class; native classes with a state of their own have
//! [`crate::library::Object`]s instead.

mod instance;

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, OnceLock, PoisonError, Weak,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::{
    cycles::Cycles,
    evaluate::code::{Cell, Prototype, cell_value, set_cell},
    library::{Default, Member, Native},
    value::{self, Value},
};

pub(crate) use self::instance::{CachedText, Instance};

/// Which values a parameter takes: those of a class and of its descendants.
#[derive(Debug)]
pub(crate) struct TypeTest {
    /// The qualified name; empty for any value.
    pub(crate) class: Arc<str>,
    kind: Kind,
    /// The ordinal of the class (plus one) whose object was accepted last.
    accepted: AtomicU32,
}

impl Clone for TypeTest {
    fn clone(&self) -> TypeTest {
        TypeTest {
            class: self.class.clone(),
            kind: self.kind,
            accepted: AtomicU32::new(self.accepted.load(Relaxed)),
        }
    }
}

/// Classes that are tested without looking into the lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Any,
    Integer,
    Player,
    Coordinates,
    Text,
    Bool,
    Other,
}

impl TypeTest {
    pub(crate) fn new(class: impl Into<Arc<str>>) -> TypeTest {
        let class = class.into();
        let kind = match &*class {
            "" | "cgsuite.lang.Object" => Kind::Any,
            "game.Integer" => Kind::Integer,
            "game.Player" => Kind::Player,
            "cgsuite.lang.Coordinates" => Kind::Coordinates,
            "cgsuite.lang.String" => Kind::Text,
            "cgsuite.lang.Boolean" => Kind::Bool,
            _ => Kind::Other,
        };
        TypeTest {
            class,
            kind,
            accepted: AtomicU32::new(0),
        }
    }

    /// The qualified name of the class.
    pub(crate) fn name(&self) -> &str {
        &self.class
    }

    pub(crate) fn is_any(&self) -> bool {
        self.kind == Kind::Any
    }

    /// Is this value of the class? `class_of` finds the class of a value that is not an object.
    pub(crate) fn accepts(
        &self,
        value: &Value,
        class_of: impl FnOnce(&Value) -> Arc<Class>,
    ) -> bool {
        match (self.kind, value) {
            (Kind::Any, _) => true,
            (Kind::Integer, Value::Number(number)) => number.is_integer(),
            (Kind::Player, Value::Player(_))
            | (Kind::Coordinates, Value::Coordinates(..))
            | (Kind::Text, Value::Text(_))
            | (Kind::Bool, Value::Bool(_)) => true,
            (_, Value::Instance(instance)) => self.accepts_class(&instance.class),
            (_, Value::Object(object)) => self.accepts_class(object.class()),
            (Kind::Other, _) => self.accepts_class(&class_of(value)),
            _ => false,
        }
    }

    fn accepts_class(&self, class: &Class) -> bool {
        let number = class.ordinal.wrapping_add(1);
        if self.accepted.load(Relaxed) == number {
            return true;
        }
        let accepts = class.descends_from(&self.class);
        if accepts {
            self.accepted.store(number, Relaxed);
        }
        accepts
    }
}

/// One parameter of a method, constructor or function.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: Arc<str>,
    pub(crate) class: TypeTest,
    pub(crate) default: Option<Fallback>,
    /// Takes all arguments that are left.
    pub(crate) rest: bool,
}

/// What a parameter is when nothing is given for it.
#[derive(Clone, Debug)]
pub(crate) enum Fallback {
    Native(Default),
    /// An expression, evaluated by the code of the function or constructor at each call.
    Code,
}

/// What a member does.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    Native(&'static Member),
    Code(Arc<Prototype>),
    /// A variable of the object, or a parameter of the constructor.
    Field(u32),
    /// A class that belongs to the object.
    Nested(Arc<Class>),
    /// The constructor of a class, among its call forms.
    Construct(Weak<Class>),
}

/// A member of a class.
#[derive(Clone, Debug)]
pub(crate) struct Method {
    pub(crate) name: Arc<str>,
    /// The qualified name of the class that declares it.
    pub(crate) owner: Arc<str>,
    /// `None` for a property: it is read without parentheses.
    pub(crate) parameters: Option<Arc<[Parameter]>>,
    pub(crate) body: Body,
}

impl Method {
    /// Would a declaration like the other override this one?
    pub(crate) fn same_signature(&self, other: &Method) -> bool {
        match (&self.parameters, &other.parameters) {
            (None, None) => true,
            (Some(a), Some(b)) => {
                a.len() == b.len()
                    && a.iter()
                        .zip(b.iter())
                        .all(|(a, b)| a.class.class == b.class.class)
            }
            _ => false,
        }
    }
}

/// All members of one name: a property, and methods that differ in their parameters.
#[derive(Clone, Debug, std::default::Default)]
pub(crate) struct Group {
    pub(crate) methods: Vec<Arc<Method>>,
}

impl Group {
    /// The method, if there is just one beside a property at most, or the property if there is nothing else.
    #[inline]
    pub(crate) fn only_one_called(&self) -> Option<&Arc<Method>> {
        match self.methods.as_slice() {
            [only] => Some(only),
            [property, method] | [method, property]
                if property.parameters.is_none() && method.parameters.is_some() =>
            {
                Some(method)
            }
            _ => None,
        }
    }
}

/// The members of a class or of its class object by name.
#[derive(Clone, Debug, std::default::Default)]
pub(crate) struct Members {
    groups: Vec<Group>,
    places: FxHashMap<Arc<str>, u32>,
}

impl Members {
    pub(crate) fn place(&self, name: &str) -> Option<u32> {
        self.places.get(name).copied()
    }

    pub(crate) fn group(&self, place: u32) -> &Group {
        &self.groups[place as usize]
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Group> {
        self.place(name).map(|place| self.group(place))
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &Arc<str>> {
        self.places.keys()
    }

    /// The classes among them.
    pub(crate) fn nested(&self) -> impl Iterator<Item = &Arc<Class>> {
        let methods = self.groups.iter().flat_map(|group| &group.methods);
        methods.filter_map(|method| match &method.body {
            Body::Nested(nested) => Some(nested),
            _ => None,
        })
    }

    /// Adds a member in the place of all others of its name.
    pub(crate) fn replace(&mut self, method: Arc<Method>) {
        if let Some(&place) = self.places.get(&method.name) {
            self.groups[place as usize].methods.clear();
        }
        self.add(method);
    }

    /// Adds a member; one with the same signature is replaced.
    pub(crate) fn add(&mut self, method: Arc<Method>) {
        let place = match self.places.get(&method.name) {
            Some(&place) => place as usize,
            None => {
                let place = self.groups.len();
                self.groups.push(Group::default());
                self.places.insert(method.name.clone(), place as u32);
                place
            }
        };
        let group = &mut self.groups[place].methods;
        match group.iter_mut().find(|found| found.same_signature(&method)) {
            Some(found) => *found = method,
            None => group.push(method),
        }
    }
}

/// What a user's class has beyond its members.
#[derive(Debug)]
pub(crate) struct Definition {
    /// The parameters of the constructor, and code that fills in their defaults and gives the list of all
    /// of them; `None` if the class cannot be instantiated.
    pub(crate) constructor: Option<Arc<Prototype>>,
    /// Where each parameter of the constructor is among the fields.
    pub(crate) parameter_fields: Vec<u32>,
    /// All variables: of the ancestors first.
    pub(crate) fields: Vec<FieldInfo>,
    /// Initialisers and bare statements, most basic class first.
    pub(crate) initialisers: Vec<Arc<Prototype>>,
    pub(crate) mutable: bool,
    pub(crate) singleton: bool,
    /// The single instance, or the elements of an enum; made on first use.
    pub(crate) instances: Mutex<Arc<[Arc<Instance>]>>,
    /// `static` members that are methods; variables are in `static_values`.
    pub(crate) statics: Members,
    pub(crate) static_values: Mutex<HashMap<Arc<str>, Value>>,
    pub(crate) literals: Vec<Arc<str>>,
    /// Code that fills in the static variables, run on first use.
    pub(crate) static_code: Vec<(Option<Arc<str>>, Arc<Prototype>)>,
    pub(crate) static_ready: Mutex<bool>,
}

impl Definition {
    /// Are the variables the parameters of the constructor, in their order?
    pub(crate) fn has_parameters_only(&self) -> bool {
        let in_order = |(place, &field): (usize, &u32)| place == field as usize;
        self.fields.len() == self.parameter_fields.len()
            && self.parameter_fields.iter().enumerate().all(in_order)
    }
}

/// One variable of a class.
#[derive(Clone, Debug)]
pub(crate) struct FieldInfo {
    pub(crate) name: Arc<str>,
    pub(crate) mutable: bool,
    /// Is it a parameter of the constructor?
    pub(crate) parameter: bool,
}

impl FieldInfo {
    /// The variable before it has a value.
    pub(crate) fn empty(&self) -> Field {
        if self.mutable {
            Field::Mutable(Arc::new(Mutex::new(Value::Nothing)))
        } else {
            Field::Once(OnceLock::new())
        }
    }
}

/// What the engine asks about the objects of a class that are positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameFacts {
    /// Does the class descend from `Game`?
    game: bool,
    impartial: bool,
    /// The place of `Options` among the members.
    pub(crate) options: Option<u32>,
    /// The places of members that say something of their own about this.
    pub(crate) decomposition: Option<u32>,
}

/// A class.
#[derive(Debug)]
pub(crate) struct Class {
    /// `Position`, or `Domineering.Position` for a nested one.
    pub(crate) name: Arc<str>,
    /// With the package: `game.grid.Domineering`.
    pub(crate) qualified: Arc<str>,
    /// Native classes by their place in the lattice, users' ones after them as they are loaded.
    pub(crate) ordinal: u32,
    pub(crate) supers: Vec<Arc<Class>>,
    /// The qualified names of the class itself and of all its ancestors.
    pub(crate) ancestors: Vec<Arc<str>>,
    pub(crate) members: Members,
    pub(crate) native: Option<Native>,
    pub(crate) user: Option<Definition>,
    /// What the engine asks about its objects; found out when it is first asked.
    pub(crate) games: OnceLock<GameFacts>,
}

impl Class {
    /// Is this the class of that name or a descendant of it?
    pub(crate) fn descends_from(&self, qualified: &str) -> bool {
        self.ancestors
            .iter()
            .any(|found| found.len() == qualified.len() && **found == *qualified)
    }

    /// The place of a property that a user's class says something of its own about.
    pub(crate) fn own_property(&self, name: &str) -> Option<u32> {
        let place = self.members.place(name)?;
        let mut methods = self.members.group(place).methods.iter();
        methods
            .any(|method| method.parameters.is_none() && !matches!(method.body, Body::Native(_)))
            .then_some(place)
    }

    /// Forgets what was made from the class, which leads back to it: its single object or elements, and the
    /// values of its static variables; so for its nested classes. They are made again when they are asked for.
    pub(crate) fn dissolve(&self) {
        let mut waiting: Vec<&Class> = vec![self];
        while let Some(class) = waiting.pop() {
            let Some(user) = &class.user else {
                continue;
            };
            let instances = std::mem::replace(&mut *lock(&user.instances), Arc::from([]));
            drop(instances);
            *lock(&user.static_ready) = false;
            let values = std::mem::take(&mut *lock(&user.static_values));
            value::dismantle(values.into_values().collect());
            waiting.extend(class.members.nested().map(|nested| &**nested));
        }
    }

    /// What the engine asks about the objects.
    pub(crate) fn games(&self) -> &GameFacts {
        self.games.get_or_init(|| GameFacts {
            game: self.descends_from("game.Game"),
            impartial: self.descends_from("game.ImpartialGame"),
            options: self.members.place("Options"),
            decomposition: self.own_property("Decomposition"),
        })
    }

    /// Does it descend from `Game`?
    pub(crate) fn is_game(&self) -> bool {
        self.games().game
    }

    /// Does it descend from `ImpartialGame`?
    pub(crate) fn is_impartial(&self) -> bool {
        self.games().impartial
    }

    pub(crate) fn is_mutable(&self) -> bool {
        self.user.as_ref().is_some_and(|user| user.mutable)
    }
}

/// A lock whose holder never panics halfway.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The variables of an object; a position has one or two.
pub(crate) type Fields = SmallVec<[Field; 2]>;

/// A variable of an object.
#[derive(Debug)]
pub(crate) enum Field {
    /// A parameter of the constructor.
    Given(Value),
    /// Given a value once; one that may lead on to others lies in a cell, which the session can empty.
    Once(OnceLock<Value>),
    Mutable(Cell),
}

impl Field {
    /// The value of a variable that is given one once.
    #[inline]
    pub(crate) fn fixed(&self) -> Option<&Value> {
        match self {
            Field::Given(value) => Some(value),
            Field::Once(value) => value.get().filter(|value| !matches!(value, Value::Cell(_))),
            Field::Mutable(_) => None,
        }
    }

    #[inline]
    pub(crate) fn get(&self) -> Value {
        match self {
            Field::Given(value) => value.copied(),
            Field::Once(value) => match value.get() {
                Some(Value::Cell(cell)) => cell_value(cell),
                Some(value) => value.clone(),
                None => Value::Nothing,
            },
            Field::Mutable(cell) => cell_value(cell),
        }
    }

    /// False if it has a value already and may not get another.
    pub(crate) fn set(&self, new: Value, cycles: &mut Cycles) -> bool {
        let leads_on = new.may_lead_on();
        match self {
            Field::Given(_) => false,
            Field::Once(place) if leads_on => {
                let cell = Arc::new(Mutex::new(new));
                cycles.note_variable(&cell);
                place.set(Value::Cell(cell)).is_ok()
            }
            Field::Once(place) => place.set(new).is_ok(),
            Field::Mutable(cell) => {
                if leads_on {
                    cycles.note_variable(cell);
                }
                set_cell(cell, new);
                true
            }
        }
    }
}
