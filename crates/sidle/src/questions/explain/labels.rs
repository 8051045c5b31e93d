//! Explanations of labellings: the labels in the order in which they are given.

use std::sync::Arc;

use super::steps::checked;
use crate::{
    check::{
        labelling::{Game, Value as Letter},
        labelling_run::{Certificate, Event},
    },
    graph::{
        Digraph, NamedGraph,
        label::{LabelEvent, Mover, Value, asymmetric_run, symmetric_run},
    },
    questions::{
        graphs::{GraphGame, narrow_graph},
        prelude::*,
    },
};

/// Asks how the vertices of a digraph get their labels, in the symmetric or in the asymmetric game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphExplainQuestion {
    /// The graph.
    pub graph: Source,
    /// The game that is played on it.
    #[serde(default)]
    pub game: GraphGame,
}

/// The run of the labelling algorithm. The run has been verified by the checker of certificates.
#[derive(Clone, Debug, Serialize)]
pub struct GraphExplainAnswer {
    /// The game.
    pub game: GraphGame,
    /// The labels in order.
    pub events: Vec<LabelEventRow>,
    /// The vertices that get no label in the symmetric game: they are draws.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub draws: Vec<String>,
    #[serde(skip)]
    certificate: Arc<Certificate>,
}

/// A label that is given.
#[derive(Clone, Debug, Serialize)]
pub struct LabelEventRow {
    /// The vertex.
    pub vertex: String,
    /// The player to move, 0 or 1, in the asymmetric game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<u8>,
    /// `P` or `N` in the symmetric game, otherwise `W`, `D` or `L` for the player to move.
    pub label: String,
    /// The stage in the symmetric game: the number of moves until the end. In the asymmetric game the number of the event that
    /// caused this one, counted from 1, and 0 at a vertex without options.
    pub stage: u64,
    /// The options that justify the label.
    pub because: Vec<String>,
    /// The event in a sentence.
    pub text: String,
}

impl Ask for GraphExplainQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<GraphExplainAnswer, Error> {
        let named = narrow_graph(&self.graph, workspace, job)?;
        let meter = job.meter();
        let graph = Digraph::new(named.graph.clone());
        let (game, run) = match self.game {
            GraphGame::Symmetric => (Game::Symmetric, symmetric_run(&graph, meter)?),
            GraphGame::Asymmetric => (Game::Asymmetric, asymmetric_run(&graph, meter)?),
            GraphGame::Misere => {
                let message = "the symmetric and the asymmetric game can be explained";
                return Err(Error::new(ErrorKind::NotApplicable, message));
            }
        };
        let count = named.graph.vertex_count() as u32;
        let name = |v: u32| named.name(v).into_owned();
        let certificate = Certificate::new(
            "",
            game,
            (0..count).map(name).collect(),
            (0..count).map(|v| graph.successors(v).to_vec()).collect(),
            run.iter().map(event).collect(),
        );
        checked(&certificate, meter)?;
        let mut labelled = vec![false; count as usize];
        for event in &run {
            labelled[event.vertex as usize] = true;
        }
        let draws = match game {
            Game::Symmetric => (0..count)
                .filter(|&v| !labelled[v as usize])
                .map(name)
                .collect(),
            Game::Asymmetric => Vec::new(),
        };
        Ok(GraphExplainAnswer {
            game: self.game,
            events: run.iter().map(|event| row(event, game, &named)).collect(),
            draws,
            certificate: Arc::new(certificate),
        })
    }
}

fn letter(value: Value) -> Letter {
    match value {
        Value::Win => Letter::W,
        Value::Draw => Letter::D,
        Value::Loss => Letter::L,
    }
}

fn event(event: &LabelEvent) -> Event {
    Event {
        vertex: event.vertex,
        mover: u8::from(event.mover == Mover::One),
        label: letter(event.label),
        stage: event.stage,
        because: event.because.clone(),
    }
}

fn row(event: &LabelEvent, game: Game, named: &NamedGraph) -> LabelEventRow {
    let name = |v: u32| named.name(v).into_owned();
    let vertex = name(event.vertex);
    let because: Vec<String> = event.because.iter().map(|&v| name(v)).collect();
    let list = because.join(", ");
    let is_end = because.is_empty();
    let (player, label, text) = match game {
        Game::Symmetric => {
            let is_win = event.label == Value::Win;
            let label = if is_win { "N" } else { "P" };
            let reason = match (is_win, is_end) {
                (true, _) => format!("the option {list} is P"),
                (false, true) => "no options".to_owned(),
                (false, false) => format!("every option is N: {list}"),
            };
            let text = format!("{vertex} is {label} at stage {}: {reason}", event.stage);
            (None, label.to_owned(), text)
        }
        Game::Asymmetric => {
            let player = u8::from(event.mover == Mover::One);
            let label = event.label.to_string();
            let other = (-event.label).to_string();
            let reason = match (player, is_end) {
                (_, true) => "no options".to_owned(),
                (0, false) => format!("the option {list} is {other} for player 1"),
                (_, false) => {
                    format!("no option is worse than {other} for player 0: {list}")
                }
            };
            let cause = match event.stage {
                0 => String::new(),
                stage => format!(", called by {stage}"),
            };
            let text = format!("player {player} at {vertex}: {label}{cause}: {reason}");
            (Some(player), label, text)
        }
    };
    LabelEventRow {
        vertex,
        player,
        label,
        stage: event.stage,
        because,
        text,
    }
}

impl Report for GraphExplainAnswer {
    fn text(&self, _: Style) -> String {
        let mut lines = Vec::new();
        if self.game == GraphGame::Asymmetric {
            let start =
                "All vertices begin with L for player 0 and W for player 1, the player to move.";
            lines.push(start.to_owned());
        }
        for (number, event) in (1..).zip(&self.events) {
            lines.push(format!("{number:>4}. {}", event.text));
        }
        if !self.draws.is_empty() {
            let draws = self.draws.join(", ");
            lines.push(format!(
                "      D, since no option is P and one has no label: {draws}"
            ));
        }
        lines.join("\n")
    }

    fn certificate(&self) -> Option<Blob> {
        Some(Blob::json(Certificate::clone(&self.certificate)))
    }
}
