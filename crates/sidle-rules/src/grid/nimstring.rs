//! Nimstring, the game behind Dots and Boxes.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Decompose, Flow, NoValue, Normal, Normalize, Picture, Player, Rules, Shortcuts, Visit};

use crate::card::{Boards, BoardKind, Card, Choose, Family, game};

use crate::{notation::NotationError, ruleset::Ruleset};

/// Nimstring (Berlekamp, Conway and Guy, *Winning Ways*, ch. 16). The board is that of Dots and Boxes, seen
/// as strings and coins: each box is a coin held by four strings, one for each of its sides; a string leads
/// to the neighbouring coin or to the ground. A player cuts a string. Whoever frees a coin has to cut again,
/// and whoever has to cut and cannot has lost.
///
/// Most of it is decided by two facts of that chapter, and the moves here are what they leave:
///
/// * A coin that hangs by its last string can be taken at once, and nothing is lost by it, unless the string
///   leads to a coin with just one more string, and cutting that one frees no coin.
/// * In that case the position is *loony*: the player to move takes all coins that can be had and moves on,
///   or cuts the second string instead and leaves the move to the opponent, whichever is better. Such a
///   position is won by the player to move, so nobody moves to one.
///
/// So a position that is not loony is a sum of nim heaps, one for each connected piece, and a loony position
/// has as options the position in which everything has been taken, and the options of that. A loony position
/// itself has no value, because the player to move wins it whatever is beside it; and what has been left out may
/// matter when the last move loses.
///
/// A board of m × n boxes is written in 2m + 1 rows: n horizontal lines, then n + 1 vertical lines, and so
/// on; `.` a line that is not drawn, `x` one that is.
///
/// ```
/// use sidle_core::{Player, Rules};
/// use sidle_rules::{Ruleset, grid::Nimstring};
/// // A single box: three more lines that give nothing away, and the fourth.
/// let boxes = Nimstring.parse(".|..|.")?;
/// assert_eq!(Nimstring.collect_options(&boxes, Player::Left).len(), 4);
/// # Ok::<(), sidle_rules::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nimstring;

/// The strings that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Strings {
    rows: u8,
    cols: u8,
    /// Horizontal lines row by row, then vertical lines.
    set: u128,
}

/// What hangs together as chains and loops, for the long chain rule of Dots and Boxes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChainCount {
    /// The lengths of the chains, sorted.
    pub chains: Vec<u32>,
    /// The lengths of the loops, sorted.
    pub loops: Vec<u32>,
    /// How many coins have three or four strings.
    pub joints: u32,
}

impl Strings {
    /// The most lines a board may have.
    pub const CAPACITY: usize = 128;

    pub(super) fn line_count(rows: usize, cols: usize) -> usize {
        (rows + 1) * cols + rows * (cols + 1)
    }

