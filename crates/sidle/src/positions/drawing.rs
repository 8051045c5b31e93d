//! Pictures of positions.

use thiserror::Error;

use super::board_text;
use crate::{
    Drawing,
    core::Picture,
    draw::{BoardPicture, BoxesPicture, Network},
    solve::Position,
};

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
    let picture = position.as_atom().and_then(|atom| atom.picture());
    Ok(match picture.ok_or(NotDrawn)? {
        Picture::Board { rows, letters } => {
            let picture = BoardPicture::new(&rows, &letters);
            Drawing {
                text: picture.text(),
                svg: picture.svg(),
            }
        }
        Picture::Row(heaps) => {
            let picture = BoardPicture::row_of_heaps(heaps);
            Drawing {
                text: picture.text(),
                svg: picture.svg(),
            }
        }
        Picture::Lines(lines) => {
            let picture = BoxesPicture::new(&lines);
            Drawing {
                text: picture.text(),
                svg: picture.svg(),
            }
        }
        Picture::Graph {
            vertices,
            edges,
            ground,
            arrows,
        } => {
            let network = Network {
                vertices,
                edges,
                ground,
                arrows,
            };
            Drawing {
                text: board_text(position),
                svg: network.svg(),
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{Variant, catalogue};

    /// Heaps are not drawn; everything else of the catalogue is.
    #[test]
    fn every_board_strip_and_graph_is_drawn() {
        for entry in catalogue::entries() {
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
