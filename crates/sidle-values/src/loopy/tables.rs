//! Where loopy values lie.
//!
//! A node is a game up to bisimulation: a short game of the store, or a record of two option lists. The
//! records of stoppers are in graph-canonical form, so a node is the value; the others (*general*) are
//! simplified graphs of games that are not known to equal a stopper.
//!
//! A record whose options are all older is found by its option lists. The vertices of a cyclic component
//! refer to one another and come in together: their component is found by its canonical encoding.

use std::sync::OnceLock;

use parking_lot::{Mutex, RwLock};
use rustc_hash::FxHashMap;
use sidle_core::{Player, StopReason};
use sidle_graph::bigraph::SearchMemory;
use smallvec::SmallVec;

use super::{
    Side,
    region::Ref,
    shift::{OrderKey, Shifted},
    stops::StopRange,
};
use crate::{Game, store::Signature};

/// A game in the tables of one store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Node(pub(super) u32);

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A short game.
    Short(Game),
    /// A canonical stopper that is not a short game.
    Stopper,
    /// A game that is not known to be a stopper on the side it stands for.
    General,
}

impl Kind {
    pub(super) fn is_stopper(self) -> bool {
        self != Kind::General
    }
}

/// The loopy values that are asked for most often.
#[derive(Clone, Copy, Debug)]
pub(super) enum Named {
    On,
    Off,
    Over,
    Under,
    Upon,
    Zero,
}

#[derive(Debug)]
struct Record {
    kind: Kind,
    /// Of a short game: looked up in the store when somebody asks.
    options: OnceLock<[SmallVec<[Node; 4]>; 2]>,
    /// First node and size of the cyclic component, (0, 0) if this node lies on no cycle.
    component: (u32, u32),
    /// Each stop, when somebody has asked.
    stops: [OnceLock<StopRange>; 2],
    negative: OnceLock<Node>,
    /// The landmarks below and above, when somebody has asked; `None` if that cannot be told.
    signature: OnceLock<Option<Signature>>,
    /// The small number-up-star and the base that this stopper is the sum of, if that is known.
    shift: OnceLock<Shifted>,
}

impl Record {
    fn new(kind: Kind) -> Record {
        Record {
            kind,
            options: OnceLock::new(),
            component: (0, 0),
            stops: Default::default(),
            negative: OnceLock::new(),
            shift: OnceLock::new(),
            signature: OnceLock::new(),
        }
    }
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
struct Index {
    short: FxHashMap<Game, Node>,
    by_options: FxHashMap<(bool, OptionKey), Node>,
    components: FxHashMap<(bool, Vec<ComponentRow>), Node>,
}

/// The loopy part of a store.
///
/// Records never move and are read without a lock; a new one is written before the lock of the index
/// publishes its number.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    records: boxcar::Vec<Record>,
    index: RwLock<Index>,
    /// For two bases and what separates them: bits 0, 1 Left to move known, survived; bits 2, 3 Right to
    /// move.
    order: RwLock<FxHashMap<OrderKey, u8>>,
    named: [OnceLock<Node>; 6],
    /// The memory of searches that are over.
    memories: Mutex<Vec<SearchMemory<Ref>>>,
    /// The sums that are known, by side, the smaller node first.
    sums: [RwLock<FxHashMap<(Node, Node), Node>>; 2],
}

impl Tables {
    fn at(&self, node: Node) -> &Record {
        &self.records[node.0 as usize]
    }

    pub(super) fn kind(&self, node: Node) -> Kind {
        self.at(node).kind
    }

    /// The options of a record; those of a short game come from `look_up`, once.
    pub(super) fn options(
        &self,
        node: Node,
        player: Player,
        look_up: impl FnOnce(Game) -> [SmallVec<[Node; 4]>; 2],
    ) -> &[Node] {
        let record = self.at(node);
        let options = record.options.get_or_init(|| match record.kind {
            Kind::Short(game) => look_up(game),
            _ => unreachable!("a loopy record is made with its options"),
        });
        &options[player.index()]
    }

    /// A stop of a stopper, if it has been found.
    pub(super) fn stop(&self, node: Node, player: Player) -> Option<StopRange> {
        self.at(node).stops[player.index()].get().copied()
    }

    pub(super) fn remember_stop(&self, node: Node, player: Player, stop: StopRange) {
        let _ = self.at(node).stops[player.index()].set(stop);
    }

    /// The landmarks below and above a stopper, if it has been tried to find them.
    #[inline]
    pub(super) fn signature(&self, node: Node) -> Option<Option<Signature>> {
        self.at(node).signature.get().copied()
    }

    pub(super) fn remember_signature(&self, node: Node, signature: Option<Signature>) {
        let _ = self.at(node).signature.set(signature);
    }

