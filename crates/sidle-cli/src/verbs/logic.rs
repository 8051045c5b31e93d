//! `sidle logic`: the games of constraint logic.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context;
use clap::{Args, Subcommand};
use sidle::logic::{
    decide::{Answer, Game, Options, Solution, decide},
    graph::ConstraintGraph,
};

use super::{
    limits::Limits,
    paper::{self, Paper, ThreadCount},
};
use crate::progress::run_with_progress;

/// Constraint logic: graphs whose edges are reversed (solve, check, draw, compile)
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    member: Member,
}

#[derive(Debug, Subcommand)]
enum Member {
    Solve(Solve),
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  sidle logic solve graph.txt --game ncl
  sidle logic solve graph.txt --game 2cl --json
  printf 'a b 2\\na b 2\\nb a 2\\ntarget 2\\n' | sidle logic solve - --game ncl
  sidle logic solve graph.txt --game ncl --certify proof.json && sidle check proof.json

A line `u v w [W|B] [name]` is an edge from u to v of weight w (1 red, 2 blue), numbered from 0; `min VERTEX K` sets
a minimum inflow (2 unless given), `target [W|B] EDGE` a target, `last EDGE …` what deterministic logic has just
reversed. Games: satisfy, bounded-ncl, ncl, bounded-2cl, 2cl, bounded-dcl, dcl, bounded-tpcl, tpcl.";

/// Decide a game on a constraint graph, with a shortest solution
#[derive(Args, Debug)]
#[command(after_help = SOLVE_EXAMPLES)]
struct Solve {
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

    #[command(flatten)]
    threads: ThreadCount,

    #[command(flatten)]
    paper: Paper,

    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.member {
        Member::Solve(solve) => solve.run(),
    }
}

fn load(path: &Path) -> anyhow::Result<ConstraintGraph> {
    let text = paper::read(path)?;
    ConstraintGraph::parse(&text).with_context(|| path.display().to_string())
}

impl Solve {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let meter = self.limits.meter();
        let graph = load(&self.file)?;
        let options = Options {
            threads: self.threads.get(),
            horizon: self.horizon,
            reversals: self.reversals,
        };
        let solution = run_with_progress(&meter, "deciding", || {
            decide(&graph, self.game, options, &meter)
        })
        .with_context(|| self.file.display().to_string())?;
        self.paper.answer(&told(&graph, &solution), &solution)?;
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
    lines.join("\n")
}
