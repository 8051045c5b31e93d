//! A search for gadgets of sliding blocks: all fillings of a box that do what they should at the ports.
//!
//! The box is a board with the ports in which `?` marks the cells to be filled: each becomes a wall, an empty cell, or part of a block. Fillings are
//! built cell by cell. Two facts cut most of them off early. What can be played with the open cells as walls can be played in every
//! filling, because blocks may stand still; so a port state that must not occur must not occur there. And what can be played in any
//! filling can be played with the open cells empty; so a port state that must occur must occur there.

mod board;
mod saved;

use std::collections::BTreeSet;

use board::Board;
use serde::{Deserialize, Serialize};
use sidle_core::{Meter, StopReason};

use super::{Behaviour, PortState, SlidingGadget, check};
use crate::{Error, blocks::Puzzle, cells};

/// A row and a column.
type Cell = (usize, usize);

/// The most pieces on a board.
const MOST_PIECES: usize = 31;

/// A box to be filled.
#[derive(Clone, Debug)]
pub struct Chamber {
    rows: Vec<Vec<char>>,
    /// The cells to be filled, row by row.
    open: Vec<Cell>,
    /// The name, the piece and the direction of each port.
    ports: Vec<(String, char, char)>,
    /// The blocks that may be put in: heights and widths.
    shapes: Vec<(usize, usize)>,
    /// Names for them.
    names: Vec<char>,
}

/// How far a search has come: what is in its checkpoint, and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Findings {
    /// The box, the blocks and the behaviour.
    pub task: String,
    /// The rows of each gadget found.
    pub found: Vec<Vec<String>>,
    /// How many fillings, whole ones and begun ones, were looked at.
    pub looked_at: u64,
    /// How many of them an earlier run looked at, as a checkpoint says.
    #[serde(default, skip_serializing_if = "crate::is_zero")]
    pub believed: u64,
    /// Was every filling looked at or cut off?
    pub complete: bool,
    /// The choices for the open cells where the search goes on.
    pub at: Vec<usize>,
}

