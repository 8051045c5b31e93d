//! The constructs that are open while the parser reads, and what happens at the sign that ends a part
//! of them.

use std::sync::Arc;

use super::Parser;
use crate::{
    Diagnostic, Span,
    ast::{BinaryOp, Clause, Collect, Node, NodeId, Nodes, Source},
    symbols::Symbol,
    token::Token,
};

/// Which sequence of statements is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StatementsKind {
    Top,
    Begin,
    Then,
    Else,
    Do,
    Yield,
    Try,
    Finally,
    /// The body of a method: what has been read is handed to the declarations.
    Body,
}

#[derive(Debug)]
pub(super) enum FrameKind {
    Statements(StatementsKind),
    Paren,
    List,
    /// `*[…]`
    Misere,
    /// `^[…]`, or `v[…]`.
    PowerTo {
        negative: bool,
    },
    Brace {
        label: Option<Arc<str>>,
        explicit: bool,
        groups: Vec<Vec<NodeId>>,
        slashes: Vec<(u32, Span)>,
    },
    Call {
        callee: NodeId,
    },
    Method {
        receiver: NodeId,
        name: Arc<str>,
        name_span: Span,
    },
    Index {
        object: NodeId,
    },
    /// Conditions and bodies so far; a last odd one is a condition.
    If {
        branches: Vec<NodeId>,
    },
    Loop {
        yields: Vec<NodeId>,
    },
    /// What is tried, once it has been read.
    Try {
        body: Option<NodeId>,
    },
    /// One expression that the declarations wait for; whatever cannot continue it ends it.
    Single,
    /// One statement of a class: one that begins with `if`, `for` and the like ends at its `end`.
    Statement,
}

impl FrameKind {
    pub(super) fn brace(label: Option<Arc<str>>, explicit: bool) -> FrameKind {
        FrameKind::Brace {
            label,
            explicit,
            groups: Vec::new(),
            slashes: Vec::new(),
        }
    }
}

/// Which expression of a `for` comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    In,
    From,
    To,
    By,
    Let,
    While,
    Where,
}

/// The `for` clauses of a loop or comprehension that is being read.
#[derive(Debug, Default)]
pub(super) struct Header {
    clauses: Vec<Draft>,
    pub(super) stage: Option<Stage>,
}

#[derive(Debug, Default)]
struct Draft {
    variable: Option<Arc<str>>,
    within: Option<NodeId>,
    from: Option<NodeId>,
    to: Option<NodeId>,
    by: Option<NodeId>,
    bound: Option<NodeId>,
    until: Option<NodeId>,
    filter: Option<NodeId>,
}

impl Header {
    /// Begins a clause whose first expression belongs to `stage`.
    pub(super) fn begin(&mut self, variable: Option<Arc<str>>, stage: Stage) {
        self.clauses.push(Draft {
            variable,
            ..Draft::default()
        });
        self.stage = Some(stage);
    }

    pub(super) fn fill(&mut self, expression: NodeId) {
        let (Some(draft), Some(stage)) = (self.clauses.last_mut(), self.stage) else {
            return;
        };
        let slot = match stage {
            Stage::In => &mut draft.within,
            Stage::From => &mut draft.from,
            Stage::To => &mut draft.to,
            Stage::By => &mut draft.by,
            Stage::Let => &mut draft.bound,
            Stage::While => &mut draft.until,
            Stage::Where => &mut draft.filter,
        };
        *slot = Some(expression);
    }

    /// The part that a keyword opens, if it may come now.
    pub(super) fn next(&self, keyword: &str) -> Option<Stage> {
        let draft = self.clauses.last()?;
        // The order of the parts is fixed.
        let ranged = draft.from.is_some() && draft.until.is_none() && draft.filter.is_none();
        match keyword {
            "to" if ranged && draft.to.is_none() && draft.by.is_none() => Some(Stage::To),
            "by" if ranged && draft.by.is_none() => Some(Stage::By),
            "while" if draft.until.is_none() && draft.filter.is_none() => Some(Stage::While),
            "where" if draft.filter.is_none() => Some(Stage::Where),
            _ => None,
        }
    }

