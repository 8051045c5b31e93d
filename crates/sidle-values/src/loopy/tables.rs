//! Where loopy values lie.
//!
//! A node is a game up to bisimulation: a short game of the store, or a record of two option lists. The
//! records of stoppers are in graph-canonical form, so a node is the value; the others (*general*) are
//! simplified graphs of games that are not known to equal a stopper.
//!
//! A record whose options are all older is found by its option lists. The vertices of a cyclic component
//! refer to one another and come in together: their component is found by its canonical encoding.

use hashbrown::HashMap;
use parking_lot::RwLock;
use sidle_core::{Player, StopReason};
use smallvec::SmallVec;

use super::NodeList;
use crate::Game;

/// A game in the tables of one store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Node(pub(super) u32);

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A short game.
    Short(Game),
    /// A canonical stopper that is no short game.
    Stopper,
    /// A game that is not known to be a stopper on the side it stands for.
    General,
}

impl Kind {
    pub(super) fn is_stopper(self) -> bool {
        self != Kind::General
    }
}

#[derive(Debug)]
struct Record {
    kind: Kind,
    options: [SmallVec<[Node; 4]>; 2],
    /// First node and size of the cyclic component, (0, 0) if this node lies on no cycle.
    component: (u32, u32),
}

/// An end of an edge while a component is interned: a vertex of the component by its canonical number,
/// or a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum End {
    Inner(u32),
    Node(Node),
}

type OptionKey = [SmallVec<[Node; 4]>; 2];

/// One vertex of a component that is to be interned: its kind of record and its two option lists.
pub(super) type ComponentRow = [Vec<End>; 2];

#[derive(Debug, Default)]
struct Inner {
    records: Vec<Record>,
    short: HashMap<Game, Node>,
    by_options: HashMap<(bool, OptionKey), Node>,
    components: HashMap<(bool, Vec<ComponentRow>), Node>,
    negatives: HashMap<Node, Node>,
    /// For a pair `(g, h)` of stoppers: bits 0, 1 Left to move known, survived; bits 2, 3 Right to move.
    order: HashMap<(Node, Node), u8>,
}

/// The loopy part of a store.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    inner: RwLock<Inner>,
}

impl Tables {
    pub(super) fn kind(&self, node: Node) -> Kind {
        self.inner.read().records[node.0 as usize].kind
    }

    /// The options of a record, or the short game whose options the store knows.
    pub(super) fn options(&self, node: Node, player: Player) -> Result<NodeList, Game> {
        let inner = self.inner.read();
        let record = &inner.records[node.0 as usize];
        match record.kind {
            Kind::Short(game) => Err(game),
            _ => Ok(record.options[player.index()].clone()),
        }
    }

    /// The nodes of the cyclic component of a node; empty if there is none.
    pub(super) fn component(&self, node: Node) -> impl Iterator<Item = Node> + use<> {
        let (first, size) = self.inner.read().records[node.0 as usize].component;
        (first..first + size).map(Node)
    }

    /// The node of a short game.
    pub(super) fn short(&self, game: Game) -> Node {
        if let Some(&node) = self.inner.read().short.get(&game) {
            return node;
        }
        let mut inner = self.inner.write();
        if let Some(&node) = inner.short.get(&game) {
            return node;
        }
        let node = inner.push(Record {
            kind: Kind::Short(game),
            options: Default::default(),
            component: (0, 0),
        });
        inner.short.insert(game, node);
        node
    }

    /// The record with these options, which are sorted and distinct; a new one if there is none.
    pub(super) fn record(&self, options: OptionKey, stopper: bool) -> Result<Node, StopReason> {
        let key = (stopper, options);
        if let Some(&node) = self.inner.read().by_options.get(&key) {
            return Ok(node);
        }
        let mut inner = self.inner.write();
        if let Some(&node) = inner.by_options.get(&key) {
            return Ok(node);
        }
        inner.room(1)?;
        let node = inner.push(Record {
            kind: kind_of_record(stopper),
            options: key.1.clone(),
            component: (0, 0),
        });
        inner.by_options.insert(key, node);
        Ok(node)
    }

    /// The component with these rows, in canonical order and each list sorted; the answer is its first
    /// node, the others follow.
    pub(super) fn component_of_rows(
        &self,
        rows: Vec<ComponentRow>,
        stopper: bool,
    ) -> Result<Node, StopReason> {
        let key = (stopper, rows);
        if let Some(&node) = self.inner.read().components.get(&key) {
            return Ok(node);
        }
        let mut inner = self.inner.write();
        if let Some(&node) = inner.components.get(&key) {
            return Ok(node);
        }
        inner.room(key.1.len())?;
        let first = inner.records.len() as u32;
        let size = key.1.len() as u32;
        for row in &key.1 {
            let options = [0, 1].map(|p| {
                let mut list: SmallVec<[Node; 4]> = row[p]
                    .iter()
                    .map(|&end| match end {
                        End::Inner(i) => Node(first + i),
                        End::Node(node) => node,
                    })
                    .collect();
                list.sort_unstable();
                list
            });
            let node = inner.push(Record {
                kind: kind_of_record(stopper),
                options: options.clone(),
                component: (first, size),
            });
            inner.by_options.insert((stopper, options), node);
        }
        inner.components.insert(key, Node(first));
        Ok(Node(first))
    }

    pub(super) fn known_negative(&self, node: Node) -> Option<Node> {
        self.inner.read().negatives.get(&node).copied()
    }

    pub(super) fn remember_negatives(&self, pairs: &[(Node, Node)]) {
        let mut inner = self.inner.write();
        for &(node, negative) in pairs {
            inner.negatives.insert(node, negative);
            inner.negatives.insert(negative, node);
        }
    }

    /// Is it known whether Left survives `h - g` with `mover` to move?
    pub(super) fn known_order(&self, g: Node, h: Node, mover: Player) -> Option<bool> {
        let bits = *self.inner.read().order.get(&(g, h))? >> (2 * mover.index());
        (bits & 1 != 0).then_some(bits & 2 != 0)
    }

    pub(super) fn remember_order(&self, news: impl Iterator<Item = (Node, Node, Player, bool)>) {
        let mut inner = self.inner.write();
        for (g, h, mover, survived) in news {
            let bits = 1 | u8::from(survived) << 1;
            *inner.order.entry((g, h)).or_default() |= bits << (2 * mover.index());
        }
    }
}

fn kind_of_record(stopper: bool) -> Kind {
    if stopper {
        Kind::Stopper
    } else {
        Kind::General
    }
}

impl Inner {
    fn room(&self, more: usize) -> Result<(), StopReason> {
        if self.records.len() + more > 1 << 30 {
            return Err(StopReason::StoreFull);
        }
        Ok(())
    }

    fn push(&mut self, record: Record) -> Node {
        self.records.push(record);
        Node(self.records.len() as u32 - 1)
    }
}
