//! Functions of games by recursion on their options, with an explicit stack: what is asked for is remembered.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use sidle_core::{Meter, StopReason};

/// What has been found.
pub(crate) type Known<K, T> = FxHashMap<K, T>;

/// One step towards the value at a key.
pub(crate) enum Step<K, T> {
    /// These are needed first.
    Needs(Vec<K>),
    /// The value.
    Is(T),
}

/// The keys that are not known yet, as a step if there are any.
pub(crate) fn unknown<K: Copy + Eq + Hash, T>(
    known: &Known<K, T>,
    keys: impl IntoIterator<Item = K>,
) -> Option<Step<K, T>> {
    let keys = keys.into_iter().filter(|key| !known.contains_key(key));
    let missing: Vec<K> = keys.collect();
    (!missing.is_empty()).then_some(Step::Needs(missing))
}

/// Finds the value at a key, and at all keys that it needs. What a step needs must be smaller in some well-founded
/// order.
pub(crate) fn settle<K: Copy + Eq + Hash, T>(
    root: K,
    known: &mut Known<K, T>,
    meter: &Meter,
    mut step: impl FnMut(K, &Known<K, T>) -> Result<Step<K, T>, StopReason>,
) -> Result<(), StopReason> {
    let mut stack = vec![root];
    let mut ticker = meter.ticker();
    while let Some(&top) = stack.last() {
        ticker.step()?;
        if known.contains_key(&top) {
            stack.pop();
            continue;
        }
        match step(top, known)? {
            Step::Needs(keys) => stack.extend(keys),
            Step::Is(value) => {
                ticker.node(size_of::<(K, T)>())?;
                known.insert(top, value);
                stack.pop();
            }
        }
    }
    Ok(())
}
