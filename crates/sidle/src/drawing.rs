//! Pictures.

/// A picture in two forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// For a terminal.
    pub text: String,
    /// As SVG.
    pub svg: String,
}
