//! `sidle misere …`: genus, canonical forms, quotients and winning moves under misère play.

use std::{num::NonZeroUsize, path::PathBuf, process::ExitCode, time::Duration};

use clap::{Args, Subcommand};
use sidle::{
    Job, Report, Style,
    questions::{
        HeapMovesQuestion, MisereFormKind, MisereFormsQuestion, MisereQuotientQuestion,
        MisereTableQuestion,
    },
};

use super::{
    entries::{self, Heaps},
    limits::{self, CommonOptions},
    output::{self, Output},
};
use crate::{
    door, files,
    process::{ending, watchdog},
};

const EXAMPLES: &str = "\
Examples:
  sidle misere genus 0.77 --heaps 20
  sidle misere genus '*[[2],1]'
  sidle misere canonical 0.75 --heaps 8 --json
  sidle misere canonical '*2 + *[[2],0]'
  sidle misere quotient 0.77 --json
  sidle misere quotient 0.07 --heaps 30 --latex quotient.tex --certify proof.json && sidle check proof.json
  sidle misere quotient '*2, *2+*3'
  sidle misere quotient 0.07 --heaps 34 --checkpoint dawson.json
  sidle misere quotient --all-digits 2
  sidle misere play 0.77 --at 5,9,12
  sidle misere compare '*+*' 0 --universe dicot

A game is a code (0.77) or its name (kayles), or a list of games: *2 is a Nim heap, *[[2],0] the game with options {*2} and 0.";

/// Misère play: the player who cannot move wins
#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub(crate) enum Member {
    /// Genus symbols of heaps or games
    Genus(FormArguments),
    /// Misère canonical forms of heaps or games
    Canonical(FormArguments),
    /// The misère quotient of a heap game or of some games, with its period
    Quotient(QuotientArguments),
    /// Who wins a sum of heaps, and by which moves
    Play(PlayArguments),
    /// How two partizan games compare modulo dicots or dead-ending games
    Compare(super::misere_compare::Arguments),
}

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct FormArguments {
    /// A code such as 0.77, or games
    #[arg(allow_hyphen_values = true)]
    game: String,

    /// Heaps 0 to this one [default: 20]
    #[arg(long, value_name = "HEAP", value_parser = entries::heap)]
    heaps: Option<u32>,

    #[command(flatten)]
    common: CommonOptions<Output>,
}

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct QuotientArguments {
    /// A code such as 0.77, or games separated by commas
    #[arg(required_unless_present = "all_digits", conflicts_with = "all_digits")]
    game: Option<String>,

    /// A table of all octal games with at most this many digits
    #[arg(long, value_name = "DIGITS", value_parser = clap::value_parser!(u32).range(1..=4))]
    all_digits: Option<u32>,

    /// In a table: give up on a game after this many nodes
    #[arg(long, value_name = "COUNT", default_value = "50k", value_parser = limits::count, requires = "all_digits")]
    each: u64,

    /// How many threads to use for a table [default: one for each processor]
    #[arg(long, value_name = "COUNT", value_parser = limits::threads)]
    threads: Option<NonZeroUsize>,

    /// The quotient of heaps 0 to this one [default: until the period is proved]
    #[arg(long, value_name = "HEAP", value_parser = entries::heap)]
    heaps: Option<u32>,

    /// Stop at quotients with more elements than this
    #[arg(long, value_name = "COUNT", default_value = "20000", value_parser = limits::count)]
    max_order: u64,

    /// Keep the partial quotient in this file, and go on from it if it exists
    #[arg(long, value_name = "FILE", conflicts_with = "all_digits", value_parser = files::lasting())]
    checkpoint: Option<PathBuf>,

    /// How often the file is written; always when the quotient grew [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = limits::duration, requires = "checkpoint")]
    interval: Option<Duration>,

    /// Write a certificate of the quotient, which `sidle check` verifies
    #[arg(long, value_name = "FILE", conflicts_with = "all_digits")]
    certify: Option<PathBuf>,

    /// Write the presentation as LaTeX
    #[arg(long, value_name = "FILE", conflicts_with = "all_digits")]
    latex: Option<PathBuf>,

    /// Write the multiplication table as comma-separated values
    #[arg(long, value_name = "FILE", conflicts_with = "all_digits")]
    csv: Option<PathBuf>,

    /// Draw the Cayley graph as SVG
    #[arg(long, value_name = "FILE", conflicts_with = "all_digits")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    common: CommonOptions<Output>,
}

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PlayArguments {
    /// A code such as 0.77
    code: String,

    /// The heaps, such as 5,9,12
    #[arg(long, value_name = "HEAPS", value_parser = entries::heaps, required = true)]
    at: Vec<Heaps>,

    #[command(flatten)]
    common: CommonOptions<Output>,
}

