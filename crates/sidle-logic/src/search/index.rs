//! Search with two bits a state, where every state has a number.
//!
//! An array holds for each number whether the state has been found and, if so, its distance from the start modulo 3. Neighbours differ by at
//! most one in their distances, so that is enough to walk back from a goal (Cooperman and Finkelstein 1992). Beside the array there
//! are only the last level and the one being found.

use sidle_core::{Meter, StopReason};

use super::Space;

/// States that have numbers.
pub trait Indexed: Space {
    /// All numbers are below this.
    fn size(&self) -> u64;
    /// The number of a state, different from those of the others.
    fn number(&self, key: Self::Key) -> u64;
}

/// What a search with two bits a state found.
#[derive(Clone, Debug)]
pub struct Walk<K> {
    /// A shortest way from the start to a goal, if there is one.
    pub way: Option<Vec<K>>,
    /// How many states each level has.
    pub levels: Vec<u64>,
    /// Why the search stopped early, if it did.
    pub stopped: Option<StopReason>,
}

/// Two bits a number, 32 of them in a word.
struct Array {
    words: Vec<u64>,
}

/// A state that has not been found.
const UNSEEN: u64 = 3;

impl Array {
    fn get(&self, number: u64) -> u64 {
        self.words[(number / 32) as usize] >> (number % 32 * 2) & 3
    }

    /// Sets a number that is unseen.
    fn set(&mut self, number: u64, value: u64) {
        self.words[(number / 32) as usize] &= !((UNSEEN ^ value) << (number % 32 * 2));
    }
}

/// Searches from `start` until a goal is found or everything that can be reached is.
pub fn search_indexed<S: Indexed>(space: &S, start: S::Key, meter: &Meter) -> Walk<S::Key> {
    let mut walk = Walk {
        way: None,
        levels: vec![1],
        stopped: None,
    };
    let words = meter.room(space.size().div_ceil(4)).and_then(|()| {
        let count = usize::try_from(space.size().div_ceil(32));
        let count = count.map_err(|_| StopReason::StoreFull)?;
        let mut words = Vec::new();
        words
            .try_reserve_exact(count)
            .map_err(|_| StopReason::Memory)?;
        words.resize(count, u64::MAX);
        Ok(words)
    });
    let mut array = match words {
        Ok(words) => Array { words },
        Err(stop) => {
            walk.stopped = Some(stop);
            return walk;
        }
    };
    array.set(space.number(start), 0);
    let mut front = vec![start];
    loop {
        let goals = front.iter().copied().filter(|&key| space.is_goal(key));
        if let Some(goal) = goals.min() {
            walk.way = Some(way(space, &array, goal, walk.levels.len() as u64 - 1));
            return walk;
        }
        match level(space, &mut array, &front, walk.levels.len() as u64, meter) {
            Ok(next) if next.is_empty() => return walk,
            Ok(next) => {
                walk.levels.push(next.len() as u64);
                front = next;
            }
            Err(stop) => {
                walk.stopped = Some(stop);
                return walk;
            }
        }
    }
}

/// The states at a distance, from those one nearer.
fn level<S: Indexed>(
    space: &S,
    array: &mut Array,
    front: &[S::Key],
    distance: u64,
    meter: &Meter,
) -> Result<Vec<S::Key>, StopReason> {
    let mut scratch = S::Scratch::default();
    let mut near = Vec::new();
    let mut next = Vec::new();
    let mut ticker = meter.ticker();
    for share in front.chunks(128) {
        let before = next.len();
        near.clear();
        for &key in share {
            space.neighbours(key, &mut scratch, &mut near);
        }
        for &key in &near {
            let number = space.number(key);
            if array.get(number) == UNSEEN {
                array.set(number, distance % 3);
                next.push(key);
            }
        }
        let fresh = next.len() - before;
        ticker.nodes(fresh as u64, (fresh * size_of::<S::Key>()) as u64)?;
    }
    Ok(next)
}

fn way<S: Indexed>(space: &S, array: &Array, goal: S::Key, length: u64) -> Vec<S::Key> {
    let mut scratch = S::Scratch::default();
    let mut way = vec![goal];
    let mut at = goal;
    for distance in (0..length).rev() {
        let mut near = Vec::new();
        space.neighbours(at, &mut scratch, &mut near);
        let before = near
            .into_iter()
            .filter(|&key| array.get(space.number(key)) == distance % 3);
        // Every state but the start was found from one that is nearer.
        let Some(before) = before.min() else { break };
        way.push(before);
        at = before;
    }
    way.reverse();
    way
}
