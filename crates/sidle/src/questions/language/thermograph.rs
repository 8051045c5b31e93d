//! Thermographs of games.

use crate::{
    draw::{THERMOGRAPH_COLUMNS, ThermographPanel, thermograph_text_within, thermographs_svg},
    questions::prelude::*,
    session::from_diagnostic,
    thermographs::ThermographReport,
};

/// Asks for the thermographs of games, with cycles or without.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThermographQuestion {
    /// The session, whose names the games may use.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub session: String,
    /// The games, as expressions.
    pub games: Vec<String>,
    /// How many columns a picture in characters may have; without it 80.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<u32>,
}

impl ThermographQuestion {
    /// The question about one game of a session.
    #[must_use]
    pub fn of(session: &str, game: impl Into<String>) -> ThermographQuestion {
        ThermographQuestion {
            session: session.to_owned(),
            games: vec![game.into()],
            columns: None,
        }
    }
}

/// The thermographs of games; those of both sides where they differ.
#[derive(Clone, Debug, Serialize)]
pub struct ThermographAnswer {
    /// The thermographs, in the order of the games.
    pub thermographs: Vec<LabelledThermograph>,
    #[serde(skip)]
    panels: Vec<ThermographPanel>,
    #[serde(skip)]
    columns: usize,
}

/// The thermograph of a game.
#[derive(Clone, Debug, Serialize)]
pub struct LabelledThermograph {
    /// The game in plain notation, after `onside` or `offside` if it is one side of a game.
    pub game: String,
    /// Its walls.
    #[serde(flatten)]
    pub thermograph: ThermographReport,
}

impl Ask for ThermographQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<ThermographAnswer, Error> {
        let drawn: Result<Vec<ThermographPanel>, Error> =
            workspace.sessions().run(&self.session, job, |session, _| {
                let mut panels = Vec::new();
                for (index, game) in self.games.iter().enumerate() {
                    let drawn = session.thermographs(game, job.meter());
                    let about = |error| from_diagnostic(error, "games").of_item(index);
                    panels.extend(drawn.map_err(about)?);
                }
                Ok(panels)
            })?;
        let panels = drawn?;
        let thermographs = panels.iter().map(|panel| LabelledThermograph {
            game: panel.label.clone(),
            thermograph: ThermographReport::new(&panel.thermograph, panel.unit),
        });
        Ok(ThermographAnswer {
            thermographs: thermographs.collect(),
            columns: self
                .columns
                .map_or(THERMOGRAPH_COLUMNS, |columns| columns as usize),
            panels,
        })
    }
}

impl Report for ThermographAnswer {
    fn text(&self, _: Style) -> String {
        let drawn = self.panels.iter().map(|panel| {
            let walls = thermograph_text_within(&panel.thermograph, panel.unit, self.columns);
            format!("{}\n{walls}", panel.label)
        });
        drawn.collect::<Vec<_>>().join("\n")
    }

    fn picture(&self) -> Option<Drawing> {
        Some(Drawing {
            text: self.text(Style::Plain),
            svg: thermographs_svg(&self.panels),
        })
    }
}
