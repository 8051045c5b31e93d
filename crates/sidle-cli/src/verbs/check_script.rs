//! `sidle check-script FILE`: the mistakes in a class or script, without running it.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use sidle::{Report, questions::CheckScriptQuestion};

use super::{limits::ProcessLimits, output, style::Style};
use crate::{door, folders};

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
    file: PathBuf,

    #[command(flatten)]
    folders: folders::Folders,

    #[command(flatten)]
    style: Style,

    #[command(flatten)]
    limits: ProcessLimits,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let job = arguments.limits.job();
    folders::check()?;
    let question = CheckScriptQuestion {
        script: door::source(&arguments.file, &job)?,
        session: String::new(),
    };
    let answer = door::ask(&question, &job, "checking", &[])?;
    if arguments.style.json {
        output::json_line(&answer)?;
    } else if answer.ok {
        output::line(&answer.text(arguments.style.notation()))?;
    } else {
        output::note(answer.text(arguments.style.notation()));
    }
    Ok(ExitCode::from(u8::from(!answer.ok)))
}
