//! Forms as they were written.

use sidle_solve::{Compound, Form, Position, Variant};

use super::Printer;
use crate::{diagnostic::Failure, symbols::Symbol};

enum Work<'p> {
    Text(&'static str),
    Symbol(Symbol),
    Form(&'p Position),
    /// An operand of a compound: compounds get parentheses.
    Operand(&'p Position),
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
                Work::Symbol(symbol) => self.symbol(symbol)?,
                Work::Form(id) => self.one_form(id, &mut work)?,
                Work::Operand(id) => {
                    let parentheses = matches!(id.form(), Form::Compound(..) | Form::Negative(_));
                    if parentheses {
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
            Form::Value(game) => self.game(game),
            Form::Loopy(value) => self.loopy(value),
            Form::Atom(atom) => {
                let mut text = String::new();
                let _ = atom.write(&mut text);
                self.put(&text)
            }
            Form::Variant(variant, of) => {
                let name = match variant {
                    Variant::Dicotic => ".DicoticVariant",
                    Variant::Impartial => ".ImpartialVariant",
                    Variant::Twisted => ".TwistedVariant",
                };
                work.extend([Work::Text(name), Work::Operand(of)]);
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
            // The negative of a product is always written with the sign of the product.
            Form::Negative(inner) => match inner.form() {
                Form::Compound(Compound::ConwayProduct, a, b) => {
                    work.extend([
                        Work::Text(")"),
                        Work::Operand(b),
                        Work::Text(" * "),
                        Work::Operand(a),
                        Work::Text("-("),
                    ]);
                    Ok(())
                }
                _ => {
                    work.extend([Work::Text(")"), Work::Form(inner), Work::Text("-(")]);
                    Ok(())
                }
            },
            Form::Compound(kind, a, b) => {
                let name = match kind {
                    Compound::Sum => " + ",
                    Compound::OrdinalSum => " : ",
                    Compound::Multiple => " * ",
                    Compound::ConjunctiveSum => " ConjunctiveSum ",
                    Compound::SelectiveSum => " SelectiveSum ",
                    Compound::OrdinalProduct => " OrdinalProduct ",
                    Compound::ConwayProduct => " ConwayProduct ",
                };
                work.extend([Work::Operand(b), Work::Text(name), Work::Operand(a)]);
                Ok(())
            }
        }
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
