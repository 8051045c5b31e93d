//! Thermographs of stored values: each follower once, with an explicit stack.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use parking_lot::Mutex;
use sidle_core::{Dyadic, Meter, Player, StopReason, Ticker};

use super::{
    Thermograph, Trajectory,
    wall_table::{WallId, WallTable},
};
use crate::{
    Game, Store,
    game::Id,
    store::{OptionList, Pool},
};

/// The thermographs known so far: two walls per record, and the walls.
#[derive(Debug)]
pub(crate) struct ThermographMemo {
    /// Per record: Left wall plus one in the upper half, Right wall in the lower; 0 while unknown.
    of_records: Pool<AtomicU64>,
    walls: Mutex<WallTable>,
}

impl ThermographMemo {
    pub(crate) fn new() -> ThermographMemo {
        ThermographMemo {
            of_records: Pool::new(),
            walls: Mutex::default(),
        }
    }

    /// The walls of a stored value if they are known.
    ///
    /// A wall is interned under the lock before its index is stored here, and looked up under the lock
    /// again, so relaxed accesses suffice.
    #[inline]
    fn get(&self, record: Id) -> Option<[WallId; 2]> {
        let packed = self.of_records.slot(record.0).load(Relaxed);
        let left = ((packed >> 32) as u32).checked_sub(1)?;
        Some([WallId(left), WallId(packed as u32)])
    }

    #[inline]
    fn put(&self, record: Id, walls: [WallId; 2]) {
        let packed = u64::from(walls[0].0 + 1) << 32 | u64::from(walls[1].0);
        self.of_records.slot(record.0).store(packed, Relaxed);
    }
}

impl Store {
    /// The walls of a value, with those of all its followers if they are new.
    fn walls(&self, id: Id, meter: &Meter) -> Result<[WallId; 2], StopReason> {
        if id.is_inline() {
            return self.thermographs.walls.lock().walls_of_inline(id);
        }
        if let Some(known) = self.thermographs.get(id) {
            return Ok(known);
        }
        let mut ticker = meter.ticker();
        let mut stack = vec![id];
        let mut walls = [WallId(0); 2];
        while let Some(&top) = stack.last() {
            ticker.step()?;
            let known = match self.thermographs.get(top) {
                Some(known) => Some(known),
                None => self.walls_from_options(top, &mut stack, &mut ticker)?,
            };
            if let Some(known) = known {
                walls = known;
                stack.pop();
            }
        }
        Ok(walls)
    }

    /// The walls of a record if those of its options are known; else these go on the stack.
    fn walls_from_options(
        &self,
        id: Id,
        stack: &mut Vec<Id>,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<[WallId; 2]>, StopReason> {
        let mut table = self.thermographs.walls.lock();
        let walls = if self.id_is_number_up_star(id) {
            let value = self
                .to_number_up_star(id)
                .unwrap_or(crate::NumberUpStar::ZERO);
            table.walls_of_number_up_star(&value)?
        } else {
            let height = stack.len();
            let mut best = [None; 2];
            for player in Player::BOTH {
                let options = self.option_list(id, player);
                ticker.steps(options.len())?;
                best[player.index()] = self.best_wall(&options, player, stack, &mut table)?;
            }
            let (Some(left), Some(right)) = (best[0], best[1]) else {
                debug_assert!(stack.len() > height, "only numbers lack options");
                return Ok(None);
            };
            if stack.len() > height {
                return Ok(None);
            }
            table.walls_of_game(left, right)?
        };
        self.thermographs.put(id, walls);
        Ok(Some(walls))
    }

    /// The best wall of a list of options for the player who moves.
    #[inline]
    fn best_wall(
        &self,
        options: &OptionList<'_>,
        mover: Player,
        stack: &mut Vec<Id>,
        table: &mut WallTable,
    ) -> Result<Option<WallId>, StopReason> {
        let mut best: Option<WallId> = None;
        for option in options.iter() {
            let walls = if option.is_inline() {
                table.walls_of_inline(option)?
            } else {
                match self.thermographs.get(option) {
                    Some(known) => known,
                    None => {
                        stack.push(option);
                        continue;
                    }
                }
            };
            // The opponent moves next.
            let wall = walls[(-mover).index()];
            best = Some(match best {
                None => wall,
                Some(best) => table.better(best, wall, mover)?,
            });
        }
        Ok(best)
    }

    /// The thermograph of a game. The followers' thermographs are remembered too.
    /// Cost: one visit per edge of the canonical form the first time.
    #[must_use]
    pub fn thermograph(&self, game: Game) -> Thermograph {
        self.expect_unlimited(self.try_thermograph(game, Meter::none()))
    }

    /// [`Store::thermograph`] under a meter.
    pub fn try_thermograph(&self, game: Game, meter: &Meter) -> Result<Thermograph, StopReason> {
        let ids = self.walls(self.unwrap(game), meter)?;
        let table = self.thermographs.walls.lock();
        let trajectory = |player: Player, slope: i64| {
            let wall = table.wall(ids[player.index()]);
            Trajectory::alternating(wall.mast.clone(), &wall.points, slope)
        };
        Ok(Thermograph::new([
            trajectory(Player::Left, -1),
            trajectory(Player::Right, 1),
        ]))
    }

    /// The temperature of a game: -1 for integers, -1/2^k for other numbers m/2^k, 0 for other games
    /// that differ from a number by an infinitesimal, and positive for hot games.
    ///
    /// ```
    /// use sidle_core::Dyadic;
    /// use sidle_values::Store;
    /// let store = Store::new();
    /// let three_halves = store.number(&Dyadic::new(3, 1));
    /// assert_eq!(store.temperature(three_halves), Dyadic::new(-1, 1));
    /// assert_eq!(store.temperature(store.nimber(3)), Dyadic::ZERO);
    /// ```
    #[must_use]
    pub fn temperature(&self, game: Game) -> Dyadic {
        self.expect_unlimited(self.try_temperature(game, Meter::none()))
    }

    /// [`Store::temperature`] under a meter.
    pub fn try_temperature(&self, game: Game, meter: &Meter) -> Result<Dyadic, StopReason> {
        let ids = self.walls(self.unwrap(game), meter)?;
        Ok(self.thermographs.walls.lock().temperature(ids))
    }

    /// The mean of a game: what a copy of it is worth in the sum of very many.
    #[must_use]
    pub fn mean(&self, game: Game) -> Dyadic {
        self.expect_unlimited(self.try_mean(game, Meter::none()))
    }

    /// [`Store::mean`] under a meter.
    pub fn try_mean(&self, game: Game, meter: &Meter) -> Result<Dyadic, StopReason> {
        let ids = self.walls(self.unwrap(game), meter)?;
        Ok(self.thermographs.walls.lock().wall(ids[0]).mast.clone())
    }
}
