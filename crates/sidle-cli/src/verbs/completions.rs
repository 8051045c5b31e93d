//! `sidle completions SHELL`: the completion script of a shell.

use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

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
    let mut command = crate::Arguments::command();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "sidle", &mut script);
    output::bytes(&script)?;
    Ok(ExitCode::SUCCESS)
}