    /// Rows and columns of boxes.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.rows.into(), self.cols.into())
    }

    fn horizontal(&self, row: usize, col: usize) -> usize {
        row * usize::from(self.cols) + col
    }

    fn vertical(&self, row: usize, col: usize) -> usize {
        let cols = usize::from(self.cols);
        (usize::from(self.rows) + 1) * cols + row * (cols + 1) + col
    }

    pub(super) fn has(&self, line: usize) -> bool {
        self.set >> line & 1 == 1
    }

    /// The four sides of a coin, and the coins behind them; none is the ground.
    pub(super) fn sides(&self, coin: usize) -> [(usize, Option<usize>); 4] {
        let (rows, cols) = (usize::from(self.rows), usize::from(self.cols));
        let (row, col) = (coin / cols, coin % cols);
        [
            (self.horizontal(row, col), (row > 0).then(|| coin - cols)),
            (
                self.horizontal(row + 1, col),
                (row + 1 < rows).then_some(coin + cols),
            ),
            (self.vertical(row, col), (col > 0).then(|| coin - 1)),
            (
                self.vertical(row, col + 1),
                (col + 1 < cols).then_some(coin + 1),
            ),
        ]
    }

    /// The strings of a coin and where they lead.
    pub(super) fn strings(self, coin: usize) -> impl Iterator<Item = (usize, Option<usize>)> {
        let sides = self.sides(coin).into_iter();
        sides.filter(move |side| self.has(side.0))
    }

    pub(super) fn degree(&self, coin: usize) -> usize {
        self.strings(coin).count()
    }

    pub(super) fn coins(&self) -> std::ops::Range<usize> {
        0..usize::from(self.rows) * usize::from(self.cols)
    }

    pub(super) fn without(self, line: usize) -> Strings {
        Strings {
            set: self.set & !(1 << line),
            ..self
        }
    }

    /// Is there a coin by its last string, on a coin with just one more, that leads to the ground or to a
    /// coin that would stay?
    fn is_loony(&self) -> bool {
        self.coins().any(|coin| {
            let mut strings = self.strings(coin);
            let (Some((last, Some(next))), None) = (strings.next(), strings.next()) else {
                return false;
            };
            let mut others = self.strings(next).filter(|&(line, _)| line != last);
            match (others.next(), others.next()) {
                (Some((_, None)), None) => true,
                (Some((_, Some(end))), None) => self.degree(end) > 1,
                _ => false,
            }
        })
    }

    /// Takes every coin that hangs by its last string, again and again.
    fn all_taken(mut self) -> Strings {
        let mut todo: Vec<usize> = self.coins().collect();
        while let Some(coin) = todo.pop() {
            let mut strings = self.strings(coin);
            if let (Some((last, next)), None) = (strings.next(), strings.next()) {
                self = self.without(last);
                todo.extend(next);
            }
        }
        self
    }

    /// Takes what can be taken at no loss; none if the position is or becomes loony.
    fn settled(mut self) -> Option<Strings> {
        loop {
            if self.is_loony() {
                return None;
            }
            let hanging = self.coins().find_map(|coin| {
                let mut strings = self.strings(coin);
                match (strings.next(), strings.next()) {
                    (Some((last, _)), None) => Some(last),
                    _ => None,
                }
            });
            match hanging {
                Some(last) => self = self.without(last),
                None => return Some(self),
            }
        }
    }

    /// The pieces that hang together by coins.
    fn pieces(&self) -> Vec<Strings> {
        let mut rest = self.set;
        let mut pieces = Vec::new();
        let mut todo = Vec::new();
        for start in self.coins() {
            let mut piece = 0;
            todo.push(start);
            while let Some(coin) = todo.pop() {
                for (line, next) in self.strings(coin) {
                    if rest >> line & 1 == 1 {
                        rest &= !(1 << line);
                        piece |= 1 << line;
                        todo.extend(next);
                    }
                }
            }
            if piece != 0 {
                pieces.push(Strings {
                    set: piece,
                    ..*self
                });
            }
        }
        pieces
    }

    /// The same strings on the smallest board around their coins.
    pub(super) fn cropped(&self) -> Strings {
        let cols = usize::from(self.cols);
        let held = || self.coins().filter(|&coin| self.degree(coin) > 0);
        let bounds = |of: fn(usize, usize) -> usize| {
            let least = held().map(|coin| of(coin, cols)).min()?;
            let most = held().map(|coin| of(coin, cols)).max()?;
            Some((least, most - least + 1))
        };
        let (Some((top, height)), Some((left, width))) = (
            bounds(|coin, cols| coin / cols),
            bounds(|coin, cols| coin % cols),
        ) else {
            return Strings {
                rows: 0,
                cols: 0,
                set: 0,
            };
        };
        let mut small = Strings {
            rows: height as u8,
            cols: width as u8,
            set: 0,
        };
        for row in 0..height {
            for col in 0..width {
                let from = self.sides((top + row) * cols + left + col);
                let to = small.sides(row * width + col);
                for (from, to) in from.iter().zip(&to) {
                    small.set |= u128::from(self.has(from.0)) << to.0;
                }
            }
        }
        small
    }

    /// The image under a symmetry of the rectangle.
    pub(super) fn image(&self, transpose: bool, flip_rows: bool, flip_cols: bool) -> Strings {
        let (rows, cols) = match transpose {
            true => (self.cols, self.rows),
            false => (self.rows, self.cols),
        };
        let mut image = Strings { rows, cols, set: 0 };
        for coin in self.coins() {
            let (mut row, mut col) = (coin / usize::from(self.cols), coin % usize::from(self.cols));
            let mut sides = self.sides(coin).map(|side| self.has(side.0));
            if transpose {
                (row, col) = (col, row);
                sides = [sides[2], sides[3], sides[0], sides[1]];
            }
            if flip_rows {
                row = usize::from(rows) - 1 - row;
                sides.swap(0, 1);
            }
            if flip_cols {
                col = usize::from(cols) - 1 - col;
                sides.swap(2, 3);
            }
            let to = image.sides(row * usize::from(cols) + col);
            for (has, to) in sides.into_iter().zip(to) {
                image.set |= u128::from(has) << to.0;
            }
        }
        image
    }

    /// The chains and loops: coins with two strings that follow each other, from joint or ground to joint
    /// or ground. A player who opens a long one, of three coins or more (a loop has at least four), gives
    /// it away; the first player wants the number of dots plus the number of long chains at the end to be even.
    ///
    /// ```
    /// use sidle_rules::{Ruleset, grid::Nimstring};
    /// let row = Nimstring.parse("xxx|....|xxx")?;
    /// assert_eq!(row.chain_count().chains, [3]);
    /// # Ok::<(), sidle_rules::NotationError>(())
    /// ```
    #[must_use]
    pub fn chain_count(&self) -> ChainCount {
        let mut count = ChainCount::default();
        let mut seen = vec![false; self.coins().len()];
        let two = |coin: usize| self.degree(coin) == 2;
        let mut todo = Vec::new();
        for start in self.coins() {
            match self.degree(start) {
                2 if !seen[start] => {}
                3 | 4 => {
                    count.joints += 1;
                    continue;
                }
                _ => continue,
            }
            // As many links as coins close the run; each link is met from both its ends.
            let (mut length, mut ends) = (0, 0);
            seen[start] = true;
            todo.push(start);
            while let Some(coin) = todo.pop() {
                length += 1;
                for next in self.strings(coin).filter_map(|(_, next)| next) {
                    if !two(next) {
                        continue;
                    }
                    ends += 1;
                    if !std::mem::replace(&mut seen[next], true) {
                        todo.push(next);
                    }
                }
            }
            match ends == 2 * length {
                true => count.loops.push(length),
                false => count.chains.push(length),
            }
        }
        count.chains.sort_unstable();
        count.loops.sort_unstable();
        count
    }
}

