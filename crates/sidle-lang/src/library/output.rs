//! What is printed: texts without quotes.

use std::{cmp::Ordering, hash::Hasher, sync::Arc};

use rustc_hash::FxHasher;

use super::{
    Default, NativeClass, Object, Show, State,
    class_names::{LIST, OBJECT, OUTPUT},
    classes, in_tables, object, string,
};
use crate::{
    ast::BinaryOp,
    class::Class,
    diagnostic::Failure,
    evaluate::Machine,
    print,
    value::{Order, Value},
};

const TEXT: &str = "cgsuite.util.output.TextOutput";
const OF_GRID: &str = "cgsuite.util.output.GridOutput";
const OF_STRIP: &str = "cgsuite.util.output.StripOutput";

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// Something to be printed.
    class OUTPUT: [OBJECT] "\"abc\".ToUnquotedOutput" {
        /// The text as a string.
        get ToString(own: &Output) "\"abc\".ToUnquotedOutput.ToString" => own.text.as_str();
    }
    /// A text to be printed.
    class TEXT: [OUTPUT] "cgsuite.util.output.TextOutput(\"abc\")"
    new {
        /// A text to be printed.
        fn TextOutput(text: &str = Default::Text("")) "cgsuite.util.output.TextOutput(\"abc\")" => output(text);
    }
    {
        /// The text with another after it.
        fn Append(own: &Output, that: &Output) "\"ab\".ToUnquotedOutput.Append(\"cd\".ToUnquotedOutput)" => {
            string::check_length(own.text.len() + that.text.len())?;
            output(format!("{}{}", own.text, that.text))
        };
    }
    /// A picture of a grid.
    class OF_GRID: [OUTPUT] "cgsuite.util.output.GridOutput(Grid.Empty(1, 1), [], \".\")"
    new {
        /// A grid drawn with icons; as text, the alternative.
        fn GridOutput(grid: &Value as "cgsuite.util.Grid", iconNames: &Value as LIST, alt: &str)
            "cgsuite.util.output.GridOutput(Grid.Empty(1, 1), [], \".\")" => {
            let _ = (grid, iconNames);
            labelled(OF_GRID, alt)
        };
    }
    {}
    /// A picture of a strip.
    class OF_STRIP: [OUTPUT] "cgsuite.util.output.StripOutput(Strip.Empty(1), [], \".\")"
    new {
        /// A strip drawn with icons; as text, the alternative.
        fn StripOutput(strip: &Value as "cgsuite.util.Strip", iconNames: &Value as LIST, alt: &str)
            "cgsuite.util.output.StripOutput(Strip.Empty(1), [], \".\")" => {
            let _ = (strip, iconNames);
            labelled(OF_STRIP, alt)
        };
    }
    {}
    /// Prints nothing.
    class "cgsuite.util.output.EmptyOutput": [OUTPUT] "cgsuite.util.output.EmptyOutput" is { empty() } {}
};

/// Something to be printed.
#[derive(Debug)]
pub(crate) struct Output {
    class: &'static str,
    pub(crate) text: String,
}

/// A text to be printed without quotes.
pub(crate) fn output(text: impl Into<String>) -> Value {
    labelled(TEXT, text)
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

impl State for Output {
    const CLASS: &'static str = OUTPUT;
    const WHAT: &'static str = "output";
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