impl Chamber {
    /// Reads a file like that of a gadget of sliding blocks with cells `?`. `shapes` are the heights and widths of the blocks that may be put in.
    pub fn parse(text: &str, shapes: &[(usize, usize)]) -> Result<Chamber, Error> {
        let mut rows: Vec<Vec<char>> = Vec::new();
        let mut ports = Vec::new();
        let mut headed = false;
        for (place, line) in text.lines().enumerate() {
            let number = place + 1;
            let line = line.trim_end();
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                [] => {}
                ["blocks"] if !headed => headed = true,
                _ if !headed => {
                    return Err(
                        Error::at(number, 1, "gadgets are found in sliding blocks only")
                            .help("the first line is `blocks`"),
                    );
                }
                ["port", name, piece, direction] => {
                    let one = |word: &str| {
                        let mut letters = word.chars();
                        letters.next().filter(|_| letters.next().is_none())
                    };
                    let (Some(piece), Some(direction)) = (one(piece), one(direction)) else {
                        return Err(Error::at(number, 1, "a port has a piece and U, D, L or R"));
                    };
                    if ports.iter().any(|&(_, known, _)| known == piece) {
                        return Err(Error::at(number, 1, "this piece has a port already"));
                    }
                    ports.push(((*name).to_owned(), piece, direction));
                }
                ["port", ..] => {
                    return Err(Error::at(
                        number,
                        1,
                        "a port has a name, a piece and a direction",
                    ));
                }
                _ if !ports.is_empty() => {
                    return Err(Error::at(number, 1, "nothing but ports may follow a port"));
                }
                _ => {
                    let row: Vec<char> = line.chars().collect();
                    if rows.first().is_some_and(|first| first.len() != row.len()) {
                        let column = row.len().min(rows[0].len()) + 1;
                        return Err(Error::at(
                            number,
                            column,
                            format!(
                                "this row has {} instead of {}",
                                cells(row.len()),
                                rows[0].len()
                            ),
                        ));
                    }
                    rows.push(row);
                }
            }
        }
        let width = rows.first().map_or(0, Vec::len);
        if width == 0 || ports.is_empty() {
            return Err(Error::whole("the box has no rows or no ports")
                .help("write `blocks`, rows with `?` for open cells, and lines `port NAME PIECE DIRECTION`"));
        }
        if (rows.len() + 2) * (width + 2) > 128 {
            return Err(Error::whole(
                "the box is too large: with a border it has more than 128 cells",
            ));
        }
        let mut open = Vec::new();
        let mut used = BTreeSet::new();
        for (r, row) in rows.iter().enumerate() {
            for (c, &cell) in row.iter().enumerate() {
                if cell == '?' {
                    open.push((r, c));
                } else {
                    used.insert(cell);
                }
            }
        }
        if shapes.is_empty() || shapes.iter().any(|&(height, width)| height * width == 0) {
            return Err(Error::whole("a block has at least one row and one column"));
        }
        let pieces = used
            .iter()
            .filter(|name| !matches!(name, '.' | '%'))
            .count();
        if pieces + open.len() > MOST_PIECES {
            return Err(Error::whole(format!(
                "pieces and open cells together are more than {MOST_PIECES}"
            )));
        }
        let letters = ('a'..='z').chain('0'..='9').chain('A'..='Z');
        let names = letters.filter(|name| !used.contains(name)).collect();
        let mut shapes = shapes.to_vec();
        shapes.sort_unstable();
        shapes.dedup();
        let chamber = Chamber {
            rows,
            open,
            ports,
            shapes,
            names,
        };
        // The pieces and the ports are those of a gadget.
        chamber.gadget(&chamber.shown(&[]))?;
        Ok(chamber)
    }

    /// The rows with the first open cells filled and the others walls.
    fn shown(&self, choices: &[usize]) -> Vec<String> {
        let mut rows = self.rows.clone();
        self.open.iter().for_each(|&(r, c)| rows[r][c] = '%');
        let filling = self.filling(choices);
        for &(r, c) in &filling.empty {
            rows[r][c] = '.';
        }
        for ((name, &(r, c)), &shape) in
            self.names.iter().zip(&filling.corners).zip(&filling.shapes)
        {
            for y in 0..shape.0 {
                for x in 0..shape.1 {
                    rows[r + y][c + x] = *name;
                }
            }
        }
        rows.iter().map(|row| row.iter().collect()).collect()
    }

    fn gadget(&self, rows: &[String]) -> Result<SlidingGadget, Error> {
        let board = rows.join("\n");
        let puzzle = Puzzle::parse(&format!("{board}\ngoal\n{board}\n"))?;
        SlidingGadget::new(puzzle, self.ports.clone())
    }

    /// What the choices mean: 0 is a wall, 1 an empty cell, n + 2 a block of shape n with its corner there.
    fn filling(&self, choices: &[usize]) -> Filling {
        let mut filling = Filling::default();
        let mut taken: BTreeSet<Cell> = BTreeSet::new();
        let mut choices = choices.iter();
        for &(r, c) in &self.open {
            if taken.contains(&(r, c)) {
                continue;
            }
            match choices.next() {
                None => filling.left.push((r, c)),
                Some(0) => {}
                Some(1) => filling.empty.push((r, c)),
                Some(&choice) => {
                    let shape = self.shapes[choice - 2];
                    for y in 0..shape.0 {
                        for x in 0..shape.1 {
                            taken.insert((r + y, c + x));
                        }
                    }
                    filling.corners.push((r, c));
                    filling.shapes.push(shape);
                }
            }
        }
        filling
    }

    /// Does the block of the last choice lie on cells that are open?
    fn fits(&self, choices: &[usize]) -> bool {
        let Some((&last, before)) = choices.split_last() else {
            return true;
        };
        let Some(&(height, width)) = last.checked_sub(2).map(|n| &self.shapes[n]) else {
            return true;
        };
        let left = self.filling(before).left;
        let Some(&(r, c)) = left.first() else {
            return false;
        };
        (0..height).all(|y| (0..width).all(|x| left.contains(&(r + y, c + x))))
    }
}

