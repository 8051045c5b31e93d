//! The linear code that the machine runs.

use std::sync::{Arc, Mutex, OnceLock, PoisonError, atomic::AtomicU64};

use crate::{
    Span,
    ast::{Ast, BinaryOp, Collect, NodeId, UnaryOp},
    class::{Instance, Parameter},
    library::Kinds,
    value::Value,
};

/// A place in the code.
pub(crate) type Label = u32;

/// One instruction. Operands come from the stack, results go there.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Constant(u32),
    Integer(i32),
    /// A game with loops that has a name, such as `on`. Code outlives stores, so it holds the name.
    Named(u32),
    Nothing,
    Bool(bool),
    /// A name of the session, or a constant of the language.
    Global(u32),
    Local(u32),
    /// A variable of an enclosing function.
    Captured(u32),
    /// Stores the top of the stack and leaves it there.
    SetGlobal(u32),
    SetLocal(u32),
    SetCaptured(u32),
    /// Jumps if an argument was given for the parameter of a slot.
    Given {
        slot: u32,
        to: Label,
    },
    Pop,
    This,
    /// The object that encloses this one, so many levels out.
    Outer(u32),
    /// A property or variable of `this`.
    ThisMember(u32),
    /// Gives a variable of `this` the value on top of the stack, which stays.
    SetField(u32),
    /// Gives a static variable the value on top of the stack, which stays.
    SetStatic(u32),
    /// A class, or the object of a singleton, by its qualified name.
    Class(u32),
    /// A constant of a package.
    PackageConstant(u32),
    /// `x.name`.
    Member(u32),
    /// `x.name(…)`: the object lies below the arguments.
    CallMember(u32),
    /// `f(…)`: the function lies below the arguments.
    Call(u32),
    /// `x.Updated({a => b, …})`: the object lies below the keys and values of the map.
    Updated {
        site: u32,
        pairs: u32,
    },
    /// `super.name`.
    Super(u32),
    /// `super.name(…)`: the object lies below the arguments.
    CallSuper(u32),
    Unary(UnaryOp),
    Binary(BinaryOp),
    Is,
    /// `a..b`, or `a..b..c`.
    Range(bool),
    List(u32),
    Set(u32),
    Map(u32),
    Coordinates(u32),
    Misere(u32),
    Pair,
    Game {
        left: u32,
        right: u32,
    },
    Explicit {
        left: u32,
        right: u32,
    },
    /// A game with passes or labels: the values it mentions are on the stack.
    Loopy(u32),
    Index(u32),
    Closure(u32),
    Jump(Label),
    /// Takes a boolean from the stack.
    JumpUnless(Label),
    /// `and`, `or`: leaves the boolean there when it jumps.
    JumpIfFalse(Label),
    JumpIfTrue(Label),
    /// Checks that the top of the stack is a boolean.
    Boolean,
    /// Counter, limit and step from the stack into three slots; the variable is the fourth.
    ForStart(u32),
    /// Gives the variable the counter's value; jumps if the limit is passed.
    ForNext {
        slot: u32,
        exit: Label,
    },
    /// Counts on.
    ForStep(u32),
    /// A collection from the stack into a slot, its position into the next; the variable is the third.
    InStart(u32),
    InNext {
        slot: u32,
        exit: Label,
    },
    /// Remembers the heights of the stacks in a slot.
    Mark(u32),
    /// Takes the stacks back to the heights in a slot.
    Restore(u32),
    Collect,
    Append,
    Collected(Collect),
    Return,
    /// From here on a failure leads to the label, with nothing on top of the stack and the failure in the slot.
    Try {
        slot: u32,
        last: Label,
    },
    /// The innermost `Try` is over.
    EndTry,
    /// Raises the failure in a slot again, if there is one.
    Rethrow(u32),
    /// Takes the value of a statement at the outermost level.
    Answer,
    // What follows is put over the first of several instructions and does the work of all of them when it
    // can; otherwise it does that of the first, and the others follow.
    /// Jumps over so many instructions that do nothing together.
    Skip(u32),
    /// `Global`, `Local`, `Index`.
    GlobalAt {
        list: u32,
        index: u32,
    },
    /// `Local`, `Local`, `Index`.
    LocalAt {
        list: u32,
        index: u32,
    },
    /// `Local`, `Integer`, `Binary`.
    LocalInteger {
        op: BinaryOp,
        slot: u32,
        integer: i32,
    },
    /// `Local`, `Local`, `Binary`.
    LocalLocal {
        op: BinaryOp,
        first: u32,
        second: u32,
    },
    /// `Binary`, then `JumpUnless`, or `JumpIfFalse` and `Pop` where that leads to a `JumpUnless`; `skip`
    /// instructions follow.
    Test {
        op: BinaryOp,
        skip: u8,
        unless: Label,
    },
    /// The same with an `Integer` before it.
    TestInteger {
        op: BinaryOp,
        skip: u8,
        integer: i32,
        unless: Label,
    },
    /// `JumpIfFalse` to a `JumpUnless`, `Pop`: the first half of `a and b` in a condition.
    And(Label),
    /// `JumpIfTrue` to a `JumpUnless`, `Pop`: the first half of `a or b` in a condition; the label is that
    /// of what follows the condition.
    Or(Label),
    /// `SetLocal`, `Pop`.
    TakeLocal(u32),
    /// `SetLocal`, `Pop`, `Jump`.
    TakeLocalAndJump {
        slot: u32,
        to: Label,
    },
    /// `ForStart`, `Jump` to `ForNext`.
    ForBegin {
        slot: u32,
        next: Label,
    },
    /// `Integer` 1, `ForStart`, `Jump` to `ForNext`.
    ForBeginByOne {
        slot: u32,
        next: Label,
    },
    /// `ThisMember`, `Local`, `Index`: a cell of a board.
    FieldAt {
        site: u32,
        slot: u32,
    },
    /// `ThisMember`, `LocalLocal`, `Index`: a cell of a board, at a place that is a sum or difference.
    FieldAtBinary {
        site: u32,
    },
    /// `Outer`, `Member`.
    OuterField {
        levels: u32,
        site: u32,
    },
    /// `ForStep`, `ForNext`.
    ForStepNext {
        slot: u32,
        exit: Label,
    },
    /// `Jump` to `ForStep`, `ForNext`.
    ForAgain {
        slot: u32,
        step: Label,
    },
}