impl Rules for Nimstring {
    type Position = Strings;

    fn options(&self, at: &Strings, _: Player, visit: Visit<'_, Strings>) -> Flow {
        let base = match at.settled() {
            Some(settled) => settled,
            None => {
                let taken = at.all_taken();
                visit(taken)?;
                taken
            }
        };
        let lines = Strings::line_count(usize::from(base.rows), usize::from(base.cols));
        for line in (0..lines).filter(|&line| base.has(line)) {
            if let Some(option) = base.without(line).settled() {
                visit(option)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn shortcuts(&self) -> Shortcuts<'_, Strings> {
        Shortcuts {
            impartial: true,
            ends: true,
            decompose: Some(self),
            normalize: Some(self),
            no_value: Some(self),
            ..Shortcuts::NONE
        }
    }

    fn name(&self) -> Cow<'static, str> {
        "game.grid.Nimstring".into()
    }

    fn picture(&self, at: &Strings) -> Option<Picture> {
        let mut lines = String::new();
        self.write(at, &mut lines).ok()?;
        Some(Picture::Lines(lines))
    }

    fn write(&self, at: &Strings, f: &mut dyn fmt::Write) -> fmt::Result {
        let (rows, cols) = (usize::from(at.rows), usize::from(at.cols));
        for row in 0..=rows {
            if row > 0 {
                f.write_char('|')?;
            }
            for col in 0..cols {
                f.write_char(letter(at.has(at.horizontal(row, col))))?;
            }
            if row < rows {
                f.write_char('|')?;
                for col in 0..=cols {
                    f.write_char(letter(at.has(at.vertical(row, col))))?;
                }
            }
        }
        Ok(())
    }
}

impl Decompose<Strings> for Nimstring {
    fn decompose(&self, at: &Strings, part: &mut dyn FnMut(Strings)) -> bool {
        let Some(settled) = at.settled() else {
            return false;
        };
        let pieces = settled.pieces();
        if pieces.len() == 1 && pieces[0] == *at {
            return false;
        }
        pieces.into_iter().for_each(part);
        true
    }
}

impl Normalize<Strings> for Nimstring {
    fn normalize(&self, at: Strings) -> Normal<Strings> {
        Normal::same(at.least_image())
    }
}

impl NoValue<Strings> for Nimstring {
    fn no_value(&self, at: &Strings, misere: bool) -> Option<&'static str> {
        if misere {
            return Some("Nimstring is solved in normal play only");
        }
        let loony = at.settled().is_none();
        loony.then_some(
            "the position is loony: the player to move wins it, whatever is beside it, so it has no value",
        )
    }
}

