//! Why each forced cell is as it is, and how hard it is to see.

use std::{fmt, str::FromStr};

use serde::Serialize;
use sidle_core::{Meter, StopReason};

use super::{
    Board, Cell, Rule,
    marks::{Deduction, Marks},
    solve::Model,
};
use crate::Error;

/// How hard a board is: by the hardest deduction it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Labels, neighbours and repeated labels.
    Easy,
    /// Cut-off cells too.
    Medium,
    /// Trials of one cell.
    Hard,
    /// Search.
    Expert,
}

impl Grade {
    fn of(rule: Rule) -> Grade {
        match rule {
            Rule::Triple | Rule::Sandwich | Rule::Pair | Rule::Beside | Rule::Repeated => {
                Grade::Easy
            }
            Rule::Cut => Grade::Medium,
            Rule::Trial => Grade::Hard,
            Rule::Search => Grade::Expert,
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Grade::Easy => "easy",
            Grade::Medium => "medium",
            Grade::Hard => "hard",
            Grade::Expert => "expert",
        })
    }
}

impl FromStr for Grade {
    type Err = Error;

    fn from_str(word: &str) -> Result<Grade, Error> {
        [Grade::Easy, Grade::Medium, Grade::Hard, Grade::Expert]
            .into_iter()
            .find(|grade| grade.to_string() == word)
            .ok_or_else(|| {
                Error::whole(format!("`{word}` is not a grade"))
                    .help("the grades are easy, medium, hard and expert")
            })
    }
}

/// One forced cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The cell.
    pub cell: Cell,
    /// Must it be painted?
    pub painted: bool,
    /// Why.
    pub rule: Rule,
    /// The cells that force it.
    pub because: Vec<Cell>,
    /// The same for a person.
    pub text: String,
}

/// All forced cells in an order in which a person can find them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The steps.
    pub steps: Vec<Step>,
    /// How hard the hardest step is.
    pub grade: Grade,
    /// Is every cell forced?
    pub complete: bool,
    /// Is there a solution at all?
    pub possible: bool,
}

/// Explains every forced cell.
pub fn explain(board: &Board, meter: &Meter) -> Result<Explanation, StopReason> {
    let mut marks = Marks::new(board, true);
    let mut possible = marks.patterns().and_then(|()| marks.close()).is_ok();
    while possible {
        meter.check()?;
        match trial(board, &marks, meter)? {
            Some((cell, painted)) => {
                possible = marks
                    .set(cell, painted, Rule::Trial, &[])
                    .and_then(|()| marks.close())
                    .is_ok();
            }
            None => break,
        }
    }
    if possible {
        possible = deep(board, &mut marks, meter)?;
    }
    let steps: Vec<Step> = marks
        .log()
        .iter()
        .map(|deduction| told(board, deduction))
        .collect();
    let grade = steps.iter().map(|step| Grade::of(step.rule)).max();
    Ok(Explanation {
        complete: possible && steps.len() == board.cells(),
        grade: grade.unwrap_or(Grade::Easy),
        steps,
        possible,
    })
}

/// A cell one of whose two states is contradictory by the direct rules, with the other state.
fn trial(
    board: &Board,
    marks: &Marks<'_>,
    meter: &Meter,
) -> Result<Option<(usize, bool)>, StopReason> {
    for cell in 0..board.cells() {
        if marks.known()[cell].is_some() {
            continue;
        }
        meter.check()?;
        for painted in [true, false] {
            let mut assumed = marks.trial();
            let fails = assumed
                .set(cell, painted, Rule::Trial, &[])
                .and_then(|()| assumed.close())
                .is_err();
            if fails {
                return Ok(Some((cell, !painted)));
            }
        }
    }
    Ok(None)
}

/// The cells that only search shows to be forced. Is there a solution?
fn deep(board: &Board, marks: &mut Marks<'_>, meter: &Meter) -> Result<bool, StopReason> {
    let known = marks.known().to_vec();
    let mut model = Model::new(board, &known, false, meter);
    let Some(first) = model.next(&[])? else {
        return Ok(false);
    };
    // Cells that have been seen in both states are not forced.
    let mut varies = vec![false; board.cells()];
    for cell in 0..board.cells() {
        if known[cell].is_some() || varies[cell] {
            continue;
        }
        let variable = model.variable(cell);
        let opposite = if first[cell] { -variable } else { variable };
        match model.next(&[opposite])? {
            Some(other) => {
                let differs = first.iter().zip(&other).map(|(a, b)| a != b);
                varies
                    .iter_mut()
                    .zip(differs)
                    .for_each(|(varies, differs)| *varies |= differs);
            }
            None => {
                let _ = marks.set(cell, first[cell], Rule::Search, &[]);
            }
        }
    }
    Ok(true)
}

fn named((r, c): Cell) -> String {
    format!("({r}, {c})")
}

fn told(board: &Board, deduction: &Deduction) -> Step {
    let cell = board.place(deduction.cell);
    let because: Vec<Cell> = deduction
        .because
        .iter()
        .map(|&cell| board.place(cell))
        .collect();
    let label = board.label(cell);
    let others: Vec<String> = because.iter().map(|&cell| named(cell)).collect();
    let others = others.join(" and ");
    let reason = match deduction.rule {
        Rule::Triple if deduction.painted => {
            format!("three {label} side by side: only the middle one can stay")
        }
        Rule::Triple => format!("three {label} side by side: the middle one stays"),
        Rule::Sandwich => {
            let between = because.first().map_or("", |&cell| board.label(cell));
            format!("between two {between}: if it were painted, both would stay")
        }
        Rule::Pair => format!("the pair at {others} keeps one {label} of this line"),
        Rule::Beside => format!("{others} is painted"),
        Rule::Repeated => format!("{label} stays at {others}"),
        Rule::Cut => "painting it would cut unpainted cells off".to_owned(),
        Rule::Trial => "the opposite leads to a contradiction".to_owned(),
        Rule::Search => "no solution has it otherwise".to_owned(),
    };
    let verb = if deduction.painted {
        "painted"
    } else {
        "not painted"
    };
    Step {
        cell,
        painted: deduction.painted,
        rule: deduction.rule,
        text: format!("{} is {verb}: {reason}", named(cell)),
        because,
    }
}
