//! Patterns of unicycles: cyclic words over the two colours.

use std::{fmt, str::FromStr};

use sidle_core::Player;

/// The colours of a cycle's edges in cycle order: edge `i` leads from vertex `i` to vertex `i + 1`.
///
/// Two patterns that differ by a rotation describe the same cycle read from another vertex; the
/// lexicographically least rotation (Left before Right) is the *necklace* of the pattern.
///
/// ```
/// use sidle_values::unicycle::Pattern;
/// let tau: Pattern = "LLRR".parse().unwrap();
/// assert!(tau.is_admissible());
/// assert_eq!("RRLL".parse::<Pattern>().unwrap().necklace(), tau);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    colours: Vec<Player>,
}

/// A pattern that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePatternError {
    /// There is no edge at all.
    #[error("the pattern is empty: write one letter L or R for each edge of the cycle")]
    Empty,
    /// A letter other than L and R.
    #[error("{found:?} at position {at} of the pattern is neither L nor R")]
    Letter {
        /// The offending character.
        found: char,
        /// Its position, counted in characters from 1.
        at: usize,
    },
}

impl Pattern {
    /// The pattern with the given colours; `None` if there are none.
    #[must_use]
    pub fn new(colours: Vec<Player>) -> Option<Pattern> {
        (!colours.is_empty()).then_some(Pattern { colours })
    }

    /// The number of edges, which is the number of vertices of the cycle.
    #[must_use]
    pub fn len(&self) -> usize {
        self.colours.len()
    }

    /// Always false: a pattern has at least one edge.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.colours.is_empty()
    }

    /// The colours in cycle order.
    #[must_use]
    pub fn colours(&self) -> &[Player] {
        &self.colours
    }

    /// The colour of edge `i`, counted around the cycle.
    #[must_use]
    pub fn colour(&self, i: usize) -> Player {
        self.colours[i % self.colours.len()]
    }

    /// Whether the colours alternate all the way round. Such a cycle is not a stopper.
    #[must_use]
    pub fn is_alternating(&self) -> bool {
        (0..self.len()).all(|i| self.colour(i) != self.colour(i + 1))
    }

    /// Whether a unicycle with this pattern is not excluded by the known restrictions: at least
    /// two edges of each colour, not strictly alternating.
    ///
    /// A. N. Siegel, "New results in loopy games", Lemmas 11 and 12.
    #[must_use]
    pub fn is_admissible(&self) -> bool {
        let lefts = self.colours.iter().filter(|&&c| c == Player::Left).count();
        lefts >= 2 && self.len() - lefts >= 2 && !self.is_alternating()
    }

    /// The pattern with the players exchanged: the pattern of the negative game.
    #[must_use]
    pub fn negative(&self) -> Pattern {
        Pattern {
            colours: self.colours.iter().map(|&c| -c).collect(),
        }
    }

    /// The same cycle read from vertex `start`.
    #[must_use]
    pub fn rotated(&self, start: usize) -> Pattern {
        let mut colours = self.colours.clone();
        colours.rotate_left(start % self.len());
        Pattern { colours }
    }

    /// The rotation that comes first in the dictionary, Left before Right.
    ///
    /// Cost: quadratic in the length.
    #[must_use]
    pub fn necklace(&self) -> Pattern {
        let key = |p: &Pattern| p.colours.iter().map(|c| c.index()).collect::<Vec<_>>();
        (0..self.len())
            .map(|start| self.rotated(start))
            .min_by_key(key)
            .unwrap_or_else(|| self.clone())
    }

    /// All necklaces of the given length in dictionary order, Left before Right. Their number is
    /// sequence A000031 of the On-Line Encyclopedia of Integer Sequences.
    ///
    /// ```
    /// use sidle_values::unicycle::Pattern;
    /// assert_eq!(Pattern::necklaces(10).count(), 108);
    /// assert_eq!(Pattern::admissible(10).count(), 103);
    /// ```
    #[must_use]
    pub fn necklaces(length: usize) -> Necklaces {
        Necklaces {
            length,
            word: (length > 0).then(|| vec![Player::Left]),
        }
    }

    /// The admissible necklaces of the given length in dictionary order.
    pub fn admissible(length: usize) -> impl Iterator<Item = Pattern> {
        Pattern::necklaces(length).filter(Pattern::is_admissible)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.colours.iter().try_for_each(|c| {
            f.write_str(match c {
                Player::Left => "L",
                Player::Right => "R",
            })
        })
    }
}

