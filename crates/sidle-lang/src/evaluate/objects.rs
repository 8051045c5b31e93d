//! Objects of classes that users wrote: how they are made, and their variables.

use super::calls::split_named;
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed},
};

use super::{Machine, machine::Flow};
use crate::{
    class::{Body, Class, Definition, Field, FieldInfo, Fields, Instance, Method},
    diagnostic::Failure,
    library::{self},
    value::{MAX_NESTING, Value, too_deep},
};

/// Those who know an object while its variables are filled in, local variables aside: the maker, the call of
/// the initialiser, and the instruction that fills in a variable.
const MAKERS: usize = 3;

impl Machine<'_> {
    /// Makes an object of a class, or calls its `static def Eval`; the class lies below the arguments.
    pub(super) fn construct(
        &mut self,
        class: &Arc<Class>,
        enclosing: Option<Arc<Instance>>,
        count: usize,
        named: &[Arc<str>],
    ) -> Result<Flow, Failure> {
        let Some(user) = &class.user else {
            let (arguments, named) = split_named(self.pop_many(count), named);
            self.pop();
            let value = library::construct(self, class, arguments, &named)?;
            self.stack.push(value);
            return Ok(Flow::Stay);
        };
        self.ready_statics(class)?;
        let evals = user.statics.get("Eval");
        match (&user.constructor, evals) {
            (Some(code), None) => {
                let parameters = &code.parameters;
                let given = &self.stack[self.stack.len() - count..];
                let has_texts = given.iter().any(|value| matches!(value, Value::Text(_)));
                let fits = !has_texts
                    && named.is_empty()
                    && count == parameters.len()
                    && self.accept(parameters, count);
                let mut count = count;
                if !fits {
                    let (mut arguments, mut named) = split_named(self.pop_many(count), named);
                    let around = enclosing.as_ref();
                    self.read_boards(class, around, parameters, &mut arguments, &mut named)?;
                    let values = library::place(self, &class.name, parameters, arguments, &named)?;
                    let values = self.completed(class, values)?;
                    count = values.len();
                    self.stack.extend(values);
                }
                let made = self.make_on_stack(class, enclosing, count)?;
                let top = self.stack.len() - 1;
                self.stack[top] = Value::Instance(made);
                Ok(Flow::Stay)
            }
            (constructor, Some(evals)) => {
                let mut methods = evals.methods.clone();
                if let Some(code) = constructor {
                    methods.push(Arc::new(Method {
                        name: class.name.clone(),
                        owner: class.qualified.clone(),
                        parameters: Some(code.parameters.clone()),
                        body: Body::Construct(Arc::downgrade(class)),
                    }));
                }
                let (arguments, named) = split_named(self.pop_many(count), named);
                let (method, values) =
                    library::bind(self, &class.name, &methods, arguments, &named)?;
                self.run_method(&method, None, values)
            }
            (None, None) => Err(Failure::new(format!(
                "the class {} has no constructor",
                class.name
            ))
            .with_help("a class with a parameter list, even an empty one, has one")),
        }
    }

    /// The arguments of the constructor with the defaults for those that are not given.
    pub(super) fn completed(
        &mut self,
        class: &Class,
        values: Vec<Value>,
    ) -> Result<Vec<Value>, Failure> {
        let user = class.user.as_ref();
        let missing = values.iter().any(|value| matches!(value, Value::Missing));
        match user.and_then(|user| user.constructor.as_ref()) {
            Some(code) if missing => match self.run_code_with(&code.clone(), None, values)? {
                Value::List(items) => Ok(items.values.clone()),
                _ => Err(Failure::new("a constructor has lost its arguments")),
            },
            _ => Ok(values),
        }
    }

    /// Makes an object from the values of the constructor's parameters.
    pub(crate) fn make(
        &mut self,
        class: &Arc<Class>,
        enclosing: Option<Arc<Instance>>,
        values: Vec<Value>,
    ) -> Result<Arc<Instance>, Failure> {
        let count = values.len();
        self.stack.extend(values);
        self.make_on_stack(class, enclosing, count)
    }

    /// Makes an object from the values of the constructor's parameters, which it takes from the stack.
    fn make_on_stack(
        &mut self,
        class: &Arc<Class>,
        enclosing: Option<Arc<Instance>>,
        count: usize,
    ) -> Result<Arc<Instance>, Failure> {
        let first = self.stack.len() - count;
        let values = &self.stack[first..];
        let Some(user) = &class.user else {
            return Err(Failure::new("a native class has no objects of this kind"));
        };
        if !user.mutable
            && let Some(bad) = values.iter().find(|value| is_mutable(value))
        {
            return Err(Failure::new(format!(
                "{} that can change may not be stored in an object of the immutable class {}",
                bad.kind(),
                class.name
            )));
        }
        let below = values.iter().map(Value::depth).max().unwrap_or(0);
        let around = enclosing.as_ref();
        let depth = 1 + below.max(around.map_or(0, |object| object.depth.load(Relaxed)));
        if depth > MAX_NESTING {
            return Err(too_deep("objects"));
        }
        self.count_bytes(
            std::mem::size_of::<Instance>() + user.fields.len() * std::mem::size_of::<Field>(),
        )?;
        let fields = self.fields(user, first);
        let instance = Arc::new(Instance {
            class: class.clone(),
            enclosing,
            fields,
            literal: None,
            depth: AtomicU32::new(depth),
            tangled: AtomicBool::new(false),
            shown: Mutex::new(None),
            hash: AtomicU64::new(0),
        });
        for code in &user.initialisers {
            self.run_code(code, Some(instance.clone()))?;
        }
        Ok(instance)
    }

    /// The variables of a new object; those for the constructor's parameters have the values on the stack
    /// from `first` on, which are taken from it.
    fn fields(&mut self, user: &Definition, first: usize) -> Fields {
        let values = self.stack.drain(first..);
        if !user.mutable && user.has_parameters_only() {
            return values.map(Field::Given).collect();
        }
        let mut fields: Fields = user.fields.iter().map(FieldInfo::empty).collect();
        for (&field, value) in user.parameter_fields.iter().zip(values) {
            match &mut fields[field as usize] {
                place if user.mutable => {
                    place.set(value, self.cycles);
                }
                place => *place = Field::Given(value),
            }
        }
        fields
    }

    /// The object that encloses `this`, so many levels out.
    pub(super) fn outer(&mut self, levels: u32) -> Result<Value, Failure> {
        let mut at = self.calls.last().and_then(|call| call.this.as_ref());
        for _ in 0..levels {
            at = at.and_then(|object| object.enclosing.as_ref());
        }
        at.cloned()
            .map(Value::Instance)
            .ok_or_else(|| Failure::new("there is no enclosing object here"))
    }

    pub(super) fn set_field(&mut self, name: &str, value: Value) -> Result<Value, Failure> {
        let this = self.calls.last().and_then(|call| call.this.clone());
        let Some(this) = this else {
            return Err(Failure::new("there is no `this` here"));
        };
        let field = this.class.members.get(name).and_then(|group| {
            group.methods.iter().find_map(|method| match method.body {
                Body::Field(field) => Some(field),
                _ => None,
            })
        });
        let Some(field) = field else {
            return Err(Failure::new(format!("there is no variable `{name}`")));
        };
        if !this.class.is_mutable() && is_mutable(&value) {
            return Err(Failure::new(format!(
                "{} that can change may not be stored in an object of the immutable class {}",
                value.kind(),
                this.class.name
            )));
        }
        if !this.class.is_mutable() {
            let below = value.depth();
            if below >= MAX_NESTING {
                return Err(too_deep("objects"));
            }
            this.depth.fetch_max(1 + below, Relaxed);
            if Arc::strong_count(&this) > MAKERS {
                let held = |value: &&Value| matches!(value, Value::Instance(found) if Arc::ptr_eq(found, &this));
                let held = self.stack.iter().filter(held).count();
                if Arc::strong_count(&this) > MAKERS + held {
                    this.tangled.store(true, Relaxed);
                }
            }
        }
        if !this.fields[field as usize].set(value.clone(), self.cycles) {
            return Err(Failure::new(format!("`{name}` has its value already")));
        }
        Ok(value)
    }
}

/// Can it change?
pub(super) fn is_mutable(value: &Value) -> bool {
    match value {
        Value::Instance(instance) => instance.class.is_mutable(),
        Value::Object(object) => object.is_mutable(),
        _ => false,
    }
}
