//! `sidle blocks`: sliding-block puzzles and Rush Hour.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueEnum};
use sidle::{
    core::Meter,
    draw::puzzle::{blocks_film, blocks_picture},
    graph::Threads,
    logic::blocks::{
        self, Component, Metric, Options, Puzzle, Solution, certificate, component, replay,
        solve_indexed, solve_on_disk,
    },
};

use super::{
    limits::{self, Limits, Placed, ThreadCount},
    output_file::{self, OutputFile, ReportFormat, write_text},
    puzzle_play,
};
use crate::progress::run_with_progress;

const GROUP_EXAMPLES: &str = "\
Examples:
  echo BCDDE.BCF.EGB.FAAGHHHI.G..JIKKLLJMM. > jam.txt
  sidle blocks solve jam.txt --metric straight
  sidle blocks draw jam.txt -o jam.svg";

/// Sliding blocks and Rush Hour: shortest solutions in three metrics (solve, draw, hardest)
#[derive(Debug, Subcommand)]
#[command(after_help = GROUP_EXAMPLES)]
pub(crate) enum Member {
    Solve(Solve),
    Hardest(Hardest),
    Draw(Draw),
    Play(Play),
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  sidle blocks solve klotski.txt --metric finger
  sidle blocks solve klotski.txt --frames
  sidle blocks solve century.txt --by-shape --metric unit --json
  sidle blocks solve large.txt --disk /scratch/large
  echo BCDDE.BCF.EGB.FAAGHHHI.G..JIKKLLJMM. | sidle blocks solve - --metric straight

A file has rows of characters (`.` empty, `%` wall, anything else a piece), a line `goal`, and rows of the same size in which
the pieces that matter stand where they should. One line of 36 characters is a Rush Hour board (`.` or `o` empty, `x` wall, A wants
to the right).";

const HARDEST_EXAMPLES: &str = "\
Examples:
  sidle blocks hardest klotski.txt --metric unit
  sidle blocks hardest klotski.txt --json";

/// What is solved, and how moves are counted.
#[derive(Args, Debug)]
pub(super) struct Task {
    /// The puzzle; `-` is the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// What counts as one move: unit (one cell), straight (any distance in one direction), finger (any path)
    #[arg(long, value_name = "METRIC", default_value_t)]
    metric: Metric,

    /// Pieces that the goal names are interchangeable with others of their shape
    #[arg(long)]
    by_shape: bool,

    #[command(flatten)]
    threads: ThreadCount,

    #[command(flatten)]
    limits: Limits,
}

impl Task {
    /// The meter of a verb that writes these files.
    fn begin<const N: usize>(&self, outputs: [Option<&Path>; N]) -> anyhow::Result<Arc<Meter>> {
        self.limits.begin([self.file.as_path()], outputs)
    }

    fn options(&self) -> Options {
        Options {
            metric: self.metric,
            by_shape: self.by_shape,
            threads: Threads::new(self.threads.get().get()),
        }
    }
}

/// Find a shortest solution, or prove by exhaustion that there is none
#[derive(Args, Debug)]
#[command(after_help = SOLVE_EXAMPLES)]
pub(crate) struct Solve {
    #[command(flatten)]
    task: Task,

    /// Show the board after every move
    #[arg(long, conflicts_with = "json")]
    frames: bool,

    /// Also write a certificate that `sidle check` verifies
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,

    /// Keep the search in this folder instead of in memory; a search that was stopped or killed goes on where it was
    #[arg(long, value_name = "FOLDER", conflicts_with = "certify", value_parser = crate::files::lasting())]
    disk: Option<PathBuf>,

    /// Keep two bits for every conceivable placement of the pieces instead of a list of the states found
    #[arg(long, conflicts_with_all = ["certify", "disk"])]
    index: bool,

    /// How much memory a search on disk may take for its buffers
    #[arg(long, value_name = "BYTES", value_parser = limits::bytes, default_value = "256M")]
    buffer: u64,

    #[command(flatten)]
    format: ReportFormat,
}

/// Draw a puzzle as SVG, or its solution as an animated SVG
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sidle blocks draw klotski.txt -o klotski.svg
  sidle blocks draw klotski.txt --solution --metric finger -o film.svg
  sidle blocks draw klotski.txt --format text")]
pub(crate) struct Draw {
    #[command(flatten)]
    task: Task,

    /// Draw a shortest solution as a film
    #[arg(long)]
    solution: bool,

    /// The form of the drawing
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    format: Form,

    #[command(flatten)]
    output: OutputFile,
}

/// How a puzzle is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A picture, or a film.
    #[default]
    Svg,
    /// Rows of characters, a board for each move.
    Text,
}

/// Play a puzzle in the terminal
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sidle blocks play klotski.txt

Type a piece and its steps, such as `a UR`; `hint`, `undo` or `quit`.")]
pub(crate) struct Play {
    /// The puzzle
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// How hints count moves
    #[arg(long, value_name = "METRIC", default_value_t)]
    metric: Metric,
}

