//! `sidle thermograph EXPR…`: thermographs in the terminal, as JSON, or as an SVG file.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use sidle::{Report, Style, questions::ThermographQuestion};

use super::{limits::Limits, output};
use crate::{door, files, terminal};

const EXAMPLES: &str = "\
Examples:
  sidle thermograph '{3||1|-2}'
  sidle thermograph '{4|2||1|-3}' '{2|-1}' -o walls.svg      # side by side
  sidle thermograph '{1|0} + {2||1|0}' --json
  sidle thermograph '{4|over}' 'a{0|a} + {5|1}'          # games with loops

Temperature rises upwards and values fall from left to right, so that Left's wall stands on the left.
Hot games are drawn from temperature 0 on, all others from -1 on. A loopy game is drawn if its sides are
stoppers whose walls come to a mast; where they differ, each side has a drawing of its own.";

/// Draw thermographs: walls, mast, mean and temperature
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The games, in the notation of the calculator
    #[arg(value_name = "EXPR", required = true)]
    expressions: Vec<String>,

    /// Write an SVG picture of all of them side by side; `-` is the standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print JSON, one object a game (see `sidle man formats`)
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let job = arguments
        .limits
        .begin_job([], [arguments.output.as_deref()])?;
    let games = &arguments.expressions;
    let question = ThermographQuestion {
        session: String::new(),
        games: games.clone(),
        columns: u32::try_from(terminal::width()).ok(),
    };
    let texts: Vec<_> = games.iter().map(|game| ("games", game.as_str())).collect();
    let answer = door::ask(&question, &job, "drawing", &texts)?;
    if let (Some(path), Some(picture)) = (&arguments.output, answer.picture()) {
        files::write_whole(path, |out| Ok(out.write_all(picture.svg.as_bytes())?))?;
    }
    if arguments.json {
        answer.thermographs.iter().try_for_each(output::json_line)?;
    } else if arguments.output.is_none() {
        output::line(&answer.text(Style::Plain))?;
    }
    Ok(ExitCode::SUCCESS)
}
