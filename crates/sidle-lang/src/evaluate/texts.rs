//! The texts of objects: what `ToOutput` says, or the constructor call that makes them.

use std::sync::{Arc, PoisonError};

use sidle_solve::{Form, Position};

use super::Machine;
use crate::{
    class::{Body, Instance},
    diagnostic::Failure,
    positions, print,
    value::Value,
};

impl Machine<'_> {
    /// Asks the objects inside a value for their texts. Recursion is bounded by the nesting; time is not, as collections share
    /// their parts.
    pub(super) fn prepare_text(&mut self, value: &Value) -> Result<(), Failure> {
        match value {
            Value::Nothing | Value::Bool(_) | Value::Number(_) | Value::Game(_) => return Ok(()),
            _ => self.tick()?,
        }
        match value {
            Value::Instance(instance) => self.instance_text(instance).map(|_| ()),
            Value::List(items) | Value::Set(items) | Value::Map(items) => {
                self.prepare_texts(&items.values)
            }
            Value::Pair(pair) => {
                self.prepare_text(&pair.0)?;
                self.prepare_text(&pair.1)
            }
            Value::Object(object) => match object.items() {
                Some(values) => self.prepare_texts(&values),
                None => {
                    crate::library::prepare_misere(self, value)?;
                    crate::library::ruleset_scripts::prepare_text(self, value)
                }
            },
            Value::Form(form) => self.prepare_form(form),
            _ => Ok(()),
        }
    }

    /// Asks the objects that a form is made of.
    fn prepare_form(&mut self, form: &Position) -> Result<(), Failure> {
        let mut waiting = vec![form.clone()];
        while let Some(form) = waiting.pop() {
            self.tick()?;
            match form.form() {
                Form::Atom(_) => match positions::object_of(&form) {
                    Some(Value::Instance(instance)) => self.instance_text(&instance).map(drop)?,
                    Some(object) => crate::library::prepare_misere(self, &object)?,
                    None => {}
                },
                Form::Explicit(left, right) => waiting.extend(left.iter().chain(right).cloned()),
                Form::Negative(inner) | Form::Variant(_, inner) => waiting.push(inner.clone()),
                Form::Compound(_, a, b) => waiting.extend([a.clone(), b.clone()]),
                _ => {}
            }
        }
        Ok(())
    }

    /// The text of an object; remembered if the object cannot change.
    pub(crate) fn instance_text(&mut self, instance: &Arc<Instance>) -> Result<Arc<str>, Failure> {
        if let (Some(text), false) = (instance.text(), instance.class.is_mutable()) {
            return Ok(text);
        }
        let overridden = instance.class.members.get("ToOutput").is_some_and(|group| {
            group
                .methods
                .iter()
                .any(|method| !matches!(method.body, Body::Native(_)))
        });
        let text: Arc<str> = if overridden {
            let output = self.read_member(&Value::Instance(instance.clone()), "ToOutput")?;
            self.prepare_text(&output)?;
            match &output {
                Value::Text(text) => text.clone(),
                Value::Object(object) => {
                    let (store, meter) = (self.store, self.meter);
                    let text = object.text(&mut |value| {
                        print::show(store, value, print::Format::Plain, meter)
                    })?;
                    text.into()
                }
                other => {
                    return Err(Failure::new(format!(
                        "`ToOutput` of {} must give a text, this is {}",
                        instance.class.name,
                        other.kind()
                    )));
                }
            }
        } else {
            self.default_text(instance)?.into()
        };
        *instance
            .shown
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(text.clone());
        Ok(text)
    }

    /// `Class(argument, option => value)`, `Outer.Inner(…)`, or the name of a singleton.
    pub(crate) fn default_text(&mut self, instance: &Arc<Instance>) -> Result<String, Failure> {
        let class = &instance.class;
        let name = name_within(instance);
        let Some(user) = &class.user else {
            return Ok(name);
        };
        if user.mutable {
            return Ok(format!("{}.instance", class.name));
        }
        let Some(constructor) = &user.constructor else {
            return Ok(name);
        };
        let mut text = format!("{name}(");
        let parameters = constructor.parameters.iter();
        // What follows an argument by name must have its name, too.
        let mut by_name = false;
        for (number, (parameter, &field)) in parameters.zip(&user.parameter_fields).enumerate() {
            if number > 0 {
                text.push_str(", ");
            }
            by_name |= parameter.default.is_some();
            if by_name {
                text.push_str(&parameter.name);
                text.push_str(" => ");
            }
            let value = instance.fields[field as usize].get();
            text.push_str(&self.text_of(&value)?);
        }
        text.push(')');
        Ok(text)
    }

    /// The plain text of any value.
    pub(crate) fn text_of(&mut self, value: &Value) -> Result<String, Failure> {
        self.prepare_text(value)?;
        print::plain(self, value)
    }
}

/// The name of an object's class, inside those of the objects around it: a nested class that is inherited
/// goes by the name of the class that inherits it.
fn name_within(instance: &Instance) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let mut at = instance;
    while let Some(outer) = &at.enclosing {
        let name: &str = &at.class.name;
        parts.push(name.rsplit('.').next().unwrap_or(name));
        at = outer;
    }
    parts.push(&at.class.name);
    parts.reverse();
    parts.join(".")
}
