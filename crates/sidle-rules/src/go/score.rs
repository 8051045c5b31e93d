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

/// The value of a region all of whose points lie beside immortal stones of one player and none beside those of the other:
/// a point for each empty point, two for each stone of the opponent. `None` if it is not a region of this kind.
///
/// Theorem: say the player is Left, and let Φ be the empty points, twice the white stones, and the net prisoners. Black
/// stones cannot be captured, so a move of Black makes Φ smaller by 1, a move of White larger by 1, and Black has a move
/// while Φ > 0: a white chain has a liberty, and all liberties are open to Black. Against the integer Φ Left moves second
/// and answers in the region, Right moves second and answers in the integer; neither is left without an answer, and since
/// black stones stay, play ends. There is no ban, so φ, φ_L and φ_R are this integer.
///
/// ```
/// use sidle_rules::go::{Diagram, enclosed_value};
/// let room = Diagram::parse("#BBB#\nB.O.B\n#BBB#\n")?;
/// assert_eq!(enclosed_value(&room.region, &room.stones), Some(4));
/// # Ok::<(), sidle_rules::NotationError>(())
/// ```
#[must_use]
pub fn enclosed_value(region: &Region, stones: &Stones) -> Option<i64> {
    let encloses =
        |player: &Player| region.safe(*player) == region.whole() && region.safe(-*player) == 0;
    let owner = Player::BOTH.into_iter().find(encloses)?;
    let empty = (region.whole() & !stones.all()).count_ones();
    let dead = stones.of[(-owner).index()].count_ones();
    let value = i64::from(empty) + 2 * i64::from(dead);
    Some(match owner {
        Player::Left => value,
        Player::Right => -value,
    })
}
