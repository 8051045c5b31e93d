//! What searches have found out about sums: bounds, and what follows from them.
//!
//! Does Left, to move, win S + v? That is the question whether S ⊳ −v, which means that S is not at most −v. An
//! answer for one value decides many others with the same parts S, because the order of games is transitive
//! and kept by sums (Conway, *On Numbers and Games*, theorems 0 to 5):
//!
//! - if S ≤ x and x ≤ y, then S ≤ y: Left, to move, loses S − y;
//! - if S ⊳ x and y ≤ x, then S ⊳ y: Left, to move, wins S − y;
//! - if S ≥ x and x ⊳ y, then S ⊳ y as well.
//!
//! So each S has a few facts about it, none of which follows from another of its kind.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, StopReason};
use sidle_values::{Game, Store};
use smallvec::SmallVec;

use crate::table_file::StoredSum;

/// The number of a large part, times two, and one more if it is negated.
pub(crate) type Signed = u32;

/// The bit of a negated part.
pub(crate) const NEGATED: Signed = 1;

/// How a sum S of large parts lies to a value x.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fact {
    /// S ≤ x.
    AtMost,
    /// S ≥ x.
    AtLeast,
    /// S ⊳ x: it is not at most x.
    NotAtMost,
    /// S ⊲ x: it is not at least x.
    NotAtLeast,
}

type FactList = SmallVec<[(Fact, Game); 1]>;

/// Facts about sums of large parts.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// By the sorted parts of a sum or of its negative: the one whose first part is not negated.
    sums: FxHashMap<Box<[Signed]>, FactList>,
    count: usize,
}

/// A sum with the sign of its first part, as it is looked up.
struct Question {
    parts: SmallVec<[Signed; 8]>,
    turned: bool,
}

impl Question {
    fn about(parts: &[Signed]) -> Question {
        let turned = parts.first().is_some_and(|part| part & NEGATED != 0);
        let mut own: SmallVec<[Signed; 8]> = SmallVec::from_slice(parts);
        if turned {
            own.iter_mut().for_each(|part| *part ^= NEGATED);
            own.sort_unstable();
        }
        Question { parts: own, turned }
    }
}

