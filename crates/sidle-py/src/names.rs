//! Players and relations.

use pyo3::{exceptions::PyValueError, prelude::*};
use sidle::core;

/// A player.
#[pyclass(module = "sidle_cgt", frozen, eq, hash)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Player {
    /// The player who likes positive games.
    Left,
    /// The player who likes negative games.
    Right,
}

#[pymethods]
impl Player {
    /// The opponent.
    fn __neg__(&self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }

    fn __str__(&self) -> String {
        core::Player::from(*self).to_string()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class = py.get_type::<Player>();
        by_name(class.as_any(), &format!("{self:?}"))
    }
}

/// What `__reduce__` returns for a member of a class.
fn by_name<'py>(class: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let getattr = class.py().import("builtins")?.getattr("getattr")?;
    (getattr, (class, name))
        .into_pyobject(class.py())
        .map(Bound::into_any)
}

impl From<Player> for core::Player {
    fn from(player: Player) -> core::Player {
        match player {
            Player::Left => core::Player::Left,
            Player::Right => core::Player::Right,
        }
    }
}

impl From<core::Player> for Player {
    fn from(player: core::Player) -> Player {
        match player {
            core::Player::Left => Player::Left,
            core::Player::Right => Player::Right,
        }
    }
}

/// A player as callers give one: the member, or its name.
#[derive(FromPyObject)]
pub(crate) enum AnyPlayer<'py> {
    Member(Bound<'py, Player>),
    Name(String),
}

impl AnyPlayer<'_> {
    pub(crate) fn get(&self) -> PyResult<core::Player> {
        match self {
            AnyPlayer::Member(player) => Ok((*player.get()).into()),
            AnyPlayer::Name(name) => name.parse().map_err(|_| {
                PyValueError::new_err(format!("`{name}` is not a player; use Left or Right"))
            }),
        }
    }
}

/// How one game compares with another.
#[pyclass(module = "sidle_cgt", frozen, eq, hash)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Relation {
    /// Right wins the difference, whoever starts.
    Less,
    /// The second player wins the difference.
    Equal,
    /// Left wins the difference, whoever starts.
    Greater,
    /// The first player wins the difference.
    Confused,
}

#[pymethods]
impl Relation {
    fn __str__(&self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::Equal => "=",
            Relation::Greater => ">",
            Relation::Confused => "<>",
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class = py.get_type::<Relation>();
        by_name(class.as_any(), &format!("{self:?}"))
    }
}

impl From<core::Relation> for Relation {
    fn from(relation: core::Relation) -> Relation {
        match relation {
            core::Relation::Less => Relation::Less,
            core::Relation::Equal => Relation::Equal,
            core::Relation::Greater => Relation::Greater,
            core::Relation::Fuzzy => Relation::Confused,
        }
    }
}
