//! Text diagrams: `X` and `O` are stones that can be captured, `B` and `W` immortal stones, `.` empty
//! points of the region, `#` what lies outside. Lines `to move X`, `ko c3` and `corner b4` (the name of the lowest place on
//! the left, for parts of a larger board) may come first.

use std::fmt::{self, Write as _};

use sidle_core::Player;

use super::{
    point::BoardPoint,
    region::{Intersection, MAX_POINTS, Region, Stones, Suicide},
};
use crate::NotationError;

/// A region with its stones, and who is to move if the diagram says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The region.
    pub region: Region,
    /// The stones, with the ban.
    pub stones: Stones,
    /// Who is to move.
    pub to_move: Option<Player>,
    /// The point of the board that is the lowest place on the left: `a1` unless the diagram is a part of a larger board.
    pub corner: BoardPoint,
}

impl Diagram {
    /// Reads a diagram.
    pub fn parse(text: &str) -> Result<Diagram, NotationError> {
        let mut reader = Reader::default();
        let mut offset = 0;
        for line in text.split_inclusive('\n') {
            reader.line(line, offset)?;
            offset += line.len();
        }
        reader.finish(text)
    }

    /// The point of the board at a place.
    #[must_use]
    pub fn board_point(&self, at: usize) -> BoardPoint {
        let place = BoardPoint::numbered(at, self.region.width(), self.region.height());
        BoardPoint {
            column: place.column + self.corner.column,
            row: place.row + self.corner.row,
        }
    }

    /// The point of the region with this name.
    #[must_use]
    pub fn point_named(&self, name: BoardPoint) -> Option<u8> {
        match self.region.places()[self.place_at(name)?] {
            Intersection::Point(point) => Some(point),
            _ => None,
        }
    }

    /// The point of the board that is this point of the region.
    #[must_use]
    pub fn point_at(&self, point: u8) -> BoardPoint {
        self.board_point(self.place_of(point))
    }

