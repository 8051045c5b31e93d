//! `sidle explain`, `sidle loopy explain` and `sidle graph explain`: how values and labels come about.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Args, ValueEnum};
use sidle::{
    Blob, Expression, PositionSource, Report, Style,
    questions::{ExplainQuestion, GraphExplainQuestion, GraphGame, LoopyExplainQuestion},
};

use super::{limits::CommonOptions, output::Output};
use crate::{door, files, folders};

const EXAMPLES: &str = "\
Examples:
  sidle explain '{1,*,{2|0}|0}'          # a form as it is typed
  sidle explain '{1|0} + {2||1|0}'       # a sum, with strategies against 0
  sidle explain '{1|*} >= 0'             # the strategy of a comparison
  sidle explain '{1|*} >= 0' --after 0   # after the first move of the list
  sidle explain Clobber 'xoxo'           # a board, whose options have values
  sidle explain '{3*|-3}' --reduced      # up to infinitesimals
  sidle draw '{1,*|0}' --steps pictures  # the game before and after each step

Every step and every strategy is verified by the checker of certificates before it is printed. --certify writes the
certificates: proof.json, proof.2.json and so on.";

/// Explain a value, a position, a sum or a comparison step by step
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// An expression of the calculator, or the name of a ruleset
    expression: String,

    /// The position of the ruleset
    position: Option<String>,

    /// Explain the reduced canonical form, up to infinitesimals
    #[arg(long)]
    reduced: bool,

    /// Your moves against the strategies, by their numbers in the list
    #[arg(long, value_name = "MOVES", value_delimiter = ',')]
    after: Vec<usize>,

    /// Write certificates of all steps and strategies to files with this name
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,

    #[command(flatten)]
    common: CommonOptions<Output>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let job = arguments
        .common
        .begin_job([], [arguments.certify.as_deref()])?;
    folders::check()?;
    let (of, texts) = subject(&arguments.expression, arguments.position.as_deref());
    let question = ExplainQuestion {
        of,
        reduced: arguments.reduced,
        after: arguments.after.clone(),
        pictures: false,
    };
    let answer = door::ask(&question, &job, "explaining", &texts)?;
    write_certificates(arguments.certify.as_deref(), &answer.certificates())?;
    let output = &arguments.common.form;
    output.answer(&answer.text(Style::Plain), &answer)?;
    Ok(ExitCode::SUCCESS)
}

/// An expression, or a position of a ruleset, with the texts that errors may point into.
pub(super) fn subject<'t>(
    expression: &'t str,
    position: Option<&'t str>,
) -> (PositionSource, Vec<(&'static str, &'t str)>) {
    match position {
        Some(position) => {
            let texts = vec![("rules", expression), ("position", position)];
            ((expression, position).into(), texts)
        }
        None => {
            let line = Expression {
                line: expression.to_owned(),
                session: String::new(),
            };
            (line.into(), vec![("line", expression)])
        }
    }
}

/// Writes certificates to files with that name: the second and later ones have a number before the extension.
fn write_certificates(path: Option<&Path>, certificates: &[Blob]) -> anyhow::Result<()> {
    let Some(path) = path else {
        return Ok(());
    };
    for (number, certificate) in (1..).zip(certificates) {
        let path = match number {
            1 => path.to_owned(),
            _ if files::is_standard_output(path) => path.to_owned(),
            number => {
                let extension = path.extension().unwrap_or_default().to_string_lossy();
                path.with_extension(format!("{number}.{extension}"))
            }
        };
        files::write_whole(&path, |out| Ok(certificate.write(out)?))?;
    }
    Ok(())
}

/// Writes drawings to a folder: `01.svg`, `02.svg` and so on.
pub(super) fn write_pictures(folder: &Path, pictures: &[Blob]) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (number, picture) in (1..).zip(pictures) {
        let path = folder.join(format!("{number:02}.svg"));
        files::write_whole(&path, |out| Ok(picture.write(out)?))?;
    }
    super::output::line(&format!("{} pictures", pictures.len()))
}

