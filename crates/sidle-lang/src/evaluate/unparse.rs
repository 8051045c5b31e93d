//! The text of a function, with blanks and parentheses in their usual places.

use crate::ast::{Ast, BinaryOp, Clause, Node, NodeId, Nodes, Param, Source, UnaryOp};

/// Expressions nested deeper than this are cut short.
const MAX_DEPTH: usize = 150;

/// How tightly an expression holds together; what is looser than its place wants gets parentheses.
mod bond {
    pub(super) const LOOSE: u8 = 0;
    pub(super) const OR: u8 = 1;
    pub(super) const AND: u8 = 2;
    pub(super) const NOT: u8 = 3;
    pub(super) const IS: u8 = 4;
    pub(super) const RELATION: u8 = 5;
    pub(super) const RANGE: u8 = 6;
    pub(super) const SUM: u8 = 7;
    pub(super) const SIDES: u8 = 8;
    pub(super) const ORDINAL: u8 = 9;
    pub(super) const PRODUCT: u8 = 10;
    pub(super) const SIGN: u8 = 11;
    pub(super) const POWER: u8 = 12;
    pub(super) const POSTFIX: u8 = 13;
    pub(super) const TIGHT: u8 = 14;
}

/// The text of an expression.
pub(crate) fn text(ast: &Ast, node: NodeId) -> String {
    let mut writer = Writer {
        ast,
        text: String::new(),
        depth: 0,
    };
    match ast.node(node) {
        Node::Lambda(parameters, body) | Node::Define(_, parameters, body) => {
            writer.lambda(parameters, *body);
        }
        _ => writer.write(node, bond::LOOSE),
    }
    writer.text
}

struct Writer<'a> {
    ast: &'a Ast,
    text: String,
    depth: usize,
}

