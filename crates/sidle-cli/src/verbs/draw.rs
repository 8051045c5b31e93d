//! `sidle draw`: a board in the terminal or as SVG.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use sidle::questions::{DrawQuestion, ExplainQuestion};

use super::{explain, limits::Limits, output};
use crate::{door, files, folders};

const EXAMPLES: &str = "\
Examples:
  sidle draw Clobber 'xoxo|ox.x'
  sidle draw Amazons 'x..|.#.|..o' -o amazons.svg
  sidle draw Hackenbush 'l(r;ee)' -o bush.svg
  sidle draw ToadsAndFrogs 'tt..ff' -o - > toads.svg
  sidle draw '{1,*|0}' --steps pictures  # 01.svg, 02.svg, …: step by step

Without -o the board is drawn in the terminal: ● Left's pieces, ○ Right's, ◆ pieces of both, ▒ cells
that are blocked, · empty ones. Graphs are drawn as SVG only.";

/// Draw a position of a ruleset
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The name of a ruleset, with its parameters if it has any; with --steps also an expression
    ruleset: String,

    /// The position, as the ruleset writes it
    #[arg(required_unless_present = "steps")]
    position: Option<String>,

    /// Draw the steps to the canonical form into this folder: those that `sidle explain` prints
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["output", "json"], help_heading = "Output")]
    steps: Option<PathBuf>,

    /// Write SVG to this file; `-` is the standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Print one JSON object with the drawing
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let ruleset = &*arguments.ruleset;
    let job = arguments
        .limits
        .begin_job([], [arguments.output.as_deref()])?;
    folders::check()?;
    if let Some(folder) = &arguments.steps {
        let (of, texts) = explain::subject(ruleset, arguments.position.as_deref());
        let question = ExplainQuestion {
            of,
            reduced: false,
            after: Vec::new(),
            pictures: true,
        };
        let answer = door::ask(&question, &job, "drawing", &texts)?;
        explain::write_pictures(folder, &answer.pictures())?;
        return Ok(ExitCode::SUCCESS);
    }
    let position = arguments.position.as_deref().unwrap_or_default();
    let question = DrawQuestion {
        of: (ruleset, position).into(),
    };
    let texts = [("rules", ruleset), ("position", position)];
    let drawn = door::ask(&question, &job, "drawing", &texts)?;
    if let Some(path) = &arguments.output {
        files::write_whole(path, |out| Ok(out.write_all(drawn.svg.as_bytes())?))?;
    } else if arguments.json {
        output::json_line(&drawn)?;
    } else {
        output::line(&drawn.text)?;
    }
    Ok(ExitCode::SUCCESS)
}
