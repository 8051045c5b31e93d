//! What several walks over the same positions tell each other.

use std::{
    hash::{Hash, Hasher},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use sidle_values::Game;

/// Shards are locked one at a time; so many that two threads seldom want the same one.
const SHARDS: usize = 256;

/// Short values of positions that any of the walks has found. Each walk has a table of its own besides, for
/// what it is working on; a position that two of them work on at the same time is worked out twice, and both
/// find the same value.
#[derive(Debug)]
pub(crate) struct Shared<P> {
    shards: Vec<Mutex<HashTable<(P, Game)>>>,
    finished: AtomicBool,
}

impl<P: Clone + Eq + Hash> Shared<P> {
    pub(crate) fn new() -> Shared<P> {
        Shared {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            finished: AtomicBool::new(false),
        }
    }

    fn shard(&self, hash: u64) -> &Mutex<HashTable<(P, Game)>> {
        // The table itself uses the highest and the lowest bits.
        &self.shards[(hash >> 40) as usize % SHARDS]
    }

    pub(crate) fn get(&self, position: &P) -> Option<Game> {
        let hash = hash_of(position);
        let shard = self
            .shard(hash)
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        shard
            .find(hash, |entry| entry.0 == *position)
            .map(|entry| entry.1)
    }

    pub(crate) fn put(&self, position: &P, value: Game) {
        let hash = hash_of(position);
        let mut shard = self
            .shard(hash)
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if shard.find(hash, |entry| entry.0 == *position).is_none() {
            let entry = (position.clone(), value);
            shard.insert_unique(hash, entry, |entry| hash_of(&entry.0));
        }
    }

    /// Everything that was found.
    pub(crate) fn into_values(self) -> impl Iterator<Item = (P, Game)> {
        self.shards.into_iter().flat_map(|shard| {
            let shard = shard.into_inner();
            shard.unwrap_or_else(PoisonError::into_inner).into_iter()
        })
    }

    /// The answer is there: whoever is still walking may stop.
    pub(crate) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }
}

fn hash_of<P: Hash>(position: &P) -> u64 {
    let mut hasher = FxHasher::default();
    position.hash(&mut hasher);
    hasher.finish()
}
