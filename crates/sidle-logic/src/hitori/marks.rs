//! What is known of each cell, and the deductions that make more known.

use std::fmt;

use serde::Serialize;

use super::board::Board;

/// Why a cell must be painted, or must not. In the order of difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// Three equal labels in a row: the outer two are painted, the middle one is not.
    Triple,
    /// Between two equal labels: painting the cell between would leave both.
    Sandwich,
    /// Two equal labels side by side: one of them stays, so a third in the line goes.
    Pair,
    /// Beside a painted cell.
    Beside,
    /// The label stands unpainted in the same line.
    Repeated,
    /// Painting the cell would cut unpainted cells off.
    Cut,
    /// The opposite leads to a contradiction by the rules above.
    Trial,
    /// The opposite leads to a contradiction, found by search.
    Search,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rule::Triple => "triple",
            Rule::Sandwich => "sandwich",
            Rule::Pair => "pair",
            Rule::Beside => "beside",
            Rule::Repeated => "repeated",
            Rule::Cut => "cut",
            Rule::Trial => "trial",
            Rule::Search => "search",
        })
    }
}

/// One deduction.
#[derive(Clone, Debug)]
pub(super) struct Deduction {
    pub(super) cell: usize,
    pub(super) painted: bool,
    pub(super) rule: Rule,
    pub(super) because: Vec<usize>,
}

/// The cell of a contradiction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contradiction;

/// What is known.
#[derive(Clone, Debug)]
pub(super) struct Marks<'b> {
    board: &'b Board,
    /// `Some(true)` is painted.
    known: Vec<Option<bool>>,
    queue: Vec<usize>,
    done: usize,
    log: Option<Vec<Deduction>>,
    /// Have cells been painted since the last look for cuts?
    uncut: bool,
}

impl<'b> Marks<'b> {
    pub(super) fn new(board: &'b Board, keep_log: bool) -> Marks<'b> {
        Marks {
            board,
            known: vec![None; board.cells()],
            queue: Vec::new(),
            done: 0,
            log: keep_log.then(Vec::new),
            uncut: true,
        }
    }

    pub(super) fn known(&self) -> &[Option<bool>] {
        &self.known
    }

    pub(super) fn log(&self) -> &[Deduction] {
        self.log.as_deref().unwrap_or(&[])
    }

    /// The same knowledge, without the log.
    pub(super) fn trial(&self) -> Marks<'b> {
        Marks {
            log: None,
            queue: Vec::new(),
            done: 0,
            known: self.known.clone(),
            ..*self
        }
    }

    pub(super) fn set(
        &mut self,
        cell: usize,
        painted: bool,
        rule: Rule,
        because: &[usize],
    ) -> Result<(), Contradiction> {
        match self.known[cell] {
            Some(known) if known == painted => Ok(()),
            Some(_) => Err(Contradiction),
            None => {
                self.known[cell] = Some(painted);
                self.queue.push(cell);
                self.uncut |= painted;
                if let Some(log) = &mut self.log {
                    log.push(Deduction {
                        cell,
                        painted,
                        rule,
                        because: because.to_vec(),
                    });
                }
                Ok(())
            }
        }
    }

    /// Triples, sandwiches and pairs: what the labels alone say.
    pub(super) fn patterns(&mut self) -> Result<(), Contradiction> {
        let board = self.board;
        let (height, width) = (board.height(), board.width());
        let lines = (0..height)
            .map(|r| (r * width, 1, width))
            .chain((0..width).map(|c| (c, width, height)));
        for (first, step, length) in lines {
            let at = |place: usize| first + place * step;
            let label = |place: usize| board.number(at(place));
            for i in 0..length.saturating_sub(2) {
                if label(i) == label(i + 2) {
                    let ends = [at(i), at(i + 2)];
                    if label(i) == label(i + 1) {
                        let all = [at(i), at(i + 1), at(i + 2)];
                        self.set(at(i + 1), false, Rule::Triple, &all)?;
                        self.set(at(i), true, Rule::Triple, &all)?;
                        self.set(at(i + 2), true, Rule::Triple, &all)?;
                    } else {
                        self.set(at(i + 1), false, Rule::Sandwich, &ends)?;
                    }
                }
            }
            for i in 0..length.saturating_sub(1) {
                if label(i) != label(i + 1) {
                    continue;
                }
                for other in (0..length).filter(|&other| other != i && other != i + 1) {
                    if label(other) == label(i) {
                        self.set(at(other), true, Rule::Pair, &[at(i), at(i + 1)])?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Neighbours and repeated labels, until nothing follows.
    pub(super) fn propagate(&mut self) -> Result<(), Contradiction> {
        let board = self.board;
        while self.done < self.queue.len() {
            let cell = self.queue[self.done];
            self.done += 1;
            if self.known[cell] == Some(true) {
                for near in board.near(cell) {
                    self.set(near, false, Rule::Beside, &[cell])?;
                }
            } else {
                for twin in board.twins(cell) {
                    self.set(twin, true, Rule::Repeated, &[cell])?;
                }
            }
        }
        Ok(())
    }

    /// Everything the direct rules give, cuts last because they cost most.
    pub(super) fn close(&mut self) -> Result<(), Contradiction> {
        loop {
            self.propagate()?;
            if !self.uncut {
                return Ok(());
            }
            self.uncut = false;
            self.cuts()?;
        }
    }

    /// A cell whose removal takes the cells that are not painted apart must not be painted: each part has a neighbour
    /// of the cell, which then would stay unpainted. (Articulation points, Hopcroft and Tarjan 1973, without recursion.)
    fn cuts(&mut self) -> Result<(), Contradiction> {
        let board = self.board;
        let open = |known: &[Option<bool>], cell: usize| known[cell] != Some(true);
        let Some(root) = (0..board.cells()).find(|&cell| open(&self.known, cell)) else {
            return Ok(());
        };
        let mut order = vec![0u32; board.cells()];
        let mut low = vec![0u32; board.cells()];
        let mut cut = Vec::new();
        let mut count = 1;
        let mut children_of_root = 0;
        order[root] = count;
        low[root] = count;
        // A cell, the one it was entered from, and how many of its neighbours were looked at.
        let mut stack: Vec<(usize, usize, usize)> = vec![(root, usize::MAX, 0)];
        while let Some(&mut (cell, from, ref mut looked)) = stack.last_mut() {
            if let Some(near) = board.near(cell).nth(*looked) {
                *looked += 1;
                if near == from || !open(&self.known, near) {
                    continue;
                }
                if order[near] > 0 {
                    low[cell] = low[cell].min(order[near]);
                } else {
                    count += 1;
                    order[near] = count;
                    low[near] = count;
                    stack.push((near, cell, 0));
                }
                continue;
            }
            stack.pop();
            if from == usize::MAX {
                continue;
            }
            low[from] = low[from].min(low[cell]);
            if from == root {
                children_of_root += 1;
            } else if low[cell] >= order[from] {
                cut.push(from);
            }
        }
        if children_of_root > 1 {
            cut.push(root);
        }
        let reached = order.iter().filter(|&&number| number > 0).count();
        if reached
            != self
                .known
                .iter()
                .filter(|&&known| known != Some(true))
                .count()
        {
            return Err(Contradiction);
        }
        for cell in cut {
            self.set(cell, false, Rule::Cut, &[])?;
        }
        Ok(())
    }
}
