//! Game records in SGF (FF[4]): the main line of the first game is played out on a board.

use std::fmt::Write as _;

use sidle_core::Player;
use thiserror::Error;

use super::board::{Board, Colour};

/// The largest board that a record can have.
const MAX_SIZE: usize = 19;
/// Trees are not nested deeper than this.
const MAX_DEPTH: usize = 1000;

/// What is wrong with a record: at which byte, in which property.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("byte {offset}{}: {message}", property.as_ref().map(|p| format!(", property {p}")).unwrap_or_default())]
pub struct SgfError {
    /// The byte where the fault is.
    pub offset: usize,
    /// The property in which it is.
    pub property: Option<String>,
    /// What is wrong.
    pub message: String,
}

/// A position from a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sgf {
    /// The board after the main line.
    pub board: Board,
    /// Points marked with `TR` or `SQ`, or dimmed with `DD` (then the points that are not), in the last
    /// node that marks any: the region that somebody asks about.
    pub marked: Vec<usize>,
    /// Who is to move.
    pub to_move: Player,
    /// Prisoners of Black minus prisoners of White in the moves of the record.
    pub prisoners: i64,
}

/// A move of a record that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfMove {
    /// The player.
    pub player: Player,
    /// The point, numbered row by row from the top.
    pub point: usize,
    /// What is said about it; nothing if empty.
    pub comment: String,
}

impl Sgf {
    /// Reads a record. Only the main line of the first game counts.
    pub fn parse(text: &str) -> Result<Sgf, SgfError> {
        let nodes = Parser::new(text).main_line()?;
        let size = size(&nodes)?;
        let mut sgf = Sgf {
            board: Board::new(size.0, size.1),
            marked: Vec::new(),
            to_move: Player::Left,
            prisoners: 0,
        };
        for property in nodes.iter().flatten() {
            sgf.apply(property)?;
        }
        Ok(sgf)
    }

    /// Writes the position as a record with setup stones, and moves after it, each with its comment.
    ///
    /// ```
    /// use sidle_core::Player;
    /// use sidle_rules::go::{Sgf, SgfMove};
    /// let record = Sgf::parse("(;SZ[3]AB[aa])")?;
    /// let moves = [SgfMove { player: Player::Right, point: 4, comment: "worth 1".into() }];
    /// let text = record.write_with("a corner", &moves);
    /// assert!(text.contains("C[a corner]") && text.contains(";W[bb]C[worth 1]"));
    /// assert_eq!(Sgf::parse(&text)?.to_move, Player::Left);
    /// # Ok::<(), sidle_rules::go::SgfError>(())
    /// ```
    #[must_use]
    pub fn write_with(&self, comment: &str, moves: &[SgfMove]) -> String {
        let mut text = self.write();
        text.pop();
        write_comment(&mut text, comment);
        for SgfMove {
            player,
            point,
            comment,
        } in moves
        {
            let colour = match player {
                Player::Left => "B",
                Player::Right => "W",
            };
            text.push_str("\n;");
            write_points(&mut text, colour, [*point].into_iter(), self.board.width());
            write_comment(&mut text, comment);
        }
        text.push_str(")\n");
        text
    }

    /// Writes the position as a record with setup stones.
    #[must_use]
    pub fn write(&self) -> String {
        let board = &self.board;
        let mut text = String::from("(;FF[4]GM[1]");
        let size = match board.width() == board.height() {
            true => board.width().to_string(),
            false => format!("{}:{}", board.width(), board.height()),
        };
        let _ = write!(text, "SZ[{size}]");
        for (name, colour) in [("AB", Colour::Black), ("AW", Colour::White)] {
            let points = (0..board.width() * board.height()).filter(|&at| board.at(at) == colour);
            write_points(&mut text, name, points, board.width());
        }
        write_points(&mut text, "TR", self.marked.iter().copied(), board.width());
        let player = match self.to_move {
            Player::Left => 'B',
            Player::Right => 'W',
        };
        let _ = write!(text, "PL[{player}])");
        text
    }

