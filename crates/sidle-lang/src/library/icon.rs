//! Icons: what stands in the cells of a drawn board.

use super::{Member, NativeClass, class_names::ENUM, classes, declare::elements, enums};

const ICON: &str = "cgsuite.util.Icon";

macro_rules! icons {
    ($($name:ident)+) => {
        elements! { "An icon." "Icon"; $($name => enums::element(ICON, stringify!($name))),+ }
    };
}

const ICONS: &[Member] = icons! {
    Blank BlackStone GrayStone WhiteStone
    BlackBishop BlackKing BlackKnight BlackPawn BlackQueen BlackRook
    WhiteBishop WhiteKing WhiteKnight WhitePawn WhiteQueen WhiteRook
    BlackDomino GrayDomino WhiteDomino
    BlackSquare BlueSquare GraySquare GreenSquare RedSquare
    Frog Toad PennyHeads PennyTails DownArrow LeftArrow RightArrow UpArrow
};

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// What stands in the cells of a drawn board.
    class ICON: [ENUM] "Icon.Blank" elements ICONS
    {}
};
