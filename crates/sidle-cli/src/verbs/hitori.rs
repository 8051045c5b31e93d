//! `sidle hitori`: the puzzle of painted cells.

use std::{path::PathBuf, process::ExitCode};

use anyhow::bail;
use clap::{Args, Subcommand, ValueEnum};
use sidle::{
    Report,
    logic::hitori::Grade,
    questions::{
        HitoriExplainQuestion, HitoriNewQuestion, HitoriPlayQuestion, HitoriSolveQuestion,
    },
};

use super::{
    limits::{self, CommonOptions},
    output_file::{FileOutput, OutputFile},
    puzzle_play,
};
use crate::door;

const GROUP_EXAMPLES: &str = "\
Examples:
  sidle hitori new --size 6 --seed 3 -o board.txt
  sidle hitori solve board.txt
  sidle hitori explain board.txt";

/// Hitori: solver with uniqueness test, generator, explanations (solve, new, explain, draw, play)
#[derive(Debug, Subcommand)]
#[command(after_help = GROUP_EXAMPLES)]
pub(crate) enum Member {
    Solve(Solve),
    New(New),
    Explain(Explain),
    Draw(Draw),
    Play(Play),
}

/// Solve a board, and say whether the solution is the only one
///
/// A cell with a label of its own may be painted, and that counts as another solution.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sidle hitori solve board.txt
  sidle hitori solve board.txt --json
  sidle hitori solve board.txt --certify proof.json && sidle check proof.json

Boards are rows of words separated by blanks, or of single characters when a row has no blank.")]
pub(crate) struct Solve {
    /// The board; `-` is the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Also write a certificate that `sidle check` verifies
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,

    #[command(flatten)]
    common: CommonOptions<FileOutput>,
}

/// Make a board with exactly one solution
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sidle hitori new --size 8 --seed 3
  sidle hitori new --size 12 --grade hard -o board.txt
  sidle hitori new --size 6x9 --json")]
pub(crate) struct New {
    /// The size: one number, or rows x columns
    #[arg(long, value_name = "N or HxW", default_value = "8", value_parser = size)]
    size: (usize, usize),

    /// The same seed gives the same board
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,

    /// How hard it should be: easy, medium, hard or expert
    #[arg(long, value_name = "GRADE")]
    grade: Option<Grade>,

    #[command(flatten)]
    common: CommonOptions<FileOutput>,
}

/// Explain why each forced cell is as it is, and grade the board
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sidle hitori explain board.txt
  sidle hitori explain board.txt --json")]
pub(crate) struct Explain {
    /// The board; `-` is the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    common: CommonOptions<FileOutput>,
}

/// How a board is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A picture.
    #[default]
    Svg,
    /// Characters; painted cells are in brackets.
    Text,
}

/// Draw a board, with its solution if asked
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sidle hitori draw board.txt -o board.svg
  sidle hitori draw board.txt --solution -o solved.svg")]
pub(crate) struct Draw {
    /// The board; `-` is the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Paint the cells of a solution
    #[arg(long)]
    solution: bool,

    /// The form of the drawing
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    format: Form,

    #[command(flatten)]
    common: CommonOptions<OutputFile>,
}

/// Play a board in the terminal
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sidle hitori play board.txt

Type a row and a column to paint a cell or to clear it, `hint`, `check`, `undo` or `quit`.")]
pub(crate) struct Play {
    /// The board
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

fn size(text: &str) -> Result<(usize, usize), String> {
    let number = |word: &str| match word.parse::<usize>() {
        Ok(number) if (1..=200).contains(&number) => Ok(number),
        _ => Err("write a number from 1 to 200, or two as in `6x9`".to_owned()),
    };
    match text.split_once('x') {
        Some((height, width)) => Ok((number(height)?, number(width)?)),
        None => Ok((number(text)?, number(text)?)),
    }
}

pub(crate) fn run(member: &Member) -> anyhow::Result<ExitCode> {
    match member {
        Member::Solve(solve) => solve.run(),
        Member::New(new) => new.run(),
        Member::Explain(explain) => explain.run(),
        Member::Draw(draw) => draw.run(),
        Member::Play(play) => puzzle_play::hitori(&play.file),
    }
}

impl Solve {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let outputs = [self.certify.as_deref()];
        let job = self.common.begin_job([self.file.as_path()], outputs)?;
        let question = HitoriSolveQuestion {
            board: door::stream(&self.file, &job),
            certify: self.certify.is_some(),
        };
        let answer = door::ask(&question, &job, "solving", &[])?;
        if let (Some(path), None) = (&self.certify, answer.stopped) {
            door::write_certificate(&answer, path)?;
        }
        self.common.form.write(&answer)?;
        Ok(limits::exit_code(answer.stopped))
    }
}

impl New {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let job = self.common.begin_job([], [])?;
        let (height, width) = self.size;
        let question = HitoriNewQuestion {
            height,
            width,
            seed: self.seed,
            grade: self.grade,
        };
        let answer = door::ask(&question, &job, "making a board", &[])?;
        self.common.form.write(&answer)?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Explain {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let job = self.common.begin_job([self.file.as_path()], [])?;
        let board = door::stream(&self.file, &job);
        let answer = door::ask(&HitoriExplainQuestion { board }, &job, "explaining", &[])?;
        self.common.form.write(&answer)?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Draw {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let job = self.common.begin_job([self.file.as_path()], [])?;
        let board = door::stream(&self.file, &job);
        let picture = if self.solution {
            let certify = false;
            let answer = door::ask(
                &HitoriSolveQuestion { board, certify },
                &job,
                "solving",
                &[],
            )?;
            if let Some(stop) = answer.stopped {
                return Err(stop.into());
            }
            answer.picture()
        } else {
            let (moves, hint) = (Vec::new(), false);
            let question = HitoriPlayQuestion { board, moves, hint };
            door::ask(&question, &job, "drawing", &[])?.picture()
        };
        let Some(picture) = picture else {
            bail!("the board has no solution");
        };
        self.common.form.write(&match self.format {
            Form::Svg => picture.svg,
            Form::Text => picture.text + "\n",
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
