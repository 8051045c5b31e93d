//! What kind of game a graph is: a stopper, a plumtree, and which cycles it has.

use super::file::GameFile;
use crate::{
    SideValue,
    core::Player,
    graph::bigraph::{
        Bigraph, Cycles, Edge, Side, alternating_cycles, forced_cycle, simple_cycles,
    },
    questions::prelude::*,
    values::loopy::{Effort, SideForm},
};

/// Asks which cycles can be reached from a vertex of a loopy game, and whether it equals a stopper or a plumtree.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoopyJudgeQuestion {
    /// The graph file.
    pub graph: Source,
    /// The vertex; the start if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vertex: Option<String>,
    /// The most cycles of each kind that are listed; 100 if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<usize>,
}

/// What kind of game it is.
#[derive(Clone, Debug, Serialize)]
pub struct LoopyJudgeAnswer {
    /// The vertex.
    pub vertex: String,
    /// Is the graph that of a stopper: has it no alternating cycle?
    pub is_stopper: bool,
    /// Is the graph a plumtree: has it no cycle of two moves or more through different vertices?
    pub is_plumtree: bool,
    /// The cycles that meet each vertex once at most.
    pub cycles: Vec<CycleRow>,
    /// The closed walks of moves that alternate.
    pub alternating: Vec<CycleRow>,
    /// Are these all cycles?
    pub is_complete: bool,
    /// The sides: one for a stopper, otherwise the onside and the offside.
    pub sides: Vec<JudgedSide>,
}

/// A cycle.
#[derive(Clone, Debug, Serialize)]
pub struct CycleRow {
    /// The players who move, as letters: `LLRR`.
    pub pattern: String,
    /// The vertices in order, the first one again at the end.
    pub vertices: Vec<String>,
}

/// What is known of a side.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedSide {
    /// The side; none for both sides of a stopper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<&'static str>,
    /// Its simplest form.
    pub value: SideValue,
    /// Does it equal a stopper? None if that is not known.
    pub equals_stopper: Option<bool>,
    /// Does it equal a plumtree? None if that is not known.
    pub equals_plumtree: Option<bool>,
    /// The cycles of the canonical form of a stopper, as patterns.
    pub patterns: Vec<String>,
    /// Moves that every stopper that equals the side must have, up to a cycle: the proof that there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forced: Vec<String>,
}

impl Ask for LoopyJudgeQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<LoopyJudgeAnswer, Error> {
        let (game, meter) = (GameFile::read(&self.graph, workspace, job)?, job.meter());
        let vertex = game.vertex(self.vertex.as_deref())?;
        let most = self.most.unwrap_or(100);
        let (graph, names) = part(&game, vertex, Side::Onside);
        let cycles = simple_cycles(&graph, most, meter)?;
        let alternating = alternating_cycles(&graph, most, meter)?;
        let is_stopper = game.exits_are_stoppers() && graph.is_stopper_graph();
        let value = game.value(vertex, Effort::default(), meter)?;
        let mut sides = Vec::new();
        for side in Side::BOTH {
            let judged = self.side(&game, vertex, side, value.side(side), job)?;
            let is_both = value.stopper().is_some();
            sides.push(JudgedSide {
                side: (!is_both).then_some(side.name()),
                ..judged
            });
            if is_both {
                break;
            }
        }
        Ok(LoopyJudgeAnswer {
            vertex: game.name(vertex).to_owned(),
            is_stopper,
            is_plumtree: is_plumtree(&graph, job)?,
            is_complete: cycles.is_complete && alternating.is_complete,
            cycles: rows(&cycles, &names),
            alternating: rows(&alternating, &names),
            sides,
        })
    }
}

