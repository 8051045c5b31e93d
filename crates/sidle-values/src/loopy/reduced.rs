//! Reduced canonical forms of stoppers: what is left when infinitesimals are not seen.
//!
//! `G <=Inf H` means `G <= H + x` for every number `x > 0`. For stoppers that holds iff Left, playing second,
//! survives `H + over - G`: `over` is positive and below every positive number.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use sidle_core::{Flow, Meter, Player, Rules, StopReason, Visit};
use sidle_graph::bigraph::{KnownOrder, SurvivalSearch};

use super::{
    Loopy, Stopper, UNLIMITED,
    order::Remembered,
    region::{Ref, RefList, Region},
    stops::Stops,
    tables::Node,
    unlimited,
};

/// A node, alone or with `over` beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Beside {
    Nothing(Node),
    Over(Node),
}

/// The positions of stoppers and of stoppers plus `over`.
#[derive(Clone, Copy, Debug)]
struct WithOver<'s>(Loopy<'s>);

impl Rules for WithOver<'_> {
    type Position = Beside;

    fn options(&self, at: &Beside, player: Player, visit: Visit<'_, Beside>) -> Flow {
        let (node, wrap): (Node, fn(Node) -> Beside) = match *at {
            Beside::Nothing(node) => (node, Beside::Nothing),
            Beside::Over(node) => (node, Beside::Over),
        };
        for &option in self.0.node_options(node, player) {
            visit(wrap(option))?;
        }
        match (*at, player) {
            (Beside::Nothing(_), _) => ControlFlow::Continue(()),
            // over = {0|over}
            (Beside::Over(node), Player::Left) => visit(Beside::Nothing(node)),
            (Beside::Over(_), Player::Right) => visit(*at),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct KnownAlone<'a>(Remembered<'a>);

impl KnownOrder<Beside> for KnownAlone<'_> {
    fn survives(&self, g: &Beside, h: &Beside, mover: Player) -> Option<bool> {
        match (*g, *h) {
            (Beside::Nothing(g), Beside::Nothing(h)) => {
                self.0.survives(&Ref::Node(g), &Ref::Node(h), mover)
            }
            _ => None,
        }
    }
}

/// The order modulo infinitesimals, with its answers kept.
struct InfOrder<'a> {
    search: SurvivalSearch<'a, WithOver<'a>, KnownAlone<'a>>,
    meter: &'a Meter,
}

impl<'a> InfOrder<'a> {
    fn new(positions: &'a WithOver<'a>, meter: &'a Meter) -> InfOrder<'a> {
        let loopy = positions.0;
        let known = KnownAlone(Remembered::of_nodes(loopy, meter));
        InfOrder {
            search: SurvivalSearch::with_known(positions, known),
            meter,
        }
    }

    fn le(&mut self, g: Node, h: Node) -> Result<bool, StopReason> {
        self.search
            .le(&Beside::Nothing(g), &Beside::Over(h), self.meter)
    }
}

impl<'s> Loopy<'s> {
    /// Is `g <= h + x` for every positive number `x`?
    pub fn try_le_inf(self, g: Stopper, h: Stopper, meter: &Meter) -> Result<bool, StopReason> {
        // Stops decide wherever one of the games is a number, however large.
        let [(g_left, g_right), (h_left, h_right)] = [g, h].map(|game| {
            let [left, right] = Player::BOTH.map(|player| self.stop(game, player).plain());
            (left, right)
        });
        if g_left <= h_right {
            return Ok(true);
        }
        if g_left > h_left || g_right > h_right {
            return Ok(false);
        }
        let positions = WithOver(self);
        InfOrder::new(&positions, meter).le(self.node(g), self.node(h))
    }

    /// The reduced canonical form: the simplest stopper that differs from `g` by an infinitesimal at most.
    #[must_use]
    pub fn reduced(self, g: Stopper) -> Stopper {
        unlimited(self.try_reduced(g, &UNLIMITED))
    }

