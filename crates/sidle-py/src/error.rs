//! Errors of the engine as exceptions.

use std::error::Error as _;

use pyo3::{prelude::*, types::PyDict};
use sidle::Error;

/// The exception for an error. What a ruleset in Python raised comes back as it was.
pub(crate) fn exception(py: Python<'_>, error: &Error) -> PyErr {
    if let Some(raised) = error
        .source()
        .and_then(|source| source.downcast_ref::<PyErr>())
    {
        return raised.clone_ref(py);
    }
    build(py, error).unwrap_or_else(|failure| failure)
}

fn build(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let named = serde_json::to_value(error).unwrap_or_default();
    let field = |name: &str| named.get(name).and_then(|value| value.as_str());
    let details = PyDict::new(py);
    if let Some(place) = &error.place {
        details.set_item("field", place.field)?;
        details.set_item("span", (place.start, place.end))?;
    }
    details.set_item("help", &error.help)?;
    details.set_item("reason", field("stopped"))?;
    let module = py.import("sidle_cgt._errors")?;
    let make = module.getattr("from_engine")?;
    let made = make.call((field("kind"), &error.message), Some(&details))?;
    Ok(PyErr::from_value(made))
}
