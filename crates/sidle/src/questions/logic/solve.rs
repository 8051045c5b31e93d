//! The games of constraint logic.

use super::graph;
use crate::{
    draw::puzzle::{constraint_film, constraint_picture},
    graph::Threads,
    logic::{
        decide::{Game, Options, Solution, certificate, decide, ncl_on_disk},
        graph::ConstraintGraph,
    },
    questions::{
        prelude::*,
        puzzles::{DiskSearch, earlier_levels},
    },
};

/// Asks who wins a game on a constraint graph, with a shortest solution.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogicSolveQuestion {
    /// The graph, as text or JSON.
    pub graph: Source,
    /// The game.
    #[serde(with = "crate::wire::name")]
    pub game: Game,
    /// The number of turns of an unbounded team game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub horizon: Option<u64>,
    /// The number of edges that a player of an unbounded team game may reverse in a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reversals: Option<usize>,
    /// Prove the answer by a certificate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub certify: bool,
    /// Search NCL in a folder instead of in memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disk: Option<DiskSearch>,
}

impl LogicSolveQuestion {
    /// The question about a game on a graph.
    pub fn new(graph: impl Into<Source>, game: Game) -> LogicSolveQuestion {
        LogicSolveQuestion {
            graph: graph.into(),
            game,
            horizon: None,
            reversals: None,
            certify: false,
            disk: None,
        }
    }
}

/// Who wins, and how.
#[derive(Clone, Debug, Serialize)]
pub struct LogicSolveAnswer {
    /// The answer with its witness.
    #[serde(flatten)]
    pub solution: Solution,
    #[serde(skip)]
    graph: ConstraintGraph,
    #[serde(skip)]
    certificate: Option<Blob>,
}

impl Ask for LogicSolveQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<LogicSolveAnswer, Error> {
        let graph = graph(&self.graph, workspace, job)?;
        let usual = Options::default();
        let options = Options {
            threads: Threads::new(job.threads().get()),
            horizon: self.horizon.unwrap_or(usual.horizon),
            reversals: self.reversals.unwrap_or(usual.reversals),
        };
        let (game, meter) = (self.game, job.meter());
        let explained = |error: Error| self.graph.explain(error);
        let (solution, proof) = match (&self.disk, self.certify) {
            (Some(_), certify) if certify || game != Game::Ncl => {
                let message = "only ncl is searched on disk, and without a certificate";
                return Err(Error::new(ErrorKind::Request, message)
                    .with_help("leave out the folder, the game or the certificate"));
            }
            (Some(disk), _) => {
                let folder = workspace.file(&disk.folder)?;
                let found = ncl_on_disk(&graph, options, &folder, disk.buffer_bytes(), meter);
                (found.map_err(|error| explained(error.into()))?, None)
            }
            (None, true) => {
                let name = self.graph.name();
                let found = certificate(&graph, game, options, &name, meter);
                let (solution, proof) = found.map_err(|error| explained(error.into()))?;
                (solution, Some(proof))
            }
            (None, false) => {
                let found = decide(&graph, game, options, meter);
                (found.map_err(|error| explained(error.into()))?, None)
            }
        };
        Ok(LogicSolveAnswer {
            solution,
            graph,
            certificate: proof.map(|proof| Blob::text("application/json", proof)),
        })
    }
}

impl Report for LogicSolveAnswer {
    fn text(&self, _: Style) -> String {
        let (solution, graph) = (&self.solution, &self.graph);
        let mut lines = vec![match (&solution.stopped, solution.length) {
            (Some(stopped), _) => stopped.clone(),
            (None, Some(length)) => format!("{} in {length}", solution.answer),
            (None, None) => solution.answer.to_string(),
        }];
        if let Some(moves) = &solution.moves {
            let name = |edge: &Option<usize>| {
                edge.map_or_else(|| "pass".to_owned(), |edge| graph.edge_name(edge))
            };
            let moves: Vec<String> = moves.iter().map(name).collect();
            lines.push(format!("moves: {}", moves.join(" ")));
        }
        if let Some(reversed) = &solution.reversed {
            let names = reversed.iter().map(|&edge| graph.edge_name(edge));
            lines.push(match reversed.is_empty() {
                true => "the start is legal".to_owned(),
                false => format!("reversed: {}", names.collect::<Vec<_>>().join(" ")),
            });
        }
        if let Some(horizon) = solution.horizon {
            lines.push(format!(
                "to a horizon of {horizon} turns; the game without one is undecidable"
            ));
        }
        lines.push(format!("states: {}", solution.states));
        lines.extend(earlier_levels(solution.believed));
        lines.join("\n")
    }

    /// The graph while the solution is played.
    fn picture(&self) -> Option<Drawing> {
        Some(graph_drawing(&self.graph, Some(&self.solution)))
    }

    fn certificate(&self) -> Option<Blob> {
        self.certificate.clone()
    }
}

/// A graph at its start, in a legal configuration that was found, or while a solution is played.
pub(super) fn graph_drawing(graph: &ConstraintGraph, solution: Option<&Solution>) -> Drawing {
    let moves = solution.and_then(|solution| solution.moves.as_ref());
    Drawing {
        text: graph.to_text(),
        svg: match moves {
            Some(moves) => constraint_film(graph, moves),
            None => constraint_picture(graph, &super::configuration(graph, solution)),
        },
    }
}
