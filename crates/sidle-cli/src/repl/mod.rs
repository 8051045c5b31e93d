//! The calculator: what `sidle` is without arguments.
//!
//! A line is a transaction of the session behind the [`Evaluator`]; lines that begin with a colon are commands of
//! the front end. The same loop serves a terminal and, with `--interactive`, a pipe: then the
//! prompt and the typed line are printed too, so that the output is a transcript.

mod commands;
mod editor;
mod help;
mod hints;
mod history;
mod piped;

use std::{process::ExitCode, time::Instant};

use commands::Next;
use sidle::{
    core::{StopReason, columns::wrapped},
    questions::{NamesAnswer, NamesQuestion},
};

use crate::{
    evaluator::{Evaluator, is_unfinished},
    process::{interrupt, watchdog},
    terminal,
    verbs::{limits::Limits, output},
};

const PROMPT: &str = "> ";
const CONTINUATION: &str = ". ";

/// What somebody did at the prompt.
enum Typed {
    /// A line, or several that belong together.
    Line(String),
    /// Ctrl-C: drop what was being typed.
    Dropped,
    /// The end of the input.
    End,
}

/// Where lines come from.
trait Source {
    /// Asks for a line. A source that knows when a sentence is finished may return several.
    fn read(&mut self, prompt: &str, limits: &Limits) -> anyhow::Result<Typed>;
}

/// The loop and what commands can change in it.
struct Repl {
    evaluator: Evaluator,
    timing: bool,
    /// The last line that had an answer.
    last: Option<String>,
}

/// Runs the calculator on a terminal.
pub(crate) fn on_terminal(
    evaluator: impl FnOnce() -> anyhow::Result<Evaluator>,
) -> anyhow::Result<ExitCode> {
    watchdog::keep_session();
    // The editor installs a handler for Ctrl-C when it is made. The handler that is installed last is called first: that
    // of the evaluator, which needs it while it computes.
    let mut source = editor::Terminal::new()?;
    let evaluator = evaluator()?;
    output::line(&format!(
        "Sidle {} · :help for help, Ctrl-D to leave",
        env!("CARGO_PKG_VERSION")
    ))?;
    interrupt::at_terminal();
    run(evaluator, &mut source)
}

/// Runs the calculator on lines from a pipe and prints a transcript.
pub(crate) fn on_pipe(evaluator: Evaluator) -> anyhow::Result<ExitCode> {
    run(evaluator, &mut piped::Piped)
}

fn run(evaluator: Evaluator, source: &mut dyn Source) -> anyhow::Result<ExitCode> {
    watchdog::keep_session();
    interrupt::end();
    let mut repl = Repl {
        evaluator,
        timing: false,
        last: None,
    };
    let mut pending = String::new();
    loop {
        let prompt = if pending.is_empty() {
            PROMPT
        } else {
            CONTINUATION
        };
        match source.read(prompt, &repl.evaluator.limits)? {
            Typed::Line(line) => pending.push_str(&line),
            Typed::Dropped => {
                pending.clear();
                continue;
            }
            Typed::End if pending.is_empty() => return Ok(ExitCode::SUCCESS),
            Typed::End => {
                // The sentence will never be finished: say what is missing, then leave.
                repl.sentence(&pending, true)?;
                return Ok(ExitCode::SUCCESS);
            }
        }
        if let Some(command) = pending.trim_start().strip_prefix(':') {
            if matches!(repl.command(command)?, Next::Leave) {
                return Ok(ExitCode::SUCCESS);
            }
            pending.clear();
        } else if repl.sentence(&pending, false)? {
            pending.clear();
        } else {
            pending.push('\n');
        }
    }
}

/// Printing is over. A limit or Ctrl-C that has cut it off does not end the session.
fn survive(printed: anyhow::Result<()>) -> anyhow::Result<()> {
    interrupt::end();
    match printed {
        Err(error) if error.chain().any(|cause| cause.is::<StopReason>()) => {
            output::line(&format!("\nerror: {error}"))
        }
        printed => printed,
    }
}

/// Prints what may be long; Ctrl-C cuts it off.
fn tell(text: &str) -> anyhow::Result<()> {
    let _ = Limits::default().meter();
    survive(output::line(&wrapped(text, terminal::width())))
}

impl Repl {
    /// Evaluates and prints; false if the sentence goes on and may still be continued.
    fn sentence(&mut self, source: &str, last: bool) -> anyhow::Result<bool> {
        if source.trim().is_empty() {
            return Ok(true);
        }
        if let Some((word, hint)) = hints::hint(source)
            && !self.names()?.names.iter().any(|named| named.name == word)
        {
            output::line(&hint)?;
            return Ok(true);
        }
        let start = Instant::now();
        let printed = match self.evaluator.evaluate(source, start) {
            Ok(answer) => {
                self.last = Some(source.trim().to_owned());
                let lines = self.evaluator.lines(source, &answer.results, false);
                lines.iter().try_for_each(|line| output::line(line))
            }
            Err(error) if is_unfinished(&error) && !last => {
                interrupt::end();
                return Ok(false);
            }
            Err(error) => {
                // An error is printed whatever the limits say.
                interrupt::end();
                output::line(&error.render(Some(source)))
            }
        };
        survive(printed)?;
        self.evaluator.tidy();
        if self.timing {
            output::line(&format!("({:.3} s)", start.elapsed().as_secs_f64()))?;
        }
        Ok(true)
    }

    /// The names of the session with their values.
    fn names(&self) -> anyhow::Result<NamesAnswer> {
        let question = NamesQuestion {
            session: String::new(),
            forms: vec![self.evaluator.style.form()],
        };
        let names = self.evaluator.ask(&question, "printing", Instant::now());
        interrupt::end();
        Ok(names?)
    }
}
