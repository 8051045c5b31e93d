//! Dots and Boxes, played for boxes.
//!
//! The board is that of Nimstring, strings and coins. A player who frees a coin has it and cuts again; the one
//! with more coins at the end wins. The score of a position is how many coins more the player to move gets from there
//! on than the opponent, with best play.
//!
//! Where a coin hangs by its last string, the player to move takes it, or, if it hangs on a coin with one more
//! string, may cut that one instead and give both away (Berlekamp, *The Dots and Boxes Game*, ch. 2: nothing is lost by
//! taking a coin, except the chance of a double-dealing move with it). Everything else is looked at.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, StopReason};
use sidle_rules::grid::{ChainCount, Strings};

/// Scores of positions, remembered.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_rules::{Ruleset, grid::Nimstring};
/// use sidle_solve::DotsAndBoxes;
/// // A single box: whoever draws the fourth line has it, which is the second player.
/// let mut play = DotsAndBoxes::default();
/// let board = Nimstring.parse(".|..|.")?;
/// assert_eq!(play.score(&board, &Meter::unlimited())?, -1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DotsAndBoxes {
    scores: FxHashMap<Strings, i16>,
}

/// A position on the path: the moves that are left to try, each with the coins it frees, and the best so far.
struct Frame {
    at: Strings,
    moves: Vec<(Strings, u32)>,
    best: i16,
    /// The coins that the move which is looked at frees.
    freed: u32,
}

impl DotsAndBoxes {
    /// How many coins more the player to move gets than the opponent.
    ///
    /// # Errors
    /// If the meter stops it.
    pub fn score(&mut self, at: &Strings, meter: &Meter) -> Result<i32, StopReason> {
        let mut ticker = meter.ticker();
        let root = at.least_image();
        let mut path: Vec<Frame> = Vec::new();
        let mut answer = self.scores.get(&root).copied();
        if answer.is_none() {
            ticker.node(size_of::<(Strings, i16)>() + 16)?;
            path.push(Frame::new(root));
        }
        while let Some(frame) = path.last_mut() {
            ticker.step()?;
            if let Some(score) = answer.take() {
                // Whoever frees a coin moves again.
                let own = match frame.freed {
                    0 => -score,
                    freed => freed as i16 + score,
                };
                frame.best = frame.best.max(own);
            }
            let Some((next, freed)) = frame.moves.pop() else {
                self.scores.insert(frame.at, frame.best);
                answer = Some(frame.best);
                path.pop();
                continue;
            };
            frame.freed = freed;
            let next = next.least_image();
            match self.scores.get(&next) {
                Some(&score) => answer = Some(score),
                None => {
                    ticker.node(size_of::<(Strings, i16)>() + 16)?;
                    path.push(Frame::new(next));
                }
            }
        }
        Ok(answer.map_or(0, i32::from))
    }

    /// How many positions have a known score.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.scores.len()
    }
}

impl Frame {
    fn new(at: Strings) -> Frame {
        let mut moves = at.taking_moves();
        if moves.is_empty() {
            moves = at.cuts().collect();
            // The same position by different moves is looked at once.
            for (next, _) in &mut moves {
                *next = next.least_image();
            }
            moves.sort_unstable();
            moves.dedup();
        }
        let best = if moves.is_empty() { 0 } else { i16::MIN };
        Frame {
            at,
            moves,
            best,
            freed: 0,
        }
    }
}

/// The controlled value of a position that consists of long chains and loops: what the player who is not to move
/// wins by keeping control to the end, giving two coins of every chain and four of every loop away except for the last.
/// Nothing if there are joints, chains of one or two coins, or no coins.
///
/// With the chains c and the loops l it is Σ(c − 4) + Σ(l − 8) and a bonus for the end: 8 if there are loops only,
/// 6 if there is a chain of 3 and none longer, else 4. Where it is at least 2, it is what the player wins (Buzzard and Ciere,
/// "Playing simple loony Dots and Boxes endgames optimally", 2014).
///
/// ```
/// use sidle_rules::grid::ChainCount;
/// use sidle_solve::controlled_value;
/// let chains = |chains: &[u32]| ChainCount { chains: chains.to_vec(), ..ChainCount::default() };
/// assert_eq!(controlled_value(&chains(&[5])), Some(5));
/// assert_eq!(controlled_value(&chains(&[3, 4])), Some(3));
/// assert_eq!(controlled_value(&chains(&[2])), None);
/// ```
#[must_use]
pub fn controlled_value(count: &ChainCount) -> Option<i64> {
    let long = count.chains.iter().all(|&chain| chain >= 3);
    let empty = count.chains.is_empty() && count.loops.is_empty();
    if count.joints > 0 || !long || empty {
        return None;
    }
    let chains: i64 = count.chains.iter().map(|&chain| i64::from(chain) - 4).sum();
    let loops: i64 = count.loops.iter().map(|&ring| i64::from(ring) - 8).sum();
    let bonus = match count.chains.iter().max() {
        None => 8,
        Some(3) if !count.loops.is_empty() => 6,
        Some(_) => 4,
    };
    Some(chains + loops + bonus)
}
