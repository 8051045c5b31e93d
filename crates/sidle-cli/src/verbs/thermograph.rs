//! `sidle thermograph EXPR…`: thermographs in the terminal, as JSON, or as an SVG file.

use std::{path::PathBuf, process::ExitCode};

use anyhow::bail;
use clap::Args;
use serde::Serialize;
use sidle::{
    core::Meter,
    draw::{ThermographPanel, scaled_thermograph_text, thermographs_svg},
    lang::{Format, Session},
    thermographs::ThermographReport,
    values::{
        CouponError, ScaledThermograph,
        loopy::{Side, SideForm},
    },
};

use super::{limits::Limits, output};
use crate::failure::explained;
use crate::files;

const EXAMPLES: &str = "\
Examples:
  sidle thermograph '{3||1|-2}'
  sidle thermograph '{4|2||1|-3}' '{2|-1}' -o walls.svg      (side by side)
  sidle thermograph '{1|0} + {2||1|0}' --json
  sidle thermograph '{4|over}' 'a{0|a} + {5|1}'              (games with loops)

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
        panels.extend(drawings(&mut session, expression, &meter)?);
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
                scaled_thermograph_text(&panel.thermograph, panel.unit)
            ))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Evaluates an expression and computes its thermograph, or those of its sides; the label is the value in
/// usual notation.
fn drawings(
    session: &mut Session,
    expression: &str,
    meter: &Meter,
) -> anyhow::Result<Vec<ThermographPanel>> {
    let value = session
        .loopy(expression, meter)
        .map_err(|error| explained(error, expression))?;
    if let Some(game) = value.short() {
        let thermograph = session.store().try_thermograph(game, meter)?;
        let label = session
            .show_game(game, Format::Plain, meter)
            .map_err(|error| explained(error, expression))?;
        return Ok(vec![ThermographPanel {
            label,
            thermograph,
            unit: 1,
        }]);
    }
    if value.stopper().is_some() {
        return Ok(vec![side(session, value.onside(), "", meter)?]);
    }
    let sides = [(Side::Onside, "onside "), (Side::Offside, "offside ")];
    let sides = sides.map(|(which, name)| side(session, value.side(which), name, meter));
    sides.into_iter().collect()
}

/// One side of a loopy game.
fn side(
    session: &Session,
    form: SideForm,
    name: &str,
    meter: &Meter,
) -> anyhow::Result<ThermographPanel> {
    let shown = session.show_side(form, Format::Plain, meter);
    let label = format!("{name}{}", shown.map_err(|error| explained(error, ""))?);
    let Some(stopper) = form.stopper() else {
        bail!("{label} is not known to be a stopper, so it has no thermograph");
    };
    let walls = match session.store().loopy().try_walls(stopper, meter) {
        Err(CouponError::Stopped(reason)) => return Err(reason.into()),
        walls => walls?,
    };
    let Some(ScaledThermograph { thermograph, unit }) = walls.thermograph() else {
        bail!("{label} has no mast: its walls do not meet at any temperature");
    };
    Ok(ThermographPanel {
        label,
        thermograph,
        unit,
    })
}
