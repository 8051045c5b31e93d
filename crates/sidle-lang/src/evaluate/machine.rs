//! The stack machine.

use std::{collections::HashMap, sync::Arc};

use sidle_core::{Meter, Ticker};
use sidle_solve::AnySolver;
use sidle_values::Store;

use super::{
    code::{Capture, Function, Op, Prototype},
    games,
    iterate::Iteration,
    loopy, operators,
};
use crate::{
    Span,
    ast::Collect,
    builtins,
    diagnostic::{Diagnostic, Failure},
    random::Random,
    value::{MAX_NESTING, Value},
};

/// Calls inside calls inside calls: more than this is taken for an endless recursion.
const MAX_CALLS: usize = 100_000;
/// Functions that call back (`Apply`, `Sort` …) use the program's own stack.
const MAX_CALLBACKS: usize = 40;

/// The names of a session, with a log that takes a failed line back.
#[derive(Debug, Default)]
pub(crate) struct Bindings {
    values: HashMap<Arc<str>, Value>,
    log: Vec<(Arc<str>, Option<Value>)>,
}

impl Bindings {
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    fn set(&mut self, name: &Arc<str>, value: Value) {
        let old = self.values.insert(name.clone(), value);
        self.log.push((name.clone(), old));
    }

    /// Makes everything since the last call final.
    pub(crate) fn commit(&mut self) {
        self.log.clear();
    }

    /// Takes back everything since the last commit.
    pub(crate) fn roll_back(&mut self) {
        while let Some((name, old)) = self.log.pop() {
            match old {
                Some(value) => self.values.insert(name, value),
                None => self.values.remove(&name),
            };
        }
    }

    /// All names, sorted.
    pub(crate) fn names(&self) -> Vec<Arc<str>> {
        let mut names: Vec<_> = self.values.keys().cloned().collect();
        names.sort();
        names
    }
}

struct Call {
    function: Arc<Function>,
    at: usize,
    locals: usize,
    stack: usize,
    iterations: usize,
    collections: usize,
}

/// Everything an evaluation works on.
pub(crate) struct Machine<'s> {
    pub(crate) store: &'s Store,
    pub(crate) meter: &'s Meter,
    pub(crate) solver: &'s mut AnySolver,
    pub(crate) random: &'s mut Random,
    pub(crate) answers: Vec<Value>,
    bindings: &'s mut Bindings,
    ticker: Ticker<'s>,
    stack: Vec<Value>,
    locals: Vec<Value>,
    iterations: Vec<Iteration>,
    collections: Vec<Vec<Value>>,
    calls: Vec<Call>,
    callbacks: usize,
}

