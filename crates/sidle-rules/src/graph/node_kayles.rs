//! Node Kayles.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Decompose, Flow, Normal, Normalize, Player, Rules, Shortcuts, Visit};

use super::{LabelledGraph, notation::GraphText, read_graph, text_of};
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
    fn parse(&self, text: &str) -> Result<LabelledGraph, NotationError> {
        let graph = GraphText::parse(text, |_| false, |_| false)?;
        read_graph(&graph, &[""], &[""], false)
    }
}
