//! Fox and Geese.

use std::{borrow::Cow, fmt, ops::ControlFlow, sync::Arc};

use sidle_core::{Flow, KnownValue, KnownValues, Picture, Player, Rules, Shortcuts, Visit};

use crate::card::{BoardKind, Card, Choose, Fallback, Family, Input, Misfit, Parameter, ParameterKind, game};
use crate::argument::Argument;
use smallvec::SmallVec;

use super::corral::{Corral, Grid};
use crate::{notation::NotationError, ruleset::Ruleset};

/// A square, row first; rows and columns are counted from 1, row 1 at the bottom.
pub type Square = (u32, u32);

/// Fox and Geese (Winning Ways, chapter 20; Siegel 2000 for the values). Geese, which are Left's,
/// go down the dark squares of a board one diagonal step at a time; the fox, Right's, goes up to
/// `fox_range` diagonal steps in any one direction. Nobody jumps or captures. A fox that the geese
/// can no longer hold is free: it moves for ever, and the value is `off`. The game is loopy.
///
/// ```
/// use sidle_core::{Player, Rules};
/// use sidle_rules::grid::FoxAndGeese;
/// let game = FoxAndGeese::new(8, 1).unwrap();
/// let start = game.position(&[(8, 2), (8, 4), (8, 6), (8, 8)], (1, 5)).unwrap();
/// assert_eq!(game.collect_options(&start, Player::Left).len(), 7);
/// assert_eq!(game.collect_options(&start, Player::Right).len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct FoxAndGeese {
    width: u32,
    fox_range: u32,
    corral: Arc<Corral>,
}

impl PartialEq for FoxAndGeese {
    fn eq(&self, other: &FoxAndGeese) -> bool {
        (self.width, self.fox_range) == (other.width, other.fox_range)
    }
}

impl Eq for FoxAndGeese {}

/// A position of Fox and Geese.
#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FoxPosition {
    /// The fox has broken through.
    Free,
    /// The fox is still before the geese.
    Held {
        /// The squares of the geese, in order.
        geese: SmallVec<[Square; 4]>,
        /// The square of the fox.
        fox: Square,
    },
}

/// Squares are copied as bytes, which the list does not do by itself.
impl Clone for FoxPosition {
    #[inline]
    fn clone(&self) -> FoxPosition {
        match self {
            FoxPosition::Free => FoxPosition::Free,
            FoxPosition::Held { geese, fox } => FoxPosition::Held {
                geese: SmallVec::from_slice(geese),
                fox: *fox,
            },
        }
    }
}

const DIAGONALS: [(i64, i64); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

impl FoxAndGeese {
    /// A board of some width and a fox that goes up to `fox_range` steps; nothing if that is 0.
    pub fn new(width: u32, fox_range: u32) -> Option<FoxAndGeese> {
        (fox_range > 0 && width > 0).then(|| FoxAndGeese {
            width,
            fox_range,
            corral: Arc::default(),
        })
    }

    /// The width of the board.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Whether geese and fox may stand on a square.
    pub fn is_square(&self, (row, col): Square) -> bool {
        row >= 1 && (1..=self.width).contains(&col) && (row + col) % 2 == 0
    }

    /// The position with geese and fox on given squares; an error names the first bad square.
    ///
    /// # Errors
    /// For a square that is not dark or not on the board, or is taken twice.
    pub fn position(&self, geese: &[Square], fox: Square) -> Result<FoxPosition, Square> {
        let mut sorted: SmallVec<[Square; 4]> = geese.iter().copied().collect();
        sorted.sort_unstable();
        if let Some(&bad) = geese.iter().chain([&fox]).find(|&&s| !self.is_square(s)) {
            return Err(bad);
        }
        if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(twice[0]);
        }
        if sorted.contains(&fox) {
            return Err(fox);
        }
        Ok(self.judged(sorted, fox))
    }

    fn shifted(&self, (row, col): Square, (up, right): (i64, i64)) -> Option<Square> {
        let row = u32::try_from(i64::from(row) + up).ok()?;
        let col = u32::try_from(i64::from(col) + right).ok()?;
        (row >= 1 && (1..=self.width).contains(&col)).then_some((row, col))
    }

    /// The position, or [`FoxPosition::Free`] if the fox is level with the last goose, or about to
    /// be and not stopped.
    fn judged(&self, geese: SmallVec<[Square; 4]>, fox: Square) -> FoxPosition {
        let top = geese.last().map_or(0, |goose| goose.0);
        let free = fox.0 >= top
            || fox.0 + 1 == top
                && [(1, -1), (1, 1)]
                    .into_iter()
                    .filter_map(|step| self.shifted(fox, step))
                    .any(|ahead| !geese.contains(&ahead));
        match free {
            true => FoxPosition::Free,
            false => FoxPosition::Held { geese, fox },
        }
    }
}

impl Rules for FoxAndGeese {
    type Position = FoxPosition;

