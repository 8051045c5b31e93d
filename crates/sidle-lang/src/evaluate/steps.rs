//! The inner loop of the machine.

use super::{
    Machine,
    at_once::{cells, entry, is, operate, related, small, small_integer},
    code::{Op, Prototype, cell_value, set_cell},
    machine::Flow,
    members::outer_field,
    operators, value_of,
};
use crate::{
    ast::BinaryOp,
    diagnostic::Failure,
    library::{self, BoardCell},
    rational::Rational,
    value::Value,
};

impl Machine<'_> {
    /// Runs the innermost call until another one is innermost.
    pub(super) fn run_call(
        &mut self,
        code: &Prototype,
        place: &mut usize,
        base: usize,
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
        // A jump; each one back counts as a step.
        macro_rules! jump {
            ($label:expr) => {{
                if ($label as usize) < at {
                    check!(self.ticker.step());
                }
                at = $label as usize;
            }};
        }
        // The cell of a board, which is compared at once if that is what comes next.
        macro_rules! cell {
            ($cell:expr) => {{
                let cell: BoardCell = $cell;
                if let Op::TestInteger {
                    op,
                    skip,
                    integer,
                    unless,
                } = code.ops[at]
                    && let Some(truth) = cell.is(op, integer)
                {
                    at += 1;
                    match truth {
                        true => at += skip as usize,
                        false => jump!(unless),
                    }
                } else {
                    self.stack.push(cell.into());
                }
            }};
        }
        loop {
            let op = &code.ops[at];
            at += 1;
            match *op {
                Op::Local(slot) => {
                    let value = variable(&self.stack[base + slot as usize]);
                    self.stack.push(value);
                }
                Op::Integer(n) => self.stack.push(Value::Number(Rational::from(i64::from(n)))),
                Op::Constant(index) => self.stack.push(code.constants[index as usize].clone()),
                Op::Named(index) => check!(self.push_named(&code.constants[index as usize])),
                Op::Binary(op) => check!(self.binary(op)),
                Op::Test { op, skip, unless } => match check!(self.test(op)) {
                    Some(true) => at += skip as usize,
                    Some(false) => jump!(unless),
                    None => check!(self.other_binary(op)),
                },
                Op::TestInteger {
                    op,
                    skip,
                    integer,
                    unless,
                } => match self.stack.last().and_then(|top| is(op, top, integer)) {
                    Some(truth) => {
                        self.forget(1);
                        match truth {
                            true => at += skip as usize,
                            false => jump!(unless),
                        }
                    }
                    None => self.stack.push(Value::small(i64::from(integer))),
                },
                Op::And(unless) => match self.stack.pop() {
                    Some(Value::Bool(true)) => at += 1,
                    Some(Value::Bool(false)) => jump!(unless),
                    other => check!(Err(not_boolean(other.as_ref()))),
                },
                Op::Or(then) => match self.stack.pop() {
                    Some(Value::Bool(true)) => at = then as usize,
                    Some(Value::Bool(false)) => at += 1,
                    other => check!(Err(not_boolean(other.as_ref()))),
                },
                Op::TakeLocalAndJump { slot, to } => {
                    let value = self.pop();
                    self.set_slot(base + slot as usize, value);
                    at = to as usize;
                }
                Op::ForBegin { slot, next } => {
                    at = next as usize + 1;
                    if !check!(self.for_begin(base + slot as usize))
                        && let Op::ForNext { exit, .. } = code.ops[next as usize]
                    {
                        jump!(exit);
                    }
                }
                Op::ForBeginByOne { slot, next } => {
                    match self.for_begin_by_one(base + slot as usize) {
                        Some(true) => at = next as usize + 1,
                        Some(false) => {
                            if let Op::ForNext { exit, .. } = code.ops[next as usize] {
                                jump!(exit);
                            }
                        }
                        None => self.stack.push(Value::small(1)),
                    }
                }
                Op::LocalInteger { op, slot, integer } => {
                    let value = &self.stack[base + slot as usize];
                    match small_integer(value).and_then(|a| small(op, a, i64::from(integer))) {
                        Some(value) => {
                            self.stack.push(value);
                            at += 2;
                        }
                        None => {
                            let value = variable(value);
                            self.stack.push(value);
                        }
                    }
                }
                Op::LocalLocal { op, first, second } => {
                    let a = &self.stack[base + first as usize];
                    let b = &self.stack[base + second as usize];
                    match operate(op, a, b) {
                        Some(value) => {
                            self.stack.push(value);
                            at += 2;
                        }
                        None => {
                            let value = variable(a);
                            self.stack.push(value);
                        }
                    }
                }
                Op::GlobalAt { list, index } => {
                    let list_value = self.bindings.get(list);
                    let index = &self.stack[base + index as usize];
                    match list_value.and_then(|list| entry(list, index)) {
                        Some(value) => {
                            let value = value.copied();
                            self.stack.push(value);
                            at += 2;
                        }
                        None => {
                            let value = check!(self.load_global(list));
                            self.stack.push(value);
                        }
                    }
                }
                Op::LocalAt { list, index } => {
                    let list = &self.stack[base + list as usize];
                    let index = &self.stack[base + index as usize];
                    match entry(list, index) {
                        Some(value) => {
                            let value = value.copied();
                            self.stack.push(value);
                            at += 2;
                        }
                        None => {
                            let value = variable(list);
                            self.stack.push(value);
                        }
                    }
                }
                Op::TakeLocal(slot) => {
                    let value = self.pop();
                    self.set_slot(base + slot as usize, value);
                    at += 1;
                }
                Op::FieldAt { site, slot } => {
                    let site = &code.sites[site as usize];
                    match self.cell_of_field(site, &self.stack[base + slot as usize]) {
                        Some(cell) => {
                            at += 2;
                            cell!(cell);
                        }
                        None => flow!(self.load_own(site)),
                    }
                }
                Op::FieldAtBinary { site } => {
                    let site = &code.sites[site as usize];
                    let index = match code.ops[at] {
                        Op::LocalLocal { op, first, second } => operate(
                            op,
                            &self.stack[base + first as usize],
                            &self.stack[base + second as usize],
                        ),
                        _ => None,
                    };
                    match index.and_then(|index| self.cell_of_field(site, &index)) {
                        Some(cell) => {
                            at += 4;
                            cell!(cell);
                        }
                        None => flow!(self.load_own(site)),
                    }
                }
                Op::OuterField { levels, site } => {
                    let site = &code.sites[site as usize];
                    match outer_field(&self.calls, levels, site) {
                        Some(value) => {
                            self.stack.push(value.copied());
                            at += 1;
                        }
                        None => {
                            let outer = check!(self.outer(levels));
                            self.stack.push(outer);
                        }
                    }
                }
                Op::This => {
                    let this = check!(self.this());
                    self.stack.push(this);
                }
                Op::Updated { site, pairs } => {
                    let site = &code.sites[site as usize];
                    flow!(self.updated(site, pairs as usize));
                }
                Op::Skip(count) => at += count as usize,
                Op::ForAgain { slot, step } => {
                    check!(self.ticker.step());
                    at = step as usize;
                    match self.for_again(base + slot as usize) {
                        Some(true) => at += 2,
                        Some(false) => {
                            if let Op::ForNext { exit, .. } = code.ops[at + 1] {
                                jump!(exit);
                            }
                        }
                        None => {}
                    }
                }
                Op::ForNext { slot, exit } => {
                    if !check!(self.for_next(base + slot as usize)) {
                        jump!(exit);
                    }
                }
                Op::ForStep(slot) => {
                    check!(self.ticker.step());
                    check!(self.for_step(base + slot as usize));
                }
                Op::ForStepNext { slot, exit } => {
                    check!(self.ticker.step());
                    match self.for_again(base + slot as usize) {
                        Some(true) => at += 1,
                        Some(false) => jump!(exit),
                        None => check!(self.for_step(base + slot as usize)),
                    }
                }
                Op::InNext { slot, exit } => {
                    check!(self.ticker.step());
                    if !self.in_next(base + slot as usize) {
                        at = exit as usize;
                    }
                }
                Op::Given { slot, to } => {
                    if !is_missing(&self.stack[base + slot as usize]) {
                        at = to as usize;
                    }
                }
                Op::Jump(label) => jump!(label),
                Op::JumpUnless(label) => match self.stack.pop() {
                    Some(Value::Bool(true)) => {}
                    Some(Value::Bool(false)) => jump!(label),
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
                Op::Pop => self.drop_top(),
                Op::SetLocal(slot) => {
                    let value = self.top();
                    self.set_slot(base + slot as usize, value);
                }
                Op::Global(slot) => {
                    let value = check!(self.load_global(slot));
                    self.stack.push(value);
                }
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
                        let cell = &closure.captured[index as usize];
                        if value.may_lead_on() {
                            self.cycles.note_variable(cell);
                        }
                        set_cell(cell, value);
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
                Op::ThisMember(site) => flow!(self.load_own(&code.sites[site as usize])),
                Op::Super(site) => flow!(self.read_super(&code.sites[site as usize])),
                Op::CallSuper(site) => flow!(self.call_super(&code.sites[site as usize])),
                Op::Return => {
                    let value = self.pop();
                    self.leave(value);
                    return Ok(());
                }
                Op::Index(1) => {
                    let found = match &self.stack[..] {
                        [.., Value::Object(object), index] => {
                            object.cell_at(index).map(Value::from)
                        }
                        [.., list, index] => entry(list, index).map(Value::copied),
                        _ => None,
                    };
                    if let Some(value) = found {
                        self.drop_top();
                        let top = self.stack.len() - 1;
                        self.stack[top] = value;
                        continue;
                    }
                    let (index, object) = (self.pop(), self.pop());
                    let value = check!(library::index(self, &object, &[index]));
                    self.stack.push(value);
                }
                Op::Index(count) => {
                    let indices = self.pop_many(count as usize);
                    let object = self.pop();
                    let value = check!(library::index(self, &object, &indices));
                    self.stack.push(value);
                }
                Op::Try { slot, last } => self.open_try(slot, last as usize),
                Op::EndTry => self.close_try(),
                Op::Rethrow(slot) => check!(self.rethrow(slot)),
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
                        self.shorten(base + height as usize);
                        self.collections.truncate(collections as usize);
                    }
                }
                _ => check!(self.build(*op, code)),
            }
        }
    }

    /// An operator on the two values on top of the stack.
    #[inline(always)]
    fn binary(&mut self, op: BinaryOp) -> Result<(), Failure> {
        if let [.., first, Value::Number(b)] = &mut self.stack[..]
            && let Some(b) = b.small()
            && let Value::Number(number) = first
            && let Some(a) = number.small_mut()
        {
            let sum = match op {
                BinaryOp::Add => a.checked_add(b),
                BinaryOp::Subtract => a.checked_sub(b),
                BinaryOp::Multiply => a.checked_mul(b),
                _ => None,
            };
            let done = match sum {
                Some(sum) => {
                    *a = sum;
                    true
                }
                None => match small(op, *a, b) {
                    Some(value) => {
                        first.put(value);
                        true
                    }
                    None => false,
                },
            };
            if done {
                self.forget(1);
                return Ok(());
            }
        }
        self.other_binary(op)
    }

    /// An operator on two values that are not both small integers.
    fn other_binary(&mut self, op: BinaryOp) -> Result<(), Failure> {
        if let [.., a, b] = &mut self.stack[..]
            && let Some(value) = cells(op, a, b)
        {
            a.put(value);
            self.forget(1);
            return Ok(());
        }
        if let [.., Value::Game(a), Value::Game(b)] = self.stack[..]
            && op == BinaryOp::Add
        {
            let sum = self.store.try_add(a, b, self.meter)?;
            self.forget(2);
            self.stack.push(value_of(self.store, sum));
            return Ok(());
        }
        self.weigh(self.stack.len() - 2)?;
        let (b, a) = (self.pop(), self.pop());
        let value = operators::binary(self, op, a, b)?;
        self.stack.push(value);
        Ok(())
    }

    /// A relation between the two values on top of the stack, which it takes; `None` if it is not one that
    /// is decided here.
    #[inline]
    fn test(&mut self, op: BinaryOp) -> Result<Option<bool>, Failure> {
        let [.., a, b] = &self.stack[..] else {
            return Ok(None);
        };
        let truth = match (a, b) {
            (Value::Number(a), Value::Number(b)) => {
                let both = a.small().zip(b.small());
                match both.and_then(|(a, b)| related(op, a, b)) {
                    Some(truth) => truth,
                    None => return Ok(None),
                }
            }
            (&Value::Game(a), &Value::Game(b)) => match op {
                BinaryOp::LessEqual => self.store.try_le(a, b, self.meter)?,
                BinaryOp::GreaterEqual => self.store.try_le(b, a, self.meter)?,
                BinaryOp::GreaterFuzzy => !self.store.try_le(a, b, self.meter)?,
                BinaryOp::LessFuzzy => !self.store.try_le(b, a, self.meter)?,
                BinaryOp::Equal => a == b,
                BinaryOp::NotEqual => a != b,
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        self.forget(2);
        Ok(Some(truth))
    }

    /// The value of a name of the session, or what the language means by it.
    #[inline]
    fn load_global(&mut self, slot: u32) -> Result<Value, Failure> {
        match self.bindings.get(slot) {
            Some(value) => Ok(value.clone()),
            None => self.global(slot),
        }
    }
}

/// Does the slot of a parameter wait for its default?
fn is_missing(slot: &Value) -> bool {
    match slot {
        Value::Cell(cell) => matches!(cell_value(cell), Value::Missing),
        value => matches!(value, Value::Missing),
    }
}

/// What a slot holds.
#[inline]
fn variable(slot: &Value) -> Value {
    match slot {
        Value::Cell(cell) => cell_value(cell),
        value => value.copied(),
    }
}

pub(super) fn not_boolean(value: Option<&Value>) -> Failure {
    let found = value.map_or("nothing", Value::kind);
    Failure::new(format!(
        "a condition must be true or false, this is {found}"
    ))
}
