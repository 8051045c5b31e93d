//! Unravelling: an edge that goes round a cycle is allowed a few times only.

use sidle_core::{Meter, Player, StopReason};

use super::{
    Loopy,
    onside::{Effort, is_cyclic_edge},
    region::{Ref, Region},
};

impl Loopy<'_> {
    /// Tries to replace the region by copies of itself in which one Right edge of an alternating cycle
    /// leads from each copy to the next and is missing in the last. On the onside infinite play is
    /// won by Left, so this can only be better for Left; it is accepted when it is no better at the
    /// root. More copies are tried up to `effort.unravel`.
    pub(super) fn unravel(
        self,
        region: &Region,
        root: u32,
        effort: Effort,
        meter: &Meter,
    ) -> Result<Option<Region>, StopReason> {
        for copies in 1..=effort.unravel {
            for v in region.vertices() {
                for &to in region.options(v, Player::Right) {
                    let Ref::Local(w) = to else { continue };
                    if !is_cyclic_edge(region, v, Player::Right, to) {
                        continue;
                    }
                    let unravelled = copies_of(region, v, w, copies);
                    if self.onside_le(&unravelled, region, root, meter)? {
                        return Ok(Some(unravelled));
                    }
                }
            }
        }
        Ok(None)
    }
}

/// The region and `copies` more copies of it; the Right edge from `v` to `w` leads one copy on.
fn copies_of(region: &Region, v: u32, w: u32, copies: u32) -> Region {
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
                        if (at, player, to) != (v, Player::Right, w) {
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
