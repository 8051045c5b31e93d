//! Explanations of the vertices of game files.

use super::{
    draft::DraftGraph,
    steps::Explanation,
    strategy::{Strategy, strategy},
    value::{agree, one_a_line, value_after},
};
use crate::{
    SideValue,
    graph::bigraph::{Bigraph, ForcedCycle, Keeps, Side, forced_cycle},
    questions::{loopy::GameFile, prelude::*},
    values::loopy::{Effort, SideForm},
};

/// Asks how the sides of a vertex of a loopy game are simplified, or why two vertices compare as they do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoopyExplainQuestion {
    /// The graph file.
    pub graph: Source,
    /// The vertex; the start if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vertex: Option<String>,
    /// The vertex with which it is compared: the strategies of the comparison are shown instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
    /// The moves of the reader against the strategies, each a place in the list of replies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<usize>,
    /// Draw the game before the first step and after each step.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pictures: bool,
}

/// How the sides of a vertex are simplified.
#[derive(Clone, Debug, Serialize)]
pub struct LoopyExplainAnswer {
    /// The vertex.
    pub vertex: String,
    /// One explanation of a stopper, two of a game with sides.
    pub explanations: Vec<LoopySideExplanation>,
    /// The strategies of a comparison.
    pub strategies: Vec<Strategy>,
}

/// The explanation of one side.
#[derive(Clone, Debug, Serialize)]
pub struct LoopySideExplanation {
    /// The value of the side.
    pub value: SideValue,
    /// The steps.
    #[serde(flatten)]
    pub explanation: Explanation,
    /// Do the steps lead to the simplest form that the engine knows? If not, the engine goes on with single edges and
    /// unravelling, and the form below the last step still equals the side.
    pub is_simplest: bool,
    /// Moves that every stopper that equals the side must have, and that lead into an alternating cycle: so no stopper equals
    /// it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forced_cycle: Vec<String>,
}

impl Ask for LoopyExplainQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<LoopyExplainAnswer, Error> {
        let game = GameFile::read(&self.graph, workspace, job)?;
        let vertex = game.vertex(self.vertex.as_deref())?;
        let mut answer = LoopyExplainAnswer {
            vertex: game.name(vertex).to_owned(),
            explanations: Vec::new(),
            strategies: Vec::new(),
        };
        for side in Side::BOTH {
            let is_last = match &self.with {
                None => self.side(&game, vertex, side, &mut answer, job)?,
                Some(with) => {
                    let pair = (vertex, game.vertex(Some(with))?);
                    self.comparison(&game, pair, side, &mut answer, job)?
                }
            };
            if is_last {
                break;
            }
        }
        Ok(answer)
    }
}

impl LoopyExplainQuestion {
    /// Explains a side. Returns whether it is the only one: a stopper.
    fn side(
        &self,
        game: &GameFile,
        vertex: u32,
        side: Side,
        answer: &mut LoopyExplainAnswer,
        job: &Job,
    ) -> Result<bool, Error> {
        let (meter, store) = (job.meter(), game.store());
        let part = Vertices::of(game, &[vertex], side, job)?;
        let is_stopper = game.exits_are_stoppers() && part.graph.graph.is_stopper_graph();
        let keeps = match is_stopper {
            true => Keeps::Stopper,
            false => Keeps::Side(side),
        };
        let explanation = part.graph.explained(0, keeps, self.pictures, meter)?;
        let value = game.value(vertex, Effort::default(), meter)?.side(side);
        let found = value_after(store, &explanation, meter)?.side(side);
        let known = matches!(value, SideForm::Stopper(_));
        agree(!known || value == found)?;
        let forced = match known {
            true => None,
            false => forced_cycle(&part.graph.graph, 0, side, meter)?,
        };
        answer.explanations.push(LoopySideExplanation {
            value: game.held_side(value),
            is_simplest: explanation.is_stopper || value == found,
            explanation,
            forced_cycle: forced.map_or_else(Vec::new, |cycle| told(&cycle, &part.graph.names)),
        });
        Ok(is_stopper)
    }

