//! From tokens to the syntax tree.
//!
//! ```text
//! program    = { statement (";" | newline) }
//! statement  = [ expression ]
//! expression = name ":=" expression | "var" name [":=" expression]
//!            | "def" name "(" parameters ")" (":=" expression | "begin" program "end")
//!            | (name | "(" parameters ")") "->" expression | "return" [expression]
//!            | disjunction
//! parameters = [ parameter { "," parameter } ]
//! parameter  = name ["as" class] [ "?" expression | "..." ]
//! disjunction= conjunction { "or" conjunction }
//! conjunction= negation { "and" negation }
//! negation   = "not" negation | kind
//! kind       = comparison [ "is" comparison ]
//! comparison = infix [ ("=="|"!="|"==="|"!=="|"<"|">"|"<="|">="|"<|"|"|>"|"<>") comparison ]
//! infix      = range { Method range }                      G Heat 2
//! range      = sum [ ".." sum [ ".." sum ] ]
//! sum        = sides { ("+"|"-"|"+-") sides }              3+-2*2 = 3 + (+-(2*2))
//! sides      = ordinal [ "&" ordinal ]                     on & off
//! ordinal    = product { ":" product }
//! product    = signed { ("*"|"/"|"%") signed }
//! signed     = [ "-" | "+" | "+-" ] power                  +-2*2 = (+-2)*2
//! power      = postfix [ "^" power ]                       right associative; write 2^(-3)
//! postfix    = glued { "." name [arguments] | arguments | "[" expressions "]" }
//! glued      = [["-"] number] infinitesimal { infinitesimal }   6^*  -1^^  73/16v9*8
//!            | primary
//! primary    = number | string | name | "this" | "(" expression ")" | "(" expression "," expression ")"
//!            | "(" expression clauses ")" | "[" [expressions] "]" | "[" expression clauses "]"
//!            | "{" [expressions] "}" | "{" expression clauses "}" | "{" "=>" "}"
//!            | "{" entry { "," entry } "}" | "{" entry clauses "}"
//!            | [name] "{" options "}" | "'" "{" options "}" "'" | "pass" | "super" "." name
//!            | "begin" program "end"
//!            | "if" expression "then" program { "elseif" expression "then" program }
//!              [ "else" program ] "end"
//!            | clauses ("do" program | "yield" program { "yield" program }) "end"
//! options    = group slashes group { slashes group }       the longest run of slashes binds least
//! group      = [ expressions ]
//! clauses    = { ["for" name ("in" expression | ":=" expression | "from" expression
//!                ["to" expression] ["by" expression])] ["while" expression] ["where" expression] }
//! entry      = expression "=>" expression                  in the braces of a map only
//! infinitesimal = "^"… ["[" expression "]" | "<" n ">"] | ("^" | "v") primary | "v"… | "*" [primary]
//!            | "Tiny" arguments | "Miny" arguments | "over" | "under" | "upon"
//! arguments  = "(" [argument { "," argument }] ")" | "(" expression clauses ")"
//! argument   = [ name "=>" ] expression
//! ```
//!
//! Files may hold a class instead, see [`classes`](self::classes).
//!
//! The parser is an operator-precedence machine with its own stacks: nesting costs memory, never
//! stack, so a game nested 100,000 deep is no different from a shallow one.

mod arrows;
mod blocks;
mod braces;
mod classes;
mod frames;
mod operand;
mod operator;

use std::{collections::HashMap, sync::Arc};

use sidle_core::Meter;

use self::frames::{Frame, FrameKind, StatementsKind};
use crate::{
    Diagnostic, DiagnosticKind, Span,
    ast::{Ast, BinaryOp, ClassDecl, Node, NodeId, Param, UnaryOp},
    lexer,
    symbols::Symbol,
    token::{Token, TokenKind},
};

/// Reads a program. `is_method` tells which names may stand between two operands.
///
/// Cost: linear in the length of the text.
pub(crate) fn parse(
    source: &str,
    is_method: &dyn Fn(&str) -> bool,
    meter: &Meter,
) -> Result<Ast, Diagnostic> {
    if u32::try_from(source.len()).is_err() {
        return Err(Diagnostic::syntax(
            Span::new(0, 0),
            "this text is longer than 4 GiB",
        ));
    }
    let mut parser = Parser::new(lexer::tokens(source, meter)?, is_method);
    parser.program(meter)?;
    Ok(parser.ast)
}

