//! Arc Kayles, plain, weighted and partizan.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Decompose, Flow, Ink, Normal, Normalize, Picture, Player, Rules, Shortcuts, Visit};

use crate::card::{BoardKind, Card, Choose, Fallback, Family, Misfit, Parameter, ParameterKind, Parts, game};
use crate::argument::Argument;
use crate::sample;

use super::{LabelledGraph, notation::GraphText, read_graph, text_of, EDGE_INKS, drawn, unlabelled};
use crate::{
    grid::own,
    notation::NotationError,
    ruleset::{Ruleset, hand_out},
};

/// Arc Kayles (Schaefer 1978): a move removes an edge together with both its ends and whatever
/// edges they have. With weights (Dankelmann, Müller and others 2021 study that form), an edge
/// between two vertices of positive weight lowers both weights by 1.
///
/// In the weighted game a vertex is written as its weight, in braces from 10 on: `2-{10}-1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArcKayles {
    /// Whether vertices carry weights.
    pub weighted: bool,
}

impl Rules for ArcKayles {
    type Position = LabelledGraph;

    fn options(&self, at: &LabelledGraph, _: Player, visit: Visit<'_, LabelledGraph>) -> Flow {
        let weight = |vertex: u32| at.labels()[vertex as usize];
        for e in at.edges() {
            if !self.weighted {
                visit(at.without_vertices(&[e.from, e.to]))?;
            } else if e.from == e.to {
                // A loop uses its vertex once.
                if weight(e.from) > 0 {
                    visit(at.clone().with_labels([(e.from, weight(e.from) - 1)]))?;
                }
            } else if weight(e.from) > 0 && weight(e.to) > 0 {
                let lowered = [(e.from, weight(e.from) - 1), (e.to, weight(e.to) - 1)];
                visit(at.clone().with_labels(lowered))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn shortcuts(&self) -> Shortcuts<'_, LabelledGraph> {
        Shortcuts {
            impartial: true,
            ends: true,
            decompose: Some(self),
            normalize: Some(self),
            ..Shortcuts::NONE
        }
    }

    fn name(&self) -> Cow<'static, str> {
        match self.weighted {
            false => "game.graph.ArcKayles".into(),
            true => "game.graph.WeightedArcKayles".into(),
        }
    }

    fn picture(&self, at: &LabelledGraph) -> Option<Picture> {
        let weights = |label: u8| (label.to_string(), Ink::Plain);
        Some(match self.weighted {
            true => drawn(at, weights, [Ink::Plain; 4], false, false),
            false => drawn(at, unlabelled, [Ink::Plain; 4], false, false),
        })
    }

    fn write(&self, at: &LabelledGraph, f: &mut dyn fmt::Write) -> fmt::Result {
        if !self.weighted {
            return f.write_str(&text_of(at, &[""], &[""], false));
        }
        let labels: Vec<String> = at.labels().iter().map(u8::to_string).collect();
        let edges: Vec<_> = at
            .edges()
            .iter()
            .map(|e| (e.from as usize, e.to as usize, String::new()))
            .collect();
        f.write_str(&super::write_graph(&labels, &edges, false))
    }
}

impl Decompose<LabelledGraph> for ArcKayles {
    fn decompose(&self, at: &LabelledGraph, part: &mut dyn FnMut(LabelledGraph)) -> bool {
        let parts = match self.weighted {
            false => at.components(),
            true => at.retain(|v| at.labels()[v as usize] > 0).components(),
        };
        hand_out(self, at, parts, part)
    }
}

impl Normalize<LabelledGraph> for ArcKayles {
    fn normalize(&self, at: LabelledGraph) -> Normal<LabelledGraph> {
        Normal::same(at.tidied(false, false))
    }
}

impl Ruleset for ArcKayles {
    graph_bytes!(0..=u8::MAX, 0..=0, |game, at| {
        game.weighted || at.labels().iter().all(|&label| label == 0)
    });

    fn parse(&self, text: &str) -> Result<LabelledGraph, NotationError> {
        if !self.weighted {
            let graph = GraphText::parse(text, |_| false, |_| false)?;
            return read_graph(&graph, &[""], &[""], false);
        }
        let mut graph = GraphText::parse(text, |t| t.parse::<u64>().is_ok(), |_| false)?;
        let mut weights = Vec::new();
        for vertex in &mut graph.vertices {
            let weight = match vertex.label.as_str() {
                "" => Ok(1),
                label => label.parse::<u8>(),
            };
            weights.push(weight.map_err(|_| {
                let message = format!("the weight {} is too large; the limit is 255", vertex.label);
                NotationError::new(message, vertex.span.clone())
            })?);
            vertex.label.clear();
        }
        let plain = read_graph(&graph, &[""], &[""], false)?;
        Ok(LabelledGraph::new(weights, plain.edges().to_vec()))
    }
}

/// Partizan Arc Kayles (Huggan and Stevens 2016): edges are blue, red or green; Left removes a blue
/// or green edge with both its ends, Right a red or green one.
///
/// Edges: `l` blue, `r` red, `e` green.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PartizanArcKayles;

const EDGE_LABELS: [&str; 4] = ["-", "l", "r", "e"];
const GREEN: u8 = 3;

impl Rules for PartizanArcKayles {
    type Position = LabelledGraph;

