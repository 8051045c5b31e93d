//! Pictures of positions.

use crate::{Position, PositionSource, questions::prelude::*};

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
}

impl Ask for DrawQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<DrawAnswer, Error> {
        let position = workspace.resolve(&self.of, job)?;
        let Drawing { text, svg } = position.drawing().ok_or_else(|| {
            let message = "cannot draw this position: only boards, strips and graphs have pictures";
            Error::new(ErrorKind::NotApplicable, message)
        })?;
        Ok(DrawAnswer {
            ruleset: position.ruleset().unwrap_or_default(),
            position,
            text,
            svg,
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
