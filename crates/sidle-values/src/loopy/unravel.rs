//! Unravelling: an edge that goes round a cycle is allowed so many times only.

use sidle_core::{Meter, Player, StopReason};

use super::{
    Loopy,
    onside::{Effort, is_cyclic_edge},
    region::{Ref, Region, Row},
};

impl Loopy<'_> {
    /// Tries to replace the region by copies of itself in which one Right edge of an alternating cycle
    /// leads from each copy to the next and is missing in the last. On the onside infinite play is
    /// won by Left, so this can only be better for Left; it is accepted when it is no better at the
    /// root.
    ///
    /// With more copies Right has more moves, so what some number of copies does any larger number does
    /// too: the numbers grow by about half each time, until the effort is spent.
    pub(super) fn unravel(
        self,
        region: &Region,
        root: u32,
        effort: &mut Effort,
        meter: &Meter,
    ) -> Result<Option<Region>, StopReason> {
        let edges = cyclic_right_edges(region);
        if edges.is_empty() {
            return Ok(None);
        }
        let size = region.len() as u64;
        let mut ticker = meter.ticker();
        let mut copies = 1u32;
        loop {
            let vertices = size * (u64::from(copies) + 1);
            if vertices > u64::from(u32::MAX / 4) {
                return Ok(None);
            }
            // A comparison may have to go over its pairs of vertices once for each time round.
            let cost = size
                .saturating_mul(vertices)
                .saturating_mul(u64::from(copies));
            for &edge in &edges {
                let Some(left) = effort.unravel.checked_sub(cost) else {
                    return Ok(None);
                };
                effort.unravel = left;
                ticker.nodes(vertices, vertices * size_of::<Row>() as u64)?;
                let unravelled = copies_of(region, edge, copies);
                if self.onside_le(&unravelled, region, root, meter)? {
                    return Ok(Some(unravelled));
                }
            }
            copies += copies.div_ceil(2);
        }
    }
}

/// The Right edges inside the region that lie on alternating cycles.
fn cyclic_right_edges(region: &Region) -> Vec<(u32, u32)> {
    let mut edges = Vec::new();
    for v in region.vertices() {
        for &to in region.options(v, Player::Right) {
            if let Ref::Local(w) = to
                && is_cyclic_edge(region, v, Player::Right, to)
            {
                edges.push((v, w));
            }
        }
    }
    edges
}

/// The region and `copies` more copies of it; the given Right edge leads one copy on.
fn copies_of(region: &Region, edge: (u32, u32), copies: u32) -> Region {
    let size = region.len() as u32;
    let mut all = Region::default();
    for copy in 0..=copies {
        for (at, row) in (0u32..).zip(&region.rows) {
            all.rows.push(Player::BOTH.map(|player| {
                row[player.index()]
                    .iter()
                    .filter_map(|&option| {
                        let Ref::Local(to) = option else {
                            return Some(option);
                        };
                        if player == Player::Left || (at, to) != edge {
                            return Some(Ref::Local(to + copy * size));
                        }
                        (copy < copies).then_some(Ref::Local(to + (copy + 1) * size))
                    })
                    .collect()
            }));
        }
    }
    all
}
