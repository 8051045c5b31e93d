//! How vertices compare, on each side and altogether.

use serde::Serialize;

use super::{GameFile, GameFileError};
use crate::{
    check::loopy::{Certificate, Rule},
    core::{Meter, Player, Relation, StopReason},
    graph::bigraph::{
        Bigraph, OrderMatrix, OrderProof, Side, SideSearch, SurvivalSearch, order_proof,
        side_matrix, survival_matrix,
    },
};

/// How two vertices compare.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The name of the first.
    pub g: String,
    /// The name of the second.
    pub h: String,
    /// The relation of the games: `<=` where it is on both sides.
    pub relation: &'static str,
    /// The relation of the onsides.
    pub onside: &'static str,
    /// The relation of the offsides.
    pub offside: &'static str,
}

/// The order of all vertices on each side.
#[derive(Clone, Debug)]
pub struct SideOrders {
    /// Infinite play won by Left.
    pub onside: OrderMatrix,
    /// Infinite play won by Right.
    pub offside: OrderMatrix,
}

/// One direction on one side (or among stoppers), with the graph it is about.
struct Question {
    graph: Bigraph,
    side: Option<Side>,
    pair: (u32, u32),
    text: String,
    /// The names of the vertices that have one.
    names: Vec<Option<String>>,
}

/// Up to this many pairs of vertices, comparing all of them is faster than following one comparison.
const FEW_PAIRS: usize = 100_000_000;

impl GameFile {
    /// Compares two vertices. The algorithm is chosen by the graph: survival for stoppers, all pairs for small
    /// games of other kinds, and a search from the one pair for large ones.
    pub fn compare(&self, g: u32, h: u32, meter: &Meter) -> Result<Comparison, GameFileError> {
        let answers = answers(&self.questions(g, h), meter)?;
        Ok(self.comparison(g, h, &answers))
    }

    /// Compares two vertices with a certificate for each direction and side.
    pub fn compare_certified(
        &self,
        g: u32,
        h: u32,
        meter: &Meter,
    ) -> Result<(Comparison, Vec<Certificate>), GameFileError> {
        let mut answers = Vec::new();
        let mut certificates = Vec::new();
        for question in self.questions(g, h) {
            let proof = order_proof(&question.graph, question.pair, question.side, meter)?;
            answers.push(proof.le);
            certificates.push(certificate(question, &proof));
        }
        Ok((self.comparison(g, h, &answers), certificates))
    }

    /// The comparison of all vertices with all vertices; one run is enough when everything is a stopper.
    pub fn order(&self, meter: &Meter) -> Result<SideOrders, GameFileError> {
        // Behind the named vertices come those of the exits.
        let named = self.file().names.len();
        let onside = self.expanded(Side::Onside);
        if self.exits_are_stoppers() && onside.is_stopper_graph() {
            let order = survival_matrix(&onside, &onside, meter)?.of_first(named);
            return Ok(SideOrders {
                onside: order.clone(),
                offside: order,
            });
        }
        let offside = self.expanded(Side::Offside);
        Ok(SideOrders {
            onside: side_matrix(&onside, &onside, Side::Onside, meter)?.of_first(named),
            offside: side_matrix(&offside, &offside, Side::Offside, meter)?.of_first(named),
        })
    }

    /// Two questions for stoppers, four for others: both directions, on each side.
    fn questions(&self, g: u32, h: u32) -> Vec<Question> {
        let part = |side: Side| {
            let whole = self.expanded(side);
            let kept = whole.reachable(&[g, h]);
            let named = kept
                .iter()
                .map(|&v| self.file.names.get(v as usize).cloned());
            let named: Vec<Option<String>> = named.collect();
            // The starts come first in what can be reached from them.
            (whole.induced(&kept), 0, u32::from(g != h), named)
        };
        let names = [g, h].map(|v| &self.file.names[v as usize]);
        type Part = (Bigraph, u32, u32, Vec<Option<String>>);
        let both = |(graph, g, h, named): Part, side: Option<Side>| {
            let on = side.map_or(String::new(), |side| format!(" on the {}", side.name()));
            let [first, second] = names;
            [(g, h, first, second), (h, g, second, first)].map(|(a, b, first, second)| Question {
                graph: graph.clone(),
                side,
                pair: (a, b),
                text: format!("{first} <= {second}{on}?"),
                names: named.clone(),
            })
        };
        let onside = part(Side::Onside);
        if self.exits_are_stoppers() && onside.0.is_stopper_graph() {
            return both(onside, None).into();
        }
        let offside = part(Side::Offside);
        let mut all: Vec<Question> = both(onside, Some(Side::Onside)).into();
        all.extend(both(offside, Some(Side::Offside)));
        all
    }

    fn comparison(&self, g: u32, h: u32, answers: &[bool]) -> Comparison {
        let relation = |pair: &[bool]| Relation::from_le_ge(pair[0], pair[1]);
        let onside = relation(&answers[..2]);
        let offside = relation(&answers[answers.len() - 2..]);
        let le = onside.is_le() && offside.is_le();
        let ge = onside.is_ge() && offside.is_ge();
        let [g, h] = [g, h].map(|v| self.file.names[v as usize].clone());
        Comparison {
            g,
            h,
            relation: typed(Relation::from_le_ge(le, ge)),
            onside: typed(onside),
            offside: typed(offside),
        }
    }
}

/// The four relations as they are typed.
fn typed(relation: Relation) -> &'static str {
    match relation {
        Relation::Less => "<",
        Relation::Equal => "==",
        Relation::Greater => ">",
        Relation::Fuzzy => "<>",
    }
}

fn answers(questions: &[Question], meter: &Meter) -> Result<Vec<bool>, StopReason> {
    let mut answers = Vec::new();
    // Both directions of a comparison stand together and share their graph.
    for both in questions.chunks(2) {
        let graph = &both[0].graph;
        let pairs = both.iter().map(|question| question.pair);
        match both[0].side {
            None => {
                let mut search = SurvivalSearch::new(graph);
                for (g, h) in pairs {
                    answers.push(search.le(&g, &h, meter)?);
                }
            }
            Some(side) if graph.vertex_count().pow(2) <= FEW_PAIRS => {
                let matrix = side_matrix(graph, graph, side, meter)?;
                answers.extend(pairs.map(|(g, h)| matrix.le(g, h)));
            }
            Some(side) => {
                let mut search = SideSearch::new(graph, side);
                for (g, h) in pairs {
                    answers.push(search.le(&g, &h, meter)?);
                }
            }
        }
    }
    Ok(answers)
}

fn certificate(question: Question, proof: &OrderProof) -> Certificate {
    let states = proof.states.iter();
    let states = states
        .map(|&(g, h, mover, number)| [g, h, mover.index() as u32, number])
        .collect();
    let rule = match question.side {
        None => Rule::Survival,
        Some(Side::Onside) => Rule::Onside,
        Some(Side::Offside) => Rule::Offside,
    };
    let graph = &question.graph;
    let rows = graph
        .vertices()
        .map(|v| Player::BOTH.map(|player| graph.options(v, player).to_vec()))
        .collect();
    Certificate::of(rows, question.pair, rule, proof.le, states)
        .with_names(question.names)
        .with_text(question.text)
}
