//! The onside of an arbitrary loopy game (Siegel, §5, with the corrections noted at each step).
//!
//! All comparisons are of onsides. The offside of a game is the negative of the onside of its negative,
//! so nothing here is written twice.

use sidle_core::{Meter, Player, StopReason};
use sidle_graph::bigraph::{Side, SideSearch};

use super::{
    Loopy,
    glance::{Endless, Sight, glance},
    order::{Remembered, SeenPairs, StoppersCompared, among},
    region::{Positions, Ref, RefList, Region},
    tables::Node,
};

/// How hard to try when a side does not become a stopper by itself.
///
/// There is no complete procedure that decides whether a side equals a stopper, so more effort may
/// resolve more games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How much may be spent on unravelling cycles, for each vertex of which a side is asked: pairs of
    /// a vertex of the game and a vertex of its unravelling, once for each time that a cycle may be gone
    /// round, whether a comparison comes to look at them or not. So the answer does not depend on what
    /// has been computed before. There is no bound on the number of times round; [`u64::MAX`] leaves
    /// all limits to the meter.
    pub unravel: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { unravel: 20_000 }
    }
}

/// A vertex and who is to move there.
type State = (u32, Player);

/// Can `from` lead to `to` by at least one alternating move inside the region?
pub(super) fn alternately_reaches(region: &Region, from: State, to: State) -> bool {
    let mut seen = vec![[false; 2]; region.len()];
    let mut todo = vec![from];
    while let Some((v, mover)) = todo.pop() {
        for &option in region.options(v, mover) {
            let Ref::Local(w) = option else { continue };
            let next = (w, -mover);
            if next == to {
                return true;
            }
            if !std::mem::replace(&mut seen[w as usize][(-mover).index()], true) {
                todo.push(next);
            }
        }
    }
    false
}

/// Does an edge lie on an alternating cycle?
pub(super) fn is_cyclic_edge(region: &Region, v: u32, player: Player, to: Ref) -> bool {
    match to {
        Ref::Node(_) => false,
        Ref::Local(w) => alternately_reaches(region, (w, -player), (v, player)),
    }
}

/// The comparison of onsides in a region, which stays valid while the region is simplified.
pub(super) struct OnsideOrder<'a> {
    positions: &'a Positions<'a>,
    /// What a look ahead has told.
    seen: SeenPairs,
    search: SideSearch<'a, Positions<'a>, StoppersCompared<'a>>,
    meter: &'a Meter,
}

impl<'a> OnsideOrder<'a> {
    pub(super) fn new(positions: &'a Positions<'a>, meter: &'a Meter) -> OnsideOrder<'a> {
        positions.sign();
        let known = StoppersCompared(Remembered::new(positions, meter));
        OnsideOrder {
            positions,
            seen: SeenPairs::new(),
            search: SideSearch::with_known(positions, Side::Onside, known),
            meter,
        }
    }

    pub(super) fn le(&mut self, g: Ref, h: Ref) -> Result<bool, StopReason> {
        let mover = Player::Right;
        if let Some(settled) = self.search.settled(&g, &h, mover) {
            return Ok(settled);
        }
        if self.positions.region.is_small() {
            let known = StoppersCompared(Remembered::new(self.positions, self.meter));
            let endless = Endless::SurvivedByMovesInH;
            if let Some(answer) = known.at_once(g, h, mover) {
                return Ok(answer);
            }
            if let Some(answer) = among(&self.seen, g, h) {
                return Ok(answer);
            }
            let answer = known
                .by_tables(g, h, mover)
                .or_else(|| glance(self.positions, &known, endless, (g, h), mover));
            if let Some(answer) = answer {
                self.seen.push((g, h, answer));
                return Ok(answer);
            }
        }
        self.search.le(&g, &h, self.meter)
    }
}

impl<'s> Loopy<'s> {
    /// The onsides of all vertices of a region whose exits are stoppers: a stopper where that comes
    /// out, a general node otherwise.
    pub(super) fn onsides(
        self,
        region: &Region,
        effort: Effort,
        meter: &Meter,
    ) -> Result<Vec<Node>, StopReason> {
        let simple = self.simplify_onside(region, meter)?;
        let mut resolved = self.resolve_stoppers(&simple, meter)?;
        let unresolved: Vec<u32> = simple
            .vertices()
            .filter(|&v| resolved[v as usize].is_none())
            .collect();
        if !unresolved.is_empty() {
            let rest = simple.part(&unresolved, &resolved);
            for (v, &old) in (0u32..).zip(&unresolved) {
                let root = self.onside_of_root(&rest, v, effort, meter)?;
                resolved[old as usize] = Some(root);
            }
        }
        Ok(resolved.into_iter().flatten().collect())
    }

