//! What names mean where they stand.

use std::sync::Arc;

use super::{Compiler, Work};
use crate::{
    Diagnostic, Span,
    ast::NodeId,
    evaluate::code::{Capture, Op},
    library,
    value::Value,
};

/// What a name means where it stands.
pub(super) enum Meaning {
    Local(u32),
    Captured(u32),
    /// A member of the object so many levels out.
    Member(usize),
    /// A static member of the class so many levels out.
    Static(usize),
    Class(Arc<str>),
    PackageConstant(Arc<str>),
    Builtin(Value),
    Global,
    Unknown,
}

impl Compiler<'_> {
    pub(super) fn on_worksheet(&self) -> bool {
        self.context.levels.is_empty()
    }

    pub(super) fn require_this(&self, word: &str, span: Span) -> Result<(), Diagnostic> {
        if self.on_worksheet() || self.context.is_static {
            return Err(Diagnostic::syntax(
                span,
                format!("there is no `{word}` outside the methods of an object"),
            ));
        }
        Ok(())
    }

    pub(super) fn meaning(&mut self, name: &Arc<str>) -> Meaning {
        let names = self.context.names;
        let levels = self.context.levels;
        let own_nested = levels
            .iter()
            .any(|level| level.members.get(name).is_some_and(|member| member.nested));
        if !own_nested && let Some(class) = names.class(&self.context.package, name) {
            return Meaning::Class(class);
        }
        match self.resolve(name) {
            Some(Capture::Local(slot)) => return Meaning::Local(slot),
            Some(Capture::Captured(index)) => return Meaning::Captured(index),
            None => {}
        }
        for (depth, level) in levels.iter().enumerate() {
            if level.members.contains_key(name) && !self.context.is_static {
                return Meaning::Member(depth);
            }
            if level.statics.contains(name) {
                return Meaning::Static(depth);
            }
        }
        if let Some(constant) = names.constant(&self.context.package, name) {
            return Meaning::PackageConstant(constant);
        }
        if self.on_worksheet() {
            return Meaning::Global;
        }
        match names.builtin(name) {
            Some(value) => Meaning::Builtin(value),
            None => Meaning::Unknown,
        }
    }

    pub(super) fn load(&mut self, name: &Arc<str>, span: Span) -> Result<(), Diagnostic> {
        let op = match self.meaning(name) {
            Meaning::Local(slot) => Op::Local(slot),
            Meaning::Captured(index) => Op::Captured(index),
            Meaning::Member(0) => {
                let site = self.builder().site(name.clone(), 0, Box::default());
                Op::ThisMember(site)
            }
            Meaning::Member(depth) => {
                self.builder().emit(Op::Outer(depth as u32), span);
                let site = self.builder().site(name.clone(), 0, Box::default());
                Op::Member(site)
            }
            Meaning::Static(depth) => {
                self.load_class(depth, span);
                let site = self.builder().site(name.clone(), 0, Box::default());
                Op::Member(site)
            }
            Meaning::Class(class) => {
                if let Some(native) = library::native(&class)
                    && native
                        .native
                        .as_ref()
                        .is_some_and(|native| native.singleton.is_none())
                {
                    self.constant(Value::Class(native), span);
                    return Ok(());
                }
                let site = self.builder().site(class, 0, Box::default());
                Op::Class(site)
            }
            Meaning::PackageConstant(constant) => {
                let site = self.builder().site(constant, 0, Box::default());
                Op::PackageConstant(site)
            }
            Meaning::Builtin(value) => {
                self.named_constant(value, name, span);
                return Ok(());
            }
            Meaning::Global => Op::Global(self.context.names.global(name)),
            Meaning::Unknown => return Err(self.unknown(name, span)),
        };
        self.builder().emit(op, span);
        Ok(())
    }

    pub(super) fn load_class(&mut self, depth: usize, span: Span) {
        let class = self.context.levels[depth].class.clone();
        let site = self.builder().site(class, 0, Box::default());
        self.builder().emit(Op::Class(site), span);
    }

    pub(super) fn unknown(&self, name: &Arc<str>, span: Span) -> Diagnostic {
        let mut levels = self.context.levels.iter();
        if self.context.is_static && levels.any(|level| level.members.contains_key(name)) {
            let message = format!("`{name}` belongs to an object, and there is none here");
            return Diagnostic::syntax(span, message)
                .with_help("static members and defaults of constructors are without an object");
        }
        let mut known: Vec<Arc<str>> = Vec::new();
        for builder in &self.builders {
            known.extend(builder.names.iter().map(|(name, _)| name.clone()));
        }
        for level in self.context.levels {
            known.extend(level.members.keys().cloned());
            known.extend(level.statics.iter().cloned());
        }
        known.sort();
        let error = Diagnostic::syntax(span, format!("there is no `{name}` here"));
        match self.context.names.similar(name, &known) {
            Some(near) => error.with_help(format!("did you mean {near}?")),
            None => error.with_help(format!("declare it first: `var {name} := …;`")),
        }
    }

    /// Where the innermost function finds a local name.
    pub(super) fn resolve(&mut self, name: &Arc<str>) -> Option<Capture> {
        let mut found = None;
        let mut level = self.builders.len();
        while level > 0 && found.is_none() {
            level -= 1;
            let builder = &self.builders[level];
            found = builder
                .local(name)
                .map(Capture::Local)
                .or_else(|| builder.captured(name).map(Capture::Captured));
        }
        let mut source = found?;
        if let (Capture::Local(slot), true) = (source, level + 1 < self.builders.len()) {
            let cells = &mut self.builders[level].code.cells;
            if !cells.contains(&slot) {
                cells.push(slot);
            }
        }
        for builder in &mut self.builders[level + 1..] {
            source = Capture::Captured(builder.capture(source, name));
        }
        Some(source)
    }

    /// Stores the top of the stack under a name, and leaves it there.
    pub(super) fn store(&mut self, name: &Arc<str>, span: Span) -> Result<(), Diagnostic> {
        let refused = |what: &str| {
            Err(Diagnostic::syntax(
                span,
                format!("`{name}` is {what} and cannot be assigned to"),
            ))
        };
        let op = match self.meaning(name) {
            Meaning::Local(slot) => Op::SetLocal(slot),
            Meaning::Captured(index) => Op::SetCaptured(index),
            Meaning::Member(0) => {
                let info = self.context.levels[0].members.get(name);
                if !info.is_some_and(|member| member.assignable) {
                    return refused("not a mutable variable");
                }
                let site = self.builder().site(name.clone(), 0, Box::default());
                Op::SetField(site)
            }
            Meaning::Member(_) => return refused("a member of the enclosing object"),
            Meaning::Static(_) => {
                let site = self.builder().site(name.clone(), 0, Box::default());
                Op::SetStatic(site)
            }
            Meaning::Class(_) => return refused("a class"),
            Meaning::Global => Op::SetGlobal(self.context.names.global(name)),
            Meaning::PackageConstant(_) if self.on_worksheet() => {
                Op::SetGlobal(self.context.names.global(name))
            }
            Meaning::PackageConstant(_) | Meaning::Builtin(_) => return refused("a constant"),
            Meaning::Unknown => {
                return Err(
                    Diagnostic::syntax(span, format!("`{name}` is not declared"))
                        .with_help(format!("write `var {name} := …`")),
                );
            }
        };
        self.builder().emit(op, span);
        Ok(())
    }

    pub(super) fn declare(&mut self, name: &Arc<str>, value: NodeId, span: Span) {
        let outermost =
            self.builders.len() == 1 && self.builder().blocks == 0 && self.on_worksheet();
        let store = if outermost {
            Work::Assign(name.clone(), span)
        } else {
            Work::Declare(name.clone(), span)
        };
        self.in_order([Work::Visit(value), store]);
    }

    /// A new local; it may not hide another name.
    pub(super) fn declare_local(&mut self, name: &Arc<str>, span: Span) -> Result<u32, Diagnostic> {
        self.check_new(name, span)?;
        Ok(self.builder().declare(name.clone()))
    }

    /// A local variable or label may not have the name of another, nor of a member of the class.
    pub(super) fn check_new(&self, name: &Arc<str>, span: Span) -> Result<(), Diagnostic> {
        let local = self.builders.iter().any(|builder| builder.keeps(name));
        let member = self
            .context
            .levels
            .iter()
            .any(|level| level.members.contains_key(name) || level.statics.contains(name));
        if local || member {
            let what = if local { "a variable" } else { "a member" };
            return Err(
                Diagnostic::syntax(span, format!("there is already {what} `{name}` here"))
                    .with_help("choose another name"),
            );
        }
        Ok(())
    }
}
