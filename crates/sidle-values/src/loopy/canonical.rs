//! Graph-canonical forms of stoppers (Siegel, §3).
//!
//! Component by component, what lies below first: reversible moves are bypassed, dominated ones deleted,
//! vertices that are then bisimilar are fused, and what is left is interned. No step changes the value
//! of a vertex, so one search answers all comparisons of a component.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, StopReason};
use sidle_graph::bigraph::{BigraphBuilder, bisimulation_classes};

use super::{
    Kind, Loopy,
    order::StopperOrder,
    region::{Positions, Ref, RefList, Region},
    tables::{ComponentRow, End, Node},
};

impl<'s> Loopy<'s> {
    /// The canonical nodes of all vertices of a region without alternating cycles, whose exits are
    /// stoppers.
    pub(super) fn canonical_stoppers(
        self,
        region: &Region,
        meter: &Meter,
    ) -> Result<Vec<Node>, StopReason> {
        let mut resolved = vec![None; region.len()];
        for members in region.components() {
            let part = region.part(&members, &resolved);
            let nodes = self.canonical_component(&part, meter)?;
            for (&v, node) in members.iter().zip(nodes) {
                resolved[v as usize] = Some(node);
            }
        }
        Ok(resolved.into_iter().flatten().collect())
    }

    /// One component: all exits are canonical.
    pub(super) fn canonical_component(
        self,
        part: &Region,
        meter: &Meter,
    ) -> Result<Vec<Node>, StopReason> {
        if let Some(node) = self.short_vertex(part, meter)? {
            return Ok(vec![node]);
        }
        let simple = self.simplest_form(part, meter)?;
        // Bypassing may have cut the component into pieces.
        let mut resolved = vec![None; simple.len()];
        for members in simple.components() {
            let piece = simple.part(&members, &resolved);
            let nodes = match self.short_vertex(&piece, meter)? {
                Some(node) => vec![node],
                None => self.intern_component(&piece, true, meter)?,
            };
            for (&v, node) in members.iter().zip(nodes) {
                resolved[v as usize] = Some(node);
            }
        }
        Ok(resolved.into_iter().flatten().collect())
    }

    /// A single vertex whose options are all short games is left to the store.
    fn short_vertex(self, part: &Region, meter: &Meter) -> Result<Option<Node>, StopReason> {
        if part.len() != 1 {
            return Ok(None);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for &option in part.options(0, player) {
                let Ref::Node(node) = option else {
                    return Ok(None);
                };
                let Kind::Short(game) = self.kind(node) else {
                    return Ok(None);
                };
                sides[player.index()].push(game);
            }
        }
        let game = self.store.try_game(&sides[0], &sides[1], meter)?;
        Ok(Some(self.tables().short(game)))
    }

    /// Bypasses the reversible moves and deletes the dominated ones.
    fn simplest_form(self, part: &Region, meter: &Meter) -> Result<Region, StopReason> {
        let positions = Positions {
            loopy: self,
            region: part,
        };
        let mut order = StopperOrder::new(&positions, meter);
        let mut simple = part.clone();
        self.bypass_reversible(&mut simple, &mut order, meter)?;
        for v in simple.vertices() {
            for player in Player::BOTH {
                let list = std::mem::take(&mut simple.rows[v as usize][player.index()]);
                simple.rows[v as usize][player.index()] =
                    undominated(list, player, |a, b| order.le(a, b))?;
            }
        }
        Ok(simple)
    }

    fn bypass_reversible(
        self,
        simple: &mut Region,
        order: &mut StopperOrder<'_>,
        meter: &Meter,
    ) -> Result<(), StopReason> {
        let mut ticker = meter.ticker();
        let mut changed = true;
        while changed {
            changed = false;
            for v in simple.vertices() {
                for player in Player::BOTH {
                    while let Some((x, y)) = self.find_reversible(simple, order, v, player)? {
                        ticker.step()?;
                        changed = true;
                        let through = self.ref_options(simple, y, player);
                        let list = &mut simple.rows[v as usize][player.index()];
                        list.retain(|option| *option != x);
                        list.extend(through);
                        list.sort_unstable();
                        list.dedup();
                    }
                }
            }
        }
        Ok(())
    }

