//! What the pieces of a puzzle cover, and where that lets them go.
//!
//! Sets of cells have the size of the board; everything else that is done with states does not depend on it and is
//! compiled once for each size of keys.

use std::{collections::HashMap, fmt};

use super::{
    Metric,
    space::{Blocks, DIRECTIONS, Layout, NOWHERE},
};
use crate::search::Key;

/// A set of cells of the board.
pub(super) trait Mask: Copy + Eq + Send + Sync + fmt::Debug + 'static {
    const EMPTY: Self;
    fn with(self, cell: usize) -> Self;
    fn xor(self, other: Self) -> Self;
    fn meets(self, other: Self) -> bool;
}

macro_rules! word_mask {
    ($word:ty) => {
        impl Mask for $word {
            const EMPTY: $word = 0;

            #[inline]
            fn with(self, cell: usize) -> $word {
                self | 1 << cell
            }

            #[inline]
            fn xor(self, other: $word) -> $word {
                self ^ other
            }

            #[inline]
            fn meets(self, other: $word) -> bool {
                self & other != 0
            }
        }
    };
}

word_mask!(u64);
word_mask!(u128);

impl<const N: usize> Mask for [u64; N] {
    const EMPTY: [u64; N] = [0; N];

    fn with(mut self, cell: usize) -> [u64; N] {
        self[cell / 64] |= 1 << (cell % 64);
        self
    }

    #[inline]
    fn xor(self, other: [u64; N]) -> [u64; N] {
        Key::xor(self, other)
    }

    #[inline]
    fn meets(self, other: [u64; N]) -> bool {
        self.iter().zip(other).any(|(a, b)| a & b != 0)
    }
}

/// The moves of the pieces of a puzzle, whatever the size of its board.
pub(super) trait Cover<K: Key>: fmt::Debug + Send + Sync {
    /// Appends the states one move away.
    fn neighbours(&self, blocks: &Blocks<K>, key: K, scratch: &mut Scratch, out: &mut Vec<K>);
    /// The shortest path of steps of one piece between two of its placements.
    fn path(&self, blocks: &Blocks<K>, key: K, class: usize, from: u32, to: u32) -> String;
    /// Can these bits be a state at all?
    fn is_state(&self, blocks: &Blocks<K>, key: K) -> bool;
}

/// Room for one thread.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    places: Vec<u32>,
    open: Vec<u32>,
    seen: Vec<u64>,
    stamp: u64,
}

/// The cells of every placement of every class.
#[derive(Debug)]
pub(super) struct Masks<M> {
    masks: Vec<M>,
}

impl<M: Mask> Masks<M> {
    pub(super) fn new(layout: &Layout) -> Masks<M> {
        let placements = layout.cover.iter();
        let masks = placements
            .map(|cells| cells.iter().fold(M::EMPTY, |mask, &cell| mask.with(cell)))
            .collect();
        Masks { masks }
    }

    /// All placements that the piece can reach along any path.
    fn roam(&self, steps: &[[u16; 4]], base: usize, from: u32, rest: M, scratch: &mut Scratch) {
        scratch.open.clear();
        scratch.open.push(from);
        scratch.stamp += 1;
        let stamp = scratch.stamp;
        if scratch.seen.len() < self.masks.len() {
            scratch.seen.resize(self.masks.len(), 0);
        }
        scratch.seen[base + from as usize] = stamp;
        let mut next = 0;
        while next < scratch.open.len() {
            let place = base + scratch.open[next] as usize;
            next += 1;
            for &to in &steps[place] {
                if to == NOWHERE || scratch.seen[base + to as usize] == stamp {
                    continue;
                }
                if !self.masks[base + to as usize].meets(rest) {
                    scratch.seen[base + to as usize] = stamp;
                    scratch.open.push(u32::from(to));
                }
            }
        }
    }

