//! The door to the engine: a verb turns its arguments into a question, passes it to [`ask`], and prints the answer.

use std::{fmt, io::Read, path::Path, process::ExitCode, sync::OnceLock};

use sidle::{
    Ask, CancelSource, Error, ErrorKind, Event, Job, Report, Source, Stream, Workspace,
    core::StopReason,
};

use crate::{
    files, folders,
    process::{ending, watchdog},
    progress::run_with_progress,
    standard_input::StandardInput,
    verbs::{forms::ReportOutput, output},
};

/// The workspace of the process. It is never freed: to free millions of games one by one would delay the exit.
static WORKSPACE: OnceLock<Workspace> = OnceLock::new();

/// The workspace of the process, which sees the classes of all folders.
pub(crate) fn workspace() -> &'static Workspace {
    WORKSPACE.get_or_init(begin)
}

/// Lets the workspace forget what it has found when that takes so many bytes; for streams, before their first question.
pub(crate) fn forget_beyond(bytes: u64) {
    WORKSPACE.get_or_init(|| begin().with_budget(bytes));
}

fn begin() -> Workspace {
    let workspace = Workspace::new();
    for folder in folders::all() {
        workspace.add_folder(&folder);
    }
    workspace
}

/// Asks a question and shows progress on a terminal. `texts` are the fields of the question that errors may point into,
/// by their names; of a field that is a list its entries.
pub(crate) fn ask<Q: Ask>(
    question: &Q,
    job: &Job,
    label: &str,
    texts: &[(&str, &str)],
) -> anyhow::Result<Q::Answer> {
    let answer = run_with_progress(job.meter(), label, || workspace().ask(question, job));
    answer.map_err(|error| Failed::new(error, texts).into())
}

/// A file of the command line as a question carries it. The standard input, `-`, is read under the limits of the job.
pub(crate) fn source(path: &Path, job: &Job) -> anyhow::Result<Source> {
    if !files::is_standard(path) {
        return Ok(Source::Path(path.to_owned()));
    }
    let mut bytes = Vec::new();
    let read = StandardInput::new(job.meter()).read_to_end(&mut bytes);
    job.meter().check()?;
    read?;
    Ok(Source::Bytes(bytes.into()))
}

/// A file of the command line that is read as it comes: a path, or the standard input under the limits of the job.
pub(crate) fn stream(path: &Path, job: &Job) -> Source {
    if !files::is_standard(path) {
        return Source::Path(path.to_owned());
    }
    let input = StandardInput::new(job.shared_meter().clone());
    Source::Stream(Stream::new("-", input))
}

/// The same job, whose rows are printed as they come. The job is cancelled when the reader of the output is gone.
pub(crate) fn with_rows(
    job: Job,
    print: impl Fn(serde_json::Value) -> anyhow::Result<()> + Send + Sync + 'static,
) -> Job {
    let gone = CancelSource::new();
    let job = job.with_cancel(gone.token()).with_sink(move |event| {
        if let Event::Row { row } = event
            && print(row).is_err()
        {
            gone.cancel();
        }
    });
    ending::computing(job.shared_meter());
    job
}

/// The exit code of an answer that a limit cut short, which is reported.
pub(crate) fn stopped(reason: StopReason) -> ExitCode {
    watchdog::stopped(reason);
    output::note(format_args!("{reason}{}", ending::how_far(reason)));
    ExitCode::from(ending::STOPPED)
}

/// Writes the certificate of an answer, if one is wanted, and the answer.
pub(crate) fn answer(
    answer: &impl Report,
    certificate: Option<&Path>,
    output: &ReportOutput,
) -> anyhow::Result<ExitCode> {
    if let Some(path) = certificate {
        write_certificate(answer, path)?;
    }
    output.write(answer)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the certificate of an answer to a file.
pub(crate) fn write_certificate(answer: &impl Report, path: &Path) -> anyhow::Result<()> {
    let Some(certificate) = answer.certificate() else {
        let message = "there is no certificate of this answer";
        return Err(Error::new(ErrorKind::NotApplicable, message).into());
    };
    files::write_whole(path, |out| Ok(certificate.write(out)?))
}

/// Writes an answer in another format to a file.
pub(crate) fn write_form(answer: &impl Report, form: &str, path: &Path) -> anyhow::Result<()> {
    let Some(content) = answer.form(form) else {
        let message = format!("this answer has no form `{form}`");
        return Err(Error::new(ErrorKind::NotApplicable, message).into());
    };
    files::write_whole(path, |out| Ok(content.write(out)?))
}

/// Draws an answer to an SVG file.
pub(crate) fn write_picture(answer: &impl Report, path: &Path) -> anyhow::Result<()> {
    let Some(picture) = answer.picture() else {
        let message = "there is no picture of this answer";
        return Err(Error::new(ErrorKind::NotApplicable, message).into());
    };
    files::write_whole(path, |out| Ok(out.write_all(picture.svg.as_bytes())?))
}

/// True if the question does not apply to what it is about: a move that the rules do not allow.
pub(crate) fn is_refusal(error: &anyhow::Error) -> bool {
    let failed = error.downcast_ref::<Failed>();
    failed.is_some_and(|failed| failed.error.kind == ErrorKind::NotApplicable)
}

/// An error of the engine, with the text of the field that it lies in.
#[derive(Debug)]
pub(crate) struct Failed {
    pub(crate) error: Error,
    text: Option<String>,
}

impl From<Error> for Failed {
    fn from(error: Error) -> Failed {
        Failed { error, text: None }
    }
}

impl Failed {
    fn new(error: Error, texts: &[(&str, &str)]) -> Failed {
        let place = error.place.as_ref();
        let text = place.and_then(|place| {
            let mut entries = texts.iter().filter(|(field, _)| *field == place.field);
            entries.nth(place.item.unwrap_or(0))
        });
        Failed {
            text: text.map(|(_, text)| (*text).to_owned()),
            error,
        }
    }
}

/// The message with the line and its carets, without the word `error`.
impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.error.render(self.text.as_deref());
        f.write_str(text.strip_prefix("error: ").unwrap_or(&text))
    }
}

impl std::error::Error for Failed {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&self.error)
    }
}
