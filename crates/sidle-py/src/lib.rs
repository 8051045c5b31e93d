//! The extension module of the Python package `sidle-cgt`: values, positions, rulesets and questions as Python objects.
//!
//! Every computation passes `enter`, which releases the interpreter, watches for signals and turns errors into exceptions.

mod answer;
mod convert;
mod enter;
mod error;
mod game;
mod host;
mod names;
mod position;
mod theory;
mod thermograph;
mod workspace;

/// The extension module; `sidle_cgt` exports what is public.
#[pyo3::pymodule]
mod _sidle {
    #[pymodule_export]
    use crate::{
        answer::Answer,
        enter::{Cancel, Limits},
        game::Game,
        host::HostRef,
        names::{Player, Relation},
        position::Position,
        thermograph::{Thermograph, Wall},
        workspace::{Workspace, values},
    };
}
