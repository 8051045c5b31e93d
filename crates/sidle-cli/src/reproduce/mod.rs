//! Published results, derived again: a registry of chapters.
//!
//! A chapter is one file here: a constant of type [`Chapter`] and a function that fills a [`Page`]
//! with rows. A new chapter is a new file and one line in [`CHAPTERS`].

mod annihilation;
mod boards;
mod loewe;
mod loopy;
mod page;
mod reductions;
mod scaling;
mod sidling;
mod tokens;
mod unicycles;
mod welter;

pub(crate) use page::{Page, Row};

/// One published source, or one theme of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chapter {
    /// What a user types.
    pub(crate) name: &'static str,
    /// What it derives.
    pub(crate) title: &'static str,
    /// Where it was published.
    pub(crate) source: &'static str,
    /// Computes the rows. An error means that the chapter could not be computed at all; a result
    /// that differs from the published one is a row that disagrees.
    pub(crate) run: fn(&mut Page<'_>) -> anyhow::Result<()>,
}

/// Every chapter, in the order in which they are printed.
pub(crate) const CHAPTERS: &[Chapter] = &[
    tokens::CHAPTER,
    annihilation::CHAPTER,
    loewe::CHAPTER,
    welter::CHAPTER,
    scaling::CHAPTER,
    sidling::CHAPTER,
    unicycles::CHAPTER,
    loopy::CHAPTER,
    reductions::CHAPTER,
];
