//! From the syntax tree to linear code, with a stack of work instead of recursion.

use std::{collections::HashMap, sync::Arc};

use super::{
    code::{Capture, Label, LoopyOption, LoopyShape, Op, Prototype},
    scope::{Builder, OpenLoop},
};
use crate::{
    Diagnostic, Span,
    ast::{Ast, Clause, Collect, Node, NodeId, Nodes, Source},
    value::Value,
};

/// Compiles a program to a function without parameters.
///
/// Cost: linear in the size of the tree.
pub(crate) fn compile(ast: &Ast) -> Result<Prototype, Diagnostic> {
    let mut compiler = Compiler {
        ast,
        builders: vec![Builder::default()],
        work: Vec::new(),
    };
    for &statement in ast.statements.iter().rev() {
        let span = ast.span(statement);
        compiler.later(Work::Emit(Op::Answer, span));
        compiler.later(Work::Visit(statement));
    }
    while let Some(work) = compiler.work.pop() {
        compiler.step(work)?;
    }
    let mut builder = compiler.builders.pop().unwrap_or_default();
    builder.emit(Op::Return, Span::default());
    Ok(builder.code)
}

/// Something still to be done; the last pushed is done first.
enum Work {
    Visit(NodeId),
    Emit(Op, Span),
    Place(Label),
    /// Makes a name visible and stores the top of the stack in it.
    Declare(Arc<str>, Span),
    OpenScope,
    /// Forgets all locals but so many.
    CloseScope(usize),
    Clause(u32, u32, ClauseStage, Label),
    CloseLoop,
    CloseFunction(Span),
}

enum ClauseStage {
    Begin,
    Body,
}

struct Compiler<'a> {
    ast: &'a Ast,
    builders: Vec<Builder>,
    work: Vec<Work>,
}

