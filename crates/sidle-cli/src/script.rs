//! Running a stream of statements as they come in.
//!
//! Lines are gathered until they make a finished sentence, which is evaluated at once. A sentence
//! that has grown long is tried again only after it has grown by a tenth, so that an unclosed
//! brace at the top of a large file does not cost a quadratic time.

use std::{io::BufRead, process::ExitCode, time::Instant};

use anyhow::{Context, bail};

use crate::{
    evaluator::{Evaluator, Piece},
    failure::ScriptLine,
    lines::{self, Line},
};

/// Sentences of up to this many lines are tried after every line.
const SHORT: usize = 64;

/// Evaluates everything `reader` gives; `name` is what errors call it.
pub(crate) fn run(
    evaluator: &Evaluator,
    reader: &mut impl BufRead,
    name: &str,
) -> anyhow::Result<ExitCode> {
    let mut number = 0;
    let mut sentence = Sentence::default();
    while let Some(line) = lines::next(reader, &evaluator.limits)? {
        number += 1;
        let Line { bytes, since } = line.with_context(|| format!("{name}, line {number}"))?;
        sentence.since = sentence.since.or(since);
        let Ok(line) = std::str::from_utf8(&bytes) else {
            bail!("{name}, line {number}: this is not UTF-8 text");
        };
        sentence.push(line, number);
        drop(bytes);
        if !sentence.is_due() {
            continue;
        }
        match sentence.evaluate(evaluator, name, true)? {
            None => {}
            Some(code) if code == ExitCode::SUCCESS => sentence = Sentence::default(),
            Some(code) => return Ok(code),
        }
    }
    let code = sentence.evaluate(evaluator, name, false)?;
    Ok(code.unwrap_or(ExitCode::SUCCESS))
}

/// Lines that may not be finished yet.
#[derive(Default)]
struct Sentence {
    text: String,
    first: usize,
    lines: usize,
    next_try: usize,
    /// When it became so long that reading it is work.
    since: Option<Instant>,
}

impl Sentence {
    fn push(&mut self, line: &str, number: usize) {
        if self.lines == 0 {
            self.first = number;
        } else {
            self.text.push('\n');
        }
        self.text.push_str(line);
        self.lines += 1;
    }

    fn is_due(&mut self) -> bool {
        if self.lines < self.next_try {
            return false;
        }
        self.next_try = self.lines + 1;
        if self.lines > SHORT {
            self.next_try += self.lines / 10;
        }
        true
    }

    /// Evaluates the lines; `None` if they end in the middle of a sentence and more may come. To read a long sentence again
    /// and again is work under its limits.
    fn evaluate(
        &mut self,
        evaluator: &Evaluator,
        name: &str,
        more_may_come: bool,
    ) -> anyhow::Result<Option<ExitCode>> {
        if self.text.trim().is_empty() {
            return Ok(Some(ExitCode::SUCCESS));
        }
        if self.text.len() >= lines::LONG {
            self.since.get_or_insert_with(Instant::now);
        }
        let line = self.first;
        let piece = Piece {
            text: &self.text,
            place: Some(ScriptLine { name, line }),
            since: self.since.unwrap_or_else(Instant::now),
        };
        evaluator.print(&piece, more_may_come)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sentences_are_tried_rarely() {
        let mut sentence = Sentence::default();
        let mut tries = 0;
        for number in 1..=100_000 {
            sentence.push("{", number);
            tries += usize::from(sentence.is_due());
        }
        assert!(tries < 200, "{tries}");
        assert!(tries > SHORT);
    }
}
