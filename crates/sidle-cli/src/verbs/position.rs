//! `sidle value`, `sidle outcome` and `sidle moves`: a position of a ruleset.

use std::{
    fs, io,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::bail;
use clap::Args;
use serde::Serialize;
use sidle::{
    Error, ErrorKind, Job, PositionSource,
    core::StopReason,
    questions::{
        KeepTableQuestion, MovesQuestion, OutcomeQuestion, ReducedValueQuestion, ScoreQuestion,
        UseTableQuestion, ValueQuestion,
    },
};

use super::{
    limits::{self, CommonOptions},
    output,
    style::Style,
};
use crate::{
    door,
    evaluator::one_line,
    files,
    folders::{self, Folders},
    lines,
    process::{ending, interrupt, memory, watchdog},
    progress::reached,
};

const EXAMPLES: &str = "\
Examples:
  sidle value Domineering '...|..#'
  sidle outcome Clobber 'xoxo|oxox'
  sidle outcome Clobber 'xoxo|oxox' --certify win.json && sidle check win.json
  sidle moves ToadsAndFrogs 'tt..ff'
  sidle moves Clobber 'xoxo' --depth 2
  sidle value 'GenToadsAndFrogs(maxJump => 2)' 'tt..ff'
  sidle outcome Domineering '......|......|......|......|......|......' --table domineering.table
  sidle value Domineering '......|......|......|......|......' --threads 2
  sidle value Nimstring '..|...|..|...|..' --score
  sidle value MyGame 'xo.' --path classes
  printf 'xoxo\\nxo|ox\\n' | sidle outcome Clobber --stdin

The names of the rulesets, and what their positions look like, are listed by `sidle rulesets`.
With --stdin every line of input gives exactly one line of output. `sidle moves` marks the moves
that win with `+`; the incentive is what the player gains by the move.";

/// What is asked about a position.
#[derive(Clone, Copy, Debug)]
enum Question<'a> {
    Value,
    Reduced,
    Score,
    /// With the file of the certificate.
    Outcome(Option<&'a Path>),
    /// With the depth of the tree.
    Moves(u32),
}

/// A position of a ruleset
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The name of a ruleset or of a class, with its parameters if it has any
    ruleset: String,

    /// The position, as the ruleset writes it
    #[arg(required_unless_present = "stdin")]
    position: Option<String>,

    /// Read one position a line from the standard input
    #[arg(long, conflicts_with = "position")]
    stdin: bool,

    /// Keep what is solved in this file, and use what it holds; it is made if it is not there
    #[arg(long, value_name = "FILE", value_parser = files::lasting())]
    table: Option<PathBuf>,

    /// Solve every entry of the table again before it is used; without this the table is believed
    #[arg(long, requires = "table")]
    verify_table: bool,

    /// How many threads work on one value
    #[arg(long, value_name = "COUNT", default_value_t = NonZeroUsize::MIN, value_parser = limits::threads)]
    threads: NonZeroUsize,

    #[command(flatten)]
    folders: Folders,

    #[command(flatten)]
    common: CommonOptions<Style>,
}

/// The value of a position of a ruleset
#[derive(Args, Debug)]
pub(crate) struct ValueArguments {
    #[command(flatten)]
    position: Arguments,

    /// The score of a Nimstring board played as Dots and Boxes: how many boxes more the player to move gets
    #[arg(long, conflicts_with_all = ["stdin", "table"])]
    score: bool,

    /// The reduced canonical form: the value up to infinitesimals, found without the canonical form
    #[arg(long, conflicts_with_all = ["score", "table"])]
    reduced: bool,
}

/// Who wins a position of a ruleset
#[derive(Args, Debug)]
pub(crate) struct OutcomeArguments {
    #[command(flatten)]
    position: Arguments,

    /// Write a certificate of the outcome, a strategy that `sidle check` replays
    #[arg(long, value_name = "FILE", conflicts_with = "stdin")]
    certify: Option<PathBuf>,
}

/// The moves of a position with their values
#[derive(Args, Debug)]
pub(crate) struct MovesArguments {
    #[command(flatten)]
    position: Arguments,

