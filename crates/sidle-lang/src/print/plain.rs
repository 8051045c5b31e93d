//! ASCII, as it is typed.

use sidle_values::NumberUpStar;

use super::visitor::Visitor;
use crate::symbols::Symbol;

pub(super) struct Plain;

impl Visitor for Plain {
    fn symbol(&self, symbol: Symbol) -> &'static str {
        symbol.spelling().input[0]
    }

    /// `5^3` is a power and `5*2` a product, so those get a plus.
    fn joint(&self, value: &NumberUpStar) -> &'static str {
        let ambiguous = value.ups > 2 || value.ups == 0 && value.star > 1;
        if ambiguous { "+" } else { "" }
    }
}
