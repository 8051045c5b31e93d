//! Arguments of families of rulesets.

use sidle_core::{Dyadic, Player};

use crate::{card::Misfit, packed::Step};

/// The argument of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// `Nothing`.
    Nothing,
    /// A truth value.
    Bool(bool),
    /// A number.
    Number(Dyadic),
    /// `inf`.
    Infinity,
    /// A text.
    Text(String),
    /// A player.
    Player(Player),
    /// A colour of edges: the value 1 is blue, 2 red, 3 green.
    Colour(u8),
    /// A step on a board: rows down, columns to the right.
    Step(Step),
    /// A list or a set.
    List(Vec<Argument>),
    /// One argument for each player.
    PerPlayer(Box<[Argument; 2]>),
}

impl From<i64> for Argument {
    fn from(n: i64) -> Argument {
        Argument::Number(n.into())
    }
}

impl Argument {
    /// What kind of argument this is, for messages.
    fn kind(&self) -> &'static str {
        match self {
            Argument::Nothing => "Nothing",
            Argument::Bool(_) => "a truth value",
            Argument::Number(_) => "a number",
            Argument::Infinity => "inf",
            Argument::Text(_) => "a text",
            Argument::Player(_) => "a player",
            Argument::Colour(_) => "a colour",
            Argument::Step(_) => "a pair of coordinates",
            Argument::List(_) => "a collection",
            Argument::PerPlayer(_) => "a map of players",
        }
    }

    fn unlike(&self, wanted: &str) -> Misfit {
        format!("the argument must be {wanted}, not {}", self.kind()).into()
    }

    /// A whole number that fits the type.
    ///
    /// # Errors
    /// For other arguments.
    pub fn integer<N: TryFrom<i64>>(&self) -> Result<N, Misfit> {
        let Argument::Number(number) = self else {
            return Err(self.unlike("a whole number"));
        };
        number
            .to_i64()
            .and_then(|n| N::try_from(n).ok())
            .ok_or_else(|| {
                format!("{number} is not a whole number in the range of this parameter").into()
            })
    }

    /// A truth value.
    ///
    /// # Errors
    /// For other arguments.
    pub fn boolean(&self) -> Result<bool, Misfit> {
        match self {
            Argument::Bool(yes) => Ok(*yes),
            other => Err(other.unlike("`true` or `false`")),
        }
    }

    /// A text.
    ///
    /// # Errors
    /// For other arguments.
    pub fn text(&self) -> Result<&str, Misfit> {
        match self {
            Argument::Text(text) => Ok(text),
            other => Err(other.unlike("a text")),
        }
    }

    /// The members of a collection; of `Nothing`, none.
    ///
    /// # Errors
    /// For other arguments.
    pub fn items(&self) -> Result<&[Argument], Misfit> {
        match self {
            Argument::Nothing => Ok(&[]),
            Argument::List(items) => Ok(items),
            other => Err(other.unlike("a list or a set")),
        }
    }

    /// A step on a board.
    ///
    /// # Errors
    /// For other arguments.
    pub fn step(&self) -> Result<Step, Misfit> {
        match self {
            Argument::Step(step) => Ok(*step),
            other => Err(other.unlike("a pair of coordinates")),
        }
    }

    /// What is given for each player, Left first; `otherwise` for `Nothing`.
    ///
    /// # Errors
    /// For other arguments, and those that `read` refuses.
    pub fn for_players<T>(
        &self,
        otherwise: [T; 2],
        read: impl Fn(&Argument) -> Result<T, Misfit>,
    ) -> Result<[T; 2], Misfit> {
        match self {
            Argument::Nothing => Ok(otherwise),
            Argument::PerPlayer(sides) => Ok([read(&sides[0])?, read(&sides[1])?]),
            other => Err(other.unlike("a map `{Left => .., Right => ..}`")),
        }
    }
}
