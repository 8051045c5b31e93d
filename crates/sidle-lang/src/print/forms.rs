//! Forms as they were written.

use sidle_solve::{Compound, Form, Position, Variant};
use sidle_values::Store;

use super::Printer;
use crate::{diagnostic::Failure, symbols::Symbol};

enum Work<'p> {
    Text(&'static str),
    /// A name, not a formula.
    Word(&'static str),
    Symbol(Symbol),
    Form(&'p Position),
    /// An operand: looser compounds get parentheses.
    Operand(&'p Position, u8),
}

/// How tightly the parts of a form hold together.
mod bond {
    pub(super) const INFIX: u8 = 1;
    pub(super) const SUM: u8 = 2;
    pub(super) const SIDES: u8 = 3;
    pub(super) const ORDINAL_SUM: u8 = 4;
    pub(super) const PRODUCT: u8 = 5;
    pub(super) const SIGN: u8 = 6;
    pub(super) const TIGHT: u8 = 7;
}

fn bond(store: &Store, form: &Position) -> u8 {
    match form.form() {
        Form::Compound(Compound::Sum, ..) => bond::SUM,
        Form::Compound(Compound::OrdinalSum, ..) => bond::ORDINAL_SUM,
        Form::Compound(Compound::Multiple, ..) => bond::PRODUCT,
        Form::Compound(Compound::ConwayProduct, a, _) if is_integer(store, a) => bond::PRODUCT,
        Form::Compound(..) => bond::INFIX,
        Form::Loopy(value) if value.stopper().is_none() && value != store.loopy().dud() => {
            bond::SIDES
        }
        Form::Negative(_) => bond::SIGN,
        _ => bond::TIGHT,
    }
}

/// How tight the operands of a compound must be to stand without parentheses. Sums, ordinal sums and products by
/// numbers are associative; Conway's product holds its operands more tightly than the words around it say.
fn operand_bonds(kind: Compound, a: &Position) -> [u8; 2] {
    match kind {
        Compound::Sum => [bond::SUM; 2],
        Compound::OrdinalSum => [bond::ORDINAL_SUM; 2],
        Compound::Multiple => [bond::PRODUCT; 2],
        Compound::ConwayProduct => match a.form() {
            Form::Compound(Compound::ConwayProduct, ..) => [bond::INFIX, bond::PRODUCT],
            _ => [bond::PRODUCT; 2],
        },
        _ => [bond::INFIX, bond::SUM],
    }
}

impl Printer<'_> {
    /// Writes a form, with an explicit stack.
    pub(super) fn form(&mut self, form: &Position) -> Result<(), Failure> {
        let mut work = vec![Work::Form(form)];
        let mut ticker = self.meter.ticker();
        while let Some(next) = work.pop() {
            ticker.step()?;
            match next {
                Work::Text(text) => self.put(text)?,
                Work::Word(word) => self.word(word)?,
                Work::Symbol(symbol) => self.symbol(symbol)?,
                Work::Form(id) => self.one_form(id, &mut work)?,
                Work::Operand(id, least) => {
                    if bond(self.store, id) < least {
                        work.extend([Work::Text(")"), Work::Form(id), Work::Text("(")]);
                    } else {
                        work.push(Work::Form(id));
                    }
                }
            }
        }
        Ok(())
    }

    fn one_form<'p>(&mut self, id: &'p Position, work: &mut Vec<Work<'p>>) -> Result<(), Failure> {
        match id.form() {
            Form::Value(game) => self.term(game),
            Form::Loopy(value) => self.term(value),
            Form::Atom(atom) => self.atom(&**atom),
            Form::Variant(variant, of) => {
                let name = match variant {
                    Variant::Dicotic => "DicoticVariantGame",
                    Variant::Impartial => "ImpartialVariantGame",
                    Variant::Twisted => "TwistedVariantGame",
                };
                work.extend([
                    Work::Text(")"),
                    Work::Form(of),
                    Work::Text("("),
                    Work::Word(name),
                ]);
                Ok(())
            }
            Form::Explicit(left, right) => {
                work.extend([
                    Work::Symbol(Symbol::Quote),
                    Work::Symbol(Symbol::CloseBrace),
                ]);
                push_entries(right, work);
                work.push(Work::Symbol(Symbol::Slash));
                push_entries(left, work);
                work.extend([Work::Symbol(Symbol::OpenBrace), Work::Symbol(Symbol::Quote)]);
                Ok(())
            }
            Form::Negative(inner) => {
                work.extend([Work::Operand(inner, bond::TIGHT), Work::Text("-")]);
                Ok(())
            }
            Form::Compound(kind, a, b) => {
                let name = match kind {
                    Compound::Sum => " + ",
                    Compound::OrdinalSum => " : ",
                    Compound::Multiple => " * ",
                    Compound::ConjunctiveSum => " ConjunctiveSum ",
                    Compound::SelectiveSum => " SelectiveSum ",
                    Compound::OrdinalProduct => " OrdinalProduct ",
                    Compound::ConwayProduct if is_integer(self.store, a) => " * ",
                    Compound::ConwayProduct => " ConwayProduct ",
                };
                let name = match name.contains(char::is_alphabetic) {
                    true => Work::Word(name),
                    false => Work::Text(name),
                };
                let [first, second] = operand_bonds(kind, a);
                work.extend([Work::Operand(b, second), name, Work::Operand(a, first)]);
                Ok(())
            }
        }
    }
}

fn is_integer(store: &Store, form: &Position) -> bool {
    match form.form() {
        Form::Value(game) => store
            .as_number(game)
            .is_some_and(|number| number.is_integer()),
        _ => false,
    }
}

fn push_entries<'p>(entries: &'p [Position], work: &mut Vec<Work<'p>>) {
    for (at, entry) in entries.iter().enumerate().rev() {
        work.push(Work::Form(entry));
        if at > 0 {
            work.push(Work::Text(","));
        }
    }
}
