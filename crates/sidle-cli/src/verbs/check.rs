//! `sidle check FILE…`: certificates verified by the independent checker.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use sidle::{
    Job,
    core::StopReason,
    questions::{CheckQuestion, CheckedCertificate, ConvertCertificateQuestion},
};

use super::{
    limits::ProcessLimits,
    output::{self, Output},
};
use crate::door;

const EXAMPLES: &str = "\
Examples:
  sidle eval --certify up.json '^ > 0'
  sidle check up.json
  sidle graph gamma --certify gamma.json board.txt && sidle check gamma.json
  sidle check --json proofs/*.json
  sidle check up.json --convert up.cert && sidle check up.cert

A file may hold several certificates, one after another: `sidle loopy compare game.txt a b --certify - | sidle check -`.
A container holds one certificate, which is read record by record.
The exit code is 0 if every certificate shows its claim, 1 if one does not, 2 if one cannot be read.
The format is specified in `sidle man formats`, section Certificates.";

/// Verify certificates step by step, without any solver
///
/// Each line of output says what the certificate claims, read off the games it holds, and whether its
/// steps show that; for one that fails, the first step that does not follow.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The certificates; `-` is the standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Also write the certificate in its other form: JSON as a container, a container as JSON
    #[arg(long, value_name = "FILE")]
    convert: Option<PathBuf>,

    #[command(flatten)]
    output: Output,

    #[command(flatten)]
    limits: ProcessLimits,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let inputs = arguments.files.iter().map(PathBuf::as_path);
    let job = arguments
        .limits
        .begin_job(inputs, [arguments.convert.as_deref()])?;
    let mut worst = 0;
    for file in &arguments.files {
        worst = worst.max(check_file(file, arguments, &job)?);
    }
    Ok(ExitCode::from(worst))
}

/// Checks the certificates of one file and gives the exit code. A file that cannot be read does not end the run.
fn check_file(file: &Path, arguments: &Arguments, job: &Job) -> anyhow::Result<u8> {
    let (name, how) = (file.display().to_string(), &arguments.output);
    let question = door::source(file, job).map(|of| CheckQuestion {
        of,
        name: Some(name.clone()),
    });
    let answer = question.and_then(|question| {
        let answer = door::ask(&question, job, &name, &[])?;
        if let Some(path) = &arguments.convert {
            let convert = ConvertCertificateQuestion { of: question.of };
            door::write_certificate(&door::ask(&convert, job, &name, &[])?, path)?;
        }
        Ok(answer)
    });
    let certificates = match answer {
        Ok(answer) => answer.certificates,
        Err(error) if error.chain().any(|cause| cause.is::<StopReason>()) => return Err(error),
        Err(error) => vec![CheckedCertificate::unreadable(&name, format!("{error:#}"))],
    };
    let mut worst = 0;
    for checked in &certificates {
        worst = worst.max(match checked.valid {
            Some(valid) => u8::from(!valid),
            None => 2,
        });
        match checked.error {
            Some(_) if !how.json => output::note(format_args!("error: {checked}")),
            _ => how.answer(&checked.to_string(), checked)?,
        }
    }
    Ok(worst)
}
