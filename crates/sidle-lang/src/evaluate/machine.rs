//! The stack machine.
//!
//! Locals and operands share one stack: the arguments of a call are the first locals of the function, in
//! place. Below them lies the function or the object, where the result will be.

mod counting;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, Ticker};
use sidle_solve::AnySolver;
use sidle_values::Store;

use super::{
    Bindings,
    code::{Function, Prototype, cell_value, set_cell},
};
use crate::{
    Span,
    class::Instance,
    cycles::Cycles,
    diagnostic::{Diagnostic, Failure},
    library,
    loader::Classes,
    random::Random,
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

/// A `try` that is open: where a failure goes on, in which call, and what lay on the stacks.
pub(super) struct Handler {
    call: usize,
    last: usize,
    slot: u32,
    height: usize,
    collections: usize,
}

/// What a session owns besides its store.
#[derive(Default)]
pub(crate) struct World {
    pub(crate) solver: AnySolver,
    pub(crate) random: Random,
    pub(crate) bindings: Bindings,
    pub(crate) classes: Classes,
    pub(crate) cycles: Cycles,
    pub(crate) printer: Option<Printer>,
    /// How wide a drawing in characters may be.
    pub(crate) columns: Option<usize>,
    /// Rulesets by the names of their positions' classes: what a position belongs to.
    pub(crate) rulesets: FxHashMap<String, Value>,
    /// How many answers have been kept.
    pub(crate) kept: u64,
}

impl World {
    /// Has a variable, or a class or constant of the folders, the name of a ruleset without its package?
    pub(crate) fn hides(&self, name: &str) -> bool {
        self.bindings.has_value(name) || self.classes.is_at_root(name)
    }
}

/// Takes each text that a program prints, at once.
pub(crate) type Printer = Arc<dyn Fn(&str) + Send + Sync>;

/// Everything an evaluation works on.
pub(crate) struct Machine<'s> {
    pub(crate) store: &'s Store,
    pub(crate) meter: &'s Meter,
    pub(crate) solver: &'s mut AnySolver,
    pub(crate) random: &'s mut Random,
    pub(crate) bindings: &'s mut Bindings,
    pub(crate) classes: &'s mut Classes,
    pub(crate) cycles: &'s mut Cycles,
    pub(crate) printer: Option<Printer>,
    pub(crate) columns: Option<usize>,
    pub(crate) rulesets: &'s mut FxHashMap<String, Value>,
    pub(crate) answers: Vec<Value>,
    /// What was typed.
    pub(crate) source: Option<Arc<str>>,
    pub(super) ticker: Ticker<'s>,
    pub(super) stack: Vec<Value>,
    pub(super) collections: Vec<Vec<Value>>,
    pub(super) calls: Vec<Call>,
    handlers: Vec<Handler>,
    /// Failures on their way through `finally` parts: the call, the slot of the `try`, what happened.
    raised: Vec<(usize, u32, Box<Diagnostic>)>,
    callbacks: usize,
    /// Values that the meter has not heard of.
    uncounted: u32,
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
            cycles: &mut world.cycles,
            printer: world.printer.clone(),
            columns: world.columns,
            rulesets: &mut world.rulesets,
            answers: Vec::new(),
            source: None,
            ticker: meter.ticker(),
            stack: Vec::new(),
            collections: Vec::new(),
            calls: Vec::new(),
            handlers: Vec::new(),
            raised: Vec::new(),
            callbacks: 0,
            uncounted: 0,
        }
    }

    /// Runs a program; its answers are in `answers`.
    pub(crate) fn run(&mut self, program: Prototype) -> Result<(), Diagnostic> {
        self.stack.push(Value::Nothing);
        self.enter(Arc::new(program), None, None, 0)
            .map_err(|failure| failure.at(Span::default()))?;
        let value = self.run_until(0)?;
        // What a `return` outside of functions gives is the last answer.
        if !matches!(value, Value::Nothing) {
            self.answers.push(value);
        }
        Ok(())
    }

    /// Runs code without parameters, as an initialiser, for an object.
    pub(crate) fn run_code(
        &mut self,
        code: &Arc<Prototype>,
        this: Option<Arc<Instance>>,
    ) -> Result<Value, Failure> {
        self.run_code_with(code, this, Vec::new())
    }

    /// Runs code with a value for each of its parameters.
    pub(super) fn run_code_with(
        &mut self,
        code: &Arc<Prototype>,
        this: Option<Arc<Instance>>,
        values: Vec<Value>,
    ) -> Result<Value, Failure> {
        self.nested(|machine| {
            let count = values.len();
            machine.stack.push(Value::Nothing);
            machine.stack.extend(values);
            machine.enter(code.clone(), None, this, count)
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

    /// Calls a function value or a class with arguments by place and by name.
    pub(crate) fn call_with(
        &mut self,
        callee: &Value,
        arguments: Vec<Value>,
        named: &[(Arc<str>, Value)],
    ) -> Result<Value, Failure> {
        let names: Vec<Arc<str>> = named.iter().map(|(name, _)| name.clone()).collect();
        self.nested(|machine| {
            let count = arguments.len() + named.len();
            machine.stack.push(callee.clone());
            machine.stack.extend(arguments);
            let values = named.iter().map(|(_, value)| value.clone());
            machine.stack.extend(values);
            machine.call_value(count, &names).map(|_| ())
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

    /// Calls a method of an object by its place among the members of the class, for a player.
    pub(crate) fn call_place(
        &mut self,
        object: Value,
        instance: &Arc<Instance>,
        place: u32,
        player: Player,
    ) -> Result<Value, Failure> {
        self.nested(|machine| {
            machine.stack.push(object);
            machine.stack.push(Value::Player(player));
            let group = instance.class.members.group(place);
            machine
                .call_group(instance, group, "Options", 1, &[])
                .map(|_| ())
        })
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
            if let Err(failure) = self.run_call(&code, &mut at, base) {
                if let Some(call) = self.calls.get_mut(top) {
                    call.at = at;
                }
                let span = code.spans.get(at.wrapping_sub(1)).copied();
                let source = code.origin.as_ref().map(|origin| &origin.source);
                let source = source.or(self.source.as_ref()).map(|text| &**text);
                let span = failure.narrowed(span.unwrap_or_default(), source);
                let mut diagnostic = failure.at(span);
                diagnostic.blame(code.origin.as_deref());
                match self.handler(depth, &diagnostic) {
                    Some(handler) => {
                        self.trace(&mut diagnostic, handler.call + 1);
                        self.go_on(&handler, diagnostic);
                    }
                    None => {
                        self.trace(&mut diagnostic, depth);
                        self.unwind(depth);
                        return Err(diagnostic);
                    }
                }
            }
        }
        Ok(self.pop())
    }

    /// The innermost `try` above `depth`, for a failure. Limits are final.
    fn handler(&mut self, depth: usize, diagnostic: &Diagnostic) -> Option<Handler> {
        let innermost = self.handlers.last()?;
        if innermost.call < depth || std::error::Error::source(diagnostic).is_some() {
            return None;
        }
        self.handlers.pop()
    }

    /// Goes on with a failure at the `finally` part of a `try`.
    fn go_on(&mut self, handler: &Handler, diagnostic: Diagnostic) {
        self.unwind(handler.call + 1);
        self.stack.truncate(handler.height);
        self.collections.truncate(handler.collections);
        self.stack.push(Value::Nothing);
        self.calls[handler.call].at = handler.last;
        self.raised
            .push((handler.call, handler.slot, Box::new(diagnostic)));
    }

    /// Opens a `try` of the innermost call.
    pub(super) fn open_try(&mut self, slot: u32, last: usize) {
        let call = self.calls.len() - 1;
        // A failure from an earlier round whose `finally` part was left by `continue`.
        self.raised
            .retain(|(in_call, of, _)| (*in_call, *of) != (call, slot));
        self.handlers.push(Handler {
            call,
            last,
            slot,
            height: self.stack.len(),
            collections: self.collections.len(),
        });
    }

    /// Closes the innermost `try`.
    pub(super) fn close_try(&mut self) {
        self.handlers.pop();
    }

    /// The failure that went into the `finally` part of a slot of the innermost call.
    pub(super) fn rethrow(&mut self, slot: u32) -> Result<(), Failure> {
        let call = self.calls.len() - 1;
        let last = self.raised.last();
        match last.is_some_and(|(in_call, of, _)| *in_call == call && *of == slot) {
            true => {
                let raised = self.raised.pop();
                Err(raised.map_or_else(
                    || Failure::new("a failure is lost"),
                    |(_, _, diagnostic)| Failure::Placed(diagnostic),
                ))
            }
            false => Ok(()),
        }
    }

    /// Forgets the `try` parts of calls that have ended.
    fn forget_tries(&mut self) {
        let calls = self.calls.len();
        while self.handlers.last().is_some_and(|open| open.call >= calls) {
            self.handlers.pop();
        }
        while self.raised.last().is_some_and(|(call, ..)| *call >= calls) {
            self.raised.pop();
        }
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
        self.forget_tries();
    }

    /// Ends the innermost call with a result.
    pub(super) fn leave(&mut self, result: Value) {
        if let Some(call) = self.calls.pop() {
            self.shorten(call.base - 1);
            self.collections.truncate(call.collections);
            self.stack.push(result);
        }
        if !(self.handlers.is_empty() && self.raised.is_empty()) {
            self.forget_tries();
        }
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Value {
        match self.stack.pop() {
            Some(value) => value,
            None => Value::Nothing,
        }
    }

    /// Drops the top of the stack. A value that owns nothing is looked at where it lies.
    #[inline]
    pub(super) fn drop_top(&mut self) {
        let plain = self.stack.last().is_some_and(Value::is_plain);
        let top = self.stack.pop();
        if plain {
            std::mem::forget(top);
        }
    }

    /// Drops values on top of the stack that are known to own nothing.
    #[inline(always)]
    pub(super) fn forget(&mut self, count: usize) {
        for _ in 0..count {
            std::mem::forget(self.stack.pop());
        }
    }

    /// Takes the stack back to a height. Most values own nothing, and for those nothing is called.
    #[inline]
    pub(super) fn shorten(&mut self, height: usize) {
        while self.stack.len() > height {
            self.drop_top();
        }
    }

    pub(super) fn pop_many(&mut self, count: usize) -> Vec<Value> {
        let keep = self.stack.len().saturating_sub(count);
        self.stack.split_off(keep)
    }

    pub(super) fn top(&self) -> Value {
        match self.stack.last() {
            Some(value) => value.copied(),
            None => Value::Nothing,
        }
    }

    #[inline(always)]
    pub(super) fn set_slot(&mut self, at: usize, value: Value) {
        match &mut self.stack[at] {
            Value::Cell(_) => self.set_shared(at, value),
            slot => slot.put(value),
        }
    }

    /// Gives a variable a small integer.
    #[inline(always)]
    pub(super) fn set_small(&mut self, at: usize, n: i64) {
        match &mut self.stack[at] {
            Value::Cell(_) => self.set_shared(at, Value::small(n)),
            slot => slot.put_small(n),
        }
    }

    /// Gives a variable that functions share its value.
    #[cold]
    fn set_shared(&mut self, at: usize, value: Value) {
        if let Value::Cell(cell) = &self.stack[at] {
            if value.may_lead_on() {
                self.cycles.note_variable(cell);
            }
            set_cell(cell, value);
        }
    }

    pub(super) fn captured(&self, index: u32) -> Value {
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

    pub(super) fn global(&mut self, slot: u32) -> Result<Value, Failure> {
        let name = self.bindings.name(slot).clone();
        if let Some(value) = library::constant(self.store, &name) {
            let value = value?;
            self.bindings.set_constant(slot, value.clone());
            return Ok(value);
        }
        if let Some(class) = self.classes.short(&name) {
            return self.class_value(&class);
        }
        let known = self.bindings.names();
        Err(library::unknown_name(&name, &known))
    }
}
