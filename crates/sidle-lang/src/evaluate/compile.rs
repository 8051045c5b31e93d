//! From the syntax tree to linear code, with a stack of work instead of recursion.

use std::{collections::HashMap, sync::Arc};

use super::{
    code::{Capture, Label, LoopyOption, LoopyShape, Op, Prototype},
    scope::{Builder, Context, OpenLoop, Packaged},
};
use crate::{
    Diagnostic, Span,
    ast::{Ast, Clause, Collect, Node, NodeId, Nodes, Param, Source},
    class::{Fallback, Parameter, TypeTest},
    value::Value,
};

/// Functions inside functions: more than this is refused, because they are dropped one inside the other.
const MAX_FUNCTIONS: usize = 200;
/// No more mistakes than this are reported at once.
const MAX_PROBLEMS: usize = 50;

/// Compiles a program to a function without parameters.
///
/// Cost: linear in the size of the tree.
pub(crate) fn compile(ast: &Arc<Ast>, context: &Context<'_>) -> Result<Prototype, Vec<Diagnostic>> {
    let mut compiler = Compiler::new(ast, context);
    for &statement in ast.statements.iter().rev() {
        let span = ast.span(statement);
        compiler.later(Work::Emit(Op::Answer, span));
        compiler.later(Work::Visit(statement));
    }
    compiler.finish()
}

/// Compiles the body of a method, or any expression, to a function with these parameters.
pub(crate) fn compile_body(
    ast: &Arc<Ast>,
    name: &Arc<str>,
    parameters: &[Param],
    body: NodeId,
    context: &Context<'_>,
) -> Result<Prototype, Vec<Diagnostic>> {
    let mut compiler = Compiler::new(ast, context);
    compiler.builder().code.name = Some(name.clone());
    compiler.builder().blocks = 1;
    compiler.parameters(parameters);
    compiler.later(Work::Visit(body));
    compiler.finish()
}

/// Compiles variables with their initial values and bare statements: what makes an object.
pub(crate) fn compile_initialiser(
    ast: &Arc<Ast>,
    name: &Arc<str>,
    steps: &[(Option<Arc<str>>, NodeId)],
    context: &Context<'_>,
) -> Result<Prototype, Vec<Diagnostic>> {
    let mut compiler = Compiler::new(ast, context);
    compiler.builder().code.name = Some(name.clone());
    compiler.builder().blocks = 1;
    for (field, node) in steps.iter().rev() {
        let span = ast.span(*node);
        compiler.later(Work::Emit(Op::Pop, span));
        if let Some(field) = field {
            let site = compiler.builder().site(field.clone(), 0, Box::default());
            let op = if context.is_static {
                Op::SetStatic(site)
            } else {
                Op::SetField(site)
            };
            compiler.later(Work::Emit(op, span));
        }
        compiler.later(Work::Visit(*node));
    }
    compiler.later(Work::Emit(Op::Nothing, Span::default()));
    compiler.work.rotate_right(1);
    compiler.finish()
}

/// Something still to be done; the last pushed is done first.
enum Work {
    Visit(NodeId),
    Emit(Op, Span),
    Place(Label),
    /// Makes a name visible and stores the top of the stack in it.
    Declare(Arc<str>, Span),
    Assign(Arc<str>, Span),
    OpenScope,
    /// Forgets all locals but so many.
    CloseScope(usize),
    Clause(u32, Labels),
    /// The variable and the conditions of a clause.
    ClauseBody(u32, Labels, u32),
    CloseLoop,
    CloseFunction(Span, NodeId),
}

#[derive(Clone, Copy)]
struct Labels {
    next: Label,
    exit: Label,
}

struct Compiler<'a> {
    ast: &'a Arc<Ast>,
    context: &'a Context<'a>,
    builders: Vec<Builder>,
    work: Vec<Work>,
    problems: Vec<Diagnostic>,
}

