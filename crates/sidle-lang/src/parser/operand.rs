//! What the parser does where an operand should begin.

use std::sync::Arc;

use super::{
    Operator, Parser, binary_operator,
    frames::{Frame, FrameKind, Stage, StatementsKind},
    is_keyword, precedence,
};
use crate::{
    Diagnostic, Span,
    ast::{BinaryOp, Node, Param, UnaryOp},
    rational::Rational,
    symbols::{self, Symbol},
    token::TokenKind,
};

/// A parameter that is a name and no more.
fn plain_parameter(name: Arc<str>, span: Span) -> Param {
    Param {
        name,
        span,
        class: None,
        default: None,
        rest: false,
    }
}

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
            TokenKind::Ups { count, .. } => self.ups(count, token.span),
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
            Symbol::Minus | Symbol::Plus | Symbol::PlusMinus if self.behind_sign() => {
                return Err(self
                    .unexpected("an expression without a sign")
                    .with_help("put it in parentheses, as in `-(-2)` or `2^(-3)`"));
            }
            Symbol::Minus => self.minus(span),
            Symbol::Plus => self.prefix(UnaryOp::Identity, precedence::SIGN, span),
            Symbol::Maps if self.ahead(1).is(Symbol::CloseBrace) && self.is_fresh_brace() => {
                let end = self.ahead(1).span;
                let open = self.frames.pop().map_or(span, |frame| frame.open);
                self.advance();
                self.advance();
                self.operand_done(Node::EmptyMap, open.to(end));
            }
            Symbol::PlusMinus => self.plus_minus(span),
            Symbol::Tiny => self.prefix(UnaryOp::Tiny, precedence::TIGHT, span),
            Symbol::Miny => self.prefix(UnaryOp::Miny, precedence::TIGHT, span),
            Symbol::Infinity => {
                self.advance();
                self.operand_done(Node::Number(Rational::infinity(false)), span);
            }
            Symbol::OpenParen => {
                if !self.lambda_with_list()? {
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
                    return Err(self.unexpected("`{` after the quote"));
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

    /// `+-x` binds as a sign; only a fraction is taken whole, as it is printed: `+-1/2` is `+-(1/2)`.
    fn plus_minus(&mut self, span: Span) {
        let tokens = [1, 2, 3].map(|ahead| self.ahead(ahead).clone());
        if let [top, line, bottom] = &tokens
            && let TokenKind::Number {
                value: numerator,
                glued: false,
            } = &top.kind
            && line.is(Symbol::Divide)
            && let TokenKind::Number {
                value: denominator,
                glued: false,
            } = &bottom.kind
            && let Ok(fraction) = numerator.div(denominator)
        {
            self.at += 4;
            let number = self
                .ast
                .push(Node::Number(fraction), top.span.to(bottom.span));
            self.operand_done(
                Node::Unary(UnaryOp::PlusMinus, number),
                span.to(bottom.span),
            );
            return;
        }
        self.prefix(UnaryOp::PlusMinus, precedence::SIGN, span);
    }

    /// Is the innermost open construct a brace with nothing in it yet?
    fn is_fresh_brace(&self) -> bool {
        self.operators.len() == self.base()
            && self.frames.last().is_some_and(|frame| {
                frame.items.is_empty()
                    && matches!(&frame.kind, FrameKind::Brace { label: None, explicit: false, slashes, .. } if slashes.is_empty())
            })
    }

    /// Does a sign or the `^` of a power stand directly before this sign?
    fn behind_sign(&self) -> bool {
        self.operators.len() > self.base()
            && self
                .operators
                .last()
                .is_some_and(|pending| match pending.operator {
                    Operator::Prefix(
                        UnaryOp::Negative | UnaryOp::Identity | UnaryOp::PlusMinus,
                    ) => pending.precedence == precedence::SIGN,
                    Operator::Binary(BinaryOp::Power) => true,
                    _ => false,
                })
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
    pub(super) fn glue(&mut self) {
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

    fn word(&mut self, word: &Arc<str>, span: Span) -> Result<(), Diagnostic> {
        match &**word {
            "true" | "false" => {
                self.advance();
                self.operand_done(Node::Bool(&**word == "true"), span);
            }
            "this" => {
                self.advance();
                self.operand_done(Node::This, span);
            }
            "super" => {
                self.advance();
                self.expect_symbol(Symbol::Dot)?;
                let name = self.member_name()?;
                self.operand_done(Node::Super(name), span);
            }
            "op" => {
                let name = self.member_name()?;
                self.operand_done(Node::Name(name), span);
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
            "try" => {
                self.advance();
                self.open(FrameKind::Try { body: None }, span);
                self.open(FrameKind::Statements(StatementsKind::Try), span);
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
            "from" => {
                return Err(self
                    .unexpected("an expression")
                    .with_help("a loop has a variable: write `for k from 1 to 5 do`"));
            }
            "for" | "while" => {
                self.open(FrameKind::Loop { yields: Vec::new() }, span);
                self.begin_header()?;
            }
            "end" | "else" | "elseif" | "then" | "do" | "yield" | "finally" => {
                self.terminate(None)?;
            }
            "error" if self.ahead(1).is(Symbol::OpenParen) => {
                self.name(word, span)?;
            }
            _ if is_keyword(word) => return Err(self.unexpected("an expression")),
            _ => self.name(word, span)?,
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

    fn name(&mut self, word: &Arc<str>, span: Span) -> Result<(), Diagnostic> {
        let next = self.ahead(1).clone();
        if next.is(Symbol::Assign) {
            self.check_assignment(span)?;
            self.advance();
            self.advance();
            self.push_operator(Operator::Assign(word.clone()), precedence::STATEMENT, span);
        } else if next.is(Symbol::Arrow) {
            self.advance();
            self.advance();
            let parameters: Arc<[Param]> = Arc::from([plain_parameter(word.clone(), span)]);
            self.push_operator(Operator::Lambda(parameters), precedence::STATEMENT, span);
        } else if next.is(Symbol::OpenBrace) && (!next.spaced || self.is_labelled_game()) {
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
        Ok(())
    }

    /// An assignment is a whole expression: it is not an operand, nor the bare body of a function.
    fn check_assignment(&self, span: Span) -> Result<(), Diagnostic> {
        let before = self.operators[self.base()..].last();
        let whole = before.is_none_or(|pending| {
            matches!(
                pending.operator,
                Operator::Assign(_) | Operator::Define(..) | Operator::Return | Operator::Pair
            )
        });
        if whole {
            return Ok(());
        }
        let message = "an assignment cannot stand here without parentheses";
        Err(Diagnostic::syntax(span, message).with_help("write `(name := expression)`"))
    }

    /// Is there a slash directly inside the brace behind the current token? Then a name before it,
    /// even with a blank between them, labels a game.
    fn is_labelled_game(&self) -> bool {
        const FAR: usize = 200;
        let mut depth = 0_usize;
        for ahead in 1..FAR {
            match &self.ahead(ahead).kind {
                TokenKind::Symbol(Symbol::OpenBrace | Symbol::OpenParen | Symbol::OpenBracket) => {
                    depth += 1;
                }
                TokenKind::Symbol(
                    Symbol::CloseBrace | Symbol::CloseParen | Symbol::CloseBracket,
                ) => {
                    depth -= 1;
                    if depth == 0 {
                        return false;
                    }
                }
                TokenKind::Slashes(_) if depth == 1 => return true,
                TokenKind::End => return false,
                _ => {}
            }
        }
        false
    }

    /// `(a, b) -> …`; false if the parenthesis begins something else.
    fn lambda_with_list(&mut self) -> Result<bool, Diagnostic> {
        let closing = self.closer_of(self.at);
        let arrow = self
            .tokens
            .get(closing + 1)
            .is_some_and(|token| token.is(Symbol::Arrow));
        if !arrow {
            return Ok(false);
        }
        let span = self.token().span;
        self.advance();
        let parameters = self.parameters()?;
        self.expect_symbol(Symbol::Arrow)?;
        let operator = Operator::Lambda(parameters);
        self.push_operator(operator, precedence::STATEMENT, span);
        Ok(true)
    }

    /// The place of the token that closes the parenthesis at this place.
    ///
    /// Cost: linear the first time, then constant.
    fn closer_of(&mut self, at: usize) -> usize {
        let tokens = &self.tokens;
        let closers = self.closers.get_or_insert_with(|| {
            let mut closers = vec![u32::MAX; tokens.len()];
            let mut open = Vec::new();
            for (at, token) in tokens.iter().enumerate() {
                if token.is(Symbol::OpenParen) {
                    open.push(at);
                } else if token.is(Symbol::CloseParen)
                    && let Some(opening) = open.pop()
                {
                    closers[opening] = at as u32;
                }
            }
            closers
        });
        closers.get(at).map_or(usize::MAX - 1, |&at| at as usize)
    }

    pub(super) fn expect_name(&mut self, wanted: &str) -> Result<Arc<str>, Diagnostic> {
        match self.token().word() {
            Some(word) if !is_keyword(word) => {
                let word = word.clone();
                self.advance();
                Ok(word)
            }
            _ if matches!(self.token().kind, TokenKind::Downs(_)) => Err(Diagnostic::syntax(
                self.token().span,
                format!("expected {wanted}, found the sign of down"),
            )
            .with_help("`v`, `vv` and `v3` are games and cannot be names")),
            _ => Err(self.unexpected(wanted)),
        }
    }

    pub(super) fn expect_symbol(&mut self, symbol: Symbol) -> Result<(), Diagnostic> {
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
        let inside =
            |frame: &Frame| !matches!(frame.kind, FrameKind::Statements(StatementsKind::Top));
        if self.frames.iter().any(inside) {
            return Err(self
                .unexpected("a statement; `def` stands at the outermost level only")
                .with_help("write `name := (x) -> …`"));
        }
        self.advance();
        let name = self.expect_name("the name of the function")?;
        self.expect_symbol(Symbol::OpenParen)?;
        let parameters = self.parameters()?;
        if self.is_word(0, "begin") {
            self.push_operator(
                Operator::Define(name, parameters, true),
                precedence::STATEMENT,
                span,
            );
            return Ok(());
        }
        self.expect_symbol(Symbol::Assign)?;
        let operator = Operator::Define(name, parameters, false);
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
            } else if self.token().is(Symbol::Assign) {
                Stage::Let
            } else {
                return Err(self.unexpected("`in`, `from` or `:=`"));
            };
            self.advance();
            header.begin(Some(name), stage);
        } else if self.is_word(0, "from") {
            // Only in comprehensions: `[e from 1 to 5]`.
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
