//! Declarations: classes, enums, their members and parameters.
//!
//! ```text
//! file     = { "import" name ["." "*"] ";" } ( class | enum | program )
//! class    = { "mutable" | "singleton" | "system" } "class" name [ "(" parameters ")" ]
//!            [ "extends" name { "," name } ] { member } "end"
//! enum     = { modifier } "enum" name element { "," element } ";" { member } "end"
//! member   = class | { modifier } "def" name [ "(" parameters ")" ] [ "as" name ]
//!              ( ":=" expression ";" | "begin" program "end" | ";" )
//!            | { modifier } "var" name [ ":=" expression ] { "," name [ ":=" expression ] } ";"
//!            | "static" program "end" | statement ";"
//! modifier = "override" | "mutable" | "static" | "external" | "private"
//! ```
//!
//! Declarations nest a few levels deep and are read by recursive descent with a bound; the expressions
//! in them are read by the machine with its own stacks.

use std::sync::Arc;

use super::{
    Parser,
    frames::{FrameKind, StatementsKind},
};
use crate::{
    Diagnostic, Span,
    ast::{ClassDecl, MemberDecl, Modifiers, Node, NodeId, Param},
    symbols::Symbol,
    token::TokenKind,
};

/// Classes inside classes, defaults inside defaults: more than this is refused.
const MAX_NESTING: u32 = 50;

