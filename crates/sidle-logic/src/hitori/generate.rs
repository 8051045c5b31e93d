//! New boards with one solution.
//!
//! A painting to which no cell can be added is made first. The unpainted cells take the labels of a shuffled Latin square, each
//! painted one the label of an unpainted cell of its lines. While there is another solution, some cell that is painted in ours is
//! unpainted there (ours is maximal); its label is changed to one that forbids the other solution.

use sidle_core::{Meter, StopReason};

use super::{Board, Cell, Grade, Solutions, board::components, explain, solve};

/// The board that [`generate`] makes.
#[derive(Clone, Copy, Debug)]
pub struct NewBoard {
    /// The number of rows.
    pub height: usize,
    /// The number of columns.
    pub width: usize,
    /// The same seed gives the same board.
    pub seed: u64,
    /// How hard it should be, if that matters.
    pub grade: Option<Grade>,
}

/// SplitMix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

/// A new board with one solution.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_logic::hitori::{generate, solve, Solutions, NewBoard};
/// let wanted = NewBoard { height: 6, width: 6, seed: 1, grade: None };
/// let board = generate(wanted, &Meter::unlimited()).expect("no limit");
/// assert_eq!(solve(&board, &Meter::unlimited()).expect("no limit").solutions, Solutions::One);
/// ```
pub fn generate(wanted: NewBoard, meter: &Meter) -> Result<Board, StopReason> {
    let mut random = Random(wanted.seed);
    loop {
        meter.check()?;
        let Some(board) = attempt(wanted, &mut random, meter)? else {
            continue;
        };
        match wanted.grade {
            Some(grade) if explain(&board, meter)?.grade != grade => {}
            _ => return Ok(board),
        }
    }
}

fn attempt(
    wanted: NewBoard,
    random: &mut Random,
    meter: &Meter,
) -> Result<Option<Board>, StopReason> {
    let (height, width) = (wanted.height, wanted.width);
    let size = height.max(width);
    let latin = latin_square(size, random);
    let labels = (0..height)
        .map(|r| (0..width).map(|c| latin[r][c].to_string()).collect())
        .collect();
    let Ok(mut board) = Board::from_labels(labels) else {
        return Ok(None);
    };
    let black = painting(&board, random, meter)?;
    let painted: Vec<Cell> = (0..board.cells())
        .filter(|&cell| black[cell])
        .map(|cell| board.place(cell))
        .collect();
    let line = |cell: usize| -> Vec<usize> {
        let (r, c) = (cell / width, cell % width);
        let row = (0..width).map(|x| r * width + x);
        let column = (0..height).map(|y| y * width + c);
        row.chain(column).filter(|&other| !black[other]).collect()
    };
    for cell in (0..height * width).filter(|&cell| black[cell]) {
        let partners = line(cell);
        let Some(&partner) = partners.get(random.below(partners.len())) else {
            return Ok(None);
        };
        board.set_label(cell, partner);
    }
    // Other solutions met so far: a new label should not let one of them in again.
    let mut others: Vec<Vec<bool>> = Vec::new();
    for _ in 0..40 * size {
        // A board is a node: whoever is stopped can tell how many were looked at.
        meter.ticker().node(height * width)?;
        meter.check()?;
        let outcome = solve(&board, meter)?;
        if outcome.solutions == Solutions::One {
            return Ok(Some(board));
        }
        let Some(other) = outcome.examples.iter().find(|example| **example != painted) else {
            return Ok(None);
        };
        let mut white = vec![true; height * width];
        other
            .iter()
            .for_each(|&(r, c)| white[r * width + c] = false);
        let mut wrong: Vec<usize> = (0..height * width)
            .filter(|&cell| black[cell] && white[cell])
            .collect();
        random.shuffle(&mut wrong);
        others.push(white);
        let changed = wrong.iter().any(|&cell| {
            let mut partners = line(cell);
            random.shuffle(&mut partners);
            let kills = |partner: usize, other: &Vec<bool>| other[cell] && other[partner];
            let newest = others.len() - 1;
            partners.retain(|&partner| kills(partner, &others[newest]));
            let best = partners.iter().max_by_key(|&&partner| {
                others.iter().filter(|other| kills(partner, other)).count()
            });
            best.map(|&partner| board.set_label(cell, partner))
                .is_some()
        });
        if !changed {
            return Ok(None);
        }
    }
    Ok(None)
}

/// A cyclic square with shuffled rows, columns and labels.
fn latin_square(size: usize, random: &mut Random) -> Vec<Vec<usize>> {
    let mut orders: [Vec<usize>; 3] = std::array::from_fn(|_| (0..size).collect());
    orders.iter_mut().for_each(|order| random.shuffle(order));
    let [rows, columns, labels] = orders;
    rows.iter()
        .map(|r| columns.iter().map(|c| labels[(r + c) % size] + 1).collect())
        .collect()
}

/// Cells painted in random order while the rules allow it.
fn painting(board: &Board, random: &mut Random, meter: &Meter) -> Result<Vec<bool>, StopReason> {
    let mut ticker = meter.ticker();
    let mut order: Vec<usize> = (0..board.cells()).collect();
    random.shuffle(&mut order);
    let mut black = vec![false; board.cells()];
    for cell in order {
        if board.near(cell).any(|near| black[near]) {
            continue;
        }
        black[cell] = true;
        ticker.steps(board.cells())?;
        // Only the neighbours can be cut off from each other.
        let apart = board.cells() > 1 && components(board, &black).len() != 1;
        if apart || board.cells() == 1 {
            black[cell] = false;
        }
    }
    Ok(black)
}