impl FromStr for Pattern {
    type Err = ParsePatternError;

    fn from_str(text: &str) -> Result<Pattern, ParsePatternError> {
        let colours = text
            .chars()
            .enumerate()
            .map(|(i, letter)| match letter {
                'L' | 'l' => Ok(Player::Left),
                'R' | 'r' => Ok(Player::Right),
                found => Err(ParsePatternError::Letter { found, at: i + 1 }),
            })
            .collect::<Result<Vec<_>, _>>()?;
        Pattern::new(colours).ok_or(ParsePatternError::Empty)
    }
}

/// The necklaces of one length, from [`Pattern::necklaces`].
///
/// Duval's enumeration of Lyndon words: the necklaces of length `n` are the powers of the Lyndon
/// words whose length divides `n`, and the dictionary order of one is that of the other.
#[derive(Clone, Debug)]
pub struct Necklaces {
    length: usize,
    /// The Lyndon word to look at next.
    word: Option<Vec<Player>>,
}

impl Necklaces {
    /// The Lyndon word of length at most `length` that follows `word`.
    fn following(&self, word: &[Player]) -> Option<Vec<Player>> {
        let mut next: Vec<Player> = word.iter().copied().cycle().take(self.length).collect();
        while next.last() == Some(&Player::Right) {
            next.pop();
        }
        *next.last_mut()? = Player::Right;
        Some(next)
    }
}

impl Iterator for Necklaces {
    type Item = Pattern;

    fn next(&mut self) -> Option<Pattern> {
        loop {
            let word = self.word.take()?;
            self.word = self.following(&word);
            if self.length.is_multiple_of(word.len()) {
                let colours = word.iter().copied().cycle().take(self.length).collect();
                return Some(Pattern { colours });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn necklace_counts_are_the_published_ones() {
        let all: Vec<_> = (1..=10).map(|n| Pattern::necklaces(n).count()).collect();
        assert_eq!(all, [2, 3, 4, 6, 8, 14, 20, 36, 60, 108]);
        let admissible: Vec<_> = (4..=10).map(|n| Pattern::admissible(n).count()).collect();
        assert_eq!(admissible, [1, 4, 9, 16, 31, 56, 103]);
        assert_eq!(Pattern::necklaces(0).count(), 0);
    }

    #[test]
    fn necklaces_are_exactly_the_least_rotations() {
        for length in 1..=9 {
            let mut plain: Vec<String> = (0..1u32 << length)
                .map(|bits| {
                    (0..length)
                        .map(|i| if bits >> i & 1 == 0 { 'L' } else { 'R' })
                        .collect::<String>()
                })
                .filter(|word| word.parse::<Pattern>().unwrap().necklace().to_string() == *word)
                .collect();
            plain.sort();
            let fast: Vec<String> = Pattern::necklaces(length).map(|p| p.to_string()).collect();
            assert_eq!(fast, plain);
        }
    }

    #[test]
    fn bad_patterns_say_where() {
        assert_eq!("".parse::<Pattern>(), Err(ParsePatternError::Empty));
        assert_eq!(
            "LRx".parse::<Pattern>(),
            Err(ParsePatternError::Letter { found: 'x', at: 3 })
        );
    }

    #[test]
    fn admissible_needs_two_of_each_and_a_repeated_colour() {
        let admissible = |text: &str| text.parse::<Pattern>().unwrap().is_admissible();
        assert!(admissible("LLRR") && admissible("LLRLR"));
        assert!(
            !admissible("LRLR") && !admissible("LLLR") && !admissible("L") && !admissible("RR")
        );
    }
}
