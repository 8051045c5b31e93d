//! Pictures of positions.

use std::any::Any;

use thiserror::Error;

use super::{board_text, letters};
use crate::{
    core::Rules,
    draw::{BoardPicture, BoxesPicture, Ink, Network},
    rules::graph::{
        ArcKayles, ColFamily, DigraphPlacement, Hackenbush, LabelledGraph, NodeKayles,
        PartizanArcKayles,
    },
    rules::grid::{FoxAndGeese, Nimstring},
    rules::strip::EndNim,
    solve::{Form, Position, RulesetPosition},
};

/// A position as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// For a terminal.
    pub text: String,
    /// As SVG.
    pub svg: String,
}

/// A position that cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("positions of this kind are not drawn; boards, strips and graphs are")]
pub struct NotDrawn;

/// Draws a board, a strip or a graph. In the terminal a graph is its notation.
///
/// ```
/// use sidle::{core::Meter, lang::Session, positions::drawing};
/// let mut session = Session::new();
/// let board = session.position(r#"game.strip.ToadsAndFrogs("t.f")"#, &Meter::unlimited())?;
/// assert_eq!(drawing(&board).unwrap().text, "  1 2 3\n1 ● · ○");
/// # Ok::<(), sidle::lang::Diagnostic>(())
/// ```
///
/// # Errors
/// For heaps and other positions without a picture.
pub fn drawing(position: &Position) -> Result<Drawing, NotDrawn> {
    let text = board_text(position);
    if let Some(network) = network(position) {
        let svg = network.svg();
        return Ok(Drawing { text, svg });
    }
    if is_boxes(position) {
        let picture = BoxesPicture::new(&text);
        return Ok(Drawing {
            text: picture.text(),
            svg: picture.svg(),
        });
    }
    let picture = board(position, &text).ok_or(NotDrawn)?;
    Ok(Drawing {
        text: picture.text(),
        svg: picture.svg(),
    })
}

/// The position of a ruleset behind variants and negatives.
fn atom(position: &Position) -> Option<&dyn Any> {
    let mut at = position;
    while let Form::Variant(_, of) | Form::Negative(of) = at.form() {
        at = of;
    }
    match at.form() {
        Form::Atom(atom) => Some(&**atom),
        _ => None,
    }
}

/// Is it a board of Nimstring, lines between dots?
fn is_boxes(position: &Position) -> bool {
    atom(position).is_some_and(|atom| atom.is::<RulesetPosition<Nimstring>>())
}

/// A board or a strip as it is drawn; a game that is over because somebody broke through has none.
fn board(position: &Position, text: &str) -> Option<BoardPicture> {
    let atom = atom(position)?;
    if let Some(row) = atom.downcast_ref::<RulesetPosition<EndNim>>() {
        let heaps = row.at().iter().copied();
        return Some(BoardPicture::row_of_heaps(heaps));
    }
    if let Some(chase) = atom.downcast_ref::<RulesetPosition<FoxAndGeese>>() {
        // The calculator writes lists of squares.
        let mut rows = String::new();
        let _ = chase.rules().write(chase.at(), &mut rows);
        return (rows != "free").then(|| BoardPicture::new(&rows, ".xo"));
    }
    let letters = letters(position)?;
    (text != "free").then(|| BoardPicture::new(text, letters))
}