/// Reads a file: a class with its name, or a script. Line ends mean nothing in it.
///
/// Cost: linear in the length of the text.
pub(crate) fn parse_file(
    source: &str,
    is_method: &dyn Fn(&str) -> bool,
    meter: &Meter,
) -> Result<(Ast, Option<ClassDecl>), Diagnostic> {
    if u32::try_from(source.len()).is_err() {
        return Err(Diagnostic::syntax(
            Span::new(0, 0),
            "this text is longer than 4 GiB",
        ));
    }
    let mut tokens = lexer::tokens(source, meter)?;
    tokens.retain(|token| token.kind != TokenKind::Newline);
    let mut parser = Parser::new(tokens, is_method);
    parser.imports()?;
    if let Some(class) = parser.class_file()? {
        return Ok((parser.ast, Some(class)));
    }
    parser.program(meter)?;
    Ok((parser.ast, None))
}

/// An operator waiting for its right operand.
#[derive(Clone, Debug)]
struct Pending {
    operator: Operator,
    precedence: u8,
    span: Span,
}

#[derive(Clone, Debug)]
enum Operator {
    Binary(BinaryOp),
    And,
    Or,
    Pair,
    Infix(Arc<str>),
    Is,
    Range,
    Prefix(UnaryOp),
    Assign(Arc<str>),
    Declare(Arc<str>),
    /// With a block for its body, which ends the statement, or not.
    Define(Arc<str>, Arc<[Param]>, bool),
    Lambda(Arc<[Param]>),
    Return,
}

impl Operator {
    fn is_function(&self) -> bool {
        matches!(self, Operator::Define(..) | Operator::Lambda(..))
    }
}

/// How tightly operators bind, loosest first.
mod precedence {
    pub(super) const STATEMENT: u8 = 5;
    pub(super) const PAIR: u8 = 6;
    pub(super) const OR: u8 = 15;
    pub(super) const AND: u8 = 20;
    pub(super) const NOT: u8 = 25;
    pub(super) const IS: u8 = 28;
    pub(super) const COMPARISON: u8 = 30;
    pub(super) const INFIX: u8 = 35;
    pub(super) const RANGE: u8 = 40;
    pub(super) const SUM: u8 = 50;
    pub(super) const SWITCH: u8 = 52;
    pub(super) const SIDES: u8 = 53;
    pub(super) const ORDINAL: u8 = 55;
    pub(super) const PRODUCT: u8 = 60;
    pub(super) const SIGN: u8 = 70;
    pub(super) const POWER: u8 = 80;
    pub(super) const POSTFIX: u8 = 90;
    pub(super) const GLUE: u8 = 95;
    pub(super) const TIGHT: u8 = 96;
}

struct Parser<'m> {
    tokens: Vec<Token>,
    at: usize,
    ast: Ast,
    operands: Vec<NodeId>,
    operators: Vec<Pending>,
    frames: Vec<Frame>,
    /// Labels of the games whose braces are open, with how often each is.
    labels: HashMap<Arc<str>, usize>,
    wants_operand: bool,
    done: bool,
    /// What a frame of its own, opened by the declarations, has read.
    finished: Option<Option<NodeId>>,
    /// How many such frames are open.
    nesting: u32,
    /// For each opening parenthesis the place of its closing one; made when it is first asked for.
    closers: Option<Vec<u32>>,
    is_method: &'m dyn Fn(&str) -> bool,
    /// How many functions are being read, each inside the one before.
    functions: usize,
}

/// What is inside more functions than this is refused: closures of closures are walked by recursion.
const MAX_FUNCTIONS: usize = 250;

