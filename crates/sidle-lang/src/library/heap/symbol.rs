//! Texts with a meaning: genus symbols and periods.

use std::sync::Arc;

use super::{
    super::{Object, Show, in_tables, object},
    SYMBOL,
};
use crate::{class::Class, diagnostic::Failure, value::Value};

/// A text with a meaning: a genus symbol, a period.
#[derive(Debug)]
pub(in crate::library) struct Symbol {
    pub(super) class: &'static str,
    pub(super) text: String,
    pub(super) period: Option<(usize, usize)>,
}

impl Symbol {
    pub(in crate::library) fn genus(text: String) -> Symbol {
        Symbol {
            class: SYMBOL,
            text,
            period: None,
        }
    }
}

pub(super) fn periodicity(value: &Value) -> Result<(usize, usize), Failure> {
    let symbol = object::<Symbol>(value);
    symbol
        .and_then(|symbol| symbol.period)
        .ok_or_else(|| value.unlike("a period"))
}

impl Object for Symbol {
    fn is_free_of_games(&self) -> bool {
        true
    }

    fn class(&self) -> &'static Arc<Class> {
        in_tables(self.class)
    }

    fn equal(&self, other: &dyn Object) -> bool {
        let other = other.downcast_ref::<Symbol>();
        other.is_some_and(|other| self.class == other.class && self.text == other.text)
    }

    fn hash(&self) -> u64 {
        self.text.bytes().fold(17, |hash: u64, byte| {
            hash.wrapping_mul(31) ^ u64::from(byte)
        })
    }

    fn text(&self, _show: Show<'_>) -> Result<String, Failure> {
        Ok(self.text.clone())
    }
}
