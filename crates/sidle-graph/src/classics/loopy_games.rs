//! Loopy games of the literature as text bigraphs.

/// A loopy game of the literature.
#[derive(Clone, Copy, Debug)]
pub struct LoopyExample {
    /// A short name.
    pub name: &'static str,
    /// What it is.
    pub title: &'static str,
    /// The game as a text bigraph with exits.
    pub text: &'static str,
}

/// The games, each with its source in the first line of its text.
pub const LOOPY_EXAMPLES: &[LoopyExample] = &[
    LoopyExample {
        name: "siegel-1",
        title: "Two moves of Left in a circle: on",
        text: include_str!("games/siegel-1.txt"),
    },
    LoopyExample {
        name: "siegel-2",
        title: "Three moves of Right in a circle: over",
        text: include_str!("games/siegel-2.txt"),
    },
    LoopyExample {
        name: "siegel-4",
        title: "Two vertices with the same onside that may not be fused: 2 & 0",
        text: include_str!("games/siegel-4.txt"),
    },
    LoopyExample {
        name: "siegel-5",
        title: "tau, a stopper that no plumtree equals",
        text: include_str!("games/siegel-5.txt"),
    },
    LoopyExample {
        name: "siegel-6",
        title: "Three moves of Left and three of Right, exits 0",
        text: include_str!("games/siegel-6.txt"),
    },
    LoopyExample {
        name: "carousel",
        title: "Bach's Carousel: no stopper equals either side",
        text: include_str!("games/carousel.txt"),
    },
    LoopyExample {
        name: "moews-1",
        title: "A loopy game with a set of moves for sidling: 2 & 1",
        text: include_str!("games/moews-1.txt"),
    },
    LoopyExample {
        name: "moews-3",
        title: "A one-point ko without a ban",
        text: include_str!("games/moews-3.txt"),
    },
    LoopyExample {
        name: "moews-4",
        title: "A one-point ko for Left, who may ignore the ban",
        text: include_str!("games/moews-4.txt"),
    },
    LoopyExample {
        name: "moews-6",
        title: "A one-point and a seven-point ko for Left, who may ignore the ban",
        text: include_str!("games/moews-6.txt"),
    },
    LoopyExample {
        name: "moews-12",
        title: "The triple ko",
        text: include_str!("games/moews-12.txt"),
    },
];
