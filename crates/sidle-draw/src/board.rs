//! Boards and strips of letters: stones, walls, dominoes and coins, in the terminal and as SVG.

use std::fmt::Write;

use crate::markup::{escaped, width as measured};

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Nothing.
    Empty,
    /// The cell is not part of the board any more.
    Blocked,
    /// A piece of Left's; a small one moves in fewer ways.
    Left {
        /// Is it a small one?
        small: bool,
    },
    /// A piece of Right's; a small one moves in fewer ways.
    Right {
        /// Is it a small one?
        small: bool,
    },
    /// A piece that either player may use.
    Either,
    /// A coin, heads up or not.
    Coin {
        /// Is it heads?
        heads: bool,
    },
    /// A heap of this size.
    Heap(u64),
    /// Any other letter.
    Letter(char),
}

/// A board as it is drawn.
///
/// ```
/// use sidle_draw::BoardPicture;
/// let board = BoardPicture::new("xo|.#", ".xo#");
/// assert_eq!(board.text(), "  1 2\n1 ● ○\n2 · ▒");
/// assert!(board.svg().starts_with("<svg"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardPicture {
    rows: Vec<Vec<Piece>>,
}

const SIDE: f64 = 40.0;
const MARGIN: f64 = 26.0;
const LINE: &str = "#8c959b";
const LEFT: &str = "#1f5fbf";
const RIGHT: &str = "#c62f2f";
const EITHER: &str = "#2e8b57";

impl BoardPicture {
    /// The board that a text with rows separated by `|` describes; `letters` are those of the game.
    #[must_use]
    pub fn new(text: &str, letters: &str) -> BoardPicture {
        let coins = letters.starts_with("th");
        let single = letters.contains('x') && !letters.contains('o');
        let piece = |c: char| match c {
            't' | 'T' if coins => Piece::Coin { heads: false },
            'h' | 'H' if coins => Piece::Coin { heads: true },
            'x' | 'X' if single => Piece::Either,
            '.' => Piece::Empty,
            '#' => Piece::Blocked,
            'x' | 'X' | 't' | 'T' | 'L' => Piece::Left { small: false },
            'l' => Piece::Left {
                small: letters.contains('L'),
            },
            'o' | 'O' | 'f' | 'F' | 'R' => Piece::Right { small: false },
            'r' => Piece::Right {
                small: letters.contains('R'),
            },
            'e' | 'E' => Piece::Either,
            other => Piece::Letter(other),
        };
        BoardPicture {
            rows: text
                .split('|')
                .map(|row| row.chars().map(piece).collect())
                .collect(),
        }
    }

    /// Heaps in a row, each in a cell of its own.
    #[must_use]
    pub fn row_of_heaps(heaps: impl IntoIterator<Item = u64>) -> BoardPicture {
        BoardPicture {
            rows: vec![heaps.into_iter().map(Piece::Heap).collect()],
        }
    }

    /// How many characters the widest cell has in a terminal.
    fn cell_width(&self) -> usize {
        let digits = |piece: &Piece| match piece {
            Piece::Heap(size) => size.to_string().len(),
            _ => 1,
        };
        let widest = self.rows.iter().flatten().map(digits).max();
        widest.unwrap_or(1).max(self.columns().to_string().len())
    }

    fn columns(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or_default()
    }

    /// The board for a terminal, with numbered rows and columns.
    #[must_use]
    pub fn text(&self) -> String {
        let margin = self.rows.len().to_string().len();
        let width = self.cell_width();
        let mut head = " ".repeat(margin);
        for column in 1..=self.columns() {
            let _ = write!(head, " {column:>width$}");
        }
        let mut lines = vec![head];
        for (r, row) in self.rows.iter().enumerate() {
            let mut line = format!("{:>margin$}", r + 1);
            for piece in row {
                let letter = match piece {
                    Piece::Empty => '·',
                    Piece::Blocked => '▒',
                    Piece::Left { small: false } => '●',
                    Piece::Left { small: true } => '•',
                    Piece::Right { small: false } => '○',
                    Piece::Right { small: true } => '◦',
                    Piece::Either => '◆',
                    Piece::Coin { heads: true } => 'H',
                    Piece::Coin { heads: false } => 'T',
                    Piece::Heap(size) => {
                        let _ = write!(line, " {size:>width$}");
                        continue;
                    }
                    Piece::Letter(letter) => *letter,
                };
                let _ = write!(line, " {letter:>width$}");
            }
            lines.push(line);
        }
        lines.join("\n")
    }

