//! `sidle loopy phi`.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use sidle::{Report, Style, questions::LoopyPhiQuestion};

use crate::{
    door,
    verbs::{
        go::{Game, threats, write_files},
        limits::CommonOptions,
        output::Output,
    },
};

const PHI_EXAMPLES: &str = "\
Examples:
  sidle loopy phi ko.txt --game phi-left
  sidle loopy phi ko.txt --game phi-left --graph phi.txt
  sidle loopy sidle phi.txt --moves @banned --moves @live --from off --from on
  printf 'start B\\nA L \"1\"\\nA R B\\nB L A\\nB R \"0\"\\n' | sidle loopy phi -

In phi neither player may move back to the position before the last move, and infinite play is drawn. In phi-left Left
may, but loses a play in which she does so for ever; in phi-right Right may. If the file marks moves with `@ko`, the ban holds
for these only.";

/// The game phi, phi-left or phi-right of a loopy game: no move back to the position before the last move
#[derive(Args, Debug)]
#[command(after_help = PHI_EXAMPLES)]
pub(crate) struct PhiArguments {
    /// The graph file
    file: PathBuf,

    /// The game
    #[arg(long, value_enum, default_value = "phi", value_name = "GAME")]
    game: Game,

    /// Start at this vertex
    #[arg(long, value_name = "VERTEX")]
    at: Option<String>,

    /// The ko threats of Left and of Right, in phi: each lets a player make one banned move
    #[arg(long, value_name = "LEFT,RIGHT", value_parser = threats, conflicts_with = "certify")]
    threats: Option<[u32; 2]>,

    /// Value it a second time by sidling, compare, and show every approximation
    #[arg(long)]
    trace: bool,

    /// Write a certificate of the value, which `sidle check` verifies
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,

    /// Write the game as a bigraph file: banned moves are marked `@banned`, other moves on cycles `@live`
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,

    /// Draw the game as SVG
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,

    #[command(flatten)]
    common: CommonOptions<Output>,
}

pub(super) fn phi(arguments: &PhiArguments) -> anyhow::Result<ExitCode> {
    let files = [&arguments.certify, &arguments.graph, &arguments.picture];
    let outputs = files.map(Option::as_deref);
    let job = arguments
        .common
        .begin_job([arguments.file.as_path()], outputs)?;
    let question = LoopyPhiQuestion {
        graph: door::stream(&arguments.file, &job),
        vertex: arguments.at.clone(),
        game: arguments.game.into(),
        threats: arguments.threats,
        trace: arguments.trace,
        certify: arguments.certify.is_some(),
        phi_graph: arguments.graph.is_some() || arguments.picture.is_some(),
    };
    let answer = door::ask(&question, &job, "valuing", &[])?;
    write_files(
        &answer,
        &arguments.certify,
        &arguments.graph,
        &arguments.picture,
    )?;
    let output = &arguments.common.form;
    output.answer(&answer.text(Style::Plain), &answer)?;
    Ok(answer.stopped.map_or(ExitCode::SUCCESS, door::stopped))
}
