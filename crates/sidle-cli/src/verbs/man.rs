//! `sidle man`: the manual page.

use std::process::ExitCode;

use anyhow::bail;
use clap::{Args, CommandFactory};

use super::output;

const EXAMPLES: &str = "\
Examples:
  sidle man | man -l -
  sidle man eval > sidle-eval.1";

/// Print the manual page of the binary or of one verb
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The verb whose page is wanted; without it the page of the binary
    verb: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut command = crate::Arguments::command();
    command.build();
    let page = match &arguments.verb {
        None => command,
        Some(verb) => match command.find_subcommand(verb) {
            Some(found) => found.clone(),
            None => bail!("there is no verb `{verb}`; `sidle --help` lists them"),
        },
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    output::bytes(&text)?;
    Ok(ExitCode::SUCCESS)
}