    /// A value with a name, made by `make` once.
    pub(super) fn named(&self, name: Named, make: impl FnOnce() -> Node) -> Node {
        *self.named[name as usize].get_or_init(make)
    }

    /// The nodes of the cyclic component of a node; empty if there is none.
    pub(super) fn component(&self, node: Node) -> impl Iterator<Item = Node> + use<> {
        let (first, size) = self.at(node).component;
        (first..first + size).map(Node)
    }

    /// The node of a short game.
    pub(super) fn short(&self, game: Game) -> Node {
        if let Some(&node) = self.index.read().short.get(&game) {
            return node;
        }
        let mut index = self.index.write();
        if let Some(&node) = index.short.get(&game) {
            return node;
        }
        let node = self.push(Record::new(Kind::Short(game)));
        index.short.insert(game, node);
        node
    }

    /// The record with these options, which are sorted and distinct; a new one if there is none.
    pub(super) fn record(&self, options: OptionKey, stopper: bool) -> Result<Node, StopReason> {
        let key = (stopper, options);
        if let Some(&node) = self.index.read().by_options.get(&key) {
            return Ok(node);
        }
        let mut index = self.index.write();
        if let Some(&node) = index.by_options.get(&key) {
            return Ok(node);
        }
        self.room(1)?;
        let record = Record::new(kind_of_record(stopper));
        let node = self.push(Record {
            options: key.1.clone().into(),
            ..record
        });
        index.by_options.insert(key, node);
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
        if let Some(&node) = self.index.read().components.get(&key) {
            return Ok(node);
        }
        let mut index = self.index.write();
        if let Some(&node) = index.components.get(&key) {
            return Ok(node);
        }
        self.room(key.1.len())?;
        let first = self.records.count() as u32;
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
            let record = Record::new(kind_of_record(stopper));
            let node = self.push(Record {
                options: options.clone().into(),
                component: (first, size),
                ..record
            });
            index.by_options.insert((stopper, options), node);
        }
        index.components.insert(key, Node(first));
        Ok(Node(first))
    }

    pub(super) fn known_negative(&self, node: Node) -> Option<Node> {
        self.at(node).negative.get().copied()
    }

    pub(super) fn remember_negative(&self, node: Node, negative: Node) {
        let one = *self.at(node).negative.get_or_init(|| negative);
        let other = *self.at(negative).negative.get_or_init(|| node);
        assert!(
            one == negative && other == node,
            "a loopy value has one negative only"
        );
    }

    pub(super) fn known_shift(&self, node: Node) -> Option<Shifted> {
        self.at(node).shift.get().copied()
    }

    pub(super) fn remember_shift(&self, node: Node, shift: Shifted) {
        let _ = self.at(node).shift.set(shift);
    }

    /// Is it known whether Left survives `h - g` with `mover` to move?
    pub(super) fn known_order(&self, key: OrderKey, mover: Player) -> Option<bool> {
        let bits = *self.order.read().get(&key)? >> (2 * mover.index());
        (bits & 1 != 0).then_some(bits & 2 != 0)
    }

    pub(super) fn remember_order(&self, news: impl Iterator<Item = (OrderKey, Player, bool)>) {
        let mut order = self.order.write();
        for (key, mover, survived) in news {
            let bits = 1 | u8::from(survived) << 1;
            *order.entry(key).or_default() |= bits << (2 * mover.index());
        }
    }

    /// The memory of an earlier search, or new memory.
    pub(super) fn take_memory(&self) -> SearchMemory<Ref> {
        self.memories.lock().pop().unwrap_or_default()
    }

    /// Keeps the memory of a search, unless it is large: clearing it would cost more than it saves.
    pub(super) fn put_memory(&self, memory: SearchMemory<Ref>) {
        const SMALL: usize = 1 << 10;
        const KEPT: usize = 16;
        let mut memories = self.memories.lock();
        if memory.capacity() <= SMALL && memories.len() < KEPT {
            memories.push(memory);
        }
    }

    /// One side of a sum, if it is known.
    pub(super) fn known_sum(&self, pair: (Node, Node), side: Side) -> Option<Node> {
        self.sums[side as usize].read().get(&pair).copied()
    }

    pub(super) fn remember_sums(
        &self,
        side: Side,
        news: impl Iterator<Item = ((Node, Node), Node)>,
    ) {
        self.sums[side as usize].write().extend(news);
    }

    fn room(&self, more: usize) -> Result<(), StopReason> {
        if self.records.count() + more > 1 << 30 {
            return Err(StopReason::StoreFull);
        }
        Ok(())
    }

    /// Only under the lock of the index, so that the numbers of a component follow one another.
    fn push(&self, record: Record) -> Node {
        Node(self.records.push(record) as u32)
    }
}

fn kind_of_record(stopper: bool) -> Kind {
    if stopper {
        Kind::Stopper
    } else {
        Kind::General
    }
}
