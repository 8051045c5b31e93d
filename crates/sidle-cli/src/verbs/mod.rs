//! The verbs of the binary. A new verb is one file here and one line in each list below.

pub(crate) mod limits;
pub(crate) mod output;
pub(crate) mod style;

mod annihilate;
mod batch;
mod blocks;
mod check;
mod check_script;
mod completions;
mod draw;
mod entries;
mod eval;
mod explain;
pub(crate) mod forms;
mod gadget;
mod go;
mod go_play;
mod graph;
mod hitori;
mod link;
mod logic;
mod loopy;
mod man;
mod matter;
mod misere;
mod misere_compare;
mod misere_play;
mod new;
mod octal;
mod output_file;
mod play;
mod position;
mod position_play;
mod puzzle_play;
mod reproduce;
mod rulesets;
mod run;
mod table;
mod thermograph;
mod tokens;
pub(crate) mod unicycle;
mod workbench;

use std::process::ExitCode;

use clap::Subcommand;

/// What the binary can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Eval(eval::Arguments),
    Run(run::Arguments),
    Annihilate(annihilate::Arguments),
    Batch(batch::Arguments),
    #[command(subcommand)]
    Blocks(blocks::Member),
    Check(check::Arguments),
    CheckScript(check_script::Arguments),
    Completions(completions::Arguments),
    Draw(draw::Arguments),
    Explain(explain::Arguments),
    #[command(subcommand)]
    Go(go::Member),
    #[command(subcommand)]
    Gadget(gadget::Member),
    #[command(subcommand)]
    Graph(graph::Member),
    #[command(subcommand)]
    Hitori(hitori::Member),
    Link(link::Arguments),
    #[command(subcommand)]
    Logic(logic::Member),
    #[command(subcommand)]
    Loopy(loopy::Member),
    Man(man::Arguments),
    Matter(matter::Arguments),
    #[command(subcommand)]
    New(new::Member),
    #[command(subcommand)]
    Misere(misere::Member),
    Octal(octal::Arguments),
    Outcome(position::OutcomeArguments),
    Moves(position::MovesArguments),
    Play(play::Arguments),
    Rulesets(rulesets::Arguments),
    /// The value of a position of a ruleset
    Value(position::ValueArguments),
    Reproduce(reproduce::Arguments),
    Unicycle(unicycle::Arguments),
    Table(table::Arguments),
    Thermograph(thermograph::Arguments),
    Tokens(tokens::Arguments),
    Workbench(workbench::Arguments),
}

impl Verb {
    /// Runs the verb; the exit code is 0 (done), 1 (the answer is no), 2 (bad input) or 3 (stopped by a limit).
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Verb::Annihilate(arguments) => annihilate::run(&arguments),
            Verb::Batch(arguments) => batch::run(&arguments),
            Verb::Blocks(member) => blocks::run(&member),
            Verb::Check(arguments) => check::run(&arguments),
            Verb::CheckScript(arguments) => check_script::run(&arguments),
            Verb::Eval(arguments) => eval::run(&arguments),
            Verb::Run(arguments) => run::run(&arguments),
            Verb::Completions(arguments) => completions::run(&arguments),
            Verb::Draw(arguments) => draw::run(&arguments),
            Verb::Explain(arguments) => explain::run(&arguments),
            Verb::Go(member) => go::run(&member),
            Verb::Gadget(member) => gadget::run(&member),
            Verb::Graph(member) => graph::run(&member),
            Verb::Hitori(member) => hitori::run(&member),
            Verb::Link(arguments) => link::run(&arguments),
            Verb::Logic(member) => logic::run(&member),
            Verb::Loopy(member) => loopy::run(&member),
            Verb::Man(arguments) => man::run(&arguments),
            Verb::Matter(arguments) => matter::run(&arguments),
            Verb::New(member) => new::run(&member),
            Verb::Misere(member) => misere::run(&member),
            Verb::Octal(arguments) => octal::run(&arguments),
            Verb::Outcome(arguments) => position::run_outcome(&arguments),
            Verb::Moves(arguments) => position::run_moves(&arguments),
            Verb::Play(arguments) => play::run(&arguments),
            Verb::Rulesets(arguments) => rulesets::run(&arguments),
            Verb::Value(arguments) => position::run_value(&arguments),
            Verb::Table(arguments) => table::run(&arguments),
            Verb::Tokens(arguments) => tokens::run(&arguments),
            Verb::Reproduce(arguments) => reproduce::run(&arguments),
            Verb::Unicycle(arguments) => unicycle::run(&arguments),
            Verb::Thermograph(arguments) => thermograph::run(&arguments),
            Verb::Workbench(arguments) => workbench::run(&arguments),
        }
    }
}