    /// What the pieces cover without the one of this class that stands at `from`.
    fn others(&self, layout: &Layout, places: &[u32], class: usize, from: u32) -> M {
        let mut rest = M::EMPTY;
        let mut skipped = false;
        for (field, &place) in places.iter().enumerate() {
            let own = layout.fields[field].2;
            if own == class && place == from && !skipped {
                skipped = true;
                continue;
            }
            rest = rest.xor(self.masks[layout.classes[own].base + place as usize]);
        }
        rest
    }
}

impl<K: Key, M: Mask> Cover<K> for Masks<M> {
    fn neighbours(&self, blocks: &Blocks<K>, key: K, scratch: &mut Scratch, out: &mut Vec<K>) {
        let mut places = std::mem::take(&mut scratch.places);
        places.clear();
        let mut all = M::EMPTY;
        for class in &blocks.layout.classes {
            for field in class.range.clone() {
                let (at, width, _) = blocks.layout.fields[field];
                let place = key.field(at, width);
                all = all.xor(self.masks[class.base + place as usize]);
                places.push(place);
            }
        }
        for class in &blocks.layout.classes {
            for field in class.range.clone() {
                let place = places[field];
                let here = class.base + place as usize;
                let rest = all.xor(self.masks[here]);
                let moved = |to: u16| blocks.with_place(key, class, &places, field, u32::from(to));
                match blocks.metric {
                    Metric::Unit => {
                        for &to in &blocks.layout.steps[here] {
                            if to != NOWHERE && !self.masks[class.base + to as usize].meets(rest) {
                                out.push(moved(to));
                            }
                        }
                    }
                    Metric::Straight => {
                        for direction in 0..4 {
                            let mut to = blocks.layout.steps[here][direction];
                            while to != NOWHERE && !self.masks[class.base + to as usize].meets(rest)
                            {
                                out.push(moved(to));
                                to = blocks.layout.steps[class.base + to as usize][direction];
                            }
                        }
                    }
                    Metric::Finger => {
                        self.roam(&blocks.layout.steps, class.base, place, rest, scratch);
                        for &to in &scratch.open[1..] {
                            out.push(blocks.with_place(key, class, &places, field, to));
                        }
                    }
                }
            }
        }
        scratch.places = places;
    }

    fn path(&self, blocks: &Blocks<K>, key: K, class: usize, from: u32, to: u32) -> String {
        let places = blocks.unpack(key);
        let base = blocks.layout.classes[class].base;
        let rest = self.others(&blocks.layout, &places, class, from);
        let mut before: HashMap<u32, (u32, char)> = HashMap::from([(from, (from, ' '))]);
        let mut open = std::collections::VecDeque::from([from]);
        while let Some(place) = open.pop_front() {
            for (direction, &next) in blocks.layout.steps[base + place as usize]
                .iter()
                .enumerate()
            {
                let next32 = u32::from(next);
                if next == NOWHERE
                    || before.contains_key(&next32)
                    || self.masks[base + next32 as usize].meets(rest)
                {
                    continue;
                }
                before.insert(next32, (place, DIRECTIONS[direction]));
                open.push_back(next32);
            }
        }
        let mut path = Vec::new();
        let mut at = to;
        while at != from {
            let Some(&(back, letter)) = before.get(&at) else {
                break;
            };
            path.push(letter);
            at = back;
        }
        path.iter().rev().collect()
    }

    fn is_state(&self, blocks: &Blocks<K>, key: K) -> bool {
        let places = blocks.unpack(key);
        let mut all = M::EMPTY;
        for class in &blocks.layout.classes {
            let own = &places[class.range.clone()];
            if !own.is_sorted() {
                return false;
            }
            for &place in own {
                let Some(&mask) = self
                    .masks
                    .get(class.base + place as usize)
                    .filter(|_| (place as usize) < class.placements.len())
                else {
                    return false;
                };
                if all.meets(mask) {
                    return false;
                }
                all = all.xor(mask);
            }
        }
        blocks.pack(&places) == key
    }
}