    /// Eliminates onside-dominated and bypasses onside-reversible options (Definition 14 and Lemma 15)
    /// until nothing changes. The onside of every vertex stays what it was.
    fn simplify_onside(self, region: &Region, meter: &Meter) -> Result<Region, StopReason> {
        let positions = Positions {
            loopy: self,
            region,
        };
        let mut order = OnsideOrder::new(&positions, meter);
        let mut simple = region.clone();
        simple.tidy();
        let mut ticker = meter.ticker();
        loop {
            let mut changed = false;
            for v in simple.vertices() {
                ticker.step()?;
                changed |= self.bypass_right(&mut simple, &mut order, v)?;
                changed |= self.bypass_left(&mut simple, &mut order, v)?;
                changed |= drop_left(&mut simple, &mut order, v)?;
                changed |= drop_right(&mut simple, &mut order, v)?;
            }
            if !changed {
                return Ok(simple);
            }
        }
    }

    /// Definition 14(c): a Right option is reversible through any `y` with `v⁺ <= y⁺`. All at once: an
    /// option that was bypassed does not come back while the list is worked through.
    fn bypass_right(
        self,
        simple: &mut Region,
        order: &mut OnsideOrder<'_>,
        v: u32,
    ) -> Result<bool, StopReason> {
        let mut todo: RefList = simple.options(v, Player::Right).into();
        let mut kept = RefList::new();
        let mut next = 0;
        while let Some(&x) = todo.get(next) {
            next += 1;
            let mut through = None;
            for y in self.ref_options(simple, x, Player::Left) {
                if order.le(Ref::Local(v), y)? {
                    through = Some(y);
                    break;
                }
            }
            match through {
                None => kept.push(x),
                Some(y) => {
                    for z in self.ref_options(simple, y, Player::Right) {
                        if !todo.contains(&z) {
                            todo.push(z);
                        }
                    }
                }
            }
        }
        kept.sort_unstable();
        let list = &mut simple.rows[v as usize][Player::Right.index()];
        let changed = *list != kept;
        *list = kept;
        Ok(changed)
    }

    /// Definition 14(d): a Left option `x` is reversible through `y` with `y⁺ <= v⁺` if the two moves
    /// lie on no alternating cycle. The condition used here is stronger, `(y, Left)` does not lead
    /// back to `(x, Right)`: with the printed one options can be bypassed round and round.
    fn bypass_left(
        self,
        simple: &mut Region,
        order: &mut OnsideOrder<'_>,
        v: u32,
    ) -> Result<bool, StopReason> {
        let mut changed = false;
        while let Some((x, y)) = self.find_left_reversible(simple, order, v)? {
            changed = true;
            let through = self.ref_options(simple, y, Player::Left);
            let list = &mut simple.rows[v as usize][Player::Left.index()];
            list.retain(|option| *option != x);
            list.extend(through);
            list.sort_unstable();
            list.dedup();
        }
        Ok(changed)
    }

