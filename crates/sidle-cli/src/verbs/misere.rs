//! `sidle misere …`: genus, canonical forms, quotients and winning moves under misère play.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use serde_json::json;
use sidle::{
    core::{Meter, StopReason},
    impartial::{
        code::Code,
        misere::{Forms, HeapForms, parse_form},
        nim::all_octal_codes,
        quotient::{
            Counted, HeapGame, QuotientAnswer, QuotientError, QuotientOptions, QuotientRow,
            QuotientSearch, SavedError, quotient_table,
        },
    },
};

use super::{
    entries::{self, Heaps, empty_entry, pointed, split_at_commas},
    limits::{self, TableThreads, Terms},
    misere_certificate,
    octal::read_code,
    output::{self, Output},
};
use crate::{
    files::{self, write_whole},
    process::watchdog,
    progress::run_with_progress,
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
    terms: Terms<Output>,
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

    #[command(flatten)]
    table_threads: TableThreads,

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
    terms: Terms<Output>,
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
    terms: Terms<Output>,
}

pub(crate) fn run(member: &Member) -> anyhow::Result<ExitCode> {
    match member {
        Member::Genus(arguments) => forms(arguments, true),
        Member::Canonical(arguments) => forms(arguments, false),
        Member::Quotient(arguments) => quotient(arguments),
        Member::Play(arguments) => play(arguments),
        Member::Compare(arguments) => super::misere_compare::run(arguments),
    }
}

/// What was named: a code if there is a point in it or it is a game's usual name, else games.
enum Named {
    Code(Code),
    Games(Forms, Vec<sidle::impartial::misere::Form>),
}

fn named(text: &str, meter: &Meter) -> anyhow::Result<Named> {
    if text.contains('.') || Code::by_name(text).is_some() {
        let code = read_code(text)?;
        // A game that could go on for ever has no misère theory here.
        sidle::impartial::nim::Sequence::new(code.clone())?;
        return Ok(Named::Code(code));
    }
    let mut forms = Forms::new();
    let inner = text.trim();
    let inner = inner
        .strip_prefix("cl(")
        .and_then(|rest| rest.strip_suffix(')'))
        .unwrap_or(inner);
    let mut games = Vec::new();
    for (start, part) in split_at_commas(inner) {
        if part.trim().is_empty() {
            anyhow::bail!("{}", empty_entry(inner, start));
        }
        let game = parse_form(&mut forms, part, meter).map_err(|error| match error.stopped() {
            Some(reason) => anyhow::Error::from(reason),
            None => {
                anyhow::anyhow!(
                    "{}",
                    pointed(&error.to_string(), inner, start + error.span().start)
                )
            }
        })?;
        games.push(game);
    }
    Ok(Named::Games(forms, games))
}

fn forms(arguments: &FormArguments, genus: bool) -> anyhow::Result<ExitCode> {
    let meter = arguments.terms.meter();
    let field = if genus { "genus" } else { "canonical" };
    let label = if genus {
        "genus symbols"
    } else {
        "canonical forms"
    };
    let named = named(&arguments.game, &meter)?;
    let mut shown: Vec<String> = Vec::new();
    let mut stopped: Option<StopReason> = None;
    let single = matches!(&named, Named::Games(_, games) if games.len() == 1);
    let code = run_with_progress(&meter, label, || -> Result<String, StopReason> {
        match named {
            Named::Code(code) => {
                let name = code.to_string();
                let mut heaps = HeapForms::new(HeapGame::Code(code));
                for heap in 0..=arguments.heaps.unwrap_or(20) {
                    let one = if genus {
                        heaps.genus(heap, &meter).map(|genus| genus.to_string())
                    } else {
                        heaps.heap(heap, &meter).and_then(|form| {
                            Ok(format!("*[{}]", heaps.forms_mut().text(form, &meter)?))
                        })
                    };
                    match one {
                        Ok(text) => shown.push(text),
                        Err(reason) => {
                            stopped = Some(reason);
                            break;
                        }
                    }
                }
                Ok(name)
            }
            Named::Games(mut forms, games) => {
                for game in games {
                    shown.push(if genus {
                        forms.genus(game, &meter)?.to_string()
                    } else {
                        format!("*[{}]", forms.text(game, &meter)?)
                    });
                }
                Ok(arguments.game.clone())
            }
        }
    })?;
    let mut object = json!({"code": code});
    object[field] = if single {
        json!(shown[0])
    } else {
        json!(shown)
    };
    if let Some(reason) = stopped {
        object["stopped"] = json!(reason.to_string());
    }
    arguments.terms.form.answer(&shown.join(" "), &object)?;
    finish(stopped)
}

