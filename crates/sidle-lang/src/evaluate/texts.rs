//! The texts of objects: what `ToOutput` says, or the constructor call that makes them.

use std::sync::{Arc, PoisonError};

use sidle_solve::{Form, Position};

use super::{
    Machine,
    code::{Op, Prototype},
};
use crate::{
    class::{Body, CachedText, Instance, Parameter},
    diagnostic::Failure,
    library, positions, print,
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
    pub(crate) fn prepare_form(&mut self, form: &Position) -> Result<(), Failure> {
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
        let shown = CachedText {
            text: text.clone(),
            board: self.board_of(instance)?,
        };
        *instance
            .shown
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(shown));
        Ok(text)
    }

    /// `Class(argument, option => value)`, `Outer(…).Inner(…)`, or the name of a singleton.
    pub(crate) fn default_text(&mut self, instance: &Arc<Instance>) -> Result<String, Failure> {
        let class = &instance.class;
        let name = self.name_within(instance)?;
        if let Some((_, literal)) = &instance.literal {
            return Ok(format!("{name}.{literal}"));
        }
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
            let argument = match self.board_argument(instance, parameter)? {
                Some(board) => board,
                None => {
                    let value = instance.fields[field as usize].get();
                    self.argument_text(&value)?
                }
            };
            text.push_str(&argument);
        }
        text.push(')');
        Ok(text)
    }

    /// The class of an object: the last part of its name, behind the object around it.
    fn name_within(&mut self, instance: &Instance) -> Result<String, Failure> {
        let class = &instance.class;
        match &instance.enclosing {
            None => Ok(self.class_name(&class.qualified)),
            Some(outer) => {
                let outer = self.default_text(&outer.clone())?;
                let name = class.name.rsplit('.').next().unwrap_or(&class.name);
                Ok(format!("{outer}.{name}"))
            }
        }
    }

    /// The name of a class as it is written on the worksheet: without its package, where that is enough.
    fn class_name(&mut self, qualified: &str) -> String {
        let name = qualified.rsplit('.').next().unwrap_or(qualified);
        let hidden = self.bindings.has_value(name);
        match self.classes.meant(name) {
            Some(meant) if *meant == *qualified && !hidden => name.to_owned(),
            _ => qualified.to_owned(),
        }
    }

    /// The text of an argument with which something was made; in ⟪…⟫ if it cannot be read.
    pub(crate) fn argument_text(&mut self, value: &Value) -> Result<String, Failure> {
        match value {
            Value::List(items) if items.range.is_none() => {
                let texts = items.values.iter().map(|item| self.argument_text(item));
                return Ok(format!(
                    "[{}]",
                    texts.collect::<Result<Vec<_>, _>>()?.join(",")
                ));
            }
            Value::Instance(element) if element.literal.is_some() => {
                return self.default_text(&element.clone());
            }
            Value::Object(object) if library::colour_ink(value).is_some() => {
                let class = self.class_name(&object.class().qualified);
                return Ok(format!("{class}.{}", self.text_of(value)?));
            }
            _ => {}
        }
        let text = self.text_of(value)?;
        if (text.contains('⟪') || text.contains("->"))
            && let Some(name) = library::ruleset_name(value)
        {
            return Ok(name);
        }
        Ok(match self.is_written(value) && !text.contains('…') {
            true => text,
            false => format!("⟪{text}⟫"),
        })
    }

    /// Does the text of a value say all? That of a function does not if the function uses variables of others.
    /// Recursion is bounded by the nesting.
    fn is_written(&self, value: &Value) -> bool {
        match value {
            Value::Function(function) => {
                function.captured.is_empty() && self.is_closed(&function.prototype)
            }
            Value::List(items) | Value::Set(items) | Value::Map(items) => {
                items.values.iter().all(|value| self.is_written(value))
            }
            Value::Pair(pair) => self.is_written(&pair.0) && self.is_written(&pair.1),
            _ => true,
        }
    }

    /// Does the code use nothing but its parameters and what the language means by names?
    fn is_closed(&self, code: &Prototype) -> bool {
        let known = |slot: u32| {
            let name = self.bindings.name(slot);
            library::constant(self.store, name).is_some() && !self.bindings.is_given(slot)
        };
        let own = |op: &Op| match *op {
            Op::Global(slot) | Op::GlobalAt { list: slot, .. } => known(slot),
            Op::SetGlobal(_)
            | Op::This
            | Op::ThisMember(_)
            | Op::Outer(_)
            | Op::OuterField { .. }
            | Op::FieldAt { .. }
            | Op::FieldAtBinary { .. }
            | Op::SetField(_)
            | Op::SetStatic(_)
            | Op::Super(_)
            | Op::CallSuper(_) => false,
            Op::Class(_) | Op::PackageConstant(_) => code.origin.is_none(),
            _ => true,
        };
        let plain = |parameter: &Parameter| parameter.default.is_none() && !parameter.rest;
        code.parameters.iter().all(plain)
            && code.ops.iter().all(own)
            && code.functions.iter().all(|inner| self.is_closed(inner))
    }

    /// The plain text of any value.
    pub(crate) fn text_of(&mut self, value: &Value) -> Result<String, Failure> {
        self.prepare_text(value)?;
        print::plain(self, value)
    }
}