/// What a name means where it stands.
enum Meaning {
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

impl<'a> Compiler<'a> {
    fn new(ast: &'a Arc<Ast>, context: &'a Context<'a>) -> Compiler<'a> {
        let mut compiler = Compiler {
            ast,
            context,
            builders: Vec::new(),
            work: Vec::new(),
            problems: Vec::new(),
        };
        let builder = compiler.fresh();
        compiler.builders.push(builder);
        compiler
    }

    fn fresh(&self) -> Builder {
        let mut builder = Builder::default();
        builder.code.origin = self.context.origin.clone();
        builder.code.simple = true;
        builder
    }

    fn finish(mut self) -> Result<Prototype, Vec<Diagnostic>> {
        while let Some(work) = self.work.pop() {
            if let Err(problem) = self.step(work) {
                self.problems.push(problem);
                if self.context.levels.is_empty() || self.problems.len() >= MAX_PROBLEMS {
                    break;
                }
            }
        }
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        let mut builder = self.builders.pop().unwrap_or_default();
        builder.emit(Op::Return, Span::default());
        Ok(builder.finish())
    }

    fn later(&mut self, work: Work) {
        self.work.push(work);
    }

    /// Pushes work so that it is done in the order given.
    fn in_order(&mut self, work: impl IntoIterator<Item = Work, IntoIter: DoubleEndedIterator>) {
        self.work.extend(work.into_iter().rev());
    }

    fn builder(&mut self) -> &mut Builder {
        let last = self.builders.len() - 1;
        &mut self.builders[last]
    }

    fn step(&mut self, work: Work) -> Result<(), Diagnostic> {
        match work {
            Work::Visit(node) => self.visit(node)?,
            Work::Emit(op, span) => self.builder().emit(op, span),
            Work::Place(label) => self.builder().place(label),
            Work::Declare(name, span) => {
                let slot = self.declare_local(&name, span)?;
                self.builder().emit(Op::SetLocal(slot), span);
            }
            Work::Assign(name, span) => self.store(&name, span)?,
            Work::OpenScope => self.builder().blocks += 1,
            Work::CloseScope(locals) => {
                self.builder().blocks -= 1;
                self.builder().names.truncate(locals);
            }
            Work::Clause(index, labels) => self.begin_clause(index, labels),
            Work::ClauseBody(index, labels, slot) => self.clause_body(index, labels, slot)?,
            Work::CloseLoop => {
                self.builder().loops.pop();
            }
            Work::CloseFunction(span, node) => self.close_function(span, node),
        }
        Ok(())
    }

    fn constant(&mut self, value: Value, span: Span) {
        let op = match &value {
            Value::Nothing => Op::Nothing,
            Value::Bool(truth) => Op::Bool(*truth),
            Value::Number(number) => match number.small().and_then(|n| i32::try_from(n).ok()) {
                Some(small) => Op::Integer(small),
                None => Op::Constant(self.builder().constant(value)),
            },
            _ => Op::Constant(self.builder().constant(value)),
        };
        self.builder().emit(op, span);
    }

    fn visit(&mut self, id: NodeId) -> Result<(), Diagnostic> {
        let ast = self.ast.clone();
        let span = ast.span(id);
        match ast.node(id) {
            Node::Nothing => self.constant(Value::Nothing, span),
            Node::Bool(value) => self.constant(Value::Bool(*value), span),
            Node::Number(value) => self.constant(Value::Number(value.clone()), span),
            Node::Text(text) => self.constant(Value::Text(text.clone()), span),
            Node::EmptyMap => self.builder().emit(Op::Map(0), span),
            Node::Name(name) => self.load(name, span)?,
            Node::Pass => return Err(misplaced("pass", span)),
            Node::Label(name) => return Err(misplaced(name, span)),
            Node::This => {
                self.require_this("this", span)?;
                self.builder().emit(Op::This, span);
            }
            Node::Super(name) => {
                self.require_this("super", span)?;
                self.builder().emit(Op::This, span);
                let site = self.super_site(name, 0);
                self.builder().emit(Op::Super(site), span);
            }
            Node::Unary(op, a) => {
                self.in_order([Work::Visit(*a), Work::Emit(Op::Unary(*op), span)]);
            }
            Node::Binary(op, a, b) => {
                self.in_order([
                    Work::Visit(*a),
                    Work::Visit(*b),
                    Work::Emit(Op::Binary(*op), span),
                ]);
            }
            Node::Is(a, b) => {
                self.in_order([Work::Visit(*a), Work::Visit(*b), Work::Emit(Op::Is, span)]);
            }
            Node::Range(a, b, step) => {
                self.later(Work::Emit(Op::Range(step.is_some()), span));
                for part in [*step, Some(*b), Some(*a)].into_iter().flatten() {
                    self.later(Work::Visit(part));
                }
            }
            Node::And(a, b) => self.logical(*a, *b, true, span),
            Node::Or(a, b) => self.logical(*a, *b, false, span),
            Node::Pair(a, b) => {
                self.in_order([Work::Visit(*a), Work::Visit(*b), Work::Emit(Op::Pair, span)]);
            }
            Node::Named(..) => {
                return Err(Diagnostic::syntax(
                    span,
                    "an argument by name outside a call",
                ));
            }
            Node::List(nodes) => self.collection(*nodes, Op::List(count(*nodes)), span),
            Node::Set(nodes) => self.collection(*nodes, Op::Set(count(*nodes)), span),
            Node::Tuple(nodes) => self.collection(*nodes, Op::Coordinates(count(*nodes)), span),
            Node::Misere(nodes) => self.collection(*nodes, Op::Misere(count(*nodes)), span),
            Node::Game { loopy: true, .. } => self.loopy_game(id, span)?,
            Node::Game {
                left,
                right,
                explicit,
                ..
            } => self.game(*left, *right, *explicit, span),
            Node::Member(receiver, name) => self.member(id, *receiver, name, span),
            Node::Method(receiver, name, arguments) => {
                self.method(id, *receiver, name, *arguments, span);
            }
            Node::Call(callee, arguments) => self.call(*callee, *arguments, span)?,
            Node::Index(object, indices) => {
                self.later(Work::Emit(Op::Index(count(*indices)), span));
                self.visit_all(*indices);
                self.later(Work::Visit(*object));
            }
            Node::Assign(name, value) => {
                self.in_order([Work::Visit(*value), Work::Assign(name.clone(), span)]);
            }
            Node::Declare(name, value) => self.declare(name, *value, span),
            Node::Define(name, parameters, body) => {
                self.later(Work::Assign(name.clone(), span));
                self.function(Some(name.clone()), parameters, *body, span, id)?;
            }
            Node::Lambda(parameters, body) => self.function(None, parameters, *body, span, id)?,
            Node::Return(value) => {
                self.in_order([Work::Visit(*value), Work::Emit(Op::Return, span)]);
            }
            Node::Break => self.leave(span, true)?,
            Node::Continue => self.leave(span, false)?,
            Node::Block(statements) => self.block(*statements, span),
            Node::If {
                condition,
                then,
                otherwise,
            } => self.conditional(*condition, *then, *otherwise, span),
            Node::Loop {
                collect,
                first_clause,
                clauses,
                bodies,
            } => {
                self.begin_loop(*collect, *first_clause, *clauses, *bodies, span);
            }
        }
        Ok(())
    }

    fn visit_all(&mut self, nodes: Nodes) {
        let ast = self.ast;
        self.work
            .extend(ast.list(nodes).iter().rev().map(|&node| Work::Visit(node)));
    }

    fn collection(&mut self, nodes: Nodes, op: Op, span: Span) {
        self.later(Work::Emit(op, span));
        self.visit_all(nodes);
    }

    fn game(&mut self, left: Nodes, right: Nodes, explicit: bool, span: Span) {
        let (l, r) = (count(left), count(right));
        let op = if explicit {
            Op::Explicit { left: l, right: r }
        } else {
            Op::Game { left: l, right: r }
        };
        self.later(Work::Emit(op, span));
        self.visit_all(right);
        self.visit_all(left);
    }

    fn logical(&mut self, a: NodeId, b: NodeId, and: bool, span: Span) {
        let end = self.builder().label();
        let jump = if and {
            Op::JumpIfFalse(end)
        } else {
            Op::JumpIfTrue(end)
        };
        self.in_order([
            Work::Visit(a),
            Work::Emit(jump, self.ast.span(a)),
            Work::Emit(Op::Pop, span),
            Work::Visit(b),
            Work::Emit(Op::Boolean, self.ast.span(b)),
            Work::Place(end),
        ]);
    }

    fn conditional(
        &mut self,
        condition: NodeId,
        then: NodeId,
        otherwise: Option<NodeId>,
        span: Span,
    ) {
        let (other, end) = (self.builder().label(), self.builder().label());
        let otherwise = match otherwise {
            Some(node) => Work::Visit(node),
            None => Work::Emit(Op::Nothing, span),
        };
        self.in_order([
            Work::Visit(condition),
            Work::Emit(Op::JumpUnless(other), self.ast.span(condition)),
            Work::Visit(then),
            Work::Emit(Op::Jump(end), span),
            Work::Place(other),
            otherwise,
            Work::Place(end),
        ]);
    }

    fn block(&mut self, statements: Nodes, span: Span) {
        let locals = self.builder().names.len();
        let ast = self.ast;
        self.later(Work::CloseScope(locals));
        match ast.list(statements).split_last() {
            None => self.later(Work::Emit(Op::Nothing, span)),
            Some((&last, before)) => {
                self.later(Work::Visit(last));
                for &statement in before.iter().rev() {
                    self.later(Work::Emit(Op::Pop, span));
                    self.later(Work::Visit(statement));
                }
            }
        }
        self.later(Work::OpenScope);
    }

    // ---- names -------------------------------------------------------------------------------------

    fn on_worksheet(&self) -> bool {
        self.context.levels.is_empty()
    }

    fn require_this(&self, word: &str, span: Span) -> Result<(), Diagnostic> {
        if self.on_worksheet() || self.context.is_static {
            return Err(Diagnostic::syntax(
                span,
                format!("there is no `{word}` outside the methods of an object"),
            ));
        }
        Ok(())
    }

    fn meaning(&mut self, name: &Arc<str>) -> Meaning {
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

    fn load(&mut self, name: &Arc<str>, span: Span) -> Result<(), Diagnostic> {
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
                let site = self.builder().site(class, 0, Box::default());
                Op::Class(site)
            }
            Meaning::PackageConstant(constant) => {
                let site = self.builder().site(constant, 0, Box::default());
                Op::PackageConstant(site)
            }
            Meaning::Builtin(value) => {
                self.constant(value, span);
                return Ok(());
            }
            Meaning::Global => Op::Global(self.context.names.global(name)),
            Meaning::Unknown => return Err(self.unknown(name, span)),
        };
        self.builder().emit(op, span);
        Ok(())
    }

