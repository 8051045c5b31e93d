//! Boards of Go with regions shaded and their values written in.

use std::fmt::Write as _;

use sidle_core::Player;
use sidle_rules::go::{Board, BoardPoint, Colour};

use crate::markup::{hinted, shortened, width as measured};

/// A region of a board: its points, and what is written into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShadedRegion {
    /// The points, numbered row by row from the top.
    pub points: Vec<usize>,
    /// The value, or another word.
    pub label: String,
}

const CELL: f64 = 30.0;
const MARGIN: f64 = 44.0;
/// Longer labels are cut; bold letters are wider.
const LABEL_ROOM: f64 = 200.0;
const LABEL_SIZE: f64 = 12.0 * 1.1;
const SHADES: [&str; 6] = [
    "#7fb3d5", "#f5b7b1", "#a9dfbf", "#d7bde2", "#f9e79f", "#f5cba7",
];

/// The letter of a column.
fn column(column: usize) -> char {
    BoardPoint { column, row: 0 }.letter().unwrap_or('?')
}

/// A board as an SVG document: stones, coordinates, each region in a shade of its own with its label, and the moves of a line of
/// play with their numbers. A later move on the same point is named below the board.
///
/// ```
/// use sidle_draw::{ShadedRegion, go_board_svg};
/// use sidle_rules::go::Sgf;
/// let record = Sgf::parse("(;SZ[5]AB[ba][bb][bc]AW[da][db][dc])").expect("a record");
/// let region = ShadedRegion { points: vec![2, 7], label: "{1|0}".into() };
/// let svg = go_board_svg(&record.board, &[region], &[]);
/// assert!(svg.starts_with("<svg") && svg.contains("{1|0}"));
/// ```
#[must_use]
pub fn go_board_svg(board: &Board, regions: &[ShadedRegion], moves: &[(Player, usize)]) -> String {
    let (width, height) = (board.width(), board.height());
    let place = |at: usize| {
        let (row, column) = (at / width.max(1), at % width.max(1));
        (MARGIN + CELL * column as f64, MARGIN + CELL * row as f64)
    };
    let (right, bottom) = (
        MARGIN + CELL * (width.max(1) - 1) as f64,
        MARGIN + CELL * (height.max(1) - 1) as f64,
    );
    let again = repeated(moves);
    let note = if again.is_empty() { 0.0 } else { 22.0 };
    let (across, down) = (right + MARGIN, bottom + MARGIN + note);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{across:.0}\" height=\"{down:.0}\" \
         viewBox=\"0 0 {across:.0} {down:.0}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#eed9a8\"/>\n"
    );
    for (region, shade) in regions.iter().zip(SHADES.iter().cycle()) {
        for &at in &region.points {
            let (x, y) = place(at);
            let _ = writeln!(
                svg,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{shade}\"/>",
                x - CELL / 2.0,
                y - CELL / 2.0
            );
        }
    }
    for c in 0..width {
        let x = MARGIN + CELL * c as f64;
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {MARGIN}V{bottom:.1}\" stroke=\"#5a4a2a\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 32.0,
            column(c)
        );
    }
    for r in 0..height {
        let y = MARGIN + CELL * r as f64;
        let _ = writeln!(
            svg,
            "<path d=\"M{MARGIN} {y:.1}H{right:.1}\" stroke=\"#5a4a2a\"/>\
             <text x=\"16\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            y + 4.0,
            height - r
        );
    }
    for at in 0..width * height {
        let fill = match board.at(at) {
            Colour::Empty => continue,
            Colour::Black => "#1a1a1a",
            Colour::White => "#fbfbfb",
        };
        let (x, y) = place(at);
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{fill}\" stroke=\"#1a1a1a\"/>",
            CELL * 0.46
        );
    }
    for (number, &(player, at)) in (1..).zip(moves) {
        let (x, y) = place(at);
        if !again.iter().any(|&(other, _)| other == number) {
            numbered(&mut svg, player, number, (x, y));
        }
    }
    for region in regions {
        label(&mut svg, region, across, &place);
    }
    if !again.is_empty() {
        let named = |&(number, first): &(usize, usize)| format!("{number} at {first}");
        let words: Vec<String> = again.iter().map(named).collect();
        let _ = writeln!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{:.1}\">{}</text>",
            down - 8.0,
            words.join(", ")
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// The moves on points where a move was played before, each with the number of that one.
fn repeated(moves: &[(Player, usize)]) -> Vec<(usize, usize)> {
    let first = |at: usize| moves.iter().position(|&(_, other)| other == at);
    let numbers = moves.iter().enumerate().filter_map(|(number, &(_, at))| {
        let first = first(at)?;
        (first < number).then_some((number + 1, first + 1))
    });
    numbers.collect()
}

/// A stone with the number of its move.
fn numbered(svg: &mut String, player: Player, number: usize, (x, y): (f64, f64)) {
    let (fill, ink) = match player {
        Player::Left => ("#1a1a1a", "#fbfbfb"),
        Player::Right => ("#fbfbfb", "#1a1a1a"),
    };
    let _ = writeln!(
        svg,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{fill}\" stroke=\"#1a1a1a\"/>\
         <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{number}</text>",
        CELL * 0.46,
        y + 4.0
    );
}

/// The label of a region at the point nearest to its middle, with a light edge so that it can be read on
/// stones.
fn label(
    svg: &mut String,
    region: &ShadedRegion,
    across: f64,
    place: &dyn Fn(usize) -> (f64, f64),
) {
    let count = region.points.len().max(1) as f64;
    let sum = region.points.iter().map(|&at| place(at));
    let (x, y) = sum.fold((0.0, 0.0), |(x, y), (a, b)| (x + a / count, y + b / count));
    let text = shortened(&region.label, LABEL_SIZE, LABEL_ROOM.min(across - 8.0));
    // Labels of regions at the edge move inwards instead of being cut off.
    let half = measured(&text, LABEL_SIZE) / 2.0 + 3.0;
    let x = x.min(across - half).max(half);
    if !region.points.is_empty() {
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-weight=\"bold\" fill=\"#7b1113\" \
             stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\">{}</text>",
            y + 4.0,
            hinted(&text, &region.label)
        );
    }
}

