//! `sidle logic`: the games of constraint logic.

use std::{num::NonZeroUsize, path::PathBuf, process::ExitCode};

use clap::{Args, Subcommand, ValueEnum};
use sidle::{
    Report,
    logic::decide::{Game, Options},
    questions::{
        CompiledPuzzle, DiskSearch, LogicCheckQuestion, LogicCompileQuestion, LogicDrawQuestion,
        LogicSolveQuestion,
    },
};

use super::{
    limits::{self, CommonOptions, Placed, ProcessLimits},
    output_file::{FileOutput, OutputFile},
};
use crate::door;

const GROUP_EXAMPLES: &str = "\
Examples:
  printf 'a b 2\\na b 2\\nb a 2\\ntarget 2\\n' > graph.txt
  sidle logic solve graph.txt --game ncl
  sidle logic check graph.txt";

/// Constraint logic: graphs whose edges are reversed (solve, check, draw, compile)
#[derive(Debug, Subcommand)]
#[command(after_help = GROUP_EXAMPLES)]
pub(crate) enum Member {
    Solve(Solve),
    Check(Check),
    Draw(Draw),
    Compile(Compile),
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  sidle logic solve graph.txt --game ncl
  sidle logic solve graph.txt --game 2cl --json
  printf 'a b 2\\na b 2\\nb a 2\\ntarget 2\\n' | sidle logic solve - --game ncl
  sidle logic solve graph.txt --game ncl --certify proof.json && sidle check proof.json
  sidle logic solve large.txt --disk /scratch/large

A line `u v w [W|B] [name]` is an edge from u to v of weight w (1 red, 2 blue), numbered from 0; `min VERTEX K` sets
a minimum inflow (2 unless given), `target [W|B] EDGE` a target, `last EDGE …` what deterministic logic has just
reversed. Games: satisfy, bounded-ncl, ncl, bounded-2cl, 2cl, bounded-dcl, dcl, bounded-tpcl, tpcl.";

/// Decide a game on a constraint graph, with a shortest solution
#[derive(Args, Debug)]
#[command(after_help = SOLVE_EXAMPLES)]
pub(crate) struct Solve {
    /// The graph, as text or JSON (`sidle man formats`); `-` is the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The game to decide
    #[arg(long, value_name = "GAME", default_value = "ncl")]
    game: Game,

    /// How many turns of an unbounded team game are looked at
    #[arg(long, value_name = "TURNS", default_value_t = Options::default().horizon)]
    horizon: u64,

    /// How many edges a player of an unbounded team game may reverse on his turn
    #[arg(long, value_name = "COUNT", default_value_t = Options::default().reversals)]
    reversals: usize,

    /// Also write a certificate that `sidle check` verifies
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,

    /// Keep the search for NCL in this folder instead of in memory; a search that was stopped or killed goes on where it was
    #[arg(long, value_name = "FOLDER", conflicts_with = "certify", value_parser = crate::files::lasting())]
    disk: Option<PathBuf>,

    /// How much memory a search on disk may take for its buffers
    #[arg(long, value_name = "BYTES", value_parser = limits::bytes, default_value = "256M")]
    buffer: u64,

    /// How many threads to use [default: as many as the machine has]
    #[arg(long, value_name = "COUNT", value_parser = limits::threads)]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    common: CommonOptions<FileOutput>,
}

/// Check a graph: is its start legal, are its vertices AND and OR, is it planar?
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sidle logic check graph.txt
  sidle logic check graph.txt --json

The exit code is 0 if the start is legal, 1 if it is not.")]
pub(crate) struct Check {
    /// The graph, as text or JSON; `-` is the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    format: FileOutput,

    #[command(flatten)]
    limits: ProcessLimits,
}

impl Check {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let outputs = [self.format.place()];
        let job = self.limits.begin_job([self.file.as_path()], outputs)?;
        let graph = door::stream(&self.file, &job);
        let answer = door::ask(&LogicCheckQuestion { graph }, &job, "embedding", &[])?;
        self.format.write(&answer)?;
        Ok(ExitCode::from(u8::from(!answer.legal)))
    }
}