    pub(super) fn finish(self) -> Vec<Clause> {
        let clause = |draft: Draft| Clause {
            variable: draft.variable,
            source: match (draft.within, draft.from, draft.bound) {
                (Some(collection), ..) => Source::In(collection),
                (None, Some(from), _) => Source::From {
                    from,
                    to: draft.to,
                    by: draft.by,
                },
                (None, None, Some(value)) => Source::Let(value),
                (None, None, None) => Source::Forever,
            },
            until: draft.until,
            filter: draft.filter,
        };
        self.clauses.into_iter().map(clause).collect()
    }
}

#[derive(Debug)]
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    pub(super) open: Span,
    pub(super) operators_base: usize,
    pub(super) items: Vec<NodeId>,
    pub(super) header: Option<Header>,
}

impl Frame {
    /// The sign that closes this construct.
    pub(super) fn closer(&self) -> Option<&'static str> {
        match &self.kind {
            FrameKind::Statements(StatementsKind::Top)
            | FrameKind::Single
            | FrameKind::Statement => None,
            FrameKind::Statements(StatementsKind::Try) => Some("finally"),
            FrameKind::Statements(_)
            | FrameKind::If { .. }
            | FrameKind::Loop { .. }
            | FrameKind::Try { .. } => Some("end"),
            FrameKind::Paren | FrameKind::Call { .. } | FrameKind::Method { .. } => Some(")"),
            FrameKind::List
            | FrameKind::Misere
            | FrameKind::PowerTo { .. }
            | FrameKind::Index { .. } => Some("]"),
            FrameKind::Brace { explicit: true, .. } => Some("}'"),
            FrameKind::Brace { .. } => Some("}"),
        }
    }

    pub(super) fn closes_with(&self, token: &Token) -> bool {
        match self.closer() {
            Some(")") => token.is(Symbol::CloseParen),
            Some("]") => token.is(Symbol::CloseBracket),
            Some("}" | "}'") => token.is(Symbol::CloseBrace),
            _ => false,
        }
    }
}

