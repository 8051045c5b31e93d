//! A piece of game graph whose exits are values that are known already.

use std::ops::ControlFlow;

use sidle_core::{Player, Rules};
use sidle_graph::bigraph::{Bigraph, BigraphBuilder, Components};

use super::{Loopy, tables::Node};

/// An option of a vertex of a region: another vertex of it, or a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Ref {
    Local(u32),
    Node(Node),
}

pub(super) type Row = [Vec<Ref>; 2];

/// Vertices with their options. What lies below the region hangs on it as nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) rows: Vec<Row>,
}

impl Region {
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn vertices(&self) -> std::ops::Range<u32> {
        0..self.rows.len() as u32
    }

    pub(super) fn options(&self, v: u32, player: Player) -> &[Ref] {
        &self.rows[v as usize][player.index()]
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
        let mut name = std::collections::HashMap::new();
        for (new, &old) in (0u32..).zip(kept) {
            name.insert(old, new);
        }
        let place = |option: &Ref| match *option {
            Ref::Local(w) => match (resolved[w as usize], name.get(&w)) {
                (Some(node), _) => Ref::Node(node),
                (None, Some(&w)) => Ref::Local(w),
                (None, None) => unreachable!("an option is neither kept nor resolved"),
            },
            node => node,
        };
        let mut part = Region {
            rows: kept
                .iter()
                .map(|&v| {
                    Player::BOTH.map(|player| self.options(v, player).iter().map(place).collect())
                })
                .collect(),
        };
        part.tidy();
        part
    }

    /// The components of the region, what lies below first.
    pub(super) fn components(&self) -> Vec<Vec<u32>> {
        let components = Components::new(&self.bigraph());
        (0..components.count() as u32)
            .map(|c| components.members(c).to_vec())
            .collect()
    }

    /// Has the region no alternating cycle?
    pub(super) fn is_stopper(&self) -> bool {
        self.bigraph().is_stopper_graph()
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

impl Rules for Positions<'_> {
    type Position = Ref;

    fn options(
        &self,
        at: &Ref,
        player: Player,
        visit: &mut dyn FnMut(Ref) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
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
                .into_iter()
                .map(Ref::Node)
                .try_for_each(visit),
        }
    }
}