impl Facts {
    /// How many facts there are.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = Facts::default();
    }

    /// Does Left, to move, win the sum of some parts, sorted, and a value? If that follows from what is known.
    pub(crate) fn wins(
        &self,
        parts: &[Signed],
        value: Game,
        store: &Store,
        meter: &Meter,
    ) -> Result<Option<bool>, StopReason> {
        let question = Question::about(parts);
        let Some(facts) = self.sums.get(&question.parts[..]) else {
            return Ok(None);
        };
        // With S turned the question is whether S ⊲ value, else whether S ⊳ −value.
        let mark = match question.turned {
            true => value,
            false => store.try_negative(value, meter)?,
        };
        for &(fact, x) in facts {
            let answer = match (question.turned, fact) {
                (false, Fact::NotAtMost) => store.try_le(mark, x, meter)?.then_some(true),
                (false, Fact::AtMost) => store.try_le(x, mark, meter)?.then_some(false),
                (false, Fact::AtLeast) => (!store.try_le(x, mark, meter)?).then_some(true),
                (false, Fact::NotAtLeast) => None,
                (true, Fact::NotAtLeast) => store.try_le(x, mark, meter)?.then_some(true),
                (true, Fact::AtLeast) => store.try_le(mark, x, meter)?.then_some(false),
                (true, Fact::AtMost) => (!store.try_le(mark, x, meter)?).then_some(true),
                (true, Fact::NotAtMost) => None,
            };
            if answer.is_some() {
                return Ok(answer);
            }
        }
        Ok(None)
    }

    /// Notes whether Left, to move, wins a sum.
    pub(crate) fn settle(
        &mut self,
        parts: &[Signed],
        value: Game,
        wins: bool,
        store: &Store,
        meter: &Meter,
    ) -> Result<(), StopReason> {
        let question = Question::about(parts);
        let (fact, mark) = match (question.turned, wins) {
            (false, true) => (Fact::NotAtMost, store.try_negative(value, meter)?),
            (false, false) => (Fact::AtMost, store.try_negative(value, meter)?),
            (true, true) => (Fact::NotAtLeast, value),
            (true, false) => (Fact::AtLeast, value),
        };
        let Some(facts) = self.sums.get_mut(&question.parts[..]) else {
            let list = SmallVec::from_elem((fact, mark), 1);
            let (length, capacity) = (self.sums.len(), self.sums.capacity());
            meter.room_to_grow::<(Box<[Signed]>, FactList)>(length, capacity)?;
            self.sums.insert(question.parts.as_slice().into(), list);
            self.count += 1;
            return Ok(());
        };
        // What follows from the new fact goes.
        let before = facts.len();
        let mut stopped = Ok(());
        facts.retain(|&mut (other, x)| {
            let follows = match fact {
                _ if other != fact => Ok(false),
                Fact::AtMost | Fact::NotAtLeast => store.try_le(mark, x, meter),
                Fact::AtLeast | Fact::NotAtMost => store.try_le(x, mark, meter),
            };
            match follows {
                Ok(follows) => !follows,
                Err(reason) => {
                    stopped = Err(reason);
                    true
                }
            }
        });
        facts.push((fact, mark));
        self.count += 1;
        self.count += facts.len() - 1;
        self.count -= before;
        stopped
    }

    /// The value of a single part, if it is known to be at most and at least the same.
    pub(crate) fn value_of(&self, number: u32) -> Option<Game> {
        let facts = self.sums.get(&[number << 1][..])?;
        let of = |wanted: Fact| facts.iter().filter(move |(fact, _)| *fact == wanted);
        of(Fact::AtMost)
            .find(|most| of(Fact::AtLeast).any(|least| least.1 == most.1))
            .map(|most| most.1)
    }

    /// Everything, as sums with Left to move.
    pub(crate) fn stored(&self, store: &Store) -> Vec<StoredSum> {
        let mut sums = Vec::with_capacity(self.count);
        for (parts, facts) in &self.sums {
            let turned = || parts.iter().map(|part| part ^ NEGATED).collect();
            for &(fact, x) in facts {
                sums.push(match fact {
                    Fact::AtMost | Fact::NotAtMost => StoredSum {
                        parts: parts.to_vec(),
                        value: store.negative(x),
                        wins: fact == Fact::NotAtMost,
                    },
                    Fact::AtLeast | Fact::NotAtLeast => StoredSum {
                        parts: turned(),
                        value: x,
                        wins: fact == Fact::NotAtLeast,
                    },
                });
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every question about x + v and −x + v that the facts decide is decided as the values say.
    #[test]
    fn what_follows_is_true() {
        let (store, meter) = (Store::new(), Meter::unlimited());
        let mut games = vec![store.zero(), store.nimber(1), store.integer(1)];
        for _ in 0..2 {
            let born: Vec<Game> = games
                .iter()
                .flat_map(|&a| games.iter().map(move |&b| (a, b)))
                .map(|(a, b)| store.game(&[a], &[b]))
                .collect();
            games.extend(born);
            games.extend(games.clone().into_iter().map(|game| store.negative(game)));
            games.sort_by_key(|game| format!("{game:?}"));
            games.dedup();
            games.truncate(40);
        }
        let zero = store.zero();
        let mut decided = 0;
        for &x in &games {
            let mut facts = Facts::default();
            for (i, &v) in games.iter().enumerate() {
                let sign = (i % 2) as Signed;
                let own = if sign == 0 { x } else { store.negative(x) };
                let wins = !store.le(store.add(own, v), zero);
                match facts.wins(&[sign], v, &store, &meter) {
                    Ok(Some(answer)) => {
                        assert_eq!(answer, wins);
                        decided += 1;
                    }
                    Ok(None) => facts.settle(&[sign], v, wins, &store, &meter).unwrap(),
                    Err(reason) => panic!("{reason}"),
                }
            }
            if let Some(value) = facts.value_of(0) {
                assert_eq!(value, x);
            }
            let stored = facts.stored(&store);
            assert_eq!(stored.len(), facts.len());
            for sum in stored {
                let own = if sum.parts == [0] {
                    x
                } else {
                    store.negative(x)
                };
                assert_eq!(sum.wins, !store.le(store.add(own, sum.value), zero));
            }
        }
        assert!(decided > games.len());
    }
}
