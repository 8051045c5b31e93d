//! `sidle check FILE…`: certificates verified by the independent checker.

use std::{
    fs,
    io::{self, Read},
    process::ExitCode,
};

use clap::Args;
use serde_json::json;
use sidle::check::{Verdict, check_bytes};

use super::output::{self, Output};

const EXAMPLES: &str = "\
Examples:
  sidle eval --certify up.json '^ > 0'
  sidle check up.json
  sidle graph gamma --certify gamma.json board.txt && sidle check gamma.json
  sidle check --json proofs/*.json

The exit code is 0 if every certificate shows its claim, 1 if one does not, 2 if one cannot be read.
The format is specified in docs/formats.md, section Certificates.";

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
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut worst = 0;
    for file in &arguments.files {
        let code = match read(file).and_then(|bytes| Ok(check_bytes(&bytes)?)) {
            Ok(verdict) => {
                show(file, &verdict, &arguments.output)?;
                u8::from(!verdict.is_valid())
            }
            Err(error) => {
                refuse(file, &error, &arguments.output)?;
                2
            }
        };
        worst = worst.max(code);
    }
    Ok(ExitCode::from(worst))
}

fn read(file: &str) -> anyhow::Result<Vec<u8>> {
    if file == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    Ok(fs::read(file)?)
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
    how.answer(&format!("{file}: {verdict}"), &object)
}

/// A file that is no certificate: the other files are still checked.
fn refuse(file: &str, error: &anyhow::Error, how: &Output) -> anyhow::Result<()> {
    if how.json {
        output::json_line(&json!({"file": file, "error": format!("{error:#}")}))
    } else {
        eprintln!("error: {file}: {error:#}");
        Ok(())
    }
}
