//! What the tests share: a calculator asked for the plain text of its last answer.

use std::time::{Duration, Instant};

use sidle_core::Meter;
use sidle_lang::{Diagnostic, Format, Session};

/// The last answer to some input as plain text, empty if there is none; within a minute or two.
pub(crate) fn evaluate(session: &mut Session, input: &str) -> Result<String, Diagnostic> {
    let start = Instant::now();
    let meter = Meter::new()
        .with_max_nodes(50_000_000)
        .with_deadline(move || start.elapsed(), Duration::from_secs(120));
    let answers = session.evaluate(input, &meter)?;
    match answers.last() {
        Some(answer) => session.show(answer, Format::Plain, &meter),
        None => Ok(String::new()),
    }
}
