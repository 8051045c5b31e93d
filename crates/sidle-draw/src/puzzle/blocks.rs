//! Sliding-block puzzles.

use std::fmt::Write;

use sidle_logic::{
    Error,
    blocks::{Cell, Frame, Puzzle, replay},
};

use super::{FRAME_SECONDS, escaped, head};

const SIDE: f64 = 44.0;
const MARGIN: f64 = 10.0;
const GAP: f64 = 2.0;
const COLOURS: [&str; 10] = [
    "#e8b04b", "#6fa8dc", "#93c47d", "#c27ba0", "#8e7cc3", "#76a5af", "#d5a6a6", "#b6b05f",
    "#a4a4c8", "#e69966",
];

/// The outline of a shape as a path: the sides of its cells that no other cell shares, drawn in by a small gap.
fn outline(shape: &[Cell]) -> String {
    let mut path = String::new();
    let has = |r: i64, c: i64| r >= 0 && c >= 0 && shape.contains(&(r as usize, c as usize));
    // Cells as squares with a gap, and bridges over the gap to neighbours of the same piece.
    for &(r, c) in shape {
        let (y, x) = (r as f64 * SIDE, c as f64 * SIDE);
        let inner = SIDE - 2.0 * GAP;
        let _ = write!(path, "M{} {}h{inner}v{inner}h-{inner}z", x + GAP, y + GAP);
        let (r, c) = (r as i64, c as i64);
        if has(r, c + 1) {
            let _ = write!(
                path,
                "M{} {}h{}v{inner}h-{}z",
                x + SIDE - GAP - 0.5,
                y + GAP,
                2.0 * GAP + 1.0,
                2.0 * GAP + 1.0
            );
        }
        if has(r + 1, c) {
            let _ = write!(
                path,
                "M{} {}h{inner}v{}h-{inner}z",
                x + GAP,
                y + SIDE - GAP - 0.5,
                2.0 * GAP + 1.0
            );
        }
        if has(r, c + 1) && has(r + 1, c) && has(r + 1, c + 1) {
            let (x, y) = (x + SIDE - GAP - 0.5, y + SIDE - GAP - 0.5);
            let wide = 2.0 * GAP + 1.0;
            let _ = write!(path, "M{x} {y}h{wide}v{wide}h-{wide}z");
        }
    }
    path
}

/// The start of a puzzle.
#[must_use]
pub fn blocks_picture(puzzle: &Puzzle) -> String {
    drawn(puzzle, &[Frame::start(puzzle)])
}

/// A solution as a film that starts again at its end.
pub fn blocks_film(puzzle: &Puzzle, moves: &[(char, String)]) -> Result<String, Error> {
    // One frame a cell: pieces then glide along their paths.
    let steps: Vec<(char, String)> = moves
        .iter()
        .flat_map(|(name, path)| path.chars().map(|letter| (*name, letter.to_string())))
        .collect();
    Ok(drawn(puzzle, &replay(puzzle, &steps)?))
}

fn drawn(puzzle: &Puzzle, frames: &[Frame]) -> String {
    let size = |count: usize| count as f64 * SIDE + 2.0 * MARGIN;
    let mut svg = head(size(puzzle.width()), size(puzzle.height()));
    for r in 0..puzzle.height() {
        for c in 0..puzzle.width() {
            let fill = if puzzle.is_wall((r, c)) {
                "#4a4f52"
            } else {
                "#f1efe9"
            };
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\"/>",
                MARGIN + c as f64 * SIDE,
                MARGIN + r as f64 * SIDE
            );
        }
    }
    for (number, piece) in puzzle.pieces().iter().enumerate() {
        let is_goal = puzzle.goals().iter().any(|&(goal, _)| goal == number);
        let fill = if is_goal {
            "#c0392b"
        } else {
            COLOURS[number % COLOURS.len()]
        };
        let at = |frame: &Frame| {
            let (r, c) = frame.corners[number];
            (MARGIN + c as f64 * SIDE, MARGIN + r as f64 * SIDE)
        };
        let (x, y) = at(&frames[0]);
        let _ = write!(
            svg,
            "<g transform=\"translate({x} {y})\"><path d=\"{}\" fill=\"{fill}\"/>",
            outline(&piece.shape())
        );
        let (r, c) = piece.shape()[0];
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{}\" font-size=\"16\" text-anchor=\"middle\" fill=\"#1d2326\">{}</text>",
            (c as f64 + 0.5) * SIDE,
            (r as f64 + 0.5) * SIDE + 6.0,
            escaped(&piece.name.to_string())
        );
        if frames.iter().any(|frame| at(frame) != (x, y)) {
            let values: Vec<String> = frames
                .iter()
                .chain(frames.last())
                .map(|frame| format!("{} {}", at(frame).0, at(frame).1))
                .collect();
            let seconds = frames.len() as f64 * FRAME_SECONDS / 2.0 + 1.0;
            let _ = write!(
                svg,
                "<animateTransform attributeName=\"transform\" type=\"translate\" values=\"{}\" dur=\"{seconds:.1}s\" \
                 repeatCount=\"indefinite\"/>",
                values.join(";")
            );
        }
        svg.push_str("</g>\n");
    }
    // The goal lies on top, so that pieces do not hide it.
    for &(piece, (r, c)) in puzzle.goals() {
        for (y, x) in puzzle.pieces()[piece].shape() {
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#7b1f14\" stroke-width=\"1.5\" stroke-dasharray=\"4 4\"/>",
                MARGIN + (c + x) as f64 * SIDE + 3.0,
                MARGIN + (r + y) as f64 * SIDE + 3.0,
                SIDE - 6.0,
                SIDE - 6.0
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}