#[derive(Debug, Default)]
struct Filling {
    empty: Vec<Cell>,
    corners: Vec<Cell>,
    shapes: Vec<(usize, usize)>,
    /// Open cells that nothing has been decided about.
    left: Vec<Cell>,
}

/// Looks for all gadgets in a box, from where `findings` says; `None` begins. A stop leaves findings with which the search goes on.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_logic::gadget::{Behaviour, Chamber, find};
/// let text = "blocks\n%%T%%\n%%T%%\n%??%%\n%??%%\n%LR%%\n%LR%%\nport L L U\nport R R U\nport T T D\n";
/// let chamber = Chamber::parse(text, &[(1, 1), (1, 2), (2, 1)])?;
/// let (findings, stopped) = find(&chamber, &Behaviour::named("and")?, None, &Meter::unlimited())?;
/// assert!(stopped.is_none() && findings.complete && !findings.found.is_empty());
/// # Ok::<(), sidle_logic::Error>(())
/// ```
pub fn find(
    chamber: &Chamber,
    behaviour: &Behaviour,
    findings: Option<Findings>,
    meter: &Meter,
) -> Result<(Findings, Option<StopReason>), Error> {
    if behaviour.ports != chamber.ports.len() {
        return Err(Error::whole(format!(
            "the box has {} ports and should have {}",
            chamber.ports.len(),
            behaviour.ports
        )));
    }
    let rows: Vec<String> = chamber
        .rows
        .iter()
        .map(|row| row.iter().collect())
        .collect();
    let task = format!(
        "{} {:?} {:?} {:?}",
        rows.join("/"),
        chamber.ports,
        chamber.shapes,
        behaviour.states
    );
    let mut findings = match findings {
        None => Findings {
            task,
            found: Vec::new(),
            looked_at: 0,
            believed: 0,
            complete: false,
            at: Vec::new(),
        },
        Some(findings) => {
            if let Some(stop) = findings.verify(chamber, behaviour, &task, meter)? {
                return Ok((findings, Some(stop)));
            }
            findings
        }
    };
    let stopped = search(chamber, behaviour, &mut findings, meter)?;
    Ok((findings, stopped))
}

fn search(
    chamber: &Chamber,
    behaviour: &Behaviour,
    findings: &mut Findings,
    meter: &Meter,
) -> Result<Option<StopReason>, Error> {
    let options = chamber.shapes.len() + 2;
    // `at` is looked at next.
    while !findings.complete {
        let at = findings.at.clone();
        let verdict = match look(chamber, behaviour, &at, meter)? {
            Ok(verdict) => verdict,
            Err(stop) => return Ok(Some(stop)),
        };
        findings.looked_at += 1;
        if let Verdict::Gadget(rows) = verdict {
            findings.found.push(rows);
        } else if matches!(verdict, Verdict::Open) {
            findings.at.push(0);
            continue;
        }
        // The next choice of the last cell that has one.
        loop {
            let Some(last) = findings.at.pop() else {
                findings.complete = true;
                break;
            };
            let next = (last + 1..options).find(|&choice| {
                findings.at.push(choice);
                let fits = chamber.fits(&findings.at);
                findings.at.pop();
                fits
            });
            if let Some(next) = next {
                findings.at.push(next);
                break;
            }
        }
    }
    Ok(None)
}

enum Verdict {
    /// Cut off, or not a gadget.
    No,
    /// There are cells to be filled.
    Open,
    Gadget(Vec<String>),
}

