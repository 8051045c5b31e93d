//! The constructs that are open while the parser reads, and what happens at the sign that ends a part
//! of them.

use std::sync::Arc;

use super::{Operator, Parser};
use crate::{
    Diagnostic, Span,
    ast::{BinaryOp, Clause, Collect, Node, NodeId, Nodes, Source},
    symbols::Symbol,
    token::{Token, TokenKind},
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
    stage: Option<Stage>,
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

    fn fill(&mut self, expression: NodeId) {
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
    fn next(&self, keyword: &str) -> Option<Stage> {
        let draft = self.clauses.last()?;
        let ranged = draft.from.is_some();
        match keyword {
            "to" if ranged && draft.to.is_none() => Some(Stage::To),
            "by" if ranged && draft.by.is_none() => Some(Stage::By),
            "while" if draft.until.is_none() && draft.filter.is_none() => Some(Stage::While),
            "where" if draft.filter.is_none() => Some(Stage::Where),
            _ => None,
        }
    }

    fn finish(self) -> Vec<Clause> {
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
            FrameKind::Statements(StatementsKind::Top) | FrameKind::Single => None,
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

    fn closes_with(&self, token: &Token) -> bool {
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
            FrameKind::Single => {
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

    fn end_of_statement(
        &mut self,
        kind: StatementsKind,
        expression: Option<NodeId>,
    ) -> Result<(), Diagnostic> {
        let token = self.token().clone();
        self.add_item(expression);
        match &token.kind {
            TokenKind::Symbol(Symbol::Semicolon) | TokenKind::Newline => {
                if kind == StatementsKind::Top && token.is(Symbol::Semicolon) {
                    self.ast.silent = true;
                } else if expression.is_some() {
                    self.ast.silent = false;
                }
                self.advance();
                self.wants_operand = true;
                Ok(())
            }
            TokenKind::End if kind == StatementsKind::Top => {
                if expression.is_some() {
                    self.ast.silent = false;
                }
                if let Some(frame) = self.frames.pop() {
                    self.ast.statements = frame.items;
                }
                self.done = true;
                Ok(())
            }
            TokenKind::Word(word) => self.end_of_block(kind, &word.clone(), token.span),
            _ => Err(self.stray(expression.is_some())),
        }
    }

    fn end_of_block(
        &mut self,
        kind: StatementsKind,
        word: &str,
        span: Span,
    ) -> Result<(), Diagnostic> {
        let fits = match word {
            "end" => !matches!(kind, StatementsKind::Top | StatementsKind::Try),
            "finally" => kind == StatementsKind::Try,
            "else" | "elseif" => kind == StatementsKind::Then,
            "yield" => kind == StatementsKind::Yield,
            _ => false,
        };
        if !fits {
            return Err(self.stray(false));
        }
        self.advance();
        let Some(frame) = self.frames.pop() else {
            return Err(self.stray(false));
        };
        let statements = self.ast.nodes(&frame.items);
        let block = self.ast.push(Node::Block(statements), frame.open.to(span));
        match kind {
            StatementsKind::Begin => {
                self.operands.push(block);
                self.wants_operand = false;
                self.end_of_control();
            }
            StatementsKind::Try => {
                if let Some(Frame {
                    kind: FrameKind::Try { body },
                    ..
                }) = self.frames.last_mut()
                {
                    *body = Some(block);
                }
                self.open(FrameKind::Statements(StatementsKind::Finally), span);
            }
            StatementsKind::Finally => self.end_of_try(block, span),
            StatementsKind::Body => self.finished = Some(Some(block)),
            StatementsKind::Do => self.end_of_loop(&[block], Collect::Nothing, span),
            StatementsKind::Yield => {
                if let Some(Frame {
                    kind: FrameKind::Loop { yields },
                    ..
                }) = self.frames.last_mut()
                {
                    yields.push(block);
                    if word == "yield" {
                        self.open(FrameKind::Statements(StatementsKind::Yield), span);
                    } else {
                        let yields = std::mem::take(yields);
                        self.end_of_loop(&yields, Collect::List, span);
                    }
                }
            }
            _ => self.end_of_branch(block, word, span),
        }
        Ok(())
    }

    fn end_of_try(&mut self, last: NodeId, span: Span) {
        let Some(Frame {
            kind: FrameKind::Try { body: Some(body) },
            open,
            ..
        }) = self.frames.pop()
        else {
            return;
        };
        let node = self.ast.push(Node::Try(body, last), open.to(span));
        self.operands.push(node);
        self.wants_operand = false;
        self.end_of_control();
    }

    /// A token that closes nothing that is open.
    fn stray(&self, after_expression: bool) -> Diagnostic {
        let wanted = if after_expression {
            "an operator or the end of the statement"
        } else {
            "an expression"
        };
        self.unexpected(wanted)
    }

    fn add_item(&mut self, expression: Option<NodeId>) {
        if let (Some(frame), Some(expression)) = (self.frames.last_mut(), expression) {
            frame.items.push(expression);
        }
    }

    // ---- if --------------------------------------------------------------------------------------

    fn end_of_condition(&mut self, expression: Option<NodeId>) -> Result<(), Diagnostic> {
        let (Some(condition), true) = (expression, self.is_word(0, "then")) else {
            return Err(self.unexpected("a condition and `then`"));
        };
        let span = self.token().span;
        self.advance();
        if let Some(Frame {
            kind: FrameKind::If { branches },
            ..
        }) = self.frames.last_mut()
        {
            branches.push(condition);
        }
        self.open(FrameKind::Statements(StatementsKind::Then), span);
        Ok(())
    }

    /// A branch of an `if` is complete; `word` says what comes next.
    fn end_of_branch(&mut self, block: NodeId, word: &str, span: Span) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let FrameKind::If { branches } = &mut frame.kind else {
            return;
        };
        branches.push(block);
        match word {
            "elseif" => self.wants_operand = true,
            "else" => self.open(FrameKind::Statements(StatementsKind::Else), span),
            _ => {
                let (open, mut branches) = (frame.open, std::mem::take(branches));
                self.frames.pop();
                let mut otherwise = (branches.len() % 2 == 1).then(|| branches.pop()).flatten();
                for pair in branches.chunks_exact(2).rev() {
                    let node = Node::If {
                        condition: pair[0],
                        then: pair[1],
                        otherwise,
                    };
                    otherwise = Some(self.ast.push(node, open.to(span)));
                }
                self.operands.extend(otherwise);
                self.wants_operand = false;
                self.end_of_control();
            }
        }
    }

    // ---- loops and comprehensions -----------------------------------------------------------------

    fn end_of_header_part(&mut self, expression: Option<NodeId>) -> Result<(), Diagnostic> {
        let Some(expression) = expression else {
            return Err(self.unexpected("an expression"));
        };
        let token = self.token().clone();
        let Some(frame) = self.frames.last_mut() else {
            return Err(self.unexpected("an expression"));
        };
        let is_loop = matches!(frame.kind, FrameKind::Loop { .. });
        let closes = frame.closes_with(&token);
        let Some(header) = &mut frame.header else {
            return Err(self.unexpected("an expression"));
        };
        header.fill(expression);
        let word = token.word().map_or("", |word| &**word);
        if let Some(stage) = header.next(word) {
            header.stage = Some(stage);
            self.advance();
            self.wants_operand = true;
            return Ok(());
        }
        if word == "for" {
            return self.begin_header();
        }
        if is_loop && (word == "do" || word == "yield") {
            let kind = if word == "do" {
                StatementsKind::Do
            } else {
                StatementsKind::Yield
            };
            self.advance();
            self.open(FrameKind::Statements(kind), token.span);
            return Ok(());
        }
        if !is_loop && closes {
            return self.close();
        }
        Err(self.unexpected(if is_loop {
            "`do` or `yield`"
        } else {
            "the end of the comprehension"
        }))
    }

    fn end_of_loop(&mut self, bodies: &[NodeId], collect: Collect, span: Span) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let clauses = frame.header.map(Header::finish).unwrap_or_default();
        let (first_clause, clauses) = self.ast.push_clauses(clauses);
        let bodies = self.ast.nodes(bodies);
        let node = Node::Loop {
            collect,
            first_clause,
            clauses,
            bodies,
        };
        self.operand_done(node, frame.open.to(span));
        self.end_of_control();
    }

    /// A statement that begins with `if`, `for`, `while` or `begin` ends at its `end`: it needs no
    /// semicolon and is never continued as an operand. So does `def f() begin … end`.
    fn end_of_control(&mut self) {
        let in_statements = matches!(
            self.frames.last().map(|frame| &frame.kind),
            Some(FrameKind::Statements(_))
        );
        if !in_statements {
            return;
        }
        let base = self.base();
        if self.operators.len() == base + 1
            && let Some(pending) = self.operators.last()
            && matches!(pending.operator, Operator::Define(_, _, true))
        {
            self.apply_top();
        }
        if self.operators.len() == base {
            let statement = self.operands.pop();
            self.add_item(statement);
            self.ast.silent = false;
            self.wants_operand = true;
        }
    }

    /// Turns `[body for …` into one node.
    fn comprehension(
        &mut self,
        header: Header,
        items: &[NodeId],
        collect: Collect,
        span: Span,
    ) -> NodeId {
        let (first_clause, clauses) = self.ast.push_clauses(header.finish());
        let body = match items.first() {
            Some(&body) => body,
            None => self.ast.push(Node::Nothing, span),
        };
        let collect = match (collect, self.ast.node(body)) {
            (Collect::Set, Node::Pair(..)) => Collect::Map,
            (collect, _) => collect,
        };
        let bodies = self.ast.nodes(&[body]);
        let node = Node::Loop {
            collect,
            first_clause,
            clauses,
            bodies,
        };
        self.ast.push(node, span)
    }

    fn begins_comprehension(&self, expression: Option<NodeId>) -> bool {
        let first = self.frames.last().is_some_and(|frame| {
            frame.items.is_empty()
                && match &frame.kind {
                    FrameKind::List
                    | FrameKind::Paren
                    | FrameKind::Call { .. }
                    | FrameKind::Method { .. } => true,
                    FrameKind::Brace {
                        label,
                        explicit,
                        slashes,
                        ..
                    } => label.is_none() && !explicit && slashes.is_empty(),
                    _ => false,
                }
        });
        first && expression.is_some() && (self.is_word(0, "for") || self.is_word(0, "from"))
    }

    // ---- lists, arguments, groups ------------------------------------------------------------------

    fn end_of_entry(&mut self, expression: Option<NodeId>) -> Result<(), Diagnostic> {
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

    fn end_in_brace(&mut self, expression: Option<NodeId>) -> Result<(), Diagnostic> {
        if self.begins_comprehension(expression) {
            self.add_item(expression);
            return self.begin_header();
        }
        let token = self.token().clone();
        let Some(frame) = self.frames.last_mut() else {
            return Err(self.unexpected("an expression"));
        };
        // An empty group is fine, an empty entry after a comma is not.
        let complete = expression.is_some() || frame.items.is_empty();
        match token.kind {
            TokenKind::Slashes(count) if complete => {
                frame.items.extend(expression);
                let group = std::mem::take(&mut frame.items);
                if let FrameKind::Brace {
                    groups, slashes, ..
                } = &mut frame.kind
                {
                    groups.push(group);
                    slashes.push((count, token.span));
                }
                self.advance();
                self.wants_operand = true;
                Ok(())
            }
            TokenKind::Symbol(Symbol::Comma) if expression.is_some() => {
                frame.items.extend(expression);
                self.advance();
                self.wants_operand = true;
                Ok(())
            }
            TokenKind::Symbol(Symbol::CloseBrace) if complete => {
                frame.items.extend(expression);
                self.close()
            }
            _ if expression.is_none() => Err(self.unexpected("an expression")),
            _ => Err(self.unexpected("`,`, `|` or `}`")),
        }
    }

    /// The current token closes the innermost construct.
    fn close(&mut self) -> Result<(), Diagnostic> {
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

    fn close_frame(&mut self, frame: Frame, span: Span) -> Result<(), Diagnostic> {
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
            | FrameKind::Single => {
                return Err(self.unexpected("`end`"));
            }
        };
        self.operand_done(node, span);
        Ok(())
    }

    /// Arguments: `name => value` gives a parameter by its name; such ones come last.
    fn arguments(&mut self, items: &[NodeId]) -> Result<Nodes, Diagnostic> {
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

    fn close_brace(
        &mut self,
        label: Option<Arc<str>>,
        explicit: bool,
        mut groups: Vec<Vec<NodeId>>,
        slashes: &[(u32, Span)],
        items: Vec<NodeId>,
        mut span: Span,
    ) -> Result<(), Diagnostic> {
        if let Some(label) = &label
            && let Some(open) = self.labels.get_mut(label)
        {
            *open -= 1;
        }
        if explicit {
            if !self.token().is(Symbol::Quote) {
                return Err(self.unexpected("`'` to end the explicit game"));
            }
            span = span.to(self.token().span);
            self.advance();
        }
        if slashes.is_empty() {
            if explicit || label.is_some() {
                let help = "separate Left and Right options, as in `{1|0}`";
                return Err(Diagnostic::syntax(span, "a game needs a `|`").with_help(help));
            }
            let entries = self.ast.nodes(&items);
            self.operand_done(Node::Set(entries), span);
            return Ok(());
        }
        groups.push(items);
        let (left, right) = self.nest(groups, slashes, explicit)?;
        let node = self.game(label, &left, &right, explicit);
        self.operand_done(node, span);
        Ok(())
    }

    /// Builds the games between runs of slashes, innermost (shortest run) first, and returns the two
    /// groups at the longest run. One pass with a stack, as for operators.
    fn nest(
        &mut self,
        groups: Vec<Vec<NodeId>>,
        slashes: &[(u32, Span)],
        explicit: bool,
    ) -> Result<(Vec<NodeId>, Vec<NodeId>), Diagnostic> {
        let mut groups = groups.into_iter();
        let mut done: Vec<Vec<NodeId>> = vec![groups.next().unwrap_or_default()];
        let mut waiting: Vec<(u32, Span)> = Vec::new();
        for (&(count, span), group) in slashes.iter().zip(groups) {
            while let Some(&(top, _)) = waiting.last()
                && top < count
            {
                self.nest_top(&mut done, &mut waiting, explicit);
            }
            if let Some(&(top, _)) = waiting.last()
                && top == count
            {
                let run = "|".repeat(count.min(8) as usize);
                return Err(Diagnostic::syntax(
                    span,
                    format!("two runs `{run}` of the same length"),
                )
                .with_help("a longer run of slashes must separate them, as in `{a|b||c|d}`"));
            }
            waiting.push((count, span));
            done.push(group);
        }
        while waiting.len() > 1 {
            self.nest_top(&mut done, &mut waiting, explicit);
        }
        let right = done.pop().unwrap_or_default();
        Ok((done.pop().unwrap_or_default(), right))
    }

    fn nest_top(
        &mut self,
        done: &mut Vec<Vec<NodeId>>,
        waiting: &mut Vec<(u32, Span)>,
        explicit: bool,
    ) {
        let (Some((_, at)), Some(right), Some(left)) = (waiting.pop(), done.pop(), done.pop())
        else {
            return;
        };
        let cover = |span: Span, nodes: &[NodeId], ast: &crate::ast::Ast| {
            nodes
                .iter()
                .fold(span, |span, &node| span.to(ast.span(node)))
        };
        let span = cover(cover(at, &left, &self.ast), &right, &self.ast);
        let node = self.game(None, &left, &right, explicit);
        done.push(vec![self.ast.push(node, span)]);
    }

    fn game(
        &mut self,
        label: Option<Arc<str>>,
        left: &[NodeId],
        right: &[NodeId],
        explicit: bool,
    ) -> Node {
        let is_loopy = |&option: &NodeId| {
            matches!(
                self.ast.node(option),
                Node::Pass | Node::Label(_) | Node::Game { loopy: true, .. }
            )
        };
        let loopy = label.is_some() || left.iter().chain(right).any(is_loopy);
        let (left, right): (Nodes, Nodes) = (self.ast.nodes(left), self.ast.nodes(right));
        Node::Game {
            label,
            left,
            right,
            loopy,
            explicit,
        }
    }
}
