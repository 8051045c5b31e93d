//! `sidle octal --all-digits D`: a table of periods.

use std::{
    fs,
    io::{BufReader, Write},
    num::NonZeroUsize,
    path::Path,
    process::ExitCode,
};

use anyhow::Context;
use sidle::{
    core::Meter,
    impartial::{
        code::Code,
        nim::{PeriodAnswer, all_octal_codes, period_table, read_table_state},
    },
};

use super::Arguments;
use crate::{files::write_whole, process::watchdog, progress::run_with_progress, verbs::output};

pub(super) fn run(arguments: &Arguments, digits: u32, meter: &Meter) -> anyhow::Result<ExitCode> {
    let codes: Vec<Code> = all_octal_codes(digits).collect();
    let limit = arguments.limit.unwrap_or(10_000) as usize;
    let known = match &arguments.state {
        Some(path) if path.exists() => read_state(path)?,
        _ => Vec::new(),
    };
    // What was searched less far than now is searched again.
    let known: Vec<PeriodAnswer> = known
        .into_iter()
        .filter(|answer| answer.is_proved() || answer.searched >= limit)
        .collect();
    let mut state = match &arguments.state {
        Some(path) => Some(
            fs::File::options()
                .create(true)
                .append(true)
                .open(path)
                .with_context(|| format!("cannot write {}", path.display()))?,
        ),
        None => None,
    };
    let table = run_with_progress(meter, "octal games", || {
        let state = state.as_mut().map(|file| file as &mut (dyn Write + Send));
        period_table(
            &codes,
            limit,
            &known,
            arguments.threads.map_or(0, NonZeroUsize::get),
            state,
            meter,
        )
    });
    let table = table.with_context(|| match &arguments.state {
        Some(path) => path.display().to_string(),
        None => "octal games".to_owned(),
    })?;
    if let Some(reason) = table.stopped {
        watchdog::stopped(reason);
    }
    write_table(arguments, &table.rows)?;
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

fn write_table(arguments: &Arguments, answers: &[PeriodAnswer]) -> anyhow::Result<()> {
    if arguments.terms.form.json {
        let lines: anyhow::Result<Vec<String>> = answers
            .iter()
            .map(|answer| Ok(serde_json::to_string(answer)?))
            .collect();
        return write_lines(arguments, &lines?);
    }
    let mut lines = vec![
        "| code | period | preperiod | searched |".to_owned(),
        "|---|---|---|---|".to_owned(),
    ];
    for answer in answers {
        let show = |number: Option<usize>| number.map_or("?".to_owned(), |n| n.to_string());
        let (period, preperiod) = (show(answer.period), show(answer.preperiod));
        lines.push(format!(
            "| {} | {period} | {preperiod} | {} |",
            answer.code, answer.searched
        ));
    }
    write_lines(arguments, &lines)
}

fn write_lines(arguments: &Arguments, lines: &[String]) -> anyhow::Result<()> {
    let text = lines.join("\n");
    match &arguments.output {
        None => Ok(output::line(&text)?),
        Some(path) => write_whole(path, |out| Ok(writeln!(out, "{text}")?)),
    }
}

/// The rows of a state file, whose last line is taken away if it was cut off in the middle.
fn read_state(path: &Path) -> anyhow::Result<Vec<PeriodAnswer>> {
    let name = || path.display().to_string();
    let file = fs::File::open(path).with_context(name)?;
    let (rows, bytes) = read_table_state(BufReader::new(&file)).with_context(name)?;
    if file.metadata()?.len() > bytes {
        let file = fs::File::options().write(true).open(path);
        file.and_then(|file| file.set_len(bytes))
            .with_context(name)?;
    }
    Ok(rows)
}
