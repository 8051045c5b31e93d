//! A piece of game graph whose exits are values that are known already.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use sidle_core::{Flow, Player, Rules, Visit};
use sidle_graph::bigraph::{Bigraph, BigraphBuilder, Components};
use smallvec::{SmallVec, smallvec};

use super::{Loopy, shift::Shifted, stops::StopBounds, tables::Node};
use crate::store::Signature;

/// So many vertices are found faster by looking at all of them than by hashing.
const FEW: usize = 12;
/// Regions of so many vertices are worked on in words of bits.
const SMALL: usize = 64;

/// An option of a vertex of a region: another vertex of it, or a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Ref {
    Local(u32),
    Node(Node),
}

/// A list of options: those of small games need no allocation.
pub(super) type RefList = SmallVec<[Ref; 4]>;

pub(super) type Row = [RefList; 2];

/// The vertices of a component, ascending.
pub(super) type Members = SmallVec<[u32; 8]>;

pub(super) type ComponentList = SmallVec<[Members; 4]>;

pub(super) type SignatureList = SmallVec<[Signature; 4]>;

/// Vertices with their options. What lies below the region hangs on it as nodes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) rows: Vec<Row>,
    /// Bounds of the stops of the first vertices; nothing is known about the others.
    pub(super) bounds: Vec<StopBounds>,
    /// The landmarks below and above the vertices, once they have been asked for; empty if that cannot be
    /// told.
    pub(super) signatures: OnceLock<SignatureList>,
    /// The first vertices as sums of a small game and a stopper, where they are.
    pub(super) shifts: Vec<Option<Shifted>>,
}

/// Lists of options are copied as bytes, which they do not do by themselves.
impl Clone for Region {
    fn clone(&self) -> Region {
        let copied = |row: &Row| row.each_ref().map(|list| RefList::from_slice(list));
        Region {
            rows: self.rows.iter().map(copied).collect(),
            bounds: self.bounds.clone(),
            shifts: self.shifts.clone(),
            signatures: OnceLock::new(),
        }
    }
}

impl Region {
    /// Nothing is known about the stops.
    pub(super) const fn new(rows: Vec<Row>) -> Region {
        Region {
            rows,
            bounds: Vec::new(),
            shifts: Vec::new(),
            signatures: OnceLock::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn vertices(&self) -> std::ops::Range<u32> {
        0..self.rows.len() as u32
    }

    pub(super) fn options(&self, v: u32, player: Player) -> &[Ref] {
        &self.rows[v as usize][player.index()]
    }

    pub(super) fn bounds(&self, v: u32) -> StopBounds {
        let known = self.bounds.get(v as usize).copied();
        known.unwrap_or(StopBounds::UNKNOWN)
    }

    pub(super) fn shift(&self, v: u32) -> Option<Shifted> {
        self.shifts.get(v as usize).copied().flatten()
    }

    /// Sorts every option list and drops repetitions.
    pub(super) fn tidy(&mut self) {
        for list in self.rows.iter_mut().flatten() {
            list.sort_unstable();
            list.dedup();
        }
    }

    /// The edges inside the region.
    pub(super) fn bigraph(&self) -> Bigraph {
        let mut builder = BigraphBuilder::new(self.len());
        for v in self.vertices() {
            for player in Player::BOTH {
                for &option in self.options(v, player) {
                    if let Ref::Local(w) = option {
                        builder.edge(v, player, w);
                    }
                }
            }
        }
        builder.build()
    }

    /// The vertices `kept` with their options; a vertex that is not kept must have a node in `resolved`.
    pub(super) fn part(&self, kept: &[u32], resolved: &[Option<Node>]) -> Region {
        // One look-up table for many vertices, a search for few.
        let name: FxHashMap<u32, u32> = match kept.len() {
            0..=FEW => FxHashMap::default(),
            _ => kept.iter().copied().zip(0u32..).collect(),
        };
        let new_name = |w: u32| match kept.len() {
            0..=FEW => kept.iter().position(|&v| v == w).map(|at| at as u32),
            _ => name.get(&w).copied(),
        };
        let place = |option: &Ref| match *option {
            Ref::Local(w) => match resolved[w as usize] {
                Some(node) => Ref::Node(node),
                None => match new_name(w) {
                    Some(w) => Ref::Local(w),
                    None => unreachable!("an option is neither kept nor resolved"),
                },
            },
            node => node,
        };
        let rows = kept
            .iter()
            .map(|&v| {
                Player::BOTH.map(|player| self.options(v, player).iter().map(place).collect())
            })
            .collect();
        let bounds = match self.bounds.is_empty() {
            true => Vec::new(),
            false => kept.iter().map(|&v| self.bounds(v)).collect(),
        };
        let shifts = match self.shifts.is_empty() {
            true => Vec::new(),
            false => kept.iter().map(|&v| self.shift(v)).collect(),
        };
        let mut part = Region {
            rows,
            bounds,
            shifts,
            signatures: OnceLock::new(),
        };
        part.tidy();
        part
    }

    /// Do both players have a move from `v` to `v`?
    fn has_two_loops(&self, v: u32) -> bool {
        self.rows[v as usize]
            .iter()
            .all(|list| list.contains(&Ref::Local(v)))
    }

    /// The moves of one player inside a small region, as sets of bits.
    fn bit_rows(&self, player: Player) -> [u64; SMALL] {
        let mut rows = [0; SMALL];
        for (v, row) in self.rows.iter().enumerate() {
            for &option in &row[player.index()] {
                if let Ref::Local(w) = option {
                    rows[v] |= 1 << w;
                }
            }
        }
        rows
    }

    /// The components of the region, what lies below first.
    pub(super) fn components(&self) -> ComponentList {
        match self.len() {
            1 => return smallvec![smallvec![0]],
            2..=SMALL => return self.small_components(),
            _ => {}
        }
        let components = Components::new(&self.bigraph());
        (0..components.count() as u32)
            .map(|c| Members::from_slice(components.members(c)))
            .collect()
    }

    /// The components by the transitive closure. What leads to more vertices lies higher.
    fn small_components(&self) -> ComponentList {
        let count = self.len();
        let [mut reach, right] = Player::BOTH.map(|player| self.bit_rows(player));
        for v in 0..count {
            reach[v] |= right[v] | 1 << v;
        }
        for through in 0..count {
            for v in 0..count {
                if reach[v] >> through & 1 != 0 {
                    reach[v] |= reach[through];
                }
            }
        }
        let mut components = ComponentList::new();
        let mut placed = 0u64;
        for v in 0..count {
            if placed >> v & 1 != 0 {
                continue;
            }
            let mut members = Members::new();
            for (w, &back) in reach.iter().enumerate().take(count).skip(v) {
                if reach[v] >> w & 1 != 0 && back >> v & 1 != 0 {
                    placed |= 1 << w;
                    members.push(w as u32);
                }
            }
            components.push(members);
        }
        components.sort_by_key(|members| reach[members[0] as usize].count_ones());
        components
    }

    /// Is a look ahead likely to be cheaper than a search that keeps what it finds?
    pub(super) fn is_small(&self) -> bool {
        self.len() <= FEW
    }

    /// Has the region no alternating cycle?
    pub(super) fn is_stopper(&self) -> bool {
        match self.len() {
            1 => !self.has_two_loops(0),
            2..=SMALL => self.is_small_stopper(),
            _ => self.bigraph().is_stopper_graph(),
        }
    }

    /// No cycle among the steps that consist of a Left move and a Right move.
    fn is_small_stopper(&self) -> bool {
        let [left, right] = Player::BOTH.map(|player| self.bit_rows(player));
        let mut steps = [0u64; SMALL];
        for v in 0..self.len() {
            let mut middle = left[v];
            while middle != 0 {
                steps[v] |= right[middle.trailing_zeros() as usize];
                middle &= middle - 1;
            }
        }
        let mut alive = u64::MAX >> (SMALL - self.len());
        loop {
            let mut still = 0;
            let mut rest = alive;
            while rest != 0 {
                let v = rest.trailing_zeros();
                rest &= rest - 1;
                if steps[v as usize] & alive != 0 {
                    still |= 1 << v;
                }
            }
            if still == alive {
                return alive == 0;
            }
            alive = still;
        }
    }

    /// Is every node of the region one vertex without a loop?
    pub(super) fn is_acyclic_vertex(&self) -> bool {
        self.len() == 1
            && self.rows[0]
                .iter()
                .flatten()
                .all(|option| matches!(option, Ref::Node(_)))
    }
}

/// The positions of a region and of everything below it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Positions<'a> {
    pub(super) loopy: Loopy<'a>,
    pub(super) region: &'a Region,
}

impl<'a> Positions<'a> {
    /// Compares the vertices of the region with the landmarks, if that has not been done.
    pub(super) fn sign(&self) {
        let signatures = || self.loopy.signatures_of_region(self.region);
        self.region.signatures.get_or_init(signatures);
    }

