//! Running a stream of statements as they come in.
//!
//! Lines are gathered until they make a finished sentence, which is evaluated at once. A sentence
//! that has grown long is tried again only after it has grown by a tenth, so that an unclosed
//! brace at the top of a large file does not cost a quadratic time.

use std::{io::BufRead, process::ExitCode, time::Instant};

use anyhow::{Context, bail};
use sidle::lang::Session;

use crate::{
    calculator::Calculator,
    failure::ScriptLine,
    lines::{self, Line},
    process::interrupt,
};

/// Sentences of up to this many lines are tried after every line.
const SHORT: usize = 64;

/// Evaluates everything `reader` gives; `name` is what errors call it.
pub(crate) fn run(
    calculator: &mut Calculator,
    reader: &mut impl BufRead,
    name: &str,
) -> anyhow::Result<ExitCode> {
    let mut number = 0;
    let mut sentence = Sentence::default();
    while let Some(line) = lines::next(reader, &calculator.limits)? {
        number += 1;
        let Line { bytes, since } = line.with_context(|| format!("{name}, line {number}"))?;
        sentence.since = sentence.since.or(since);
        let Ok(line) = std::str::from_utf8(&bytes) else {
            bail!("{name}, line {number}: this is not UTF-8 text");
        };
        sentence.push(line, number);
        drop(bytes);
        if !sentence.is_due() || sentence.is_incomplete(calculator)? {
            continue;
        }
        let code = sentence.evaluate(calculator, name)?;
        if code != ExitCode::SUCCESS {
            return Ok(code);
        }
    }
    sentence.evaluate(calculator, name)
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

    /// Is there more to come? Looking for the end of a sentence is work under its limits.
    fn is_incomplete(&mut self, calculator: &Calculator) -> anyhow::Result<bool> {
        if self.text.len() < lines::LONG {
            return Ok(Session::is_incomplete(&self.text));
        }
        let since = *self.since.get_or_insert_with(Instant::now);
        let meter = calculator.limits.meter_since(since);
        let incomplete = Session::is_incomplete_within(&self.text, &meter)?;
        interrupt::end();
        Ok(incomplete)
    }

    fn evaluate(&mut self, calculator: &mut Calculator, name: &str) -> anyhow::Result<ExitCode> {
        let sentence = std::mem::take(self);
        if sentence.text.trim().is_empty() {
            return Ok(ExitCode::SUCCESS);
        }
        let line = sentence.first;
        calculator.since = sentence.since;
        calculator.print(&sentence.text, Some(ScriptLine { name, line }))
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
