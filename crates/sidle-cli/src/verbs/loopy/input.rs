//! Graph files and the values in them.

use std::{fs::File, io::BufReader};

use anyhow::Context;
use clap::Args;
use sidle::{
    core::Meter,
    game_file::{Asked, GameFile},
    values::loopy::Effort,
};

use crate::{standard_input::StandardInput, verbs::limits::count};

/// How hard to try, and whether to check.
#[derive(Args, Clone, Debug)]
pub(crate) struct Work {
    /// How much to spend on unravelling cycles when a side does not become a stopper by itself, in pairs
    /// of vertices looked at: `0`, `20k`, `2G`, or `unlimited` (until a limit stops it)
    #[arg(help_heading = "Simplification", long, value_name = "PAIRS", default_value = "20k", value_parser = pairs)]
    unravel: u64,

    /// Compare the answer with the graph by an independent path; exit code 1 if they differ
    #[arg(help_heading = "Simplification", long)]
    pub(crate) verify: bool,
}

impl Work {
    pub(crate) fn asked(&self) -> Asked {
        Asked {
            effort: Effort {
                unravel: self.unravel,
            },
            verify: self.verify,
        }
    }
}

fn pairs(text: &str) -> Result<u64, String> {
    match text {
        "unlimited" => Ok(u64::MAX),
        _ => count(text),
    }
}

/// Reads a game file, `-` for standard input.
pub(crate) fn read(path: &str, meter: &Meter) -> anyhow::Result<GameFile> {
    let game = if path == "-" {
        GameFile::read(BufReader::new(StandardInput::new(meter)), meter)
    } else {
        let handle = File::open(path).with_context(|| format!("cannot open `{path}`"))?;
        GameFile::read(BufReader::new(handle), meter)
    };
    if game.is_err() {
        // A stop while the input is awaited looks like any other failure to read it.
        meter.check()?;
    }
    game.with_context(|| path.to_owned())
}
