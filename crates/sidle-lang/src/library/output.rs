//! What is printed: texts without quotes.

use std::{cmp::Ordering, hash::Hasher, sync::Arc};

use rustc_hash::FxHasher;

use super::{
    Default, Member, NativeClass, Object, Show, class, extract::text, in_tables, method, object,
    optional, property, required, string,
};
use crate::{
    ast::BinaryOp,
    class::Class,
    diagnostic::Failure,
    evaluate::Machine,
    print,
    value::{Order, Value},
};

const OUTPUT: &str = "cgsuite.lang.Output";
const STRING: &str = "cgsuite.lang.String";

pub(super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        members: &[property(
            "ToString",
            "The text as a string.",
            "\"abc\".ToUnquotedOutput.ToString",
            |_, a| Ok(Value::text(&shown(&a[0])?.text)),
        )],
        ..class(
            OUTPUT,
            &["cgsuite.lang.Object"],
            "Something to be printed.",
            "\"abc\".ToUnquotedOutput",
        )
    },
    NativeClass {
        calls: &[method(
            "TextOutput",
            &[optional("text", STRING, Default::Text(""))],
            "A text to be printed.",
            "cgsuite.util.output.TextOutput(\"abc\")",
            |_, a| Ok(output(text(&a[0])?)),
        )],
        members: TEXT_MEMBERS,
        ..class(
            "cgsuite.util.output.TextOutput",
            &[OUTPUT],
            "A text to be printed.",
            "cgsuite.util.output.TextOutput(\"abc\")",
        )
    },
    NativeClass {
        calls: &[method(
            "GridOutput",
            &[
                required("grid", "cgsuite.util.Grid"),
                required("iconNames", "cgsuite.lang.List"),
                required("alt", STRING),
            ],
            "A grid drawn with icons; as text, the alternative.",
            "cgsuite.util.output.GridOutput(Grid.Empty(1, 1), [], \".\")",
            |_, a| Ok(labelled("cgsuite.util.output.GridOutput", text(&a[2])?)),
        )],
        ..class(
            "cgsuite.util.output.GridOutput",
            &[OUTPUT],
            "A picture of a grid.",
            "cgsuite.util.output.GridOutput(Grid.Empty(1, 1), [], \".\")",
        )
    },
    NativeClass {
        calls: &[method(
            "StripOutput",
            &[
                required("strip", "cgsuite.util.Strip"),
                required("iconNames", "cgsuite.lang.List"),
                required("alt", STRING),
            ],
            "A strip drawn with icons; as text, the alternative.",
            "cgsuite.util.output.StripOutput(Strip.Empty(1), [], \".\")",
            |_, a| Ok(labelled("cgsuite.util.output.StripOutput", text(&a[2])?)),
        )],
        ..class(
            "cgsuite.util.output.StripOutput",
            &[OUTPUT],
            "A picture of a strip.",
            "cgsuite.util.output.StripOutput(Strip.Empty(1), [], \".\")",
        )
    },
    NativeClass {
        singleton: Some(super::Singleton::Made(|_| Ok(empty()))),
        ..class(
            "cgsuite.util.output.EmptyOutput",
            &[OUTPUT],
            "Prints nothing.",
            "cgsuite.util.output.EmptyOutput",
        )
    },
];

const TEXT_MEMBERS: &[Member] = &[method(
    "Append",
    &[required("that", OUTPUT)],
    "The text with another after it.",
    "\"ab\".ToUnquotedOutput.Append(\"cd\".ToUnquotedOutput)",
    |_, a| {
        let (first, second) = (shown(&a[0])?, shown(&a[1])?);
        string::check_length(first.text.len() + second.text.len())?;
        Ok(output(format!("{}{}", first.text, second.text)))
    },
)];

/// Something to be printed.
#[derive(Debug)]
pub(crate) struct Output {
    class: &'static str,
    pub(crate) text: String,
}

/// A text to be printed without quotes.
pub(crate) fn output(text: impl Into<String>) -> Value {
    labelled("cgsuite.util.output.TextOutput", text)
}

fn labelled(class: &'static str, text: impl Into<String>) -> Value {
    Value::object(Output {
        class,
        text: text.into(),
    })
}

/// The output that prints nothing.
fn empty() -> Value {
    labelled("cgsuite.util.output.EmptyOutput", "")
}

fn shown(value: &Value) -> Result<&Output, Failure> {
    object(value).ok_or_else(|| value.unlike("output"))
}

/// What a value prints as, without the quotes of a string.
pub(crate) fn unquoted(machine: &mut Machine<'_>, value: &Value) -> Result<String, Failure> {
    machine.prepare_texts(std::slice::from_ref(value))?;
    match value {
        Value::Text(text) => Ok(text.to_string()),
        other => print::plain(machine, other),
    }
}

impl Object for Output {
    fn is_free_of_games(&self) -> bool {
        true
    }

    fn class(&self) -> &'static Arc<Class> {
        in_tables(self.class)
    }

    fn equal(&self, other: &dyn Object) -> bool {
        let other = other.downcast_ref::<Output>();
        other.is_some_and(|other| self.class == other.class && self.text == other.text)
    }

    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write(self.text.as_bytes());
        hasher.finish()
    }

    fn compare(&self, other: &dyn Object, _order: &mut Order<'_>) -> Ordering {
        let other = other.downcast_ref::<Output>();
        other.map_or(Ordering::Equal, |other| self.text.cmp(&other.text))
    }

    fn text(&self, _show: Show<'_>) -> Result<String, Failure> {
        Ok(self.text.clone())
    }

    /// Output and strings are written one behind the other.
    fn operate(
        &self,
        _machine: &mut Machine<'_>,
        op: BinaryOp,
        other: &Value,
        left: bool,
    ) -> Option<Result<Value, Failure>> {
        let text = match other {
            Value::Text(text) => text.to_string(),
            other => object::<Output>(other)?.text.clone(),
        };
        if op != BinaryOp::Add {
            return None;
        }
        if let Err(failure) = string::check_length(text.len() + self.text.len()) {
            return Some(Err(failure));
        }
        Some(Ok(output(if left {
            format!("{}{text}", self.text)
        } else {
            format!("{text}{}", self.text)
        })))
    }
}
