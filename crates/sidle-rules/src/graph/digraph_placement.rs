//! Digraph Placement.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Decompose, Flow, Ink, Normal, Normalize, Picture, Player, Rules, Shortcuts, Visit};

use crate::card::{BoardKind, Card, Choose, Family, game};
use crate::sample;

use super::{Edge, LabelledGraph, notation::GraphText, read_graph, text_of, drawn, owners};
use crate::{
    grid::own,
    notation::NotationError,
    ruleset::{Ruleset, hand_out},
};

/// Digraph Placement (Clow and McKay 2024). Vertices of a directed graph are blue (`L`) or red
/// (`R`); Left takes a blue vertex, Right a red one, and it vanishes together with all vertices it
/// has an arc to.
///
/// Arcs are `>` and `<`; `-` stands for both directions at once.
///
/// ```
/// use sidle_core::{Player, Rules};
/// use sidle_rules::{Ruleset, graph::DigraphPlacement};
/// let start = DigraphPlacement.parse("L>R").unwrap();
/// assert_eq!(DigraphPlacement.collect_options(&start, Player::Left)[0].vertex_count(), 0);
/// assert_eq!(DigraphPlacement.collect_options(&start, Player::Right)[0].vertex_count(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct DigraphPlacement;

const VERTEX_LABELS: [&str; 3] = ["\0", "L", "R"];

impl Rules for DigraphPlacement {
    type Position = LabelledGraph;

    fn options(&self, at: &LabelledGraph, player: Player, visit: Visit<'_, LabelledGraph>) -> Flow {
        for vertex in 0..at.vertex_count() as u32 {
            if at.labels()[vertex as usize] != own(player) {
                continue;
            }
            let out = at.edges().iter().filter(|e| e.from == vertex).map(|e| e.to);
            let gone: Vec<u32> = out.chain([vertex]).collect();
            visit(at.without_vertices(&gone))?;
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
        "game.graph.DigraphPlacement".into()
    }

    fn picture(&self, at: &LabelledGraph) -> Option<Picture> {
        Some(drawn(at, owners, [Ink::Plain; 4], false, true))
    }

    fn write(&self, at: &LabelledGraph, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str(&text_of(at, &VERTEX_LABELS, &[""], true))
    }
}

impl Decompose<LabelledGraph> for DigraphPlacement {
    fn decompose(&self, at: &LabelledGraph, part: &mut dyn FnMut(LabelledGraph)) -> bool {
        hand_out(self, at, at.components(), part)
    }
}

impl Normalize<LabelledGraph> for DigraphPlacement {
    fn normalize(&self, at: LabelledGraph) -> Normal<LabelledGraph> {
        let tidy = at.tidied(false, true);
        match self
            .negative(&at)
            .map(|negative| negative.tidied(false, true))
        {
            Some(other) if other < tidy => Normal {
                position: other,
                negated: true,
            },
            _ => Normal::same(tidy),
        }
    }
}

impl Ruleset for DigraphPlacement {
    graph_bytes!(1..=2, 0..=0);

    fn parse(&self, text: &str) -> Result<LabelledGraph, NotationError> {
        let graph = GraphText::parse(text, |t| matches!(t, "L" | "R" | "l" | "r"), |_| false)?;
        if let Some(plain) = graph.vertices.iter().find(|v| v.label.is_empty()) {
            let message = "this vertex has no colour";
            return Err(NotationError::new(message, plain.span.clone())
                .with_help("write `L` for Left's and `R` for Right's vertices"));
        }
        let read = read_graph(&graph, &VERTEX_LABELS, &[""], true)?;
        // Parallel arcs and loops make no difference.
        let mut edges: Vec<Edge> = read.edges().to_vec();
        edges.sort_unstable();
        edges.dedup();
        edges.retain(|e| e.from != e.to);
        Ok(LabelledGraph::new(read.labels().to_vec(), edges))
    }

    fn negative(&self, at: &LabelledGraph) -> Option<LabelledGraph> {
        let labels = at.labels().iter().map(|&l| 3 - l).collect();
        Some(LabelledGraph::new(labels, at.edges().to_vec()))
    }
}

impl Family for DigraphPlacement {
    const CARD: &'static Card = &Card {
        games: &[
            game(
                "game.graph.DigraphPlacement",
                "Take a vertex of one's own; those it points to vanish too.",
                "L>R-L",
            ),
        ],
        ..Card::new("game.graph.DigraphPlacement", BoardKind::Other, "a graph: `L`, `R` vertices, `>`, `<` arcs, `-` both ways")
    };

    fn games() -> Vec<DigraphPlacement> {
        vec![DigraphPlacement]
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::graph("LR", "-<>", size, choose)
    }
}
