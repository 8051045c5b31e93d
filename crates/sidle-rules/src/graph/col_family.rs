//! Col, Snort and Fjords.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Decompose, Flow, Ink, Normal, Normalize, Picture, Player, Rules, Shortcuts, Visit};

use crate::card::{BoardKind, Card, Choose, Family, Misfit, Parameter, ParameterKind, game};
use crate::argument::Argument;
use crate::sample;

use super::{LabelledGraph, notation::GraphText, read_graph, text_of, drawn, owners};
use crate::{
    grid::own,
    notation::NotationError,
    ruleset::{Ruleset, hand_out},
};

/// The family of Col and Snort (Conway, On Numbers and Games, chapter 8; Winning Ways, chapter 6).
/// Vertices of a graph are unlabelled, or reserved for a player by the label `L` or `R`. A player
/// takes a vertex with a permitted label: it vanishes together with the neighbours that carry the
/// opponent's label, and its unlabelled neighbours get the player's label.
///
/// What a label means depends on what is permitted. In Col, where neighbours must not get the same
/// colour, `L` means "next to Left's colour", and only Right may take it; in Snort it means that
/// only Left may.
///
/// ```
/// use sidle_core::{Player, Rules};
/// use sidle_rules::{Ruleset, graph::ColFamily};
/// let snort = ColFamily::snort();
/// let start = snort.parse(".-.").unwrap();
/// let after = &snort.collect_options(&start, Player::Left)[0];
/// assert!(snort.collect_options(after, Player::Right).is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColFamily {
    /// For each player, Left first, the labels that may be taken, as bits: 1 unlabelled, 2 `L`, 4 `R`.
    permitted: [u8; 2],
}

impl ColFamily {
    /// A game of the family; `permitted` holds for each player, Left first, the labels that may be
    /// taken as bits: 1 for unlabelled, 2 for `L`, 4 for `R`.
    pub fn new(permitted: [u8; 2]) -> ColFamily {
        ColFamily { permitted }
    }

    /// Col: neighbours never get the same colour.
    pub fn col() -> ColFamily {
        ColFamily::new([0b101, 0b011])
    }

    /// Snort: neighbours never get different colours.
    pub fn snort() -> ColFamily {
        ColFamily::new([0b011, 0b101])
    }

    /// Fjords: one grows from what one has.
    pub fn fjords() -> ColFamily {
        ColFamily::new([0b010, 0b100])
    }

    fn permits(&self, player: Player) -> u8 {
        match player {
            Player::Left => self.permitted[0],
            Player::Right => self.permitted[1],
        }
    }
}

const VERTEX_LABELS: [&str; 3] = ["", "L", "R"];

fn swap(label: u8) -> u8 {
    [0, 2, 1][usize::from(label)]
}

impl Rules for ColFamily {
    type Position = LabelledGraph;

