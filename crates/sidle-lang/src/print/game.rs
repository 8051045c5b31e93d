//! Games in the notation of the field.
//!
//! A game is written by the first of these that fits: a number-up-star; a number plus a tiny, a miny, a
//! power `^<n>` or a sum of powers `^[n]`; a switch `+-x`; braces. A single option that needs braces is
//! written without them behind a longer run of slashes, up to four.
//!
//! How a game is written depends on its options only through the lengths of their runs of slashes, so
//! the layouts are found once for each follower; the text is then put out with an explicit stack.

use std::{collections::HashMap, rc::Rc};

use sidle_core::{Dyadic, Meter, Player, StopReason};
use sidle_values::{Game, NumberUpStar, Store};

use super::{Format, Printer};
use crate::{Rational, diagnostic::Failure, shape, symbols::Symbol, value::Order};

/// More slashes than this are never written: braces are used instead.
const MAX_SLASHES: u8 = 4;

/// How a game is written.
pub(super) enum Layout {
    NumberUpStar(NumberUpStar),
    /// `number + Tiny(arg)` for Left, Miny for Right.
    Tiny {
        number: Dyadic,
        player: Player,
        argument: Game,
    },
    Power(Power),
    /// The Left options of a switch.
    Switch(Vec<Game>),
    Braces {
        sides: [Vec<Game>; 2],
        slashes: u8,
    },
}

/// `number ± ^<n>` or `number ± ^[n]`, perhaps with a star.
#[derive(Clone)]
pub(super) struct Power {
    number: Dyadic,
    negative: bool,
    /// `^[n]` rather than `^<n>`.
    sum: bool,
    exponent: u64,
    star: bool,
}

impl Layout {
    fn slashes(&self) -> u8 {
        match self {
            Layout::Braces { slashes, .. } => *slashes,
            _ => 0,
        }
    }

    /// Does the text begin with a number that something else follows, as in `1*`?
    fn is_composite(&self) -> bool {
        match self {
            Layout::NumberUpStar(nus) => !nus.is_number() && !nus.number.is_zero(),
            Layout::Tiny { number, .. } => !number.is_zero(),
            Layout::Power(power) => !power.number.is_zero(),
            Layout::Switch(_) => true,
            Layout::Braces { .. } => false,
        }
    }
}

/// Finds and remembers layouts.
pub(super) struct GamePrinter<'p> {
    store: &'p Store,
    meter: &'p Meter,
    order: Order<'p>,
    layouts: HashMap<Game, Rc<Layout>>,
    /// `^[n]` and `^[n]*` by game: the exponent and whether there is a star.
    sums: HashMap<Game, Option<(u64, bool)>>,
}

