//! Games with loops. The layout is the store's own; short games inside are printed as everywhere.

use std::cell::RefCell;

use sidle_core::Meter;
use sidle_values::{Game, Store, loopy::LoopyValue};

use super::{Format, Printer, show};
use crate::{diagnostic::Failure, value::Value};

/// Brackets around the number of a short game until its text is put in.
const OPEN: char = '\u{E000}';
const CLOSE: char = '\u{E001}';

impl Printer<'_> {
    pub(super) fn loopy(&mut self, value: LoopyValue) -> Result<(), Failure> {
        let games = RefCell::new(Vec::new());
        let placeholder = |game: Game| {
            let mut games = games.borrow_mut();
            games.push(game);
            format!("{OPEN}{}{CLOSE}", games.len() - 1)
        };
        let text = self.store.loopy().text(value, &placeholder, self.meter)?;
        let games = games.into_inner();
        let mut rest = text.as_str();
        while let Some(at) = rest.find(OPEN) {
            let frame = self.frame(&rest[..at]);
            self.put(&frame)?;
            let behind = &rest[at + OPEN.len_utf8()..];
            let end = behind.find(CLOSE).unwrap_or(behind.len());
            if let Some(&game) = behind[..end]
                .parse::<usize>()
                .ok()
                .and_then(|n| games.get(n))
            {
                self.game(game)?;
            }
            rest = behind.get(end + CLOSE.len_utf8()..).unwrap_or("");
        }
        let frame = self.frame(rest);
        self.put(&frame)
    }

    /// The text between short games, in the spelling of the format.
    fn frame(&self, text: &str) -> String {
        match self.format {
            Format::Plain | Format::Json => text.to_owned(),
            Format::Unicode => text
                .replace("^[", "↑[")
                .replace("^<", "↑<")
                .replace("v[", "↓[")
                .replace("v<", "↓<")
                .replace('*', "⋆")
                .replace("+-", "±"),
            Format::Latex => text
                .replace('{', r"\{")
                .replace('}', r"\}")
                .replace("^[on]", r"\uparrow^{[\mathbf{on}]}")
                .replace("^<on>", r"\uparrow^{\mathbf{on}}")
                .replace("v[on]", r"\downarrow_{[\mathbf{on}]}")
                .replace("v<on>", r"\downarrow_{\mathbf{on}}")
                .replace('*', r"\ast")
                .replace("+-", r"\pm ")
                .replace(" & ", r"\,\&\,")
                .replace("pass", r"\mathbf{pass}"),
        }
    }
}

/// The plain text of a game with loops.
pub(crate) fn loopy_text(store: &Store, value: LoopyValue, meter: &Meter) -> Option<String> {
    show(store, &Value::Loopy(value), Format::Plain, meter).ok()
}