    fn options(&self, at: &FoxPosition, player: Player, visit: Visit<'_, FoxPosition>) -> Flow {
        let FoxPosition::Held { geese, fox } = at else {
            return match player {
                Player::Left => ControlFlow::Continue(()),
                Player::Right => visit(FoxPosition::Free),
            };
        };
        if player == Player::Left {
            for (i, &goose) in geese.iter().enumerate() {
                for step in [(-1, -1), (-1, 1)] {
                    if let Some(to) = self.shifted(goose, step)
                        && to != *fox
                        && !geese.contains(&to)
                    {
                        let mut next: SmallVec<[Square; 4]> = SmallVec::from_slice(geese);
                        next[i] = to;
                        next.sort_unstable();
                        visit(self.judged(next, *fox))?;
                    }
                }
            }
        } else {
            for step in DIAGONALS {
                let mut square = *fox;
                for _ in 0..self.fox_range {
                    match self.shifted(square, step) {
                        Some(to) if !geese.contains(&to) => {
                            visit(self.judged(SmallVec::from_slice(geese), to))?;
                            square = to;
                        }
                        _ => break,
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn shortcuts(&self) -> Shortcuts<'_, FoxPosition> {
        Shortcuts {
            known_value: Some(self),
            ..Shortcuts::NONE
        }
    }

    fn depth_hint(&self, at: &FoxPosition) -> u64 {
        match at {
            FoxPosition::Free => 0,
            FoxPosition::Held { geese, .. } => geese.iter().map(|goose| u64::from(goose.0)).sum(),
        }
    }

    fn name(&self) -> Cow<'static, str> {
        match (self.width, self.fox_range) {
            (8, 1) => "game.grid.FoxAndGeese".into(),
            (8, 2) => "game.grid.CeyloneseFoxAndGeese".into(),
            (width, range) => {
                format!("game.grid.GenFoxAndGeese(boardWidth => {width}, foxRange => {range})")
                    .into()
            }
        }
    }

    fn write(&self, at: &FoxPosition, f: &mut dyn fmt::Write) -> fmt::Result {
        let FoxPosition::Held { geese, fox } = at else {
            return f.write_str("free");
        };
        let height = geese.iter().map(|g| g.0).chain([fox.0]).max().unwrap_or(1);
        let mut text = String::new();
        for row in (1..=height).rev() {
            for col in 1..=self.width {
                text.push(match (row, col) {
                    square if square == *fox => 'o',
                    square if geese.contains(&square) => 'x',
                    _ => '.',
                });
            }
            if row > 1 {
                text.push('|');
            }
        }
        f.write_str(&text)
    }

    /// The squares of the geese and of the fox: `{(3,1),(3,3)}, (1,1)`.
    fn write_argument(&self, at: &FoxPosition, f: &mut dyn fmt::Write) -> fmt::Result {
        let FoxPosition::Held { geese, fox } = at else {
            return f.write_str("\"free\"");
        };
        let geese: Vec<String> = geese.iter().map(|(row, col)| format!("({row},{col})")).collect();
        write!(f, "{{{}}}, ({},{})", geese.join(","), fox.0, fox.1)
    }

    fn picture(&self, at: &FoxPosition) -> Option<Picture> {
        let mut rows = String::new();
        self.write(at, &mut rows).ok()?;
        (*at != FoxPosition::Free).then(|| Picture::Board {
            rows,
            letters: ".xo".into(),
        })
    }
}

impl KnownValues<FoxPosition> for FoxAndGeese {
    /// `off` where the geese cannot catch the fox, even if they may wait.
    fn known_value(&self, at: &FoxPosition) -> Option<KnownValue> {
        let FoxPosition::Held { geese, fox } = at else {
            return Some(KnownValue::Off);
        };
        let grid = Grid::new(self.width, geese.last()?.0)?;
        let set = geese.iter().fold(0, |set, &goose| set | grid.bit(goose));
        let caught = self
            .corral
            .catches(&grid, self.fox_range, set, grid.bit(*fox))?;
        (!caught).then_some(KnownValue::Off)
    }
}

impl FoxAndGeese {
    /// Reads squares: `{(3,1),(3,3)}, (1,1)`.
    fn parse_squares(&self, text: &str) -> Result<FoxPosition, NotationError> {
        let fault = || {
            NotationError::whole("squares of geese and a square of the fox are needed", text)
                .with_help("for example `{(3,1),(3,3)}, (1,1)`")
        };
        let (geese, fox) = text[1..].split_once('}').ok_or_else(fault)?;
        let squares = |text: &str| -> Option<Vec<Square>> {
            let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
            let text = text.trim_start_matches(',');
            if text.is_empty() {
                return Some(Vec::new());
            }
            let inner = text.strip_prefix('(')?.strip_suffix(')')?;
            let pairs = inner.split("),(").map(|pair| {
                let (row, col) = pair.split_once(',')?;
                Some((row.parse().ok()?, col.parse().ok()?))
            });
            pairs.collect()
        };
        let geese = squares(geese).ok_or_else(fault)?;
        let [fox] = squares(fox).ok_or_else(fault)?[..] else {
            return Err(fault());
        };
        self.position(&geese, fox).map_err(|(row, col)| {
            NotationError::whole(format!("({row},{col}) cannot be taken"), text).with_help(format!(
                "a square has a column from 1 to {}, a row from 1 on, an even sum of both, and room for one piece",
                self.width
            ))
        })
    }
}

impl Ruleset for FoxAndGeese {
    fn squares_of_row(&self, row: u32) -> Vec<bool> {
        (1..=self.width).map(|col| self.is_square((row, col))).collect()
    }

    /// Rows from the top of the board to row 1 at the bottom; `x` geese, `o` the fox. `free` is the
    /// position in which the fox has broken through.
    fn parse(&self, text: &str) -> Result<FoxPosition, NotationError> {
        if text.eq_ignore_ascii_case("free") {
            return Ok(FoxPosition::Free);
        }
        if text.starts_with('{') {
            return self.parse_squares(text);
        }
        let board = crate::packed::PackedBoard::<2>::parse(text, ".xo")?;
        if board.cols() != self.width as usize {
            return Err(NotationError::whole(
                format!(
                    "the board is {} squares wide, not {}",
                    self.width,
                    board.cols()
                ),
                text,
            ));
        }
        let stride = board.cols() + 1;
        let span = |cell: usize| {
            let at = cell / board.cols() * stride + cell % board.cols();
            at..at + 1
        };
        let square = |cell: usize| {
            let (row, col) = (cell / board.cols(), cell % board.cols());
            ((board.rows() - row) as u32, col as u32 + 1)
        };
        let foxes: Vec<usize> = board.find(2).collect();
        let fox = match foxes[..] {
            [fox] => fox,
            [] => {
                return Err(
                    NotationError::whole("there is no fox", text).with_help("write one `o`")
                );
            }
            [_, second, ..] => {
                let (row, col) = (second / board.cols() + 1, second % board.cols() + 1);
                return Err(NotationError::new(
                    format!("a second fox at row {row}, column {col}"),
                    span(second),
                ));
            }
        };
        let mut pieces = board.find(1).chain([fox]);
        if let Some(bad) = pieces.find(|&cell| !self.is_square(square(cell))) {
            let (row, col) = (bad / board.cols() + 1, bad % board.cols() + 1);
            return Err(NotationError::new(
                format!("the square at row {row}, column {col} is not dark"),
                span(bad),
            )
            .with_help(
                "row and column, both counted from 1 at the bottom left, have an even sum",
            ));
        }
        let geese: Vec<Square> = board.find(1).map(square).collect();
        self.position(&geese, square(fox))
            .map_err(|bad| NotationError::whole(format!("the square {bad:?} is not free"), text))
    }
}

impl Family for FoxAndGeese {
    const CARD: &'static Card = &Card {
        declares_positions: true,
        about: "The family of Fox and Geese.",
        parameters: &[Parameter { name: "boardWidth", default: Some(Fallback::Integer(8)), kind: ParameterKind::Integer(1, 6) }, Parameter { name: "foxRange", default: Some(Fallback::Integer(1)), kind: ParameterKind::Integer(1, 3) }],
        example: "game.grid.GenFoxAndGeese(boardWidth => 6)({(3,1),(3,3),(3,5)}, (1,1)).GameValue",
        input: Input::Squares,
        games: &[
            game(
                "game.grid.FoxAndGeese",
                "Geese go down the dark squares, the fox in all directions and tries to break through.",
                ".x.x.x.x|........|........|o.......",
            ).asked("OutcomeClass"),
            game(
                "game.grid.CeyloneseFoxAndGeese",
                "Fox and Geese with a fox that goes up to two steps.",
                ".x.x.x.x|........|........|o.......",
            ).asked("OutcomeClass"),
        ],
        ..Card::new("game.grid.GenFoxAndGeese", BoardKind::Other, "rows of 8 dark and light squares: `x` geese, `o` the fox")
    };

    fn games() -> Vec<FoxAndGeese> {
        [1, 2].into_iter().filter_map(|range| FoxAndGeese::new(8, range)).collect()
    }

    fn member(arguments: &[Argument]) -> Result<FoxAndGeese, Misfit> {
        let [width, range] = arguments else {
            return Err("two arguments are needed".into());
        };
        FoxAndGeese::new(width.integer()?, range.integer()?).ok_or_else(|| {
            "the board is at least 1 wide, and the fox goes at least 1 step".into()
        })
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        let rows = 1 + choose(size.clamp(1, 4));
        let squares: Vec<Square> = (1..=rows as u32)
            .flat_map(|row| (1..=self.width).map(move |col| (row, col)))
            .filter(|&square| self.is_square(square))
            .collect();
        let mut free = squares;
        let fox = free.swap_remove(choose(free.len()));
        let count = choose(free.len().min(size).min(4) + 1);
        let geese: Vec<Square> = (0..count)
            .map(|_| free.swap_remove(choose(free.len())))
            .collect();
        match self.position(&geese, fox) {
            Ok(position) => {
                let mut text = String::new();
                let _ = self.write(&position, &mut text);
                text
            }
            Err(_) => "free".to_owned(),
        }
    }
}
