//! The colours of edges.

use std::sync::Arc;

use sidle_core::Ink;

use super::super::{Object, Show, in_tables, object};
use crate::{class::Class, diagnostic::Failure, value::Value};

/// The colour of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) enum Color {
    Blue,
    Green,
    Red,
}

impl Color {
    /// The label of edges of this colour.
    pub(super) fn label(self) -> u8 {
        match self {
            Color::Blue => 1,
            Color::Red => 2,
            Color::Green => 3,
        }
    }
}

/// The colour in which an edge of a colour is drawn.
pub(crate) fn colour_ink(value: &Value) -> Option<Ink> {
    object::<Color>(value).map(|color| match color {
        Color::Blue => Ink::Left,
        Color::Red => Ink::Right,
        Color::Green => Ink::Either,
    })
}

impl Object for Color {
    fn is_free_of_games(&self) -> bool {
        true
    }

    fn class(&self) -> &'static Arc<Class> {
        in_tables("game.graph.Color")
    }

    fn equal(&self, other: &dyn Object) -> bool {
        other.downcast_ref::<Color>() == Some(self)
    }

    fn hash(&self) -> u64 {
        *self as u64
    }

    fn text(&self, _: Show<'_>) -> Result<String, Failure> {
        Ok(format!("{self:?}"))
    }
}
