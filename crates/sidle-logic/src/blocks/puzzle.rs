//! Sliding-block puzzles: a board with walls, pieces of any connected shape, and where some of them should stand.

use crate::{Error, cells};

/// A row and a column, from 0.
pub type Cell = (usize, usize);

/// Along which lines a piece may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// In all four directions.
    Any,
    /// Left and right only, as a car that lies in a row.
    Row,
    /// Up and down only.
    Column,
}

/// A piece at its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its character.
    pub name: char,
    /// Its cells, sorted.
    pub cells: Vec<Cell>,
    /// How it may move.
    pub axis: Axis,
}

impl Piece {
    /// The cells relative to the upper left corner of the box around them.
    #[must_use]
    pub fn shape(&self) -> Vec<Cell> {
        let (r, c) = self.corner();
        self.cells.iter().map(|&(y, x)| (y - r, x - c)).collect()
    }

    /// The upper left corner of the box around the piece.
    #[must_use]
    pub fn corner(&self) -> Cell {
        corner(&self.cells)
    }
}

fn corner(cells: &[Cell]) -> Cell {
    let r = cells.iter().map(|&(r, _)| r).min().unwrap_or(0);
    let c = cells.iter().map(|&(_, c)| c).min().unwrap_or(0);
    (r, c)
}

/// A puzzle.
///
/// ```
/// use sidle_logic::blocks::Puzzle;
/// let puzzle = Puzzle::parse("ab.\ngoal\n.a.\n")?;
/// assert_eq!(puzzle.pieces().len(), 2);
/// # Ok::<(), sidle_logic::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    height: usize,
    width: usize,
    walls: Vec<bool>,
    pieces: Vec<Piece>,
    /// Pieces and the corners where they must stand.
    goals: Vec<(usize, Cell)>,
    is_rush_hour: bool,
}

impl Puzzle {
    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Is there a wall?
    #[must_use]
    pub fn is_wall(&self, (r, c): Cell) -> bool {
        self.walls[r * self.width + c]
    }

    /// The pieces, in the order in which the rows name them first.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The pieces that have a goal, with the upper left corner where each must stand.
    #[must_use]
    pub fn goals(&self) -> &[(usize, Cell)] {
        &self.goals
    }

    pub(super) fn place(&mut self, corners: &[Cell]) {
        for (piece, &(r, c)) in self.pieces.iter_mut().zip(corners) {
            let shape = piece.shape();
            piece.cells = shape.into_iter().map(|(y, x)| (r + y, c + x)).collect();
        }
    }

    /// Was it written as a Rush Hour board?
    #[must_use]
    pub fn is_rush_hour(&self) -> bool {
        self.is_rush_hour
    }

    /// Reads a puzzle: rows, a line `goal` and rows again, or one line of a Rush Hour board.
    pub fn parse(text: &str) -> Result<Puzzle, Error> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines: Vec<(usize, &str)> = text
            .lines()
            .enumerate()
            .map(|(i, line)| (i + 1, line.trim_end()))
            .collect();
        let begin = lines.iter().position(|(_, line)| !line.is_empty());
        let end = lines.iter().rposition(|(_, line)| !line.is_empty());
        let (Some(begin), Some(end)) = (begin, end) else {
            return Err(Error::whole("there is no board in this file"));
        };
        let lines = &lines[begin..=end];
        if let &[(number, line)] = lines
            && line != "goal"
        {
            return rush_hour(number, line);
        }
        let separators: Vec<usize> = (0..lines.len()).filter(|&i| lines[i].1 == "goal").collect();
        // Four pieces may spell the word: then the line with as many rows above as below is the one.
        let middle = lines.len() / 2;
        let separator = match separators.as_slice() {
            [] => {
                let (number, _) = lines[lines.len() - 1];
                return Err(Error::at(number, 0, "the goal is missing")
                    .help("after the rows write a line `goal` and rows of the same size"));
            }
            [one] => *one,
            _ if lines.len() % 2 == 1 && separators.contains(&middle) => middle,
            [first, ..] => *first,
        };
        let above = without_blank_lines(&lines[..separator]);
        let below = without_blank_lines(&lines[separator + 1..]);
        if above.is_empty() {
            return Err(Error::at(
                lines[separator].0,
                0,
                "there is no board before the goal",
            ));
        }
        sliding(above, below, lines[separator].0)
    }
}