const LOOPY_EXAMPLES: &str = "\
Examples:
  sidle loopy explain game.txt
  sidle loopy explain game.txt --vertex a --json
  sidle loopy explain game.txt --vertex a --with b --after 0
  sidle loopy draw game.txt --steps pictures

A stopper has one list of steps. Any other game has one for the onside and one for the offside; there the steps keep
that side only, and the side conditions on alternating cycles hold. If cycles are left, forced moves may prove that the side
equals no stopper.";

/// Explain the sides of a vertex step by step, or its comparison with another
#[derive(Args, Debug)]
#[command(after_help = LOOPY_EXAMPLES)]
pub(crate) struct LoopyArguments {
    /// The graph file
    file: PathBuf,

    /// The vertex; the start if none is named
    #[arg(long)]
    vertex: Option<String>,

    /// Show why the vertex compares with this one as it does
    #[arg(long, value_name = "VERTEX")]
    with: Option<String>,

    /// Your moves against the strategies, by their numbers in the list
    #[arg(long, value_name = "MOVES", value_delimiter = ',')]
    after: Vec<usize>,

    /// Write certificates of all steps and strategies to files with this name
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,

    #[command(flatten)]
    common: CommonOptions<Output>,
}

pub(crate) fn run_loopy(arguments: &LoopyArguments) -> anyhow::Result<ExitCode> {
    let job = arguments
        .common
        .begin_job([arguments.file.as_path()], [arguments.certify.as_deref()])?;
    let question = LoopyExplainQuestion {
        graph: door::stream(&arguments.file, &job),
        vertex: arguments.vertex.clone(),
        with: arguments.with.clone(),
        after: arguments.after.clone(),
        pictures: false,
    };
    let answer = door::ask(&question, &job, "explaining", &[])?;
    write_certificates(arguments.certify.as_deref(), &answer.certificates())?;
    let output = &arguments.common.form;
    output.answer(&answer.text(Style::Plain), &answer)?;
    Ok(ExitCode::SUCCESS)
}

const GRAPH_EXAMPLES: &str = "\
Examples:
  sidle graph explain board.txt
  sidle graph explain board.txt --game asymmetric
  sidle graph explain board.txt --certify run.json && sidle check run.json

The symmetric game is labelled by stages (Fraenkel and Levy): P when every option is N, N when an option is P, D in the end. The
asymmetric game is labelled by Löwe's algorithm: the labels change, and each change names the one that called it.";

/// Explain the labels of a digraph in the order in which they are given
#[derive(Args, Debug)]
#[command(after_help = GRAPH_EXAMPLES)]
pub(crate) struct GraphArguments {
    /// The graph file
    file: PathBuf,

    /// The game that is labelled
    #[arg(long, value_enum, value_name = "GAME", default_value_t)]
    game: Labelled,

    /// Write the certificate of the run to this file
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,

    #[command(flatten)]
    common: CommonOptions<Output>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Labelled {
    /// Who cannot move loses; an endless play is a draw
    #[default]
    Symmetric,
    /// Löwe's game: an endless play is won by player 1
    Asymmetric,
}

pub(crate) fn run_graph(arguments: &GraphArguments) -> anyhow::Result<ExitCode> {
    let job = arguments
        .common
        .begin_job([arguments.file.as_path()], [arguments.certify.as_deref()])?;
    let question = GraphExplainQuestion {
        graph: door::stream(&arguments.file, &job),
        game: match arguments.game {
            Labelled::Symmetric => GraphGame::Symmetric,
            Labelled::Asymmetric => GraphGame::Asymmetric,
        },
    };
    let answer = door::ask(&question, &job, "labelling", &[])?;
    if let Some(path) = &arguments.certify {
        door::write_certificate(&answer, path)?;
    }
    let output = &arguments.common.form;
    output.answer(&answer.text(Style::Plain), &answer)?;
    Ok(ExitCode::SUCCESS)
}