    /// List the moves after each move, too, so many moves deep
    #[arg(long, value_name = "MOVES", default_value_t = 1, conflicts_with = "stdin",
          value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
}

pub(crate) fn run_value(arguments: &ValueArguments) -> anyhow::Result<ExitCode> {
    let question = match (arguments.score, arguments.reduced) {
        (true, _) => Question::Score,
        (_, true) => Question::Reduced,
        _ => Question::Value,
    };
    arguments.position.run(question)
}

pub(crate) fn run_outcome(arguments: &OutcomeArguments) -> anyhow::Result<ExitCode> {
    let certify = arguments.certify.as_deref();
    arguments.position.run(Question::Outcome(certify))
}

pub(crate) fn run_moves(arguments: &MovesArguments) -> anyhow::Result<ExitCode> {
    arguments.position.run(Question::Moves(arguments.depth))
}

/// A printed answer, and the limit that cut it short.
type Printed = (String, Option<StopReason>);

impl Arguments {
    fn run(&self, question: Question<'_>) -> anyhow::Result<ExitCode> {
        let (table, certificate) = (
            self.table.as_deref(),
            match question {
                Question::Outcome(file) => file,
                _ => None,
            },
        );
        files::claim([], [certificate, table])?;
        let _lock = files::lock(table)?;
        folders::check()?;
        match &self.position {
            Some(position) => self.one(question, position),
            None => self.stream(question),
        }
    }

    /// A job with the limits and the threads of the arguments.
    fn job(&self) -> Job {
        let job = self.common.limits.job().with_threads(self.threads);
        ending::computing(job.shared_meter());
        job
    }

    fn source(&self, position: &str) -> PositionSource {
        (&*self.ruleset, position).into()
    }

