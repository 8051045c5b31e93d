//! Solutions and uniqueness: deductions first, then SAT with the connectivity brought in as it is violated.
//!
//! If the unpainted cells of a model fall apart, the painted cells around a part cannot all be painted: every part has a cell
//! beside one of them, which stays unpainted. That clause is added and the solver goes on.

use serde::{Serialize, Serializer};
use sidle_core::{Meter, StopReason};

use super::{
    Cell,
    board::{Board, components},
    marks::Marks,
};
use crate::sat::{Literal, ProofStep, Sat};

/// How many solutions a board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Solutions {
    /// None.
    None,
    /// Exactly one.
    One,
    /// Two or more.
    Many,
}

/// What the solver found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How many solutions there are.
    pub solutions: Solutions,
    /// A solution, and another one if there are several; the painted cells, sorted.
    pub examples: Vec<Vec<Cell>>,
}

impl Outcome {
    /// The painted cells of the only solution.
    #[must_use]
    pub fn painted(&self) -> Option<&[Cell]> {
        match (self.solutions, self.examples.as_slice()) {
            (Solutions::One, [only]) => Some(only),
            _ => None,
        }
    }
}

/// `0`, `1` or `"many"`.
impl Serialize for Solutions {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Solutions::None => to.serialize_u8(0),
            Solutions::One => to.serialize_u8(1),
            Solutions::Many => to.serialize_str("many"),
        }
    }
}

/// The variables of the cells that the deductions leave open.
pub(super) struct Model<'b, 'm> {
    board: &'b Board,
    known: Vec<Option<bool>>,
    /// The variable of each open cell.
    variables: Vec<Literal>,
    pub(super) sat: Sat<'m>,
}

impl<'b, 'm> Model<'b, 'm> {
    pub(super) fn new(
        board: &'b Board,
        known: &[Option<bool>],
        prove: bool,
        meter: &'m Meter,
    ) -> Model<'b, 'm> {
        let mut variables = vec![0; board.cells()];
        let mut count = 0;
        for (cell, known) in known.iter().enumerate() {
            if known.is_none() {
                count += 1;
                variables[cell] = count;
            }
        }
        let mut sat = Sat::new(count as usize, prove, meter);
        for (cell, &variable) in variables.iter().enumerate() {
            if variable == 0 {
                continue;
            }
            for near in board
                .near(cell)
                .filter(|&near| near > cell && variables[near] > 0)
            {
                sat.add(&[-variable, -variables[near]]);
            }
            for twin in board
                .twins(cell)
                .filter(|&twin| twin > cell && variables[twin] > 0)
            {
                sat.add(&[variable, variables[twin]]);
            }
        }
        Model {
            board,
            known: known.to_vec(),
            variables,
            sat,
        }
    }

    /// The variable of an open cell.
    pub(super) fn variable(&self, cell: usize) -> Literal {
        self.variables[cell]
    }

    /// The next solution under the assumptions: which cells are painted.
    pub(super) fn next(
        &mut self,
        assumptions: &[Literal],
    ) -> Result<Option<Vec<bool>>, StopReason> {
        while self.sat.solve(assumptions)? {
            let black: Vec<bool> = (0..self.board.cells())
                .map(|cell| {
                    self.known[cell].unwrap_or_else(|| self.sat.value(self.variables[cell]))
                })
                .collect();
            let mut parts = components(self.board, &black);
            if parts.len() <= 1 {
                return Ok(Some(black));
            }
            parts.sort_by_key(Vec::len);
            parts.pop();
            for part in parts {
                let clause = self.around(&part, &black);
                self.sat.add(&clause);
            }
        }
        Ok(None)
    }

    /// Not all painted cells around a part.
    fn around(&self, part: &[usize], black: &[bool]) -> Vec<Literal> {
        let mut around: Vec<usize> = part
            .iter()
            .flat_map(|&cell| self.board.near(cell))
            .filter(|&cell| black[cell])
            .collect();
        around.sort_unstable();
        around.dedup();
        let open = around.into_iter().filter(|&cell| self.variables[cell] > 0);
        open.map(|cell| -self.variables[cell]).collect()
    }

