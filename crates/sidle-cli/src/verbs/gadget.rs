//! `sidle gadget`: does a gadget do what it should, and which ones do?

use std::{fs, io, path::PathBuf, process::ExitCode};

use anyhow::Context;
use clap::{Args, Subcommand};
use sidle::logic::gadget::{Behaviour, Chamber, Findings, GadgetFile, find};

use super::{
    limits::Terms,
    output_file::{self, ReportFormat, write_text},
};
use crate::{files, progress::run_with_progress};

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
    terms: Terms<ReportFormat>,
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
    terms: Terms<ReportFormat>,
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
        let meter = self
            .terms
            .begin([self.file.as_path()], [self.checkpoint.as_deref()])?;
        let _lock = files::lock(self.checkpoint.as_deref())?;
        let behaviour = Behaviour::named(&self.behaviour)?;
        let name = self.file.display().to_string();
        let chamber =
            Chamber::parse(&output_file::read(&self.file)?, &self.blocks).context(name)?;
        let before = self.earlier()?;
        let (findings, stopped) = run_with_progress(&meter, "looking for gadgets", || {
            find(&chamber, &behaviour, before, &meter)
        })?;
        if let Some(path) = &self.checkpoint {
            write_text(path, &(findings.to_checkpoint() + "\n"))?;
        }
        let mut lines: Vec<String> = findings
            .found
            .iter()
            .map(|rows| rows.join("\n") + "\n")
            .collect();
        lines.push(format!(
            "{} found, {} fillings looked at{}{}",
            findings.found.len(),
            findings.looked_at,
            self.earlier_runs(&findings),
            if findings.complete {
                "; there are no others"
            } else {
                ""
            },
        ));
        if let Some(stop) = stopped {
            lines.push(stop.to_string());
        }
        self.terms.form.answer(&lines.join("\n"), &findings)?;
        Ok(ExitCode::from(if stopped.is_some() { 3 } else { 0 }))
    }

    /// How much of the answer rests on the checkpoint.
    fn earlier_runs(&self, findings: &Findings) -> String {
        match &self.checkpoint {
            Some(path) if findings.believed > 0 => format!(
                ", {} of them in earlier runs, as {} says",
                findings.believed,
                path.display()
            ),
            _ => String::new(),
        }
    }

    /// What an earlier search has kept.
    fn earlier(&self) -> anyhow::Result<Option<Findings>> {
        let Some(path) = &self.checkpoint else {
            return Ok(None);
        };
        match fs::read(path) {
            Ok(bytes) => {
                let findings = Findings::from_checkpoint(&bytes);
                Ok(Some(findings.with_context(|| path.display().to_string())?))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| path.display().to_string()),
        }
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
        let meter = self.terms.begin([self.file.as_path()], [])?;
        let behaviour = Behaviour::named(&self.behaviour)?;
        let name = self.file.display().to_string();
        let gadget = GadgetFile::parse(&output_file::read(&self.file)?).context(name)?;
        let report = run_with_progress(&meter, "checking", || gadget.check(&behaviour, &meter))?;
        let mut lines = vec![match &report.discrepancy {
            None => format!("yes, this is {}", self.behaviour),
            Some(words) => format!("no: {words}"),
        }];
        if let Some(line) = &report.line {
            lines.push(format!("played: {}", line.join(", ")));
        }
        lines.push(format!("ports: {}", report.port_states.join(" ")));
        lines.push(format!("states: {}", report.states));
        self.terms.form.answer(&lines.join("\n"), &report)?;
        Ok(ExitCode::from(u8::from(!report.implements)))
    }
}
