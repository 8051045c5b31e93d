//! The class `Game`.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::{
    basic::CompareOp,
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyTuple,
};
use sidle::{
    Style, Value,
    core::{self, Dyadic, Meter},
};

use crate::{
    convert::{ARITHMETIC, fraction, operand, value},
    enter::quick,
    error,
    names::{AnyPlayer, Relation},
    theory,
    thermograph::Thermograph,
};

/// The value of a combinatorial game.
///
/// Games are immutable. Two games are equal when they have the same value; `<` and `<=` are the order of games, which
/// is partial.
///
/// >>> import sidle_cgt as sd
/// >>> sd.Game("{2||1|0}") + sd.star
/// Game('{2*||1*|*}')
/// >>> sd.Game(left=[0], right=[sd.star]) == sd.up
/// True
/// >>> sd.up < 1, sd.up <= sd.star, sd.up != sd.star
/// (True, False, True)
#[pyclass(module = "sidle_cgt", frozen)]
#[derive(Debug)]
pub(crate) struct Game(Value);

impl Game {
    pub(crate) fn value(&self) -> &Value {
        &self.0
    }

    /// Is a side of the game not known to be a stopper? Such a side has several forms.
    fn is_unresolved(&self) -> bool {
        self.0.handle().stopper_sides().is_none()
    }

    fn is_equal(&self, py: Python<'_>, other: &Value) -> PyResult<bool> {
        if self.0 == *other {
            return Ok(true);
        }
        if !self.is_unresolved() || other.handle().stopper_sides().is_some() {
            return Ok(false);
        }
        Ok(compare(py, &self.0, other)? == core::Relation::Equal)
    }

    fn written(&self, py: Python<'_>, style: Style) -> PyResult<String> {
        let text = self.0.text(style, Meter::none());
        text.map_err(|failure| error::exception(py, &failure))
    }
}

impl From<Value> for Game {
    fn from(value: Value) -> Game {
        Game(value)
    }
}

pub(crate) fn compare(py: Python<'_>, a: &Value, b: &Value) -> PyResult<core::Relation> {
    let (a, b) = (a.clone(), b.clone());
    quick(py, move |meter| ARITHMETIC.compare(&a, &b, meter))
}

fn le(py: Python<'_>, a: &Value, b: &Value) -> PyResult<bool> {
    let (a, b) = (a.clone(), b.clone());
    quick(py, move |meter| ARITHMETIC.le(&a, &b, meter))
}

fn add(py: Python<'_>, a: &Value, b: &Value) -> PyResult<Game> {
    let (a, b) = (a.clone(), b.clone());
    quick(py, move |meter| ARITHMETIC.add(&a, &b, meter)).map(Game)
}

fn negative(py: Python<'_>, a: &Value) -> PyResult<Value> {
    let a = a.clone();
    quick(py, move |meter| ARITHMETIC.negative(&a, meter))
}