    /// Asks for something else than this.
    pub(super) fn exclude(&mut self, black: &[bool]) {
        let open = (0..self.board.cells()).filter(|&cell| self.variables[cell] > 0);
        let clause: Vec<Literal> = open
            .map(|cell| {
                if black[cell] {
                    -self.variables[cell]
                } else {
                    self.variables[cell]
                }
            })
            .collect();
        self.sat.add(&clause);
    }
}

pub(super) fn cells(board: &Board, black: &[bool]) -> Vec<Cell> {
    (0..board.cells())
        .filter(|&cell| black[cell])
        .map(|cell| board.place(cell))
        .collect()
}

/// Another solution beside a given one that differs in one cell, which is not known, if that is easy to see.
fn beside(board: &Board, black: &[bool], known: &[Option<bool>]) -> Option<Vec<bool>> {
    let mut other = black.to_vec();
    for cell in (0..board.cells()).filter(|&cell| known[cell].is_none()) {
        other[cell] = !black[cell];
        let fits = if black[cell] {
            // A freed cell hangs together with its neighbours; its label must be new to its lines.
            board.twins(cell).all(|twin| black[twin])
        } else {
            board.near(cell).all(|near| !black[near]) && components(board, &other).len() <= 1
        };
        if fits {
            return Some(other);
        }
        other[cell] = black[cell];
    }
    None
}

/// Finds out how many solutions there are: none, one or more.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_logic::hitori::{solve, Board, Solutions};
/// let board = Board::parse("11\n12\n")?;
/// let outcome = solve(&board, &Meter::unlimited()).expect("no limit");
/// assert_eq!(outcome.solutions, Solutions::One);
/// assert_eq!(outcome.painted(), Some(&[(0, 0)][..]));
/// # Ok::<(), sidle_logic::Error>(())
/// ```
pub fn solve(board: &Board, meter: &Meter) -> Result<Outcome, StopReason> {
    search(board, meter, false)
}

fn search(board: &Board, meter: &Meter, one_is_enough: bool) -> Result<Outcome, StopReason> {
    meter.check()?;
    let none = Outcome {
        solutions: Solutions::None,
        examples: Vec::new(),
    };
    let mut marks = Marks::new(board, false);
    if marks.patterns().and_then(|()| marks.close()).is_err() {
        return Ok(none);
    }
    let mut model = Model::new(board, marks.known(), false, meter);
    let Some(first) = model.next(&[])? else {
        return Ok(none);
    };
    let mut examples = vec![cells(board, &first)];
    if !one_is_enough {
        let second = match beside(board, &first, marks.known()) {
            Some(second) => Some(second),
            None => {
                model.exclude(&first);
                model.next(&[])?
            }
        };
        examples.extend(second.map(|black| cells(board, &black)));
    }
    Ok(Outcome {
        solutions: if examples.len() > 1 {
            Solutions::Many
        } else {
            Solutions::One
        },
        examples,
    })
}

/// A solution, whether or not there are others.
pub fn is_satisfiable(board: &Board, meter: &Meter) -> Result<Option<Vec<Cell>>, StopReason> {
    Ok(search(board, meter, true)?.examples.pop())
}

/// Is there a solution with these cells painted or not?
pub fn is_satisfiable_with(
    board: &Board,
    given: &[(Cell, bool)],
    meter: &Meter,
) -> Result<bool, StopReason> {
    let open = vec![None; board.cells()];
    let mut model = Model::new(board, &open, false, meter);
    let assumptions: Vec<Literal> = given
        .iter()
        .map(|&((r, c), painted)| {
            let variable = model.variable(r * board.width() + c);
            if painted { variable } else { -variable }
        })
        .collect();
    Ok(model.next(&assumptions)?.is_some())
}

/// A proof, over the variables 1 to cells, that there is no solution beside the given ones: the clauses learnt, and the cuts.
pub(super) fn refutation(
    board: &Board,
    excluded: Option<&[Cell]>,
    meter: &Meter,
) -> Result<Vec<ProofStep>, StopReason> {
    let open = vec![None; board.cells()];
    let mut model = Model::new(board, &open, true, meter);
    if let Some(painted) = excluded {
        let mut black = vec![false; board.cells()];
        painted
            .iter()
            .for_each(|&(r, c)| black[r * board.width() + c] = true);
        model.exclude(&black);
    }
    model.next(&[])?;
    Ok(model.sat.into_proof())
}