fn without_blank_lines<'l, 't>(mut lines: &'l [(usize, &'t str)]) -> &'l [(usize, &'t str)] {
    while let [(_, ""), rest @ ..] = lines {
        lines = rest;
    }
    while let [rest @ .., (_, "")] = lines {
        lines = rest;
    }
    lines
}

/// The pieces of a rectangle of characters, each with its cells.
fn gather(rows: &[(usize, Vec<char>)], is_free: impl Fn(char) -> bool) -> Vec<(char, Vec<Cell>)> {
    let mut pieces: Vec<(char, Vec<Cell>)> = Vec::new();
    let mut numbers = std::collections::HashMap::new();
    for (r, (_, row)) in rows.iter().enumerate() {
        for (c, &name) in row.iter().enumerate() {
            if is_free(name) {
                continue;
            }
            let number = *numbers.entry(name).or_insert_with(|| {
                pieces.push((name, Vec::new()));
                pieces.len() - 1
            });
            pieces[number].1.push((r, c));
        }
    }
    pieces
}

/// A cell of the piece that cannot be reached from its first one inside the piece.
fn stray(cells: &[Cell]) -> Option<Cell> {
    let mut left: std::collections::HashSet<Cell> = cells.iter().copied().collect();
    let mut open = vec![cells[0]];
    left.remove(&cells[0]);
    while let Some((r, c)) = open.pop() {
        let near = [
            (r.wrapping_sub(1), c),
            (r + 1, c),
            (r, c.wrapping_sub(1)),
            (r, c + 1),
        ];
        open.extend(near.into_iter().filter(|cell| left.remove(cell)));
    }
    left.into_iter().min()
}

/// The largest board that is read.
const MOST_CELLS: usize = 1 << 23;

fn rectangle(
    lines: &[(usize, &str)],
    width: Option<usize>,
) -> Result<Vec<(usize, Vec<char>)>, Error> {
    let mut rows: Vec<(usize, Vec<char>)> = Vec::new();
    for &(number, line) in lines {
        let row: Vec<char> = line.chars().collect();
        let width = width.or_else(|| rows.first().map(|(_, row)| row.len()));
        if let Some(width) = width
            && row.len() != width
        {
            let column = row.len().min(width) + 1;
            return Err(Error::at(
                number,
                column,
                format!("this row has {} instead of {width}", cells(row.len())),
            )
            .help("all rows are as long as the first; write `%` for a wall"));
        }
        if let Some(column) = row.iter().position(|c| c.is_whitespace() || c.is_control()) {
            return Err(Error::at(number, column + 1, "a cell cannot be blank")
                .help("write `.` for an empty cell and `%` for a wall"));
        }
        rows.push((number, row));
        if rows.len() * rows[0].1.len().max(1) > MOST_CELLS {
            return Err(Error::at(number, 0, "this board is too large"));
        }
    }
    Ok(rows)
}

