//! `sidle loopy`: values, sides and comparisons of the vertices of a bigraph.

mod draw;
mod judge;
mod order;
mod phi;
mod sidling;
mod value;

use std::process::ExitCode;

use clap::Subcommand;

const GROUP_EXAMPLES: &str = "\
Examples:
  printf 'over L \"0\"\\nover R over\\n' > game.txt
  sidle loopy value game.txt
  sidle loopy sides game.txt --json";

/// Games with cycles: values, sides, canonical forms, comparisons, sums and drawings
///
/// A graph file has one edge a line: `u L v` is a move of Left from u to v, `u R v` one of Right. A target
/// in quotes is an exit to a value: `u R "1/2"`. A line with one name declares a vertex, `start u` says
/// where the game starts (else at the first vertex named), `#` begins a comment. JSON graphs are read
/// too (`sidle man formats`). `-` is standard input.
#[derive(Debug, Subcommand)]
#[command(after_help = GROUP_EXAMPLES)]
pub(crate) enum Member {
    Value(value::ValueArguments),
    Sides(value::SidesArguments),
    Canonical(value::CanonicalArguments),
    Sum(value::SumArguments),
    Compare(order::CompareArguments),
    Matrix(order::MatrixArguments),
    Sidle(sidling::SidleArguments),
    Phi(phi::PhiArguments),
    Draw(draw::DrawArguments),
    Explain(super::explain::LoopyArguments),
    Judge(judge::JudgeArguments),
    Example(judge::ExampleArguments),
}

pub(crate) fn run(member: &Member) -> anyhow::Result<ExitCode> {
    match member {
        Member::Value(arguments) => value::value(arguments),
        Member::Sides(arguments) => value::sides(arguments),
        Member::Canonical(arguments) => value::canonical(arguments),
        Member::Sum(arguments) => value::sum(arguments),
        Member::Compare(arguments) => order::compare(arguments),
        Member::Matrix(arguments) => order::matrix(arguments),
        Member::Phi(arguments) => phi::phi(arguments),
        Member::Sidle(arguments) => sidling::sidle(arguments),
        Member::Draw(arguments) => draw::draw(arguments),
        Member::Explain(arguments) => super::explain::run_loopy(arguments),
        Member::Judge(arguments) => judge::judge(arguments),
        Member::Example(arguments) => judge::example(arguments),
    }
}
