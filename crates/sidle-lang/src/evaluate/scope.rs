//! Names of locals while a function is compiled.

use std::sync::Arc;

use super::code::{Capture, Label, Op, Prototype};
use crate::Span;

/// A loop that is being compiled: where `break` and `continue` go.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenLoop {
    pub(super) iterations: u32,
    pub(super) next: Label,
    pub(super) exit: Label,
}

/// A function that is being compiled.
#[derive(Debug, Default)]
pub(super) struct Builder {
    pub(super) code: Prototype,
    /// Visible locals, innermost last: slot n is the n-th.
    pub(super) names: Vec<Option<Arc<str>>>,
    /// Names of captured values, in the order of the prototype's captures.
    pub(super) captured: Vec<Arc<str>>,
    pub(super) loops: Vec<OpenLoop>,
    /// How many blocks are open.
    pub(super) blocks: usize,
}

impl Builder {
    pub(super) fn emit(&mut self, op: Op, span: Span) {
        self.code.ops.push(op);
        self.code.spans.push(span);
    }

    pub(super) fn label(&mut self) -> Label {
        self.code.labels.push(u32::MAX);
        (self.code.labels.len() - 1) as Label
    }

    pub(super) fn place(&mut self, label: Label) {
        self.code.labels[label as usize] = self.code.ops.len() as u32;
    }

    pub(super) fn declare(&mut self, name: Option<Arc<str>>) -> u32 {
        self.names.push(name);
        let count = self.names.len() as u32;
        self.code.locals = self.code.locals.max(count);
        count - 1
    }

    pub(super) fn local(&self, name: &str) -> Option<u32> {
        let at = self
            .names
            .iter()
            .rposition(|found| found.as_deref() == Some(name))?;
        Some(at as u32)
    }

    pub(super) fn captured(&self, name: &str) -> Option<u32> {
        let at = self.captured.iter().position(|found| **found == *name)?;
        Some(at as u32)
    }

    /// Remembers that closures of this function need a value of their maker.
    pub(super) fn capture(&mut self, source: Capture, name: &Arc<str>) -> u32 {
        self.captured.push(name.clone());
        self.code.captures.push(source);
        (self.captured.len() - 1) as u32
    }
}
