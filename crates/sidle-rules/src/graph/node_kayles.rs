//! Node Kayles.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Decompose, Flow, Ink, Normal, Normalize, Picture, Player, Rules, Shortcuts, Visit};

use crate::card::{BoardKind, Card, Choose, Family, game};
use crate::sample;

use super::{LabelledGraph, notation::GraphText, read_graph, text_of, drawn, unlabelled};
use crate::{
    notation::NotationError,
    ruleset::{Ruleset, hand_out},
};

/// Node Kayles (Schaefer 1978): a move removes a vertex and all its neighbours.
///
/// ```
/// use sidle_core::{Player, Rules};
/// use sidle_rules::{Ruleset, graph::NodeKayles};
/// let path = NodeKayles.parse("---").unwrap();
/// assert_eq!(NodeKayles.collect_options(&path, Player::Left).len(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct NodeKayles;

impl Rules for NodeKayles {
    type Position = LabelledGraph;

    fn options(&self, at: &LabelledGraph, _: Player, visit: Visit<'_, LabelledGraph>) -> Flow {
        for vertex in 0..at.vertex_count() as u32 {
            let gone: Vec<u32> = at.neighbours(vertex).chain([vertex]).collect();
            visit(at.without_vertices(&gone))?;
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
        "game.graph.NodeKayles".into()
    }

    fn picture(&self, at: &LabelledGraph) -> Option<Picture> {
        Some(drawn(at, unlabelled, [Ink::Plain; 4], false, false))
    }

    fn write(&self, at: &LabelledGraph, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str(&text_of(at, &[""], &[""], false))
    }
}

impl Decompose<LabelledGraph> for NodeKayles {
    fn decompose(&self, at: &LabelledGraph, part: &mut dyn FnMut(LabelledGraph)) -> bool {
        hand_out(self, at, at.components(), part)
    }
}

impl Normalize<LabelledGraph> for NodeKayles {
    fn normalize(&self, at: LabelledGraph) -> Normal<LabelledGraph> {
        Normal::same(at.tidied(false, false))
    }
}

impl Ruleset for NodeKayles {
    graph_bytes!(0..=0, 0..=0);

    fn parse(&self, text: &str) -> Result<LabelledGraph, NotationError> {
        let graph = GraphText::parse(text, |_| false, |_| false)?;
        read_graph(&graph, &[""], &[""], false)
    }
}

impl Family for NodeKayles {
    const CARD: &'static Card = &Card {
        games: &[
            game(
                "game.graph.NodeKayles",
                "Remove a vertex and its neighbours.",
                "---",
            ).asked("NimValue"),
        ],
        ..Card::new("game.graph.NodeKayles", BoardKind::Graph, "a graph: `-` an edge, `.` a vertex, `(..;..)` branches, `:A` a name")
    };

    fn games() -> Vec<NodeKayles> {
        vec![NodeKayles]
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::graph(".", "-", size, choose)
    }
}
