//! `sidle octal CODE`: nim-sequences of take-and-break games and their periods.

use std::{
    io::{BufWriter, Write},
    num::NonZeroUsize,
    path::PathBuf,
    process::ExitCode,
    time::Duration,
};

use anyhow::bail;
use clap::{Args, ValueEnum};
use sidle::{
    Job, Report, Style,
    impartial::nim::Method,
    questions::{NimSequenceQuestion, OctalTableQuestion},
};

use super::{
    limits::{self, CommonOptions},
    output::{self, Output},
};
use crate::{
    door,
    files::{self, answers, write_whole},
    process::{ending, watchdog},
};

const EXAMPLES: &str = "\
Examples:
  sidle octal 0.77 --values 20
  sidle octal 0.77 --until-periodic --json
  sidle octal 0.77 --exceptions
  sidle octal 0.2048 --until-periodic
  sidle octal 0.4 --cousins
  sidle octal 0.104 --until-periodic --limit 500M --checkpoint run.bin
  sidle octal 1+C --values 20
  sidle octal grundy --values 100k --statistics --plot grundy.svg
  sidle octal 0.45 --until-periodic --certify proof.json && sidle check proof.json
  sidle octal --all-digits 2 --table --limit 20000 --state table.jsonl

Bit i of digit k says that k tokens may be taken so that i heaps are left (0.77 is Kayles, 0.07 Dawson's Kayles,
4!.0 Grundy's game, 0.[3] Nim). Digits: 0-9 A-V, * (any number of heaps), &N; (a mask), {2,5} or {3+} (counts);
after a digit or a count ! (sizes all different), ? (not all equal), = (all equal); [..] at the end repeats.
Names stand for codes: nim, kayles, double kayles, dawson's kayles, dawson's chess, treblecross, guiles, officers,
stalking, lasker's nim, grundy (case, spaces, hyphens and apostrophes do not matter).";

/// Nim values of take-and-break games, and their periods with proof
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The code, such as 0.77, or a name, such as kayles
    #[arg(required_unless_present = "all_digits", conflicts_with = "all_digits")]
    code: Option<String>,

    /// Print the values of this many heaps, heap 0 first
    #[arg(long, value_name = "COUNT", value_parser = limits::count)]
    values: Option<u64>,

    /// Compute values until a period, or another regularity, is proved
    #[arg(long)]
    until_periodic: bool,

    /// Give up the search for a period after this many heaps [default: 10M for games that leave at most two heaps, else 5k; in a table 10k]
    #[arg(long, value_name = "COUNT", value_parser = limits::count)]
    limit: Option<u64>,

    /// How values are computed
    #[arg(long, value_enum, default_value_t, value_name = "METHOD")]
    method: MethodName,

    /// Also say which values are largest and which are rare
    #[arg(long)]
    statistics: bool,

    /// Also list the heaps whose values differ from the period or the ruler, with --until-periodic
    #[arg(long)]
    exceptions: bool,

    /// Also name the first cousins, in which a heap has one token less each
    #[arg(long)]
    cousins: bool,

    /// Draw the values against the sizes of the heaps as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Write a certificate of the period or regularity, which `sidle check` verifies
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,

    /// Keep the values in this file, and go on from it if it exists; what it holds is computed again
    #[arg(long, value_name = "FILE", value_parser = files::lasting())]
    checkpoint: Option<PathBuf>,

    /// Believe the values of the checkpoint after a look at some of them; the answer says so
    #[arg(long, requires = "checkpoint")]
    trust: bool,

    /// How often the file is written [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = limits::duration, requires = "checkpoint")]
    interval: Option<Duration>,

    /// All octal games with at most this many digits
    #[arg(long, value_name = "DIGITS", value_parser = clap::value_parser!(u32).range(1..=5))]
    all_digits: Option<u32>,

    /// With --all-digits: a table of periods
    #[arg(long, requires = "all_digits")]
    table: bool,

    /// With --all-digits: keep finished rows in this file, and go on from it if it exists
    #[arg(long, value_name = "FILE", requires = "all_digits", value_parser = files::lasting())]
    state: Option<PathBuf>,

    /// How many threads to use for a table, or to verify a checkpoint [default: one for each processor]
    #[arg(long, value_name = "COUNT", value_parser = limits::threads)]
    threads: Option<NonZeroUsize>,

    /// Write the answer to a file, which appears only when it is whole
    #[arg(long, short = 'o', value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    common: CommonOptions<Output>,
}