fn letter(open: bool) -> char {
    match open {
        true => '.',
        false => 'x',
    }
}

impl Ruleset for Nimstring {
    fn parse(&self, text: &str) -> Result<Strings, NotationError> {
        let lines: Vec<&str> = text.split('|').collect();
        if lines.len().is_multiple_of(2) {
            return Err(NotationError::whole(
                format!("a board has an odd number of rows, not {}", lines.len()),
                text,
            )
            .with_help("write horizontal and vertical lines in turn: `..|...|..` for two boxes"));
        }
        let (rows, cols) = (lines.len() / 2, lines[0].chars().count());
        if rows == 0 || cols == 0 {
            return Err(NotationError::whole("a board has at least one box", text)
                .with_help("write horizontal and vertical lines in turn: `.|..|.` for one box"));
        }
        if rows > 100 || cols > 100 || Strings::line_count(rows, cols) > Strings::CAPACITY {
            return Err(NotationError::whole(
                format!("a board has at most {} lines", Strings::CAPACITY),
                text,
            ));
        }
        let mut board = Strings {
            rows: rows as u8,
            cols: cols as u8,
            set: 0,
        };
        let mut at = 0;
        for (i, line) in lines.iter().enumerate() {
            let wanted = cols + i % 2;
            let found = line.chars().count();
            if found != wanted {
                return Err(NotationError::new(
                    format!("row {} has {found} lines, not {wanted}", i + 1),
                    at..at + line.len(),
                )
                .with_help("rows of n horizontal and n + 1 vertical lines follow each other"));
            }
            for (col, (offset, c)) in line.char_indices().enumerate() {
                let place = match i % 2 {
                    0 => board.horizontal(i / 2, col),
                    _ => board.vertical(i / 2, col),
                };
                match c {
                    '.' => board.set |= 1 << place,
                    'x' | 'X' => {}
                    _ => {
                        let span = at + offset..at + offset + c.len_utf8();
                        return Err(NotationError::new(
                            format!("unknown letter `{c}` at row {}, column {}", i + 1, col + 1),
                            span,
                        )
                        .with_help("`.` is a line that is not drawn, `x` one that is"));
                    }
                }
            }
            at += line.len() + 1;
        }
        Ok(board)
    }
}

impl Family for Nimstring {
    const CARD: &'static Card = &Card {
        games: &[
            game(
                "game.grid.Nimstring",
                "Cut a string; whoever frees a coin has to cut again. The game behind Dots and Boxes.",
                "..|...|..|...|..",
            ).tabled(Boards::Lines).asked("NimValue"),
        ],
        ..Card::new("game.grid.Nimstring", BoardKind::Other, "rows of n horizontal and of n + 1 vertical lines in turn: `.` open, `x` drawn")
    };

    fn games() -> Vec<Nimstring> {
        vec![Nimstring]
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        // Boards of `size` lines at most.
        let rows = 1 + choose(2);
        let most = size.saturating_sub(rows) / (2 * rows + 1);
        let columns = 1 + choose(most.clamp(1, 3));
        let line = |length: usize, choose: Choose<'_>| -> String {
            (0..length).map(|_| ['.', 'x'][choose(2)]).collect()
        };
        let lines: Vec<String> = (0..=2 * rows)
            .map(|row| line(columns + row % 2, choose))
            .collect();
        lines.join("|")
    }
}

#[cfg(test)]
mod tests;
