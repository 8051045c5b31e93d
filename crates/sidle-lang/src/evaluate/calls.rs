//! Calls: which method a name means, objects and how they are made.

use std::sync::{Arc, atomic::Ordering::Relaxed};

use super::{
    Context, Machine,
    code::{Prototype, Site},
    machine::Flow,
};
use crate::{
    class::{Body, Class, Group, Instance, Method},
    diagnostic::{Diagnostic, Failure},
    library::{self, BoundClass},
    loader::{Reading, Scope, Script},
    value::{MAX_NESTING, Value, too_deep},
};

impl Machine<'_> {
    /// Calls what lies below the arguments.
    pub(super) fn call_value(&mut self, count: usize, named: &[Arc<str>]) -> Result<Flow, Failure> {
        let at = self.stack.len() - count - 1;
        match &self.stack[at] {
            Value::Function(function) => {
                let function = function.clone();
                let code = function.prototype.clone();
                if !(named.is_empty() && code.simple && count == code.parameters.len()) {
                    let name = code.name.clone().unwrap_or_else(|| "this function".into());
                    self.place(&name, &code.parameters.clone(), count, named)?;
                }
                let this = function.this.clone();
                let arguments = code.parameters.len();
                self.enter(code, Some(function), this, arguments)?;
                Ok(Flow::Switch)
            }
            Value::Builtin(name) => {
                let name = *name;
                let (arguments, named) = split_named(self.pop_many(count), named);
                self.pop();
                let value = library::call_function(self, name, arguments, &named)?;
                self.stack.push(value);
                Ok(Flow::Stay)
            }
            Value::Class(class) => {
                let class = class.clone();
                self.construct(&class, None, count, named)
            }
            Value::Instance(instance) => {
                let instance = instance.clone();
                let Some(group) = instance.class.members.get("Eval") else {
                    return Err(Failure::new(format!(
                        "an object of the class {} cannot be called: it has no `Eval`",
                        instance.class.name
                    )));
                };
                self.call_group(&instance, group, "Eval", count, named)
            }
            Value::Object(object) => {
                let object = object.clone();
                if let Some(bound) = object.downcast_ref::<BoundClass>() {
                    let enclosing = bound.enclosing.clone();
                    return self.construct(&bound.class.clone(), Some(enclosing), count, named);
                }
                let arguments = self.pop_many(count);
                self.pop();
                let (arguments, named) = split_named(arguments, named);
                if let Some(group) = object.class().members.get("Eval") {
                    let (method, values) =
                        library::bind(self, "Eval", &group.methods, arguments, &named)?;
                    let Body::Native(member) = method.body else {
                        return Err(Failure::new("this object cannot be called"));
                    };
                    let mut all = vec![Value::Object(object.clone())];
                    all.extend(values);
                    let value = self.run_weighed(member.run, &all)?;
                    self.stack.push(value);
                    return Ok(Flow::Stay);
                }
                let Some(result) = object.call(self, &arguments) else {
                    return Err(Failure::new(format!(
                        "an object of the class {} cannot be called",
                        object.class().name
                    )));
                };
                let value = result?;
                self.stack.push(value);
                Ok(Flow::Stay)
            }
            Value::Map(_) => {
                let arguments = self.take_arguments(count, named)?;
                let map = self.pop();
                let value = library::index(self, &map, &arguments)?;
                self.stack.push(value);
                Ok(Flow::Stay)
            }
            Value::Script(script) => {
                let script = script.clone();
                self.stack.truncate(at);
                let value = self.run_script(&script)?;
                self.stack.push(value);
                Ok(Flow::Stay)
            }
            other => Err(Failure::new(format!(
                "{} cannot be called like a function",
                other.kind()
            ))),
        }
    }

    /// The arguments on top of the stack, for those who take none by name.
    fn take_arguments(&mut self, count: usize, named: &[Arc<str>]) -> Result<Vec<Value>, Failure> {
        if let Some(name) = named.first() {
            return Err(Failure::new(format!("there is no parameter `{name}`")));
        }
        Ok(self.pop_many(count))
    }

    /// Brings the arguments on top of the stack into the order of the parameters.
    fn place(
        &mut self,
        what: &str,
        parameters: &[crate::class::Parameter],
        count: usize,
        named: &[Arc<str>],
    ) -> Result<(), Failure> {
        let (arguments, named) = split_named(self.pop_many(count), named);
        let values = library::place(self, what, parameters, arguments, &named)?;
        self.stack.extend(values);
        Ok(())
    }

    /// Runs a script with the names of the session; its value is that of its last statement.
    pub(crate) fn run_script(&mut self, script: &Script) -> Result<Value, Failure> {
        let reading = Reading {
            store: self.store,
            meter: self.meter,
        };
        let scope = Scope::new(self.classes, reading, Some(self.bindings));
        let context = Context {
            names: &scope,
            package: "".into(),
            levels: &[],
            is_static: true,
            origin: Some(script.origin.clone()),
            meter: self.meter,
        };
        let mut code = super::compile(&script.ast, &context).map_err(|problems| {
            let origin = &script.origin;
            let problem = Diagnostic::all(problems, &origin.file, &origin.source);
            Failure::Placed(Box::new(problem))
        })?;
        code.name = Some(script.name.clone());
        let before = std::mem::take(&mut self.answers);
        let result = self.run_code(&Arc::new(code), None);
        let mut answers = std::mem::replace(&mut self.answers, before);
        let returned = result?;
        if !matches!(returned, Value::Nothing) {
            return Ok(returned);
        }
        match answers.pop().filter(|_| !script.ast.silent) {
            Some(last) => Ok(last),
            None => self.class_value("cgsuite.util.output.EmptyOutput"),
        }
    }

    // ---- members -----------------------------------------------------------------------------------

    /// `x.name(…)`: the object lies below the arguments.
    pub(super) fn call_site(&mut self, site: &Site) -> Result<Flow, Failure> {
        let count = site.arguments as usize;
        let at = self.stack.len() - count - 1;
        if let Value::Instance(instance) = &self.stack[at] {
            if let Some(place) = cached_place(site, &instance.class)
                && let [method] = instance.class.members.group(place).methods.as_slice()
                && let Body::Nested(class) = &method.body
            {
                let class = class.clone();
                let enclosing = match std::mem::replace(&mut self.stack[at], Value::Nothing) {
                    Value::Instance(instance) => Some(instance),
                    _ => None,
                };
                return self.construct(&class, enclosing, count, &site.named);
            }
            let instance = instance.clone();
            if let Some(place) = cached_place(site, &instance.class) {
                let group = instance.class.members.group(place);
                return self.call_group(&instance, group, &site.name, count, &site.named);
            }
        } else if site.named.is_empty()
            && !matches!(self.stack[at], Value::Class(_) | Value::Object(_))
        {
            let kinds = site.kinds.get_or_init(|| library::kinds(&site.name));
            let run = match library::group_for(kinds, &self.stack[at]) {
                Some(group) => self.fitting(group, count),
                None => {
                    let class = library::value_class(self, &self.stack[at]);
                    self.native(site, class, count)
                }
            };
            if let Some(run) = run {
                return self.run_native(run, at);
            }
        } else if let Value::Object(object) = &self.stack[at]
            && site.named.is_empty()
        {
            let class = object.class();
            if let Some(run) = self.native(site, class, count) {
                return self.run_native(run, at);
            }
            if let Some(place) = cached_place(site, class)
                && let [only] = class.members.group(place).methods.as_slice()
                && let (Some(parameters), Body::Native(member)) = (&only.parameters, &only.body)
            {
                // Some parameters have their defaults.
                if let (Some(given), Some(missing)) =
                    (parameters.get(..count), parameters.get(count..))
                    && self.accept(given, count)
                    && missing.iter().all(|parameter| parameter.default.is_some())
                {
                    for parameter in missing {
                        if let Some(fallback) = &parameter.default {
                            let value = library::default_value(self, fallback)?;
                            self.stack.push(value);
                        }
                    }
                    return self.run_native(member.run, at);
                }
            }
        }
        self.call_named(&site.name, count, &site.named)
    }

    /// `x.Updated({…})` with the keys and values of the map above the object.
    pub(super) fn updated(&mut self, site: &Site, pairs: usize) -> Result<Flow, Failure> {
        let at = self.stack.len() - 2 * pairs - 1;
        if let Value::Object(object) = &self.stack[at]
            && let Some(updated) = object.updated_cells(&self.stack[at + 1..])
        {
            let value = updated?;
            self.stack.truncate(at);
            self.stack.push(value);
            return Ok(Flow::Stay);
        }
        let mut entries = Vec::with_capacity(pairs);
        let mut values = self.stack.split_off(at + 1).into_iter();
        while let (Some(key), Some(value)) = (values.next(), values.next()) {
            entries.push(super::make::pair(key, value)?);
        }
        self.stack.push(Value::map(entries)?);
        self.call_site(site)
    }

    /// The native method of a class that takes the arguments on top of the stack as they lie, if there is
    /// exactly one.
    fn native(&self, site: &Site, class: &Class, count: usize) -> Option<library::Run> {
        self.fitting(class.members.group(cached_place(site, class)?), count)
    }

    /// The native method among these that takes the arguments on top of the stack as they lie, if there is exactly one.
    fn fitting(&self, group: &Group, count: usize) -> Option<library::Run> {
        let first = self.stack.len() - count;
        let mut fitting = group.methods.iter().filter(|method| {
            method.parameters.as_ref().is_some_and(|parameters| {
                parameters.len() == count
                    && parameters
                        .iter()
                        .zip(&self.stack[first..])
                        .all(|(parameter, value)| {
                            !parameter.rest
                                && parameter
                                    .class
                                    .accepts(value, |value| library::class_of(self, value))
                        })
            })
        });
        match (fitting.next()?, fitting.next()) {
            (only, None) => match only.body {
                Body::Native(member) => Some(member.run),
                _ => None,
            },
            _ => None,
        }
    }

    /// Runs a native method. What it looks at counts, and so does how deep its answer is.
    pub(crate) fn run_weighed(
        &mut self,
        run: library::Run,
        arguments: &[Value],
    ) -> Result<Value, Failure> {
        self.weigh_values(arguments)?;
        bounded(run(self, arguments)?)
    }

    /// Runs a native method on everything from a place of the stack on.
    pub(super) fn run_native(&mut self, run: library::Run, at: usize) -> Result<Flow, Failure> {
        self.weigh(at)?;
        let value = match self.stack.len() - at {
            1 => {
                let a = self.pop();
                run(self, &[a])?
            }
            2 => {
                let (b, a) = (self.pop(), self.pop());
                run(self, &[a, b])?
            }
            3 => {
                let (c, b, a) = (self.pop(), self.pop(), self.pop());
                run(self, &[a, b, c])?
            }
            _ => {
                let all = self.stack.split_off(at);
                run(self, &all)?
            }
        };
        self.stack.push(bounded(value)?);
        Ok(Flow::Stay)
    }

    /// A call by name without any memory of earlier ones.
    pub(super) fn call_named(
        &mut self,
        name: &str,
        count: usize,
        named: &[Arc<str>],
    ) -> Result<Flow, Failure> {
        let at = self.stack.len() - count - 1;
        match &self.stack[at] {
            Value::Instance(instance) => {
                let instance = instance.clone();
                if let Some(group) = instance.class.members.get(name) {
                    return self.call_group(&instance, group, name, count, named);
                }
            }
            Value::Class(class) => {
                let class = class.clone();
                if let Some(user) = &class.user {
                    self.ready_statics(&class)?;
                    if let Some(group) = user.statics.get(name) {
                        return self.call_static(group, name, count, named);
                    }
                    if let Some(value) = self.static_value(&class, name)? {
                        self.stack[at] = value;
                        return self.call_value(count, named);
                    }
                }
            }
            Value::Object(object) if count > 0 => {
                // The value of a property is called: `R.ImpartialVariant("xo")`.
                let class = object.class();
                let property = class.members.get(name).is_some_and(|group| {
                    let mut methods = group.methods.iter();
                    methods.all(|method| method.parameters.is_none())
                });
                if property {
                    let receiver = self.stack[at].clone();
                    let value = self.read_member(&receiver, name)?;
                    self.stack[at] = value;
                    return self.call_value(count, named);
                }
            }
            _ => {}
        }
        if name == "Eval" && is_called(&self.stack[at]) {
            // `f.Eval(x)` is `f(x)`, written out.
            return self.call_value(count, named);
        }
        let arguments = self.pop_many(count);
        let receiver = self.pop();
        let (arguments, named) = split_named(arguments, named);
        let value = library::member(self, receiver, name, Some(arguments), &named)?;
        self.stack.push(value);
        Ok(Flow::Stay)
    }

    /// Calls one of the members of a name of an object.
    pub(super) fn call_group(
        &mut self,
        instance: &Arc<Instance>,
        group: &Group,
        name: &str,
        count: usize,
        named: &[Arc<str>],
    ) -> Result<Flow, Failure> {
        let at = self.stack.len() - count - 1;
        if let Some(method) = group.only_one_called() {
            match (&method.parameters, &method.body) {
                (Some(parameters), Body::Code(code)) => {
                    if !(named.is_empty() && count == parameters.len() && self.fit(code, count)) {
                        self.place(name, parameters, count, named)?;
                    }
                    let (code, arguments) = (code.clone(), parameters.len());
                    self.enter(code, None, Some(instance.clone()), arguments)?;
                    return Ok(Flow::Switch);
                }
                (None, Body::Field(field)) => {
                    self.stack[at] = instance.fields[*field as usize].get();
                    return self.call_value(count, named);
                }
                (None, Body::Nested(class)) => {
                    let class = class.clone();
                    return self.construct(&class, Some(instance.clone()), count, named);
                }
                _ => {}
            }
        }
        if !group
            .methods
            .iter()
            .any(|method| method.parameters.is_some())
        {
            // The value of a property is called.
            let value = self.read_member(&Value::Instance(instance.clone()), name)?;
            self.stack[at] = value;
            return self.call_value(count, named);
        }
        let (arguments, named) = split_named(self.pop_many(count), named);
        let (method, values) = library::bind(self, name, &group.methods, arguments, &named)?;
        self.run_method(&method, Some(instance), values)
    }

    /// Do the arguments on top of the stack fit the parameters as they lie?
    fn fit(&self, code: &Prototype, count: usize) -> bool {
        if code.simple {
            return true;
        }
        self.accept(&code.parameters, count)
    }

    /// Does each of the parameters accept the value that lies for it on top of the stack?
    pub(super) fn accept(&self, parameters: &[crate::class::Parameter], count: usize) -> bool {
        let first = self.stack.len() - count;
        parameters
            .iter()
            .zip(&self.stack[first..])
            .all(|(parameter, value)| {
                !parameter.rest
                    && (matches!(value, Value::Nothing)
                        || parameter
                            .class
                            .accepts(value, |value| library::class_of(self, value)))
            })
    }

    /// Runs a method with placed arguments; the receiver lies on top of the stack.
    pub(super) fn run_method(
        &mut self,
        method: &Arc<Method>,
        instance: Option<&Arc<Instance>>,
        values: Vec<Value>,
    ) -> Result<Flow, Failure> {
        match &method.body {
            Body::Code(code) => {
                let (code, arguments) = (code.clone(), values.len());
                self.stack.extend(values);
                self.enter(code, None, instance.cloned(), arguments)?;
                Ok(Flow::Switch)
            }
            Body::Native(member) => {
                let receiver = self.pop();
                let mut all = Vec::with_capacity(values.len() + 1);
                if instance.is_some() {
                    all.push(receiver);
                }
                all.extend(values);
                let value = self.run_weighed(member.run, &all)?;
                self.stack.push(value);
                Ok(Flow::Stay)
            }
            Body::Construct(class) => {
                let class = class
                    .upgrade()
                    .ok_or_else(|| Failure::new("the class is gone"))?;
                self.pop();
                let values = self.completed(&class, values)?;
                let made = self.make(&class, None, values)?;
                self.stack.push(Value::Instance(made));
                Ok(Flow::Stay)
            }
            Body::Field(_) | Body::Nested(_) => {
                Err(Failure::new(format!("`{}` cannot be called", method.name)))
            }
        }
    }

    fn call_static(
        &mut self,
        group: &Group,
        name: &str,
        count: usize,
        named: &[Arc<str>],
    ) -> Result<Flow, Failure> {
        let property = group
            .methods
            .iter()
            .find(|method| method.parameters.is_none());
        if let (Some(method), true) = (property, group.methods.len() == 1)
            && let Body::Code(code) = &method.body
        {
            let at = self.stack.len() - count - 1;
            self.stack[at] = self.run_code(code, None)?;
            return self.call_value(count, named);
        }
        let (arguments, named) = split_named(self.pop_many(count), named);
        let (method, values) = library::bind(self, name, &group.methods, arguments, &named)?;
        self.run_method(&method, None, values)
    }
}

