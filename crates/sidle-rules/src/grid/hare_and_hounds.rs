//! Hare and Hounds.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Flow, KnownValue, KnownValues, Picture, Player, Rules, Shortcuts, Visit};

use crate::card::{BoardKind, Card, Choose, Fallback, Family, Misfit, Opener, Parameter, ParameterKind, game};
use crate::argument::Argument;

use crate::{notation::NotationError, ruleset::Ruleset};

/// Hare and Hounds, also known as the French Military Game (Winning Ways, chapter 21). Three
/// hounds, Left's, chase a hare, Right's, over a board of three rows; in the first and the last
/// column only the middle point exists. Lines run along rows and columns, and diagonally through
/// the points of the middle row in every second column, the first one included. A hound never goes
/// back to the left, the hare goes anywhere. A hare that has passed all hounds, or is level with the last, is free: it
/// moves for ever, and the value is `off`. The game is loopy; the usual board has five columns.
///
/// A position is written by rows as on paper, with `#` at the four missing corners: `x` hounds, `o`
/// the hare. The usual start is `#x..#|x...o|#x..#`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HareAndHounds {
    columns: u8,
}

/// A position of Hare and Hounds: points are numbered column by column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HarePosition {
    /// The hare has passed the hounds.
    Free,
    /// The chase is on.
    Chased {
        /// The points of the hounds, one bit each.
        hounds: u128,
        /// The point of the hare.
        hare: u8,
    },
}

impl HareAndHounds {
    /// The letters of the board.
    const LETTERS: &'static str = ".xo#";

    /// A board with an odd number of columns, at least 3 and at most 41.
    pub fn new(columns: u8) -> Option<HareAndHounds> {
        (columns % 2 == 1 && (3..=41).contains(&columns)).then_some(HareAndHounds { columns })
    }

    fn exists(&self, row: i32, col: i32) -> bool {
        let last = i32::from(self.columns) - 1;
        (0..3).contains(&row)
            && (0..=last).contains(&col)
            && (row == 1 || (col != 0 && col != last))
    }

    /// The points next to a point, in order.
    fn neighbours(&self, point: u8) -> impl Iterator<Item = u8> + '_ {
        let (row, col) = (i32::from(point % 3), i32::from(point / 3));
        (-1..=1).flat_map(move |right| {
            (-1..=1).filter_map(move |down| {
                let (r, c) = (row + down, col + right);
                let straight = (down == 0) != (right == 0);
                let centre = |row: i32, col: i32| row == 1 && col % 2 == 0;
                let diagonal = down != 0 && right != 0 && (centre(row, col) || centre(r, c));
                ((straight || diagonal) && self.exists(r, c)).then_some((c * 3 + r) as u8)
            })
        })
    }

    fn judged(hounds: u128, hare: u8) -> HarePosition {
        let last = hounds.trailing_zeros() / 3;
        match hounds != 0 && u32::from(hare / 3) > last {
            true => HarePosition::Chased { hounds, hare },
            false => HarePosition::Free,
        }
    }
}

impl Rules for HareAndHounds {
    type Position = HarePosition;

