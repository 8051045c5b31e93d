//! Hitori boards.

use std::fmt::Write;

use sidle_logic::hitori::{Board, Cell};

use super::{head, hinted, shortened, width};

const SIDE: f64 = 36.0;
const MARGIN: f64 = 8.0;

/// The board with the painted cells dark.
///
/// ```
/// use sidle_logic::hitori::Board;
/// let board = Board::parse("11\n12\n")?;
/// let svg = sidle_draw::puzzle::hitori_picture(&board, &[(0, 0)]);
/// assert!(svg.starts_with("<svg"));
/// # Ok::<(), sidle_logic::Error>(())
/// ```
#[must_use]
pub fn hitori_picture(board: &Board, painted: &[Cell]) -> String {
    let size = |count: usize| count as f64 * SIDE + 2.0 * MARGIN;
    let mut svg = head(size(board.width()), size(board.height()));
    for r in 0..board.height() {
        for c in 0..board.width() {
            let dark = painted.contains(&(r, c));
            let (fill, ink) = if dark {
                ("#2f3437", "#8c959b")
            } else {
                ("#ffffff", "#1d2326")
            };
            let (x, y) = (MARGIN + c as f64 * SIDE, MARGIN + r as f64 * SIDE);
            let label = board.label((r, c));
            // Smaller letters than the least cannot be read: longer labels are cut.
            let room = SIDE - 4.0;
            let font = (room / width(label, 1.0).max(0.1)).clamp(8.0, SIDE * 0.5);
            let shown = shortened(label, font, room);
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\" stroke=\"#8c959b\"/>\
                 <text x=\"{}\" y=\"{}\" font-size=\"{font:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
                x + SIDE / 2.0,
                y + SIDE / 2.0 + font * 0.35,
                hinted(&shown, label)
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_labels_can_be_read() {
        let board = Board::parse("1 12345678901234\n2 1\n").expect("a board");
        let svg = hitori_picture(&board, &[]);
        assert!(svg.contains("<title>12345678901234</title>"), "{svg}");
        let sizes = svg.split("font-size=\"").skip(1);
        let sizes = sizes.filter_map(|rest| rest.split('"').next()?.parse::<f64>().ok());
        assert!(sizes.fold(f64::INFINITY, f64::min) >= 8.0);
    }
}
