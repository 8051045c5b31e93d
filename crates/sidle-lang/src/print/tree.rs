//! The walk over the notation tree of a game, with an explicit stack.

use sidle_core::{Dyadic, Player};
use sidle_values::{
    Game, NumberUpStar,
    loopy::{LoopyValue, Pseudonumber, SideForm},
    notation::{Item, ItemId, Power},
};

use super::{Printer, visitor::arrow};
use crate::{Rational, diagnostic::Failure, symbols::Symbol};

/// Something still to be written.
enum Work {
    Text(&'static str),
    Owned(String),
    Symbol(Symbol),
    /// An item with its own braces.
    Item(ItemId),
    /// An item as the only option of its side.
    Only(ItemId),
}

impl Printer<'_> {
    /// Writes a short game.
    pub(super) fn game(&mut self, game: Game) -> Result<(), Failure> {
        let item = self.notation.game(game, self.meter)?;
        self.item(item)
    }

    /// Writes a game with loops.
    pub(super) fn loopy(&mut self, value: LoopyValue) -> Result<(), Failure> {
        let item = self.notation.loopy(value, self.meter)?;
        self.item(item)
    }

    /// Writes one side of a game with loops.
    pub(super) fn side(&mut self, side: SideForm) -> Result<(), Failure> {
        let item = self.notation.side(side, self.meter)?;
        self.item(item)
    }

    fn item(&mut self, item: ItemId) -> Result<(), Failure> {
        let mut work = vec![Work::Item(item)];
        let mut ticker = self.meter.ticker();
        while let Some(next) = work.pop() {
            ticker.step()?;
            match next {
                Work::Text(text) => self.put(text)?,
                Work::Owned(text) => self.put(&text)?,
                Work::Symbol(symbol) => self.symbol(symbol)?,
                Work::Item(id) => self.visit(id, true, &mut work)?,
                Work::Only(id) => {
                    let braces = !self.notation.item(id).can_be_bare();
                    self.visit(id, braces, &mut work)?;
                }
            }
        }
        Ok(())
    }

    /// Writes the beginning of an item and leaves the rest as work.
    fn visit(&mut self, id: ItemId, braces: bool, work: &mut Vec<Work>) -> Result<(), Failure> {
        // What is written now; the text is put at the end, when the item is no longer borrowed.
        let visitor = self.visitor;
        let text = match self.notation.item(id) {
            Item::NumberUpStar(nus) => self.number_up_star(nus),
            Item::Power(power) => self.power(power),
            Item::Pseudonumber(stop) => self.pseudonumber(stop),
            Item::Dud => visitor.symbol(Symbol::Dud).to_owned(),
            Item::Pass => visitor.symbol(Symbol::Pass).to_owned(),
            Item::Back(label) => label.clone(),
            Item::Tiny {
                number,
                player,
                argument,
            } => {
                let symbol = match player {
                    Player::Left => Symbol::Tiny,
                    Player::Right => Symbol::Miny,
                };
                let [open, close] = visitor.argument();
                work.extend([Work::Text(close), Work::Item(*argument), Work::Text(open)]);
                self.leading_number(number) + visitor.symbol(symbol)
            }
            // `+-x`, `+-(1*)`, `+-{x,y}`.
            Item::Switch(left) => {
                match left[..] {
                    [only] if self.notation.item(only).is_composite() => {
                        work.extend([Work::Text(")"), Work::Item(only), Work::Text("(")]);
                    }
                    [only] => work.push(Work::Item(only)),
                    _ => {
                        work.push(Work::Symbol(Symbol::CloseBrace));
                        push_options(left, work);
                        work.push(Work::Symbol(Symbol::OpenBrace));
                    }
                }
                visitor.symbol(Symbol::PlusMinus).to_owned()
            }
            Item::Braces {
                label,
                sides,
                slashes,
            } => {
                if braces {
                    work.push(Work::Symbol(Symbol::CloseBrace));
                }
                push_options(&sides[1], work);
                work.push(Work::Owned(visitor.slashes(*slashes)));
                push_options(&sides[0], work);
                let open = if braces {
                    visitor.symbol(Symbol::OpenBrace)
                } else {
                    ""
                };
                label.clone().unwrap_or_default() + open
            }
            Item::Sides(onside, offside) => {
                work.extend([
                    Work::Item(*offside),
                    Work::Owned(visitor.between_sides()),
                    Work::Item(*onside),
                ]);
                return Ok(());
            }
        };
        self.put(&text)
    }

    /// A number part before something else; nothing for 0.
    fn leading_number(&self, number: &Dyadic) -> String {
        if number.is_zero() {
            return String::new();
        }
        self.visitor.number(&Rational::from(number))
    }

    fn number_up_star(&self, nus: &NumberUpStar) -> String {
        if nus.is_number() {
            return self.visitor.number(&Rational::from(&nus.number));
        }
        let mut text = self.leading_number(&nus.number);
        if !text.is_empty() {
            text.push_str(self.visitor.joint(nus));
        }
        let player = if nus.ups < 0 {
            Player::Right
        } else {
            Player::Left
        };
        text + &self.visitor.arrows(player, nus.ups.unsigned_abs()) + &self.star(nus.star)
    }

    fn star(&self, star: u64) -> String {
        let symbol = self.visitor.symbol(Symbol::Star);
        match star {
            0 => String::new(),
            1 => symbol.to_owned(),
            k => format!("{symbol}{k}"),
        }
    }

    fn power(&self, power: &Power) -> String {
        let number = self.leading_number(&power.number);
        let arrow = self.visitor.symbol(arrow(power.player));
        let exponent = self.visitor.exponent(power);
        let star = self.star(u64::from(power.star));
        format!("{number}{arrow}{exponent}{star}")
    }

    fn pseudonumber(&self, stop: &Pseudonumber) -> String {
        let (number, symbol) = match stop {
            Pseudonumber::Off => (None, Symbol::Off),
            Pseudonumber::On => (None, Symbol::On),
            Pseudonumber::Under(x) => (Some(x), Symbol::Under),
            Pseudonumber::Over(x) => (Some(x), Symbol::Over),
            Pseudonumber::Number(x) => return self.visitor.number(&Rational::from(x)),
        };
        let number = number.map(|x| self.leading_number(x)).unwrap_or_default();
        number + self.visitor.symbol(symbol)
    }
}

fn push_options(options: &[ItemId], work: &mut Vec<Work>) {
    if let &[only] = options {
        work.push(Work::Only(only));
        return;
    }
    for (at, &option) in options.iter().enumerate().rev() {
        work.push(Work::Item(option));
        if at > 0 {
            work.push(Work::Text(","));
        }
    }
}
