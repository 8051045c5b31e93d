//! Families of boards by rows and columns.

use crate::{
    questions::prelude::*,
    rules::card::{Boards, Input},
    solve::catalogue,
};

/// The position that stands at row m and column n of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardFamily {
    /// The board of m rows and n columns, filled with letters that alternate like the squares of a chessboard: `.` is empty
    /// everywhere, `xo` a checkerboard.
    Filled(String),
    /// A text in which `c*m`, `c*n` and `c*3` stand for so many letters `c`: `t*m . . f*n`. Blanks are left out.
    Pattern(String),
    /// The pair `m,n`.
    Pair,
    /// m × n boxes without a line: rows of horizontal and of vertical lines in turn.
    Lines,
}

/// A word of a pattern repeats its letters at most so often.
const MOST: u32 = 10_000;

impl BoardFamily {
    /// The boards of a ruleset if nothing is said; `None` for rulesets without usual boards.
    #[must_use]
    pub fn usual(ruleset: &str) -> Option<BoardFamily> {
        let name = ruleset.split('(').next()?;
        let entry = catalogue::find(name.trim_end_matches(".ImpartialVariant"))?;
        let boards = match entry.card.input {
            Input::Pair => Some(Boards::Pair),
            _ => entry.game.table,
        };
        Some(match boards? {
            Boards::Filled(letters) => BoardFamily::Filled(letters.to_owned()),
            Boards::Pattern(pattern) => BoardFamily::Pattern(pattern.to_owned()),
            Boards::Pair => BoardFamily::Pair,
            Boards::Lines => BoardFamily::Lines,
        })
    }

    /// The board at row m and column n.
    ///
    /// # Errors
    /// For a pattern that cannot be read.
    pub fn board(&self, m: u32, n: u32) -> Result<String, Error> {
        match self {
            BoardFamily::Pair => Ok(format!("{m},{n}")),
            BoardFamily::Lines => {
                let rows = (0..=2 * m).map(|row| ".".repeat((n + row % 2) as usize));
                Ok(rows.collect::<Vec<_>>().join("|"))
            }
            BoardFamily::Filled(letters) => {
                let letters: Vec<char> = letters.chars().collect();
                let cell =
                    |row, column| letters.get((row + column) as usize % letters.len().max(1));
                let rows =
                    (0..m).map(|row| (0..n).filter_map(|column| cell(row, column)).collect());
                Ok(rows.collect::<Vec<String>>().join("|"))
            }
            BoardFamily::Pattern(pattern) => {
                let words = pattern.split_whitespace();
                words.map(|word| repeated(word, m, n)).collect()
            }
        }
    }
}

/// A word of a pattern: `t*m`, `f*n`, `.*2`, or letters as they are.
fn repeated(word: &str, m: u32, n: u32) -> Result<String, Error> {
    let Some((text, count)) = word.split_once('*') else {
        return Ok(word.to_owned());
    };
    let count = match count {
        "m" => Some(m),
        "n" => Some(n),
        number => number.parse().ok(),
    };
    match count {
        Some(count) if count <= MOST && !text.is_empty() => Ok(text.repeat(count as usize)),
        _ => {
            let message = format!("`{word}` in the pattern is not a number of letters");
            Err(Error::new(ErrorKind::Notation, message)
                .with_help("write it like `t*m`, `f*n` or `.*2`"))
        }
    }
}
