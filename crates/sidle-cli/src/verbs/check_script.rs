//! `sidle check-script FILE`: the mistakes in a class or script, without running it.

use std::{fs, io::Read, path::Path, process::ExitCode};

use anyhow::Context;
use clap::Args;
use serde_json::json;
use sidle::core::Meter;

use super::{limits::ProcessLimits, output, style::Style};
use crate::{failure::rendered, files, folders, standard_input::StandardInput};

const EXAMPLES: &str = "\
Examples:
  sidle check-script Nibble.cgs
  sidle check-script --path games games/strips/Nibble.cgs --json
  generate | sidle check-script -

All mistakes are told at once: unknown names, missing or idle `override`, wrong numbers of
arguments, clashes of members. Nothing is run.

Exit codes: 0 no mistake, 1 there are mistakes, 2 the file cannot be read,
3 stopped by a limit.";

/// Check a class or script without running it
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file; `-` is the standard input
    #[arg(value_name = "FILE")]
    file: String,

    #[command(flatten)]
    folders: folders::Folders,

    #[command(flatten)]
    style: Style,

    #[command(flatten)]
    limits: ProcessLimits,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.limits.meter();
    folders::check()?;
    let path = Path::new(&arguments.file);
    let source = read(path, &meter).with_context(|| arguments.file.clone())?;
    let mut session = folders::session();
    let name = class_name(path);
    let result = session.check_file(&name, &arguments.file, &source, &meter);
    meter.check()?;
    if arguments.style.json {
        let mistakes: Vec<serde_json::Value> = match &result {
            Ok(()) => Vec::new(),
            Err(first) => std::iter::once(first)
                .chain(&first.more)
                .map(|mistake| {
                    json!({
                        "message": mistake.message,
                        "help": mistake.help,
                        "start": mistake.span.start,
                        "end": mistake.span.end,
                        "line": source.get(..mistake.span.start).map(|before| before.matches('\n').count() + 1),
                    })
                })
                .collect(),
        };
        output::json_line(&json!({
            "file": arguments.file,
            "ok": mistakes.is_empty(),
            "mistakes": mistakes,
        }))?;
    } else if let Err(error) = &result {
        output::note(rendered(&source, error, None));
    } else {
        output::line(&format!("{}: no mistakes", arguments.file))?;
    }
    Ok(if result.is_ok() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

fn read(path: &Path, meter: &Meter) -> anyhow::Result<String> {
    if !files::is_standard(path) {
        return Ok(fs::read_to_string(path)?);
    }
    let mut source = String::new();
    let read = StandardInput::new(meter).read_to_string(&mut source);
    // A stop while the input is awaited looks like any other failure to read it.
    meter.check()?;
    read?;
    Ok(source)
}

/// The qualified name of the class in a file: by its place in one of the folders, or its own name. A class on the standard
/// input has no file to be named after.
fn class_name(file: &Path) -> String {
    if files::is_standard(file) {
        return String::new();
    }
    let stem = file.with_extension("");
    let inside = folders::asked().iter().find_map(|folder| {
        let (folder, stem) = (folder.canonicalize().ok()?, file.canonicalize().ok()?);
        let relative = stem.strip_prefix(&folder).ok()?.with_extension("");
        let parts: Vec<String> = relative
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        Some(parts.join("."))
    });
    inside.unwrap_or_else(|| {
        stem.file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default()
    })
}
