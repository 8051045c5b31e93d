//! The linear code that the machine runs.

use std::sync::Arc;

use crate::{
    Span,
    ast::{BinaryOp, Collect, UnaryOp},
    value::Value,
};

/// A place in the code, filled in when the function is complete.
pub(crate) type Label = u32;

/// One instruction. Operands come from the stack, results go there.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Constant(u32),
    Global(Arc<str>),
    Local(u32),
    /// A value captured when the function was made.
    Captured(u32),
    /// Stores the top of the stack and leaves it there.
    SetGlobal(Arc<str>),
    SetLocal(u32),
    Pop,
    Unary(UnaryOp),
    Binary(BinaryOp),
    List(u32),
    Set(u32),
    Tuple(u32),
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
    Method(Arc<str>, u32),
    Call(u32),
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
    IterateIn,
    IterateFrom {
        to: bool,
        by: bool,
    },
    IterateForever,
    /// Next value into the slot, or end of the iteration and jump.
    Next {
        slot: Option<u32>,
        exit: Label,
    },
    /// Ends so many iterations and jumps.
    Leave {
        iterations: u32,
        to: Label,
    },
    /// Back to the innermost iteration's next value.
    Again {
        to: Label,
    },
    Collect,
    Append,
    Collected(Collect),
    Return,
    /// Takes the value of a statement at the outermost level.
    Answer,
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

/// Where a captured value is found in the function that makes a closure.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Capture {
    Local(u32),
    Captured(u32),
}

/// What a function is made of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prototype {
    pub(crate) name: Option<Arc<str>>,
    pub(crate) parameters: u32,
    pub(crate) locals: u32,
    pub(crate) ops: Vec<Op>,
    pub(crate) spans: Vec<Span>,
    pub(crate) constants: Vec<Value>,
    pub(crate) shapes: Vec<LoopyShape>,
    pub(crate) functions: Vec<Arc<Prototype>>,
    /// What the maker hands over when it makes the function.
    pub(crate) captures: Vec<Capture>,
    pub(crate) labels: Vec<u32>,
}

/// A function value: code and the values it captured.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) prototype: Arc<Prototype>,
    pub(crate) captured: Vec<Value>,
    pub(crate) depth: u32,
}
