//! Positions, as the door takes and gives them.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::{
    core::{Picture, Rules},
    host::{Host, State, position},
    positions::board_text,
    solve::{self, AnyPosition, Compound, Form},
};

/// A position of a game: of a built-in ruleset, of rules of your own, of a [`Host`], or a sum of such.
///
/// A position belongs to no workspace and no store. Two positions are equal when they are the same position of the same
/// rules; their values may be equal all the same when they are not.
///
/// ```
/// use sidle::{Job, Workspace, questions::ValueQuestion};
/// let workspace = Workspace::new();
/// let clobber = workspace.position("Clobber", "xo")?;
/// let sum = clobber.plus(&workspace.position("Domineering", "..")?);
/// let answer = workspace.ask(&ValueQuestion::new(sum), &Job::unlimited())?;
/// assert_eq!(answer.value.unwrap().to_string(), "-1*");
/// # Ok::<(), sidle::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position(solve::Position);

impl Position {
    /// A position of rules that are written in Rust.
    #[must_use]
    pub fn of<R: Rules + 'static>(rules: &Arc<R>, at: R::Position) -> Position {
        Position(solve::Position::of(rules, at))
    }

    /// A position of rules that come from outside.
    #[must_use]
    pub fn of_host(host: &Arc<dyn Host>, state: impl State) -> Position {
        Position(position(host, Arc::new(state)))
    }

    /// The sum of two positions.
    #[must_use]
    pub fn plus(&self, other: &Position) -> Position {
        Position(solve::Position::compound(Compound::Sum, &self.0, &other.0))
    }

    /// The name of its ruleset, with package and parameters; `None` for sums.
    #[must_use]
    pub fn ruleset(&self) -> Option<String> {
        self.atom().map(|atom| atom.class_name().into_owned())
    }

    /// How it is drawn, if there is a picture of it.
    #[must_use]
    pub fn picture(&self) -> Option<Picture> {
        self.atom()?.picture()
    }

    fn atom(&self) -> Option<&dyn AnyPosition> {
        match self.0.form() {
            Form::Atom(atom) => Some(&**atom),
            _ => None,
        }
    }

    pub(crate) fn from_engine(position: solve::Position) -> Position {
        Position(position)
    }

    pub(crate) fn engine(&self) -> &solve::Position {
        &self.0
    }

    pub(crate) fn into_engine(self) -> solve::Position {
        self.0
    }
}

/// The position in the notation of its ruleset.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&board_text(&self.0))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// The position that a question is about. On the wire it is written; in a program it may be given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "WrittenPosition", into = "WrittenPosition")]
pub enum PositionSource {
    /// A ruleset and a position in its notation.
    Written(WrittenPosition),
    /// A position that the program holds.
    Given(Position),
}

impl From<WrittenPosition> for PositionSource {
    fn from(written: WrittenPosition) -> PositionSource {
        PositionSource::Written(written)
    }
}

impl From<PositionSource> for WrittenPosition {
    fn from(source: PositionSource) -> WrittenPosition {
        match source {
            PositionSource::Written(written) => written,
            PositionSource::Given(position) => WrittenPosition {
                rules: position.ruleset().unwrap_or_default(),
                position: position.to_string(),
            },
        }
    }
}

/// A ruleset and a position in its notation: `{"rules": "Clobber", "position": "xo|ox"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenPosition {
    /// The name of the ruleset, with its parameters if it has any: `GenToadsAndFrogs(maxJump => 2)`.
    pub rules: String,
    /// The position, as the ruleset writes it.
    pub position: String,
}

impl From<Position> for PositionSource {
    fn from(position: Position) -> PositionSource {
        PositionSource::Given(position)
    }
}

impl From<(&str, &str)> for PositionSource {
    fn from((rules, position): (&str, &str)) -> PositionSource {
        PositionSource::Written(WrittenPosition {
            rules: rules.to_owned(),
            position: position.to_owned(),
        })
    }
}
