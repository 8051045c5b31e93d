//! Push and Shove.

use sidle_core::Player;

use super::Options;

/// Each own piece, as what stands before it, the piece, and what stands behind it.
fn pieces(text: &str, player: Player) -> impl Iterator<Item = (&str, &str, &str)> {
    let own = ["l", "r"][player.index()];
    let places = text.match_indices(own);
    places.map(|(at, piece)| (&text[..at], piece, &text[at + 1..]))
}

/// A piece is pushed one cell to the left; those directly before it are pushed along, up to the next gap,
/// which closes, or over the end of the strip.
pub(crate) fn push(text: &str, player: Player) -> Options {
    let pushed = |(before, piece, behind): (&str, &str, &str)| match before.rfind('.') {
        Some(gap) => format!("{}{}{piece}.{behind}", &before[..gap], &before[gap + 1..]),
        None if before.is_empty() => format!(".{behind}"),
        None => format!("{}{piece}.{behind}", &before[1..]),
    };
    pieces(text, player).map(pushed).collect()
}

/// A piece and everything to its left go one cell to the left; what was on the first cell is out.
pub(crate) fn shove(text: &str, player: Player) -> Options {
    let shoved = |(before, piece, behind): (&str, &str, &str)| {
        let moved = format!("{before}{piece}");
        format!("{}.{behind}", &moved[1..])
    };
    pieces(text, player).map(shoved).collect()
}