/// A list of options.
fn options(of: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Value>> {
    match of {
        None => Ok(Vec::new()),
        Some(list) => list.try_iter()?.map(|option| value(&option?)).collect(),
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (value=None, /, *, left=None, right=None))]
    fn new(
        py: Python<'_>,
        value: Option<&Bound<'_, PyAny>>,
        left: Option<&Bound<'_, PyAny>>,
        right: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Game> {
        if let Some(of) = value {
            if left.is_some() || right.is_some() {
                let message = "a game is given by a value or by its options, not by both";
                return Err(PyTypeError::new_err(message));
            }
            return crate::convert::value(of).map(Game);
        }
        let (left, right) = (options(left)?, options(right)?);
        quick(py, move |meter| ARITHMETIC.game(&left, &right, meter)).map(Game)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Game('{}')", self.written(py, Style::Plain)?))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.written(py, Style::Plain)
    }

    /// The game as a formula in LaTeX.
    fn latex(&self, py: Python<'_>) -> PyResult<String> {
        self.written(py, Style::Latex)
    }

    /// The game in Unicode.
    fn unicode(&self, py: Python<'_>) -> PyResult<String> {
        self.written(py, Style::Unicode)
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("${}$", self.written(py, Style::Latex)?))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        match self.0.short() {
            Some(_) => Ok(Some(self.thermograph(py)?.svg())),
            None => Ok(None),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let py = slf.py();
        let class = py.get_type::<Game>().into_any();
        Ok((class, (slf.get().written(py, Style::Plain)?,)))
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let answer = match operand(other)? {
            None if crate::convert::is_number(other) => match op {
                CompareOp::Eq => false,
                CompareOp::Ne => true,
                _ => {
                    return Err(PyValueError::new_err(format!(
                        "{other} is not a dyadic rational"
                    )));
                }
            },
            None => return Ok(py.NotImplemented()),
            Some(other) => match op {
                CompareOp::Eq => self.is_equal(py, &other)?,
                CompareOp::Ne => !self.is_equal(py, &other)?,
                CompareOp::Le => le(py, &self.0, &other)?,
                CompareOp::Ge => le(py, &other, &self.0)?,
                CompareOp::Lt => compare(py, &self.0, &other)? == core::Relation::Less,
                CompareOp::Gt => compare(py, &self.0, &other)? == core::Relation::Greater,
            },
        };
        Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        if let Some(number) = self.0.number() {
            return match small_hash(&number) {
                Some(hash) => Ok(hash),
                None => fraction(py, &number)?.hash(),
            };
        }
        if self.is_unresolved() {
            // Equal games of this kind may have different forms.
            return Ok(1_618_033);
        }
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        Ok(hasher.finish() as isize)
    }

    fn __bool__(&self) -> PyResult<bool> {
        let message = "a game is neither true nor false; compare it with 0";
        Err(PyTypeError::new_err(message))
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        binary(other, |other| add(other.0, &self.0, other.1))
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        binary(other, |other| add(other.0, other.1, &self.0))
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        binary(other, |(py, other)| add(py, &self.0, &negative(py, other)?))
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        binary(other, |(py, other)| add(py, other, &negative(py, &self.0)?))
    }

    fn __mul__(&self, times: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = times.py();
        let Ok(times) = times.extract::<i64>() else {
            return Ok(py.NotImplemented());
        };
        let own = self.0.clone();
        let multiple = quick(py, move |meter| ARITHMETIC.multiple(&own, times, meter))?;
        Ok(Py::new(py, Game(multiple))?.into_any())
    }

    fn __rmul__(&self, times: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__mul__(times)
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Game> {
        negative(py, &self.0).map(Game)
    }

    fn __pos__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    /// How the game compares with another.
    fn compare(&self, other: &Bound<'_, PyAny>) -> PyResult<Relation> {
        Ok(compare(other.py(), &self.0, &value(other)?)?.into())
    }

    /// Does the first player win the difference?
    fn is_confused_with(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(compare(other.py(), &self.0, &value(other)?)? == core::Relation::Fuzzy)
    }

    /// The canonical options of Left.
    #[getter]
    fn left_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        theory::options(py, &self.0, core::Player::Left)
    }

    /// The canonical options of Right.
    #[getter]
    fn right_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        theory::options(py, &self.0, core::Player::Right)
    }

    /// The canonical options of a player.
    fn options<'py>(
        &self,
        py: Python<'py>,
        player: AnyPlayer<'py>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        theory::options(py, &self.0, player.get()?)
    }

    /// The mean value; a `Fraction`.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let short = theory::short(&self.0, "a mean")?;
        fraction(
            py,
            &short.number(py, |store, game, meter| store.try_mean(game, meter))?,
        )
    }

    /// The temperature; a `Fraction`, for numbers negative.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let short = theory::short(&self.0, "a temperature")?;
        fraction(
            py,
            &short.number(py, |store, game, meter| store.try_temperature(game, meter))?,
        )
    }

    /// Where play stops when Left begins; a `Fraction`.
    #[getter]
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(
            py,
            &theory::short(&self.0, "stops that are numbers")?.stop(core::Player::Left),
        )
    }

    /// Where play stops when Right begins; a `Fraction`.
    #[getter]
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(
            py,
            &theory::short(&self.0, "stops that are numbers")?.stop(core::Player::Right),
        )
    }

    /// The day on which the game is born.
    #[getter]
    fn birthday<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        theory::short(&self.0, "a birthday")?.birthday(py)
    }

    /// The thermograph.
    fn thermograph(&self, py: Python<'_>) -> PyResult<Thermograph> {
        theory::short(&self.0, "a thermograph")?.thermograph(py)
    }

    /// The atomic weight; `None` for a game that has none.
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        theory::short(&self.0, "an atomic weight")?.atomic_weight(py)
    }

    /// The reduced canonical form: the simplest game infinitesimally close to this one.
    fn reduced(&self, py: Python<'_>) -> PyResult<Game> {
        theory::short(&self.0, "a reduced canonical form")?.game(py, |store, game, meter| {
            store.try_reduced_canonical_form(game, meter)
        })
    }

    /// The game cooled by a number.
    fn cool(&self, by: &Bound<'_, PyAny>) -> PyResult<Game> {
        theory::short(&self.0, "a cooled form")?.cool(by)
    }

    /// The game cooled by its temperature.
    fn freeze(&self, py: Python<'_>) -> PyResult<Game> {
        theory::short(&self.0, "a frozen form")?
            .game(py, |store, game, meter| store.try_freeze(game, meter))
    }

    /// The ordinal sum: a move in this game forgets the other.
    fn ordinal_sum(&self, other: &Bound<'_, PyAny>) -> PyResult<Game> {
        let (own, other, py) = (self.0.clone(), value(other)?, other.py());
        let sum = quick(py, move |meter| ARITHMETIC.ordinal_sum(&own, &other, meter))?;
        let missing = "the ordinal sum of games with cycles is not determined here";
        sum.map(Game).ok_or_else(|| PyValueError::new_err(missing))
    }

    /// Who wins: `L`, `R`, `N` (the next player), `P` (the previous player), or for games with cycles both sides.
    fn outcome(&self, py: Python<'_>) -> PyResult<String> {
        theory::outcome(py, &self.0)
    }

    /// Has the value no cycles?
    #[getter]
    fn is_short(&self) -> bool {
        self.0.short().is_some()
    }

    /// Is the game a number?
    #[getter]
    fn is_number(&self) -> bool {
        self.0.number().is_some()
    }

    /// The number that the game is, as a `Fraction`, or `None`.
    #[getter]
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0
            .number()
            .map(|number| fraction(py, &number))
            .transpose()
    }

    /// The `n` of the nimber `*n` that the game is, or `None`.
    #[getter]
    fn nimber(&self) -> Option<u64> {
        self.0.store().as_nimber(self.0.short()?)
    }

    /// Is the game an infinitesimal?
    #[getter]
    fn is_infinitesimal(&self) -> bool {
        theory::is_infinitesimal(&self.0)
    }

    /// The game in which infinite play counts for Left; `None` if it is not known to be a stopper.
    #[getter]
    fn onside(&self) -> Option<Game> {
        let (onside, _) = self.0.handle().stopper_sides()?;
        Some(Game(Value::new(self.0.store(), onside)))
    }

    /// The game in which infinite play counts for Right; `None` if it is not known to be a stopper.
    #[getter]
    fn offside(&self) -> Option<Game> {
        let (_, offside) = self.0.handle().stopper_sides()?;
        Some(Game(Value::new(self.0.store(), offside)))
    }
}

/// An operation with an operand; `NotImplemented` for what is not a game.
fn binary(
    other: &Bound<'_, PyAny>,
    run: impl FnOnce((Python<'_>, &Value)) -> PyResult<Game>,
) -> PyResult<Py<PyAny>> {
    let py = other.py();
    match operand(other)? {
        Some(other) => Ok(Py::new(py, run((py, &other))?)?.into_any()),
        None => Ok(py.NotImplemented()),
    }
}

/// The hash that Python gives to a number: its residue modulo a Mersenne prime, with its sign.
fn small_hash(number: &Dyadic) -> Option<isize> {
    const BITS: u32 = 61;
    const PRIME: u128 = (1 << BITS) - 1;
    if cfg!(not(target_pointer_width = "64")) {
        return None;
    }
    let (numerator, exponent) = number.to_small()?;
    // 2^61 is 1, so that 2^-k is 2^(61 - k).
    let inverse = 1_u128 << ((BITS - exponent % BITS) % BITS);
    let residue = u128::from(numerator.unsigned_abs()) % PRIME * inverse % PRIME;
    let hash = residue as isize * numerator.signum() as isize;
    Some(if hash == -1 { -2 } else { hash })
}
