//! `sidle matter FILE`: electrons and positrons on a digraph, solved position by position.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context, bail};
use clap::Args;
use sidle::{
    core::{Meter, Player},
    draw::{Picture, Tone},
    graph::{
        Digraph, Threads,
        annihilation::{MatterAntimatter, Particles},
        explore,
        gamma::Gamma,
        label::{Ends, try_label_symmetric},
    },
};

use super::limits::Terms;
use crate::{
    board::{Board, PositionAnswer, Sheet, load_board, places},
    progress::run_with_progress,
};

const EXAMPLES: &str = "\
Examples:
  sidle matter board.txt --electrons a,b --positrons c
  sidle graph example nim --size 9 | sidle matter - --electrons 3,5,8 # Welter

A move takes a particle along an edge to a vertex without another of its kind; a particle of the other kind there and
the one that arrives vanish. A loop is a pass. Who cannot move loses and an endless play is a draw. Every position that can be reached
is looked at, up to 3^n of them on n vertices; --max-nodes limits that.";

/// Solve matter and antimatter: electrons and positrons on a small digraph
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The graph file (text, JSON or binary; `sidle man formats`); `-` is the standard input
    file: PathBuf,

    /// The vertices that hold an electron, separated by commas or white space
    #[arg(long, value_name = "VERTICES", default_value = "")]
    electrons: String,

    /// The vertices that hold a positron
    #[arg(long, value_name = "VERTICES", default_value = "")]
    positrons: String,

    #[command(flatten)]
    terms: Terms<Sheet>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.terms.begin([arguments.file.as_path()], [])?;
    let board = load_board(&arguments.file, &meter)?;
    let start = particles(&board, arguments)?;
    let answer = run_with_progress(&meter, "exploring", || solve(&board, &start, &meter))?;
    answer.write(&arguments.terms.form, || picture(&board, &start))?;
    Ok(ExitCode::SUCCESS)
}

fn particles(board: &Board, arguments: &Arguments) -> anyhow::Result<Particles> {
    let electrons = places(board, &arguments.electrons)?;
    let positrons = places(board, &arguments.positrons)?;
    let mut all = [&electrons[..], &positrons].concat();
    all.sort_unstable();
    if let Some(pair) = all.windows(2).find(|pair| pair[0] == pair[1]) {
        let name = board.name(pair[0]);
        bail!("two particles on `{name}`; a vertex holds one");
    }
    Ok(Particles::new(electrons, positrons))
}

fn solve(board: &Board, start: &Particles, meter: &Meter) -> anyhow::Result<PositionAnswer> {
    let game = MatterAntimatter::new(board.graph.forward());
    let explored = explore::<_, u32>(&game, [start.clone()], Player::Left, meter)?;
    let graph = Digraph::new(explored.graph().clone());
    let labels = try_label_symmetric(&graph, &Ends::normal(), Threads::ONE, meter)?;
    let gamma = Gamma::try_of(&graph, meter)?;
    let find = |at: &Particles| {
        let vertex = explored.vertex(at);
        vertex.context("an option that was not explored")
    };
    let mut moves = Vec::new();
    for (from, to, result) in game.moves(start) {
        let vertex = find(&result)?;
        let named = [from, to].map(|v| board.name(v).into_owned());
        moves.push((labels.distance(vertex), (named, labels.label(vertex))));
    }
    // The shortest win comes first; wins lie at even distances behind a move.
    moves.sort_by_key(|(distance, _)| distance.unwrap_or(u64::MAX));
    let moves = moves.into_iter().map(|(_, judged)| judged).collect();
    let value = gamma.value(graph.forward(), find(start)?);
    Ok(PositionAnswer::new(&value, moves))
}

fn picture(board: &Board, start: &Particles) -> anyhow::Result<Picture> {
    let mut picture = Picture::of(board.graph.forward(), &board.names)?;
    for (vertices, sign) in [(&start.electrons, "−"), (&start.positrons, "+")] {
        for &v in vertices {
            picture.mark(v, sign.to_owned(), Tone::Plain);
            picture.put_token(v);
        }
    }
    Ok(picture)
}
