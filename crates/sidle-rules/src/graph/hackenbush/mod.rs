//! Hackenbush.

mod green;
mod red_blue;
mod supports;

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Decompose, Flow, KnownValue, KnownValues, Normal, Normalize, Picture, Player, Rules, Shortcuts, Visit};

use crate::card::{BoardKind, Card, Choose, Fallback, Family, Misfit, Parameter, ParameterKind, game};
use crate::argument::Argument;
use crate::sample;

pub use green::green_nim_value;
pub use red_blue::{red_blue_value, stalk};

use super::{LabelledGraph, colours_swapped, notation::GraphText, read_graph, text_of, EDGE_INKS, drawn, unlabelled};
use crate::{
    grid::own,
    notation::NotationError,
    ruleset::{Ruleset, hand_out},
};

/// Hackenbush (Winning Ways, chapters 1, 2 and 7). Left cuts a blue or green edge, Right a red or
/// green one, and whatever is no longer connected to the ground falls. A childish colour may only be
/// cut if nothing else falls.
///
/// The ground is the first vertex. Edges: `l` blue, `r` red, `e` green.
///
/// ```
/// use sidle_core::{KnownValue, Rules};
/// use sidle_rules::{Ruleset, graph::Hackenbush};
/// let game = Hackenbush::default();
/// let flower = game.parse("e(ee;e)").unwrap();
/// assert_eq!(game.shortcuts().known_value(&flower), Some(KnownValue::Nimber(4)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Hackenbush {
    /// The childish colours, as bits: 2 blue, 4 red, 8 green.
    childish: u8,
}

/// Labels of edges.
pub(crate) const BLUE: u8 = 1;
pub(crate) const RED: u8 = 2;
pub(crate) const GREEN: u8 = 3;

const EDGE_LABELS: [&str; 4] = ["\0", "l", "r", "e"];

impl Hackenbush {
    /// Hackenbush in which some colours are childish, given as bits: 2 blue, 4 red, 8 green.
    pub fn new(childish: u8) -> Hackenbush {
        Hackenbush { childish }
    }

    /// Childish Hackenbush: blue and red are childish.
    pub fn childish() -> Hackenbush {
        Hackenbush::new(1 << BLUE | 1 << RED)
    }

    /// Checks that a graph is a position: it has a ground, and everything is connected to it.
    ///
    /// # Errors
    /// With the number of a vertex that is not connected to the ground; `None` if there is no vertex.
    pub fn check(graph: &LabelledGraph) -> Result<(), Option<u32>> {
        if graph.vertex_count() == 0 {
            return Err(None);
        }
        let (numbers, _) = graph.component_numbers();
        match numbers.iter().position(|&n| n != 0) {
            Some(floating) => Err(Some(floating as u32)),
            None => Ok(()),
        }
    }

    /// The graph without an edge and what falls with it.
    fn cut(at: &LabelledGraph, edge: usize) -> LabelledGraph {
        let rest = at.without_edge(edge);
        let (numbers, count) = rest.component_numbers();
        match count {
            1 => rest,
            _ => rest.retain(|v| numbers[v as usize] == 0),
        }
    }
}

impl Rules for Hackenbush {
    type Position = LabelledGraph;

