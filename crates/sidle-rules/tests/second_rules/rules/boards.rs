//! Boards and strips as rows of letters, and where their cells are.

use std::{collections::BTreeSet, iter};

use fastrand::Rng;
use sidle_core::Player;

/// A row and a column, counted from 0 at the top left.
pub(crate) type Cell = (i32, i32);

/// The four neighbours of a cell.
pub(crate) const ORTHOGONAL: [Cell; 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// The four diagonal neighbours.
pub(crate) const DIAGONAL: [Cell; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The eight steps of a king.
pub(crate) fn compass() -> Vec<Cell> {
    [ORTHOGONAL, DIAGONAL].concat()
}

/// The cell some steps away.
pub(crate) fn step((row, column): Cell, (down, right): Cell, steps: i32) -> Cell {
    (row + down * steps, column + right * steps)
}

/// The letter of a player's pieces on most boards.
pub(crate) fn own(player: Player) -> char {
    match player {
        Player::Left => 'x',
        Player::Right => 'o',
    }
}

/// Rows of letters. A strip is one row.
#[derive(Clone)]
pub(crate) struct Grid(Vec<Vec<char>>);

impl Grid {
    pub(crate) fn read(text: &str) -> Grid {
        Grid(text.split('|').map(|row| row.chars().collect()).collect())
    }

    /// The letter of a cell, `None` off the board.
    pub(crate) fn at(&self, (row, column): Cell) -> Option<char> {
        let row = self.0.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    pub(crate) fn cells(&self) -> Vec<Cell> {
        let rows = self.0.iter().enumerate();
        rows.flat_map(|(row, letters)| {
            (0..letters.len()).map(move |column| (row as i32, column as i32))
        })
        .collect()
    }

    /// The cells with one of these letters.
    pub(crate) fn find(&self, letters: &str) -> Vec<Cell> {
        let mut cells = self.cells();
        cells.retain(|cell| self.is(*cell, letters));
        cells
    }

    /// Is there a cell, with one of these letters?
    pub(crate) fn is(&self, cell: Cell, letters: &str) -> bool {
        self.at(cell).is_some_and(|letter| letters.contains(letter))
    }

    /// The board with other letters on some cells.
    pub(crate) fn with(&self, changes: &[(Cell, char)]) -> Grid {
        let mut next = self.clone();
        for &((row, column), letter) in changes {
            next.0[row as usize][column as usize] = letter;
        }
        next
    }

    pub(crate) fn text(&self) -> String {
        let rows: Vec<String> = self.0.iter().map(|row| row.iter().collect()).collect();
        rows.join("|")
    }

    /// The cells that are connected with one over cells with these letters.
    pub(crate) fn connected(&self, cell: Cell, letters: &str) -> BTreeSet<Cell> {
        let mut cells = BTreeSet::from([cell]);
        let mut todo = vec![cell];
        while let Some(next) = todo.pop() {
            for beside in ORTHOGONAL.map(|side| step(next, side, 1)) {
                if self.is(beside, letters) && cells.insert(beside) {
                    todo.push(beside);
                }
            }
        }
        cells
    }
}

/// All words of some length.
pub(crate) fn words(letters: &str, length: usize) -> Vec<String> {
    let longer = |words: Vec<String>| {
        let add = |word: &String| {
            letters
                .chars()
                .map(|l| format!("{word}{l}"))
                .collect::<Vec<_>>()
        };
        words.iter().flat_map(add).collect()
    };
    let all = iter::successors(Some(vec![String::new()]), |words| {
        Some(longer(words.clone()))
    });
    all.take(length + 1).last().expect("one length at least")
}

/// All boards of up to `cells` cells, `count` random ones of up to `rows` by `columns`, and some of up to
/// twice that size. A letter that stands there twice is twice as frequent.
pub(crate) fn boards(
    rng: &mut Rng,
    letters: &str,
    cells: usize,
    (rows, columns): (usize, usize),
    count: usize,
) -> Vec<String> {
    let different: BTreeSet<char> = letters.chars().collect();
    let different: String = different.into_iter().collect();
    let mut all = Vec::new();
    for size in 1..=cells {
        let words = words(&different, size);
        for columns in (1..=size).filter(|columns| size % columns == 0) {
            all.extend(words.iter().map(|word| folded(word, columns)));
        }
    }
    for number in 0..count {
        let double = if number % 20 == 0 { 2 } else { 1 };
        all.push(random_board(
            rng,
            letters,
            (double * rows, double * columns),
        ));
    }
    all
}

/// A random board of up to so many rows and columns.
pub(crate) fn random_board(
    rng: &mut Rng,
    letters: &str,
    (rows, columns): (usize, usize),
) -> String {
    let letters: Vec<char> = letters.chars().collect();
    let (rows, columns) = (rng.usize(1..=rows), rng.usize(1..=columns));
    let word = (0..rows * columns).map(|_| letters[rng.usize(..letters.len())]);
    folded(&word.collect::<String>(), columns)
}

/// A word in rows.
pub(crate) fn folded(word: &str, columns: usize) -> String {
    let letters: Vec<char> = word.chars().collect();
    let rows: Vec<String> = letters
        .chunks(columns)
        .map(|row| row.iter().collect())
        .collect();
    rows.join("|")
}

/// All strips of up to `cells` cells, and `count` random ones of up to `most`.
pub(crate) fn strips(
    rng: &mut Rng,
    letters: &str,
    cells: usize,
    most: usize,
    count: usize,
) -> Vec<String> {
    let mut all = boards(rng, letters, cells, (1, 1), 0);
    all.retain(|text| !text.contains('|'));
    all.extend((0..count).map(|_| random_board(rng, letters, (1, most))));
    all
}