impl<'p> GamePrinter<'p> {
    pub(super) fn new(store: &'p Store, meter: &'p Meter) -> GamePrinter<'p> {
        GamePrinter {
            store,
            meter,
            order: Order::new(store),
            layouts: HashMap::new(),
            sums: HashMap::new(),
        }
    }

    /// The layout of a game.
    pub(super) fn layout(&mut self, game: Game) -> Result<Rc<Layout>, StopReason> {
        if let Some(layout) = self.layouts.get(&game) {
            return Ok(layout.clone());
        }
        let mut ticker = self.meter.ticker();
        let mut drafts: Vec<(Game, Layout)> = vec![(game, self.draft(game)?)];
        while let Some((top, mut layout)) = drafts.pop() {
            ticker.step()?;
            if let Layout::Braces { sides, slashes } = &mut layout {
                let singles = sides
                    .iter()
                    .filter(|side| side.len() == 1)
                    .map(|side| side[0]);
                if let Some(missing) = singles
                    .clone()
                    .find(|option| !self.layouts.contains_key(option))
                {
                    drafts.push((top, layout));
                    drafts.push((missing, self.draft(missing)?));
                    continue;
                }
                *slashes = 1 + singles
                    .map(|option| inline_slashes(&self.layouts[&option]))
                    .max()
                    .unwrap_or(0);
            }
            ticker.node(std::mem::size_of::<Layout>())?;
            self.layouts.insert(top, Rc::new(layout));
        }
        Ok(self.layouts[&game].clone())
    }

    /// The layout without the count of slashes.
    fn draft(&mut self, game: Game) -> Result<Layout, StopReason> {
        let store = self.store;
        if let Some(nus) = store.as_number_up_star(game) {
            return Ok(Layout::NumberUpStar(nus));
        }
        if store.is_numberish(game) {
            let number = store.stop(game, Player::Left);
            let rest = store.try_sub(game, store.number(&number), self.meter)?;
            if let Some((player, prize)) = shape::tiny(store, rest) {
                let argument = match player {
                    Player::Left => store.try_negative(prize, self.meter)?,
                    Player::Right => prize,
                };
                return Ok(Layout::Tiny {
                    number,
                    player,
                    argument,
                });
            }
            if let Some(power) = self.power(&number, rest)? {
                return Ok(Layout::Power(power));
            }
        }
        let mut left: Vec<Game> = store.options(game, Player::Left).collect();
        left.sort_by(|&a, &b| self.order.compare_games(a, b));
        if store.try_negative(game, self.meter)? == game {
            return Ok(Layout::Switch(left));
        }
        let mut right: Vec<Game> = store.options(game, Player::Right).collect();
        right.sort_by(|&a, &b| self.order.compare_games(a, b));
        Ok(Layout::Braces {
            sides: [left, right],
            slashes: 1,
        })
    }

    fn power(&mut self, number: &Dyadic, rest: Game) -> Result<Option<Power>, StopReason> {
        if !self.store.is_all_small(rest) {
            return Ok(None);
        }
        for negative in [false, true] {
            let game = if negative {
                self.store.try_negative(rest, self.meter)?
            } else {
                rest
            };
            let (sum, found) = match self.power_sum(game)? {
                Some(found) => (true, Some(found)),
                None => (false, self.single_power(game)?),
            };
            if let Some((exponent, star)) = found {
                return Ok(Some(Power {
                    number: number.clone(),
                    negative,
                    sum,
                    exponent,
                    star,
                }));
            }
        }
        Ok(None)
    }

    /// `^[n] = {^[n-1] | *}` and `^[n]* = {0, ^[n-1]* | 0}`.
    fn power_sum(&mut self, game: Game) -> Result<Option<(u64, bool)>, StopReason> {
        let mut chain = Vec::new();
        let mut ticker = self.meter.ticker();
        let mut at = game;
        let mut found = loop {
            ticker.step()?;
            if let Some(known) = self.sums.get(&at) {
                break *known;
            }
            if let Some(nus) = self.store.as_number_up_star(at) {
                let up = nus.number.is_zero() && nus.ups == 1 && nus.star <= 1;
                break up.then_some((1, nus.star == 1));
            }
            chain.push(at);
            match self.power_sum_below(at) {
                Some(below) => at = below,
                None => break None,
            }
        };
        for game in chain.into_iter().rev() {
            let starred =
                shape::only_option(self.store, game, Player::Right) == Some(self.store.zero());
            found = found
                .filter(|(_, star)| *star == starred)
                .map(|(exponent, star)| (exponent + 1, star));
            ticker.node(32)?;
            self.sums.insert(game, found);
        }
        Ok(found)
    }

    /// The only Left option that can be the previous sum of powers.
    fn power_sum_below(&self, game: Game) -> Option<Game> {
        let right = shape::only_option(self.store, game, Player::Right)?;
        if right == self.store.nimber(1) {
            return shape::only_option(self.store, game, Player::Left);
        }
        let left: Vec<Game> = self.store.options(game, Player::Left).take(3).collect();
        match left[..] {
            [a, b] if right == self.store.zero() && a == right => Some(b),
            [a, b] if right == self.store.zero() && b == right => Some(a),
            _ => None,
        }
    }

    /// `^<n> = {0 | -^[n-1]*}` and `^<n>* = {0, * | -^[n-1]}`.
    fn single_power(&mut self, game: Game) -> Result<Option<(u64, bool)>, StopReason> {
        let store = self.store;
        let left: Vec<Game> = store.options(game, Player::Left).take(3).collect();
        let star = match left.len() {
            1 => false,
            2 if left.contains(&store.nimber(1)) => true,
            _ => return Ok(None),
        };
        let Some(right) = shape::only_option(store, game, Player::Right) else {
            return Ok(None);
        };
        if !left.contains(&store.zero()) {
            return Ok(None);
        }
        let below = store.try_negative(right, self.meter)?;
        let found = self.power_sum(below)?;
        Ok(found
            .filter(|(_, below)| *below != star)
            .map(|(exponent, _)| (exponent + 1, star)))
    }
}

/// The slashes of an option when it stands alone on its side: none if it gets braces.
fn inline_slashes(layout: &Layout) -> u8 {
    match layout.slashes() {
        MAX_SLASHES.. => 0,
        slashes => slashes,
    }
}

/// Something still to be written.
enum Work {
    Text(&'static str),
    Symbol(Symbol),
    Slashes(u8),
    /// A game with its own braces.
    Game(Game),
    /// A game as the only option of its side.
    Only(Game),
}

impl Printer<'_> {
    /// Writes a game.
    pub(super) fn game(&mut self, game: Game) -> Result<(), Failure> {
        let mut work = vec![Work::Game(game)];
        let mut ticker = self.meter.ticker();
        while let Some(next) = work.pop() {
            ticker.step()?;
            match next {
                Work::Text(text) => self.put(text)?,
                Work::Symbol(symbol) => self.symbol(symbol)?,
                Work::Slashes(count) => self.slashes(count)?,
                Work::Game(game) => {
                    let layout = self.games.layout(game)?;
                    let braces = layout.slashes() > 0;
                    self.layout(&layout, braces, &mut work)?;
                }
                Work::Only(game) => {
                    let layout = self.games.layout(game)?;
                    let braces = layout.slashes() >= MAX_SLASHES;
                    self.layout(&layout, braces, &mut work)?;
                }
            }
        }
        Ok(())
    }

