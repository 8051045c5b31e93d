//! The colours of edges.

use std::{any::Any, sync::Arc};

use super::super::{Object, in_tables};
use crate::{class::Class, diagnostic::Failure, value::Value};

/// The colour of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) enum Color {
    Blue,
    Green,
    Red,
}

impl Object for Color {
    fn class(&self) -> &'static Arc<Class> {
        in_tables("game.graph.Color")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equal(&self, other: &dyn Object) -> bool {
        other.as_any().downcast_ref::<Color>() == Some(self)
    }

    fn hash(&self) -> u64 {
        *self as u64
    }

    fn text(
        &self,
        _: &mut dyn FnMut(&Value) -> Result<String, Failure>,
    ) -> Result<String, Failure> {
        Ok(format!("{self:?}"))
    }
}
