//! `sidle thermograph EXPR…`: thermographs in the terminal, as JSON, or as an SVG file.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use serde::Serialize;
use sidle::{
    draw::{ThermographPanel, thermograph_text_within, thermographs_svg},
    thermographs::ThermographReport,
};

use super::{limits::Limits, output};
use crate::failure::explained;
use crate::{files, terminal};

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

/// One thermograph as JSON.
#[derive(Serialize)]
struct Answer<'a> {
    game: &'a str,
    #[serde(flatten)]
    thermograph: ThermographReport,
}

impl<'a> Answer<'a> {
    fn new(panel: &'a ThermographPanel) -> Answer<'a> {
        Answer {
            game: &panel.label,
            thermograph: ThermographReport::new(&panel.thermograph, panel.unit),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.limits.begin([], [arguments.output.as_deref()])?;
    let mut session = crate::folders::session();
    let mut panels = Vec::new();
    for expression in &arguments.expressions {
        let drawn = session.thermographs(expression, &meter);
        panels.extend(drawn.map_err(|error| explained(error, expression))?);
    }
    if let Some(path) = &arguments.output {
        let svg = thermographs_svg(&panels);
        files::write_whole(path, |out| Ok(out.write_all(svg.as_bytes())?))?;
    }
    if arguments.json {
        for panel in &panels {
            output::json_line(&Answer::new(panel))?;
        }
    } else if arguments.output.is_none() {
        for panel in &panels {
            output::line(&format!(
                "{}\n{}",
                panel.label,
                thermograph_text_within(&panel.thermograph, panel.unit, terminal::width())
            ))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
