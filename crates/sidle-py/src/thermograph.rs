//! Thermographs.

use pyo3::{prelude::*, types::PyTuple};
use sidle::{
    core,
    draw::{ThermographPanel, thermograph_text, thermographs_svg},
    values::{self, Trajectory},
};

use crate::{convert, convert::fraction, names::AnyPlayer};

/// The thermograph of a game: how its stops change while it is cooled.
///
/// >>> import sidle_cgt as sd
/// >>> sd.Game("{2|-1}").thermograph().temperature
/// Fraction(3, 2)
#[pyclass(module = "sidle_cgt", frozen)]
#[derive(Debug)]
pub(crate) struct Thermograph {
    label: String,
    found: values::Thermograph,
}

impl Thermograph {
    pub(crate) fn new(label: String, found: values::Thermograph) -> Thermograph {
        Thermograph { label, found }
    }

    /// The picture.
    pub(crate) fn svg(&self) -> String {
        thermographs_svg(&[ThermographPanel {
            label: self.label.clone(),
            thermograph: self.found.clone(),
            unit: 1,
        }])
    }
}

#[pymethods]
impl Thermograph {
    /// The mean value, on which the mast stands.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.found.mean())
    }

    /// The temperature, at which the mast begins.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.found.temperature())
    }

    /// The wall of Left.
    #[getter]
    fn left(&self) -> Wall {
        Wall(self.found.wall(core::Player::Left).clone())
    }

    /// The wall of Right.
    #[getter]
    fn right(&self) -> Wall {
        Wall(self.found.wall(core::Player::Right).clone())
    }

    /// The wall of a player.
    fn wall(&self, player: AnyPlayer<'_>) -> PyResult<Wall> {
        Ok(Wall(self.found.wall(player.get()?).clone()))
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        thermograph_text(&self.found)
    }

    fn __repr__(&self) -> String {
        format!("Game('{}').thermograph()", self.label)
    }

    fn __eq__(&self, other: &Thermograph) -> bool {
        self.found == other.found
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (self.mean(py)?, self.temperature(py)?)
            .into_pyobject(py)?
            .hash()
    }
}

/// One wall of a thermograph.
#[pyclass(module = "sidle_cgt", frozen)]
#[derive(Debug)]
pub(crate) struct Wall(Trajectory);

#[pymethods]
impl Wall {
    /// The value of the mast.
    #[getter]
    fn mast<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.0.mast())
    }

    /// The temperatures at which the slope changes, highest first.
    #[getter]
    fn critical_points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let points = self
            .0
            .critical_points()
            .iter()
            .map(|point| fraction(py, point));
        PyTuple::new(py, points.collect::<PyResult<Vec<_>>>()?)
    }

    /// The slopes between the critical points, that of the mast first.
    #[getter]
    fn slopes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.slopes())
    }

    /// The value of the wall at a temperature.
    fn value_at<'py>(&self, temperature: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let value = convert::value(temperature)?;
        match value.number() {
            Some(number) => fraction(temperature.py(), &self.0.value_at(&number)),
            None => Err(pyo3::exceptions::PyValueError::new_err(
                "a temperature is a number",
            )),
        }
    }
}
