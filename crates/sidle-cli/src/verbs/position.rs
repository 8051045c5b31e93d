//! `sidle value`, `sidle outcome` and `sidle moves`: a position of a ruleset, by the calculator.

use std::{io, process::ExitCode};

use clap::Args;
use sidle::solve::catalogue;

use super::{limits::Limits, output, style::Style};
use crate::{calculator::Calculator, lines};

const EXAMPLES: &str = "\
Examples:
  sidle value Domineering '...|..#'
  sidle outcome Clobber 'xoxo|oxox'
  sidle moves ToadsAndFrogs 'tt..ff'
  sidle value 'GenToadsAndFrogs(maxJump => 2)' 'tt..ff'
  printf 'xoxo\\nxo|ox\\n' | sidle outcome Clobber --stdin

The names of the rulesets, and what their positions look like, are listed by `sidle rulesets`.
With --stdin every line of input gives exactly one line of output.";

/// What is asked about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Question {
    Value,
    Outcome,
    Moves,
}

/// A position of a ruleset
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The name of a ruleset, with its parameters if it has any
    ruleset: String,

    /// The position, as the ruleset writes it
    #[arg(required_unless_present = "stdin")]
    position: Option<String>,

    /// Read one position a line from the standard input
    #[arg(long, conflicts_with = "position")]
    stdin: bool,

    #[command(flatten)]
    style: Style,

    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(arguments: &Arguments, question: Question) -> anyhow::Result<ExitCode> {
    let ruleset = full_name(&arguments.ruleset)?;
    let mut calculator = Calculator::new(&arguments.limits, &arguments.style);
    if let Some(position) = &arguments.position {
        return calculator.print(&expression(&ruleset, position, question)?, None);
    }
    let mut input = io::stdin().lock();
    while let Some(bytes) = lines::next(&mut input)? {
        let position = String::from_utf8_lossy(&bytes);
        let reply = match expression(&ruleset, position.trim(), question) {
            Ok(expression) => calculator.reply(expression.as_bytes())?,
            Err(error) => format!("error: {error}"),
        };
        output::line(&reply)?;
        calculator.tidy();
    }
    Ok(ExitCode::SUCCESS)
}

/// The name with its package: `game.grid.Clobber` for `clobber`.
fn full_name(name: &str) -> anyhow::Result<String> {
    let base = name.split(['(', ' ']).next().unwrap_or(name);
    if let Some(entry) = catalogue::find(name) {
        return Ok(entry.name.to_owned());
    }
    if base.starts_with("game.") {
        return Ok(name.to_owned());
    }
    let family = match base {
        "GenClobber" | "GenFoxAndGeese" | "GenHareAndHounds" => "game.grid.",
        "GenToadsAndFrogs" | "Turning" => "game.strip.",
        "GenHackenbush" | "GenCol" | "GenArcKayles" => "game.graph.",
        _ if base.len() < name.len() => "game.heap.",
        _ => {
            let near = catalogue::suggestions(base);
            let help = match near.is_empty() {
                true => "`sidle rulesets` lists them".to_owned(),
                false => format!("did you mean {}?", near.join(", ")),
            };
            anyhow::bail!("there is no ruleset `{name}`; {help}");
        }
    };
    Ok(format!("{family}{name}"))
}

/// What the calculator is asked.
fn expression(ruleset: &str, position: &str, question: Question) -> anyhow::Result<String> {
    if position.contains('"') {
        anyhow::bail!("a position does not contain quotes");
    }
    let position = format!("{ruleset}(\"{position}\")");
    Ok(match question {
        Question::Value => format!("{position}.GameValue"),
        Question::Outcome => format!("{position}.OutcomeClass"),
        Question::Moves => format!(
            "{{Left => [[g, g.GameValue] for g in {position}.Options(Left)], \
             Right => [[g, g.GameValue] for g in {position}.Options(Right)]}}"
        ),
    })
}
