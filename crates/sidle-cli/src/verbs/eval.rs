//! `sidle eval`: expressions from the command line, or one a line from a pipe.

use std::{io, path::PathBuf, process::ExitCode, time::Instant};

use clap::Args;

use super::output;
use crate::{
    evaluator::{Evaluator, EvaluatorOptions, Piece},
    files, lines,
    process::{interrupt, watchdog},
};

const EXAMPLES: &str = "\
Examples:
  sidle eval '{1|0} + ^*'
  sidle eval 'G := {2||1|0}' 'G + G' 'G.Birthday'
  sidle eval --json '{3|1} <> 2'
  sidle eval -- -on
  sidle eval --certify up.json '{0,-1|*} > 0' && sidle check up.json
  sidle --path games eval 'strips.Nibble(\"lr.rl\").CanonicalForm'
  printf '1/2 + 1/4\\n{1|\\n^ > 0\\n' | sidle eval --stdin

The expressions share a session: names defined in one can be used in the next.
With --stdin every line of input gives exactly one line of output, `error: …` if it
failed; the stream goes on, and limits hold for each line by itself. A line break inside an
answer is written `\\n`; a line that ends in `;` is answered with an empty line.
With --certify braces are proved about as they are typed; any other expression inside the claim,
a sum say, stands for the canonical form of its value. The format is in `sidle man formats`.

Exit codes: 0 done, 1 the claim to certify is false, 2 bad input, 3 stopped by a limit;
with --stdin always 0.";

/// Evaluate expressions
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The expressions, one answer each
    #[arg(value_name = "EXPR", required_unless_present = "stdin")]
    expressions: Vec<String>,

    /// Read one expression a line from the standard input
    #[arg(long, conflicts_with = "expressions")]
    stdin: bool,

    /// Write a proof of the last expression to FILE: of a comparison, or that a game has the
    /// canonical form that is printed
    #[arg(long, value_name = "FILE", conflicts_with = "stdin")]
    certify: Option<PathBuf>,

    #[command(flatten)]
    options: EvaluatorOptions,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    files::claim([], [arguments.certify.as_deref()])?;
    let mut evaluator = arguments.options.evaluator()?;
    if arguments.stdin {
        return stream(&mut evaluator);
    }
    let last = arguments.expressions.len().saturating_sub(1);
    for (index, expression) in arguments.expressions.iter().enumerate() {
        let text = expression.trim();
        let code = match &arguments.certify {
            Some(file) if index == last => Some(evaluator.certify(text, file)?),
            _ => {
                let (place, since) = (None, Instant::now());
                evaluator.print(&Piece { text, place, since }, false)?
            }
        };
        if let Some(code) = code
            && code != ExitCode::SUCCESS
        {
            return Ok(code);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// One line out for one line in, flushed, until the input ends.
fn stream(evaluator: &mut Evaluator) -> anyhow::Result<ExitCode> {
    watchdog::keep_session();
    interrupt::in_stream();
    evaluator.keep_printed();
    let mut input = io::stdin().lock();
    while let Some(line) = lines::next(&mut input, &evaluator.limits)? {
        let reply = match line {
            Ok(line) => evaluator.reply(&line.bytes, line.since.unwrap_or_else(Instant::now))?,
            Err(reason) => {
                lines::skip(&mut input)?;
                evaluator.failed("", &reason.into())?
            }
        };
        output::line(&reply)?;
        evaluator.tidy();
    }
    Ok(ExitCode::SUCCESS)
}