    /// An option `x` of `v` and an answer `y` to it that is no worse for the opponent than `v`.
    fn find_reversible(
        self,
        simple: &Region,
        order: &mut StopperOrder<'_>,
        v: u32,
        player: Player,
    ) -> Result<Option<(Ref, Ref)>, StopReason> {
        for &x in simple.options(v, player) {
            for y in self.ref_options(simple, x, -player) {
                let here = Ref::Local(v);
                let reversible = match player {
                    Player::Left => order.le(y, here)?,
                    Player::Right => order.le(here, y)?,
                };
                if reversible {
                    return Ok(Some((x, y)));
                }
            }
        }
        Ok(None)
    }

    pub(super) fn ref_options(self, region: &Region, at: Ref, player: Player) -> RefList {
        match at {
            Ref::Local(v) => RefList::from_slice(region.options(v, player)),
            Ref::Node(node) => self.node_refs(node, player),
        }
    }

    pub(super) fn node_refs(self, node: Node, player: Player) -> RefList {
        let options = self.node_options(node, player);
        options.iter().copied().map(Ref::Node).collect()
    }

    /// Interns a region as it stands, up to bisimulation, component by component. A component whose
    /// vertices are all stoppers must be in canonical form.
    pub(super) fn intern_region(
        self,
        region: &Region,
        stopper: impl Fn(u32) -> bool,
        meter: &Meter,
    ) -> Result<Vec<Node>, StopReason> {
        let mut resolved: Vec<Option<Node>> = vec![None; region.len()];
        for members in region.components() {
            let piece = region.part(&members, &resolved);
            let stopper = members.iter().all(|&v| stopper(v));
            let nodes = self.intern_component(&piece, stopper, meter)?;
            for (&v, node) in members.iter().zip(nodes) {
                resolved[v as usize] = Some(node);
            }
        }
        Ok(resolved.into_iter().flatten().collect())
    }

    /// Interns a strongly connected region as it stands, up to bisimulation.
    pub(super) fn intern_component(
        self,
        piece: &Region,
        stopper: bool,
        meter: &Meter,
    ) -> Result<Vec<Node>, StopReason> {
        if piece.is_acyclic_vertex() {
            let options = Player::BOTH.map(|player| {
                let mut list: super::NodeList = piece
                    .options(0, player)
                    .iter()
                    .filter_map(|&option| match option {
                        Ref::Node(node) => Some(node),
                        Ref::Local(_) => None,
                    })
                    .collect();
                list.sort_unstable();
                list.dedup();
                list
            });
            return Ok(vec![self.tables().record(options, stopper)?]);
        }
        if piece.len() == 1 {
            return Ok(vec![self.intern_loop(piece, stopper)?]);
        }
        Fusion::new(self, piece, meter)?.intern(stopper)
    }

    /// Interns a vertex with loops: it may be a second copy of one of its options, otherwise there is
    /// nothing to number.
    fn intern_loop(self, piece: &Region, stopper: bool) -> Result<Node, StopReason> {
        let is_copy_of = |node: Node| {
            Player::BOTH.into_iter().all(|player| {
                let mut mine: super::NodeList = piece
                    .options(0, player)
                    .iter()
                    .map(|&option| match option {
                        Ref::Node(option) => option,
                        Ref::Local(_) => node,
                    })
                    .collect();
                mine.sort_unstable();
                mine.dedup();
                mine[..] == *self.node_options(node, player)
            })
        };
        for &option in piece.rows[0].iter().flatten() {
            if let Ref::Node(node) = option
                && is_copy_of(node)
            {
                return Ok(node);
            }
        }
        let row = Player::BOTH.map(|player| {
            let ends = piece.options(0, player).iter().map(|&option| match option {
                Ref::Local(_) => End::Inner(0),
                Ref::Node(node) => End::Node(node),
            });
            let mut list: Vec<End> = ends.collect();
            list.sort_unstable();
            list.dedup();
            list
        });
        self.tables().component_of_rows(vec![row], stopper)
    }
}

/// Deletes dominated options for `player` and keeps one of equals: the first in the order of the list,
/// nodes before vertices, so that equal things end up below.
pub(super) fn undominated<E>(
    mut list: RefList,
    player: Player,
    mut le: impl FnMut(Ref, Ref) -> Result<bool, E>,
) -> Result<RefList, E> {
    list.sort_unstable_by_key(|&option| std::cmp::Reverse(option));
    let mut kept = RefList::new();
    for x in list {
        let mut worse = |a: Ref, b: Ref| match player {
            Player::Left => le(a, b),
            Player::Right => le(b, a),
        };
        let mut beaten = false;
        for &y in &kept {
            if worse(x, y)? {
                beaten = true;
                break;
            }
        }
        if beaten {
            continue;
        }
        let mut still = RefList::new();
        for y in kept {
            if !worse(y, x)? {
                still.push(y);
            }
        }
        still.push(x);
        kept = still;
    }
    kept.sort_unstable();
    Ok(kept)
}