    /// [`Loopy::reduced`] under a meter.
    ///
    /// Numberish followers become their numbers; elsewhere Inf-reversible options are bypassed and
    /// Inf-dominated ones deleted, and followers that are Inf-equal are fused.
    pub fn try_reduced(self, g: Stopper, meter: &Meter) -> Result<Stopper, StopReason> {
        let start = self.node(g);
        let mut stops = Stops::new(self);
        if let Some(number) = self.numberish(start, &mut stops) {
            return Ok(Stopper::Short(self.store.number(&number)));
        }
        let mut reduction = Reduction::new(self, start, &mut stops);
        let positions = WithOver(self);
        let mut order = InfOrder::new(&positions, meter);
        reduction.simplify(&mut order, meter)?;
        reduction.fuse(&mut order)?;
        let nodes = self.canonical_stoppers(&reduction.reachable(), meter)?;
        let reduced = self.as_stopper(nodes[0]);
        Ok(reduced.expect("a canonical stopper is a stopper"))
    }
}

/// The followers that are not numberish, vertex 0 being the game itself.
struct Reduction<'s> {
    loopy: Loopy<'s>,
    members: Vec<Node>,
    region: Region,
}

impl<'s> Reduction<'s> {
    fn new(loopy: Loopy<'s>, start: Node, stops: &mut Stops<'_>) -> Reduction<'s> {
        let mut members = vec![start];
        let mut place: FxHashMap<Node, u32> = [(start, 0)].into_iter().collect();
        let mut region = Region::default();
        let mut next = 0;
        while let Some(&node) = members.get(next) {
            next += 1;
            let row = Player::BOTH.map(|player| {
                loopy
                    .node_options(node, player)
                    .iter()
                    .map(|&option| match loopy.numberish(option, stops) {
                        Some(number) => {
                            Ref::Node(loopy.tables().short(loopy.store.number(&number)))
                        }
                        None => {
                            let new = members.len() as u32;
                            Ref::Local(*place.entry(option).or_insert_with(|| {
                                members.push(option);
                                new
                            }))
                        }
                    })
                    .collect()
            });
            region.rows.push(row);
        }
        region.tidy();
        Reduction {
            loopy,
            members,
            region,
        }
    }

    fn node(&self, at: Ref) -> Node {
        match at {
            Ref::Local(v) => self.members[v as usize],
            Ref::Node(node) => node,
        }
    }

    fn simplify(&mut self, order: &mut InfOrder<'_>, meter: &Meter) -> Result<(), StopReason> {
        let mut ticker = meter.ticker();
        let mut changed = true;
        while changed {
            changed = false;
            for v in self.region.vertices() {
                for player in Player::BOTH {
                    ticker.step()?;
                    let bypassed = self.bypassed(order, v, player)?;
                    let kept = super::canonical::undominated(bypassed, player, |a, b| {
                        order.le(self.node(a), self.node(b))
                    })?;
                    let list = &mut self.region.rows[v as usize][player.index()];
                    changed |= *list != kept;
                    *list = kept;
                }
            }
        }
        Ok(())
    }

    /// The options of `v` with the Inf-reversible ones bypassed, all at once.
    fn bypassed(
        &self,
        order: &mut InfOrder<'_>,
        v: u32,
        player: Player,
    ) -> Result<RefList, StopReason> {
        let here = self.members[v as usize];
        let mut todo = self.region.options(v, player).to_vec();
        let mut kept = RefList::new();
        let mut next = 0;
        while let Some(&x) = todo.get(next) {
            next += 1;
            let mut through = None;
            for y in self.loopy.ref_options(&self.region, x, -player) {
                let reversible = match player {
                    Player::Left => order.le(self.node(y), here)?,
                    Player::Right => order.le(here, self.node(y))?,
                };
                if reversible {
                    through = Some(y);
                    break;
                }
            }
            match through {
                None => kept.push(x),
                Some(y) => {
                    for z in self.loopy.ref_options(&self.region, y, player) {
                        if !todo.contains(&z) {
                            todo.push(z);
                        }
                    }
                }
            }
        }
        kept.sort_unstable();
        Ok(kept)
    }

    /// Sends every edge to the first of the vertices that are Inf-equal.
    fn fuse(&mut self, order: &mut InfOrder<'_>) -> Result<(), StopReason> {
        let mut first: Vec<u32> = self.region.vertices().collect();
        for v in self.region.vertices() {
            for u in 0..v {
                let (a, b) = (self.members[u as usize], self.members[v as usize]);
                if first[u as usize] == u && order.le(a, b)? && order.le(b, a)? {
                    first[v as usize] = u;
                    break;
                }
            }
        }
        for option in self.region.rows.iter_mut().flatten().flatten() {
            if let Ref::Local(w) = option {
                *w = first[*w as usize];
            }
        }
        self.region.tidy();
        Ok(())
    }

    fn reachable(&self) -> Region {
        let kept = self.region.bigraph().reachable(&[0]);
        self.region.part(&kept, &vec![None; self.region.len()])
    }
}
