//! Drawings of loopy games.

use super::file::GameFile;
use crate::{
    draw::{Picture, Stroke, TooLarge},
    questions::{
        graphs::{drawing, picture_form},
        prelude::*,
    },
    values::loopy::Effort,
};

/// Asks for a drawing of a loopy game: Left's moves blue, Right's red.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoopyDrawQuestion {
    /// The graph file.
    pub graph: Source,
    /// Write the value of each vertex below its name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub values: bool,
}

/// A drawing of a loopy game, in the formats `svg` and `dot`.
#[derive(Clone, Debug, Serialize)]
pub struct LoopyDrawAnswer {
    /// As SVG.
    pub svg: Blob,
    #[serde(skip)]
    picture: Picture,
}

impl Ask for LoopyDrawQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<LoopyDrawAnswer, Error> {
        let game = GameFile::read(&self.graph, workspace, job)?;
        let picture = picture(&game, self.values, job)?;
        let drawn = picture.clone();
        let svg =
            picture_form("svg", move || Ok(drawn.clone())).expect("svg is a form of pictures");
        Ok(LoopyDrawAnswer { svg, picture })
    }
}

/// The start has a second ring, and sets of moves stand beside their edges.
fn picture(game: &GameFile, with_values: bool, job: &Job) -> Result<Picture, Error> {
    let graph = game.graph.graph();
    let mut picture = Picture::sized(graph.vertex_count(), graph.edge_count())?;
    let values = match with_values {
        true => game.values(Effort::default(), job.meter())?,
        false => Vec::new(),
    };
    for (number, name) in game.file.names.iter().enumerate() {
        let value = values.get(number).map(|&value| game.held(value));
        picture.add(
            name.clone(),
            value.map_or_else(String::new, |value| value.to_string()),
        );
    }
    for exit in &game.file.exits {
        picture.add("", exit.text.clone());
    }
    for (from, player, to) in graph.edges() {
        picture.connect(from as usize, to as usize, Stroke::of(player));
    }
    picture.begin_at(game.file.start);
    for set in &game.file.sets {
        for &(from, player, to) in &set.edges {
            picture.label(from, to, Stroke::of(player), &format!("@{}", set.name));
        }
    }
    Ok(picture)
}

impl From<TooLarge> for Error {
    fn from(error: TooLarge) -> Error {
        Error::new(ErrorKind::NotApplicable, error.to_string())
    }
}

impl Report for LoopyDrawAnswer {
    fn text(&self, _: Style) -> String {
        let dot = self.form("dot").and_then(|blob| blob.to_bytes().ok());
        String::from_utf8_lossy(&dot.unwrap_or_default())
            .trim_end()
            .to_owned()
    }

    fn picture(&self) -> Option<Drawing> {
        drawing(self.text(Style::Plain), &self.picture)
    }

    fn form(&self, name: &str) -> Option<Blob> {
        let picture = self.picture.clone();
        picture_form(name, move || Ok(picture.clone()))
    }
}