    fn find_left_reversible(
        self,
        simple: &Region,
        order: &mut OnsideOrder<'_>,
        v: u32,
    ) -> Result<Option<(Ref, Ref)>, StopReason> {
        for &x in simple.options(v, Player::Left) {
            for y in self.ref_options(simple, x, Player::Right) {
                if !order.le(y, Ref::Local(v))? {
                    continue;
                }
                let returns = match (x, y) {
                    (Ref::Local(x), Ref::Local(y)) => {
                        alternately_reaches(simple, (y, Player::Left), (x, Player::Right))
                    }
                    _ => false,
                };
                if !returns {
                    return Ok(Some((x, y)));
                }
            }
        }
        Ok(None)
    }

    /// The canonical stoppers of the vertices below which there is no alternating cycle left.
    pub(super) fn resolve_stoppers(
        self,
        simple: &Region,
        meter: &Meter,
    ) -> Result<Vec<Option<Node>>, StopReason> {
        let mut resolved: Vec<Option<Node>> = vec![None; simple.len()];
        for members in simple.components() {
            let inside = |w: u32| members.binary_search(&w).is_ok();
            let waits = members.iter().any(|&v| {
                simple.rows[v as usize].iter().flatten().any(|&option| {
                    matches!(option, Ref::Local(w) if !inside(w) && resolved[w as usize].is_none())
                })
            });
            if waits {
                continue;
            }
            let piece = simple.part(&members, &resolved);
            if !piece.is_stopper() {
                continue;
            }
            let nodes = self.canonical_stoppers(&piece, meter)?;
            for (&v, node) in members.iter().zip(nodes) {
                resolved[v as usize] = Some(node);
            }
        }
        Ok(resolved)
    }

    /// The onside of one vertex that did not become a stopper by itself: fuse, delete edges, unravel,
    /// and simplify again, as long as something helps.
    fn onside_of_root(
        self,
        region: &Region,
        root: u32,
        effort: Effort,
        meter: &Meter,
    ) -> Result<Node, StopReason> {
        let (mut region, mut root) = trim(region, root);
        let mut effort = effort;
        loop {
            let better = match self.fuse(&region, root, meter)? {
                Some(fused) => Some(fused),
                None => match self.delete_edge(&region, root, meter)? {
                    Some(cut) => Some((cut, root)),
                    None => self
                        .unravel(&region, root, &mut effort, meter)?
                        .map(|r| (r, root)),
                },
            };
            let Some((changed, start)) = better else {
                return Ok(self.intern_region(&region, |_| false, meter)?[root as usize]);
            };
            let (trimmed, start) = trim(&changed, start);
            let simple = self.simplify_onside(&trimmed, meter)?;
            let resolved = self.resolve_stoppers(&simple, meter)?;
            if let Some(node) = resolved[start as usize] {
                return Ok(node);
            }
            let open: Vec<u32> = simple
                .vertices()
                .filter(|&v| resolved[v as usize].is_none())
                .collect();
            let place = open.binary_search(&start);
            let place = place.expect("a start without a stopper is still open") as u32;
            (region, root) = trim(&simple.part(&open, &resolved), place);
        }
    }

    /// Generalised fusion: `v` is replaced by `u` when their onsides are equal, no alternating path of
    /// even length leads from `u` to `v`, and not both an odd one that starts with a Left edge and an
    /// odd one that starts with a Right edge (Lemma 16 needs the second condition as well).
    fn fuse(
        self,
        region: &Region,
        root: u32,
        meter: &Meter,
    ) -> Result<Option<(Region, u32)>, StopReason> {
        let positions = Positions {
            loopy: self,
            region,
        };
        let mut order = OnsideOrder::new(&positions, meter);
        for u in region.vertices() {
            for v in region.vertices() {
                if u == v || !may_fuse(region, u, v) {
                    continue;
                }
                let (a, b) = (Ref::Local(u), Ref::Local(v));
                if order.le(a, b)? && order.le(b, a)? {
                    let fused = redirect(region, v, Ref::Local(u));
                    return Ok(Some((fused, if root == v { u } else { root })));
                }
            }
        }
        Ok(None)
    }