/// The methods, as they are typed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum MethodName {
    /// The fastest that fits
    #[default]
    Automatic,
    /// By the definition
    Definition,
    /// All pairs of heaps
    Pairs,
    /// Pairs with a rare heap
    Sparse,
    /// Single heaps
    Subtraction,
    /// Any number of heaps
    Partitions,
}

impl From<MethodName> for Method {
    fn from(method: MethodName) -> Method {
        match method {
            MethodName::Automatic => Method::Automatic,
            MethodName::Definition => Method::Definition,
            MethodName::Pairs => Method::Pairs,
            MethodName::Sparse => Method::Sparse,
            MethodName::Subtraction => Method::Subtraction,
            MethodName::Partitions => Method::Partitions,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let outputs = [
        &arguments.output,
        &arguments.certify,
        &arguments.checkpoint,
        &arguments.state,
        &arguments.plot,
    ];
    let job = arguments
        .common
        .begin_job([], outputs.map(Option::as_deref))?;
    let job = job.with_threads(limits::or_all(arguments.threads));
    match (&arguments.code, arguments.all_digits) {
        (Some(code), _) => sequence(arguments, code, &job),
        (None, Some(digits)) => table(arguments, digits, &job),
        (None, None) => bail!("name a code, such as 0.77"),
    }
}

fn sequence(arguments: &Arguments, code: &str, job: &Job) -> anyhow::Result<ExitCode> {
    let periodic = arguments.until_periodic || arguments.certify.is_some() || arguments.exceptions;
    let values = arguments.values.unwrap_or(if periodic { 0 } else { 40 });
    let question = NimSequenceQuestion {
        code: code.to_owned(),
        values: usize::try_from(values)?,
        until_periodic: arguments.until_periodic,
        limit: arguments.limit.map(usize::try_from).transpose()?,
        method: arguments.method.into(),
        exceptions: arguments.exceptions,
        cousins: arguments.cousins,
        statistics: arguments.statistics,
        certify: arguments.certify.is_some(),
        checkpoint: arguments.checkpoint.clone(),
        trust: arguments.trust,
        interval_ms: arguments.interval.map(|time| time.as_millis() as u64),
    };
    let answer = door::ask(&question, job, code, &[("code", code)])?;
    if let Some(reason) = answer.stopped {
        watchdog::stopped(reason);
    }
    if let Some(path) = &arguments.certify {
        door::write_certificate(&answer, path)?;
    }
    if let Some(path) = &arguments.plot {
        door::write_picture(&answer, path)?;
    }
    // The values of heaps may be gigabytes: they are written as they are read.
    write(arguments, |out| match arguments.common.form.json {
        true => Ok(serde_json::to_writer(out, &answer)?),
        false => Ok(answer.write_text(out)?),
    })?;
    Ok(match answer.stopped {
        Some(reason) => {
            output::note(format_args!("{reason}{}", ending::how_far(reason)));
            ExitCode::from(ending::STOPPED)
        }
        None => ExitCode::SUCCESS,
    })
}

fn table(arguments: &Arguments, digits: u32, job: &Job) -> anyhow::Result<ExitCode> {
    let question = OctalTableQuestion {
        digits,
        limit: arguments.limit.map(usize::try_from).transpose()?,
        state: arguments.state.clone(),
    };
    let answer = door::ask(&question, job, "octal games", &[])?;
    if let Some(reason) = answer.stopped {
        watchdog::stopped(reason);
    }
    write(arguments, |out| match arguments.common.form.json {
        true => output::json_lines(out, &answer.rows),
        false => Ok(out.write_all(answer.text(Style::Plain).as_bytes())?),
    })?;
    Ok(match answer.stopped {
        Some(reason) => {
            let (found, all) = (answer.rows.len(), answer.games);
            output::note(format_args!("{reason}; {found} of {all} rows"));
            ExitCode::from(ending::STOPPED)
        }
        None => ExitCode::SUCCESS,
    })
}

/// Writes the answer and a line end to the file that was named, or to the standard output.
fn write(
    arguments: &Arguments,
    content: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let line = |out: &mut dyn Write| {
        content(out)?;
        Ok(writeln!(out)?)
    };
    match &arguments.output {
        None => {
            let mut out = BufWriter::with_capacity(1 << 16, answers());
            line(&mut out)?;
            Ok(out.flush()?)
        }
        Some(path) => write_whole(path, line),
    }
}
