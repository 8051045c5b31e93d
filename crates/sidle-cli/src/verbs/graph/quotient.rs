//! `sidle graph quotient FILE`: bisimilar vertices made one.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use sidle::questions::GraphQuotientQuestion;

use crate::{
    door,
    verbs::{
        forms::ReportOutput,
        limits::{self, CommonOptions},
    },
};

const EXAMPLES: &str = "\
Examples:
  sidle graph quotient board.txt
  sidle graph quotient board.txt | sidle graph gamma -
  sidle graph quotient --json -o small.json board.txt
  sidle graph quotient --format csv board.txt

Two vertices are bisimilar if each option of one has a bisimilar option of the other; labels, distances and γ are then
the same. A class is named by its first member. The text and the JSON form are graph files of the quotient; the text has the
map in its comments, JSON under the key \"map\", and CSV is the map alone.";

/// Make bisimilar vertices one, and say which became which
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The graph file (text, JSON or binary; `sidle man formats`); `-` is the standard input
    file: PathBuf,

    #[command(flatten)]
    common: CommonOptions<ReportOutput>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let job = arguments.common.begin_job([arguments.file.as_path()], [])?;
    let job = job.with_threads(limits::or_all(None));
    let graph = door::stream(&arguments.file, &job);
    let answer = door::ask(&GraphQuotientQuestion { graph }, &job, "refining", &[])?;
    door::answer(&answer, None, &arguments.common.form)
}
