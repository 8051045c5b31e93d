//! Search from both ends, where the goals can be listed.
//!
//! The two searches go on by whole levels, the one with the smaller frontier first. As long as they have no state in common, no way is
//! as short as the sum of their depths; so the first common state, which stands in both last levels, lies on a shortest way.

use sidle_core::{Meter, StopReason};
use sidle_graph::Threads;

use super::{Space, level::Run, way};

/// What two searches found.
#[derive(Clone, Debug)]
pub struct Meeting<K> {
    /// A shortest way from a start to a goal, if there is one.
    pub way: Option<Vec<K>>,
    /// How many states both found together.
    pub states: u64,
    /// No way is shorter than this.
    pub least: usize,
    /// Why the search stopped early, if it did.
    pub stopped: Option<StopReason>,
}

/// Searches from the starts and from the goals until they meet or one of them has found everything it can reach.
pub fn between<S: Space>(
    space: &S,
    starts: &[S::Key],
    goals: &[S::Key],
    threads: Threads,
    meter: &Meter,
) -> Meeting<S::Key> {
    let mut ends = [starts, goals].map(|_| Run::new(space, threads, meter));
    let result = meet(&mut ends, [starts, goals]);
    let [forth, back] = &ends;
    let states = ends.iter().flat_map(|run| &run.levels);
    let states = states.map(|level| level.len() as u64).sum();
    let whole = |run: &Run<'_, S>| run.levels.len().saturating_sub(1);
    let mut meeting = Meeting {
        way: None,
        states,
        least: (whole(forth) + whole(back)).saturating_sub(usize::from(result.is_err())),
        stopped: None,
    };
    match result {
        Ok(Some(common)) => {
            let mut found = way(space, &forth.levels, common);
            let rest = way(space, &back.levels, common);
            found.extend(rest.into_iter().rev().skip(1));
            meeting.way = Some(found);
        }
        Ok(None) => {}
        Err(stop) => meeting.stopped = Some(stop),
    }
    meeting
}

fn meet<S: Space>(
    ends: &mut [Run<'_, S>; 2],
    first: [&[S::Key]; 2],
) -> Result<Option<S::Key>, StopReason> {
    for (run, keys) in ends.iter_mut().zip(first) {
        run.begin(keys)?;
    }
    loop {
        if let Some(common) = common(ends) {
            return Ok(Some(common));
        }
        let sizes = ends
            .each_ref()
            .map(|run| run.levels.last().map_or(0, Vec::len));
        let smaller = usize::from(sizes[1] < sizes[0]);
        if !ends[smaller].advance()? {
            return Ok(None);
        }
    }
}

/// The least common state of the two last levels.
fn common<S: Space>(ends: &[Run<'_, S>; 2]) -> Option<S::Key> {
    let [Some(one), Some(other)] = ends.each_ref().map(|run| run.levels.last()) else {
        return None;
    };
    // The tables may still hold older levels, but those have nothing in common with the other end.
    if one.len() <= other.len() {
        one.iter()
            .copied()
            .filter(|&key| ends[1].contains(key))
            .min()
    } else {
        other
            .iter()
            .copied()
            .filter(|&key| ends[0].contains(key))
            .min()
    }
}
