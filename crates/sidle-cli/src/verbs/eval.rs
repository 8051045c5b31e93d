//! `sidle eval`: expressions from the command line, or one a line from a pipe.

use std::{io, path::PathBuf, process::ExitCode};

use clap::Args;
use sidle::lang::Diagnostic;

use super::output;
use crate::{
    calculator::{Calculator, Desk},
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
    desk: Desk,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    files::claim([], [arguments.certify.as_deref()])?;
    let mut calculator = arguments.desk.calculator()?;
    if arguments.stdin {
        return stream(&mut calculator);
    }
    let last = arguments.expressions.len().saturating_sub(1);
    for (index, expression) in arguments.expressions.iter().enumerate() {
        let code = match &arguments.certify {
            Some(file) if index == last => calculator.certify(expression.trim(), file)?,
            _ => calculator.print(expression.trim(), None)?,
        };
        if code != ExitCode::SUCCESS {
            return Ok(code);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// One line out for one line in, flushed, until the input ends.
fn stream(calculator: &mut Calculator) -> anyhow::Result<ExitCode> {
    watchdog::keep_session();
    interrupt::in_stream();
    calculator.keep_printed();
    let mut input = io::stdin().lock();
    while let Some(line) = lines::next(&mut input, &calculator.limits)? {
        let reply = match line {
            Ok(line) => {
                calculator.since = line.since;
                calculator.reply(&line.bytes)?
            }
            Err(reason) => {
                lines::skip(&mut input)?;
                calculator.failed("", &Diagnostic::stopped(reason))
            }
        };
        output::line(&reply)?;
        calculator.tidy();
    }
    Ok(ExitCode::SUCCESS)
}
