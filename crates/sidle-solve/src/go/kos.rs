//! Several kos without a board.

use sidle_core::Player;
use thiserror::Error;

use super::phi::{KoMove, KoRules};

/// How a ko stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ko {
    /// Left may fill it, for its points; Right may capture.
    A,
    /// Left may capture; Right may finish it, for nothing.
    B,
    /// It is over.
    Over,
}

/// Some kos with the points that each is worth: in `A` Left may fill (and has the points) and Right may
/// capture, which leads to `B`; there Left may capture back, and Right may finish, for no points.
///
/// A position says how each ko stands, and which one was captured by the last move: taking that one
/// back at once is banned. Filling or finishing a ko clears the ban.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_solve::go::{KoGame, Kos, value_of_ko};
/// use sidle_values::Store;
/// // The one-point ko and the seven-point ko of Moews's example.
/// let (kos, store) = (Kos::new(vec![1, 7]), Store::new());
/// let start = kos.position("BB", None)?;
/// let answer = value_of_ko(&kos, &start, KoGame::PhiLeft, &store, &Meter::unlimited())?;
/// let n = |k| store.integer(k);
/// let switch = store.game(&[n(2)], &[n(0)]);
/// assert_eq!(answer.value.short(), Some(store.game(&[n(7)], &[switch])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kos {
    points: Vec<i64>,
}

/// How the kos stand, and which one may not be taken back.
pub type KoPosition = (Vec<Ko>, Option<usize>);

/// Why this is not a position of the kos.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum KoError {
    /// The number of letters is wrong.
    #[error("{kos} kos need {kos} letters, but `{state}` has {letters}")]
    Letters {
        /// How many kos there are.
        kos: usize,
        /// The state as it was written.
        state: String,
        /// How many letters it has.
        letters: usize,
    },
    /// A letter is unknown.
    #[error("`{0}` is not the state of a ko: write A (Left may fill) or B (Left may capture)")]
    Letter(char),
    /// There is no such ko.
    #[error("there is no ko {0}: they are numbered from 1 to {1}")]
    Last(usize, usize),
}

impl Kos {
    /// Kos worth these points.
    #[must_use]
    pub fn new(points: Vec<i64>) -> Kos {
        Kos { points }
    }

    /// The position with the given letters in which the ko `last`, counted from 1, was just captured.
    pub fn position(&self, state: &str, last: Option<usize>) -> Result<KoPosition, KoError> {
        let kos = self.points.len();
        let letters = state.chars().count();
        if letters != kos {
            let state = state.to_owned();
            return Err(KoError::Letters {
                kos,
                state,
                letters,
            });
        }
        let read = |c| match c {
            'A' | 'a' => Ok(Ko::A),
            'B' | 'b' => Ok(Ko::B),
            other => Err(KoError::Letter(other)),
        };
        let state = state.chars().map(read).collect::<Result<_, _>>()?;
        match last {
            Some(k) if !(1..=kos).contains(&k) => Err(KoError::Last(k, kos)),
            last => Ok((state, last.map(|k| k - 1))),
        }
    }
}

impl KoRules for Kos {
    type Position = KoPosition;

    fn moves(&self, (state, last): &KoPosition, player: Player) -> Vec<KoMove<KoPosition>> {
        let mut moves = Vec::new();
        for (k, &ko) in state.iter().enumerate() {
            let (next, points, captures) = match (ko, player) {
                (Ko::Over, _) => continue,
                (Ko::A, Player::Left) => (Ko::Over, self.points[k], false),
                (Ko::A, Player::Right) => (Ko::B, 0, true),
                (Ko::B, Player::Left) => (Ko::A, 0, true),
                (Ko::B, Player::Right) => (Ko::Over, 0, false),
            };
            let mut to = state.clone();
            to[k] = next;
            moves.push(KoMove {
                to: (to, captures.then_some(k)),
                points,
                banned: captures && *last == Some(k),
            });
        }
        moves
    }

    fn lifted(&self, (state, _): &KoPosition) -> KoPosition {
        (state.clone(), None)
    }

    fn name(&self, (state, last): &KoPosition) -> String {
        let letters = state.iter().map(|ko| match ko {
            Ko::A => 'A',
            Ko::B => 'B',
            Ko::Over => '-',
        });
        let mut name: String = letters.collect();
        if let Some(k) = last {
            name += &format!("[{}]", k + 1);
        }
        name
    }
}

/// The triple ko of Moews's last figure: from the position `ABC` Left goes to `DEF` and Right ends the
/// fight with score `W`; from `DEF` Left ends it with score `V` and Right goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TripleKo {
    /// The score when Left wins the fight.
    pub left_wins: i64,
    /// The score when Right wins it.
    pub right_wins: i64,
}

/// Who has the upper hand in the triple ko.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TriplePosition {
    /// `ABC`: Right can end the fight.
    Abc,
    /// `DEF`: Left can end it.
    Def,
    /// The fight is over.
    Over,
}

impl KoRules for TripleKo {
    type Position = TriplePosition;

    fn moves(&self, at: &TriplePosition, player: Player) -> Vec<KoMove<TriplePosition>> {
        use TriplePosition::{Abc, Def, Over};
        let (to, points) = match (at, player) {
            (Over, _) => return Vec::new(),
            (Abc, Player::Left) => (Def, 0),
            (Abc, Player::Right) => (Over, self.right_wins),
            (Def, Player::Left) => (Over, self.left_wins),
            (Def, Player::Right) => (Abc, 0),
        };
        vec![KoMove {
            to,
            points,
            banned: false,
        }]
    }

    fn lifted(&self, at: &TriplePosition) -> TriplePosition {
        *at
    }

    fn name(&self, at: &TriplePosition) -> String {
        match at {
            TriplePosition::Abc => "ABC".into(),
            TriplePosition::Def => "DEF".into(),
            TriplePosition::Over => "over".into(),
        }
    }
}

/// A ko of several stages about some points: in the last stage Left may win it, for its points, in stage 0
/// Right may, for nothing; otherwise each captures and so moves it by one stage, and what was captured last
/// may not be taken back at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StagedKo {
    /// The number of the last stage: 1 is a direct ko.
    pub stages: usize,
    /// The points.
    pub points: i64,
}

impl KoRules for StagedKo {
    /// The stage, if the ko is not over, and the stage before the last move.
    type Position = (Option<usize>, Option<usize>);

    fn moves(&self, &(at, before): &Self::Position, player: Player) -> Vec<KoMove<Self::Position>> {
        let Some(at) = at else { return Vec::new() };
        let (next, points) = match player {
            Player::Left if at == self.stages => (None, self.points),
            Player::Left => (Some(at + 1), 0),
            Player::Right => (at.checked_sub(1), 0),
        };
        vec![KoMove {
            to: (next, next.map(|_| at)),
            points,
            banned: next.is_some() && before == next,
        }]
    }

    fn lifted(&self, &(at, _): &Self::Position) -> Self::Position {
        (at, None)
    }

    fn name(&self, &(at, before): &Self::Position) -> String {
        match (at, before) {
            (None, _) => "over".into(),
            (Some(at), None) => at.to_string(),
            (Some(at), Some(before)) => format!("{at}[{before}]"),
        }
    }
}