    /// The board as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let size = |count: usize| count as f64 * SIDE + MARGIN + 8.0;
        let (width, height) = (size(self.columns()), size(self.rows.len()));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
        );
        for column in 0..self.columns() {
            let x = MARGIN + (column as f64 + 0.5) * SIDE;
            label(&mut svg, x, MARGIN - 8.0, column + 1);
        }
        for (r, row) in self.rows.iter().enumerate() {
            let y = MARGIN + r as f64 * SIDE;
            label(&mut svg, MARGIN / 2.0, y + SIDE / 2.0 + 4.0, r + 1);
            for (c, piece) in row.iter().enumerate() {
                cell(&mut svg, MARGIN + c as f64 * SIDE, y, *piece);
            }
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn label(svg: &mut String, x: f64, y: f64, number: usize) {
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"12\" text-anchor=\"middle\" fill=\"{LINE}\">{number}</text>"
    );
}

fn cell(svg: &mut String, x: f64, y: f64, piece: Piece) {
    let fill = match piece {
        Piece::Blocked => "#4a5257",
        _ => "#f4f1e6",
    };
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\" stroke=\"{LINE}\"/>"
    );
    let (cx, cy) = (x + SIDE / 2.0, y + SIDE / 2.0);
    let mut disc = |fill: &str, small: bool| {
        let radius = SIDE * if small { 0.22 } else { 0.36 };
        let _ = writeln!(
            svg,
            "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#1d2326\"/>"
        );
    };
    let letter = match piece {
        Piece::Empty | Piece::Blocked => return,
        Piece::Left { small } => return disc(LEFT, small),
        Piece::Right { small } => return disc(RIGHT, small),
        Piece::Either => return disc(EITHER, false),
        Piece::Coin { heads } => {
            disc(if heads { "#e3b341" } else { "#c9ced1" }, false);
            (if heads { "H" } else { "T" }).to_owned()
        }
        Piece::Heap(size) => size.to_string(),
        Piece::Letter(letter) => letter.to_string(),
    };
    // Large heaps are written small enough for their cells.
    let size = (16.0 * (SIDE - 4.0) / measured(&letter, 16.0)).clamp(4.0, 16.0);
    let _ = writeln!(
        svg,
        "<text x=\"{cx}\" y=\"{}\" font-size=\"{size:.0}\" text-anchor=\"middle\" fill=\"#1d2326\">{}</text>",
        cy + 6.0,
        escaped(&letter)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_mean_what_the_game_says() {
        let toads = BoardPicture::new("t.f", ".tf").text();
        assert_eq!(toads, "  1 2 3\n1 ● · ○");
        let coins = BoardPicture::new("th", "th").text();
        assert_eq!(coins, "  1 2\n1 T H");
        let skiers = BoardPicture::new("Ll|Rr", ".LRlr").text();
        assert_eq!(skiers, "  1 2\n1 ● •\n2 ○ ◦");
        let fission = BoardPicture::new("x#", ".x#").text();
        assert_eq!(fission, "  1 2\n1 ◆ ▒");
    }

    #[test]
    fn wide_boards_stay_aligned() {
        let text = BoardPicture::new("xoxoxoxoxox", ".xo").text();
        let lengths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
        assert_eq!(lengths[0], lengths[1]);
        let hostile = BoardPicture::new("<&", ".").svg();
        assert!(hostile.contains("&lt;") && hostile.contains("&amp;"));
    }

    #[test]
    fn heaps_have_room_in_their_cells() {
        let row = BoardPicture::row_of_heaps([3, 4_000_000_000]);
        assert_eq!(
            row.text(),
            "           1          2\n1          3 4000000000"
        );
        let svg = row.svg();
        assert!(svg.contains("font-size=\"16\" text-anchor=\"middle\" fill=\"#1d2326\">3<"));
        assert!(measured("4000000000", 6.0) < SIDE && svg.contains("font-size=\"6\""));
    }
}
