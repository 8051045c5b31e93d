//! Boards of Dots and Boxes.

use std::fmt::Write;

/// The side of a box in SVG.
const SIDE: f64 = 48.0;
const MARGIN: f64 = 16.0;

/// A board of dots with the lines between them: rows of horizontal and of vertical lines in turn, the first and the
/// last horizontal; true for a line that is drawn.
///
/// ```
/// use sidle_draw::BoxesPicture;
/// let picture = BoxesPicture::new("x.|x..|..");
/// assert_eq!(picture.text(), "·───·   ·\n│\n·   ·   ·");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxesPicture {
    rows: Vec<Vec<bool>>,
}

impl BoxesPicture {
    /// The board of a text: rows apart by `|`, `x` a line that is drawn.
    #[must_use]
    pub fn new(text: &str) -> BoxesPicture {
        let row = |row: &str| row.chars().map(|letter| letter == 'x').collect();
        BoxesPicture {
            rows: text.split('|').map(row).collect(),
        }
    }

    /// A box is taken when its four lines are drawn.
    fn is_taken(&self, row: usize, col: usize) -> bool {
        let line = |row: usize, col: usize| {
            let found = self.rows.get(row).and_then(|line| line.get(col));
            found.copied().unwrap_or(false)
        };
        line(2 * row, col)
            && line(2 * row + 2, col)
            && line(2 * row + 1, col)
            && line(2 * row + 1, col + 1)
    }

    /// For a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        for (i, row) in self.rows.iter().enumerate() {
            let mut line = String::new();
            if i % 2 == 0 {
                for &drawn in row {
                    line.push_str(if drawn { "·───" } else { "·   " });
                }
                line.push('·');
            } else {
                for (col, &drawn) in row.iter().enumerate() {
                    line.push(if drawn { '│' } else { ' ' });
                    line.push_str(match self.is_taken(i / 2, col) {
                        true => " ■ ",
                        false => "   ",
                    });
                }
            }
            lines.push(line.trim_end().to_owned());
        }
        lines.join("\n")
    }

    /// As SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let columns = self.rows.first().map_or(0, Vec::len);
        let height = self.rows.len() / 2;
        let size = |count: usize| count as f64 * SIDE + 2.0 * MARGIN;
        let (wide, high) = (size(columns), size(height));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" \
             height=\"{high}\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
        );
        let at = |place: usize| MARGIN + place as f64 * SIDE;
        for row in 0..height {
            for col in (0..columns).filter(|&col| self.is_taken(row, col)) {
                let _ = writeln!(
                    svg,
                    "<rect x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#e3dcc3\"/>",
                    at(col),
                    at(row)
                );
            }
        }
        for (i, row) in self.rows.iter().enumerate() {
            for (col, &drawn) in row.iter().enumerate() {
                let (x, y) = (at(col), at(i / 2));
                let (to_x, to_y) = match i % 2 {
                    0 => (x + SIDE, y),
                    _ => (x, y + SIDE),
                };
                let stroke = match drawn {
                    true => "stroke=\"#22333b\" stroke-width=\"3\"",
                    false => "stroke=\"#c9c4b5\" stroke-width=\"1\" stroke-dasharray=\"3 5\"",
                };
                let _ = writeln!(
                    svg,
                    "<line x1=\"{x}\" y1=\"{y}\" x2=\"{to_x}\" y2=\"{to_y}\" {stroke}/>"
                );
            }
        }
        for row in 0..=height {
            for col in 0..=columns {
                let _ = writeln!(
                    svg,
                    "<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"#22333b\"/>",
                    at(col),
                    at(row)
                );
            }
        }
        svg.push_str("</svg>\n");
        svg
    }
}
