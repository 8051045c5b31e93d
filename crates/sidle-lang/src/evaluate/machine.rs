//! The stack machine.
//!
//! Locals and operands share one stack: the arguments of a call are the first locals of the function, in
//! place. Below them lies the function or the object, where the result will be.

use std::sync::Arc;

use sidle_core::{Meter, Ticker};
use sidle_solve::AnySolver;
use sidle_values::Store;

use super::{
    Bindings,
    code::{Capture, Function, Op, Prototype, cell_value, set_cell},
    games, loopy, operators,
};
use crate::{
    Span,
    ast::{BinaryOp, Collect},
    builtins,
    class::Instance,
    diagnostic::{Diagnostic, Failure},
    loader::Classes,
    random::Random,
    rational::Rational,
    value::Value,
};

/// Calls inside calls inside calls: more than this is taken for an endless recursion.
const MAX_CALLS: usize = 100_000;
/// Functions that call back (`Apply`, `Sort` …) use the program's own stack.
const MAX_CALLBACKS: usize = 100;

pub(super) struct Call {
    pub(super) code: Arc<Prototype>,
    /// The function, if it has captured variables.
    pub(super) closure: Option<Arc<Function>>,
    pub(super) this: Option<Arc<Instance>>,
    pub(super) at: usize,
    /// The first local.
    pub(super) base: usize,
    pub(super) collections: usize,
}

/// What a session owns besides its store.
#[derive(Default)]
pub(crate) struct World {
    pub(crate) solver: AnySolver,
    pub(crate) random: Random,
    pub(crate) bindings: Bindings,
    pub(crate) classes: Classes,
}

/// Everything an evaluation works on.
pub(crate) struct Machine<'s> {
    pub(crate) store: &'s Store,
    pub(crate) meter: &'s Meter,
    pub(crate) solver: &'s mut AnySolver,
    pub(crate) random: &'s mut Random,
    pub(crate) bindings: &'s mut Bindings,
    pub(crate) classes: &'s mut Classes,
    pub(crate) answers: Vec<Value>,
    ticker: Ticker<'s>,
    pub(super) stack: Vec<Value>,
    pub(super) collections: Vec<Vec<Value>>,
    pub(super) calls: Vec<Call>,
    callbacks: usize,
}

/// How the innermost call goes on.
pub(super) enum Flow {
    /// Another call is innermost now.
    Switch,
    /// The same one goes on.
    Stay,
}

