//! Positions of classes: rulesets that only a session of the language knows.

use crate::{
    Error, ErrorKind, Job, Position, Workspace, WrittenPosition, lang::DiagnosticKind,
    session::from_diagnostic,
};

/// The position that a class of the session makes of a text; `unknown` if there is no such class.
pub(crate) fn position(
    workspace: &Workspace,
    written: &WrittenPosition,
    unknown: Error,
    job: &Job,
) -> Result<Position, Error> {
    let WrittenPosition {
        rules,
        position,
        session,
    } = written;
    let (rules, position) = (rules.trim(), position.trim());
    if position.contains(['"', '\\']) {
        let message = "a position does not contain quotes";
        return Err(Error::new(ErrorKind::Notation, message).at("position", 0..position.len()));
    }
    // Numbers, tuples and lists are passed as they stand, boards as texts.
    let source = match is_written_out(position) {
        true => format!("{rules}({position})"),
        false => format!("{rules}(\"{position}\")"),
    };
    let meter = job.meter();
    let made = workspace.sessions().run(session, job, |running| {
        let known = running.evaluate(rules, meter);
        known.map(|_| running.position(&source, meter))
    })?;
    match made {
        Ok(Ok(at)) => Ok(Position::of_session(at, session)),
        Ok(Err(error)) => Err(about_text(
            from_diagnostic(error, "position"),
            source.rfind(position).unwrap_or(0),
            position.len(),
        )),
        // The name itself is to blame: the words about built-in rulesets help more.
        Err(error)
            if error.span.start == 0
                && error.file.is_none()
                && error.kind == DiagnosticKind::Evaluation =>
        {
            Err(unknown)
        }
        Err(error) => Err(from_diagnostic(error, "rules")),
    }
}

/// An error in a call as an error in the text of the position, which begins at `start` of the call.
fn about_text(mut error: Error, start: usize, length: usize) -> Error {
    if let Some(place) = &mut error.place {
        place.start = place.start.saturating_sub(start).min(length);
        place.end = place.end.saturating_sub(start).clamp(place.start, length);
    }
    error
}

/// Is this a number, a tuple or a list, which classes take as it stands, and not a board?
fn is_written_out(position: &str) -> bool {
    let is_number = !position.is_empty() && position.bytes().all(|b| b.is_ascii_digit());
    let brackets = [('(', ')'), ('[', ']')];
    is_number
        || brackets
            .iter()
            .any(|&(open, close)| position.starts_with(open) && position.ends_with(close))
}
