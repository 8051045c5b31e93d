//! Toppling Dominoes.

use sidle_core::Player;

use super::Options;

/// A player topples a domino of their colour, or a green one, to the left or to the right; all dominoes on
/// that side fall too.
pub(crate) fn toppling_dominoes(text: &str, player: Player) -> Options {
    let own = ['l', 'r'][player.index()];
    let mut options = Options::new();
    for (at, _) in text.match_indices([own, 'e']) {
        let (before, after) = (&text[..at], &text[at + 1..]);
        options.insert(format!("{}.{after}", ".".repeat(before.len())));
        options.insert(format!("{before}.{}", ".".repeat(after.len())));
    }
    options
}