/// A place in the code that names a member, a class or the arguments of a call.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) name: Arc<str>,
    /// Behind `super`: the class whose own declarations are passed over.
    pub(crate) below: Option<Arc<str>>,
    /// How many arguments there are, named ones included.
    pub(crate) arguments: u32,
    /// The names of the last arguments.
    pub(crate) named: Box<[Arc<str>]>,
    /// The ordinal of a class (plus one) and the place of the member in it.
    pub(crate) cache: AtomicU64,
    /// The same for a member that is a variable: its place among those of the object.
    pub(crate) field: AtomicU64,
    /// The members of the name for kinds of receivers.
    pub(crate) kinds: OnceLock<Kinds>,
    /// The ordinal of a native class and what the constant of that name is in it.
    pub(crate) fixed: OnceLock<(u32, Value)>,
}

/// One vertex of a game with loops.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoopyVertex {
    pub(crate) options: [Vec<LoopyOption>; 2],
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum LoopyOption {
    Vertex(u32),
    /// The n-th value taken from the stack.
    Value(u32),
}

/// The shape of a game with loops; vertex 0 is the root.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoopyShape {
    pub(crate) vertices: Vec<LoopyVertex>,
    pub(crate) values: u32,
}

/// Where a captured variable is found in the function that makes a closure.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Capture {
    Local(u32),
    Captured(u32),
}

/// A text that code comes from.
#[derive(Debug)]
pub(crate) struct Origin {
    /// The name of the file.
    pub(crate) file: Arc<str>,
    pub(crate) source: Arc<str>,
}

/// What a function is made of.
#[derive(Debug, Default)]
pub(crate) struct Prototype {
    pub(crate) name: Option<Arc<str>>,
    pub(crate) parameters: Arc<[Parameter]>,
    /// Do all parameters take any value, with no defaults and no rest?
    pub(crate) simple: bool,
    pub(crate) locals: u32,
    pub(crate) ops: Vec<Op>,
    pub(crate) spans: Vec<Span>,
    pub(crate) constants: Vec<Value>,
    pub(crate) sites: Vec<Site>,
    pub(crate) shapes: Vec<LoopyShape>,
    pub(crate) functions: Vec<Arc<Prototype>>,
    /// What the maker hands over when it makes the function.
    pub(crate) captures: Vec<Capture>,
    /// Slots whose variables outlive the call, because functions made in it use them.
    pub(crate) cells: Vec<u32>,
    /// The file, if it is not what was typed.
    pub(crate) origin: Option<Arc<Origin>>,
    /// The qualified name of the class whose method this is.
    pub(crate) owner: Option<Arc<str>>,
    /// The text of the function, for printing.
    pub(crate) text: Option<(Arc<Ast>, NodeId)>,
}

/// A variable that several functions share.
pub(crate) type Cell = Arc<Mutex<Value>>;

/// The value of a shared variable.
pub(crate) fn cell_value(cell: &Mutex<Value>) -> Value {
    cell.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Gives a shared variable a value.
pub(crate) fn set_cell(cell: &Mutex<Value>, value: Value) {
    *cell.lock().unwrap_or_else(PoisonError::into_inner) = value;
}

/// A function value: code and the variables it captured.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) prototype: Arc<Prototype>,
    pub(crate) captured: Vec<Cell>,
    /// The object in whose method it was made.
    pub(crate) this: Option<Arc<Instance>>,
}

impl Function {
    /// Are both written in the same way on the worksheet, without variables of an enclosing function?
    pub(crate) fn is_same(&self, other: &Function) -> bool {
        let plain = |function: &Function| {
            function.captured.is_empty()
                && function.this.is_none()
                && function.prototype.origin.is_none()
        };
        plain(self) && plain(other) && self.prototype.is_same(&other.prototype)
    }
}

impl Prototype {
    /// The text without the classes of parameters, the parameters, and those of the functions inside.
    fn is_same(&self, other: &Prototype) -> bool {
        let text = |code: &Prototype| {
            let (ast, node) = code.text.as_ref()?;
            let text = super::function_text(ast, *node);
            (!text.contains('…')).then_some(text)
        };
        let parameters = |code: &Prototype| -> Option<Vec<(Arc<str>, String)>> {
            let parameters = code.parameters.iter();
            parameters
                .map(|own| {
                    let plain = own.default.is_none() && !own.rest;
                    plain.then(|| (own.name.clone(), own.class.name().to_owned()))
                })
                .collect()
        };
        let own = text(self).zip(parameters(self));
        own.is_some()
            && own == text(other).zip(parameters(other))
            && self.functions.len() == other.functions.len()
            && self
                .functions
                .iter()
                .zip(&other.functions)
                .all(|(a, b)| a.is_same(b))
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        let values = std::mem::take(&mut self.captured)
            .into_iter()
            .filter_map(Arc::into_inner)
            .map(|cell| cell.into_inner().unwrap_or_else(PoisonError::into_inner))
            .collect();
        crate::value::dismantle(values);
    }
}