fn finish(stopped: Option<StopReason>) -> anyhow::Result<ExitCode> {
    match stopped {
        Some(reason) => {
            output::note(reason);
            Ok(ExitCode::from(3))
        }
        None => Ok(ExitCode::SUCCESS),
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
    let meter = arguments.terms.begin([], outputs.map(Option::as_deref))?;
    let _lock = files::lock(arguments.checkpoint.as_deref())?;
    let Some(typed) = &arguments.game else {
        return table(arguments, &meter);
    };
    let (game, name) = match named(typed, &meter)? {
        Named::Code(code) => {
            let name = code.to_string();
            (HeapGame::Code(code), name)
        }
        Named::Games(forms, games) => {
            let (game, _) = HeapGame::closure(&forms, &games, &meter)?;
            (game, typed.clone())
        }
    };
    let options = QuotientOptions {
        heaps: arguments.heaps,
        most: arguments.max_order as usize,
    };
    let mut search = match &arguments.checkpoint {
        Some(path) if path.exists() => {
            let resumed = run_with_progress(&meter, &name, || {
                QuotientSearch::resume(path, &name, game, options, &meter)
            });
            match resumed {
                Err(SavedError::Stopped(reason)) => return Err(reason.into()),
                resumed => resumed.with_context(|| path.display().to_string())?,
            }
        }
        _ => QuotientSearch::new(game, options),
    };
    let ended = run_with_progress(&meter, &name, || {
        search_keeping(&mut search, arguments, &name, &meter)
    });
    let ended = match ended {
        Ok(()) => Ok(()),
        Err(error) => Err(error.downcast::<QuotientError>()?),
    };
    if let Err(QuotientError::Stopped(reason)) = &ended {
        watchdog::stopped(*reason);
    }
    if let Some(path) = &arguments.checkpoint {
        keep(&search, path, &name)?;
    }
    let answer = search.answer(&name);
    let mut object = serde_json::to_value(&answer)?;
    let mut text = quotient_text(&answer);
    match (&ended, search.counted()) {
        (Err(QuotientError::Infinite(..)), Some(counted)) => {
            text.push_str(&infinite_text(counted));
            object["infinite"] = json!({
                "heap": counted.phi().len() - 1,
                "infinite_order": counted.infinite_order(),
                "counters": counted.counters(),
                "gap": counted.gap(),
                "period": counted.period(),
                "order": counted.monoid().order(),
            });
        }
        (Err(error), _) => object["stopped"] = json!(error.to_string()),
        _ => {}
    }
    arguments.terms.form.answer(&text, &object)?;
    let exports = [
        (
            &arguments.latex,
            QuotientSearch::latex as fn(&QuotientSearch) -> String,
        ),
        (&arguments.csv, QuotientSearch::csv),
        (&arguments.svg, QuotientSearch::svg),
    ];
    for (path, export) in exports {
        if let Some(path) = path {
            let text = export(&search);
            write_whole(path, |out| Ok(out.write_all(text.as_bytes())?))?;
        }
    }
    if let Some(path) = &arguments.certify {
        match search.counted() {
            Some(counted) => misere_certificate::infinite(path, &search, counted, &name)?,
            None => misere_certificate::finite(path, &search, &name)?,
        }
    }
    match ended {
        Ok(()) | Err(QuotientError::Infinite(..)) => Ok(ExitCode::SUCCESS),
        Err(error) => {
            output::note(error);
            Ok(ExitCode::from(3))
        }
    }
}

/// The quotients of a family of games.
fn table(arguments: &QuotientArguments, meter: &Meter) -> anyhow::Result<ExitCode> {
    let codes: Vec<Code> = all_octal_codes(arguments.all_digits.unwrap_or(2)).collect();
    let options = QuotientOptions {
        heaps: arguments.heaps,
        most: arguments.max_order as usize,
    };
    let table = run_with_progress(meter, "octal games", || {
        quotient_table(
            &codes,
            options,
            arguments.each,
            arguments.table_threads.get(),
            meter,
        )
    });
    if let Some(reason) = table.stopped {
        watchdog::stopped(reason);
    }
    write_table(&table.rows, arguments.terms.form.json)?;
    match table.stopped {
        Some(reason) => {
            output::note(format_args!(
                "{reason}; {} of {} rows",
                table.rows.len(),
                codes.len()
            ));
            Ok(ExitCode::from(3))
        }
        None => Ok(ExitCode::SUCCESS),
    }
}

fn write_table(rows: &[QuotientRow], json: bool) -> anyhow::Result<()> {
    if json {
        return rows.iter().try_for_each(output::json_line);
    }
    output::line(
        "| code | order | P | period | preperiod | heaps | growth |\n|---|---|---|---|---|---|---|",
    )?;
    for row in rows {
        let show = |number: Option<usize>| number.map_or("?".to_owned(), |n| n.to_string());
        let growth: Vec<String> = row
            .growth
            .iter()
            .map(|g| format!("{}:{}/{}", g.0, g.1, g.2))
            .collect();
        let more = if row.complete { "" } else { "≥ " };
        output::line(&format!(
            "| {} | {more}{} | {} | {} | {} | {} | {} |",
            row.code,
            row.order,
            row.p_order,
            show(row.period),
            show(row.preperiod),
            row.heaps,
            growth.join(" ")
        ))?;
    }
    Ok(())
}

/// Writes the checkpoint; an error names it.
fn keep(search: &QuotientSearch, path: &Path, name: &str) -> anyhow::Result<()> {
    let saved = search.save(path, name);
    saved.with_context(|| format!("cannot write the checkpoint {}", path.display()))
}

/// Runs a search, and keeps what it finds in the file that was asked for.
fn search_keeping(
    search: &mut QuotientSearch,
    arguments: &QuotientArguments,
    name: &str,
    meter: &Meter,
) -> anyhow::Result<()> {
    let interval = arguments.interval.unwrap_or(Duration::from_secs(10));
    let (mut saved, mut order) = (Instant::now(), search.partial().quotient.order());
    search.run_keeping(meter, |search| -> anyhow::Result<()> {
        let now = search.partial().quotient.order();
        if let Some(path) = &arguments.checkpoint
            && (now != order || saved.elapsed() >= interval)
        {
            keep(search, path, name)?;
            (saved, order) = (Instant::now(), now);
        }
        Ok(())
    })
}

fn quotient_text(answer: &QuotientAnswer) -> String {
    let mut text = format!(
        "{}: |Q| = {}, |P| = {}",
        answer.code, answer.order, answer.p_order
    );
    match (answer.period, answer.preperiod) {
        (Some(period), Some(preperiod)) => {
            text.push_str(&format!(
                ", period {period} from heap {preperiod} on (proved)\n"
            ));
        }
        _ if answer.complete => text.push('\n'),
        _ => text.push_str(&format!(", heaps up to {}\n", answer.heaps)),
    }
    let growth: Vec<String> = answer
        .growth
        .iter()
        .map(|g| format!("{}:{}/{}", g.0, g.1, g.2))
        .collect();
    if !growth.is_empty() {
        text.push_str(&format!("growth: {}\n", growth.join(" ")));
    }
    text.push_str(&format!(
        "Q = <{} | {}>\n",
        answer.generators.join(","),
        answer.relations.join(", ")
    ));
    text.push_str(&format!("P = {{{}}}\n", answer.p_portion.join(", ")));
    text.push_str(&format!("phi = {}", answer.phi.join(" ")));
    text
}

/// What is known about a quotient that is infinite from one heap on.
fn infinite_text(counted: &Counted) -> String {
    let numbers = |heaps: &[u32]| {
        let heaps: Vec<String> = heaps.iter().map(u32::to_string).collect();
        heaps.join(", ")
    };
    let heap = counted.phi().len() - 1;
    let order = counted.infinite_order().map_or(0, |order| order.heap);
    format!(
        "\ninfinite at heap {heap} (proved): no two sums of heaps {order} are equal\noutcomes: by the numbers of heaps {}, and for the other heaps a monoid of order {}",
        numbers(counted.counters()),
        counted.monoid().order()
    )
}

/// The quotient of all heaps up to the largest named, and the name of the game; an exit code if a limit was met.
pub(super) fn search_for(
    text: &str,
    heaps: &[u32],
    meter: &Meter,
) -> anyhow::Result<Result<(QuotientSearch, String), ExitCode>> {
    let Named::Code(code) = named(text, meter)? else {
        bail!("name a code such as 0.77");
    };
    let options = QuotientOptions {
        heaps: heaps.iter().copied().max(),
        ..QuotientOptions::default()
    };
    let name = code.to_string();
    let mut search = QuotientSearch::new(HeapGame::Code(code), options);
    match run_with_progress(meter, &name, || search.run(meter)) {
        // Sums of heaps up to the one that makes it infinite can be judged, too.
        Ok(()) => Ok(Ok((search, name))),
        Err(QuotientError::Infinite(heap, _)) if heaps.iter().all(|&h| h <= heap) => {
            Ok(Ok((search, name)))
        }
        Err(QuotientError::Stopped(reason)) => Err(reason.into()),
        Err(error) => {
            output::note(error);
            Ok(Err(ExitCode::from(3)))
        }
    }
}

fn play(arguments: &PlayArguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.terms.meter();
    let at = arguments.at.concat();
    let (search, name) = match search_for(&arguments.code, &at, &meter)? {
        Ok(found) => found,
        Err(code) => return Ok(code),
    };
    let position = search
        .judge(&at, &meter)?
        .context("a heap has not been looked at")?;
    let heaps = |heaps: &[u32]| match heaps {
        [] => "nothing".to_owned(),
        heaps => heaps
            .iter()
            .map(u32::to_string)
            .collect::<Vec<_>>()
            .join("+"),
    };
    let mut text = match position.outcome {
        'P' => format!(
            "{}: the previous player wins (value {})",
            heaps(&position.heaps),
            position.element
        ),
        _ => format!(
            "{}: the next player wins (value {})",
            heaps(&position.heaps),
            position.element
        ),
    };
    for chosen in &position.winning_moves {
        text.push_str(&format!("\n  {} -> {}", chosen.heap, heaps(&chosen.left)));
    }
    let mut object = serde_json::to_value(&position)?;
    object["code"] = json!(name);
    arguments.terms.form.answer(&text, &object)?;
    Ok(ExitCode::SUCCESS)
}