    /// Answers about one position.
    fn one(&self, question: Question<'_>, position: &str) -> anyhow::Result<ExitCode> {
        let job = self.job();
        // A strategy is worked out by itself, and its reader need not wait for the table.
        let certifies = matches!(question, Question::Outcome(Some(_)));
        if !certifies {
            self.use_table(&job)?;
        }
        if self.common.form.json {
            let position = position.to_owned();
            ending::last_words(move |reason| failure(&position, &reason.into()));
        }
        let answered = self.answer(question, position, &job, false);
        ending::no_last_words();
        let (text, stopped) = match answered {
            Ok(answered) => answered,
            Err(error) => match error.downcast_ref::<door::Failed>() {
                Some(failed) if self.common.form.json => {
                    output::line(&failure(position, &failed.error))?;
                    return Ok(match failed.error.stopped {
                        Some(_) => ExitCode::from(ending::STOPPED),
                        None => ExitCode::from(2),
                    });
                }
                _ => return Err(error),
            },
        };
        if certifies {
            self.use_table(&job)?;
        }
        match stopped {
            Some(reason) => {
                watchdog::stopped(reason);
                if !self.common.form.json {
                    return Err(reason.into());
                }
                output::line(&text)?;
                Ok(ExitCode::from(ending::STOPPED))
            }
            None => {
                output::line(&text)?;
                self.keep_table(&job)?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }

    /// Answers each line of the standard input.
    fn stream(&self, question: Question<'_>) -> anyhow::Result<ExitCode> {
        if let Some(path) = &self.table
            // A pipe waits for the other end, and the limits of a stream are those of its lines.
            && fs::metadata(path).is_ok_and(|there| !there.is_file())
        {
            bail!(
                "{} is not an ordinary file, and a stream reads and writes its table",
                path.display()
            );
        }
        let job = self.job();
        match self.table {
            Some(_) => self.use_table(&job)?,
            None => door::forget_beyond(memory::limit() / 2),
        }
        watchdog::keep_session();
        let mut input = io::stdin().lock();
        while let Some(line) = lines::next(&mut input, &self.common.limits)? {
            let (position, answered) = match line {
                Ok(line) => {
                    let position = String::from_utf8_lossy(&line.bytes).trim().to_owned();
                    let job = self.job();
                    let answered = self.answer(question, &position, &job, true);
                    let answered = answered.and_then(|(text, stopped)| match stopped {
                        Some(reason) if !self.common.form.json => Err(reason.into()),
                        _ => Ok(text),
                    });
                    (position, answered.map_err(|error| how_far(error, &job)))
                }
                Err(reason) => {
                    lines::skip(&mut input)?;
                    (String::new(), Err(Error::from(reason)))
                }
            };
            interrupt::end();
            output::line(&match answered {
                Ok(text) => text,
                Err(error) if self.common.form.json => failure(&position, &error),
                Err(error) => one_line(&format!("error: {error}")),
            })?;
        }
        self.keep_table(&self.job())?;
        Ok(ExitCode::SUCCESS)
    }

    fn use_table(&self, job: &Job) -> anyhow::Result<()> {
        if let Some(file) = &self.table {
            let question = UseTableQuestion {
                rules: self.ruleset.clone(),
                file: file.clone(),
                verify: self.verify_table,
            };
            door::ask(&question, job, "reading the table", &[])?;
        }
        Ok(())
    }

    /// Writes the table; a run that is stopped leaves the old one.
    fn keep_table(&self, job: &Job) -> anyhow::Result<()> {
        if let Some(file) = &self.table {
            let question = KeepTableQuestion {
                rules: self.ruleset.clone(),
                file: file.clone(),
            };
            door::ask(&question, job, "writing the table", &[])?;
        }
        Ok(())
    }

    /// Asks the question about a position; `compact` answers fit on a line.
    fn answer(
        &self,
        question: Question<'_>,
        position: &str,
        job: &Job,
        compact: bool,
    ) -> anyhow::Result<Printed> {
        let of = self.source(position);
        let form = &self.common.form;
        let texts = [("rules", &*self.ruleset), ("position", position)];
        Ok(match question {
            Question::Value => {
                let question = ValueQuestion {
                    data: form.json,
                    temperature: form.temperature,
                    ..ValueQuestion::new(of)
                };
                let answer = door::ask(&question, job, "solving", &texts)?;
                match &answer.value {
                    Some(value) if !form.json => {
                        let text = value.text(form.notation(), job.meter());
                        (text.map_err(door::Failed::from)?, None)
                    }
                    _ => (form.printed(&answer)?, answer.stopped),
                }
            }
            Question::Reduced => {
                let question = ReducedValueQuestion { of };
                let answer = door::ask(&question, job, "solving", &texts)?;
                (form.printed(&answer)?, None)
            }
            Question::Score => {
                let answer = door::ask(&ScoreQuestion { of }, job, "solving", &texts)?;
                (form.printed(&answer)?, None)
            }
            Question::Outcome(certificate) => {
                let question = OutcomeQuestion {
                    certify: certificate.is_some(),
                    ..OutcomeQuestion::new(of)
                };
                let answer = door::ask(&question, job, "solving", &texts)?;
                if let Some(path) = certificate.filter(|_| answer.stopped.is_none()) {
                    door::write_certificate(&answer, path)?;
                }
                (form.printed(&answer)?, answer.stopped)
            }
            Question::Moves(depth) => {
                let question = MovesQuestion {
                    depth,
                    ..MovesQuestion::new(of)
                };
                let answer = door::ask(&question, job, "solving", &texts)?;
                match compact && !form.json {
                    true => (answer.line(form.notation()), None),
                    false => (form.printed(&answer)?, None),
                }
            }
        })
    }
}

/// The error of a line that failed, with how far a stopped computation had come.
fn how_far(error: anyhow::Error, job: &Job) -> Error {
    let failed = error.downcast_ref::<door::Failed>();
    let stop = error.downcast_ref::<StopReason>();
    let mut error = match (failed, stop) {
        (Some(failed), _) => failed.error.clone(),
        (None, Some(reason)) => (*reason).into(),
        (None, None) => Error::new(ErrorKind::NotDetermined, format!("{error:#}")),
    };
    if let Some(reason) = error.stopped {
        error.help = reached(&job.progress(), reason);
    }
    error
}

/// The object of a position that has no answer.
#[derive(Serialize)]
struct Failure<'a> {
    position: &'a str,
    error: &'a Error,
}

fn failure(position: &str, error: &Error) -> String {
    serde_json::to_string(&Failure { position, error }).unwrap_or_default()
}
