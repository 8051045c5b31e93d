//! The ends of statements, blocks, conditions and loops.

use super::frames::{Frame, FrameKind, Header, StatementsKind};

use super::{Operator, Parser};
use crate::{
    Diagnostic, Span,
    ast::{Collect, Node, NodeId},
    symbols::Symbol,
    token::TokenKind,
};

impl Parser<'_> {
    pub(super) fn end_of_statement(
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

    pub(super) fn end_of_block(
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

    pub(super) fn end_of_try(&mut self, last: NodeId, span: Span) {
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

    pub(super) fn end_of_condition(
        &mut self,
        expression: Option<NodeId>,
    ) -> Result<(), Diagnostic> {
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
    pub(super) fn end_of_branch(&mut self, block: NodeId, word: &str, span: Span) {
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

    pub(super) fn end_of_header_part(
        &mut self,
        expression: Option<NodeId>,
    ) -> Result<(), Diagnostic> {
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

    pub(super) fn end_of_loop(&mut self, bodies: &[NodeId], collect: Collect, span: Span) {
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
    pub(super) fn end_of_control(&mut self) {
        let single = matches!(
            self.frames.last().map(|frame| &frame.kind),
            Some(FrameKind::Statement)
        );
        if single && self.operators.len() == self.base() {
            self.frames.pop();
            self.finished = Some(self.operands.pop());
            return;
        }
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
    pub(super) fn comprehension(
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

    pub(super) fn begins_comprehension(&self, expression: Option<NodeId>) -> bool {
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
}
