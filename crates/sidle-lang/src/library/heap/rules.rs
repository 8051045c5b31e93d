//! Heap rulesets as objects: equality, order, text, and their positions.

use std::{cmp::Ordering, sync::Arc};

use super::{
    super::{Object, Show, in_tables, object},
    HeapPosition, HeapSize, JOIN, RULESET, Rules, Ruleset, SHIPPED, SPAWNING, TAKE_AND_BREAK,
    heap_size,
};
use crate::{
    class::Class,
    diagnostic::Failure,
    evaluate::Machine,
    value::{self, Equality, Order, Value},
};

/// Longer names of joined rulesets are cut short.
const LONGEST: usize = 4096;

impl Object for Ruleset {
    fn is_free_of_games(&self) -> bool {
        let free =
            |value: &Value| matches!(value, Value::Object(rules) if rules.is_free_of_games());
        match &self.rules {
            Rules::Code { .. } | Rules::Spawning { .. } => true,
            Rules::Function(..) => false,
            Rules::Join(first, second) => free(first) && free(second),
        }
    }

    fn class(&self) -> &'static Arc<Class> {
        let name = match &self.rules {
            Rules::Code { .. } => TAKE_AND_BREAK,
            Rules::Spawning { .. } => SPAWNING,
            Rules::Function(..) | Rules::Join(..) => RULESET,
        };
        in_tables(name)
    }

    fn equal(&self, other: &dyn Object) -> bool {
        self.equal_within(other, &mut Equality::default())
    }

    fn equal_within(&self, other: &dyn Object, equality: &mut Equality) -> bool {
        let other = other.downcast_ref::<Ruleset>();
        other.is_some_and(|other| self.rules.same(&other.rules, equality))
    }

    fn depth(&self) -> u32 {
        self.depth
    }

    fn hash(&self) -> u64 {
        self.rules.code().bytes().fold(11, |hash: u64, byte| {
            hash.wrapping_mul(31) ^ u64::from(byte)
        })
    }

    fn compare(&self, other: &dyn Object, order: &mut Order<'_>) -> Ordering {
        let Some(other) = other.downcast_ref::<Ruleset>() else {
            return Ordering::Equal;
        };
        match (&self.rules, &other.rules) {
            (Rules::Join(a, b), Rules::Join(c, d)) => {
                value::compare(a, c, order).then_with(|| value::compare(b, d, order))
            }
            (a, b) => a.code().cmp(b.code()),
        }
    }

    fn text(&self, _show: Show<'_>) -> Result<String, Failure> {
        Ok(self.text())
    }

    fn call(
        &self,
        _machine: &mut Machine<'_>,
        arguments: &[Value],
    ) -> Option<Result<Value, Failure>> {
        Some(match arguments {
            [heap] => heap_size(heap).and_then(|size| self.heap(HeapSize(size))),
            _ => Err(Failure::new(
                "a heap game is called with the size of a heap",
            )),
        })
    }
}

impl Ruleset {
    /// The position of one heap.
    pub(super) fn heap(&self, size: HeapSize) -> Result<Value, Failure> {
        // The rules are shared with the position, the values known so far are not.
        let copy = Ruleset::new(self.rules.copy());
        Ok(Value::object(HeapPosition {
            rules: Value::object(copy),
            heaps: vec![size.0],
        }))
    }

    /// `TakeAndBreak("0.77")`: the class and the code.
    pub(super) fn text(&self) -> String {
        match &self.rules {
            Rules::Code { text, .. } => format!("TakeAndBreak(\"{text}\")"),
            Rules::Spawning { text, .. } => format!("Spawning(\"{text}\")"),
            Rules::Function(_, text) => format!("NativeHeapRuleset({text})"),
            Rules::Join(..) => JOIN.to_owned(),
        }
    }

    /// The ruleset as an expression: `Kayles`, `TakeAndBreak("0.07")`, `Kayles.Join(Nim)`.
    pub(in crate::library) fn written(&self, package: &str) -> String {
        let mut text = String::new();
        self.write(package, &mut text);
        text
    }

    /// Rules that are joined many times are cut short: their number of parts grows as a power of two.
    fn write(&self, package: &str, written: &mut String) {
        if written.len() > LONGEST {
            written.push_str("⟪…⟫");
            return;
        }
        if !matches!(self.rules, Rules::Join(..)) {
            written.push_str(package);
        }
        match &self.rules {
            Rules::Code { text, .. } => match SHIPPED.iter().find(|(_, code)| code == text) {
                Some((name, _)) => written.push_str(name),
                None => written.push_str(&self.text()),
            },
            Rules::Spawning { .. } | Rules::Function(..) => written.push_str(&self.text()),
            Rules::Join(first, second) => {
                for (part, after) in [(first, ".Join("), (second, ")")] {
                    if let Some(rules) = object::<Ruleset>(part) {
                        rules.write(package, written);
                    }
                    written.push_str(after);
                }
            }
        }
    }
}

impl Rules {
    /// The code, empty if there is none.
    pub(super) fn code(&self) -> &str {
        match self {
            Rules::Code { text, .. } | Rules::Spawning { text, .. } => text,
            Rules::Function(..) | Rules::Join(..) => "",
        }
    }

    /// Are the rules given in the same way? Codes are compared as they are written.
    pub(super) fn same(&self, other: &Rules, equality: &mut Equality) -> bool {
        match (self, other) {
            (Rules::Code { text: a, .. }, Rules::Code { text: b, .. })
            | (Rules::Spawning { text: a, .. }, Rules::Spawning { text: b, .. }) => a == b,
            (Rules::Function(a, _), Rules::Function(b, _)) => equality.values(a, b),
            (Rules::Join(a, b), Rules::Join(c, d)) => {
                equality.values(a, c) && equality.values(b, d)
            }
            _ => false,
        }
    }

    /// How many joined rules are inside.
    pub(super) fn depth(&self) -> u32 {
        match self {
            Rules::Join(first, second) => 1 + first.depth().max(second.depth()),
            _ => 0,
        }
    }

    pub(super) fn copy(&self) -> Rules {
        match self {
            Rules::Code { text, code } => Rules::Code {
                text: text.clone(),
                code: code.clone(),
            },
            Rules::Spawning { text, rules } => Rules::Spawning {
                text: text.clone(),
                rules: rules.clone(),
            },
            Rules::Function(function, text) => Rules::Function(function.clone(), text.clone()),
            Rules::Join(first, second) => Rules::Join(first.clone(), second.clone()),
        }
    }
}
