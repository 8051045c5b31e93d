//! Reading the members of objects.

use super::calls::cached_place;
use std::sync::{Arc, atomic::Ordering::Relaxed};

use super::{
    Machine,
    code::Site,
    machine::{Call, Flow},
};
use crate::{
    class::{Body, Class, Field, Group, Instance, Method},
    diagnostic::Failure,
    library::{self, BoardCell, BoundClass},
    value::Value,
};

impl Machine<'_> {
    /// `x.name`: the object is on top of the stack.
    pub(super) fn read_site(&mut self, site: &Site) -> Result<Flow, Failure> {
        let at = self.stack.len() - 1;
        if let Value::Instance(instance) = &self.stack[at] {
            if let Some(place) = cached_place(site, &instance.class) {
                let group = instance.class.members.group(place);
                if let [method] = group.methods.as_slice()
                    && let Body::Field(field) = method.body
                {
                    self.stack[at] = instance.fields[field as usize].get();
                    return Ok(Flow::Stay);
                }
                let instance = instance.clone();
                let group = instance.class.members.group(place);
                return self.read_group(&instance, group, &site.name);
            }
        } else if !matches!(self.stack[at], Value::Class(_) | Value::Object(_)) {
            let kinds = site.kinds.get_or_init(|| library::kinds(&site.name));
            let run = match library::group_for(kinds, &self.stack[at]) {
                Some(group) => property_among(group),
                None => native_property(site, library::value_class(self, &self.stack[at])),
            };
            if let Some(run) = run {
                return self.run_native(run, at);
            }
        } else if let Value::Object(object) = &self.stack[at] {
            let class = object.class();
            if let Some(run) = native_property(site, class) {
                return self.run_native(run, at);
            }
        } else if let Value::Class(class) = &self.stack[at]
            && let Some(native) = &class.native
        {
            let (ordinal, constant) = (class.ordinal, native.has_constants());
            if let Some((of, value)) = site.fixed.get()
                && *of == ordinal
            {
                self.stack[at] = value.clone();
                return Ok(Flow::Stay);
            }
            let flow = self.read_named(&site.name)?;
            if constant {
                let _ = site.fixed.set((ordinal, self.top()));
            }
            return Ok(flow);
        }
        self.read_named(&site.name)
    }

    /// A property or variable of `this`.
    pub(super) fn load_own(&mut self, site: &Site) -> Result<Flow, Failure> {
        let this = self.calls.last().and_then(|call| call.this.as_ref());
        if let Some(value) = this.and_then(|this| field_of(this, site)).map(Field::get) {
            self.stack.push(value);
            return Ok(Flow::Stay);
        }
        let this = self.this()?;
        self.stack.push(this);
        self.read_site(site)
    }

    /// The cell of a board, which is a variable of `this`, at an index.
    #[inline]
    pub(super) fn cell_of_field(&self, site: &Site, index: &Value) -> Option<BoardCell> {
        let this = self.calls.last()?.this.as_ref()?;
        match field_of(this, site)?.fixed()? {
            Value::Object(object) => object.cell_at(index),
            _ => None,
        }
    }

    /// A reading by name without any memory of earlier ones.
    pub(super) fn read_named(&mut self, name: &str) -> Result<Flow, Failure> {
        let at = self.stack.len() - 1;
        match &self.stack[at] {
            Value::Instance(instance) => {
                let instance = instance.clone();
                if let Some(group) = instance.class.members.get(name) {
                    return self.read_group(&instance, group, name);
                }
            }
            Value::Class(class) => {
                let class = class.clone();
                if class.user.is_some()
                    && let Some(value) = self.static_value(&class, name)?
                {
                    self.stack[at] = value;
                    return Ok(Flow::Stay);
                }
            }
            _ => {}
        }
        let receiver = self.pop();
        let value = library::member(self, receiver, name, None, &[])?;
        self.stack.push(value);
        Ok(Flow::Stay)
    }

    /// Reads the property among the members of a name; the object is on top of the stack.
    pub(super) fn read_group(
        &mut self,
        instance: &Arc<Instance>,
        group: &Group,
        name: &str,
    ) -> Result<Flow, Failure> {
        let Some(method) = group
            .methods
            .iter()
            .find(|found| found.parameters.is_none())
        else {
            return Err(library::read_method(name, &group.methods));
        };
        let at = self.stack.len() - 1;
        match &method.body {
            Body::Code(code) => {
                self.enter(code.clone(), None, Some(instance.clone()), 0)?;
                return Ok(Flow::Switch);
            }
            Body::Field(field) => self.stack[at] = instance.fields[*field as usize].get(),
            Body::Native(member) => {
                let receiver = self.pop();
                let value = self.run_weighed(member.run, &[receiver])?;
                self.stack.push(value);
            }
            Body::Nested(class) => {
                self.stack[at] = Value::object(BoundClass {
                    class: class.clone(),
                    enclosing: instance.clone(),
                });
            }
            Body::Construct(_) => return Err(Failure::new(format!("`{name}` cannot be read"))),
        }
        Ok(Flow::Stay)
    }

    /// The value of a property.
    pub(crate) fn read_member(&mut self, object: &Value, name: &str) -> Result<Value, Failure> {
        self.call_method(object.clone(), name, Vec::new())
    }

    /// `super.name`: the property that the class would have without its own declaration.
    pub(super) fn read_super(&mut self, site: &Site) -> Result<Flow, Failure> {
        let (instance, group) = self.inherited_at(self.stack.len() - 1, site)?;
        self.read_group(&instance, &group, &site.name)
    }

    /// `super.name(…)`: the same for a method.
    pub(super) fn call_super(&mut self, site: &Site) -> Result<Flow, Failure> {
        let count = site.arguments as usize;
        let (instance, group) = self.inherited_at(self.stack.len() - count - 1, site)?;
        self.call_group(&instance, &group, &site.name, count, &site.named)
    }

    /// The object in a place of the stack, and the members that `super` stands for at a site.
    fn inherited_at(&self, at: usize, site: &Site) -> Result<(Arc<Instance>, Group), Failure> {
        let found = match (&self.stack[at], &site.below) {
            (Value::Instance(instance), Some(class)) => {
                ancestor(&instance.class, class).map(|class| (instance, class))
            }
            _ => None,
        };
        let Some((instance, class)) = found else {
            return Err(Failure::new("there is no `super` here"));
        };
        let group = inherited(&class, &instance.class, &site.name);
        match group.methods.is_empty() {
            true => Err(Failure::new(format!("no superclass has `{}`", site.name))),
            false => Ok((instance.clone(), group)),
        }
    }
}

