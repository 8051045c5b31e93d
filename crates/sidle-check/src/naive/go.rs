//! Go on an array of letters, as the rules are told to a beginner.
//!
//! `X` and `O` are stones, `B` and `W` stones that cannot be captured, `.` empty points, `#` no points.

use sidle_core::Player;

use super::KoPlay;

/// A board: rows of letters.
pub type Rows = Vec<Vec<char>>;

/// The points beside a point.
fn beside(rows: &Rows, (r, c): (usize, usize)) -> Vec<(usize, usize)> {
    let all = [
        (r.wrapping_sub(1), c),
        (r + 1, c),
        (r, c.wrapping_sub(1)),
        (r, c + 1),
    ];
    let inside = |&(r, c): &(usize, usize)| r < rows.len() && c < rows[0].len();
    all.into_iter().filter(inside).collect()
}

/// The chain around a stone, if it has no liberty and does not touch an immortal stone of its colour.
fn dead_chain(rows: &Rows, start: (usize, usize), home: char) -> Option<Vec<(usize, usize)>> {
    let colour = rows[start.0][start.1];
    let mut chain = vec![start];
    let mut next = 0;
    while let Some(&place) = chain.get(next) {
        next += 1;
        for (r, c) in beside(rows, place) {
            if rows[r][c] == '.' || rows[r][c] == home {
                return None;
            }
            if rows[r][c] == colour && !chain.contains(&(r, c)) {
                chain.push((r, c));
            }
        }
    }
    Some(chain)
}

/// The board after a move and how many stones it captured; `None` if the point is taken or the stone
/// would have no liberty.
#[must_use]
pub fn go_move(rows: &Rows, at: (usize, usize), player: Player) -> Option<(Rows, usize)> {
    let (mine, home, yours, away) = match player {
        Player::Left => ('X', 'B', 'O', 'W'),
        Player::Right => ('O', 'W', 'X', 'B'),
    };
    if rows[at.0][at.1] != '.' {
        return None;
    }
    let mut board = rows.clone();
    board[at.0][at.1] = mine;
    let mut captured = 0;
    for place in beside(rows, at) {
        if board[place.0][place.1] == yours
            && let Some(chain) = dead_chain(&board, place, away)
        {
            captured += chain.len();
            chain.iter().for_each(|&(r, c)| board[r][c] = '.');
        }
    }
    dead_chain(&board, at, home)
        .is_none()
        .then_some((board, captured))
}

/// All positions of a region, each with the one before the last move: a move back to that is banned.
/// `None` if there are more than `most`.
#[must_use]
pub fn go_play(rows: &Rows, most: usize) -> Option<KoPlay> {
    go_play_after(rows, Vec::new(), most)
}

/// The same when the position before the last move was one of those in `before`.
#[must_use]
pub fn go_play_after(rows: &Rows, before: Vec<Rows>, most: usize) -> Option<KoPlay> {
    go_play_until(rows, before, &[], most)
}

/// The points of the chain of a stone.
#[must_use]
pub fn chain(rows: &Rows, start: (usize, usize)) -> Vec<(usize, usize)> {
    let colour = rows[start.0][start.1];
    let mut chain = vec![start];
    let mut next = 0;
    while let Some(&place) = chain.get(next) {
        next += 1;
        for (r, c) in beside(rows, place) {
            if rows[r][c] == colour && !chain.contains(&(r, c)) {
                chain.push((r, c));
            }
        }
    }
    chain
}

/// What a region counts for Left when one of the marked stones is gone: its empty points and twice the stones of the loser for the
/// other player.
fn settled(rows: &Rows, start: &Rows, marked: &[(usize, usize)]) -> Option<i64> {
    let mut stones = marked.iter();
    let &(r, c) = stones.find(|&&(r, c)| rows[r][c] != start[r][c])?;
    let loser = start[r][c];
    let letters = rows.iter().flatten();
    let points = letters.map(|&letter| match letter {
        '.' => 1,
        letter if letter == loser => 2,
        _ => 0,
    });
    let points: i64 = points.sum();
    Some(if loser == 'O' { points } else { -points })
}

/// The same when play ends as soon as one of the marked stones is captured.
#[must_use]
pub fn go_play_until(
    rows: &Rows,
    before: Vec<Rows>,
    marked: &[(usize, usize)],
    most: usize,
) -> Option<KoPlay> {
    type Position = Option<(Rows, Vec<Rows>)>;
    let first: Position = Some((rows.clone(), before));
    KoPlay::explore(first, most, |at, player| {
        let Some((here, before)) = at else {
            return Vec::new();
        };
        let mut moves = Vec::new();
        for r in 0..here.len() {
            for c in 0..here[r].len() {
                if let Some((board, captured)) = go_move(here, (r, c), player) {
                    let banned = before.contains(&board);
                    let points = match player {
                        Player::Left => captured as i64,
                        Player::Right => -(captured as i64),
                    };
                    let end = settled(&board, rows, marked);
                    let to = end.is_none().then(|| (board, vec![here.clone()]));
                    moves.push((to, points + end.unwrap_or(0), banned));
                }
            }
        }
        moves
    })
}
