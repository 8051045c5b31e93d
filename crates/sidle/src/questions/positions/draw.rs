//! Pictures of positions.

use crate::{
    Position, PositionSource,
    core::{Ink, Picture},
    questions::prelude::*,
};

/// Asks for a drawing of a board, a strip or a graph.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawQuestion {
    /// The position.
    pub of: PositionSource,
}

/// A position as it is drawn.
#[derive(Clone, Debug, Serialize)]
pub struct DrawAnswer {
    /// The ruleset.
    pub ruleset: String,
    /// The position.
    #[serde(serialize_with = "crate::wire::text")]
    pub position: Position,
    /// The drawing for a terminal.
    pub text: String,
    /// The drawing as SVG.
    pub svg: String,
    /// What the drawing shows, for a program that draws it itself.
    pub shape: Shape,
}

/// What the drawing of a position shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Shape {
    /// A board or a strip of cells.
    Board {
        /// The rows, separated by `|`, one letter a cell.
        rows: String,
        /// The letters that a cell may have; the first one stands for an empty cell.
        letters: String,
    },
    /// Heaps in a row.
    Row {
        /// Their sizes.
        heaps: Vec<u64>,
    },
    /// Lines between dots.
    Lines {
        /// Rows of horizontal and of vertical lines in turn, separated by `|`: `.` open, `x` drawn.
        rows: String,
    },
    /// A graph.
    Graph {
        /// The vertices.
        vertices: Vec<ShapeVertex>,
        /// The edges.
        edges: Vec<ShapeEdge>,
        /// Is the first vertex the ground?
        ground: bool,
        /// Do edges have a direction?
        arrows: bool,
    },
}

/// A vertex of a drawing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShapeVertex {
    /// Its name.
    pub name: String,
    /// Its owner.
    pub owner: ShapeOwner,
}

/// An edge of a drawing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShapeEdge {
    /// The vertex where it begins, from 0.
    pub from: usize,
    /// The vertex where it ends.
    pub to: usize,
    /// Its owner.
    pub owner: ShapeOwner,
}

/// The owner of a vertex or an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShapeOwner {
    /// Neither player.
    Neither,
    /// Left.
    Left,
    /// Right.
    Right,
    /// Both players.
    Both,
}

impl From<Ink> for ShapeOwner {
    fn from(ink: Ink) -> ShapeOwner {
        match ink {
            Ink::Plain => ShapeOwner::Neither,
            Ink::Left => ShapeOwner::Left,
            Ink::Right => ShapeOwner::Right,
            Ink::Either => ShapeOwner::Both,
        }
    }
}

impl From<Picture> for Shape {
    fn from(picture: Picture) -> Shape {
        match picture {
            Picture::Board { rows, letters } => Shape::Board {
                rows,
                letters: letters.into_owned(),
            },
            Picture::Row(heaps) => Shape::Row { heaps },
            Picture::Lines(rows) => Shape::Lines { rows },
            Picture::Graph {
                vertices,
                edges,
                ground,
                arrows,
            } => Shape::Graph {
                vertices: vertices
                    .into_iter()
                    .map(|(name, ink)| ShapeVertex {
                        name,
                        owner: ink.into(),
                    })
                    .collect(),
                edges: edges
                    .into_iter()
                    .map(|(from, to, ink)| ShapeEdge {
                        from,
                        to,
                        owner: ink.into(),
                    })
                    .collect(),
                ground,
                arrows,
            },
        }
    }
}

impl Ask for DrawQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<DrawAnswer, Error> {
        let position = workspace.resolve(&self.of, job)?;
        let undrawn = || {
            let message = "cannot draw this position: only boards, strips and graphs have pictures";
            Error::new(ErrorKind::NotApplicable, message)
        };
        let Drawing { text, svg } = position.drawing().ok_or_else(undrawn)?;
        let shape = position.picture().ok_or_else(undrawn)?.into();
        Ok(DrawAnswer {
            ruleset: position.ruleset().unwrap_or_default(),
            position,
            text,
            svg,
            shape,
        })
    }
}

impl Report for DrawAnswer {
    fn text(&self, _: Style) -> String {
        self.text.clone()
    }

    fn picture(&self) -> Option<Drawing> {
        Some(Drawing {
            text: self.text.clone(),
            svg: self.svg.clone(),
        })
    }
}
