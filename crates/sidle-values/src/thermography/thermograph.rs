//! A thermograph as callers see it.

use std::fmt;

use sidle_core::{Dyadic, Player};

use super::Trajectory;

/// The thermograph of a game: its walls are the stops of the game cooled by each temperature t > -1.
///
/// Displayed as `Thermograph(mean,[points],[slopes],mean,[points],[slopes])`, Left wall first, critical
/// points and slopes from the top down.
///
/// ```
/// use sidle_values::Store;
/// let store = Store::new();
/// let hot = store.game(&[store.integer(2)], &[store.integer(-1)]);
/// let thermograph = store.thermograph(hot);
/// assert_eq!(thermograph.mean().to_string(), "1/2");
/// assert_eq!(thermograph.temperature().to_string(), "3/2");
/// assert_eq!(thermograph.to_string(), "Thermograph(1/2,[3/2],[0,-1],1/2,[3/2],[0,1])");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thermograph {
    walls: [Trajectory; 2],
    temperature: Dyadic,
}

impl Thermograph {
    pub(super) fn new(walls: [Trajectory; 2]) -> Thermograph {
        let heads = walls
            .iter()
            .filter_map(|wall| wall.critical_points().first());
        let temperature = heads.max().cloned().unwrap_or_else(|| Dyadic::from(-1));
        Thermograph { walls, temperature }
    }

    /// The wall of a player: the stop when that player starts, as a function of the temperature.
    #[must_use]
    pub fn wall(&self, player: Player) -> &Trajectory {
        &self.walls[player.index()]
    }

    /// The mean (mast value).
    #[must_use]
    pub fn mean(&self) -> &Dyadic {
        self.walls[0].mast()
    }

    /// The temperature: the least t > -1 at which the walls meet, or -1 for an integer.
    #[must_use]
    pub fn temperature(&self) -> &Dyadic {
        &self.temperature
    }

    /// The freezing point: the foot of the mast, as (mean, temperature).
    #[must_use]
    pub fn freezing_point(&self) -> (&Dyadic, &Dyadic) {
        (self.mean(), &self.temperature)
    }

    /// The thermograph of the negative.
    #[must_use]
    pub fn negative(&self) -> Thermograph {
        let [left, right] = &self.walls;
        Thermograph {
            walls: [right.negative(), left.negative()],
            temperature: self.temperature.clone(),
        }
    }
}

impl fmt::Display for Thermograph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Thermograph(")?;
        for (i, wall) in self.walls.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma}{},", wall.mast())?;
            write_list(f, wall.critical_points())?;
            f.write_str(",")?;
            write_list(f, wall.slopes())?;
        }
        f.write_str(")")
    }
}

fn write_list(f: &mut fmt::Formatter<'_>, items: &[impl fmt::Display]) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if i == 0 { "[" } else { "," })?;
    }
    f.write_str(if items.is_empty() { "[]" } else { "]" })
}
