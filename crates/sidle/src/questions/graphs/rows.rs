//! Answers that say something of every vertex, written row by row: the rows of a large graph are never all in memory.

use std::{
    fmt::{self, Write as _},
    io::{self, Write},
    sync::Arc,
};

use serde::Serializer;

use crate::{
    draw::{Picture, Tone, TooLarge, graph_dot, graph_svg},
    graph::{Names, label::Label},
    questions::prelude::*,
};

/// What an answer says of the vertices of a graph.
pub(super) trait VertexTable: Send + Sync {
    /// What is said of a vertex, as JSON.
    type Row: Serialize;

    fn names(&self) -> &Names;

    /// The graph as it is drawn, without what is said of its vertices.
    fn plain_picture(&self) -> Result<Picture, TooLarge>;

    fn row(&self, vertex: usize) -> Self::Row;

    /// Names of the columns beside the vertex.
    fn header(&self) -> &'static [&'static str];

    /// Appends the text of a column.
    fn cell(&self, vertex: usize, column: usize, to: &mut String);

    /// What a drawing writes below the name, and the colour.
    fn mark(&self, vertex: usize) -> (String, Tone);

    /// The last line of the text.
    fn summary(&self) -> String;

    /// What a lost, a won and a drawn vertex mean in a drawing.
    fn legend(&self) -> [&'static str; 3];

    /// Writes a proof of all rows.
    fn certificate(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// The rows of an answer about every vertex, worked out when they are looked at.
///
/// They serialize as a list, and are written as `text`, `csv`, `dot` and `svg`.
pub struct VertexRows<R>(Arc<dyn VertexTable<Row = R>>);

impl<R: Serialize + 'static> VertexRows<R> {
    pub(super) fn new(table: impl VertexTable<Row = R> + 'static) -> VertexRows<R> {
        VertexRows(Arc::new(table))
    }

    /// How many vertices there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.names().len()
    }

    /// Is the graph empty?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is said of a vertex; vertices are numbered in the order of their first appearance in the file.
    ///
    /// # Panics
    /// If there are not so many vertices.
    #[must_use]
    pub fn row(&self, vertex: usize) -> R {
        self.0.row(vertex)
    }

    /// All rows, in order.
    pub fn iter(&self) -> impl Iterator<Item = R> + '_ {
        (0..self.len()).map(|vertex| self.0.row(vertex))
    }

    /// What is said of the vertex of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<R> {
        Some(self.0.row(self.0.names().find(name)?))
    }

    pub(super) fn text(&self) -> String {
        let text = self.form("text").map(|blob| blob.to_bytes());
        let text = text.and_then(Result::ok).unwrap_or_default();
        String::from_utf8_lossy(&text).trim_end().to_owned()
    }

    pub(super) fn table(&self) -> Table {
        let mut table = Table::new([&["vertex"], self.0.header()].concat());
        let columns = self.0.header().len();
        for vertex in 0..self.len() {
            let cells = (0..columns).map(|column| {
                let mut cell = String::new();
                self.0.cell(vertex, column, &mut cell);
                cell
            });
            let name = self.0.names().name(vertex).into_owned();
            table.push([name].into_iter().chain(cells));
        }
        table
    }

    pub(super) fn drawing(&self) -> Option<Drawing> {
        drawing(self.text(), &self.marked_picture().ok()?)
    }

    pub(super) fn certificate(&self) -> Blob {
        let table = self.0.clone();
        Blob::new("application/json", move |out| table.certificate(out))
    }

    pub(super) fn form(&self, name: &str) -> Option<Blob> {
        let rows = self.clone();
        Some(match name {
            "text" => Blob::new("text/plain", move |out| rows.write_text(out)),
            "csv" => Blob::new("text/csv", move |out| rows.write_csv(out)),
            _ => return picture_form(name, move || rows.marked_picture()),
        })
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let (table, names) = (&self.0, self.0.names());
        let longest = names.iter().map(|name| name.chars().count()).max();
        let width = longest.unwrap_or(0).clamp("vertex".len(), 40);
        let mut line = format!("{:<width$}", "vertex");
        for column in table.header() {
            let _ = write!(line, "  {column:<8}");
        }
        writeln!(out, "{}", line.trim_end())?;
        let (columns, mut cell) = (table.header().len(), String::new());
        for (vertex, name) in names.iter().enumerate() {
            line.clear();
            let _ = write!(line, "{name:<width$}");
            for column in 0..columns {
                cell.clear();
                table.cell(vertex, column, &mut cell);
                let _ = write!(line, "  {cell:<8}");
            }
            line.truncate(line.trim_end().len());
            line.push('\n');
            out.write_all(line.as_bytes())?;
        }
        writeln!(out, "{}", table.summary())
    }

    fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let table = &self.0;
        writeln!(out, "vertex,{}", table.header().join(","))?;
        let (columns, mut line) = (table.header().len(), String::new());
        let mut cell = String::new();
        for (vertex, name) in table.names().iter().enumerate() {
            line.clear();
            line.push_str(&Table::quoted(&name));
            for column in 0..columns {
                cell.clear();
                table.cell(vertex, column, &mut cell);
                line.push(',');
                line.push_str(&Table::quoted(&cell));
            }
            line.push('\n');
            out.write_all(line.as_bytes())?;
        }
        Ok(())
    }

    fn marked_picture(&self) -> Result<Picture, TooLarge> {
        let mut picture = self.0.plain_picture()?;
        picture.legend = self.0.legend();
        for vertex in 0..self.len() {
            let (caption, tone) = self.0.mark(vertex);
            picture.mark(vertex as u32, caption, tone);
        }
        Ok(picture)
    }
}

