//! What every answer can do.

use serde::Serialize;

use crate::{core::Picture, values::notation::Style};

/// An answer, as front ends show it.
pub trait Report: Serialize {
    /// The answer in words and notation.
    fn text(&self, style: Style) -> String;

    /// The answer as JSON.
    fn json(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// What the answer looks like, if there is a picture of it.
    fn picture(&self) -> Option<Picture> {
        None
    }
}
