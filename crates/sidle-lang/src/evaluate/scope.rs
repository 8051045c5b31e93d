//! Names while a function is compiled.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, OnceLock, atomic::AtomicU64},
};

use sidle_core::Meter;

use super::code::{Capture, Label, Op, Origin, Prototype, Site};
use crate::{Span, ast::NodeId, value::Value};

/// What the compiler asks about names that are not local.
pub(crate) trait Names {
    /// The qualified name of the class that a short name means inside a package.
    fn class(&self, package: &str, name: &str) -> Option<Arc<str>>;
    fn is_package(&self, name: &str) -> bool;
    /// The class or constant of a package.
    fn in_package(&self, package: &str, name: &str) -> Option<Packaged>;
    /// The qualified name of the constant that a short name means inside a package.
    fn constant(&self, package: &str, name: &str) -> Option<Arc<str>>;
    /// A constant or function of the language.
    fn builtin(&self, name: &str) -> Option<Value>;
    /// The slot of a name of the session.
    fn global(&self, name: &Arc<str>) -> u32;
    /// Names that resemble this one.
    fn similar(&self, name: &str, known: &[Arc<str>]) -> Option<String>;
}

/// What a name in a package means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packaged {
    Class,
    Constant,
}

/// A class around the code that is compiled.
#[derive(Debug, Default)]
pub(crate) struct Level {
    pub(crate) class: Arc<str>,
    pub(crate) members: HashMap<Arc<str>, MemberInfo>,
    pub(crate) statics: HashSet<Arc<str>>,
}

/// What is known about a member of a class while its code is compiled.
#[derive(Clone, Debug, Default)]
pub(crate) struct MemberInfo {
    /// Can it be assigned to?
    pub(crate) assignable: bool,
    /// A nested class.
    pub(crate) nested: bool,
    /// Least and greatest number of arguments of each method; empty if it is a variable.
    pub(crate) arities: Vec<(usize, usize)>,
    pub(crate) property: bool,
}

/// Where the code stands that is compiled.
pub(crate) struct Context<'c> {
    pub(crate) names: &'c dyn Names,
    pub(crate) package: Arc<str>,
    /// The classes around the code, innermost first; none on the worksheet.
    pub(crate) levels: &'c [Level],
    /// Is there no `this`?
    pub(crate) is_static: bool,
    pub(crate) origin: Option<Arc<Origin>>,
    pub(crate) meter: &'c Meter,
}

/// A loop that is being compiled: where `break` and `continue` go.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenLoop {
    pub(super) mark: u32,
    pub(super) next: Label,
    pub(super) exit: Label,
}

/// Where the names and slots of a scope begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenScope {
    names: usize,
    slot: u32,
}

/// A function that is being compiled.
#[derive(Debug, Default)]
pub(super) struct Builder {
    pub(super) code: Prototype,
    /// Visible locals, innermost last.
    pub(super) names: Vec<(Arc<str>, u32)>,
    /// In a default: so many of the first are earlier parameters, which it may use and may hide.
    pub(super) earlier: Option<usize>,
    /// Names of captured variables, in the order of the prototype's captures.
    pub(super) captured: Vec<Arc<str>>,
    pub(super) loops: Vec<OpenLoop>,
    /// The `finally` parts that a way out has to pass, with the number of loops around each.
    pub(super) tries: Vec<(NodeId, usize)>,
    /// How many blocks are open.
    pub(super) blocks: usize,
    /// The first slot that no open scope uses.
    next_slot: u32,
    labels: Vec<u32>,
}

impl Builder {
    pub(super) fn emit(&mut self, op: Op, span: Span) {
        self.code.ops.push(op);
        self.code.spans.push(span);
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(u32::MAX);
        (self.labels.len() - 1) as Label
    }

    pub(super) fn place(&mut self, label: Label) {
        self.labels[label as usize] = self.code.ops.len() as u32;
    }

    /// So many slots in a row.
    pub(super) fn slots(&mut self, count: u32) -> u32 {
        let first = self.next_slot;
        self.next_slot += count;
        self.code.locals = self.code.locals.max(self.next_slot);
        first
    }

    /// A scope that may be closed later.
    pub(super) fn scope(&self) -> OpenScope {
        OpenScope {
            names: self.names.len(),
            slot: self.next_slot,
        }
    }

    /// Forgets the names of a scope. What comes next may use its slots, unless functions share some of them.
    pub(super) fn close(&mut self, scope: OpenScope) {
        self.names.truncate(scope.names);
        if !self.code.cells.iter().any(|&slot| slot >= scope.slot) {
            self.next_slot = scope.slot;
        }
    }

    pub(super) fn declare(&mut self, name: Arc<str>) -> u32 {
        let slot = self.slots(1);
        self.names.push((name, slot));
        slot
    }

    pub(super) fn local(&self, name: &str) -> Option<u32> {
        let found = self.names.iter().rev().find(|(found, _)| **found == *name);
        found.map(|&(_, slot)| slot)
    }

    /// Is this a local name that no other may hide?
    pub(super) fn keeps(&self, name: &str) -> bool {
        let mut own = self.names[self.earlier.unwrap_or(0)..].iter();
        own.any(|(found, _)| **found == *name)
    }

    pub(super) fn captured(&self, name: &str) -> Option<u32> {
        let at = self.captured.iter().position(|found| **found == *name)?;
        Some(at as u32)
    }

    /// Remembers that closures of this function need a variable of their maker.
    pub(super) fn capture(&mut self, source: Capture, name: &Arc<str>) -> u32 {
        self.captured.push(name.clone());
        self.code.captures.push(source);
        (self.captured.len() - 1) as u32
    }

    pub(super) fn constant(&mut self, value: Value) -> u32 {
        self.code.constants.push(value);
        (self.code.constants.len() - 1) as u32
    }

    pub(super) fn site(&mut self, name: Arc<str>, arguments: u32, named: Box<[Arc<str>]>) -> u32 {
        self.code.sites.push(Site {
            name,
            below: None,
            arguments,
            named,
            cache: AtomicU64::new(0),
            field: AtomicU64::new(0),
            kinds: OnceLock::new(),
            fixed: OnceLock::new(),
        });
        (self.code.sites.len() - 1) as u32
    }

    /// Passes over the declarations of a class at a site.
    pub(super) fn pass_over(&mut self, site: u32, class: &Arc<str>) {
        self.code.sites[site as usize].below = Some(class.clone());
    }

    /// Puts the places of the labels into the jumps.
    pub(super) fn finish(mut self) -> Prototype {
        let labels = self.labels;
        let place = |label: &mut Label| *label = labels[*label as usize];
        for op in &mut self.code.ops {
            match op {
                Op::Jump(label)
                | Op::JumpUnless(label)
                | Op::JumpIfFalse(label)
                | Op::JumpIfTrue(label)
                | Op::Given { to: label, .. }
                | Op::Try { last: label, .. }
                | Op::ForNext { exit: label, .. }
                | Op::InNext { exit: label, .. } => place(label),
                _ => {}
            }
        }
        super::fuse::thread(&mut self.code.ops);
        super::fuse::fuse(&mut self.code.ops);
        self.code
    }
}
