//! Published results, derived again: a registry of chapters.
//!
//! A chapter is one file here, a function that fills a [`Page`] with rows. A new chapter is a new file
//! and an entry in [`CHAPTERS`].
//!
//! ```
//! use sidle::{Job, reproduce};
//! let welter = reproduce::chapter("welter").unwrap();
//! let mut rows = Vec::new();
//! welter.derive(&Job::unlimited(), &mut rows)?;
//! assert!(rows.iter().all(|row| row.agrees));
//! # Ok::<(), anyhow::Error>(())
//! ```

mod annihilation;
mod boards;
mod go;
mod loewe;
mod logic;
mod loopy;
mod misere;
mod page;
mod reduction_lemmas;
mod reductions;
mod rulesets;
mod scaling;
mod sidling;
mod simplest_forms;
mod tokens;
mod unicycles;
mod welter;

use boards::SURVEY;

use crate::Job;

pub use page::{Page, Row};

/// One published source, or one theme of it.
#[derive(Clone, Copy, Debug)]
pub struct Chapter {
    /// What a user types.
    pub name: &'static str,
    /// What it derives.
    pub title: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// Computes the rows. An error means that the chapter could not be computed at all; a result
    /// that differs from the published one is a row that disagrees.
    pub run: fn(&mut Page<'_>) -> anyhow::Result<()>,
}

/// Every chapter, in the order in which they are printed.
pub const CHAPTERS: &[Chapter] = &[
    Chapter {
        name: "tokens",
        title: "Sums of tokens: Scoring, Doug, Craig and Figure 8",
        source: SURVEY,
        run: tokens::run,
    },
    Chapter {
        name: "annihilation",
        title: "Annihilation games: Figures 12, 14 and 15, Beat Anne",
        source: SURVEY,
        run: annihilation::run,
    },
    Chapter {
        name: "loewe",
        title: "The eight value pairs of the asymmetric game",
        source: "Löwe, A non-monotone Fraenkel-Lévy labelling for the asymmetric combinatorial game on cyclic graphs",
        run: loewe::run,
    },
    Chapter {
        name: "welter",
        title: "Welter's game by its closed formula and by search",
        source: "Conway, On Numbers and Games",
        run: welter::run,
    },
    Chapter {
        name: "scaling",
        title: "Complexity claims, as growth of the number of steps",
        source: SURVEY,
        run: scaling::run,
    },
    Chapter {
        name: "sidling",
        title: "Sidling and kos",
        source: "Moews, Loopy games and Go",
        run: sidling::run,
    },
    Chapter {
        name: "go",
        title: "corridors and the temperatures of kos",
        source: "Berlekamp and Wolfe, Mathematical Go; Berlekamp, The economist's view of combinatorial games",
        run: go::run,
    },
    Chapter {
        name: "unicycles",
        title: "Unicycles: figures, short patterns, and the open problem",
        source: "Siegel, New results in loopy games",
        run: unicycles::run,
    },
    Chapter {
        name: "loopy",
        title: "Loopy games: standard values, sums, sides, Bach's Carousel",
        source: "Siegel, New results in loopy games; Winning Ways, chapter 11",
        run: loopy::run,
    },
    Chapter {
        name: "reductions",
        title: "Reduced canonical forms and reduction by an infinitesimal",
        source: "Grossman and Siegel, Reductions of partizan games",
        run: reductions::run,
    },
    Chapter {
        name: "misere",
        title: "Octal games, genus symbols and misère quotients",
        source: SURVEY,
        run: misere::run,
    },
    Chapter {
        name: "rulesets",
        title: "Boards, strips and graphs whose values are in the literature",
        source: "Winning Ways and the papers named",
        run: rulesets::run,
    },
    Chapter {
        name: "logic",
        title: "Constraint logic: Table 1, gadgets, Dad's Puzzle",
        source: SURVEY,
        run: logic::run,
    },
];

/// The chapter of that name.
#[must_use]
pub fn chapter(name: &str) -> Option<&'static Chapter> {
    CHAPTERS.iter().find(|chapter| chapter.name == name)
}

impl Chapter {
    /// Computes all rows of the chapter and adds them to `rows`; after an error, those that were found.
    ///
    /// # Errors
    ///
    /// If the chapter could not be computed at all, for instance because a limit of `job` was reached (the error
    /// is then a [`StopReason`](crate::core::StopReason)). A result that differs from the published one is a
    /// row that disagrees.
    pub fn derive(&self, job: &Job, rows: &mut Vec<Row>) -> anyhow::Result<()> {
        let mut page = Page::new(job, self.name, self.source);
        let derived = (self.run)(&mut page);
        rows.extend(page.into_rows());
        derived
    }
}