fn sliding(
    above: &[(usize, &str)],
    below: &[(usize, &str)],
    separator: usize,
) -> Result<Puzzle, Error> {
    let rows = rectangle(above, None)?;
    let (height, width) = (rows.len(), rows[0].1.len());
    let mut pieces = Vec::new();
    for (name, cells) in gather(&rows, |c| c == '.' || c == '%') {
        if let Some((r, c)) = stray(&cells) {
            return Err(Error::at(
                rows[r].0,
                c + 1,
                format!("this cell of piece {name} does not touch its other cells"),
            )
            .help("give the two parts different characters"));
        }
        pieces.push(Piece {
            name,
            cells,
            axis: Axis::Any,
        });
    }
    if below.is_empty() {
        return Err(Error::at(separator, 0, "the goal is empty").help(
            "after `goal` write rows of the same size, with the pieces where they should stand",
        ));
    }
    let goal = rectangle(below, Some(width))?;
    if goal.len() != height {
        let line = below[goal.len().min(height + 1) - 1].0;
        return Err(Error::at(
            line,
            0,
            format!("the board has {height} rows and the goal {}", goal.len()),
        ));
    }
    let walls: Vec<bool> = rows
        .iter()
        .flat_map(|(_, row)| row.iter().map(|&c| c == '%'))
        .collect();
    let mut goals = Vec::new();
    for (name, cells) in gather(&goal, |c| c == '.' || c == '%') {
        let (r, c) = cells[0];
        let place = |message: String| Error::at(goal[r].0, c + 1, message);
        let Some(piece) = pieces.iter().position(|piece| piece.name == name) else {
            return Err(place(format!("the board has no piece {name}")));
        };
        let (y, x) = corner(&cells);
        let shape: Vec<Cell> = cells.iter().map(|&(r, c)| (r - y, c - x)).collect();
        if shape != pieces[piece].shape() {
            return Err(
                place(format!("piece {name} has another shape on the board"))
                    .help("a goal shows the whole piece where it should stand"),
            );
        }
        if let Some(&(r, c)) = cells.iter().find(|&&(r, c)| walls[r * width + c]) {
            return Err(Error::at(
                goal[r].0,
                c + 1,
                format!("piece {name} cannot stand on a wall"),
            ));
        }
        goals.push((piece, (y, x)));
    }
    if goals.is_empty() {
        return Err(Error::at(separator, 0, "the goal names no piece"));
    }
    Ok(Puzzle {
        height,
        width,
        walls,
        pieces,
        goals,
        is_rush_hour: false,
    })
}

/// A Rush Hour board on one line: `.` or `o` empty, `x` wall, A is the car that wants out on the right.
fn rush_hour(number: usize, line: &str) -> Result<Puzzle, Error> {
    let cells: Vec<char> = line.chars().collect();
    let side = (2..=16).find(|side| side * side == cells.len());
    let Some(side) = side.filter(|&side| side >= 4) else {
        return Err(Error::at(
            number,
            cells.len() + 1,
            format!(
                "a Rush Hour board has 36 cells, and this line has {}",
                cells.len()
            ),
        )
        .help("other puzzles have rows, a line `goal` and rows again"));
    };
    let rows: Vec<(usize, Vec<char>)> = cells
        .chunks(side)
        .map(|row| (number, row.to_vec()))
        .collect();
    if let Some(column) = cells
        .iter()
        .position(|c| c.is_whitespace() || c.is_control())
    {
        return Err(Error::at(number, column + 1, "a cell cannot be blank"));
    }
    let mut pieces = Vec::new();
    for (name, cells) in gather(&rows, |c| matches!(c, '.' | 'o' | 'x')) {
        let (r, c) = cells[0];
        let place = |(r, c): Cell, message: &str| {
            Error::at(number, r * side + c + 1, format!("car {name} {message}"))
        };
        if let Some(cell) = stray(&cells) {
            return Err(place(cell, "is in two parts"));
        }
        let axis = if cells.len() < 2 {
            return Err(place((r, c), "has one cell; a car has at least two"));
        } else if cells.iter().all(|&(y, _)| y == r) {
            Axis::Row
        } else if cells.iter().all(|&(_, x)| x == c) {
            Axis::Column
        } else {
            return Err(place((r, c), "is not straight"));
        };
        pieces.push(Piece { name, cells, axis });
    }
    let Some(red) = pieces.iter().position(|piece| piece.name == 'A') else {
        return Err(Error::at(number, 0, "there is no car A on this board"));
    };
    let (row, column) = pieces[red].cells[0];
    if pieces[red].axis != Axis::Row {
        return Err(Error::at(
            number,
            row * side + column + 1,
            "car A must lie in a row",
        ));
    }
    let goal = (row, side - pieces[red].cells.len());
    Ok(Puzzle {
        height: side,
        width: side,
        walls: cells.iter().map(|&c| c == 'x').collect(),
        pieces,
        goals: vec![(red, goal)],
        is_rush_hour: true,
    })
}
