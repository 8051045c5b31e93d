//! Published results, computed again and compared.

use std::fmt::Write;

use crate::{
    questions::prelude::*,
    reproduce::{CHAPTERS, Chapter, Row, chapter},
};

/// Asks for published results, computed again and compared. Rows are reported as they are found.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ReproduceQuestion {
    /// The names of chapters; all of them if none are given.
    pub chapters: Vec<String>,
    /// Only this row of each chapter, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<usize>,
    /// Only name the chapters.
    pub list: bool,
}

/// Chapters of published results.
#[derive(Clone, Debug, Serialize)]
pub struct ReproduceAnswer {
    /// The chapters in their order.
    pub chapters: Vec<ChapterAnswer>,
    /// The limit that was reached; rows are missing.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::stop_reason"
    )]
    pub stopped: Option<StopReason>,
}

/// A published source, or a theme of it.
#[derive(Clone, Debug, Serialize)]
pub struct ChapterAnswer {
    /// The name.
    pub chapter: &'static str,
    /// What it derives.
    pub title: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// The results, unless the chapters are only named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<Row>>,
}

impl ReproduceAnswer {
    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.chapters
            .iter()
            .flat_map(|chapter| chapter.rows.iter().flatten())
    }
}

impl Ask for ReproduceQuestion {
    fn ask(&self, _: &Workspace, job: &Job) -> Result<ReproduceAnswer, Error> {
        let mut answer = ReproduceAnswer {
            chapters: Vec::new(),
            stopped: None,
        };
        for chapter in self.chosen()? {
            let rows = match self.list {
                true => None,
                false => Some(self.rows(chapter, job, &mut answer.stopped)?),
            };
            answer.chapters.push(ChapterAnswer {
                chapter: chapter.name,
                title: chapter.title,
                source: chapter.source,
                rows,
            });
            if answer.stopped.is_some() {
                break;
            }
        }
        Ok(answer)
    }
}

impl ReproduceQuestion {
    fn chosen(&self) -> Result<Vec<&'static Chapter>, Error> {
        if self.chapters.is_empty() {
            return Ok(CHAPTERS.iter().collect());
        }
        let find = |name: &String| {
            chapter(name).ok_or_else(|| {
                let known: Vec<_> = CHAPTERS.iter().map(|chapter| chapter.name).collect();
                Error::new(
                    ErrorKind::UnknownName,
                    format!("there is no chapter `{name}`"),
                )
                .with_help(format!("the chapters are {}", known.join(", ")))
            })
        };
        self.chapters.iter().map(find).collect()
    }

    fn rows(
        &self,
        chapter: &Chapter,
        job: &Job,
        stopped: &mut Option<StopReason>,
    ) -> Result<Vec<Row>, Error> {
        let name = chapter.name;
        let mut rows = Vec::new();
        if let Err(error) = chapter.derive(job, &mut rows) {
            let reason = error
                .chain()
                .find_map(|cause| cause.downcast_ref::<StopReason>());
            let message = || format!("chapter `{name}`: {error:#}");
            let reason = reason.ok_or_else(|| Error::new(ErrorKind::NotDetermined, message()))?;
            *stopped = Some(*reason);
        }
        let Some(number) = self.row else {
            return Ok(rows);
        };
        let count = rows.len();
        let row = number
            .checked_sub(1)
            .and_then(|place| rows.into_iter().nth(place));
        match row {
            Some(row) => Ok(vec![row]),
            None if stopped.is_some() => Ok(Vec::new()),
            None => {
                let message =
                    format!("chapter `{name}` has the rows 1 to {count}, but no row {number}");
                Err(Error::new(ErrorKind::Request, message))
            }
        }
    }
}

impl Report for ReproduceAnswer {
    fn text(&self, _: Style) -> String {
        let mut text = String::new();
        for chapter in &self.chapters {
            // A string cannot fail to be written to.
            let _ = write_chapter(chapter, &mut text);
        }
        text.truncate(text.trim_end().len());
        text
    }
}

fn write_chapter(chapter: &ChapterAnswer, text: &mut String) -> std::fmt::Result {
    let ChapterAnswer {
        chapter,
        title,
        source,
        rows,
    } = chapter;
    let Some(rows) = rows else {
        return writeln!(text, "{chapter:<14} {title} ({source})");
    };
    writeln!(text, "{chapter}: {title}\n  {source}")?;
    for row in rows {
        let mark = if row.agrees { "ok      " } else { "DIFFERS " };
        writeln!(text, "  {mark}{}", row.claim)?;
        writeln!(text, "          computed {}", row.computed)?;
        if row.computed != row.expected {
            writeln!(text, "          expected {}", row.expected)?;
        }
        let seconds = row.seconds.as_secs_f64();
        let (place, command) = (&row.place, &row.command);
        writeln!(text, "          {place} ({seconds:.3} s): {command}")?;
    }
    writeln!(text)
}
