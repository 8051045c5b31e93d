//! The values of whole graphs, component by component.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, StopReason};
use sidle_graph::bigraph::{Bigraph, bisimulation_classes};

use super::{
    Effort, Loopy, LoopyValue, Side, UNLIMITED,
    region::{Ref, Region},
    tables::Node,
    unlimited,
};

/// How often the rest of a component is looked at for vertices to recognize.
const LEVELS: u32 = 16;

/// A graph some of whose vertices stand for values that are known: its exits.
#[derive(Clone, Debug)]
pub struct LoopyGraph {
    graph: Bigraph,
    exits: Vec<Option<LoopyValue>>,
}

/// Where a move from a vertex of a component leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComponentEdge {
    /// To a vertex of the component.
    Member(u32),
    /// To a value that is known.
    Exit(LoopyValue),
}

impl LoopyGraph {
    /// A graph without exits.
    #[must_use]
    pub fn new(graph: Bigraph) -> LoopyGraph {
        let exits = vec![None; graph.vertex_count()];
        LoopyGraph { graph, exits }
    }

    /// Makes a vertex an exit to `value`.
    ///
    /// # Panics
    /// If `v` is not a vertex, or has options of its own.
    #[must_use]
    pub fn with_exit(mut self, v: u32, value: LoopyValue) -> LoopyGraph {
        for player in Player::BOTH {
            assert!(
                self.graph.options(v, player).is_empty(),
                "an exit has no options of its own"
            );
        }
        self.exits[v as usize] = Some(value);
        self
    }

    /// The edges.
    #[must_use]
    pub fn graph(&self) -> &Bigraph {
        &self.graph
    }

    /// The value of a vertex that is an exit.
    #[must_use]
    pub fn exit(&self, v: u32) -> Option<LoopyValue> {
        self.exits[v as usize]
    }
}

impl<'s> Loopy<'s> {
    /// The value of one vertex. Only what it leads to is looked at.
    #[must_use]
    pub fn graph_value(self, graph: &LoopyGraph, start: u32) -> LoopyValue {
        unlimited(self.try_graph_value(graph, start, Effort::default(), &UNLIMITED))
    }

    /// [`Loopy::graph_value`] with a say on the effort, under a meter.
    pub fn try_graph_value(
        self,
        graph: &LoopyGraph,
        start: u32,
        effort: Effort,
        meter: &Meter,
    ) -> Result<LoopyValue, StopReason> {
        let (trimmed, old) = graph.graph.trimmed(start);
        let part = LoopyGraph {
            graph: trimmed,
            exits: old.iter().map(|&v| graph.exits[v as usize]).collect(),
        };
        let values = self.try_graph_values(&part, effort, meter)?;
        Ok(values[0])
    }

    /// The values of all vertices, component by component: what lies below a component is canonical
    /// when the component is looked at, and hangs on it as exits.
    ///
    /// Cost: near linear in the graph while the components are small; within a component, the product
    /// of the component with itself and with what it leads to.
    pub fn try_graph_values(
        self,
        graph: &LoopyGraph,
        effort: Effort,
        meter: &Meter,
    ) -> Result<Vec<LoopyValue>, StopReason> {
        for exit in graph.exits.iter().flatten() {
            self.expand_sides(*exit, meter)?;
        }
        // Vertices that are the same in play are valued once.
        let mut numbers: FxHashMap<LoopyValue, u32> = FxHashMap::default();
        let colours: Vec<u32> = graph
            .exits
            .iter()
            .map(|exit| match exit {
                None => 0,
                Some(value) => {
                    let next = numbers.len() as u32 + 1;
                    *numbers.entry(*value).or_insert(next)
                }
            })
            .collect();
        let classes = bisimulation_classes(&graph.graph, &colours, meter)?;
        let count = classes.iter().max().map_or(0, |&top| top as usize + 1);
        let mut first = vec![u32::MAX; count];
        for v in graph.graph.vertices().rev() {
            first[classes[v as usize] as usize] = v;
        }
        let regions = Side::BOTH.map(|side| self.quotient(graph, &classes, &first, side));
        let [onsides, offsides] = self.both_sides(&regions, effort, meter)?;
        Ok(classes
            .iter()
            .map(|&class| {
                let of = |nodes: &[Node]| self.form(nodes[class as usize]);
                LoopyValue::from_sides(of(&onsides), of(&offsides))
            })
            .collect())
    }

