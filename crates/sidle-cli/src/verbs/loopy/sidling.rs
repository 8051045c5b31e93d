//! `sidle loopy sidle FILE`: approximations of a loopy game, step by step.

use std::{path::PathBuf, process::ExitCode};

use anyhow::bail;
use clap::{Args, ValueEnum};
use sidle::{
    Report, Style,
    questions::{SidlingQuestion, SidlingSet, SidlingStart},
};

use crate::{
    door,
    verbs::{
        limits::CommonOptions,
        output::{Output, json_line},
    },
};

const EXAMPLES: &str = "\
Examples:
  sidle loopy sidle game.txt --trace
  sidle loopy sidle game.txt --moves 'a L b, b R a' --from off
  sidle loopy sidle game.txt --from off --verify
  sidle loopy sidle two-kos.txt --moves @banned --from off --moves @live --from on --trace

A set of moves is `all`, `left`, `right`, `@NAME` (the edges that the file marks with @NAME), or a list of
edges `u L v, u R w`. Infinite play with infinitely many moves of the set is won by Left (`--from on`) or by
Right (`--from off`). Several sets are nested, the outermost first; infinite play without moves of any set
is judged as the last one says. Exit code 3: no fixed point within the limits; the values printed are then upper
bounds (from on) or lower bounds (from off).";

/// Approximate a loopy game from on or off until a fixed point
///
/// Each step is the game with every move of a set led to the value that its target had in the step before;
/// the first step leads them to on or to off. If a step changes nothing, its values are the values of the game.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SidleArguments {
    /// The graph file
    file: PathBuf,

    /// The moves that are led to the approximation before (default: all)
    #[arg(long, value_name = "SET")]
    moves: Vec<String>,

    /// Where each set starts, once for all or once for each (default: on)
    #[arg(long, value_name = "END")]
    from: Vec<End>,

    /// Print every approximation
    #[arg(long)]
    trace: bool,

    /// Show this vertex only
    #[arg(long, value_name = "VERTEX")]
    at: Option<String>,

    /// Give up after this many steps
    #[arg(long, value_name = "COUNT", default_value_t = 200)]
    steps: usize,

    /// Compare the fixed point with the side of the game found without sidling; exit code 1 if they
    /// differ. All sets must start from the same end
    #[arg(long)]
    verify: bool,

    #[command(flatten)]
    common: CommonOptions<Output>,
}

/// Where sidling starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum End {
    /// Infinite play is won by Left
    On,
    /// Infinite play is won by Right
    Off,
}

pub(super) fn sidle(arguments: &SidleArguments) -> anyhow::Result<ExitCode> {
    let output = &arguments.common.form;
    let mut job = arguments.common.limits.job();
    if output.json {
        job = door::with_rows(job, |row| json_line(&row));
    }
    let question = SidlingQuestion {
        graph: door::stream(&arguments.file, &job),
        sets: sets(arguments)?,
        vertex: arguments.at.clone(),
        steps: Some(arguments.steps),
        trace: arguments.trace,
        verify: arguments.verify,
    };
    let answer = door::ask(&question, &job, "sidling", &[])?;
    output.answer(&answer.text(Style::Plain), &answer)?;
    if let Some(reason) = answer.stopped {
        return Ok(door::stopped(reason));
    }
    Ok(ExitCode::from(match answer.verified {
        _ if !answer.fixed => 3,
        Some(false) => 1,
        _ => 0,
    }))
}

/// The sets with their ends: one end for all, or one for each.
fn sets(arguments: &SidleArguments) -> anyhow::Result<Vec<SidlingSet>> {
    let all = ["all".to_owned()];
    let names = match arguments.moves.as_slice() {
        [] => &all[..],
        names => names,
    };
    let ends = match arguments.from.as_slice() {
        [] => vec![End::On; names.len()],
        [end] => vec![*end; names.len()],
        ends if ends.len() == names.len() => ends.to_vec(),
        ends => bail!(
            "{} sets of moves but {} ends: give --from once, or once for each --moves",
            names.len(),
            ends.len()
        ),
    };
    let set = |(name, end): (&String, End)| SidlingSet {
        moves: name.clone(),
        from: match end {
            End::On => SidlingStart::On,
            End::Off => SidlingStart::Off,
        },
    };
    Ok(names.iter().zip(ends).map(set).collect())
}
