//! Certificates of Hitori boards, kind `hitori`: no solution, one, or two different ones.
//!
//! Solutions are checked against the three rules. That there is no other one is shown by clauses over the cells (numbered from 1
//! row by row, positive when painted): the rules about neighbours and repeated labels are given; a `cut` says that its cells
//! cannot all be painted, because without them the board falls apart and each part has a cell beside one of them, which then is
//! unpainted; a `clause` follows from what stands before by unit propagation.

use serde::{Deserialize, Serialize};

use sidle_core::Meter;

use crate::{
    Failure, Verdict,
    certificate::certificate,
    constraint::{propagate, wrong},
};

/// One step of a refutation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// These cells are not all painted.
    Cut(Vec<(usize, usize)>),
    /// One of these literals holds.
    Clause(Vec<i32>),
}

certificate! {
    "hitori" version 1:
    /// A whole certificate.
    pub struct Certificate {
        /// The labels.
        pub board: Vec<Vec<String>>,
        /// The painted cells of no, one or two solutions.
        pub examples: Vec<Vec<(usize, usize)>>,
        /// That there are no others, unless there are two.
        pub refutation: Vec<Step>,
    }
}

impl Certificate {
    fn claim(&self) -> String {
        let (height, width) = (self.board.len(), self.board.first().map_or(0, Vec::len));
        let count = match self.examples.len() {
            0 => "no solution",
            1 => "one solution",
            _ => "several solutions",
        };
        format!("Hitori {height}×{width}: {count}")
    }

    fn verify(&self, meter: &Meter) -> Result<usize, Failure> {
        let height = self.board.len();
        let width = self.board.first().map_or(0, Vec::len);
        if width == 0 || self.board.iter().any(|row| row.len() != width) {
            return Err(wrong("board", "it is not a rectangle"));
        }
        let rules = Rules {
            height,
            width,
            labels: self.board.iter().flatten().collect(),
        };
        let mut paintings = Vec::new();
        for (number, painted) in self.examples.iter().enumerate() {
            let mut black = vec![false; height * width];
            for &(r, c) in painted {
                if r >= height || c >= width {
                    return Err(wrong(
                        format!("example {number}"),
                        "a cell is not on the board",
                    ));
                }
                black[r * width + c] = true;
            }
            rules
                .obeyed(&black)
                .map_err(|reason| wrong(format!("example {number}"), reason))?;
            paintings.push(black);
        }
        match paintings.as_slice() {
            [first, second] if first != second => Ok(2),
            [] | [_] => self.refute(&rules, paintings.first(), meter),
            _ => Err(wrong(
                "examples",
                "two different solutions are enough and needed for \"several\"",
            )),
        }
    }

    fn refute(
        &self,
        rules: &Rules<'_>,
        only: Option<&Vec<bool>>,
        meter: &Meter,
    ) -> Result<usize, Failure> {
        let cells = rules.labels.len();
        let mut clauses = rules.clauses();
        if let Some(black) = only {
            let other = |(cell, &painted): (usize, &bool)| {
                let literal = cell as i32 + 1;
                if painted { -literal } else { literal }
            };
            clauses.push(black.iter().enumerate().map(other).collect());
        }
        for (number, step) in self.refutation.iter().enumerate() {
            meter.check()?;
            let place = format!("step {number}");
            match step {
                Step::Cut(cut) => {
                    let mut black = vec![false; cells];
                    for &(r, c) in cut {
                        if r >= rules.height || c >= rules.width {
                            return Err(wrong(place, "a cell is not on the board"));
                        }
                        black[r * rules.width + c] = true;
                    }
                    if rules.parts(&black) < 2 {
                        return Err(wrong(
                            place,
                            "the board does not fall apart without these cells",
                        ));
                    }
                    let clause = (0..cells).filter(|&cell| black[cell]);
                    clauses.push(clause.map(|cell| -(cell as i32 + 1)).collect());
                }
                Step::Clause(clause) => {
                    let mut values = vec![None; cells];
                    for &literal in clause {
                        let cell = (literal.unsigned_abs() as usize).wrapping_sub(1);
                        let value = values.get_mut(cell);
                        *value.ok_or_else(|| wrong(place.clone(), "a literal names no cell"))? =
                            Some(literal < 0);
                    }
                    if !contradicts(&clauses, values) {
                        return Err(wrong(place, "it does not follow by unit propagation"));
                    }
                    clauses.push(clause.clone());
                }
            }
        }
        if contradicts(&clauses, vec![None; cells]) {
            Ok(self.refutation.len() + 1)
        } else {
            Err(wrong("end", "the clauses do not end in a contradiction"))
        }
    }
}

fn contradicts(clauses: &[Vec<i32>], mut values: Vec<Option<bool>>) -> bool {
    loop {
        match propagate(clauses, &mut values) {
            None => return true,
            Some(false) => return false,
            Some(true) => {}
        }
    }
}

struct Rules<'c> {
    height: usize,
    width: usize,
    labels: Vec<&'c String>,
}

impl Rules<'_> {
    fn near(&self, cell: usize) -> Vec<usize> {
        let (r, c) = (cell / self.width, cell % self.width);
        let mut near = Vec::new();
        if r > 0 {
            near.push(cell - self.width);
        }
        if r + 1 < self.height {
            near.push(cell + self.width);
        }
        if c > 0 {
            near.push(cell - 1);
        }
        if c + 1 < self.width {
            near.push(cell + 1);
        }
        near
    }

    /// Pairs of cells of one line with one label, the first before the second.
    fn repeated(&self, cell: usize) -> Vec<usize> {
        let (r, c) = (cell / self.width, cell % self.width);
        let row = (c + 1..self.width).map(|x| r * self.width + x);
        let column = (r + 1..self.height).map(|y| y * self.width + c);
        row.chain(column)
            .filter(|&other| self.labels[other] == self.labels[cell])
            .collect()
    }

    fn clauses(&self) -> Vec<Vec<i32>> {
        let number = |cell: usize| cell as i32 + 1;
        let mut clauses = Vec::new();
        for cell in 0..self.labels.len() {
            for near in self.near(cell).into_iter().filter(|&near| near > cell) {
                clauses.push(vec![-number(cell), -number(near)]);
            }
            for other in self.repeated(cell) {
                clauses.push(vec![number(cell), number(other)]);
            }
        }
        clauses
    }

    fn parts(&self, black: &[bool]) -> usize {
        let mut seen = black.to_vec();
        let mut parts = 0;
        for start in 0..seen.len() {
            if seen[start] {
                continue;
            }
            parts += 1;
            seen[start] = true;
            let mut open = vec![start];
            while let Some(cell) = open.pop() {
                for near in self.near(cell) {
                    if !seen[near] {
                        seen[near] = true;
                        open.push(near);
                    }
                }
            }
        }
        parts
    }

    fn obeyed(&self, black: &[bool]) -> Result<(), &'static str> {
        for cell in 0..black.len() {
            if black[cell] && self.near(cell).iter().any(|&near| black[near]) {
                return Err("two painted cells touch");
            }
            if !black[cell] && self.repeated(cell).iter().any(|&other| !black[other]) {
                return Err("a label is repeated in a line");
            }
        }
        if self.parts(black) > 1 {
            return Err("the unpainted cells do not hang together");
        }
        Ok(())
    }
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    Verdict::new(KIND.name, certificate.claim(), certificate.verify(meter))
}