    /// The values of the vertices of one component whose exits are known: `rows[v]` are the moves of Left
    /// and of Right from `v`. The same as [`Loopy::try_graph_values`] without the detour over a graph; for
    /// components that are not large.
    ///
    /// ```
    /// use sidle_core::Meter;
    /// use sidle_values::{Store, loopy::{ComponentEdge::{Exit, Member}, Effort}};
    /// let (store, meter) = (Store::new(), Meter::unlimited());
    /// // over = {0|over}: Left may end the game, Right may pass.
    /// let rows = [[vec![Exit(store.zero().into())], vec![Member(0)]]];
    /// let values = store.loopy().try_component_values(&rows, Effort::default(), &meter)?;
    /// assert_eq!(values[0].stopper(), Some(store.loopy().over()));
    /// # Ok::<(), sidle_core::StopReason>(())
    /// ```
    pub fn try_component_values(
        self,
        rows: &[[Vec<ComponentEdge>; 2]],
        effort: Effort,
        meter: &Meter,
    ) -> Result<Vec<LoopyValue>, StopReason> {
        for edge in rows.iter().flatten().flatten() {
            if let ComponentEdge::Exit(value) = edge {
                self.expand_sides(*value, meter)?;
            }
        }
        let on_side = |side: Side| {
            let place = |edge: &ComponentEdge| match *edge {
                ComponentEdge::Member(v) => Ref::Local(v),
                ComponentEdge::Exit(value) => Ref::Node(self.side_node(value.side(side))),
            };
            let list = |edges: &Vec<ComponentEdge>| edges.iter().map(place).collect();
            let mut region = Region::new(rows.iter().map(|row| row.each_ref().map(list)).collect());
            region.tidy();
            region
        };
        let plain = |edge: &ComponentEdge| match edge {
            ComponentEdge::Member(_) => true,
            ComponentEdge::Exit(value) => value.stopper().is_some(),
        };
        let [onsides, offsides] = match rows.iter().flatten().flatten().all(plain) {
            true => self.sides_of_one(&on_side(Side::Onside), effort, meter)?,
            false => self.both_sides(&Side::BOTH.map(on_side), effort, meter)?,
        };
        let sides = onsides.into_iter().zip(offsides);
        Ok(sides
            .map(|(onside, offside)| LoopyValue::from_sides(self.form(onside), self.form(offside)))
            .collect())
    }

    /// One vertex for each class; exits become nodes of the given side. An exit itself is a vertex with
    /// the options of its node.
    fn quotient(self, graph: &LoopyGraph, classes: &[u32], first: &[u32], side: Side) -> Region {
        let place = |w: u32| match graph.exits[w as usize] {
            Some(value) => Ref::Node(self.side_node(value.side(side))),
            None => Ref::Local(classes[w as usize]),
        };
        let mut region = Region::new(
            first
                .iter()
                .map(|&v| {
                    Player::BOTH.map(|player| match place(v) {
                        Ref::Node(node) => self.node_refs(node, player),
                        Ref::Local(_) => graph
                            .graph
                            .options(v, player)
                            .iter()
                            .map(|&w| place(w))
                            .collect(),
                    })
                })
                .collect(),
        );
        region.tidy();
        region
    }

    /// The onsides of the vertices of one region and the offsides of those of the other; both have the
    /// same vertices and edges, and differ in their exits only.
    pub(super) fn both_sides(
        self,
        regions: &[Region; 2],
        effort: Effort,
        meter: &Meter,
    ) -> Result<[Vec<Node>; 2], StopReason> {
        if regions[0] == regions[1] {
            return self.sides_of_one(&regions[0], effort, meter);
        }
        let nothing = vec![None; regions[0].len()];
        let onsides = self.side_values(&regions[0], nothing.clone(), effort, meter)?;
        let offsides = self.offsides(&regions[1], &nothing, effort, meter)?;
        Ok([onsides, offsides])
    }

    /// The onsides and the offsides of the vertices of a region whose exits are the same on both sides.
    fn sides_of_one(
        self,
        region: &Region,
        effort: Effort,
        meter: &Meter,
    ) -> Result<[Vec<Node>; 2], StopReason> {
        let nothing = vec![None; region.len()];
        let onsides = self.side_values(region, nothing, effort, meter)?;
        if self.is_all_stopper(region) {
            return Ok([onsides.clone(), onsides]);
        }
        let known = self.plain_stoppers(region, &onsides);
        if known.iter().all(Option::is_some) {
            return Ok([onsides.clone(), onsides]);
        }
        let offsides = self.offsides(region, &known, effort, meter)?;
        Ok([onsides, offsides])
    }

    /// The offsides: the negatives of the onsides of the negatives.
    fn offsides(
        self,
        region: &Region,
        known: &[Option<Node>],
        effort: Effort,
        meter: &Meter,
    ) -> Result<Vec<Node>, StopReason> {
        let negated = self.negate_nodes(known, meter)?;
        let mirror = self.negate_region(region, meter)?;
        let offsides = self.side_values(&mirror, negated, effort, meter)?;
        offsides
            .into_iter()
            .map(|node| self.negative_node(node, meter))
            .collect()
    }

    /// Has the region no alternating cycle, and only stoppers below it?
    fn is_all_stopper(self, region: &Region) -> bool {
        let stopper = |option: &Ref| match *option {
            Ref::Node(node) => self.kind(node).is_stopper(),
            Ref::Local(_) => true,
        };
        region.rows.iter().flatten().flatten().all(stopper) && region.is_stopper()
    }