/// The puzzles that graphs are made into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Puzzle {
    /// Sliding blocks: solvable exactly when the target can be reversed.
    Blocks,
    /// Hitori: solvable exactly when the graph has a legal configuration.
    Hitori,
}

/// Make a planar graph of AND and OR vertices into a puzzle with the same answer
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sidle logic compile graph.txt --to blocks -o puzzle.txt && sidle blocks solve puzzle.txt
  sidle logic compile graph.txt --to hitori | sidle hitori solve -")]
pub(crate) struct Compile {
    /// The graph, as text or JSON; `-` is the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The puzzle to make
    #[arg(long, value_enum, value_name = "PUZZLE")]
    to: Puzzle,

    #[command(flatten)]
    output: OutputFile,

    #[command(flatten)]
    limits: ProcessLimits,
}

impl Compile {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let outputs = [self.output.place()];
        let job = self.limits.begin_job([self.file.as_path()], outputs)?;
        let question = LogicCompileQuestion {
            graph: door::stream(&self.file, &job),
            to: match self.to {
                Puzzle::Blocks => CompiledPuzzle::Blocks,
                Puzzle::Hitori => CompiledPuzzle::Hitori,
            },
        };
        let answer = door::ask(&question, &job, "compiling", &[])?;
        self.output.write(&answer.puzzle)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// How a graph is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A picture, or a film.
    #[default]
    Svg,
    /// Text for Graphviz.
    Dot,
    /// The text format.
    Text,
    /// The graph as JSON.
    Json,
}

/// Draw a graph (red thin, blue thick), or a solution as an animated SVG
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sidle logic draw graph.txt -o graph.svg
  sidle logic draw graph.txt --game ncl -o solution.svg
  sidle logic draw graph.txt --format dot | dot -Tpdf -o graph.pdf")]
pub(crate) struct Draw {
    /// The graph, as text or JSON; `-` is the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Draw the solution of this game as a film
    #[arg(long, value_name = "GAME")]
    game: Option<Game>,

    /// The form of the drawing
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    format: Form,

    #[command(flatten)]
    common: CommonOptions<OutputFile>,
}

impl Draw {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let job = self.common.begin_job([self.file.as_path()], [])?;
        let question = LogicDrawQuestion {
            graph: door::stream(&self.file, &job),
            game: self.game,
        };
        let answer = door::ask(&question, &job, "drawing", &[])?;
        let form = match self.format {
            Form::Svg => None,
            Form::Dot => answer.form("dot"),
            Form::Text => answer.form("text"),
            Form::Json => answer.form("json"),
        };
        match form {
            None => self.common.form.write(&answer.drawing.svg)?,
            Some(form) => self.common.form.write_blob(&form)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

pub(crate) fn run(member: &Member) -> anyhow::Result<ExitCode> {
    match member {
        Member::Solve(solve) => solve.run(),
        Member::Check(check) => check.run(),
        Member::Draw(draw) => draw.run(),
        Member::Compile(compile) => compile.run(),
    }
}

impl Solve {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let outputs = [self.certify.as_deref()];
        let job = self.common.begin_job([self.file.as_path()], outputs)?;
        let job = job.with_threads(limits::or_all(self.threads));
        let question = LogicSolveQuestion {
            graph: door::stream(&self.file, &job),
            game: self.game,
            horizon: Some(self.horizon),
            reversals: Some(self.reversals),
            certify: self.certify.is_some(),
            disk: DiskSearch::new(self.disk.as_deref(), self.buffer),
        };
        let answer = door::ask(&question, &job, "deciding", &[])?;
        if let Some(path) = &self.certify {
            door::write_certificate(&answer, path)?;
        }
        self.common.form.write(&answer)?;
        Ok(limits::exit_code(answer.solution.stop))
    }
}
