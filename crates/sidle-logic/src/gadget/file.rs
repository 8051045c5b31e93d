//! Files with gadgets.
//!
//! The first line says what it is: `blocks`, `hitori` or `graph`. The board or the graph follows, in the format of that puzzle without a goal, and after it the
//! ports:
//!
//! ```text
//! port NAME PIECE DIRECTION    blocks: away when the piece has moved one cell in the direction U, D, L or R
//! port NAME ROW COLUMN         hitori: away when the cell (from 0) is not painted
//! port NAME EDGE VERTEX        graph: away when the edge points to the vertex
//! ```

use std::collections::BTreeSet;

use sidle_core::{Meter, StopReason};

use super::{
    Behaviour, GadgetReport, GraphGadget, PortState, SlidingGadget, check, check_solutions,
};
use crate::{
    Error,
    blocks::Puzzle,
    graph::ConstraintGraph,
    hitori::{self, Board},
};

/// A gadget of any of the three puzzles.
#[derive(Clone, Debug)]
pub enum GadgetFile {
    /// Sliding blocks.
    Blocks(SlidingGadget),
    /// Hitori: the board and the cells of its ports.
    Hitori(Board, Vec<(usize, usize)>),
    /// A constraint graph.
    Graph(GraphGadget),
}

impl GadgetFile {
    /// Reads a gadget.
    pub fn parse(text: &str) -> Result<GadgetFile, Error> {
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(i, line)| (i + 1, line.trim_end()));
        let (number, kind) = lines
            .by_ref()
            .find(|(_, line)| !line.is_empty())
            .ok_or_else(|| Error::whole("there is no gadget in this file"))?;
        let mut body = "\n".repeat(number);
        let mut ports: Vec<(usize, [String; 3])> = Vec::new();
        for (number, line) in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["port", name, one, two] => {
                    ports.push((number, [name, one, two].map(|word| (*word).to_owned())));
                }
                ["port", ..] => {
                    return Err(Error::at(number, 1, "a port has a name and two more words"));
                }
                _ if ports.is_empty() => {
                    body.push_str(line);
                    body.push('\n');
                }
                [] => {}
                _ => return Err(Error::at(number, 1, "nothing but ports may follow a port")),
            }
        }
        if ports.is_empty() {
            return Err(
                Error::whole("the gadget has no ports").help("add lines `port NAME …` at the end")
            );
        }
        if ports.len() > 16 {
            return Err(Error::whole("a gadget has at most 16 ports"));
        }
        match kind {
            "blocks" => {
                // Every piece may stand where it stands: the goal is the start of the first.
                let rows: Vec<&str> = body.lines().filter(|line| !line.is_empty()).collect();
                let puzzle =
                    Puzzle::parse(&format!("{}\ngoal\n{}\n", rows.join("\n"), rows.join("\n")))?;
                let letter = |number: usize, word: &str| {
                    let mut letters = word.chars();
                    match (letters.next(), letters.next()) {
                        (Some(letter), None) => Ok(letter),
                        _ => Err(Error::at(
                            number,
                            1,
                            format!("`{word}` should be one character"),
                        )),
                    }
                };
                let mut found = Vec::new();
                for (number, [name, piece, direction]) in ports {
                    found.push((name, letter(number, &piece)?, letter(number, &direction)?));
                }
                Ok(GadgetFile::Blocks(SlidingGadget::new(puzzle, found)?))
            }
            "hitori" => {
                let board = Board::parse(&body)?;
                let mut cells = Vec::new();
                for (number, [_, row, column]) in ports {
                    let (Ok(row), Ok(column)) = (row.parse::<usize>(), column.parse::<usize>())
                    else {
                        return Err(Error::at(
                            number,
                            1,
                            "a port of Hitori has a row and a column",
                        ));
                    };
                    if row >= board.height() || column >= board.width() {
                        return Err(Error::at(number, 1, "this cell is not on the board"));
                    }
                    cells.push((row, column));
                }
                Ok(GadgetFile::Hitori(board, cells))
            }
            "graph" => {
                let graph = ConstraintGraph::parse(&body)?;
                let ports = ports
                    .into_iter()
                    .map(|(_, [name, edge, vertex])| (name, edge, vertex));
                Ok(GadgetFile::Graph(GraphGadget::new(graph, ports.collect())?))
            }
            other => Err(
                Error::at(number, 1, format!("`{other}` is not a kind of gadget"))
                    .help("the first line is `blocks`, `hitori` or `graph`"),
            ),
        }
    }

    /// Compares the gadget with what it should do.
    pub fn check(&self, behaviour: &Behaviour, meter: &Meter) -> Result<GadgetReport, StopReason> {
        match self {
            GadgetFile::Blocks(gadget) => check(gadget, behaviour, meter),
            GadgetFile::Graph(gadget) => check(gadget, behaviour, meter),
            GadgetFile::Hitori(board, ports) => {
                let found = occurring(board, ports, meter)?;
                Ok(check_solutions(
                    ports.len(),
                    &found,
                    found.len() as u64,
                    behaviour,
                ))
            }
        }
    }
}

/// The states of the ports that occur in solutions of a board.
fn occurring(
    board: &Board,
    ports: &[(usize, usize)],
    meter: &Meter,
) -> Result<BTreeSet<PortState>, StopReason> {
    let mut found = BTreeSet::new();
    for away in 0..1 << ports.len() {
        let painted: Vec<_> = ports
            .iter()
            .enumerate()
            .map(|(place, &cell)| (cell, away >> place & 1 == 0))
            .collect();
        if hitori::is_satisfiable_with(board, &painted, meter)? {
            found.insert(away);
        }
    }
    Ok(found)
}