    /// The options of a position for one player.
    pub(super) fn list(&self, at: Ref, player: Player) -> impl Iterator<Item = Ref> + use<'a> {
        let (inner, nodes): (&'a [Ref], &'a [Node]) = match at {
            Ref::Local(v) => (self.region.options(v, player), &[]),
            Ref::Node(node) => (&[], self.loopy.node_options(node, player)),
        };
        inner
            .iter()
            .copied()
            .chain(nodes.iter().copied().map(Ref::Node))
    }
}

impl Rules for Positions<'_> {
    type Position = Ref;

    fn options(&self, at: &Ref, player: Player, visit: Visit<'_, Ref>) -> Flow {
        match *at {
            Ref::Local(v) => self
                .region
                .options(v, player)
                .iter()
                .copied()
                .try_for_each(visit),
            Ref::Node(node) => self
                .loopy
                .node_options(node, player)
                .iter()
                .copied()
                .map(Ref::Node)
                .try_for_each(visit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_worlds::Random;

    /// Words of bits against the algorithms for large graphs.
    #[test]
    fn small_regions_equal_large_ones() {
        let mut random = Random(7);
        for _ in 0..2_000 {
            let count = 2 + random.below(9);
            let mut rows = vec![Row::default(); count];
            for _ in 0..random.below(3 * count) {
                let (v, w) = (random.below(count), random.below(count) as u32);
                rows[v][random.below(2)].push(Ref::Local(w));
            }
            let mut region = Region::new(rows);
            region.tidy();
            let graph = region.bigraph();
            assert_eq!(region.is_stopper(), graph.is_stopper_graph());
            let large = Components::new(&graph);
            let mut expected: ComponentList = (0..large.count() as u32)
                .map(|c| Members::from_slice(large.members(c)))
                .collect();
            let found = region.components();
            let place = |v: u32| found.iter().position(|members| members.contains(&v));
            for v in region.vertices() {
                for player in Player::BOTH {
                    for &option in region.options(v, player) {
                        if let Ref::Local(w) = option {
                            assert!(place(w) <= place(v), "{region:?}");
                        }
                    }
                }
            }
            let mut sorted = found.clone();
            sorted.sort();
            expected.sort();
            assert_eq!(sorted, expected);
        }
    }
}
