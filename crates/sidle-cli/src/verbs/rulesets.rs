//! `sidle rulesets`: the games that are built in.

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use sidle::solve::catalogue;

use super::output;

const EXAMPLES: &str = "\
Examples:
  sidle rulesets
  sidle rulesets --json";

/// List the rulesets with their notation
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line {
    name: &'static str,
    rules: &'static str,
    notation: &'static str,
    example: &'static str,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    for entry in catalogue::entries() {
        if arguments.json {
            output::json_line(&Line {
                name: entry.name,
                rules: entry.rules,
                notation: entry.notation,
                example: entry.example,
            })?;
        } else {
            output::line(&format!(
                "{}\n    {}\n    {}: {}",
                entry.name, entry.rules, entry.notation, entry.example
            ))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
