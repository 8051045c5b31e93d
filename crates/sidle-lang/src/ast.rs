//! The syntax tree, flat: nodes live in one vector and name each other by index, so that a tree of
//! any depth is built, walked and dropped without recursion.

use std::sync::Arc;

use crate::{Span, rational::Rational};

/// An index into [`Ast`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NodeId(u32);

/// A run of children in the tree's list of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Nodes {
    start: u32,
    length: u32,
}

impl Nodes {
    pub(crate) fn len(self) -> usize {
        self.length as usize
    }
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnaryOp {
    Negative,
    Identity,
    PlusMinus,
    Not,
    Nimber,
    Ups,
    Downs,
    Tiny,
    Miny,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    OrdinalSum,
    Sides,
    Equal,
    NotEqual,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    LessFuzzy,
    GreaterFuzzy,
    Fuzzy,
    /// `^[n]`: the left operand is the arrow.
    PowerTo,
    /// `^<n>`.
    PowerOf,
    /// `===`: structural equality, never an error.
    Identical,
    /// `!==`.
    NotIdentical,
}

impl BinaryOp {
    /// Does it compare values, not forms?
    pub(crate) fn is_relation(self) -> bool {
        use BinaryOp::{
            Equal, Fuzzy, Greater, GreaterEqual, GreaterFuzzy, Less, LessEqual, LessFuzzy, NotEqual,
        };
        matches!(
            self,
            Equal
                | NotEqual
                | Less
                | Greater
                | LessEqual
                | GreaterEqual
                | LessFuzzy
                | GreaterFuzzy
                | Fuzzy
        )
    }
}

/// A parameter of a function, method or class.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Param {
    pub(crate) name: Arc<str>,
    pub(crate) span: Span,
    /// The class after `as`, as it is written.
    pub(crate) class: Option<Arc<str>>,
    /// The expression after `?`.
    pub(crate) default: Option<NodeId>,
    /// `name...`: takes all arguments that are left.
    pub(crate) rest: bool,
}

/// The words before a declaration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Modifiers {
    pub(crate) overrides: bool,
    pub(crate) mutable: bool,
    pub(crate) is_static: bool,
    pub(crate) external: bool,
    pub(crate) private: bool,
    pub(crate) singleton: bool,
    pub(crate) system: bool,
}

/// A class or an enum as it is written.
#[derive(Clone, Debug)]
pub(crate) struct ClassDecl {
    pub(crate) name: Arc<str>,
    pub(crate) span: Span,
    pub(crate) modifiers: Modifiers,
    pub(crate) is_enum: bool,
    pub(crate) parameters: Option<Arc<[Param]>>,
    pub(crate) supers: Vec<(Arc<str>, Span)>,
    /// The elements of an enum.
    pub(crate) literals: Vec<(Arc<str>, Span)>,
    pub(crate) members: Vec<MemberDecl>,
}

/// One declaration inside a class.
#[derive(Clone, Debug)]
pub(crate) enum MemberDecl {
    Class(ClassDecl),
    Def {
        name: Arc<str>,
        span: Span,
        modifiers: Modifiers,
        parameters: Option<Arc<[Param]>>,
        /// `None` for an external one.
        body: Option<NodeId>,
    },
    Var {
        name: Arc<str>,
        span: Span,
        modifiers: Modifiers,
        value: Option<NodeId>,
    },
    Static(NodeId),
    Statement(NodeId),
}

/// Where the values of a loop's variable come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// `in collection`
    In(NodeId),
    /// `from a to b by c`
    From {
        from: NodeId,
        to: Option<NodeId>,
        by: Option<NodeId>,
    },
    /// `:= value`: one round.
    Let(NodeId),
    /// A bare `while`.
    Forever,
}

/// One `for` of a loop or comprehension.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Clause {
    pub(crate) variable: Option<Arc<str>>,
    pub(crate) source: Source,
    pub(crate) until: Option<NodeId>,
    pub(crate) filter: Option<NodeId>,
}

/// What a comprehension makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Collect {
    List,
    Set,
    Map,
    /// A statement: the values are dropped.
    Nothing,
}