impl Compiler<'_> {
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
                let slot = self.builder().declare(Some(name));
                self.builder().emit(Op::SetLocal(slot), span);
            }
            Work::OpenScope => self.builder().blocks += 1,
            Work::CloseScope(locals) => {
                self.builder().blocks -= 1;
                self.builder().names.truncate(locals);
            }
            Work::Clause(first, index, ClauseStage::Begin, exit) => {
                self.begin_clause(first, index, exit);
            }
            Work::Clause(first, index, ClauseStage::Body, exit) => {
                self.clause_body(first, index, exit);
            }
            Work::CloseLoop => {
                self.builder().loops.pop();
            }
            Work::CloseFunction(span) => self.close_function(span),
        }
        Ok(())
    }

    fn constant(&mut self, value: Value, span: Span) {
        let builder = self.builder();
        builder.code.constants.push(value);
        let index = (builder.code.constants.len() - 1) as u32;
        builder.emit(Op::Constant(index), span);
    }

    fn visit(&mut self, id: NodeId) -> Result<(), Diagnostic> {
        let ast = self.ast;
        let span = ast.span(id);
        match ast.node(id) {
            Node::Nothing => self.constant(Value::Nothing, span),
            Node::Bool(value) => self.constant(Value::Bool(*value), span),
            Node::Number(value) => self.constant(Value::Number(value.clone()), span),
            Node::Text(text) => self.constant(Value::Text(text.clone()), span),
            Node::Name(name) => self.load(name, span),
            Node::Pass => return Err(misplaced("pass", span)),
            Node::Label(name) => return Err(misplaced(name, span)),
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
            Node::And(a, b) => self.logical(*a, *b, true, span),
            Node::Or(a, b) => self.logical(*a, *b, false, span),
            Node::Pair(a, b) => {
                self.in_order([Work::Visit(*a), Work::Visit(*b), Work::Emit(Op::Pair, span)]);
            }
            Node::List(nodes) => self.collection(*nodes, Op::List(count(*nodes)), span),
            Node::Set(nodes) => self.collection(*nodes, Op::Set(count(*nodes)), span),
            Node::Tuple(nodes) => self.collection(*nodes, Op::Tuple(count(*nodes)), span),
            Node::Misere(nodes) => self.collection(*nodes, Op::Misere(count(*nodes)), span),
            Node::Game { loopy: true, .. } => self.loopy_game(id, span)?,
            Node::Game {
                left,
                right,
                explicit,
                ..
            } => self.game(*left, *right, *explicit, span),
            Node::Method(receiver, name, arguments) => {
                self.later(Work::Emit(
                    Op::Method(name.clone(), count(*arguments)),
                    span,
                ));
                self.visit_all(*arguments);
                self.later(Work::Visit(*receiver));
            }
            Node::Call(callee, arguments) => self.call(*callee, *arguments, span),
            Node::Index(object, indices) => {
                self.later(Work::Emit(Op::Index(count(*indices)), span));
                self.visit_all(*indices);
                self.later(Work::Visit(*object));
            }
            Node::Assign(name, value) => self.assign(name, *value, span),
            Node::Declare(name, value) => self.declare(name, *value, span),
            Node::Define(name, parameters, body) => self.define(name, parameters, *body, span),
            Node::Lambda(parameters, body) => self.function(None, parameters, *body, span),
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
                body,
            } => {
                self.begin_loop(*collect, *first_clause, *clauses, *body, span);
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

    /// A call of a bare name: an error about the name points at the name.
    fn call(&mut self, callee: NodeId, arguments: Nodes, span: Span) {
        self.later(Work::Emit(Op::Call(count(arguments)), span));
        self.visit_all(arguments);
        self.later(Work::Visit(callee));
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
        match otherwise {
            Some(node) => self.in_order([Work::Place(other), Work::Visit(node), Work::Place(end)]),
            None => {
                self.later(Work::Place(end));
                let nothing = self.nothing(span);
                self.in_order([Work::Place(other), nothing]);
            }
        }
        self.in_order([
            Work::Visit(condition),
            Work::Emit(Op::JumpUnless(other), self.ast.span(condition)),
            Work::Visit(then),
            Work::Emit(Op::Jump(end), span),
        ]);
    }

    fn nothing(&mut self, span: Span) -> Work {
        let builder = self.builder();
        builder.code.constants.push(Value::Nothing);
        Work::Emit(
            Op::Constant((builder.code.constants.len() - 1) as u32),
            span,
        )
    }

    fn block(&mut self, statements: Nodes, span: Span) {
        let locals = self.builder().names.len();
        let ast = self.ast;
        self.later(Work::CloseScope(locals));
        match ast.list(statements).split_last() {
            None => {
                let nothing = self.nothing(span);
                self.later(nothing);
            }
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

    fn load(&mut self, name: &Arc<str>, span: Span) {
        let op = match self.resolve(name) {
            Some(Capture::Local(slot)) => Op::Local(slot),
            Some(Capture::Captured(index)) => Op::Captured(index),
            None => Op::Global(name.clone()),
        };
        self.builder().emit(op, span);
    }

    /// Where the innermost function finds a name; `None` means among the session's names.
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
        for builder in &mut self.builders[level + 1..] {
            source = Capture::Captured(builder.capture(source, name));
        }
        Some(source)
    }

    fn assign(&mut self, name: &Arc<str>, value: NodeId, span: Span) {
        let top_level = self.builders.len() == 1;
        let store = match self.builder().local(name) {
            Some(slot) => Work::Emit(Op::SetLocal(slot), span),
            None if top_level => Work::Emit(Op::SetGlobal(name.clone()), span),
            None => Work::Declare(name.clone(), span),
        };
        self.in_order([Work::Visit(value), store]);
    }

    fn declare(&mut self, name: &Arc<str>, value: NodeId, span: Span) {
        let outermost = self.builders.len() == 1 && self.builder().blocks == 0;
        let store = if outermost {
            Work::Emit(Op::SetGlobal(name.clone()), span)
        } else {
            Work::Declare(name.clone(), span)
        };
        self.in_order([Work::Visit(value), store]);
    }

    // ---- functions ---------------------------------------------------------------------------------

    fn define(&mut self, name: &Arc<str>, parameters: &Arc<[Arc<str>]>, body: NodeId, span: Span) {
        let store = if self.builders.len() == 1 {
            Work::Emit(Op::SetGlobal(name.clone()), span)
        } else {
            Work::Declare(name.clone(), span)
        };
        self.later(store);
        self.function(Some(name.clone()), parameters, body, span);
    }

    fn function(
        &mut self,
        name: Option<Arc<str>>,
        parameters: &Arc<[Arc<str>]>,
        body: NodeId,
        span: Span,
    ) {
        let mut builder = Builder::default();
        builder.code.name = name;
        builder.code.parameters = parameters.len() as u32;
        for parameter in &**parameters {
            builder.declare(Some(parameter.clone()));
        }
        // A local that is assigned inside a function belongs to the function.
        builder.blocks = 1;
        self.builders.push(builder);
        self.in_order([Work::Visit(body), Work::CloseFunction(span)]);
    }

    fn close_function(&mut self, span: Span) {
        let Some(mut builder) = self.builders.pop() else {
            return;
        };
        builder.emit(Op::Return, span);
        let outer = self.builder();
        outer.code.functions.push(Arc::new(builder.code));
        let index = (outer.code.functions.len() - 1) as u32;
        outer.emit(Op::Closure(index), span);
    }

    // ---- loops -------------------------------------------------------------------------------------

    fn begin_loop(&mut self, collect: Collect, first: u32, clauses: u32, body: NodeId, span: Span) {
        let locals = self.builder().names.len();
        let exit = self.builder().label();
        let take = if collect == Collect::Nothing {
            Op::Pop
        } else {
            Op::Append
        };
        self.builder().blocks += 1;
        if collect != Collect::Nothing {
            self.builder().emit(Op::Collect, span);
        }
        let result = match collect {
            Collect::Nothing => self.nothing(span),
            _ => Work::Emit(Op::Collected(collect), span),
        };
        self.in_order([
            Work::CloseLoop,
            Work::Place(exit),
            result,
            Work::CloseScope(locals),
        ]);
        // The loops nest: clause i's body is clause i + 1, the last one's body the loop's.
        let mut exits = vec![exit];
        for _ in 1..clauses {
            let label = self.builder().label();
            exits.push(label);
        }
        let nexts: Vec<Label> = (0..clauses).map(|_| self.builder().label()).collect();
        for index in 0..clauses as usize {
            // Behind clause i + 1's exit: on to clause i's next value.
            self.later(Work::Emit(Op::Jump(nexts[index]), span));
            if index + 1 < exits.len() {
                self.later(Work::Place(exits[index + 1]));
            }
        }
        self.later(Work::Emit(take, span));
        self.later(Work::Visit(body));
        let innermost = nexts.last().copied().unwrap_or(exit);
        self.builder().loops.push(OpenLoop {
            iterations: clauses,
            next: innermost,
            exit,
        });
        for index in (0..clauses as usize).rev() {
            let clause = first + index as u32;
            self.later(Work::Clause(
                clause,
                nexts[index],
                ClauseStage::Body,
                exits[index],
            ));
            self.later(Work::Clause(
                clause,
                nexts[index],
                ClauseStage::Begin,
                exits[index],
            ));
        }
    }

    fn clause(&self, index: u32) -> Clause {
        self.ast.clauses(index, 1)[0].clone()
    }

    fn begin_clause(&mut self, index: u32, next: Label, _exit: Label) {
        let clause = self.clause(index);
        match clause.source {
            Source::In(collection) => {
                let span = self.ast.span(collection);
                self.in_order([
                    Work::Visit(collection),
                    Work::Emit(Op::IterateIn, span),
                    Work::Place(next),
                ]);
            }
            Source::From { from, to, by } => {
                let span = self.ast.span(from);
                let op = Op::IterateFrom {
                    to: to.is_some(),
                    by: by.is_some(),
                };
                self.in_order([Work::Emit(op, span), Work::Place(next)]);
                for part in [by, to, Some(from)].into_iter().flatten() {
                    self.later(Work::Visit(part));
                }
            }
            Source::Forever => self.in_order([
                Work::Emit(Op::IterateForever, Span::default()),
                Work::Place(next),
            ]),
        }
    }

    fn clause_body(&mut self, index: u32, next: Label, exit: Label) {
        let clause = self.clause(index);
        let slot = clause
            .variable
            .map(|name| self.builder().declare(Some(name)));
        self.builder()
            .emit(Op::Next { slot, exit }, Span::default());
        let mut work = Vec::new();
        if let Some(until) = clause.until {
            let (stop, go) = (self.builder().label(), self.builder().label());
            let span = self.ast.span(until);
            work.extend([
                Work::Visit(until),
                Work::Emit(Op::JumpUnless(stop), span),
                Work::Emit(Op::Jump(go), span),
                Work::Place(stop),
                Work::Emit(
                    Op::Leave {
                        iterations: 1,
                        to: exit,
                    },
                    span,
                ),
                Work::Place(go),
            ]);
        }
        if let Some(filter) = clause.filter {
            let span = self.ast.span(filter);
            work.extend([Work::Visit(filter), Work::Emit(Op::JumpUnless(next), span)]);
        }
        self.in_order(work);
    }

    fn leave(&mut self, span: Span, out: bool) -> Result<(), Diagnostic> {
        let Some(&open) = self.builder().loops.last() else {
            let word = if out { "break" } else { "continue" };
            return Err(Diagnostic::syntax(
                span,
                format!("`{word}` stands outside any loop"),
            ));
        };
        let op = if out {
            Op::Leave {
                iterations: open.iterations,
                to: open.exit,
            }
        } else {
            Op::Again { to: open.next }
        };
        self.builder().emit(op, span);
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

fn count(nodes: Nodes) -> u32 {
    nodes.len() as u32
}

fn misplaced(name: &str, span: Span) -> Diagnostic {
    Diagnostic::syntax(span, format!("unexpected `{name}`"))
        .with_help("a label or `pass` must stand alone as an option, as in `a{0|a}` or `{0|pass}`")
}
