//! `sidle misere compare`: partizan games under misère play, modulo a universe.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use sidle::{Report, Style, impartial::partizan::Universe, questions::MisereCompareQuestion};

use super::{limits::CommonOptions, output::Output};
use crate::door;

const EXAMPLES: &str = "\
Examples:
  sidle misere compare '*+*' 0
  sidle misere compare '1 + -1' 0 --universe dead-ending
  sidle misere compare '{0,*|*}' '{*|0}' --json

A game is 0, an integer, a nim heap such as *2, a form such as {0,*|{|0}}, or a sum of these. Forms are taken as they
are written: nothing is simplified before they are compared.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A game
    #[arg(allow_hyphen_values = true)]
    first: String,

    /// Another game
    #[arg(allow_hyphen_values = true)]
    second: String,

    /// Modulo which games
    #[arg(long, value_name = "UNIVERSE", default_value = "dicot")]
    universe: UniverseName,

    #[command(flatten)]
    common: CommonOptions<Output>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum UniverseName {
    /// In every follower both players can move or neither can
    Dicot,
    /// Who cannot move in a follower never can again
    DeadEnding,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let job = arguments.common.begin_job([], [])?;
    let (first, second) = (&arguments.first, &arguments.second);
    let question = MisereCompareQuestion {
        first: first.clone(),
        second: second.clone(),
        universe: match arguments.universe {
            UniverseName::Dicot => Universe::Dicot,
            UniverseName::DeadEnding => Universe::DeadEnding,
        },
    };
    let texts = [("first", first.as_str()), ("second", second.as_str())];
    let answer = door::ask(&question, &job, "comparison", &texts)?;
    arguments
        .common
        .form
        .answer(&answer.text(Style::Plain), &answer)?;
    Ok(ExitCode::SUCCESS)
}