    fn options(&self, at: &HarePosition, player: Player, visit: Visit<'_, HarePosition>) -> Flow {
        let HarePosition::Chased { hounds, hare } = *at else {
            return match player {
                Player::Left => ControlFlow::Continue(()),
                Player::Right => visit(HarePosition::Free),
            };
        };
        let free = |point: u8| hounds >> point & 1 == 0 && point != hare;
        match player {
            Player::Left => {
                for hound in (0..self.columns * 3).filter(|p| hounds >> p & 1 == 1) {
                    let ahead = self.neighbours(hound).filter(|to| to / 3 >= hound / 3);
                    for to in ahead.filter(|&to| free(to)) {
                        visit(HareAndHounds::judged(
                            hounds & !(1 << hound) | 1 << to,
                            hare,
                        ))?;
                    }
                }
            }
            Player::Right => {
                for to in self.neighbours(hare).filter(|&to| free(to)) {
                    visit(HareAndHounds::judged(hounds, to))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn shortcuts(&self) -> Shortcuts<'_, HarePosition> {
        Shortcuts {
            known_value: Some(self),
            ..Shortcuts::NONE
        }
    }

    fn depth_hint(&self, at: &HarePosition) -> u64 {
        match *at {
            HarePosition::Free => 0,
            HarePosition::Chased { hounds, .. } => (0..u64::from(self.columns) * 3)
                .filter(|p| hounds >> p & 1 == 1)
                .map(|p| u64::from(self.columns) - p / 3)
                .sum(),
        }
    }

    fn letters(&self) -> Option<&'static str> {
        Some(HareAndHounds::LETTERS)
    }

    fn picture(&self, at: &HarePosition) -> Option<Picture> {
        let mut rows = String::new();
        self.write(at, &mut rows).ok()?;
        (*at != HarePosition::Free).then(|| Picture::Board {
            rows,
            letters: HareAndHounds::LETTERS.into(),
        })
    }

    fn name(&self) -> Cow<'static, str> {
        match self.columns {
            5 => "game.grid.HareAndHounds".into(),
            n => format!("game.grid.GenHareAndHounds({n})").into(),
        }
    }

    fn write(&self, at: &HarePosition, f: &mut dyn fmt::Write) -> fmt::Result {
        let HarePosition::Chased { hounds, hare } = *at else {
            return f.write_str("free");
        };
        let mut text = String::new();
        for row in 0..3 {
            for col in 0..i32::from(self.columns) {
                let point = (col * 3 + row) as u8;
                text.push(match () {
                    () if !self.exists(row, col) => '#',
                    () if point == hare => 'o',
                    () if hounds >> point & 1 == 1 => 'x',
                    () => '.',
                });
            }
            if row < 2 {
                text.push('|');
            }
        }
        f.write_str(&text)
    }
}

impl KnownValues<HarePosition> for HareAndHounds {
    fn known_value(&self, at: &HarePosition) -> Option<KnownValue> {
        (*at == HarePosition::Free).then_some(KnownValue::Off)
    }
}

impl Ruleset for HareAndHounds {
    fn parse(&self, text: &str) -> Result<HarePosition, NotationError> {
        if text.eq_ignore_ascii_case("free") {
            return Ok(HarePosition::Free);
        }
        let board = crate::packed::PackedBoard::<2>::parse(text, HareAndHounds::LETTERS)?;
        let columns = usize::from(self.columns);
        if (board.rows(), board.cols()) != (3, columns) {
            let message = format!("the board has 3 rows of {columns} points");
            return Err(
                NotationError::whole(message, text).with_help("for example `#x..#|x...o|#x..#`")
            );
        }
        let (mut hounds, mut hare) = (0u128, None);
        for cell in 0..board.cells() {
            let (row, col) = (cell / columns, cell % columns);
            let place = format!("row {}, column {}", row + 1, col + 1);
            let at = row * (columns + 1) + col;
            let exists = self.exists(row as i32, col as i32);
            let fault = match board.at(cell) {
                3 if exists => "there is a point",
                1 | 2 if !exists => "there is no point",
                2 if hare.is_some() => "a second hare",
                _ => "",
            };
            if !fault.is_empty() {
                return Err(NotationError::new(
                    format!("{fault} at {place}"),
                    at..at + 1,
                ));
            }
            let point = (col * 3 + row) as u8;
            match board.at(cell) {
                1 => hounds |= 1 << point,
                2 => hare = Some(point),
                _ => {}
            }
        }
        let Some(hare) = hare else {
            return Err(NotationError::whole("there is no hare", text).with_help("write one `o`"));
        };
        Ok(HareAndHounds::judged(hounds, hare))
    }
}

impl Family for HareAndHounds {
    const CARD: &'static Card = &Card {
        about: "Hare and Hounds on boards of any odd number of columns.",
        parameters: &[Parameter { name: "columns", default: Some(Fallback::Integer(5)), kind: ParameterKind::Integer(3, 7) }],
        example: "game.grid.GenHareAndHounds(7)(\"#x....#|x.....o|#x....#\").OutcomeClass",
        games: &[
            game(
                "game.grid.HareAndHounds",
                "Three hounds chase a hare, never going back.",
                "#x..#|x...o|#x..#",
            ).asked("OutcomeClass"),
        ],
        ..Card::new("game.grid.GenHareAndHounds", BoardKind::Grid, "three rows with `#` at the corners: `x` hounds, `o` the hare")
    };

    fn games() -> Vec<HareAndHounds> {
        HareAndHounds::new(5).into_iter().collect()
    }

    fn member(arguments: &[Argument]) -> Result<HareAndHounds, Misfit> {
        let [columns] = arguments else {
            return Err("one argument is needed".into());
        };
        let columns = columns.integer().ok().and_then(HareAndHounds::new);
        columns.ok_or_else(|| "the number of columns is odd, from 3 to 41".into())
    }

    fn open<O: Opener>(self, opener: &O) -> O::Opened {
        opener.small(self)
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        let rows = (0..3).map(|row| -> String {
            (0..i32::from(self.columns))
                .map(|col| if self.exists(row, col) { '.' } else { '#' })
                .collect()
        });
        let mut board: Vec<char> = rows.collect::<Vec<_>>().join("|").chars().collect();
        let mut free: Vec<usize> = (0..board.len()).filter(|&i| board[i] == '.').collect();
        board[free.swap_remove(choose(free.len()))] = 'o';
        for _ in 0..choose(size.min(4) + 1) {
            board[free.swap_remove(choose(free.len()))] = 'x';
        }
        board.into_iter().collect()
    }
}
