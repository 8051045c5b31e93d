//! Regular expressions: by automata, in time linear in the text, where that can be; what looks around or back at its
//! groups is tried out, within limits.

use std::{
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
        mpsc,
    },
    thread,
    time::Duration,
};

use super::string::check_length;
use crate::{diagnostic::Failure, evaluate::Machine};

/// A regular expression that was read.
pub(super) enum Pattern {
    Linear(regex::Regex),
    Trying(fancy_regex::Regex),
}

/// How often a match may be given up and tried another way.
const MOST_TRIES: usize = 100_000;
/// Each try can read the whole text, so texts that are tried must be short.
const LONGEST_TRIED: usize = 10_000;
/// Parts of an expression may take so many bytes, and all of it so many steps.
const MOST_BYTES: usize = 1 << 20;
const MOST_STEPS: usize = 100_000;

/// Longer expressions are not read: that would take hundreds of times their length.
const LONGEST: usize = 1 << 16;

impl Pattern {
    pub(super) fn read(pattern: &str) -> Result<Pattern, Failure> {
        if pattern.len() > LONGEST {
            return Err(Failure::new(format!(
                "the regular expression is longer than {LONGEST} bytes"
            )));
        }
        let linear = regex::RegexBuilder::new(pattern)
            .size_limit(MOST_BYTES)
            .build();
        match linear {
            Ok(linear) => Ok(Pattern::Linear(linear)),
            Err(regex::Error::Syntax(reason)) => match tried(pattern) {
                Ok(trying) => Ok(Pattern::Trying(trying)),
                // That automata cannot do it is not the reason, since the other reader could have.
                Err(error) if reason.contains("not supported") => {
                    Err(unreadable(&error.to_string()))
                }
                Err(_) => Err(unreadable(&reason)),
            },
            Err(error) => Err(unreadable(&error.to_string())),
        }
    }

    /// Is there a match in the text?
    pub(super) fn found_in(self, machine: &Machine<'_>, text: &str) -> Result<bool, Failure> {
        match self {
            Pattern::Linear(linear) if text.len() < LONG => Ok(linear.is_match(text)),
            Pattern::Linear(linear) => {
                let text = text.to_owned();
                aside(machine, move |_| linear.is_match(&text))
            }
            Pattern::Trying(trying) => {
                check_tried(text)?;
                trying.is_match(text).map_err(given_up)
            }
        }
    }

    /// The text with every match replaced by what a template says.
    pub(super) fn replaced(
        self,
        machine: &Machine<'_>,
        text: &str,
        template: &str,
    ) -> Result<String, Failure> {
        if text.len() < LONG {
            return self.replaced_unless(&AtomicBool::new(false), text, template);
        }
        let (text, template) = (text.to_owned(), template.to_owned());
        aside(machine, move |over| {
            self.replaced_unless(over, &text, &template)
        })?
    }

    /// The same, which ends soon after `over` has become true, with whatever it has.
    fn replaced_unless(
        &self,
        over: &AtomicBool,
        text: &str,
        template: &str,
    ) -> Result<String, Failure> {
        let mut edited = Edited {
            text,
            done: 0,
            result: String::new(),
        };
        match self {
            Pattern::Linear(linear) => {
                // Each search may look at the whole of the rest.
                let found = linear.captures_iter(text);
                for found in found.take_while(|_| !over.load(Relaxed)) {
                    edited.replace(template, &found)?;
                }
            }
            Pattern::Trying(trying) => {
                check_tried(text)?;
                let found = trying.captures_iter(text);
                for found in found.take_while(|_| !over.load(Relaxed)) {
                    edited.replace(template, &found.map_err(given_up)?)?;
                }
            }
        }
        edited.finish()
    }
}

/// Texts from this length on are searched aside.
const LONG: usize = 1 << 10;

/// Runs work that cannot be interrupted in a thread of its own. When the meter stops the caller, the flag is set and the
/// thread ends by itself; its result is dropped.
fn aside<T: Send + 'static>(
    machine: &Machine<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> Result<T, Failure> {
    /// How many threads there are, and may be.
    static RUNNING: AtomicUsize = AtomicUsize::new(0);
    const MOST: usize = 16;
    const PAUSE: Duration = Duration::from_millis(5);
    if RUNNING.load(Relaxed) >= MOST {
        return Err(Failure::new(
            "the regular expressions of earlier lines are still being matched; try again later",
        ));
    }
    let over = Arc::new(AtomicBool::new(false));
    let (answer, answers) = mpsc::channel();
    let told = over.clone();
    let thread = thread::Builder::new().spawn(move || {
        RUNNING.fetch_add(1, Relaxed);
        let done = work(&told);
        RUNNING.fetch_sub(1, Relaxed);
        // The caller may have been stopped.
        let _ = answer.send(done);
    });
    if thread.is_err() {
        return Err(Failure::new("no thread could be started for a long search"));
    }
    loop {
        match answers.recv_timeout(PAUSE) {
            Ok(done) => return Ok(done),
            Err(mpsc::RecvTimeoutError::Timeout) => {
                machine
                    .meter
                    .check()
                    .inspect_err(|_| over.store(true, Relaxed))?;
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                return Err(Failure::new("the search in the text failed"));
            }
        }
    }
}

