//! Icons: what stands in the cells of a drawn board.

use super::{Member, NativeClass, class, enums, property};

const ICON: &str = "cgsuite.util.Icon";

/// One line of the table below.
macro_rules! icon {
    ($name:literal) => {
        property($name, "An icon.", concat!("Icon.", $name), |_, _| {
            Ok(enums::element(ICON, $name))
        })
    };
}

const STATICS: &[Member] = &[
    icon!("Blank"),
    icon!("BlackStone"),
    icon!("GrayStone"),
    icon!("WhiteStone"),
    icon!("BlackBishop"),
    icon!("BlackKing"),
    icon!("BlackKnight"),
    icon!("BlackPawn"),
    icon!("BlackQueen"),
    icon!("BlackRook"),
    icon!("WhiteBishop"),
    icon!("WhiteKing"),
    icon!("WhiteKnight"),
    icon!("WhitePawn"),
    icon!("WhiteQueen"),
    icon!("WhiteRook"),
    icon!("BlackDomino"),
    icon!("GrayDomino"),
    icon!("WhiteDomino"),
    icon!("BlackSquare"),
    icon!("BlueSquare"),
    icon!("GraySquare"),
    icon!("GreenSquare"),
    icon!("RedSquare"),
    icon!("Frog"),
    icon!("Toad"),
    icon!("PennyHeads"),
    icon!("PennyTails"),
    icon!("DownArrow"),
    icon!("LeftArrow"),
    icon!("RightArrow"),
    icon!("UpArrow"),
];

pub(super) const CLASSES: &[NativeClass] = &[NativeClass {
    statics: STATICS,
    ..class(
        ICON,
        &["cgsuite.lang.Enum"],
        "What stands in the cells of a drawn board.",
        "Icon.Blank",
    )
}];