    /// The place of a point.
    #[must_use]
    pub fn place_of(&self, point: u8) -> usize {
        let places = self.region.places();
        let found = places
            .iter()
            .position(|&place| place == Intersection::Point(point));
        found.expect("every point of a region has a place")
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_move {
            Some(Player::Left) => writeln!(f, "to move X")?,
            Some(Player::Right) => writeln!(f, "to move O")?,
            None => {}
        }
        if self.corner != BoardPoint::FIRST {
            writeln!(f, "corner {}", self.corner)?;
        }
        if let Some(point) = self.stones.ban {
            writeln!(f, "ko {}", self.point_at(point))?;
        }
        for row in self.region.places().chunks(self.region.width().max(1)) {
            for &place in row {
                f.write_char(letter(place, &self.stones))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

fn letter(place: Intersection, stones: &Stones) -> char {
    match place {
        Intersection::Outside => '#',
        Intersection::Immortal(Player::Left) => 'B',
        Intersection::Immortal(Player::Right) => 'W',
        Intersection::Point(point) if stones.of[0] >> point & 1 != 0 => 'X',
        Intersection::Point(point) if stones.of[1] >> point & 1 != 0 => 'O',
        Intersection::Point(_) => '.',
    }
}

#[derive(Debug, Default)]
struct Reader {
    width: usize,
    places: Vec<Intersection>,
    stones: Stones,
    to_move: Option<Player>,
    /// The name of the banned point and where it stands.
    ko: Option<(String, std::ops::Range<usize>)>,
    corner: Option<BoardPoint>,
    points: usize,
}

impl Reader {
    fn line(&mut self, line: &str, offset: usize) -> Result<(), NotationError> {
        let trimmed = line.trim_end();
        if trimmed.trim_start().is_empty() {
            return Ok(());
        }
        let lead = trimmed.len() - trimmed.trim_start().len();
        let span = offset + lead..offset + trimmed.len();
        let words: Vec<&str> = trimmed.split_whitespace().collect();
        match words.as_slice() {
            ["to", "move", colour] => self.read_mover(colour, span),
            ["ko", point] => {
                self.only_before_rows(&span)?;
                self.ko = Some(((*point).to_owned(), span));
                Ok(())
            }
            ["corner", point] => {
                self.only_before_rows(&span)?;
                let corner = point.parse();
                self.corner =
                    Some(corner.map_err(|error: String| NotationError::new(error, span))?);
                Ok(())
            }
            [row] => self.row(row, offset + lead),
            _ => Err(NotationError::new(
                "this line is neither a row of the board nor `to move X`, `to move O`, `ko c3` or `corner b4`",
                span,
            )),
        }
    }

    fn only_before_rows(&self, span: &std::ops::Range<usize>) -> Result<(), NotationError> {
        if self.places.is_empty() {
            return Ok(());
        }
        let message = "this line must stand before the rows of the board";
        Err(NotationError::new(message, span.clone()))
    }

    fn read_mover(
        &mut self,
        colour: &str,
        span: std::ops::Range<usize>,
    ) -> Result<(), NotationError> {
        self.only_before_rows(&span)?;
        self.to_move = Some(match colour {
            "X" | "x" | "B" => Player::Left,
            "O" | "o" | "W" => Player::Right,
            other => {
                let message = format!("`{other}` is not a player");
                let error = NotationError::new(message, span);
                return Err(error.with_help("write `to move X` (Black) or `to move O` (White)"));
            }
        });
        Ok(())
    }

    fn row(&mut self, row: &str, offset: usize) -> Result<(), NotationError> {
        let number = self.places.len() / self.width.max(1) + 1;
        for (column, (at, c)) in row.char_indices().enumerate() {
            let span = offset + at..offset + at + c.len_utf8();
            if number > 1 && column >= self.width {
                return Err(self.ragged(number, column + 1, span));
            }
            let place = match c {
                '#' => Intersection::Outside,
                'B' => Intersection::Immortal(Player::Left),
                'W' => Intersection::Immortal(Player::Right),
                'X' | 'O' | '.' => self.point(c, &span)?,
                other => {
                    let place = format!("row {number}, column {}", column + 1);
                    let message = format!("`{other}` in {place} is not a letter of a diagram");
                    let error = NotationError::new(message, span);
                    return Err(error.with_help("the letters are X O (stones that can be captured), B W (immortal), . (empty) and # (outside)"));
                }
            };
            self.places.push(place);
        }
        let columns = row.chars().count();
        if number == 1 {
            self.width = columns;
        } else if columns < self.width {
            let end = offset + row.len();
            return Err(self.ragged(number, columns + 1, end..end));
        }
        Ok(())
    }

    fn ragged(&self, row: usize, column: usize, span: std::ops::Range<usize>) -> NotationError {
        let message = format!(
            "row {row} does not have {} places like the rows above: see column {column}",
            self.width
        );
        NotationError::new(message, span).with_help("fill short rows with #")
    }

    fn point(
        &mut self,
        c: char,
        span: &std::ops::Range<usize>,
    ) -> Result<Intersection, NotationError> {
        if self.points == MAX_POINTS {
            let message = format!("a region has at most {MAX_POINTS} points");
            return Err(NotationError::new(message, span.clone()));
        }
        let bit = 1u64 << self.points;
        match c {
            'X' => self.stones.of[0] |= bit,
            'O' => self.stones.of[1] |= bit,
            _ => {}
        }
        self.points += 1;
        Ok(Intersection::Point((self.points - 1) as u8))
    }

    fn finish(self, text: &str) -> Result<Diagram, NotationError> {
        if self.places.is_empty() {
            let error = NotationError::whole("there is no board", text);
            return Err(error.with_help("write rows of the letters X O B W . #"));
        }
        let mut diagram = Diagram {
            region: Region::new(self.width, self.places),
            stones: self.stones,
            to_move: self.to_move,
            corner: self.corner.unwrap_or(BoardPoint::FIRST),
        };
        diagram.refuse_dead_stones(text)?;
        if let Some((name, span)) = self.ko {
            diagram.stones.ban = Some(diagram.banned_point(&name, span)?);
        }
        Ok(diagram)
    }
}

impl Diagram {
    /// Stones without a liberty would have been taken off the board.
    fn refuse_dead_stones(&self, text: &str) -> Result<(), NotationError> {
        let (region, stones) = (&self.region, &self.stones);
        for player in Player::BOTH {
            let mut rest = stones.of[player.index()];
            while rest != 0 {
                let group = region.connected(rest & rest.wrapping_neg(), rest);
                rest &= !group;
                let free = region.dilated(group) & !stones.all();
                if free == 0 && group & region.safe(player) == 0 {
                    let first = self.place_of(group.trailing_zeros() as u8);
                    let name = self.board_point(first);
                    let message = format!("the stones at {name} have no liberty");
                    let error = NotationError::new(message, place_span(text, self, first));
                    return Err(error.with_help("stones without a liberty are off the board: leave an empty point beside them, or write B or W for stones that live"));
                }
            }
        }
        Ok(())
    }

    fn banned_point(&self, name: &str, span: std::ops::Range<usize>) -> Result<u8, NotationError> {
        let wrong = |message: String| Err(NotationError::new(message, span.clone()));
        let Some(at) = self.place_named(name) else {
            return wrong(format!("`{name}` is not a place of this board"));
        };
        let Intersection::Point(point) = self.region.places()[at] else {
            return wrong(format!("{name} is not a point of the region"));
        };
        let takes = |player| {
            let played = self
                .region
                .play(&self.stones, player, point, Suicide::Forbidden);
            played.is_some_and(|played| played.stones.ban.is_some())
        };
        if Player::BOTH.into_iter().any(takes) {
            Ok(point)
        } else {
            wrong(format!("nobody can take a ko at {name}"))
        }
    }

    /// The place with a name like `c3`.
    fn place_named(&self, name: &str) -> Option<usize> {
        self.place_at(name.parse().ok()?)
    }

    /// The place of a point of the board.
    fn place_at(&self, name: BoardPoint) -> Option<usize> {
        let column = name.column.checked_sub(self.corner.column)?;
        let row = name.row.checked_sub(self.corner.row)?;
        let (width, height) = (self.region.width(), self.region.height());
        (column < width && row < height).then(|| (height - 1 - row) * width + column)
    }
}

/// Where a place of the board stands in the text.
fn place_span(text: &str, diagram: &Diagram, at: usize) -> std::ops::Range<usize> {
    let (row, column) = (at / diagram.region.width(), at % diagram.region.width());
    let mut offset = 0;
    let mut rows = 0;
    for line in text.split_inclusive('\n') {
        if line.split_whitespace().count() == 1 {
            if rows == row {
                let lead = line.len() - line.trim_start().len();
                let start = offset + lead + column;
                return start..start + 1;
            }
            rows += 1;
        }
        offset += line.len();
    }
    0..text.len()
}
