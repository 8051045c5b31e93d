//! A session of the language with the limits and the style the user asked for.

use std::{
    mem::ManuallyDrop,
    path::Path,
    process::ExitCode,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use clap::Args;
use serde::Serialize;
use serde_json::{json, value::RawValue};
use sidle::{
    core::Meter,
    draw::thermographs_svg,
    lang::{Certified, Diagnostic, DiagnosticKind, Session},
};

use crate::{
    failure::{Failure, ScriptLine, exit_code, rendered},
    files,
    folders::{self, Folders},
    process::{ending, interrupt, memory, watchdog},
    progress::{reached, run_with_progress},
    verbs::{
        limits::{Limits, Terms},
        output,
        style::Style,
    },
};

/// A stop with how far the computation had come.
pub(crate) fn how_far(error: Diagnostic, meter: &Meter) -> Diagnostic {
    match (error.kind, &error.help) {
        (DiagnosticKind::Stopped(reason), None) => Diagnostic {
            help: reached(&meter.snapshot(), reason),
            ..error
        },
        _ => error,
    }
}

/// A verb that was stopped tells what it found at once or not at all.
pub(crate) fn tell_soon(error: &Diagnostic) {
    if let DiagnosticKind::Stopped(reason) = error.kind
        && !watchdog::is_session()
    {
        watchdog::stopped(reason);
    }
}

/// Evaluates text and writes the answers down.
pub(crate) struct Calculator {
    /// There is one calculator in a process, and it lives as long: to free millions of games one by one would only make
    /// its end wait.
    pub(crate) session: ManuallyDrop<Session>,
    pub(crate) limits: Limits,
    pub(crate) style: Style,
    /// When the verb began: all its steps share one clock.
    pub(crate) begun: Instant,
    /// When the work on the next text began, if that was before it is evaluated.
    pub(crate) since: Option<Instant>,
    /// So much memory may be in use before the session is begun anew with its names.
    tidy_at: u64,
    /// How many lines the session has answered since then.
    answered: u32,
    /// Is it kept?
    keeps_printed: bool,
    /// What programs have printed and nobody has shown yet; in JSON, and when each line has one answer.
    printed: Arc<Mutex<Vec<String>>>,
}

/// A session that takes less is left alone.
const MODEST: u64 = 20 << 20;
/// So long may it take to move what the names lead to, however short the time for a line is.
const MOVING: Duration = Duration::from_secs(2);
/// Nobody types so many lines: a session that is typed keeps what it has computed.
const MANY: u32 = 10_000;

/// What every way into the calculator takes.
#[derive(Args, Debug)]
pub(crate) struct Desk {
    #[command(flatten)]
    folders: Folders,

    #[command(flatten)]
    pub(crate) terms: Terms<Style>,
}

impl Desk {
    /// The calculator, if the folders are there.
    pub(crate) fn calculator(&self) -> anyhow::Result<Calculator> {
        folders::check()?;
        Ok(Calculator::new(&self.terms.limits, &self.terms.form))
    }
}

impl Calculator {
    /// A fresh session, after `startup.cgs` if one of the folders has it. The limits hold from here on, also while a file is
    /// opened or written, until the process ends or waits for its input.
    pub(crate) fn new(limits: &Limits, style: &Style) -> Calculator {
        Calculator::begun(limits, style, Instant::now())
    }

    /// The same for a verb that has begun before.
    pub(crate) fn begun(limits: &Limits, style: &Style, begun: Instant) -> Calculator {
        let _ = limits.meter_since(begun);
        let mut calculator = Calculator {
            session: ManuallyDrop::new(folders::session()),
            limits: limits.clone(),
            style: style.clone(),
            begun,
            since: None,
            tidy_at: MODEST,
            answered: 0,
            keeps_printed: false,
            printed: Arc::default(),
        };
        calculator.show_printed();
        calculator.start();
        calculator
    }

    /// What programs print is shown at once, a line each; in JSON it is kept for the answer.
    pub(crate) fn show_printed(&mut self) {
        if self.style.json {
            self.keep_printed();
        } else {
            // A reader who has gone away is noticed by the answer.
            let show = |text: &str| drop(output::line(&shown(text)));
            self.session.print_with(show);
        }
    }

    /// Keeps what programs print for the answer, instead of printing it at once.
    pub(crate) fn keep_printed(&mut self) {
        let printed = self.printed.clone();
        self.keeps_printed = true;
        self.session.print_with(move |text| {
            let mut printed = printed.lock().unwrap_or_else(PoisonError::into_inner);
            printed.push(text.to_owned());
        });
    }

    fn take_printed(&self) -> Vec<String> {
        let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *printed)
    }

    /// Runs `startup.cgs`; what is wrong with it is told and disturbs nothing else.
    pub(crate) fn start(&mut self) {
        const CALL: &str = "startup();";
        let meter = self.meter();
        if !self.session.has_script("startup", &meter) {
            return;
        }
        if let Err(error) = self.compute(CALL) {
            output::note(rendered(CALL, &error, None));
        }
    }

    /// A session that goes on for days remembers all that was ever computed. When that has become much, what its names
    /// lead to moves to a new store, and the rest is forgotten. If something cannot move, what was found out about
    /// positions, sums and comparisons is forgotten at least.
    pub(crate) fn tidy(&mut self) {
        self.answered = self.answered.saturating_add(1);
        let taken = memory::taken();
        let grown = taken >= self.tidy_at && self.answered >= MANY;
        let pressed = taken >= memory::limit() / 2 && taken >= self.tidy_at;
        if !grown && !pressed {
            return;
        }
        if !self.renew() {
            self.session.forget_found();
        }
        let limit = memory::limit();
        if memory::taken() > limit.saturating_add(limit / 4) {
            self.give_up_names();
        }
        // What cannot be forgotten may leave little room: then it is tried again before none is left.
        let kept = memory::taken();
        let half = memory::limit().saturating_sub(kept) / 2;
        self.tidy_at = MODEST.max(kept.saturating_add(half.min(kept)));
        self.answered = 0;
    }

    /// What the names hold has grown far beyond the limit, line by line: the session goes on without them.
    fn give_up_names(&mut self) {
        output::note("the names hold more than the limit on memory allows: they are forgotten");
        self.reset();
    }

    /// Begins the session anew, after `startup.cgs`.
    pub(crate) fn reset(&mut self) {
        *self.session = folders::session();
        match self.keeps_printed {
            true => self.keep_printed(),
            false => self.show_printed(),
        }
        self.start();
        interrupt::end();
    }

    /// Moves what the names lead to into a new store. Old and new are both there for a moment, so that half the limit may be
    /// taken beside what is taken already.
    fn renew(&mut self) -> bool {
        let limits = Limits {
            timeout: self.limits.timeout.map(|limit| limit.max(MOVING)),
            ..self.limits.clone()
        };
        let meter = limits.meter_beside(Instant::now(), memory::limit() / 2);
        let session = &mut self.session;
        let renewed = run_with_progress(&meter, "tidying", || session.renew(&meter));
        interrupt::end();
        renewed
    }

    /// Evaluates `source` under the limits (each call has its own clock and counters) and writes
    /// the answers in the chosen style; Ctrl-C stops it.
    pub(crate) fn evaluate(&mut self, source: &str) -> Result<Vec<String>, Diagnostic> {
        let answers = self.compute(source);
        interrupt::end();
        answers
    }

    /// As [`evaluate`](Calculator::evaluate), but the limits and Ctrl-C go on counting.
    pub(crate) fn compute(&mut self, source: &str) -> Result<Vec<String>, Diagnostic> {
        self.compute_all(source, false)
    }

    /// The answers; `nothing` tells whether those that are `Nothing` are shown, too.
    fn compute_all(&mut self, source: &str, nothing: bool) -> Result<Vec<String>, Diagnostic> {
        let since = self.since.take().unwrap_or_else(Instant::now);
        let meter = self.limits.meter_since(since);
        self.session.refresh();
        let (session, style) = (&mut self.session, &self.style);
        let answers: Result<Vec<String>, Diagnostic> =
            run_with_progress(&meter, "computing", || {
                let answers = session.evaluate(source, &meter)?;
                let visible = answers
                    .iter()
                    .filter(|answer| nothing || !answer.is_nothing());
                visible
                    .map(|answer| session.show(answer, style.format(), &meter))
                    .collect()
            });
        answers.map_err(|error| how_far(error, &meter))
    }

    /// Evaluates a piece and prints its answers one a line, or the error with its place; the exit
    /// code says which.
    pub(crate) fn print(
        &mut self,
        source: &str,
        place: Option<ScriptLine<'_>>,
    ) -> anyhow::Result<ExitCode> {
        self.announce_failure(source, place);
        match self.compute(source) {
            Ok(answers) => {
                // The limits count until the last letter is printed.
                ending::no_last_words();
                self.lines(source, answers)
                    .iter()
                    .try_for_each(|line| output::line(line))
                    .map(|()| ExitCode::SUCCESS)
            }
            Err(error) => {
                ending::no_last_words();
                self.report(source, &error, place)
            }
        }
    }

    /// Runs a CGScript file as a whole and prints its answer.
    pub(crate) fn run_file(&mut self, name: &str, source: &str) -> anyhow::Result<ExitCode> {
        self.announce_failure(source, None);
        let meter = self.limits.meter();
        let (session, style) = (&mut self.session, &self.style);
        let answers: Result<Vec<String>, Diagnostic> =
            run_with_progress(&meter, "computing", || {
                let answers = session.run_file(name, source, &meter)?;
                let visible = answers.iter().filter(|answer| !answer.is_nothing());
                visible
                    .map(|answer| session.show(answer, style.format(), &meter))
                    .collect::<Result<Vec<String>, Diagnostic>>()
            });
        ending::no_last_words();
        match answers {
            Ok(answers) => self
                .lines(name, answers)
                .iter()
                .try_for_each(|line| output::line(line))
                .map(|()| ExitCode::SUCCESS),
            Err(error) => self.report(source, &how_far(error, &meter), None),
        }
    }

    /// Should the process have to be ended from outside, whoever reads JSON gets the object of a stop.
    fn announce_failure(&self, source: &str, place: Option<ScriptLine<'_>>) {
        if self.style.json {
            let (source, line) = (source.to_owned(), place.map(|place| place.line));
            ending::last_words(move |reason| {
                let stopped = Diagnostic::stopped(reason);
                let place = line.map(|line| ScriptLine { name: "", line });
                json!(Failure::new(&source, &stopped, place)).to_string()
            });
        }
    }

    /// Prints an error with its place; the exit code says what sort it is.
    pub(crate) fn report(
        &self,
        source: &str,
        error: &Diagnostic,
        place: Option<ScriptLine<'_>>,
    ) -> anyhow::Result<ExitCode> {
        tell_soon(error);
        if self.style.json {
            output::json_line(&Failure::new(source, error, place).after(self.take_printed()))?;
        } else {
            output::note(rendered(source, error, place));
        }
        Ok(exit_code(error))
    }

    /// The meter of a step: of a session it is the first, of a verb one of several.
    fn meter(&self) -> Arc<Meter> {
        match watchdog::is_session() {
            true => self.limits.meter(),
            false => self.limits.meter_since(self.begun),
        }
    }

    /// Works with the session under the limits; Ctrl-C stops it. A session that goes on rests afterwards; in a verb the limits
    /// go on counting while the answer is written.
    pub(crate) fn work<T>(&mut self, work: impl FnOnce(&mut Session, &Meter) -> T) -> T {
        let meter = self.meter();
        let session = &mut self.session;
        let done = run_with_progress(&meter, "solving", || work(session, &meter));
        if watchdog::is_session() {
            interrupt::end();
        }
        done
    }

    /// An error as the answer to one line of a stream.
    pub(crate) fn failed(&self, source: &str, error: &Diagnostic) -> String {
        match self.style.json {
            // As the other lines of a stream have it: the question first.
            true => serde_json::to_string(&Failure::new(source, error, None)).unwrap_or_default(),
            false => one_line(&format!("error: {error}")),
        }
    }

    /// Writes the certificate of a claim to a file, then prints the answer as usual. A claim that is
    /// false has no certificate: no file is written, and the exit code is 1.
    pub(crate) fn certify(&mut self, source: &str, file: &Path) -> anyhow::Result<ExitCode> {
        let start = Instant::now();
        let meter = self.limits.meter_since(start);
        let session = &mut self.session;
        let certified = run_with_progress(&meter, "certifying", || session.certify(source, &meter));
        let code = match certified {
            Ok(Certified::Proved(certificate)) => {
                files::write_whole(file, |out| {
                    Ok(out.write_all(certificate.to_string().as_bytes())?)
                })?;
                ExitCode::SUCCESS
            }
            Ok(Certified::False(truth)) => {
                output::note(format_args!(
                    "no certificate is written: the claim is false, the truth is `{truth}`"
                ));
                ExitCode::from(1)
            }
            Err(error) => return self.report(source, &how_far(error, &meter), None),
        };
        self.since = Some(start);
        let printed = self.print(source, None)?;
        Ok(if printed == ExitCode::SUCCESS {
            code
        } else {
            printed
        })
    }

    /// The one line that answers one line of a stream, whatever its bytes are: the value of its last
    /// statement, as the value of a block is.
    pub(crate) fn reply(&mut self, line: &[u8]) -> anyhow::Result<String> {
        let source = match std::str::from_utf8(line) {
            Ok(source) => source,
            Err(error) => return self.unreadable(line, error.valid_up_to()),
        };
        let answers = self.compute_all(source, true);
        interrupt::end();
        match answers {
            Ok(answers) => {
                let last = self.lines(source, answers).pop();
                Ok(self.after_printed(&last.unwrap_or_default()))
            }
            Err(error) if self.style.json => {
                let failure = Failure::new(source, &error, None);
                Ok(serde_json::to_string(&failure.after(self.take_printed()))?)
            }
            Err(error) => Ok(self.after_printed(&format!("error: {error}"))),
        }
    }

    /// An answer on one line, after what was printed on the way to it.
    fn after_printed(&self, answer: &str) -> String {
        let mut lines = self.take_printed();
        lines.push(answer.to_owned());
        one_line(&lines.join("\n"))
    }

    fn unreadable(&self, line: &[u8], at: usize) -> anyhow::Result<String> {
        let message = format!("byte {} of the line is not UTF-8 text", at + 1);
        if self.style.json {
            let input = String::from_utf8_lossy(line);
            Ok(serde_json::to_string(&Failure::unreadable(
                &input, at, &message,
            ))?)
        } else {
            Ok(format!("error: {message}"))
        }
    }

    /// Answers in the chosen style: each on a line or, for tables and pictures, on several, or one object with all of them.
    pub(crate) fn lines(&self, source: &str, answers: Vec<String>) -> Vec<String> {
        if self.style.json {
            vec![Answered::line(source, self.take_printed(), answers)]
        } else if asks_for_drawing(source) {
            let drawings = answers.iter().map(|answer| drawing(answer));
            drawings.map(str::to_owned).collect()
        } else {
            answers.iter().map(|answer| shown(answer)).collect()
        }
    }

    /// The thermograph of a game as SVG.
    pub(crate) fn plot(&mut self, game: &str) -> Result<String, Diagnostic> {
        let meter = self.limits.meter();
        let session = &mut self.session;
        let drawn = run_with_progress(&meter, "drawing", || {
            let panels = session.thermographs(game, &meter)?;
            Ok(thermographs_svg(&panels))
        });
        interrupt::end();
        drawn.map_err(|error| how_far(error, &meter))
    }

    /// What the session has defined, one a line.
    pub(crate) fn definitions(&mut self) -> String {
        let mut text = String::new();
        for name in self.session.names() {
            let value = match self.evaluate(&name) {
                Ok(answers) => answers.join("; "),
                Err(error) => format!("({error})"),
            };
            text.push_str(&format!("{name} := {value}\n"));
        }
        text
    }
}

