//! The order of games by definition: `g <= h` iff Left, moving second, survives `h - g`.
//!
//! A state is a vertex of `g`, a vertex of `h` and the player who moves. A move is *good* if infinite play with infinitely
//! many of them is fine for Left: every move among stoppers, the moves in `h` on the onside, those in `g` on the offside. The
//! states at which Left survives are the greatest set `Y` that equals the least set `X` such that
//!
//! * at a state of Left in `X`, some good move leads into `Y` or some other move into `X`;
//! * at a state of Right in `X`, all good moves lead into `Y` and all others into `X`.
//!
//! Up to infinitesimals, `g <= h` iff Left survives `h + over - g`, since `over = {0|over}` is positive and below every
//! positive number. That game has two copies of `h`: with `over` and without.

use std::collections::HashMap;

use sidle_core::{Meter, Player, StopReason};

use super::{Reading, Rows};

/// Is `g <= h`?
pub(super) fn le(
    (g_rows, g): (&Rows, u32),
    (h_rows, h): (&Rows, u32),
    reading: Reading,
    meter: &Meter,
) -> Result<bool, StopReason> {
    if reading == Reading::Infinitesimal {
        let beside = with_over(h_rows);
        let h = h + h_rows.len() as u32;
        return le((g_rows, g), (&beside, h), Reading::Stopper, meter);
    }
    let mut arena = Arena::default();
    arena.explore(g_rows, h_rows, (g, h), reading, meter)?;
    arena.survives(meter)
}

/// Each game alone, and behind them each game with `over` beside it.
fn with_over(rows: &Rows) -> Rows {
    let count = rows.len() as u32;
    let mut both = rows.clone();
    for (v, row) in (0..count).zip(rows) {
        let [mut left, mut right] = row
            .each_ref()
            .map(|list| list.iter().map(|&w| w + count).collect::<Vec<u32>>());
        // Left moves from over to 0, Right from over to over.
        left.push(v);
        right.push(v + count);
        both.push([left, right]);
    }
    both
}

type Position = (u32, u32, Player);

/// The states that play leads to, the start first.
#[derive(Default)]
struct Arena {
    movers: Vec<Player>,
    /// Where each move leads, and whether it is good.
    moves: Vec<Vec<(usize, bool)>>,
}

impl Arena {
    fn explore(
        &mut self,
        g_rows: &Rows,
        h_rows: &Rows,
        (g, h): (u32, u32),
        reading: Reading,
        meter: &Meter,
    ) -> Result<(), StopReason> {
        let start: Position = (g, h, Player::Right);
        let mut places = HashMap::from([(start, 0)]);
        let mut found = vec![start];
        let mut ticker = meter.ticker();
        let mut next = 0;
        while let Some(&(g, h, mover)) = found.get(next) {
            next += 1;
            let in_h = h_rows[h as usize][mover.index()].iter();
            let in_h = in_h.map(|&to| ((g, to, -mover), reading != Reading::Offside));
            let in_g = g_rows[g as usize][(-mover).index()].iter();
            let in_g = in_g.map(|&to| ((to, h, -mover), reading != Reading::Onside));
            let mut row = Vec::new();
            for (to, good) in in_h.chain(in_g) {
                ticker.step()?;
                let place = *places.entry(to).or_insert_with(|| {
                    found.push(to);
                    found.len() - 1
                });
                row.push((place, good));
            }
            self.movers.push(mover);
            self.moves.push(row);
        }
        Ok(())
    }

    fn survives(&self, meter: &Meter) -> Result<bool, StopReason> {
        let mut outer = vec![true; self.movers.len()];
        loop {
            let inner = self.least(&outer, meter)?;
            if inner == outer {
                return Ok(outer[0]);
            }
            outer = inner;
        }
    }

    /// The least set of the definition for a set that good moves lead into.
    fn least(&self, outer: &[bool], meter: &Meter) -> Result<Vec<bool>, StopReason> {
        let mut inner = vec![false; outer.len()];
        let mut ticker = meter.ticker();
        let mut changed = true;
        while changed {
            changed = false;
            // Later states lie deeper, and their answers come first.
            for state in (0..inner.len()).rev() {
                if inner[state] {
                    continue;
                }
                let moves = &self.moves[state];
                ticker.steps(1 + moves.len())?;
                let fine = |&(to, good): &(usize, bool)| if good { outer[to] } else { inner[to] };
                let holds = match self.movers[state] {
                    Player::Left => moves.iter().any(fine),
                    Player::Right => moves.iter().all(fine),
                };
                if holds {
                    inner[state] = true;
                    changed = true;
                }
            }
        }
        Ok(inner)
    }
}