/// A cyclic component together with the cyclic components it leads to directly: it may be a second copy
/// of one of those.
struct Fusion<'a> {
    loopy: Loopy<'a>,
    piece: &'a Region,
    /// Everything else that was put in the graph, by its place after the vertices of the piece.
    nodes: Vec<Node>,
    classes: Vec<u32>,
}

impl<'a> Fusion<'a> {
    fn new(loopy: Loopy<'a>, piece: &'a Region, meter: &Meter) -> Result<Fusion<'a>, StopReason> {
        let mut below: Vec<Node> = piece
            .rows
            .iter()
            .flatten()
            .flatten()
            .filter_map(|&option| match option {
                Ref::Node(node) => Some(node),
                Ref::Local(_) => None,
            })
            .collect();
        below.sort_unstable();
        below.dedup();
        let mut cyclic: Vec<Node> = below
            .iter()
            .flat_map(|&node| loopy.tables().component(node))
            .collect();
        cyclic.sort_unstable();
        cyclic.dedup();
        let mut leaves = below;
        for &node in &cyclic {
            for player in Player::BOTH {
                leaves.extend(loopy.node_options(node, player));
            }
        }
        leaves.sort_unstable();
        leaves.dedup();
        leaves.retain(|node| cyclic.binary_search(node).is_err());
        let size = piece.len();
        // Leaves are told apart from the start, by their place in the sorted list.
        let mut colours = vec![0u32; size + cyclic.len()];
        colours.extend(1..=leaves.len() as u32);
        let nodes: Vec<Node> = cyclic.iter().chain(&leaves).copied().collect();
        let place: FxHashMap<Node, u32> = nodes.iter().copied().zip(size as u32..).collect();
        let mut builder = BigraphBuilder::new(size + nodes.len());
        for v in piece.vertices() {
            for player in Player::BOTH {
                for &option in piece.options(v, player) {
                    let to = match option {
                        Ref::Local(w) => w,
                        Ref::Node(node) => place[&node],
                    };
                    builder.edge(v, player, to);
                }
            }
        }
        for &node in &cyclic {
            for player in Player::BOTH {
                for &option in loopy.node_options(node, player) {
                    builder.edge(place[&node], player, place[&option]);
                }
            }
        }
        let classes = bisimulation_classes(&builder.build(), &colours, meter)?;
        Ok(Fusion {
            loopy,
            piece,
            nodes,
            classes,
        })
    }

    fn intern(self, stopper: bool) -> Result<Vec<Node>, StopReason> {
        let size = self.piece.len();
        let old: FxHashMap<u32, Node> = self.classes[size..]
            .iter()
            .copied()
            .zip(self.nodes.iter().copied())
            .collect();
        let copies: Vec<Node> = self.classes[..size]
            .iter()
            .filter_map(|class| old.get(class).copied())
            .collect();
        if copies.len() == size {
            return Ok(copies);
        }
        // The classes are a canonical numbering of what is left.
        let mut order: Vec<u32> = self.classes[..size].to_vec();
        order.sort_unstable();
        order.dedup();
        let number = |v: u32| order.partition_point(|&c| c < self.classes[v as usize]) as u32;
        let mut rows: Vec<Option<ComponentRow>> = vec![None; order.len()];
        for v in self.piece.vertices() {
            let row = &mut rows[number(v) as usize];
            if row.is_none() {
                *row = Some(Player::BOTH.map(|player| {
                    let mut list: Vec<End> = self
                        .piece
                        .options(v, player)
                        .iter()
                        .map(|&option| match option {
                            Ref::Local(w) => End::Inner(number(w)),
                            Ref::Node(node) => End::Node(node),
                        })
                        .collect();
                    list.sort_unstable();
                    list.dedup();
                    list
                }));
            }
        }
        let rows: Vec<ComponentRow> = rows.into_iter().flatten().collect();
        let first = self.loopy.tables().component_of_rows(rows, stopper)?;
        Ok(self
            .piece
            .vertices()
            .map(|v| Node(first.0 + number(v)))
            .collect())
    }
}
