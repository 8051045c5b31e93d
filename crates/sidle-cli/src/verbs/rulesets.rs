//! `sidle rulesets`: the games that are built in.

use std::process::ExitCode;

use clap::Args;
use sidle::{
    Job, Report, Style,
    questions::{RulesetQuestion, RulesetsQuestion},
};

use super::output;
use crate::door;

const EXAMPLES: &str = "\
Examples:
  sidle rulesets
  sidle rulesets HareAndHounds
  sidle rulesets --json";

/// List the rulesets with their notation
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Show this ruleset only, with its parameters and a picture
    ruleset: Option<String>,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let job = Job::unlimited();
    if let Some(rules) = &arguments.ruleset {
        let question = RulesetQuestion {
            rules: rules.clone(),
        };
        let card = door::ask(&question, &job, "reading", &[("rules", rules)])?;
        match arguments.json {
            true => output::json_line(&card)?,
            false => output::line(&card.text(Style::Plain))?,
        }
        return Ok(ExitCode::SUCCESS);
    }
    let list = door::ask(&RulesetsQuestion {}, &job, "reading", &[])?;
    match arguments.json {
        true => list.rulesets.iter().try_for_each(output::json_line)?,
        false => output::line(&list.text(Style::Plain))?,
    }
    Ok(ExitCode::SUCCESS)
}
