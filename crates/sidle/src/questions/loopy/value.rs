//! The value of a vertex of a loopy game.

use super::file::GameFile;
use crate::{
    SideValue, Value,
    core::Meter,
    questions::prelude::*,
    values::loopy::{Effort, LoopyOutcome, LoopyValue},
};

/// Asks for the value of a vertex of a loopy game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoopyValueQuestion {
    /// The graph file, with an edge `u L v` or `u R "1/2"` a line.
    pub graph: Source,
    /// The vertex; where the game starts if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vertex: Option<String>,
    /// How much is spent on unravelling the cycles of a side that does not become a stopper by itself, in pairs of
    /// vertices; 20,000 if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unravel: Option<u64>,
    /// Compare the value with the graph by an independent path.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub verify: bool,
}

impl LoopyValueQuestion {
    /// The question about the start of a game.
    pub fn new(graph: impl Into<Source>) -> LoopyValueQuestion {
        LoopyValueQuestion {
            graph: graph.into(),
            vertex: None,
            unravel: None,
            verify: false,
        }
    }
}

/// The value of a loopy game.
#[derive(Clone, Debug, Serialize)]
pub struct LoopyValueAnswer {
    /// The vertex, if the value is that of one of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertex: Option<String>,
    /// `short`, `stopper`, `stopper-sided`, or `sided` for sides that are not known to be stoppers.
    pub kind: &'static str,
    /// The value.
    pub value: Value,
    /// Its onside: infinite play is a win for Left.
    pub onside: SideValue,
    /// Its offside: infinite play is a win for Right.
    pub offside: SideValue,
    /// Who wins.
    #[serde(serialize_with = "crate::wire::text")]
    pub outcome: LoopyOutcome,
    /// Whether the value agrees with the graph, if that was verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<bool>,
}

/// How hard a side is simplified.
pub(super) fn effort(unravel: Option<u64>) -> Effort {
    unravel.map_or_else(Effort::default, |unravel| Effort { unravel })
}

impl Ask for LoopyValueQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<LoopyValueAnswer, Error> {
        let game = GameFile::read(&self.graph, workspace, job)?;
        let vertex = game.vertex(self.vertex.as_deref())?;
        let value = game.value(vertex, effort(self.unravel), job.meter())?;
        let mut answer = LoopyValueAnswer::of(&game, value, job.meter())?;
        if self.verify {
            answer.verified = Some(game.agrees(vertex, value, job.meter())?);
        }
        Ok(answer)
    }
}

impl LoopyValueAnswer {
    pub(super) fn of(
        game: &GameFile,
        value: LoopyValue,
        meter: &Meter,
    ) -> Result<LoopyValueAnswer, Error> {
        Ok(LoopyValueAnswer {
            vertex: None,
            kind: value.kind(),
            value: game.held(value),
            onside: game.held_side(value.onside()),
            offside: game.held_side(value.offside()),
            outcome: game.loopy().try_outcome(value, meter)?,
            verified: None,
        })
    }

    /// What a verification found, as it is written behind an answer.
    fn note(&self) -> &'static str {
        match self.verified {
            Some(true) => ", verified",
            Some(false) => ", DIFFERS FROM THE GRAPH",
            None => "",
        }
    }
}

impl Report for LoopyValueAnswer {
    /// The value and what is known of it; of one vertex among several, both sides on a line.
    fn text(&self, style: Style) -> String {
        let LoopyValueAnswer {
            kind,
            onside,
            offside,
            outcome,
            ..
        } = self;
        let note = self.note();
        match &self.vertex {
            Some(vertex) => format!(
                "{vertex}: onside {onside}, offside {offside} ({kind}, outcome {outcome}){note}"
            ),
            None => {
                let value = self.value.text(style, Meter::none());
                let value = value.unwrap_or_else(|error| error.to_string());
                format!("{value}\n{kind}, outcome {outcome}{note}")
            }
        }
    }
}
