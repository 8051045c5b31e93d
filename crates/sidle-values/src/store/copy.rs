//! Games on their way from one store to another, and memories that a store can do without.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, StopReason};

use super::{OrderCache, Store, SumTable, ThermographMemo};
use crate::{Game, recursion};

impl Store {
    /// A game of another store in this one. What has been copied before is in `known`, which several copies share.
    ///
    /// Cost: one canonical form, which is canonical already, for each follower that is not a number plus ups and a star.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use sidle_core::Meter;
    /// use sidle_values::Store;
    /// let (old, new) = (Store::new(), Store::new());
    /// let switch = old.game(&[old.integer(2)], &[old.zero()]);
    /// let copy = new.try_copy(&old, switch, &mut HashMap::default(), &Meter::unlimited())?;
    /// assert_eq!(copy, new.game(&[new.integer(2)], &[new.zero()]));
    /// # Ok::<(), sidle_core::StopReason>(())
    /// ```
    pub fn try_copy(
        &self,
        from: &Store,
        game: Game,
        known: &mut FxHashMap<Game, Game>,
        meter: &Meter,
    ) -> Result<Game, StopReason> {
        let closed = |game| {
            let closed = from.as_number_up_star(game);
            Ok(closed.map(|value| self.number_up_star(&value)))
        };
        let braces = |_, [left, right]: &[Vec<Game>; 2]| self.try_game(left, right, meter);
        recursion::evaluate(from, game, known, meter, closed, braces)
    }

    /// Forgets sums, comparisons, thermographs and reductions that were computed. Every handle stays what it is; what is
    /// asked again is computed again.
    ///
    /// ```
    /// use sidle_values::Store;
    /// let mut store = Store::new();
    /// let switch = store.game(&[store.integer(2)], &[store.zero()]);
    /// let sum = store.add(switch, switch);
    /// store.forget_found();
    /// assert_eq!(store.add(switch, switch), sum);
    /// ```
    pub fn forget_found(&mut self) {
        self.sums = SumTable::new();
        self.order_cache = OrderCache::default();
        self.reductions = crate::reduction::ReductionMemo::default();
        self.thermographs = ThermographMemo::new();
    }
}
