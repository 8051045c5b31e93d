//! `sidle run FILE`: a script, statement by statement.

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
    process::ExitCode,
};

use anyhow::Context;
use clap::Args;

use crate::{evaluator::EvaluatorOptions, files, script};

const EXAMPLES: &str = "\
Examples:
  sidle run sums.sidle
  sidle run --timeout 10 --json sums.sidle
  generate | sidle run -

In a file named FILE.cgs line ends mean nothing and statements are separated by `;`; its
answer is the value of its last statement. A class in it is checked and made known.

A script is what one would type into the calculator; lines that begin with `//` are
comments. Answers appear as the statements finish. The first error stops the script and
is shown with its place. Limits hold for each statement by itself.

Exit codes: 0 done, 2 bad input, 3 stopped by a limit.";

/// Evaluate a script
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file; `-` is the standard input
    #[arg(value_name = "FILE")]
    file: String,

    #[command(flatten)]
    options: EvaluatorOptions,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let evaluator = arguments.options.evaluator()?;
    if arguments.file == "-" {
        return script::run(&evaluator, &mut io::stdin().lock(), "standard input");
    }
    if arguments.file.ends_with(".cgs") {
        let meter = evaluator.limits.meter();
        let source = files::read_text(arguments.file.as_ref(), &meter)?;
        return evaluator.run_file(&arguments.file, &source);
    }
    let file = File::open(&arguments.file).with_context(|| arguments.file.clone())?;
    let mut reader: Box<dyn BufRead> = Box::new(BufReader::new(file));
    script::run(&evaluator, &mut reader, &arguments.file)
}