impl Writer<'_> {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Recursion is bounded.
    fn write(&mut self, node: NodeId, wanted: u8) {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.put("…");
        } else {
            let bond = self.bond(node);
            if bond < wanted {
                self.put("(");
                self.node(node);
                self.put(")");
            } else {
                self.node(node);
            }
        }
        self.depth -= 1;
    }

    fn lambda(&mut self, parameters: &[Param], body: NodeId) {
        match parameters {
            [only] => self.put(&only.name),
            several => self.put(&format!("({})", names(several))),
        }
        self.put(" -> ");
        self.write(body, bond::LOOSE);
    }

    fn bond(&self, node: NodeId) -> u8 {
        match self.ast.node(node) {
            Node::Assign(..)
            | Node::Declare(..)
            | Node::Define(..)
            | Node::Lambda(..)
            | Node::Return(_)
            | Node::Pair(..)
            | Node::Named(..) => bond::LOOSE,
            Node::Or(..) => bond::OR,
            Node::And(..) => bond::AND,
            Node::Unary(UnaryOp::Not, _) => bond::NOT,
            Node::Is(..) => bond::IS,
            Node::Range(..) => bond::RANGE,
            Node::Unary(UnaryOp::Negative | UnaryOp::Identity | UnaryOp::PlusMinus, _) => {
                bond::SIGN
            }
            Node::Binary(op, ..) => binary(*op).1,
            Node::Member(..) | Node::Method(..) | Node::Call(..) | Node::Index(..) => bond::POSTFIX,
            _ => bond::TIGHT,
        }
    }

    fn all(&mut self, nodes: Nodes) {
        let ast = self.ast;
        for (index, &node) in ast.list(nodes).iter().enumerate() {
            if index > 0 {
                self.put(", ");
            }
            self.write(node, bond::LOOSE);
        }
    }

    fn around(&mut self, open: &str, nodes: Nodes, close: &str) {
        self.put(open);
        self.all(nodes);
        self.put(close);
    }

    fn infix(&mut self, a: NodeId, sign: &str, b: NodeId, left: u8, right: u8) {
        self.write(a, left);
        self.put(" ");
        self.put(sign);
        self.put(" ");
        self.write(b, right);
    }

    fn node(&mut self, node: NodeId) {
        let ast = self.ast;
        match ast.node(node) {
            Node::Nothing => self.put("Nothing"),
            Node::Bool(truth) => self.put(if *truth { "true" } else { "false" }),
            Node::Number(number) => self.put(&number.to_string()),
            Node::Text(text) => self.put(&format!("\"{text}\"")),
            Node::Name(name) | Node::Label(name) => self.put(name),
            Node::Pass => self.put("pass"),
            Node::This => self.put("this"),
            Node::Super(name) => self.put(&format!("super.{name}")),
            Node::EmptyMap => self.put("{=>}"),
            Node::Unary(op, a) => self.unary(*op, *a),
            Node::Binary(op, a, b) => {
                let (sign, bond) = binary(*op);
                match op {
                    BinaryOp::Power => self.infix(*a, sign, *b, bond + 1, bond),
                    BinaryOp::PowerTo | BinaryOp::PowerOf => {
                        let (open, close) = if *op == BinaryOp::PowerTo {
                            ("[", "]")
                        } else {
                            ("<", ">")
                        };
                        self.write(*a, bond);
                        self.put(open);
                        self.write(*b, bond::LOOSE);
                        self.put(close);
                    }
                    _ if bond == bond::RELATION => self.infix(*a, sign, *b, bond + 1, bond),
                    _ => self.infix(*a, sign, *b, bond, bond + 1),
                }
            }
            Node::And(a, b) => self.infix(*a, "and", *b, bond::NOT, bond::AND),
            Node::Or(a, b) => self.infix(*a, "or", *b, bond::AND, bond::OR),
            Node::Is(a, b) => self.infix(*a, "is", *b, bond::RELATION, bond::RELATION),
            Node::Range(a, b, step) => {
                self.infix(*a, "..", *b, bond::SUM, bond::SUM);
                if let Some(step) = step {
                    self.put(" .. ");
                    self.write(*step, bond::SUM);
                }
            }
            Node::List(nodes) => self.around("[", *nodes, "]"),
            Node::Set(nodes) => self.around("{", *nodes, "}"),
            Node::Tuple(nodes) => self.around("(", *nodes, ")"),
            Node::Misere(nodes) => self.around("*[", *nodes, "]"),
            Node::Pair(a, b) => self.infix(*a, "=>", *b, bond::OR, bond::LOOSE),
            Node::Named(name, value) => {
                self.put(&format!("{name} => "));
                self.write(*value, bond::LOOSE);
            }
            Node::Game {
                label,
                left,
                right,
                explicit,
                ..
            } => {
                if let Some(label) = label {
                    self.put(label);
                }
                self.put(if *explicit { "'{" } else { "{" });
                self.all(*left);
                self.put(" | ");
                self.all(*right);
                self.put(if *explicit { "}'" } else { "}" });
            }
            Node::Member(a, name) => {
                self.write(*a, bond::POSTFIX);
                self.put(&format!(".{name}"));
            }
            Node::Method(a, name, arguments) => {
                self.write(*a, bond::POSTFIX);
                self.around(&format!(".{name}("), *arguments, ")");
            }
            Node::Call(a, arguments) => {
                self.write(*a, bond::POSTFIX);
                self.around("(", *arguments, ")");
            }
            Node::Index(a, indices) => {
                self.write(*a, bond::POSTFIX);
                self.around("[", *indices, "]");
            }
            Node::Assign(name, value) => {
                self.put(&format!("{name} := "));
                self.write(*value, bond::LOOSE);
            }
            Node::Declare(name, value) => {
                self.put(&format!("var {name} := "));
                self.write(*value, bond::LOOSE);
            }
            Node::Define(name, parameters, body) => {
                self.put(&format!("def {name}({}) := ", names(parameters)));
                self.write(*body, bond::LOOSE);
            }
            Node::Lambda(parameters, body) => self.lambda(parameters, *body),
            Node::Return(value) => {
                self.put("return ");
                self.write(*value, bond::LOOSE);
            }
            Node::Break => self.put("break"),
            Node::Continue => self.put("continue"),
            Node::Block(statements) => {
                self.put("begin ");
                self.statements(*statements);
                self.put(" end");
            }
            Node::Try(body, last) => {
                self.put("try ");
                self.body(*body);
                self.put(" finally ");
                self.body(*last);
                self.put(" end");
            }
            Node::If {
                condition,
                then,
                otherwise,
            } => {
                self.put("if ");
                self.write(*condition, bond::LOOSE);
                self.put(" then ");
                self.body(*then);
                if let Some(otherwise) = otherwise {
                    self.put(" else ");
                    self.body(*otherwise);
                }
                self.put(" end");
            }
            Node::Loop {
                first_clause,
                clauses,
                bodies,
                collect,
            } => {
                for clause in ast.clauses(*first_clause, *clauses) {
                    self.clause(clause);
                }
                let word = if *collect == crate::ast::Collect::Nothing {
                    "do "
                } else {
                    "yield "
                };
                for &body in ast.list(*bodies) {
                    self.put(word);
                    self.body(body);
                    self.put(" ");
                }
                self.put("end");
            }
        }
    }

    /// The statements of a block without `begin` and `end`.
    fn body(&mut self, node: NodeId) {
        match self.ast.node(node) {
            Node::Block(statements) => self.statements(*statements),
            _ => self.write(node, bond::LOOSE),
        }
    }

    fn statements(&mut self, statements: Nodes) {
        let ast = self.ast;
        for (index, &statement) in ast.list(statements).iter().enumerate() {
            if index > 0 {
                self.put("; ");
            }
            self.write(statement, bond::LOOSE);
        }
    }

    fn clause(&mut self, clause: &Clause) {
        if let Some(name) = &clause.variable {
            self.put(&format!("for {name} "));
        }
        let mut part = |word: &str, node: NodeId| {
            self.put(word);
            self.write(node, bond::LOOSE);
            self.put(" ");
        };
        match clause.source {
            Source::In(node) => part("in ", node),
            Source::Let(node) => part(":= ", node),
            Source::From { from, to, by } => {
                part("from ", from);
                if let Some(to) = to {
                    part("to ", to);
                }
                if let Some(by) = by {
                    part("by ", by);
                }
            }
            Source::Forever => {}
        }
        if let Some(until) = clause.until {
            part("while ", until);
        }
        if let Some(filter) = clause.filter {
            part("where ", filter);
        }
    }

    fn unary(&mut self, op: UnaryOp, a: NodeId) {
        let (sign, wanted) = match op {
            UnaryOp::Negative => ("-", bond::POWER),
            UnaryOp::Identity => ("+", bond::POWER),
            UnaryOp::PlusMinus => ("+-", bond::POWER),
            UnaryOp::Not => ("not ", bond::NOT),
            UnaryOp::Nimber => ("*", bond::TIGHT),
            UnaryOp::Ups => ("^", bond::TIGHT),
            UnaryOp::Downs => ("v", bond::TIGHT),
            UnaryOp::Tiny => {
                self.put("Tiny(");
                self.write(a, bond::LOOSE);
                self.put(")");
                return;
            }
            UnaryOp::Miny => {
                self.put("Miny(");
                self.write(a, bond::LOOSE);
                self.put(")");
                return;
            }
        };
        self.put(sign);
        let is_one = matches!(self.ast.node(a), Node::Number(number) if number.to_i64() == Some(1));
        if is_one && matches!(op, UnaryOp::Nimber | UnaryOp::Ups | UnaryOp::Downs) {
            return;
        }
        self.write(a, wanted);
    }
}

