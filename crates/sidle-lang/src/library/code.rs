//! Codes of take-and-break games as objects of their own.

use std::{hash::Hasher, sync::Arc};

use rustc_hash::FxHasher;
use sidle_impartial::code::{Code, CodeError};

use super::{
    NativeClass, Object, Show, class,
    extract::{index, text},
    in_tables, method, object, output, property, required,
};
use crate::{class::Class, diagnostic::Failure, value::Value};

const CODE: &str = "game.TBCode";

pub(super) const CLASSES: &[NativeClass] = &[NativeClass {
    calls: &[method(
        "TBCode",
        &[required("code", "cgsuite.lang.String")],
        "The code of a take-and-break game.",
        "TBCode(\"04.30\")",
        |_, a| {
            let code = read(text(&a[0])?)?;
            Ok(Value::object(Written(code)))
        },
    )],
    members: &[
        property(
            "toString",
            "The code in its shortest form.",
            "TBCode(\"04.30\").toString",
            |_, a| Ok(output::output(code(&a[0])?.to_string())),
        ),
        method(
            "traversal",
            &[required("heapSize", "game.Integer")],
            "The options of a heap in the order of the code: the sizes of the heaps that are left, `-` for none.",
            "TBCode(\"0.7\").traversal(9)",
            |m, a| {
                let heap = u32::try_from(index(&a[1])?)
                    .map_err(|_| Failure::new("a heap has from 0 to 4294967295 tokens"))?;
                let mut options = Vec::new();
                for option in code(&a[0])?.options(heap) {
                    m.count_bytes(16 + 8 * option.len())?;
                    let sizes: Vec<String> = option.iter().map(u32::to_string).collect();
                    options.push(match sizes.is_empty() {
                        true => "-".to_owned(),
                        false => sizes.join(","),
                    });
                }
                Ok(output::output(options.join("  ")))
            },
        ),
    ],
    ..class(
        CODE,
        &["cgsuite.lang.Object"],
        "The code of a take-and-break game.",
        "TBCode(\"0.77\")",
    )
}];

/// The code that a text is; what is wrong with it is pointed at.
pub(super) fn read(text: &str) -> Result<Code, Failure> {
    text.parse().map_err(|error: CodeError| {
        let place = error.span().start + 1;
        let message = format!("{error} (character {place} of \"{text}\")");
        Failure::new(message).inside(text, error.span())
    })
}

fn code(value: &Value) -> Result<&Code, Failure> {
    object::<Written>(value)
        .map(|written| &written.0)
        .ok_or_else(|| value.unlike("a code"))
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
