//! From where geese can catch a fox that they may wait for.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

/// As many arrangements of geese are remembered. The usual board has fewer than 36,000 with four geese.
const MANY: usize = 100_000;

/// The squares of a board, a bit a square: `stride` dark squares a row, row 1 first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    width: u32,
    stride: u32,
    /// All dark squares.
    all: u64,
    /// Those of the rows 1, 3, 5, …, whose first square is in column 1.
    odd: u64,
    /// The first square of each row.
    first: u64,
}

/// Where an arrangement of geese catches the fox.
#[derive(Clone, Copy, Debug)]
struct Caught {
    /// With the fox to move.
    fox_moves: u64,
    /// With the geese to move, who may also wait.
    geese_move: u64,
}

impl Grid {
    /// The squares, if they fit a word: `rows` rows.
    pub(super) fn new(width: u32, rows: u32) -> Option<Grid> {
        let stride = width.div_ceil(2);
        if u64::from(stride) * u64::from(rows) > 64 {
            return None;
        }
        let (mut all, mut odd, mut first) = (0, 0, 0);
        for row in 0..rows {
            // The rows 2, 4, 6, … of a board of odd width have a dark square less.
            let squares = if row % 2 == 0 { stride } else { width / 2 };
            let line = (u128::from(1u8) << squares) as u64;
            let line = line.wrapping_sub(1) << (row * stride);
            all |= line;
            first |= 1 << (row * stride);
            if row % 2 == 0 {
                odd |= line;
            }
        }
        Some(Grid {
            width,
            stride,
            all,
            odd,
            first,
        })
    }

    /// The bit of a dark square.
    pub(super) fn bit(&self, (row, col): super::Square) -> u64 {
        1 << ((row - 1) * self.stride + (col - 1) / 2)
    }

    /// The squares one diagonal step from those of a set, all in one direction.
    fn shifted(&self, set: u64, up: bool, right: bool) -> u64 {
        // From column 2k+1 of an odd row the neighbours are in columns 2k and 2k+2 of an even one, which
        // are its squares k-1 and k; from column 2k+2 of an even row they are k and k+1.
        let [odd, even] = [set & self.odd, set & !self.odd];
        let last = match self.width % 2 {
            0 => self.first << (self.stride - 1) & !self.odd,
            // An even row of an odd width has a square to the right of each of its own.
            _ => 0,
        };
        let (same, beside) = match right {
            false => (even, (odd & !self.first) >> 1),
            true => (odd, (even & !last) << 1),
        };
        let there = same | beside;
        self.all
            & match up {
                true => there.checked_shl(self.stride).unwrap_or(0),
                false => there.checked_shr(self.stride).unwrap_or(0),
            }
    }

    /// From where the fox reaches a set in one move.
    fn before(&self, set: u64, empty: u64, fox_range: u32) -> u64 {
        let mut from = 0;
        for (up, right) in [(false, false), (false, true), (true, false), (true, true)] {
            let mut slides = 0;
            for _ in 0..fox_range {
                let next = self.shifted(set | slides & empty, up, right);
                if next == slides {
                    break;
                }
                slides = next;
            }
            from |= slides;
        }
        from
    }

    /// The arrangements after one move of a goose.
    fn moves(&self, geese: u64) -> impl Iterator<Item = u64> {
        let grid = *self;
        let sides = [false, true].into_iter();
        sides.flat_map(move |right| {
            let mut left = geese;
            std::iter::from_fn(move || {
                while left != 0 {
                    let goose = left & left.wrapping_neg();
                    left &= left - 1;
                    let to = grid.shifted(goose, false, right) & !geese;
                    if to != 0 {
                        return Some(geese & !goose | to);
                    }
                }
                None
            })
        })
    }
}

/// From which squares arrangements of geese catch the fox.
///
/// The value of a position is `off` exactly if Right, moving second, survives it together with `on`, in which
/// Left can wait: G ≤ off means that Right survives G − off. So the positions that are not `off` are those from
/// which the geese catch the fox although they may wait, an attractor. For each arrangement of the geese
/// it is a set of squares, worked out from those of the arrangements one move of a goose further.
#[derive(Debug, Default)]
pub(super) struct Corral {
    caught: Mutex<FxHashMap<u64, Caught>>,
}

