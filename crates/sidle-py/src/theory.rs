//! Theory of values, as methods of games.

use std::sync::Arc;

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyInt, PyTuple},
};
use sidle::{
    Value,
    core::{Dyadic, Meter, Player, StopReason},
    values::{self, Store},
};

use crate::{convert, enter::quick, game::Game, thermograph::Thermograph};

/// A value without cycles.
#[derive(Clone)]
pub(crate) struct Short {
    store: Arc<Store>,
    game: values::Game,
}

/// The value, if it has no cycles; `what` is what only such values have.
pub(crate) fn short(value: &Value, what: &str) -> PyResult<Short> {
    let missing = || PyValueError::new_err(format!("a game with cycles does not have {what}"));
    let game = value.short().ok_or_else(missing)?;
    Ok(Short {
        store: value.store().clone(),
        game,
    })
}

impl Short {
    /// Computes something of the game.
    fn find<T: Send + 'static>(
        self,
        py: Python<'_>,
        find: impl Fn(&Store, values::Game, &Meter) -> Result<T, StopReason> + Send + 'static,
    ) -> PyResult<T> {
        quick(py, move |meter| find(&self.store, self.game, meter))
    }

    pub(crate) fn number(
        self,
        py: Python<'_>,
        find: impl Fn(&Store, values::Game, &Meter) -> Result<Dyadic, StopReason> + Send + 'static,
    ) -> PyResult<Dyadic> {
        self.find(py, find)
    }

    pub(crate) fn game(
        self,
        py: Python<'_>,
        find: impl Fn(&Store, values::Game, &Meter) -> Result<values::Game, StopReason> + Send + 'static,
    ) -> PyResult<Game> {
        let store = self.store.clone();
        Ok(Value::new(&store, self.find(py, find)?).into())
    }

    pub(crate) fn stop(&self, player: Player) -> Dyadic {
        self.store.stop(self.game, player)
    }

    pub(crate) fn birthday<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let birthday = self.store.birthday(self.game).to_string();
        py.get_type::<PyInt>().call1((birthday,))
    }

    pub(crate) fn thermograph(self, py: Python<'_>) -> PyResult<Thermograph> {
        let label = Value::new(&self.store, self.game).to_string();
        let found = self.find(py, |store, game, meter| store.try_thermograph(game, meter))?;
        Ok(Thermograph::new(label, found))
    }

    pub(crate) fn atomic_weight(self, py: Python<'_>) -> PyResult<Option<Game>> {
        let store = self.store.clone();
        let weight = self.find(py, |store, game, meter| {
            store.try_atomic_weight(game, meter)
        })?;
        Ok(weight.map(|weight| Value::new(&store, weight).into()))
    }

    pub(crate) fn cool(self, by: &Bound<'_, PyAny>) -> PyResult<Game> {
        let store = self.store.clone();
        let Some(number) = convert::value(by)?.number() else {
            return Err(PyValueError::new_err("a game is cooled by a number"));
        };
        let cooled = self.find(by.py(), move |store, game, meter| {
            store.try_cool(game, &number, meter)
        })?;
        let too_low = || PyValueError::new_err("a game is cooled by a number greater than -1");
        let cooled = cooled.ok_or_else(too_low)?;
        Ok(Value::new(&store, cooled).into())
    }
}

/// The canonical options of a player.
pub(crate) fn options<'py>(
    py: Python<'py>,
    of: &Value,
    player: Player,
) -> PyResult<Bound<'py, PyTuple>> {
    let of = of.clone();
    let found = quick(py, move |meter| of.options(player, meter))?;
    let Some(found) = found else {
        return Err(PyValueError::new_err(
            "only stoppers have canonical options",
        ));
    };
    let games: Vec<Game> = found.into_iter().map(Game::from).collect();
    PyTuple::new(py, games)
}

/// Who wins.
pub(crate) fn outcome(py: Python<'_>, of: &Value) -> PyResult<String> {
    let of = of.clone();
    let found = quick(py, move |meter| {
        of.store().loopy().try_outcome(of.handle(), meter)
    })?;
    Ok(found.to_string())
}

pub(crate) fn is_infinitesimal(of: &Value) -> bool {
    match (of.short(), of.handle().stopper()) {
        (Some(game), _) => of.store().is_infinitesimal(game),
        (None, Some(stopper)) => of.store().loopy().is_infinitesimal(stopper),
        (None, None) => false,
    }
}
