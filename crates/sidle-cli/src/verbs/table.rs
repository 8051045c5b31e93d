//! `sidle table`: the values of all boards up to a size.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use sidle::{
    lang::Format,
    positions::{self, Asked, Family, TableError, ValueTable},
};

use super::{limits::Terms, output, style::Style};
use crate::{
    calculator::{Calculator, how_far, tell_soon},
    folders,
};

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
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1000))]
    rows: u64,

    /// How many columns
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1000))]
    columns: u64,

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
    terms: Terms<Style>,
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
    let ruleset = folders::ruleset(&arguments.ruleset)?;
    let family = match (&arguments.fill, &arguments.pattern) {
        (Some(letters), _) => Family::Filled(letters.clone()),
        (_, Some(pattern)) => Family::Pattern(pattern.clone()),
        _ => Family::usual(&ruleset).ok_or_else(|| TableError::NoFamily {
            ruleset: arguments.ruleset.clone(),
        })?,
    };
    let asked = match arguments.ask {
        Ask::Value => Asked::Value,
        Ask::Outcome => Asked::Outcome,
        Ask::Temperature => Asked::Temperature,
        Ask::Mean => Asked::Mean,
        Ask::Nim => Asked::NimValue,
    };
    let style = &arguments.terms.form;
    let format = match style.format() {
        Format::Json | Format::JsonWithTemperatures => Format::Plain,
        format => format,
    };
    let mut calculator = Calculator::new(&arguments.terms.limits, style);
    let sizes = [arguments.rows as usize, arguments.columns as usize];
    let made = calculator.work(|session, meter| {
        let made = positions::value_table(session, &ruleset, &family, sizes, asked, format, meter);
        made.map_err(|error| match error {
            TableError::Board {
                position,
                diagnostic,
                finished,
            } => TableError::Board {
                position,
                diagnostic: how_far(diagnostic, meter),
                finished,
            },
            error => error,
        })
    });
    match made {
        Ok(table) => {
            print(&table, arguments)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(TableError::Board {
            position,
            diagnostic,
            finished,
        }) => {
            tell_soon(&diagnostic);
            // What a limit leaves is worth something.
            if finished.rows > 0 {
                print(&finished, arguments)?;
            }
            calculator.report(&position, &diagnostic, None)
        }
        Err(error) => Err(error.into()),
    }
}

fn print(table: &ValueTable, arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.terms.form.json {
        output::json_line(table)
    } else if arguments.csv {
        output::line(&table.csv())
    } else if arguments.terms.form.latex {
        output::line(&table.latex())
    } else {
        output::line(&table.text())
    }
}
