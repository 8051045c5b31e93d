//! `sidle unicycle PATTERN`: test and search of unicycles.

use std::{num::NonZeroUsize, path::PathBuf, process::ExitCode};

use anyhow::bail;
use clap::Args;
use sidle::{
    Job, Report, Style,
    questions::{UnicycleQuestion, UnicycleRow, UnicycleTestQuestion, UnicyclesQuestion},
};

use super::{
    limits::{self, CommonOptions},
    output::{self, Output},
};
use crate::{door, files};

const EXAMPLES: &str = "\
Examples:
  sidle unicycle LLRR
  sidle unicycle LLLRLRRRLR --certify answer.json && sidle check answer.json
  sidle unicycle LLRLLRLLR --exits nimbers:3
  sidle unicycle LLLRLRRRLR --exits '0,*,1,-1,^' --json
  sidle unicycle LLRR --test '0,0,*,*'
  sidle unicycle --all 12 --summary
  sidle unicycle --all 18 --checkpoint lengths-18.json

Vertex i of the cycle has an edge to vertex i+1 of the colour that letter i of the pattern names,
and an exit for the other player. Exits are tried from the last vertex of the cycle back to the
first, in the order in which the set lists them; the first solution in this order is printed,
whatever the number of threads. The search is exhaustive: `none` is a proof for the given exits.";

/// Find exits that make a unicycle with a given pattern of edges
///
/// A unicycle is a stopper in canonical form with one cycle, each vertex of which has one more move,
/// an exit to a loop-free game for the other player. Without `--exits`, the nimbers 0, *, *2, *3 are
/// tried first, then the values born by day 1.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The colours of the cycle's edges, such as LLRR
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    pattern: Option<String>,

    /// Settle every admissible pattern of this length (two edges of each colour, not alternating)
    #[arg(long, value_name = "LENGTH")]
    all: Option<usize>,

    /// Where exits come from: `nimbers:K` (0 to *(K-1)), `day:N` (born by day N, at most 3), or values
    /// separated by commas; given several times, the sets are tried in turn
    #[arg(long, value_name = "SET", allow_hyphen_values = true)]
    exits: Vec<String>,

    /// Test these exits, in cycle order and separated by commas, instead of searching
    #[arg(long, value_name = "EXITS", conflicts_with_all = ["all", "exits", "checkpoint"], allow_hyphen_values = true)]
    test: Option<String>,

    /// Write a certificate of the unicycle to this file
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    certify: Option<PathBuf>,

    /// Keep the state of the search in this file, and go on from it if it exists
    #[arg(long, value_name = "FILE", value_parser = files::lasting())]
    checkpoint: Option<PathBuf>,

    /// With --all: print the counts only
    #[arg(long, requires = "all")]
    summary: bool,

    /// How many threads to use (default: one for each processor)
    #[arg(long, value_name = "COUNT", value_parser = limits::threads)]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    common: CommonOptions<Output>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let outputs = [&arguments.checkpoint, &arguments.certify];
    let job = arguments
        .common
        .begin_job([], outputs.map(Option::as_deref))?
        .with_threads(limits::or_all(arguments.threads));
    match (&arguments.pattern, arguments.all) {
        (Some(pattern), _) => one(arguments, pattern, &job),
        (None, Some(length)) => all(arguments, length, job),
        (None, None) => bail!("name a pattern, such as LLRR, or use --all LENGTH"),
    }
}

fn one(arguments: &Arguments, pattern: &str, job: &Job) -> anyhow::Result<ExitCode> {
    let pattern = pattern.to_owned();
    let Some(exits) = &arguments.test else {
        let question = UnicycleQuestion {
            pattern,
            exits: arguments.exits.clone(),
            checkpoint: arguments.checkpoint.clone(),
        };
        let answer = door::ask(&question, job, "unicycles", &[])?;
        return print(arguments, &answer, ExitCode::SUCCESS);
    };
    let exits = exits.clone();
    let answer = door::ask(
        &UnicycleTestQuestion { pattern, exits },
        job,
        "testing",
        &[],
    )?;
    let code = match answer.unicycle {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    };
    print(arguments, &answer, code)
}

/// Prints an answer and writes its certificate. Without a unicycle there is nothing to certify; the exit code says so,
/// so that nobody takes a file of an earlier run for the certificate.
fn print(arguments: &Arguments, answer: &impl Report, code: ExitCode) -> anyhow::Result<ExitCode> {
    let output = &arguments.common.form;
    output.answer(&answer.text(Style::Plain), answer)?;
    let Some(path) = &arguments.certify else {
        return Ok(code);
    };
    if answer.certificate().is_none() {
        let path = path.display();
        output::note(format_args!(
            "no certificate is written to {path}: there is no unicycle to certify"
        ));
        return Ok(ExitCode::FAILURE);
    }
    door::write_certificate(answer, path)?;
    Ok(code)
}

/// All admissible patterns of a length, each printed as soon as those before it are settled.
fn all(arguments: &Arguments, length: usize, job: Job) -> anyhow::Result<ExitCode> {
    let (summary, json) = (arguments.summary, arguments.common.form.json);
    let job = if summary {
        job
    } else {
        let file = arguments.checkpoint.as_deref();
        let file = file.map_or_else(String::new, |file| file.display().to_string());
        door::with_rows(job, move |row| match json {
            true => output::json_line(&row),
            false => {
                let row: UnicycleRow = serde_json::from_value(row)?;
                output::line(&row.text(&file))
            }
        })
    };
    let question = UnicyclesQuestion {
        length,
        exits: arguments.exits.clone(),
        checkpoint: arguments.checkpoint.clone(),
    };
    let answer = door::ask(&question, &job, "unicycles", &[])?;
    if summary || !json {
        let output = &arguments.common.form;
        output.answer(&answer.text(Style::Plain), &answer)?;
    }
    Ok(answer.stopped.map_or(ExitCode::SUCCESS, door::stopped))
}
