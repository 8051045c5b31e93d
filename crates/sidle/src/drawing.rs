//! Pictures.

use serde::Serialize;

#[cfg(feature = "draw")]
use crate::{
    Position,
    core::Picture,
    draw::{BoardPicture, BoxesPicture, Network},
};

/// A picture in two forms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Drawing {
    /// For a terminal.
    pub text: String,
    /// As SVG.
    pub svg: String,
}

#[cfg(feature = "draw")]
impl Position {
    /// The drawing of a board, a strip or a graph; `None` for heaps, sums and other positions without a picture. In the
    /// terminal a graph is its notation.
    ///
    /// ```
    /// use sidle::Workspace;
    /// let board = Workspace::new().position("ToadsAndFrogs", "t.f")?;
    /// assert_eq!(board.drawing().unwrap().text, "  1 2 3\n1 ● · ○");
    /// # Ok::<(), sidle::Error>(())
    /// ```
    #[must_use]
    pub fn drawing(&self) -> Option<Drawing> {
        let (text, svg) = match self.picture()? {
            Picture::Board { rows, letters } => {
                let picture = BoardPicture::new(&rows, &letters);
                (picture.text(), picture.svg())
            }
            Picture::Row(heaps) => {
                let picture = BoardPicture::row_of_heaps(heaps);
                (picture.text(), picture.svg())
            }
            Picture::Lines(lines) => {
                let picture = BoxesPicture::new(&lines);
                (picture.text(), picture.svg())
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
                (self.to_string(), network.svg())
            }
        };
        Some(Drawing { text, svg })
    }
}

#[cfg(all(test, feature = "draw"))]
mod tests {
    use crate::{Workspace, solve::catalogue};

    /// Heaps are not drawn; everything else of the catalogue is.
    #[test]
    fn every_board_strip_and_graph_is_drawn() {
        for entry in catalogue::entries() {
            let position = Workspace::new().position(entry.name, entry.example);
            let drawn = position.expect("the example of a ruleset").drawing();
            if entry.name.starts_with("game.heap.") {
                assert_eq!(drawn, None, "{}", entry.name);
                continue;
            }
            let drawn = drawn.unwrap_or_else(|| panic!("{} is not drawn", entry.name));
            assert!(drawn.svg.starts_with("<svg") && drawn.svg.ends_with("</svg>\n"));
            assert!(!drawn.text.contains("Position"), "{}", entry.name);
        }
    }

    fn text(ruleset: &str, position: &str) -> String {
        let position = Workspace::new().position(ruleset, position);
        let position = position.expect("a position");
        position.drawing().expect("a picture").text
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
        for variant in ["Dicotic", "Impartial", "Twisted"] {
            let name = format!("Clobber.{variant}Variant");
            assert_eq!(text(&name, "xo|ox"), "  1 2\n1 ● ○\n2 ○ ●");
        }
    }
}
