//! What a search keeps: the large parts it has met, and what it has decided.

use std::{hash::Hash, sync::Arc};

use rustc_hash::{FxHashMap, FxHashSet};
use sidle_core::{Meter, StopReason};
use sidle_values::{Game, Store};

use crate::{
    bounds::Bounds,
    facts::{Facts, Signed},
    table_file::StoredSum,
};

/// What an option of a large part consists of.
#[derive(Debug)]
pub(crate) struct Change {
    pub(crate) parts: Box<[Signed]>,
    pub(crate) value: Game,
}

#[derive(Debug)]
pub(crate) struct Large {
    pub(crate) ends: bool,
    pub(crate) counts: [u32; 2],
    /// Its value, if that has been found out since.
    pub(crate) value: Option<Game>,
    pub(crate) bounds: Bounds,
    /// Where the moves of Left and of Right lead, once that has been asked.
    pub(crate) changes: [Option<Arc<[Change]>>; 2],
}

/// What is known of a position as a part.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Status {
    Small(Game),
    Large(u32),
}

/// A sum with Left to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sum {
    /// The large parts, sorted.
    pub(crate) parts: Box<[Signed]>,
    /// All the rest.
    pub(crate) value: Game,
}

/// What is known of large parts and their sums, whatever the positions are.
#[derive(Debug)]
pub(crate) struct Ledger {
    pub(crate) facts: Facts,
    pub(crate) parts: Vec<Large>,
    /// The sums on the path, where there are parts that may come back to themselves.
    pub(crate) on_path: FxHashSet<Sum>,
    pub(crate) all_end: bool,
    /// The atomic weights of values, in quarters.
    pub(crate) weights: FxHashMap<Game, i64>,
}

impl Ledger {
    /// What is known by now of a part that had this status.
    pub(crate) fn status(&self, status: Status) -> Status {
        match status {
            Status::Large(number) => match self.parts[number as usize].value {
                Some(value) => Status::Small(value),
                None => status,
            },
            Status::Small(_) => status,
        }
    }

    /// A number for a large part.
    pub(crate) fn number(&mut self, counts: [u32; 2], bounds: Bounds, ends: bool) -> Status {
        self.all_end &= ends;
        self.parts.push(Large {
            ends,
            counts,
            value: None,
            bounds,
            changes: [None, None],
        });
        Status::Large(self.parts.len() as u32 - 1)
    }
}

/// The positions that have been met as parts.
#[derive(Debug)]
pub(crate) struct Numbers<P> {
    /// The large ones by their numbers.
    pub(crate) positions: Vec<P>,
    pub(crate) statuses: FxHashMap<P, Status>,
}

/// Parts that have been met, and sums that have been decided.
#[derive(Debug)]
pub(crate) struct Decided<P> {
    pub(crate) ledger: Ledger,
    pub(crate) numbers: Numbers<P>,
}

impl<P> Default for Decided<P> {
    fn default() -> Decided<P> {
        Decided {
            ledger: Ledger {
                facts: Facts::default(),
                parts: Vec::new(),
                on_path: FxHashSet::default(),
                all_end: true,
                weights: FxHashMap::default(),
            },
            numbers: Numbers {
                positions: Vec::new(),
                statuses: FxHashMap::default(),
            },
        }
    }
}

impl<P> Decided<P> {
    pub(crate) fn len(&self) -> usize {
        self.ledger.facts.len()
    }

    /// The large parts with the numbers of their moves, and the sums that are decided.
    pub(crate) fn stored(&self, store: &Store) -> (Vec<(&P, [u32; 2])>, Vec<StoredSum>) {
        let counts = self.ledger.parts.iter().map(|part| part.counts);
        let parts = self.numbers.positions.iter().zip(counts);
        (parts.collect(), self.ledger.facts.stored(store))
    }

    /// Takes over parts and sums of another run, if nothing has been searched before.
    pub(crate) fn restore(
        &mut self,
        parts: Vec<(P, [u32; 2])>,
        sums: Vec<StoredSum>,
        ends: bool,
        store: &Store,
        meter: &Meter,
    ) -> Result<(), StopReason>
    where
        P: Clone + Eq + Hash,
    {
        if !self.ledger.parts.is_empty() || self.len() > 0 {
            return Ok(());
        }
        for (position, counts) in parts {
            let status = self.ledger.number(counts, Bounds::default(), ends);
            self.numbers.statuses.insert(position.clone(), status);
            self.numbers.positions.push(position);
        }
        for stored in sums {
            self.ledger
                .facts
                .settle(&stored.parts, stored.value, stored.wins, store, meter)?;
        }
        Ok(())
    }
}
