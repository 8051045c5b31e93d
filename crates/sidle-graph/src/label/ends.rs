//! Where a play ends, and with what result.

use std::{fmt, ops::Neg};

use crate::csr::VertexId;

/// A result as one player sees it: `Loss < Draw < Win`, and `-` swaps the players' views.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// This player loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// This player wins.
    Win,
}

impl Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Value::Loss => "L",
            Value::Draw => "D",
            Value::Win => "W",
        })
    }
}

/// A player of Löwe's games. `Zero` starts the game itself, `One` the inverted game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mover {
    /// Player 0, who needs the play to end.
    Zero = 0,
    /// Player 1, who wins infinite play of the asymmetric game.
    One = 1,
}

impl Neg for Mover {
    type Output = Mover;

    fn neg(self) -> Mover {
        match self {
            Mover::Zero => Mover::One,
            Mover::One => Mover::Zero,
        }
    }
}

/// Where the plays of a symmetric game end and what the player who is to move there gets.
///
/// A leaf always ends the play. Any other vertex can be made an end too; its edges are then not
/// used.
///
/// ```
/// use sidle_graph::label::{Ends, Value};
/// assert_eq!(Ends::<u32>::normal().leaf(), Value::Loss);
/// assert_eq!(Ends::<u32>::misere().leaf(), Value::Win);
/// let target = Ends::<u32>::normal().with_end(7, Value::Draw);
/// assert_eq!(target.given(), [(7, Value::Draw)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends<V: VertexId = u32> {
    leaf: Value,
    given: Vec<(V, Value)>,
}

impl<V: VertexId> Ends<V> {
    /// Normal play: who cannot move loses.
    #[must_use]
    pub fn normal() -> Ends<V> {
        Ends::with_leaf(Value::Loss)
    }

    /// Misère play: who cannot move wins.
    #[must_use]
    pub fn misere() -> Ends<V> {
        Ends::with_leaf(Value::Win)
    }

    /// Leaves of any value for the player who is to move there.
    #[must_use]
    pub fn with_leaf(leaf: Value) -> Ends<V> {
        Ends {
            leaf,
            given: Vec::new(),
        }
    }

    /// Makes `v` an end with this value for the player who is to move there. The last word on a
    /// vertex counts.
    #[must_use]
    pub fn with_end(mut self, v: V, value: Value) -> Ends<V> {
        self.given.push((v, value));
        self
    }

    /// What a leaf without a given value gives the player who is to move.
    #[must_use]
    pub fn leaf(&self) -> Value {
        self.leaf
    }

    /// The vertices that were made ends.
    #[must_use]
    pub fn given(&self) -> &[(V, Value)] {
        &self.given
    }
}

/// Where the plays of an asymmetric game end. An end has two values: what player 0 gets when he is
/// to move there, and what player 1 gets when she is.
///
/// In Löwe's game a leaf is a draw for player 0 to move (player 1 has just moved into it) and a
/// loss for player 1 to move.
///
/// ```
/// use sidle_graph::label::{AsymmetricEnds, Value};
/// assert_eq!(AsymmetricEnds::<u32>::default().leaf(), [Value::Draw, Value::Loss]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsymmetricEnds<V: VertexId = u32> {
    leaf: [Value; 2],
    given: Vec<(V, [Value; 2])>,
}

impl<V: VertexId> AsymmetricEnds<V> {
    /// Leaves of any pair of values.
    #[must_use]
    pub fn with_leaf(leaf: [Value; 2]) -> AsymmetricEnds<V> {
        AsymmetricEnds {
            leaf,
            given: Vec::new(),
        }
    }

    /// Makes `v` an end with these values for player 0 to move and for player 1 to move. The last
    /// word on a vertex counts.
    #[must_use]
    pub fn with_end(mut self, v: V, values: [Value; 2]) -> AsymmetricEnds<V> {
        self.given.push((v, values));
        self
    }

    /// The values of a leaf for player 0 to move and for player 1 to move.
    #[must_use]
    pub fn leaf(&self) -> [Value; 2] {
        self.leaf
    }

    /// The vertices that were made ends.
    #[must_use]
    pub fn given(&self) -> &[(V, [Value; 2])] {
        &self.given
    }
}

impl<V: VertexId> Default for AsymmetricEnds<V> {
    fn default() -> AsymmetricEnds<V> {
        AsymmetricEnds::with_leaf([Value::Draw, Value::Loss])
    }
}
