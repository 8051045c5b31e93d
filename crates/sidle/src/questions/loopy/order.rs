//! The order of all vertices of a loopy game on both sides.

use std::io::{self, Write};

use super::file::GameFile;
use crate::{
    core::{Meter, columns},
    graph::bigraph::{OrderMatrix, Side, side_matrix, survival_matrix},
    questions::prelude::*,
};

/// Asks how all vertices of a loopy game compare, on each side. The matrix of ten thousand vertices has a hundred million
/// entries; it is written row by row.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoopyOrderQuestion {
    /// The graph file.
    pub graph: Source,
}

/// The order of the vertices on each side, a bit a pair: entry `[i][j]` is true if vertex i is less than or equal to
/// vertex j.
#[derive(Clone, Debug, Serialize)]
pub struct LoopyOrderAnswer {
    /// The names of the vertices.
    pub vertices: Vec<String>,
    /// Infinite play is won by Left.
    pub onside: OrderMatrix,
    /// Infinite play is won by Right.
    pub offside: OrderMatrix,
}

impl Ask for LoopyOrderQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<LoopyOrderAnswer, Error> {
        let game = GameFile::read(&self.graph, workspace, job)?;
        let [onside, offside] = orders(&game, job.meter())?;
        Ok(LoopyOrderAnswer {
            vertices: game.file.names,
            onside,
            offside,
        })
    }
}

/// One run is enough when everything is a stopper.
fn orders(game: &GameFile, meter: &Meter) -> Result<[OrderMatrix; 2], Error> {
    // Behind the named vertices come those of the exits.
    let named = game.file.names.len();
    let onside = game.expanded(Side::Onside);
    if game.exits_are_stoppers() && onside.is_stopper_graph() {
        let order = survival_matrix(&onside, &onside, meter)?.of_first(named);
        return Ok([order.clone(), order]);
    }
    let offside = game.expanded(Side::Offside);
    Ok([
        side_matrix(&onside, &onside, Side::Onside, meter)?.of_first(named),
        side_matrix(&offside, &offside, Side::Offside, meter)?.of_first(named),
    ])
}

impl LoopyOrderAnswer {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let names = &self.vertices;
        let width = names.iter().map(|name| columns::width_of(name)).max();
        let width = width.unwrap_or(0);
        for (side, order) in [("onside", &self.onside), ("offside", &self.offside)] {
            writeln!(out, "{side}:")?;
            for (i, name) in names.iter().enumerate() {
                let row = (0..names.len()).map(|j| {
                    if order.le(i as u32, j as u32) {
                        " 1"
                    } else {
                        " ."
                    }
                });
                let row: String = row.collect();
                writeln!(out, "{}{row}", columns::flush_right(name, width))?;
            }
        }
        Ok(())
    }
}

impl Report for LoopyOrderAnswer {
    fn text(&self, _: Style) -> String {
        let mut text = Vec::new();
        // Nothing fails that writes to memory.
        let _ = self.write_text(&mut text);
        String::from_utf8_lossy(&text).trim_end().to_owned()
    }

    fn form(&self, name: &str) -> Option<Blob> {
        let answer = self.clone();
        Some(match name {
            "text" => Blob::new("text/plain", move |out| answer.write_text(out)),
            "json" => Blob::json(answer),
            _ => return None,
        })
    }
}
