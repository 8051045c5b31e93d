//! Partizan games as text: `0`, `3`, `-2`, `*`, `*3`, `{0,*|{|0}}` and sums of these.

use sidle_core::{Meter, StopReason};

use super::{Tree, Trees};

/// Why a game could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// Something else is expected at this byte.
    #[error("{expected} is expected here")]
    Expected {
        /// What.
        expected: &'static str,
        /// Where, in bytes.
        at: usize,
    },
    /// A limit was met.
    #[error("{0}")]
    Stopped(#[from] StopReason),
}

/// A game being read: its options so far, and the side being read.
#[derive(Default)]
struct Open {
    sides: [Vec<Tree>; 2],
    side: usize,
    sum: Option<Tree>,
}

/// Reads a game.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_impartial::partizan::{Trees, parse_tree};
/// let (mut trees, meter) = (Trees::new(), Meter::unlimited());
/// let star = parse_tree(&mut trees, "*", &meter)?;
/// assert_eq!(parse_tree(&mut trees, "{0|0}", &meter)?, star);
/// # Ok::<(), sidle_impartial::partizan::TreeError>(())
/// ```
pub fn parse_tree(trees: &mut Trees, text: &str, meter: &Meter) -> Result<Tree, TreeError> {
    let mut open = vec![Open::default()];
    let mut rest = text;
    let mut ticker = meter.ticker();
    loop {
        ticker.step()?;
        rest = rest.trim_start();
        let at = text.len() - rest.len();
        let expected = |expected| Err(TreeError::Expected { expected, at });
        let depth = open.len();
        let Some(top) = open.last_mut() else {
            return expected("a game");
        };
        let mut chars = rest.chars();
        let found = match (chars.next(), top.sum) {
            (Some('{'), None) => {
                open.push(Open::default());
                rest = &rest[1..];
                continue;
            }
            (Some('*'), None) => {
                let (count, after) = number(&rest[1..]);
                let count = match count {
                    Some(count) => count,
                    None if after.len() + 1 == rest.len() => 1,
                    None => return expected("a number below 2^32"),
                };
                rest = after;
                nimber(trees, count, meter)?
            }
            (Some('-'), None) if number(&rest[1..]).0.is_some() => {
                let (count, after) = number(&rest[1..]);
                rest = after;
                integer(trees, count.unwrap_or(0), 1, meter)?
            }
            (Some('0'..='9'), None) => {
                let (count, after) = number(rest);
                let Some(count) = count else {
                    return expected("a number below 2^32");
                };
                rest = after;
                integer(trees, count, 0, meter)?
            }
            (Some('+'), Some(_)) => {
                // The next summand is added to what is there.
                rest = &rest[1..];
                let before = top.sum.take();
                open.push(Open {
                    sum: None,
                    side: 2,
                    sides: [before.into_iter().collect(), Vec::new()],
                });
                continue;
            }
            (Some(','), Some(game)) if depth > 1 => {
                top.sides[top.side].push(game);
                top.sum = None;
                rest = &rest[1..];
                continue;
            }
            (Some('|'), sum) if depth > 1 && top.side == 0 => {
                top.sides[0].extend(sum);
                top.side = 1;
                top.sum = None;
                rest = &rest[1..];
                continue;
            }
            (Some('}'), sum) if depth > 1 && top.side == 1 => {
                top.sides[1].extend(sum);
                rest = &rest[1..];
                let [left, right] = std::mem::take(&mut top.sides);
                open.pop();
                trees.game(&left, &right)
            }
            (None, Some(game)) if depth == 1 => return Ok(game),
            (_, None) => return expected("a game such as `0`, `*2`, `-1` or `{0|*}`"),
            _ if depth == 1 => return expected("`+` or the end"),
            _ => return expected("`,`, `|`, `+` or `}`"),
        };
        let mut found = found;
        // A summand is finished: add it to what stands before the plus sign.
        while let Some(Open { side: 2, sides, .. }) = open.last() {
            let before = sides[0].first().copied().unwrap_or(trees.zero());
            found = trees.add(before, found, meter)?;
            open.pop();
        }
        if let Some(top) = open.last_mut() {
            top.sum = Some(found);
        }
    }
}

/// The number at the beginning, and what follows it.
fn number(text: &str) -> (Option<u32>, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit());
    let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
    (digits.parse().ok(), rest)
}

/// *n.
fn nimber(trees: &mut Trees, n: u32, meter: &Meter) -> Result<Tree, StopReason> {
    let mut smaller = vec![trees.zero()];
    let mut ticker = meter.ticker();
    for heap in 1..=n {
        ticker.node(8 * heap as usize)?;
        let next = trees.game(&smaller, &smaller);
        smaller.push(next);
    }
    Ok(smaller[n as usize])
}

/// n moves for one player.
fn integer(trees: &mut Trees, n: u32, side: usize, meter: &Meter) -> Result<Tree, StopReason> {
    let mut tree = trees.zero();
    let mut ticker = meter.ticker();
    for _ in 0..n {
        ticker.node(64)?;
        tree = match side {
            0 => trees.game(&[tree], &[]),
            _ => trees.game(&[], &[tree]),
        };
    }
    Ok(tree)
}
