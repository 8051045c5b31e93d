//! `sidle gadget check`: does a gadget do what it should?

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context;
use clap::{Args, Subcommand};
use sidle::logic::gadget::{Behaviour, GadgetFile};

use super::{
    limits::Limits,
    paper::{self, Paper},
};
use crate::progress::run_with_progress;

/// Gadgets of hardness proofs: what they do at their ports (check)
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    member: Member,
}

#[derive(Debug, Subcommand)]
enum Member {
    Check(Check),
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
struct Check {
    /// The gadget; `-` is the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// What it should be: and, or, fanout, wire, turn, parity, or the states of its ports
    #[arg(long = "as", value_name = "BEHAVIOUR")]
    behaviour: String,

    #[command(flatten)]
    paper: Paper,

    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let Member::Check(check) = &arguments.member;
    let meter = check.limits.meter();
    let behaviour = Behaviour::named(&check.behaviour)?;
    let name = check.file.display().to_string();
    let gadget = GadgetFile::parse(&paper::read(&check.file)?).context(name)?;
    let report = run_with_progress(&meter, "checking", || gadget.check(&behaviour, &meter))?;
    let mut lines = vec![match &report.discrepancy {
        None => format!("yes, this is {}", check.behaviour),
        Some(words) => format!("no: {words}"),
    }];
    if let Some(line) = &report.line {
        lines.push(format!("played: {}", line.join(", ")));
    }
    lines.push(format!("ports: {}", report.port_states.join(" ")));
    lines.push(format!("states: {}", report.states));
    check.paper.answer(&lines.join("\n"), &report)?;
    Ok(ExitCode::from(u8::from(!report.implements)))
}
