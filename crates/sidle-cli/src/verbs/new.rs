//! `sidle new ruleset NAME`: a commented starting file for a game of one's own.

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::{Context, ensure};
use clap::{Args, Subcommand};

use super::output;
use crate::folders;

const EXAMPLES: &str = "\
Examples:
  sidle new ruleset Nibble
  sidle new ruleset --path games Nibble && sidle --path games eval 'Nibble(\"lr.rl\").CanonicalForm'

The file NAME.cgs is written into the first folder given with --path, or here. A file that is
there already is left alone.";

/// Write a starting file
#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub(crate) enum Member {
    /// A ruleset on strips, with comments
    Ruleset(Ruleset),
}

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Ruleset {
    /// The name of the ruleset and of its file
    #[arg(value_name = "NAME")]
    name: String,

    #[command(flatten)]
    folders: folders::Folders,
}

const TEMPLATE: &str = include_str!("ruleset.cgs");

pub(crate) fn run(member: &Member) -> anyhow::Result<ExitCode> {
    let Member::Ruleset(ruleset) = member;
    let name = &ruleset.name;
    let is_name = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    ensure!(
        is_name,
        "`{name}` is not a name for a class: begin with a capital letter and use letters, digits and `_`"
    );
    let folder = folders::asked()
        .first()
        .cloned()
        .unwrap_or_else(|| PathBuf::from("."));
    let file = folder.join(format!("{name}.cgs"));
    ensure!(
        !file.exists(),
        "{}: there is such a file already",
        file.display()
    );
    fs::write(&file, TEMPLATE.replace("NAME", name)).with_context(|| file.display().to_string())?;
    output::line(&format!("wrote {}", file.display()))?;
    Ok(ExitCode::SUCCESS)
}
