//! `sidle logic`: the games of constraint logic.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use sidle::{
    core::Meter,
    draw::puzzle::{constraint_film, constraint_picture},
    graph::Threads,
    logic::{
        compile::{to_hitori, to_sliding_blocks},
        decide::{
            Answer, Game, NoCertificate, Options, Solution, certificate, decide, ncl_on_disk,
        },
        graph::{ConstraintGraph, VertexKind, dot, planar::embedding},
    },
};

use super::{
    limits::{self, Placed, ProcessLimits, Terms, ThreadCount},
    output_file::{self, OutputFile, ReportFormat, write_text},
};
use crate::progress::run_with_progress;

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

    #[command(flatten)]
    threads: ThreadCount,

    #[command(flatten)]
    terms: Terms<ReportFormat>,
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
    format: ReportFormat,

    #[command(flatten)]
    limits: ProcessLimits,
}

/// What `check` finds.
#[derive(Serialize)]
struct Checked {
    vertices: usize,
    edges: usize,
    legal: bool,
    illegal: Option<String>,
    and_or: bool,
    /// `null` for a graph that is too large to be looked at.
    planar: Option<bool>,
    kinds: Vec<(String, VertexKind)>,
    /// The edges around each vertex, clockwise.
    embedding: Option<Vec<Vec<usize>>>,
}

/// Planarity is tested for graphs of so many edges.
const MOST_EMBEDDED: usize = 2000;

impl Check {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let meter = self
            .limits
            .begin([self.file.as_path()], [self.format.place()])?;
        let graph = load(&self.file, &meter)?;
        let start = graph.require_legal_start();
        let small = graph.edges().len() <= MOST_EMBEDDED;
        let embedding = run_with_progress(&meter, "embedding", || {
            small.then(|| embedding(&graph)).flatten()
        });
        meter.check()?;
        let checked = Checked {
            vertices: graph.vertices().len(),
            edges: graph.edges().len(),
            legal: start.is_ok(),
            illegal: start.err().map(|error| error.to_string()),
            and_or: graph.is_and_or(),
            planar: small.then_some(embedding.is_some()),
            kinds: (0..graph.vertices().len())
                .map(|v| (graph.vertices()[v].name.clone(), graph.kind(v)))
                .collect(),
            embedding,
        };
        let yes = |value: bool| if value { "yes" } else { "no" };
        let mut lines = vec![
            format!("{} vertices, {} edges", checked.vertices, checked.edges),
            format!(
                "legal start: {}",
                checked.illegal.as_deref().unwrap_or("yes")
            ),
            format!("AND and OR vertices only: {}", yes(checked.and_or)),
            format!(
                "planar: {}",
                checked.planar.map_or("too large to tell", yes)
            ),
        ];
        lines.extend(
            checked
                .kinds
                .iter()
                .map(|(name, kind)| format!("  {name}: {kind}")),
        );
        self.format.answer(&lines.join("\n"), &checked)?;
        Ok(ExitCode::from(u8::from(!checked.legal)))
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
        let meter = self
            .limits
            .begin([self.file.as_path()], [self.output.place()])?;
        let graph = load(&self.file, &meter)?;
        let text = run_with_progress(&meter, "compiling", || match self.to {
            Puzzle::Blocks => to_sliding_blocks(&graph),
            Puzzle::Hitori => to_hitori(&graph),
        });
        meter.check()?;
        let text = text.with_context(|| self.file.display().to_string())?;
        self.output.write(&text)?;
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
    terms: Terms<OutputFile>,
}

impl Draw {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let meter = self.terms.begin([self.file.as_path()], [])?;
        let graph = load(&self.file, &meter)?;
        let mut at = graph.start();
        let mut moves = None;
        if let Some(game) = self.game {
            let solution = decide(&graph, game, Options::default(), &meter)?;
            if let Some(stop) = solution.stop {
                return Err(stop.into());
            }
            for &edge in solution.reversed.iter().flatten() {
                at.reverse(edge);
            }
            moves = solution.moves;
        }
        self.terms.form.write(&match (self.format, &moves) {
            (Form::Svg, None) => constraint_picture(&graph, &at),
            (Form::Svg, Some(moves)) => constraint_film(&graph, moves),
            (Form::Dot, _) => dot(&graph, &at),
            (Form::Text, _) => graph.to_text(),
            (Form::Json, _) => graph.to_json() + "\n",
        })?;
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

/// Reads a graph; its vertices count as nodes.
fn load(path: &Path, meter: &Meter) -> anyhow::Result<ConstraintGraph> {
    let text = output_file::read(path)?;
    let graph = ConstraintGraph::parse(&text).with_context(|| path.display().to_string())?;
    meter.ticker().nodes(graph.vertices().len() as u64, 0)?;
    Ok(graph)
}

impl Solve {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let meter = self
            .terms
            .begin([self.file.as_path()], [self.certify.as_deref()])?;
        let graph = load(&self.file, &meter)?;
        let options = Options {
            threads: Threads::new(self.threads.get().get()),
            horizon: self.horizon,
            reversals: self.reversals,
        };
        let name = self.file.display().to_string();
        if self.disk.is_some() && self.game != Game::Ncl {
            bail!("only ncl is searched on disk; leave out --disk or --game");
        }
        let buffer = usize::try_from(self.buffer).unwrap_or(usize::MAX);
        let solution =
            run_with_progress(&meter, "deciding", || match (&self.certify, &self.disk) {
                (None, Some(folder)) => {
                    anyhow::Ok(ncl_on_disk(&graph, options, folder, buffer, &meter)?)
                }
                (None, None) => Ok(decide(&graph, self.game, options, &meter)?),
                (Some(path), _) => {
                    let (solution, proof) = certificate(&graph, self.game, options, &name, &meter)
                        .map_err(|reason| match reason {
                            NoCertificate::Stopped(stop) => anyhow::Error::from(stop),
                            refused => refused.into(),
                        })?;
                    write_text(path, &proof)?;
                    Ok(solution)
                }
            })
            .with_context(|| name.clone())?;
        self.terms
            .form
            .answer(&told(&graph, &solution), &solution)?;
        Ok(match solution.answer {
            Answer::Stopped => ExitCode::from(3),
            _ => ExitCode::SUCCESS,
        })
    }
}

/// The answer for a person.
fn told(graph: &ConstraintGraph, solution: &Solution) -> String {
    let mut lines = vec![match (&solution.stopped, solution.length) {
        (Some(stopped), _) => stopped.clone(),
        (None, Some(length)) => format!("{} in {length}", solution.answer),
        (None, None) => solution.answer.to_string(),
    }];
    if let Some(moves) = &solution.moves {
        let moves: Vec<String> = moves
            .iter()
            .map(|edge| edge.map_or_else(|| "pass".to_owned(), |edge| graph.edge_name(edge)))
            .collect();
        lines.push(format!("moves: {}", moves.join(" ")));
    }
    if let Some(reversed) = &solution.reversed {
        let reversed: Vec<String> = reversed.iter().map(|&edge| graph.edge_name(edge)).collect();
        lines.push(if reversed.is_empty() {
            "the start is legal".to_owned()
        } else {
            format!("reversed: {}", reversed.join(" "))
        });
    }
    if let Some(horizon) = solution.horizon {
        lines.push(format!(
            "to a horizon of {horizon} turns; the game without one is undecidable"
        ));
    }
    lines.push(format!("states: {}", solution.states));
    if solution.believed > 0 {
        lines.push(output_file::believed(solution.believed));
    }
    lines.join("\n")
}
