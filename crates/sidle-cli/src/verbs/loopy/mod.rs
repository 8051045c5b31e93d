//! `sidle loopy`: values, sides and comparisons of the vertices of a bigraph.

mod draw;
mod input;
mod order;
mod sidling;
mod value;

use std::process::ExitCode;

use clap::{Args, Subcommand};

/// Games with cycles: values, sides, canonical forms, comparisons, sums and drawings
///
/// A graph file has one edge a line: `u L v` is a move of Left from u to v, `u R v` one of Right. A target
/// in quotes is an exit to a value: `u R "1/2"`. A line with one name declares a vertex, `start u` says
/// where the game starts (else at the first vertex named), `#` begins a comment. JSON graphs are read
/// too (`sidle man formats`). `-` is standard input.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Value(value::ValueArguments),
    Sides(value::SidesArguments),
    Canonical(value::CanonicalArguments),
    Sum(value::SumArguments),
    Compare(order::CompareArguments),
    Matrix(order::MatrixArguments),
    Sidle(sidling::SidleArguments),
    Draw(draw::DrawArguments),
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.verb {
        Verb::Value(arguments) => value::value(arguments),
        Verb::Sides(arguments) => value::sides(arguments),
        Verb::Canonical(arguments) => value::canonical(arguments),
        Verb::Sum(arguments) => value::sum(arguments),
        Verb::Compare(arguments) => order::compare(arguments),
        Verb::Matrix(arguments) => order::matrix(arguments),
        Verb::Sidle(arguments) => sidling::sidle(arguments),
        Verb::Draw(arguments) => draw::draw(arguments),
    }
}
