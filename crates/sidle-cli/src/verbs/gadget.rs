//! `sidle gadget`: does a gadget do what it should, and which ones do?

use std::{path::PathBuf, process::ExitCode};

use clap::{Args, Subcommand};
use sidle::questions::{GadgetCheckQuestion, GadgetFindQuestion};

use super::{
    limits::{self, CommonOptions},
    output_file::FileOutput,
};
use crate::{door, files};

const GROUP_EXAMPLES: &str = "\
Examples:
  printf 'blocks\\nAA.BB\\nport A A R\\nport B B L\\n' > wire.txt
  sidle gadget check wire.txt --as wire
  printf 'blocks\\nAA??BB\\nport A A R\\nport B B L\\n' | sidle gadget find - --as wire";

/// Gadgets of hardness proofs: what they do at their ports (check, find)
#[derive(Debug, Subcommand)]
#[command(after_help = GROUP_EXAMPLES)]
pub(crate) enum Member {
    Check(Check),
    Find(Find),
}

/// Compare what a gadget does at its ports with what it should do
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sidle gadget check and.txt --as and
  sidle gadget check turn.txt --as wire --json
  sidle gadget check strange.txt --as 000,001,011

The first line of a gadget is `blocks`, `hitori` or `graph`; its board or graph follows, then its ports: `port NAME PIECE DIRECTION`, `port NAME ROW
COLUMN` or `port NAME EDGE VERTEX`. Ports of an AND are two red ones and the blue one. The exit code is 0 if the gadget does what it should, else 1.")]
pub(crate) struct Check {
    /// The gadget; `-` is the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// What it should be: and, or, fanout, wire, turn, parity, or the states of its ports
    #[arg(long = "as", value_name = "BEHAVIOUR")]
    behaviour: String,

    #[command(flatten)]
    common: CommonOptions<FileOutput>,
}

/// Find all fillings of a small box of sliding blocks that do what they should at the ports
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sidle gadget find box.txt --as and
  sidle gadget find box.txt --as or --blocks 1x1,1x2,2x1,2x2 --checkpoint search.json --timeout 1h
  printf 'blocks\\nAA??BB\\nport A A R\\nport B B L\\n' | sidle gadget find - --as wire

The file is that of a gadget of sliding blocks in which `?` marks the open cells: each becomes a wall, empty, or part of a block. With
`--checkpoint` a search that was stopped goes on where it was.")]
pub(crate) struct Find {
    /// The box; `-` is the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// What the gadgets should be: and, or, fanout, wire, turn, parity, or the states of their ports
    #[arg(long = "as", value_name = "BEHAVIOUR")]
    behaviour: String,

    /// The blocks that may be put in, rows x columns
    #[arg(long, value_name = "HxW,…", value_delimiter = ',', default_value = "1x1,1x2,2x1", value_parser = shape)]
    blocks: Vec<(usize, usize)>,

    /// Keep how far the search has come in this file, and go on from there
    #[arg(long, value_name = "FILE", value_parser = files::lasting())]
    checkpoint: Option<PathBuf>,

    #[command(flatten)]
    common: CommonOptions<FileOutput>,
}

fn shape(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once('x').and_then(|(height, width)| {
        let side = |word: &str| word.parse().ok().filter(|side| (1..=16).contains(side));
        Some((side(height)?, side(width)?))
    });
    sides.ok_or_else(|| "write rows x columns, such as `1x2`".to_owned())
}

impl Find {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let outputs = [self.checkpoint.as_deref()];
        let job = self.common.begin_job([self.file.as_path()], outputs)?;
        let question = GadgetFindQuestion {
            chamber: door::stream(&self.file, &job),
            behaviour: self.behaviour.clone(),
            blocks: self.blocks.clone(),
            checkpoint: self.checkpoint.clone(),
        };
        let texts = [("behaviour", &*self.behaviour)];
        let answer = door::ask(&question, &job, "looking for gadgets", &texts)?;
        self.common.form.write(&answer)?;
        Ok(limits::exit_code(answer.stopped))
    }
}

pub(crate) fn run(member: &Member) -> anyhow::Result<ExitCode> {
    match member {
        Member::Check(check) => check.run(),
        Member::Find(find) => find.run(),
    }
}

impl Check {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let job = self.common.begin_job([self.file.as_path()], [])?;
        let question = GadgetCheckQuestion {
            gadget: door::stream(&self.file, &job),
            behaviour: self.behaviour.clone(),
        };
        let texts = [("behaviour", &*self.behaviour)];
        let answer = door::ask(&question, &job, "checking", &texts)?;
        self.common.form.write(&answer)?;
        Ok(ExitCode::from(u8::from(!answer.report.implements)))
    }
}
