//! `sidle hitori`: the puzzle of painted cells.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;
use sidle::{
    core::Meter,
    draw::puzzle::hitori_picture,
    logic::hitori::{
        self, Board, Cell, Explanation, Grade, Outcome, Solutions, Wish, certificate, explain,
        generate,
    },
};

use super::{
    limits::Terms,
    output_file::{self, OutputFile, ReportFormat, write_text},
    puzzle_play,
};
use crate::progress::run_with_progress;

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
    terms: Terms<ReportFormat>,
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
    terms: Terms<ReportFormat>,
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
    terms: Terms<ReportFormat>,
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
    terms: Terms<OutputFile>,
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
        Member::Play(play) => puzzle_play::hitori(&load(&play.file, &Meter::unlimited())?),
    }
}

/// Reads a board; its cells count as nodes.
fn load(path: &Path, meter: &Meter) -> anyhow::Result<Board> {
    let board =
        Board::parse(&output_file::read(path)?).with_context(|| path.display().to_string())?;
    let cells = board.width() as u64 * board.height() as u64;
    meter.ticker().nodes(cells, 0)?;
    Ok(board)
}

impl Solve {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let meter = self
            .terms
            .begin([self.file.as_path()], [self.certify.as_deref()])?;
        let board = load(&self.file, &meter)?;
        let text = self.file.display().to_string();
        let found = run_with_progress(&meter, "solving", || match &self.certify {
            None => hitori::solve(&board, &meter).map(|outcome| (outcome, None)),
            Some(_) => {
                certificate(&board, &text, &meter).map(|(outcome, proof)| (outcome, Some(proof)))
            }
        });
        let (outcome, proof) = match found {
            Ok(found) => found,
            Err(stop) => {
                let object =
                    json!({"solutions": null, "painted": null, "stopped": stop.to_string()});
                self.terms.form.answer(&stop.to_string(), &object)?;
                return Ok(ExitCode::from(3));
            }
        };
        if let (Some(path), Some(proof)) = (&self.certify, proof) {
            write_text(path, &proof)?;
        }
        self.terms.form.answer(&told(&board, &outcome), &outcome)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn told(board: &Board, outcome: &Outcome) -> String {
    let (head, shown) = match outcome.solutions {
        Solutions::None => return "no solution".to_owned(),
        Solutions::One => ("one solution", &outcome.examples[0]),
        Solutions::Many => ("many solutions; one of them", &outcome.examples[0]),
    };
    format!("{head}\n{}", puzzle_play::painted_text(board, shown))
}

impl New {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let meter = self.terms.begin([], [])?;
        let (height, width) = self.size;
        let wish = Wish {
            height,
            width,
            seed: self.seed,
            grade: self.grade,
        };
        if height * width < 2 {
            bail!("a board of one cell has two solutions: it may be painted or not");
        }
        let board = run_with_progress(&meter, "making a board", || generate(wish, &meter))?;
        let why = explain(&board, &meter)?;
        let object = json!({"board": board.rows(), "grade": why.grade, "seed": self.seed});
        self.terms.form.answer(&board.to_text(), &object)?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Explain {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let meter = self.terms.begin([self.file.as_path()], [])?;
        let board = load(&self.file, &meter)?;
        let why = run_with_progress(&meter, "explaining", || explain(&board, &meter))?;
        self.terms.form.answer(&explained(&why), &why)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn explained(why: &Explanation) -> String {
    let mut lines: Vec<String> = why.steps.iter().map(|step| step.text.clone()).collect();
    lines.push(match (why.possible, why.complete) {
        (false, _) => "this is a contradiction: the board has no solution".to_owned(),
        (true, true) => format!("every cell is forced; {}", why.grade),
        (true, false) => "the other cells are not forced: there are several solutions".to_owned(),
    });
    lines.join("\n")
}

impl Draw {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let meter = self.terms.begin([self.file.as_path()], [])?;
        let board = load(&self.file, &meter)?;
        let painted: Vec<Cell> = if self.solution {
            let outcome = hitori::solve(&board, &meter)?;
            match outcome.examples.into_iter().next() {
                Some(painted) => painted,
                None => bail!("the board has no solution"),
            }
        } else {
            Vec::new()
        };
        self.terms.form.write(&match self.format {
            Form::Svg => hitori_picture(&board, &painted),
            Form::Text => puzzle_play::painted_text(&board, &painted) + "\n",
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
