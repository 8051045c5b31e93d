//! Checking a value by an independent path: everything is written out as one plain graph, short games
//! included, and compared by the all-pairs algorithms of `sidle-graph`, which share nothing with the
//! searches that found the value.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, StopReason};
use sidle_graph::bigraph::{Bigraph, BigraphBuilder, side_matrix};

use super::{Loopy, LoopyGraph, LoopyValue, Side, SideForm, tables::Node};

/// A value that failed its verification, or a verification that was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// The value differs from the game on this side.
    #[error("the value differs from the game on the {}", if *.0 == Side::Onside { "onside" } else { "offside" })]
    Differs(Side),
    /// The meter stopped the comparison.
    #[error("{0}")]
    Stopped(#[from] StopReason),
}

impl<'s> Loopy<'s> {
    /// One side written out as a graph without exits: the graph and its start.
    #[must_use]
    pub fn expanded(self, side: SideForm) -> (Bigraph, u32) {
        let mut expansion = Expansion::default();
        let start = expansion.node(self.side_node(side));
        expansion.finish(self);
        (expansion.builder.build(), start)
    }

    /// A graph with its exits written out, taking the given side of each exit. Vertices keep their
    /// names.
    #[must_use]
    pub fn expanded_graph(self, graph: &LoopyGraph, side: Side) -> Bigraph {
        let mut expansion = Expansion {
            builder: BigraphBuilder::new(graph.graph().vertex_count()),
            ..Expansion::default()
        };
        for (v, player, w) in graph.graph().edges() {
            expansion.builder.edge(v, player, w);
        }
        for v in graph.graph().vertices() {
            if let Some(value) = graph.exit(v) {
                let node = self.side_node(value.side(side));
                for player in Player::BOTH {
                    for &option in self.node_options(node, player) {
                        let w = expansion.node(option);
                        expansion.builder.edge(v, player, w);
                    }
                }
            }
        }
        expansion.finish(self);
        expansion.builder.build()
    }

    /// Is `value` the value of vertex `start`? Cost: the product of the two graphs written out.
    pub fn verify(
        self,
        graph: &LoopyGraph,
        start: u32,
        value: LoopyValue,
        meter: &Meter,
    ) -> Result<(), VerifyError> {
        for side in Side::BOTH {
            let (game, _) = self.expanded_graph(graph, side).trimmed(start);
            let (form, at) = self.expanded(value.side(side));
            let equal = side_matrix(&game, &form, side, meter)?.le(0, at)
                && side_matrix(&form, &game, side, meter)?.le(at, 0);
            if !equal {
                return Err(VerifyError::Differs(side));
            }
        }
        Ok(())
    }
}

/// Nodes that have been given a vertex, and which of them still lack their edges.
#[derive(Default)]
struct Expansion {
    builder: BigraphBuilder,
    place: FxHashMap<Node, u32>,
    order: Vec<(Node, u32)>,
}

impl Expansion {
    fn node(&mut self, node: Node) -> u32 {
        if let Some(&v) = self.place.get(&node) {
            return v;
        }
        let v = self.builder.vertex();
        self.place.insert(node, v);
        self.order.push((node, v));
        v
    }

    fn finish(&mut self, loopy: Loopy<'_>) {
        let mut next = 0;
        while let Some(&(node, v)) = self.order.get(next) {
            next += 1;
            for player in Player::BOTH {
                for &option in loopy.node_options(node, player) {
                    let w = self.node(option);
                    self.builder.edge(v, player, w);
                }
            }
        }
    }
}
