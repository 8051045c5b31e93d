//! What all objects and all classes have.

use sidle_solve::Form;

use super::{NativeClass, class, class_of, output, property};
use crate::{class::Class, diagnostic::Failure, print, value::Value};

pub(super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        members: &[
            property(
                "EnclosingObject",
                "The object to which an object of a nested class belongs.",
                "3.EnclosingObject",
                |m, a| {
                    Ok(match &a[0] {
                        Value::Form(form) => match form.form() {
                            Form::Atom(atom) if !super::rulesets::is_dicotic(form) => {
                                let found = m.rulesets.get(&*atom.class_name());
                                found.cloned().unwrap_or(Value::Nothing)
                            }
                            _ => Value::Nothing,
                        },
                        Value::Object(_) => super::heap::ruleset_of_heaps(&a[0]),
                        Value::Instance(instance) => instance
                            .enclosing
                            .clone()
                            .map_or(Value::Nothing, Value::Instance),
                        _ => Value::Nothing,
                    })
                },
            ),
            property(
                "JavaClass",
                "The name of the class that stands behind.",
                "3.JavaClass",
                |m, a| Ok(Value::text(&class_of(m, &a[0]).qualified)),
            ),
            property(
                "ToOutput",
                "What is printed.",
                "(1/2).ToOutput",
                |m, a| match &a[0] {
                    Value::Object(object) if object.downcast_ref::<output::Output>().is_some() => {
                        Ok(a[0].clone())
                    }
                    Value::Instance(instance) => {
                        let instance = instance.clone();
                        Ok(output::output(m.default_text(&instance)?))
                    }
                    other => {
                        m.prepare_texts(a)?;
                        Ok(output::output(print::plain(m, other)?))
                    }
                },
            ),
            property(
                "ToString",
                "The value as a string.",
                "(1/2).ToString",
                |m, a| {
                    m.prepare_texts(&a[..1])?;
                    Ok(Value::text(output::unquoted(m, &a[0])?))
                },
            ),
        ],
        ..class(
            "cgsuite.lang.Object",
            &[],
            "Everything is an object.",
            "3 is Object",
        )
    },
    NativeClass {
        members: &[
            property("Name", "The name.", "Integer.Name", |_, a| {
                Ok(Value::text(&named(&a[0])?.name))
            }),
            property(
                "QualifiedName",
                "The name with the package.",
                "Integer.QualifiedName",
                |_, a| Ok(Value::text(&named(&a[0])?.qualified)),
            ),
            property(
                "Ordinal",
                "The place of the class in the universal order.",
                "Integer.Ordinal",
                |_, a| Ok(Value::integer(named(&a[0])?.ordinal)),
            ),
        ],
        ..class(
            "cgsuite.lang.Class",
            &["cgsuite.lang.Object"],
            "The class of classes.",
            "Integer.Name",
        )
    },
];

fn named(value: &Value) -> Result<&Class, Failure> {
    match value {
        Value::Class(class) => Ok(class),
        other => Err(other.unlike("a class")),
    }
}
