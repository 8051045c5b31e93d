//! x
pub(crate) fn near_methods(_: &str)->String{String::new()}
