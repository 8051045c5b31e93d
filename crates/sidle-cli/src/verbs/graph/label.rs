//! `sidle graph label FILE`: who wins from each vertex.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context;
use clap::{Args, ValueEnum};
use serde::Serialize;
use sidle::{
    core::Meter,
    draw::{OUTCOMES, Tone},
    graph::{
        VertexId,
        label::{
            AsymmetricEnds, Ends, Label, Mover, Value, label_asymmetric_by_quotient,
            label_symmetric_by_quotient, try_label_asymmetric, try_label_symmetric,
            write_bicertificate, write_certificate,
        },
    },
};

use crate::{
    board::{AnyBoard, Board, Sheet, VertexRow, VertexTable},
    files,
    progress::run_with_progress,
    verbs::{limits::Terms, paper::ThreadCount},
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

    #[command(flatten)]
    threads: ThreadCount,

    /// End the play at a vertex, with this value (W, D or L) for the player to move there; in the
    /// asymmetric game two values, for player 0 and for player 1 to move. Can be given several times
    #[arg(long = "end", value_name = "VERTEX=W|D|L")]
    ends: Vec<String>,

    /// Label the quotient by bisimulation and carry the labels back: the same answer, faster where many
    /// positions look alike
    #[arg(long)]
    quotient: bool,

    /// Also write a certificate (ranks and moves) that `sidle check` verifies
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,

    #[command(flatten)]
    terms: Terms<Sheet>,
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

/// One vertex in JSON.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Symmetric {
        id: String,
        label: String,
        distance: Option<u64>,
    },
    Asymmetric {
        id: String,
        l0: String,
        l1: String,
    },
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let meter = arguments
        .terms
        .begin([arguments.file.as_path()], [arguments.certify.as_deref()])?;
    match AnyBoard::load(&arguments.file, &meter)? {
        AnyBoard::Narrow(board) => label(arguments, &board, &meter)?,
        AnyBoard::Wide(board) => label(arguments, &board, &meter)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn label<V: VertexId>(
    arguments: &Arguments,
    board: &Board<V>,
    meter: &Meter,
) -> anyhow::Result<()> {
    match arguments.game {
        Game::Symmetric => symmetric(arguments, board, Ends::normal(), meter),
        Game::Misere => symmetric(arguments, board, Ends::misere(), meter),
        Game::Asymmetric => asymmetric(arguments, board, meter),
    }
}

fn symmetric<V: VertexId>(
    arguments: &Arguments,
    board: &Board<V>,
    mut ends: Ends<V>,
    meter: &Meter,
) -> anyhow::Result<()> {
    for text in &arguments.ends {
        let (v, [value]) = end(board, text)?;
        ends = ends.with_end(v, value);
    }
    let ends = &ends;
    let labelled = if arguments.quotient {
        label_symmetric_by_quotient
    } else {
        try_label_symmetric
    };
    let labels = run_with_progress(meter, "labelling", || {
        labelled(&board.graph, ends, arguments.threads.get(), meter)
    })?;
    if let Some(path) = &arguments.certify {
        let (named, text) = (board.to_named(), arguments.file.display().to_string());
        files::write_whole(path, |out| {
            Ok(write_certificate(&named, ends, &labels, &text, out)?)
        })?;
    }
    let [lost, won, drawn] = labels.counts();
    let row = |v| {
        let (label, distance) = (labels.label(v), labels.distance(v));
        let shown = distance.map_or_else(|| "-".to_owned(), |moves| moves.to_string());
        let best = labels.best_move(board.graph.forward(), v);
        let best = best.map_or_else(|| "-".to_owned(), |w| board.name(w).into_owned());
        VertexRow {
            caption: distance.map_or_else(|| "D".to_owned(), |moves| format!("{label} {moves}")),
            tone: tone(label),
            json: Answer::Symmetric {
                id: board.name(v).into_owned(),
                label: label.to_string(),
                distance,
            },
            cells: vec![label.to_string(), shown, best],
        }
    };
    VertexTable {
        board,
        header: &["label", "distance", "move"],
        row,
        summary: format!("P {lost}, N {won}, D {drawn}"),
        legend: OUTCOMES,
    }
    .write(&arguments.terms.form)
}

fn asymmetric<V: VertexId>(
    arguments: &Arguments,
    board: &Board<V>,
    meter: &Meter,
) -> anyhow::Result<()> {
    let mut ends = AsymmetricEnds::default();
    for text in &arguments.ends {
        let (v, values) = end(board, text)?;
        ends = ends.with_end(v, values);
    }
    let labelled = if arguments.quotient {
        label_asymmetric_by_quotient
    } else {
        try_label_asymmetric
    };
    let labels = run_with_progress(meter, "labelling", || {
        labelled(&board.graph, &ends, arguments.threads.get(), meter)
    })?;
    if let Some(path) = &arguments.certify {
        let (named, text) = (board.to_named(), arguments.file.display().to_string());
        files::write_whole(path, |out| {
            Ok(write_bicertificate(&named, &ends, &labels, &text, out)?)
        })?;
    }
    let best = |v, mover| {
        let best = labels.best_move(board.graph.forward(), v, mover);
        best.map_or_else(|| "-".to_owned(), |w| board.name(w).into_owned())
    };
    let row = |v| {
        let [l0, l1] = [Mover::Zero, Mover::One].map(|mover| labels.value(v, mover).to_string());
        VertexRow {
            caption: format!("{l0}/{l1}"),
            tone: match labels.value(v, Mover::Zero) {
                Value::Loss => Tone::Lost,
                Value::Win => Tone::Won,
                Value::Draw => Tone::Drawn,
            },
            cells: vec![
                l0.clone(),
                l1.clone(),
                best(v, Mover::Zero),
                best(v, Mover::One),
            ],
            json: Answer::Asymmetric {
                id: board.name(v).into_owned(),
                l0,
                l1,
            },
        }
    };
    VertexTable {
        board,
        header: &["l0", "l1", "move0", "move1"],
        row,
        summary: format!("{} vertices", board.graph.vertex_count()),
        legend: [
            "player 0 loses, to move",
            "player 0 wins, to move",
            "a draw with player 0 to move",
        ],
    }
    .write(&arguments.terms.form)
}

/// An end `VERTEX=VALUES` with one value for each mover.
fn end<V: VertexId, const MOVERS: usize>(
    board: &Board<V>,
    text: &str,
) -> anyhow::Result<(V, [Value; MOVERS])> {
    let (name, letters) = text
        .rsplit_once('=')
        .with_context(|| format!("--end {text}: expected VERTEX=VALUE"))?;
    let vertex = board
        .names
        .find(name)
        .with_context(|| format!("--end {text}: there is no vertex `{name}` in the graph"))?;
    let value = |letter| match letter {
        'W' => Some(Value::Win),
        'D' => Some(Value::Draw),
        'L' => Some(Value::Loss),
        _ => None,
    };
    let values: Option<Vec<Value>> = letters.chars().map(value).collect();
    let values = values.and_then(|values| values.try_into().ok());
    let values = values.with_context(|| {
        let example = if MOVERS == 1 { "D" } else { "DL" };
        format!("--end {text}: expected {MOVERS} of the letters W, D and L, as in {name}={example}")
    })?;
    Ok((V::from_index(vertex), values))
}

/// The colour of an outcome.
pub(crate) fn tone(label: Label) -> Tone {
    match label {
        Label::P => Tone::Lost,
        Label::N => Tone::Won,
        Label::D => Tone::Drawn,
    }
}
