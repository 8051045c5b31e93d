//! NoGo.

use std::ops::ControlFlow;

use sidle_core::{Flow, Player, Visit};

use crate::card::{Boards, BoardKind, Card, Choose, Family, game};
use crate::sample;

use super::own;
use crate::{
    packed::{EIGHT_WAY, Lattice, ORTHOGONAL, PackedBoard},
    ruleset::least,
};

/// NoGo, also known as Anti-Atari Go (Neil McKay; Chou, Teytaud and Yen 2011). A player puts a
/// stone of their own on an empty cell; afterwards every chain of stones, of either colour, must
/// have an empty cell next to it. Nothing is ever captured.
///
/// Cells: `.` empty, `x` Left's stone, `o` Right's, `#` off the board.
///
/// ```
/// use sidle_core::{Player, Rules};
/// use sidle_rules::{packed::PackedBoard, grid::NoGo};
/// let start = PackedBoard::parse("..", NoGo::LETTERS).unwrap();
/// assert_eq!(NoGo.collect_options(&start, Player::Left).len(), 2);
/// let next = PackedBoard::parse("x.", NoGo::LETTERS).unwrap();
/// assert!(NoGo.collect_options(&next, Player::Right).is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct NoGo;

const EMPTY: u8 = 0;
const BLOCKED: u8 = 3;

impl NoGo {
    /// Whether every chain of some stones on a small board has a liberty.
    fn breathe(lattice: Lattice, stones: u64, empty: u64) -> bool {
        let mut rest = stones;
        while rest != 0 {
            let chain = lattice.chain(rest & rest.wrapping_neg(), rest);
            if lattice.around(chain) & empty == 0 {
                return false;
            }
            rest &= !chain;
        }
        true
    }

