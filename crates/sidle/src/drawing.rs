//! Pictures.

use serde::Serialize;

/// A picture in two forms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Drawing {
    /// For a terminal.
    pub text: String,
    /// As SVG.
    pub svg: String,
}