/// The graph of a position as it is drawn.
fn network(position: &Position) -> Option<Network> {
    let any = atom(position)?;
    let owners = |label: u8| match label {
        1 => ("L".to_owned(), Ink::Left),
        2 => ("R".to_owned(), Ink::Right),
        _ => (String::new(), Ink::Plain),
    };
    let unlabelled = |_: u8| (String::new(), Ink::Plain);
    let weights = |label: u8| (label.to_string(), Ink::Plain);
    if let Some(bush) = any.downcast_ref::<RulesetPosition<Hackenbush>>() {
        return Some(Network {
            ground: true,
            ..drawn(bush.at(), unlabelled, true)
        });
    }
    if let Some(arcs) = any.downcast_ref::<RulesetPosition<PartizanArcKayles>>() {
        return Some(drawn(arcs.at(), unlabelled, true));
    }
    if let Some(vertices) = any.downcast_ref::<RulesetPosition<ColFamily>>() {
        return Some(drawn(vertices.at(), owners, false));
    }
    if let Some(arcs) = any.downcast_ref::<RulesetPosition<ArcKayles>>() {
        return Some(match arcs.rules().weighted {
            true => drawn(arcs.at(), weights, false),
            false => drawn(arcs.at(), unlabelled, false),
        });
    }
    if let Some(nodes) = any.downcast_ref::<RulesetPosition<NodeKayles>>() {
        return Some(drawn(nodes.at(), unlabelled, false));
    }
    let digraph = any.downcast_ref::<RulesetPosition<DigraphPlacement>>()?;
    Some(Network {
        arrows: true,
        ..drawn(digraph.at(), owners, false)
    })
}

fn drawn(graph: &LabelledGraph, vertex: impl Fn(u8) -> (String, Ink), coloured: bool) -> Network {
    let ink = |label: u8| match label {
        _ if !coloured => Ink::Plain,
        1 => Ink::Left,
        2 => Ink::Right,
        _ => Ink::Either,
    };
    Network {
        vertices: graph.labels().iter().map(|&label| vertex(label)).collect(),
        edges: graph
            .edges()
            .iter()
            .map(|edge| (edge.from as usize, edge.to as usize, ink(edge.label)))
            .collect(),
        ground: false,
        arrows: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{Variant, catalogue};

    /// Heaps are not drawn; everything else of the catalogue is.
    #[test]
    fn every_board_strip_and_graph_is_drawn() {
        for entry in catalogue::ENTRIES {
            let position = entry.ruleset().parse(entry.example);
            let position = position.expect("the example of a ruleset");
            let drawn = drawing(&position);
            if entry.name.starts_with("game.heap.") {
                assert_eq!(drawn, Err(NotDrawn), "{}", entry.name);
                continue;
            }
            let drawn = drawn.unwrap_or_else(|_| panic!("{} is not drawn", entry.name));
            assert!(drawn.svg.starts_with("<svg") && drawn.svg.ends_with("</svg>\n"));
            assert!(!drawn.text.contains("Position"), "{}", entry.name);
        }
    }

    fn text(ruleset: &str, position: &str) -> String {
        let ruleset = catalogue::find(ruleset).expect("a ruleset").ruleset();
        let position = ruleset.parse(position).expect("a position");
        drawing(&position).expect("a picture").text
    }

    #[test]
    fn boards_show_what_is_on_them() {
        assert_eq!(text("TurningTurtles", "thh"), "  1 2 3\n1 T H H");
        assert_eq!(text("EndNim", "3,14"), "   1  2\n1  3 14");
        let hounds = "  1 2 3 4 5\n1 ▒ ● · · ▒\n2 ● · · · ○\n3 ▒ ● · · ▒";
        assert_eq!(text("HareAndHounds", "#x..#|x...o|#x..#"), hounds);
        let geese = text("FoxAndGeese", ".x.x.x.x|........|........|o.......");
        assert_eq!(geese.lines().count(), 5);
        assert!(geese.contains("1 · ● · ● · ● · ●") && geese.contains("4 ○"));
    }

    #[test]
    fn variants_are_drawn_as_their_games() {
        let clobber = catalogue::find("Clobber").expect("a ruleset").ruleset();
        for variant in [Variant::Dicotic, Variant::Impartial, Variant::Twisted] {
            let position = clobber.variant(variant).parse("xo|ox").expect("a position");
            let drawn = drawing(&position).expect("a picture");
            assert_eq!(drawn.text, "  1 2\n1 ● ○\n2 ○ ●");
        }
    }
}
