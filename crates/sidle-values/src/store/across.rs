//! Equality and hashes of values of different stores.

use std::hash::{BuildHasher, Hash, Hasher};

use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};
use sidle_core::{Meter, Player};

use super::Store;
use crate::{
    Game, NumberUpStar,
    loopy::LoopyValue,
    notation::{Item, ItemId, Notation},
    recursion,
};

/// A canonical form in terms of the numbers of its options.
#[derive(PartialEq, Eq, Hash)]
enum Form {
    NumberUpStar(NumberUpStar),
    Braces([Vec<u32>; 2]),
}

/// Numbers canonical forms: equal forms have equal numbers, from whatever stores they come.
#[derive(Default)]
struct Forms(FxHashMap<Form, u32>);

impl Forms {
    fn number(&mut self, form: Form) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(form).or_insert(next)
    }

    fn number_of(&mut self, store: &Store, game: Game) -> u32 {
        let mut known = FxHashMap::default();
        let forms = std::cell::RefCell::new(self);
        let closed = |game| {
            let parts = store.as_number_up_star(game);
            Ok(parts.map(|parts| forms.borrow_mut().number(Form::NumberUpStar(parts))))
        };
        let braces = |_, sides: &[Vec<u32>; 2]| {
            let mut sides = sides.clone();
            sides.iter_mut().for_each(|side| side.sort_unstable());
            Ok(forms.borrow_mut().number(Form::Braces(sides)))
        };
        let number = recursion::evaluate(store, game, &mut known, Meter::none(), closed, braces);
        store.expect_unlimited(number)
    }
}

impl Store {
    /// Is a value of this store equal to a value of another?
    ///
    /// Canonical forms are unique, so short games are equal exactly when their canonical forms are isomorphic. Games
    /// with cycles are equal when they are written alike.
    /// Cost: one look at each follower of both.
    ///
    /// ```
    /// use sidle_values::Store;
    /// let (here, there) = (Store::new(), Store::new());
    /// let switch = |store: &Store| store.game(&[store.integer(2)], &[store.nimber(1)]);
    /// assert!(here.is_same_value(switch(&here), &there, switch(&there)));
    /// assert!(!here.is_same_value(switch(&here), &there, there.integer(2)));
    /// ```
    #[must_use]
    pub fn is_same_value(
        &self,
        own: impl Into<LoopyValue>,
        other: &Store,
        theirs: impl Into<LoopyValue>,
    ) -> bool {
        let (own, theirs) = (own.into(), theirs.into());
        match (own.short(), theirs.short()) {
            (Some(own), Some(theirs)) => {
                if self.glance(own) != other.glance(theirs) {
                    return false;
                }
                let mut forms = Forms::default();
                forms.number_of(self, own) == forms.number_of(other, theirs)
            }
            (None, None) => self.layout(own) == other.layout(theirs),
            _ => false,
        }
    }

    /// A hash that equal values share, in whatever stores they are. Cost: one look at the options.
    #[must_use]
    pub fn value_hash(&self, value: impl Into<LoopyValue>) -> u64 {
        let value = value.into();
        match value.short() {
            Some(game) => self.glance(game),
            None => FxBuildHasher.hash_one(format!("{:?}", self.layout(value))),
        }
    }

    /// A hash of what lies at hand: the parts of a number-up-star, else the stops and the options that are such.
    fn glance(&self, game: Game) -> u64 {
        let mut hasher = FxHasher::default();
        if let Some(parts) = self.as_number_up_star(game) {
            parts.hash(&mut hasher);
            return hasher.finish();
        }
        for player in Player::BOTH {
            self.stop(game, player).hash(&mut hasher);
            // The order of options depends on the store, their sum does not.
            let (mut count, mut sum) = (0u64, 0u64);
            for option in self.options(game, player) {
                count += 1;
                if let Some(parts) = self.as_number_up_star(option) {
                    sum = sum.wrapping_add(FxBuildHasher.hash_one(&parts));
                }
            }
            (count, sum).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// How a game with cycles is written.
    fn layout(&self, value: LoopyValue) -> (ItemId, Vec<Item>) {
        let mut notation = Notation::new(self);
        let start = notation.loopy(value, Meter::none());
        (self.expect_unlimited(start), notation.items().to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_worlds::born_by;

    /// All pairs of values born by day 2, made in two stores in different orders.
    #[test]
    fn stores_agree_on_day_2() {
        let (here, there) = (Store::new(), Store::new());
        let mut own = born_by(&here, 2);
        let _ = there.game(&[there.integer(9)], &[there.nimber(5)]);
        let theirs = born_by(&there, 2);
        own.reverse();
        let mut equal = 0;
        for &a in &own {
            for &b in &theirs {
                let copy = there.try_copy(&here, a, &mut FxHashMap::default(), Meter::none());
                let same = copy == Ok(b);
                assert_eq!(here.is_same_value(a, &there, b), same);
                if same {
                    assert_eq!(here.value_hash(a), there.value_hash(b));
                    equal += 1;
                }
            }
        }
        assert_eq!(equal, 22);
    }
}
