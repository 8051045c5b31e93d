//! From the syntax tree to linear code, with a stack of work instead of recursion.

mod calls;
mod loops;
mod names;
mod shapes;

use std::sync::Arc;

use sidle_core::Meter;

use super::{
    code::{Label, Op, Prototype},
    scope::{Builder, Context, OpenScope},
};
use crate::{
    Diagnostic, Span,
    ast::{Ast, Node, NodeId, Nodes, Param},
    lexer,
    value::Value,
};

/// Functions inside functions: more than this is refused, because they are dropped one inside the other.
const MAX_FUNCTIONS: usize = 200;
/// No more mistakes than this are reported at once.
const MAX_PROBLEMS: usize = 50;
/// The code of `finally` parts is repeated no more often than this.
const MAX_PASSED: usize = 1000;

/// Compiles a program to a function without parameters.
///
/// Cost: linear in the size of the tree.
pub(crate) fn compile(ast: &Arc<Ast>, context: &Context<'_>) -> Result<Prototype, Vec<Diagnostic>> {
    let mut compiler = Compiler::new(ast, context);
    compiler.later(Work::Emit(Op::Nothing, Span::default()));
    for &statement in ast.statements.iter().rev() {
        let span = ast.span(statement);
        compiler.later(Work::Emit(Op::Answer, span));
        compiler.later(Work::Visit(statement));
    }
    compiler.finish(context.meter)
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
    compiler.later(Work::Visit(body));
    compiler.parameters(parameters, Kind::Locals);
    compiler.finish(context.meter)
}

/// Compiles the constructor of a class: the defaults of its parameters, then the list of all of them.
pub(crate) fn compile_constructor(
    ast: &Arc<Ast>,
    name: &Arc<str>,
    parameters: &[Param],
    context: &Context<'_>,
) -> Result<Prototype, Vec<Diagnostic>> {
    let mut compiler = Compiler::new(ast, context);
    compiler.builder().code.name = Some(name.clone());
    compiler.builder().blocks = 1;
    let count = parameters.len() as u32;
    compiler.later(Work::Emit(Op::List(count), Span::default()));
    for slot in (0..count).rev() {
        compiler.later(Work::Emit(Op::Local(slot), Span::default()));
    }
    compiler.parameters(parameters, Kind::Variables);
    compiler.finish(context.meter)
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
    compiler.finish(context.meter)
}

/// Something still to be done; the last pushed is done first.
enum Work {
    Visit(NodeId),
    Emit(Op, Span),
    Place(Label),
    /// Makes a name visible and stores the top of the stack in it.
    Declare(Arc<str>, Span),
    Assign(Arc<str>, Span),
    /// Makes the parameter in a slot visible.
    Parameter(Arc<str>, u32, Span, Kind),
    /// A default begins: it may hide the parameters before it.
    OpenDefault,
    CloseDefault,
    OpenScope,
    CloseScope(OpenScope),
    Clause(u32, Labels),
    /// The variable and the conditions of a clause.
    ClauseBody(u32, Labels, u32),
    CloseLoop,
    /// The `finally` parts that are open from here on.
    Tries(Vec<(NodeId, usize)>),
    CloseFunction(Span, NodeId),
}

/// What parameters are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Local variables of a function, which hide no other name.
    Locals,
    /// Variables of the object that a constructor makes.
    Variables,
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
    /// How often the code of a `finally` part has been repeated.
    passed: usize,
}

impl<'a> Compiler<'a> {
    fn new(ast: &'a Arc<Ast>, context: &'a Context<'a>) -> Compiler<'a> {
        let mut compiler = Compiler {
            ast,
            context,
            builders: Vec::new(),
            work: Vec::new(),
            problems: Vec::new(),
            passed: 0,
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

    fn finish(mut self, meter: &Meter) -> Result<Prototype, Vec<Diagnostic>> {
        let mut done: usize = 0;
        while let Some(work) = self.work.pop() {
            done += 1;
            if done.is_multiple_of(lexer::LOOK) {
                meter
                    .check()
                    .map_err(|reason| vec![Diagnostic::stopped(reason)])?;
            }
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
            Work::Parameter(name, slot, span, kind) => {
                if kind == Kind::Locals {
                    self.check_new(&name, span)?;
                }
                self.builder().names.push((name, slot));
            }
            Work::OpenDefault => {
                let builder = self.builder();
                builder.earlier = Some(builder.names.len());
            }
            Work::CloseDefault => self.builder().earlier = None,
            Work::OpenScope => self.builder().blocks += 1,
            Work::CloseScope(scope) => {
                self.builder().blocks -= 1;
                self.builder().close(scope);
            }
            Work::Clause(index, labels) => self.begin_clause(index, labels),
            Work::ClauseBody(index, labels, slot) => self.clause_body(index, labels, slot)?,
            Work::CloseLoop => {
                self.builder().loops.pop();
            }
            Work::Tries(tries) => self.builder().tries = tries,
            Work::CloseFunction(span, node) => self.close_function(span, node),
        }
        Ok(())
    }

    /// What the language itself means by a name.
    fn named_constant(&mut self, value: Value, name: &str, span: Span) {
        if matches!(value, Value::Loopy(_)) {
            let name = self.builder().constant(Value::text(name));
            self.builder().emit(Op::Named(name), span);
        } else {
            self.constant(value, span);
        }
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
                let site = self.builder().site(name.clone(), 0, Box::default());
                self.pass_over_own(site);
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
            Node::Set(nodes) => {
                let first = self.ast.list(*nodes).first();
                let op = match first.map(|&first| self.ast.node(first)) {
                    Some(Node::Pair(..)) => Op::Map(count(*nodes)),
                    _ => Op::Set(count(*nodes)),
                };
                self.collection(*nodes, op, span);
            }
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
            Node::Return(_) if self.builder().earlier.is_some() => {
                return Err(Diagnostic::syntax(
                    span,
                    "a default cannot return from the function",
                ));
            }
            Node::Return(value) => {
                self.later(Work::Emit(Op::Return, span));
                self.pass_tries(0, span)?;
                self.later(Work::Visit(*value));
            }
            Node::Break => self.leave(span, true)?,
            Node::Continue => self.leave(span, false)?,
            Node::Block(statements) => self.block(*statements, span),
            Node::Try(body, last) => self.attempt(*body, *last, span),
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
        let scope = self.builder().scope();
        let ast = self.ast;
        self.later(Work::CloseScope(scope));
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
}

fn count(nodes: Nodes) -> u32 {
    nodes.len() as u32
}

fn misplaced(name: &str, span: Span) -> Diagnostic {
    Diagnostic::syntax(span, format!("unexpected `{name}`"))
        .with_help("a label or `pass` must stand alone as an option, as in `a{0|a}` or `{0|pass}`")
}
