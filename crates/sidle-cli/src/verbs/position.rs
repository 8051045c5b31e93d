//! `sidle value`, `sidle outcome` and `sidle moves`: a position of a ruleset.

use std::{
    fs, io,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use anyhow::{Context, bail};
use clap::Args;
use sidle::{
    certificates,
    core::columns,
    graph::io::MappedFile,
    lang::{Diagnostic, Format},
    positions::{self, BadQuestion, MovesReport},
    solve::{AnySolver, Position, TableFileError, catalogue},
};

use super::{
    limits::{self, Terms},
    output,
    style::Style,
};
use crate::{
    calculator::Calculator,
    files,
    folders::{self, Folders},
    lines,
    process::watchdog,
};

const EXAMPLES: &str = "\
Examples:
  sidle value Domineering '...|..#'
  sidle outcome Clobber 'xoxo|oxox'
  sidle outcome Clobber 'xoxo|oxox' --certify win.json && sidle check win.json
  sidle moves ToadsAndFrogs 'tt..ff'
  sidle value 'GenToadsAndFrogs(maxJump => 2)' 'tt..ff'
  sidle outcome Domineering '......|......|......|......|......|......' --table domineering.table
  sidle value Domineering '......|......|......|......|......' --threads 2
  sidle value Nimstring '..|...|..|...|..' --score
  sidle value MyGame 'xo.' --path classes
  printf 'xoxo\\nxo|ox\\n' | sidle outcome Clobber --stdin

The names of the rulesets, and what their positions look like, are listed by `sidle rulesets`.
With --stdin every line of input gives exactly one line of output. `sidle moves` marks the moves
that win with `+`; the incentive is what the player gains by the move.";

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Value,
    Outcome,
    Moves,
}

/// A position of a ruleset
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The name of a ruleset or of a class, with its parameters if it has any
    ruleset: String,

    /// The position, as the ruleset writes it
    #[arg(required_unless_present = "stdin")]
    position: Option<String>,

    /// Read one position a line from the standard input
    #[arg(long, conflicts_with = "position")]
    stdin: bool,

    /// Keep what is solved in this file, and use what it holds; it is made if it is not there
    #[arg(long, value_name = "FILE", value_parser = files::lasting())]
    table: Option<PathBuf>,

    /// Solve every entry of the table again before it is used; without this the table is believed
    #[arg(long, requires = "table")]
    verify_table: bool,

    /// How many threads work on one value
    #[arg(long, value_name = "COUNT", default_value_t = NonZeroUsize::MIN, value_parser = limits::threads)]
    threads: NonZeroUsize,

    #[command(flatten)]
    folders: Folders,

    #[command(flatten)]
    terms: Terms<Style>,
}

/// A table of solved positions on disk.
struct Kept<'a> {
    path: &'a Path,
    /// Any position of the ruleset.
    sample: Position,
}

impl<'a> Kept<'a> {
    /// Reads the table, if there is one, and solves it again if that is wanted.
    fn open(
        path: &'a Path,
        ruleset: &str,
        verify: bool,
        calculator: &mut Calculator,
    ) -> anyhow::Result<Kept<'a>> {
        let Some(entry) = catalogue::find(ruleset) else {
            return Err(TableFileError::NotKept.into());
        };
        let sample = entry.ruleset().parse(entry.example);
        let sample = sample.map_err(|error| anyhow::anyhow!("{error}"))?;
        if !AnySolver::keeps_tables(&sample) {
            return Err(TableFileError::NotKept.into());
        }
        let bytes = match MappedFile::open(path) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", path.display()));
            }
        };
        if let Some(bytes) = bytes {
            // A file that is too large is not looked at.
            calculator.work(|_, meter| meter.check())?;
            let verified = calculator.work(|session, meter| {
                session.solve(meter, |_, asking| {
                    Ok(match verify {
                        true => AnySolver::verify_table(&sample, &bytes, asking),
                        false => Ok(()),
                    })
                })
            });
            verified
                .map_err(|error| anyhow::anyhow!("{error}"))?
                .with_context(|| path.display().to_string())?;
            let restored = calculator.work(|session, meter| {
                session.solve(meter, |solver, asking| {
                    Ok(solver.restore(&sample, &bytes, asking))
                })
            });
            restored
                .map_err(|error| anyhow::anyhow!("{error}"))?
                .with_context(|| path.display().to_string())?;
        }
        Ok(Kept { path, sample })
    }

    /// Writes the table; a run that is stopped leaves the old one.
    fn save(&self, calculator: &mut Calculator) -> anyhow::Result<()> {
        let bytes = calculator.work(|session, meter| {
            session.solve(meter, |solver, asking| solver.table(&self.sample, asking))
        });
        let bytes = bytes.map_err(|error| anyhow::anyhow!("{error}"))?;
        let bytes = bytes.ok_or(TableFileError::NotKept)?;
        files::write_whole(self.path, |out| Ok(out.write_all(&bytes)?))
    }
}

