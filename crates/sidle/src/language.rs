//! Positions that only a session of the language knows: of classes, and of expressions.

use crate::{
    Error, ErrorKind, Expression, Job, Position, Workspace, WrittenPosition,
    lang::{Diagnostic, DiagnosticKind, Format, Session},
    rules::variant::EXCHANGED,
    session::{from_diagnostic, renewed},
    solve,
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
    if !rules.starts_with(char::is_alphabetic) {
        return Err(unknown);
    }
    if position.contains(['"', '\\']) {
        let message = "a position does not contain quotes";
        return Err(Error::new(ErrorKind::Notation, message).at("position", 0..position.len()));
    }
    let meter = job.meter();
    let made = workspace.sessions().run(session, job, |running, store| {
        // Families of heap games are known without their package.
        let in_package = format!("game.heap.{rules}");
        let is_known = |error: &Diagnostic| !is_unknown_name(error);
        let rules = match running.evaluate(rules, meter) {
            Err(error) if is_unknown_name(&error) => match running.evaluate(&in_package, meter) {
                Ok(_) => &*in_package,
                Err(other) if is_known(&other) && rules.contains('(') => return Ok(Err(other)),
                Err(_) => return Ok(Err(error)),
            },
            Err(error) => return Ok(Err(error)),
            // Several heaps are a sum; a class of that package is known without it, too.
            Ok(_) if position.contains(',') && running.evaluate(&in_package, meter).is_ok() => {
                &*in_package
            }
            Ok(_) => rules,
        };
        let source = call(rules, position);
        let start = source.rfind(position.trim_start_matches(EXCHANGED));
        let start = start.unwrap_or(0);
        let at = running.position(&source, meter);
        let at = at.and_then(|at| write(running, at, (session, store), job));
        let about_text = |error| about_text(from_diagnostic(error, "position"), start, position);
        at.map(Ok).map_err(about_text)
    })?;
    match made? {
        Ok(at) => Ok(at),
        // The words about built-in rulesets help more.
        Err(error) if is_unknown_name(&error) || unknown.kind == ErrorKind::Notation => {
            Err(unknown)
        }
        Err(error) => Err(from_diagnostic(error, "rules")),
    }
}

/// Positions of a session that play leads to. From then on their notation and their pictures are known.
pub(crate) fn followers(
    workspace: &Workspace,
    (session, store): (&str, u64),
    found: Vec<solve::Position>,
    job: &Job,
) -> Result<Vec<Position>, Error> {
    workspace.sessions().run(session, job, |running, current| {
        if current != store {
            return Err(renewed(session));
        }
        let written = found
            .into_iter()
            .map(|at| write(running, at, (session, store), job));
        let written = written.collect::<Result<_, Diagnostic>>();
        written.map_err(|error| from_diagnostic(error, "position"))
    })?
}

fn write(
    running: &mut Session,
    at: solve::Position,
    session: (&str, u64),
    job: &Job,
) -> Result<Position, Diagnostic> {
    let printed = running.show_position(&at, Format::Plain, job.meter())?;
    Ok(Position::of_session(at, session, &printed))
}

/// Is the name itself to blame?
fn is_unknown_name(error: &Diagnostic) -> bool {
    error.span.start == 0 && error.file.is_none() && error.kind == DiagnosticKind::Evaluation
}

/// The call that makes a position. Numbers, tuples and lists are passed as they stand, boards as texts; several heaps of a
/// family that is built in are a sum.
fn call(rules: &str, position: &str) -> String {
    // The sides of a twisted game that are exchanged.
    if let Some(position) = position.strip_prefix(EXCHANGED)
        && rules.contains(".TwistedVariant")
    {
        return format!("-({})", call(rules, position));
    }
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let heaps: Vec<&str> = position.split(',').map(str::trim).collect();
    if rules.starts_with("game.heap.")
        && heaps.len() > 1
        && heaps.iter().all(|heap| is_number(heap))
    {
        let heaps: Vec<String> = heaps
            .iter()
            .map(|heap| format!("{rules}({heap})"))
            .collect();
        return heaps.join(" + ");
    }
    let brackets = [('(', ')'), ('[', ']')];
    let is_written_out = is_number(position)
        || brackets
            .iter()
            .any(|&(open, close)| position.starts_with(open) && position.ends_with(close));
    match is_written_out {
        true => format!("{rules}({position})"),
        false => format!("{rules}(\"{position}\")"),
    }
}

/// The position that an expression of a session stands for: a name, a kept answer such as `$1`, or any other.
pub(crate) fn expressed(
    workspace: &Workspace,
    expression: &Expression,
    job: &Job,
) -> Result<Position, Error> {
    let Expression { line, session } = expression;
    let made = workspace.sessions().run(session, job, |running, store| {
        let at = running.position(line, job.meter())?;
        write(running, at, (session, store), job)
    })?;
    made.map_err(|error| from_diagnostic(error, "line"))
}

/// An error in a call as an error in the text of the position, which begins at `start` of the call.
fn about_text(mut error: Error, start: usize, position: &str) -> Error {
    let length = position.len();
    if let Some(place) = &mut error.place {
        place.start = place.start.saturating_sub(start).min(length);
        place.end = place.end.saturating_sub(start).clamp(place.start, length);
    }
    error
}
