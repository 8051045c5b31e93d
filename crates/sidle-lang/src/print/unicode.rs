//! With arrows and other signs; it can be typed back in.

use super::visitor::Visitor;
use crate::symbols::Symbol;

pub(super) struct Unicode;

impl Visitor for Unicode {
    fn symbol(&self, symbol: Symbol) -> &'static str {
        symbol.spelling().unicode
    }
}