/// The value of the variable that a site names of the object so many levels out, if it is one that is given once.
#[inline]
pub(super) fn outer_field<'c>(calls: &'c [Call], levels: u32, site: &Site) -> Option<&'c Value> {
    let mut object = calls.last()?.this.as_ref()?;
    for _ in 0..levels {
        object = object.enclosing.as_ref()?;
    }
    field_of(object, site)?.fixed()
}

/// The variable of an object that a site names, if it is one.
#[inline(always)]
pub(super) fn field_of<'i>(object: &'i Instance, site: &Site) -> Option<&'i Field> {
    let cached = site.field.load(Relaxed);
    if cached >> 32 == u64::from(object.class.ordinal) + 1 {
        return object.fields.get(cached as u32 as usize);
    }
    find_field(object, site)
}

/// The same for a class that the site has not met last.
#[cold]
fn find_field<'i>(object: &'i Instance, site: &Site) -> Option<&'i Field> {
    let class = u64::from(object.class.ordinal) + 1;
    let group = object
        .class
        .members
        .group(cached_place(site, &object.class)?);
    match group.methods.as_slice() {
        [method] => match method.body {
            Body::Field(field) => {
                site.field.store(class << 32 | u64::from(field), Relaxed);
                object.fields.get(field as usize)
            }
            _ => None,
        },
        _ => None,
    }
}

/// The native property that a site names, if the class has just that member of the name.
pub(super) fn native_property(site: &Site, class: &Class) -> Option<library::Run> {
    property_among(class.members.group(cached_place(site, class)?))
}

/// The native property among the members of a name; others are methods.
fn property_among(group: &Group) -> Option<library::Run> {
    let mut methods = group.methods.iter();
    match methods.find(|method| method.parameters.is_none())?.body {
        Body::Native(member) => Some(member.run),
        _ => None,
    }
}

/// The members of a name that a class inherits, for an object of the class `whole`: of two with the same
/// parameters the one whose class descends from that of the other. Variables have their place in the object.
fn inherited(class: &Arc<Class>, whole: &Arc<Class>, name: &str) -> Group {
    let mut group = Group::default();
    let is_field = |method: &Method| matches!(method.body, Body::Field(_));
    for above in class.supers.iter().rev() {
        let methods = above.members.get(name).into_iter();
        for method in methods.flat_map(|found| &found.methods) {
            let same = |found: &&mut Arc<Method>| found.same_signature(method);
            match group.methods.iter_mut().find(same) {
                Some(found) => {
                    let owner = ancestor(class, &found.owner);
                    if !owner.is_some_and(|owner| owner.descends_from(&method.owner)) {
                        *found = method.clone();
                    }
                }
                None => group.methods.push(method.clone()),
            }
        }
    }
    if group.methods.iter().any(|method| is_field(method)) {
        return whole.members.get(name).cloned().unwrap_or_default();
    }
    group
}

/// The class of that qualified name among a class and its ancestors.
pub(super) fn ancestor(class: &Arc<Class>, qualified: &str) -> Option<Arc<Class>> {
    let mut waiting = vec![class.clone()];
    while let Some(class) = waiting.pop() {
        if *class.qualified == *qualified {
            return Some(class);
        }
        waiting.extend(class.supers.iter().cloned());
    }
    None
}