impl Draw {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let meter = self.task.begin([self.output.place()])?;
        let puzzle = load(&self.task.file)?;
        let moves = if self.solution {
            let solution = blocks::solve(&puzzle, self.task.options(), &meter)?;
            if let Some(stop) = solution.stop {
                return Err(stop.into());
            }
            if solution.length.is_none() {
                bail!("there is no solution to draw");
            }
            solution.moves
        } else {
            Vec::new()
        };
        let text = match self.format {
            Form::Svg if moves.is_empty() => blocks_picture(&puzzle),
            Form::Svg => blocks_film(&puzzle, &moves)?,
            Form::Text => framed(&puzzle, &moves)? + "\n",
        };
        self.output.write(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The board before the first move and after each.
fn framed(puzzle: &Puzzle, moves: &[(char, String)]) -> anyhow::Result<String> {
    let frames = replay(puzzle, moves)?;
    let shown = frames.iter().enumerate().map(|(number, frame)| {
        let head = match number {
            0 => "start".to_owned(),
            n => format!("{n}: {} {}", moves[n - 1].0, moves[n - 1].1),
        };
        format!("{head}\n{}", frame.rows.join("\n"))
    });
    Ok(shown.collect::<Vec<_>>().join("\n\n"))
}

/// Find the position farthest from the goal, and measure everything that can be reached
#[derive(Args, Debug)]
#[command(after_help = HARDEST_EXAMPLES)]
pub(crate) struct Hardest {
    #[command(flatten)]
    task: Task,

    #[command(flatten)]
    format: ReportFormat,
}

pub(crate) fn run(member: &Member) -> anyhow::Result<ExitCode> {
    match member {
        Member::Solve(solve) => solve.run(),
        Member::Hardest(hardest) => hardest.run(),
        Member::Draw(draw) => draw.run(),
        Member::Play(play) => puzzle_play::sliding(&load(&play.file)?, play.metric),
    }
}

fn load(path: &Path) -> anyhow::Result<Puzzle> {
    Puzzle::parse(&output_file::read(path)?).with_context(|| path.display().to_string())
}

fn code(stopped: bool) -> ExitCode {
    ExitCode::from(if stopped { 3 } else { 0 })
}

impl Solve {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let meter = self
            .task
            .begin([self.certify.as_deref(), self.format.place()])?;
        let puzzle = load(&self.task.file)?;
        let name = self.task.file.display().to_string();
        let options = self.task.options();
        let buffer = usize::try_from(self.buffer).unwrap_or(usize::MAX);
        let (solution, proof) = run_with_progress(&meter, "solving", || {
            anyhow::Ok(match (&self.certify, &self.disk) {
                (Some(_), _) => certificate(&puzzle, options, &name, &meter)?,
                (None, Some(folder)) => (
                    solve_on_disk(&puzzle, options, folder, buffer, &meter)?,
                    None,
                ),
                (None, None) if self.index => (solve_indexed(&puzzle, options, &meter)?, None),
                (None, None) => (blocks::solve(&puzzle, options, &meter)?, None),
            })
        })
        .with_context(|| name.clone())?;
        match (&self.certify, proof) {
            (Some(path), Some(proof)) => write_text(path, &proof)?,
            (Some(_), None) if solution.stop.is_none() => {
                bail!("there are too many states to list in a certificate")
            }
            _ => {}
        }
        let mut text = told(&solution, self.task.metric);
        if self.frames && solution.length.is_some() {
            text.push_str(&format!("\n\n{}", framed(&puzzle, &solution.moves)?));
        }
        self.format.answer(&text, &solution)?;
        Ok(code(solution.stop.is_some()))
    }
}

fn told(solution: &Solution, metric: Metric) -> String {
    let mut text = told_plainly(solution, metric);
    if solution.believed > 0 {
        text.push('\n');
        text.push_str(&output_file::believed(solution.believed));
    }
    text
}

fn told_plainly(solution: &Solution, metric: Metric) -> String {
    if let Some(stopped) = &solution.stopped {
        return format!("{stopped}\nstates: {}", solution.states);
    }
    let Some(length) = solution.length else {
        return format!(
            "no solution: none of the {} states that can be reached is the goal",
            solution.states
        );
    };
    let moves: Vec<String> = solution
        .moves
        .iter()
        .map(|(name, path)| format!("{name} {path}"))
        .collect();
    let mut lines = vec![format!("{} ({metric})", puzzle_play::moves(length))];
    if !moves.is_empty() {
        lines.push(moves.join(", "));
    }
    lines.push(format!("states: {}", solution.states));
    lines.join("\n")
}

impl Hardest {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let meter = self.task.begin([self.format.place()])?;
        let puzzle = load(&self.task.file)?;
        let all = run_with_progress(&meter, "exploring", || {
            component(&puzzle, self.task.options(), &meter)
        })
        .with_context(|| self.task.file.display().to_string())?;
        self.format
            .answer(&measured(&all, self.task.metric), &all)?;
        Ok(code(all.stop.is_some()))
    }
}

fn measured(all: &Component, metric: Metric) -> String {
    let mut lines = Vec::new();
    if let Some(stopped) = &all.stopped {
        lines.push(stopped.clone());
    }
    lines.push(format!("states: {}, goals: {}", all.states, all.goals));
    lines.push(format!(
        "farthest from the start: {} ({metric})",
        puzzle_play::moves(all.eccentricity)
    ));
    match (all.start, all.length, &all.board) {
        (Some(start), Some(length), Some(board)) => {
            lines.push(format!("from the start to the goal: {start}"));
            lines.push(format!(
                "farthest from the goal: {length}, such positions: {}",
                all.farthest
            ));
            lines.extend(board.iter().cloned());
        }
        _ if all.stopped.is_none() => lines.push("no goal can be reached".to_owned()),
        _ => {}
    }
    lines.join("\n")
}
