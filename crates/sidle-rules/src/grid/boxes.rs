//! Strings and coins as Dots and Boxes is played: for the coins.

use super::nimstring::Strings;

impl Strings {
    /// Every cut, with the coins that it frees.
    pub fn cuts(self) -> impl Iterator<Item = (Strings, u32)> {
        let (rows, cols) = self.size();
        let lines = 0..Strings::line_count(rows, cols);
        lines
            .filter(move |&line| self.has(line))
            .map(move |line| self.cut(line))
    }

    /// The position after a cut, and how many coins it frees.
    fn cut(self, line: usize) -> (Strings, u32) {
        let after = self.without(line);
        let near = self
            .coins()
            .filter(|&coin| self.sides(coin).iter().any(|side| side.0 == line));
        let freed = near.filter(|&coin| after.degree(coin) == 0).count();
        (after, freed as u32)
    }

    /// The moves that matter where a coin hangs by its last string, with the coins they free; none where no coin
    /// does. A coin that can be had without losing a double-dealing move is simply taken.
    ///
    /// ```
    /// use sidle_rules::{Ruleset, grid::Nimstring};
    /// // Two boxes in a row, the last two lines of which are left: take both, or give both away.
    /// let pair = Nimstring.parse("xx|x..|xx")?;
    /// let mut moves: Vec<u32> = pair.taking_moves().into_iter().map(|(_, freed)| freed).collect();
    /// moves.sort();
    /// assert_eq!(moves, [0, 1]);
    /// # Ok::<(), sidle_rules::NotationError>(())
    /// ```
    #[must_use]
    pub fn taking_moves(&self) -> Vec<(Strings, u32)> {
        let mut moves = Vec::new();
        for coin in self.coins() {
            let mut strings = self.strings(coin);
            let (Some((last, next)), None) = (strings.next(), strings.next()) else {
                continue;
            };
            let other = next
                .filter(|&next| self.degree(next) == 2)
                .and_then(|next| {
                    let mut others = self.strings(next).filter(|&(line, _)| line != last);
                    others.next()
                });
            match other {
                Some((other, _)) => {
                    moves.push(self.cut(last));
                    moves.push(self.cut(other));
                }
                None => return vec![self.cut(last)],
            }
        }
        moves
    }

    /// How many coins are held by a string.
    #[must_use]
    pub fn held_coins(&self) -> u32 {
        self.coins().filter(|&coin| self.degree(coin) > 0).count() as u32
    }

    /// The least of the images under the symmetries of the board, on the smallest board around the coins.
    #[must_use]
    pub fn least_image(&self) -> Strings {
        let at = self.cropped();
        let images = (0..8u8).map(|by| at.image(by & 4 != 0, by & 2 != 0, by & 1 != 0));
        images.min().unwrap_or(at)
    }
}