    /// Deletes one edge on an alternating cycle if the onside of the root stays the same. Without a
    /// Right edge the game can only get better for Left, without a Left edge worse.
    fn delete_edge(
        self,
        region: &Region,
        root: u32,
        meter: &Meter,
    ) -> Result<Option<Region>, StopReason> {
        for v in region.vertices() {
            for player in Player::BOTH {
                for &to in region.options(v, player) {
                    if !is_cyclic_edge(region, v, player, to) {
                        continue;
                    }
                    let mut cut = Region::new(region.rows.clone());
                    cut.rows[v as usize][player.index()].retain(|option| *option != to);
                    let same = match player {
                        Player::Right => self.onside_le(&cut, region, root, meter)?,
                        Player::Left => self.onside_le(region, &cut, root, meter)?,
                    };
                    if same {
                        return Ok(Some(cut));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Is the onside of vertex `root` in one region at most the onside of `root` in the other?
    pub(super) fn onside_le(
        self,
        smaller: &Region,
        larger: &Region,
        root: u32,
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        let shift = smaller.len() as u32;
        let mut both = Region::new(smaller.rows.clone());
        both.rows.extend(larger.rows.iter().map(|row| {
            [0, 1].map(|p| {
                row[p]
                    .iter()
                    .map(|&option| match option {
                        Ref::Local(w) => Ref::Local(w + shift),
                        node => node,
                    })
                    .collect()
            })
        }));
        let positions = Positions {
            loopy: self,
            region: &both,
        };
        OnsideOrder::new(&positions, meter).le(Ref::Local(root), Ref::Local(root + shift))
    }
}

/// Definition 14(a): a Left option is dominated by any other that is no worse.
fn drop_left(simple: &mut Region, order: &mut OnsideOrder<'_>, v: u32) -> Result<bool, StopReason> {
    drop_dominated(simple, v, Player::Left, |_, x, y| order.le(x, y))
}

/// Definition 14(b): a Right option is dominated by another only if the edge to the dominating one
/// lies on no alternating cycle.
fn drop_right(
    simple: &mut Region,
    order: &mut OnsideOrder<'_>,
    v: u32,
) -> Result<bool, StopReason> {
    drop_dominated(simple, v, Player::Right, |region, x, y| {
        Ok(order.le(y, x)? && !is_cyclic_edge(region, v, Player::Right, y))
    })
}

fn drop_dominated(
    simple: &mut Region,
    v: u32,
    player: Player,
    mut dominates: impl FnMut(&Region, Ref, Ref) -> Result<bool, StopReason>,
) -> Result<bool, StopReason> {
    let mut changed = false;
    loop {
        let list = simple.options(v, player).to_vec();
        let mut victim = None;
        'search: for &x in &list {
            // Nodes last, so that an equal node is what stays.
            for &y in list.iter().rev() {
                if x != y && dominates(simple, x, y)? {
                    victim = Some(x);
                    break 'search;
                }
            }
        }
        let Some(x) = victim else {
            return Ok(changed);
        };
        changed = true;
        simple.rows[v as usize][player.index()].retain(|option| *option != x);
    }
}

/// The corrected hypothesis of the generalised fusion lemma.
fn may_fuse(region: &Region, u: u32, v: u32) -> bool {
    let path = |from, to| alternately_reaches(region, (u, from), (v, to));
    let even = path(Player::Left, Player::Left) || path(Player::Right, Player::Right);
    let odd = path(Player::Left, Player::Right) && path(Player::Right, Player::Left);
    !even && !odd
}

/// Every edge to `v` leads to `to` instead; `v` itself stays, out of reach.
fn redirect(region: &Region, v: u32, to: Ref) -> Region {
    let mut changed = Region::new(region.rows.clone());
    for option in changed.rows.iter_mut().flatten().flatten() {
        if *option == Ref::Local(v) {
            *option = to;
        }
    }
    changed.tidy();
    changed
}

/// What can be reached from `root` inside the region, and the root's new name.
pub(super) fn trim(region: &Region, root: u32) -> (Region, u32) {
    let mut kept = region.bigraph().reachable(&[root]);
    kept.sort_unstable();
    let place = kept.binary_search(&root);
    let place = place.expect("a vertex can be reached from itself") as u32;
    (region.part(&kept, &vec![None; region.len()]), place)
}

#[cfg(test)]
mod tests {
    use sidle_graph::bigraph::side_matrix;

    use super::{super::region::Row, *};
    use crate::Store;

    /// SplitMix64.
    struct Random(u64);

    impl Random {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            (z ^ (z >> 31)) % n
        }

        fn region(&mut self) -> Region {
            let vertices = 2 + self.below(7);
            let mut rows = vec![Row::default(); vertices as usize];
            for _ in 0..vertices + self.below(2 * vertices) {
                let (v, w) = (self.below(vertices), self.below(vertices));
                rows[v as usize][self.below(2) as usize].push(Ref::Local(w as u32));
            }
            let mut region = Region::new(rows);
            region.tidy();
            region
        }
    }

    /// The whole matrix of onsides, computed on the graphs alone, says that no vertex has changed.
    fn assert_same(before: &Region, after: &Region, step: &str) {
        let (g, h) = (before.bigraph(), after.bigraph());
        let matrix = |a, b| side_matrix(a, b, Side::Onside, Meter::none()).expect("no limit");
        let (up, down) = (matrix(&g, &h), matrix(&h, &g));
        for v in before.vertices() {
            let same = up.le(v, v) && down.le(v, v);
            assert!(same, "{step} changes vertex {v}: {before:?} to {after:?}");
        }
    }

    /// Each single step of the simplification, one vertex at a time: Definition 14 (a) to (d), fusion,
    /// deletion of an edge.
    #[test]
    fn no_single_step_changes_the_onside_of_a_vertex() {
        let exhaustive = std::env::var_os("SIDLE_EXHAUSTIVE").is_some();
        let (store, meter) = (Store::new(), Meter::unlimited());
        let loopy = store.loopy();
        let mut random = Random(1);
        let mut changes = [0; 6];
        for _ in 0..if exhaustive { 100_000 } else { 1_500 } {
            let region = random.region();
            let positions = Positions {
                loopy,
                region: &region,
            };
            let mut order = OnsideOrder::new(&positions, &meter);
            let mut simple = region.clone();
            for v in region.vertices() {
                for (step, name) in ["(c)", "(d)", "(a)", "(b)"].into_iter().enumerate() {
                    let before = simple.clone();
                    let changed = match step {
                        0 => loopy.bypass_right(&mut simple, &mut order, v),
                        1 => loopy.bypass_left(&mut simple, &mut order, v),
                        2 => drop_left(&mut simple, &mut order, v),
                        _ => drop_right(&mut simple, &mut order, v),
                    };
                    if changed.expect("no limit") {
                        changes[step] += 1;
                        assert_same(&before, &simple, name);
                    }
                }
            }
            if let Some((fused, _)) = loopy.fuse(&region, 0, &meter).expect("no limit") {
                changes[4] += 1;
                assert_same(&region, &fused, "fusion");
            }
            if let Some(cut) = loopy.delete_edge(&region, 0, &meter).expect("no limit") {
                changes[5] += 1;
                let le = |a, b| loopy.onside_le(a, b, 0, &meter).expect("no limit");
                assert!(le(&region, &cut) && le(&cut, &region), "{region:?} {cut:?}");
            }
        }
        assert!(changes.iter().all(|&count| count > 50), "{changes:?}");
    }
}
