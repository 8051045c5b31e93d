//! `sidle batch`: questions of the wire, one a line, and their events.

use std::{
    collections::HashMap,
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::PathBuf,
    process::ExitCode,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::SeqCst},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use anyhow::Context;
use clap::Args;
use sidle::{CancelSource, Error, ErrorKind, Incoming, Outgoing, Request, Workspace};

use super::{limits::Limits, output};
use crate::process::{interrupt, watchdog};

const EXAMPLES: &str = "\
Examples:
  echo '{\"question\":{\"ask\":\"nim-sequence\",\"code\":\"0.77\",\"values\":9}}' | sidle batch
  sidle batch questions.jsonl > events.jsonl
  sidle batch questions.jsonl --timeout 5

Each line of input is a question with an id, or {\"cancel\": ID}. For every question the events with its id
end with one `done` or `failed`. Limits hold for each question by itself; a question may have smaller ones.
`sidle man formats` describes questions and events.";

/// Answer questions that are written as JSON lines
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file of questions; `-` or nothing for standard input
    file: Option<PathBuf>,

    #[command(flatten)]
    limits: Limits,
}

/// So many questions are read ahead, so that a cancellation behind them is seen in time.
const READ_AHEAD: usize = 1024;
/// The longest line.
const LONGEST: u64 = 64 << 20;

/// The questions that have not been answered, with their cancellations.
#[derive(Clone, Default)]
struct Pending(Arc<Mutex<HashMap<u64, Vec<CancelSource>>>>);

impl Pending {
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Vec<CancelSource>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, id: u64) -> CancelSource {
        let source = CancelSource::new();
        self.lock().entry(id).or_default().push(source.clone());
        source
    }

    fn cancel(&self, id: u64) {
        for source in self.lock().get(&id).into_iter().flatten() {
            source.cancel();
            watchdog::ring();
        }
    }

    /// The first question of that id is answered.
    fn remove(&self, id: u64) {
        let mut pending = self.lock();
        if let Some(sources) = pending.get_mut(&id) {
            sources.remove(0);
            if sources.is_empty() {
                pending.remove(&id);
            }
        }
    }
}

/// A line of input.
enum Line {
    Question(Box<Request>, CancelSource),
    Unreadable(Outgoing),
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let input: Box<dyn Read + Send> = match &arguments.file {
        Some(path) if path.as_os_str() != "-" => {
            Box::new(File::open(path).with_context(|| path.display().to_string())?)
        }
        _ => Box::new(io::stdin()),
    };
    watchdog::keep_session();
    interrupt::in_stream();
    let pending = Pending::default();
    let (sender, lines) = sync_channel(READ_AHEAD);
    let reader = {
        let pending = pending.clone();
        thread::spawn(move || read(BufReader::new(input), &sender, &pending))
    };
    answer_all(&lines, &pending, &arguments.limits)?;
    let read = reader.join().unwrap_or(Ok(()));
    read.context("cannot read the questions")?;
    Ok(ExitCode::SUCCESS)
}

/// Reads lines until the input ends or nobody wants more.
fn read(mut input: impl BufRead, lines: &SyncSender<Line>, pending: &Pending) -> io::Result<()> {
    while let Some(line) = next_line(&mut input, LONGEST)? {
        let line = match line {
            Ok(text) if text.trim().is_empty() => continue,
            Ok(text) => match Incoming::read(text.trim()) {
                Ok(Incoming::Cancel(cancel)) => {
                    pending.cancel(cancel.cancel);
                    continue;
                }
                Ok(Incoming::Ask(request)) => {
                    let source = pending.add(request.id);
                    Line::Question(Box::new(request), source)
                }
                Err(error) => Line::Unreadable(Outgoing::unreadable(&text, error)),
            },
            Err(failed) => Line::Unreadable(*failed),
        };
        if lines.send(line).is_err() {
            break;
        }
    }
    Ok(())
}

/// The next line without its end, or the failure of one that is too long or not UTF-8; `None` at the end of the input.
fn next_line(
    input: &mut impl BufRead,
    longest: u64,
) -> io::Result<Option<Result<String, Box<Outgoing>>>> {
    let failed = |text: &str, message: String| {
        let error = Error::new(ErrorKind::Request, message);
        Ok(Some(Err(Box::new(Outgoing::unreadable(text, error)))))
    };
    let mut line = Vec::new();
    if input.take(longest + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() as u64 > longest {
        input.skip_until(b'\n')?;
        return failed("", format!("the line is longer than {} MiB", longest >> 20));
    }
    match String::from_utf8(line) {
        Ok(text) => Ok(Some(Ok(text))),
        Err(error) => failed(
            &String::from_utf8_lossy(error.as_bytes()),
            format!("the line is not UTF-8: {}", error.utf8_error()),
        ),
    }
}

/// Answers questions in order, each within the limits.
fn answer_all(lines: &Receiver<Line>, pending: &Pending, limits: &Limits) -> anyhow::Result<()> {
    let workspace = Workspace::new();
    let gone = Arc::new(AtomicBool::new(false));
    for line in lines {
        match line {
            Line::Question(request, source) => {
                let job = limits.job().with_cancel(source.token());
                let gone = gone.clone();
                workspace.serve(&request, &job, move |message| {
                    if output::json_line(&message).is_err() {
                        gone.store(true, SeqCst);
                    }
                });
                pending.remove(request.id);
            }
            Line::Unreadable(failed) => output::json_line(&failed)?,
        }
        interrupt::end();
        if gone.load(SeqCst) {
            // The reader of the answers has gone away.
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the lines of an input are: a text, or the id of a failure.
    fn lines(mut input: &[u8], longest: u64) -> Vec<Result<String, u64>> {
        let next = || next_line(&mut input, longest).expect("bytes in memory");
        std::iter::from_fn(next)
            .map(|line| line.map_err(|failed| failed.id))
            .collect()
    }

    #[test]
    fn lines_after_a_line_that_is_too_long_are_read() {
        let all = lines(b"1234\n12345\n\n123456789012\n1\n12345", 4);
        let text = |text: &str| Ok(text.to_owned());
        assert_eq!(
            all,
            [text("1234"), Err(0), text(""), Err(0), text("1"), Err(0)]
        );
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_not_replaced() {
        let all = lines(b"{\"id\":7,\"x\":\"\xff\"}\nok", 100);
        assert_eq!(all, [Err(7), Ok("ok".to_owned())]);
    }
}