/// The answers to one input in JSON.
#[derive(Serialize)]
struct Answered<'a> {
    input: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    printed: Vec<String>,
    answers: Vec<Box<RawValue>>,
}

impl Answered<'_> {
    /// One line for objects that are written already.
    fn line(input: &str, printed: Vec<String>, answers: Vec<String>) -> String {
        let objects = answers.into_iter().map(RawValue::from_string);
        let answered = objects.collect::<Result<_, _>>().and_then(|answers| {
            serde_json::to_string(&Answered {
                input,
                printed,
                answers,
            })
        });
        answered.expect("answers in the style JSON are objects")
    }
}

/// Does a text ask for a drawing as its last answer?
fn asks_for_drawing(source: &str) -> bool {
    let last = source.trim_end().lines().next_back().unwrap_or_default();
    let code = match last.rfind("//") {
        Some(comment) if !last[comment..].contains('"') => &last[..comment],
        _ => last,
    };
    code.trim_end_matches(|sign: char| sign.is_whitespace() || sign == ')')
        .ends_with(".Plot")
}

/// A drawing as it is, without the quotation marks of a text.
fn drawing(answer: &str) -> &str {
    let inside = answer.strip_prefix('"');
    inside
        .and_then(|text| text.strip_suffix('"'))
        .unwrap_or(answer)
}

/// An answer for a person: a string between its quotes stays on one line, a table has its rows.
fn shown(answer: &str) -> String {
    match answer.starts_with('"') {
        true => one_line(answer),
        false => answer.to_owned(),
    }
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
    fn drawings_are_printed_as_they_are() {
        assert_eq!(drawing("\"/\\\n|\""), "/\\\n|");
        assert_eq!(drawing("no text"), "no text");
        for source in ["{3|1}.Plot", "({3|1}.Plot)", "{3|1}.Plot // roof"] {
            assert!(asks_for_drawing(source), "{source}");
        }
        assert!(!asks_for_drawing("{3|1}.Plot.Length") && !asks_for_drawing("1 // G.Plot"));
    }

    #[test]
    fn tables_have_rows() {
        assert_eq!(shown("1 | 2\n3 | 4"), "1 | 2\n3 | 4");
        assert_eq!(shown("\"a\nb\""), "\"a\\nb\"");
    }

    #[test]
    fn an_answer_of_a_stream_never_takes_two_lines() {
        assert_eq!(one_line("a\nb\r"), "a\\nb\\r");
        assert_eq!(one_line("plain"), "plain");
    }
}
