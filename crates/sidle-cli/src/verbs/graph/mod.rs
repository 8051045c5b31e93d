//! `sidle graph`: what there is to say about the vertices of a digraph.

mod convert;
mod epimorphism;
mod example;
mod gamma;
mod label;
mod quotient;

use std::process::ExitCode;

use clap::Subcommand;

const GROUP_EXAMPLES: &str = "\
Examples:
  sidle graph example craig > craig.txt
  sidle graph label craig.txt
  sidle graph gamma craig.txt";

/// Label a digraph, compute its γ or its quotient, fetch an example or change the form of a file
#[derive(Debug, Subcommand)]
#[command(after_help = GROUP_EXAMPLES)]
pub(crate) enum Member {
    Label(label::Arguments),
    Gamma(gamma::Arguments),
    Quotient(quotient::Arguments),
    Example(example::Arguments),
    Convert(convert::Arguments),
    Epimorphism(epimorphism::Arguments),
    Explain(super::explain::GraphArguments),
}

pub(crate) fn run(member: &Member) -> anyhow::Result<ExitCode> {
    match member {
        Member::Label(arguments) => label::run(arguments),
        Member::Gamma(arguments) => gamma::run(arguments),
        Member::Quotient(arguments) => quotient::run(arguments),
        Member::Example(arguments) => example::run(arguments),
        Member::Convert(arguments) => convert::run(arguments),
        Member::Epimorphism(arguments) => epimorphism::run(arguments),
        Member::Explain(arguments) => super::explain::run_graph(arguments),
    }
}
