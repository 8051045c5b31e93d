//! A session of the language behind the door, with the limits and the style that the user asked for.

use std::{
    path::Path,
    process::ExitCode,
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

use clap::Args;
use serde::Serialize;
use serde_json::{json, value::RawValue};
use sidle::{
    Ask, Error, ErrorKind, Event, Job,
    questions::{CertifyQuestion, EvaluateAnswer, EvaluateQuestion, LineResult},
};

use crate::{
    door::{self, workspace},
    failure::{Failure, ScriptLine, exit_code, one_line_error, rendered},
    folders::{self, Folders},
    process::{ending, interrupt, memory, watchdog},
    progress::{reached, run_with_progress},
    terminal,
    verbs::{
        limits::{CommonOptions, Limits},
        output,
        style::Style,
    },
};

/// What every way into the calculator takes.
#[derive(Args, Debug)]
pub(crate) struct EvaluatorOptions {
    #[command(flatten)]
    folders: Folders,

    #[command(flatten)]
    pub(crate) common: CommonOptions<Style>,
}

impl EvaluatorOptions {
    /// The evaluator, if the folders are there.
    pub(crate) fn evaluator(&self) -> anyhow::Result<Evaluator> {
        folders::check()?;
        let evaluator = Evaluator {
            limits: self.common.limits.clone(),
            style: self.common.form.clone(),
            printed: self.common.form.json.then(Printed::default),
        };
        evaluator.start();
        Ok(evaluator)
    }
}

/// What programs have printed and no answer has shown yet.
#[derive(Clone, Default)]
struct Printed(Arc<Mutex<Vec<String>>>);

impl Printed {
    fn push(&self, text: String) {
        let mut texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        texts.push(text);
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Evaluates text in the session without a name, and prints the answers.
pub(crate) struct Evaluator {
    pub(crate) limits: Limits,
    pub(crate) style: Style,
    /// What programs print, if it is kept for the answers: in JSON, and where each line has one answer. Otherwise it is
    /// shown at once.
    printed: Option<Printed>,
}

impl Evaluator {
    /// Keeps what programs print for the answers.
    pub(crate) fn keep_printed(&mut self) {
        self.printed.get_or_insert_default();
    }

    fn take_printed(&self) -> Vec<String> {
        self.printed.as_ref().map(Printed::take).unwrap_or_default()
    }

    /// Runs `startup.cgs`, if one of the folders has it.
    pub(crate) fn start(&self) {
        // An error in it is a notice; an empty line has no answer.
        let _ = self.ask(&EvaluateQuestion::default(), "computing", Instant::now());
        if watchdog::is_session() {
            interrupt::end();
        }
    }

    /// Asks a question under the limits, whose clock began at `since`; Ctrl-C stops it. The limits go on counting until
    /// [`interrupt::end`].
    pub(crate) fn ask<Q: Ask>(
        &self,
        question: &Q,
        label: &str,
        since: Instant,
    ) -> Result<Q::Answer, Error> {
        let printed = self.printed.clone();
        let job = self.limits.job_since(since, move |event| match event {
            Event::Printed { text } => match &printed {
                Some(printed) => printed.push(text),
                // A reader who has gone away is noticed by the answer.
                None => drop(output::line(&text)),
            },
            Event::Notice { text } => output::note(text),
            _ => {}
        });
        let answer = run_with_progress(job.meter(), label, || workspace().ask(question, &job));
        answer.map_err(|error| how_far(error, &job))
    }

    /// Evaluates a text in the chosen form.
    pub(crate) fn evaluate(&self, text: &str, since: Instant) -> Result<EvaluateAnswer, Error> {
        self.ask(&self.question(text), "computing", since)
    }

    fn question(&self, text: &str) -> EvaluateQuestion {
        EvaluateQuestion {
            forms: vec![self.style.form()],
            columns: u32::try_from(terminal::width()).ok(),
            ..EvaluateQuestion::line(text)
        }
    }

    /// Evaluates a piece and prints its answers one a line, or the error with its place; the exit code says which. `None`
    /// for a piece that ends in the middle of a sentence, if more may come.
    pub(crate) fn print(
        &self,
        piece: &Piece<'_>,
        more_may_come: bool,
    ) -> anyhow::Result<Option<ExitCode>> {
        let Piece { text, place, since } = *piece;
        self.announce_failure(text, place);
        let answer = self.evaluate(text, since);
        // The limits count until the last letter is printed.
        ending::no_last_words();
        match answer {
            Ok(answer) => self.print_results(text, &answer.results).map(Some),
            Err(error) if more_may_come && is_unfinished(&error) => Ok(None),
            Err(error) => self.report(text, &error, place).map(Some),
        }
    }

    /// Runs a CGScript file as a whole and prints its answer.
    pub(crate) fn run_file(&self, name: &str, text: &str) -> anyhow::Result<ExitCode> {
        self.announce_failure(text, None);
        let question = EvaluateQuestion {
            file: Some(name.to_owned()),
            ..self.question(text)
        };
        let answer = self.ask(&question, "computing", Instant::now());
        ending::no_last_words();
        match answer {
            Ok(answer) => self.print_results(name, &answer.results),
            Err(error) => self.report(text, &error, None),
        }
    }

    fn print_results(&self, input: &str, results: &[LineResult]) -> anyhow::Result<ExitCode> {
        let lines = self.lines(input, results, false);
        lines.iter().try_for_each(|line| output::line(line))?;
        Ok(ExitCode::SUCCESS)
    }

    /// Writes the certificate of a claim to a file, then prints the answer as usual. A claim that is
    /// false has no certificate: no file is written, and the exit code is 1.
    pub(crate) fn certify(&self, claim: &str, file: &Path) -> anyhow::Result<ExitCode> {
        let since = Instant::now();
        let question = CertifyQuestion {
            session: String::new(),
            claim: claim.to_owned(),
        };
        let answer = match self.ask(&question, "certifying", since) {
            Ok(answer) => answer,
            Err(error) => return self.report(claim, &error, None),
        };
        match answer.relation {
            None => door::write_certificate(&answer, file)?,
            Some(truth) => output::note(format_args!(
                "no certificate is written: the claim is false, the truth is `{truth}`"
            )),
        }
        let piece = Piece {
            text: claim,
            place: None,
            since,
        };
        let printed = self.print(&piece, false)?.unwrap_or(ExitCode::SUCCESS);
        Ok(match answer.holds || printed != ExitCode::SUCCESS {
            true => printed,
            false => ExitCode::from(1),
        })
    }

    /// The one line that answers one line of a stream, whatever its bytes are: the value of its last
    /// statement, as the value of a block is.
    pub(crate) fn reply(&self, line: &[u8], since: Instant) -> anyhow::Result<String> {
        let text = match std::str::from_utf8(line) {
            Ok(text) => text,
            Err(error) => return self.unreadable(line, error.valid_up_to()),
        };
        let answer = self.evaluate(text, since);
        interrupt::end();
        Ok(match answer {
            Ok(answer) if self.style.json => self
                .lines(text, &answer.results, true)
                .pop()
                .unwrap_or_default(),
            Ok(answer) => {
                let last = answer.results.last();
                self.after_printed(last.map_or("", |result| result.text(self.style.notation())))
            }
            Err(error) => self.failed(text, &error)?,
        })
    }

    /// An error as the answer to one line of a stream.
    pub(crate) fn failed(&self, text: &str, error: &Error) -> anyhow::Result<String> {
        if self.style.json {
            let failure = Failure::new(text, error, None).after(self.take_printed());
            return Ok(serde_json::to_string(&failure)?);
        }
        Ok(self.after_printed(&one_line_error(error)))
    }

    fn unreadable(&self, line: &[u8], at: usize) -> anyhow::Result<String> {
        let message = format!("byte {} of the line is not UTF-8 text", at + 1);
        if self.style.json {
            let input = String::from_utf8_lossy(line);
            let failure = Failure::unreadable(&input, at, &message);
            return Ok(serde_json::to_string(&failure)?);
        }
        Ok(format!("error: {message}"))
    }

    /// An answer on one line, after what was printed on the way to it.
    fn after_printed(&self, answer: &str) -> String {
        let mut lines = self.take_printed();
        if lines.is_empty() {
            return one_line(answer);
        }
        lines.push(answer.to_owned());
        one_line(&lines.join("\n"))
    }

    /// Results in the chosen style: each on a line or, for tables and pictures, on several, or one object with all of
    /// them. `nothing` includes those of statements without a value.
    pub(crate) fn lines(&self, input: &str, results: &[LineResult], nothing: bool) -> Vec<String> {
        let shown = results
            .iter()
            .filter(|result| nothing || !result.is_nothing());
        if self.style.json {
            let answers = shown.filter_map(|result| result.json.as_deref());
            let answered = Answered {
                input,
                printed: self.take_printed(),
                answers: answers.collect(),
            };
            return vec![serde_json::to_string(&answered).unwrap_or_default()];
        }
        let lines = shown.map(
            |result| match (result.text(self.style.notation()), result.kind) {
                // A string between its quotes stays on one line.
                (text, "string") => one_line(text),
                (text, _) => text.to_owned(),
            },
        );
        lines.collect()
    }

    /// Should the process have to be ended from outside, a reader of JSON gets the object of a stop.
    fn announce_failure(&self, text: &str, place: Option<ScriptLine<'_>>) {
        if self.style.json {
            let (text, line) = (text.to_owned(), place.map(|place| place.line));
            ending::last_words(move |reason| {
                let place = line.map(|line| ScriptLine { name: "", line });
                json!(Failure::new(&text, &reason.into(), place)).to_string()
            });
        }
    }

    /// Prints an error with its place; the exit code says what sort it is.
    pub(crate) fn report(
        &self,
        text: &str,
        error: &Error,
        place: Option<ScriptLine<'_>>,
    ) -> anyhow::Result<ExitCode> {
        if let Some(reason) = error.stopped
            && !watchdog::is_session()
        {
            // What was found is printed soon or not at all.
            watchdog::stopped(reason);
        }
        if self.style.json {
            output::json_line(&Failure::new(text, error, place).after(self.take_printed()))?;
        } else {
            output::note(rendered(text, error, place));
        }
        Ok(exit_code(error))
    }

    /// Between two lines: frees what the session no longer needs, when memory is short.
    pub(crate) fn tidy(&self) {
        let limit = memory::limit();
        if !workspace().is_crowded(memory::taken(), limit) {
            return;
        }
        let job = self.limits.job();
        let label = "tidying";
        if run_with_progress(job.meter(), label, || workspace().tidy(&job, limit)) {
            output::note("the names hold more than the limit on memory allows: they are forgotten");
            self.start();
        }
        interrupt::end();
    }
}

/// A text that is evaluated at once.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a> {
    pub(crate) text: &'a str,
    /// Where it stands in a script.
    pub(crate) place: Option<ScriptLine<'a>>,
    /// When the work on it began.
    pub(crate) since: Instant,
}

/// Does the text end in the middle of a sentence?
pub(crate) fn is_unfinished(error: &Error) -> bool {
    error.kind == ErrorKind::Incomplete && error.trace.is_none()
}

/// A stop with how far the computation had come.
fn how_far(mut error: Error, job: &Job) -> Error {
    if let (Some(reason), None) = (error.stopped, &error.help) {
        error.help = reached(&job.progress(), reason);
    }
    error
}

/// The answers to one input in JSON.
#[derive(Serialize)]
struct Answered<'a> {
    input: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    printed: Vec<String>,
    answers: Vec<&'a RawValue>,
}

/// Line breaks inside a text value would break the rule of one line for one line.
pub(crate) fn one_line(text: &str) -> String {
    if text.contains(['\n', '\r']) {
        text.replace('\n', "\\n").replace('\r', "\\r")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_of_a_stream_never_takes_two_lines() {
        assert_eq!(one_line("a\nb\r"), "a\\nb\\r");
        assert_eq!(one_line("plain"), "plain");
    }
}
