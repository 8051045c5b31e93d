//! Stars and arrows, and what is glued to them.

use std::sync::Arc;

use super::{Operator, Parser, frames::FrameKind, is_keyword, precedence};
use crate::{
    Span,
    ast::{BinaryOp, Node, NodeId, UnaryOp},
    rational::Rational,
    symbols::Symbol,
    token::TokenKind,
};

impl Parser<'_> {
    /// `*`, `*5`, `*(n)`, `*n`, `*[…]`. Blanks do not matter: `* n` is a nimber.
    pub(super) fn star(&mut self, span: Span) {
        self.advance();
        let next = self.token().clone();
        match next.kind {
            TokenKind::Number { value, glued } => {
                self.advance();
                let number = self.ast.push(Node::Number(value), next.span);
                self.operand_done(Node::Unary(UnaryOp::Nimber, number), span.to(next.span));
                if glued {
                    self.glue();
                }
                return;
            }
            TokenKind::Symbol(Symbol::OpenBracket) => {
                self.advance();
                self.open(FrameKind::Misere, span);
                return;
            }
            _ if self.begins_primary() => {
                self.push_operator(Operator::Prefix(UnaryOp::Nimber), precedence::TIGHT, span);
                return;
            }
            _ => {}
        }
        let one = self.ast.push(Node::Number(Rational::from(1)), span);
        self.operand_done(Node::Unary(UnaryOp::Nimber, one), span);
    }

    /// Can the current token begin the operand of a star or an arrow? A name can, unless it is a
    /// method that stands between two operands, as in `* Heat 2`.
    pub(super) fn begins_primary(&self) -> bool {
        match &self.token().kind {
            TokenKind::Text(_) | TokenKind::Symbol(Symbol::OpenParen | Symbol::OpenBrace) => true,
            TokenKind::Word(word) => {
                (!is_keyword(word) || &**word == "this") && !self.is_infix_call(word)
            }
            _ => false,
        }
    }

    /// Is this word, the current token, the method of an infix call?
    pub(super) fn is_infix_call(&self, word: &str) -> bool {
        let named = (self.is_method)(word)
            || (word.len() > 1 && word.starts_with(|c: char| c.is_uppercase()));
        let operand = match &self.ahead(1).kind {
            TokenKind::Number { .. }
            | TokenKind::Text(_)
            | TokenKind::Ups { .. }
            | TokenKind::Downs(_) => true,
            TokenKind::Symbol(Symbol::Star) => true,
            TokenKind::Symbol(Symbol::PlusMinus) => (self.is_method)(word),
            TokenKind::Symbol(Symbol::OpenParen | Symbol::OpenBrace | Symbol::OpenBracket) => {
                self.ahead(1).spaced
            }
            TokenKind::Word(next) => !is_keyword(next) || &**next == "this",
            _ => false,
        };
        named && operand
    }

    /// `^`, `^^`, `^3`, `^[3]`, `^<3>`, `^n`, each perhaps with a star behind it.
    pub(super) fn ups(&mut self, count: u32, span: Span) {
        self.advance();
        self.arrow(UnaryOp::Ups, u64::from(count), span);
    }

    pub(super) fn downs(&mut self, count: u64, span: Span) {
        self.advance();
        self.arrow(UnaryOp::Downs, count, span);
    }

    /// An arrow takes the primary behind it as its number, blanks or not; two or more do not.
    pub(super) fn arrow(&mut self, op: UnaryOp, count: u64, span: Span) {
        let next = self.token().clone();
        match next.kind {
            TokenKind::Number { value, glued } if count == 1 => {
                self.counted_arrows(op, value, glued, span.to(next.span));
            }
            // `^ Heat *` reads as `Heat` ups and a star, `^ Heat 2` as a call.
            TokenKind::Word(_) if count == 1 && self.ahead(1).is(Symbol::Star) => {
                self.push_operator(Operator::Prefix(op), precedence::TIGHT, span);
            }
            _ if count == 1 && self.begins_primary() => {
                self.push_operator(Operator::Prefix(op), precedence::TIGHT, span);
            }
            _ => self.arrows(op, count, span),
        }
    }

    /// An arrow with a number behind it: `^3`, `↓3`.
    pub(super) fn counted_arrows(&mut self, op: UnaryOp, count: Rational, glued: bool, span: Span) {
        self.advance();
        let number = self.ast.push(Node::Number(count), span);
        self.operand_done(Node::Unary(op, number), span);
        if glued {
            self.glue();
        } else {
            self.glue_star();
        }
    }

    /// A run of arrows; a single one may have an exponent. `v[n]` and `v<n>` are negatives of ups.
    pub(super) fn arrows(&mut self, op: UnaryOp, count: u64, span: Span) {
        let next = self.token().clone();
        let brackets = next.is(Symbol::OpenBracket) && !next.spaced;
        let exponent = matches!(next.kind, TokenKind::Exponent(_));
        let powers = count == 1 && (brackets || exponent);
        let base = if powers { UnaryOp::Ups } else { op };
        let number = self.ast.push(
            Node::Number(Rational::from(dashu_int::IBig::from(count))),
            span,
        );
        self.operand_done(Node::Unary(base, number), span);
        if !powers {
            self.glue_star();
            return;
        }
        self.advance();
        let negative = op == UnaryOp::Downs;
        let TokenKind::Exponent(exponent) = next.kind else {
            self.open(FrameKind::PowerTo { negative }, span);
            return;
        };
        let node = match exponent {
            Some(n) => Node::Number(Rational::from(dashu_int::IBig::from(n))),
            None => Node::Name(Arc::from(Symbol::On.plain())),
        };
        let exponent = self.ast.push(node, next.span);
        self.arrow_power(BinaryOp::PowerOf, exponent, negative, span.to(next.span));
    }

    /// Replaces the arrow on top of the operands by its power.
    pub(super) fn arrow_power(
        &mut self,
        op: BinaryOp,
        exponent: NodeId,
        negative: bool,
        span: Span,
    ) {
        let Some(base) = self.operands.pop() else {
            return;
        };
        let mut node = Node::Binary(op, base, exponent);
        if negative {
            let power = self.ast.push(node, span);
            node = Node::Unary(UnaryOp::Negative, power);
        }
        self.operand_done(node, span);
        self.glue_star();
    }

    /// A star directly behind arrows belongs to them: `^^*3`.
    pub(super) fn glue_star(&mut self) {
        if self.token().is(Symbol::Star) {
            self.glue();
        }
    }
}