    /// The moves on a small board: only the chains next to a new stone can lose their last liberty.
    fn small_options(
        at: &PackedBoard<2>,
        player: Player,
        visit: Visit<'_, PackedBoard<2>>,
    ) -> Flow {
        let lattice = at.lattice();
        let mine = own(player);
        let empty = at.set_of(|value| value == EMPTY);
        let stones = [mine, own(-player)].map(|colour| at.set_of(|value| value == colour));
        if !stones
            .into_iter()
            .all(|set| NoGo::breathe(lattice, set, empty))
        {
            return ControlFlow::Continue(());
        }
        let mut rest = empty;
        while rest != 0 {
            let stone = rest & rest.wrapping_neg();
            rest &= !stone;
            let left = empty & !stone;
            let near = lattice.around(stone);
            let joined = lattice.chain(stone, stones[0] | stone);
            let enemies = lattice.chain(near & stones[1], stones[1]);
            if lattice.around(joined) & left != 0 && NoGo::breathe(lattice, enemies, left) {
                visit(at.with(&[(stone.trailing_zeros() as usize, mine)]))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether every chain has a liberty.
    fn all_breathe(board: &PackedBoard<2>) -> bool {
        let mut seen = vec![false; board.cells()];
        let mut stack = Vec::new();
        for start in 0..board.cells() {
            let colour = board.at(start);
            if seen[start] || !(colour == 1 || colour == 2) {
                continue;
            }
            let mut breathes = false;
            seen[start] = true;
            stack.push(start);
            while let Some(cell) = stack.pop() {
                for direction in ORTHOGONAL {
                    let Some(next) = board.step(cell, direction) else {
                        continue;
                    };
                    if board.at(next) == EMPTY {
                        breathes = true;
                    } else if board.at(next) == colour && !seen[next] {
                        seen[next] = true;
                        stack.push(next);
                    }
                }
            }
            if !breathes {
                return false;
            }
        }
        true
    }
}

impl NoGo {
    /// The parts of a board that have nothing to do with each other. A chain only asks for empty cells next to it,
    /// so stones of different colours that touch are walls to each other; what is not joined by empty cells and
    /// by stones of one colour is independent. On a line, stones of one colour side by side are a chain whose
    /// length does not matter, and one of them is enough.
    fn independent(at: &PackedBoard<2>) -> Option<Vec<PackedBoard<2>>> {
        let small = at.cells() <= 64;
        // A chain that cannot breathe forbids every move, on all of the board.
        let breathes = match small {
            true => {
                let (lattice, empty) = (at.lattice(), at.set_of(|value| value == EMPTY));
                [1, 2]
                    .into_iter()
                    .all(|colour| NoGo::breathe(lattice, at.set_of(|value| value == colour), empty))
            }
            false => NoGo::all_breathe(at),
        };
        if !breathes {
            return None;
        }
        let joined = |a: u8, b: u8| a == b || a == EMPTY || b == EMPTY;
        if at.rows() == 1 || at.cols() == 1 {
            return Some(NoGo::lines(at));
        }
        let split = at.contains(1) && at.contains(2) || at.contains(BLOCKED);
        split.then(|| at.regions_joined(BLOCKED, joined))
    }

    /// The independent parts of a line, each as one row.
    fn lines(at: &PackedBoard<2>) -> Vec<PackedBoard<2>> {
        let mut lines = Vec::new();
        let mut line: Vec<u8> = Vec::new();
        for cell in 0..=at.cells() {
            let value = if cell < at.cells() {
                at.at(cell)
            } else {
                BLOCKED
            };
            let before = line.last().copied();
            let stone = |value: u8| value == 1 || value == 2;
            match before {
                Some(last) if stone(value) && last == value => continue,
                Some(last) if value == BLOCKED || stone(value) && stone(last) => {
                    lines.push(PackedBoard::from_cells(1, line.len(), &line));
                    line.clear();
                }
                _ => {}
            }
            if value != BLOCKED {
                line.push(value);
            }
        }
        lines
    }

    fn moves(&self, at: &PackedBoard<2>, player: Player, visit: Visit<'_, PackedBoard<2>>) -> Flow {
        if at.cells() <= 64 {
            return NoGo::small_options(at, player, visit);
        }
        for cell in at.find(EMPTY) {
            let next = at.with(&[(cell, own(player))]);
            if NoGo::all_breathe(&next) {
                visit(next)?;
            }
        }
        ControlFlow::Continue(())
    }
}

board_game! {
    NoGo,
    name: |_| "game.grid.NoGo",
    letters: ".xo#",
    read: parse,
    normal: |game, at| least(game, at, &EIGHT_WAY),
    parts: NoGo::independent,
    negative: |at| at.swap_colours(),
}

impl Family for NoGo {
    const CARD: &'static Card = &Card {
        games: &[
            game(
                "game.grid.NoGo",
                "A player puts down a stone; every chain must keep an empty cell next to it.",
                "...|...",
            ).tabled(Boards::Filled(".")),
        ],
        ..Card::new("game.grid.NoGo", BoardKind::Grid, "rows: `x` Left's, `o` Right's, `.` empty, `#` blocked")
    };

    fn games() -> Vec<NoGo> {
        vec![NoGo]
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::grid(NoGo::LETTERS, size, choose)
    }
}

#[cfg(test)]
mod tests {
    use sidle_core::Rules;

    use super::*;
    use crate::packed::random_board;

    /// A board as it falls apart has the moves of the board itself, and so have all the boards below it.
    #[test]
    fn parts_have_the_moves_of_the_whole() {
        use std::collections::HashMap;

        /// Who wins moving first, by plain play on a list of boards.
        fn wins(
            boards: Vec<PackedBoard<2>>,
            player: Player,
            split: bool,
            known: &mut HashMap<(Vec<PackedBoard<2>>, Player), bool>,
        ) -> bool {
            let mut boards: Vec<_> = match split {
                true => boards
                    .into_iter()
                    .flat_map(|board| NoGo::independent(&board).unwrap_or(vec![board]))
                    .collect(),
                false => boards,
            };
            boards.sort();
            if let Some(&known) = known.get(&(boards.clone(), player)) {
                return known;
            }
            let answer = (0..boards.len()).any(|i| {
                NoGo.collect_options(&boards[i], player)
                    .into_iter()
                    .any(|next| {
                        let mut after = boards.clone();
                        after[i] = next;
                        !wins(after, -player, split, known)
                    })
            });
            known.insert((boards, player), answer);
            answer
        }

        let mut random = fastrand::Rng::with_seed(3);
        let (mut plain, mut split) = (HashMap::new(), HashMap::new());
        for round in 0..400 {
            let (rows, cols) = match round % 2 {
                0 => (1, random.usize(1..=8)),
                _ => (random.usize(2..4), random.usize(2..4)),
            };
            let board = random_board(&mut random, [rows, cols], &[0, 0, 0, 1, 2, 1, 2, 3]);
            // Beside another board, so that more than who wins is compared.
            let other = PackedBoard::<2>::from_cells(1, 3, &[0, random.u8(..3), 0]);
            for player in Player::BOTH {
                let boards = vec![board.clone(), other.clone()];
                assert_eq!(
                    wins(boards.clone(), player, true, &mut split),
                    wins(boards, player, false, &mut plain),
                    "{board:?}"
                );
            }
        }
    }

    #[test]
    fn small_boards_follow_the_plain_rule() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..2000 {
            let (rows, cols) = (random.usize(1..=4), random.usize(1..=5));
            let board = random_board(&mut random, [rows, cols], &[0, 0, 0, 1, 2, 1, 2, 3]);
            for player in Player::BOTH {
                let plain: Vec<_> = board
                    .find(EMPTY)
                    .map(|cell| board.with(&[(cell, own(player))]))
                    .filter(NoGo::all_breathe)
                    .collect();
                assert_eq!(NoGo.collect_options(&board, player), plain, "{board:?}");
            }
        }
    }
}
