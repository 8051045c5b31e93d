//! Claims that are to be certified: a comparison, or a game whose canonical form is wanted, with the
//! braces kept as they were typed.

use std::collections::HashMap;

use sidle_core::{Meter, Player, Relation};
use sidle_solve::{Asking, NoHost, Position, SolveError};
use sidle_values::{
    Store,
    certify::{self, Certificate, CertifyError, Claim, Symbol},
};

use crate::{
    Diagnostic, Span,
    ast::{Ast, BinaryOp, Node, NodeId},
    diagnostic::Failure,
};

/// What came of an attempt to certify a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certified {
    /// The claim is true, and this shows it.
    Proved(Certificate),
    /// The claim is false: so do the two games compare.
    False(Relation),
}

/// The games of the last statement of a program, with the braces that were typed.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_lang::Session;
/// let written = Session::new().written("{1,*|0} >= ^", &Meter::unlimited())?;
/// assert_eq!((written.games.len(), written.symbol.map(|symbol| symbol.text())), (2, Some(">=")));
/// # Ok::<(), sidle_lang::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct Written {
    /// The two sides of a comparison; otherwise the summands of a sum, of which there may be one.
    pub games: Vec<Position>,
    /// The symbol between the two sides of a comparison.
    pub symbol: Option<Symbol>,
}

/// The claim in the last statement of a program.
pub(crate) struct Statement {
    /// The two sides of the comparison, or the one game.
    pub(crate) operands: Vec<NodeId>,
    symbol: Option<Symbol>,
}

/// Takes the last statement apart: its operands become the last statements instead, and braces at their
/// top keep the form that was typed.
pub(crate) fn prepare(ast: &mut Ast) -> Result<Statement, Diagnostic> {
    let Some(last) = ast.statements.pop() else {
        let nothing = Failure::new("there is nothing to certify");
        return Err(nothing
            .with_help("write a comparison such as `{1|*} > 0`, or a game")
            .at(Span::default()));
    };
    let comparison = match *ast.node(last) {
        Node::Binary(op, left, right) => symbol(op).map(|symbol| (vec![left, right], symbol)),
        _ => None,
    };
    let statement = match comparison {
        Some((operands, symbol)) => Statement {
            operands,
            symbol: Some(symbol),
        },
        None => Statement {
            operands: vec![last],
            symbol: None,
        },
    };
    for &operand in &statement.operands {
        ast.keep_form(operand);
        ast.statements.push(operand);
    }
    Ok(statement)
}

/// The same for a statement that is explained: a sum is taken apart into its summands.
pub(crate) fn prepare_written(ast: &mut Ast) -> Result<(usize, Option<Symbol>), Diagnostic> {
    let statement = prepare(ast)?;
    if statement.symbol.is_some() {
        return Ok((2, statement.symbol));
    }
    ast.statements.pop();
    let mut waiting = statement.operands;
    let mut summands = Vec::new();
    while let Some(node) = waiting.pop() {
        match *ast.node(node) {
            Node::Binary(BinaryOp::Add, left, right) => waiting.extend([right, left]),
            _ => summands.push(node),
        }
    }
    for &summand in &summands {
        ast.keep_form(summand);
        ast.statements.push(summand);
    }
    Ok((summands.len(), None))
}

fn symbol(op: BinaryOp) -> Option<Symbol> {
    Some(match op {
        BinaryOp::Equal => Symbol::Equal,
        BinaryOp::NotEqual => Symbol::NotEqual,
        BinaryOp::Less => Symbol::Less,
        BinaryOp::Greater => Symbol::Greater,
        BinaryOp::LessEqual => Symbol::LessOrEqual,
        BinaryOp::GreaterEqual => Symbol::GreaterOrEqual,
        BinaryOp::LessFuzzy => Symbol::LessOrFuzzy,
        BinaryOp::GreaterFuzzy => Symbol::GreaterOrFuzzy,
        BinaryOp::Fuzzy => Symbol::Fuzzy,
        _ => return None,
    })
}

/// The certificate of a statement whose operands have these forms.
pub(crate) fn certify(
    statement: &Statement,
    operands: &[Position],
    text: &str,
    store: &Store,
    meter: &Meter,
) -> Result<Certified, SolveError> {
    let mut typed = certify::Forms::new(store);
    let mut copied = Vec::with_capacity(operands.len());
    for operand in operands {
        copied.push(copy(operand, &mut typed, meter)?);
    }
    let claim = match (statement.symbol, copied.as_slice()) {
        (Some(symbol), &[left, right]) => Claim::Relation(left, symbol, right),
        // Without a symbol there is one operand.
        _ => Claim::CanonicalForm(copied[0]),
    };
    match typed.certify(claim, text, meter) {
        Ok(certificate) => Ok(Certified::Proved(certificate)),
        Err(CertifyError::False(relation)) => Ok(Certified::False(relation)),
        Err(CertifyError::Stopped(reason)) => Err(reason.into()),
    }
}

/// Copies a form, options first.
fn copy(
    root: &Position,
    typed: &mut certify::Forms<'_>,
    meter: &Meter,
) -> Result<certify::Form, SolveError> {
    let mut asking = Asking {
        store: typed.store(),
        host: &mut NoHost,
        meter,
    };
    let mut known: HashMap<Position, certify::Form> = HashMap::new();
    let mut stack = vec![root.clone()];
    let mut ticker = meter.ticker();
    while let Some(top) = stack.last().cloned() {
        ticker.step()?;
        if known.contains_key(&top) {
            stack.pop();
            continue;
        }
        if let Some(game) = top.as_value() {
            known.insert(top, typed.canonical(game, meter)?);
            continue;
        }
        let height = stack.len();
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for option in asking.options(&top, player)? {
                match known.get(&option) {
                    Some(&form) => sides[player.index()].push(form),
                    None => stack.push(option),
                }
            }
        }
        if stack.len() == height {
            known.insert(top, typed.form(&sides[0], &sides[1], meter)?);
        }
    }
    Ok(known[root])
}
