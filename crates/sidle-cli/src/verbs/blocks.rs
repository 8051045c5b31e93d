//! `sidle blocks`: sliding-block puzzles and Rush Hour.

use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::bail;
use clap::{Args, Subcommand, ValueEnum};
use sidle::{
    Job, Report,
    logic::blocks::Metric,
    questions::{BlocksHardestQuestion, BlocksPlayQuestion, BlocksSolveQuestion, DiskSearch},
};

use super::{
    limits::{self, Limits, Placed},
    output_file::{FileOutput, OutputFile},
    puzzle_play,
};
use crate::door;

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

    /// How many threads to use [default: as many as the machine has]
    #[arg(long, value_name = "COUNT", value_parser = limits::threads)]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    limits: Limits,
}

impl Task {
    /// The job of a verb that writes these files.
    fn begin<const N: usize>(&self, outputs: [Option<&Path>; N]) -> anyhow::Result<Job> {
        let job = self.limits.begin_job([self.file.as_path()], outputs)?;
        Ok(job.with_threads(limits::or_all(self.threads)))
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
    format: FileOutput,
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
        let job = self.task.begin([self.output.place()])?;
        let (puzzle, metric) = (door::stream(&self.task.file, &job), self.task.metric);
        let picture = if self.solution {
            let question = BlocksSolveQuestion {
                by_shape: self.task.by_shape,
                ..BlocksSolveQuestion::new(puzzle, metric)
            };
            let answer = door::ask(&question, &job, "solving", &[])?;
            if let Some(stop) = answer.solution.stop {
                return Err(stop.into());
            }
            answer
                .picture()
                .filter(|_| answer.solution.length.is_some())
        } else {
            let question = BlocksPlayQuestion::new(puzzle, metric);
            door::ask(&question, &job, "drawing", &[])?.picture()
        };
        let Some(picture) = picture else {
            bail!("there is no solution to draw");
        };
        self.output.write(&match self.format {
            Form::Svg => picture.svg,
            Form::Text => picture.text + "\n",
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Find the position farthest from the goal, and measure everything that can be reached
#[derive(Args, Debug)]
#[command(after_help = HARDEST_EXAMPLES)]
pub(crate) struct Hardest {
    #[command(flatten)]
    task: Task,

    #[command(flatten)]
    format: FileOutput,
}

pub(crate) fn run(member: &Member) -> anyhow::Result<ExitCode> {
    match member {
        Member::Solve(solve) => solve.run(),
        Member::Hardest(hardest) => hardest.run(),
        Member::Draw(draw) => draw.run(),
        Member::Play(play) => puzzle_play::sliding(&play.file, play.metric),
    }
}

impl Solve {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let outputs = [self.certify.as_deref(), self.format.place()];
        let job = self.task.begin(outputs)?;
        let question = BlocksSolveQuestion {
            puzzle: door::stream(&self.task.file, &job),
            metric: self.task.metric,
            by_shape: self.task.by_shape,
            index: self.index,
            certify: self.certify.is_some(),
            disk: DiskSearch::new(self.disk.as_deref(), self.buffer),
        };
        let answer = door::ask(&question, &job, "solving", &[])?;
        if let (Some(path), None) = (&self.certify, answer.solution.stop) {
            door::write_certificate(&answer, path)?;
        }
        match answer.form("frames").filter(|_| self.frames) {
            Some(frames) => self.format.file.write_blob(&frames)?,
            None => self.format.write(&answer)?,
        }
        Ok(limits::exit_code(answer.solution.stop))
    }
}

impl Hardest {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let job = self.task.begin([self.format.place()])?;
        let question = BlocksHardestQuestion {
            puzzle: door::stream(&self.task.file, &job),
            metric: self.task.metric,
            by_shape: self.task.by_shape,
        };
        let answer = door::ask(&question, &job, "exploring", &[])?;
        self.format.write(&answer)?;
        Ok(limits::exit_code(answer.component.stop))
    }
}