impl<'m> Parser<'m> {
    fn new(tokens: Vec<Token>, is_method: &'m dyn Fn(&str) -> bool) -> Parser<'m> {
        Parser {
            tokens,
            at: 0,
            ast: Ast::default(),
            operands: Vec::new(),
            operators: Vec::new(),
            frames: Vec::new(),
            labels: HashMap::new(),
            wants_operand: true,
            done: false,
            finished: None,
            nesting: 0,
            closers: None,
            is_method,
            functions: 0,
        }
    }

    /// Reads statements to the end of the text.
    fn program(&mut self, meter: &Meter) -> Result<(), Diagnostic> {
        self.open(FrameKind::Statements(StatementsKind::Top), Span::new(0, 0));
        while !self.done {
            for _ in 0..lexer::LOOK {
                if !self.done {
                    self.step()?;
                }
            }
            meter.check().map_err(Diagnostic::stopped)?;
        }
        Ok(())
    }

    fn step(&mut self) -> Result<(), Diagnostic> {
        if self.functions > MAX_FUNCTIONS {
            let message = format!("functions are nested more than {MAX_FUNCTIONS} levels deep");
            return Err(Diagnostic::syntax(self.token().span, message));
        }
        if self.wants_operand {
            self.operand()
        } else {
            self.operator()
        }
    }

    fn token(&self) -> &Token {
        &self.tokens[self.at]
    }

    /// The token `ahead` places further on; the end token when there is none.
    fn ahead(&self, ahead: usize) -> &Token {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + ahead).min(last)]
    }

    fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn is_word(&self, ahead: usize, word: &str) -> bool {
        self.ahead(ahead)
            .word()
            .is_some_and(|found| **found == *word)
    }

    /// Pushes a finished operand; an operator comes next.
    fn operand_done(&mut self, node: Node, span: Span) {
        let id = self.ast.push(node, span);
        self.operands.push(id);
        self.wants_operand = false;
    }

    fn push_operator(&mut self, operator: Operator, precedence: u8, span: Span) {
        self.functions += usize::from(operator.is_function());
        self.operators.push(Pending {
            operator,
            precedence,
            span,
        });
        self.wants_operand = true;
    }

    fn base(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.operators_base)
    }

    /// Applies every waiting operator of this frame that binds at least as tightly.
    fn reduce(&mut self, precedence: u8, right_associative: bool) {
        while self.operators.len() > self.base() {
            let top = &self.operators[self.operators.len() - 1];
            let applies = if right_associative {
                top.precedence > precedence
            } else {
                top.precedence >= precedence
            };
            if !applies {
                return;
            }
            self.apply_top();
        }
    }

    fn apply_top(&mut self) {
        let (Some(pending), Some(right)) = (self.operators.pop(), self.operands.pop()) else {
            return;
        };
        self.functions -= usize::from(pending.operator.is_function());
        let end = self.ast.span(right);
        let span = pending.span.to(end);
        let node = match pending.operator {
            Operator::Prefix(op) => Node::Unary(op, right),
            Operator::Assign(name) => Node::Assign(name, right),
            Operator::Declare(name) => Node::Declare(name, right),
            Operator::Define(name, parameters, _) => Node::Define(name, parameters, right),
            Operator::Lambda(parameters) => Node::Lambda(parameters, right),
            Operator::Return => Node::Return(right),
            binary => {
                let Some(left) = self.operands.pop() else {
                    return;
                };
                let span = self.ast.span(left).to(end);
                let node = self.binary_node(binary, left, right);
                let id = self.ast.push(node, span);
                self.operands.push(id);
                return;
            }
        };
        let id = self.ast.push(node, span);
        self.operands.push(id);
    }

    fn binary_node(&mut self, operator: Operator, left: NodeId, right: NodeId) -> Node {
        match operator {
            Operator::Binary(op) => Node::Binary(op, left, right),
            Operator::And => Node::And(left, right),
            Operator::Or => Node::Or(left, right),
            Operator::Infix(name) => {
                let arguments = self.ast.nodes(&[right]);
                Node::Method(left, name, arguments)
            }
            Operator::Is => Node::Is(left, right),
            Operator::Range => match *self.ast.node(left) {
                Node::Range(first, last, None) => Node::Range(first, last, Some(right)),
                _ => Node::Range(left, right, None),
            },
            _ => Node::Pair(left, right),
        }
    }

    /// An error about the current token.
    fn unexpected(&self, wanted: &str) -> Diagnostic {
        let token = self.token();
        if token.kind == TokenKind::End {
            let mut error = Diagnostic::syntax(
                token.span,
                format!("the text ends where {wanted} should be"),
            );
            error.kind = DiagnosticKind::Incomplete;
            if let Some(help) = self.open_frame_help() {
                error = error.with_help(help);
            }
            return error;
        }
        let found = describe(token);
        let error = Diagnostic::syntax(token.span, format!("expected {wanted}, found {found}"));
        match self.open_frame_help() {
            Some(help) => error.with_help(help),
            None => error,
        }
    }

    fn open_frame_help(&self) -> Option<String> {
        self.frames
            .last()
            .and_then(Frame::closer)
            .map(|closer| format!("close it with `{closer}`"))
    }
}

