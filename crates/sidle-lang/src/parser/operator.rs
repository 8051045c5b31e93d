//! What the parser does behind a finished operand.

use std::sync::Arc;

use super::{Operator, Parser, binary_operator, frames::FrameKind, precedence};
use crate::{
    Diagnostic, Span,
    ast::{BinaryOp, Node, NodeId, UnaryOp},
    symbols::Symbol,
    token::TokenKind,
};

impl Parser<'_> {
    pub(super) fn operator(&mut self) -> Result<(), Diagnostic> {
        let token = self.token().clone();
        match token.kind {
            TokenKind::Newline => self.newline()?,
            TokenKind::Ups {
                count: 1,
                arrow: false,
            } => {
                self.advance();
                self.reduce(precedence::POWER, true);
                self.push_operator(
                    Operator::Binary(BinaryOp::Power),
                    precedence::POWER,
                    token.span,
                );
            }
            TokenKind::Symbol(symbol) => self.sign(symbol, token.span)?,
            TokenKind::Word(word) => self.infix_word(&word, token.span)?,
            TokenKind::Slashes(_) | TokenKind::End => self.finish()?,
            _ => return Err(self.missing_operator()),
        }
        Ok(())
    }

    fn missing_operator(&self) -> Diagnostic {
        self.unexpected("an operator")
            .with_help("write `+`, `*`, a comma or a new line between the two")
    }

    /// A line ends a statement, unless the next one can only continue it.
    fn newline(&mut self) -> Result<(), Diagnostic> {
        let in_statements = matches!(
            self.frames.last().map(|frame| &frame.kind),
            Some(FrameKind::Statements(_))
        );
        let mut ahead = 1;
        while self.ahead(ahead).kind == TokenKind::Newline {
            ahead += 1;
        }
        let continues = self.ahead(ahead).is(Symbol::Dot);
        if !in_statements || continues {
            self.at += ahead;
            return Ok(());
        }
        self.finish()
    }

    fn sign(&mut self, symbol: Symbol, span: Span) -> Result<(), Diagnostic> {
        match symbol {
            // `^n*3`: a star behind an arrow and its number belongs to them.
            Symbol::Star if self.behind_arrow() => {
                self.apply_top();
                self.glue();
            }
            Symbol::PlusMinus => {
                self.advance();
                self.binary(BinaryOp::Add, precedence::SUM, span);
                self.push_operator(
                    Operator::Prefix(UnaryOp::PlusMinus),
                    precedence::SWITCH,
                    span,
                );
            }
            Symbol::Dot => self.method(span)?,
            Symbol::Range => {
                self.advance();
                self.reduce(precedence::RANGE, false);
                self.push_operator(Operator::Range, precedence::RANGE, span);
            }
            Symbol::OpenParen => {
                if let Some(callee) = self.callee() {
                    self.advance();
                    self.open(FrameKind::Call { callee }, span);
                }
            }
            Symbol::OpenBracket => {
                if let Some(object) = self.postfix_operand() {
                    self.advance();
                    self.open(FrameKind::Index { object }, span);
                }
            }
            Symbol::Maps => {
                if !self.may_be_pair() {
                    return Err(self.stray_pair(span));
                }
                self.advance();
                self.reduce(precedence::PAIR, true);
                self.push_operator(Operator::Pair, precedence::PAIR, span);
            }
            Symbol::Assign => {
                return Err(Diagnostic::syntax(span, "only a name can be assigned to")
                    .with_help("write `name := expression`"));
            }
            Symbol::CloseParen
            | Symbol::CloseBracket
            | Symbol::CloseBrace
            | Symbol::Comma
            | Symbol::Semicolon => {
                self.finish()?;
            }
            _ => match binary_operator(symbol) {
                Some((BinaryOp::Sides, _)) if self.has_sides() => {
                    let message = "`&` stands between two games, not three";
                    return Err(Diagnostic::syntax(span, message));
                }
                Some((op, precedence)) => {
                    self.advance();
                    if precedence == precedence::COMPARISON {
                        self.reduce(precedence, true);
                        self.push_operator(Operator::Binary(op), precedence, span);
                    } else {
                        self.binary(op, precedence, span);
                    }
                }
                None => return Err(self.missing_operator()),
            },
        }
        Ok(())
    }

    /// May `=>` follow the operand just read? It stands once in an entry of a map, and after the name of an argument.
    fn may_be_pair(&self) -> bool {
        let pending = &self.operators[self.base()..];
        match self.frames.last().map(|frame| &frame.kind) {
            Some(FrameKind::Brace {
                label: None,
                explicit: false,
                slashes,
                ..
            }) => {
                let twice = |pending: &super::Pending| matches!(pending.operator, Operator::Pair);
                slashes.is_empty() && !pending.iter().any(twice)
            }
            Some(FrameKind::Call { .. } | FrameKind::Method { .. }) => {
                let name = |&id: &NodeId| matches!(self.ast.node(id), Node::Name(_));
                pending.is_empty() && self.operands.last().is_some_and(name)
            }
            _ => false,
        }
    }

    fn stray_pair(&self, span: Span) -> Diagnostic {
        Diagnostic::syntax(span, "`=>` does not belong here").with_help(
            "it stands in maps, `{1 => 2}`, and after names of arguments, `f(x => 2)`; write `>=` to compare",
        )
    }

    /// Is the operand just read the class after an `is`?
    fn has_class(&self) -> bool {
        let tighter = self.operators[self.base()..].iter().rev();
        let mut tighter = tighter.take_while(|pending| pending.precedence >= precedence::IS);
        tighter.any(|pending| matches!(pending.operator, Operator::Is))
    }

    /// Is the operand just read the offside of an `&`?
    fn has_sides(&self) -> bool {
        let tighter = self.operators[self.base()..].iter().rev();
        let mut tighter = tighter.take_while(|pending| pending.precedence >= precedence::SIDES);
        tighter.any(|pending| matches!(pending.operator, Operator::Binary(BinaryOp::Sides)))
    }

    /// Has the operand just read an arrow before it, as the number of arrows?
    fn behind_arrow(&self) -> bool {
        self.operators.len() > self.base()
            && self.operators.last().is_some_and(|pending| {
                matches!(
                    pending.operator,
                    Operator::Prefix(UnaryOp::Ups | UnaryOp::Downs)
                )
            })
    }

    fn binary(&mut self, op: BinaryOp, precedence: u8, span: Span) {
        self.reduce(precedence, false);
        self.push_operator(Operator::Binary(op), precedence, span);
    }

    /// Takes the operand that a method call, an argument list or an index applies to.
    fn postfix_operand(&mut self) -> Option<NodeId> {
        self.reduce(precedence::POSTFIX, false);
        self.operands.pop()
    }

    /// What an argument list applies to: a bare name binds it first, as in `9Tiny(2)`.
    fn callee(&mut self) -> Option<NodeId> {
        match self.operands.last() {
            Some(&top) if matches!(self.ast.node(top), Node::Name(_)) => self.operands.pop(),
            _ => self.postfix_operand(),
        }
    }

    fn method(&mut self, span: Span) -> Result<(), Diagnostic> {
        self.advance();
        let token = self.token().clone();
        let name = self.member_name()?;
        let Some(receiver) = self.postfix_operand() else {
            return Err(self.unexpected("an expression"));
        };
        let next = self.token();
        if next.is(Symbol::OpenParen) {
            let open = next.span;
            self.advance();
            self.open(
                FrameKind::Method {
                    receiver,
                    name,
                    name_span: token.span,
                },
                open,
            );
        } else {
            let whole = self.ast.span(receiver).to(span).to(token.span);
            self.operand_done(Node::Member(receiver, name), whole);
        }
        Ok(())
    }

    fn infix_word(&mut self, word: &Arc<str>, span: Span) -> Result<(), Diagnostic> {
        match &**word {
            "and" => {
                self.advance();
                self.reduce(precedence::AND, false);
                self.push_operator(Operator::And, precedence::AND, span);
            }
            "or" => {
                self.advance();
                self.reduce(precedence::OR, false);
                self.push_operator(Operator::Or, precedence::OR, span);
            }
            "is" if self.has_class() => {
                let message = "`is` asks about one class at a time";
                return Err(Diagnostic::syntax(span, message)
                    .with_help("put one of the questions in parentheses"));
            }
            "is" => {
                self.advance();
                self.reduce(precedence::IS, false);
                self.push_operator(Operator::Is, precedence::IS, span);
            }
            _ if super::is_keyword(word) => self.finish()?,
            _ if (self.is_method)(word) || self.begins_operand_behind() => {
                self.advance();
                self.reduce(precedence::INFIX, false);
                self.push_operator(Operator::Infix(word.clone()), precedence::INFIX, span);
            }
            _ => {
                let message = format!("expected an operator, found `{word}`");
                let error = Diagnostic::syntax(span, message);
                let near = crate::library::near_methods(word);
                return Err(if near.is_empty() {
                    error.with_help("write `*` for a product; between two operands only methods may stand, as in `G Heat 2`")
                } else {
                    error.with_help(format!("did you mean {near}?"))
                });
            }
        }
        Ok(())
    }

    /// Can the token behind the current word begin an operand? Then the word is a method between two
    /// operands.
    fn begins_operand_behind(&self) -> bool {
        let mut ahead = 1;
        while self.ahead(ahead).kind == TokenKind::Newline {
            ahead += 1;
        }
        match &self.ahead(ahead).kind {
            TokenKind::Number { .. }
            | TokenKind::Text(_)
            | TokenKind::Ups { .. }
            | TokenKind::Downs(_) => true,
            TokenKind::Word(word) => {
                !super::is_keyword(word)
                    || matches!(&**word, "this" | "super" | "if" | "true" | "false")
            }
            TokenKind::Symbol(symbol) => matches!(
                symbol,
                Symbol::Star
                    | Symbol::OpenParen
                    | Symbol::OpenBracket
                    | Symbol::OpenBrace
                    | Symbol::Minus
                    | Symbol::Plus
                    | Symbol::PlusMinus
                    | Symbol::Quote
            ),
            _ => false,
        }
    }

    /// The expression is complete: hand it to the construct it stands in.
    fn finish(&mut self) -> Result<(), Diagnostic> {
        self.reduce(0, false);
        let expression = self.operands.pop();
        self.terminate(expression)
    }
}