impl LoopyJudgeQuestion {
    fn side(
        &self,
        game: &GameFile,
        vertex: u32,
        side: Side,
        form: SideForm,
        job: &Job,
    ) -> Result<JudgedSide, Error> {
        let meter = job.meter();
        let mut judged = JudgedSide {
            side: None,
            value: game.held_side(form),
            equals_stopper: Some(true),
            equals_plumtree: None,
            patterns: Vec::new(),
            forced: Vec::new(),
        };
        if let SideForm::Stopper(_) = form {
            // The canonical form of a plumtree is one: bypassing leads to followers, and equal vertices are fused into the lowest.
            let (canonical, _) = game.loopy().expanded(form);
            let cycles = simple_cycles(&canonical, self.most.unwrap_or(100), meter)?;
            judged.patterns = cycles.cycles.iter().map(|cycle| pattern(cycle)).collect();
            judged.equals_plumtree = is_plumtree(&canonical, job)?.then_some(true);
            if judged.equals_plumtree.is_none() && cycles.is_complete {
                judged.equals_plumtree = Some(false);
            }
            return Ok(judged);
        }
        let (graph, names) = part(game, vertex, side);
        match forced_cycle(&graph, 0, side, meter)? {
            None => judged.equals_stopper = None,
            Some(found) => {
                judged.equals_stopper = Some(false);
                judged.equals_plumtree = Some(false);
                let step = |&(from, player, to): &Edge| {
                    format!(
                        "{player} from {} to {}",
                        names[from as usize], names[to as usize]
                    )
                };
                judged.forced = found.path.iter().chain(&found.cycle).map(step).collect();
            }
        }
        Ok(judged)
    }
}

/// A plumtree has no cycles but loops. The cycle of two moves that loops at one vertex make is none of different vertices.
fn is_plumtree(graph: &Bigraph, job: &Job) -> Result<bool, Error> {
    job.meter().check()?;
    let components = crate::graph::bigraph::Components::new(graph);
    Ok((0..components.count() as u32).all(|component| components.members(component).len() == 1))
}

/// What a vertex leads to, with the names of the vertices; exits are written out.
fn part(game: &GameFile, vertex: u32, side: Side) -> (Bigraph, Vec<String>) {
    let whole = game.expanded(side);
    let kept = whole.reachable(&[vertex]);
    let exits = game.file.names.len();
    let name = |&v: &u32| match game.file.names.get(v as usize) {
        Some(name) => name.clone(),
        None => match game.file.exits.get(v as usize - exits) {
            Some(exit) => format!("\"{}\"", exit.text),
            None => format!("#{v}"),
        },
    };
    (whole.induced(&kept), kept.iter().map(name).collect())
}

fn pattern(cycle: &[Edge]) -> String {
    let letter = |&(_, player, _): &Edge| match player {
        Player::Left => 'L',
        Player::Right => 'R',
    };
    cycle.iter().map(letter).collect()
}

fn rows(found: &Cycles, names: &[String]) -> Vec<CycleRow> {
    let row = |cycle: &Vec<Edge>| {
        let first = cycle.first().map(|&(v, _, _)| v);
        let vertices = first.into_iter().chain(cycle.iter().map(|&(_, _, w)| w));
        CycleRow {
            pattern: pattern(cycle),
            vertices: vertices.map(|v| names[v as usize].clone()).collect(),
        }
    };
    found.cycles.iter().map(row).collect()
}

impl Report for LoopyJudgeAnswer {
    fn text(&self, _: Style) -> String {
        let yes = |answer: bool| if answer { "yes" } else { "no" };
        let known = |answer: Option<bool>| answer.map_or("not known", yes);
        let mut lines = vec![
            format!(
                "{}: graph of a stopper: {}",
                self.vertex,
                yes(self.is_stopper)
            ),
            format!("plumtree: {}", yes(self.is_plumtree)),
        ];
        let mut list = |title: &str, cycles: &[CycleRow]| {
            lines.push(format!("{title}: {}", cycles.len()));
            for cycle in cycles {
                lines.push(format!(
                    "  {}  {}",
                    cycle.pattern,
                    cycle.vertices.join(" → ")
                ));
            }
        };
        list("cycles", &self.cycles);
        list("alternating cycles", &self.alternating);
        if !self.is_complete {
            lines.push("there are more cycles than the list shows".to_owned());
        }
        for side in &self.sides {
            let name = side.side.unwrap_or("value");
            lines.push(format!("{name}: {}", side.value));
            lines.push(format!(
                "  equals a stopper: {}",
                known(side.equals_stopper)
            ));
            lines.push(format!(
                "  equals a plumtree: {}",
                known(side.equals_plumtree)
            ));
            if !side.patterns.is_empty() {
                lines.push(format!(
                    "  cycles of the canonical form: {}",
                    side.patterns.join(", ")
                ));
            }
            if !side.forced.is_empty() {
                lines.push("  moves of every stopper that equals it:".to_owned());
                lines.extend(side.forced.iter().map(|step| format!("    {step}")));
            }
        }
        lines.join("\n")
    }
}