    /// The vertices below which the region itself has no alternating cycle: there the two sides agree.
    fn plain_stoppers(self, region: &Region, values: &[Node]) -> Vec<Option<Node>> {
        let mut known: Vec<Option<Node>> = vec![None; region.len()];
        for members in region.components() {
            let below = |option: &Ref| match *option {
                Ref::Node(node) => self.kind(node).is_stopper(),
                Ref::Local(w) => known[w as usize].is_some() || members.binary_search(&w).is_ok(),
            };
            let closed = members
                .iter()
                .all(|&v| region.rows[v as usize].iter().flatten().all(below));
            if !closed {
                continue;
            }
            if self.has_no_alternating_cycle(region, &members) {
                for &v in &members {
                    known[v as usize] = Some(values[v as usize]);
                }
            }
        }
        known
    }

    fn has_no_alternating_cycle(self, region: &Region, members: &[u32]) -> bool {
        if members.len() == 1 {
            let v = members[0];
            let loops = |player| region.options(v, player).contains(&Ref::Local(v));
            return !(loops(Player::Left) && loops(Player::Right));
        }
        let inner = Region::new(
            members
                .iter()
                .map(|&v| {
                    Player::BOTH.map(|player| {
                        let inside = |option: &Ref| match *option {
                            Ref::Local(w) => members
                                .binary_search(&w)
                                .ok()
                                .map(|place| Ref::Local(place as u32)),
                            Ref::Node(_) => None,
                        };
                        region
                            .options(v, player)
                            .iter()
                            .filter_map(inside)
                            .collect()
                    })
                })
                .collect(),
        );
        inner.is_stopper()
    }

    /// The onsides of all vertices of a region. `known` are those that need no work.
    pub(super) fn side_values(
        self,
        region: &Region,
        known: Vec<Option<Node>>,
        effort: Effort,
        meter: &Meter,
    ) -> Result<Vec<Node>, StopReason> {
        self.side_values_at(0, region, known, effort, meter)
    }

    /// The same, when the region has been left over so many times after vertices had been recognized.
    fn side_values_at(
        self,
        level: u32,
        region: &Region,
        known: Vec<Option<Node>>,
        effort: Effort,
        meter: &Meter,
    ) -> Result<Vec<Node>, StopReason> {
        let mut resolved = known;
        let mut ticker = meter.ticker();
        for members in region.components() {
            if members.iter().all(|&v| resolved[v as usize].is_some()) {
                continue;
            }
            ticker.steps(members.len())?;
            let part = region.part(&members, &resolved);
            let nodes = self.component_onsides(level, part, effort, meter)?;
            for (&v, node) in members.iter().zip(nodes) {
                resolved[v as usize] = Some(node);
            }
        }
        Ok(resolved.into_iter().flatten().collect())
    }

    fn component_onsides(
        self,
        level: u32,
        part: Region,
        effort: Effort,
        meter: &Meter,
    ) -> Result<Vec<Node>, StopReason> {
        let size = part.len();
        let whole = self.absorb_general(part);
        let stopper = whole.len() == size && whole.is_stopper();
        if whole.len() > 1 && level < LEVELS {
            let known = self.recognized(&whole, !stopper, meter)?;
            if known.iter().any(Option::is_some) {
                let mut nodes = self.left_over(level + 1, &whole, known, effort, meter)?;
                nodes.truncate(size);
                return Ok(nodes);
            }
        }
        if stopper {
            return self.canonical_component(&whole, meter);
        }
        let mut nodes = self.onsides(&whole, effort, meter)?;
        nodes.truncate(size);
        Ok(nodes)
    }

    /// The onsides of a region some of whose vertices have been recognized.
    fn left_over(
        self,
        level: u32,
        region: &Region,
        mut known: Vec<Option<Node>>,
        effort: Effort,
        meter: &Meter,
    ) -> Result<Vec<Node>, StopReason> {
        let open: Vec<u32> = region
            .vertices()
            .filter(|&v| known[v as usize].is_none())
            .collect();
        let rest = region.part(&open, &known);
        let nothing = vec![None; rest.len()];
        let nodes = self.side_values_at(level, &rest, nothing, effort, meter)?;
        for (&v, node) in open.iter().zip(nodes) {
            known[v as usize] = Some(node);
        }
        Ok(known.into_iter().flatten().collect())
    }

    /// Pulls the exits that are not stoppers into the region, so that all its exits are stoppers.
    pub(super) fn absorb_general(self, mut region: Region) -> Region {
        let mut place: FxHashMap<Node, u32> = FxHashMap::default();
        let mut next = 0;
        while next < region.rows.len() {
            for player in 0..2 {
                for i in 0..region.rows[next][player].len() {
                    let Ref::Node(node) = region.rows[next][player][i] else {
                        continue;
                    };
                    if self.kind(node).is_stopper() {
                        continue;
                    }
                    let new = region.rows.len() as u32;
                    let at = *place.entry(node).or_insert(new);
                    if at == new {
                        region.rows.push(Player::BOTH.map(|player| {
                            self.node_options(node, player)
                                .iter()
                                .copied()
                                .map(Ref::Node)
                                .collect()
                        }));
                    }
                    region.rows[next][player][i] = Ref::Local(at);
                }
            }
            next += 1;
        }
        region.tidy();
        region
    }
}
