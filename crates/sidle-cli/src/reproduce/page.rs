//! The rows of a chapter.

use std::{
    fmt::Display,
    time::{Duration, Instant},
};

use serde::Serialize;
use sidle::core::Meter;

/// One claim of a source beside what we computed.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) chapter: &'static str,
    pub(crate) claim: String,
    /// The source and the place in it.
    pub(crate) citation: String,
    pub(crate) computed: String,
    pub(crate) expected: String,
    pub(crate) agrees: bool,
    #[serde(serialize_with = "seconds")]
    pub(crate) seconds: Duration,
}

fn seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

/// What a chapter writes on.
#[derive(Debug)]
pub(crate) struct Page<'m> {
    meter: &'m Meter,
    chapter: &'static str,
    source: &'static str,
    rows: Vec<Row>,
}

impl<'m> Page<'m> {
    /// A blank page of the chapter called `chapter`, whose claims come from `source`.
    pub(crate) fn new(meter: &'m Meter, chapter: &'static str, source: &'static str) -> Page<'m> {
        Page {
            meter,
            chapter,
            source,
            rows: Vec::new(),
        }
    }

    /// The limits of the whole run; anything long in a chapter takes it.
    pub(crate) fn meter(&self) -> &'m Meter {
        self.meter
    }

    /// A claim "this is `expected`": computes the same thing and compares what is printed.
    /// `place` is the place in the chapter's source (a figure, a theorem, a page).
    pub(crate) fn equal<T: Display>(
        &mut self,
        claim: impl Into<String>,
        place: &str,
        expected: impl Display,
        compute: impl FnOnce() -> anyhow::Result<T>,
    ) -> anyhow::Result<()> {
        let expected = expected.to_string();
        let wanted = expected.clone();
        self.holds(claim, place, expected, || {
            let computed = compute()?.to_string();
            let agrees = computed == wanted;
            Ok((computed, agrees))
        })
    }

    /// A claim that is not an equality (a bound, a property of all of something): `compute` returns
    /// what it found and whether that agrees with the claim.
    pub(crate) fn holds<T: Display>(
        &mut self,
        claim: impl Into<String>,
        place: &str,
        expected: impl Into<String>,
        compute: impl FnOnce() -> anyhow::Result<(T, bool)>,
    ) -> anyhow::Result<()> {
        let start = Instant::now();
        let (computed, agrees) = compute()?;
        self.rows.push(Row {
            chapter: self.chapter,
            claim: claim.into(),
            citation: format!("{}, {place}", self.source),
            computed: computed.to_string(),
            expected: expected.into(),
            agrees,
            seconds: start.elapsed(),
        });
        Ok(())
    }

    /// The rows written so far.
    pub(crate) fn into_rows(self) -> Vec<Row> {
        self.rows
    }
}