fn look(
    chamber: &Chamber,
    behaviour: &Behaviour,
    choices: &[usize],
    meter: &Meter,
) -> Result<Result<Verdict, StopReason>, Error> {
    let filling = chamber.filling(choices);
    let forbidden = |state: PortState| !behaviour.states.contains(&state);
    let with_walls = Board::new(chamber, &filling, false);
    match with_walls.explore(forbidden, meter) {
        Err(stop) => return Ok(Err(stop)),
        Ok((_, true)) => return Ok(Ok(Verdict::No)),
        Ok((_, false)) => {}
    }
    if filling.left.is_empty() {
        let rows = chamber.shown(choices);
        let report = match check(&chamber.gadget(&rows)?, behaviour, meter) {
            Ok(report) => report,
            Err(stop) => return Ok(Err(stop)),
        };
        return Ok(Ok(if report.implements {
            Verdict::Gadget(rows)
        } else {
            Verdict::No
        }));
    }
    let mut missing = behaviour.states.clone();
    let free = Board::new(chamber, &filling, true);
    let all_seen = |seen: PortState| {
        missing.remove(&seen);
        missing.is_empty()
    };
    Ok(free
        .explore(all_seen, meter)
        .map(|(_, all)| if all { Verdict::Open } else { Verdict::No }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPES: [(usize, usize); 3] = [(1, 1), (1, 2), (2, 1)];

    /// Every filling, whatever it does.
    fn all_fillings(chamber: &Chamber) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        let mut open = vec![Vec::new()];
        while let Some(choices) = open.pop() {
            if chamber.filling(&choices).left.is_empty() {
                all.push(choices);
                continue;
            }
            for choice in 0..chamber.shapes.len() + 2 {
                let mut more = choices.clone();
                more.push(choice);
                if chamber.fits(&more) {
                    open.push(more);
                }
            }
        }
        all
    }

    #[test]
    fn nothing_is_cut_off_that_is_a_gadget() {
        let boxes = [
            (
                "blocks\n%%T%%\n%%T%%\n%??%%\n%??%%\n%LR%%\n%LR%%\nport L L U\nport R R U\nport T T D\n",
                "and",
            ),
            (
                "blocks\n%A%C%%\n%A%C%%\n%???%%\n%%?BB%\nport A A D\nport B B L\nport C C D\n",
                "or",
            ),
            ("blocks\nAA???BB\nport A A R\nport B B L\n", "wire"),
        ];
        for (text, name) in boxes {
            let chamber = Chamber::parse(text, &SHAPES).expect("a box");
            let behaviour = Behaviour::named(name).expect("a behaviour");
            let meter = Meter::unlimited();
            let (findings, _) = find(&chamber, &behaviour, None, &meter).expect("good");
            let mut expected: Vec<Vec<String>> = all_fillings(&chamber)
                .iter()
                .map(|choices| chamber.shown(choices))
                .filter(|rows| {
                    let gadget = chamber.gadget(rows).expect("a gadget");
                    check(&gadget, &behaviour, &meter)
                        .expect("no limit")
                        .implements
                })
                .collect();
            expected.sort_unstable();
            let mut found = findings.found.clone();
            found.sort_unstable();
            assert_eq!(found, expected, "{name}");
            assert!(!found.is_empty(), "{name}");
        }
    }

    #[test]
    fn a_stopped_search_goes_on() {
        let text = "blocks\n%%T%%\n%%T%%\n%???%\n%???%\n%L%R%\n%L%R%\nport L L U\nport R R U\nport T T D\n";
        let chamber = Chamber::parse(text, &SHAPES).expect("a box");
        let behaviour = Behaviour::named("and").expect("a behaviour");
        let (whole, _) = find(&chamber, &behaviour, None, &Meter::unlimited()).expect("good");
        let mut findings = None;
        for round in 0.. {
            assert!(round < 10_000);
            let meter = Meter::new().with_max_nodes(2000);
            let (now, stopped) = find(&chamber, &behaviour, findings, &meter).expect("good");
            findings = Some(now);
            if stopped.is_none() {
                break;
            }
        }
        assert_eq!(findings.expect("findings"), whole);
    }
}
