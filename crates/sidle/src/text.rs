//! SHIM until values print themselves.
use crate::{
    core::Meter,
    lang::{Format, text_of},
    values::{Store, loopy::LoopyValue},
};
/// Style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Style {
    /// p
    Plain,
    /// u
    Unicode,
    /// l
    Latex,
}
pub(crate) fn text(
    store: &Store,
    id: LoopyValue,
    style: Style,
    meter: &Meter,
) -> Result<String, crate::Error> {
    let format = match style {
        Style::Plain => Format::Plain,
        Style::Unicode => Format::Unicode,
        Style::Latex => Format::Latex,
    };
    text_of(store, id, format, meter)
        .map_err(|e| crate::Error::new(crate::ErrorKind::NotDetermined, e.message))
}
