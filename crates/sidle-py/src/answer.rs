//! Answers, as all questions have them.

use pyo3::{exceptions::PyValueError, prelude::*, types::PyBytes};
use sidle::{Blob, Report, Style, questions};

/// An answer of the engine. Answers of questions hold one and show it.
#[pyclass(module = "sidle_cgt", frozen)]
#[derive(Debug)]
pub(crate) struct Answer(questions::Answer);

impl From<questions::Answer> for Answer {
    fn from(answer: questions::Answer) -> Answer {
        Answer(answer)
    }
}

#[pymethods]
impl Answer {
    /// The answer as the wire carries it.
    fn json(&self, py: Python<'_>) -> String {
        py.detach(|| self.0.json().to_string())
    }

    /// The answer in words and notation. Styles: `plain`, `unicode`, `latex`, `mathml`.
    #[pyo3(signature = (style="plain"))]
    fn text(&self, py: Python<'_>, style: &str) -> PyResult<String> {
        let style = match style {
            "plain" => Style::Plain,
            "unicode" => Style::Unicode,
            "latex" => Style::Latex,
            "mathml" => Style::MathMl,
            other => {
                let message =
                    format!("`{other}` is not a style; use plain, unicode, latex or mathml");
                return Err(PyValueError::new_err(message));
            }
        };
        Ok(py.detach(|| self.0.text(style)))
    }

    /// The header and the rows of the answer as texts, if it is a table.
    fn table(&self, py: Python<'_>) -> Option<(Vec<String>, Vec<Vec<String>>)> {
        let table = py.detach(|| self.0.table());
        table.map(|table| (table.header, table.rows))
    }

    /// The picture of the answer as SVG, if there is one.
    fn svg(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| self.0.picture()).map(|picture| picture.svg)
    }

    /// The certificate of the answer, if there is one.
    fn certificate<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        bytes(py, || self.0.certificate())
    }

    /// The answer in another format, by its name: `dot`, `gap`, `sgf`.
    fn form<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyBytes>>> {
        bytes(py, || self.0.form(name))
    }
}

fn bytes<'py>(
    py: Python<'py>,
    blob: impl FnOnce() -> Option<Blob> + Send,
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let written = py.detach(|| blob().map(|blob| blob.to_bytes()).transpose())?;
    Ok(written.map(|bytes| PyBytes::new(py, &bytes)))
}
