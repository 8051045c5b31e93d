//! What the parser does where an operand should begin.

use std::sync::Arc;

use super::{
    Operator, Parser, binary_operator,
    frames::{FrameKind, Stage, StatementsKind},
    is_keyword, precedence,
};
use crate::{
    Diagnostic, Span,
    ast::{BinaryOp, Node, NodeId, UnaryOp},
    rational::Rational,
    symbols::{self, Symbol},
    token::TokenKind,
};

impl Parser<'_> {
    pub(super) fn operand(&mut self) -> Result<(), Diagnostic> {
        let token = self.token().clone();
        match token.kind {
            TokenKind::Newline => self.advance(),
            TokenKind::Number { value, glued } => self.number(value, glued, token.span),
            TokenKind::Text(text) => {
                self.advance();
                self.operand_done(Node::Text(text), token.span);
            }
            TokenKind::Ups { count, arrow } => self.ups(count, arrow, token.span),
            TokenKind::Downs(count) => self.downs(count, token.span),
            TokenKind::Word(word) => self.word(&word, token.span)?,
            TokenKind::Symbol(symbol) => self.symbol(symbol, token.span)?,
            TokenKind::Slashes(_) | TokenKind::End => self.terminate(None)?,
            TokenKind::Exponent(_) => return Err(self.unexpected("an expression")),
        }
        Ok(())
    }

    fn symbol(&mut self, symbol: Symbol, span: Span) -> Result<(), Diagnostic> {
        match symbol {
            Symbol::Star => self.star(span),
            Symbol::Minus => self.minus(span),
            Symbol::Plus => self.prefix(UnaryOp::Identity, precedence::SIGN, span),
            Symbol::PlusMinus => self.prefix(UnaryOp::PlusMinus, precedence::SWITCH, span),
            Symbol::Tiny => self.prefix(UnaryOp::Tiny, precedence::TIGHT, span),
            Symbol::Miny => self.prefix(UnaryOp::Miny, precedence::TIGHT, span),
            Symbol::Infinity => {
                self.advance();
                self.operand_done(Node::Number(Rational::infinity(false)), span);
            }
            Symbol::OpenParen => {
                if !self.lambda_with_list() {
                    self.advance();
                    self.open(FrameKind::Paren, span);
                }
            }
            Symbol::OpenBracket => {
                self.advance();
                self.open(FrameKind::List, span);
            }
            Symbol::OpenBrace => {
                self.advance();
                self.open(FrameKind::brace(None, false), span);
            }
            Symbol::Quote => {
                if !self.ahead(1).is(Symbol::OpenBrace) {
                    self.advance();
                    return Err(self.unexpected("`{` behind the quote"));
                }
                self.advance();
                self.advance();
                self.open(FrameKind::brace(None, true), span);
            }
            Symbol::CloseParen
            | Symbol::CloseBracket
            | Symbol::CloseBrace
            | Symbol::Semicolon
            | Symbol::Comma => {
                self.terminate(None)?;
            }
            _ if binary_operator(symbol).is_some() => {
                return Err(self.unexpected("an expression before this operator"));
            }
            _ => return Err(self.unexpected("an expression")),
        }
        Ok(())
    }

    fn prefix(&mut self, op: UnaryOp, precedence: u8, span: Span) {
        self.advance();
        self.push_operator(Operator::Prefix(op), precedence, span);
    }

    fn number(&mut self, value: Rational, glued: bool, span: Span) {
        self.advance();
        self.operand_done(Node::Number(value), span);
        if glued {
            self.glue();
        }
    }

    /// An invisible plus that binds more tightly than any visible sign.
    fn glue(&mut self) {
        let span = self.token().span;
        self.reduce(precedence::GLUE, false);
        self.push_operator(Operator::Binary(BinaryOp::Add), precedence::GLUE, span);
    }

    /// `-1^^` is (-1) + ^^, as it is printed; any other minus is a sign before a power or product.
    fn minus(&mut self, span: Span) {
        if let TokenKind::Number { value, glued: true } = &self.ahead(1).kind
            && !self.ahead(1).spaced
        {
            let (value, end) = (value.negative(), self.ahead(1).span);
            self.advance();
            self.number(value, true, span.to(end));
            return;
        }
        self.prefix(UnaryOp::Negative, precedence::SIGN, span);
    }

    /// `*`, `*5`, `*(n)`, `*n`, `*[…]`.
    fn star(&mut self, span: Span) {
        self.advance();
        let next = self.token().clone();
        if !next.spaced {
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
                TokenKind::Text(_) | TokenKind::Symbol(Symbol::OpenParen) => {
                    self.push_operator(Operator::Prefix(UnaryOp::Nimber), precedence::TIGHT, span);
                    return;
                }
                TokenKind::Word(word) if !is_keyword(&word) => {
                    self.push_operator(Operator::Prefix(UnaryOp::Nimber), precedence::TIGHT, span);
                    return;
                }
                TokenKind::Symbol(Symbol::OpenBracket) => {
                    self.advance();
                    self.open(FrameKind::Misere, span);
                    return;
                }
                _ => {}
            }
        }
        let one = self.ast.push(Node::Number(Rational::from(1)), span);
        self.operand_done(Node::Unary(UnaryOp::Nimber, one), span);
    }

    /// `^`, `^^`, `^3`, `^[3]`, `^<3>`, `^n`, each perhaps with a star behind it.
    fn ups(&mut self, count: u32, arrow: bool, span: Span) {
        self.advance();
        let next = self.token().clone();
        match next.kind {
            TokenKind::Number { value, glued } if count == 1 && !next.spaced => {
                self.counted_arrows(UnaryOp::Ups, value, glued, span.to(next.span));
            }
            TokenKind::Word(ref word) if count == 1 && !arrow && !is_keyword(word) => {
                self.push_operator(Operator::Prefix(UnaryOp::Ups), precedence::TIGHT, span);
            }
            TokenKind::Text(_) | TokenKind::Symbol(Symbol::OpenParen)
                if count == 1 && !next.spaced =>
            {
                self.push_operator(Operator::Prefix(UnaryOp::Ups), precedence::TIGHT, span);
            }
            _ => self.arrows(UnaryOp::Ups, u64::from(count), span),
        }
    }

    fn downs(&mut self, count: u64, span: Span) {
        self.advance();
        let next = self.token().clone();
        match next.kind {
            TokenKind::Symbol(Symbol::OpenParen) if count == 1 && !next.spaced => {
                self.push_operator(Operator::Prefix(UnaryOp::Downs), precedence::TIGHT, span);
            }
            TokenKind::Number { value, glued } if count == 1 && !next.spaced => {
                self.counted_arrows(UnaryOp::Downs, value, glued, span.to(next.span));
            }
            _ => self.arrows(UnaryOp::Downs, count, span),
        }
    }

    /// An arrow with a number behind it: `^3`, `↓3`.
    fn counted_arrows(&mut self, op: UnaryOp, count: Rational, glued: bool, span: Span) {
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
    fn arrows(&mut self, op: UnaryOp, count: u64, span: Span) {
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
        let next = self.token();
        if next.is(Symbol::Star) && !next.spaced {
            self.glue();
        }
    }

    fn word(&mut self, word: &Arc<str>, span: Span) -> Result<(), Diagnostic> {
        match &**word {
            "true" | "false" => {
                self.advance();
                self.operand_done(Node::Bool(&**word == "true"), span);
            }
            "pass" => {
                self.advance();
                self.operand_done(Node::Pass, span);
            }
            "break" | "continue" => {
                self.advance();
                let node = if &**word == "break" {
                    Node::Break
                } else {
                    Node::Continue
                };
                self.operand_done(node, span);
            }
            "not" => self.prefix(UnaryOp::Not, precedence::NOT, span),
            "return" => self.returns(span),
            "var" => self.declaration(span)?,
            "def" => self.definition(span)?,
            "begin" => {
                self.advance();
                self.open(FrameKind::Statements(StatementsKind::Begin), span);
            }
            "if" => {
                self.advance();
                self.open(
                    FrameKind::If {
                        branches: Vec::new(),
                    },
                    span,
                );
            }
            "for" | "from" | "while" => {
                self.open(FrameKind::Loop, span);
                self.begin_header()?;
            }
            "end" | "else" | "elseif" | "then" | "do" => self.terminate(None)?,
            _ if is_keyword(word) => return Err(self.unexpected("an expression")),
            _ => self.name(word, span),
        }
        Ok(())
    }

    fn returns(&mut self, span: Span) {
        self.advance();
        let next = &self.token().kind;
        let bare = matches!(
            next,
            TokenKind::Newline | TokenKind::End | TokenKind::Symbol(Symbol::Semicolon)
        ) || self.is_word(0, "end");
        if bare {
            let nothing = self.ast.push(Node::Nothing, span);
            self.operand_done(Node::Return(nothing), span);
        } else {
            self.push_operator(Operator::Return, precedence::STATEMENT, span);
        }
    }

    fn name(&mut self, word: &Arc<str>, span: Span) {
        let next = self.ahead(1).clone();
        if next.is(Symbol::Assign) {
            self.advance();
            self.advance();
            self.push_operator(Operator::Assign(word.clone()), precedence::STATEMENT, span);
        } else if next.is(Symbol::Arrow) {
            self.advance();
            self.advance();
            let parameters = Arc::from([word.clone()]);
            self.push_operator(Operator::Lambda(parameters), precedence::STATEMENT, span);
        } else if next.is(Symbol::OpenBrace) && !next.spaced {
            self.advance();
            self.advance();
            *self.labels.entry(word.clone()).or_default() += 1;
            self.open(FrameKind::brace(Some(word.clone()), false), span);
        } else {
            self.advance();
            let node = match symbols::word_symbol(word) {
                _ if self.labels.get(word).is_some_and(|&open| open > 0) => {
                    Node::Label(word.clone())
                }
                Some(symbol) => Node::Name(Arc::from(symbol.plain())),
                None => Node::Name(word.clone()),
            };
            self.operand_done(node, span);
        }
    }

    /// `(a, b) -> …`; false if the parenthesis begins something else.
    fn lambda_with_list(&mut self) -> bool {
        let mut parameters = Vec::new();
        let mut ahead = 1;
        if !self.ahead(1).is(Symbol::CloseParen) {
            loop {
                match self.ahead(ahead).word() {
                    Some(word) if !is_keyword(word) => parameters.push(word.clone()),
                    _ => return false,
                }
                ahead += 1;
                if !self.ahead(ahead).is(Symbol::Comma) {
                    break;
                }
                ahead += 1;
            }
        }
        if !self.ahead(ahead).is(Symbol::CloseParen) || !self.ahead(ahead + 1).is(Symbol::Arrow) {
            return false;
        }
        let span = self.token().span;
        self.at += ahead + 2;
        self.push_operator(
            Operator::Lambda(parameters.into()),
            precedence::STATEMENT,
            span,
        );
        true
    }

    fn expect_name(&mut self, wanted: &str) -> Result<Arc<str>, Diagnostic> {
        match self.token().word() {
            Some(word) if !is_keyword(word) => {
                let word = word.clone();
                self.advance();
                Ok(word)
            }
            _ => Err(self.unexpected(wanted)),
        }
    }

    fn expect_symbol(&mut self, symbol: Symbol) -> Result<(), Diagnostic> {
        if !self.token().is(symbol) {
            return Err(self.unexpected(&format!("`{}`", symbol.plain())));
        }
        self.advance();
        Ok(())
    }

    fn declaration(&mut self, span: Span) -> Result<(), Diagnostic> {
        self.advance();
        let name = self.expect_name("the name of the variable")?;
        if self.token().is(Symbol::Assign) {
            self.advance();
            self.push_operator(Operator::Declare(name), precedence::STATEMENT, span);
        } else {
            let nothing = self.ast.push(Node::Nothing, span);
            self.operand_done(Node::Declare(name, nothing), span);
        }
        Ok(())
    }

    fn definition(&mut self, span: Span) -> Result<(), Diagnostic> {
        self.advance();
        let name = self.expect_name("the name of the function")?;
        self.expect_symbol(Symbol::OpenParen)?;
        let mut parameters = Vec::new();
        while !self.token().is(Symbol::CloseParen) {
            if !parameters.is_empty() {
                self.expect_symbol(Symbol::Comma)?;
            }
            parameters.push(self.expect_name("the name of a parameter")?);
        }
        self.advance();
        self.expect_symbol(Symbol::Assign)?;
        let operator = Operator::Define(name, parameters.into());
        self.push_operator(operator, precedence::STATEMENT, span);
        Ok(())
    }

    /// Reads `for x in`, `for x from`, `from` or `while` and waits for the expression behind it.
    pub(super) fn begin_header(&mut self) -> Result<(), Diagnostic> {
        let mut header = self
            .frames
            .last_mut()
            .and_then(|frame| frame.header.take())
            .unwrap_or_default();
        if self.is_word(0, "for") {
            self.advance();
            let name = self.expect_name("the name of the loop's variable")?;
            let stage = if self.is_word(0, "in") {
                Stage::In
            } else if self.is_word(0, "from") {
                Stage::From
            } else {
                return Err(self.unexpected("`in` or `from`"));
            };
            self.advance();
            header.begin(Some(name), stage);
        } else if self.is_word(0, "from") {
            self.advance();
            header.begin(None, Stage::From);
        } else {
            self.advance();
            header.begin(None, Stage::While);
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.header = Some(header);
        }
        self.wants_operand = true;
        Ok(())
    }
}
