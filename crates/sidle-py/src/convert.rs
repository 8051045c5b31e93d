//! Python objects as values, and numbers as Python objects.

use std::sync::{
    LazyLock,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    sync::PyOnceLock,
    types::{PyFloat, PyInt, PyString, PyType},
};
use sidle::{
    Arithmetic, Expression, PositionSource, Value, Workspace,
    core::Dyadic,
    questions::{ForgetQuestion, ValueQuestion},
};

use crate::{
    enter::{Settings, enter},
    game::Game,
};

/// The memory of values that a program computes with.
const BUDGET: u64 = 1 << 30;

/// The arithmetic of all games.
pub(crate) static ARITHMETIC: LazyLock<Arithmetic> =
    LazyLock::new(|| Arithmetic::with_budget(BUDGET));

/// The workspace in which texts are read.
static READER: LazyLock<Workspace> = LazyLock::new(Workspace::new);

/// The value of an object: a game, an integer, a fraction or a float that is a dyadic, or notation.
pub(crate) fn value(of: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Ok(text) = of.cast::<PyString>() {
        return read(of.py(), &text.to_cow()?);
    }
    match operand(of)? {
        Some(value) => Ok(value),
        None if is_number(of) => {
            let message = format!(
                "{} is not a dyadic rational, so it is not a short game",
                of.str()?
            );
            Err(PyValueError::new_err(message))
        }
        None => {
            let message = format!("cannot make a game of {}", of.get_type().name()?);
            Err(PyTypeError::new_err(message))
        }
    }
}

/// The value of an operand: a game or a number; `None` for anything else.
pub(crate) fn operand(of: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
    if let Ok(game) = of.cast::<Game>() {
        return Ok(Some(game.get().value().clone()));
    }
    Ok(number(of)?.map(|number| ARITHMETIC.number(&number)))
}

/// Is the object an integer, a fraction or a float?
pub(crate) fn is_number(of: &Bound<'_, PyAny>) -> bool {
    of.is_instance_of::<PyInt>() || of.is_instance_of::<PyFloat>() || is_fraction(of)
}

fn is_fraction(of: &Bound<'_, PyAny>) -> bool {
    fraction_class(of.py()).is_ok_and(|class| of.is_instance(class).unwrap_or(false))
}

fn fraction_class<'py>(py: Python<'py>) -> PyResult<&'py Bound<'py, PyType>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    FRACTION.import(py, "fractions", "Fraction")
}

/// The dyadic that a number is.
fn number(of: &Bound<'_, PyAny>) -> PyResult<Option<Dyadic>> {
    if of.is_instance_of::<PyInt>() {
        return match of.extract::<i64>() {
            Ok(n) => Ok(Some(n.into())),
            Err(_) => Ok(of.call_method0("__int__")?.str()?.to_cow()?.parse().ok()),
        };
    }
    let (numerator, denominator) = if is_fraction(of) {
        (of.getattr("numerator")?, of.getattr("denominator")?)
    } else if let Ok(float) = of.cast::<PyFloat>() {
        if !float.value().is_finite() {
            return Ok(None);
        }
        of.call_method0("as_integer_ratio")?.extract()?
    } else {
        return Ok(None);
    };
    Ok(format!("{numerator}/{denominator}").parse().ok())
}

/// A number as a `Fraction`.
pub(crate) fn fraction<'py>(py: Python<'py>, number: &Dyadic) -> PyResult<Bound<'py, PyAny>> {
    let class = fraction_class(py)?;
    match number.to_small() {
        Some((numerator, exponent)) if exponent < 63 => class.call1((numerator, 1_i64 << exponent)),
        _ => {
            let int = py.get_type::<PyInt>();
            let numerator = int.call1((number.numerator().to_string(),))?;
            let denominator = int.call1((1,))?.lshift(number.exponent())?;
            class.call1((numerator, denominator))
        }
    }
}

/// How many texts the reader remembers.
const REMEMBERED: u64 = 1000;

/// Reads notation.
fn read(py: Python<'_>, text: &str) -> PyResult<Value> {
    static READ: AtomicU64 = AtomicU64::new(0);
    if let Ok(number) = text.trim().parse::<Dyadic>() {
        return Ok(ARITHMETIC.number(&number));
    }
    let expression = Expression {
        line: text.to_owned(),
        session: String::new(),
    };
    let forgets = text.contains(":=") || READ.fetch_add(1, Relaxed) % REMEMBERED == REMEMBERED - 1;
    enter(py, &Settings::default(), move |job| {
        let question = ValueQuestion::new(PositionSource::Expressed(expression));
        let answer = READER.ask(&question, job);
        if forgets {
            READER.ask(&ForgetQuestion::default(), job)?;
        }
        let answer = answer?;
        match (answer.value, answer.stopped) {
            (Some(value), _) => Ok(ARITHMETIC.bring(&value, job.meter())?),
            (None, Some(reason)) => Err(reason.into()),
            (None, None) => unreachable!("a value or a stop"),
        }
    })
}