impl Parser<'_> {
    /// Skips `import`s: every name is found anyway.
    pub(super) fn imports(&mut self) -> Result<(), Diagnostic> {
        while self.is_word(0, "import") {
            while !self.token().is(Symbol::Semicolon) {
                if self.token().kind == TokenKind::End {
                    return Err(self.unexpected("`;` after the import"));
                }
                self.advance();
            }
            self.advance();
        }
        Ok(())
    }

    /// Reads the class of a file; `None` if the file is a script.
    pub(super) fn class_file(&mut self) -> Result<Option<ClassDecl>, Diagnostic> {
        let mut ahead = 0;
        while [
            "mutable",
            "singleton",
            "system",
            "override",
            "static",
            "private",
            "external",
        ]
        .iter()
        .any(|word| self.is_word(ahead, word))
        {
            ahead += 1;
        }
        if !self.is_word(ahead, "class") && !self.is_word(ahead, "enum") {
            return Ok(None);
        }
        let modifiers = self.modifiers()?;
        let class = self.class(modifiers)?;
        if self.token().kind != TokenKind::End {
            return Err(self.unexpected("the end of the file after the class"));
        }
        Ok(Some(class))
    }

    fn modifiers(&mut self) -> Result<Modifiers, Diagnostic> {
        let mut modifiers = Modifiers::default();
        loop {
            let flag = match self.token().word().map(|word| &**word) {
                Some("override") => &mut modifiers.overrides,
                Some("mutable") => &mut modifiers.mutable,
                Some("static") => &mut modifiers.is_static,
                Some("external") => &mut modifiers.external,
                Some("private") => &mut modifiers.private,
                Some("singleton") => &mut modifiers.singleton,
                Some("system") => &mut modifiers.system,
                _ => return Ok(modifiers),
            };
            if *flag {
                return Err(self.unexpected("each modifier once"));
            }
            *flag = true;
            self.advance();
        }
    }

    fn class(&mut self, modifiers: Modifiers) -> Result<ClassDecl, Diagnostic> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return Err(self.unexpected("no more classes inside classes"));
        }
        let is_enum = self.is_word(0, "enum");
        let misplaced = modifiers.overrides || modifiers.external || modifiers.is_static;
        if misplaced || modifiers.private {
            return Err(self
                .unexpected("`mutable`, `singleton` or `system`")
                .with_help("no other modifier may stand before a class"));
        }
        self.advance();
        let span = self.token().span;
        let name = self.expect_name("the name of the class")?;
        let mut class = ClassDecl {
            name,
            span,
            modifiers,
            is_enum,
            parameters: None,
            supers: Vec::new(),
            literals: Vec::new(),
            members: Vec::new(),
        };
        if is_enum {
            self.literals(&mut class)?;
        } else {
            if self.token().is(Symbol::OpenParen) {
                self.advance();
                class.parameters = Some(self.parameters()?);
            }
            if self.is_word(0, "extends") {
                loop {
                    self.advance();
                    let start = self.token().span;
                    let name = self.qualified_name()?;
                    let end = self.tokens[self.at - 1].span;
                    class.supers.push((name, start.to(end)));
                    if !self.token().is(Symbol::Comma) {
                        break;
                    }
                }
            }
        }
        while !self.is_word(0, "end") {
            if self.token().kind == TokenKind::End {
                return Err(self.unexpected("a declaration or `end`"));
            }
            self.member(&mut class)?;
        }
        self.advance();
        self.nesting -= 1;
        Ok(class)
    }

    fn literals(&mut self, class: &mut ClassDecl) -> Result<(), Diagnostic> {
        loop {
            let span = self.token().span;
            let name = self.expect_name("the name of an element")?;
            class.literals.push((name, span));
            if !self.token().is(Symbol::Comma) {
                break;
            }
            self.advance();
        }
        if self.is_word(0, "end") {
            return Ok(());
        }
        self.expect_symbol(Symbol::Semicolon)
    }

    fn member(&mut self, class: &mut ClassDecl) -> Result<(), Diagnostic> {
        if self.token().is(Symbol::Semicolon) {
            self.advance();
            return Ok(());
        }
        let start = self.token().span;
        let modifiers = self.modifiers()?;
        let word = self.token().word().cloned();
        match word.as_deref() {
            Some("class" | "enum") => {
                let nested = self.class(modifiers)?;
                class.members.push(MemberDecl::Class(nested));
                Ok(())
            }
            Some("def") => self.def(modifiers, class),
            Some("var") => self.var(modifiers, class),
            _ if modifiers.is_static => {
                let block = self.sequence(start)?;
                class.members.push(MemberDecl::Static(block));
                Ok(())
            }
            _ if modifiers != Modifiers::default() => {
                Err(self.unexpected("`class`, `def` or `var` after the modifiers"))
            }
            _ => {
                let statement = self.inside(FrameKind::Statement, start)?;
                let closed = self
                    .tokens
                    .get(self.at.wrapping_sub(1))
                    .is_some_and(|token| token.word().is_some_and(|word| &**word == "end"));
                if self.token().is(Symbol::Semicolon) {
                    self.advance();
                } else if !closed {
                    return Err(self.unexpected("`;` after the statement"));
                }
                class.members.push(MemberDecl::Statement(statement));
                Ok(())
            }
        }
    }

    fn def(&mut self, modifiers: Modifiers, class: &mut ClassDecl) -> Result<(), Diagnostic> {
        self.advance();
        let span = self.token().span;
        let name = self.member_name()?;
        let parameters = if self.token().is(Symbol::OpenParen) {
            self.advance();
            Some(self.parameters()?)
        } else {
            None
        };
        if self.is_word(0, "as") {
            self.advance();
            self.qualified_name()?;
        }
        let body = if self.token().is(Symbol::Assign) {
            self.advance();
            let body = self.single()?;
            self.expect_symbol(Symbol::Semicolon)?;
            Some(body)
        } else if self.is_word(0, "begin") {
            let start = self.token().span;
            self.advance();
            Some(self.sequence(start)?)
        } else if self.token().is(Symbol::Semicolon) {
            self.advance();
            None
        } else {
            return Err(self.unexpected("`:=` or `begin`"));
        };
        class.members.push(MemberDecl::Def {
            name,
            span,
            modifiers,
            parameters,
            body,
        });
        Ok(())
    }

    fn var(&mut self, modifiers: Modifiers, class: &mut ClassDecl) -> Result<(), Diagnostic> {
        loop {
            self.advance();
            let span = self.token().span;
            let name = self.expect_name("the name of the variable")?;
            let value = if self.token().is(Symbol::Assign) {
                self.advance();
                Some(self.single()?)
            } else {
                None
            };
            class.members.push(MemberDecl::Var {
                name,
                span,
                modifiers,
                value,
            });
            if !self.token().is(Symbol::Comma) {
                break;
            }
        }
        self.expect_symbol(Symbol::Semicolon)
    }

    /// `a.b.c`.
    pub(super) fn qualified_name(&mut self) -> Result<Arc<str>, Diagnostic> {
        let mut name = self.expect_name("the name of a class")?.to_string();
        while self.token().is(Symbol::Dot) {
            self.advance();
            name.push('.');
            name.push_str(&self.expect_name("the name of a class")?);
        }
        Ok(name.into())
    }

    /// The name of a member: a word, or `op` with an operator.
    pub(super) fn member_name(&mut self) -> Result<Arc<str>, Diagnostic> {
        let token = self.token().clone();
        let Some(word) = token.word() else {
            return Err(self.unexpected("the name of a method"));
        };
        self.advance();
        if &**word != "op" {
            return Ok(word.clone());
        }
        let mut name = "op".to_owned();
        if self.is_word(0, "unary") {
            self.advance();
            name.push_str(" unary");
        }
        let sign = match &self.token().kind {
            TokenKind::Symbol(Symbol::OpenBracket) => {
                self.advance();
                if !self.token().is(Symbol::CloseBracket) {
                    return Err(self.unexpected("`]`"));
                }
                if self.ahead(1).is(Symbol::Assign) {
                    self.advance();
                    "[]:=".to_owned()
                } else {
                    "[]".to_owned()
                }
            }
            TokenKind::Symbol(symbol) => symbol.plain().to_owned(),
            TokenKind::Ups { count: 1, .. } => "^".to_owned(),
            TokenKind::Downs(1) => "v".to_owned(),
            TokenKind::Word(word) if matches!(&**word, "and" | "or" | "not") => word.to_string(),
            _ => return Err(self.unexpected("an operator after `op`")),
        };
        self.advance();
        name.push(' ');
        name.push_str(&sign);
        Ok(name.into())
    }

    /// Parameters up to and with the closing parenthesis.
    pub(super) fn parameters(&mut self) -> Result<Arc<[Param]>, Diagnostic> {
        let mut parameters: Vec<Param> = Vec::new();
        while !self.token().is(Symbol::CloseParen) {
            if !parameters.is_empty() {
                self.expect_symbol(Symbol::Comma)?;
            }
            let span = self.token().span;
            let name = self.expect_name("the name of a parameter")?;
            if parameters.iter().any(|found| found.name == name) {
                return Err(Diagnostic::syntax(
                    span,
                    format!("there are two parameters `{name}`"),
                ));
            }
            if parameters.last().is_some_and(|last| last.rest) {
                return Err(Diagnostic::syntax(
                    span,
                    "a parameter after the one that takes all arguments that are left",
                ));
            }
            let class = if self.is_word(0, "as") {
                self.advance();
                Some(self.qualified_name()?)
            } else {
                None
            };
            let mut parameter = Param {
                name,
                span,
                class,
                default: None,
                rest: false,
            };
            if self.token().is(Symbol::Question) {
                self.advance();
                parameter.default = Some(self.single()?);
            } else if self.token().is(Symbol::Ellipsis) {
                self.advance();
                parameter.rest = true;
            }
            parameters.push(parameter);
        }
        self.advance();
        Ok(parameters.into())
    }

    /// One expression, up to whatever cannot continue it.
    fn single(&mut self) -> Result<NodeId, Diagnostic> {
        let span = self.token().span;
        self.inside(FrameKind::Single, span)
    }

    /// Statements up to and with `end`.
    fn sequence(&mut self, open: Span) -> Result<NodeId, Diagnostic> {
        self.inside(FrameKind::Statements(StatementsKind::Body), open)
    }

    fn inside(&mut self, kind: FrameKind, open: Span) -> Result<NodeId, Diagnostic> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return Err(self.unexpected("no more expressions inside declarations"));
        }
        let wanted = self.wants_operand;
        self.open(kind, open);
        while self.finished.is_none() {
            self.step()?;
        }
        self.nesting -= 1;
        self.wants_operand = wanted;
        match self.finished.take().flatten() {
            Some(node) => Ok(node),
            None => Ok(self.ast.push(Node::Nothing, open)),
        }
    }
}
