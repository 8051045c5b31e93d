//! Values of one store in another.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, StopReason};

use super::{
    Kind, Loopy, LoopyValue, SideForm, Stopper,
    region::{Ref, RefList, Region},
    tables::Node,
};
use crate::Game;

impl Loopy<'_> {
    /// A value of another store in this one. Short games that have been copied before are in `known`, which several copies
    /// share.
    ///
    /// A record of a stopper is its graph-canonical form, which is unique, and the other records are simplified graphs.
    /// Either is interned here as it stands there.
    /// Cost: one look at each follower that lies on or above a cycle, and [`Store::try_copy`](crate::Store::try_copy)
    /// for the games below.
    ///
    /// # Errors
    /// If a limit of `meter` is met.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use sidle_core::Meter;
    /// use sidle_values::Store;
    /// let (old, new) = (Store::new(), Store::new());
    /// let upon = old.loopy().upon();
    /// let copy = new.loopy().try_copy(old.loopy(), upon.into(), &mut HashMap::default(), &Meter::unlimited())?;
    /// assert_eq!(copy.stopper(), Some(new.loopy().upon()));
    /// # Ok::<(), sidle_core::StopReason>(())
    /// ```
    pub fn try_copy(
        self,
        from: Loopy<'_>,
        value: LoopyValue,
        known: &mut FxHashMap<Game, Game>,
        meter: &Meter,
    ) -> Result<LoopyValue, StopReason> {
        let onside = self.copied_side(from, value.onside(), known, meter)?;
        let offside = match value.onside() == value.offside() {
            true => onside,
            false => self.copied_side(from, value.offside(), known, meter)?,
        };
        Ok(LoopyValue::from_sides(onside, offside))
    }

    fn copied_side(
        self,
        from: Loopy<'_>,
        side: SideForm,
        known: &mut FxHashMap<Game, Game>,
        meter: &Meter,
    ) -> Result<SideForm, StopReason> {
        if let Some(game) = side.stopper().and_then(Stopper::short) {
            let copy = self.store.try_copy(from.store, game, known, meter)?;
            return Ok(Stopper::Short(copy).into());
        }
        let mut ticker = meter.ticker();
        let mut records = vec![from.side_node(side)];
        let mut places: FxHashMap<Node, Ref> = FxHashMap::default();
        places.insert(records[0], Ref::Local(0));
        let mut region = Region::new(Vec::new());
        while let Some(&node) = records.get(region.len()) {
            ticker.step()?;
            let mut row = <[RefList; 2]>::default();
            for player in Player::BOTH {
                for &option in from.node_options(node, player) {
                    let place = match (places.get(&option), from.kind(option)) {
                        (Some(&place), _) => place,
                        (None, Kind::Short(game)) => {
                            let copy = self.store.try_copy(from.store, game, known, meter)?;
                            Ref::Node(self.node(copy.into()))
                        }
                        (None, _) => {
                            records.push(option);
                            Ref::Local(records.len() as u32 - 1)
                        }
                    };
                    places.insert(option, place);
                    row[player.index()].push(place);
                }
            }
            region.rows.push(row);
        }
        let is_stopper = |v: u32| from.kind(records[v as usize]).is_stopper();
        let nodes = self.intern_region(&region, is_stopper, meter)?;
        Ok(self.form(nodes[0]))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Store, loopy::Effort};

    use super::*;

    /// Sums and braces of the usual loopy games, stoppers, stopper-sided and others.
    fn games(store: &Store) -> Vec<LoopyValue> {
        let (loopy, meter) = (store.loopy(), Meter::none());
        let mut games: Vec<LoopyValue> = vec![loopy.tis(), loopy.tisn(), loopy.dud()];
        for stopper in [
            loopy.on(),
            loopy.over(),
            loopy.upon(),
            loopy.uponth(),
            loopy.ace(),
        ] {
            games.extend([stopper, loopy.negative(stopper)].map(LoopyValue::from));
        }
        games.push(store.game(&[store.integer(2)], &[store.nimber(1)]).into());
        let first = games.clone();
        for (i, &g) in first.iter().enumerate() {
            for &h in &first[i..] {
                games.push(loopy.add(g, h));
            }
            let braces = loopy.try_game(&[g], &first[..2], Effort::default(), meter);
            games.push(braces.expect("no limit"));
        }
        games
    }

    #[test]
    fn copies_are_the_values_that_the_other_store_makes() {
        let (old, new) = (Store::new(), Store::new());
        let (theirs, mut known) = (games(&old), FxHashMap::default());
        let copies: Vec<LoopyValue> = theirs
            .iter()
            .map(|&game| {
                new.loopy()
                    .try_copy(old.loopy(), game, &mut known, Meter::none())
            })
            .collect::<Result<_, _>>()
            .expect("no limit");
        assert_eq!(copies, games(&new));
        for (&game, &copy) in theirs.iter().zip(&copies) {
            assert!(old.is_same_value(game, &new, copy));
        }
    }

    #[test]
    fn a_copy_that_is_stopped_can_be_tried_again() {
        let (old, new) = (Store::new(), Store::new());
        let game = old
            .loopy()
            .add(old.loopy().tis(), old.loopy().upon().into());
        let mut known = FxHashMap::default();
        for nodes in 0..20 {
            let meter = Meter::new().with_max_nodes(nodes);
            let _ = new.loopy().try_copy(old.loopy(), game, &mut known, &meter);
        }
        let copy = new
            .loopy()
            .try_copy(old.loopy(), game, &mut known, Meter::none());
        assert!(old.is_same_value(game, &new, copy.expect("no limit")));
    }
}
