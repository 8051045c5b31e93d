//! `sidle new ruleset NAME`: a commented starting file for a game of one's own.

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::{Context, ensure};
use clap::{Args, Subcommand};
use sidle::{Job, questions::NewClassQuestion};

use super::output;
use crate::{door, folders};

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

pub(crate) fn run(member: &Member) -> anyhow::Result<ExitCode> {
    let Member::Ruleset(ruleset) = member;
    let question = NewClassQuestion {
        name: ruleset.name.clone(),
    };
    let texts = [("name", &*ruleset.name)];
    let class = door::ask(&question, &Job::unlimited(), "writing", &texts)?;
    let folder = folders::asked()
        .first()
        .cloned()
        .unwrap_or_else(|| PathBuf::from("."));
    let file = folder.join(&class.file);
    ensure!(
        !file.exists(),
        "{}: there is such a file already",
        file.display()
    );
    fs::write(&file, &class.source).with_context(|| file.display().to_string())?;
    output::line(&format!("wrote {}", file.display()))?;
    Ok(ExitCode::SUCCESS)
}