    fn comparison(
        &self,
        game: &GameFile,
        (g, h): (u32, u32),
        side: Side,
        answer: &mut LoopyExplainAnswer,
        job: &Job,
    ) -> Result<bool, Error> {
        let part = Vertices::of(game, &[g, h], side, job)?;
        let graph: &Bigraph = &part.graph.graph;
        let is_stopper = game.exits_are_stoppers() && graph.is_stopper_graph();
        let played = (!is_stopper).then_some(side);
        let (g, h) = (part.graph.place[0], part.graph.place[1]);
        for pair in [(g, h), (h, g)] {
            let found = strategy(
                graph,
                pair,
                played,
                &part.graph.names,
                &self.after,
                job.meter(),
            )?;
            answer.strategies.push(found);
        }
        Ok(is_stopper)
    }
}

/// What some vertices lead to, those vertices first.
struct Vertices {
    graph: DraftGraph,
}

impl Vertices {
    fn of(game: &GameFile, vertices: &[u32], side: Side, job: &Job) -> Result<Vertices, Error> {
        let names: Vec<String> = game.file.names.clone();
        let whole = DraftGraph::of_graph(&game.graph, &names, game.store(), side, job.meter())?;
        let starts: Vec<u32> = vertices.iter().map(|&v| whole.place[v as usize]).collect();
        let kept = whole.graph.reachable(&starts);
        let graph = whole.graph.induced(&kept);
        let pick = |list: &[String]| kept.iter().map(|&v| list[v as usize].clone()).collect();
        Ok(Vertices {
            graph: DraftGraph {
                graph,
                names: pick(&whole.names),
                values: kept
                    .iter()
                    .map(|&v| whole.values[v as usize].clone())
                    .collect(),
                numbers: Vec::new(),
                place: starts
                    .iter()
                    .map(|start| u32::from(start != &starts[0]))
                    .collect(),
            },
        })
    }
}

/// Forced moves, the cycle behind the mark `cycle:`.
fn told(found: &ForcedCycle, names: &[String]) -> Vec<String> {
    let name = |v: u32| &names[v as usize];
    let path = found
        .path
        .iter()
        .map(|&(from, player, to)| format!("{player} from {} to {}", name(from), name(to)));
    let cycle = found
        .cycle
        .iter()
        .map(|&(from, player, to)| format!("cycle: {player} from {} to {}", name(from), name(to)));
    path.chain(cycle).collect()
}

impl Report for LoopyExplainAnswer {
    fn text(&self, _: Style) -> String {
        let mut lines = Vec::new();
        for one in &self.explanations {
            lines.push(format!("{} = {}", self.vertex, one.value));
            lines.extend(one.explanation.lines());
            if !one.forced_cycle.is_empty() {
                lines.push(
                    "  This side equals no stopper, since these moves are forced:".to_owned(),
                );
                lines.extend(one.forced_cycle.iter().map(|line| format!("    {line}")));
            } else if !one.is_simplest {
                let rest =
                    "  Alternating cycles are left; single edges and unravelling lead further.";
                lines.push(rest.to_owned());
            }
        }
        lines.extend(self.strategies.iter().flat_map(Strategy::lines));
        lines.join("\n")
    }

    /// All certificates, one a line.
    fn certificate(&self) -> Option<Blob> {
        Some(one_a_line(self.certificates()))
    }
}

impl LoopyExplainAnswer {
    /// A certificate of each explanation and of each strategy.
    #[must_use]
    pub fn certificates(&self) -> Vec<Blob> {
        let steps = self.explanations.iter().map(|one| one.explanation.blob());
        let strategies = self.strategies.iter().map(Strategy::blob);
        steps.chain(strategies).collect()
    }

    /// The drawings, in order.
    #[must_use]
    pub fn pictures(&self) -> Vec<Blob> {
        let explanations = self.explanations.iter();
        explanations
            .flat_map(|one| one.explanation.pictures.clone())
            .collect()
    }
}
