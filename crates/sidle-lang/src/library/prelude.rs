//! Classes of the library that are written in the language itself.

/// The qualified name and the text of each.
pub(crate) const CLASSES: &[(&str, &str)] = &[];