impl<R> Clone for VertexRows<R> {
    fn clone(&self) -> VertexRows<R> {
        VertexRows(self.0.clone())
    }
}

impl<R: Serialize + 'static> fmt::Debug for VertexRows<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VertexRows({} vertices)", self.len())
    }
}

impl<R: Serialize + 'static> Serialize for VertexRows<R> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

/// A list whose items are made one after the other when it is looked at. It serializes as a list.
#[derive(Clone)]
pub struct Streamed<T>(Arc<dyn Fn() -> Box<dyn Iterator<Item = T>> + Send + Sync>);

impl<T> Streamed<T> {
    pub(super) fn new<I: Iterator<Item = T> + 'static>(
        items: impl Fn() -> I + Send + Sync + 'static,
    ) -> Streamed<T> {
        Streamed(Arc::new(move || Box::new(items())))
    }

    /// The items.
    pub fn iter(&self) -> impl Iterator<Item = T> {
        (self.0)()
    }
}

impl<T> fmt::Debug for Streamed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Streamed")
    }
}

impl<T: Serialize> Serialize for Streamed<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

/// The formats `dot` and `svg` of a picture.
pub(crate) fn picture_form(
    name: &str,
    picture: impl Fn() -> Result<Picture, TooLarge> + Send + Sync + 'static,
) -> Option<Blob> {
    let picture = move || picture().map_err(io::Error::other);
    Some(match name {
        "dot" => Blob::new("text/vnd.graphviz", move |out| graph_dot(&picture()?, out)),
        "svg" => Blob::new("image/svg+xml", move |out| graph_svg(&picture()?, out)),
        _ => return None,
    })
}

/// A picture with the text that stands for it in a terminal.
pub(crate) fn drawing(text: String, picture: &Picture) -> Option<Drawing> {
    let mut svg = Vec::new();
    graph_svg(picture, &mut svg).ok()?;
    let svg = String::from_utf8(svg).ok()?;
    Some(Drawing { text, svg })
}

/// The colour of an outcome.
pub(super) fn tone(label: Label) -> Tone {
    match label {
        Label::P => Tone::Lost,
        Label::N => Tone::Won,
        Label::D => Tone::Drawn,
    }
}
