//! `sidle graph`: what there is to say about the vertices of a digraph.

mod convert;
mod example;
mod gamma;
mod label;
mod quotient;

pub(crate) use gamma::caption;
pub(crate) use label::tone;

use std::process::ExitCode;

use clap::{Args, Subcommand};

/// Label a digraph, compute its γ or its quotient, fetch an example or change the form of a file
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Label(label::Arguments),
    Gamma(gamma::Arguments),
    Quotient(quotient::Arguments),
    Example(example::Arguments),
    Convert(convert::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.verb {
        Verb::Label(arguments) => label::run(arguments),
        Verb::Gamma(arguments) => gamma::run(arguments),
        Verb::Quotient(arguments) => quotient::run(arguments),
        Verb::Example(arguments) => example::run(arguments),
        Verb::Convert(arguments) => convert::run(arguments),
    }
}
