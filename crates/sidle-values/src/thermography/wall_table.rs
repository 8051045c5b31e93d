//! Interned walls, and a bounded memory for the arithmetic with them.
//!
//! Games by the million share a few thousand walls, so nearly every step of a thermograph is a look
//! into a small table.

use hashbrown::{HashTable, hash_table::Entry};
use rustc_hash::{FxBuildHasher, FxHashMap};
use sidle_core::{Dyadic, Player, StopReason};
use std::hash::BuildHasher;

use super::wall::{Wall, better, walls_of_game, walls_of_number};
use crate::{NumberUpStar, game::Id};

/// Index of an interned wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WallId(pub(super) u32);

/// log2 of the number of slots of each memory.
const SLOTS: u32 = 14;

/// A memory of one answer per slot, keyed by two walls. The first wall is stored plus one: an empty slot is all
/// zeros, so that the pages of a new memory are not touched before they are used.
#[derive(Debug)]
struct PairMemory {
    slots: Box<[[u32; 4]]>,
}

impl PairMemory {
    fn new() -> PairMemory {
        PairMemory {
            slots: vec![[0; 4]; 1 << SLOTS].into_boxed_slice(),
        }
    }

    #[inline]
    fn slot(a: WallId, b: WallId) -> usize {
        let key = u64::from(a.0) << 32 | u64::from(b.0);
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - SLOTS)) as usize
    }

    #[inline]
    fn get(&self, a: WallId, b: WallId) -> Option<[WallId; 2]> {
        let entry = &self.slots[PairMemory::slot(a, b)];
        (entry[0] == a.0 + 1 && entry[1] == b.0).then(|| [WallId(entry[2]), WallId(entry[3])])
    }

    fn put(&mut self, a: WallId, b: WallId, answer: [WallId; 2]) {
        self.slots[PairMemory::slot(a, b)] = [a.0 + 1, b.0, answer[0].0, answer[1].0];
    }
}

/// All walls met so far.
#[derive(Debug)]
pub(super) struct WallTable {
    walls: Vec<Wall>,
    index: HashTable<u32>,
    /// Walls of number-up-stars that live in handles.
    inline: FxHashMap<Id, [WallId; 2]>,
    better: [PairMemory; 2],
    games: PairMemory,
}

impl Default for WallTable {
    fn default() -> WallTable {
        WallTable {
            walls: Vec::new(),
            index: HashTable::new(),
            inline: FxHashMap::default(),
            better: [PairMemory::new(), PairMemory::new()],
            games: PairMemory::new(),
        }
    }
}

impl WallTable {
    #[inline]
    pub(super) fn wall(&self, id: WallId) -> &Wall {
        &self.walls[id.0 as usize]
    }

    /// The temperature of a thermograph with these walls.
    #[inline]
    pub(super) fn temperature(&self, walls: [WallId; 2]) -> Dyadic {
        let heads = walls.map(|id| self.wall(id).points.first());
        heads[0]
            .max(heads[1])
            .cloned()
            .unwrap_or_else(|| Dyadic::from(-1))
    }

    fn intern(&mut self, wall: Wall) -> Result<WallId, StopReason> {
        let hash = FxBuildHasher.hash_one(&wall);
        let walls = &mut self.walls;
        let entry = self.index.entry(
            hash,
            |&i| walls[i as usize] == wall,
            |&i| FxBuildHasher.hash_one(&walls[i as usize]),
        );
        match entry {
            Entry::Occupied(entry) => Ok(WallId(*entry.get())),
            Entry::Vacant(entry) => {
                // The memories store an index plus one.
                let id = u32::try_from(walls.len()).ok();
                let id = id.filter(|&id| id < u32::MAX);
                let id = id.ok_or(StopReason::StoreFull)?;
                entry.insert(id);
                walls.push(wall);
                Ok(WallId(id))
            }
        }
    }

    fn intern_both(&mut self, walls: [Wall; 2]) -> Result<[WallId; 2], StopReason> {
        let [left, right] = walls;
        Ok([self.intern(left)?, self.intern(right)?])
    }

    /// See [`better`].
    #[inline]
    pub(super) fn better(
        &mut self,
        a: WallId,
        b: WallId,
        mover: Player,
    ) -> Result<WallId, StopReason> {
        if a == b {
            return Ok(a);
        }
        let (a, b) = if a.0 < b.0 { (a, b) } else { (b, a) };
        if let Some([answer, _]) = self.better[mover.index()].get(a, b) {
            return Ok(answer);
        }
        let wall = better(self.wall(a), self.wall(b), mover);
        let answer = self.intern(wall)?;
        self.better[mover.index()].put(a, b, [answer; 2]);
        Ok(answer)
    }

    /// See [`walls_of_game`].
    #[inline]
    pub(super) fn walls_of_game(
        &mut self,
        left: WallId,
        right: WallId,
    ) -> Result<[WallId; 2], StopReason> {
        if let Some(answer) = self.games.get(left, right) {
            return Ok(answer);
        }
        let walls = walls_of_game(self.wall(left), self.wall(right));
        let answer = self.intern_both(walls)?;
        self.games.put(left, right, answer);
        Ok(answer)
    }

    /// The walls of a number-up-star that lives in its handle.
    #[inline]
    pub(super) fn walls_of_inline(&mut self, id: Id) -> Result<[WallId; 2], StopReason> {
        if let Some(&known) = self.inline.get(&id) {
            return Ok(known);
        }
        let value = id.unpack().unwrap_or(NumberUpStar::ZERO);
        let walls = self.walls_of_number_up_star(&value)?;
        self.inline.insert(id, walls);
        Ok(walls)
    }

    /// The walls of x + n·↑ + *k from those of x.
    ///
    /// With L and R the walls of x, a nimber has the Left wall R - t and the Right wall L + t below 0.
    /// For n > 0 Right's move to (n-1)·↑ + … only gives back what Left's wall gained, so the walls are
    /// R - t and R; mirrored for n < 0. The exceptions ↑* and ↓* look like nimbers. Options x + *j with
    /// j > 0 never matter because R(x + *j) = L + t is the Right wall of Left's option of x or below R.
    pub(super) fn walls_of_number_up_star(
        &mut self,
        value: &NumberUpStar,
    ) -> Result<[WallId; 2], StopReason> {
        let [left, right] = walls_of_number(&value.number);
        let tilted = [right.tilted_below_zero(), left.tilted_below_zero()];
        let [left_tilted, right_tilted] = tilted;
        self.intern_both(match (value.ups, value.star) {
            (0, 0) => [left, right],
            (0, _) | (1 | -1, 1) => [left_tilted, right_tilted],
            (1.., _) => [left_tilted, right],
            (..=-1, _) => [left, right_tilted],
        })
    }
}
