//! All misère canonical forms born by a day.

use rustc_hash::FxHashSet;
use sidle_core::{Meter, StopReason};

use super::{Form, Forms};

/// Why not all games of a day were listed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DayError {
    /// A limit of the meter.
    #[error("{0}")]
    Stopped(#[from] StopReason),
    /// More games than asked for.
    #[error("there are more than {0} games born by that day")]
    TooMany(usize),
}

impl Forms {
    /// The games born by a day, smallest first: 1, 2, 3, 5, 22, 4171780, … of them. At most `most` games, with at most
    /// `widest` options each.
    pub fn born_by(
        &mut self,
        day: u32,
        most: usize,
        widest: usize,
        meter: &Meter,
    ) -> Result<Vec<Form>, DayError> {
        let mut games = vec![self.zero()];
        for _ in 0..day {
            let count = games.len();
            if count >= 63 {
                return Err(DayError::TooMany(most));
            }
            let mut seen: FxHashSet<Form> = games.iter().copied().collect();
            let mut next = games.clone();
            let mut set = Vec::new();
            for choice in 0..1_u64 << count {
                if choice.count_ones() as usize > widest {
                    continue;
                }
                set.clear();
                set.extend(
                    (0..count)
                        .filter(|i| choice >> i & 1 == 1)
                        .map(|i| games[i]),
                );
                let game = self.game(&set, meter)?;
                if seen.insert(game) {
                    next.push(game);
                    if next.len() > most {
                        return Err(DayError::TooMany(most));
                    }
                }
            }
            next.sort_unstable_by(|&a, &b| self.compare(a, b));
            games = next;
        }
        Ok(games)
    }
}
