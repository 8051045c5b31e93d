//! Positions, as the door takes and gives them.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::{
    core::{Picture, Rules},
    host::{Host, State, host_state, position},
    solve::{self, Compound},
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
pub struct Position {
    at: solve::Position,
    /// `None` for rulesets that need no session.
    class: Option<OfClass>,
}

/// The session whose classes play a position, and how the session prints it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct OfClass {
    session: Arc<str>,
    /// The number of the session's store.
    store: u64,
    printed: Arc<str>,
}

impl Position {
    /// A position of rules that are written in Rust.
    #[must_use]
    pub fn of<R: Rules + 'static>(rules: &Arc<R>, at: R::Position) -> Position {
        Position::from_engine(solve::Position::of(rules, at))
    }

    /// A position of rules that come from outside.
    #[must_use]
    pub fn of_host(host: &Arc<dyn Host>, state: impl State) -> Position {
        Position::from_engine(position(host, Arc::new(state)))
    }

    /// The sum of two positions. Positions of classes of two different sessions have none that can be played.
    #[must_use]
    pub fn plus(&self, other: &Position) -> Position {
        Position {
            at: solve::Position::compound(Compound::Sum, &self.at, &other.at),
            class: self.class.clone().or_else(|| other.class.clone()),
        }
    }

    /// Its host and state, if its rules come from outside.
    #[must_use]
    pub fn host_state(&self) -> Option<(&Arc<dyn Host>, &Arc<dyn State>)> {
        host_state(self.at.as_atom()?)
    }

    /// The name of its ruleset, with package, parameters and variants; `None` for sums.
    #[must_use]
    pub fn ruleset(&self) -> Option<String> {
        match self.at.by_ruleset() {
            Some((name, _)) => Some(name),
            None => Some(self.at.as_atom()?.class_name().into_owned()),
        }
    }

    /// How it is drawn, if there is a picture of it.
    #[must_use]
    pub fn picture(&self) -> Option<Picture> {
        self.at.as_atom()?.picture()
    }

    pub(crate) fn from_engine(at: solve::Position) -> Position {
        Position { at, class: None }
    }

    /// A position of classes of a session.
    #[cfg(feature = "lang")]
    pub(crate) fn of_session(
        at: solve::Position,
        (session, store): (&str, u64),
        printed: &str,
    ) -> Position {
        let class = OfClass {
            session: session.into(),
            store,
            printed: printed.into(),
        };
        Position {
            at,
            class: Some(class),
        }
    }

    /// The session that plays it, with the number of the session's store.
    pub(crate) fn session(&self) -> Option<(&str, u64)> {
        let class = self.class.as_ref();
        class.map(|class| (&*class.session, class.store))
    }

    pub(crate) fn engine(&self) -> &solve::Position {
        &self.at
    }

    pub(crate) fn into_engine(self) -> solve::Position {
        self.at
    }
}

/// The position in the notation of its ruleset.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.at.notation(), &self.class) {
            (Some(text), _) => f.write_str(&text),
            (None, Some(class)) => f.write_str(&class.printed),
            (None, None) => fmt::Debug::fmt(&self.at, f),
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.at, f)
    }
}

/// The position that a question is about. On the wire it is written, or an expression of a session; in a program it may
/// be given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "AnySource", into = "AnySource")]
pub enum PositionSource {
    /// A ruleset and a position in its notation.
    Written(WrittenPosition),
    /// An expression of a session.
    Expressed(Expression),
    /// A position that the program holds.
    Given(Position),
}

/// An expression of a session, on the wire `{"line": "G + 1", "session": "s"}`: a name, an answer that the session keeps
/// (`$1`), or any other whose value is a position or a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expression {
    /// The expression.
    pub line: String,
    /// The session.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub session: String,
}

/// Either form that a source has on the wire. Not an untagged enum, which would not say which field is wrong.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct AnySource {
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    session: String,
}

impl TryFrom<AnySource> for PositionSource {
    type Error = &'static str;

    fn try_from(source: AnySource) -> Result<PositionSource, &'static str> {
        let session = source.session;
        match (source.rules, source.position, source.line) {
            (Some(rules), Some(position), None) => Ok(PositionSource::Written(WrittenPosition {
                rules,
                position,
                session,
            })),
            (None, None, Some(line)) => Ok(PositionSource::Expressed(Expression { line, session })),
            _ => Err("expected either `rules` and `position`, or `line`"),
        }
    }
}

impl From<PositionSource> for AnySource {
    fn from(source: PositionSource) -> AnySource {
        let (rules, position, session) = match source {
            PositionSource::Written(WrittenPosition {
                rules,
                position,
                session,
            }) => (rules, position, session),
            PositionSource::Given(position) => (
                position.ruleset().unwrap_or_default(),
                position.to_string(),
                position
                    .session()
                    .map_or_else(String::new, |(name, _)| name.to_owned()),
            ),
            PositionSource::Expressed(Expression { line, session }) => {
                return AnySource {
                    line: Some(line),
                    session,
                    ..AnySource::default()
                };
            }
        };
        AnySource {
            rules: Some(rules),
            position: Some(position),
            session,
            line: None,
        }
    }
}

impl From<WrittenPosition> for PositionSource {
    fn from(written: WrittenPosition) -> PositionSource {
        PositionSource::Written(written)
    }
}

impl From<Expression> for PositionSource {
    fn from(expression: Expression) -> PositionSource {
        PositionSource::Expressed(expression)
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
    /// The session whose classes are meant, if the ruleset is not built in.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub session: String,
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
            session: String::new(),
        })
    }
}
