//! `sidle check FILE…`: certificates verified by the independent checker.

use std::{fs, io::Read, process::ExitCode};

use anyhow::bail;
use clap::Args;
use serde_json::json;
use sidle::{
    check::{ErrorKind, Verdict, try_check_bytes},
    core::{Meter, StopReason},
};

use super::{
    limits::ProcessLimits,
    output::{self, Output},
};
use crate::standard_input::StandardInput;

const EXAMPLES: &str = "\
Examples:
  sidle eval --certify up.json '^ > 0'
  sidle check up.json
  sidle graph gamma --certify gamma.json board.txt && sidle check gamma.json
  sidle check --json proofs/*.json

A file may hold several certificates, one after another: `sidle loopy compare game.txt a b --certify - | sidle check -`.
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
    files: Vec<String>,

    #[command(flatten)]
    output: Output,

    #[command(flatten)]
    limits: ProcessLimits,
}

/// So much white space in front is too much.
const LONGEST_BLANK: usize = 1 << 20;
/// So much is read between two looks at the limits.
const BLOCK: u64 = 1 << 20;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.limits.meter();
    let mut worst = 0;
    for file in &arguments.files {
        worst = worst.max(check_file(file, &arguments.output, &meter)?);
    }
    Ok(ExitCode::from(worst))
}

/// Checks the certificates of one file and gives the exit code.
fn check_file(file: &str, how: &Output, meter: &Meter) -> anyhow::Result<u8> {
    let read = read(file, meter);
    meter.check()?;
    let bytes = match read {
        Ok(bytes) => bytes,
        Err(error) if error.is::<StopReason>() => return Err(error),
        Err(error) => {
            refuse(file, &error, how)?;
            return Ok(2);
        }
    };
    let mut worst = 0;
    let mut rest = bytes.as_slice();
    while !rest.is_empty() {
        let (object, behind) = rest.split_at(object_end(rest, meter)?);
        rest = behind;
        let checked = try_check_bytes(object, meter);
        meter.check()?;
        let code = match checked {
            Ok(verdict) => {
                show(file, &verdict, how)?;
                u8::from(!verdict.is_valid())
            }
            Err(error) => match error.kind() {
                ErrorKind::Stopped(reason) => return Err((*reason).into()),
                _ => {
                    refuse(file, &error.into(), how)?;
                    2
                }
            },
        };
        worst = worst.max(code);
    }
    Ok(worst)
}

/// Where the first object ends, if another follows it; or else where the text ends, so that the reader of
/// certificates tells what is wrong with it.
fn object_end(text: &[u8], meter: &Meter) -> Result<usize, StopReason> {
    let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
    let mut ticker = meter.ticker();
    for (at, &byte) in text.iter().enumerate() {
        if at % 4096 == 0 {
            ticker.step()?;
        }
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'{' => depth += 1,
            b'}' if depth > 1 => depth -= 1,
            b'}' => {
                let behind = text[at + 1..].trim_ascii_start();
                let end = text.len() - behind.len();
                return Ok(if behind.starts_with(b"{") {
                    end
                } else {
                    text.len()
                });
            }
            _ => {}
        }
    }
    Ok(text.len())
}

fn read(file: &str, meter: &Meter) -> anyhow::Result<Vec<u8>> {
    if file == "-" {
        return read_object(StandardInput::new(meter), meter);
    }
    read_object(fs::File::open(file)?, meter)
}

/// Reads all of it if it can be an object at all: a gigabyte of something else is refused at once.
fn read_object(mut input: impl Read, meter: &Meter) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    while bytes.trim_ascii_start().is_empty() && bytes.len() < LONGEST_BLANK {
        if input.by_ref().take(256).read_to_end(&mut bytes)? == 0 {
            break;
        }
    }
    if !bytes.trim_ascii_start().starts_with(b"{") {
        bail!("a certificate is a JSON object and begins with `{{`");
    }
    while input.by_ref().take(BLOCK).read_to_end(&mut bytes)? > 0 {
        meter.check()?;
        // The list that grows may be copied.
        meter.room(bytes.len() as u64)?;
    }
    Ok(bytes)
}

fn show(file: &str, verdict: &Verdict, how: &Output) -> anyhow::Result<()> {
    let mut object = json!({
        "file": file,
        "kind": verdict.kind(),
        "claim": verdict.claim(),
        "valid": verdict.is_valid(),
    });
    match verdict.result() {
        Ok(steps) => object["steps"] = json!(steps),
        Err(failure) => {
            object["step"] = json!(failure.step());
            object["step_claim"] = json!(failure.claim());
            object["reason"] = json!(failure.reason());
        }
    }
    // Names come from the certificate: they must not look like further answers.
    how.answer(&plain(&format!("{file}: {verdict}")), &object)
}

/// A text without control characters, which are written as in source code.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter.is_control() {
            true => plain.extend(letter.escape_default()),
            false => plain.push(letter),
        }
    }
    plain
}

/// A file that is not a certificate: the other files are still checked.
fn refuse(file: &str, error: &anyhow::Error, how: &Output) -> anyhow::Result<()> {
    if how.json {
        output::json_line(&json!({"file": file, "error": format!("{error:#}")}))
    } else {
        output::note(format_args!(
            "error: {}",
            plain(&format!("{file}: {error:#}"))
        ));
        Ok(())
    }
}
