//! The class `Position`.

use std::sync::Arc;

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyTuple,
};
use sidle::{
    Job, core,
    questions::{BestMovesQuestion, OutcomeQuestion, ValueQuestion},
};

use crate::{
    enter::{Limits, Settings, enter},
    error,
    game::Game,
    host::PyState,
    names::AnyPlayer,
    workspace::Workspace,
};

/// A position of a ruleset, or a sum of positions.
///
/// Positions are immutable and can be hashed. They are equal when they are the same position of the same rules; positions
/// of equal value may be different.
///
/// >>> import sidle_cgt as sd
/// >>> at = sd.Position("Domineering", "..|.#")
/// >>> at.value()
/// Game('*')
/// >>> [str(after) for after in at.moves("Left")]
/// ['#.|##']
#[pyclass(module = "sidle_cgt", frozen)]
#[derive(Clone, Debug)]
pub(crate) struct Position {
    at: sidle::Position,
    /// The positions of a sum.
    parts: Vec<Position>,
    /// The ruleset and the notation that made it, if its ruleset does not write it: several heaps are a sum.
    source: Option<(String, String)>,
}

impl Position {
    pub(crate) fn new_at(at: sidle::Position) -> Position {
        Position {
            at,
            parts: Vec::new(),
            source: None,
        }
    }

    pub(crate) fn engine(&self) -> &sidle::Position {
        &self.at
    }

    /// The summands: the position itself if it is not a sum.
    fn summands(&self) -> &[Position] {
        match &self.parts[..] {
            [] => std::slice::from_ref(self),
            parts => parts,
        }
    }

    fn sum(parts: Vec<Position>) -> Position {
        let rest = parts.iter().skip(1);
        let at = rest.fold(parts[0].at.clone(), |sum, part| sum.plus(&part.at));
        Position {
            at,
            parts,
            source: None,
        }
    }

    /// The ruleset and the notation of a position that is not a sum of others, if both are known.
    fn notation(&self) -> Option<(String, String)> {
        match self.at.ruleset() {
            Some(ruleset) => Some((ruleset, self.at.to_string())),
            None => self.source.clone(),
        }
    }
}

/// The ruleset in Python and the state of a position, if it is of one.
fn foreign<'py, 'p>(
    py: Python<'py>,
    at: &'p sidle::Position,
) -> Option<(&'p Py<PyAny>, Bound<'py, PyAny>)> {
    let (_, state) = at.host_state()?;
    let state = state.downcast_ref::<PyState>()?;
    Some((state.ruleset(), state.object().bind(py).clone()))
}

/// What evaluates to a position that is not a sum of others.
fn written(py: Python<'_>, part: &Position) -> PyResult<String> {
    if let Some((ruleset, state)) = foreign(py, &part.at) {
        return Ok(format!("{}({})", ruleset.bind(py).repr()?, state.repr()?));
    }
    Ok(match part.notation() {
        Some((ruleset, text)) => format!("Position('{ruleset}', '{text}')"),
        None => format!("<Position {}>", part.at),
    })
}

