//! `sidle graph label FILE`: who wins from each vertex.

use std::{num::NonZeroUsize, path::PathBuf, process::ExitCode};

use clap::{Args, ValueEnum};
use sidle::questions::{GraphGame, GraphLabelQuestion, PlayEnd};

use crate::{
    door,
    verbs::{
        forms::ReportOutput,
        limits::{self, CommonOptions},
    },
};

const EXAMPLES: &str = "\
Examples:
  sidle graph label board.txt
  sidle graph label --json board.txt
  sidle graph label --end exit=D board.txt
  sidle graph label --quotient --timeout 1m board.csr
  sidle graph label --game asymmetric --format svg -o board.svg board.txt
  sidle graph label --certify proof.json board.txt && sidle check proof.json

A token moves along edges, the players in turn. In the symmetric game whoever cannot move loses (in misère
play: wins) and an endless play is a draw; the distance is the number of moves when the winner hurries. In the
asymmetric game (Löwe) player 0 wins if his move ends the play, a play ended by player 1 is a draw, and an
endless one is won by player 1; l0 and l1 are the values for player 0 and for player 1, each to move.";

/// Say who wins from each vertex, and how soon
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The graph file (text, JSON or binary; `sidle man formats`); `-` is the standard input
    file: PathBuf,

    /// The game to label
    #[arg(long, value_enum, value_name = "GAME", default_value_t)]
    game: Game,

    /// How many threads to use [default: as many as the machine has]
    #[arg(long, value_name = "COUNT", value_parser = limits::threads)]
    threads: Option<NonZeroUsize>,

    /// End the play at a vertex, with this value (W, D or L) for the player to move there; in the
    /// asymmetric game two values, for player 0 and for player 1 to move. Can be given several times
    #[arg(long = "end", value_name = "VERTEX=W|D|L")]
    ends: Vec<PlayEnd>,

    /// Label the quotient by bisimulation and carry the labels back: the same answer, faster where many
    /// positions look alike
    #[arg(long)]
    quotient: bool,

    /// Also write a certificate (ranks and moves) that `sidle check` verifies
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,

    #[command(flatten)]
    common: CommonOptions<ReportOutput>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Game {
    /// Who cannot move loses; an endless play is a draw
    #[default]
    Symmetric,
    /// Löwe's game: an endless play is won by player 1
    Asymmetric,
    /// Who cannot move wins; an endless play is a draw
    Misere,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let job = arguments
        .common
        .begin_job([arguments.file.as_path()], [arguments.certify.as_deref()])?;
    let job = job.with_threads(limits::or_all(arguments.threads));
    let question = GraphLabelQuestion {
        graph: door::stream(&arguments.file, &job),
        game: match arguments.game {
            Game::Symmetric => GraphGame::Symmetric,
            Game::Asymmetric => GraphGame::Asymmetric,
            Game::Misere => GraphGame::Misere,
        },
        ends: arguments.ends.clone(),
        quotient: arguments.quotient,
    };
    let answer = door::ask(&question, &job, "labelling", &[])?;
    door::answer(
        &answer,
        arguments.certify.as_deref(),
        &arguments.common.form,
    )
}