/// The place of a site's member in a class, remembered from last time.
#[inline]
pub(super) fn cached_place(site: &Site, class: &Class) -> Option<u32> {
    let cached = site.cache.load(Relaxed);
    if cached >> 32 == u64::from(class.ordinal) + 1 {
        return Some(cached as u32);
    }
    let place = class.members.place(&site.name)?;
    site.cache.store(
        ((u64::from(class.ordinal) + 1) << 32) | u64::from(place),
        Relaxed,
    );
    Some(place)
}

/// Arguments by place and by name.
pub(super) fn split_named(
    mut arguments: Vec<Value>,
    named: &[Arc<str>],
) -> (Vec<Value>, Vec<(Arc<str>, Value)>) {
    let by_place = arguments.len() - named.len();
    let values = arguments.split_off(by_place);
    (arguments, named.iter().cloned().zip(values).collect())
}

/// Objects that hold others in long chains are refused, as collections are: whatever looks at all of them goes down the chain.
#[inline]
fn bounded(value: Value) -> Result<Value, Failure> {
    match &value {
        Value::Object(object) if !object.is_mutable() && object.depth() > MAX_NESTING => {
            Err(too_deep("objects"))
        }
        _ => Ok(value),
    }
}

/// Is this a value that can be called without a method of its own for it?
fn is_called(value: &Value) -> bool {
    matches!(
        value,
        Value::Function(_) | Value::Builtin(_) | Value::Map(_) | Value::Script(_) | Value::Class(_)
    )
}
