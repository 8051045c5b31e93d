//! `sidle table`: the values of all boards up to a size.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use sidle::{
    Report, Table,
    questions::{BoardFamily, BoardProperty, BoardTableQuestion},
};

use super::{limits::CommonOptions, output, style::Style};
use crate::{door, folders, process::watchdog};

const EXAMPLES: &str = "\
Examples:
  sidle table Domineering 4 6
  sidle table Clobber 3 3 --ask outcome
  sidle table ToadsAndFrogs 4 4 --pattern 't*m .*2 f*n'
  sidle table Cutcake 6 8 --csv
  sidle table NoGo 3 4 --fill . --latex
  sidle table Amazons 1 6 --pattern 'x .*n o' --json

A pattern describes the board at row m and column n: `t*m` is m letters t, `f*n` n letters f, `.*2` two
points; blanks are left out. With --fill the board has m rows and n columns, and the letters alternate
like the squares of a chessboard. Without either the usual boards of the ruleset are taken.";

/// The values of all boards up to M × N
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The name of a ruleset, with its parameters if it has any
    ruleset: String,

    /// How many rows
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    rows: u32,

    /// How many columns
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    columns: u32,

    /// The letters of the boards, alternating
    #[arg(long, value_name = "LETTERS", conflicts_with = "pattern")]
    fill: Option<String>,

    /// What the board at row m and column n looks like
    #[arg(long)]
    pattern: Option<String>,

    /// What is asked about each board
    #[arg(long, value_enum, default_value_t)]
    ask: Ask,

    /// Print lines of values separated by commas
    #[arg(long, conflicts_with_all = ["json", "latex"], help_heading = "Output")]
    csv: bool,

    #[command(flatten)]
    common: CommonOptions<Style>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Ask {
    /// The value
    #[default]
    Value,
    /// Who wins
    Outcome,
    /// The temperature
    Temperature,
    /// The mean
    Mean,
    /// The nim value, of impartial games
    Nim,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    folders::check()?;
    let question = BoardTableQuestion {
        rules: arguments.ruleset.clone(),
        rows: arguments.rows,
        columns: arguments.columns,
        boards: match (&arguments.fill, &arguments.pattern) {
            (Some(letters), _) => Some(BoardFamily::Filled(letters.clone())),
            (_, Some(pattern)) => Some(BoardFamily::Pattern(pattern.clone())),
            _ => None,
        },
        property: match arguments.ask {
            Ask::Value => BoardProperty::Value,
            Ask::Outcome => BoardProperty::Outcome,
            Ask::Temperature => BoardProperty::Temperature,
            Ask::Mean => BoardProperty::Mean,
            Ask::Nim => BoardProperty::NimValue,
        },
    };
    let job = arguments.common.limits.job();
    let texts = [("rules", &*arguments.ruleset)];
    let table = door::ask(&question, &job, "solving", &texts)?;
    if let Some(reason) = table.stopped {
        watchdog::stopped(reason);
    }
    // What a limit leaves is worth something.
    if table.stopped.is_none() || table.rows > 0 {
        output::line(&match arguments.csv {
            true => table
                .table()
                .map(|rows: Table| rows.csv())
                .unwrap_or_default(),
            false => arguments.common.form.printed(&table)?,
        })?;
    }
    match table.stopped {
        Some(reason) => Err(reason.into()),
        None => Ok(ExitCode::SUCCESS),
    }
}
