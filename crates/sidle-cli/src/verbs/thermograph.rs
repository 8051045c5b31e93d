//! `sidle thermograph EXPR…`: thermographs in the terminal, as JSON, or as an SVG file.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use serde::Serialize;
use sidle::{
    core::{Meter, Player},
    draw::{ThermographPanel, thermograph_text, thermographs_svg},
    lang::{Format, Session},
    values::{Thermograph, Trajectory},
};

use super::{limits::Limits, output};
use crate::failure::explained;
use crate::files;

const EXAMPLES: &str = "\
Examples:
  sidle thermograph '{3||1|-2}'
  sidle thermograph '{4|2||1|-3}' '{2|-1}' -o walls.svg      (side by side)
  sidle thermograph '{1|0} + {2||1|0}' --json

Temperature rises upwards and values fall from left to right, so that Left's wall stands on the left.
Hot games are drawn from temperature 0 on, all others from -1 on.";

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
struct Answer {
    game: String,
    mean: String,
    temperature: String,
    left: Wall,
    right: Wall,
}

/// One wall: critical temperatures from the top down, and the slopes between them.
#[derive(Serialize)]
struct Wall {
    mast: String,
    critical_points: Vec<String>,
    slopes: Vec<i64>,
}

impl From<&Trajectory> for Wall {
    fn from(wall: &Trajectory) -> Wall {
        let points = wall.critical_points().iter().map(ToString::to_string);
        Wall {
            mast: wall.mast().to_string(),
            critical_points: points.collect(),
            slopes: wall.slopes().to_vec(),
        }
    }
}

impl Answer {
    fn new(game: &str, thermograph: &Thermograph) -> Answer {
        Answer {
            game: game.to_owned(),
            mean: thermograph.mean().to_string(),
            temperature: thermograph.temperature().to_string(),
            left: thermograph.wall(Player::Left).into(),
            right: thermograph.wall(Player::Right).into(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.limits.meter();
    let mut session = crate::folders::session();
    let mut panels = Vec::new();
    for expression in &arguments.expressions {
        panels.push(panel(&mut session, expression, &meter)?);
    }
    if let Some(path) = &arguments.output {
        let svg = thermographs_svg(&panels);
        files::write_whole(path, |out| Ok(out.write_all(svg.as_bytes())?))?;
    }
    if arguments.json {
        for panel in &panels {
            output::json_line(&Answer::new(&panel.label, &panel.thermograph))?;
        }
    } else if arguments.output.is_none() {
        for panel in &panels {
            output::line(&format!(
                "{}\n{}",
                panel.label,
                thermograph_text(&panel.thermograph)
            ))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Evaluates an expression and computes its thermograph; the label is the value in usual notation.
fn panel(
    session: &mut Session,
    expression: &str,
    meter: &Meter,
) -> anyhow::Result<ThermographPanel> {
    let game = session
        .game(expression, meter)
        .map_err(|error| explained(error, expression))?;
    let thermograph = session.store().try_thermograph(game, meter)?;
    let label = session
        .show_game(game, Format::Plain, meter)
        .map_err(|error| explained(error, expression))?;
    Ok(ThermographPanel { label, thermograph })
}
