//! `sidle draw`: a board in the terminal or as SVG.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use serde_json::json;
use sidle::positions;

use super::{limits::Limits, output, style::Style};
use crate::{calculator::Calculator, files, folders};

const EXAMPLES: &str = "\
Examples:
  sidle draw Clobber 'xoxo|ox.x'
  sidle draw Amazons 'x..|.#.|..o' -o amazons.svg
  sidle draw Hackenbush 'l(r;ee)' -o bush.svg
  sidle draw ToadsAndFrogs 'tt..ff' -o - > toads.svg

Without -o the board is drawn in the terminal: ● Left's pieces, ○ Right's, ◆ pieces of both, ▒ cells
that are blocked, · empty ones. Graphs are drawn as SVG only.";

/// Draw a position of a ruleset
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The name of a ruleset, with its parameters if it has any
    ruleset: String,

    /// The position, as the ruleset writes it
    position: String,

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
    files::claim([], [arguments.output.as_deref()])?;
    let ruleset = folders::ruleset(&arguments.ruleset)?;
    let source = positions::written(&ruleset, &arguments.position)?;
    let style = Style {
        json: arguments.json,
        ..Style::default()
    };
    let mut calculator = Calculator::new(&arguments.limits, &style);
    let position = match calculator.work(|session, meter| session.position(&source, meter)) {
        Ok(position) => position,
        Err(error) => return calculator.report(&source, &error, None),
    };
    let drawing = positions::drawing(&position)?;
    if let Some(path) = &arguments.output {
        files::write_whole(path, |out| Ok(out.write_all(drawing.svg.as_bytes())?))?;
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.json {
        output::json_line(&json!({
            "ruleset": ruleset,
            "position": positions::board_text(&position),
            "text": drawing.text,
            "svg": drawing.svg,
        }))?;
    } else {
        output::line(&drawing.text)?;
    }
    Ok(ExitCode::SUCCESS)
}
