//! Recursive definitions over the followers of a game, evaluated without recursion.

use rustc_hash::FxHashMap;
use sidle_core::{Player, StopReason};

use super::{Store, work::Work};
use crate::game::Id;

impl Store {
    /// Evaluates a definition that gives each game a value from those of its options. `leaf` may settle
    /// a game without a look at its options; otherwise `build` is called, options first, and finds
    /// their values in `memo`. Returns the value of `root`.
    pub(super) fn fold<T: Copy>(
        &self,
        root: Id,
        memo: &mut FxHashMap<Id, T>,
        work: &mut Work<'_>,
        leaf: impl Fn(Id) -> Option<T>,
        mut build: impl FnMut(Id, &FxHashMap<Id, T>, &mut Work<'_>) -> Result<T, StopReason>,
    ) -> Result<T, StopReason> {
        let mut stack = vec![root];
        loop {
            work.step()?;
            let top = stack.last().copied().unwrap_or(root);
            if let Some(value) = memo.get(&top).copied().or_else(|| leaf(top)) {
                memo.insert(top, value);
                stack.pop();
                if stack.is_empty() {
                    return Ok(value);
                }
                continue;
            }
            let height = stack.len();
            for player in Player::BOTH {
                for option in self.option_list(top, player).iter() {
                    work.step()?;
                    if !memo.contains_key(&option) {
                        stack.push(option);
                    }
                }
            }
            if stack.len() == height {
                let value = build(top, memo, work)?;
                work.ticker.node(24)?;
                memo.insert(top, value);
            }
        }
    }
}