/// The value of a position of a ruleset
#[derive(Args, Debug)]
pub(crate) struct ValueArguments {
    #[command(flatten)]
    position: Arguments,

    /// The score of a Nimstring board played as Dots and Boxes: how many boxes more the player to move gets
    #[arg(long, conflicts_with_all = ["stdin", "table"])]
    score: bool,
}

pub(crate) fn run_value(arguments: &ValueArguments) -> anyhow::Result<ExitCode> {
    let (true, Some(position)) = (arguments.score, &arguments.position.position) else {
        return run(&arguments.position, Question::Value);
    };
    let arguments = &arguments.position;
    let mut calculator = Calculator::new(&arguments.terms.limits, &arguments.terms.form);
    let ruleset = folders::ruleset(&arguments.ruleset)?;
    let source = positions::written(&ruleset, position)?;
    match calculator.work(|session, meter| positions::boxes(session, &source, meter)) {
        Ok(report) => {
            output::line(&match arguments.terms.form.json {
                true => serde_json::to_string(&report)?,
                false => report.score.to_string(),
            })?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => calculator.report(&source, &error, None),
    }
}

/// Who wins a position of a ruleset
#[derive(Args, Debug)]
pub(crate) struct OutcomeArguments {
    #[command(flatten)]
    position: Arguments,

    /// Write a certificate of the outcome, a strategy that `sidle check` replays
    #[arg(long, value_name = "FILE", conflicts_with = "stdin")]
    certify: Option<PathBuf>,
}

pub(crate) fn run_outcome(arguments: &OutcomeArguments) -> anyhow::Result<ExitCode> {
    let begun = Instant::now();
    let table = arguments.position.table.as_deref();
    files::claim([], [arguments.certify.as_deref(), table])?;
    let _lock = files::lock(table)?;
    if let (Some(path), Some(position)) = (&arguments.certify, &arguments.position.position) {
        let mut calculator = Calculator::new(
            &arguments.position.terms.limits,
            &arguments.position.terms.form,
        );
        let ruleset = folders::ruleset(&arguments.position.ruleset)?;
        let source = positions::written(&ruleset, position)?;
        let made =
            calculator.attempt(|session, meter| certificates::outcome(session, &source, meter));
        let certificate = match made {
            Ok(certificate) => certificate,
            Err(error) => return calculator.report(&source, &error, None),
        };
        files::write_whole(path, |out| {
            serde_json::to_writer(&mut *out, &certificate)?;
            Ok(out.write_all(b"\n")?)
        })?;
    }
    run_since(&arguments.position, Question::Outcome, begun)
}

pub(crate) fn run(arguments: &Arguments, question: Question) -> anyhow::Result<ExitCode> {
    let begun = Instant::now();
    files::claim([], [arguments.table.as_deref()])?;
    let _lock = files::lock(arguments.table.as_deref())?;
    run_since(arguments, question, begun)
}

/// Answers in what is left of the time.
fn run_since(
    arguments: &Arguments,
    question: Question,
    begun: Instant,
) -> anyhow::Result<ExitCode> {
    let ruleset = folders::ruleset(&arguments.ruleset)?;
    let (limits, style) = (&arguments.terms.limits, &arguments.terms.form);
    let mut calculator = Calculator::begun(limits, style, begun);
    let threads = arguments.threads.get();
    if threads > 1 {
        let set = calculator.work(|session, meter| {
            session.solve(meter, |solver, _| {
                solver.set_threads(threads);
                Ok(())
            })
        });
        set.map_err(|error| anyhow::anyhow!("{error}"))?;
    }
    let kept = match &arguments.table {
        // A pipe waits for the other end, and the limits of a stream are those of its lines.
        Some(path) if arguments.stdin && fs::metadata(path).is_ok_and(|there| !there.is_file()) => {
            bail!(
                "{} is not an ordinary file, and a stream reads and writes its table",
                path.display()
            );
        }
        Some(path) => Some(Kept::open(
            path,
            &ruleset,
            arguments.verify_table,
            &mut calculator,
        )?),
        None => None,
    };
    let code = match &arguments.position {
        Some(position) => one(arguments, question, &ruleset, position, &mut calculator)?,
        None => stream(arguments, question, &ruleset, &mut calculator)?,
    };
    if let Some(kept) = kept
        && code == ExitCode::SUCCESS
    {
        kept.save(&mut calculator)?;
    }
    Ok(code)
}

/// Answers about one position.
fn one(
    arguments: &Arguments,
    question: Question,
    ruleset: &str,
    position: &str,
    calculator: &mut Calculator,
) -> anyhow::Result<ExitCode> {
    let source = positions::written(ruleset, position)?;
    if question != Question::Moves {
        calculator.since = Some(calculator.begun);
        return calculator.print(&expression(&source, question), None);
    }
    match moves(calculator, &source) {
        Ok(report) => {
            let text = listing(&report);
            output::line(&shown(&report, arguments, text)?)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => calculator.report(&source, &error, None),
    }
}

/// Answers each line of the standard input.
fn stream(
    arguments: &Arguments,
    question: Question,
    ruleset: &str,
    calculator: &mut Calculator,
) -> anyhow::Result<ExitCode> {
    watchdog::keep_session();
    let mut input = io::stdin().lock();
    while let Some(line) = lines::next(&mut input, &calculator.limits)? {
        let bytes = match line {
            Ok(line) => line.bytes,
            Err(reason) => {
                lines::skip(&mut input)?;
                output::line(&calculator.failed("", &Diagnostic::stopped(reason)))?;
                continue;
            }
        };
        let position = String::from_utf8_lossy(&bytes);
        let reply = match positions::written(ruleset, position.trim()) {
            Ok(source) if question == Question::Moves => match moves(calculator, &source) {
                Ok(report) => shown(&report, arguments, compact(&report))?,
                Err(error) => calculator.failed(&source, &error),
            },
            Ok(source) => calculator.reply(expression(&source, question).as_bytes())?,
            Err(error) => refused(&error, arguments.terms.form.json),
        };
        output::line(&reply)?;
        calculator.tidy();
    }
    Ok(ExitCode::SUCCESS)
}

fn refused(error: &BadQuestion, json: bool) -> String {
    match json {
        true => serde_json::json!({"error": error.to_string()}).to_string(),
        false => format!("error: {error}"),
    }
}

/// What the calculator is asked.
fn expression(position: &str, question: Question) -> String {
    match question {
        Question::Outcome => format!("{position}.OutcomeClass"),
        _ => format!("{position}.GameValue"),
    }
}

fn moves(calculator: &mut Calculator, source: &str) -> Result<MovesReport, Diagnostic> {
    let format = match calculator.style.format() {
        Format::Json | Format::JsonWithTemperatures => Format::Plain,
        format => format,
    };
    calculator.attempt(|session, meter| positions::moves(session, source, format, meter))
}

fn shown(report: &MovesReport, arguments: &Arguments, text: String) -> anyhow::Result<String> {
    Ok(match arguments.terms.form.json {
        true => serde_json::to_string(report)?,
        false => text,
    })
}

/// The moves as a table.
fn listing(report: &MovesReport) -> String {
    let unknown = || "—".to_owned();
    let mut rows =
        vec![["", "move to", "value", "incentive", "mean", "temperature"].map(str::to_owned)];
    for found in &report.moves {
        rows.push([
            format!("{}{}", found.player, if found.wins { " +" } else { "" }),
            found.to.clone(),
            found.value.clone(),
            found.incentive.clone().unwrap_or_else(unknown),
            found.mean.clone().unwrap_or_else(unknown),
            found.temperature.clone().unwrap_or_else(unknown),
        ]);
    }
    let widths = columns::widths(&rows);
    let mut text = format!(
        "{}: value {}, outcome {}",
        report.position, report.value, report.outcome
    );
    if let (Some(mean), Some(temperature)) = (&report.mean, &report.temperature) {
        text.push_str(&format!(", mean {mean}, temperature {temperature}"));
    }
    for row in rows {
        let cells = row.iter().zip(&widths);
        let line: Vec<String> = cells
            .map(|(cell, &width)| columns::flush_left(cell, width))
            .collect();
        text.push('\n');
        text.push_str(line.join("  ").trim_end());
    }
    text
}

/// The moves on one line.
fn compact(report: &MovesReport) -> String {
    let sides = ["Left", "Right"].map(|player| {
        let own = report.moves.iter().filter(|found| found.player == player);
        let moves: Vec<String> = own
            .map(|found| {
                let mark = if found.wins { "+" } else { "" };
                format!("{mark}{} = {}", found.to, found.value)
            })
            .collect();
        format!("{player}: {}", moves.join(", "))
    });
    sides.join("; ")
}