impl<'s> Machine<'s> {
    pub(crate) fn new(store: &'s Store, meter: &'s Meter, world: &'s mut World) -> Machine<'s> {
        Machine {
            store,
            meter,
            solver: &mut world.solver,
            random: &mut world.random,
            bindings: &mut world.bindings,
            classes: &mut world.classes,
            answers: Vec::new(),
            ticker: meter.ticker(),
            stack: Vec::new(),
            collections: Vec::new(),
            calls: Vec::new(),
            callbacks: 0,
        }
    }

    /// Runs a program; its answers are in `answers`.
    pub(crate) fn run(&mut self, program: Prototype) -> Result<(), Diagnostic> {
        self.stack.push(Value::Nothing);
        self.enter(Arc::new(program), None, None, 0)
            .map_err(|failure| failure.at(Span::default()))?;
        self.run_until(0).map(|_| ())
    }

    /// Runs code without parameters, as a default or an initialiser, for an object.
    pub(crate) fn run_code(
        &mut self,
        code: &Arc<Prototype>,
        this: Option<Arc<Instance>>,
    ) -> Result<Value, Failure> {
        self.nested(|machine| {
            machine.stack.push(Value::Nothing);
            machine.enter(code.clone(), None, this, 0)
        })
    }

    /// Enters something and runs it to its end, on the program's own stack.
    pub(super) fn nested(
        &mut self,
        enter: impl FnOnce(&mut Self) -> Result<(), Failure>,
    ) -> Result<Value, Failure> {
        if self.callbacks >= MAX_CALLBACKS {
            return Err(Failure::new(
                "functions call each other back too many levels deep",
            ));
        }
        self.callbacks += 1;
        let (depth, height) = (self.calls.len(), self.stack.len());
        let collections = self.collections.len();
        let result = enter(self).and_then(|()| {
            if self.calls.len() == depth {
                return Ok(self.pop());
            }
            self.run_until(depth)
                .map_err(|diagnostic| Failure::Placed(Box::new(diagnostic)))
        });
        self.callbacks -= 1;
        self.stack.truncate(height);
        self.collections.truncate(collections);
        result
    }

    /// Calls a function value from a built-in function.
    pub(crate) fn call_back(
        &mut self,
        callee: &Value,
        arguments: Vec<Value>,
    ) -> Result<Value, Failure> {
        self.nested(|machine| {
            let count = arguments.len();
            machine.stack.push(callee.clone());
            machine.stack.extend(arguments);
            machine.call_value(count, &[]).map(|_| ())
        })
    }

    /// Calls a method of a value, or reads a property if there are no arguments.
    pub(crate) fn call_method(
        &mut self,
        receiver: Value,
        name: &str,
        arguments: Vec<Value>,
    ) -> Result<Value, Failure> {
        self.nested(|machine| {
            let count = arguments.len();
            machine.stack.push(receiver);
            machine.stack.extend(arguments);
            if count == 0 {
                machine.read_named(name).map(|_| ())
            } else {
                machine.call_named(name, count, &[]).map(|_| ())
            }
        })
    }

    /// The value of a parameter's default.
    pub(crate) fn evaluate_default(&mut self, code: &Arc<Prototype>) -> Result<Value, Failure> {
        self.run_code(code, None)
    }

    /// Counts one step of work that may be long.
    #[inline]
    pub(crate) fn tick(&mut self) -> Result<(), Failure> {
        self.ticker.step().map_err(Failure::from)
    }

    /// Counts the memory of a value that a loop has made.
    pub(crate) fn count_value(&mut self) -> Result<(), Failure> {
        self.count_bytes(std::mem::size_of::<Value>())
    }

    /// Counts memory that a program has taken.
    pub(crate) fn count_bytes(&mut self, bytes: usize) -> Result<(), Failure> {
        self.ticker.step()?;
        self.ticker.node(bytes).map_err(Failure::from)
    }

    /// Enters a function whose arguments lie on top of the stack, one for each parameter.
    pub(super) fn enter(
        &mut self,
        code: Arc<Prototype>,
        closure: Option<Arc<Function>>,
        this: Option<Arc<Instance>>,
        arguments: usize,
    ) -> Result<(), Failure> {
        if self.calls.len() >= MAX_CALLS {
            return Err(
                Failure::new(format!("more than {MAX_CALLS} calls inside each other"))
                    .with_help("give the recursion an end, or use a loop"),
            );
        }
        self.ticker.step()?;
        let base = self.stack.len() - arguments;
        self.stack
            .resize(base + code.locals as usize, Value::Nothing);
        for &slot in &code.cells {
            let at = base + slot as usize;
            let value = std::mem::replace(&mut self.stack[at], Value::Nothing);
            self.stack[at] = Value::Cell(Arc::new(std::sync::Mutex::new(value)));
        }
        self.calls.push(Call {
            code,
            closure,
            this,
            at: 0,
            base,
            collections: self.collections.len(),
        });
        Ok(())
    }

    /// Runs until only `depth` calls are left and returns the value of the last one that ended.
    fn run_until(&mut self, depth: usize) -> Result<Value, Diagnostic> {
        while self.calls.len() > depth {
            let top = self.calls.len() - 1;
            let call = &self.calls[top];
            let (code, mut at, base) = (call.code.clone(), call.at, call.base);
            if let Err(failure) = self.run_call(&code, &mut at, base, depth) {
                if let Some(call) = self.calls.get_mut(top) {
                    call.at = at;
                }
                let span = code.spans.get(at.wrapping_sub(1)).copied();
                let mut diagnostic = failure.at(span.unwrap_or_default());
                diagnostic.blame(code.origin.as_deref());
                self.trace(&mut diagnostic, depth);
                self.unwind(depth);
                return Err(diagnostic);
            }
        }
        Ok(self.pop())
    }

    /// Writes down the chain of calls, innermost first.
    fn trace(&self, diagnostic: &mut Diagnostic, depth: usize) {
        for call in self.calls[depth..].iter().rev() {
            let Some(name) = &call.code.name else {
                continue;
            };
            let mut line = match &call.this {
                Some(this) => format!("in {}.{name}", this.class.name),
                None => format!("in {name}"),
            };
            if let Some(origin) = &call.code.origin {
                let span = call.code.spans.get(call.at.wrapping_sub(1));
                let start = span.map_or(0, |span| span.start).min(origin.source.len());
                let before = origin.source.as_bytes()[..start].iter();
                let number = before.filter(|&&byte| byte == b'\n').count() + 1;
                line.push_str(&format!(", {} line {number}", origin.file));
            }
            if !diagnostic.add_call(line) {
                break;
            }
        }
    }

    /// Ends all calls above `depth` without a result.
    fn unwind(&mut self, depth: usize) {
        while self.calls.len() > depth {
            if let Some(call) = self.calls.pop() {
                self.stack.truncate(call.base.saturating_sub(1));
                self.collections.truncate(call.collections);
            }
        }
    }

    /// Ends the innermost call with a result.
    fn leave(&mut self, result: Value) {
        if let Some(call) = self.calls.pop() {
            self.stack.truncate(call.base - 1);
            self.collections.truncate(call.collections);
            self.stack.push(result);
        }
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or(Value::Nothing)
    }

    pub(super) fn pop_many(&mut self, count: usize) -> Vec<Value> {
        let keep = self.stack.len().saturating_sub(count);
        self.stack.split_off(keep)
    }

    /// Runs the innermost call until another one is innermost.
    fn run_call(
        &mut self,
        code: &Prototype,
        place: &mut usize,
        base: usize,
        depth: usize,
    ) -> Result<(), Failure> {
        let mut at = *place;
        macro_rules! check {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(failure) => {
                        *place = at;
                        return Err(Failure::from(failure));
                    }
                }
            };
        }
        macro_rules! flow {
            ($result:expr) => {{
                let top = self.calls.len() - 1;
                self.calls[top].at = at;
                match check!($result) {
                    Flow::Switch => return Ok(()),
                    Flow::Stay => {}
                }
            }};
        }
        loop {
            let op = code.ops[at];
            at += 1;
            match op {
                Op::Local(slot) => {
                    let value = match &self.stack[base + slot as usize] {
                        Value::Cell(cell) => cell_value(cell),
                        value => value.clone(),
                    };
                    self.stack.push(value);
                }
                Op::Integer(n) => self.stack.push(Value::Number(Rational::from(i64::from(n)))),
                Op::Constant(index) => self.stack.push(code.constants[index as usize].clone()),
                Op::Binary(op) => {
                    if let [.., Value::Number(a), Value::Number(b)] = &self.stack[..]
                        && let (Some(a), Some(b)) = (a.small(), b.small())
                        && let Some(value) = small(op, a, b)
                    {
                        self.stack.pop();
                        let top = self.stack.len() - 1;
                        self.stack[top] = value;
                    } else {
                        let (b, a) = (self.pop(), self.pop());
                        let value = check!(operators::binary(self, op, a, b));
                        self.stack.push(value);
                    }
                }
                Op::ForNext { slot, exit } => {
                    if !check!(self.for_next(base + slot as usize)) {
                        at = exit as usize;
                    }
                }
                Op::ForStep(slot) => {
                    check!(self.ticker.step());
                    check!(self.for_step(base + slot as usize));
                }
                Op::InNext { slot, exit } => {
                    check!(self.ticker.step());
                    if !self.in_next(base + slot as usize) {
                        at = exit as usize;
                    }
                }
                Op::Jump(label) => {
                    if (label as usize) < at {
                        check!(self.ticker.step());
                    }
                    at = label as usize;
                }
                Op::JumpUnless(label) => match self.stack.pop() {
                    Some(Value::Bool(true)) => {}
                    Some(Value::Bool(false)) => {
                        if (label as usize) < at {
                            check!(self.ticker.step());
                        }
                        at = label as usize;
                    }
                    other => check!(Err(not_boolean(other.as_ref()))),
                },
                Op::JumpIfFalse(label) | Op::JumpIfTrue(label) => {
                    let wanted = matches!(op, Op::JumpIfTrue(_));
                    match self.stack.last() {
                        Some(Value::Bool(truth)) => {
                            if *truth == wanted {
                                at = label as usize;
                            }
                        }
                        other => check!(Err(not_boolean(other))),
                    }
                }
                Op::Boolean => {
                    if !matches!(self.stack.last(), Some(Value::Bool(_))) {
                        check!(Err(not_boolean(self.stack.last())));
                    }
                }
                Op::Pop => {
                    self.stack.pop();
                }
                Op::SetLocal(slot) => {
                    let value = self.top();
                    self.set_slot(base + slot as usize, value);
                }
                Op::Global(slot) => match self.bindings.get(slot) {
                    Some(value) => {
                        let value = value.clone();
                        self.stack.push(value);
                    }
                    None => {
                        let value = check!(self.global(slot));
                        self.stack.push(value);
                    }
                },
                Op::SetGlobal(slot) => {
                    let value = self.top();
                    self.bindings.set(slot, value);
                }
                Op::Captured(index) => {
                    let value = self.captured(index);
                    self.stack.push(value);
                }
                Op::SetCaptured(index) => {
                    let value = self.top();
                    let top = self.calls.len() - 1;
                    if let Some(closure) = &self.calls[top].closure {
                        set_cell(&closure.captured[index as usize], value);
                    }
                }
                Op::Nothing => self.stack.push(Value::Nothing),
                Op::Bool(truth) => self.stack.push(Value::Bool(truth)),
                Op::Append => {
                    check!(self.count_value());
                    let value = self.pop();
                    if let Some(collection) = self.collections.last_mut() {
                        collection.push(value);
                    }
                }
                Op::Call(site) => {
                    let site = &code.sites[site as usize];
                    flow!(self.call_value(site.arguments as usize, &site.named));
                }
                Op::CallMember(site) => {
                    let site = &code.sites[site as usize];
                    flow!(self.call_site(site));
                }
                Op::Member(site) => {
                    let site = &code.sites[site as usize];
                    flow!(self.read_site(site));
                }
                Op::ThisMember(site) => {
                    let site = &code.sites[site as usize];
                    let this = check!(self.this());
                    self.stack.push(this);
                    flow!(self.read_site(site));
                }
                Op::Super(site) => {
                    let site = &code.sites[site as usize];
                    flow!(self.call_super(site));
                }
                Op::Return => {
                    let value = self.pop();
                    self.leave(value);
                    return Ok(());
                }
                Op::Index(count) => {
                    let indices = self.pop_many(count as usize);
                    let object = self.pop();
                    let value = check!(builtins::index(self, &object, &indices));
                    self.stack.push(value);
                }
                Op::ForStart(slot) => {
                    check!(self.for_start(base + slot as usize));
                }
                Op::InStart(slot) => {
                    let collection = self.pop();
                    check!(self.in_start(base + slot as usize, collection));
                }
                Op::Mark(slot) => {
                    let heights = Value::Coordinates(
                        (self.stack.len() - base) as i32,
                        self.collections.len() as i32,
                    );
                    self.stack[base + slot as usize] = heights;
                }
                Op::Restore(slot) => {
                    if let Value::Coordinates(height, collections) =
                        self.stack[base + slot as usize]
                    {
                        self.stack.truncate(base + height as usize);
                        self.collections.truncate(collections as usize);
                    }
                }
                _ => check!(self.build(op, code, depth)),
            }
        }
    }

    fn top(&self) -> Value {
        self.stack.last().cloned().unwrap_or(Value::Nothing)
    }

    #[inline]
    fn set_slot(&mut self, at: usize, value: Value) {
        match &self.stack[at] {
            Value::Cell(cell) => set_cell(cell, value),
            _ => self.stack[at] = value,
        }
    }

    fn captured(&self, index: u32) -> Value {
        let closure = self.calls.last().and_then(|call| call.closure.as_ref());
        closure.map_or(Value::Nothing, |closure| {
            cell_value(&closure.captured[index as usize])
        })
    }

    pub(super) fn this(&self) -> Result<Value, Failure> {
        let this = self.calls.last().and_then(|call| call.this.clone());
        this.map(Value::Instance)
            .ok_or_else(|| Failure::new("there is no `this` here"))
    }

    fn global(&mut self, slot: u32) -> Result<Value, Failure> {
        let name = self.bindings.name(slot).clone();
        if let Some(value) = builtins::constant(self.store, &name) {
            let value = value?;
            self.bindings.set_constant(slot, value.clone());
            return Ok(value);
        }
        if let Some(script) = self.classes.script(&name) {
            return Ok(Value::Script(script));
        }
        let known = self.bindings.names();
        Err(builtins::unknown_name(&name, &known))
    }

    // ---- loops -------------------------------------------------------------------------------------

    fn for_start(&mut self, at: usize) -> Result<(), Failure> {
        let (step, limit, first) = (self.pop(), self.pop(), self.pop());
        self.stack[at] = first;
        self.stack[at + 1] = limit;
        self.stack[at + 2] = step;
        Ok(())
    }

    #[inline]
    fn for_next(&mut self, at: usize) -> Result<bool, Failure> {
        let counter = self.stack[at].clone();
        let small = |value: &Value| match value {
            Value::Number(number) => number.small(),
            _ => None,
        };
        if let (Some(counter_n), Some(limit), Some(step)) = (
            small(&counter),
            small(&self.stack[at + 1]),
            small(&self.stack[at + 2]),
        ) {
            self.set_slot(at + 3, counter);
            return Ok(if step < 0 {
                counter_n >= limit
            } else {
                counter_n <= limit
            });
        }
        self.set_slot(at + 3, counter.clone());
        let limit = self.stack[at + 1].clone();
        if matches!(limit, Value::Nothing) {
            return Ok(true);
        }
        let down = matches!(&self.stack[at + 2], Value::Number(step) if step.signum() < 0);
        let op = if down {
            BinaryOp::GreaterEqual
        } else {
            BinaryOp::LessEqual
        };
        match operators::binary(self, op, counter, limit)? {
            Value::Bool(goes_on) => Ok(goes_on),
            other => Err(not_boolean(Some(&other))),
        }
    }

    #[inline]
    fn for_step(&mut self, at: usize) -> Result<(), Failure> {
        if let (Value::Number(counter), Value::Number(step)) =
            (&self.stack[at], &self.stack[at + 2])
            && let (Some(counter), Some(step)) = (counter.small(), step.small())
            && let Some(sum) = counter.checked_add(step)
        {
            self.stack[at] = Value::Number(Rational::from(sum));
            return Ok(());
        }
        let (counter, step) = (self.stack[at].clone(), self.stack[at + 2].clone());
        self.stack[at] = operators::binary(self, BinaryOp::Add, counter, step)?;
        Ok(())
    }

    fn in_start(&mut self, at: usize, collection: Value) -> Result<(), Failure> {
        let items = match collection {
            Value::List(items) | Value::Set(items) | Value::Map(items) => Value::List(items),
            Value::Object(object) => match object.items() {
                Some(values) => Value::list(values)?,
                None => return Err(Failure::new("this object is not a collection")),
            },
            other => {
                return Err(Failure::new(format!("cannot go through {}", other.kind()))
                    .with_help("`in` wants a list or a set; write `from … to …` to count"));
            }
        };
        self.stack[at] = items;
        self.stack[at + 1] = Value::Number(Rational::from(0));
        Ok(())
    }

    #[inline]
    fn in_next(&mut self, at: usize) -> bool {
        let (Value::List(items), Value::Number(place)) = (&self.stack[at], &self.stack[at + 1])
        else {
            return false;
        };
        let place = place.small().unwrap_or(0);
        let Some(value) = items.values.get(place as usize) else {
            return false;
        };
        let value = value.clone();
        self.stack[at + 1] = Value::Number(Rational::from(place + 1));
        self.set_slot(at + 2, value);
        true
    }

    // ---- the rest ----------------------------------------------------------------------------------

    /// Instructions that are not worth a line in the inner loop.
    fn build(&mut self, op: Op, code: &Prototype, _depth: usize) -> Result<(), Failure> {
        let value = match op {
            Op::Unary(op) => {
                let value = self.pop();
                operators::unary(self, op, value)?
            }
            Op::Is => {
                let (class, value) = (self.pop(), self.pop());
                operators::is(self, &value, &class)?
            }
            Op::Range(stepped) => {
                let step = if stepped { Some(self.pop()) } else { None };
                let (last, first) = (self.pop(), self.pop());
                operators::range(self, &first, &last, step.as_ref())?
            }
            Op::List(count) => {
                self.count_bytes(count as usize * std::mem::size_of::<Value>())?;
                Value::list(self.pop_many(count as usize))?
            }
            Op::Set(count) => operators::set_or_map(self.pop_many(count as usize))?,
            Op::Map(count) => Value::map(self.pop_many(count as usize))?,
            Op::Coordinates(count) => operators::coordinates(&self.pop_many(count as usize))?,
            Op::Pair => {
                let (value, key) = (self.pop(), self.pop());
                operators::pair(key, value)?
            }
            Op::Misere(count) => {
                let values = self.pop_many(count as usize);
                games::impartial(self, values)?
            }
            Op::Game { left, right } => {
                let right = self.pop_many(right as usize);
                let left = self.pop_many(left as usize);
                games::game(self, left, right)?
            }
            Op::Explicit { left, right } => {
                let right = self.pop_many(right as usize);
                let left = self.pop_many(left as usize);
                games::explicit(self, left, right)?
            }
            Op::Loopy(shape) => {
                let shape = &code.shapes[shape as usize];
                let values = self.pop_many(shape.values as usize);
                loopy::graph(self, shape, &values)?
            }
            Op::Closure(index) => self.closure(code, index)?,
            Op::This => self.this()?,
            Op::Outer(levels) => self.outer(levels)?,
            Op::Class(site) => {
                let name = code.sites[site as usize].name.clone();
                self.class_value(&name)?
            }
            Op::PackageConstant(site) => {
                let name = code.sites[site as usize].name.clone();
                self.package_constant(&name)?
            }
            Op::SetField(site) => {
                let value = self.pop();
                self.set_field(&code.sites[site as usize].name, value)?
            }
            Op::SetStatic(site) => {
                let value = self.pop();
                self.set_static(&code.sites[site as usize].name, value)?
            }
            Op::Collect => {
                self.collections.push(Vec::new());
                return Ok(());
            }
            Op::Collected(collect) => {
                let values = self.collections.pop().unwrap_or_default();
                match collect {
                    Collect::Set => operators::set_or_map(values)?,
                    Collect::Map => Value::map(values)?,
                    _ => Value::list(values)?,
                }
            }
            Op::Answer => {
                let value = self.pop();
                self.answers.push(value);
                return Ok(());
            }
            _ => Value::Nothing,
        };
        self.stack.push(value);
        Ok(())
    }

    /// Asks the objects in these values for their texts, so that they can be printed.
    pub(crate) fn prepare_texts(&mut self, values: &[Value]) -> Result<(), Failure> {
        for value in values {
            self.prepare_text(value)?;
        }
        Ok(())
    }

    fn closure(&mut self, code: &Prototype, index: u32) -> Result<Value, Failure> {
        let prototype = code.functions[index as usize].clone();
        let Some(call) = self.calls.last() else {
            return Ok(Value::Nothing);
        };
        let mut captured = Vec::with_capacity(prototype.captures.len());
        for capture in &prototype.captures {
            let cell = match *capture {
                Capture::Local(slot) => match &self.stack[call.base + slot as usize] {
                    Value::Cell(cell) => cell.clone(),
                    _ => return Err(Failure::new("a captured variable is not shared")),
                },
                Capture::Captured(index) => match &call.closure {
                    Some(closure) => closure.captured[index as usize].clone(),
                    None => return Err(Failure::new("a captured variable is missing")),
                },
            };
            captured.push(cell);
        }
        let this = call.this.clone();
        let size = std::mem::size_of::<Function>() + 8 * captured.len();
        self.count_bytes(size)?;
        Ok(Value::Function(Arc::new(Function {
            prototype,
            captured,
            this,
        })))
    }
}