/// A token in words.
fn describe(token: &Token) -> String {
    match &token.kind {
        TokenKind::Number { value, .. } => format!("the number {value}"),
        TokenKind::Text(_) => "a string".to_owned(),
        TokenKind::Word(word) => format!("`{word}`"),
        TokenKind::Ups { count, .. } => format!("`{}`", "^".repeat((*count).min(8) as usize)),
        TokenKind::Downs(_) => "`v`".to_owned(),
        TokenKind::Exponent(_) => "an exponent".to_owned(),
        TokenKind::Slashes(count) => format!("`{}`", "|".repeat((*count).min(8) as usize)),
        TokenKind::Symbol(symbol) => format!("`{}`", symbol.plain()),
        TokenKind::Newline => "the end of the line".to_owned(),
        TokenKind::End => "the end of the text".to_owned(),
    }
}

/// Words that are not names.
pub(crate) const KEYWORDS: &[&str] = &[
    "and",
    "as",
    "begin",
    "break",
    "by",
    "class",
    "clear",
    "continue",
    "def",
    "do",
    "else",
    "elseif",
    "end",
    "enum",
    "error",
    "extends",
    "external",
    "false",
    "finally",
    "for",
    "foreach",
    "from",
    "if",
    "import",
    "in",
    "is",
    "mutable",
    "not",
    "op",
    "or",
    "override",
    "pass",
    "private",
    "return",
    "singleton",
    "static",
    "super",
    "system",
    "then",
    "this",
    "to",
    "true",
    "try",
    "unary",
    "var",
    "where",
    "while",
    "yield",
];

fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// The comparison or arithmetic operator of a sign, with its precedence.
fn binary_operator(symbol: Symbol) -> Option<(BinaryOp, u8)> {
    use precedence as p;
    Some(match symbol {
        Symbol::Plus => (BinaryOp::Add, p::SUM),
        Symbol::Minus => (BinaryOp::Subtract, p::SUM),
        Symbol::Star | Symbol::Times => (BinaryOp::Multiply, p::PRODUCT),
        Symbol::Divide => (BinaryOp::Divide, p::PRODUCT),
        Symbol::Remainder => (BinaryOp::Remainder, p::PRODUCT),
        Symbol::OrdinalSum => (BinaryOp::OrdinalSum, p::ORDINAL),
        Symbol::Sides => (BinaryOp::Sides, p::SIDES),
        Symbol::Equal => (BinaryOp::Equal, p::COMPARISON),
        Symbol::NotEqual => (BinaryOp::NotEqual, p::COMPARISON),
        Symbol::Less => (BinaryOp::Less, p::COMPARISON),
        Symbol::Greater => (BinaryOp::Greater, p::COMPARISON),
        Symbol::LessEqual => (BinaryOp::LessEqual, p::COMPARISON),
        Symbol::GreaterEqual => (BinaryOp::GreaterEqual, p::COMPARISON),
        Symbol::LessFuzzy => (BinaryOp::LessFuzzy, p::COMPARISON),
        Symbol::GreaterFuzzy => (BinaryOp::GreaterFuzzy, p::COMPARISON),
        Symbol::Fuzzy => (BinaryOp::Fuzzy, p::COMPARISON),
        Symbol::Identical => (BinaryOp::Identical, p::COMPARISON),
        Symbol::NotIdentical => (BinaryOp::NotIdentical, p::COMPARISON),
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
