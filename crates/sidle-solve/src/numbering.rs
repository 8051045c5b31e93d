//! Positions as the search sees them: small ones are values, large ones have numbers.

use std::hash::Hash;

use sidle_core::{Meter, Player, Ticker};
use sidle_values::{Game, Store, loopy::LoopyValue};

use crate::{
    SolveError,
    bounds::Bounds,
    decided::{Change, Decided, Large, Ledger, Numbers, Status, Sum},
    facts::{NEGATED, Signed},
    moves::Part,
    search::{Expand, Search, join},
};

/// What the search asks about positions.
pub(crate) trait Summands {
    type Position: Clone + Eq + Hash;

    /// Appends the independent parts of a position.
    fn parts(
        &mut self,
        at: Self::Position,
        out: &mut Vec<Part<Self::Position>>,
    ) -> Result<(), SolveError>;

    /// Appends the options.
    fn options(
        &mut self,
        at: &Self::Position,
        player: Player,
        out: &mut Vec<Self::Position>,
    ) -> Result<(), SolveError>;

    /// The value of a part that is known or quickly worked out; else how many moves Left and Right have.
    fn measure(&mut self, at: &Self::Position) -> Result<Measure, SolveError>;

    /// Bounds of a large part.
    fn bounds(&mut self, at: &Self::Position) -> Result<Bounds, SolveError>;

    /// Is the part known to have no cycle below it?
    fn ends(&self, at: &Self::Position) -> bool;
}

/// What is found out about a part first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Measure {
    /// Its value.
    Small(LoopyValue),
    /// How many moves Left and Right have.
    Large([u32; 2]),
}

impl<S: Summands> Summands for &mut S {
    type Position = S::Position;

    fn parts(
        &mut self,
        at: S::Position,
        out: &mut Vec<Part<S::Position>>,
    ) -> Result<(), SolveError> {
        (**self).parts(at, out)
    }

    fn options(
        &mut self,
        at: &S::Position,
        player: Player,
        out: &mut Vec<S::Position>,
    ) -> Result<(), SolveError> {
        (**self).options(at, player, out)
    }

    fn measure(&mut self, at: &S::Position) -> Result<Measure, SolveError> {
        (**self).measure(at)
    }

    fn bounds(&mut self, at: &S::Position) -> Result<Bounds, SolveError> {
        (**self).bounds(at)
    }

    fn ends(&self, at: &S::Position) -> bool {
        (**self).ends(at)
    }
}

/// Positions with their numbers.
struct Numbering<'a, S: Summands> {
    summands: S,
    numbers: &'a mut Numbers<S::Position>,
    store: &'a Store,
    meter: &'a Meter,
    ticker: Ticker<'a>,
}

impl<P: Clone + Eq + Hash> Decided<P> {
    /// Does a player, to move, win a position?
    pub(crate) fn wins<S: Summands<Position = P>>(
        &mut self,
        summands: S,
        of: &P,
        mover: Player,
        max_bytes: usize,
        store: &Store,
        meter: &Meter,
    ) -> Result<bool, SolveError> {
        let Decided { ledger, numbers } = self;
        let mut numbering = Numbering {
            summands,
            numbers,
            store,
            meter,
            ticker: meter.ticker(),
        };
        let (mut parts, mut value) = numbering.gather(of.clone(), ledger)?;
        if mover == Player::Right {
            parts.iter_mut().for_each(|part| *part ^= NEGATED);
            parts.sort_unstable();
            value = store.try_negative(value, meter)?;
        }
        let sum = Sum {
            parts: parts.into(),
            value,
        };
        Search::new(&mut numbering, store, ledger, meter, max_bytes).wins(sum)
    }
}

