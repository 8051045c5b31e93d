//! `sidle annihilate FILE --at VERTICES`: tokens that vanish when they meet.

use std::{path::PathBuf, process::ExitCode};

use anyhow::bail;
use clap::Args;
use sidle::{
    core::Meter,
    draw::{Picture, Tone},
    graph::{
        annihilation::{Annihilation, Certificate},
        gamma::TokenMove,
        label::Label,
    },
};

use super::{limits::Terms, play};
use crate::{
    board::{At, Board, NamedMove, PositionAnswer, Sheet, load_board, places},
    files,
    progress::run_with_progress,
};

const EXAMPLES: &str = "\
Examples:
  sidle annihilate board.txt --at z0,z2
  sidle annihilate board.txt --at z0,z2 --json
  sidle annihilate board.txt --at z0,z2 --certify proof.json && sidle check proof.json
  sidle graph example anne > anne.txt
  sidle annihilate anne.txt --at z0a,z1a,y0a,y1a --play

A move takes one token along an edge; if it meets another one, both vanish. Who cannot move loses and an endless
play is a draw. sigma is linear: the sum (exclusive or) of the values of the tokens, equal to the value where that
is finite, and at least 2^t where it is not.";

/// Say who wins an annihilation game, and by which moves
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The graph file (text, JSON or binary; `sidle man formats`); `-` is the standard input
    file: PathBuf,

    #[command(flatten)]
    at: At,

    /// Play the position against the engine in the terminal
    #[arg(long)]
    play: bool,

    /// Also write a certificate (a strategy, or the values that show a draw) that `sidle check` verifies
    #[arg(long, value_name = "FILE", conflicts_with = "play")]
    certify: Option<PathBuf>,

    #[command(flatten)]
    terms: Terms<Sheet>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let meter = arguments
        .terms
        .begin([arguments.file.as_path()], [arguments.certify.as_deref()])?;
    let board = load_board(&arguments.file, &meter)?;
    let position = position(&board, &arguments.at.at)?;
    let game = solve(&board, &meter)?;
    if arguments.play {
        play::annihilation(&board, &game, &position, play::Side::First)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(path) = &arguments.certify {
        let certificate = run_with_progress(&meter, "certifying", || {
            Certificate::try_of(&game, &position, &meter)
        });
        let certificate = certificate?;
        let text = arguments.file.display().to_string();
        files::write_whole(path, |out| {
            Ok(certificate.write(&board.names, &text, out)?)
        })?;
    }
    let sigma = game.sigma(&position).to_string();
    let answer = answer(&board, &game, &position).with_sigma(&sigma, game.t())?;
    answer.write(&arguments.terms.form, || picture(&board, &game, &position))?;
    Ok(ExitCode::SUCCESS)
}

/// The occupied vertices, increasing. Two tokens on one vertex are an error.
pub(crate) fn position(board: &Board, at: &[String]) -> anyhow::Result<Vec<u32>> {
    let mut position = Vec::new();
    for text in at {
        position.extend(places(board, text)?);
    }
    position.sort_unstable();
    if let Some(pair) = position.windows(2).find(|pair| pair[0] == pair[1]) {
        let name = board.name(pair[0]);
        bail!("two tokens on `{name}` would have annihilated each other; name each vertex once");
    }
    Ok(position)
}

pub(crate) fn solve<'b>(board: &'b Board, meter: &Meter) -> anyhow::Result<Annihilation<'b>> {
    Ok(run_with_progress(meter, "solving", || {
        Annihilation::try_of(&board.graph, meter)
    })?)
}

pub(crate) fn named(board: &Board, chosen: TokenMove) -> NamedMove {
    [chosen.from, chosen.to].map(|vertex| board.name(vertex).into_owned())
}

fn answer(board: &Board, game: &Annihilation<'_>, position: &[u32]) -> PositionAnswer {
    let moves = game.moves(position).into_iter();
    let judged = moves.map(|chosen| (named(board, chosen), game.outcome_after(position, chosen)));
    PositionAnswer::new(&game.value(position), judged.collect())
}

fn picture(board: &Board, game: &Annihilation<'_>, position: &[u32]) -> anyhow::Result<Picture> {
    let mut picture = Picture::of(board.graph.forward(), &board.names)?;
    for v in board.graph.vertices() {
        picture.mark(v, game.sigma(&[v]).to_string(), Tone::Plain);
    }
    position.iter().for_each(|&v| picture.put_token(v));
    let good = if game.outcome(position) == Label::N {
        game.winning_moves(position)
    } else {
        game.drawing_moves(position)
    };
    good.iter()
        .for_each(|chosen| picture.set_off(chosen.from, chosen.to));
    Ok(picture)
}
