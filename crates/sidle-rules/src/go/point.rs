//! Points of boards by their names.

use std::{fmt, str::FromStr};

/// A point of a board, such as `c3`: columns are lettered from a, without i; rows are numbered from 1 at the bottom.
///
/// ```
/// use sidle_rules::go::BoardPoint;
/// let point: BoardPoint = "j10".parse().expect("a point");
/// assert_eq!((point.column, point.row), (8, 9));
/// assert_eq!(point.to_string(), "j10");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardPoint {
    /// The column, from 0 at the left.
    pub column: usize,
    /// The row, from 0 at the bottom.
    pub row: usize,
}

/// The letters of the columns: there is no `i`.
const COLUMNS: &str = "abcdefghjklmnopqrstuvwxyz";

impl BoardPoint {
    /// The lowest point on the left.
    pub const FIRST: BoardPoint = BoardPoint { column: 0, row: 0 };

    /// The point with this number; points are numbered row by row from the top.
    #[must_use]
    pub fn numbered(at: usize, width: usize, height: usize) -> BoardPoint {
        BoardPoint {
            column: at % width,
            row: height - 1 - at / width,
        }
    }

    /// The letter of the column; none from the 26th on.
    #[must_use]
    pub fn letter(self) -> Option<char> {
        COLUMNS.chars().nth(self.column)
    }
}

impl fmt::Display for BoardPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = self.row + 1;
        match self.letter() {
            Some(letter) => write!(f, "{letter}{row}"),
            None => write!(f, "column {} row {row}", self.column + 1),
        }
    }
}

impl FromStr for BoardPoint {
    type Err = String;

    fn from_str(name: &str) -> Result<BoardPoint, String> {
        let mut chars = name.chars();
        let letter = chars.next().map(|letter| letter.to_ascii_lowercase());
        let column = letter.and_then(|letter| COLUMNS.chars().position(|c| c == letter));
        let row = chars
            .as_str()
            .parse()
            .ok()
            .and_then(|row: usize| row.checked_sub(1));
        let point = column
            .zip(row)
            .map(|(column, row)| BoardPoint { column, row });
        point.ok_or_else(|| {
            format!("`{name}` is not a point; write a letter and a number, as in c3")
        })
    }
}