    fn options(&self, at: &LabelledGraph, player: Player, visit: Visit<'_, LabelledGraph>) -> Flow {
        let (mine, theirs) = (own(player), own(-player));
        for vertex in 0..at.vertex_count() as u32 {
            if self.permits(player) >> at.labels()[vertex as usize] & 1 == 0 {
                continue;
            }
            let mut gone = vec![vertex];
            let mut claimed = Vec::new();
            for next in at.neighbours(vertex) {
                match at.labels()[next as usize] {
                    0 => claimed.push((next, mine)),
                    label if label == theirs => gone.push(next),
                    _ => {}
                }
            }
            visit(at.clone().with_labels(claimed).without_vertices(&gone))?;
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
        match *self {
            game if game == ColFamily::col() => "game.graph.Col".into(),
            game if game == ColFamily::snort() => "game.graph.Snort".into(),
            game if game == ColFamily::fjords() => "game.graph.Fjords".into(),
            ColFamily { permitted } => {
                let list = |set: u8| {
                    let names = ["Nothing", "Left", "Right"].into_iter().enumerate();
                    let all: Vec<_> = names
                        .filter(|(i, _)| set >> i & 1 == 1)
                        .map(|n| n.1)
                        .collect();
                    format!("[{}]", all.join(","))
                };
                let (left, right) = (list(permitted[0]), list(permitted[1]));
                format!("game.graph.GenCol({left}, {right})").into()
            }
        }
    }

    fn picture(&self, at: &LabelledGraph) -> Option<Picture> {
        Some(drawn(at, owners, [Ink::Plain; 4], false, false))
    }

    fn write(&self, at: &LabelledGraph, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str(&text_of(at, &VERTEX_LABELS, &[""], false))
    }
}

impl Decompose<LabelledGraph> for ColFamily {
    fn decompose(&self, at: &LabelledGraph, part: &mut dyn FnMut(LabelledGraph)) -> bool {
        hand_out(self, at, at.components(), part)
    }
}

impl Normalize<LabelledGraph> for ColFamily {
    fn normalize(&self, at: LabelledGraph) -> Normal<LabelledGraph> {
        let tidy = at.tidied(false, false);
        if let Some(negative) = self.negative(&at) {
            let other = negative.tidied(false, false);
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

impl Ruleset for ColFamily {
    graph_bytes!(0..=2, 0..=0);

    fn parse(&self, text: &str) -> Result<LabelledGraph, NotationError> {
        let graph = GraphText::parse(text, |t| matches!(t, "L" | "R" | "l" | "r"), |_| false)?;
        read_graph(&graph, &VERTEX_LABELS, &[""], false)
    }

    fn negative(&self, at: &LabelledGraph) -> Option<LabelledGraph> {
        let [left, right] = self.permitted;
        let swapped = left & 1 | (left >> 1 & 1) << 2 | (left >> 2 & 1) << 1;
        (swapped == right).then(|| {
            let labels = at.labels().iter().map(|&l| swap(l)).collect();
            LabelledGraph::new(labels, at.edges().to_vec())
        })
    }
}

impl Family for ColFamily {
    const CARD: &'static Card = &Card {
        about: "The family of Col and Snort.",
        parameters: &[Parameter { name: "leftPermitted", default: None, kind: ParameterKind::Labels }, Parameter { name: "rightPermitted", default: None, kind: ParameterKind::Labels }],
        example: "game.graph.GenCol([Nothing,Left], [Nothing,Right])(\".-.\").CanonicalForm",
        games: &[
            game(
                "game.graph.Col",
                "Colour a vertex; neighbours never get the same colour.",
                ".-.-.",
            ),
            game(
                "game.graph.Snort",
                "Colour a vertex; neighbours never get different colours.",
                ".-.-.",
            ),
            game(
                "game.graph.Fjords",
                "Take a vertex of one's own colour and claim its neighbours.",
                "L-.-.-R",
            ),
        ],
        ..Card::new("game.graph.GenCol", BoardKind::Graph, "a graph: `-` an edge, `L`, `R` vertices next to a colour")
    };

    fn games() -> Vec<ColFamily> {
        vec![ColFamily::col(), ColFamily::snort(), ColFamily::fjords()]
    }

    fn member(arguments: &[Argument]) -> Result<ColFamily, Misfit> {
        let [left, right] = arguments else {
            return Err("two arguments are needed".into());
        };
        let labels = |list: &Argument| -> Result<u8, Misfit> {
            let mut set = 0;
            for label in list.items()? {
                set |= match label {
                    Argument::Nothing => 0b001,
                    Argument::Player(Player::Left) => 0b010,
                    Argument::Player(Player::Right) => 0b100,
                    _ => return Err("a label is Nothing, Left or Right".into()),
                };
            }
            Ok(set)
        };
        Ok(ColFamily::new([labels(left)?, labels(right)?]))
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::graph(".LR", "-", size, choose)
    }
}