    fn slashes(&mut self, count: u8) -> Result<(), Failure> {
        let run = "|".repeat(usize::from(count));
        if self.format == Format::Latex {
            return self.put(&format!("\\,{run}\\,"));
        }
        self.put(&run)
    }

    fn layout(
        &mut self,
        layout: &Layout,
        braces: bool,
        work: &mut Vec<Work>,
    ) -> Result<(), Failure> {
        match layout {
            Layout::NumberUpStar(nus) => self.number_up_star(nus),
            Layout::Power(power) => self.power(power),
            Layout::Tiny {
                number,
                player,
                argument,
            } => {
                if !number.is_zero() {
                    self.number(&Rational::from(number))?;
                }
                let symbol = if *player == Player::Left {
                    Symbol::Tiny
                } else {
                    Symbol::Miny
                };
                let (open, close) = if self.format == Format::Latex {
                    ("_{", "}")
                } else {
                    ("(", ")")
                };
                work.extend([
                    Work::Text(close),
                    Work::Game(*argument),
                    Work::Text(open),
                    Work::Symbol(symbol),
                ]);
                Ok(())
            }
            Layout::Switch(left) => self.switch(left, work),
            Layout::Braces { sides, slashes } => {
                if braces {
                    work.push(Work::Symbol(Symbol::CloseBrace));
                }
                push_options(&sides[1], work);
                work.push(Work::Slashes(*slashes));
                push_options(&sides[0], work);
                if braces {
                    work.push(Work::Symbol(Symbol::OpenBrace));
                }
                Ok(())
            }
        }
    }

    /// `+-x`, `+-(1*)`, `+-{x,y}`.
    fn switch(&mut self, left: &[Game], work: &mut Vec<Work>) -> Result<(), Failure> {
        self.symbol(Symbol::PlusMinus)?;
        if let &[only] = left {
            let composite = self.games.layout(only)?.is_composite();
            let (open, close) = if composite { ("(", ")") } else { ("", "") };
            work.extend([Work::Text(close), Work::Game(only), Work::Text(open)]);
        } else {
            work.push(Work::Symbol(Symbol::CloseBrace));
            push_options(left, work);
            work.push(Work::Symbol(Symbol::OpenBrace));
        }
        Ok(())
    }

    /// A number part before something else; nothing for 0.
    fn leading_number(&mut self, number: &Dyadic) -> Result<(), Failure> {
        if number.is_zero() {
            return Ok(());
        }
        self.number(&Rational::from(number))
    }

    fn number_up_star(&mut self, nus: &NumberUpStar) -> Result<(), Failure> {
        if nus.is_number() {
            return self.number(&Rational::from(&nus.number));
        }
        self.leading_number(&nus.number)?;
        // In plain text `5^3` is a power and `5*2` a product, so those get a plus.
        let ambiguous = if nus.ups == 0 {
            nus.star > 1
        } else {
            nus.ups > 2
        };
        let plain = matches!(self.format, Format::Plain | Format::Json);
        if !nus.number.is_zero()
            && (ambiguous && plain || self.format == Format::Latex && nus.ups.unsigned_abs() > 2)
        {
            self.put("+")?;
        }
        self.arrows(nus.ups)?;
        self.star(nus.star)
    }

    fn arrows(&mut self, ups: i64) -> Result<(), Failure> {
        let symbol = if ups < 0 { Symbol::Down } else { Symbol::Up };
        match (ups.unsigned_abs(), self.format) {
            (0, _) => Ok(()),
            (1, _) => self.symbol(symbol),
            (2, Format::Latex) => self.put(if ups < 0 { r"\Downarrow" } else { r"\Uparrow" }),
            (count, Format::Latex) => {
                self.put(&format!("{count}\\cdot"))?;
                self.symbol(symbol)
            }
            (2, _) => {
                self.symbol(symbol)?;
                self.symbol(symbol)
            }
            (count, _) => {
                self.symbol(symbol)?;
                self.put(&count.to_string())
            }
        }
    }

    fn star(&mut self, star: u64) -> Result<(), Failure> {
        match star {
            0 => Ok(()),
            1 => self.symbol(Symbol::Star),
            k => {
                self.symbol(Symbol::Star)?;
                self.put(&k.to_string())
            }
        }
    }

    fn power(&mut self, power: &Power) -> Result<(), Failure> {
        self.leading_number(&power.number)?;
        self.symbol(if power.negative {
            Symbol::Down
        } else {
            Symbol::Up
        })?;
        let n = power.exponent;
        self.put(&match (self.format, power.sum) {
            (Format::Latex, true) => format!("^{{[{n}]}}"),
            (Format::Latex, false) => format!("^{{{n}}}"),
            (_, true) => format!("[{n}]"),
            (_, false) => format!("<{n}>"),
        })?;
        self.star(u64::from(power.star))
    }
}

fn push_options(options: &[Game], work: &mut Vec<Work>) {
    if let &[only] = options {
        work.push(Work::Only(only));
        return;
    }
    for (at, &option) in options.iter().enumerate().rev() {
        work.push(Work::Game(option));
        if at > 0 {
            work.push(Work::Text(","));
        }
    }
}
