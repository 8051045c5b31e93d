//! What all objects and all classes have.

use sidle_solve::Form;

use super::{Argument, NativeClass, class_names::OBJECT, class_of, classes, output};
use crate::{class::Class, diagnostic::Failure, evaluate::Machine, print, value::Value};

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// Everything is an object.
    class OBJECT: [] "3 is Object" {
        /// The object to which an object of a nested class belongs.
        get EnclosingObject(x: &Value) "3.EnclosingObject" => {
            let found = match x {
                Value::Form(form) => match form.form() {
                    Form::Atom(atom) if !super::rulesets::is_dicotic(form) => {
                        m.rulesets.get(&*atom.class_name()).cloned()
                    }
                    _ => None,
                },
                Value::Object(_) => Some(super::heap::ruleset_of_heaps(x)),
                Value::Instance(instance) => instance.enclosing.clone().map(Value::Instance),
                _ => None,
            };
            found.unwrap_or(Value::Nothing)
        };
        /// The name of the class that stands behind.
        get JavaClass(x: &Value) "3.JavaClass" => Value::text(&class_of(m, x).qualified);
        /// What is printed.
        get ToOutput(x: &Value) "(1/2).ToOutput" => match x {
            Value::Object(object) if object.downcast_ref::<output::Output>().is_some() => x.clone(),
            Value::Instance(instance) => output::output(m.default_text(&instance.clone())?),
            other => {
                m.prepare_texts(std::slice::from_ref(other))?;
                output::output(print::plain(m, other)?)
            }
        };
        /// The value as a string.
        get ToString(x: &Value) "(1/2).ToString" => output::unquoted(m, x);
    }
    /// The class of classes.
    class "cgsuite.lang.Class": [OBJECT] "Integer.Name" {
        /// The name.
        get Name(class: &Class) "Integer.Name" => Value::text(&class.name);
        /// The name with the package.
        get QualifiedName(class: &Class) "Integer.QualifiedName" => Value::text(&class.qualified);
        /// The place of the class in the universal order.
        get Ordinal(class: &Class) "Integer.Ordinal" => class.ordinal;
    }
};

impl<'v> Argument<'v> for &'v Class {
    fn of(_: &mut Machine<'_>, value: &'v Value) -> Result<Self, Failure> {
        match value {
            Value::Class(class) => Ok(class),
            other => Err(other.unlike("a class")),
        }
    }
}