pub(crate) fn run(member: &Member) -> anyhow::Result<ExitCode> {
    match member {
        Member::Genus(arguments) => forms(arguments, MisereFormKind::Genus),
        Member::Canonical(arguments) => forms(arguments, MisereFormKind::Canonical),
        Member::Quotient(arguments) => quotient(arguments),
        Member::Play(arguments) => play(arguments),
        Member::Compare(arguments) => super::misere_compare::run(arguments),
    }
}

fn forms(arguments: &FormArguments, what: MisereFormKind) -> anyhow::Result<ExitCode> {
    let job = arguments.common.begin_job([], [])?;
    let question = MisereFormsQuestion {
        game: arguments.game.clone(),
        what,
        heaps: arguments.heaps,
    };
    let game = [("game", arguments.game.as_str())];
    let answer = door::ask(&question, &job, "misère forms", &game)?;
    arguments
        .common
        .form
        .answer(&answer.text(Style::Plain), &answer)?;
    Ok(finish(answer.stopped))
}

/// The exit code, with a note about what stopped the work.
fn finish(stopped: Option<impl std::fmt::Display>) -> ExitCode {
    match stopped {
        Some(reason) => {
            output::note(reason);
            ExitCode::from(ending::STOPPED)
        }
        None => ExitCode::SUCCESS,
    }
}

fn quotient(arguments: &QuotientArguments) -> anyhow::Result<ExitCode> {
    let outputs = [
        &arguments.checkpoint,
        &arguments.certify,
        &arguments.latex,
        &arguments.csv,
        &arguments.svg,
    ];
    let job = arguments
        .common
        .begin_job([], outputs.map(Option::as_deref))?;
    let job = job.with_threads(limits::or_all(arguments.threads));
    let max_order = Some(usize::try_from(arguments.max_order)?);
    let Some(game) = &arguments.game else {
        return table(arguments, max_order, &job);
    };
    let question = MisereQuotientQuestion {
        game: game.clone(),
        heaps: arguments.heaps,
        max_order,
        certify: arguments.certify.is_some(),
        checkpoint: arguments.checkpoint.clone(),
        interval_ms: arguments.interval.map(|time| time.as_millis() as u64),
    };
    let answer = door::ask(&question, &job, game, &[("game", game)])?;
    if let Some(reason) = answer.stopped.as_ref().and_then(|error| error.stopped()) {
        watchdog::stopped(reason);
    }
    arguments
        .common
        .form
        .answer(&answer.text(Style::Plain), &answer)?;
    for (path, form) in [(&arguments.latex, "latex"), (&arguments.csv, "csv")] {
        if let Some(path) = path {
            door::write_form(&answer, form, path)?;
        }
    }
    if let Some(path) = &arguments.svg {
        door::write_picture(&answer, path)?;
    }
    if let Some(path) = &arguments.certify {
        door::write_certificate(&answer, path)?;
    }
    Ok(finish(answer.stopped))
}

/// The quotients of a family of games.
fn table(
    arguments: &QuotientArguments,
    max_order: Option<usize>,
    job: &Job,
) -> anyhow::Result<ExitCode> {
    let question = MisereTableQuestion {
        digits: arguments.all_digits.unwrap_or(2),
        each: Some(arguments.each),
        heaps: arguments.heaps,
        max_order,
    };
    let answer = door::ask(&question, job, "octal games", &[])?;
    if let Some(reason) = answer.stopped {
        watchdog::stopped(reason);
    }
    match arguments.common.form.json {
        true => answer.rows.iter().try_for_each(output::json_line)?,
        false => output::line(&answer.text(Style::Plain))?,
    }
    let (found, all) = (answer.rows.len(), answer.games);
    let stopped = answer.stopped;
    Ok(finish(
        stopped.map(|reason| format!("{reason}; {found} of {all} rows")),
    ))
}

fn play(arguments: &PlayArguments) -> anyhow::Result<ExitCode> {
    let job = arguments.common.begin_job([], [])?;
    let question = HeapMovesQuestion {
        code: arguments.code.clone(),
        at: arguments.at.concat(),
        misere: true,
        ..HeapMovesQuestion::default()
    };
    let code = arguments.code.as_str();
    let answer = door::ask(&question, &job, code, &[("code", code)])?;
    arguments
        .common
        .form
        .answer(&answer.text(Style::Plain), &answer)?;
    Ok(ExitCode::SUCCESS)
}
