//! The rows of a chapter.

use std::{fmt::Display, time::Duration};

use crate::{
    Job,
    core::Meter,
    lang::{Diagnostic, DiagnosticKind, Format, Session},
};
use serde::Serialize;

/// One claim of a source beside what we computed.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The chapter it belongs to.
    pub chapter: &'static str,
    /// What is claimed.
    pub claim: String,
    /// The source and the place in it.
    pub citation: String,
    /// The place alone.
    pub place: String,
    /// What a person types to compute it again.
    pub command: String,
    /// What was computed.
    pub computed: String,
    /// What the source says.
    pub expected: String,
    /// Whether the two agree.
    pub agrees: bool,
    /// How long it took.
    #[serde(serialize_with = "seconds")]
    pub seconds: Duration,
}

fn seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

/// What a chapter writes on.
#[derive(Debug)]
pub struct Page<'m> {
    job: &'m Job,
    chapter: &'static str,
    source: &'static str,
    /// The command that computes the next row.
    command: Option<String>,
    rows: Vec<Row>,
}

impl<'m> Page<'m> {
    /// A blank page of the chapter called `chapter`, whose claims come from `source`.
    #[must_use]
    pub fn new(job: &'m Job, chapter: &'static str, source: &'static str) -> Page<'m> {
        Page {
            job,
            chapter,
            source,
            command: None,
            rows: Vec::new(),
        }
    }

    /// The limits of the whole run; anything long in a chapter takes it.
    #[must_use]
    pub fn meter(&self) -> &'m Meter {
        self.job.meter()
    }

    /// The next row is what this command of the binary prints. A row without one is repeated by
    /// `sidle reproduce CHAPTER --row N`.
    pub fn by_command(&mut self, command: impl Into<String>) -> &mut Page<'m> {
        self.command = Some(command.into());
        self
    }

    /// The next row is what the calculator answers to this.
    pub fn by_expression(&mut self, expression: &str) -> &mut Page<'m> {
        // A quote within quotes, as every shell reads it.
        let quoted = expression.replace('\'', r"'\''");
        self.by_command(format!("sidle eval '{quoted}'"))
    }

    /// A claim "this is `expected`": computes the same thing and compares what is printed.
    /// `place` is the place in the chapter's source (a figure, a theorem, a page).
    ///
    /// # Errors
    ///
    /// If it could not be computed.
    pub fn equal<T: Display>(
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
    ///
    /// # Errors
    ///
    /// If it could not be computed.
    pub fn holds<T: Display>(
        &mut self,
        claim: impl Into<String>,
        place: &str,
        expected: impl Into<String>,
        compute: impl FnOnce() -> anyhow::Result<(T, bool)>,
    ) -> anyhow::Result<()> {
        let now = || self.job.clock().map_or(Duration::ZERO, |clock| clock());
        let start = now();
        let (computed, agrees) = compute()?;
        let seconds = now().saturating_sub(start);
        let number = self.rows.len() + 1;
        let again = || format!("sidle reproduce {} --row {number}", self.chapter);
        let row = Row {
            chapter: self.chapter,
            claim: claim.into(),
            citation: format!("{}, {place}", self.source),
            place: place.to_owned(),
            command: self.command.take().unwrap_or_else(again),
            computed: computed.to_string(),
            expected: expected.into(),
            agrees,
            seconds,
        };
        self.job.row(&row);
        self.rows.push(row);
        Ok(())
    }

    /// Claims that the calculator answers: what is claimed, where, the expression, and its value as it is printed.
    ///
    /// # Errors
    ///
    /// If one could not be computed.
    pub fn answers(&mut self, rows: &[(&str, &str, &str, &str)]) -> anyhow::Result<()> {
        let meter = self.meter();
        let mut session = Session::new();
        for &(claim, place, expression, expected) in rows {
            self.by_expression(expression);
            self.equal(claim, place, expected, || {
                let answers = session.evaluate(expression, meter);
                let answers = answers.map_err(|error| failure(&error, expression))?;
                let shown = answers
                    .last()
                    .map(|answer| session.show(answer, Format::Plain, meter));
                Ok(shown.transpose()?.unwrap_or_default())
            })?;
        }
        Ok(())
    }

    /// The rows written so far.
    #[must_use]
    pub fn into_rows(self) -> Vec<Row> {
        self.rows
    }
}

/// An error of the language as one of a chapter. A limit stays a [`StopReason`], so that the chapter reports a stop
/// and not a failure.
pub(super) fn failure(error: &Diagnostic, text: &str) -> anyhow::Error {
    match error.kind {
        DiagnosticKind::Stopped(reason) => reason.into(),
        _ => anyhow::anyhow!("{}", error.render(text)),
    }
}