fn names(parameters: &[Param]) -> String {
    let names: Vec<&str> = parameters.iter().map(|found| &*found.name).collect();
    names.join(", ")
}

fn binary(op: BinaryOp) -> (&'static str, u8) {
    match op {
        BinaryOp::Add => ("+", bond::SUM),
        BinaryOp::Subtract => ("-", bond::SUM),
        BinaryOp::Multiply => ("*", bond::PRODUCT),
        BinaryOp::Divide => ("/", bond::PRODUCT),
        BinaryOp::Remainder => ("%", bond::PRODUCT),
        BinaryOp::Power => ("^", bond::POWER),
        BinaryOp::OrdinalSum => (":", bond::ORDINAL),
        BinaryOp::Sides => ("&", bond::SIDES),
        BinaryOp::Equal => ("==", bond::RELATION),
        BinaryOp::NotEqual => ("!=", bond::RELATION),
        BinaryOp::Less => ("<", bond::RELATION),
        BinaryOp::Greater => (">", bond::RELATION),
        BinaryOp::LessEqual => ("<=", bond::RELATION),
        BinaryOp::GreaterEqual => (">=", bond::RELATION),
        BinaryOp::LessFuzzy => ("<|", bond::RELATION),
        BinaryOp::GreaterFuzzy => ("|>", bond::RELATION),
        BinaryOp::Fuzzy => ("<>", bond::RELATION),
        BinaryOp::Identical => ("===", bond::RELATION),
        BinaryOp::NotIdentical => ("!==", bond::RELATION),
        BinaryOp::PowerTo | BinaryOp::PowerOf => ("^", bond::POSTFIX),
    }
}
