//! The order in which options are written.

use std::cmp::Ordering;

use crate::{Game, NumberUpStar, Store, StructuralOrder};

/// The order of short games as options: numbers, nimbers, other number-up-stars by number and ups, the
/// rest by structure. It depends on the values alone.
#[derive(Debug)]
pub struct NotationOrder<'s> {
    store: &'s Store,
    rest: StructuralOrder<'s>,
}

impl<'s> NotationOrder<'s> {
    /// The order of a store's games.
    #[must_use]
    pub fn new(store: &'s Store) -> NotationOrder<'s> {
        NotationOrder {
            store,
            rest: StructuralOrder::new(store),
        }
    }

    /// Which of the two is written first?
    pub fn compare(&mut self, a: Game, b: Game) -> Ordering {
        let keys = [a, b].map(|game| self.store.as_number_up_star(game));
        let [Some(x), Some(y)] = &keys else {
            return self.rest.compare(a, b);
        };
        let key = |nus: &NumberUpStar| {
            let nimber = nus.number.is_zero() && nus.ups == 0;
            (
                !nus.is_number(),
                !nimber,
                nus.number.clone(),
                nus.ups != 0,
                nus.ups,
                nus.star,
            )
        };
        key(x).cmp(&key(y))
    }
}