/// Reads an expression that automata cannot match.
///
/// # Errors
/// It is malformed, or takes more steps than are allowed.
fn tried(pattern: &str) -> Result<fancy_regex::Regex, fancy_regex::Error> {
    fancy_regex::RegexBuilder::new(pattern)
        .backtrack_limit(MOST_TRIES)
        .delegate_size_limit(MOST_BYTES)
        .max_prog_size(MOST_STEPS)
        .build()
}

fn check_tried(text: &str) -> Result<(), Failure> {
    if text.len() <= LONGEST_TRIED {
        return Ok(());
    }
    Err(Failure::new(format!(
        "a regular expression that looks around or back is for texts of at most {LONGEST_TRIED} bytes"
    )))
}

fn unreadable(reason: &str) -> Failure {
    let reason = reason.lines().last().unwrap_or_default();
    Failure::new(format!("the regular expression cannot be read: {reason}"))
}

fn given_up(_: fancy_regex::Error) -> Failure {
    Failure::new(format!(
        "no match of the regular expression was found in {MOST_TRIES} tries"
    ))
}

/// The groups of a match.
trait Groups {
    fn whole(&self) -> Range<usize>;
    fn count(&self) -> usize;
    fn numbered(&self, number: usize) -> Option<&str>;
    fn named(&self, name: &str) -> Option<&str>;
}

macro_rules! groups {
    ($captures:ty) => {
        impl Groups for $captures {
            fn whole(&self) -> Range<usize> {
                self.get(0).map_or(0..0, |found| found.range())
            }

            fn count(&self) -> usize {
                self.len()
            }

            fn numbered(&self, number: usize) -> Option<&str> {
                self.get(number).map(|found| found.as_str())
            }

            fn named(&self, name: &str) -> Option<&str> {
                self.name(name).map(|found| found.as_str())
            }
        }
    };
}

groups!(regex::Captures<'_>);
groups!(fancy_regex::Captures<'_, str>);

/// A text whose matches are being replaced.
struct Edited<'t> {
    text: &'t str,
    /// How far it has been copied.
    done: usize,
    result: String,
}

impl Edited<'_> {
    fn replace(&mut self, template: &str, found: &dyn Groups) -> Result<(), Failure> {
        let whole = found.whole();
        self.result.push_str(&self.text[self.done..whole.start]);
        expand(template, found, &mut self.result)?;
        self.done = whole.end;
        check_length(self.result.len())
    }

    fn finish(mut self) -> Result<String, Failure> {
        self.result.push_str(&self.text[self.done..]);
        check_length(self.result.len())?;
        Ok(self.result)
    }
}

/// Writes a replacement: `$1` is a group, `${name}` a named one, `\` takes the next character as it is.
fn expand(template: &str, groups: &dyn Groups, result: &mut String) -> Result<(), Failure> {
    let mut characters = template.chars().peekable();
    let missing =
        |group: &str| Failure::new(format!("the regular expression has no group {group}"));
    while let Some(character) = characters.next() {
        match character {
            '\\' => result.extend(characters.next()),
            '$' if characters.peek() == Some(&'{') => {
                characters.next();
                let name: String = characters.by_ref().take_while(|&c| c != '}').collect();
                let group = groups.named(&name).ok_or_else(|| missing(&name))?;
                result.push_str(group);
            }
            '$' => {
                let digit = |c: Option<&char>| c.and_then(|c| c.to_digit(10)).map(|d| d as usize);
                let first = digit(characters.peek());
                let mut group = first.ok_or_else(|| missing("without a number"))?;
                characters.next();
                // More digits belong to the number as long as there is such a group.
                while let Some(next) = digit(characters.peek()) {
                    if group * 10 + next >= groups.count() {
                        break;
                    }
                    group = group * 10 + next;
                    characters.next();
                }
                if group >= groups.count() {
                    return Err(missing(&group.to_string()));
                }
                result.push_str(groups.numbered(group).unwrap_or_default());
            }
            other => result.push(other),
        }
    }
    Ok(())
}