    fn load_class(&mut self, depth: usize, span: Span) {
        let class = self.context.levels[depth].class.clone();
        let site = self.builder().site(class, 0, Box::default());
        self.builder().emit(Op::Class(site), span);
    }

    fn unknown(&self, name: &Arc<str>, span: Span) -> Diagnostic {
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
    fn resolve(&mut self, name: &Arc<str>) -> Option<Capture> {
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
    fn store(&mut self, name: &Arc<str>, span: Span) -> Result<(), Diagnostic> {
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

    fn declare(&mut self, name: &Arc<str>, value: NodeId, span: Span) {
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
    fn declare_local(&mut self, name: &Arc<str>, span: Span) -> Result<u32, Diagnostic> {
        let local = self
            .builders
            .iter()
            .any(|builder| builder.local(name).is_some());
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
        Ok(self.builder().declare(name.clone()))
    }

    // ---- members and calls -------------------------------------------------------------------------

    /// The package that an expression names, if it does.
    fn package_of(&mut self, node: NodeId) -> Option<String> {
        let mut parts: Vec<Arc<str>> = Vec::new();
        let mut at = node;
        loop {
            match self.ast.node(at) {
                Node::Member(receiver, name) => {
                    parts.push(name.clone());
                    at = *receiver;
                }
                Node::Name(name) => {
                    parts.push(name.clone());
                    break;
                }
                _ => return None,
            }
            if parts.len() > 30 {
                return None;
            }
        }
        let root = parts.last()?.clone();
        if self.resolve(&root).is_some() || !self.context.names.is_package(&root) {
            return None;
        }
        parts.reverse();
        let name = parts.join(".");
        self.context.names.is_package(&name).then_some(name)
    }

    /// Emits the class or constant of a package; false if there is none.
    fn packaged(&mut self, package: &str, name: &str, span: Span) -> bool {
        let Some(packaged) = self.context.names.in_package(package, name) else {
            return false;
        };
        let qualified: Arc<str> = format!("{package}.{name}").into();
        let site = self.builder().site(qualified, 0, Box::default());
        let op = match packaged {
            Packaged::Class => Op::Class(site),
            Packaged::Constant => Op::PackageConstant(site),
        };
        self.builder().emit(op, span);
        true
    }

    fn member(&mut self, _id: NodeId, receiver: NodeId, name: &Arc<str>, span: Span) {
        if let Some(package) = self.package_of(receiver) {
            if self.packaged(&package, name, span) {
                return;
            }
            let inner = format!("{package}.{name}");
            if self.context.names.is_package(&inner) {
                self.constant(Value::Namespace(inner.into()), span);
            } else {
                self.missing_in_package(&package, name, span);
            }
            return;
        }
        let site = self.builder().site(name.clone(), 0, Box::default());
        self.in_order([Work::Visit(receiver), Work::Emit(Op::Member(site), span)]);
    }

    fn missing_in_package(&mut self, package: &str, name: &str, span: Span) {
        let message = format!("there is no `{name}` in the package `{package}`");
        self.problems.push(Diagnostic::syntax(span, message));
        self.builder().emit(Op::Nothing, span);
        if self.on_worksheet() {
            self.work.clear();
        }
    }

    fn method(
        &mut self,
        _id: NodeId,
        receiver: NodeId,
        name: &Arc<str>,
        arguments: Nodes,
        span: Span,
    ) {
        if let Some(package) = self.package_of(receiver) {
            if !self.packaged(&package, name, span) {
                self.missing_in_package(&package, name, span);
                return;
            }
            let site = self.arguments_site(Arc::from(""), arguments);
            self.later(Work::Emit(Op::Call(site), span));
            self.visit_arguments(arguments);
            return;
        }
        if let Node::Super(_) = self.ast.node(receiver) {
            // `super.f.g(…)` is a call on the value of `super.f`.
        }
        let site = self.arguments_site(name.clone(), arguments);
        self.later(Work::Emit(Op::CallMember(site), span));
        self.visit_arguments(arguments);
        self.later(Work::Visit(receiver));
    }

    fn super_site(&mut self, name: &Arc<str>, arguments: u32) -> u32 {
        let class = &self.context.levels[0].class;
        let name: Arc<str> = format!("{class}#{name}").into();
        self.builder().site(name, arguments, Box::default())
    }

    fn arguments_site(&mut self, name: Arc<str>, arguments: Nodes) -> u32 {
        let ast = self.ast;
        let named: Vec<Arc<str>> = ast
            .list(arguments)
            .iter()
            .filter_map(|&node| match ast.node(node) {
                Node::Named(name, _) => Some(name.clone()),
                _ => None,
            })
            .collect();
        self.builder()
            .site(name, count(arguments), named.into_boxed_slice())
    }

    fn visit_arguments(&mut self, arguments: Nodes) {
        let ast = self.ast;
        let work = ast.list(arguments).iter().rev().map(|&node| {
            Work::Visit(match ast.node(node) {
                Node::Named(_, value) => *value,
                _ => node,
            })
        });
        self.work.extend(work);
    }

    fn call(&mut self, callee: NodeId, arguments: Nodes, span: Span) -> Result<(), Diagnostic> {
        let ast = self.ast.clone();
        match ast.node(callee) {
            Node::Super(name) => {
                self.require_this("super", span)?;
                let mut site = self.super_site(name, count(arguments));
                if count(arguments) == 0 {
                    // Zero arguments: a call, not a reading.
                    let name: Arc<str> =
                        format!("{}#{name}()", self.context.levels[0].class).into();
                    site = self.builder().site(name, 0, Box::default());
                }
                self.builder().emit(Op::This, span);
                self.later(Work::Emit(Op::Super(site), span));
                self.visit_arguments(arguments);
                return Ok(());
            }
            Node::Name(name) => {
                let meaning = self.meaning(name);
                let depth = match meaning {
                    Meaning::Member(depth) | Meaning::Static(depth) => depth,
                    _ => usize::MAX,
                };
                if depth != usize::MAX {
                    self.check_arity(name, depth, arguments, span)?;
                    match meaning {
                        Meaning::Static(_) => self.load_class(depth, span),
                        _ if depth == 0 => self.builder().emit(Op::This, span),
                        _ => self.builder().emit(Op::Outer(depth as u32), span),
                    }
                    let site = self.arguments_site(name.clone(), arguments);
                    self.later(Work::Emit(Op::CallMember(site), span));
                    self.visit_arguments(arguments);
                    return Ok(());
                }
            }
            _ => {}
        }
        let site = self.arguments_site(Arc::from(""), arguments);
        self.later(Work::Emit(Op::Call(site), span));
        self.visit_arguments(arguments);
        self.later(Work::Visit(callee));
        Ok(())
    }

    /// Methods of the own class are known: a wrong number of arguments is found at once.
    fn check_arity(
        &mut self,
        name: &Arc<str>,
        depth: usize,
        arguments: Nodes,
        span: Span,
    ) -> Result<(), Diagnostic> {
        let Some(info) = self.context.levels[depth].members.get(name) else {
            return Ok(());
        };
        if info.property || info.nested || info.arities.is_empty() {
            return Ok(());
        }
        let given = arguments.len();
        let fits = info
            .arities
            .iter()
            .any(|&(least, most)| least <= given && given <= most);
        if fits {
            return Ok(());
        }
        let wanted: Vec<String> = info
            .arities
            .iter()
            .map(|&(least, most)| match most {
                usize::MAX => format!("{least} or more"),
                most if most == least => least.to_string(),
                most => format!("{least} to {most}"),
            })
            .collect();
        let wanted = wanted.join(" or ");
        let plural = if wanted == "1" { "" } else { "s" };
        self.problems.push(Diagnostic::syntax(
            span,
            format!("`{name}` takes {wanted} argument{plural}, not {given}"),
        ));
        Ok(())
    }

    // ---- functions ---------------------------------------------------------------------------------

    /// Declares the parameters of the function that is being compiled.
    fn parameters(&mut self, parameters: &[Param]) {
        let mut list = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            if let Err(problem) = self.declare_local(&parameter.name, parameter.span) {
                self.problems.push(problem);
            }
            let made = class_parameter(self.ast, parameter, self.context, &mut self.problems);
            let plain = made.class.is_any() && made.default.is_none() && !made.rest;
            self.builder().code.simple &= plain;
            list.push(made);
        }
        self.builder().code.parameters = list.into();
    }

    fn function(
        &mut self,
        name: Option<Arc<str>>,
        parameters: &Arc<[Param]>,
        body: NodeId,
        span: Span,
        node: NodeId,
    ) -> Result<(), Diagnostic> {
        if self.builders.len() > MAX_FUNCTIONS {
            return Err(Diagnostic::syntax(
                span,
                format!("functions are nested more than {MAX_FUNCTIONS} levels deep"),
            ));
        }
        let mut builder = self.fresh();
        builder.code.name = name;
        builder.blocks = 1;
        self.builders.push(builder);
        self.parameters(parameters);
        self.in_order([Work::Visit(body), Work::CloseFunction(span, node)]);
        Ok(())
    }

    fn close_function(&mut self, span: Span, node: NodeId) {
        let Some(mut builder) = self.builders.pop() else {
            return;
        };
        builder.emit(Op::Return, span);
        builder.code.text = Some((self.ast.clone(), node));
        let outer = self.builder();
        outer.code.functions.push(Arc::new(builder.finish()));
        let index = (outer.code.functions.len() - 1) as u32;
        outer.emit(Op::Closure(index), span);
    }

    // ---- loops -------------------------------------------------------------------------------------

    fn begin_loop(
        &mut self,
        collect: Collect,
        first: u32,
        clauses: u32,
        bodies: Nodes,
        span: Span,
    ) {
        let locals = self.builder().names.len();
        let exit = self.builder().label();
        self.builder().blocks += 1;
        let take = if collect == Collect::Nothing {
            Op::Pop
        } else {
            self.builder().emit(Op::Collect, span);
            Op::Append
        };
        let mark = self.builder().slots(1);
        self.builder().emit(Op::Mark(mark), span);
        let result = match collect {
            Collect::Nothing => Op::Nothing,
            _ => Op::Collected(collect),
        };
        self.in_order([
            Work::CloseLoop,
            Work::Place(exit),
            Work::Emit(result, span),
            Work::CloseScope(locals),
        ]);
        // The loops nest: clause i's body is clause i + 1, the last one's body the loop's.
        let labels: Vec<Labels> = (0..clauses)
            .map(|index| Labels {
                next: self.builder().label(),
                exit: if index == 0 {
                    exit
                } else {
                    self.builder().label()
                },
            })
            .collect();
        for (index, clause) in labels.iter().enumerate() {
            // Behind clause i + 1's exit: on to clause i's next value.
            self.later(Work::Emit(Op::Jump(clause.next), span));
            if let Some(inner) = labels.get(index + 1) {
                self.later(Work::Place(inner.exit));
            }
        }
        for &body in self.ast.list(bodies).iter().rev() {
            self.work.push(Work::Emit(take, span));
            self.work.push(Work::Visit(body));
        }
        let innermost = labels.last().map_or(exit, |clause| clause.next);
        self.builder().loops.push(OpenLoop {
            mark,
            next: innermost,
            exit,
        });
        for (index, clause) in labels.iter().enumerate().rev() {
            self.later(Work::Clause(first + index as u32, *clause));
        }
    }

    fn clause(&self, index: u32) -> Clause {
        self.ast.clauses(index, 1)[0].clone()
    }

    /// The source of a clause's values, evaluated once.
    fn begin_clause(&mut self, index: u32, labels: Labels) {
        let clause = self.clause(index);
        match clause.source {
            Source::In(collection) => {
                let slot = self.builder().slots(3);
                let span = self.ast.span(collection);
                self.in_order([
                    Work::Visit(collection),
                    Work::Emit(Op::InStart(slot), span),
                    Work::Place(labels.next),
                    Work::Emit(
                        Op::InNext {
                            slot,
                            exit: labels.exit,
                        },
                        span,
                    ),
                    Work::ClauseBody(index, labels, slot + 2),
                ]);
            }
            Source::From { from, to, by } => {
                let slot = self.builder().slots(4);
                let test = self.builder().label();
                let span = self.ast.span(from);
                let part = |node: Option<NodeId>, otherwise: Op| match node {
                    Some(node) => Work::Visit(node),
                    None => Work::Emit(otherwise, span),
                };
                self.in_order([
                    Work::Visit(from),
                    part(to, Op::Nothing),
                    part(by, Op::Integer(1)),
                    Work::Emit(Op::ForStart(slot), span),
                    Work::Emit(Op::Jump(test), span),
                    Work::Place(labels.next),
                    Work::Emit(Op::ForStep(slot), span),
                    Work::Place(test),
                    Work::Emit(
                        Op::ForNext {
                            slot,
                            exit: labels.exit,
                        },
                        span,
                    ),
                    Work::ClauseBody(index, labels, slot + 3),
                ]);
            }
            Source::Let(value) => {
                let slot = self.builder().slots(1);
                let span = self.ast.span(value);
                let body = self.builder().label();
                self.in_order([
                    Work::Visit(value),
                    Work::Emit(Op::SetLocal(slot), span),
                    Work::Emit(Op::Pop, span),
                    Work::Emit(Op::Jump(body), span),
                    Work::Place(labels.next),
                    Work::Emit(Op::Jump(labels.exit), span),
                    Work::Place(body),
                    Work::ClauseBody(index, labels, slot),
                ]);
            }
            Source::Forever => self.in_order([
                Work::Place(labels.next),
                Work::ClauseBody(index, labels, u32::MAX),
            ]),
        }
    }

    fn clause_body(&mut self, index: u32, labels: Labels, slot: u32) -> Result<(), Diagnostic> {
        let clause = self.clause(index);
        let mut work = Vec::new();
        if let Some(until) = clause.until {
            let span = self.ast.span(until);
            work.extend([
                Work::Visit(until),
                Work::Emit(Op::JumpUnless(labels.exit), span),
            ]);
        }
        if let Some(filter) = clause.filter {
            let span = self.ast.span(filter);
            work.extend([
                Work::Visit(filter),
                Work::Emit(Op::JumpUnless(labels.next), span),
            ]);
        }
        self.in_order(work);
        if let Some(name) = clause.variable {
            // The name lives in the slot that the source fills.
            let span = match clause.source {
                Source::In(node) | Source::Let(node) | Source::From { from: node, .. } => {
                    self.ast.span(node)
                }
                Source::Forever => Span::default(),
            };
            self.declare_local(&name, span)?;
            if let Some(last) = self.builder().names.last_mut() {
                last.1 = slot;
            }
        }
        Ok(())
    }

    fn leave(&mut self, span: Span, out: bool) -> Result<(), Diagnostic> {
        let Some(&open) = self.builder().loops.last() else {
            let word = if out { "break" } else { "continue" };
            return Err(Diagnostic::syntax(
                span,
                format!("`{word}` stands outside any loop"),
            ));
        };
        self.builder().emit(Op::Restore(open.mark), span);
        let to = if out { open.exit } else { open.next };
        self.builder().emit(Op::Jump(to), span);
        // What comes behind is never reached, but wants a value.
        self.builder().emit(Op::Nothing, span);
        Ok(())
    }

    // ---- games with loops ----------------------------------------------------------------------------

    /// Compiles braces that contain passes or labels, with all braces nested in them, to one shape.
    fn loopy_game(&mut self, root: NodeId, span: Span) -> Result<(), Diagnostic> {
        let mut shape = LoopyShape::default();
        shape.vertices.push(Default::default());
        let mut values = Vec::new();
        let mut labels: HashMap<Arc<str>, Vec<u32>> = HashMap::new();
        // Enter and leave events, so that labels are visible inside their braces only.
        let mut stack = vec![(root, 0, true)];
        while let Some((id, vertex, entering)) = stack.pop() {
            let Node::Game {
                label, left, right, ..
            } = self.ast.node(id)
            else {
                continue;
            };
            if !entering {
                if let Some(label) = label {
                    labels.entry(label.clone()).or_default().pop();
                }
                continue;
            }
            if let Some(label) = label {
                labels.entry(label.clone()).or_default().push(vertex);
            }
            stack.push((id, vertex, false));
            for (player, side) in [left, right].into_iter().enumerate() {
                for &option in self.ast.list(*side) {
                    let target = match self.ast.node(option) {
                        Node::Pass => LoopyOption::Vertex(vertex),
                        Node::Label(name) => {
                            let visible = labels.get(name).and_then(|open| open.last());
                            LoopyOption::Vertex(
                                *visible.ok_or_else(|| misplaced(name, self.ast.span(option)))?,
                            )
                        }
                        Node::Game { loopy: true, .. } => {
                            let inner = shape.vertices.len() as u32;
                            shape.vertices.push(Default::default());
                            stack.push((option, inner, true));
                            LoopyOption::Vertex(inner)
                        }
                        _ => {
                            values.push(option);
                            LoopyOption::Value((values.len() - 1) as u32)
                        }
                    };
                    shape.vertices[vertex as usize].options[player].push(target);
                }
            }
        }
        shape.values = values.len() as u32;
        let builder = self.builder();
        builder.code.shapes.push(shape);
        let index = (builder.code.shapes.len() - 1) as u32;
        self.later(Work::Emit(Op::Loopy(index), span));
        self.work.extend(values.into_iter().rev().map(Work::Visit));
        Ok(())
    }
}

/// A parameter with its class and default.
pub(crate) fn class_parameter(
    ast: &Arc<Ast>,
    parameter: &Param,
    context: &Context<'_>,
    problems: &mut Vec<Diagnostic>,
) -> Parameter {
    let class = match &parameter.class {
        None => TypeTest::new(""),
        Some(class) => match context.names.class(&context.package, class) {
            Some(qualified) => TypeTest::new(qualified),
            None => {
                let error =
                    Diagnostic::syntax(parameter.span, format!("there is no class `{class}`"));
                problems.push(match context.names.similar(class, &[]) {
                    Some(near) => error.with_help(format!("did you mean {near}?")),
                    None => error,
                });
                TypeTest::new("")
            }
        },
    };
    let default = parameter.default.and_then(|node| {
        let compiled = compile_body(ast, &parameter.name, &[], node, context);
        compiled
            .map_err(|errors| problems.extend(errors))
            .ok()
            .map(|code| Fallback::Code(Arc::new(code)))
    });
    Parameter {
        name: parameter.name.clone(),
        class,
        default,
        rest: parameter.rest,
    }
}

fn count(nodes: Nodes) -> u32 {
    nodes.len() as u32
}

fn misplaced(name: &str, span: Span) -> Diagnostic {
    Diagnostic::syntax(span, format!("unexpected `{name}`"))
        .with_help("a label or `pass` must stand alone as an option, as in `a{0|a}` or `{0|pass}`")
}
