//! Pictures of positions.

use std::any::Any;

use thiserror::Error;

use super::{board_text, letters};
use crate::{
    draw::{BoardPicture, BoxesPicture, Ink, Network},
    rules::graph::{
        ArcKayles, ColFamily, DigraphPlacement, Hackenbush, LabelledGraph, NodeKayles,
        PartizanArcKayles,
    },
    rules::grid::Nimstring,
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
    let letters = letters(position).ok_or(NotDrawn)?;
    let picture = BoardPicture::new(&text, letters);
    Ok(Drawing {
        text: picture.text(),
        svg: picture.svg(),
    })
}

/// Is it a board of Nimstring, lines between dots?
fn is_boxes(position: &Position) -> bool {
    let mut at = position;
    while let Form::Variant(_, of) | Form::Negative(of) = at.form() {
        at = of;
    }
    match at.form() {
        Form::Atom(atom) => (&**atom as &dyn Any).is::<RulesetPosition<Nimstring>>(),
        _ => false,
    }
}

/// The graph of a position as it is drawn.
fn network(position: &Position) -> Option<Network> {
    let mut at = position;
    while let Form::Variant(_, of) | Form::Negative(of) = at.form() {
        at = of;
    }
    let Form::Atom(atom) = at.form() else {
        return None;
    };
    let any: &dyn Any = &**atom;
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