/// Arithmetic of small integers; `None` if it overflows or is done elsewhere.
#[inline]
fn small(op: BinaryOp, a: i64, b: i64) -> Option<Value> {
    let number = |n: i64| Value::Number(Rational::from(n));
    Some(match op {
        BinaryOp::Add => number(a.checked_add(b)?),
        BinaryOp::Subtract => number(a.checked_sub(b)?),
        BinaryOp::Multiply => number(a.checked_mul(b)?),
        BinaryOp::Remainder => number(a.checked_rem(b)?),
        BinaryOp::Divide if b != 0 && a.checked_rem(b)? == 0 => number(a / b),
        BinaryOp::Equal | BinaryOp::Identical => Value::Bool(a == b),
        BinaryOp::NotEqual | BinaryOp::NotIdentical => Value::Bool(a != b),
        BinaryOp::Less => Value::Bool(a < b),
        BinaryOp::Greater => Value::Bool(a > b),
        BinaryOp::LessEqual => Value::Bool(a <= b),
        BinaryOp::GreaterEqual => Value::Bool(a >= b),
        _ => return None,
    })
}

fn not_boolean(value: Option<&Value>) -> Failure {
    let found = value.map_or("nothing", Value::kind);
    Failure::new(format!(
        "a condition must be true or false, this is {found}"
    ))
}