impl<S: Summands> Numbering<'_, S> {
    /// The numbers of the large parts of a position, sorted, and the value of the others.
    fn gather(
        &mut self,
        at: S::Position,
        ledger: &mut Ledger,
    ) -> Result<(Vec<Signed>, Game), SolveError> {
        let mut found = Vec::new();
        self.summands.parts(at, &mut found)?;
        let mut gathered = Gathered {
            parts: Vec::new(),
            value: self.store.zero(),
        };
        for part in found {
            let status = self.status(&part.position, ledger)?;
            gathered.add(status, part.times, ledger, self.store, self.meter)?;
        }
        let mut parts = gathered.parts;
        parts.sort_unstable();
        Ok((parts, gathered.value))
    }

    /// Is a part small, or what is its number?
    fn status(&mut self, at: &S::Position, ledger: &mut Ledger) -> Result<Status, SolveError> {
        if let Some(&status) = self.numbers.statuses.get(at) {
            return Ok(ledger.status(status));
        }
        let status = match self.summands.measure(at)? {
            Measure::Small(value) => Status::Small(value.short().ok_or(SolveError::Loopy {
                asked: "outcome by search",
            })?),
            Measure::Large(counts) => {
                self.ticker
                    .node(4 * size_of::<S::Position>() + size_of::<Large>())?;
                let bounds = self.summands.bounds(at)?;
                let (positions, parts) = (&self.numbers.positions, &ledger.parts);
                self.meter
                    .room_to_grow::<S::Position>(positions.len(), positions.capacity())?;
                self.meter
                    .room_to_grow::<Large>(parts.len(), parts.capacity())?;
                self.numbers.positions.push(at.clone());
                ledger.number(counts, bounds, self.summands.ends(at))
            }
        };
        let known = &mut self.numbers.statuses;
        self.meter
            .room_to_grow::<(S::Position, Status)>(known.len(), known.capacity())?;
        known.insert(at.clone(), status);
        Ok(status)
    }
}

impl<S: Summands> Expand for Numbering<'_, S> {
    fn changes(
        &mut self,
        number: u32,
        player: Player,
        ledger: &mut Ledger,
    ) -> Result<Vec<Change>, SolveError> {
        let position = self.numbers.positions[number as usize].clone();
        let mut options = Vec::new();
        self.summands.options(&position, player, &mut options)?;
        let mut changes: Vec<Change> = Vec::with_capacity(options.len());
        for option in options {
            let (parts, value) = self.gather(option, ledger)?;
            offer(&mut changes, parts, value, player, self.store, self.meter)?;
        }
        Ok(changes)
    }
}

/// The parts of a position that have been looked at so far.
struct Gathered {
    parts: Vec<Signed>,
    value: Game,
}

impl Gathered {
    fn add(
        &mut self,
        status: Status,
        times: i64,
        ledger: &Ledger,
        store: &Store,
        meter: &Meter,
    ) -> Result<(), SolveError> {
        match status {
            Status::Small(short) => {
                let scaled = match times {
                    1 => short,
                    -1 => store.try_negative(short, meter)?,
                    times => store.try_multiple(short, times, meter)?,
                };
                self.value = store.try_add(self.value, scaled, meter)?;
            }
            Status::Large(number) => {
                let signed = number << 1 | Signed::from(times < 0);
                let mut ticker = meter.ticker();
                for _ in 0..times.unsigned_abs() {
                    ticker.step()?;
                    join(&ledger.parts, &mut self.parts, signed);
                }
            }
        }
        Ok(())
    }
}

/// Adds what a move leads to. Of options with the same parts the better value is enough; the same options are
/// common on symmetric boards.
fn offer(
    changes: &mut Vec<Change>,
    parts: Vec<Signed>,
    value: Game,
    player: Player,
    store: &Store,
    meter: &Meter,
) -> Result<(), SolveError> {
    let mut i = 0;
    while i < changes.len() {
        if *changes[i].parts != *parts {
            i += 1;
            continue;
        }
        let other = changes[i].value;
        let (less, more) = match player {
            Player::Left => (other, value),
            Player::Right => (value, other),
        };
        if store.try_le(more, less, meter)? {
            return Ok(());
        } else if store.try_le(less, more, meter)? {
            changes.swap_remove(i);
        } else {
            i += 1;
        }
    }
    changes.push(Change {
        parts: parts.into(),
        value,
    });
    Ok(())
}
