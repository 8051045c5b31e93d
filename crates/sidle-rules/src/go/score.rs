//! What a finished region is worth, by counting.

use sidle_core::Player;

use super::region::{Region, Stones};

/// How a finished region is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Empty points that only one player's stones touch.
    Territory,
    /// The same, and the player's own stones on points of the region.
    Area,
}

/// The score of a region in which all stones stay on the board, for Left: empty areas that touch the
/// stones of one player only are his. Prisoners are not counted here.
///
/// ```
/// use sidle_rules::go::{Diagram, Scoring, score};
/// let board = Diagram::parse("BBBB\nB..B\nBXXB\nBBBB\n")?;
/// assert_eq!(score(&board.region, &board.stones, Scoring::Territory), 2);
/// assert_eq!(score(&board.region, &board.stones, Scoring::Area), 4);
/// # Ok::<(), sidle_rules::NotationError>(())
/// ```
#[must_use]
pub fn score(region: &Region, stones: &Stones, scoring: Scoring) -> i64 {
    let mut total = match scoring {
        Scoring::Territory => 0,
        Scoring::Area => {
            i64::from(stones.of[0].count_ones()) - i64::from(stones.of[1].count_ones())
        }
    };
    let mut empty = region.whole() & !stones.all();
    while empty != 0 {
        let area = region.connected(empty & empty.wrapping_neg(), empty);
        empty &= !area;
        let around = region.dilated(area);
        let touches = |player: Player| {
            around & stones.of[player.index()] != 0 || area & region.safe(player) != 0
        };
        let points = i64::from(area.count_ones());
        match (touches(Player::Left), touches(Player::Right)) {
            (true, false) => total += points,
            (false, true) => total -= points,
            _ => {}
        }
    }
    total
}