/// What every method that computes takes.
pub(crate) fn settings(
    limits: Option<Limits>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Settings> {
    let threads = threads.map(|threads| {
        let some = std::num::NonZeroUsize::new(threads);
        some.ok_or_else(|| PyValueError::new_err("a computation needs a thread"))
    });
    Ok(Settings {
        limits,
        threads: threads.transpose()?,
        progress,
        cancel: None,
    })
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (ruleset, position, /))]
    fn new(py: Python<'_>, ruleset: &str, position: &str) -> PyResult<Position> {
        let found = Workspace::engine_or_default(None).position(ruleset, position);
        let at = found.map_err(|failure| error::exception(py, &failure))?;
        Ok(Position {
            source: Some((ruleset.to_owned(), position.to_owned())),
            ..Position::new_at(at)
        })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let parts = self.summands().iter().map(|part| written(py, part));
        Ok(parts.collect::<PyResult<Vec<_>>>()?.join(" + "))
    }

    fn __str__(&self) -> String {
        let parts = self.summands().iter().map(|part| part.at.to_string());
        parts.collect::<Vec<_>>().join(" + ")
    }

    fn __eq__(&self, other: &Position) -> bool {
        self.at == other.at
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.at.hash(&mut hasher);
        hasher.finish()
    }

    fn __add__(&self, other: &Position) -> Position {
        Position::sum([self.summands(), other.summands()].concat())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        if self.parts.is_empty() {
            if let Some((ruleset, state)) = foreign(py, &self.at) {
                let arguments = PyTuple::new(py, [state])?;
                return Ok((ruleset.bind(py).clone(), arguments));
            }
            let Some(arguments) = self.notation() else {
                let message = format!("positions such as {} cannot be pickled", self.at);
                return Err(PyTypeError::new_err(message));
            };
            let class = py.get_type::<Position>().into_any();
            return Ok((class, arguments.into_pyobject(py)?));
        }
        let parts = PyTuple::new(py, self.parts.clone())?;
        Ok((py.import("sidle_cgt._ruleset")?.getattr("sum_of")?, parts))
    }

    /// The name of the ruleset; `None` for a sum.
    #[getter]
    fn ruleset(&self) -> Option<String> {
        self.at.ruleset()
    }

    /// The object that a ruleset in Python knows the position by; `None` for positions of other rulesets.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        foreign(py, &self.at).map(|(_, state)| state)
    }

    /// The canonical value.
    #[pyo3(signature = (*, workspace=None, limits=None, threads=None, progress=None))]
    fn value(
        &self,
        py: Python<'_>,
        workspace: Option<&Bound<'_, Workspace>>,
        limits: Option<Limits>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Game> {
        let workspace = Workspace::engine_or_default(workspace);
        let question = ValueQuestion::new(self.at.clone());
        enter(py, &settings(limits, threads, progress)?, move |job| {
            value(&workspace, &question, job).map(Game::from)
        })
    }

    /// Who wins: `L`, `R`, `N` (the next player), `P` (the previous player), or for positions with cycles both sides.
    #[pyo3(signature = (*, misere=false, workspace=None, limits=None, threads=None, progress=None))]
    fn outcome(
        &self,
        py: Python<'_>,
        misere: bool,
        workspace: Option<&Bound<'_, Workspace>>,
        limits: Option<Limits>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let workspace = Workspace::engine_or_default(workspace);
        let mut question = OutcomeQuestion::new(self.at.clone());
        question.misere = misere;
        enter(py, &settings(limits, threads, progress)?, move |job| {
            let answer = workspace.ask(&question, job)?;
            match (answer.outcome, answer.stopped) {
                (Some(outcome), _) => Ok(outcome.to_string()),
                (None, Some(reason)) => Err(reason.into()),
                (None, None) => unreachable!("an outcome or a stop"),
            }
        })
    }

    /// The positions that a player can move to, in the order of the rules.
    #[pyo3(signature = (player, /, *, workspace=None, limits=None))]
    fn moves(
        &self,
        py: Python<'_>,
        player: AnyPlayer<'_>,
        workspace: Option<&Bound<'_, Workspace>>,
        limits: Option<Limits>,
    ) -> PyResult<Vec<Position>> {
        let workspace = Workspace::engine_or_default(workspace);
        let (at, player) = (self.at.clone(), player.get()?);
        let found = enter(py, &settings(limits, None, None)?, move |job| {
            workspace.moves(&at, player, job)
        });
        Ok(found?.into_iter().map(Position::new_at).collect())
    }

    /// The best moves of a player: the positions after them.
    #[pyo3(signature = (player, /, *, workspace=None, limits=None))]
    fn best_moves(
        &self,
        py: Python<'_>,
        player: AnyPlayer<'_>,
        workspace: Option<&Bound<'_, Workspace>>,
        limits: Option<Limits>,
    ) -> PyResult<Vec<Position>> {
        let workspace = Workspace::engine_or_default(workspace);
        let question = BestMovesQuestion {
            of: self.at.clone().into(),
            player: player.get()?,
        };
        let found = enter(py, &settings(limits, None, None)?, move |job| {
            let answer = workspace.ask(&question, job)?;
            Ok(answer.moves.into_iter().map(|best| best.to).collect())
        });
        let found: Vec<sidle::Position> = found?;
        Ok(found.into_iter().map(Position::new_at).collect())
    }

    /// The position after a move: a position, or a position in the notation of the ruleset.
    ///
    /// A move that neither player can make raises `IllegalMoveError`, and so does a text that is a move of both to
    /// different positions.
    #[pyo3(signature = (to, /, *, player=None))]
    fn play(&self, to: &Bound<'_, PyAny>, player: Option<AnyPlayer<'_>>) -> PyResult<Position> {
        let py = to.py();
        let players = match player {
            Some(player) => vec![player.get()?],
            None => core::Player::BOTH.to_vec(),
        };
        let at = self.at.clone();
        let found: Vec<sidle::Position> = enter(py, &Settings::default(), move |job| {
            let workspace = Workspace::engine_or_default(None);
            let moves = players
                .into_iter()
                .map(|player| workspace.moves(&at, player, job));
            Ok(moves.collect::<Result<Vec<_>, _>>()?.concat())
        })?;
        let fits = |after: &sidle::Position| -> PyResult<bool> {
            if let Ok(wanted) = to.cast::<Position>() {
                return Ok(wanted.get().at == *after);
            }
            if let Some((_, state)) = foreign(py, after)
                && state.eq(to)?
            {
                return Ok(true);
            }
            Ok(to
                .extract::<String>()
                .is_ok_and(|text| text == after.to_string()))
        };
        for after in found {
            if fits(&after)? {
                return Ok(Position::new_at(after));
            }
        }
        let illegal = py
            .import("sidle_cgt._errors")?
            .getattr("IllegalMoveError")?;
        let message = format!("no move leads from {} to {}", self.__str__(), to.str()?);
        Err(PyErr::from_value(illegal.call1((message,))?))
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.at.drawing().map(|drawing| drawing.svg)
    }

    /// The position drawn in characters; `None` if there is no picture of it.
    fn drawing(&self) -> Option<String> {
        self.at.drawing().map(|drawing| drawing.text)
    }
}

/// The value of a position, or the limit that was reached.
pub(crate) fn value(
    workspace: &sidle::Workspace,
    question: &ValueQuestion,
    job: &Arc<Job>,
) -> Result<sidle::Value, sidle::Error> {
    let answer = workspace.ask(question, job)?;
    match (answer.value, answer.stopped) {
        (Some(value), _) => Ok(value),
        (None, Some(reason)) => Err(reason.into()),
        (None, None) => unreachable!("a value or a stop"),
    }
}

/// A list of positions.
pub(crate) fn list(of: &Bound<'_, PyAny>) -> PyResult<Vec<sidle::Position>> {
    let position = |at: PyResult<Bound<'_, PyAny>>| match at?.cast::<Position>() {
        Ok(position) => Ok(position.get().at.clone()),
        Err(_) => Err(PyTypeError::new_err("expected positions")),
    };
    of.try_iter()?.map(position).collect()
}
