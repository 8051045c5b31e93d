//! Answers that say something of every vertex.

use std::{borrow::Cow, io::Write};

use serde::{Serialize, Serializer};
use sidle::draw::{Picture, Tone, graph_dot, graph_svg};
use sidle::graph::VertexId;

use super::{Board, Format, Sheet};

/// What is said of one vertex.
pub(crate) struct VertexRow<J> {
    /// The columns beside the name.
    pub(crate) cells: Vec<String>,
    /// The same as a JSON object, the name included.
    pub(crate) json: J,
    /// What a drawing writes on the vertex, below its name.
    pub(crate) caption: String,
    pub(crate) tone: Tone,
}

/// A table with one row for each vertex, made row by row so that large graphs need no memory for it.
pub(crate) struct VertexTable<'a, V: VertexId, R> {
    pub(crate) board: &'a Board<V>,
    /// Names of the columns beside the vertex.
    pub(crate) header: &'static [&'static str],
    pub(crate) row: R,
    /// The last lines of the text form.
    pub(crate) summary: String,
    /// What a lost, a won and a drawn vertex mean in a drawing.
    pub(crate) legend: [&'static str; 3],
}

impl<V: VertexId, J: Serialize, R: Fn(V) -> VertexRow<J>> VertexTable<'_, V, R> {
    /// Writes the table in the form that was asked for.
    pub(crate) fn write(&self, sheet: &Sheet) -> anyhow::Result<()> {
        sheet.write(|out| match sheet.format() {
            Format::Text => self.text(out),
            Format::Json => self.json(out),
            Format::Csv => self.csv(out),
            Format::Dot => Ok(graph_dot(&self.picture()?, out)?),
            Format::Svg => Ok(graph_svg(&self.picture()?, out)?),
        })
    }

    fn text(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let names = self.board.names.iter();
        let longest = names.map(|name| name.chars().count()).max().unwrap_or(0);
        let width = longest.clamp("vertex".len(), 40);
        let line = |name: &str, cells: &mut dyn Iterator<Item = Cow<'_, str>>| {
            let cells: String = cells.map(|cell| format!("  {cell:<8}")).collect();
            format!("{name:<width$}{cells}").trim_end().to_owned()
        };
        let header = line("vertex", &mut self.header.iter().map(|&cell| cell.into()));
        writeln!(out, "{header}")?;
        for v in self.board.graph.vertices() {
            let row = (self.row)(v);
            let cells = &mut row.cells.iter().map(|cell| cell.as_str().into());
            writeln!(out, "{}", line(&self.board.name(v), cells))?;
        }
        writeln!(out, "{}", self.summary)?;
        Ok(())
    }

    fn json(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        #[derive(Serialize)]
        struct Answer<L> {
            vertices: L,
        }
        let vertices = Rows(|| self.board.graph.vertices().map(|v| (self.row)(v).json));
        serde_json::to_writer(&mut *out, &Answer { vertices })?;
        writeln!(out)?;
        Ok(())
    }

    fn csv(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "vertex,{}", self.header.join(","))?;
        for v in self.board.graph.vertices() {
            let cells = (self.row)(v).cells;
            let cells: String = cells
                .iter()
                .map(|cell| format!(",{}", quoted(cell)))
                .collect();
            writeln!(out, "{}{cells}", quoted(&self.board.name(v)))?;
        }
        Ok(())
    }

    fn picture(&self) -> anyhow::Result<Picture> {
        let mut picture = Picture::of(self.board.graph.forward(), &self.board.names)?;
        picture.legend = self.legend;
        for (number, v) in (0..).zip(self.board.graph.vertices()) {
            let row = (self.row)(v);
            picture.mark(number, row.caption, row.tone);
        }
        Ok(picture)
    }
}

/// A list in JSON whose items are made one after the other.
pub(crate) struct Rows<F>(pub(crate) F);

impl<I: Iterator<Item: Serialize>, F: Fn() -> I> Serialize for Rows<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// A field of a CSV file.
pub(crate) fn quoted(field: &str) -> Cow<'_, str> {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\"")).into()
    } else {
        field.into()
    }
}