/// A node of the tree.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    Nothing,
    Bool(bool),
    Number(Rational),
    Text(Arc<str>),
    Name(Arc<str>),
    Pass,
    /// A name that stands for an enclosing labelled game.
    Label(Arc<str>),
    Unary(UnaryOp, NodeId),
    Binary(BinaryOp, NodeId, NodeId),
    And(NodeId, NodeId),
    Or(NodeId, NodeId),
    List(Nodes),
    Set(Nodes),
    Tuple(Nodes),
    /// `*[…]`: an impartial game by its options.
    Misere(Nodes),
    Pair(NodeId, NodeId),
    Game {
        label: Option<Arc<str>>,
        left: Nodes,
        right: Nodes,
        /// Does a pass or a label occur among the options, inside nested braces too?
        loopy: bool,
        /// Written between quotes: keep the form.
        explicit: bool,
    },
    /// `x.name`, without parentheses.
    Member(NodeId, Arc<str>),
    /// `x.name(…)`.
    Method(NodeId, Arc<str>, Nodes),
    /// `name => value` among arguments.
    Named(Arc<str>, NodeId),
    This,
    /// `super.name`.
    Super(Arc<str>),
    Is(NodeId, NodeId),
    Range(NodeId, NodeId, Option<NodeId>),
    /// `{=>}`.
    EmptyMap,
    Call(NodeId, Nodes),
    Index(NodeId, Nodes),
    Assign(Arc<str>, NodeId),
    Declare(Arc<str>, NodeId),
    Define(Arc<str>, Arc<[Param]>, NodeId),
    Lambda(Arc<[Param]>, NodeId),
    Return(NodeId),
    Break,
    Continue,
    Block(Nodes),
    /// `try … finally … end`.
    Try(NodeId, NodeId),
    If {
        condition: NodeId,
        then: NodeId,
        otherwise: Option<NodeId>,
    },
    Loop {
        collect: Collect,
        first_clause: u32,
        clauses: u32,
        /// What each round does, or yields.
        bodies: Nodes,
    },
}

/// A whole program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ast {
    nodes: Vec<Node>,
    spans: Vec<Span>,
    children: Vec<NodeId>,
    clauses: Vec<Clause>,
    /// The statements at the outermost level.
    pub(crate) statements: Vec<NodeId>,
    /// Does the text end in a semicolon? Then the last value is not shown.
    pub(crate) silent: bool,
}

impl Ast {
    pub(crate) fn push(&mut self, node: Node, span: Span) -> NodeId {
        let id = NodeId(index(self.nodes.len()));
        self.nodes.push(node);
        self.spans.push(span);
        id
    }

    pub(crate) fn nodes(&mut self, children: &[NodeId]) -> Nodes {
        let start = index(self.children.len());
        self.children.extend_from_slice(children);
        Nodes {
            start,
            length: index(children.len()),
        }
    }

    pub(crate) fn push_clauses(&mut self, clauses: Vec<Clause>) -> (u32, u32) {
        let start = index(self.clauses.len());
        let count = index(clauses.len());
        self.clauses.extend(clauses);
        (start, count)
    }

    pub(crate) fn clauses(&self, first: u32, count: u32) -> &[Clause] {
        &self.clauses[first as usize..(first + count) as usize]
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(crate) fn span(&self, id: NodeId) -> Span {
        self.spans[id.0 as usize]
    }

    /// Marks the braces of a game, and those among its options, as written between quotes.
    pub(crate) fn keep_form(&mut self, root: NodeId) {
        let mut waiting = vec![root];
        while let Some(id) = waiting.pop() {
            let Node::Game {
                left,
                right,
                loopy: false,
                explicit,
                ..
            } = &mut self.nodes[id.0 as usize]
            else {
                continue;
            };
            *explicit = true;
            let (left, right) = (*left, *right);
            waiting.extend_from_slice(self.list(left));
            waiting.extend_from_slice(self.list(right));
        }
    }

    pub(crate) fn list(&self, nodes: Nodes) -> &[NodeId] {
        let start = nodes.start as usize;
        &self.children[start..start + nodes.len()]
    }
}

/// Programs are shorter than 4 GiB: the lexer refuses longer ones.
fn index(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