    fn options(&self, at: &LabelledGraph, player: Player, visit: Visit<'_, LabelledGraph>) -> Flow {
        let carries = match self.childish {
            0 => Vec::new(),
            _ => supports::carrying_edges(at),
        };
        for (i, e) in at.edges().iter().enumerate() {
            if e.label != own(player) && e.label != GREEN {
                continue;
            }
            if !(self.childish >> e.label & 1 == 1 && carries[i]) {
                visit(Hackenbush::cut(at, i))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn shortcuts(&self) -> Shortcuts<'_, LabelledGraph> {
        Shortcuts {
            decompose: Some(self),
            normalize: Some(self),
            known_value: Some(self),
            ..Shortcuts::NONE
        }
    }

    fn name(&self) -> Cow<'static, str> {
        match *self {
            game if game == Hackenbush::default() => "game.graph.Hackenbush".into(),
            game if game == Hackenbush::childish() => "game.graph.ChildishHackenbush".into(),
            game => {
                let names = [(BLUE, "Blue"), (RED, "Red"), (GREEN, "Green")];
                let all: Vec<String> = names
                    .into_iter()
                    .filter(|(colour, _)| game.childish >> colour & 1 == 1)
                    .map(|(_, name)| format!("game.graph.Color.{name}"))
                    .collect();
                format!("game.graph.GenHackenbush([{}])", all.join(",")).into()
            }
        }
    }

    fn picture(&self, at: &LabelledGraph) -> Option<Picture> {
        Some(drawn(at, unlabelled, EDGE_INKS, true, false))
    }

    fn write(&self, at: &LabelledGraph, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str(&text_of(at, &[""], &EDGE_LABELS, false))
    }
}

impl Decompose<LabelledGraph> for Hackenbush {
    /// What meets only at the ground is independent.
    fn decompose(&self, at: &LabelledGraph, part: &mut dyn FnMut(LabelledGraph)) -> bool {
        let above = LabelledGraph::new(
            at.labels().to_vec(),
            at.edges()
                .iter()
                .filter(|e| e.from != 0 && e.to != 0)
                .copied()
                .collect(),
        );
        let (numbers, count) = above.component_numbers();
        let mut parts: Vec<LabelledGraph> = (1..count)
            .map(|c| {
                let keep = |v: u32| v == 0 || numbers[v as usize] == c;
                let without_loops: Vec<_> = at
                    .edges()
                    .iter()
                    .filter(|e| !(e.from == 0 && e.to == 0))
                    .copied()
                    .collect();
                LabelledGraph::new(at.labels().to_vec(), without_loops).retain(keep)
            })
            .collect();
        for e in at.edges().iter().filter(|e| e.from == 0 && e.to == 0) {
            parts.push(LabelledGraph::new(vec![at.labels()[0]], vec![*e]));
        }
        hand_out(self, at, parts, part)
    }
}

impl Normalize<LabelledGraph> for Hackenbush {
    fn normalize(&self, at: LabelledGraph) -> Normal<LabelledGraph> {
        let tidy = at.tidied(true, false);
        let mirrored = (self.childish >> BLUE & 1) == (self.childish >> RED & 1);
        if mirrored {
            let other = colours_swapped(&at).tidied(true, false);
            if other < tidy {
                return Normal {
                    position: other,
                    negated: true,
                };
            }
        }
        Normal::same(tidy)
    }
}

impl KnownValues<LabelledGraph> for Hackenbush {
    fn known_value(&self, at: &LabelledGraph) -> Option<KnownValue> {
        if self.childish != 0 {
            return None;
        }
        let colours = at.edges().iter().fold(0, |set, e| set | 1 << e.label);
        if colours >> GREEN & 1 == 0 {
            red_blue_value(at).map(KnownValue::Number)
        } else if colours == 1 << GREEN {
            Some(KnownValue::Nimber(green_nim_value(at)))
        } else {
            None
        }
    }
}

impl Ruleset for Hackenbush {
    graph_bytes!(0..=0, 1..=3, |_, at| Hackenbush::check(at).is_ok());

    fn parse(&self, text: &str) -> Result<LabelledGraph, NotationError> {
        let is_colour = |t: &str| matches!(t, "l" | "r" | "e" | "L" | "R" | "E");
        let graph = GraphText::parse(text, |_| false, is_colour)?;
        let read = read_graph(&graph, &[""], &EDGE_LABELS, false)?;
        match Hackenbush::check(&read) {
            Ok(()) => Ok(read),
            Err(None) => Err(
                NotationError::whole("that graph is empty: there is no ground", text)
                    .with_help("the first vertex is the ground; `.` is the ground alone"),
            ),
            Err(Some(floating)) => {
                let span = graph.vertices[floating as usize].span.clone();
                let message =
                    "that graph is not connected: this vertex is not joined to the ground";
                Err(NotationError::new(message, span)
                    .with_help("the first vertex is the ground; write branches as `(..;..)`"))
            }
        }
    }

    fn negative(&self, at: &LabelledGraph) -> Option<LabelledGraph> {
        let mirrored = (self.childish >> BLUE & 1) == (self.childish >> RED & 1);
        mirrored.then(|| colours_swapped(at))
    }
}

impl Family for Hackenbush {
    const CARD: &'static Card = &Card {
        about: "The family of Hackenbush.",
        parameters: &[Parameter { name: "childishEdges", default: Some(Fallback::Nothing), kind: ParameterKind::Colours }],
        example: "game.graph.GenHackenbush([game.graph.Color.Green])(\"ee\").CanonicalForm",
        games: &[
            game(
                "game.graph.Hackenbush",
                "Cut an edge; what is no longer joined to the ground falls.",
                "l(r;ee)",
            ),
            game(
                "game.graph.ChildishHackenbush",
                "Cut an edge; blue and red ones only if nothing else falls.",
                "l(r;ee)",
            ),
        ],
        ..Card::new("game.graph.GenHackenbush", BoardKind::Graph, "a graph, ground first: `l` blue, `r` red, `e` green edges")
    };

    fn games() -> Vec<Hackenbush> {
        vec![Hackenbush::default(), Hackenbush::childish()]
    }

    fn member(arguments: &[Argument]) -> Result<Hackenbush, Misfit> {
        let [colours] = arguments else {
            return Err("one argument is needed".into());
        };
        let mut set = 0;
        for colour in colours.items()? {
            match colour {
                Argument::Colour(colour) => set |= 1 << colour,
                _ => return Err("the childish edges are a list of colours".into()),
            }
        }
        Ok(Hackenbush::new(set))
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::graph("", "lre", size, choose)
    }
}
