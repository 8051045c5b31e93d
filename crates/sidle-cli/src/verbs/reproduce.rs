//! `sidle reproduce`: published results derived again.

use std::{fmt::Write, process::ExitCode};

use anyhow::{Context, bail};
use clap::Args;
use sidle::{
    core::Meter,
    reproduce::{self, CHAPTERS, Chapter, Row},
};

use super::{
    limits::Terms,
    output::{self, Output},
};
use crate::progress::run_with_progress;

const EXAMPLES: &str = "\
Examples:
  sidle reproduce --list
  sidle reproduce welter
  sidle reproduce sidling --row 8
  sidle reproduce --json > rows.jsonl";

/// Derive published results again and compare
///
/// Each row is a claim of a paper or a book with its place, what Sidle computes, whether the two
/// agree, the command that repeats it, and the time it took. Without a chapter, all chapters are run.
/// The exit code is 1 if anything disagrees.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The chapters to derive (see --list); all of them when none is named
    #[arg(value_name = "CHAPTER")]
    chapters: Vec<String>,

    /// Only this row of the chapter, counted from 1
    #[arg(long, value_name = "N")]
    row: Option<usize>,

    /// Only name the chapters
    #[arg(long)]
    list: bool,

    #[command(flatten)]
    terms: Terms<Output>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if arguments.list {
        list(&arguments.terms.form)?;
        return Ok(ExitCode::SUCCESS);
    }
    let meter = arguments.terms.meter();
    let mut all = 0;
    let mut agreeing = 0;
    for chapter in chosen(&arguments.chapters)? {
        let mut rows = derive(chapter, &meter)?;
        if let Some(number) = arguments.row {
            rows = only(rows, number, chapter)?;
        }
        all += rows.len();
        agreeing += rows.iter().filter(|row| row.agrees).count();
        if arguments.terms.form.json {
            rows.iter().try_for_each(output::json_line)?;
        } else {
            output::line(&table(chapter, &rows)?)?;
        }
    }
    if !arguments.terms.form.json {
        output::line(&format!("{agreeing} of {all} rows agree"))?;
    }
    Ok(ExitCode::from(u8::from(agreeing < all)))
}

/// The row with this number.
fn only(rows: Vec<Row>, number: usize, chapter: &Chapter) -> anyhow::Result<Vec<Row>> {
    let (name, count) = (chapter.name, rows.len());
    let row = number
        .checked_sub(1)
        .and_then(|place| rows.into_iter().nth(place));
    match row {
        Some(row) => Ok(vec![row]),
        None => bail!("chapter `{name}` has the rows 1 to {count}, but no row {number}"),
    }
}

fn derive(chapter: &Chapter, meter: &Meter) -> anyhow::Result<Vec<Row>> {
    run_with_progress(meter, chapter.name, || chapter.derive(meter))
        .with_context(|| format!("chapter `{}`", chapter.name))
}

fn chosen(names: &[String]) -> anyhow::Result<Vec<&'static Chapter>> {
    if names.is_empty() {
        return Ok(CHAPTERS.iter().collect());
    }
    let find = |name: &String| {
        let Some(chapter) = reproduce::chapter(name) else {
            let known: Vec<_> = CHAPTERS.iter().map(|chapter| chapter.name).collect();
            bail!(
                "there is no chapter `{name}`; the chapters are {}",
                known.join(", ")
            );
        };
        Ok(chapter)
    };
    names.iter().map(find).collect()
}

fn list(how: &Output) -> anyhow::Result<()> {
    for chapter in CHAPTERS {
        let Chapter {
            name,
            title,
            source,
            ..
        } = chapter;
        how.answer(
            &format!("{name:<14} {title} ({source})"),
            &serde_json::json!({"chapter": name, "title": title, "source": source}),
        )?;
    }
    Ok(())
}

fn table(chapter: &Chapter, rows: &[Row]) -> anyhow::Result<String> {
    let mut text = String::new();
    writeln!(text, "{}: {}", chapter.name, chapter.title)?;
    writeln!(text, "  {}", chapter.source)?;
    for row in rows {
        let mark = if row.agrees { "ok      " } else { "DIFFERS " };
        writeln!(text, "  {mark}{}", row.claim)?;
        writeln!(text, "          computed {}", row.computed)?;
        if row.computed != row.expected {
            writeln!(text, "          expected {}", row.expected)?;
        }
        let seconds = row.seconds.as_secs_f64();
        writeln!(
            text,
            "          {} ({seconds:.3} s): {}",
            row.place, row.command
        )?;
    }
    Ok(text)
}