    fn apply(&mut self, property: &Property) -> Result<(), SgfError> {
        match property.name.as_str() {
            "AB" => self.set(property, Colour::Black),
            "AW" => self.set(property, Colour::White),
            "AE" => self.set(property, Colour::Empty),
            "B" => self.play(property, Player::Left),
            "W" => self.play(property, Player::Right),
            "PL" => self.read_mover(property),
            "TR" | "SQ" => {
                self.marked = self.points(property)?;
                Ok(())
            }
            "DD" => {
                let dimmed = self.points(property)?;
                let all = 0..self.board.width() * self.board.height();
                self.marked = all.filter(|at| !dimmed.contains(at)).collect();
                if dimmed.is_empty() {
                    self.marked.clear();
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn set(&mut self, property: &Property, colour: Colour) -> Result<(), SgfError> {
        for at in self.points(property)? {
            self.board.set(at, colour);
        }
        Ok(())
    }

    fn play(&mut self, property: &Property, player: Player) -> Result<(), SgfError> {
        self.to_move = -player;
        let [(offset, value)] = property.values.as_slice() else {
            return Err(property.error(property.offset, "a move has one point"));
        };
        let (width, height) = (self.board.width(), self.board.height());
        // An empty move is a pass, and so is `tt` on boards up to 19 by 19.
        if value.is_empty() || (value == "tt" && width <= MAX_SIZE && height <= MAX_SIZE) {
            self.board.pass();
            return Ok(());
        }
        let at = self.point(property, *offset, value)?;
        match self.board.play(at, player) {
            Some(captured) => {
                self.prisoners += match player {
                    Player::Left => captured as i64,
                    Player::Right => -(captured as i64),
                };
                Ok(())
            }
            None => Err(property.error(
                *offset,
                "this move is not legal: the point is taken, or the stone would have no liberty",
            )),
        }
    }

    fn read_mover(&mut self, property: &Property) -> Result<(), SgfError> {
        let value = property.values.first().map(|(_, value)| value.as_str());
        self.to_move = match value {
            Some("B" | "b" | "black") => Player::Left,
            Some("W" | "w" | "white") => Player::Right,
            _ => return Err(property.error(property.offset, "the player is B or W")),
        };
        Ok(())
    }

    /// The points of a list; a rectangle is written `aa:cc`.
    fn points(&self, property: &Property) -> Result<Vec<usize>, SgfError> {
        let mut points = Vec::new();
        for (offset, value) in &property.values {
            match value.split_once(':') {
                None if value.is_empty() => {}
                None => points.push(self.point(property, *offset, value)?),
                Some((from, to)) => {
                    let width = self.board.width();
                    let from = self.point(property, *offset, from)?;
                    let to = self.point(property, *offset, to)?;
                    for row in from / width..=to / width {
                        points
                            .extend((from % width..=to % width).map(|column| row * width + column));
                    }
                }
            }
        }
        Ok(points)
    }

    fn point(&self, property: &Property, offset: usize, text: &str) -> Result<usize, SgfError> {
        let coordinate = |byte: u8| match byte {
            b'a'..=b'z' => Some(usize::from(byte - b'a')),
            b'A'..=b'Z' => Some(usize::from(byte - b'A') + 26),
            _ => None,
        };
        if let &[column, row] = text.as_bytes()
            && let (Some(column), Some(row)) = (coordinate(column), coordinate(row))
            && column < self.board.width()
            && row < self.board.height()
        {
            return Ok(row * self.board.width() + column);
        }
        let size = format!("{} by {}", self.board.width(), self.board.height());
        Err(property.error(
            offset,
            &format!("`{text}` is not a point of a board of {size}"),
        ))
    }
}

fn write_comment(text: &mut String, comment: &str) {
    if !comment.is_empty() {
        let escaped = comment.replace('\\', "\\\\").replace(']', "\\]");
        let _ = write!(text, "C[{escaped}]");
    }
}

fn write_points(text: &mut String, name: &str, points: impl Iterator<Item = usize>, width: usize) {
    let letter = |n: usize| char::from(b'a' + n as u8);
    let mut first = true;
    for at in points {
        if std::mem::take(&mut first) {
            text.push_str(name);
        }
        let _ = write!(text, "[{}{}]", letter(at % width), letter(at / width));
    }
}

fn size(nodes: &[Vec<Property>]) -> Result<(usize, usize), SgfError> {
    let Some(property) = nodes.iter().flatten().find(|p| p.name == "SZ") else {
        return Ok((MAX_SIZE, MAX_SIZE));
    };
    let value = property
        .values
        .first()
        .map_or("", |(_, value)| value.as_str());
    let (width, height) = value.split_once(':').unwrap_or((value, value));
    match (width.trim().parse(), height.trim().parse()) {
        (Ok(width @ 1..=MAX_SIZE), Ok(height @ 1..=MAX_SIZE)) => Ok((width, height)),
        _ => Err(property.error(
            property.offset,
            &format!("`{value}` is not a size from 1 to {MAX_SIZE}"),
        )),
    }
}

#[derive(Clone, Debug)]
struct Property {
    name: String,
    offset: usize,
    /// Each value with the byte where it starts.
    values: Vec<(usize, String)>,
}

impl Property {
    fn error(&self, offset: usize, message: &str) -> SgfError {
        SgfError {
            offset,
            property: Some(self.name.clone()),
            message: message.to_owned(),
        }
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Parser<'t> {
        // Whatever stands before the first game is not part of it.
        let at = text.find("(;").unwrap_or(0);
        Parser { text, at }
    }

    fn error(&self, message: &str) -> SgfError {
        SgfError {
            offset: self.at,
            property: None,
            message: message.to_owned(),
        }
    }

    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    /// The nodes from the root along the first variation everywhere.
    fn main_line(mut self) -> Result<Vec<Vec<Property>>, SgfError> {
        let mut nodes = Vec::new();
        let mut depth = 0;
        if self.peek() != Some(b'(') {
            return Err(self.error("a record starts with `(;`"));
        }
        loop {
            match self.peek() {
                Some(b'(') => {
                    depth += 1;
                    if depth > MAX_DEPTH {
                        return Err(self.error("variations are nested too deep"));
                    }
                    self.at += 1;
                    if self.peek() != Some(b';') {
                        return Err(self.error("a `;` must follow here"));
                    }
                }
                Some(b';') => {
                    self.at += 1;
                    nodes.push(self.node()?);
                }
                // The first variation ends here; what follows are others.
                Some(b')') => return Ok(nodes),
                Some(_) => return Err(self.error("`;`, `(` or `)` must stand here")),
                None => return Err(self.error("the record ends too early: a `)` is missing")),
            }
        }
    }

    fn node(&mut self) -> Result<Vec<Property>, SgfError> {
        let mut properties = Vec::new();
        while let Some(byte) = self.peek() {
            if !byte.is_ascii_alphabetic() {
                break;
            }
            properties.push(self.property()?);
        }
        Ok(properties)
    }

    fn property(&mut self) -> Result<Property, SgfError> {
        let offset = self.at;
        let bytes = self.text.as_bytes();
        let mut name = String::new();
        while let Some(byte) = bytes.get(self.at).filter(|b| b.is_ascii_alphabetic()) {
            // Old records write names in full: AddBlack is AB.
            if byte.is_ascii_uppercase() {
                name.push(char::from(*byte));
            }
            self.at += 1;
        }
        let mut property = Property {
            name,
            offset,
            values: Vec::new(),
        };
        while self.peek() == Some(b'[') {
            self.at += 1;
            let value = self.value(&property)?;
            property.values.push(value);
        }
        if property.values.is_empty() {
            return Err(property.error(self.at, "a value in square brackets must follow"));
        }
        Ok(property)
    }

    fn value(&mut self, property: &Property) -> Result<(usize, String), SgfError> {
        let start = self.at;
        let mut value = String::new();
        let mut chars = self.text[start..].char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                ']' => {
                    self.at = start + at + 1;
                    return Ok((start, value));
                }
                '\\' => value.extend(chars.next().map(|(_, c)| c)),
                c => value.push(c),
            }
        }
        Err(property.error(start, "the value does not end: a `]` is missing"))
    }
}