impl<'s> Machine<'s> {
    pub(crate) fn new(
        store: &'s Store,
        meter: &'s Meter,
        solver: &'s mut AnySolver,
        random: &'s mut Random,
        bindings: &'s mut Bindings,
    ) -> Machine<'s> {
        Machine {
            store,
            meter,
            solver,
            random,
            answers: Vec::new(),
            bindings,
            ticker: meter.ticker(),
            stack: Vec::new(),
            locals: Vec::new(),
            iterations: Vec::new(),
            collections: Vec::new(),
            calls: Vec::new(),
            callbacks: 0,
        }
    }

    /// Runs a program; its answers are in `answers`.
    pub(crate) fn run(&mut self, program: Prototype) -> Result<(), Diagnostic> {
        let function = Function {
            prototype: Arc::new(program),
            captured: Vec::new(),
            depth: 0,
        };
        self.enter(Arc::new(function), Vec::new())
            .map_err(|failure| failure.at(Span::default()))?;
        self.run_until(0).map(|_| ())
    }

    /// Calls a function value from a built-in function.
    pub(crate) fn call_back(
        &mut self,
        callee: &Value,
        arguments: Vec<Value>,
    ) -> Result<Value, Failure> {
        match callee {
            Value::Function(function) => {
                if self.callbacks >= MAX_CALLBACKS {
                    return Err(Failure::new(
                        "functions call each other back too many levels deep",
                    ));
                }
                self.callbacks += 1;
                let depth = self.calls.len();
                let result = self.enter(function.clone(), arguments).and_then(|()| {
                    self.run_until(depth)
                        .map_err(|diagnostic| Failure::Placed(Box::new(diagnostic)))
                });
                self.callbacks -= 1;
                result
            }
            Value::Builtin(name) => builtins::call_function(self, name, arguments),
            other => Err(Failure::new(format!("{} cannot be called", other.kind()))),
        }
    }

    /// Calls a method of a value.
    pub(crate) fn call_method(
        &mut self,
        receiver: Value,
        name: &str,
        arguments: Vec<Value>,
    ) -> Result<Value, Failure> {
        builtins::call_method(self, receiver, name, arguments)
    }

    /// The value of a parameter's default.
    pub(crate) fn evaluate_default(&mut self, code: &Arc<Prototype>) -> Result<Value, Failure> {
        let function = Arc::new(Function {
            prototype: code.clone(),
            captured: Vec::new(),
            depth: 0,
        });
        self.call_back(&Value::Function(function), Vec::new())
    }

    /// Counts one step of work that may be long.
    pub(crate) fn tick(&mut self) -> Result<(), Failure> {
        self.ticker.step().map_err(Failure::from)
    }

    /// Counts the memory of a value that a loop has made.
    pub(crate) fn count_value(&mut self) -> Result<(), Failure> {
        self.ticker.step()?;
        self.ticker
            .node(std::mem::size_of::<Value>())
            .map_err(Failure::from)
    }

    fn enter(&mut self, function: Arc<Function>, arguments: Vec<Value>) -> Result<(), Failure> {
        let prototype = &function.prototype;
        if arguments.len() != prototype.parameters as usize {
            let name = prototype.name.as_deref().unwrap_or("this function");
            let wanted = prototype.parameters;
            return Err(Failure::new(format!(
                "{name} takes {wanted} argument{}, not {}",
                if wanted == 1 { "" } else { "s" },
                arguments.len()
            )));
        }
        if self.calls.len() >= MAX_CALLS {
            return Err(
                Failure::new(format!("more than {MAX_CALLS} calls inside each other"))
                    .with_help("give the recursion an end, or use a loop"),
            );
        }
        let call = Call {
            at: 0,
            locals: self.locals.len(),
            stack: self.stack.len(),
            iterations: self.iterations.len(),
            collections: self.collections.len(),
            function: function.clone(),
        };
        self.locals.extend(arguments);
        self.locals
            .resize(call.locals + prototype.locals as usize, Value::Nothing);
        self.calls.push(call);
        Ok(())
    }

    /// Runs until only `depth` calls are left and returns the value of the last one that ended.
    fn run_until(&mut self, depth: usize) -> Result<Value, Diagnostic> {
        while self.calls.len() > depth {
            let top = self.calls.len() - 1;
            let call = &mut self.calls[top];
            let at = call.at;
            call.at += 1;
            let function = call.function.clone();
            let Some(op) = function.prototype.ops.get(at) else {
                self.leave(Value::Nothing);
                continue;
            };
            let result = self.tick().and_then(|()| self.step(op, &function));
            if let Err(failure) = result {
                let span = function
                    .prototype
                    .spans
                    .get(at)
                    .copied()
                    .unwrap_or_default();
                self.unwind(depth);
                return Err(failure.at(span));
            }
        }
        Ok(self.stack.pop().unwrap_or(Value::Nothing))
    }

    /// Ends the innermost call with a result.
    fn leave(&mut self, result: Value) {
        if let Some(call) = self.calls.pop() {
            self.locals.truncate(call.locals);
            self.stack.truncate(call.stack);
            self.iterations.truncate(call.iterations);
            self.collections.truncate(call.collections);
            self.stack.push(result);
        }
    }

    /// Ends all calls above `depth` without a result.
    fn unwind(&mut self, depth: usize) {
        while self.calls.len() > depth {
            self.leave(Value::Nothing);
            self.stack.pop();
        }
    }

    fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or(Value::Nothing)
    }

    fn pop_many(&mut self, count: u32) -> Vec<Value> {
        let keep = self.stack.len().saturating_sub(count as usize);
        self.stack.split_off(keep)
    }

    fn jump(&mut self, function: &Function, label: u32) {
        if let Some(call) = self.calls.last_mut() {
            call.at = function.prototype.labels[label as usize] as usize;
        }
    }

    fn step(&mut self, op: &Op, function: &Arc<Function>) -> Result<(), Failure> {
        match op {
            Op::Constant(index) => self
                .stack
                .push(function.prototype.constants[*index as usize].clone()),
            Op::Global(name) => {
                let value = self.global(name)?;
                self.stack.push(value);
            }
            Op::Local(slot) => {
                let value = self.locals[self.local(*slot)].clone();
                self.stack.push(value);
            }
            Op::Captured(index) => self.stack.push(function.captured[*index as usize].clone()),
            Op::SetGlobal(name) => {
                let value = self.stack.last().cloned().unwrap_or(Value::Nothing);
                builtins::check_assignable(name)?;
                self.bindings.set(name, value);
            }
            Op::SetLocal(slot) => {
                let at = self.local(*slot);
                self.locals[at] = self.stack.last().cloned().unwrap_or(Value::Nothing);
            }
            Op::Pop => {
                self.pop();
            }
            Op::Answer => {
                let value = self.pop();
                self.answers.push(value);
            }
            Op::Return => {
                let value = self.pop();
                self.leave(value);
            }
            Op::Closure(index) => self.closure(function, *index)?,
            Op::Method(name, arguments) => self.method(name, *arguments)?,
            Op::Call(arguments) => self.call(*arguments)?,
            Op::Jump(_)
            | Op::JumpUnless(_)
            | Op::JumpIfFalse(_)
            | Op::JumpIfTrue(_)
            | Op::Boolean => {
                self.branch(op, function)?;
            }
            Op::IterateIn
            | Op::IterateFrom { .. }
            | Op::IterateForever
            | Op::Next { .. }
            | Op::Leave { .. }
            | Op::Again { .. } => {
                self.iterate(op, function)?;
            }
            Op::Collect | Op::Append | Op::Collected(_) => self.collect(op)?,
            _ => self.build(op, function)?,
        }
        Ok(())
    }

    /// Instructions that make one value out of some.
    fn build(&mut self, op: &Op, function: &Function) -> Result<(), Failure> {
        let value = match op {
            Op::Unary(op) => {
                let value = self.pop();
                operators::unary(self, *op, value)?
            }
            Op::Binary(op) => {
                let (b, a) = (self.pop(), self.pop());
                operators::binary(self, *op, a, b)?
            }
            Op::List(count) => Value::list(self.pop_many(*count))?,
            Op::Set(count) => {
                let values = self.pop_many(*count);
                operators::set_or_map(values)?
            }
            Op::Tuple(count) => operators::coordinates(&self.pop_many(*count))?,
            Op::Pair => {
                let (value, key) = (self.pop(), self.pop());
                operators::pair(key, value)?
            }
            Op::Misere(count) => {
                let values = self.pop_many(*count);
                games::impartial(self, values)?
            }
            Op::Game { left, right } => {
                let (right, left) = (self.pop_many(*right), self.pop_many(*left));
                games::game(self, left, right)?
            }
            Op::Explicit { left, right } => {
                let (right, left) = (self.pop_many(*right), self.pop_many(*left));
                games::explicit(self, left, right)?
            }
            Op::Loopy(shape) => {
                let shape = &function.prototype.shapes[*shape as usize];
                let values = self.pop_many(shape.values);
                loopy::graph(self, shape, &values)?
            }
            Op::Index(count) => {
                let (indices, object) = (self.pop_many(*count), self.pop());
                builtins::index(self, &object, &indices)?
            }
            _ => Value::Nothing,
        };
        self.stack.push(value);
        Ok(())
    }

    fn local(&self, slot: u32) -> usize {
        self.calls.last().map_or(0, |call| call.locals) + slot as usize
    }

    fn global(&self, name: &Arc<str>) -> Result<Value, Failure> {
        if let Some(value) = self.bindings.get(name) {
            return Ok(value.clone());
        }
        if let Some(value) = builtins::constant(self.store, name) {
            return value;
        }
        let known = self.bindings.names();
        Err(builtins::unknown_name(name, &known))
    }

    fn closure(&mut self, function: &Function, index: u32) -> Result<(), Failure> {
        let prototype = function.prototype.functions[index as usize].clone();
        let fetch = |capture: &Capture| match capture {
            Capture::Local(slot) => self.locals[self.local(*slot)].clone(),
            Capture::Captured(index) => function.captured[*index as usize].clone(),
        };
        let captured: Vec<Value> = prototype.captures.iter().map(fetch).collect();
        let depth = 1 + captured.iter().map(Value::depth).max().unwrap_or(0);
        if depth > MAX_NESTING {
            return Err(Failure::new(
                "functions capture each other too many levels deep",
            ));
        }
        self.stack.push(Value::Function(Arc::new(Function {
            prototype,
            captured,
            depth,
        })));
        Ok(())
    }

    fn method(&mut self, name: &Arc<str>, arguments: u32) -> Result<(), Failure> {
        let arguments = self.pop_many(arguments);
        let receiver = self.pop();
        let value = builtins::call_method(self, receiver, name, arguments)?;
        self.stack.push(value);
        Ok(())
    }

    fn call(&mut self, arguments: u32) -> Result<(), Failure> {
        let arguments = self.pop_many(arguments);
        let value = match self.pop() {
            Value::Function(function) => return self.enter(function, arguments),
            Value::Builtin(name) => builtins::call_function(self, name, arguments)?,
            Value::Class(class) => builtins::construct(self, &class, arguments)?,
            Value::Object(object) => match object.call(self, &arguments) {
                Some(result) => result?,
                None => return Err(Failure::new("this object cannot be called like a function")),
            },
            other => {
                return Err(Failure::new(format!(
                    "{} cannot be called like a function",
                    other.kind()
                )));
            }
        };
        self.stack.push(value);
        Ok(())
    }

    fn branch(&mut self, op: &Op, function: &Function) -> Result<(), Failure> {
        if let Op::Jump(label) = op {
            self.jump(function, *label);
            return Ok(());
        }
        let truth = match self.stack.last() {
            Some(Value::Bool(truth)) => *truth,
            other => {
                let found = other.map_or("nothing", Value::kind);
                return Err(Failure::new(format!(
                    "a condition must be true or false, this is {found}"
                )));
            }
        };
        match op {
            Op::JumpUnless(label) => {
                self.pop();
                if !truth {
                    self.jump(function, *label);
                }
            }
            Op::JumpIfFalse(label) if !truth => self.jump(function, *label),
            Op::JumpIfTrue(label) if truth => self.jump(function, *label),
            _ => {}
        }
        Ok(())
    }

    fn iterate(&mut self, op: &Op, function: &Function) -> Result<(), Failure> {
        match op {
            Op::IterateIn => {
                let collection = self.pop();
                let height = self.stack.len();
                self.iterations.push(Iteration::over(&collection, height)?);
            }
            Op::IterateFrom { to, by } => {
                let by = by.then(|| self.pop());
                let to = to.then(|| self.pop());
                let from = self.pop();
                let height = self.stack.len();
                self.iterations.push(Iteration::range(from, to, by, height));
            }
            Op::IterateForever => {
                let height = self.stack.len();
                self.iterations.push(Iteration::forever(height));
            }
            Op::Next { slot, exit } => match self.next_value()? {
                Some(value) => {
                    if let Some(slot) = slot {
                        let at = self.local(*slot);
                        self.locals[at] = value;
                    }
                }
                None => {
                    self.iterations.pop();
                    self.jump(function, *exit);
                }
            },
            Op::Leave { iterations, to } => {
                for _ in 0..*iterations {
                    if let Some(iteration) = self.iterations.pop() {
                        self.stack.truncate(iteration.height());
                    }
                }
                self.jump(function, *to);
            }
            Op::Again { to } => {
                if let Some(iteration) = self.iterations.last() {
                    self.stack.truncate(iteration.height());
                }
                self.jump(function, *to);
            }
            _ => {}
        }
        Ok(())
    }

    fn next_value(&mut self) -> Result<Option<Value>, Failure> {
        let Some(mut iteration) = self.iterations.pop() else {
            return Ok(None);
        };
        let next = iteration.next(self);
        self.iterations.push(iteration);
        next
    }

    fn collect(&mut self, op: &Op) -> Result<(), Failure> {
        match op {
            Op::Collect => self.collections.push(Vec::new()),
            Op::Append => {
                self.count_value()?;
                let value = self.pop();
                if let Some(collection) = self.collections.last_mut() {
                    collection.push(value);
                }
            }
            Op::Collected(collect) => {
                let values = self.collections.pop().unwrap_or_default();
                let value = match collect {
                    Collect::Set => operators::set_or_map(values)?,
                    _ => Value::list(values)?,
                };
                self.stack.push(value);
            }
            _ => {}
        }
        Ok(())
    }
}
