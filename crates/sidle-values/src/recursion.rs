//! Functions of a game that are defined from their values on its options.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, StopReason};

use crate::{Game, Store};

/// Where more positions than this wait, each counts as a node.
const LONG_WAIT: usize = 1 << 14;

/// Evaluates a function on a game and on all followers that it needs, each once.
///
/// `base` answers for a game without looking at options, if it can; `step` gets the values of the Left
/// and of the Right options. Answers are kept in `known`.
pub(crate) fn evaluate<T: Clone>(
    store: &Store,
    root: Game,
    known: &mut FxHashMap<Game, T>,
    meter: &Meter,
    base: impl FnMut(Game) -> Result<Option<T>, StopReason>,
    step: impl FnMut(Game, &[Vec<T>; 2]) -> Result<T, StopReason>,
) -> Result<T, StopReason> {
    let options = |game: Game, player| store.options(game, player);
    evaluate_on(root, known, meter, options, base, step)
}

/// [`evaluate`] without anything known beforehand: the value at a game follows from those at its options.
pub(crate) fn from_options<T: Clone>(
    store: &Store,
    root: Game,
    meter: &Meter,
    step: impl FnMut(Game, &[Vec<T>; 2]) -> Result<T, StopReason>,
) -> Result<T, StopReason> {
    let known = &mut FxHashMap::default();
    evaluate(store, root, known, meter, |_| Ok(None), step)
}

/// The same on any kind of position: `options` says what a position leads to. Uses an explicit stack.
pub(crate) fn evaluate_on<P, T, I>(
    root: P,
    known: &mut FxHashMap<P, T>,
    meter: &Meter,
    options: impl Fn(P, Player) -> I,
    mut base: impl FnMut(P) -> Result<Option<T>, StopReason>,
    mut step: impl FnMut(P, &[Vec<T>; 2]) -> Result<T, StopReason>,
) -> Result<T, StopReason>
where
    P: Copy + Eq + Hash,
    T: Clone,
    I: Iterator<Item = P>,
{
    let mut ticker = meter.ticker();
    let mut sides: [Vec<T>; 2] = Default::default();
    let mut stack = vec![(root, false)];
    while let Some(top) = stack.last_mut() {
        let (position, expanded) = *top;
        ticker.step()?;
        if known.contains_key(&position) {
            stack.pop();
            continue;
        }
        if !expanded {
            top.1 = true;
            if let Some(answer) = base(position)? {
                known.insert(position, answer);
                stack.pop();
                continue;
            }
        }
        let height = stack.len();
        for player in Player::BOTH {
            let side = &mut sides[player.index()];
            side.clear();
            for option in options(position, player) {
                ticker.step()?;
                match known.get(&option) {
                    Some(value) => side.push(value.clone()),
                    None => {
                        // A long wait is paid for: nimbers have as many options as they like.
                        if stack.len() >= LONG_WAIT {
                            ticker.node(size_of::<(P, bool)>())?;
                        }
                        stack.push((option, false));
                    }
                }
            }
        }
        if stack.len() == height {
            let answer = step(position, &sides)?;
            ticker.node(2 * size_of::<T>() + 16)?;
            known.insert(position, answer);
            stack.pop();
        }
    }
    // The root was the first on the stack, so it is known.
    Ok(known[&root].clone())
}
