//! `sidle reproduce`: published results derived again.

use std::process::ExitCode;

use clap::Args;
use sidle::{Report, Style, questions::ReproduceQuestion};

use super::{
    limits::CommonOptions,
    output::{self, Output},
};
use crate::{door, process::ending};

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
    common: CommonOptions<Output>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let job = arguments.common.begin_job([], [])?;
    let how = &arguments.common.form;
    let mut question = ReproduceQuestion {
        chapters: arguments.chapters.clone(),
        row: arguments.row,
        list: true,
    };
    let chosen = door::ask(&question, &job, "chapters", &[])?;
    if arguments.list {
        match how.json {
            true => chosen.chapters.iter().try_for_each(output::json_line)?,
            false => output::line(&chosen.text(Style::Plain))?,
        }
        return Ok(ExitCode::SUCCESS);
    }
    // One question for each chapter, so that results are printed as they are found.
    question.list = false;
    let (mut all, mut agreeing) = (0, 0);
    for chapter in chosen.chapters {
        question.chapters = vec![chapter.chapter.to_owned()];
        let answer = door::ask(&question, &job, chapter.chapter, &[])?;
        all += answer.rows().count();
        agreeing += answer.rows().filter(|row| row.agrees).count();
        match how.json {
            true => answer.rows().try_for_each(output::json_line)?,
            false => output::line(&(answer.text(Style::Plain) + "\n"))?,
        }
        if let Some(reason) = answer.stopped {
            output::note(reason);
            return Ok(ExitCode::from(ending::STOPPED));
        }
    }
    if !how.json {
        output::line(&format!("{agreeing} of {all} rows agree"))?;
    }
    Ok(ExitCode::from(u8::from(agreeing < all)))
}
