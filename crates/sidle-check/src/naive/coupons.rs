//! Play with a ko ban beside a stack of coupons, move by move.

use sidle_core::Player;

use super::KoPlay;

/// Larger than every score.
const FAR: i64 = i64::MAX / 8;

/// The score of every position with each player to move, beside no coupons, beside the first coupon of a list,
/// beside the first two and so on; the last one is taken first. Taking one leads from a position to its entry of `lifted`, where the ban is gone.
/// Nobody may make a banned move. A position in which nobody will ever have a move counts 0. Other positions
/// that are left when there are no more coupons, and play that never ends, count for Left if
/// `draws_for_left`, for Right otherwise.
///
/// A move makes `per` times its points, so that coupons can be fractions of a point.
#[must_use]
pub fn coupon_scores(
    play: &KoPlay,
    lifted: &[usize],
    coupons: &[i64],
    per: i64,
    draws_for_left: bool,
) -> Vec<Vec<[i64; 2]>> {
    let far = if draws_for_left { FAR } else { -FAR };
    let count = play.moves.len();
    let over = |v: usize| play.moves[v].iter().all(Vec::is_empty);
    let start = |v: usize| if over(v) { [0; 2] } else { [far; 2] };
    let mut scores: Vec<Vec<[i64; 2]>> = vec![(0..count).map(start).collect()];
    for &coupon in coupons {
        let below = &scores[scores.len() - 1];
        let mut now = vec![[far; 2]; count];
        loop {
            let mut next = now.clone();
            for v in 0..count {
                for player in Player::BOTH {
                    let other = (-player).index();
                    let sign = if player == Player::Left { 1 } else { -1 };
                    let mut best = below[lifted[v]][other] + sign * coupon;
                    for step in &play.moves[v][player.index()] {
                        if step.banned {
                            continue;
                        }
                        let end = match now[step.to][other] {
                            end if end.abs() == FAR => end,
                            end => end + per * step.points,
                        };
                        best = match player {
                            Player::Left => best.max(end),
                            Player::Right => best.min(end),
                        };
                    }
                    next[v][player.index()] = best.clamp(-FAR, FAR);
                }
            }
            if next == now {
                break;
            }
            now = next;
        }
        scores.push(now);
    }
    scores
}
