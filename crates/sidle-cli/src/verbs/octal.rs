//! `sidle octal CODE`: nim-sequences of take-and-break games and their periods.

mod certificate;
mod regularity;
mod table;

use std::{
    io::{self, BufWriter, Write},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use serde_json::json;
use sidle::{
    core::{Meter, StopReason},
    draw::plot_sequence,
    impartial::{
        code::Code,
        nim::{
            CheckpointError, ExceptionTable, Method, Pace, PeriodAnswer, Sequence, Statistics,
            Trust, Values, advance, read_checkpoint, spawning::Spawning, until_periodic,
            write_checkpoint,
        },
    },
};

use self::certificate::PeriodCertificate;
use super::{
    limits::{self, Terms},
    output::{self, Output},
};
use crate::{
    files::{self, answers, write_whole},
    process::{ending, watchdog},
    progress::run_with_progress,
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
    method: Choice,

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
    terms: Terms<Output>,
}

/// The methods, as they are typed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Choice {
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

impl From<Choice> for Method {
    fn from(choice: Choice) -> Method {
        match choice {
            Choice::Automatic => Method::Automatic,
            Choice::Definition => Method::Definition,
            Choice::Pairs => Method::Pairs,
            Choice::Sparse => Method::Sparse,
            Choice::Subtraction => Method::Subtraction,
            Choice::Partitions => Method::Partitions,
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
    let meter = arguments.terms.begin([], outputs.map(Option::as_deref))?;
    let _checkpoint = files::lock(arguments.checkpoint.as_deref())?;
    let _state = files::lock(arguments.state.as_deref())?;
    match (&arguments.code, arguments.all_digits) {
        (Some(text), _) => match (read_code(text), text.parse::<Spawning>()) {
            (Ok(code), _) => one(arguments, &code, text, &meter),
            // A number alone is rather a code without its point than the code of a coin-turning game.
            (Err(_), Ok(rules)) if text.contains(|c: char| !c.is_ascii_digit()) => {
                spawning(arguments, text, &rules, &meter)
            }
            (Err(error), _) => Err(error),
        },
        (None, Some(digits)) => table::run(arguments, digits, &meter),
        (None, None) => bail!("name a code, such as 0.77"),
    }
}

/// Reads a code or a usual name; an error points at the character.
pub(super) fn read_code(text: &str) -> anyhow::Result<Code> {
    if let Some(code) = Code::by_name(text) {
        return Ok(code);
    }
    text.parse::<Code>().map_err(|error| {
        let mut message = error.point_at(text);
        if text.chars().filter(|c| c.is_alphabetic()).count() > 2 && !text.contains('.') {
            let names: Vec<&str> = Code::names().map(|(name, _)| name).collect();
            message.push_str(&format!("\nor name a game: {}", names.join(", ")));
        }
        anyhow::anyhow!(message)
    })
}

/// The nim values of a coin-turning game: no theorem here proves a period of them.
fn spawning(
    arguments: &Arguments,
    code: &str,
    rules: &Spawning,
    meter: &Meter,
) -> anyhow::Result<ExitCode> {
    let asked = [
        ("--until-periodic", arguments.until_periodic),
        ("--certify", arguments.certify.is_some()),
        ("--exceptions", arguments.exceptions),
        ("--statistics", arguments.statistics),
        ("--cousins", arguments.cousins),
        ("--checkpoint", arguments.checkpoint.is_some()),
        ("--plot", arguments.plot.is_some()),
    ];
    if let Some((option, _)) = asked.iter().find(|(_, asked)| *asked) {
        bail!("`{option}` is for take-and-break codes; `{code}` is a code of a coin-turning game");
    }
    let count = arguments.values.unwrap_or(40);
    let most = u32::try_from(count.saturating_sub(1)).context("so many heaps are too many")?;
    let mut values = run_with_progress(meter, code, || rules.nim_values(most, meter))?;
    values.truncate(count as usize);
    let list: Vec<String> = values.iter().map(u64::to_string).collect();
    let object = json!({"code": code, "values": values});
    let answer = Answer {
        text: &list.join(" "),
        object: &object,
        before: 0,
        values: None,
    };
    answer.write(arguments)?;
    Ok(ExitCode::SUCCESS)
}

fn one(arguments: &Arguments, code: &Code, typed: &str, meter: &Meter) -> anyhow::Result<ExitCode> {
    let method = arguments.method.into();
    let mut believed = None;
    let sequence = match &arguments.checkpoint {
        Some(path) if path.exists() => {
            let values = checkpoint(arguments, path, code, meter)?;
            believed = arguments.trust.then_some(values.len());
            Sequence::resume(code.clone(), method, values)
        }
        _ => Sequence::with_method(code.clone(), method),
    };
    let mut sequence = sequence.map_err(|error| anyhow::anyhow!(error.point_at(typed)))?;
    let periodic = arguments.until_periodic || arguments.certify.is_some() || arguments.exceptions;
    let wanted = arguments.values.map(|count| count as usize);
    let shown = wanted.unwrap_or(if periodic { 0 } else { 40 });
    let mut saved = Instant::now();
    let interval = arguments.interval.unwrap_or(Duration::from_secs(10));
    let mut reached = sequence.values().len();
    let mut last = Instant::now();
    let mut keep = |sequence: &Sequence| -> anyhow::Result<Pace> {
        meter.advance((sequence.values().len() - reached) as u64);
        reached = sequence.values().len();
        if let Some(path) = &arguments.checkpoint
            && saved.elapsed() >= interval
        {
            write_checkpoint(path, sequence.code(), sequence.values())
                .with_context(|| path.display().to_string())?;
            saved = Instant::now();
        }
        // So short that a checkpoint is late by a part of its interval only.
        let took = std::mem::replace(&mut last, Instant::now()).elapsed();
        let late = arguments.checkpoint.is_some() && took > interval / 4;
        Ok(if late { Pace::Shorter } else { Pace::Longer })
    };
    // Games whose values cost more than one look at the heaps before are searched less far unless asked.
    let limit = arguments.limit.unwrap_or(sequence.usual_limit() as u64) as usize;
    meter.announce(if periodic { limit } else { shown } as u64);
    let work = run_with_progress(
        meter,
        code.to_string().as_str(),
        || -> anyhow::Result<Option<PeriodAnswer>> {
            let mut answer = None;
            if periodic {
                answer = Some(until_periodic(&mut sequence, limit, meter, &mut keep)?);
            }
            advance(&mut sequence, shown, meter, &mut keep)?;
            Ok(answer)
        },
    );
    let (answer, stopped) = match work {
        Ok(answer) => (answer, None),
        Err(error) => match error.downcast::<StopReason>() {
            Ok(reason) => (periodic.then(|| PeriodAnswer::of(&sequence)), Some(reason)),
            Err(error) => return Err(error),
        },
    };
    if let Some(reason) = stopped {
        watchdog::stopped(reason);
    }
    if let Some(path) = &arguments.checkpoint {
        write_checkpoint(path, code, sequence.values())
            .with_context(|| path.display().to_string())?;
    }
    if let Some(path) = &arguments.certify {
        certify(path, &sequence)?;
    }
    if let Some(path) = &arguments.plot {
        plot(path, &sequence)?;
    }
    let mut text = String::new();
    let mut object = json!({"code": code.to_string()});
    let mut listed = false;
    if let Some(answer) = &answer {
        object = serde_json::to_value(answer)?;
        text.push_str(&period_text(answer));
    }
    if stopped.is_none() {
        listed = wanted.is_some() || !periodic;
    }
    // The values stand behind what is said about their period, and before everything else.
    let before = text.len();
    if arguments.exceptions
        && let Some(table) = ExceptionTable::of(&sequence)
    {
        text.push_str(&exceptions_text(&table));
        object["exceptions"] = serde_json::to_value(&table)?;
    }
    if arguments.cousins {
        let cousins: Vec<String> = code.first_cousins().iter().map(Code::to_string).collect();
        let listed = match cousins.as_slice() {
            [] => "none".to_owned(),
            cousins => cousins.join(", "),
        };
        text.push_str(&format!("\nfirst cousins: {listed}"));
        object["first_cousins"] = json!(cousins);
    }
    if arguments.statistics {
        let statistics = Statistics::of(&sequence);
        text.push_str(&statistics_text(&statistics));
        object["statistics"] = serde_json::to_value(&statistics)?;
    }
    if let Some(count) = believed {
        text.push_str(&format!(
            "\nthe first {count} values were read from the checkpoint and believed (--trust)"
        ));
        object["believed"] = json!(count);
    }
    if let Some(reason) = stopped {
        object["searched"] = json!(sequence.values().len());
        object["stopped"] = json!(reason.to_string());
        if text.is_empty() {
            text = format!("{} values were computed", sequence.values().len());
        }
    }
    let answer = Answer {
        text: &text,
        object: &object,
        before,
        values: listed.then(|| (sequence.values(), shown)),
    };
    answer.write(arguments)?;
    match stopped {
        Some(reason) => {
            output::note(format_args!("{reason}{}", ending::how_far(reason)));
            Ok(ExitCode::from(3))
        }
        None => Ok(ExitCode::SUCCESS),
    }
}

/// The values in a checkpoint, verified unless its owner says that they are right.
fn checkpoint(
    arguments: &Arguments,
    path: &Path,
    code: &Code,
    meter: &Meter,
) -> anyhow::Result<Values> {
    let trust = match arguments.trust {
        true => Trust::Sample,
        false => Trust::Nothing {
            threads: arguments.threads.map_or(0, NonZeroUsize::get),
        },
    };
    let label = format!("verifying {}", path.display());
    let read = run_with_progress(meter, &label, || read_checkpoint(path, code, trust, meter));
    read.map_err(|error| match error {
        CheckpointError::Stopped(reason) if !arguments.trust => anyhow::Error::from(reason)
            .context("the checkpoint was not verified (--trust goes on without)"),
        error => error.into(),
    })
    .with_context(|| path.display().to_string())
}

fn period_text(answer: &PeriodAnswer) -> String {
    match (answer.period, answer.preperiod) {
        (Some(period), Some(preperiod)) => {
            let saltus = match answer.saltus {
                Some(saltus) if saltus > 0 => format!(", saltus {saltus}"),
                _ => String::new(),
            };
            format!(
                "{}: period {period} from heap {preperiod} on{saltus}\n{}",
                answer.code, answer.proof
            )
        }
        _ => match &answer.regularity {
            Some(regularity) => regularity::text(answer, regularity),
            None => format!(
                "{}: {} ({} heaps)",
                answer.code, answer.proof, answer.searched
            ),
        },
    }
}

fn exceptions_text(table: &ExceptionTable) -> String {
    let values: Vec<String> = table.values.iter().map(i64::to_string).collect();
    let exceptions: Vec<String> = table
        .exceptions
        .iter()
        .map(|(heap, value)| format!("{heap}:{value}"))
        .collect();
    format!(
        "\nperiod: {}\nexceptions: {}",
        values.join(" "),
        exceptions.join(" ")
    )
}

fn statistics_text(statistics: &Statistics) -> String {
    let champions: Vec<String> = statistics
        .champions
        .iter()
        .map(|(heap, value)| format!("{value} at {heap}"))
        .collect();
    let mut text = format!("\nlargest values: {}", champions.join(", "));
    if let Some(space) = &statistics.sparse_space {
        text.push_str(&format!(
            "\nsparse space: mask {}, {} rare heaps of {}, the last is {}",
            space.mask, space.rare, statistics.heaps, space.last_rare
        ));
    }
    text
}

fn certify(path: &Path, sequence: &Sequence) -> anyhow::Result<()> {
    let code = sequence.code();
    let certificate = match (sequence.automatic(), sequence.periodicity()) {
        (Some(found), _) => PeriodCertificate::of_machine(code, found),
        (None, None) => bail!(
            "there is nothing to certify: no period of {code} is proved by the values searched (see --limit)"
        ),
        (None, Some(found)) => PeriodCertificate::of(sequence, found).with_context(|| {
            let (p, s) = (found.period, found.saltus);
            format!(
                "the period {p} of {code} (saltus {s}) is proved, but only periods without saltus of games that leave at \
                 most three heaps, and those of subtraction games whose digits repeat, have certificates"
            )
        })?,
    };
    write_whole(path, |out| {
        serde_json::to_writer(&mut *out, &certificate)?;
        Ok(writeln!(out)?)
    })
}

fn plot(path: &Path, sequence: &Sequence) -> anyhow::Result<()> {
    let space = sequence.space();
    let rare = |heap: usize, value: u32| space.is_some_and(|space| space.is_rare(value, heap));
    let values: Vec<u32> = sequence.values().iter().collect();
    let title = match space {
        None => sequence.code().to_string(),
        Some(space) => format!(
            "{} (rare values, mask {:b}, set off)",
            sequence.code(),
            space.mask
        ),
    };
    let svg = plot_sequence(&title, values.iter().copied(), rare);
    write_whole(path, |out| Ok(out.write_all(svg.as_bytes())?))
}

/// What is said about a code. The values of heaps may be gigabytes: they are written as they are read.
struct Answer<'a> {
    text: &'a str,
    object: &'a serde_json::Value,
    /// In the text the values come here, in the object as its last field.
    before: usize,
    /// The values of so many heaps.
    values: Option<(&'a Values, usize)>,
}

impl Answer<'_> {
    fn write(&self, arguments: &Arguments) -> anyhow::Result<()> {
        let content = |out: &mut dyn Write| match arguments.terms.form.json {
            true => self.write_json(out),
            false => Ok(self.write_text(out)?),
        };
        match &arguments.output {
            None => {
                let mut out = BufWriter::with_capacity(1 << 16, answers());
                content(&mut out)?;
                Ok(out.flush()?)
            }
            Some(path) => write_whole(path, content),
        }
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let (before, behind) = self.text.split_at(self.before);
        out.write_all(before.as_bytes())?;
        if let Some((values, count)) = self.values {
            if !before.is_empty() {
                writeln!(out)?;
            }
            values.write(count, ' ', out)?;
        }
        writeln!(out, "{behind}")
    }

    fn write_json(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let object = serde_json::to_string(self.object)?;
        match (self.values, object.strip_suffix('}')) {
            (Some((values, count)), Some(fields)) => {
                let between = if fields.len() > 1 { "," } else { "" };
                write!(out, "{fields}{between}\"values\":[")?;
                values.write(count, ',', out)?;
                writeln!(out, "]}}")?;
            }
            _ => writeln!(out, "{object}")?,
        }
        Ok(())
    }
}
