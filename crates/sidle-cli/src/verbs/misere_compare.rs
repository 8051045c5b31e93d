//! `sidle misere compare`: partizan games under misère play, modulo a universe.

use std::process::ExitCode;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use serde_json::json;
use sidle::{
    core::Meter,
    impartial::partizan::{Tree, TreeError, Trees, Universe, compare, parse_tree},
};

use super::{limits::Terms, output::Output};
use crate::progress::run_with_progress;

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
    universe: Chosen,

    #[command(flatten)]
    terms: Terms<Output>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Chosen {
    /// In every follower both players can move or neither can
    Dicot,
    /// Who cannot move in a follower never can again
    DeadEnding,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.terms.meter();
    let universe = match arguments.universe {
        Chosen::Dicot => Universe::Dicot,
        Chosen::DeadEnding => Universe::DeadEnding,
    };
    let mut trees = Trees::new();
    let first = read(&mut trees, &arguments.first, &meter)?;
    let second = read(&mut trees, &arguments.second, &meter)?;
    let found = run_with_progress(&meter, "comparison", || {
        compare(&trees, [first, second], universe, &meter)
    })?;
    let Some(relation) = found.relation else {
        let place = usize::from(found.belongs[0]);
        let game = [&arguments.first, &arguments.second][place];
        return Err(anyhow!(
            "`{game}` does not belong to the universe; --universe names another one"
        ));
    };
    let text = format!(
        "{} {} {}\nmisère outcomes: {:?} and {:?}",
        arguments.first,
        relation.symbol(),
        arguments.second,
        found.outcomes[0],
        found.outcomes[1]
    );
    let object = json!({
        "games": [arguments.first, arguments.second],
        "universe": found.universe,
        "relation": relation,
        "outcomes": found.outcomes,
    });
    arguments.terms.form.answer(&text, &object)?;
    Ok(ExitCode::SUCCESS)
}

fn read(trees: &mut Trees, text: &str, meter: &Meter) -> anyhow::Result<Tree> {
    parse_tree(trees, text, meter).map_err(|error| match error {
        TreeError::Expected { at, .. } => {
            let before = text[..at].chars().count();
            anyhow!("{error}\n  {text}\n  {}^", " ".repeat(before))
        }
        TreeError::Stopped(reason) => reason.into(),
        other => other.into(),
    })
}
