//! Text inside SVG.

/// The text with the characters that mean something in XML escaped.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
