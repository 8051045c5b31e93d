//! `sidle completions SHELL`: the completion script of a shell.

use std::process::ExitCode;

use clap::{
    Args, Command, CommandFactory,
    builder::{PossibleValue, PossibleValuesParser},
};
use clap_complete::Shell;
use sidle::{reproduce::CHAPTERS, solve::catalogue::ENTRIES};

use super::output;

const EXAMPLES: &str = "\
Examples:
  sidle completions bash > ~/.local/share/bash-completion/completions/sidle
  sidle completions zsh > \"${fpath[1]}/_sidle\"
  sidle completions fish > ~/.config/fish/completions/sidle.fish";

/// Print the completion script of a shell
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The shell to write the script for
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut command = with_names(crate::Arguments::command());
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "sidle", &mut script);
    output::bytes(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// The names of rulesets and chapters are offered, though others are taken: families with parameters, and classes.
fn with_names(command: Command) -> Command {
    let rulesets = ENTRIES.iter().map(|entry| {
        let name = entry.name.rsplit('.').next().unwrap_or(entry.name);
        PossibleValue::new(name).help(entry.rules)
    });
    let rulesets = PossibleValuesParser::new(rulesets);
    let chapters = CHAPTERS.iter();
    let chapters = chapters.map(|chapter| PossibleValue::new(chapter.name).help(chapter.title));
    let chapters = PossibleValuesParser::new(chapters);
    let named = |command: Command, argument: &str, names: &PossibleValuesParser| {
        let has = command
            .get_arguments()
            .any(|found| found.get_id() == argument);
        match has {
            true => command.mut_arg(argument.to_owned(), |found| {
                found.value_parser(names.clone())
            }),
            false => command,
        }
    };
    command.mut_subcommands(|verb| {
        let verb = named(verb, "ruleset", &rulesets);
        named(verb, "chapters", &chapters)
    })
}