impl Corral {
    /// Do the geese, to move, catch the fox, even if they may wait? Nothing if there are too many arrangements.
    pub(super) fn catches(
        &self,
        grid: &Grid,
        fox_range: u32,
        geese: u64,
        fox: u64,
    ) -> Option<bool> {
        let mut caught = self.caught.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = caught.get(&geese) {
            return Some(known.geese_move & fox != 0);
        }
        let mut todo = vec![geese];
        while let Some(&at) = todo.last() {
            if caught.len() >= MANY {
                return None;
            }
            if caught.contains_key(&at) {
                todo.pop();
                continue;
            }
            let height = todo.len();
            let mut by_moving = 0;
            for next in grid.moves(at) {
                match caught.get(&next) {
                    Some(known) => by_moving |= known.fox_moves,
                    None => todo.push(next),
                }
            }
            if todo.len() > height {
                continue;
            }
            let known = settle(grid, fox_range, at, by_moving);
            caught.insert(at, known);
            todo.pop();
        }
        let known = caught.get(&geese)?;
        Some(known.geese_move & fox != 0)
    }
}

/// Where geese catch the fox, if they do so from given squares with a move of their own.
fn settle(grid: &Grid, fox_range: u32, geese: u64, by_moving: u64) -> Caught {
    let empty = grid.all & !geese;
    // The fox must be below the highest goose.
    let top = (63 - geese.leading_zeros().min(63)) / grid.stride;
    let below = empty & (1u64 << (top * grid.stride)).wrapping_sub(1);
    let mut caught = Caught {
        fox_moves: 0,
        geese_move: by_moving & below,
    };
    loop {
        let escapes = grid.before(empty & !caught.geese_move, empty, fox_range);
        caught.fox_moves = below & !escapes;
        let more = caught.geese_move | caught.fox_moves;
        if more == caught.geese_move {
            return caught;
        }
        caught.geese_move = more;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use sidle_core::{KnownValue, Player, Rules};

    use crate::grid::{FoxAndGeese, FoxPosition};

    /// The positions, with the player to move, in which the geese catch the fox although they may wait: found by going
    /// through all positions again and again.
    fn caught(game: &FoxAndGeese, all: &HashSet<FoxPosition>) -> HashMap<FoxPosition, bool> {
        let mut caught: HashSet<(FoxPosition, Player)> = HashSet::new();
        loop {
            let before = caught.len();
            for at in all {
                if game
                    .collect_options(at, Player::Right)
                    .into_iter()
                    .all(|to| caught.contains(&(to, Player::Left)))
                {
                    caught.insert((at.clone(), Player::Right));
                }
                if game
                    .collect_options(at, Player::Left)
                    .into_iter()
                    .chain([at.clone()])
                    .any(|to| caught.contains(&(to, Player::Right)))
                {
                    caught.insert((at.clone(), Player::Left));
                }
            }
            if caught.len() == before {
                let held = |at: &FoxPosition| caught.contains(&(at.clone(), Player::Left));
                return all.iter().map(|at| (at.clone(), held(at))).collect();
            }
        }
    }

    #[test]
    fn foxes_that_are_never_caught_are_off() {
        for (width, rows, geese, range) in [
            (1, 3, 1, 1),
            (2, 4, 1, 1),
            (3, 3, 2, 1),
            (4, 4, 2, 1),
            (4, 4, 2, 2),
            (5, 3, 2, 1),
            (5, 3, 3, 3),
            (6, 3, 3, 1),
            (6, 3, 3, 2),
            (7, 2, 3, 1),
        ] {
            let game = FoxAndGeese::new(width, range).expect("a fox that moves");
            let squares: Vec<_> = (1..=rows)
                .flat_map(|row| (1..=width).map(move |col| (row, col)))
                .filter(|&square| game.is_square(square))
                .collect();
            let mut all = HashSet::new();
            for set in 0u32..1 << squares.len() {
                if set.count_ones() != geese {
                    continue;
                }
                let chosen: Vec<_> = (0..squares.len())
                    .filter(|i| set >> i & 1 == 1)
                    .map(|i| squares[i])
                    .collect();
                let places = squares.iter().map(|&fox| game.position(&chosen, fox));
                all.extend(places.flatten());
            }
            let expected = caught(&game, &all);
            assert!(expected.values().any(|&caught| caught) || width < 3);
            for (at, caught) in expected {
                let off = game.shortcuts().known_value(&at) == Some(KnownValue::Off);
                assert_eq!(off, !caught, "{at:?} on {width} columns, range {range}");
            }
        }
    }
}
