//! Classes at run time: looked up by name, their static members, singletons and enums.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, AtomicU32, AtomicU64},
};

use super::{Machine, code::Prototype};
use crate::{
    class::{Body, CachedText, Class, Definition, FieldInfo, Instance, lock},
    diagnostic::Failure,
    library,
    loader::{Loaded, Reading},
    value::Value,
};

impl Machine<'_> {
    /// The class of a qualified name; a file is read when it is first used.
    pub(crate) fn load_class(&mut self, qualified: &str) -> Result<Arc<Class>, Failure> {
        if let Some(class) = library::native(qualified) {
            return Ok(class);
        }
        match self.load(qualified)? {
            Loaded::Class(class) => Ok(class),
            Loaded::Script(_) => Err(Failure::new(format!("`{qualified}` is a script"))),
        }
    }

    fn load(&mut self, qualified: &str) -> Result<Loaded, Failure> {
        let reading = Reading {
            store: self.store,
            meter: self.meter,
        };
        self.classes
            .load(qualified, reading)
            .map_err(|diagnostic| match diagnostic.stop() {
                Some(stop) => Failure::Stopped(stop),
                None => Failure::Placed(Box::new(diagnostic)),
            })
    }

    /// What the name of a class stands for: the class, or the single object of a singleton.
    pub(crate) fn class_value(&mut self, qualified: &str) -> Result<Value, Failure> {
        if let Some(class) = library::native(qualified) {
            if let Some(native) = &class.native
                && let Some(singleton) = native.singleton
            {
                let value = singleton.make(self)?;
                library::ruleset_scripts::note(&value, || {
                    library::ruleset_scripts::Construction::Constant(native.name)
                });
                return Ok(value);
            }
            return Ok(Value::Class(class));
        }
        match self.load(qualified)? {
            Loaded::Class(class) => {
                if class.user.as_ref().is_some_and(|user| user.singleton) {
                    return self.singleton(&class).map(Value::Instance);
                }
                self.ready_statics(&class)?;
                Ok(Value::Class(class))
            }
            Loaded::Script(code) => Ok(Value::Script(code)),
        }
    }

    /// The single object of a singleton, made when it is first used.
    fn singleton(&mut self, class: &Arc<Class>) -> Result<Arc<Instance>, Failure> {
        let Some(user) = &class.user else {
            return Err(Failure::new("a native class has no single object here"));
        };
        if let Some(instance) = lock(&user.instances).first() {
            return Ok(instance.clone());
        }
        self.ready_statics(class)?;
        let made = self.make(class, None, Vec::new())?;
        let mut instances = lock(&user.instances);
        if instances.is_empty() {
            *instances = Arc::from([made]);
        }
        Ok(instances[0].clone())
    }

    /// A constant of a package: a member of its `constants`.
    pub(crate) fn package_constant(&mut self, qualified: &str) -> Result<Value, Failure> {
        let (package, name) = qualified.rsplit_once('.').unwrap_or(("", qualified));
        let constants = if package.is_empty() {
            "constants".to_owned()
        } else {
            format!("{package}.constants")
        };
        let class = self.load_class(&constants)?;
        let object = self.singleton(&class)?;
        self.read_member(&Value::Instance(object), name)
    }

    /// Runs the static code of a class when it is first used.
    pub(super) fn ready_statics(&mut self, class: &Arc<Class>) -> Result<(), Failure> {
        let Some(user) = &class.user else {
            return Ok(());
        };
        if user.static_code.is_empty() {
            return Ok(());
        }
        {
            let mut ready = lock(&user.static_ready);
            if *ready {
                return Ok(());
            }
            *ready = true;
        }
        for (name, code) in &user.static_code {
            let result = self.run_code(code, None);
            let value = match result {
                Ok(value) => value,
                Err(failure) => {
                    *lock(&user.static_ready) = false;
                    return Err(failure);
                }
            };
            if let Some(name) = name {
                lock(&user.static_values).insert(name.clone(), value);
            }
        }
        Ok(())
    }

    /// A static variable, property or element of an enum.
    pub(super) fn static_value(
        &mut self,
        class: &Arc<Class>,
        name: &str,
    ) -> Result<Option<Value>, Failure> {
        let Some(user) = &class.user else {
            return Ok(None);
        };
        if let Some(number) = user.literals.iter().position(|found| **found == *name) {
            let element = self.enum_element(class, user, number)?;
            return Ok(Some(Value::Instance(element)));
        }
        self.ready_statics(class)?;
        if let Some(value) = lock(&user.static_values).get(name) {
            return Ok(Some(value.clone()));
        }
        let property = user.statics.get(name).and_then(|group| {
            group
                .methods
                .iter()
                .find(|method| method.parameters.is_none())
        });
        match property.map(|method| &method.body) {
            Some(Body::Code(code)) => self.run_code(code, None).map(Some),
            _ => Ok(None),
        }
    }

    pub(super) fn set_static(&mut self, name: &str, value: Value) -> Result<Value, Failure> {
        let code = self.calls.last().map(|call| call.code.clone());
        let owner = code.and_then(|code: Arc<Prototype>| code.owner.clone());
        let Some(owner) = owner else {
            return Err(Failure::new(format!("there is no static `{name}` here")));
        };
        let class = self.load_class(&owner)?;
        if let Some(user) = &class.user {
            lock(&user.static_values).insert(name.into(), value.clone());
        }
        Ok(value)
    }

    /// An element of an enum; all of them are made when one is first asked for. Their variables may speak
    /// of other elements, so all elements are there before the first variable is filled in.
    fn enum_element(
        &mut self,
        class: &Arc<Class>,
        user: &Definition,
        number: usize,
    ) -> Result<Arc<Instance>, Failure> {
        if let Some(element) = lock(&user.instances).get(number) {
            return Ok(element.clone());
        }
        let shown = class.own_property("ToOutput").is_none();
        let literals = user.literals.iter().enumerate();
        let elements: Arc<[Arc<Instance>]> = literals
            .map(|(number, literal)| {
                Arc::new(Instance {
                    class: class.clone(),
                    enclosing: None,
                    fields: user.fields.iter().map(FieldInfo::empty).collect(),
                    literal: Some((number as u32 + 1, literal.clone())),
                    depth: AtomicU32::new(0),
                    tangled: AtomicBool::new(false),
                    shown: Mutex::new(shown.then(|| {
                        Arc::new(CachedText {
                            text: literal.clone(),
                            board: None,
                        })
                    })),
                    hash: AtomicU64::new(0),
                })
            })
            .collect();
        *lock(&user.instances) = elements.clone();
        for element in &*elements {
            for code in &user.initialisers {
                if let Err(failure) = self.run_code(code, Some(element.clone())) {
                    *lock(&user.instances) = Arc::from([]);
                    return Err(failure);
                }
            }
        }
        Ok(elements[number].clone())
    }
}
