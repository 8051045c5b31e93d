//! Codes of take-and-break games as objects of their own.

use std::{hash::Hasher, sync::Arc};

use rustc_hash::FxHasher;
use sidle_impartial::code::{Code, CodeError};

use super::{NativeClass, Object, Show, State, class_names::OBJECT, classes, in_tables, output};
use crate::{class::Class, diagnostic::Failure, value::Value};

const CODE: &str = "game.TBCode";

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// The code of a take-and-break game.
    class CODE: [OBJECT] "TBCode(\"0.77\")"
    new {
        /// The code of a take-and-break game.
        fn TBCode(code: &str) "TBCode(\"04.30\")" => Value::object(Written(read(code)?));
    }
    {
        /// The code in its shortest form.
        get toString(code: &Written) "TBCode(\"04.30\").toString" => output::output(code.0.to_string());
        /// The options of a heap in the order of the code: the sizes of the heaps that are left, `-` for none.
        fn traversal(code: &Written, heapSize: i64) "TBCode(\"0.7\").traversal(9)" => {
            let heap = u32::try_from(heapSize)
                .map_err(|_| Failure::new("a heap has from 0 to 4294967295 tokens"))?;
            let mut options = Vec::new();
            for option in code.0.options(heap) {
                m.count_bytes(16 + 8 * option.len())?;
                let sizes: Vec<String> = option.iter().map(u32::to_string).collect();
                options.push(if sizes.is_empty() { "-".to_owned() } else { sizes.join(",") });
            }
            output::output(options.join("  "))
        };
    }
};

/// The code that a text is; what is wrong with it is pointed at.
pub(super) fn read(text: &str) -> Result<Code, Failure> {
    text.parse().map_err(|error: CodeError| {
        let place = error.span().start + 1;
        let message = format!("{error} (character {place} of \"{text}\")");
        Failure::new(message).inside(text, error.span())
    })
}

impl State for Written {
    const CLASS: &'static str = CODE;
    const WHAT: &'static str = "a code";
}

/// A code that was written by itself.
#[derive(Debug)]
struct Written(Code);

impl Object for Written {
    fn is_free_of_games(&self) -> bool {
        true
    }

    fn class(&self) -> &'static Arc<Class> {
        in_tables(CODE)
    }

    fn equal(&self, other: &dyn Object) -> bool {
        let other = other.downcast_ref::<Written>();
        other.is_some_and(|other| self.0.to_string() == other.0.to_string())
    }

    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write(self.0.to_string().as_bytes());
        hasher.finish()
    }

    fn text(&self, _show: Show<'_>) -> Result<String, Failure> {
        Ok(format!("TBCode(\"{}\")", self.0))
    }
}