    fn options(&self, at: &LabelledGraph, player: Player, visit: Visit<'_, LabelledGraph>) -> Flow {
        for e in at.edges() {
            if e.label == own(player) || e.label == GREEN {
                visit(at.without_vertices(&[e.from, e.to]))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn shortcuts(&self) -> Shortcuts<'_, LabelledGraph> {
        Shortcuts {
            ends: true,
            decompose: Some(self),
            normalize: Some(self),
            ..Shortcuts::NONE
        }
    }

    fn name(&self) -> Cow<'static, str> {
        "game.graph.PartizanArcKayles".into()
    }

    fn picture(&self, at: &LabelledGraph) -> Option<Picture> {
        Some(drawn(at, unlabelled, EDGE_INKS, false, false))
    }

    fn write(&self, at: &LabelledGraph, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str(&text_of(at, &[""], &EDGE_LABELS, false))
    }
}

impl Decompose<LabelledGraph> for PartizanArcKayles {
    fn decompose(&self, at: &LabelledGraph, part: &mut dyn FnMut(LabelledGraph)) -> bool {
        hand_out(self, at, at.components(), part)
    }
}

impl Normalize<LabelledGraph> for PartizanArcKayles {
    fn normalize(&self, at: LabelledGraph) -> Normal<LabelledGraph> {
        let tidy = at.tidied(false, false);
        let other = super::colours_swapped(&at).tidied(false, false);
        match other < tidy {
            true => Normal {
                position: other,
                negated: true,
            },
            false => Normal::same(tidy),
        }
    }
}

impl Ruleset for PartizanArcKayles {
    graph_bytes!(0..=0, 1..=3);

    fn parse(&self, text: &str) -> Result<LabelledGraph, NotationError> {
        super::read_coloured(text)
    }

    fn negative(&self, at: &LabelledGraph) -> Option<LabelledGraph> {
        Some(super::colours_swapped(at))
    }
}

impl Family for ArcKayles {
    const CARD: &'static Card = &Card {
        about: "Arc Kayles, with or without weights.",
        parameters: &[Parameter { name: "weighted", default: Some(Fallback::Bool(false)), kind: ParameterKind::Bool }],
        example: "game.graph.GenArcKayles(false)(\"---\").NimValue",
        parts: Parts::Components,
        games: &[
            game(
                "game.graph.ArcKayles",
                "Remove an edge with both its ends.",
                "---",
            ).asked("NimValue"),
            game(
                "game.graph.WeightedArcKayles",
                "Lower the weights of both ends of an edge.",
                "2-3-1",
            )
            .asked("NimValue")
            .on(BoardKind::WeightedGraph),
        ],
        ..Card::new("game.graph.GenArcKayles", BoardKind::Graph, "a graph: `-` an edge, `.` a vertex, `(..;..)` branches, `:A` a name")
    };

    fn games() -> Vec<ArcKayles> {
        [false, true].map(|weighted| ArcKayles { weighted }).to_vec()
    }

    fn member(arguments: &[Argument]) -> Result<ArcKayles, Misfit> {
        let [weighted] = arguments else {
            return Err("one argument is needed".into());
        };
        let weighted = weighted.boolean()?;
        Ok(ArcKayles { weighted })
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        match self.weighted {
            false => sample::graph(".", "-", size, choose),
            true => sample::graph("0123", "-", size, choose),
        }
    }
}

impl Family for PartizanArcKayles {
    const CARD: &'static Card = &Card {
        parts: Parts::Components,
        games: &[
            game(
                "game.graph.PartizanArcKayles",
                "Remove an edge of one's own colour, or a green one, with both its ends.",
                "lrle",
            ),
        ],
        ..Card::new("game.graph.PartizanArcKayles", BoardKind::Graph, "a graph: `l` blue, `r` red, `e` green edges")
    };

    fn games() -> Vec<PartizanArcKayles> {
        vec![PartizanArcKayles]
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::graph("", "lre", size, choose)
    }
}
