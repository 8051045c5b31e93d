//! Games as they are written, move by move.

use crate::{
    Error,
    core::Meter,
    lang::Session,
    session::from_diagnostic,
    solve::{Asking, NoHost, go::KoTable},
};

/// Adds a game in the notation of the calculator to a table, and returns the number of its first position. Braces are
/// taken as they are written: `{100|0||}` equals 0, and has a move for Left.
pub(crate) fn graft_written(
    table: &mut KoTable,
    text: &str,
    field: &'static str,
    meter: &Meter,
) -> Result<u32, Error> {
    let text = text.trim();
    let quoted = match text.starts_with('{') && !text.contains('\'') {
        true => format!("'{text}'"),
        false => text.to_owned(),
    };
    let mut session = Session::new();
    let position = session.position(&quoted, meter);
    let position = position.map_err(|error| from_diagnostic(error, field))?;
    let store = session.store().clone();
    let mut asking = Asking {
        store: &store,
        host: &mut NoHost,
        meter,
    };
    table.graft(
        position,
        |at, player| asking.options(at, player).map_err(Error::from),
        meter,
    )
}
