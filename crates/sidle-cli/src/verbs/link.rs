//! `sidle link`: a worksheet as an address of the page.

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::{Context, anyhow};
use clap::Args;

use super::output;

const EXAMPLES: &str = "\
Examples:
  sidle link ideas.sidlews --page https://example.org/sidle/
  sidle link sums.cgs

The worksheet is in the fragment of the address, which a browser does not send to a server. The page shows the
worksheet and runs nothing of it by itself.";

/// Print a link that opens a worksheet or a script in the workbench
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The worksheet (`.sidlews`) or script (`.cgs`)
    file: PathBuf,

    /// The address of the page; without it only the fragment is printed
    #[arg(
        long,
        value_name = "URL",
        default_value = "",
        hide_default_value = true
    )]
    page: String,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let name = arguments.file.display().to_string();
    let text = fs::read_to_string(&arguments.file).with_context(|| name.clone())?;
    let fragment =
        sidle_web::link::fragment(&name, &text).map_err(|error| anyhow!("{name}: {error}"))?;
    output::line(&format!("{}{fragment}", arguments.page))?;
    Ok(ExitCode::SUCCESS)
}