impl Parser<'_> {
    pub(super) fn open(&mut self, kind: FrameKind, open: Span) {
        self.frames.push(Frame {
            kind,
            open,
            operators_base: self.operators.len(),
            items: Vec::new(),
            header: None,
        });
        self.wants_operand = true;
    }

    /// The current token ends an expression (`Some`) or stands where one was wanted (`None`).
    pub(super) fn terminate(&mut self, expression: Option<NodeId>) -> Result<(), Diagnostic> {
        if expression.is_none() && self.operators.len() > self.base() {
            return Err(self.unexpected("an expression after the operator"));
        }
        let Some(frame) = self.frames.last() else {
            return Err(self.unexpected("an expression"));
        };
        if frame.header.is_some() {
            return self.end_of_header_part(expression);
        }
        match frame.kind {
            FrameKind::Single | FrameKind::Statement => {
                if expression.is_none() {
                    return Err(self.unexpected("an expression"));
                }
                self.frames.pop();
                self.finished = Some(expression);
                Ok(())
            }
            FrameKind::Statements(kind) => self.end_of_statement(kind, expression),
            FrameKind::If { .. } => self.end_of_condition(expression),
            FrameKind::Brace { .. } => self.end_in_brace(expression),
            _ => self.end_of_entry(expression),
        }
    }

    /// A token that closes nothing that is open.
    pub(super) fn stray(&self, after_expression: bool) -> Diagnostic {
        let wanted = if after_expression {
            "an operator or the end of the statement"
        } else {
            "an expression"
        };
        self.unexpected(wanted)
    }

    pub(super) fn add_item(&mut self, expression: Option<NodeId>) {
        if let (Some(frame), Some(expression)) = (self.frames.last_mut(), expression) {
            frame.items.push(expression);
        }
    }

    // ---- if --------------------------------------------------------------------------------------

    // ---- loops and comprehensions -----------------------------------------------------------------

    // ---- lists, arguments, groups ------------------------------------------------------------------

    pub(super) fn end_of_entry(&mut self, expression: Option<NodeId>) -> Result<(), Diagnostic> {
        if self.begins_comprehension(expression) {
            self.add_item(expression);
            return self.begin_header();
        }
        let token = self.token().clone();
        let Some(frame) = self.frames.last() else {
            return Err(self.unexpected("an expression"));
        };
        let empty = frame.items.is_empty() && expression.is_none();
        let may_be_empty = matches!(
            frame.kind,
            FrameKind::List | FrameKind::Misere | FrameKind::Call { .. } | FrameKind::Method { .. }
        );
        if token.is(Symbol::Comma)
            && expression.is_some()
            && !matches!(frame.kind, FrameKind::PowerTo { .. })
        {
            self.add_item(expression);
            self.advance();
            self.wants_operand = true;
            return Ok(());
        }
        if frame.closes_with(&token) && (expression.is_some() || (empty && may_be_empty)) {
            self.add_item(expression);
            return self.close();
        }
        if expression.is_none() {
            return Err(self.unexpected("an expression"));
        }
        let closer = frame.closer().unwrap_or("end");
        Err(self.unexpected(&format!("`,` or `{closer}`")))
    }

    /// The current token closes the innermost construct.
    pub(super) fn close(&mut self) -> Result<(), Diagnostic> {
        let end = self.token().span;
        let Some(mut frame) = self.frames.pop() else {
            return Err(self.unexpected("an expression"));
        };
        self.advance();
        let span = frame.open.to(end);
        if let Some(header) = frame.header.take() {
            let collect = if matches!(frame.kind, FrameKind::Brace { .. }) {
                Collect::Set
            } else {
                Collect::List
            };
            let node = self.comprehension(header, &frame.items, collect, span);
            match frame.kind {
                FrameKind::Call { .. } | FrameKind::Method { .. } => frame.items = vec![node],
                _ => {
                    self.operands.push(node);
                    self.wants_operand = false;
                    return Ok(());
                }
            }
        }
        self.wants_operand = false;
        self.close_frame(frame, span)
    }

    pub(super) fn close_frame(&mut self, frame: Frame, span: Span) -> Result<(), Diagnostic> {
        let items = frame.items;
        let node = match frame.kind {
            FrameKind::Paren if items.len() == 1 => {
                self.operands.push(items[0]);
                return Ok(());
            }
            FrameKind::Paren if items.len() > 2 => {
                return Err(Diagnostic::syntax(span, "coordinates are two numbers")
                    .with_help("write `[a, b, c]` for a list"));
            }
            FrameKind::Paren => Node::Tuple(self.ast.nodes(&items)),
            FrameKind::List => Node::List(self.ast.nodes(&items)),
            FrameKind::Misere => Node::Misere(self.ast.nodes(&items)),
            FrameKind::PowerTo { negative } => {
                let Some(&exponent) = items.first() else {
                    return Err(self.unexpected("an exponent"));
                };
                self.arrow_power(BinaryOp::PowerTo, exponent, negative, span);
                return Ok(());
            }
            FrameKind::Call { callee } => {
                let span = self.ast.span(callee).to(span);
                let arguments = self.arguments(&items)?;
                self.operand_done(Node::Call(callee, arguments), span);
                return Ok(());
            }
            FrameKind::Method {
                receiver,
                name,
                name_span,
            } => {
                let span = self.ast.span(receiver).to(name_span).to(span);
                let arguments = self.arguments(&items)?;
                self.operand_done(Node::Method(receiver, name, arguments), span);
                return Ok(());
            }
            FrameKind::Index { object } => {
                let span = self.ast.span(object).to(span);
                let indices = self.ast.nodes(&items);
                self.operand_done(Node::Index(object, indices), span);
                return Ok(());
            }
            FrameKind::Brace {
                label,
                explicit,
                groups,
                slashes,
            } => {
                return self.close_brace(label, explicit, groups, &slashes, items, span);
            }
            FrameKind::Statements(_)
            | FrameKind::If { .. }
            | FrameKind::Loop { .. }
            | FrameKind::Try { .. }
            | FrameKind::Single
            | FrameKind::Statement => {
                return Err(self.unexpected("`end`"));
            }
        };
        self.operand_done(node, span);
        Ok(())
    }

    /// Arguments: `name => value` gives a parameter by its name; such ones come last.
    pub(super) fn arguments(&mut self, items: &[NodeId]) -> Result<Nodes, Diagnostic> {
        let mut named = false;
        let mut arguments = Vec::with_capacity(items.len());
        for &item in items {
            if let Node::Pair(key, value) = *self.ast.node(item)
                && let Node::Name(name) = self.ast.node(key)
            {
                let (name, span) = (name.clone(), self.ast.span(item));
                arguments.push(self.ast.push(Node::Named(name, value), span));
                named = true;
            } else if named {
                return Err(Diagnostic::syntax(
                    self.ast.span(item),
                    "an argument without a name after one with a name",
                )
                .with_help("put the arguments with names last"));
            } else {
                arguments.push(item);
            }
        }
        Ok(self.ast.nodes(&arguments))
    }
}
