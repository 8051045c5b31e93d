//! What a search keeps: the large parts it has met, and what it has decided.

use std::{hash::Hash, sync::Arc};

use rustc_hash::{FxHashMap, FxHashSet};
use sidle_core::{Meter, StopReason};
use sidle_values::{Game, Store};

use crate::{
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
pub(crate) struct Large<P> {
    pub(crate) position: P,
    pub(crate) ends: bool,
    pub(crate) counts: [u32; 2],
    /// Its value, if that has been found out since.
    pub(crate) value: Option<Game>,
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

/// Parts that have been met, and sums that have been decided.
#[derive(Debug)]
pub(crate) struct Decided<P> {
    pub(crate) facts: Facts,
    pub(crate) parts: Vec<Large<P>>,
    pub(crate) statuses: FxHashMap<P, Status>,
    /// The sums on the path, where there are parts that may come back to themselves.
    pub(crate) on_path: FxHashSet<Sum>,
    pub(crate) all_end: bool,
    /// The atomic weights of values, in quarters.
    pub(crate) weights: FxHashMap<Game, i64>,
}

impl<P> Default for Decided<P> {
    fn default() -> Decided<P> {
        Decided {
            facts: Facts::default(),
            parts: Vec::new(),
            statuses: FxHashMap::default(),
            on_path: FxHashSet::default(),
            all_end: true,
            weights: FxHashMap::default(),
        }
    }
}

impl<P> Decided<P> {
    pub(crate) fn len(&self) -> usize {
        self.facts.len()
    }

    /// The large parts with the numbers of their moves, and the sums that are decided.
    pub(crate) fn stored(&self, store: &Store) -> (Vec<(&P, [u32; 2])>, Vec<StoredSum>) {
        let parts = self.parts.iter().map(|part| (&part.position, part.counts));
        (parts.collect(), self.facts.stored(store))
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
        if !self.parts.is_empty() || self.facts.len() > 0 {
            return Ok(());
        }
        for (position, counts) in parts {
            let number = self.parts.len() as u32;
            self.statuses
                .insert(position.clone(), Status::Large(number));
            self.all_end &= ends;
            self.parts.push(Large {
                position,
                ends,
                counts,
                value: None,
                changes: [None, None],
            });
        }
        for stored in sums {
            self.facts
                .settle(&stored.parts, stored.value, stored.wins, store, meter)?;
        }
        Ok(())
    }
}
