//! Questions about programs of the language.

mod certify;
mod check_script;
mod complete;
mod evaluate;
mod forget;
mod help;
mod names;
mod notation;
mod thermograph;

pub use self::{
    certify::*, check_script::*, complete::*, evaluate::*, forget::*, help::*, names::*,
    notation::*, thermograph::*,
};
