//! Rulesets written in Python.

use std::{
    any::Any,
    fmt,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use pyo3::prelude::*;
use sidle::{Error, ErrorKind, Host, Job, Position, State, core::Player};

use crate::{enter::call_ruleset, names, position};

/// A position of a ruleset in Python: any hashable object.
pub(crate) struct PyState {
    object: Py<PyAny>,
    hash: isize,
    host: Arc<PyHost>,
}

impl PyState {
    fn new(host: &Arc<PyHost>, object: &Bound<'_, PyAny>) -> PyResult<PyState> {
        Ok(PyState {
            object: object.clone().unbind(),
            hash: object.hash()?,
            host: host.clone(),
        })
    }

    pub(crate) fn ruleset(&self) -> &Py<PyAny> {
        &self.host.ruleset
    }

    pub(crate) fn object(&self) -> &Py<PyAny> {
        &self.object
    }
}

impl fmt::Debug for PyHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl fmt::Debug for PyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Python::attach(|py| Ok::<_, PyErr>(self.object.bind(py).repr()?.to_string()));
        f.write_str(&text.unwrap_or_else(|error| error.to_string()))
    }
}

impl State for PyState {
    fn is_same(&self, other: &dyn State) -> bool {
        let Some(other) = (other as &dyn Any).downcast_ref::<PyState>() else {
            return false;
        };
        if self.object.is(&other.object) || self.hash != other.hash {
            return self.hash == other.hash;
        }
        // A comparison that raises says that the positions are not known to be equal.
        Python::attach(|py| self.object.bind(py).eq(&other.object).unwrap_or(false))
    }

    fn hash_code(&self) -> u64 {
        self.hash as u64
    }
}

/// A ruleset in Python, as the engine sees it. It belongs to one object.
pub(crate) struct PyHost {
    ruleset: Py<PyAny>,
    name: String,
    has_parts: bool,
    is_impartial: bool,
    itself: Weak<PyHost>,
}

impl PyHost {
    fn new(ruleset: &Bound<'_, PyAny>) -> PyResult<Arc<PyHost>> {
        let class = ruleset.get_type();
        let base = ruleset
            .py()
            .import("sidle_cgt._ruleset")?
            .getattr("Ruleset")?;
        let own_parts = class.getattr("decompose")?;
        let has_parts = !own_parts.is(&base.getattr("decompose")?);
        let name = class.name()?.to_string();
        let is_impartial = ruleset.getattr("impartial")?.extract()?;
        Ok(Arc::new_cyclic(|itself| PyHost {
            ruleset: ruleset.clone().unbind(),
            name,
            has_parts,
            is_impartial,
            itself: itself.clone(),
        }))
    }

    fn position(self: &Arc<PyHost>, state: &Bound<'_, PyAny>) -> PyResult<Position> {
        let host: Arc<dyn Host> = self.clone();
        Ok(Position::of_host(&host, PyState::new(self, state)?))
    }

    /// The positions that a method of the ruleset returns: states of its own, or positions of any rules.
    fn positions(&self, list: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
        let host = self.itself.upgrade().expect("a host at work is alive");
        let position = |at: PyResult<Bound<'_, PyAny>>| match at?.cast_into::<position::Position>()
        {
            Ok(position) => Ok(position.get().engine().clone()),
            Err(state) => host.position(&state.into_inner()),
        };
        list.try_iter()?.map(position).collect()
    }
}

fn object(at: &dyn State) -> Result<&Py<PyAny>, Error> {
    let state = at.downcast_ref::<PyState>().map(PyState::object);
    state.ok_or_else(|| Error::new(ErrorKind::Host, "a position of other rules"))
}

impl Host for PyHost {
    fn name(&self) -> &str {
        &self.name
    }

    fn options(&self, at: &dyn State, player: Player, _: &Job) -> Result<Vec<Position>, Error> {
        let state = object(at)?;
        let options = call_ruleset(|py| {
            let player = names::Player::from(player);
            let options = self.ruleset.call_method1(py, "options", (state, player))?;
            self.positions(options.bind(py))
        });
        options.map_err(Error::host)
    }

    fn decompose(&self, at: &dyn State, _: &Job) -> Result<Option<Vec<Position>>, Error> {
        if !self.has_parts {
            return Ok(None);
        }
        let state = object(at)?;
        let parts = call_ruleset(|py| {
            let parts = self.ruleset.call_method1(py, "decompose", (state,))?;
            if parts.is_none(py) {
                return Ok(None);
            }
            self.positions(parts.bind(py)).map(Some)
        });
        parts.map_err(Error::host)
    }

    fn is_impartial(&self) -> bool {
        self.is_impartial
    }

    fn write(&self, at: &dyn State) -> String {
        let written = |state: &Py<PyAny>| {
            let text = call_ruleset(|py| {
                self.ruleset
                    .call_method1(py, "write", (state,))?
                    .extract(py)
            });
            text.map_err(Error::host)
        };
        let text: Result<String, Error> = object(at).and_then(written);
        text.unwrap_or_else(|error| error.to_string())
    }
}

/// What a ruleset in Python remembers of its host: positions hold the host, and the host holds the ruleset.
#[pyclass(module = "sidle_cgt", frozen)]
#[derive(Debug, Default)]
pub(crate) struct HostRef(Mutex<Weak<PyHost>>);

#[pymethods]
impl HostRef {
    #[new]
    fn new() -> HostRef {
        HostRef::default()
    }

    /// A position of the ruleset.
    fn position(
        &self,
        ruleset: &Bound<'_, PyAny>,
        state: &Bound<'_, PyAny>,
    ) -> PyResult<position::Position> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().upgrade();
        let host = match known {
            Some(host) => host,
            None => {
                let made = PyHost::new(ruleset)?;
                let mut current = lock();
                // Another thread may have been first.
                let host = current.upgrade().unwrap_or(made);
                *current = Arc::downgrade(&host);
                host
            }
        };
        Ok(position::Position::new_at(host.position(state)?))
    }
}
