//! Published results, derived again: a registry of chapters.
//!
//! A chapter is one file here: a constant of type [`Chapter`] and a function that fills a [`Page`]
//! with rows. A new chapter is a new file and one line in [`CHAPTERS`].
//!
//! ```
//! use sidle::{core::Meter, reproduce};
//! let welter = reproduce::chapter("welter").unwrap();
//! let rows = welter.derive(&Meter::unlimited())?;
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
mod reductions;
mod scaling;
mod sidling;
mod tokens;
mod unicycles;
mod welter;

use crate::core::Meter;

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
    tokens::CHAPTER,
    annihilation::CHAPTER,
    loewe::CHAPTER,
    welter::CHAPTER,
    scaling::CHAPTER,
    sidling::CHAPTER,
    go::CHAPTER,
    unicycles::CHAPTER,
    loopy::CHAPTER,
    reductions::CHAPTER,
    misere::CHAPTER,
    logic::CHAPTER,
];

/// The chapter of that name.
#[must_use]
pub fn chapter(name: &str) -> Option<&'static Chapter> {
    CHAPTERS.iter().find(|chapter| chapter.name == name)
}

impl Chapter {
    /// Computes all rows of the chapter.
    ///
    /// # Errors
    ///
    /// If the chapter could not be computed at all, for instance because a limit of `meter` was met (the error
    /// is then a [`StopReason`](crate::core::StopReason)). A result that differs from the published one is a
    /// row that disagrees.
    pub fn derive(&self, meter: &Meter) -> anyhow::Result<Vec<Row>> {
        let mut page = Page::new(meter, self.name, self.source);
        (self.run)(&mut page)?;
        Ok(page.into_rows())
    }
}
