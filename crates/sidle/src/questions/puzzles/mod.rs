//! Questions about sliding blocks, Hitori and gadgets.

mod blocks_hardest;
mod blocks_play;
mod blocks_solve;
mod gadget_check;
mod gadget_find;
mod hitori_explain;
mod hitori_new;
mod hitori_play;
mod hitori_solve;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub use self::{
    blocks_hardest::*, blocks_play::*, blocks_solve::*, gadget_check::*, gadget_find::*,
    hitori_explain::*, hitori_new::*, hitori_play::*, hitori_solve::*,
};

use crate::{
    Error, Job, Source, Workspace,
    core::columns,
    logic::{
        blocks::Puzzle,
        hitori::{Board, Cell},
    },
};

/// A search that keeps its levels in a folder and resumes there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiskSearch {
    /// The folder.
    pub folder: PathBuf,
    /// The bytes of all buffers in memory.
    pub buffer: u64,
}

impl DiskSearch {
    /// A search in a folder, if there is one.
    #[must_use]
    pub fn new(folder: Option<&Path>, buffer: u64) -> Option<DiskSearch> {
        folder.map(|folder| DiskSearch {
            folder: folder.to_owned(),
            buffer,
        })
    }

    pub(super) fn buffer_bytes(&self) -> usize {
        usize::try_from(self.buffer).unwrap_or(usize::MAX)
    }
}

/// The line about levels of earlier runs, of which only some states were tested.
pub(super) fn earlier_levels(levels: u64) -> Option<String> {
    let levels = match levels {
        0 => return None,
        1 => "1 level".to_owned(),
        levels => format!("{levels} levels"),
    };
    Some(format!(
        "believed: {levels} of an earlier run, tested at some of the states only"
    ))
}

/// `1 move`, `2 moves`.
fn counted_moves(count: u64) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} move{ending}")
}

/// Reads a board of Hitori; its cells count as nodes.
fn board(of: &Source, workspace: &Workspace, job: &Job) -> Result<Board, Error> {
    let board = Board::parse(&of.text(workspace, job)?).map_err(|error| of.explain(error))?;
    let cells = board.width() as u64 * board.height() as u64;
    job.meter().ticker().nodes(cells, 0)?;
    Ok(board)
}

/// A board with the painted cells in brackets.
fn painted_text(board: &Board, painted: &[Cell]) -> String {
    let rows = board.rows();
    let labels = rows.iter().flatten();
    let wide = labels.map(|label| columns::width_of(label)).max();
    let wide = wide.unwrap_or(1);
    let cell = |(r, c): Cell, label: &str| {
        let label = columns::flush_right(label, wide);
        match painted.contains(&(r, c)) {
            true => format!("[{label}]"),
            false => format!(" {label} "),
        }
    };
    let lines = rows.iter().enumerate().map(|(r, row)| {
        let cells = row.iter().enumerate();
        let line: String = cells.map(|(c, label)| cell((r, c), label)).collect();
        line.trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Reads a puzzle of sliding blocks.
fn puzzle(of: &Source, workspace: &Workspace, job: &Job) -> Result<Puzzle, Error> {
    Puzzle::parse(&of.text(workspace, job)?).map_err(|error| of.explain(error))
}