/// A board in letters: `X` black, `O` white, `.` empty; points of regions that are empty show the number of
/// their region from 1 (`*` from the tenth on).
#[must_use]
pub fn go_board_text(board: &Board, regions: &[ShadedRegion]) -> String {
    let (width, height) = (board.width(), board.height());
    let mut text = String::new();
    for r in 0..height {
        let _ = write!(text, "{:>2}", height - r);
        for c in 0..width {
            let at = r * width + c;
            let of = regions
                .iter()
                .position(|region| region.points.contains(&at));
            let letter = match (board.at(at), of) {
                (Colour::Black, _) => 'X',
                (Colour::White, _) => 'O',
                (Colour::Empty, None) => '.',
                (Colour::Empty, Some(number)) => {
                    char::from_digit(number as u32 + 1, 10).unwrap_or('*')
                }
            };
            let _ = write!(text, " {letter}");
        }
        text.push('\n');
    }
    text.push_str("  ");
    for c in 0..width {
        let _ = write!(text, " {}", column(c));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_have_numbers_and_later_ones_on_a_point_are_named() {
        let record = sidle_rules::go::Sgf::parse("(;SZ[3])").expect("a record");
        let moves = [(Player::Left, 4), (Player::Right, 1), (Player::Left, 4)];
        let svg = go_board_svg(&record.board, &[], &moves);
        assert!(svg.contains(">2</text>") && svg.contains("3 at 1"), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 2);
    }

    #[test]
    fn labels_at_the_edge_move_inwards() {
        let mut svg = String::new();
        let region = ShadedRegion {
            points: vec![0],
            label: "{4|3||2|1|||0|-1||||-2|-3}".repeat(2),
        };
        label(&mut svg, &region, 400.0, &|_| (44.0, 44.0));
        let x = svg.split('"').nth(1).and_then(|x| x.parse::<f64>().ok());
        assert!(x.is_some_and(|x| x > 80.0), "{svg}");
        assert!(svg.contains("<title>{4|3||"));
    }
}
